//! Tests of `position_key`, from inside.

use proptest::prelude::*;

use super::*;
use crate::point::Rows;
use crate::random::SplitMix64;

fn size() -> BoardSize {
    BoardSize::square(15).unwrap()
}

fn bytes(hex: &str) -> Vec<u8> {
    (0..hex.len()).step_by(2).map(|at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap()).collect()
}

#[test]
fn boards_of_other_games_have_no_keys() {
    for (side, has_key) in [(3, false), (5, true)] {
        let size = BoardSize::of_other_game(side, side).unwrap();
        assert_eq!(PositionKey::of(&Game::new(RuleKind::Freestyle, size)).is_some(), has_key, "{size}");
    }
}

/// A game of so many random stones, in turn.
fn random_game(size: BoardSize, stones: usize, seed: u64) -> Game {
    let mut random = SplitMix64::new(seed);
    let mut game = Game::new(RuleKind::Freestyle, size);
    for _ in 0..stones {
        let points: Vec<Point> = game.empty_points().collect();
        game.place(game.to_move(), points[random.below(points.len())]).unwrap();
    }
    game
}

/// The same position seen in another way.
fn turned(game: &Game, symmetry: Symmetry) -> Game {
    let mut seen = Game::new(game.rules(), symmetry.size(game.size()));
    for played in game.moves() {
        seen.place(played.color, symmetry.point(played.point, game.size())).unwrap();
    }
    seen.set_to_move(game.to_move());
    seen
}

#[test]
fn keys_are_the_bytes_of_databases() {
    let check = |moves: &str, to_move: Color, expected: &str| {
        let mut game = Game::from_text(RuleKind::Renju, size(), moves, Rows::FromBottom).unwrap();
        game.set_to_move(to_move);
        let key = PositionKey::of(&game).map(|(key, _)| key);
        assert_eq!(key.as_ref().map(PositionKey::as_bytes), Some(&bytes(expected)[..]), "{moves}");
    };
    check("", Color::Black, "020f0f");
    check("h8", Color::White, "020f0f0707");
    check("h8i9", Color::Black, "020f0f07070606");
    check("h8g7", Color::Black, "020f0f07070606");
    check("h8", Color::Black, "020f0f0707ffff");
    check("", Color::White, "020f0fffff");
    check("o1a15b2", Color::White, "020f0f0000010d0e0e");
}

#[test]
fn what_no_moves_in_turn_lead_to_has_no_key() {
    let none = |game: &Game| assert_eq!(PositionKey::of(game), None, "{game:?}");
    let mut game = Game::new(RuleKind::Standard, size());
    game.place(Color::Black, Point::new(1, 1)).unwrap();
    game.place(Color::Black, Point::new(2, 1)).unwrap();
    none(&game);
    let mut game = Game::new(RuleKind::Standard, size());
    game.place(Color::White, Point::new(1, 1)).unwrap();
    none(&game);
    let mut game = Game::new(RuleKind::Standard, size());
    game.close(Point::new(1, 1)).unwrap();
    none(&game);
    none(&Game::new(Rules { kind: RuleKind::Standard, continuous: true }, size()));
}

#[test]
fn bytes_that_are_no_key_are_refused() {
    let check = |hex: &str, fault: KeyFault| {
        assert_eq!(PositionKey::from_bytes(&bytes(hex)).err(), Some(fault), "{hex}");
        assert_eq!(PositionKey::from_canonical(&bytes(hex)), Err(fault), "{hex}");
    };
    check("020f", KeyFault::Length(2));
    check("020f0f07", KeyFault::Length(4));
    check("050f0f", KeyFault::Rule(5));
    check("020f04", KeyFault::Size(15, 4));
    check("021717", KeyFault::Size(23, 23));
    check("020f0f0f00", KeyFault::OffBoard(15, 0));
    check("020f0f07070707", KeyFault::Twice(7, 7));
    // Nobody's stone stands last among those of its colour, or nowhere.
    check("020f0fffff07070102", KeyFault::OffBoard(255, 255));
    // Two passes do not tell the side to move otherwise than none.
    assert_eq!(
        PositionKey::from_bytes(&bytes("020f0f0707ffff0606ffff")).unwrap().0.as_bytes(),
        &bytes("020f0f07070606")[..]
    );
    check(&format!("020505{}", "0000".repeat(27)), KeyFault::Length(57));
}

proptest! {
    #[test]
    fn all_views_have_one_key_that_leads_back(
        (width, height, stones) in (5..=22usize, 5..=22usize, 0..60usize), seed: u64, pass: bool,
    ) {
        let size = BoardSize::new(width, height).unwrap();
        let mut game = random_game(size, stones.min(size.area()), seed);
        if pass {
            game.set_to_move(!game.to_move());
        }
        let (key, view) = PositionKey::of(&game).unwrap();
        for symmetry in Symmetry::ALL.into_iter().filter(|symmetry| symmetry.size(size) == size) {
            prop_assert_eq!(&PositionKey::of(&turned(&game, symmetry)).unwrap().0, &key);
        }
        // The slow twin: the least of the keys of all views, each written as it stands.
        let plain = |game: &Game| {
            let points = |color| {
                let stones = game.moves().iter().filter(|played| played.color == color);
                let mut points: Vec<_> = stones.map(|played| (played.point.x(), played.point.y())).collect();
                points.sort_unstable();
                points
            };
            (points(Color::Black), points(Color::White))
        };
        let views = Symmetry::ALL.into_iter().filter(|symmetry| symmetry.size(size) == size);
        let least = views.map(|symmetry| plain(&turned(&game, symmetry))).min().unwrap();
        let points = |color| key.stones(color).map(|point| (point.x(), point.y())).collect::<Vec<_>>();
        prop_assert_eq!((points(Color::Black), points(Color::White)), least.clone());
        prop_assert_eq!(plain(&turned(&game, view)), least);
        let again = key.game();
        prop_assert_eq!((again.to_move(), again.size(), again.moves().len()), (game.to_move(), size, game.moves().len()));
        prop_assert_eq!(PositionKey::of(&again), Some((key.clone(), Symmetry::IDENTITY)));
        prop_assert_eq!(PositionViews::of_key(&key).key(), Some((key.clone(), Symmetry::IDENTITY)));
        prop_assert_eq!(PositionKey::from_bytes(key.as_bytes()), Ok((key.clone(), Symmetry::IDENTITY)));
        prop_assert_eq!(PositionKey::from_canonical(key.as_bytes()), Ok(key.clone()));
    }

    #[test]
    fn neighbours_are_found_without_playing(stones in 0..40usize, seed: u64, x in 0..15usize, y in 0..15usize) {
        let game = random_game(size(), stones, seed);
        let views = PositionViews::of(&game).unwrap();
        let point = Point::new(x, y);
        if game.cell(point) == Cell::Empty {
            let mut after = game.clone();
            after.place(game.to_move(), point).unwrap();
            prop_assert_eq!(views.after(point), PositionKey::of(&after));
            prop_assert_eq!(views.with(point).key(), PositionKey::of(&after));
        }
        if let Some(last) = game.moves().last() {
            let mut before = game.clone();
            before.undo();
            prop_assert_eq!(views.before(last.point), PositionKey::of(&before));
        }
    }
}
