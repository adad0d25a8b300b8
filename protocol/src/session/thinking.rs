//! Requests to the engine: how they begin, what is told of them, and what follows when they end.

use std::time::Duration;

use web_time::Instant;

use tengen_engine::PointSet;
use tengen_engine::database::children::{KnownChild, copies};
use tengen_engine::engine::{Choice, Clock, KnownScore, Limits, Line, Outcome, Strength, Task};
use tengen_engine::game::Game;
use tengen_engine::point::Point;
use tengen_engine::rule::RuleKind;

use super::balance::Balance;
use super::known::{KeptOut, KnownMove};
use super::points::is_playable;
use super::purpose::{JudgedMoves, Purpose};
use super::{Session, SessionAction, SessionRequest};
use crate::console;
use crate::refusal::Refusal;
use crate::yixin::{self, Blocks};

/// How long a search may be late before it is answered for. Managers forgive about a second.
pub(super) const GRACE: Duration = Duration::from_millis(700);

/// A request that is being thought about.
#[derive(Debug)]
pub(super) struct Thinking {
    pub(super) number: u64,
    pub(super) purpose: Purpose,
    pub(super) deadline: Option<Instant>,
    received: Instant,
    pub(super) blocks: Blocks,
    stopping: bool,
    keeps_out: KeptOut,
}

impl Thinking {
    /// The best line of the last iteration.
    fn best(&self) -> Option<&Line> {
        self.blocks.lines().first()
    }

    /// The moves of the line that is nearest to what is wished for, or what was chosen where no line was told.
    pub(super) fn balanced(&self, balance: Balance, choice: &Choice) -> Vec<Point> {
        let nearest = balance.nearest(self.blocks.lines());
        nearest.map_or_else(|| balance.moves_with(choice.point()), |line| line.variation.clone())
    }

    /// Whether the opponent's time is used after it. Pages ask for a move of a game as for the best of one, and people who
    /// analyse do too: what was stopped, or had all the time there is, leaves the processor alone.
    fn is_pondered_after(&self) -> bool {
        let ended_in_time = self.deadline.is_some() && !self.stopping;
        self.purpose.is_of_game() || (self.purpose == Purpose::Analyse(JudgedMoves::Best(1)) && ended_in_time)
    }
}

impl Session {
    /// The rule of the next request, once a game was started.
    pub(crate) fn next_rule(&self) -> Option<RuleKind> {
        self.game.as_ref().map(|_| self.rules().kind)
    }

    /// Starts to think about the position.
    pub(super) fn think(&mut self, purpose: Purpose, now: Instant) -> Result<(), Refusal> {
        let game = self.ruled_game()?.clone();
        game.empty_points().next().ok_or(Refusal::Full)?;
        if !self.excluded.is_empty() && self.blocked(&game).is_empty() && purpose != Purpose::Ponder {
            self.message("every move is blocked: the block is passed over".to_string());
        }
        if purpose == Purpose::Play
            && let Some(point) = self.book.draw_move(&game, &self.blocked(&game))
        {
            self.answer_known(&game, point, "book");
            return Ok(());
        }
        let known = match purpose {
            Purpose::Play | Purpose::Analyse(_) => self.known_children(&game),
            _ => Vec::new(),
        };
        let known_move = if purpose == Purpose::Play { self.known_move(&game, &known) } else { KnownMove::Nothing };
        match known_move {
            KnownMove::Forced(point) => self.answer_known(&game, point, "forced move of the database"),
            KnownMove::Win => self.go(Purpose::Verify, Task::Solve { game }, KeptOut::Nothing, now),
            KnownMove::Nothing => self.think_about(purpose, game, known, now),
        }
        Ok(())
    }

    /// Answers with a move that no search found.
    fn answer_known(&mut self, game: &Game, point: Point, source: &str) {
        self.announce(game);
        self.announce_known(point, source);
        self.answer_moves(&[point], 1);
        // It took no time, but each answer earns its increment.
        self.preferences.spend(Duration::ZERO);
        self.pondered_next = self.game.clone();
    }

    /// Starts to think about a position of which nothing is played at once. `known` is what the database knows of its moves.
    fn think_about(&mut self, purpose: Purpose, game: Game, known: Vec<KnownChild>, now: Instant) {
        let kept_out = self.kept_out(&game, &known);
        let keeps_out = match kept_out.is_empty() {
            true => KeptOut::Nothing,
            false if self.blocked(&game).iter().any(|point| is_playable(&game, point)) => KeptOut::Blocked,
            false => KeptOut::Spoiled,
        };
        let scores = self.known_scores(&game, known);
        let task = self.move_task(&purpose, game, &kept_out, scores);
        self.go(purpose, task, keeps_out, now);
    }

    /// The best of the moves that are not kept out, as many as are wanted and as there are, also after the end: managers that
    /// ask then go on.
    fn move_task(&self, purpose: &Purpose, game: Game, kept_out: &PointSet, scores: Vec<KnownScore>) -> Task {
        let game = game.without_result();
        let lines = match purpose {
            Purpose::Analyse(JudgedMoves::Best(lines)) => *lines,
            Purpose::Analyse(JudgedMoves::All) | Purpose::Balance(_) => usize::MAX,
            Purpose::Play => self.preferences.lines(),
            Purpose::Verify | Purpose::Opening { .. } | Purpose::Ponder => return Task::best_move(&game),
        };
        let (mut exclude, mut left): (Vec<Point>, Vec<Point>) =
            game.empty_points().partition(|&point| kept_out.contains(point));
        if purpose.may_leave_copies_out() && self.preferences.distinct_moves() {
            let copies = copies(&game, &left);
            left.retain(|point| !copies.contains(point));
            exclude.extend(copies);
        }
        Task::Move { game, lines: lines.min(left.len()).max(1), exclude, known: scores }
    }

    /// Sends a request to the engine.
    pub(super) fn go(&mut self, purpose: Purpose, task: Task, keeps_out: KeptOut, now: Instant) {
        let clock = purpose.clock(&self.preferences, now);
        // A search that is late in its part of the time has not lost the rest of it.
        let deadline = deadline(&purpose.answer_clock(&self.preferences, now));
        let (depth, nodes) = (purpose.depth(&self.preferences), purpose.nodes(&self.preferences));
        let held = self.held_bytes();
        let mut options = self.preferences.options(self.settings.options, held);
        if purpose.compares_moves() {
            options.strength = Strength::FULL;
        }
        if options != self.options {
            self.options = options;
            self.actions.push(SessionAction::SetOptions(options));
        }
        if purpose != Purpose::Ponder {
            self.announce(task.game());
        }
        self.requests += 1;
        self.thinking = Some(Thinking {
            number: self.requests,
            purpose,
            deadline,
            received: now,
            blocks: Blocks::default(),
            stopping: false,
            keeps_out,
        });
        let limits = Limits::clock(clock).with_depth(depth).with_nodes(nodes);
        let request = SessionRequest { number: self.requests, task, limits };
        self.actions.push(SessionAction::Go(Box::new(request)));
    }

    /// Says once what is assumed, as a wrong rule or a mirrored board shows in nothing else, and what was passed over.
    fn announce(&mut self, game: &Game) {
        let assumed = (game.rules(), game.size(), self.coords);
        if self.announced != Some(assumed) {
            self.announced = Some(assumed);
            let unknown = self.settings.unknown_coords.as_ref();
            let unknown = unknown.map_or(String::new(), |order| {
                let order = if order.is_empty() { "without a value" } else { order.as_str() };
                format!(" (--coords {order}: it is xy or yx or auto)")
            });
            let weights_for = &self.settings.weights_for;
            let unused = match weights_for.is_empty() || weights_for.contains(&game.rule()) {
                true => String::new(),
                false => format!(" (--weights: none are of {})", game.rule()),
            };
            let (rules, size, coords) = (console::rules(game.rules()), game.size(), self.coords);
            // Clients take the first line with a comma for the move.
            self.message(format!("rule {rules}; board {size}; coordinates {coords}{unknown}{unused}"));
        }
        for remark in self.preferences.take_remarks() {
            self.message(format!("passed over: INFO {remark}"));
        }
    }

    /// Says where a move comes from that no search for a move found.
    pub(super) fn announce_known(&mut self, point: Point, source: &str) {
        let Some(game) = &self.game else { return };
        let text = format!("{source}: {}", point.to_text(game.size(), Default::default()));
        self.message(text);
    }

    pub(super) fn is_stopping(&self) -> bool {
        self.thinking.as_ref().is_some_and(|thinking| thinking.stopping)
    }

    /// When the request that is thought about must be answered.
    pub(super) fn answer_deadline(&self) -> Option<Instant> {
        self.thinking.as_ref()?.deadline
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
            let clock = thinking.purpose.clock(&self.preferences, thinking.received);
            thinking.deadline = deadline(&thinking.purpose.answer_clock(&self.preferences, thinking.received));
            self.actions.push(SessionAction::SetClock(clock));
        }
    }

    pub(super) fn take_block(&mut self, block: Vec<Line>) {
        self.hashfull = block.last().map_or(self.hashfull, |line| line.hashfull);
        let Some(mut thinking) = self.thinking.take() else { return };
        let block = block.into_iter().map(|line| thinking.purpose.whole(line)).collect();
        if let Some(block) = thinking.blocks.add(block) {
            self.show(&thinking.purpose, block);
        }
        self.thinking = Some(thinking);
    }

    /// Tells what is shown of some lines.
    pub(super) fn show(&mut self, purpose: &Purpose, block: &[Line]) {
        let (Some(game), Some(block)) = (&self.game, purpose.shown(block)) else { return };
        let lines = yixin::shown(block, game, self.coords, self.preferences.show_detail());
        self.actions.extend(lines.into_iter().map(SessionAction::Say));
    }

    /// Ends a request whose engine does not, with the best that is known.
    pub(super) fn finish_without_engine(&mut self, why: &str, now: Instant) {
        let Some(thinking) = &mut self.thinking else { return };
        // What is known now is the answer: there is no other search for it.
        thinking.stopping = true;
        // Nothing was verified: what is played is a move like any other.
        if thinking.purpose == Purpose::Verify {
            thinking.purpose = Purpose::Play;
        }
        let best = thinking.best().and_then(|found| found.variation.first().copied());
        let best = best.zip(self.game.clone()).filter(|(point, game)| !self.kept_out_of(game).contains(*point));
        self.actions.push(SessionAction::Abandon);
        if self.owes_move() {
            self.message(format!("{why}; this is the best move known"));
        }
        self.finish(Outcome::new(best.map_or(Choice::Nothing, |(point, _)| Choice::Move(point)), None), now);
    }

    /// The request has come to its end.
    pub(super) fn finish(&mut self, outcome: Outcome, now: Instant) {
        let Some(mut thinking) = self.thinking.take() else { return };
        if self.goes_on(&mut thinking, &outcome.choice, now) {
            return;
        }
        if thinking.purpose != Purpose::Ponder {
            let line = outcome.line.map(|line| thinking.purpose.whole(line));
            if thinking.purpose.is_of_game() {
                let score = line.as_ref().or(thinking.best()).map(|line| line.score);
                self.judged = self.game.clone().zip(score);
            }
            self.tell_end(&mut thinking, line.as_ref());
            let lines = thinking.blocks.lines();
            let lines = if lines.is_empty() { line.as_slice() } else { lines };
            self.note_found(&thinking.purpose, thinking.keeps_out, lines);
            self.answer(&thinking, outcome.choice);
            self.preferences.spend(now.saturating_duration_since(thinking.received));
        }
        self.pondered_next = self.game.as_ref().filter(|_| thinking.is_pondered_after()).cloned();
    }

    /// Thinks on after an answer while the opponent does, where that is wanted and nothing else is to be done.
    pub(super) fn ponder_when_free(&mut self, now: Instant) {
        let Some(answered) = self.pondered_next.take() else { return };
        // What was heard meanwhile may have changed the game, or begun a list that will.
        let is_settled = self.game.as_ref() == Some(&answered) && self.reading.is_none();
        let is_free = is_settled && self.thinking.is_none() && !self.over;
        if is_free && answered.result().is_none() && self.preferences.ponder() {
            // A refusal means that no point is left, and then there is nothing to ponder.
            let _ = self.think(Purpose::Ponder, now);
        }
    }

    /// Goes on with another search, where the answer takes more than one.
    fn goes_on(&mut self, thinking: &mut Thinking, choice: &Choice, now: Instant) -> bool {
        match thinking.purpose {
            Purpose::Verify => self.goes_on_unverified(thinking, choice, now),
            Purpose::Balance(balance) => self.goes_on_to_second(thinking, balance, choice),
            _ => false,
        }
    }

    /// Goes on with the search for a move where no win was verified, or its first move is blocked or cannot be played.
    /// Where the answer is wanted now this search is stopped at once.
    fn goes_on_unverified(&mut self, thinking: &Thinking, choice: &Choice, now: Instant) -> bool {
        let Some(game) = self.game.clone() else { return false };
        if choice.point().is_some_and(|point| is_playable(&game, point) && !self.blocked(&game).contains(point)) {
            return false;
        }
        let known = self.known_children(&game);
        self.think_about(Purpose::Play, game, known, thinking.received);
        if thinking.stopping {
            self.stop(now);
        }
        true
    }

    /// Goes on with the search for the second of two moves, unless the answer is wanted now or the first ends the game.
    fn goes_on_to_second(&mut self, thinking: &mut Thinking, balance: Balance, choice: &Choice) -> bool {
        let Some(mut after) = self.game.clone() else { return false };
        let first = self.playable_or_fallback(&after, thinking.balanced(balance, choice).first().copied());
        let Some((first, second)) = first.and_then(|first| Some((first, balance.after(first)?))) else { return false };
        if thinking.stopping || after.place(after.to_move(), first).is_err() || after.result().is_some() {
            return false;
        }
        self.tell_rest(thinking);
        self.think_about(Purpose::Balance(second), after, Vec::new(), thinking.received);
        true
    }

    /// Tells the last iteration, if it was not told.
    fn tell_rest(&mut self, thinking: &mut Thinking) {
        if let Some(block) = thinking.blocks.rest() {
            self.show(&thinking.purpose, block);
        }
    }

    /// Tells the last iteration, if it was not told, and the whole search in one line, or in one for each of the moves that
    /// were asked for.
    fn tell_end(&mut self, thinking: &mut Thinking, found: Option<&Line>) {
        self.tell_rest(thinking);
        let Some(game) = &self.game else { return };
        let balanced = match thinking.purpose {
            Purpose::Balance(balance) => balance.nearest(thinking.blocks.lines()),
            _ => None,
        };
        let Some(best) = balanced.or(found).or(thinking.best()) else { return };
        self.hashfull = best.hashfull;
        let others: &[Line] = match thinking.purpose {
            Purpose::Analyse(JudgedMoves::Best(2..)) => thinking.blocks.lines().get(1..).unwrap_or_default(),
            // One move is the answer, whatever it was compared with, or every move of the board was judged.
            _ => &[],
        };
        let lines: Vec<&Line> = std::iter::once(best).chain(others).collect();
        yixin::summaries(&lines, game).into_iter().for_each(|text| self.message(text));
    }
}

/// When an answer that keeps the clock must long be there.
fn deadline(clock: &Clock) -> Option<Instant> {
    clock.received.checked_add(clock.limit()?)?.checked_add(GRACE)
}
