//! The progress of a long run: a bar on a terminal, a line now and then elsewhere.

use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use crate::output::say;

/// Time between two lines where there is no terminal to show a bar all the time.
const SAY_EVERY: Duration = Duration::from_secs(30);

/// What goes on in another line is indented by so much.
const CONTINUED: usize = 4;
/// The letter with which a change of colour begins; it ends with an m.
const ESCAPE: char = '\x1b';
/// From this width of the terminal on, in columns, there is room for a bar beside its numbers.
const WIDE: usize = 90;

/// How a bar looks: never wider than the terminal, so that nothing of it is left behind.
pub(crate) fn style(unit: &str) -> ProgressStyle {
    let bar = if width().is_none_or(|width| width >= WIDE) { "{bar:24} " } else { "" };
    let template = format!("{bar}{{pos}}/{{len}} {unit}, {{elapsed}}, {{eta}} left: {{wide_msg}}");
    ProgressStyle::with_template(&template).expect("no unit holds a brace")
}

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

/// How far a run has come.
pub(crate) struct Progress {
    bar: ProgressBar,
    /// What is counted, in the plural.
    unit: &'static str,
    begin: Instant,
    said: Instant,
}

impl Progress {
    /// A run of which some is done already.
    pub(crate) fn new(unit: &'static str, done: usize, all: usize) -> Progress {
        let bar = ProgressBar::new(all as u64).with_position(done.min(all) as u64);
        bar.reset_eta();
        bar.set_style(style(unit));
        Progress { bar, unit, begin: Instant::now(), said: Instant::now() }
    }

    /// One more is done, and there is this to say about it.
    pub(crate) fn add(&mut self, message: String) {
        self.bar.inc(1);
        if self.bar.is_hidden() && self.said.elapsed() >= SAY_EVERY {
            self.said = Instant::now();
            say!("{} of {} {}: {message}", self.bar.position(), self.bar.length().unwrap_or_default(), self.unit);
        }
        self.bar.set_message(message);
    }

    /// So many of something in the time of this run, as a number per so long.
    pub(crate) fn rate(&self, count: usize, per: Duration) -> f64 {
        count as f64 * per.as_secs_f64() / self.begin.elapsed().as_secs_f64()
    }

    /// Takes the bar away.
    pub(crate) fn end(&self) {
        self.bar.finish_and_clear();
    }
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
