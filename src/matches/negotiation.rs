//! The opening of a game, when the engines choose it themselves: each demand of the rule is put to the engine of the seat, in
//! words that it may know, or decided by this program in its place.

use std::time::Instant;

use tengen_engine::Color;
use tengen_engine::engine::{Decision, Engine, Extent, Limits, Options};
use tengen_engine::game::Game;
use tengen_engine::opening::{Action, Demand, Opening, OpeningRule, Sameness, Seat};
use tengen_engine::point::Point;
use tengen_engine::random::SplitMix64;
use tengen_protocol::coords::Coords;
use tengen_protocol::manager::{Place, YixinStep};

use crate::matches::answer::{Swap2Choice, TimedAnswer, Trouble};
use crate::matches::engines::MatchEngine;
use crate::matches::player::Player;
use crate::matches::record::{End, OpeningStep, milliseconds};
use crate::matches::setup::Setup;
use crate::matches::thought::Thought;

/// Memory of the chooser that decides in place of engines, in bytes.
const CHOOSER_BYTES: usize = 16 << 20;
/// Nodes of an ordinary move for that chooser where the engine has no limit that it could take over.
const CHOOSER_NODES: u64 = 50_000;
/// A chooser in place of an engine takes one in so many parts of the time for a game.
const CHOOSER_SHARE: u32 = 40;

/// An opening that is being negotiated.
pub(super) struct Negotiation<'a> {
    setup: &'a Setup,
    opening: Opening,
    /// What was done, for the record.
    pub steps: Vec<OpeningStep>,
    random: SplitMix64,
    chooser: Option<Engine>,
}

/// Who broke off a negotiation, and why.
pub(super) struct Broken {
    pub by: Seat,
    pub trouble: Trouble,
}

impl<'a> Negotiation<'a> {
    /// The opening of the game of this number, from the empty board.
    pub(super) fn new(setup: &'a Setup, rule: OpeningRule, number: usize) -> Negotiation<'a> {
        let conditions = &setup.conditions;
        let opening = Opening::new(rule, conditions.rules, conditions.size, Sameness::Shape)
            .expect("the size was checked before the match");
        let random = SplitMix64::stream(setup.schedule.seed, number as u64);
        Negotiation { setup, opening, steps: Vec::new(), random, chooser: None }
    }

    /// Lets the players do what the rule asks for, until ordinary play begins. `players` are those of seat A and of seat B.
    pub(super) fn conduct(&mut self, players: [&mut Player<'a>; 2]) -> Result<(), Broken> {
        let [a, b] = players;
        while !self.opening.is_over() && self.opening.game().result().is_none() {
            let by = self.opening.demand().by();
            let player: &mut Player<'a> = if by == Seat::A { &mut *a } else { &mut *b };
            let broken = |trouble| Broken { by, trouble };
            let answer = self.ask(player).map_err(broken)?;
            let size = self.opening.game().size();
            let rows = self.setup.conditions.rows;
            let mut ms = milliseconds(answer.time);
            for turn in turns(answer.what) {
                let texts: Vec<String> = turn.iter().map(|action| action.to_text(size, rows)).collect();
                let what = texts.join(" ");
                for action in turn {
                    self.opening.act(by, action).map_err(|why| {
                        broken(Trouble::Fault(End::Illegal, format!("chooses {what}, but {}", why.to_text(size, rows))))
                    })?;
                }
                let (by, seat) = (player.engine().name.clone(), Some(by.to_string()));
                self.steps.push(OpeningStep { by, what, ms, seat });
                // What was answered together took its time once.
                ms = 0.0;
            }
        }
        Ok(())
    }

    /// The game after the opening.
    pub(super) fn game(&self) -> &Game {
        self.opening.game()
    }

    /// The opening as far as it has come.
    pub(super) fn opening(&self) -> &Opening {
        &self.opening
    }

    /// Who plays a colour.
    pub(super) fn holder(&self, color: Color) -> Seat {
        self.opening.holder(color)
    }

    fn ask(&mut self, player: &mut Player<'a>) -> Result<TimedAnswer<Vec<Action>>, Trouble> {
        let engine = player.engine();
        if engine.chooser {
            return Ok(self.decide(engine));
        }
        if let Some(step) = YixinStep::soosyrv(&self.opening, Coords::ColumnRow) {
            return player.answer_step(step);
        }
        if self.opening.rule() != OpeningRule::Swap2 {
            let text = format!(
                "cannot be asked: managers have no words for {}; --chooser lets this program choose",
                self.opening.rule().title()
            );
            return Err(Trouble::Fault(End::Opening, text));
        }
        let TimedAnswer { what, time, thought } = player.choose(self.opening.game())?;
        let what = self.swap2_actions(what).map_err(|text| Trouble::Fault(End::Illegal, text))?;
        Ok(TimedAnswer { what, time, thought })
    }

    /// What an answer to SWAP2BOARD means at this point of the opening.
    fn swap2_actions(&self, choice: Swap2Choice) -> Result<Vec<Action>, String> {
        let places = match choice {
            Swap2Choice::Swap => return Ok(vec![Action::Swap]),
            Swap2Choice::Stones(places) => places,
        };
        let points: Vec<Point> = places.into_iter().map(|place| self.point(place)).collect::<Result<_, _>>()?;
        Ok(match (self.opening.demand(), &points[..]) {
            (Demand::SwapOrTwo { .. }, &[fourth, fifth]) => vec![Action::Two([fourth, fifth])],
            (Demand::SwapOrTwo { .. } | Demand::SwapOrKeep { .. }, &[point]) => {
                vec![Action::Keep, Action::Stone(point)]
            }
            _ => points.into_iter().map(Action::Stone).collect(),
        })
    }

    fn point(&self, (x, y): Place) -> Result<Point, String> {
        let on_board = usize::try_from(x).ok().zip(usize::try_from(y).ok());
        let point = on_board.and_then(|(x, y)| self.opening.game().size().point(x, y));
        point.ok_or_else(|| format!("answers {x},{y}, which is off the board"))
    }

    /// Decides in place of an engine, within its limits. It costs the engine no time.
    fn decide(&mut self, engine: &MatchEngine) -> TimedAnswer<Vec<Action>> {
        let limits = match (engine.nodes, engine.turn, engine.match_time) {
            (Some(nodes), ..) => Limits::nodes(nodes),
            (None, Some(turn), _) if !turn.is_zero() => Limits::time(turn),
            (None, _, Some(all)) => Limits::time(all / CHOOSER_SHARE),
            _ => Limits::nodes(CHOOSER_NODES),
        };
        let lot = self.random.next_u64();
        let options = Options { hash_bytes: CHOOSER_BYTES, threads: 1, ..Options::default() };
        let begin = Instant::now();
        let chooser = self.chooser.get_or_insert_with(|| Engine::new(options));
        let decision = chooser.decide(&self.opening, Extent::Demand, &limits, lot);
        let Decision { actions, .. } = decision.expect("an opening that is not over has something to decide");
        TimedAnswer { what: actions, time: begin.elapsed(), thought: Thought::default() }
    }
}

/// The steps of a record as a line of actions, as `opening` reads it.
pub(super) fn notation(steps: &[OpeningStep]) -> String {
    let turn = |step: &OpeningStep| Some(format!("{}:{}", step.seat.as_deref()?, step.what));
    steps.iter().filter_map(turn).collect::<Vec<_>>().join("; ")
}

/// What was done, turn by turn as it is written: stones follow each other in one, everything else stands alone.
fn turns(actions: Vec<Action>) -> Vec<Vec<Action>> {
    let mut turns: Vec<Vec<Action>> = Vec::new();
    for action in actions {
        match turns.last_mut() {
            Some(turn) if matches!((turn.last(), &action), (Some(Action::Stone(_)), Action::Stone(_))) => {
                turn.push(action)
            }
            _ => turns.push(vec![action]),
        }
    }
    turns
}
