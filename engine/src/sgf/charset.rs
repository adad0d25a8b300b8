//! The character set of a file: by its byte order mark, by what it says, by what is said of it, or by what it can be.

use encoding_rs::{Encoding, UTF_8, WINDOWS_1252};

use crate::charset::Charset;

use super::{Location, SgfError, SgfFault};

/// The property by which a file names its character set.
const NAME: &[u8] = b"CA[";

/// The text of a file. Letters of two bytes may hold a `]` or a `\`, so this comes before anything else is read.
///
/// What is damaged within a text of a Chinese or Japanese character set is drawn as replacement characters, since it is
/// most often one letter of a comment.
pub(super) fn decode(bytes: &[u8], given: Option<Charset>) -> Result<String, SgfError> {
    if let Some((charset, mark)) = Encoding::for_bom(bytes) {
        return decode_as(charset, &bytes[mark..]);
    }
    let given = given.and_then(|given| Encoding::for_label(given.name().as_bytes()));
    // A name that nobody knows is no harm where a set is given.
    let declared = declared(bytes).or_else(|error| given.map(Some).ok_or(error))?;
    // Nor is one that cannot be: many programs write UTF-8 there whatever they write.
    let is_false = declared == Some(UTF_8) && given.is_some() && std::str::from_utf8(bytes).is_err();
    let declared = declared.filter(|_| !is_false);
    match declared.or(given) {
        Some(charset) => decode_as(charset, bytes),
        None => match std::str::from_utf8(bytes) {
            Ok(text) => Ok(text.to_string()),
            // The format's default, in the form in which programs write it.
            Err(_) => decode_as(WINDOWS_1252, bytes),
        },
    }
}

fn decode_as(charset: &'static Encoding, bytes: &[u8]) -> Result<String, SgfError> {
    if charset != UTF_8 {
        return Ok(charset.decode_without_bom_handling(bytes).0.into_owned());
    }
    match std::str::from_utf8(bytes) {
        Ok(text) => Ok(text.to_string()),
        Err(error) => {
            let before = String::from_utf8_lossy(&bytes[..error.valid_up_to()]);
            Err(SgfError { at: Location::of(&before, before.len()), fault: SgfFault::NotUtf8 })
        }
    }
}

/// The character set that the first property `CA` names.
fn declared(bytes: &[u8]) -> Result<Option<&'static Encoding>, SgfError> {
    let is_name =
        |&at: &usize| bytes[at..].starts_with(NAME) && !bytes[..at].last().is_some_and(u8::is_ascii_uppercase);
    let Some(at) = (0..bytes.len()).find(is_name) else { return Ok(None) };
    let value = bytes[at + NAME.len()..].split(|&byte| byte == b']').next().unwrap_or_default();
    if value.trim_ascii().is_empty() {
        return Ok(None);
    }
    match Encoding::for_label(value) {
        Some(charset) => Ok(Some(charset)),
        None => {
            /// What is shown of a name that may be long.
            const SHOWN: usize = 20;
            let before = String::from_utf8_lossy(&bytes[..at]);
            let name = String::from_utf8_lossy(value).chars().take(SHOWN).collect();
            Err(SgfError { at: Location::of(&before, before.len()), fault: SgfFault::Charset(name) })
        }
    }
}
