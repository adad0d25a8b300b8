//! Character sets of files: by their names, and both ways between bytes and text.

use std::borrow::Cow;

use encoding_rs::{DecoderResult, Encoder, EncoderResult, Encoding, GB18030, REPLACEMENT, UTF_8, WINDOWS_1252};

/// Names by which other programs call sets that browsers call otherwise: code pages of Windows, and an underscore.
const OTHER_NAMES: [(&str, &str); 5] =
    [("cp932", "shift_jis"), ("cp936", "gbk"), ("cp949", "euc-kr"), ("cp950", "big5"), ("utf_8", "utf-8")];

/// Letters of nobody, to which character sets lead that were taken for another.
const PRIVATE_USE: fn(char) -> bool = |letter| ('\u{e000}'..='\u{f8ff}').contains(&letter);

/// A character set in which the texts of a file are kept.
///
/// ```
/// use tengen_engine::charset::Charset;
///
/// let gbk = Charset::from_name("gb2312").unwrap();
/// assert_eq!(gbk.decode(&[0xcc, 0xec, 0xd4, 0xaa]).unwrap(), "天元");
/// assert_eq!(gbk.encode("天元"), (vec![0xcc, 0xec, 0xd4, 0xaa], 0));
/// assert_eq!(Charset::WESTERN.encode("天a"), (b"?a".to_vec(), 1));
/// assert_eq!(Charset::UTF_8.decode(b"ab\xff"), Err(2));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Charset(&'static Encoding);

impl Charset {
    /// What everything is written in today.
    pub const UTF_8: Charset = Charset(UTF_8);
    /// Windows-1252, which is Latin-1 in the form in which programs write it. Every byte is a character of it.
    pub const WESTERN: Charset = Charset(WINDOWS_1252);

    /// The character set of a name, such as `utf-8`, `gbk`, `big5`, `shift_jis` or `windows-1251`: all that browsers know,
    /// and code pages such as `cp936`.
    pub fn from_name(name: &str) -> Option<Charset> {
        let name = name.trim();
        let renamed = OTHER_NAMES.iter().find(|(other, _)| other.eq_ignore_ascii_case(name));
        let usual = renamed.map_or(name, |&(_, usual)| usual);
        // Under some names browsers read nothing at all.
        Encoding::for_label(usual.as_bytes()).filter(|&known| known != REPLACEMENT).map(Charset)
    }

    /// Whether texts can be written in it: UTF-16 is read only.
    #[must_use]
    pub fn is_written(self) -> bool {
        self.0.output_encoding() == self.0
    }

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.0.name()
    }

    /// The text of bytes.
    ///
    /// # Errors
    /// The first byte, from 0, that is no part of a character.
    pub fn decode(self, bytes: &[u8]) -> Result<Cow<'_, str>, usize> {
        if self == Charset::UTF_8 {
            return std::str::from_utf8(bytes).map(Cow::Borrowed).map_err(|error| error.valid_up_to());
        }
        if let Some(text) = self.0.decode_without_bom_handling_and_without_replacement(bytes) {
            return Ok(text);
        }
        let mut decoder = self.0.new_decoder_without_bom_handling();
        let mut text =
            String::with_capacity(decoder.max_utf8_buffer_length_without_replacement(bytes.len()).unwrap_or(0));
        match decoder.decode_to_string_without_replacement(bytes, &mut text, true) {
            (DecoderResult::Malformed(length, after), read) => Err(read - usize::from(length) - usize::from(after)),
            (_, read) => Err(read),
        }
    }

    /// The text of bytes, with a replacement character for what is damaged.
    #[must_use]
    pub fn decode_lossy(self, bytes: &[u8]) -> Cow<'_, str> {
        self.0.decode_without_bom_handling(bytes).0
    }

    /// The bytes of a text, and how many characters were none of the set: each is a question mark.
    #[must_use]
    pub fn encode(self, text: &str) -> (Vec<u8>, usize) {
        if text.is_ascii() || self.0.output_encoding() == UTF_8 {
            return (text.as_bytes().to_vec(), 0);
        }
        let mut encoder = self.0.new_encoder();
        let mut bytes = Vec::with_capacity(text.len());
        let (mut rest, mut missing) = (text, 0);
        loop {
            reserve(&encoder, &mut bytes, rest);
            let (result, read) = encoder.encode_from_utf8_to_vec_without_replacement(rest, &mut bytes, true);
            rest = &rest[read..];
            match result {
                EncoderResult::InputEmpty => return (bytes, missing),
                EncoderResult::OutputFull => {}
                EncoderResult::Unmappable(_) => {
                    bytes.push(b'?');
                    missing += 1;
                }
            }
        }
    }

    /// The character set that a byte order mark names, and how many bytes the mark has.
    pub(crate) fn of_mark(bytes: &[u8]) -> Option<(Charset, usize)> {
        Encoding::for_bom(bytes).map(|(charset, length)| (Charset(charset), length))
    }

    /// The character set of a file that does not name it: by its byte order mark, or the one that is given, or UTF-8, or
    /// Windows-1252 where it cannot be that.
    pub(crate) fn of_file(bytes: &[u8], given: Option<Charset>) -> Charset {
        let marked = Charset::of_mark(bytes).map(|(marked, _)| marked);
        let guessed = || if std::str::from_utf8(bytes).is_ok() { Charset::UTF_8 } else { Charset::WESTERN };
        marked.or(given).unwrap_or_else(guessed)
    }

    /// The character set of a text of a database that does not name it: UTF-8, or else Chinese, or else Windows-1252.
    #[must_use]
    pub fn of_database_text(bytes: &[u8]) -> Charset {
        const CHINESE: Charset = Charset(GB18030);
        // Letters that Chinese has no use for mean that it is something else.
        let is_chinese = || CHINESE.decode(bytes).is_ok_and(|text| !text.contains(PRIVATE_USE));
        match std::str::from_utf8(bytes) {
            Ok(_) => Charset::UTF_8,
            Err(_) if is_chinese() => CHINESE,
            Err(_) => Charset::WESTERN,
        }
    }

    /// The text of a file that does not name its character set, of [`Charset::of_file`] and without its byte order mark.
    ///
    /// # Errors
    /// The first byte, from 0, that is no part of a character of the set that is given or marked.
    pub fn text_of(bytes: &[u8], given: Option<Charset>) -> Result<Cow<'_, str>, usize> {
        let mark = Charset::of_mark(bytes).map_or(0, |(_, length)| length);
        Charset::of_file(bytes, given).decode(&bytes[mark..]).map_err(|at| at + mark)
    }
}

/// The byte at which a text begins after its byte order mark.
pub(crate) fn after_mark(text: &str) -> usize {
    text.strip_prefix('\u{feff}').map_or(0, |after| text.len() - after.len())
}

/// Makes room for a text, all of it where its length is known.
fn reserve(encoder: &Encoder, bytes: &mut Vec<u8>, text: &str) {
    bytes.reserve(encoder.max_buffer_length_from_utf8_without_replacement(text.len()).unwrap_or(text.len()));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_is_kept_by_the_western_set() {
        let bytes: Vec<u8> = (0..=255).collect();
        let text = Charset::WESTERN.decode(&bytes).unwrap();
        assert_eq!(Charset::WESTERN.encode(&text), (bytes.clone(), 0));
    }

    #[test]
    fn damage_is_found_where_it_is() {
        let check = |name: &str, bytes: &[u8], expected: Result<&str, usize>| {
            let charset = Charset::from_name(name).unwrap();
            assert_eq!(charset.decode(bytes).as_deref().map_err(|at| *at), expected, "{name} {bytes:x?}");
        };
        check("gbk", b"ab\xcc\xec", Ok("ab天"));
        check("gbk", b"ab\xcc", Err(2));
        check("gbk", b"ab\xcc\xec\xffcd", Err(4));
        check("shift_jis", b"\x93\x56c", Ok("天c"));
        check("utf-8", b"\xe5\xa4", Err(0));
    }

    #[test]
    fn sets_are_known_by_the_names_that_programs_give_them() {
        for (name, usual, is_written) in [
            ("GB2312", "GBK", true),
            ("CP936", "GBK", true),
            ("cp932", "Shift_JIS", true),
            ("cp949", "EUC-KR", true),
            ("cp950", "Big5", true),
            (" utf_8 ", "UTF-8", true),
            ("utf-16", "UTF-16LE", false),
        ] {
            let charset = Charset::from_name(name).unwrap();
            assert_eq!((charset.name(), charset.is_written()), (usual, is_written), "{name}");
        }
        for name in ["klingon", "", "iso-2022-kr", "replacement"] {
            assert_eq!(Charset::from_name(name), None, "{name}");
        }
    }

    #[test]
    fn files_tell_their_character_set_or_are_guessed() {
        let check = |bytes: &[u8], given: Option<Charset>, expected: Result<&str, usize>| {
            assert_eq!(Charset::text_of(bytes, given).as_deref().map_err(|at| *at), expected, "{bytes:x?}");
        };
        check(b"\xef\xbb\xbfa\xc3\xa4", None, Ok("aä"));
        check(b"\xff\xfea\0", Some(Charset::WESTERN), Ok("a"));
        check(b"a\xe4", None, Ok("aä"));
        check(b"a\xe4", Some(Charset::UTF_8), Err(1));
        check(b"\xef\xbb\xbfa\xe4", None, Err(4));
    }
}
