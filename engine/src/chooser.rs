//! Openings in which the players choose colours: what to propose and what to choose, by search.

mod decision;
mod judge;
mod values;

pub use decision::{Decision, decide, decide_in_time};
pub use values::{NUMBERS, OpeningValues};

use crate::color::Color;
use crate::game::Game;
use crate::point::{BoardSize, Point};
use crate::score::Score;
use crate::search::time::Budget;
use crate::search::{Line, Request, SearchControl, Searcher};

/// What was decided.
///
/// ```
/// use tengen_engine::{BoardSize, Choice, Engine, Game, Limits, Options, RuleKind, Task};
///
/// let mut engine = Engine::new(Options::default());
/// let game = Game::new(RuleKind::Standard, BoardSize::square(15).unwrap());
/// let opening = engine.run(&game, Task::Swap2, Limits::nodes(200), |_| {});
/// assert!(matches!(opening.choice, Choice::Stones(stones) if stones.len() == 3));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Choice {
    /// To play here.
    Move(Point),
    /// To take the other colour.
    Swap,
    /// To put these stones and leave the choice of colour to the opponent (two), or to open with them (three).
    Stones(Vec<Point>),
    /// There is nothing to choose: no empty point is left, or no win was found when one was asked for.
    Nothing,
}

/// Nodes for the judgement of each of the openings that are compared.
const PROPOSAL_NODES: u64 = 20_000;
/// A position this near to even is good enough to propose.
const EVEN: i32 = 12;
/// When neither colour is better by this, it is left to the opponent to choose.
const CLEAR: i32 = 4;

/// Answers a swap2 opening: the game holds none, three or five stones. `nodes` limits each search.
///
/// With no stones it proposes three that leave both sides alike; with three or five it takes the better colour. Putting two
/// stones is the answer when both colours seem alike, since then the choice is worth little to the opponent.
pub fn swap2(
    searcher: &mut Searcher,
    game: &Game,
    nodes: Option<u64>,
    control: &SearchControl,
) -> (Choice, Option<Line>) {
    match game.moves().len() {
        0 => (Choice::Stones(propose(searcher, game, 0, control)), None),
        stones => {
            let mut game = game.clone();
            game.set_to_move(Color::White);
            let request = Request { nodes, ..Request::default() };
            let Some(found) = searcher.search(&game, &request, control, &mut |_| {}) else {
                return (Choice::Nothing, None);
            };
            let point = found.variation[0];
            let choice = if found.score.value() < -CLEAR {
                Choice::Swap
            } else if stones == 3 && found.score.value() < CLEAR && found.variation.len() >= 2 {
                Choice::Stones(found.variation[..2].to_vec())
            } else {
                Choice::Move(point)
            };
            (choice, Some(found))
        }
    }
}

/// Three stones, black, white and black, after which White to move is as well off as Black. The comparison begins with the
/// proposal of this number.
fn propose(searcher: &mut Searcher, game: &Game, first: usize, control: &SearchControl) -> Vec<Point> {
    let mut best: Option<(i32, Vec<Point>)> = None;
    let mut openings: Vec<Vec<Point>> = proposals(game.size()).collect();
    let middle = first % openings.len();
    openings.rotate_left(middle);
    for opening in openings {
        let mut end = game.clone();
        let mut color = Color::Black;
        for &point in &opening {
            // The points are different and on the board, so this cannot fail on an empty one.
            if end.place(color, point).is_err() {
                break;
            }
            color = !color;
        }
        let hurry = SearchControl::new(web_time::Instant::now(), share(control));
        let request = Request { nodes: Some(PROPOSAL_NODES), ..Request::default() };
        let found = searcher.search(&end, &request, &hurry, &mut |_| {});
        let distance = found.map_or(Score::INFINITE, |found| found.score).value().abs();
        if best.as_ref().is_none_or(|(least, _)| distance < *least) {
            best = Some((distance, opening));
        }
        let near = best.as_ref().is_some_and(|(least, _)| *least <= EVEN);
        if near || control.is_over() {
            break;
        }
    }
    best.map(|(_, opening)| opening).unwrap_or_default()
}

/// The part of the time left that one proposal may take.
fn share(control: &SearchControl) -> Budget {
    let hard = control.budget().hard.map(|hard| hard.saturating_sub(control.elapsed()) / 4);
    Budget { soft: None, hard }
}

/// Openings to compare, those first that tend to be even: stones near the edge and apart from each other.
fn proposals(size: BoardSize) -> impl Iterator<Item = Vec<Point>> {
    let (width, height) = (size.width(), size.height());
    // Distances from the left and the upper edge in a board of 15, brought to the size of this one.
    let shapes: [[(usize, usize); 3]; 10] = [
        [(1, 1), (4, 2), (2, 5)],
        [(2, 0), (6, 3), (3, 1)],
        [(0, 6), (3, 8), (2, 6)],
        [(1, 3), (5, 6), (2, 8)],
        [(2, 2), (7, 7), (2, 12)],
        [(1, 7), (4, 4), (3, 9)],
        [(0, 4), (5, 5), (1, 9)],
        [(3, 3), (4, 6), (10, 3)],
        [(2, 7), (7, 2), (12, 7)],
        [(7, 7), (8, 8), (12, 2)],
    ];
    shapes.into_iter().map(move |shape| {
        let mut points: Vec<Point> = Vec::with_capacity(shape.len());
        for (x, y) in shape {
            let wanted = Point::new((x * width / 15).min(width - 1), (y * height / 15).min(height - 1));
            let free = std::iter::once(wanted).chain(size.points()).find(|point| !points.contains(point));
            points.extend(free);
        }
        points
    })
}
