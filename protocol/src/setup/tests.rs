//! Lists of stones as managers send them, and the positions that they make.

use super::*;
use crate::manager::ManagerRequest;
use tengen_engine::Cell;
use tengen_engine::point::Rows;
use tengen_engine::rule::RuleKind;

fn size() -> BoardSize {
    BoardSize::square(15).unwrap()
}

fn heard(entry: ListEntry, text: &str) -> Listing {
    let mut listing = Listing::new(entry);
    let lines: Vec<&str> = text.split('/').collect();
    for (number, line) in lines.iter().enumerate() {
        assert_eq!(listing.add(line), number + 1 == lines.len(), "{line}");
    }
    listing
}

fn position(rules: impl Into<Rules>, text: &str) -> Result<Game, Refusal> {
    heard(ListEntry::Stone, text).position(Coords::ColumnRow, rules.into(), Dialect::Gomocup, size())
}

#[test]
fn a_board_is_heard_as_the_position_that_it_was() {
    let size = size();
    let point = |text| Point::parse(text, size, Rows::FromBottom).unwrap();
    let place = |game: &mut Game, color: Color, text| game.place(color, point(text)).unwrap();
    let empty = || Game::new(RuleKind::Renju, size);
    let mut closed = Game::from_text(RuleKind::Renju, size, "h8a1h9", Rows::FromBottom).unwrap();
    closed.close(point("h7")).unwrap();
    closed.close(point("h11")).unwrap();
    let (mut passed, mut late, mut last) = (empty(), empty(), empty());
    for (color, text) in [(Color::Black, "h8"), (Color::White, "g9"), (Color::White, "g6"), (Color::Black, "f10")] {
        place(&mut passed, color, text);
    }
    place(&mut late, Color::White, "h8");
    place(&mut last, Color::Black, "h8");
    last.set_to_move(Color::Black);
    for (game, lines) in [
        (closed, "BOARD/7,7,2/0,14,1/7,6,2/7,8,3/7,4,3/DONE"),
        (passed, "BOARD/7,7,2/6,6,1/-1,-1,2/6,9,1/5,5,2/DONE"),
        (late, "BOARD/-1,-1,1/7,7,2/DONE"),
        (last, "BOARD/7,7,1/-1,-1,2/DONE"),
    ] {
        assert_eq!(ManagerRequest::Board(&game).lines(Coords::ColumnRow).join("/"), lines);
        let heard = position(game.rules(), &lines["BOARD/".len()..]).unwrap();
        assert_eq!((heard.key(), heard.moves()), (game.key(), game.moves()), "{lines}");
    }
}

#[test]
fn colours_and_turns_are_inferred() {
    let check_under = |continuous: bool, text: &str, black: usize, white: usize, to_move: Color| {
        let game = position(Rules { kind: RuleKind::Renju, continuous }, text).unwrap();
        let count = |color| game.moves().iter().filter(|played| played.color == color).count();
        assert_eq!((count(Color::Black), count(Color::White), game.to_move()), (black, white, to_move), "{text}");
    };
    let check =
        |text: &str, black: usize, white: usize, to_move: Color| check_under(false, text, black, white, to_move);
    check("DONE", 0, 0, Color::Black);
    check("7,7,2/done", 1, 0, Color::White);
    check("7,7,1/7,8,2/DONE", 1, 1, Color::Black);
    check("7,7,1 7,8,2 DONE", 1, 1, Color::Black);
    check("7, 7, 1/ 7, 8, 2/ DONE ", 1, 1, Color::Black);
    check("7,7,2/7,8,1/7,9,2/DONE", 2, 1, Color::White);
    // Out of order: counts decide.
    check("7,7,1/7,8,1/7,9,2/7,10,2/DONE", 2, 2, Color::Black);
    check("7,7,1/7,8,2/7,9,2/DONE", 2, 1, Color::White);
    // Uneven: the first stone is Black's, and it is the turn of 1 whatever the counts.
    check("7,7,1/7,8,1/7,9,1/DONE", 3, 0, Color::Black);
    check("7,7,2/7,8,2/7,9,2/DONE", 3, 0, Color::White);
    // Row by row, which may look like an order that White began.
    check("7,7,2/7,8,1/7,9,2/7,10,1/DONE", 2, 2, Color::Black);
    check("6,6,2/7,7,1/DONE", 1, 1, Color::Black);
    // Closed points are moves of somebody where the game goes on after a five, and marks where it does not.
    check_under(true, "0,0,3/7,7,2/7,8,1/DONE", 1, 1, Color::Black);
    check_under(true, "0,0,3/7,7,1/7,8,2/DONE", 1, 1, Color::White);
    check("0,0,3/7,7,2/DONE", 1, 0, Color::White);
    check("0,0,3/7,7,2/7,8,1/DONE", 1, 1, Color::Black);
    check("0,0,3/7,7,1/7,8,2/DONE", 1, 1, Color::Black);
}

#[test]
fn marks_in_turn_from_one_to_one_are_colours_for_yixin_board_and_its_kin() {
    for (text, gomocup, yixin) in [
        ("DONE", Color::Black, Color::Black),
        ("7,7,1/DONE", Color::Black, Color::White),
        ("7,7,1/8,8,2/9,9,1/DONE", Color::Black, Color::White),
        ("7,7,1/8,8,2/DONE", Color::Black, Color::Black),
        ("7,7,2/8,8,1/9,9,2/DONE", Color::White, Color::White),
        ("7,7,1/8,8,2/9,9,1/10,10,2/DONE", Color::Black, Color::Black),
        // Not in turn: nobody knows what came first.
        ("7,7,1/8,8,1/9,9,2/DONE", Color::Black, Color::Black),
    ] {
        for (dialect, to_move) in [(Dialect::Unknown, gomocup), (Dialect::Gomocup, gomocup), (Dialect::Yixin, yixin)] {
            let listing = heard(ListEntry::Stone, text);
            let game = listing.position(Coords::ColumnRow, RuleKind::Freestyle.into(), dialect, size()).unwrap();
            let first = game.moves().first().map(|played| played.color);
            assert_eq!((game.to_move(), first), (to_move, first.map(|_| Color::Black)), "{dialect:?}: {text}");
        }
    }
}

#[test]
fn a_pass_is_a_move_without_a_stone() {
    let (black, white) = (Color::Black, Color::White);
    for (text, stones, to_move) in [
        // Black passes at once.
        ("-1,-1,1/7,7,2/DONE", &[white][..], black),
        ("-1,-1,1/DONE", &[], white),
        ("-1,-1,1/7,7,2/8,8,1/DONE", &[white, black], white),
        // White passes.
        ("7,7,2/-1,-1,1/8,8,2/DONE", &[black, black], white),
        ("7,7,1/8,8,2/9,9,1/-1,-1,2/DONE", &[black, white, black], black),
        ("7,7,1/-1,-1,2/-1,-1,1/8,8,2/DONE", &[black, white], black),
        // Not in turn, with a pass that makes up for one left out: the first is Black's.
        ("7,7,1/8,6,2/8,8,2/7,8,1/-1,-1,2/DONE", &[black, white, white, black], black),
        ("-1,-1,1/7,7,2/8,8,2/DONE", &[white, white], black),
        ("7,7,2/8,8,2/9,9,1/-1,-1,1/DONE", &[black, black, white], white),
    ] {
        let listing = heard(ListEntry::Stone, text);
        let rules = RuleKind::Freestyle.into();
        let game = listing.position(Coords::ColumnRow, rules, Dialect::Yixin, size()).unwrap();
        let colors: Vec<Color> = game.moves().iter().map(|played| played.color).collect();
        assert_eq!((&colors[..], game.to_move()), (stones, to_move), "{text}");
    }
    for other in [ListEntry::Point, ListEntry::OpeningStone] {
        let points = heard(other, "-1,-1/DONE").points(Coords::ColumnRow, size());
        assert_eq!(points.err(), Some(Refusal::OffBoard { coordinate: (-1, -1), size: size() }), "{other:?}");
    }
}

#[test]
fn the_order_of_moves_is_kept() {
    let game = position(RuleKind::Renju, "7,7,2/8,8,1/9,9,2/DONE").unwrap();
    let points: Vec<Point> = game.moves().iter().map(|played| played.point).collect();
    assert_eq!(points, [Point::new(7, 7), Point::new(8, 8), Point::new(9, 9)]);
    assert!(game.moves().iter().map(|played| played.color).eq([Color::Black, Color::White, Color::Black]));
}

#[test]
fn closed_points_are_closed_unless_the_rule_knows_better() {
    let game = position(RuleKind::Freestyle, "7,7,2/3,3,3/DONE").unwrap();
    assert_eq!((game.cell(Point::new(3, 3)), game.closed()), (Cell::Wall, &[Point::new(3, 3)][..]));
    // A double-three of Black at 7,7, marked; and a mark where nothing is forbidden.
    let text = "6,7,2/0,0,1/8,7,2/0,2,1/7,6,2/0,4,1/7,8,2/7,7,3/3,3,3/DONE";
    for (continuous, dialect, marked) in [
        (false, Dialect::Unknown, Cell::Empty),
        (false, Dialect::Gomocup, Cell::Empty),
        (true, Dialect::Gomocup, Cell::Wall),
        (false, Dialect::Yixin, Cell::Wall),
        (true, Dialect::Yixin, Cell::Wall),
    ] {
        let rules = Rules { kind: RuleKind::Renju, continuous };
        let game = heard(ListEntry::Stone, text).position(Coords::ColumnRow, rules, dialect, size()).unwrap();
        let cells = [Point::new(7, 7), Point::new(3, 3)].map(|point| game.cell(point));
        assert_eq!(cells, [marked, Cell::Wall], "{rules:?}, {dialect:?}");
        assert_eq!(game.forbidden(Point::new(7, 7)).is_some(), marked == Cell::Empty, "{rules:?}, {dialect:?}");
    }
}

#[test]
fn faulty_lists_are_refused_with_their_first_fault() {
    let check = |text: &str, expected: &str| {
        assert_eq!(position(RuleKind::Freestyle, text).err().unwrap().to_string(), expected, "{text}");
    };
    check("7,7/DONE", "expected x,y,1 or x,y,2 or x,y,3 and not \"7,7\"; the position is unchanged");
    check("7,7,1/x/y/DONE", "expected x,y,1 or x,y,2 or x,y,3 and not \"x\"; the position is unchanged");
    check("7,7,1/7,7,2/DONE", "the list names 7, 7 twice; the position is unchanged");
    check("7,7,4/DONE", "a stone is 1 (own), 2 (opponent's) or 3 (closed point) and not 4; the position is unchanged");
    check("15,7,1/DONE", "15, 7 is not on the board of 15x15");
    check("-1,7,1/DONE", "-1, 7 is not on the board of 15x15");
    check("-1,-1,3/DONE", "-1, -1 is not on the board of 15x15");
    let mut long = Listing::new(ListEntry::Stone);
    for _ in 0..100_000 {
        assert!(!long.add("1,1,1"));
    }
    assert!(long.numbers.capacity() <= 2 * MOST_NUMBERS);
    let refused = long.position(Coords::ColumnRow, RuleKind::Freestyle.into(), Dialect::Gomocup, size());
    assert_eq!(refused.err(), Some(Refusal::TooMany));
}

#[test]
fn openings_come_with_and_without_colours() {
    let opening = |text: &str| {
        heard(ListEntry::OpeningStone, text).opening(Coords::ColumnRow, RuleKind::Freestyle.into(), size())
    };
    for (text, stones) in [
        ("DONE", 0),
        ("7,7/8,8/9,9/DONE", 3),
        ("7,7,1/8,8,2/9,9,1/DONE", 3),
        ("7,7 8,8 9,9 DONE", 3),
        ("7,7,1 8,8,2 9,9,1 DONE", 3),
        ("7,7/8,8/9,9/10,10/11,11/DONE", 5),
        ("7,7,2/8,8,1/9,9,2/10,10,1/11,11,2/DONE", 5),
    ] {
        let opening = opening(text).unwrap();
        let game = opening.game();
        assert_eq!(game.moves().len(), stones, "{text}");
        assert_eq!(game.to_move(), if stones == 0 { Color::Black } else { Color::White });
    }
    assert_eq!(opening("7,7/8,8/DONE").err(), Some(Refusal::Opening(2)));
    assert_eq!(opening("7,7,1/8,8,2/DONE").err(), Some(Refusal::Opening(2)));
    assert_eq!(opening("7,7/7,7/8,8/DONE").err(), Some(Refusal::Twice((7, 7))));
}

#[test]
fn coordinates_may_be_row_first() {
    let game = heard(ListEntry::Stone, "3,9,1/DONE")
        .position(Coords::RowColumn, RuleKind::Freestyle.into(), Dialect::Gomocup, size())
        .unwrap();
    assert_eq!(game.moves()[0].point, Point::new(9, 3));
}
