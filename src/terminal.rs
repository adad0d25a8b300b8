//! The terminal: how wide it is, text broken or cut to that width, and lines shortened to be shown.

use std::io::{self, IsTerminal};

use unicode_width::UnicodeWidthChar;

use crate::output::is_plain;

/// What goes on in another line is indented by so much.
const CONTINUED: usize = 4;
/// Letters of a line that is shortened.
const SHORTENED: usize = 120;
/// The letter with which a change of colour begins; it ends with an m.
const ESCAPE: char = '\x1b';

/// The columns of the terminal, if there is one.
pub(crate) fn width() -> Option<usize> {
    terminal_size::terminal_size().map(|(width, _)| usize::from(width.0))
}

/// Lines cut to what fits the terminal, for what is drawn over again: a line that goes on in the next row of the terminal
/// would stay there.
pub(crate) fn cut(lines: &str) -> String {
    let Some(width) = width() else { return lines.to_string() };
    // Some terminals wrap a line that ends in their last column.
    cut_to(lines, width.saturating_sub(1))
}

fn cut_to(lines: &str, width: usize) -> String {
    let beginning = |line: &str| -> String {
        let mut used = 0;
        let fits = |&letter: &char| {
            used += letter_columns(letter);
            used <= width
        };
        line.chars().take_while(fits).collect()
    };
    lines.lines().map(beginning).collect::<Vec<String>>().join("\n")
}

/// A text with blanks behind it that fill so many columns.
pub(crate) fn padded(text: &str, width: usize) -> String {
    text.to_string() + &" ".repeat(width.saturating_sub(columns(text)))
}

/// The beginning of a line. What is not plain in it is written as in a program: it may be what is wrong.
pub(crate) fn shortened(line: &str) -> String {
    let mut letters = line.chars();
    let mut text = String::new();
    for letter in letters.by_ref().take(SHORTENED) {
        match is_plain(letter) {
            true => text.push(letter),
            false => text.extend(letter.escape_default()),
        }
    }
    if letters.next().is_some() {
        text.push('…');
    }
    text
}

/// Text whose lines are broken at blanks where they are longer than the terminal is wide. What colours it takes no room.
pub(crate) fn wrapped(text: &str) -> String {
    match width() {
        Some(width) if io::stdout().is_terminal() => wrapped_to(text, width),
        _ => text.to_string(),
    }
}

fn wrapped_to(text: &str, width: usize) -> String {
    let mut wrapped = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        if columns(line) <= width {
            wrapped.push_str(line);
            continue;
        }
        let mut used = 0;
        for word in line.split_inclusive(' ') {
            let blanks = word.len() - word.trim_end_matches(' ').len();
            if used > CONTINUED && used + columns(word) - blanks > width {
                wrapped.truncate(wrapped.trim_end_matches(' ').len());
                wrapped.push('\n');
                wrapped.push_str(&" ".repeat(CONTINUED));
                used = CONTINUED;
            }
            if word.contains(ESCAPE) {
                wrapped.push_str(word);
                used += columns(word);
                continue;
            }
            // A word that is longer than any line is broken anywhere.
            for letter in word.chars() {
                let columns = letter_columns(letter);
                if used + columns > width && !letter.is_whitespace() {
                    wrapped.push('\n');
                    used = 0;
                }
                wrapped.push(letter);
                used += columns;
            }
        }
    }
    wrapped
}

/// The columns that a line takes, without its end and without what colours it.
pub(crate) fn columns(line: &str) -> usize {
    let mut colouring = false;
    let seen = |&letter: &char| {
        colouring |= letter == ESCAPE;
        let seen = !colouring;
        colouring &= letter != 'm';
        seen
    };
    line.chars().filter(seen).map(letter_columns).sum()
}

/// The columns that a letter takes: two in Chinese and Japanese, none for a control character or what stands above another.
fn letter_columns(letter: char) -> usize {
    letter.width().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_broken_and_others_left_alone() {
        let check = |text: &str, expected: &str| assert_eq!(wrapped_to(text, 12), expected, "{text}");
        check("short\n\n  as it is\n", "short\n\n  as it is\n");
        check("one two three four\n", "one two\n    three\n    four\n");
        check("abcdefghijklmnop\n", "abcdefghijkl\nmnop\n");
        check("    abcdefghijklmnop\n", "    abcdefgh\nijklmnop\n");
        check("\x1b[1mone\x1b[0m two\x1b[36m three\x1b[0m\n", "\x1b[1mone\x1b[0m two\x1b[36m\n    three\x1b[0m\n");
        check("\x1b[1mtwelve\x1b[0m twelf\n", "\x1b[1mtwelve\x1b[0m twelf\n");
        check("五子棋 一二三四\n", "五子棋\n    一二三四\n");
        check("a五子棋五子棋\n", "a五子棋五子\n棋\n");
    }

    #[test]
    fn what_is_shortened_shows_what_is_not_plain() {
        assert_eq!(shortened("1\u{0}2\u{0},\t\x1b[1m五"), "1\\u{0}2\\u{0},\\t\\u{1b}[1m五");
        assert_eq!(shortened(&"x".repeat(SHORTENED)), "x".repeat(SHORTENED));
        assert_eq!(shortened(&"x".repeat(SHORTENED + 1)), "x".repeat(SHORTENED) + "…");
    }

    #[test]
    fn wide_letters_take_two_columns() {
        assert_eq!(cut_to("五子棋 12\nabcdef", 5), "五子\nabcde");
        for (text, width, expected) in
            [("五子", 6, "五子  "), ("五子棋", 6, "五子棋"), ("五子棋", 5, "五子棋"), ("e\u{301}a", 3, "e\u{301}a ")]
        {
            assert_eq!(padded(text, width), expected);
        }
    }
}
