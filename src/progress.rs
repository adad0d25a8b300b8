//! The progress of a long run: a bar on a terminal, a line now and then elsewhere. All commands show theirs by this.

use std::fmt::Display;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::output::{complain, plain, say};
use crate::terminal;

/// Time between two lines where there is no terminal to show a bar all the time.
const SAY_EVERY: Duration = Duration::from_secs(30);
/// From this width of the terminal on, in columns, there is room for a bar beside its numbers.
const WIDE: usize = 90;
/// Time between two turns of a spinner.
const TURN_EVERY: Duration = Duration::from_millis(100);
/// How many of many are done before it is shown again how many there are.
const SHOWN_EVERY: u64 = 1_000;

/// When a line tells how far a run has come, where there is no terminal to show a bar all the time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PlainLines {
    /// Every thirty seconds.
    NowAndThen,
    /// Whenever so many more are done.
    Every(usize),
    /// Never: what is printed of each says enough.
    Never,
}

/// When the next line is due.
struct LineClock {
    plain: PlainLines,
    said: Instant,
}

impl LineClock {
    /// A run that begins now.
    fn new(plain: PlainLines) -> LineClock {
        LineClock { plain, said: Instant::now() }
    }

    /// Whether a line is to be said now that so many are done. If so it counts as said.
    fn is_due(&mut self, done: u64) -> bool {
        let is_due = match self.plain {
            PlainLines::NowAndThen => self.said.elapsed() >= SAY_EVERY,
            PlainLines::Every(number) => done.is_multiple_of(number as u64),
            PlainLines::Never => false,
        };
        if is_due {
            self.said = Instant::now();
        }
        is_due
    }
}

/// How far a run has come.
pub(crate) struct Progress {
    bar: ProgressBar,
    /// What is counted, in the plural.
    unit: &'static str,
    lines: LineClock,
    begin: Instant,
}

impl Progress {
    /// A run of which some is done already.
    pub(crate) fn new(unit: &'static str, plain: PlainLines, done: usize, all: usize) -> Progress {
        let bar = ProgressBar::new(all as u64).with_position(done.min(all) as u64);
        bar.reset_eta();
        bar.set_style(style(unit));
        Progress { bar, unit, lines: LineClock::new(plain), begin: Instant::now() }
    }

    /// A run that shows nothing of how far it is.
    pub(crate) fn hidden() -> Progress {
        let bar = ProgressBar::hidden();
        Progress { bar, unit: "", lines: LineClock::new(PlainLines::Never), begin: Instant::now() }
    }

    /// One more is done, and there is this to say about it.
    pub(crate) fn add(&mut self, message: String) {
        let message = plain(message);
        self.bar.inc(1);
        let done = self.bar.position();
        if self.bar.is_hidden() && self.lines.is_due(done) {
            say!("{done} of {} {}: {message}", self.bar.length().unwrap_or_default(), self.unit);
        }
        self.bar.set_message(message);
    }

    /// Shows what is being done now, on the bar alone.
    pub(crate) fn show(&self, message: String) {
        self.bar.set_message(plain(message));
    }

    /// Says a line, above the bar.
    pub(crate) fn print(&self, line: impl Display) {
        self.bar.suspend(|| say!("{line}"));
    }

    /// Complains, above the bar.
    pub(crate) fn complain(&self, line: impl Display) {
        self.bar.suspend(|| complain(line));
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

/// How a bar looks.
fn style(unit: &str) -> ProgressStyle {
    let bar = if terminal::width().is_none_or(|width| width >= WIDE) { "{bar:24} " } else { "" };
    line_style(&format!("{bar}{{pos}}/{{len}} {unit}, {{elapsed}}, {{eta}} left:"))
}

/// A message behind what changes: never wider than the terminal, and with a blank in its last column, which is not cleared
/// in every terminal, so that nothing of it is left behind.
fn line_style(before: &str) -> ProgressStyle {
    ProgressStyle::with_template(&format!("{before} {{wide_msg}} ")).expect("no unit holds a brace")
}

/// Work of which nobody knows how much there is: on a terminal, the time and what is being done.
pub(crate) struct Spinner {
    bar: ProgressBar,
    /// What stands before all that is shown.
    label: String,
    lines: LineClock,
}

impl Spinner {
    /// Work that begins now.
    pub(crate) fn new(plain: PlainLines) -> Spinner {
        let bar = ProgressBar::no_length();
        bar.set_style(line_style("{spinner} {elapsed}:"));
        // Work that says nothing for long is seen to go on.
        if !bar.is_hidden() {
            bar.enable_steady_tick(TURN_EVERY);
        }
        Spinner { bar, label: String::new(), lines: LineClock::new(plain) }
    }

    /// The same, with what is done standing before all that is shown.
    pub(crate) fn with_label(mut self, label: Option<String>) -> Spinner {
        self.label = label.map(|label| label + ": ").unwrap_or_default();
        self
    }

    /// One more is done, and there is this to say about it.
    pub(crate) fn add(&mut self, message: String) {
        self.bar.inc(1);
        self.tell(message);
    }

    /// One more of many is done, and `tell` says how many there are, now and then.
    pub(crate) fn count(&mut self, tell: impl FnOnce(u64) -> String) {
        self.bar.inc(1);
        let done = self.done();
        if done.is_multiple_of(SHOWN_EVERY) {
            self.tell(tell(done));
        }
    }

    /// How many are done.
    pub(crate) fn done(&self) -> u64 {
        self.bar.position()
    }

    /// Shows what has come of what was done, or says it in a line when one is due.
    fn tell(&mut self, message: String) {
        if self.bar.is_hidden() && self.lines.is_due(self.done()) {
            say!("{}", plain(&message));
        }
        self.show(message);
    }

    /// What is being done now.
    pub(crate) fn show(&self, message: String) {
        self.bar.set_message(plain(format_args!("{}{message}", self.label)));
    }

    /// Does what writes lines, with the spinner out of their way.
    pub(crate) fn suspend(&self, act: impl FnOnce()) {
        self.bar.suspend(act);
    }

    /// Takes it away.
    pub(crate) fn end(&self) {
        self.bar.finish_and_clear();
    }
}

/// Lines of the standard output that are kept up to date in place, where that is a terminal.
pub(crate) struct LiveText(ProgressBar);

impl LiveText {
    /// Nothing yet.
    pub(crate) fn new() -> LiveText {
        let place = ProgressBar::with_draw_target(None, ProgressDrawTarget::stdout());
        place.set_style(ProgressStyle::with_template("{msg}").expect("the template is a constant"));
        LiveText(place)
    }

    /// Whether nothing can be shown in place.
    pub(crate) fn is_hidden(&self) -> bool {
        self.0.is_hidden()
    }

    /// Shows these lines in the place of those before, cut to the width of the terminal.
    pub(crate) fn show(&self, lines: &str) {
        self.0.set_message(terminal::cut(lines));
    }

    /// Takes the lines away.
    pub(crate) fn end(&self) {
        self.0.finish_and_clear();
    }
}

#[cfg(test)]
mod tests {
    use std::io;
    use std::sync::{Arc, Mutex};

    use indicatif::TermLike;

    use super::*;

    /// A terminal of eighty columns, and what was written to it.
    #[derive(Clone, Default, Debug)]
    struct NarrowTerminal(Arc<Mutex<Vec<String>>>);

    impl TermLike for NarrowTerminal {
        fn width(&self) -> u16 {
            80
        }

        fn write_str(&self, text: &str) -> io::Result<()> {
            self.0.lock().unwrap().push(text.to_string());
            Ok(())
        }

        fn write_line(&self, text: &str) -> io::Result<()> {
            self.write_str(text)
        }

        fn move_cursor_up(&self, _: usize) -> io::Result<()> {
            Ok(())
        }

        fn move_cursor_down(&self, _: usize) -> io::Result<()> {
            Ok(())
        }

        fn move_cursor_right(&self, _: usize) -> io::Result<()> {
            Ok(())
        }

        fn move_cursor_left(&self, _: usize) -> io::Result<()> {
            Ok(())
        }

        fn clear_line(&self) -> io::Result<()> {
            Ok(())
        }

        fn flush(&self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn no_letter_stands_in_the_last_column_and_none_steers_the_terminal() {
        for style in [style("games"), line_style("{spinner} {elapsed}:")] {
            let terminal = NarrowTerminal::default();
            let target = ProgressDrawTarget::term_like(Box::new(terminal.clone()));
            let bar = ProgressBar::with_draw_target(Some(9), target).with_style(style);
            let progress = Progress { bar, unit: "", lines: LineClock::new(PlainLines::Never), begin: Instant::now() };
            progress.show("\x1b[5m".repeat(40));
            progress.bar.force_draw();
            let written = terminal.0.lock().unwrap();
            let line = written.iter().find(|text| text.contains("u{1b}[5m")).expect("it is drawn");
            assert_eq!(terminal::columns(line), 80, "{line}");
            assert!(line.ends_with(' ') && !line.contains('\x1b'), "{line}");
        }
    }

    #[test]
    fn of_many_things_it_is_told_now_and_then_how_many_are_done() {
        let (mut spinner, mut told) = (Spinner::new(PlainLines::Never), Vec::new());
        for _ in 0..2 * SHOWN_EVERY + 1 {
            spinner.count(|done| {
                told.push(done);
                done.to_string()
            });
        }
        assert_eq!(told, [SHOWN_EVERY, 2 * SHOWN_EVERY]);
    }
}
