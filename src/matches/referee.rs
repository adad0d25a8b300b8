//! One game between two engines. A [`Contest`] says who is to do what, by which clock, and when and how the game ends; here its
//! demands are put to the engines, and what came of them is kept.

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use anyhow::Error;
use tengen_engine::color::Color;
use tengen_engine::contest::{Breach, Contest, ContestError, Ending, Regulations};
use tengen_engine::game::GameResult;
use tengen_engine::opening::{Action, BySeat, Demand, Seat};
use tengen_protocol::coords::Coords;
use tengen_protocol::manager;

use crate::matches::adjudication::MatchAdjudication;
use crate::matches::answer::{TimedAnswer, Trouble};
use crate::matches::engines::{EngineTerms, Launch};
use crate::matches::negotiation::{Negotiator, turns};
use crate::matches::player::{PlayContext, Player};
use crate::matches::record::{End, GameRecord, OpeningStep, Played, opening_text};
use crate::matches::schedule::Pairing;
use crate::matches::setup::Setup;
use crate::matches::thought::Thought;
use crate::units::rounded_milliseconds;

/// The engines that one worker keeps from game to game, by their index.
pub(super) type EnginePool<'a> = HashMap<usize, Player<'a>>;

/// Why a game was abandoned, of which there is no record.
pub(super) enum Abandoned {
    /// The match was cancelled.
    Cancelled,
    /// It could not go on, through no fault of an engine.
    Unable(Error),
}

/// Plays one game.
pub(super) fn play<'a>(
    setup: &'a Setup,
    launches: &[Launch],
    pairing: &Pairing,
    pool: &mut EnginePool<'a>,
    context: PlayContext<'a>,
) -> Result<GameRecord, Abandoned> {
    let mut table = Referee::new(setup, pairing);
    table.conduct(launches, pool, context)?;
    let notes = table.clear(pool);
    Ok(table.record(notes))
}

/// What an engine did wrong.
struct EngineFault {
    by: Seat,
    end: End,
    text: String,
}

/// A table at which a game is played: who sits there, the contest, and what was done so far. Seat A is that of who plays Black,
/// or opens.
struct Referee<'a> {
    setup: &'a Setup,
    number: usize,
    /// Indices of the engines.
    engines: BySeat<usize>,
    players: BySeat<Option<Player<'a>>>,
    contest: Contest,
    negotiator: Negotiator,
    adjudication: MatchAdjudication,
    /// Stones with which ordinary play began, or those of an opening that goes on.
    opening_stones: usize,
    choices: Vec<OpeningStep>,
    moves: Vec<Played>,
    /// Milliseconds of the answer that overstepped the time.
    late_ms: Option<f64>,
    /// Milliseconds from a request to the fault that came of it.
    fault_ms: Option<f64>,
    fault: Option<EngineFault>,
}

impl<'a> Referee<'a> {
    fn new(setup: &'a Setup, pairing: &Pairing) -> Referee<'a> {
        let conditions = &setup.conditions;
        let opening =
            setup.begin(pairing.number, &pairing.opening).expect("openings are checked before a match starts");
        let engines = pairing.players.0;
        let timers = engines.map(|index| setup.engines[index].timer(conditions.tolerance));
        let regulations = Regulations { longest: conditions.max_moves, ..Regulations::PROGRAMS };
        Referee {
            setup,
            number: pairing.number,
            engines: BySeat(engines),
            players: BySeat::default(),
            contest: Contest::new(opening, timers, regulations),
            negotiator: Negotiator::new(setup, pairing.number),
            adjudication: MatchAdjudication::default(),
            opening_stones: pairing.opening.len(),
            choices: Vec::new(),
            moves: Vec::new(),
            late_ms: None,
            fault_ms: None,
            fault: None,
        }
    }

    fn engine(&self, seat: Seat) -> &'a EngineTerms {
        &self.setup.engines[self.engines[seat]]
    }

    /// Seats both players and lets them play until something ends it.
    fn conduct(
        &mut self,
        launches: &[Launch],
        pool: &mut EnginePool<'a>,
        context: PlayContext<'a>,
    ) -> Result<(), Abandoned> {
        for seat in Seat::ALL {
            let index = self.engines[seat];
            let seated = match pool.remove(&index) {
                Some(player) => Ok(player),
                None => Player::start(self.engine(seat), &launches[index], context),
            };
            let begun = seated.and_then(|mut player| player.new_game(self.number).map(|()| player));
            match begun {
                Ok(player) => self.players[seat] = Some(player),
                Err(trouble) => return self.blame(seat, trouble),
            }
        }
        while self.contest.ending().is_none() {
            self.turn(context.cancelled)?;
        }
        Ok(())
    }

    /// Puts what is due to who is to act, and does what he answers.
    fn turn(&mut self, cancelled: &AtomicBool) -> Result<(), Abandoned> {
        let demand = self.contest.demand();
        let by = demand.by();
        let is_ordinary = matches!(demand, Demand::Ordinary { .. });
        let engine = self.engine(by);
        let (opening, timer) = (self.contest.opening(), self.contest.timer(by));
        if engine.chooser && !is_ordinary {
            return match self.negotiator.decide(opening, engine, cancelled) {
                Ok(answer) => {
                    // Who decides in its place costs an engine no time.
                    self.act(by, answer, Duration::ZERO);
                    Ok(())
                }
                Err(trouble) => self.blame(by, trouble),
            };
        }
        if is_ordinary && opening.game().legal_points().next().is_none() {
            // Who is left with nothing but forbidden points passes: protocols have no word by which an engine could say so.
            let pass = TimedAnswer { what: vec![Action::Pass], time: Duration::ZERO, thought: Thought::default() };
            self.act(by, pass, Duration::ZERO);
            return Ok(());
        }
        let begin = Instant::now();
        let player = self.players[by].as_mut().expect("both were seated");
        let answer = if is_ordinary {
            player.ask(opening.game(), timer).and_then(|TimedAnswer { what, time, thought }| {
                let size = self.setup.conditions.size;
                let point = what.map(|place| manager::point(place, Coords::ColumnRow, size)).transpose();
                let point = point.map_err(|why| Trouble::Fault(End::Illegal, why.to_string()))?;
                Ok(TimedAnswer { what: vec![point.map_or(Action::Pass, Action::Stone)], time, thought })
            })
        } else {
            self.negotiator.ask(opening, player, timer)
        };
        // What goes wrong before anything is asked in this turn is timed from the beginning of the turn.
        let asked = player.asked.max(begin);
        match answer {
            Ok(answer) => {
                let time = answer.time;
                self.act(by, answer, time);
                Ok(())
            }
            Err(trouble) => {
                if matches!(trouble, Trouble::Fault(..)) {
                    self.fault_ms = Some(rounded_milliseconds(asked.elapsed()));
                }
                self.blame(by, trouble)
            }
        }
    }

    /// Does what was answered, after so much time, and keeps it turn by turn. What is said beyond the end of the contest counts
    /// for nothing.
    fn act(&mut self, by: Seat, answer: TimedAnswer<Vec<Action>>, time: Duration) {
        let conditions = &self.setup.conditions;
        // What was answered together took its time once: on the clock before anything is done, in the record with the last turn.
        let over = self.engine(by).over(self.contest.timer(by), time).map(rounded_milliseconds);
        let (mut time, whole_ms) = (time, rounded_milliseconds(answer.time));
        let moves = self.moves.len();
        let mut turns = turns(answer.what).into_iter().peekable();
        while let Some(turn) = turns.next() {
            let is_ordinary = self.contest.opening().is_over();
            let texts: Vec<String> =
                turn.iter().map(|action| action.to_text(conditions.size, conditions.rows)).collect();
            let what = texts.join(" ");
            for action in turn {
                if let Err(why) = self.contest.act(by, action, std::mem::take(&mut time)) {
                    let why = match why {
                        ContestError::Refused(why) => why.to_text(conditions.size, conditions.rows),
                        _ => why.to_string(),
                    };
                    let verb = if is_ordinary { "answers" } else { "chooses" };
                    self.fault = Some(EngineFault { by, end: End::Illegal, text: format!("{verb} {what}, but {why}") });
                    self.fault_ms = Some(whole_ms);
                    return;
                }
                if self.contest.ending().is_some_and(|ending| matches!(ending, Ending::Time { .. })) {
                    self.late_ms = Some(whole_ms);
                    return;
                }
            }
            let is_last = turns.peek().is_none() || self.contest.ending().is_some();
            let (ms, over_ms) = if is_last { (whole_ms, over) } else { (0.0, None) };
            if is_ordinary {
                self.moves.push(Played { at: what, ms, over_ms, thought: answer.thought.clone() });
            } else {
                let (name, seat) = (self.engine(by).name.clone(), Some(by.to_string()));
                self.choices.push(OpeningStep { by: name, what, ms, over_ms, seat });
                self.opening_stones = self.contest.opening().game().moves().len();
            }
            if is_last {
                break;
            }
        }
        if self.moves.len() > moves {
            let engines = BySeat::from_fn(|seat| self.engine(seat));
            // What the board has decided is no more a matter of opinion.
            let _ = self.adjudication.hear(&mut self.contest, engines, by, &answer.thought);
        }
    }

    /// Ends the contest by what an engine did wrong.
    fn blame(&mut self, by: Seat, trouble: Trouble) -> Result<(), Abandoned> {
        let (end, text) = match trouble {
            Trouble::Cancelled => return Err(Abandoned::Cancelled),
            trouble @ Trouble::Machine(_) => return Err(Abandoned::Unable(trouble.into_error(self.engine(by)))),
            Trouble::Fault(end, text) => (end, text),
            Trouble::Late(time, text) => {
                self.contest.wait(time);
                self.late_ms = Some(rounded_milliseconds(time));
                (End::Time, text)
            }
        };
        // Where no clock runs it was waited for in vain, and that is no better than to break down.
        let breach = if end == End::Illegal { Breach::Illegal } else { Breach::Misconduct };
        let _ = self.contest.breach(by, breach);
        self.fault = Some(EngineFault { by, end, text });
        Ok(())
    }

    /// Lets the players go, or keeps them for another game, and returns what was remarkable about them.
    fn clear(&mut self, pool: &mut EnginePool<'a>) -> Vec<String> {
        let faulty = self.fault.as_ref().map(|fault| fault.by);
        let mut notes = Vec::new();
        for seat in Seat::ALL {
            // An engine that failed is not asked for anything more; being dropped kills it.
            let seated = self.players[seat].take();
            let Some(player) = seated.filter(|_| faulty != Some(seat)) else { continue };
            let remarks = if self.setup.conditions.keep_alive {
                let (remarks, kept) = player.keep();
                pool.extend(kept.map(|player| (self.engines[seat], player)));
                remarks
            } else {
                player.finish()
            };
            let name = &self.engine(seat).name;
            notes.extend(remarks.into_iter().map(|remark| format!("{name} {remark}")));
        }
        notes
    }

    /// How it ended, and in words.
    fn end(&self) -> (End, String) {
        if let Some(EngineFault { by, end, text }) = &self.fault {
            return (*end, format!("{} {text}", self.engine(*by).name));
        }
        let of_game = || self.contest.opening().game().result().as_ref().map(GameResult::to_string).unwrap_or_default();
        let name = |seat: Seat| &self.engine(seat).name;
        match self.contest.ending() {
            Some(Ending::Five { .. }) => (End::Five, of_game()),
            Some(Ending::Forbidden { .. }) => (End::Forbidden, of_game()),
            Some(Ending::Full) => (End::Full, of_game()),
            Some(Ending::Passes) => (End::Passes, "draw after two passes".to_string()),
            Some(Ending::Agreement) => (End::Agreement, "draw agreed".to_string()),
            Some(Ending::Resignation { winner }) => (End::Resignation, format!("{} resigns", name(!winner))),
            Some(Ending::Time { winner }) => (End::Time, format!("{} oversteps its time", name(!winner))),
            Some(Ending::Breach { winner, .. }) => (End::Illegal, format!("{} breaks the rules", name(!winner))),
            Some(Ending::MoveLimit) | None => {
                (End::MoveLimit, format!("draw after {} moves", self.setup.conditions.max_moves.unwrap_or_default()))
            }
        }
    }

    fn record(self, notes: Vec<String>) -> GameRecord {
        let (end, reason) = self.end();
        let opening = self.contest.opening();
        let holder = |color| self.engine(opening.holder(color)).name.clone();
        let winner = self.contest.ending().and_then(Ending::winner).map(|seat| opening.color(seat));
        let stones: Vec<_> = opening.game().moves()[..self.opening_stones].iter().map(|stone| stone.point).collect();
        let by_rule = self.setup.conditions.opening_rule.is_some();
        GameRecord {
            game: self.number,
            black: holder(Color::Black),
            white: holder(Color::White),
            opening: opening_text(&stones, self.setup),
            pattern: opening.pattern().filter(|_| by_rule).map(|pattern| pattern.to_string()),
            choices: self.choices,
            winner,
            end,
            reason,
            moves: self.moves,
            late_ms: self.late_ms,
            fault_ms: self.fault_ms,
            notes,
        }
    }
}

/// Whether something was noted of who played a colour.
pub(super) fn is_noted(game: &GameRecord, color: Color) -> bool {
    game.notes.iter().any(|note| noted(note, game) == Some(color))
}

/// Whose note it is: of the names of a game the longest that it begins with, for one may begin as the other does.
pub(super) fn noted(note: &str, game: &GameRecord) -> Option<Color> {
    let begins = |color: &Color| note.strip_prefix(game.name(*color)).is_some_and(|rest| rest.starts_with(' '));
    Color::ALL.into_iter().filter(begins).max_by_key(|&color| game.name(color).len())
}

#[cfg(test)]
mod tests {
    use tengen_engine::point::Point;

    use super::*;
    use crate::matches::setup::tests::setup;

    /// What a seat answers after so many milliseconds.
    fn answer(table: &mut Referee<'_>, by: Seat, what: Vec<Action>, ms: u64) {
        let time = Duration::from_millis(ms);
        let thought = Thought { nodes: Some(7), ..Thought::default() };
        table.act(by, TimedAnswer { what, time, thought }, time);
    }

    #[test]
    fn what_is_answered_together_takes_its_time_with_its_last_turn() {
        let setup = setup("-e a=x -e b=y --swap2 --match-time 10s --increment 1s").unwrap();
        let stone = |text: &str| {
            Action::Stone(Point::parse(text, setup.conditions.size, setup.conditions.rows).expect("it is a point"))
        };
        let begun = || {
            let mut table = Referee::new(&setup, &setup.pairings[&1]);
            answer(&mut table, Seat::A, ["h8", "h9", "i8"].map(stone).to_vec(), 40);
            table
        };
        let mut table = begun();
        answer(&mut table, Seat::B, vec![Action::Keep, stone("j10")], 500);
        let choices: Vec<(&str, f64)> = table.choices.iter().map(|step| (step.what.as_str(), step.ms)).collect();
        assert_eq!(choices, [("h8 h9 i8", 40.0), ("keep", 0.0)]);
        let moves: Vec<_> = table.moves.iter().map(|made| (made.at.as_str(), made.ms, made.thought.nodes)).collect();
        assert_eq!(moves, [("j10", 500.0, Some(7))]);
        // An answer that comes later than the tolerance allows is not carried out in part, though the increment of its first
        // turn would pay for it. One that is refused keeps its time too.
        for (at, ms, done) in [
            ("j10", 10_500, (2, 1, Some(500.0), None, None)),
            ("j10", 11_500, (1, 0, None, Some(11_500.0), None)),
            ("h8", 500, (2, 0, None, None, Some(500.0))),
        ] {
            let mut table = begun();
            answer(&mut table, Seat::B, vec![Action::Keep, stone(at)], ms);
            let over = table.moves.last().and_then(|made| made.over_ms);
            let found = (table.choices.len(), table.moves.len(), over, table.late_ms, table.fault_ms);
            assert_eq!(found, done, "{at} {ms}");
            assert!(table.choices.iter().all(|step| step.over_ms.is_none()), "{at} {ms}");
        }
    }

    #[test]
    fn what_is_said_beyond_the_end_is_no_fault() {
        let mut setup = setup("-e a=x -e b=y --swap2").unwrap();
        setup.conditions.max_moves = Some(3);
        let stone = |(x, y)| Action::Stone(setup.conditions.size.point(x, y).unwrap());
        let mut table = Referee::new(&setup, &setup.pairings[&1]);
        answer(&mut table, Seat::A, [(7, 7), (7, 8), (8, 7)].map(stone).to_vec(), 40);
        answer(&mut table, Seat::B, vec![Action::Keep, stone((9, 9))], 500);
        let record = table.record(Vec::new());
        assert_eq!((record.end, record.winner, record.moves.len()), (End::MoveLimit, None, 0));
        assert_eq!(record.choices.iter().map(|step| step.ms).collect::<Vec<_>>(), [40.0, 500.0]);
    }
}
