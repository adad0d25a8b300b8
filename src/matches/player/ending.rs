//! How a player is let go after a game, and what is then told of it.

use std::process::ExitStatus;
use std::time::{Duration, Instant};

use tengen_protocol::manager::ManagerRequest;

use crate::matches::player::{FLOOD, Player, wrote_to_stderr};
use crate::process::{Heard, ended, has_crashed};
use crate::terminal::shortened;
use crate::units;

/// How long an engine may take to end after END; Piskvork waits 0.7 s and the protocol says one.
const END_WAIT: Duration = Duration::from_secs(1);

/// What was remarkable about a game.
struct GameNotes {
    notes: Vec<String>,
    /// Whether the engine had closed its output, or had flooded it: the last note tells of that.
    has_ended: bool,
    /// How its process had ended by then, if it had.
    status: Option<ExitStatus>,
}

impl<'a> Player<'a> {
    /// Ends the process and tells what was remarkable about this game.
    pub(in crate::matches) fn finish(mut self) -> Vec<String> {
        let GameNotes { mut notes, status: told, .. } = self.notes();
        // Whether it still hears this shows in how it ends.
        let _ = self.send(&[ManagerRequest::End]);
        // Managers keep the pipe open: an engine that ends by END alone must be told from one that waits for the end of its
        // input.
        let status = self.process.wait(Instant::now() + END_WAIT);
        // What it wrote during the game may still be on its way to us.
        let has_complained = self.stderr_line.is_some();
        let last_words: Vec<Heard> = self.process.last_words().collect();
        self.overhear(last_words);
        notes.extend(self.stderr_line.as_deref().filter(|_| !has_complained).map(wrote_to_stderr));
        match status {
            None => notes.push(format!("did not end within {} of END", units::display(END_WAIT))),
            // Of one that had ended by itself before it is told already.
            Some(status) if has_crashed(status) && told.is_none() => {
                notes.push(format!("ended badly: {status}"));
            }
            Some(_) => {}
        }
        notes
    }

    /// Tells what was remarkable about this game, and keeps the player for another one unless it has ended by itself.
    pub(in crate::matches) fn keep(mut self) -> (Vec<String>, Option<Player<'a>>) {
        let GameNotes { notes, has_ended, .. } = self.notes();
        (notes, (!has_ended).then_some(self))
    }

    /// What was remarkable about this game, so far, and cost nothing.
    fn notes(&mut self) -> GameNotes {
        let pending: Vec<Heard> = self.process.pending().collect();
        let end = pending.iter().find(|heard| matches!(heard, Heard::Flood | Heard::Closed));
        let has_ended = end.is_some();
        // A flood that nobody reads any more ends its process at once, which is no other news.
        let status = end.and_then(|_| self.process.status());
        let end = end.map(|end| if matches!(end, Heard::Flood) { FLOOD.to_string() } else { ended(status) });
        self.overhear(pending);
        let unasked = |line: &String| format!("said what nobody asked for: {}", shortened(line));
        let mut notes: Vec<String> = self.unsolicited.iter().map(unasked).collect();
        notes.extend(self.stderr_line.as_deref().map(wrote_to_stderr));
        notes.extend(end);
        GameNotes { notes, has_ended, status }
    }
}
