//! How games end: every rule on drawn rows, whole games, full boards, continuous play, and what is refused.

use tengen_engine::Cell;
use tengen_engine::color::Color;
use tengen_engine::diagram;
use tengen_engine::forbidden::Forbidden;
use tengen_engine::game::{Game, GameResult, PlayError, Rules};
use tengen_engine::point::{BoardSize, Direction, MAX_SIDE, MIN_SIDE, Point, Rows};
use tengen_engine::random::SplitMix64;
use tengen_engine::rule::RuleKind;

use crate::positions;

/// The side of the board that rows are drawn on when they name no edge, or one.
const SIDE: usize = 15;

/// Puts a row on the board in all four directions, plays on the cell marked `+`, and compares what it is.
///
/// In the row `X` is the side that plays, `O` the other, `#` a closed point, and `|` at either end the edge of the board.
/// The answers are for freestyle, standard, Renju by Black, Renju by White, Caro with overlines and Caro: `W` wins, `-`
/// nothing, `o` and `4` a forbidden overline and double-four.
#[track_caller]
fn check_row(answers: &str, row: &str) {
    let cells: Vec<char> = row.chars().filter(|&c| c != '|').collect();
    let side = if row.starts_with('|') && row.ends_with('|') { cells.len() } else { SIDE };
    let first = match (row.starts_with('|'), row.ends_with('|')) {
        (true, _) => 0,
        (false, true) => side - cells.len(),
        (false, false) => (side - cells.len()) / 2,
    };
    let size = BoardSize::square(side).unwrap();
    let place = |direction, i| match direction {
        Direction::Row => Point::new(i, side / 2),
        Direction::Column => Point::new(side / 2, i),
        Direction::Falling => Point::new(i, i),
        Direction::Rising => Point::new(i, side - 1 - i),
    };
    let (freestyle, standard, renju) = (RuleKind::Freestyle, RuleKind::Standard, RuleKind::Renju);
    let columns = [
        (freestyle, Color::Black),
        (freestyle, Color::White),
        (standard, Color::Black),
        (standard, Color::White),
        (renju, Color::Black),
        (renju, Color::White),
        (RuleKind::CaroOverline, Color::Black),
        (RuleKind::CaroOverline, Color::White),
        (RuleKind::Caro, Color::Black),
        (RuleKind::Caro, Color::White),
    ];
    let answers: Vec<char> = answers.split_whitespace().map(|answer| answer.parse().unwrap()).collect();
    let [f, s, b, w, o, c] = answers[..] else { panic!("six answers, not {answers:?}") };
    for ((rule, color), answer) in columns.into_iter().zip([f, f, s, s, b, w, o, o, c, c]) {
        for direction in Direction::ALL {
            let mut game = Game::new(rule, size);
            let mut played = None;
            for (i, cell) in cells.iter().enumerate() {
                let point = place(direction, first + i);
                match cell {
                    'X' => game.set_up(color, point).unwrap(),
                    'O' => game.set_up(!color, point).unwrap(),
                    '#' => game.close(point).unwrap(),
                    '+' => played = Some(point),
                    '.' => {}
                    other => panic!("{other} is no cell"),
                }
            }
            game.set_to_move(color);
            let found = match game.play(played.expect("a row marks the point to play on")).unwrap() {
                None => '-',
                Some(GameResult::Five(winner)) if winner == color => 'W',
                Some(GameResult::Forbidden(Forbidden::Overline)) => 'o',
                Some(GameResult::Forbidden(Forbidden::DoubleFour)) => '4',
                Some(other) => panic!("{row} by {color:?} under {rule}: {other}"),
            };
            assert_eq!(found, answer, "{row} by {color:?}\n{game:?}");
        }
    }
}

#[test]
fn rows_under_every_rule() {
    //         F S B W 8 9
    check_row("- - - - - -", "..XXX+..");
    check_row("W W W W W W", "..XXXX+..");
    check_row("W W W W W W", ".+XXXX...");
    check_row("W W W W W W", "..XX+XX..");
    check_row("W - o W W -", "..XXXXX+..");
    check_row("W - o W W -", ".XXX+XX.");
    check_row("W - o W W -", "XXXX+XXXX");
    check_row("W - o W W -", "XXXXX+XXXXX");
    check_row("W - o W W -", "+XXXXXXXX");
    check_row("W W W W W W", "OXXXX+..");
    check_row("W W W W - -", "OXX+XXO");
    check_row("W W W W - -", "O+XXXXO");
    check_row("W W W W - -", ".OXXXX+O.");
    check_row("W - o W W -", "OXXX+XXO");
    check_row("W W W W W W", "OXXXX+.O");
    check_row("W W W W W W", "OXXXX+#");
    check_row("W W W W W W", "#XXXX+#");
    check_row("W - o W W -", "OXXXXX+.X");
    check_row("- - - - - -", "XX.+XXX");
    check_row("- - 4 - - -", "X.XX+.X");
    check_row("- - - - - -", "X.XX+X.X");
    check_row("- - 4 - - -", "X.X+X.X");
    check_row("- - 4 - - -", "XXX.+.XXX");
    check_row("- - 4 - - -", "XX.X+.XX");
    check_row("- - - - - -", "XXXXO+XXX");
    check_row("- - - - - -", "XXXX#+");
}

#[test]
fn the_edge_closes_nothing() {
    //         F S B W 8 9
    check_row("W W W W W W", "|XXXX+O");
    check_row("W W W W W W", "O+XXXX|");
    check_row("W W W W W W", "|XX+XX|");
    check_row("W W W W W W", "|X+XXX.|");
    check_row("W - o W W -", "|XXX+XX|");
    check_row("W W W W - -", "|OXX+XXO|");
    check_row("- - - - - -", "|XXX+#|");
}

#[track_caller]
fn check_game(rules: impl Into<Rules>, side: usize, moves: &str, outcome: Option<GameResult>) {
    let game = Game::from_text(rules, BoardSize::square(side).unwrap(), moves, Rows::FromBottom).unwrap();
    assert_eq!(game.result(), outcome, "{game:?}");
}

const BLACK: Option<GameResult> = Some(GameResult::Five(Color::Black));
const WHITE: Option<GameResult> = Some(GameResult::Five(Color::White));
/// All 25 points of a small board without a row of five.
const FULL: &str = "e4c2a3c5e2e5a2c3a1d4d3b4b3d1a5e3b2d5c4d2c1a4b5e1b1";

#[test]
fn whole_games() {
    check_game(RuleKind::Freestyle, 15, "", None);
    check_game(RuleKind::Freestyle, 15, "h8h9i8i9j8j9k8k9l8", BLACK);
    check_game(RuleKind::Standard, 15, "h8h9i8i9j8j9k8k9a1l9", WHITE);
    check_game(RuleKind::Caro, 15, "h8h9i8i9j8j9k8k9l8", BLACK);
    check_game(RuleKind::Caro, 15, "h8g8i8m8j8j9k8k9l8", None);
    check_game(RuleKind::CaroOverline, 15, "h8g8i8n8j8j9k8k9m8a1l8", BLACK);
    check_game(RuleKind::Renju, 15, "h8a1h9a3g10a5i10a7", None);
    check_game(RuleKind::Renju, 15, "h8a1h9a3g10a5i10a7h10", Some(GameResult::Forbidden(Forbidden::DoubleThree)));
    // White makes the same shape and only plays on.
    check_game(RuleKind::Renju, 15, "a1h8a3h9a5g10a7i10a9h10", None);
    for rule in RuleKind::ALL {
        check_game(rule, 5, FULL, Some(GameResult::Full));
        check_game(rule, 5, &FULL[..48], None);
    }
}

#[test]
fn a_row_on_the_last_point_wins_and_does_not_draw() {
    let picture = "XXXX.\nOXOXO\nXOXOX\nOXOXO\nOOXOO\nX to move";
    for rule in RuleKind::ALL {
        let mut game = diagram::parse(picture, rule).unwrap();
        assert_eq!(game.play(Point::new(4, 0)), Ok(BLACK));
    }
}

#[test]
fn five_comes_before_every_forbidden_move() {
    // The stone on h8 makes one of these, and then a five along the column besides.
    let check = |others: &str, kind| {
        let mut game = Game::new(RuleKind::Renju, BoardSize::square(15).unwrap());
        let point = |text| Point::parse(text, BoardSize::square(15).unwrap(), Rows::FromBottom).unwrap();
        others.split(' ').for_each(|other| game.set_up(Color::Black, point(other)).unwrap());
        assert_eq!(game.forbidden(point("h8")), Some(kind), "{game:?}");
        ["h4", "h5", "h6", "h7"].iter().for_each(|other| game.set_up(Color::Black, point(other)).unwrap());
        assert_eq!(game.forbidden(point("h8")), None, "{game:?}");
        assert_eq!(game.play(point("h8")), Ok(BLACK), "{game:?}");
    };
    check("d8 e8 f8 g8 i8", Forbidden::Overline);
    check("e8 f8 g8 e5 f6 g7", Forbidden::DoubleFour);
    check("f8 g8 f6 g7", Forbidden::DoubleThree);
}

#[test]
fn a_continuous_game_closes_the_rows_and_goes_on() {
    let check = |kind, before: &str, at: (usize, usize), after: &str| {
        let mut game = diagram::parse(before, Rules { kind, continuous: true }).unwrap();
        let key = game.key();
        assert_eq!(game.play(Point::new(at.0, at.1)), Ok(None), "{game:?}");
        let expected = diagram::parse(after, Rules { kind, continuous: true }).unwrap();
        assert_eq!(game.key(), expected.key(), "{game:?}{expected:?}");
        for point in game.size().points() {
            assert_eq!(game.cell(point), expected.cell(point), "{game:?}{expected:?}");
        }
        game.undo().unwrap();
        assert_eq!(game.key(), key, "{game:?}");
    };
    check(
        RuleKind::Freestyle,
        "XXXX..\nOOO...\n......\n......\n......\n.....O",
        (4, 0),
        "#####.\nOOO...\n......\n......\n......\n.....O\nO to move",
    );
    // Two rows by one stone, one of them longer.
    check(
        RuleKind::Renju,
        "XOOOOO.\nX......\nX......\nX......\nX.....X\nX.....X\n.X.X.X.\nO to move",
        (6, 0),
        "X######\nX......\nX......\nX......\nX.....X\nX.....X\n.X.X.X.\nX to move",
    );
    check(
        RuleKind::Freestyle,
        "......\n.XXXX.\n.XO...\n.X.O..\n.X..O.\n......\nX to move",
        (0, 1),
        "......\n#####.\n.XO...\n.X.O..\n.X..O.\n......\nO to move",
    );
    check(
        RuleKind::Freestyle,
        ".XXXX.\nX.....\nX.OO..\nX.OO..\nX..O..\nO..O..\nX to move",
        (0, 0),
        "#####.\n#.....\n#.OO..\n#.OO..\n#..O..\nO..O..\nO to move",
    );
    // An overline wins nothing under the standard rule, so that it stays.
    check(
        RuleKind::Standard,
        "XXX.XX\nOOO...\n......\n......\n......\n....OO",
        (3, 0),
        "XXXXXX\nOOO...\n......\n......\n......\n....OO\nO to move",
    );
}

#[test]
fn a_continuous_game_ends_when_the_board_is_full() {
    let picture = "XXXX.\nOXOXO\nXOXOX\nOXOXO\nOOXOO\nX to move";
    let mut game = diagram::parse(picture, Rules { kind: RuleKind::Freestyle, continuous: true }).unwrap();
    assert_eq!(game.play(Point::new(4, 0)), Ok(Some(GameResult::Full)));
    assert_eq!(game.cell(Point::new(0, 0)), Cell::Wall);
}

#[test]
fn what_cannot_be_played_is_refused_and_changes_nothing() {
    let size = BoardSize::new(7, 6).unwrap();
    let mut game = Game::new(RuleKind::Freestyle, size);
    let (stone, closed, free) = (Point::new(3, 3), Point::new(2, 2), Point::new(0, 0));
    game.close(closed).unwrap();
    game.play(stone).unwrap();
    let before = game.clone();
    for outside in [Point::new(7, 0), Point::new(0, 6), Point::new(21, 21), free.step(Direction::Row, -1)] {
        assert_eq!(game.play(outside), Err(PlayError::OffBoard(size)));
        assert_eq!(game.place(Color::Black, outside), Err(PlayError::OffBoard(size)));
        assert_eq!(game.close(outside), Err(PlayError::OffBoard(size)));
        assert_eq!(game.cell(outside), Cell::Wall);
    }
    for (point, why) in [(stone, PlayError::Occupied), (closed, PlayError::Closed)] {
        assert_eq!(game.play(point), Err(why));
        assert_eq!(game.place(Color::White, point), Err(why));
        assert_eq!(game.close(point), Err(why));
    }
    assert_eq!(game.set_up(Color::White, free), Err(PlayError::Begun));
    assert!(game == before, "{game:?}");
}

#[test]
fn after_the_end_only_placing_goes_on() {
    let size = BoardSize::square(15).unwrap();
    let mut game = Game::from_text(RuleKind::Standard, size, "h8h9i8i9j8j9k8k9l8", Rows::FromBottom).unwrap();
    assert_eq!(game.play(Point::new(0, 0)), Err(PlayError::Over(GameResult::Five(Color::Black))));
    game.place(Color::White, Point::new(0, 0)).unwrap();
    assert_eq!((game.result(), game.to_move()), (None, Color::Black));
    assert_eq!(game.undo().map(|last| last.color), Some(Color::White));
    assert_eq!((game.result(), game.to_move()), (BLACK, Color::White));
}

#[test]
fn the_characters_of_a_text_are_told_as_people_count_them() {
    for (text, expected) in [
        ("z9", "no point of the board at character 1: \"z9\""),
        ("h8 h9,z9 i8", "no point of the board at character 7: \"z9 i8\""),
        ("h8h8", "move 2 (h8) cannot be played: "),
    ] {
        let read = Game::from_text(RuleKind::Renju, BoardSize::square(15).unwrap(), text, Rows::FromBottom);
        let error = read.unwrap_err().to_string();
        assert!(error.starts_with(expected), "{text}: {error}");
    }
}

#[test]
fn a_forbidden_move_stays_waived_until_it_is_taken_back() {
    let size = BoardSize::square(15).unwrap();
    let mut game = Game::from_text(RuleKind::Renju, size, "e8a1f8c1g8e1i8g1j8i1h8", Rows::FromBottom).unwrap();
    let forbidden = Some(GameResult::Forbidden(Forbidden::Overline));
    assert_eq!(game.result(), forbidden);
    game.waive_forbidden();
    let waived = game.clone();
    for point in [Point::new(14, 0), Point::new(14, 14)] {
        game.play(point).unwrap();
    }
    game.undo().unwrap();
    game.undo().unwrap();
    assert!(game == waived && game.result().is_none(), "{game:?}");
    let last = game.undo().unwrap();
    assert_eq!(game.play(last.point), Ok(forbidden));
}

#[test]
fn stones_that_are_set_up_are_not_judged() {
    let mut game = diagram::parse("XXXXX.\n......\n.OOOOO\n......\n......\n......", RuleKind::Renju).unwrap();
    assert_eq!((game.result(), game.last_move(), game.to_move()), (None, None, Color::Black));
    game.play(Point::new(5, 5)).unwrap();
    game.undo().unwrap();
    assert_eq!((game.result(), game.last_move(), game.moves().len()), (None, None, 10));
    // Taken back further, the stones are still a position and not a play.
    game.undo().unwrap();
    assert_eq!((game.result(), game.last_move(), game.moves().len()), (None, None, 9));
    game.set_up(Color::Black, Point::new(5, 0)).unwrap();
    assert_eq!(game.result(), None);
}

#[test]
fn the_last_point_that_is_closed_ends_the_game() {
    let mut game = diagram::parse("#####\n#####\n##.##\n#####\n#####", RuleKind::Renju).unwrap();
    assert_eq!(game.result(), None);
    game.close(Point::new(2, 2)).unwrap();
    assert_eq!(game.result(), Some(GameResult::Full));
}

/// A random game to its end under each rule, taken back stone by stone: every record on the way must be met again.
#[test]
fn undo_goes_back_through_every_record() {
    let mut chance = SplitMix64::new(3);
    for round in 0..60 {
        let rules = Rules { kind: RuleKind::ALL[round % 5], continuous: round % 2 == 0 };
        let [width, height] = [(); 2].map(|()| MIN_SIDE + chance.below(4));
        let mut game = Game::new(rules, BoardSize::new(width, height).unwrap());
        for _ in 0..chance.below(4) {
            // A point drawn twice is closed once.
            let _ = game.close(Point::new(chance.below(width), chance.below(height)));
        }
        let mut records = Vec::new();
        while game.result().is_none() {
            records.push(game.clone());
            let points: Vec<Point> = game.empty_points().collect();
            game.play(points[chance.below(points.len())]).unwrap();
        }
        for record in records.iter().rev() {
            assert!(game.undo().is_some());
            assert!(game == *record, "{game:?}{record:?}");
            assert_eq!(game.key(), record.key());
        }
        assert_eq!(game.undo(), None);
    }
}

#[test]
fn random_positions_end_as_the_oracle_says() {
    let mut chance = SplitMix64::new(4);
    for width in MIN_SIDE..=MAX_SIDE {
        let height = MIN_SIDE + chance.below(MAX_SIDE - MIN_SIDE + 1);
        let mut board = positions::random(width, height, &mut chance);
        for rule in RuleKind::ALL {
            let game = positions::game(&board, rule);
            for place in board.places().filter(|&place| board.at(place) == '.').collect::<Vec<_>>() {
                for (color, side) in [(Color::Black, 'X'), (Color::White, 'O')] {
                    let mut after = game.clone();
                    after.place(color, positions::point(place)).unwrap();
                    let forbidden = rule == RuleKind::Renju && side == 'X' && !board.forbidden_kinds(place).is_empty();
                    let expected = (board.wins(rule.name(), side, place), forbidden);
                    let found = match after.result() {
                        Some(GameResult::Five(winner)) => (winner == color, false),
                        Some(GameResult::Forbidden(_)) => (false, true),
                        Some(GameResult::Full) | None => (false, false),
                    };
                    assert_eq!(found, expected, "{after:?}");
                }
            }
        }
    }
}
