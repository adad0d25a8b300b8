//! An engine at the board: a process that is spoken to as a manager does, and a word for each way in which it can break the
//! protocol.

mod ending;
mod opening;
mod request;

use std::fmt::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use tengen_engine::contest::Timer;
use tengen_engine::game::Game;
use tengen_protocol::coords::Coords;
use tengen_protocol::info::InfoKey;
use tengen_protocol::manager::{self, ManagerClock, ManagerRequest, Place};

use crate::matches::answer::{TimedAnswer, Trouble};
use crate::matches::engines::{EngineTerms, Launch};
use crate::matches::record::End;
use crate::matches::setup::MatchConditions;
use crate::matches::transcript::Transcript;
use crate::process::{Heard, Process, Silence, StartError, ended, unfinished_note};
use crate::terminal::shortened;
use crate::units;

/// How long an engine that will be asked for an opening is listened to after INFO.
const INFO_WAIT: Duration = Duration::from_millis(100);
/// How much later than its engines a match may hear that it is to stop, where all are told at once.
const CANCEL_WAIT: Duration = Duration::from_millis(50);
/// The kind of game of a match: the opponent is an engine.
const AGAINST_ENGINE: i64 = 1;
/// The most memory that an engine is told of, in bytes, as by Piskvork: old templates read numbers of 32 bits.
const MOST_MEMORY: u64 = i32::MAX as u64;
/// The number under which what is said outside of games stands in transcripts: games are counted from 1.
pub(super) const NO_GAME: usize = 0;
/// Different unsolicited lines that are kept of a game.
const MOST_UNSOLICITED: usize = 4;
/// What is said of an engine that says more than anybody could want to hear.
const FLOOD: &str = "floods its output";

/// What a player needs to know apart from the engine that it is.
#[derive(Clone, Copy)]
pub(super) struct PlayContext<'a> {
    /// What holds for everyone.
    pub conditions: &'a MatchConditions,
    /// Set when the match is to stop at once.
    pub cancelled: &'a AtomicBool,
    /// Where what is said is noted.
    pub transcript: &'a Transcript,
}

/// A running engine that knows the game so far.
pub(super) struct Player<'a> {
    engine: &'a EngineTerms,
    context: PlayContext<'a>,
    process: Process,
    game: usize,
    /// Stones of the present game that the engine knows of.
    known: usize,
    last_word: Instant,
    /// When it was last asked for something, put off by its rests since: the time of its answer counts from here on.
    pub(super) asked: Instant,
    /// How long it was given to rest, all in all.
    rested: Duration,
    /// The first line of its standard error that is no message.
    stderr_line: Option<String>,
    /// The last message there, which may tell of a crash.
    stderr_message: Option<String>,
    /// The first lines that were neither answers nor messages.
    unsolicited: Vec<String>,
    /// How many there were when it was asked for something last.
    unsolicited_before: usize,
}

impl<'a> Player<'a> {
    /// Starts the process. It is not told anything yet.
    pub(super) fn start(
        engine: &'a EngineTerms,
        launch: &Launch,
        context: PlayContext<'a>,
    ) -> Result<Player<'a>, Trouble> {
        let folder = engine.folder.as_deref();
        let process = Process::start(&launch.program, &launch.arguments, folder, context.cancelled);
        let process = process.map_err(|why| match why {
            // Room was not waited for any longer.
            StartError::Room(_) if context.cancelled.load(Ordering::Relaxed) => Trouble::Cancelled,
            why => Trouble::unstarted(engine, why),
        })?;
        Ok(Player {
            engine,
            context,
            process,
            game: 0,
            known: 0,
            last_word: Instant::now(),
            asked: Instant::now(),
            rested: Duration::ZERO,
            stderr_line: None,
            stderr_message: None,
            unsolicited: Vec::new(),
            unsolicited_before: 0,
        })
    }

    /// Begins a game: START, and INFO about everything there is to know.
    pub(super) fn new_game(&mut self, number: usize) -> Result<(), Trouble> {
        let EngineTerms { info, turn, increment, depth, nodes, memory, .. } = self.engine;
        let MatchConditions { rules, size, start_wait, suspend, .. } = self.context.conditions;
        (self.game, self.known, self.stderr_line, self.stderr_message) = (number, 0, None, None);
        self.unsolicited.clear();
        self.unsolicited_before = 0;
        let sent = self.say(&[ManagerRequest::Start(*size)])?;
        let start = spoken(&ManagerRequest::Start(*size)).concat();
        let until = sent + *start_wait;
        let mut refusal: Option<String> = None;
        loop {
            let Some((_, line)) = self.listen(sent, self.grace(refusal.is_some(), until))? else {
                let text = match refusal {
                    Some(line) => format!("refuses {start}: {}", shortened(&line)),
                    None => format!("says no OK within {} of {start}{}", units::display(*start_wait), self.quote()),
                };
                return Err(Trouble::Fault(End::Start, text));
            };
            match manager::Answer::read(&line) {
                manager::Answer::Ok => break,
                answer if answer.is_refusal() => refusal = Some(line.clone()),
                _ => {}
            }
            self.note_unsolicited(line);
        }
        let game = Timer::new(self.engine.control()).most();
        let mut requests = ManagerClock { turn: *turn, game, increment: *increment }.requests();
        let memory = memory.map_or(0, |bytes| whole(bytes.min(MOST_MEMORY)));
        requests.push(ManagerRequest::Info(InfoKey::MaxMemory, memory));
        requests.push(ManagerRequest::Info(InfoKey::GameType, AGAINST_ENGINE));
        requests.push(manager::rule(*rules));
        requests.extend(depth.map(|depth| ManagerRequest::Info(InfoKey::MaxDepth, depth.into())));
        requests.extend(nodes.map(|nodes| ManagerRequest::Info(InfoKey::MaxNodes, whole(nodes))));
        requests.extend(info.iter().map(|(key, value)| ManagerRequest::OtherInfo(key, value)));
        self.inform(&requests)?;
        if *suspend {
            self.process.suspend();
        }
        Ok(())
    }

    /// Asks for a move in a game in which it is this player's turn and this is his clock. `None` gives the move up.
    pub(super) fn ask(&mut self, game: &Game, timer: &Timer) -> Result<TimedAnswer<Option<Place>>, Trouble> {
        let requests = [time_left(timer), self.move_request(game)];
        let answer = self.request(&requests, timer, None, |player, said, line| match said {
            manager::Answer::Move(place) => Ok(Some(Some(place))),
            // Managers read no further than the first.
            manager::Answer::Stones(places) => Ok(places.first().copied().map(Some)),
            manager::Answer::Pass => Ok(Some(None)),
            // Managers echo the suggestion, and then it is the move.
            manager::Answer::Suggest(place) => player.say(&[ManagerRequest::Play(place)]).map(|_| None),
            _ => {
                player.note_unsolicited(line.to_string());
                Ok(None)
            }
        })?;
        self.known = game.moves().len() + usize::from(answer.what.is_some());
        Ok(answer)
    }

    /// What asks for a move: the last stone where the engine knows all others, else the whole board.
    fn move_request<'g>(&self, game: &'g Game) -> ManagerRequest<'g> {
        match game.moves().split_last() {
            None if !self.context.conditions.whole_board => ManagerRequest::Begin,
            Some((last, before)) if before.len() == self.known && !self.context.conditions.whole_board => {
                ManagerRequest::Turn(last.point)
            }
            _ => ManagerRequest::Board(game),
        }
    }

    fn rest(&mut self) {
        let begin = Instant::now();
        thread::sleep((self.last_word + self.engine.delay).saturating_duration_since(begin));
        self.rested += begin.elapsed();
    }

    fn say(&mut self, requests: &[ManagerRequest<'_>]) -> Result<Instant, Trouble> {
        self.send(requests).ok_or_else(|| self.crash())
    }

    /// Says lines in one piece when it has rested, and returns when that was, or `None` when it has closed its input.
    fn send(&mut self, requests: &[ManagerRequest<'_>]) -> Option<Instant> {
        self.rest();
        let mut text = String::new();
        for line in requests.iter().flat_map(spoken) {
            self.transcribe('>', &line);
            let _ = write!(text, "{line}\r\n");
        }
        if self.context.conditions.suspend {
            self.process.resume();
        }
        self.process.say(text)
    }

    /// Says INFO lines. Where an opening is asked for, an engine refuses of them now what it refuses, and not when it is asked.
    fn inform(&mut self, requests: &[ManagerRequest<'_>]) -> Result<(), Trouble> {
        let told = self.say(requests)?;
        if self.context.conditions.opening_rule.is_some() {
            while let Some((_, line)) = self.listen(told, told + INFO_WAIT)? {
                self.note_unsolicited(line);
            }
        }
        Ok(())
    }

    /// The next line that is no complaint and came after it was `told` what it is asked, or `None` when the time is up.
    fn listen(&mut self, told: Instant, until: Instant) -> Result<Option<(Instant, String)>, Trouble> {
        loop {
            match self.process.hear(until, self.context.cancelled) {
                Ok(heard) => match self.take(heard)? {
                    // Said while it rested: no answer to what it has not been told yet.
                    Some((at, line)) if at < told => self.note_unsolicited(line),
                    Some(line) => return Ok(Some(line)),
                    None => {}
                },
                Err(Silence::TimeUp) => return Ok(None),
                Err(Silence::Cancelled) => return Err(Trouble::Cancelled),
            }
        }
    }

    fn take(&mut self, heard: Heard) -> Result<Option<(Instant, String)>, Trouble> {
        let Some(heard) = heard.trimmed() else { return Ok(None) };
        match heard {
            Heard::Line(at, line) => {
                self.transcribe('<', &line);
                self.last_word = at;
                return Ok(Some((at, line)));
            }
            Heard::Stderr(text) => {
                if let Some(first) = self.take_stderr(text)
                    && !self.context.conditions.allow_stderr
                {
                    // The message of a crash also comes this way, and the crash is then the news.
                    if self.process.status().is_some() {
                        return Err(self.crash());
                    }
                    self.overhear_pending();
                    let text = format!("{} (a fault without --allow-stderr)", wrote_to_stderr(&first));
                    return Err(Trouble::Fault(End::Stderr, text));
                }
            }
            Heard::Flood => return Err(Trouble::Fault(End::Flood, FLOOD.to_string())),
            Heard::Closed => return Err(self.crash()),
        }
        Ok(None)
    }

    /// Takes a line of its standard error and returns the first of the game, or `None` for a message: managers that read both
    /// streams as one pass it over.
    fn take_stderr(&mut self, text: String) -> Option<String> {
        self.transcribe('!', &text);
        if manager::Answer::read(&text) == manager::Answer::Message {
            self.stderr_message = Some(text);
            return None;
        }
        Some(self.stderr_line.get_or_insert(text).clone())
    }

    fn crash(&mut self) -> Trouble {
        let status = self.process.status();
        // What ends the match may end the engines first.
        thread::sleep(CANCEL_WAIT);
        if self.context.cancelled.load(Ordering::Relaxed) {
            return Trouble::Cancelled;
        }
        self.overhear_pending();
        let mut text = ended(status);
        if let Some(line) = self.stderr_line.as_ref().or(self.stderr_message.as_ref()) {
            let _ = write!(text, "; standard error: {}", shortened(line));
        }
        if self.stderr_line.is_none() {
            text.push_str(&self.quote());
        }
        Trouble::Fault(End::Crash, text)
    }

    /// Hears what it has said and nobody waits for.
    fn overhear_pending(&mut self) {
        let pending: Vec<Heard> = self.process.pending().collect();
        self.overhear(pending);
    }

    /// Hears what nobody waits for: it belongs in the transcript all the same.
    fn overhear(&mut self, all: Vec<Heard>) {
        for heard in all.into_iter().filter_map(Heard::trimmed) {
            match heard {
                Heard::Line(_, line) => self.transcribe('<', &line),
                Heard::Stderr(text) => drop(self.take_stderr(text)),
                Heard::Flood | Heard::Closed => {}
            }
        }
    }

    fn note_unsolicited(&mut self, line: String) {
        if !matches!(manager::Answer::read(&line), manager::Answer::Message | manager::Answer::Info) {
            let room = self.unsolicited.len() < MOST_UNSOLICITED && !self.unsolicited.contains(&line);
            self.unsolicited.extend(Some(line).filter(|_| room));
        }
    }

    /// What came and was no answer, as the end of a sentence: the unsolicited line that says most, and the beginning of one
    /// whose end has not come, which is transcribed too.
    fn quote(&self) -> String {
        let since = most_telling(&self.unsolicited[self.unsolicited_before..]);
        let unsolicited = since.or(self.unsolicited.last()).map(|line| format!("; it said: {}", shortened(line)));
        let unfinished = self.process.unfinished().map(|line| {
            self.transcribe('<', &format!("{line} (without a line end)"));
            unfinished_note(&line)
        });
        unsolicited.into_iter().chain(unfinished).collect()
    }

    fn transcribe(&self, arrow: char, line: &str) {
        self.context.transcript.note(self.game, &self.engine.name, arrow, line);
    }
}

/// What an engine is told of its clock: all that it may use for its next answers, overtime included, for protocols know one
/// number.
fn time_left(timer: &Timer) -> ManagerRequest<'static> {
    ManagerClock::left(timer.balance())
}

/// Of lines that nobody asked for the one that says most: the first that refuses something, for hints may follow it, else the
/// last.
fn most_telling(lines: &[String]) -> Option<&String> {
    lines.iter().find(|line| manager::Answer::read(line).is_refusal()).or(lines.last())
}

fn wrote_to_stderr(line: &str) -> String {
    format!("wrote to its standard error: {}", shortened(line))
}

/// The lines of a request. Coordinates are columns first, as every manager but Yixin-Board writes them.
fn spoken(request: &ManagerRequest<'_>) -> Vec<String> {
    request.lines(Coords::ColumnRow)
}

fn whole(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests;
