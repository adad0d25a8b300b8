//! The terminal: how wide it is, text broken or cut to that width, and lines shortened to be shown.

use std::io::{self, IsTerminal};

/// What goes on in another line is indented by so much.
const CONTINUED: usize = 4;
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
    let fits = width.saturating_sub(1);
    lines.lines().map(|line| line.chars().take(fits).collect()).collect::<Vec<String>>().join("\n")
}

/// The beginning of a line, without control characters.
pub(crate) fn shortened(line: &str) -> String {
    let mut text: String = line.chars().filter(|c| !c.is_control()).take(120).collect();
    if text.len() < line.len() {
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
            // A word that is longer than any line is broken anywhere.
            for letter in word.chars() {
                if used == width && !letter.is_whitespace() && !word.contains(ESCAPE) {
                    wrapped.push('\n');
                    used = 0;
                }
                wrapped.push(letter);
                used += 1;
            }
            used -= if word.contains(ESCAPE) { word.chars().count() - columns(word) } else { 0 };
        }
    }
    wrapped
}

/// The columns that a line takes, without its end and without what colours it.
fn columns(line: &str) -> usize {
    let mut colouring = false;
    let seen = |&letter: &char| {
        colouring |= letter == ESCAPE;
        let seen = !colouring && letter != '\n';
        colouring &= letter != 'm';
        seen
    };
    line.chars().filter(seen).count()
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
    }
}
