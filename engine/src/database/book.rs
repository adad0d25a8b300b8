//! A database as opening book: which moves it knows, and how much each is to be preferred.

use super::PositionLabel;
use super::Store;
use super::children::{KnownChild, LookupError, children, distinct};
use crate::game::Game;
use crate::point::Point;
use crate::position_key::PositionKey;
use crate::random::SplitMix64;

/// A move whose judgement is so much worse than that of the best is half as likely.
const HALF_LOSS: f64 = 25.0;
/// A move whose judgement is so much worse than that of the best is not played.
const MOST_LOSS: i32 = 150;
/// How much likelier a move is that is marked as the best, or as the only one.
const MARKED: f64 = 4.0;
/// What a move is held to be worth of which only its number of records is known: as if it were so much worse.
const UNJUDGED: f64 = HALF_LOSS;

/// A move of a book.
#[derive(Clone, PartialEq, Debug)]
pub struct BookMove {
    /// The move, and what is known of the position after it.
    pub child: KnownChild,
    /// Its share among the moves of the book: all shares together are 1.
    pub share: f64,
}

/// The moves that a store knows and that may be played, the likeliest first. A move that is proved to win is the only one;
/// one that loses, is blocked or forbidden is none.
///
/// # Errors
/// A position without a key, or a store that cannot be read.
pub fn moves(store: &(impl Store + ?Sized), game: &Game) -> Result<Vec<BookMove>, LookupError> {
    if game.result().is_some() {
        return Ok(Vec::new());
    }
    let best = super::children::entry(store, game)?.1.and_then(|entry| entry.best);
    let best =
        best.and_then(|best| game.after(best).ok()).and_then(|after| PositionKey::of(&after)).map(|(key, _)| key);
    // Moves that are one but for the view are one move, or symmetric positions would weigh them twice.
    let mut children = distinct(children(store, game)?);
    children.retain(|child| game.is_legal(child.point));
    if children.iter().any(KnownChild::is_won_by_mover) {
        children.retain(KnownChild::is_won_by_mover);
        let shortest = children.iter().filter_map(|child| child.entry.mate()).map(|(_, plies)| plies).min();
        children.retain(|child| shortest.is_none() || child.entry.mate().map(|(_, plies)| plies) == shortest);
    } else {
        children.retain(|child| child.entry.outcome().is_none() && child.entry.label != PositionLabel::BLOCKED);
    }
    let value = |child: &KnownChild| child.entry.rating().map(|value| -i32::from(value));
    let highest = children.iter().filter_map(value).max();
    children.retain(|child| value(child).zip(highest).is_none_or(|(value, highest)| highest - value <= MOST_LOSS));
    let weight = |child: &KnownChild| {
        let loss = match value(child).zip(highest) {
            Some((value, highest)) => f64::from(highest - value),
            None if highest.is_some() => UNJUDGED,
            None => 0.0,
        };
        let marked = best.as_ref() == Some(&child.key) || child.entry.label == PositionLabel::FORCED;
        f64::from(child.entry.count.max(1)) * (-loss / HALF_LOSS).exp2() * if marked { MARKED } else { 1.0 }
    };
    let weights: Vec<f64> = children.iter().map(weight).collect();
    let all: f64 = weights.iter().sum();
    let mut moves: Vec<BookMove> =
        children.into_iter().zip(weights).map(|(child, weight)| BookMove { child, share: weight / all }).collect();
    moves.sort_by(|one, other| other.share.total_cmp(&one.share));
    Ok(moves)
}

/// One of the moves of a book, each as often as its share says.
///
/// # Errors
/// A position without a key, or a store that cannot be read.
pub fn choose(
    store: &(impl Store + ?Sized),
    game: &Game,
    random: &mut SplitMix64,
) -> Result<Option<Point>, LookupError> {
    Ok(draw(&moves(store, game)?, random))
}

/// One of these moves, each as often as its share among them says.
pub fn draw(moves: &[BookMove], random: &mut SplitMix64) -> Option<Point> {
    let mut left = random.unit() * moves.iter().map(|book_move| book_move.share).sum::<f64>();
    let chosen = moves.iter().find(|book_move| {
        left -= book_move.share;
        left < 0.0
    });
    chosen.or(moves.first()).map(|book_move| book_move.child.point)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::database::{MemoryStore, PositionEntry, SideOutcome, children};
    use crate::point::{BoardSize, Rows};
    use crate::rule::RuleKind;

    fn game(moves: &str) -> Game {
        Game::from_text(RuleKind::Renju, BoardSize::square(15).unwrap(), moves, Rows::FromBottom).unwrap()
    }

    fn know(store: &mut MemoryStore, moves: &str, change: impl FnOnce(&mut PositionEntry)) {
        children::edit(store, &game(moves), change).unwrap();
    }

    fn shares(store: &MemoryStore) -> String {
        let size = game("").size();
        let name =
            |found: &BookMove| format!("{} {:.2}", found.child.point.to_text(size, Rows::FromBottom), found.share);
        moves(store, &game("h8i9")).unwrap().iter().map(name).collect::<Vec<_>>().join(", ")
    }

    #[test]
    fn labels_values_and_counts_weigh() {
        let mut store = MemoryStore::default();
        let valued = |value: i16, count: u32| {
            move |entry: &mut PositionEntry| {
                entry.set_score(crate::score::Score::judged(value.into()), 9);
                entry.count = count;
            }
        };
        assert_eq!(shares(&store), "");
        // Only counted.
        know(&mut store, "h8i9f10", |entry| entry.count = 3);
        know(&mut store, "h8i9a15", |entry| entry.count = 1);
        assert_eq!(shares(&store), "f10 0.75, a15 0.25");
        // Judged, for the side to move after it: what is good for White is bad for Black.
        know(&mut store, "h8i9k5", valued(-50, 1));
        know(&mut store, "h8i9c4", valued(-25, 1));
        know(&mut store, "h8i9b2", valued(110, 900));
        assert_eq!(shares(&store), "f10 0.43, e11 0.29, a15 0.14, c4 0.14");
        // Lost, blocked and best.
        know(&mut store, "h8i9f10", |entry| entry.label = PositionLabel::LOSS);
        know(&mut store, "h8i9a15", |entry| entry.label = PositionLabel::BLOCKED);
        know(&mut store, "h8i9", |entry| entry.best = Some(Point::new(2, 11)));
        assert_eq!(shares(&store), "c4 0.67, e11 0.33");
        // Won.
        know(&mut store, "h8i9d13", |entry| entry.set_mate(SideOutcome::Loss, 20));
        know(&mut store, "h8i9e2", |entry| entry.set_mate(SideOutcome::Loss, 30));
        assert_eq!(shares(&store), "d13 1.00");
    }

    #[test]
    fn a_draw_is_worth_nothing() {
        let mut store = MemoryStore::default();
        know(&mut store, "h8i9c4", |entry| entry.set_value(100));
        know(&mut store, "h8i9n2", |entry| entry.label = PositionLabel::DRAW);
        assert_eq!(shares(&store), "b14 0.94, c4 0.06");
        know(&mut store, "h8i9k5", |entry| entry.set_value(-50));
        assert_eq!(shares(&store), "e11 0.79, b14 0.20, c4 0.01");
    }

    #[test]
    fn a_forbidden_move_is_none_of_a_book() {
        let mut store = MemoryStore::default();
        // On h8 Black makes two threes.
        for (after, count) in [("g8a1i8c1h7e1h9g1h8", 9), ("g8a1i8c1h7e1h9g1a15", 1)] {
            know(&mut store, after, |entry| entry.count = count);
        }
        let known = moves(&store, &game("g8a1i8c1h7e1h9g1")).unwrap();
        let points: Vec<Point> = known.iter().map(|found| found.child.point).collect();
        assert_eq!(points, [Point::new(0, 0)]);
    }

    #[test]
    fn moves_are_drawn_by_their_shares() {
        let mut store = MemoryStore::default();
        know(&mut store, "h8i9f10", |entry| entry.count = 9);
        know(&mut store, "h8i9k3", |entry| entry.count = 1);
        let mut random = SplitMix64::new(1);
        let drawn = (0..1000).filter(|_| choose(&store, &game("h8i9"), &mut random).unwrap() == Some(Point::new(5, 5)));
        assert!((860..940).contains(&drawn.count()));
        // Where some of them are left their shares are parts of a smaller whole.
        know(&mut store, "h8i9a15", |entry| entry.count = 1);
        let rest = &moves(&store, &game("h8i9")).unwrap()[1..];
        let drawn = (0..1000).filter(|_| draw(rest, &mut random) == Some(rest[0].child.point));
        assert!((430..570).contains(&drawn.count()));
        assert_eq!(draw(&[], &mut random), None);
        assert_eq!(choose(&store, &game("h8"), &mut random).unwrap(), None);
    }
}
