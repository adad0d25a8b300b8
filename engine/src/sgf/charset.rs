//! The character set of a file: by its byte order mark, by what it says, by what is said of it, or by what it can be.

use super::{Location, SgfError, SgfFault};
use crate::charset::Charset;

/// The property by which a file names its character set.
const NAME: &[u8] = b"CA[";

/// The text of a file.
pub(super) struct FileText {
    /// The character set in which it was decoded.
    pub(super) charset: Charset,
    /// The text with its byte order mark, and with replacement characters for what is damaged.
    pub(super) text: String,
    /// The first place that is damaged, and the character set of which it is no text.
    pub(super) malformed: Option<(Location, Charset)>,
    /// The name of a character set that nobody knows or that cannot be, where another was taken for it.
    pub(super) unknown: Option<SgfError>,
}

/// The text of a file. Letters of two bytes may hold a `]` or a `\`, so this comes before anything else is read; see
/// [`joined_letters`] for files whose writer knew nothing of letters.
pub(super) fn decode(bytes: &[u8], given: Option<Charset>) -> FileText {
    if let Some((charset, _)) = Charset::of_mark(bytes) {
        return decode_as(charset, bytes);
    }
    let is_utf8 = || std::str::from_utf8(bytes).is_ok();
    let (declared, false_name) = declared(bytes);
    // A name that nobody knows is no harm where a set is given.
    let unknown = false_name.filter(|_| declared.is_some() || given.is_none());
    // Nor is UTF-8 where it cannot be: many programs write it there whatever they write.
    let is_false = declared == Some(Charset::UTF_8) && given.is_some() && !is_utf8();
    let declared = declared.filter(|_| !is_false);
    // Windows-1252 is the default of the format in the form in which programs write it.
    let guessed = || if is_utf8() { Charset::UTF_8 } else { Charset::WESTERN };
    FileText { unknown, ..decode_as(declared.or(given).unwrap_or_else(guessed), bytes) }
}

fn decode_as(charset: Charset, bytes: &[u8]) -> FileText {
    match charset.decode(bytes) {
        Ok(text) => FileText { charset, text: text.into_owned(), malformed: None, unknown: None },
        Err(at) => {
            let before = charset.decode_lossy(&bytes[..at]);
            let malformed = Some((Location::of(&before, before.len()), charset));
            FileText { charset, text: charset.decode_lossy(bytes).into_owned(), malformed, unknown: None }
        }
    }
}

/// The text of a file whose writer escaped bytes and not letters, as most programs in Python do: where the second byte of a
/// letter is a `\` or a `]`, a backslash stands within the letter. None where no letter is parted so.
pub(super) fn joined_letters(bytes: &[u8], charset: Charset) -> Option<FileText> {
    let is_letter = |bytes: &[u8]| charset.decode(bytes).is_ok_and(|text| text.chars().count() == 1);
    // Of most sets no letter holds such a byte. Nobody escapes the bytes of UTF-16, whose letters begin with any byte.
    if !charset.is_written() || !(0x80..=u8::MAX).any(|first| is_letter(&[first, b'\\'])) {
        return None;
    }
    let begins_letter: Vec<bool> = (0..=u8::MAX).map(|byte| !byte.is_ascii() && !is_letter(&[byte])).collect();
    let mut joined = Vec::with_capacity(bytes.len());
    let mut rest = bytes;
    while let Some((&byte, after)) = rest.split_first() {
        joined.push(byte);
        rest = after;
        if begins_letter[usize::from(byte)] {
            rest = rest.strip_prefix(b"\\").unwrap_or(rest);
            joined.extend(rest.split_off_first());
        }
    }
    (joined.len() < bytes.len()).then(|| decode_as(charset, &joined))
}

/// Whether a text is UTF-8 beyond doubt: it has letters of three bytes or more, and all are whole. A text of another set is
/// not, unless it has very few letters.
fn is_surely_utf8(bytes: &[u8]) -> bool {
    /// The smallest byte with which such a letter begins.
    const FIRST_OF_THREE: u8 = 0xe0;
    std::str::from_utf8(bytes).is_ok_and(|text| text.bytes().any(|byte| byte >= FIRST_OF_THREE))
}

/// The character set of a file by the first property `CA`: the one that it names, or UTF-8 where the text is that beyond
/// doubt; and the name where it is another. It is found byte by byte, so that it is never UTF-16.
fn declared(bytes: &[u8]) -> (Option<Charset>, Option<SgfError>) {
    /// What is shown of a name that may be long.
    const SHOWN: usize = 20;
    let is_name =
        |&at: &usize| bytes[at..].starts_with(NAME) && !bytes[..at].last().is_some_and(u8::is_ascii_uppercase);
    let Some(at) = (0..bytes.len()).find(is_name) else { return (None, None) };
    let value = bytes[at + NAME.len()..].split(|&byte| byte == b']').next().unwrap_or_default();
    if value.trim_ascii().is_empty() {
        return (None, None);
    }
    let known = std::str::from_utf8(value).ok().and_then(Charset::from_name).filter(|known| known.is_written());
    let read = known.map(|known| if is_surely_utf8(bytes) { Charset::UTF_8 } else { known });
    if read.is_some() && read == known {
        return (read, None);
    }
    let before = String::from_utf8_lossy(&bytes[..at]);
    let name = String::from_utf8_lossy(value).chars().take(SHOWN).collect();
    (read, Some(SgfError { at: Location::of(&before, before.len()), fault: SgfFault::Charset(name) }))
}
