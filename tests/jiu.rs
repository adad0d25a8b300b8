//! Jiu from outside: the cases of the rules, counts of the tree, the sample game, and random games.

mod command;
mod plain;
mod random;

use tengen_engine::color::Color;
use tengen_engine::point::{Point, Rows};
use tengen_games::jiu::{
    Game, GateKind, Path, Position, Profile, Reading, Reason, Record, Rules, Stage, Turn, TurnText, perft, point_text,
    text,
};

const CASES: &str = include_str!("data/jiu/cases.txt");
const SAMPLE: &str = include_str!("data/jiu/sample.jiu");

fn rules(profile: Profile, side: usize) -> Rules {
    Rules::new(profile, side).unwrap()
}

/// The rules with something changed.
fn with(mut rules: Rules, change: impl FnOnce(&mut Rules)) -> Rules {
    change(&mut rules);
    rules
}

fn position(text: &str) -> Position {
    text::parse(text, Rows::FromBottom, None).unwrap_or_else(|why| panic!("{text}: {why}"))
}

/// A position of 6x6 without draws and Article 4, with the options of a case: `fly 6, lines` or `contest`.
fn small_game(text: &str, options: &str) -> Game {
    let mut rules = rules(if options == "contest" { Profile::Contest } else { Profile::Plain }, 6).without_ends();
    for option in options.split(", ") {
        match option.split_once(' ') {
            Some(("fly", limit)) => rules.fly_limit = Some(limit.parse().unwrap()),
            _ => rules.formations |= option == "lines",
        }
    }
    Game::from_position(rules, position(text))
}

/// The game of a case, and what is said to be known about it.
fn case(name: &str) -> (Game, &'static str) {
    let block = CASES.split("\n\n").find(|block| block.starts_with(&format!("{name} ")));
    let lines: Vec<&str> = block.unwrap_or_else(|| panic!("no case {name}")).trim_end().lines().collect();
    (small_game(&lines[2..8].join("\n"), lines[1]), lines[8])
}

fn sample() -> Record {
    Record::parse(SAMPLE, rules(Profile::Association, 14), Reading::Strict).unwrap()
}

/// The path as the cases write it, with the number of stones taken.
fn path_text(game: &Game, path: &Path) -> String {
    let text = path.to_text(game.rules().size());
    match game.after_path(path).1 {
        0 => text,
        take => format!("{text} takes {take}"),
    }
}

#[test]
fn every_case_has_its_paths_and_turns() {
    let names: Vec<&str> =
        CASES.split("\n\n").skip(1).map(|block| block.trim_start().split(' ').next().unwrap()).collect();
    assert_eq!(names.len(), 31, "{names:?}");
    for name in names {
        let (mut game, known) = case(name);
        let paths = game.position().paths(game.rules());
        let mut texts: Vec<String> = paths.iter().map(|path| path_text(&game, path)).collect();
        texts.sort();
        if known.starts_with("No legal turn") {
            assert!(texts.is_empty(), "{name}");
            assert_eq!(
                game.outcome().map(|end| (end.winner, end.reason)),
                Some((Some(Color::White), Reason::Squeezed))
            );
            continue;
        }
        let (counts, list, whole) = match known.split_once("; among them ") {
            Some((counts, list)) => (counts, list, false),
            None => known.split_once(": ").map(|(counts, list)| (counts, list, true)).unwrap_or((known, "", false)),
        };
        assert_eq!(counts, format!("{} paths, {} turns", texts.len(), perft(&mut game, 1)), "{name}");
        let listed: Vec<&str> = list.split("; ").filter(|path| !path.is_empty()).collect();
        if whole {
            assert_eq!(texts, listed, "{name}");
        }
        for path in listed {
            assert!(texts.iter().any(|text| text == path), "{name}: {path} in {texts:?}");
        }
        assert_eq!(game.turns().len() as u64, perft(&mut game, 1), "{name}");
    }
}

#[test]
fn the_tree_has_as_many_leaves_as_elsewhere() {
    let mut lines = 0;
    for line in include_str!("data/jiu/perft.txt").lines().filter(|line| !line.starts_with('#')) {
        let (name, counts) = line.split_once(' ').unwrap();
        let plain = |side| rules(Profile::Plain, side).without_ends();
        let mut game = match name.split_once('-') {
            Some(("empty", side)) => Game::new(plain(side.parse().unwrap())),
            Some(("full", _)) => Game::from_position(plain(14), position(include_str!("data/jiu/full-board.txt"))),
            Some((_, turn)) => Game::from_position(plain(14), *sample().game_after(turn.parse().unwrap()).position()),
            None => case(name).0,
        };
        for (depth, count) in (1..).zip(counts.split(' ')) {
            assert_eq!(perft(&mut game, depth).to_string(), count, "{name} at depth {depth}");
        }
        lines += 1;
    }
    assert_eq!(lines, 27);
}

fn points(game: &Game, turns: &[Turn]) -> Vec<String> {
    turns.iter().map(|turn| turn.to_text(game.rules().size())).collect()
}

fn point(text: &str, game: &Game) -> Point {
    Point::parse(text, game.rules().size(), Rows::FromBottom).unwrap()
}

#[test]
fn the_first_stones_go_on_the_centre_and_squares_take_nothing_yet() {
    for (side, centre) in [(14, ["G7", "H8"]), (8, ["D4", "E5"]), (6, ["C3", "D4"])] {
        for (first, second) in [(0, 1), (1, 0)] {
            let mut game = Game::new(rules(Profile::Association, side));
            assert_eq!(points(&game, &game.turns()), centre);
            assert_eq!(game.position().to_move(), Color::White);
            game.play(&Turn::Place(point(centre[first], &game))).unwrap();
            assert_eq!(points(&game, &game.turns()), [centre[second]]);
            game.play(&Turn::Place(point(centre[second], &game))).unwrap();
            assert_eq!(game.turns().len(), side * side - 2);
        }
    }
    let mut game = Game::new(rules(Profile::Association, 14));
    let place = |game: &mut Game, text: &str| game.play(&Turn::Place(point(text, game))).map_err(|why| why.to_string());
    assert_eq!(place(&mut game, "A1"), Err("A1: the first two stones go on G7 and H8".to_string()));
    place(&mut game, "G7").unwrap();
    place(&mut game, "H8").unwrap();
    assert_eq!(place(&mut game, "G7"), Err("G7: occupied".to_string()));
    for text in ["A1", "N1", "B1", "N2", "A2", "N3", "B2"] {
        assert_eq!(game.position().to_move() == Color::White, text < "N");
        assert_eq!(place(&mut game, text), Ok(None));
    }
    assert_eq!(game.position().squares(Color::White).len(), 1);
    assert_eq!((game.position().count(Color::White), game.position().count(Color::Black)), (5, 4));
    assert_eq!((game.position().to_move(), game.position().stage()), (Color::Black, Stage::Place));
}

#[test]
fn the_sample_game_replays_byte_for_byte() {
    let record = sample();
    assert_eq!(record.to_text(), SAMPLE);
    let before = |turn| record.game_after(turn);
    let lifting = before(0);
    assert_eq!(lifting.played().len(), 196);
    assert_eq!((lifting.position().stage(), lifting.position().to_move()), (Stage::Lift, Color::Black));
    assert_eq!(lifting.position(), &position(include_str!("data/jiu/full-board.txt")));
    assert_eq!(points(&lifting, &lifting.turns()), ["G7"]);
    let second = before(1);
    assert_eq!(points(&second, &second.turns()), ["H8"]);
    let moving = before(2);
    assert_eq!(moving.position().stage(), Stage::Move);
    assert_eq!((moving.position().paths(moving.rules()).len(), moving.turns().len()), (6, 102));
    for (turn, black, white) in
        [(2, 97, 97), (3, 97, 96), (5, 97, 94), (7, 96, 92), (9, 95, 88), (21, 90, 79), (53, 78, 65), (57, 77, 63)]
    {
        let game = before(turn);
        assert_eq!(game.next_number(), turn + 1);
        let count = |color| game.position().count(color);
        assert_eq!((count(Color::Black), count(Color::White)), (black, white), "after {turn}");
    }
    let from = |turn: usize, start: &str| -> Vec<String> {
        let game = before(turn - 1);
        let start = point(start, &game);
        let paths = game.position().paths(game.rules()).into_iter().filter(|path| path.from() == start);
        paths.map(|path| path.to_text(game.rules().size())).collect()
    };
    assert_eq!(from(9, "C6"), ["C6→E6 TC-D6", "C6→E6→E4 TC-D6, E5", "C6→E6→E4→G4 TC-D6, E5, F4"]);
    assert_eq!(from(21, "M5"), ["M5→K5 TC-L5", "M5→K5→K3 TC-L5, K4", "M5→K5→K3→I3 TC-L5, K4, J3"]);
    let game = before(53);
    let bags = game.position().saddle_bags(Color::Black);
    let text = |point| point_text(point, game.rules().size());
    let shown: Vec<_> = bags.iter().map(|bag| (text(bag.stone), text(bag.hole), bag.at_stone, bag.at_hole)).collect();
    assert_eq!(shown, [("G8".to_string(), "G7".to_string(), 1, 1)]);
    assert!(game.position().saddle_bags(Color::White).is_empty());
}

#[test]
fn misprints_are_refused_by_their_turn() {
    let check = |right: &str, wrong: &str, message: &str| {
        assert_eq!(SAMPLE.matches(right).count(), 1, "{right}");
        let text = SAMPLE.replace(right, wrong);
        let error = Record::parse(&text, rules(Profile::Association, 14), Reading::Strict).unwrap_err();
        assert_eq!(error.to_string(), message);
    };
    check("J6→H6 TC-I6", "J6→N6 TC-16", "line 47: B23: \"16\" is no point of this board");
    check("J6→H6 TC-I6", "J6→N6 TC-I6", "line 47: B23: J6→N6: neither a step nor a jump");
    check("I8→H8 FC-K6", "I8→H8 FC-K5", "line 69: B45: FC-K5: no white stone stands on K5");
    check(
        "C11→C9 TC-C10",
        "C11→C9 7C-C10",
        "line 72: W48: another turn, a result that begins with B+, W+ or =, or the end is expected, and not \"7C-C10\"",
    );
    check("W20: K3→K4", "W22: K3→K4", "line 44: W22: W20 is expected here");
    check(" FC-L1", "", "line 33: B9: FC-: this turn takes 1 stone, and none is named");
    check("TC-D6, E5, F4", "TC-D6, E5", "line 33: B9: TC-D6, E5: the path jumps D6, E5, F4");
    check("G7 H8 A1", "A1 H8 G7", "line 4: placing 1: A1: the first two stones go on G7 and H8");
    check(
        "[Size \"14\"]",
        "[Size \"15\"]",
        "line 2: [Size \"15\"]: a board of Jiu has 6 to 20 points a side, an even number, and not 15",
    );
    let placed = Record::parse("[Size \"6\"]\nplacing\nC3 D4\n1-0\n", rules(Profile::Plain, 6), Reading::Strict);
    let message = "line 3: placing 3: a point or a result that begins with B+, W+ or = is expected, and not \"1-0\"";
    assert_eq!(placed.unwrap_err().to_string(), message);
    // The stones jumped may be left out where the path can only jump.
    let text = SAMPLE.replace(" TC-D6, E5, F4", "");
    let record = Record::parse(&text, rules(Profile::Association, 14), Reading::Strict).unwrap();
    assert_eq!(record.to_text(), SAMPLE);
    // The centre stones may be lifted in the other order, and colons part what follows a path.
    let text = SAMPLE.replace("B1: G7\nW2: H8", "B1: H8\nW2: G7");
    assert!(Record::parse(&text, rules(Profile::Association, 14), Reading::Strict).is_ok());
    let text = SAMPLE.replace(" TC-", ": TC-").replace(" FC-", ": FC-");
    let record = Record::parse(&text, rules(Profile::Association, 14), Reading::Strict).unwrap();
    assert_eq!(record.to_text(), SAMPLE);
}

#[test]
fn lenient_reading_takes_what_is_there() {
    let text = SAMPLE.replace("I8→H8 FC-K6", "I8→H8 FC-K5").replace("B47: H6→G6 FC-K5", "B47: H6→G6 FC-K6");
    let strict = Record::parse(&text, rules(Profile::Association, 14), Reading::Strict);
    assert!(strict.unwrap_err().to_string().starts_with("line 69: B45:"));
    let record = Record::parse(&text, rules(Profile::Association, 14), Reading::Lenient).unwrap();
    assert_eq!(record.game.position().count(Color::White), 64, "one stone fewer was taken");
    // A point of a larger board is one that is not there.
    let text = SAMPLE.replace("I8→H8 FC-K6", "I8→H8 FC-T20, K6");
    let strict = Record::parse(&text, rules(Profile::Association, 14), Reading::Strict);
    assert_eq!(strict.unwrap_err().to_string(), "line 69: B45: \"T20\" is no point of this board");
    let record = Record::parse(&text, rules(Profile::Association, 14), Reading::Lenient).unwrap();
    assert_eq!(record.to_text(), SAMPLE);
}

#[test]
fn a_position_that_comes_back_draws() {
    let rules = with(rules(Profile::Plain, 6), |rules| rules.fly_limit = Some(0));
    let mut game = Game::from_position(rules, position("6/X5/6/6/5O/6 B m"));
    let mut turn = |text: &str| TurnText::parse(text, rules.size()).unwrap().play(&mut game, Reading::Strict).unwrap();
    for round in 0..2 {
        assert_eq!((turn("A5→A6"), turn("F2→F1"), turn("A6→A5")), (None, None, None));
        let end = turn("F1→F2");
        assert_eq!(end.map(|end| (end.winner, end.reason)), (round == 1).then_some((None, Reason::Repetition)));
    }
    let quiet = with(rules, |rules| (rules.repeat, rules.quiet) = (None, std::num::NonZeroUsize::new(5)));
    let mut game = Game::from_position(quiet, position("6/X5/6/6/5O/6 B m"));
    for (number, text) in ["A5→A6", "F2→F1", "A6→A5", "F1→F2", "A5→A6"].into_iter().enumerate() {
        let end = TurnText::parse(text, rules.size()).unwrap().play(&mut game, Reading::Strict).unwrap();
        assert_eq!(end.map(|end| end.reason), (number == 4).then_some(Reason::Quiet));
    }
}

#[test]
fn article_4_weighs_a_saddle_bag_against_a_gate() {
    let check = |board: &str, gate: GateKind, expected: Option<(Color, Reason)>| {
        let rules = with(rules(Profile::Association, 6), |rules| rules.gate = gate);
        let mut game = Game::from_position(rules, position(board));
        let turn = TurnText::parse("C3→E3 TC-D3", rules.size()).unwrap();
        let end = turn.play(&mut game, Reading::Strict).unwrap();
        assert_eq!(end.map(|end| (end.winner.unwrap(), end.reason)), expected, "{board} {gate:?}");
        assert_eq!(game.position().count(Color::White), 6);
    };
    use GateKind::{Closed, OpenOrClosed};
    let (saddle_bag, kept) = (Some((Color::Black, Reason::SaddleBag)), Some((Color::White, Reason::GateKept)));
    let j42 = "X X . . O O / X . . . . . / X X . . . . / X X X O . . / O . . . . . / O . . O . O";
    check(j42, OpenOrClosed, saddle_bag);
    check(j42, Closed, saddle_bag);
    let j43 = "X X . . O O / X . . . O . / X X . . . . / X X X O . . / O . . . . . / O . . O . .";
    check(j43, OpenOrClosed, None);
    check(j43, Closed, saddle_bag);
    let j44 = "X . . . O O / X . . . O . / X . . . . . / X X X O . . / O . . . . . / X . . O . O";
    check(j44, OpenOrClosed, kept);
    check(j44, Closed, None);
    let j45 = "X . . . O O / X . . . . . / X . . . . . / X X X O . . / O . . . . . / O . . O . O";
    check(j45, OpenOrClosed, None);
    check(j45, Closed, None);
}

#[test]
fn the_fly_limit_is_the_side_of_the_board_unless_one_was_said() {
    let limit = |said, profile, side| {
        let rules = with(rules(Profile::Plain, 14), |rules| rules.fly_limit = said);
        rules.on(profile, side).unwrap().fly_limit()
    };
    for profile in [Profile::Plain, Profile::Contest] {
        assert_eq!([limit(None, profile, 14), limit(None, profile, 8)], [14, 8]);
        assert_eq!([limit(Some(14), profile, 8), limit(Some(8), profile, 8), limit(Some(8), profile, 14)], [14, 8, 8]);
    }
}

#[test]
fn a_game_ends_with_the_last_stone_and_when_there_is_no_path() {
    let (mut game, _) = case("J26");
    let end = TurnText::parse("B5→C5 FC-F1", game.rules().size()).unwrap().play(&mut game, Reading::Strict).unwrap();
    assert_eq!(end.map(|end| (end.winner, end.reason)), Some((Some(Color::Black), Reason::Stones)));
    assert!(game.turns().is_empty());
    assert_eq!(perft(&mut game, 1), 0);
    // A side that is squeezed loses as soon as the position stands, and after the turn that squeezes it.
    let rules = with(rules(Profile::Plain, 6), |rules| rules.fly_limit = Some(0));
    let mut game = Game::from_position(rules, position("XOO3/O1O3/O5/6/6/6 W m"));
    let end = TurnText::parse("C5→B5", rules.size()).unwrap().play(&mut game, Reading::Strict).unwrap();
    assert_eq!(end.map(|end| (end.winner, end.reason)), Some((Some(Color::White), Reason::Squeezed)));
    let contest = Rules::new(Profile::Contest, 6).unwrap();
    for (board, reason) in [("XXX3/6/6/6/6/OOOO2 B m", Reason::FewStones), ("6/6/6/6/6/OOOO2 B m", Reason::Stones)] {
        let game = Game::from_position(contest, position(board));
        assert_eq!(game.outcome().map(|end| (end.winner, end.reason)), Some((Some(Color::White), reason)), "{board}");
    }
}

#[test]
fn texts_of_positions_go_both_ways() {
    let text = "6/6/1XO3/6/6/5O B m";
    let read = position(text);
    assert_eq!(text::to_line(&read), text);
    for rows in [Rows::FromBottom, Rows::FromTop] {
        let picture = text::draw(&read, &text::Options { rows, path: None });
        for reader in [Rows::FromBottom, Rows::FromTop] {
            assert_eq!(text::parse(&picture, reader, None), Ok(read), "{picture}");
        }
    }
    // What is said below a drawing is no row of it, and the stage is read there.
    let picture = text::draw(&position("6/6/3X2/2O3/6/O5 B p"), &text::Options::default());
    let said = picture + "last turn: W3: A1\nstage: placing, 33 points empty\nBlack (X): 1 stone\n";
    assert_eq!(text::to_line(&position(&said)), "6/6/3X2/2O3/6/O5 B p");
    let bare = "......\n......\n.XO...\n......\n......\n.....O\n";
    assert_eq!(position(bare), read);
    let turned = text::parse(bare, Rows::FromTop, Some(Color::White)).unwrap();
    assert_eq!(text::to_line(&turned), "5O/6/6/1XO3/6/6 W m");
    let check = |text: &str, message: &str| {
        assert_eq!(text::parse(text, Rows::FromBottom, None).unwrap_err().to_string(), message, "{text}");
    };
    check("", "line 1, column 1: a board of 0 rows: there are 6 to 20, an even number");
    check(
        "......\n......\n......\n......\n......",
        "line 5, column 1: a board of 5 rows: there are 6 to 20, an even number",
    );
    check("......\n......\n..Q...\n", "line 3, column 3: 'Q' is no symbol of a board of Jiu: X, O and . are");
    check("6/6/6/6/6/5 B m", "line 1, column 13: 'B' is no symbol of a board of Jiu: X, O and . are");
    check("6/6/7/6/6/6 B m", "line 1, column 5: this row has 7 points and not 6, which is the number of rows");
    check("6/6/6/6/6/6 B q", "line 1, column 15: \"q\" is neither a side (B, W) nor a stage (p, l, m)");
    check("6/6/6/6/6/6  Q B", "line 1, column 14: \"Q\" is neither a side (B, W) nor a stage (p, l, m)");
    check("\n6/6/6/6/6/6 B m\n\n  more", "line 4, column 3: \"more\" is neither a side (B, W) nor a stage (p, l, m)");
    check("X5/6/6/6/6/6 B p", "line 1, column 1: with 1 black and 0 white stones placed it is not Black's turn");
    check("O5/6/6/6/6/6 B p", "line 1, column 1: the first two stones, one of each side, stand on C3 and D4");
    check("6/6/6/6/6/5O B l", "line 1, column 1: with 0 black and 1 white stones placed it is not Black's turn");
    check(
        " 6 ......\n 5 ......\n 3 ......\n 3 ......\n 2 ......\n 1 ......",
        "line 3, column 2: row 3 cannot stand here: 4 is expected",
    );
    let numbered = text::draw(&read, &text::Options::default());
    check(&numbered.repeat(2), "line 9, column 1: a second board");
    check(&format!("{bare}A B C D E F\n").repeat(2), "line 14, column 1: a second board");
    for side in [6, 14, 16, 20] {
        let start = Game::new(rules(Profile::Association, side));
        assert_eq!(position(&text::to_line(start.position())), *start.position());
        assert_eq!(position(&format!("{:?}", start.position())), *start.position());
    }
}
