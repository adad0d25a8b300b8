//! Amounts as people write them: times such as `1.5s`, sizes such as `350M` or `20x15` and numbers of things such as
//! `1 record`.

use std::fmt::Display;
use std::num::{IntErrorKind, ParseIntError};
use std::str::FromStr;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
pub(crate) use tengen_engine::limits::whole_milliseconds;
use tengen_engine::point::{BoardSize, MAX_SIDE, MIN_SIDE};

/// What the arithmetic may add to a number of milliseconds, or take from it.
const ROUNDING: f64 = 1e-5;

/// A time; a bare number other than 0 is refused, because half of all people would mean seconds.
pub(crate) fn duration(text: &str) -> Result<Duration> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let number: f64 =
        digits.parse().ok().with_context(|| format!("\"{text}\" is no time: write 500ms, 1.5s, 2m or 1h"))?;
    let milliseconds = match &text[digits.len()..] {
        "ms" => number,
        "s" => number * 1e3,
        "m" => number * 60e3,
        "h" => number * 3600e3,
        "" if number == 0.0 => 0.0,
        _ => bail!("\"{text}\" is no time: write 500ms, 1.5s, 2m or 1h"),
    };
    // The protocol says times as 32-bit milliseconds, and so do logs.
    if !(0.0..=2e9).contains(&milliseconds) {
        bail!("\"{text}\" is out of range: a time lies between 0 and 555h");
    }
    let whole = milliseconds.round();
    ensure!((milliseconds - whole).abs() < ROUNDING, "\"{text}\" is no whole number of milliseconds");
    Ok(Duration::from_millis(whole as u64))
}

/// A number of bytes.
pub(crate) fn bytes(text: &str) -> Result<u64> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let factor: u64 = match text[digits.len()..].to_ascii_lowercase().as_str() {
        "" | "b" => 1,
        "k" | "kb" => 1 << 10,
        "m" | "mb" => 1 << 20,
        "g" | "gb" => 1 << 30,
        _ => bail!("\"{text}\" is no amount of memory: write 350M, 2G or a number of bytes"),
    };
    let number: Option<u64> = digits.parse().ok();
    number
        .and_then(|number| number.checked_mul(factor))
        .with_context(|| format!("\"{text}\" is no amount of memory: write 350M, 2G or a number of bytes"))
}

/// The size of a board: 15, or width x height as in 20x15.
pub(crate) fn board_size(text: &str) -> Result<BoardSize> {
    let (width, height) = text.split_once(['x', 'X', ',']).unwrap_or((text, text));
    let size = width.trim().parse().ok().zip(height.trim().parse().ok());
    size.and_then(|(width, height)| BoardSize::new(width, height))
        .with_context(|| format!("a side has {MIN_SIDE} to {MAX_SIDE} points, as in 15 or 20x15"))
}

/// What is said of anything else where a number above 0 belongs.
const NOT_POSITIVE: &str = "it is no number above 0";

/// A number of a type that has no 0, such as [`NonZeroUsize`](std::num::NonZeroUsize).
pub(crate) fn positive<T: FromStr<Err = ParseIntError>>(text: &str) -> Result<T, String> {
    text.parse().map_err(|error: ParseIntError| match error.kind() {
        IntErrorKind::PosOverflow => "it is too large".to_string(),
        _ => NOT_POSITIVE.to_string(),
    })
}

/// A number above 0 of a type that has 0 too.
pub(crate) fn from_one<T: FromStr<Err = ParseIntError> + From<u8> + PartialOrd>(text: &str) -> Result<T, String> {
    let number: T = positive(text)?;
    if number >= T::from(1) { Ok(number) } else { Err(NOT_POSITIVE.to_string()) }
}

/// A time in the shortest form that is exact to a tenth.
pub(crate) fn display(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    match seconds {
        _ if seconds < 1.0 => format!("{:.0}ms", seconds * 1e3),
        _ if seconds < 100.0 => format!("{seconds:.1}s"),
        _ => format!("{:.0}s", seconds),
    }
}

/// A time in milliseconds that is the same again after it was written and read: by its seconds 1005 ms would be
/// 1004.9999999999999.
pub(crate) fn exact_milliseconds(time: Duration) -> f64 {
    time.as_nanos() as f64 / 1e6
}

/// A time in milliseconds, to a tenth: what was measured is no more exact.
pub(crate) fn rounded_milliseconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e4).round() / 10.0
}

/// A number of bytes in mebibytes, to a tenth.
pub(crate) fn mebibytes(bytes: u64) -> String {
    format!("{:.1} MiB", bytes as f64 / f64::from(1 << 20))
}

/// A number of things, which are named as one of them is: several end in -s, or in -ies in place of a -y after a
/// consonant.
pub(crate) fn counted<N: Display + PartialEq + From<u8>>(number: N, thing: &str) -> String {
    match thing.strip_suffix('y').filter(|stem| !stem.ends_with(['a', 'e', 'i', 'o', 'u'])) {
        _ if number == N::from(1) => format!("{number} {thing}"),
        Some(stem) => format!("{number} {stem}ies"),
        None => format!("{number} {thing}s"),
    }
}

/// What there is, for a table.
pub(crate) fn or_dash(found: Option<impl ToString>) -> String {
    found.map_or("-".to_string(), |found| found.to_string())
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU16;

    use super::*;

    #[test]
    fn one_thing_is_no_several() {
        assert_eq!([0_usize, 1, 12].map(|number| counted(number, "move")), ["0 moves", "1 move", "12 moves"]);
        assert_eq!([1_usize, 3].map(|number| counted(number, "ply")), ["1 ply", "3 plies"]);
        assert_eq!([1_usize, 3].map(|number| counted(number, "day")), ["1 day", "3 days"]);
    }

    #[test]
    fn a_number_that_is_too_large_is_told_from_none() {
        let fault = |text| [from_one::<u16>(text).unwrap_err(), positive::<NonZeroU16>(text).unwrap_err()];
        for none in ["0", "-1", "", "x", "1.5"] {
            assert_eq!(fault(none), [NOT_POSITIVE; 2], "{none}");
        }
        assert_eq!(fault("65536"), ["it is too large"; 2]);
        assert_eq!((from_one::<u16>("1"), from_one::<u16>("65535")), (Ok(1), Ok(65535)));
    }

    #[test]
    fn amounts_are_told_in_one_unit() {
        assert_eq!(whole_milliseconds(Duration::from_micros(1999)), 1);
        assert_eq!(whole_milliseconds(Duration::MAX), u64::MAX);
        assert_eq!(exact_milliseconds(Duration::from_nanos(1_005_000_001)), 1_005.000_001);
        assert_eq!(rounded_milliseconds(Duration::from_nanos(1_005_060_001)), 1005.1);
        assert_eq!(mebibytes(3 << 19), "1.5 MiB");
    }

    #[test]
    fn amounts_are_read_as_written() {
        assert_eq!(duration("500ms").unwrap(), Duration::from_millis(500));
        assert_eq!(duration("1.5s").unwrap(), Duration::from_millis(1500));
        assert_eq!(duration("2m").unwrap(), Duration::from_secs(120));
        assert_eq!(duration("0").unwrap(), Duration::ZERO);
        assert_eq!(bytes("350M").unwrap(), 367_001_600);
        assert_eq!(bytes("123").unwrap(), 123);
        // Neither 1001 nor 4140000 milliseconds are exactly what the factors make of these.
        assert_eq!(duration("1.001s").unwrap(), Duration::from_millis(1001));
        assert_eq!(duration("1.15h").unwrap(), Duration::from_secs(4140));
        for bad in ["500", "-1s", "s", "1d", "", "1e99s", "nan", "NaNs", "infs", "0.4ms", "1.0005s"] {
            assert!(duration(bad).is_err(), "{bad}");
        }
        for bad in ["1.5G", "M", "-1", "99999999999G"] {
            assert!(bytes(bad).is_err(), "{bad}");
        }
    }
}
