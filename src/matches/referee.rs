//! One game between two engines, judged by [`Game`] alone.

use std::collections::HashMap;
use std::convert::Infallible;

use tengen_engine::color::{ByColor, Color};
use tengen_engine::game::{Game, GameResult};
use tengen_engine::opening::{OpeningRule, Pattern, Seat};
use tengen_engine::point::Point;
use tengen_protocol::manager::Place;

use crate::matches::answer::{Swap2Choice, Trouble};
use crate::matches::negotiation::{Broken, Negotiation};
use crate::matches::player::{PlayContext, Player};
use crate::matches::record::{End, GameRecord, OpeningStep, Played, SWAP, Winner, milliseconds, opening_text};
use crate::matches::schedule::Pairing;
use crate::matches::setup::Setup;

/// The engines that one worker keeps from game to game, by their index.
pub(super) type EnginePool<'a> = HashMap<usize, Player<'a>>;

/// How the play ended.
enum Finish {
    Result(GameResult),
    MoveLimit(usize),
    Fault(Color, End, String),
}

/// Why the play does not go on.
enum Stop {
    Finish(Finish),
    /// The match was cancelled.
    Cancelled,
}

/// Plays one game. `None` when the match was cancelled before its end.
pub(super) fn play<'a>(
    setup: &'a Setup,
    pairing: &Pairing,
    pool: &mut EnginePool<'a>,
    context: PlayContext<'a>,
) -> Option<GameRecord> {
    let mut table = Referee::new(setup, pairing);
    let Err(stop) = table.conduct(pool, context);
    let Stop::Finish(finish) = stop else { return None };
    let notes = table.clear(pool, &finish);
    Some(table.record(finish, notes))
}

/// A table at which a game is played: who sits there, the board, and what was done so far.
struct Referee<'a> {
    setup: &'a Setup,
    number: usize,
    /// Indices of the contenders.
    seats: ByColor<usize>,
    players: ByColor<Option<Player<'a>>>,
    game: Game,
    /// Stones from which the game starts.
    opening: Vec<Point>,
    choices: Vec<OpeningStep>,
    pattern: Option<Pattern>,
    moves: Vec<Played>,
}

impl<'a> Referee<'a> {
    fn new(setup: &'a Setup, pairing: &Pairing) -> Referee<'a> {
        let mut game = Game::new(setup.conditions.rules, setup.conditions.size);
        for &point in &pairing.opening {
            game.play(point).expect("openings are checked before a match starts");
        }
        Referee {
            setup,
            number: pairing.number,
            seats: pairing.players,
            players: ByColor([None, None]),
            game,
            opening: pairing.opening.clone(),
            choices: Vec::new(),
            pattern: None,
            moves: Vec::new(),
        }
    }

    fn name(&self, color: Color) -> &'a str {
        &self.setup.engines[self.seats[color]].name
    }

    /// Seats both players, lets them open the game and play until something ends it.
    fn conduct(&mut self, pool: &mut EnginePool<'a>, context: PlayContext<'a>) -> Result<Infallible, Stop> {
        self.seat(pool, context)?;
        self.open()?;
        loop {
            self.step()?;
        }
    }

    fn seat(&mut self, pool: &mut EnginePool<'a>, context: PlayContext<'a>) -> Result<(), Stop> {
        for color in Color::ALL {
            let index = self.seats[color];
            let seated = match pool.remove(&index) {
                Some(player) => Ok(player),
                None => Player::start(&self.setup.engines[index], context),
            };
            let begun = seated.and_then(|mut player| {
                player.new_game(self.number)?;
                Ok(player)
            });
            self.players[color] = Some(begun.map_err(|trouble| blame(color, trouble))?);
        }
        Ok(())
    }

    /// Swap2, if it is to be: the engine on the black seat puts three stones, the other chooses or puts two more, and then
    /// it is for the first to choose. Whoever swaps plays Black; whoever puts one stone plays White, and that is the move.
    fn open(&mut self) -> Result<(), Stop> {
        if let Some(rule) = self.setup.conditions.opening_rule {
            return self.negotiate(rule);
        }
        if !self.setup.conditions.swap2 {
            return Ok(());
        }
        let mut color = if self.opening.is_empty() { Color::Black } else { Color::White };
        loop {
            let stones = self.opening.len();
            let player = self.players[color].as_mut().expect("both were seated");
            let answer = player.choose(&self.game).map_err(|trouble| blame(color, trouble))?;
            let by = self.name(color).to_string();
            let ms = milliseconds(answer.time);
            match answer.what {
                Swap2Choice::Swap if stones > 0 => {
                    self.choices.push(OpeningStep { by, what: SWAP.to_string(), ms, seat: None });
                    self.take(color, Color::Black);
                    return Ok(());
                }
                Swap2Choice::Stones(places) if stones > 0 && places.len() == 1 => {
                    let what = self.put(color, &places)?;
                    self.choices.push(OpeningStep { by, what: what.clone(), ms, seat: None });
                    self.moves.push(Played { at: what, ms, thought: answer.thought });
                    self.take(color, Color::White);
                    return Ok(());
                }
                Swap2Choice::Stones(places) if matches!((stones, places.len()), (0, 3) | (3, 2)) => {
                    let what = self.put(color, &places)?;
                    self.choices.push(OpeningStep { by, what, ms, seat: None });
                    self.opening = self.game.moves().iter().map(|played| played.point).collect();
                }
                other => {
                    let what = match other {
                        Swap2Choice::Swap => "SWAP".to_string(),
                        Swap2Choice::Stones(places) => format!("{} stones", places.len()),
                    };
                    let text = format!("answers SWAP2BOARD after {stones} stones with {what}, which may not be chosen");
                    return Err(Stop::Finish(Finish::Fault(color, End::Illegal, text)));
                }
            }
            color = !color;
        }
    }

    /// An opening by a rule: who would play Black opens. The players then sit where they have chosen to.
    fn negotiate(&mut self, rule: OpeningRule) -> Result<(), Stop> {
        let mut negotiation = Negotiation::new(self.setup, rule, self.number);
        let [Some(a), Some(b)] = &mut self.players.0 else { unreachable!("both were seated") };
        let result = negotiation.conduct([a, b]);
        self.choices = std::mem::take(&mut negotiation.steps);
        self.game = negotiation.game().clone();
        self.opening = self.game.moves().iter().map(|played| played.point).collect();
        self.pattern = negotiation.opening().pattern();
        self.take(Color::Black, if negotiation.holder(Color::Black) == Seat::A { Color::Black } else { Color::White });
        result.map_err(|Broken { by, trouble }| {
            let holds_black = negotiation.holder(Color::Black) == by;
            blame(if holds_black { Color::Black } else { Color::White }, trouble)
        })
    }

    /// Seats the player of `color` on the seat of `wanted`.
    fn take(&mut self, color: Color, wanted: Color) {
        if color != wanted {
            self.seats.0.swap(0, 1);
            self.players.0.swap(0, 1);
        }
    }

    /// One move.
    fn step(&mut self) -> Result<(), Stop> {
        if let Some(outcome) = self.game.result() {
            return Err(Stop::Finish(Finish::Result(outcome)));
        }
        let limit = self.setup.conditions.max_moves;
        if let Some(limit) = limit.filter(|&limit| self.game.moves().len() >= limit) {
            return Err(Stop::Finish(Finish::MoveLimit(limit)));
        }
        let color = self.game.to_move();
        let player = self.players[color].as_mut().expect("both were seated");
        let answer = player.ask(&self.game).map_err(|trouble| blame(color, trouble))?;
        let at = self.put(color, &[answer.what])?;
        self.moves.push(Played { at, ms: milliseconds(answer.time), thought: answer.thought });
        Ok(())
    }

    /// Puts stones, Black's and White's in turn, that the player on the seat of `color` named, and returns them as text.
    fn put(&mut self, color: Color, places: &[Place]) -> Result<String, Stop> {
        let size = self.setup.conditions.size;
        let illegal = |text| Stop::Finish(Finish::Fault(color, End::Illegal, text));
        let mut points = Vec::new();
        for &(x, y) in places {
            let on_board = usize::try_from(x).ok().zip(usize::try_from(y).ok());
            let Some(point) = on_board.and_then(|(x, y)| size.point(x, y)) else {
                return Err(illegal(format!("answers {x},{y}, which is off the board")));
            };
            self.game.play(point).map_err(|why| illegal(format!("answers {x},{y}, but {why}")))?;
            points.push(point);
        }
        Ok(opening_text(&points, self.setup))
    }

    /// Lets the players go, or keeps them for another game, and returns what was remarkable about them.
    fn clear(&mut self, pool: &mut EnginePool<'a>, finish: &Finish) -> Vec<String> {
        let faulty = if let Finish::Fault(color, ..) = finish { Some(*color) } else { None };
        let mut notes = Vec::new();
        for color in Color::ALL {
            // An engine that failed is not asked for anything more; being dropped kills it.
            let Some(mut player) = self.players[color].take().filter(|_| faulty != Some(color)) else { continue };
            let remarks = if self.setup.conditions.keep_alive {
                let remarks = player.notes();
                pool.insert(self.seats[color], player);
                remarks
            } else {
                player.finish()
            };
            let name = self.name(color);
            notes.extend(remarks.into_iter().map(|remark| format!("{name} {remark}")));
        }
        notes
    }

    fn record(self, finish: Finish, notes: Vec<String>) -> GameRecord {
        let (winner, end, reason) = match finish {
            Finish::Result(outcome) => {
                let end = match outcome {
                    GameResult::Five(_) => End::Five,
                    GameResult::Forbidden(_) => End::Forbidden,
                    GameResult::Full => End::Full,
                };
                (outcome.winner(), end, outcome.to_string())
            }
            Finish::MoveLimit(limit) => (None, End::MoveLimit, format!("draw after {limit} moves")),
            Finish::Fault(color, end, text) => (Some(!color), end, format!("{} {text}", self.name(color))),
        };
        GameRecord {
            game: self.number,
            black: self.name(Color::Black).to_string(),
            white: self.name(Color::White).to_string(),
            opening: opening_text(&self.opening, self.setup),
            pattern: self.pattern.map(|pattern| pattern.to_string()),
            choices: self.choices,
            winner: match winner {
                Some(Color::Black) => Winner::Black,
                Some(Color::White) => Winner::White,
                None => Winner::None,
            },
            end,
            reason,
            moves: self.moves,
            notes,
        }
    }
}

fn blame(color: Color, trouble: Trouble) -> Stop {
    match trouble {
        Trouble::Fault(end, text) => Stop::Finish(Finish::Fault(color, end, text)),
        Trouble::Cancelled => Stop::Cancelled,
    }
}
