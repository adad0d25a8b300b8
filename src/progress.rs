//! The progress of a long run: a bar on a terminal, a line now and then elsewhere.

use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use crate::output::say;

/// Time between two lines where there is no terminal to show a bar all the time.
const SAY_EVERY: Duration = Duration::from_secs(30);

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
        let template = format!("{{bar:24}} {{pos}}/{{len}} {unit}, {{elapsed}}, {{eta}} left: {{msg}}");
        bar.set_style(ProgressStyle::with_template(&template).expect("no unit holds a brace"));
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
