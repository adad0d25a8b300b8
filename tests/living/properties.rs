//! What must hold of any finished position, on positions drawn at random.
//!
//! A short run is part of the tests. A long one is
//! `TENGEN_COUNTED_POSITIONS=100000 cargo test --release --test tests living -- --nocapture`.

use std::collections::BTreeSet;
use std::env;
use tengen_engine::random::SplitMix64;

use tengen_engine::color::{ByColor, Color};
use tengen_engine::point::{BoardSize, Direction, Point};
use tengen_engine::symmetry::Symmetry;
use tengen_games::living::{
    self, Count, CountError, Goban, Group, History, MethodKind, Names, NeutralPolicy, Part, Position, Quarters, Status,
    Terms, Variant, difference, drawing, unconditionally_alive,
};

#[cfg(target_os = "linux")]
use crate::compliance::ticks;
use crate::fuzz::Dice;

/// How many of a hundred points within a patch hold a stone.
const STONES_INSIDE: usize = 15;
/// Own points of a group up to which all ways to keep some of them are tried.
const SPACE_TO_TRY: usize = 24;
/// The longest side of boards on which that is done.
const SIDE_TO_TRY: usize = 9;

fn neighbours(size: BoardSize, point: Point) -> Vec<Point> {
    let steps = [(Direction::Row, -1), (Direction::Row, 1), (Direction::Column, -1), (Direction::Column, 1)];
    let around = steps.map(|(direction, step)| point.step(direction, step));
    around.into_iter().filter(|&point| size.contains(point)).collect()
}

/// Patches of both colours that grow until they fill the board; then stones on every point that touches the other colour, and
/// on some of the rest.
fn random_board(dice: &mut Dice) -> Goban {
    let size = BoardSize::of_other_game(5 + dice.roll(15), 5 + dice.roll(15)).unwrap();
    let points: Vec<Point> = size.points().collect();
    let mut patch: Vec<Option<Color>> = vec![None; tengen_engine::point::CELLS];
    let mut growing: Vec<(Point, Color)> = (0..2 + dice.roll(3))
        .map(|seed| (points[dice.roll(points.len())], Color::ALL[if seed < 2 { seed } else { dice.roll(2) }]))
        .collect();
    while !growing.is_empty() {
        let (point, color) = growing.swap_remove(dice.roll(growing.len()));
        if patch[point.index()].is_none() {
            patch[point.index()] = Some(color);
            growing.extend(neighbours(size, point).into_iter().map(|next| (next, color)));
        }
    }
    let mut goban = Goban::new(size);
    for point in points {
        let touches = neighbours(size, point).iter().any(|next| patch[next.index()] != patch[point.index()]);
        if touches || dice.roll(100) < STONES_INSIDE {
            goban.set(point, patch[point.index()]);
        }
    }
    // Some boards have points that nobody claimed.
    if dice.one_in(4) {
        let size = goban.size();
        let point = Point::new(dice.roll(size.width()), dice.roll(size.height()));
        goban.set(point, None);
    }
    goban
}

/// A seki of the cases in one of its views, with some of the roads around it filled: none grows by chance.
fn random_seki(dice: &mut Dice) -> Goban {
    let board = super::board(["T13", "T14", "T15", "T30"][dice.roll(4)]);
    let view = Symmetry::ALL[dice.roll(Symmetry::ALL.len())];
    let mut goban = seen(&drawing::parse(&board).unwrap().goban, view, dice.one_in(2)).goban;
    let found = count(&Position::new(goban.clone())).unwrap();
    for point in found.size().points() {
        if let Part::Road(color) = found.part(point)
            && dice.one_in(2)
        {
            goban.set(point, Some(color));
        }
    }
    goban
}

fn random_terms(dice: &mut Dice) -> Terms {
    Terms {
        first: Color::ALL[dice.roll(2)],
        compensation: Quarters::halves(dice.roll(40) as i32 - 20),
        variant: if dice.one_in(2) { Variant::Law } else { Variant::Art },
        neutral: if dice.one_in(4) { NeutralPolicy::Ignore } else { NeutralPolicy::Halve },
        ..Terms::default()
    }
}

fn random_history(dice: &mut Dice) -> History {
    let mut pair = |most: usize| ByColor([dice.roll(most) as u32, dice.roll(most) as u32]);
    History { captured: pair(12), pass_stones: pair(3), ..History::default() }
}

fn count(position: &Position) -> Result<Count, CountError> {
    living::count(position, &Terms::default(), Names::new(position.goban.size()))
}

/// Living stones, eyes and area.
fn totals(count: &Count) -> [ByColor<Quarters>; 3] {
    [count.living(), count.eyes(), count.area()]
}

fn with_stone(goban: &Goban, point: Point, stone: Option<Color>) -> Position {
    let mut goban = goban.clone();
    goban.set(point, stone);
    Position::new(goban)
}

/// The board seen in another way, its colours exchanged or not.
fn seen(goban: &Goban, symmetry: Symmetry, exchanged: bool) -> Position {
    let mut other = Goban::new(symmetry.size(goban.size()));
    for point in goban.size().points() {
        let stone = goban.stone(point).map(|color| if exchanged { !color } else { color });
        other.set(symmetry.point(point, goban.size()), stone);
    }
    Position::new(other)
}

/// One of the sixteen views, colours exchanged in half of them, gives the same numbers; all are tried now and then.
fn views_agree(goban: &Goban, found: &Count, dice: &mut Dice) {
    let views: Vec<(Symmetry, bool)> =
        Symmetry::ALL.into_iter().flat_map(|symmetry| [(symmetry, false), (symmetry, true)]).collect();
    let one = dice.roll(views.len());
    let tried = if dice.one_in(20) { &views[..] } else { &views[one..=one] };
    for &(symmetry, exchanged) in tried {
        let other = count(&seen(goban, symmetry, exchanged)).unwrap();
        let expected = totals(found)
            .map(|ByColor([black, white])| ByColor(if exchanged { [white, black] } else { [black, white] }));
        assert_eq!(totals(&other), expected, "{symmetry:?}, exchanged: {exchanged}");
    }
}

/// A road may be filled, and a stone inside lifted, and nothing changes.
fn exchanges_change_nothing(goban: &Goban, found: &Count, dice: &mut Dice) {
    let size = goban.size();
    let proven = |point: Point| {
        let in_group = |group: &&Group| group.own.contains(&point) || group.stones.contains(&point);
        found.groups().iter().find(in_group).is_some_and(|group| group.status == Status::Proven)
    };
    let roads: Vec<(Point, Color)> = size
        .points()
        .filter_map(|point| match found.part(point) {
            Part::Road(color) if proven(point) => Some((point, color)),
            _ => None,
        })
        .collect();
    if !roads.is_empty() {
        let (point, color) = roads[dice.roll(roads.len())];
        let filled = count(&with_stone(goban, point, Some(color))).unwrap();
        assert_eq!(totals(&filled), totals(found), "{color} fills {point:?}");
    }
    let inner: Vec<Point> = size
        .points()
        .filter(|&point| {
            let is_inner = |color| neighbours(size, point).iter().all(|&next| found.part(next).holder() == Some(color));
            matches!(found.part(point), Part::Stone(color) if is_inner(color)) && proven(point)
        })
        .collect();
    if !inner.is_empty() {
        let point = inner[dice.roll(inner.len())];
        if let Ok(lifted) = count(&with_stone(goban, point, None))
            && lifted.groups().iter().all(|group| group.status != Status::Unproven)
            && lifted.groups().len() == found.groups().len()
        {
            assert_eq!(totals(&lifted), totals(found), "{point:?} is lifted");
        }
    }
}

/// The board on which roads were made equal, drawn and read again, gives the same count.
fn shortcuts_leave_the_count(found: &Count) {
    let method = found.methods().iter().find(|method| method.kind == MethodKind::EqualRoads).unwrap();
    if found.groups().iter().all(|group| group.status == Status::Proven) {
        let again = count(&Position::new(method.goban.clone())).unwrap();
        assert_eq!(totals(&again), totals(found));
        let ByColor([black, white]) = again.roads();
        assert!(black.min(white) == found.roads().0.into_iter().min().unwrap());
    }
    let names = Names::new(found.size());
    let drawn = drawing::parse(&drawing::draw(found, names, false)).unwrap();
    let again = count(&drawn).unwrap();
    assert_eq!(totals(&again), totals(found));
    assert!(found.size().points().all(|point| again.part(point) == found.part(point)));
}

/// Compounds and imagined stones fill the board; payments add up.
fn payments_add_up(position: &Position, found: &Count, dice: &mut Dice) {
    let terms = Terms { neutral: NeutralPolicy::Halve, ..random_terms(dice) };
    let paid = living::count(position, &terms, Names::new(found.size())).unwrap();
    let moves = match terms.variant {
        Variant::Law => 0,
        Variant::Art => paid.more_moves().unwrap(),
    };
    let compensation = if terms.first == Color::Black { terms.compensation } else { -terms.compensation };
    assert_eq!(paid.margin(), difference(found.living()) - Quarters::stones(moves) - compensation);
    assert!(paid.methods().iter().all(|method| difference(method.result) == paid.margin()));
    let compounds = paid.methods().iter().find(|method| method.kind == MethodKind::EqualVirtual).unwrap();
    assert_eq!(compounds.numbers.0.into_iter().sum::<Quarters>(), Quarters::stones(found.size().area() as i32));
}

/// Whether a group is unconditionally alive when it fills all its space but some points.
fn lives_with(goban: &Goban, group: &Group, kept: &[Point]) -> bool {
    let mut filled = goban.clone();
    group.own.iter().filter(|point| !kept.contains(point)).for_each(|&point| filled.set(point, Some(group.color)));
    let alive = unconditionally_alive(&filled, group.color);
    let stones = group.stones.iter().chain(&group.own).filter(|point| !kept.contains(point));
    stones.copied().all(|stone| alive.contains(stone))
}

/// A proven group lives with the two points that it keeps and with no fewer, an unproven one with no two.
fn two_points_are_the_fewest(goban: &Goban, found: &Count) {
    let is_small = goban.size().width().max(goban.size().height()) <= SIDE_TO_TRY;
    for group in found.groups().iter().filter(|group| group.status != Status::Seki) {
        let is_proven = group.status == Status::Proven;
        assert_eq!(lives_with(goban, group, &group.kept), is_proven);
        if is_small && group.own.len() <= SPACE_TO_TRY {
            assert!(!lives_with(goban, group, &[]));
            assert!(!group.own.iter().any(|&point| lives_with(goban, group, &[point])));
            let mut pairs = group.own.iter().flat_map(|&a| group.own.iter().map(move |&b| [a, b]));
            assert_eq!(pairs.any(|pair| lives_with(goban, group, &pair)), is_proven);
        }
    }
}

/// Stones put into the space of the other side and marked dead are worth nothing but what was there before.
fn dead_stones_are_taken_off(goban: &Goban, found: &Count, dice: &mut Dice) {
    let spaces: Vec<(Point, Color)> = goban
        .size()
        .points()
        .filter_map(|point| match found.part(point) {
            Part::Road(color) | Part::Eye(color) => Some((point, color)),
            _ => None,
        })
        .collect();
    let mut position = Position::new(goban.clone());
    for _ in 0..dice.roll(4).min(spaces.len()) {
        let (point, color) = spaces[dice.roll(spaces.len())];
        position.goban.set(point, Some(!color));
        position.marks.dead.push(point);
    }
    // A stone beside the wall of its own side would be part of that.
    let joins = |&point: &Point| {
        let color = position.goban.stone(point);
        neighbours(goban.size(), point).iter().any(|&next| color.is_some() && goban.stone(next) == color)
    };
    if !position.marks.dead.iter().any(joins) {
        let again = count(&position).unwrap();
        assert_eq!(totals(&again), totals(found));
        let dead: BTreeSet<Point> = again.dead().0.iter().flatten().copied().collect();
        assert_eq!(dead, position.marks.dead.iter().copied().collect());
    }
}

#[test]
fn all_ways_to_count_agree_on_any_position() {
    let number = |name: &str, default: usize| env::var(name).ok().map_or(default, |text| text.parse().unwrap());
    let (wanted, seed) = (number("TENGEN_COUNTED_POSITIONS", 300), number("TENGEN_COUNTED_SEED", 1));
    let mut dice = Dice(SplitMix64::new(seed as u64));
    let (mut counted, mut refused, mut sekis, mut unproven) = (0, 0, 0, 0);
    while counted < wanted {
        let goban = if dice.one_in(10) { random_seki(&mut dice) } else { random_board(&mut dice) };
        let mut position = Position::new(goban.clone());
        position.history = Some(random_history(&mut dice));
        let names = Names::new(goban.size());
        let found = match living::count(&position, &Terms::default(), names) {
            Ok(found) => found,
            Err(why @ CountError::Disagreement(_)) => panic!("{why}"),
            Err(_) => {
                refused += 1;
                continue;
            }
        };
        counted += 1;
        sekis += usize::from(!found.shared().is_empty());
        unproven += usize::from(found.groups().iter().any(|group| group.status == Status::Unproven));
        let is_agreed = living::count(&position, &random_terms(&mut dice), names);
        assert!(is_agreed.is_ok(), "{:?}", is_agreed.err());
        let checks = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            views_agree(&goban, &found, &mut dice);
            exchanges_change_nothing(&goban, &found, &mut dice);
            shortcuts_leave_the_count(&found);
            payments_add_up(&position, &found, &mut dice);
            two_points_are_the_fewest(&goban, &found);
            dead_stones_are_taken_off(&goban, &found, &mut dice);
        }));
        if let Err(panic) = checks {
            eprintln!("{}", drawing::draw(&found, names, false));
            std::panic::resume_unwind(panic);
        }
    }
    println!("{counted} positions counted, {sekis} with a seki, {unproven} with an unproven group; {refused} refused");
    assert!(wanted < 300 || (unproven > 0 && sekis > 0));
}

#[cfg(target_os = "linux")]
#[test]
fn a_large_board_is_counted_within_ten_milliseconds() {
    // A tick is as long.
    const COUNTS: u32 = 50;
    let mut dice = Dice(SplitMix64::new(7));
    let size = BoardSize::of_other_game(19, 19).unwrap();
    let mut lone = Goban::new(size);
    lone.set(size.center(), Some(Color::Black));
    let mut boards = vec![lone];
    while boards.len() < 4 {
        boards.extend(Some(random_board(&mut dice)).filter(|board| board.size().area() > 300));
    }
    for board in boards {
        let position = Position::new(board);
        let begin = ticks("thread-self");
        (0..COUNTS).for_each(|_| drop(count(&position)));
        let ticks = ticks("thread-self") - begin;
        assert!(ticks < COUNTS, "{ticks} hundredths of a second for {COUNTS} counts");
    }
}
