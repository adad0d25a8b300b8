//! The replay of a game: each position that was searched, on a board on which the moves are played one after another.

use anyhow::{Context, Result, ensure};
use tengen_engine::color::Color;
use tengen_engine::game::Game;
use tengen_engine::internals::board::Board;
use tengen_engine::internals::shape::Pattern4;
use tengen_engine::internals::zobrist::{self, Key};
use tengen_engine::point::{BoardSize, Point};
use tengen_engine::rule::Rule;
use tengen_engine::symmetry::Symmetry;

use super::game::{OffGame, ScoredMove, TrainingGame, TrainingMove};
use super::place::SamplePlace;

/// A position that was searched.
pub(crate) struct SearchedPosition<'a> {
    /// Where it stands.
    pub(crate) place: SamplePlace,
    /// What the search found, the best first; at least one line.
    pub(crate) lines: &'a [ScoredMove],
    /// Equal for positions that a turn or reflection of the board makes equal.
    pub(crate) key: Key,
}

/// Plays a game on a board and gives every position that was searched to `visit`, that of a game before the one beside it. An
/// error names the move that cannot be played.
pub(crate) fn replay<R: Rule>(
    record: &TrainingGame,
    size: BoardSize,
    mut visit: impl FnMut(&mut Board<R>, &SearchedPosition),
) -> Result<()> {
    let mut board = Board::<R>::from_game(&Game::new(R::KIND, size));
    let mut keys = CanonicalKey::new::<R>(size);
    let mut is_over = false;
    for (ply, TrainingMove { point, lines, off_game }) in record.moves.iter().enumerate() {
        let named = || format!("move {}", ply + 1);
        ensure!(!is_over, "{}: the game is over before it", named());
        if !lines.is_empty() {
            let place = SamplePlace { ply, off_game: false };
            visit(&mut board, &SearchedPosition { place, lines, key: keys.key() });
        }
        if let Some(OffGame { random_moves, lines }) = off_game {
            let mut keys = keys;
            for &random_move in random_moves {
                ensure!(!ends(&board, random_move), "{}: a random move ends the game", named());
                play(&mut board, &mut keys, random_move).with_context(named)?;
            }
            let place = SamplePlace { ply, off_game: true };
            visit(&mut board, &SearchedPosition { place, lines, key: keys.key() });
            random_moves.iter().for_each(|_| board.undo());
        }
        is_over = ends(&board, *point);
        play(&mut board, &mut keys, *point).with_context(named)?;
    }
    Ok(())
}

/// Whether a move of the side to move wins, or loses because it is forbidden.
fn ends<R: Rule>(board: &Board<R>, point: Point) -> bool {
    let us = board.to_move();
    board.empty().contains(point) && (board.class(us, point) == Pattern4::Five || board.is_forbidden(us, point))
}

fn play<R: Rule>(board: &mut Board<R>, keys: &mut CanonicalKey, point: Point) -> Result<()> {
    ensure!(board.empty().contains(point), "the point is occupied");
    keys.play(board.to_move(), point);
    board.play(point);
    Ok(())
}

/// The keys of a position as it is seen in each of the eight ways, kept up with every move.
#[derive(Clone, Copy)]
pub(crate) struct CanonicalKey {
    size: BoardSize,
    seen: [Key; Symmetry::ALL.len()],
}

impl CanonicalKey {
    /// The keys of an empty board, Black to move.
    pub(crate) fn new<R: Rule>(size: BoardSize) -> CanonicalKey {
        CanonicalKey { size, seen: Symmetry::ALL.map(|symmetry| zobrist::empty(R::KIND, symmetry.size(size))) }
    }

    /// Puts a stone.
    pub(crate) fn play(&mut self, color: Color, point: Point) {
        for (key, symmetry) in self.seen.iter_mut().zip(Symmetry::ALL) {
            *key ^= zobrist::stone(color, symmetry.point(point, self.size)) ^ zobrist::WHITE_TO_MOVE;
        }
    }

    /// The key of a position whose stones came in this order, Black's first and then in turn.
    pub(crate) fn of<R: Rule>(size: BoardSize, stones: impl IntoIterator<Item = Point>) -> Key {
        let mut keys = CanonicalKey::new::<R>(size);
        Color::ALL.into_iter().cycle().zip(stones).for_each(|(color, point)| keys.play(color, point));
        keys.key()
    }

    /// The one that stands for all eight: the smallest.
    pub(crate) fn key(&self) -> Key {
        self.seen.into_iter().min_by_key(|key| key.0).expect("there are eight")
    }
}

#[cfg(test)]
mod tests {
    use tengen_engine::rule::{Freestyle, Renju};
    use tengen_engine::score::Score;

    use super::*;

    fn size() -> BoardSize {
        BoardSize::square(15).unwrap()
    }

    fn line(x: usize, y: usize) -> ScoredMove {
        ScoredMove { point: Point::new(x, y), score: Score::DRAW }
    }

    /// A game of Black in the row 7 and White in the row 0, each move searched, an off-game sample before the last.
    fn record(moves: usize) -> TrainingGame {
        let point = |ply: usize| if ply.is_multiple_of(2) { Point::new(5 + ply / 2, 7) } else { Point::new(ply, 0) };
        let played = |ply: usize| TrainingMove {
            point: point(ply),
            lines: vec![ScoredMove { point: point(ply), ..line(0, 0) }],
            off_game: None,
        };
        let mut moves: Vec<TrainingMove> = (0..moves).map(played).collect();
        let random_moves = vec![Point::new(3, 3), Point::new(4, 4)];
        moves.last_mut().unwrap().off_game = Some(OffGame { random_moves, lines: vec![line(9, 9)] });
        TrainingGame { number: 0, winner: None, opening: 0, moves }
    }

    #[test]
    fn every_position_is_met_on_its_board() {
        let mut seen = Vec::new();
        replay::<Renju>(&record(4), size(), |board, position| {
            assert!(board.empty().contains(position.lines[0].point));
            assert!(position.key.0 <= board.key().0);
            seen.push((position.place.ply, position.place.off_game, board.stones()));
        })
        .unwrap();
        assert_eq!(seen, [(0, false, 0), (1, false, 1), (2, false, 2), (3, false, 3), (3, true, 5)]);
    }

    #[test]
    fn a_turned_position_has_the_same_key_and_no_other_has() {
        for size in [size(), BoardSize::new(15, 12).unwrap()] {
            let moves = [Point::new(7, 7), Point::new(2, 3), Point::new(8, 4)];
            let key = |symmetry: Symmetry, moves: &[Point]| {
                let mut keys = CanonicalKey::new::<Freestyle>(symmetry.size(size));
                for (color, &point) in Color::ALL.iter().cycle().zip(moves) {
                    keys.play(*color, symmetry.point(point, size));
                }
                keys.key()
            };
            let expected = key(Symmetry::IDENTITY, &moves);
            assert!(Symmetry::ALL.iter().all(|&symmetry| key(symmetry, &moves) == expected));
            assert_ne!(key(Symmetry::IDENTITY, &moves[..2]), expected);
            assert_ne!(key(Symmetry::IDENTITY, &[moves[0], moves[1], Point::new(8, 5)]), expected);
            assert_ne!(key(Symmetry::IDENTITY, &[moves[1], moves[0], moves[2]]), expected);
        }
    }

    #[test]
    fn moves_that_cannot_be_played_are_refused() {
        let refuse = |record: &TrainingGame, complaint: &str| {
            let error = format!("{:#}", replay::<Renju>(record, size(), |_, _| {}).expect_err(complaint));
            assert!(error.contains(complaint), "{error}");
        };
        // The ninth move is Black's fifth in a row.
        replay::<Renju>(&record(9), size(), |_, _| {}).unwrap();
        refuse(&record(10), "move 10: the game is over before it");
        let mut twice = record(4);
        twice.moves[3].point = twice.moves[0].point;
        refuse(&twice, "move 4: the point is occupied");
        let mut won = record(9);
        won.moves[8].off_game.as_mut().unwrap().random_moves[0] = Point::new(9, 7);
        refuse(&won, "move 9: a random move ends the game");
    }
}
