//! What is drawn or written in one colour on another can be told from it, also by those who see no hues.

/// The sheet of the page.
const PAGE: &str = include_str!("page/page.css");
/// The sheet of the reports, and what that of a review has beside it.
const REPORT: &str = concat!(include_str!("../report/page.css"), include_str!("../study/review/report.html"));

/// The least ratio of what is drawn, as the Web Content Accessibility Guidelines have it.
const PART: f64 = 3.0;
/// And of what is read.
const TEXT: f64 = 4.5;

/// The values of a colour in light and in dark mode: one for both, both in one place, or the dark one in a place of its own.
fn values(sheet: &str, name: &str) -> [[f64; 3]; 2] {
    let start = format!("--{name}: ");
    let told = |text: &str| {
        let inner = text.strip_prefix("light-dark(").map_or(text, |pair| pair.trim_end_matches(')'));
        inner.split(',').map(|hex| channels(hex.trim())).collect::<Vec<_>>()
    };
    let found: Vec<[f64; 3]> = sheet
        .split(start.as_str())
        .skip(1)
        .map(|rest| rest.split(';').next().unwrap_or_default())
        .filter(|value| value.contains('#'))
        .flat_map(told)
        .collect();
    [*found.first().unwrap_or_else(|| panic!("{name} is no colour")), *found.last().unwrap()]
}

/// Red, green and blue of `#rgb` or `#rrggbb`, from 0 to 1.
fn channels(hex: &str) -> [f64; 3] {
    let digits = hex.strip_prefix('#').unwrap_or_else(|| panic!("{hex} is no colour"));
    let width = digits.len() / 3;
    [0, 1, 2].map(|channel| {
        let part = &digits[channel * width..(channel + 1) * width];
        f64::from(u8::from_str_radix(&part.repeat(2 / width), 16).unwrap()) / 255.0
    })
}

/// The ratio of the luminances of two colours.
fn contrast(one: [f64; 3], other: [f64; 3]) -> f64 {
    let luminance = |color: [f64; 3]| {
        let linear =
            color.map(|value| if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) });
        0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2] + 0.05
    };
    let ratio = luminance(one) / luminance(other);
    ratio.max(1.0 / ratio)
}

#[test]
fn everything_can_be_told_from_what_it_lies_on() {
    assert!((contrast(channels("#000"), channels("#ffffff")) - 21.0).abs() < 1e-9);
    let (wood, page): (&[&str], &[&str]) = (&["wood-light", "wood-dark"], &["paper", "card"]);
    for (sheet, least, drawn, grounds) in [
        (PAGE, TEXT, ["wood-ink", "forbidden", "mark"].as_slice(), wood),
        (PAGE, PART, &["on-wood"], wood),
        (PAGE, TEXT, &["worth"], &["rank1", "rank2", "rank3", "rank4"]),
        (PAGE, TEXT, &["ink", "soft", "accent", "good"], page),
        (PAGE, TEXT, &["accent-ink"], &["accent"]),
        (PAGE, PART, &["blunder", "mistake", "inaccuracy"], page),
        (REPORT, TEXT, &["ink", "faint", "blunder", "mistake", "inaccuracy"], &["paper", "mark"]),
    ] {
        for (name, ground) in drawn.iter().flat_map(|name| grounds.iter().map(move |ground| (name, ground))) {
            for (mode, (one, other)) in values(sheet, name).into_iter().zip(values(sheet, ground)).enumerate() {
                let ratio = contrast(one, other);
                assert!(ratio >= least, "--{name} on --{ground} in {}: {ratio:.2}", ["light", "dark"][mode]);
            }
        }
    }
}

#[test]
fn what_is_drawn_on_stones_can_be_told_from_them() {
    // The stones are drawn by gradients: what is drawn on them lies where black ones are no lighter and white ones no darker.
    for (names, stone) in [(["on-black", "mark-on-black"].as_slice(), "#4a4a50"), (&["on-white"], "#cfc9bb")] {
        for name in names {
            let ratio = contrast(values(PAGE, name)[0], channels(stone));
            assert!(ratio >= PART, "--{name} on {stone}: {ratio:.2}");
        }
    }
}
