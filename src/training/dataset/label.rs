//! Positions with labels of a deep search, as their [file](super::file) keeps them: one block a position.
//!
//! With numbers, points and scores [in as few bytes as they need](super::bytes) a block is
//!
//! | content | meaning |
//! |---|---|
//! | byte | bit 0: the position stands beside a game, not in it |
//! | number | stones |
//! | point | each stone, in the order in which they came, Black's first and then in turn |
//! | number | lines that the search found |
//! | point, score | each line: its first move, and its score for the side to move |

use anyhow::{Result, ensure};
use serde::{Deserialize, Serialize};
use tengen_engine::game::Game;
use tengen_engine::internals::board::Board;
use tengen_engine::internals::point_set::PointSet;
use tengen_engine::internals::zobrist::Key;
use tengen_engine::point::{BoardSize, Point};
use tengen_engine::rule::{Rule, RuleKind};

use super::bytes::{Decoder, Encoder};
use super::file::FileKind;
use super::game::{self, ScoredMove, decode_lines, encode_lines, take};
use super::replay::CanonicalKey;
use crate::shard::Shard;

/// Files of labels.
pub(crate) const LABELS: FileKind<LabelSettings> = FileKind::new(*b"TENGENL1", &[], "labels");

/// What the labels of a file were made with.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct LabelSettings {
    /// The rule.
    #[serde(serialize_with = "game::text", deserialize_with = "game::rule")]
    pub rule: RuleKind,
    /// The board.
    #[serde(serialize_with = "game::text", deserialize_with = "game::size")]
    pub size: BoardSize,
    /// Nodes for each position.
    pub nodes: u64,
    /// Lines that were looked for in each position.
    pub lines: usize,
    /// One position in so many was drawn; of those, as many were chosen of games as beside them.
    pub one_in: u64,
    /// Which of them: every choice has another seed.
    pub seed: u64,
    /// Which of the chosen ones.
    pub shard: Shard,
    /// The version of the program.
    pub version: String,
    /// CRC-32 of the weights that it judged by.
    pub weights: u32,
}

/// A position with its label.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Labelled {
    /// The stones in the order in which they came, Black's first and then in turn.
    pub stones: Vec<Point>,
    /// Whether the position stands beside a game.
    pub off_game: bool,
    /// What the search found, the best first; at least one line.
    pub lines: Vec<ScoredMove>,
}

impl Labelled {
    /// The content of the block of a position on a board of this size.
    pub(crate) fn encode(&self, size: BoardSize) -> Vec<u8> {
        let mut to = Encoder::new(size);
        to.byte(u8::from(self.off_game));
        to.number(self.stones.len() as u64);
        self.stones.iter().for_each(|&point| to.point(point));
        to.number(self.lines.len() as u64);
        encode_lines(&mut to, &self.lines);
        to.bytes
    }

    /// The position of a block. Its points lie on the board, and none is taken twice.
    pub(crate) fn decode(content: &[u8], size: BoardSize) -> Result<Labelled> {
        let mut from = Decoder::new(content, size);
        let kind = from.byte()?;
        ensure!(kind <= 1, "impossible kind of position {kind}");
        let mut taken = PointSet::EMPTY;
        let mut stones = Vec::new();
        for _ in 0..from.number_to(size.area() - 1, "number of stones")? {
            let point = from.point()?;
            take(&mut taken, point)?;
            stones.push(point);
        }
        let lines = from.number_to(game::MOST_LINES, "number of lines")?;
        ensure!(lines > 0, "no line was found");
        let lines = decode_lines(&mut from, lines, &taken)?;
        ensure!(from.is_done(), "more bytes than the position has");
        Ok(Labelled { stones, off_game: kind == 1, lines })
    }

    /// The position as a game. An error when a stone ends it.
    pub(crate) fn game(&self, rule: RuleKind, size: BoardSize) -> Result<Game> {
        let mut game = Game::new(rule, size);
        for &point in &self.stones {
            ensure!(game.play(point)?.is_none(), "the game is over");
        }
        Ok(game)
    }

    /// The position on a board. An error when a stone ends the game.
    pub(crate) fn board<R: Rule>(&self, size: BoardSize) -> Result<Board<R>> {
        Ok(Board::from_game(&self.game(R::KIND, size)?))
    }

    /// Equal for positions that a turn or reflection of the board makes equal.
    pub(crate) fn key<R: Rule>(&self, size: BoardSize) -> Key {
        CanonicalKey::of::<R>(size, self.stones.iter().copied())
    }
}

#[cfg(test)]
mod tests {
    use tengen_engine::rule::Renju;
    use tengen_engine::score::Score;

    use super::*;

    fn size() -> BoardSize {
        BoardSize::square(15).unwrap()
    }

    fn labelled() -> Labelled {
        let stones = [(7, 7), (8, 8), (14, 0)].map(|(x, y)| Point::new(x, y)).to_vec();
        let line = |x, score| ScoredMove { point: Point::new(x, 3), score };
        Labelled { stones, off_game: true, lines: vec![line(4, Score::judged(-61)), line(5, Score::loss_in(12))] }
    }

    #[test]
    fn labels_are_read_as_they_were_written() {
        let bytes = labelled().encode(size());
        assert_eq!(Labelled::decode(&bytes, size()).unwrap(), labelled());
        for length in 0..bytes.len() {
            assert!(Labelled::decode(&bytes[..length], size()).is_err(), "cut off after {length} bytes");
        }
        let board = labelled().board::<Renju>(size()).unwrap();
        assert_eq!(board.stones(), 3);
    }

    #[test]
    fn what_cannot_be_is_refused() {
        let check = |place: usize, byte: u8, complaint: &str| {
            let mut bytes = labelled().encode(size());
            bytes[place] = byte;
            let error = format!("{:#}", Labelled::decode(&bytes, size()).expect_err(complaint));
            assert!(error.contains(complaint), "{error}");
        };
        check(0, 2, "impossible kind of position 2");
        check(3, 112, "is occupied");
        check(6, 0, "no line was found");
        check(6, 1, "more bytes than the position has");
        let five = (0..5).flat_map(|x| [(x, 0), (2 * x, 9)]).take(9).map(|(x, y)| Point::new(x, y)).collect();
        let won = Labelled { stones: five, ..labelled() };
        assert!(format!("{:#}", won.game(RuleKind::Renju, size()).unwrap_err()).contains("the game is over"));
    }
}
