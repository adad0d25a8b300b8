//! Whole games between two processes, as a manager holds them, judged by the record of the game.

use std::time::Duration;

use tengen_engine::game::{Game, GameResult, Rules};
use tengen_engine::point::{BoardSize, Point};
use tengen_engine::rule::RuleKind;

use crate::brain::Brain;

/// Only an engine that hangs needs longer, however busy the machine is.
const SOON: Duration = Duration::from_secs(120);

/// Plays one game with as little time as possible and returns its record.
fn play(rule: u32, rules: Rules, width: usize, height: usize) -> Game {
    let mut game = Game::new(rules, BoardSize::new(width, height).expect("a size that can be"));
    let mut players = [Brain::start(&[]), Brain::start(&[])];
    for player in &mut players {
        player.say(&if width == height { format!("START {width}") } else { format!("RECTSTART {width},{height}") });
        assert_eq!(player.answer(SOON).as_deref(), Some("OK"));
        player.say("INFO game_type 1");
        player.say(&format!("INFO rule {rule}"));
        player.say("INFO timeout_turn 0");
    }
    let mut question = "BEGIN".to_string();
    while game.result().is_none() {
        let player = &mut players[game.moves().len() % 2];
        player.say(&question);
        let answer = player.answer(SOON).unwrap_or_else(|| panic!("no answer to {question}"));
        let (x, y) = answer.split_once(',').unwrap_or_else(|| panic!("{answer} is no move"));
        let point = Point::new(x.parse().unwrap(), y.parse().unwrap());
        let outcome = game.play(point).unwrap_or_else(|why| panic!("{answer} after {question}: {why}"));
        if matches!(outcome, Some(GameResult::Forbidden(_))) {
            let allowed = game.empty_points().filter(|&point| game.forbidden(point).is_none()).count();
            assert_eq!(allowed, 0, "{answer} is forbidden\n{game:?}");
        }
        question = format!("TURN {answer}");
    }
    for player in &mut players {
        player.say("END");
        player.exit(SOON).unwrap();
    }
    game
}

#[test]
fn games_are_legal_to_their_end_under_every_rule() {
    let cases = [
        (0, RuleKind::Freestyle, false, 20, 20),
        (1, RuleKind::Standard, false, 15, 15),
        (4, RuleKind::Renju, false, 15, 15),
        (8, RuleKind::CaroOverline, false, 15, 15),
        (9, RuleKind::Caro, false, 15, 15),
        (0, RuleKind::Freestyle, false, 20, 12),
        (1, RuleKind::Standard, false, 5, 5),
        (4, RuleKind::Renju, false, 6, 6),
        (2, RuleKind::Freestyle, true, 7, 7),
        (11, RuleKind::Caro, true, 6, 9),
        (0, RuleKind::Freestyle, false, 22, 22),
    ];
    std::thread::scope(|scope| {
        for chunk in cases.chunks(cases.len().div_ceil(2)) {
            scope.spawn(move || {
                for &(rule, kind, continuous, width, height) in chunk {
                    let game = play(rule, Rules { kind, continuous }, width, height);
                    assert!(game.moves().len() >= 9, "a game takes its time\n{game:?}");
                }
            });
        }
    });
}
