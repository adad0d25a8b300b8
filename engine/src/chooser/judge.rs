//! What openings are worth by search: positions, the moves of one, the fifths that can be offered, the fourths before them.
//!
//! Values are those of the search. What is compared is searched with the same nodes.

use smallvec::SmallVec;

use crate::color::Color;
use crate::game::Game;
use crate::opening::{Sameness, Symmetries};
use crate::point::Point;
use crate::search::{Line, Request, SearchControl, Searcher};

/// A point and what it is worth to whoever puts the stone.
pub(super) type Valued = (Point, i32);

/// More fifths are looked at than are wanted by so many, so that a weak last one can be left out.
const SPARE_FIFTHS: usize = 2;
/// Fourths that are looked at because they are good by themselves.
const FOURTHS: usize = 10;
/// Fourths that are looked at because the four stones are symmetric then, so that fewer fifths differ.
const SYMMETRIC_FOURTHS: usize = 4;
/// How far from the centre those may stand.
const SYMMETRIC_REACH: usize = 4;
/// Rounds in which the points nearest to even are found: of so many parts of the nodes, and how many of them are kept.
const EVEN_ROUNDS: [(u64, usize); 3] = [(1, 8), (1, 2), (2, 2)];
/// The parts of all rounds.
const EVEN_PARTS: u64 = 4;

/// A fourth stone and the values for Black of the fifths after it, the best first.
pub(super) struct Fourth {
    pub(super) point: Point,
    pub(super) fifths: Vec<i32>,
}

impl Fourth {
    /// What an offer of so many fifths is worth to Black: White picks the worst of the best ones.
    pub(super) fn offer(&self, count: usize) -> i32 {
        let known = count.max(1).min(self.fifths.len());
        self.fifths[..known].last().copied().unwrap_or(0)
    }

    /// What it is worth to who holds Black and may offer so many fifths, put one that leaves both colours alike, or swap:
    /// where even the best fifth is bad for Black, the other has to put one then.
    pub(super) fn offer_or_swap(&self, count: usize) -> i32 {
        self.offer(count).max(-self.offer(1)).max(0)
    }

    /// The number of fifths, up to a limit, with which the offer is nearest to even, and what it is then worth to Black.
    pub(super) fn most_even(&self, most: usize) -> (usize, i32) {
        let offers = (1..=most.min(self.fifths.len()).max(1)).map(|count| (count, self.offer(count)));
        offers.min_by_key(|(_, value)| value.abs()).expect("there is always an offer of one")
    }
}

/// A search that answers what things are worth.
pub(super) struct Judge<'a> {
    pub(super) searcher: &'a mut Searcher,
    pub(super) control: &'a SearchControl,
}

impl Judge<'_> {
    /// The best move that satisfies a condition, if there is one.
    pub(super) fn best(&mut self, game: &Game, nodes: u64, within: impl Fn(Point) -> bool) -> Option<Line> {
        let request = Request { nodes: Some(nodes.max(1)), exclude: outside(game, within), ..Request::default() };
        self.searcher.search(game, &request, self.control, &mut |_| {})
    }

    /// What a position is worth to Black, whoever is to move.
    pub(super) fn black(&mut self, game: &Game, nodes: u64) -> i32 {
        let score = self.best(game, nodes, |_| true).map_or(0, |found| found.score.value());
        if game.to_move() == Color::Black { score } else { -score }
    }

    /// What a position with one stone more is worth to who puts that stone.
    fn after(&mut self, game: &Game, point: Point, nodes: u64) -> Option<i32> {
        let after = game.after(point).ok()?;
        let score = self.best(&after, nodes, |_| true)?.score.value();
        Some(-score)
    }

    /// The values of points, each searched alone with the same nodes, in their order.
    pub(super) fn each(&mut self, game: &Game, points: &[Point], nodes: u64) -> Vec<Valued> {
        let share = nodes / points.len().max(1) as u64;
        points.iter().filter_map(|&point| Some((point, self.after(game, point, share)?))).collect()
    }

    /// The best moves that satisfy a condition, the best first, all from the deepest iteration that knew all of them.
    pub(super) fn lines(
        &mut self,
        game: &Game,
        count: usize,
        nodes: u64,
        within: impl Fn(Point) -> bool,
    ) -> Vec<Valued> {
        let exclude = outside(game, within);
        let request = Request { lines: count, nodes: Some(nodes.max(1)), exclude, ..Request::default() };
        let mut lines: Vec<Valued> = Vec::new();
        let _ = self.searcher.search(game, &request, self.control, &mut |block| {
            lines = block.iter().map(|line| (line.variation[0], line.score.value())).collect();
        });
        lines
    }

    /// The best fifths for Black, of which no two have one shape, the best first: at least so many, unless the nodes end
    /// before or there are not so many.
    pub(super) fn fifths(&mut self, four: &Game, count: usize, nodes: u64) -> Vec<Valued> {
        let Some(by_shape) = Symmetries::of_game(four, Sameness::Shape) else { return Vec::new() };
        let lines = (count + SPARE_FIFTHS) * by_shape.order();
        let mut fifths: Vec<Valued> = Vec::new();
        for (point, value) in self.lines(four, lines, nodes, |_| true) {
            if !fifths.iter().any(|&(before, _)| by_shape.are_same(before, point)) {
                fifths.push((point, value));
            }
        }
        fifths
    }

    /// Fourths worth looking at after three stones, each with the values of its fifths.
    pub(super) fn fourths(
        &mut self,
        three: &Game,
        count: usize,
        nodes: u64,
        within: impl Fn(Point) -> bool,
    ) -> Vec<Fourth> {
        let (first, rest) = (nodes / 8, nodes - nodes / 8);
        let lines = self.lines(three, FOURTHS, first, &within);
        let mut points: Vec<Point> = lines.into_iter().map(|(point, _)| point).collect();
        let center = three.size().center();
        let mut symmetric: Vec<Point> = three
            .empty_points()
            .filter(|&point| within(point) && center.distance(point) <= SYMMETRIC_REACH && !points.contains(&point))
            .filter(|&point| {
                Symmetries::of_game(&with(three, point), Sameness::Shape).is_some_and(|found| found.order() > 1)
            })
            .collect();
        symmetric.sort_by_key(|point| point.distance(center));
        points.extend(symmetric.into_iter().take(SYMMETRIC_FOURTHS));
        let share = rest / points.len().max(1) as u64;
        points
            .into_iter()
            .map(|point| {
                let fifths = self.fifths(&with(three, point), count, share);
                Fourth { point, fifths: fifths.into_iter().map(|(_, value)| value).collect() }
            })
            .collect()
    }

    /// The positions nearest to even, the nearest first, each with its value for Black: a few nodes for each, more for the
    /// nearest.
    pub(super) fn most_even_positions(&mut self, games: Vec<Game>, nodes: u64) -> Vec<(Game, i32)> {
        let mut games = games;
        let mut valued = Vec::new();
        for (parts, kept) in EVEN_ROUNDS {
            let share = nodes.saturating_mul(parts) / EVEN_PARTS / games.len().max(1) as u64;
            valued = games.into_iter().map(|game| (self.black(&game, share), game)).collect::<Vec<_>>();
            valued.sort_by_key(|&(value, _)| value.abs());
            games = valued.iter().take(kept).map(|(_, game)| game.clone()).collect();
        }
        valued.into_iter().map(|(value, game)| (game, value)).collect()
    }

    /// The points after which the position is nearest to even, the nearest first, with what it is then worth to who puts
    /// the stone. A few nodes for each, more for the nearest, and as many again for the nearest of those: the other chooses
    /// his colour by a deep search of one position.
    pub(super) fn most_even(&mut self, game: &Game, points: &[Point], nodes: u64) -> Vec<Valued> {
        let mut points = points.to_vec();
        let mut valued = Vec::new();
        for (parts, kept) in EVEN_ROUNDS {
            valued = self.each(game, &points, nodes.saturating_mul(parts) / EVEN_PARTS);
            valued.sort_by_key(|&(_, value)| value.abs());
            points = valued.iter().take(kept).map(|&(point, _)| point).collect();
        }
        valued
    }
}

/// So many fifths of which no two are the same, if there are so many: those that were searched, and others where they are
/// too few. No two have one shape as long as there are others; `sameness` says which are the same after that.
pub(super) fn filled(four: &Game, sameness: Sameness, searched: Vec<Valued>, count: usize) -> Vec<Valued> {
    let mut fifths = searched;
    fifths.truncate(count);
    // Points that the search did not look at are no better than all that it did; the nearest to the centre come first.
    let least = fifths.last().map_or(0, |&(_, value)| value);
    let center = four.size().center();
    let mut others: Vec<Point> = four.empty_points().collect();
    others.sort_by_key(|point| point.distance(center));
    // On a small board too few may differ by their shape.
    for symmetries in [Sameness::Shape, sameness].into_iter().filter_map(|same| Symmetries::of_game(four, same)) {
        for &point in &others {
            if fifths.len() < count && !fifths.iter().any(|&(before, _)| symmetries.are_same(before, point)) {
                fifths.push((point, least));
            }
        }
    }
    fifths
}

/// A position with one stone more, on a point that is empty.
fn with(game: &Game, point: Point) -> Game {
    game.after(point).expect("the point is empty")
}

/// The empty points that do not satisfy a condition.
fn outside(game: &Game, within: impl Fn(Point) -> bool) -> SmallVec<[Point; 4]> {
    game.empty_points().filter(|&point| !within(point)).collect()
}
