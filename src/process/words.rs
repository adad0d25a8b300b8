//! The words of a command, as they are written in an option.

use anyhow::{Result, ensure};

/// The words of a command. Quotes of either kind hold blanks, and a doubled one between them stands for itself; a backslash is
/// only a backslash, as Windows wants it.
pub(crate) fn words(command: &str) -> Result<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut letters = command.chars().peekable();
    while let Some(c) = letters.next() {
        match quote {
            Some(open) if c == open && letters.next_if_eq(&open).is_none() => quote = None,
            Some(_) => word.get_or_insert_default().push(c),
            None if matches!(c, '"' | '\'') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            None if c.is_whitespace() => words.extend(word.take()),
            None => word.get_or_insert_default().push(c),
        }
    }
    ensure!(quote.is_none(), "a quotation mark is not closed");
    words.extend(word);
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_hold_blanks_and_quotes() {
        for (command, expected) in [
            (r"a  b\c", &["a", r"b\c"][..]),
            ("'a b' \"c d\"e", &["a b", "c de"]),
            ("'it''s here' \"it's\"", &["it's here", "it's"]),
            (r#"--say="a ""b""" '' """""#, &[r#"--say=a "b""#, "", "\""]),
        ] {
            assert_eq!(words(command).unwrap(), expected, "{command}");
        }
        for open in ["'a", "'a''", "\"'"] {
            assert_eq!(words(open).unwrap_err().to_string(), "a quotation mark is not closed", "{open}");
        }
    }
}
