//! Openings in which the players choose colours: what to propose and what to choose, by search.

use smallvec::SmallVec;

use crate::color::Color;
use crate::game::Game;
use crate::point::{BoardSize, Point};
use crate::score::Score;
use crate::search::time::Budget;
use crate::search::{Line, Request, SearchControl, Searcher};

/// What was decided.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Choice {
    /// To play here.
    Move(Point),
    /// To take the other colour.
    Swap,
    /// To put these stones and leave the choice of colour to the opponent (two), or to open with them (three).
    Stones(SmallVec<[Point; 3]>),
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
        0 => (Choice::Stones(propose(searcher, game, control)), None),
        stones => {
            let mut game = game.clone();
            game.set_to_move(Color::White);
            let request = Request { nodes, ..Request::default() };
            let Some(found) = searcher.search(&game, &request, control, &mut |_| {}) else {
                return (Choice::Nothing, None);
            };
            (choose(stones, &found), Some(found))
        }
    }
}

/// The better colour after so many stones, by the best line for White to move: Black when it is clearly the better one,
/// White otherwise, and two more stones when neither is and they may still be put.
fn choose(stones: usize, found: &Line) -> Choice {
    if found.score.value() < -CLEAR {
        Choice::Swap
    } else if stones == 3 && found.score.value() < CLEAR && found.variation.len() >= 2 {
        Choice::Stones(found.variation[..2].iter().copied().collect())
    } else {
        Choice::Move(found.variation[0])
    }
}

/// Three stones, black, white and black, after which White to move is as well off as Black.
fn propose(searcher: &mut Searcher, game: &Game, control: &SearchControl) -> SmallVec<[Point; 3]> {
    let mut best: Option<(i32, SmallVec<[Point; 3]>)> = None;
    for opening in proposals(game.size()) {
        let mut end = game.clone();
        let mut color = Color::Black;
        for &point in &opening {
            // The points are different and on the board, so this cannot fail on an empty one.
            if end.place(color, point).is_err() {
                break;
            }
            color = !color;
        }
        let hurry = SearchControl::new(std::time::Instant::now(), share(control));
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
fn proposals(size: BoardSize) -> impl Iterator<Item = SmallVec<[Point; 3]>> {
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
        let mut points: SmallVec<[Point; 3]> = SmallVec::new();
        for (x, y) in shape {
            let wanted = Point::new((x * width / 15).min(width - 1), (y * height / 15).min(height - 1));
            let free = std::iter::once(wanted).chain(size.points()).find(|point| !points.contains(point));
            points.extend(free);
        }
        points
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::point::Rows;
    use crate::rule::RuleKind;

    fn fifteen() -> BoardSize {
        BoardSize::square(15).unwrap()
    }

    fn unlimited() -> SearchControl {
        SearchControl::new(std::time::Instant::now(), Budget::UNLIMITED)
    }

    #[test]
    fn the_better_colour_is_taken_by_the_score_of_white() {
        let [first, second] = [(7, 7), (8, 8)].map(|(x, y)| Point::new(x, y));
        let check = |stones: usize, score: Score, expected: &Choice| {
            assert_eq!(choose(stones, &Line::found(9, score, &[first, second])), *expected, "{stones} stones, {score}");
        };
        let white = Choice::Move(first);
        let both = Choice::Stones(SmallVec::from_slice(&[first, second]));
        for (score, of_three, of_five) in [
            (Score::loss_in(10), &Choice::Swap, &Choice::Swap),
            (Score::judged(-300), &Choice::Swap, &Choice::Swap),
            (Score::judged(-CLEAR - 1), &Choice::Swap, &Choice::Swap),
            (Score::judged(-CLEAR), &both, &white),
            (Score::judged(0), &both, &white),
            (Score::judged(CLEAR - 1), &both, &white),
            (Score::judged(CLEAR), &white, &white),
            (Score::judged(300), &white, &white),
            (Score::win_in(9), &white, &white),
        ] {
            check(3, score, of_three);
            check(5, score, of_five);
        }
        let alone = Line::found(1, Score::DRAW, &[first]);
        assert_eq!(choose(3, &alone), white, "one move is not two stones");
    }

    #[test]
    fn the_search_sees_which_colour_is_better() {
        let mut searcher = Searcher::new(1 << 22, 1);
        let mut check = |stones: &str, expected: fn(&Choice) -> bool| {
            let game = Game::from_text(RuleKind::Freestyle, fifteen(), stones, Rows::FromBottom).unwrap();
            let (choice, found) = swap2(&mut searcher, &game, Some(5_000), &unlimited());
            assert!(expected(&choice), "{stones}: {choice:?}, {found:?}");
        };
        // Black's two stones together in the middle and White's in a corner, and the other way round.
        check("h8a1i8", |choice| *choice == Choice::Swap);
        check("h8a1i8o1i9", |choice| *choice == Choice::Swap);
        check("a1h8o15", |choice| matches!(choice, Choice::Move(_)));
        check("a1h8o15i9o1", |choice| matches!(choice, Choice::Move(_)));
    }

    #[test]
    fn the_most_even_of_the_proposals_is_made_and_all_fit_on_every_board() {
        let mut searcher = Searcher::new(1 << 22, 1);
        let game = Game::new(RuleKind::Freestyle, fifteen());
        let (choice, found) = swap2(&mut searcher, &game, None, &unlimited());
        let Choice::Stones(stones) = choice else { panic!("{choice:?}") };
        assert_eq!((stones.len(), found), (3, None));
        let distance = |opening: &[Point]| {
            let mut opened = game.clone();
            opening.iter().for_each(|&stone| assert_eq!(opened.play(stone), Ok(None)));
            let request = Request { nodes: Some(PROPOSAL_NODES), ..Request::default() };
            let found = Searcher::new(1 << 22, 1).search(&opened, &request, &unlimited(), &mut |_| {});
            found.unwrap().score.value().abs()
        };
        let least = proposals(fifteen()).map(|opening| distance(&opening)).min().unwrap();
        let proposed = distance(&stones);
        assert!(proposed <= least + 4 * EVEN, "{stones:?} are worth {proposed}, and others {least}");
        for side in [crate::point::MIN_SIDE, 9, crate::point::MAX_SIDE] {
            for height in [side, crate::point::MIN_SIDE] {
                let size = BoardSize::new(side, height).unwrap();
                assert_eq!(proposals(size).count(), 10);
                for points in proposals(size) {
                    assert_eq!(points.len(), 3, "{size}");
                    assert!(points.iter().all(|&point| size.contains(point)), "{size}: {points:?}");
                    assert!(points[0] != points[1] && points[1] != points[2] && points[0] != points[2], "{size}");
                }
            }
        }
    }

    #[test]
    fn a_proposal_takes_a_part_of_the_time_that_is_left() {
        let hard = std::time::Duration::from_secs(400);
        let control = SearchControl::new(std::time::Instant::now(), Budget { soft: None, hard: Some(hard) });
        let Budget { soft, hard: of_one } = share(&control);
        assert_eq!(soft, None);
        // A hundred seconds of the four hundred, less a quarter of what has passed since.
        assert!(of_one.is_some_and(|of_one| of_one <= hard / 4 && of_one > hard / 5), "{of_one:?}");
        assert_eq!(share(&unlimited()), Budget::UNLIMITED);
    }
}
