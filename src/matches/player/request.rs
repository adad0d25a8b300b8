//! How an engine is asked for something: the lines of a request, what may come instead of an answer, and what follows one.

use std::time::{Duration, Instant};

use tengen_engine::contest::Timer;
use tengen_protocol::manager::{Answer, ManagerRequest};

use crate::matches::answer::{TimedAnswer, Trouble};
use crate::matches::player::Player;
use crate::matches::record::End;
use crate::matches::thought::ThoughtReader;
use crate::terminal::shortened;
use crate::units;

/// How long an engine that has refused something is still listened to after its last word: the refusal may have been of an
/// INFO line that came before, and the answer behind it.
const GRACE: Duration = Duration::from_secs(1);

impl<'a> Player<'a> {
    /// Says lines and waits for the line that `read` takes for the answer. `opening` is the word of an opening that is asked
    /// for: whoever refuses it, and answers nothing behind that, does not take part.
    pub(super) fn request<T>(
        &mut self,
        requests: &[ManagerRequest<'_>],
        timer: &Timer,
        opening: Option<&str>,
        mut read: impl FnMut(&mut Player<'a>, Answer, &str) -> Result<Option<T>, Trouble>,
    ) -> Result<TimedAnswer<T>, Trouble> {
        for heard in self.process.pending().collect::<Vec<_>>() {
            if let Some((_, line)) = self.take(heard)? {
                self.note_unsolicited(line);
            }
        }
        self.unsolicited_before = self.unsolicited.len();
        let wait = timer.allowance().unwrap_or(self.context.conditions.patience);
        let told = self.say(requests)?;
        self.asked = told;
        let mut reader = ThoughtReader::default();
        let mut refusal: Option<String> = None;
        loop {
            let until = self.asked + wait;
            let heard = self.listen(told, self.grace(refusal.is_some(), until))?;
            let Some((at, line)) = heard.filter(|&(at, _)| at <= until) else {
                if let Some((word, line)) = opening.zip(refusal) {
                    let line = shortened(&line);
                    let text = format!("does not take part in the opening: it answers {word} with {line}");
                    return Err(Trouble::Fault(End::Opening, text));
                }
                let text = format!("gives no answer within {}{}", units::display(wait), self.quote());
                return Err(Trouble::Late(self.asked.elapsed(), text));
            };
            let said = Answer::read(&line);
            match said {
                Answer::Message | Answer::Info => reader.hear(&line),
                _ if said.is_refusal() && opening.is_some() && refusal.is_none() => refusal = Some(line.clone()),
                _ => {}
            }
            let rested = self.rested;
            let answer = read(self, said, &line)?;
            // It was told something more, and the rest before that is not its own.
            self.asked += self.rested - rested;
            if let Some(what) = answer {
                let time = at.saturating_duration_since(self.asked);
                self.rest_after_answer()?;
                return Ok(TimedAnswer { what, time, thought: reader.thought });
            }
        }
    }

    /// Until when an answer is waited for: for a moment only where it may have been refused.
    pub(super) fn grace(&self, is_refused: bool, until: Instant) -> Instant {
        if is_refused { until.min(self.last_word + GRACE) } else { until }
    }

    /// What follows an answer: its memory is looked at, and it has to wait now.
    fn rest_after_answer(&mut self) -> Result<(), Trouble> {
        if let Some(limit) = self.engine.memory {
            let used = self.process.own_memory().unwrap_or(0);
            if used > limit {
                let [used, limit] = [used, limit].map(units::mebibytes);
                let text = format!("uses {used} of memory, {limit} are allowed");
                return Err(Trouble::Fault(End::Memory, text));
            }
        }
        if self.context.conditions.suspend {
            self.process.suspend();
        }
        Ok(())
    }
}
