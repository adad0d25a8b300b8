//! Requests to the engine: how they begin, what is told of them, and how each ends in one answer.

use std::time::Duration;

use web_time::Instant;

use tengen_engine::Cell;
use tengen_engine::engine::{Choice, Clock, Limits, Line, Outcome, Strength, Task};
use tengen_engine::game::Game;
use tengen_engine::opening::Opening;
use tengen_engine::point::Point;

use super::{Session, SessionAction, SessionRequest};
use crate::refusal::Refusal;
use crate::reply::Reply;
use crate::yixin::{self, Blocks};

/// How long a search may be late before it is answered for. Managers forgive about a second.
const GRACE: Duration = Duration::from_millis(700);

/// What a request is for, which decides how its end is told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Purpose {
    /// A move of the game.
    Play,
    /// A move, with this many lines of play.
    Analyse(usize),
    /// The move whose judgement is nearest to this.
    Balance(i64),
    /// What to do in an opening, answered in these words.
    Opening(Wording),
    /// Nobody waits for it.
    Ponder,
}

/// In which words what was decided in an opening is told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Wording {
    /// Those of Gomocup's `SWAP2BOARD`.
    Swap2Board,
    /// Those of Yixin-Board for swap2. It sends the whole position again when it wants a move.
    YxSwap2,
    /// Those of Yixin-Board for Soosyrv-8.
    YxSoosorv,
}

/// A request that is being thought about.
#[derive(Debug)]
pub(super) struct Thinking {
    pub(super) number: u64,
    pub(super) purpose: Purpose,
    pub(super) deadline: Option<Instant>,
    received: Instant,
    /// The opening that is asked about, if one is.
    pub(super) opening: Option<Opening>,
    best: Option<Line>,
    blocks: Blocks,
    stopping: bool,
}

impl Session {
    /// Starts to think about the position.
    pub(super) fn think(&mut self, purpose: Purpose, now: Instant) -> Result<(), Refusal> {
        let game = self.ruled_game()?.clone();
        let empty = game.empty_points().count();
        if empty == 0 {
            return Err(Refusal::Full);
        }
        if purpose == Purpose::Play
            && let Some((point, source)) = self.known_move(&game)
        {
            self.announce(&game);
            self.message(format!("{source}: {}", point.to_text(game.size(), Default::default())));
            self.answer_move(Choice::Move(point));
            return Ok(());
        }
        let spoiled = match purpose {
            Purpose::Play | Purpose::Analyse(_) => self.spoiled(&game),
            _ => Vec::new(),
        };
        let out = |point: &&Point| self.excluded.contains(point) || spoiled.contains(point);
        let lines = match purpose {
            Purpose::Analyse(lines) => lines,
            Purpose::Balance(_) => empty,
            Purpose::Play => self.preferences.lines(),
            Purpose::Opening(_) | Purpose::Ponder => 1,
        };
        let exclude: Vec<Point> = game.empty_points().filter(|point| out(&point)).collect();
        let lines = lines.min(empty - exclude.len()).max(1);
        let task = match purpose {
            Purpose::Opening(_) | Purpose::Ponder => Task::best_move(),
            Purpose::Play | Purpose::Analyse(_) | Purpose::Balance(_) => Task::Move { lines, exclude },
        };
        self.go(purpose, game, task, None, now);
        Ok(())
    }

    /// Sends a request to the engine.
    pub(super) fn go(&mut self, purpose: Purpose, game: Game, task: Task, opening: Option<Opening>, now: Instant) {
        let analysis = matches!(purpose, Purpose::Analyse(_) | Purpose::Balance(_));
        let (clock, depth, nodes) = match purpose {
            Purpose::Ponder => (Clock::unlimited(), None, None),
            _ => {
                let preferences = &self.preferences;
                (preferences.clock(now, analysis), preferences.max_depth(), preferences.max_nodes())
            }
        };
        let mut options = self.preferences.options(self.settings.options);
        if analysis {
            options.strength = Strength::FULL;
        }
        if options != self.options {
            self.options = options;
            self.actions.push(SessionAction::SetOptions(options));
        }
        if purpose != Purpose::Ponder {
            self.announce(&game);
        }
        self.requests += 1;
        self.thinking = Some(Thinking {
            number: self.requests,
            purpose,
            deadline: deadline(&clock),
            received: now,
            opening,
            best: None,
            blocks: Blocks::default(),
            stopping: false,
        });
        let limits = Limits::clock(clock).with_depth(depth).with_nodes(nodes);
        let known = match purpose {
            Purpose::Play | Purpose::Analyse(_) => self.known_scores(&game),
            _ => Vec::new(),
        };
        let request = SessionRequest { number: self.requests, game, task, limits, known };
        self.actions.push(SessionAction::Go(Box::new(request)));
    }

    /// Says once what is assumed: a wrong rule or a mirrored board shows in nothing else.
    fn announce(&mut self, game: &Game) {
        let assumed = (game.rules(), game.size(), self.coords);
        if self.announced != Some(assumed) {
            self.announced = Some(assumed);
            let going_on = if game.rules().continuous { ", going on after a five" } else { "" };
            let text = format!("rule {}{going_on}, board {}, coordinates {}", game.rule(), game.size(), self.coords);
            self.message(text);
        }
    }

    pub(super) fn is_stopping(&self) -> bool {
        self.thinking.as_ref().is_some_and(|thinking| thinking.stopping)
    }

    /// Asks for the answer now.
    pub(super) fn stop(&mut self, now: Instant) {
        if let Some(thinking) = &mut self.thinking {
            thinking.stopping = true;
            thinking.deadline = now.checked_add(GRACE);
            self.actions.push(SessionAction::Stop);
        }
    }

    /// Makes the request void, if there is one.
    pub(super) fn abandon(&mut self) {
        if self.thinking.take().is_some() {
            self.actions.push(SessionAction::Abandon);
        }
    }

    /// Tells the search about a clock that has changed.
    pub(super) fn change_clock(&mut self) {
        if let Some(thinking) = self.thinking.as_mut().filter(|thinking| thinking.purpose != Purpose::Ponder) {
            let analysis = matches!(thinking.purpose, Purpose::Analyse(_) | Purpose::Balance(_));
            let clock = self.preferences.clock(thinking.received, analysis);
            thinking.deadline = deadline(&clock);
            self.actions.push(SessionAction::SetClock(clock));
        }
    }

    pub(super) fn take_line(&mut self, found: Line) {
        self.hashfull = found.hashfull;
        let (Some(thinking), Some(game)) = (&mut self.thinking, &self.game) else { return };
        if found.rank <= 1 {
            thinking.best = Some(found.clone());
        }
        let silent = thinking.purpose == Purpose::Ponder;
        if let Some(block) = thinking.blocks.add(found).filter(|_| !silent) {
            let mut lines = Vec::new();
            if self.preferences.shows_detail() {
                lines.extend(yixin::detail(block, game, self.coords));
            }
            if self.preferences.shows_realtime() {
                lines.extend(yixin::realtime(block, game, self.coords));
            }
            self.actions.extend(lines.into_iter().map(SessionAction::Say));
        }
    }

    /// Ends a request whose engine does not, with the best that is known.
    pub(super) fn finish_without_engine(&mut self, why: &str, now: Instant) {
        let Some(thinking) = &self.thinking else { return };
        let best = thinking.best.as_ref().and_then(|found| found.variation.first().copied());
        self.actions.push(SessionAction::Abandon);
        if self.owes_move() {
            self.message(format!("{why}; this is the best move known"));
        }
        self.finish(Outcome::new(best.map_or(Choice::Nothing, Choice::Move), None), now);
    }

    /// The request has come to its end.
    pub(super) fn finish(&mut self, outcome: Outcome, now: Instant) {
        let Some(mut thinking) = self.thinking.take() else { return };
        if thinking.purpose != Purpose::Ponder {
            let line = outcome.line.clone();
            if thinking.purpose == Purpose::Play {
                self.judged = line.as_ref().or(thinking.best.as_ref()).map(|line| line.score);
            }
            self.tell_end(&mut thinking, outcome.line);
            let lines = thinking.blocks.lines();
            self.note_found(thinking.purpose, if lines.is_empty() { line.as_slice() } else { lines });
            self.answer(&thinking, outcome.choice);
            self.preferences.spend(now.saturating_duration_since(thinking.received));
        }
        while !self.is_stopping()
            && let Some((line, heard)) = self.waiting.pop_front()
        {
            self.hear_line(&line, heard);
        }
        self.leave_when_free(now);
        if self.thinking.is_none() && !self.over && thinking.purpose == Purpose::Play && self.preferences.ponder() {
            let going_on = self.game.as_ref().is_some_and(|game| game.result().is_none());
            if going_on {
                // A refusal means that no point is left, and then there is nothing to ponder.
                let _ = self.think(Purpose::Ponder, now);
            }
        }
    }

    /// Quits if no line will be heard and nobody waits for a move; if somebody does, hurries.
    pub(super) fn leave_when_free(&mut self, now: Instant) {
        if !self.leaving || self.over || self.is_stopping() {
            return;
        }
        if self.owes_move() { self.stop(now) } else { self.quit() }
    }

    /// Tells the last iteration, if it was not told, and the whole search in one line.
    fn tell_end(&mut self, thinking: &mut Thinking, found: Option<Line>) {
        let Some(game) = &self.game else { return };
        let mut lines = Vec::new();
        if let Some(block) = thinking.blocks.rest() {
            if self.preferences.shows_detail() {
                lines.extend(yixin::detail(block, game, self.coords));
            }
            if self.preferences.shows_realtime() {
                lines.extend(yixin::realtime(block, game, self.coords));
            }
        }
        self.actions.extend(lines.into_iter().map(SessionAction::Say));
        if let Some(found) = found.as_ref().or(thinking.best.as_ref()) {
            self.hashfull = found.hashfull;
            let text = yixin::summary(found, game);
            self.message(text);
        }
    }

    fn answer(&mut self, thinking: &Thinking, choice: Choice) {
        match thinking.purpose {
            Purpose::Ponder => {}
            Purpose::Opening(wording) => {
                if let Some(opening) = &thinking.opening {
                    self.answer_opening(wording, opening, choice);
                }
            }
            Purpose::Balance(bias) => {
                let nearest = thinking
                    .blocks
                    .lines()
                    .iter()
                    .min_by_key(|found| i64::from(found.score.value()).abs_diff(bias))
                    .and_then(|found| found.variation.first().copied());
                self.answer_move(nearest.map_or(choice, Choice::Move));
            }
            Purpose::Play | Purpose::Analyse(_) => self.answer_move(choice),
        }
    }

    /// Says the move and puts it on the board: whoever asked for it plays it.
    fn answer_move(&mut self, choice: Choice) {
        let Some(game) = &mut self.game else { return };
        let point = match choice {
            Choice::Move(point) if is_playable(game, point) => Some(point),
            _ => fallback(game),
        };
        // A request is not begun on a full board, so there is a point.
        let Some(point) = point else { return };
        if game.place(game.to_move(), point).is_ok() {
            self.say(Reply::Stones(vec![point]));
        }
    }
}

/// Whether the side to move may play there, where a forbidden point counts as playable only when nothing else is left.
fn is_playable(game: &Game, point: Point) -> bool {
    let empty = game.size().contains(point) && game.cell(point) == Cell::Empty;
    game.is_legal(point) || (empty && game.legal_points().next().is_none())
}

/// The playable point nearest to the middle.
pub(super) fn fallback(game: &Game) -> Option<Point> {
    let center = game.size().center();
    let mut points: Vec<Point> = game.empty_points().collect();
    points.sort_by_key(|point| point.distance(center));
    points.into_iter().find(|&point| is_playable(game, point))
}

/// When an answer that keeps the clock must long be there.
fn deadline(clock: &Clock) -> Option<Instant> {
    let limit = match (clock.turn, clock.left) {
        (Some(turn), Some(left)) => turn.min(left),
        (turn, left) => turn.or(left)?,
    };
    clock.received.checked_add(limit)?.checked_add(GRACE)
}
