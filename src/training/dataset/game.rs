//! Games of self-play, as their [file](super::file) keeps them: one block a game.
//!
//! With numbers, points and scores [in as few bytes as they need](super::bytes) a block is
//!
//! | content | meaning |
//! |---|---|
//! | number | which game of the run it is, from 0 |
//! | byte | who won: 0 nobody, 1 Black, 2 White |
//! | number | stones of the opening, which were not chosen by search |
//! | number | moves, those of the opening counted |
//!
//! and then, for each move,
//!
//! | content | meaning |
//! |---|---|
//! | byte | what follows, as below |
//! | point | the move, unless bit 3 says that it is known |
//! | point, score | each line: its first move, and its score for the side to move |
//! | point | each random move |
//! | number | with an off-game sample, the number of its lines |
//! | point, score | each line of the off-game sample |
//!
//! Bits 0 to 2 of that byte are the number of lines that the search found; bit 3 says that the first of them begins with the
//! move that was played; bits 4 to 7 are the number of random moves of the [`OffGame`], 0 without one.
//!
//! The last moves of a long game teach next to nothing and are left out; who won is known nevertheless.

use anyhow::{Context, Result, bail, ensure};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use tengen_engine::color::Color;
use tengen_engine::internals::point_set::PointSet;
use tengen_engine::internals::search::Line;
use tengen_engine::point::{BoardSize, Point};
use tengen_engine::rule::RuleKind;
use tengen_engine::score::Score;

use super::bytes::{Decoder, Encoder};
use super::file::FileKind;
use super::place::SamplePlace;
use crate::cli::parse_size;
use crate::shard::Shard;
use crate::weights;

/// Files of games.
pub(crate) const GAMES: FileKind<GameSettings> = FileKind::new(*b"TENGENG3", FORMER, "games");
const FORMER: &[[u8; 8]] = &[*b"TENGEN\x01\n", *b"TENGEN\x02\n"];

/// The most lines that are kept of a position.
pub(crate) const MOST_LINES: usize = 7;
/// The most random moves that may lead to an off-game sample.
pub(crate) const MOST_RANDOM_MOVES: usize = 15;

/// What the games of a file were played with: the same settings always make the same games.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct GameSettings {
    /// The rule.
    #[serde(serialize_with = "text", deserialize_with = "rule")]
    pub rule: RuleKind,
    /// The board.
    #[serde(serialize_with = "text", deserialize_with = "size")]
    pub size: BoardSize,
    /// Nodes for each move.
    pub nodes: u64,
    /// Nodes for each off-game sample, 0 when there are none.
    #[serde(alias = "aside_nodes")]
    pub off_game_nodes: u64,
    /// Lines that were looked for in each position.
    pub lines: usize,
    /// Where everything random began.
    pub seed: u64,
    /// Which games of the run.
    pub shard: Shard,
    /// The version of the program.
    pub version: String,
    /// CRC-32 of the weights that it judged by.
    pub weights: u32,
}

impl GameSettings {
    /// The version of this program, and the checksum of its weights of a rule.
    pub(crate) fn program(rule: RuleKind) -> (String, u32) {
        (program_version(), weights::checksum(rule))
    }
}

/// The version of this program with the signature of its search, as in `0.1.0-1100988`: builds of one version that play
/// otherwise are other programs.
pub(crate) fn program_version() -> String {
    const SIGNATURES: &str = include_str!("../../../tests/data/signature.txt");
    let nodes = SIGNATURES.lines().find(|line| !line.starts_with('#')).and_then(|line| line.split(' ').nth(1));
    format!("{}-{}", env!("CARGO_PKG_VERSION"), nodes.expect("the signature is on record"))
}

pub(super) fn text<S: Serializer>(value: &impl ToString, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(&value.to_string())
}

pub(super) fn rule<'a, D: Deserializer<'a>>(from: D) -> Result<RuleKind, D::Error> {
    let name = String::deserialize(from)?;
    RuleKind::from_name(&name).ok_or_else(|| serde::de::Error::custom(format!("no such rule: {name}")))
}

pub(super) fn size<'a, D: Deserializer<'a>>(from: D) -> Result<BoardSize, D::Error> {
    parse_size(&String::deserialize(from)?).map_err(serde::de::Error::custom)
}

/// A move that a search found, and what it is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ScoredMove {
    /// The move.
    pub point: Point,
    /// For the side that makes it.
    pub score: Score,
}

impl ScoredMove {
    /// What is kept of the lines of a search.
    pub(crate) fn of_lines(found: &[Line]) -> Vec<ScoredMove> {
        found.iter().take(MOST_LINES).map(|line| ScoredMove { point: line.variation[0], score: line.score }).collect()
    }
}

/// An off-game sample, a position beside a game as searches look at many: it is reached by moves that were not chosen by search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct OffGame {
    /// The moves that lead to it, one at least.
    pub random_moves: Vec<Point>,
    /// What the search found there, the best first.
    pub lines: Vec<ScoredMove>,
}

/// A move of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct TrainingMove {
    /// Where the stone was put.
    pub point: Point,
    /// What the search found in the position before it, the best first: nothing in the opening, nor where there is nothing to
    /// learn.
    pub lines: Vec<ScoredMove>,
    /// A position beside the one before it.
    pub off_game: Option<OffGame>,
}

/// One game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct TrainingGame {
    /// Which game of its run it is, from 0.
    pub number: usize,
    /// Who won, if anybody did.
    pub winner: Option<Color>,
    /// Stones of the opening.
    pub opening: usize,
    /// Its moves, those of the opening first.
    pub moves: Vec<TrainingMove>,
}

/// The bit that says that the first line begins with the move that was played.
const PLAYED_FIRST: u8 = 1 << 3;

impl TrainingGame {
    /// The content of the block of a game on a board of this size.
    pub(crate) fn encode(&self, size: BoardSize) -> Vec<u8> {
        let mut to = Encoder::new(size);
        to.number(self.number as u64);
        to.byte(match self.winner {
            None => 0,
            Some(Color::Black) => 1,
            Some(Color::White) => 2,
        });
        to.number(self.opening as u64);
        to.number(self.moves.len() as u64);
        for TrainingMove { point, lines, off_game } in &self.moves {
            let random_moves = off_game.as_ref().map_or(0, |off_game| off_game.random_moves.len());
            debug_assert!(lines.len() <= MOST_LINES && random_moves <= MOST_RANDOM_MOVES);
            let played_first = lines.first().is_some_and(|line| line.point == *point);
            to.byte(lines.len() as u8 | if played_first { PLAYED_FIRST } else { 0 } | (random_moves as u8) << 4);
            if !played_first {
                to.point(*point);
            }
            encode_lines(&mut to, lines);
            if let Some(OffGame { random_moves, lines }) = off_game {
                random_moves.iter().for_each(|&random_move| to.point(random_move));
                to.number(lines.len() as u64);
                encode_lines(&mut to, lines);
            }
        }
        to.bytes
    }

    /// The game of a block. Its points lie on the board, and none is played on twice.
    pub(crate) fn decode(content: &[u8], size: BoardSize) -> Result<TrainingGame> {
        let mut from = Decoder::new(content, size);
        let number = from.number_to(u32::MAX as usize, "number of a game")?;
        let winner = match from.byte()? {
            0 => None,
            1 => Some(Color::Black),
            2 => Some(Color::White),
            other => bail!("impossible winner {other}"),
        };
        let opening = from.number_to(size.area(), "number of stones of the opening")?;
        let count = from.number_to(size.area(), "number of moves")?;
        ensure!(opening <= count, "an opening longer than the game");
        let mut taken = PointSet::EMPTY;
        let mut moves = Vec::with_capacity(count);
        for number in 1..=count {
            let played = decode_move(&mut from, &mut taken).with_context(|| format!("move {number}"))?;
            ensure!(
                number > opening || played.lines.is_empty() && played.off_game.is_none(),
                "a search in the opening"
            );
            moves.push(played);
        }
        ensure!(from.is_done(), "more bytes than the game has");
        Ok(TrainingGame { number, winner, opening, moves })
    }

    /// The stones of a position, in the order in which they came.
    pub(crate) fn stones(&self, place: SamplePlace) -> impl Iterator<Item = Point> + '_ {
        let random_moves = self.moves[place.ply]
            .off_game
            .as_ref()
            .filter(|_| place.off_game)
            .map(|off_game| &off_game.random_moves[..]);
        let moves = self.moves[..place.ply].iter().map(|played| played.point);
        moves.chain(random_moves.into_iter().flatten().copied())
    }

    /// How many positions were searched.
    pub(crate) fn positions(&self) -> usize {
        let searched =
            |played: &TrainingMove| usize::from(!played.lines.is_empty()) + usize::from(played.off_game.is_some());
        self.moves.iter().map(searched).sum()
    }
}

pub(super) fn encode_lines(to: &mut Encoder, lines: &[ScoredMove]) {
    for line in lines {
        to.point(line.point);
        to.score(line.score);
    }
}

/// The next move, whose point is then taken.
fn decode_move(from: &mut Decoder, taken: &mut PointSet) -> Result<TrainingMove> {
    let head = from.byte()?;
    let (lines, random_moves) = (usize::from(head & 7), usize::from(head >> 4));
    let apart = if head & PLAYED_FIRST == 0 { Some(from.point()?) } else { None };
    let lines = decode_lines(from, lines, taken)?;
    let off_game = if random_moves > 0 {
        Some(decode_off_game(from, random_moves, *taken).context("off-game sample")?)
    } else {
        None
    };
    let point = apart.or(lines.first().map(|line| line.point)).context("the first line of none was played")?;
    take(taken, point)?;
    Ok(TrainingMove { point, lines, off_game })
}

fn decode_off_game(from: &mut Decoder, random_moves: usize, mut taken: PointSet) -> Result<OffGame> {
    let random_move = |_| {
        let point = from.point()?;
        take(&mut taken, point)?;
        Ok(point)
    };
    let random_moves = (0..random_moves).map(random_move).collect::<Result<_>>()?;
    let lines = from.number_to(MOST_LINES, "number of lines")?;
    ensure!(lines > 0, "no line was found");
    Ok(OffGame { random_moves, lines: decode_lines(from, lines, &taken)? })
}

/// The next lines, none of which begins on a point that is taken.
pub(super) fn decode_lines(from: &mut Decoder, count: usize, taken: &PointSet) -> Result<Vec<ScoredMove>> {
    let line = |_| {
        let line = ScoredMove { point: from.point()?, score: from.score()? };
        take(&mut taken.clone(), line.point)?;
        Ok(line)
    };
    (0..count).map(line).collect()
}

/// Notes that a point is taken.
pub(super) fn take(taken: &mut PointSet, point: Point) -> Result<()> {
    ensure!(!taken.contains(point), "point {point:?} is occupied");
    taken.insert(point);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn size() -> BoardSize {
        BoardSize::new(15, 14).unwrap()
    }

    fn line(x: usize, y: usize, score: i32) -> ScoredMove {
        ScoredMove { point: Point::new(x, y), score: Score::judged(score) }
    }

    fn played(x: usize, y: usize, lines: Vec<ScoredMove>) -> TrainingMove {
        TrainingMove { point: Point::new(x, y), lines, off_game: None }
    }

    fn games() -> Vec<TrainingGame> {
        let lost = ScoredMove { point: Point::new(14, 0), score: Score::loss_in(8) };
        let random_moves = vec![Point::new(14, 0), Point::new(3, 2)];
        let off_game = OffGame { random_moves, lines: vec![line(0, 0, -5), line(0, 1, -900)] };
        let mut long = vec![played(7, 7, Vec::new()), played(8, 8, vec![line(8, 8, 17), line(8, 9, 12)])];
        long.push(played(8, 9, vec![line(9, 9, 0), line(8, 9, -3)]));
        long.push(TrainingMove { off_game: Some(off_game), ..played(14, 0, vec![lost]) });
        long.push(played(0, 13, Vec::new()));
        vec![
            TrainingGame { number: 300, winner: Some(Color::White), opening: 1, moves: long },
            TrainingGame { number: 0, winner: None, opening: 0, moves: Vec::new() },
        ]
    }

    #[test]
    fn games_are_read_as_they_were_written() {
        for game in games() {
            assert_eq!(TrainingGame::decode(&game.encode(size()), size()).unwrap(), game);
        }
        assert_eq!(games()[0].positions(), 4);
    }

    #[test]
    fn a_move_with_its_off_game_sample_takes_few_bytes() {
        let [long, _] = &games()[..] else { unreachable!() };
        let mut short = long.clone();
        short.moves.remove(3);
        // A byte of numbers; 14 and a proof; two random moves, a line count, and two lines, one of them with a large score.
        assert_eq!(long.encode(size()).len() - short.encode(size()).len(), 1 + 2 + 2 + 1 + 2 + 3);
    }

    #[test]
    fn what_cannot_be_is_refused_by_its_place() {
        let bytes = games()[0].encode(size());
        let check = |place: usize, byte: u8, complaint: &str| {
            let mut bytes = bytes.clone();
            bytes[place] = byte;
            let error = format!("{:#}", TrainingGame::decode(&bytes, size()).expect_err(complaint));
            assert!(error.contains(complaint), "{error}");
        };
        check(2, 3, "impossible winner 3");
        check(3, 6, "an opening longer than the game");
        check(3, 2, "a search in the opening");
        check(4, 3, "more bytes than the game has");
        check(4, 6, "move 6: the block ends too early");
        check(5, 8, "move 1: the first line of none was played");
        // The second move: its head stands at 7, its first point from 8 to 9.
        check(9, 2, "move 2: impossible point 256");
        check(8, 112, "move 2: point");
        for length in 0..bytes.len() {
            assert!(TrainingGame::decode(&bytes[..length], size()).is_err(), "cut off after {length} bytes");
        }
    }

    #[test]
    fn settings_are_read_as_they_were_written() {
        let (version, weights) = GameSettings::program(RuleKind::Renju);
        let shard = "2/3".parse().unwrap();
        let settings = GameSettings {
            rule: RuleKind::Renju,
            size: size(),
            nodes: 5,
            off_game_nodes: 0,
            lines: 1,
            seed: 9,
            shard,
            version,
            weights,
        };
        let text = serde_json::to_string(&settings).unwrap();
        assert!(text.contains(r#""rule":"renju","size":"15x14""#), "{text}");
        assert_eq!(serde_json::from_str::<GameSettings>(&text).unwrap(), settings);
    }
}
