//! One game between two engines, judged by [`Game`] alone.

use std::collections::HashMap;

use tengen_engine::color::{ByColor, Color};
use tengen_engine::game::{Game, Outcome};
use tengen_engine::point::Rows;

use crate::arena::player::{Player, Surroundings, Trouble};
use crate::arena::record::{End, GameRecord, Played, Winner, opening_text};
use crate::arena::setup::{Fixture, Setup};

/// The engines that one worker keeps from game to game, by their index.
pub(super) type Bench<'a> = HashMap<usize, Player<'a>>;

/// How the play ended.
enum Finish {
    Outcome(Outcome),
    MoveLimit(usize),
    Fault(Color, End, String),
}

/// Plays one game. `None` when the match was called off before its end.
pub(super) fn play<'a>(
    setup: &'a Setup,
    fixture: &Fixture,
    bench: &mut Bench<'a>,
    around: Surroundings<'a>,
) -> Option<GameRecord> {
    let names = fixture.players.0.map(|index| setup.contenders[index].name.clone());
    let mut moves = Vec::new();
    let mut notes = Vec::new();
    let mut at_board = ByColor([None, None]);
    let finish = match conduct(setup, fixture, bench, around, &mut at_board, &mut moves) {
        Ok(finish) => finish,
        Err(()) => return None,
    };
    let faulty = if let Finish::Fault(color, ..) = finish { Some(color) } else { None };
    for color in Color::ALL {
        let (index, name) = (fixture.players[color], &names[color as usize]);
        // An engine that failed is not asked for anything more; being dropped kills it.
        let Some(mut player) = at_board[color].take().filter(|_| faulty != Some(color)) else { continue };
        let remarks = if setup.conditions.keep_alive {
            let remarks = player.notes();
            bench.insert(index, player);
            remarks
        } else {
            player.finish()
        };
        notes.extend(remarks.into_iter().map(|remark| format!("{name} {remark}")));
    }
    let (winner, end, reason) = match finish {
        Finish::Outcome(outcome) => {
            let end = match outcome {
                Outcome::Five(_) => End::Five,
                Outcome::Forbidden(_) => End::Forbidden,
                Outcome::Full => End::Full,
            };
            (outcome.winner(), end, outcome.to_string())
        }
        Finish::MoveLimit(limit) => (None, End::MoveLimit, format!("draw after {limit} moves")),
        Finish::Fault(color, end, text) => (Some(!color), end, format!("{} {text}", names[color as usize])),
    };
    let [black, white] = names;
    Some(GameRecord {
        game: fixture.number,
        black,
        white,
        opening: opening_text(&fixture.opening, setup),
        winner: match winner {
            Some(Color::Black) => Winner::Black,
            Some(Color::White) => Winner::White,
            None => Winner::None,
        },
        end,
        reason,
        moves,
        notes,
    })
}

/// Seats both players and lets them move until something ends the game. An error says that the match was called off.
fn conduct<'a>(
    setup: &'a Setup,
    fixture: &Fixture,
    bench: &mut Bench<'a>,
    around: Surroundings<'a>,
    at_board: &mut ByColor<Option<Player<'a>>>,
    moves: &mut Vec<Played>,
) -> Result<Finish, ()> {
    let conditions = &setup.conditions;
    let fault = |color, trouble| match trouble {
        Trouble::Fault(end, text) => Ok(Finish::Fault(color, end, text)),
        Trouble::CalledOff => Err(()),
    };
    for color in Color::ALL {
        let index = fixture.players[color];
        let seated = match bench.remove(&index) {
            Some(player) => Ok(player),
            None => Player::start(&setup.contenders[index], around),
        };
        let begun = seated.and_then(|mut player| {
            player.new_game(fixture.number)?;
            Ok(player)
        });
        match begun {
            Ok(player) => at_board[color] = Some(player),
            Err(trouble) => return fault(color, trouble),
        }
    }
    let mut game = Game::new(conditions.rules, conditions.size);
    for &point in &fixture.opening {
        game.play(point).expect("openings are checked before a match starts");
    }
    loop {
        if let Some(outcome) = game.outcome() {
            return Ok(Finish::Outcome(outcome));
        }
        if let Some(limit) = conditions.max_moves.filter(|&limit| game.moves().len() >= limit) {
            return Ok(Finish::MoveLimit(limit));
        }
        let color = game.to_move();
        let player = at_board[color].as_mut().expect("both were seated");
        let answer = match player.ask(&game) {
            Ok(answer) => answer,
            Err(trouble) => return fault(color, trouble),
        };
        let (x, y) = answer.place;
        let on_board = usize::try_from(x).ok().zip(usize::try_from(y).ok());
        let point = on_board.and_then(|(x, y)| conditions.size.point(x, y));
        let Some(point) = point else {
            return Ok(Finish::Fault(color, End::Illegal, format!("answers {x},{y}, which is off the board")));
        };
        if let Err(why) = game.play(point) {
            return Ok(Finish::Fault(color, End::Illegal, format!("answers {x},{y}, but {why}")));
        }
        let at = point.to_text(conditions.size, rows(setup));
        moves.push(Played { at, ms: (answer.time.as_secs_f64() * 1e4).round() / 10.0, thought: answer.thought });
    }
}

fn rows(setup: &Setup) -> Rows {
    setup.conditions.rows
}
