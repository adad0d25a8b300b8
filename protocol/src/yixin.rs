//! The lines that analysis programs read: one block of numbers for each line of play, and marks on their boards.
//!
//! Yixin-Board indexes its arrays with the coordinates of these lines unchecked, so only points of the board are written.

mod database;

use std::time::Duration;

use tengen_engine::Cell;
use tengen_engine::color::Color;
use tengen_engine::engine::Line;
use tengen_engine::game::Game;
use tengen_engine::point::Point;

pub use database::{TagLength, children, comment, record};

use crate::coords::Coords;
use crate::info::ShowDetail;

/// Blocks of unfinished searches are at least this far apart: at shallow depths an engine finishes hundreds a second.
const PAUSE: Duration = Duration::from_millis(50);
/// The longest line of play that is written out; a program copies it into a buffer of fixed size.
const LONGEST_LINE: usize = 32;

/// The lines of the last iteration, and when they are worth sending.
#[derive(Debug, Default)]
pub struct Blocks {
    last: Vec<Line>,
    /// Whether those were given out.
    sent: bool,
    last_sent: Option<Duration>,
}

impl Blocks {
    /// Takes in the lines of an iteration, and gives them out when enough time has passed since the last that were.
    pub fn add(&mut self, block: Vec<Line>) -> Option<&[Line]> {
        let elapsed = block.last()?.elapsed;
        self.last = block;
        self.sent = self.last_sent.map_or(Duration::ZERO, |last| last + PAUSE) <= elapsed;
        if self.sent {
            self.last_sent = Some(elapsed);
        }
        self.sent.then_some(&*self.last)
    }

    /// The lines of the last iteration when they were not given out yet: the end of a search is always told.
    pub fn rest(&mut self) -> Option<&[Line]> {
        let unsent = !self.sent && !self.last.is_empty();
        self.sent = true;
        unsent.then_some(&*self.last)
    }

    /// The lines of the last iteration, the best first.
    #[must_use]
    pub fn lines(&self) -> &[Line] {
        &self.last
    }
}

/// The part of a line of play that could be played: a program must never see a point off the board or taken.
#[must_use]
pub fn playable(found: &Line, game: &Game) -> Vec<Point> {
    let mut line: Vec<Point> = Vec::new();
    for &point in found.variation.iter().take(LONGEST_LINE) {
        if !game.size().contains(point) || game.cell(point) != Cell::Empty || line.contains(&point) {
            break;
        }
        line.push(point);
    }
    line
}

/// The lines about an iteration that are asked for.
#[must_use]
pub fn shown(block: &[Line], game: &Game, coords: Coords, show: ShowDetail) -> Vec<String> {
    let mut lines = if show.detail { detail(block, game, coords) } else { Vec::new() };
    if show.realtime {
        lines.extend(realtime(block, game, coords));
    }
    lines
}

/// The block of numbers for each line of an iteration, each block from `INFO PV n` to `INFO PV DONE`. With the last of as
/// many as `INFO NUMPV` says, Yixin-Board wipes all older ones.
#[must_use]
pub fn detail(block: &[Line], game: &Game, coords: Coords) -> Vec<String> {
    let mut lines = Vec::new();
    // A block without a move would be put down to the move of the block before it.
    let blocks: Vec<(&Line, Vec<Point>)> =
        block.iter().map(|found| (found, playable(found, game))).filter(|(_, line)| !line.is_empty()).collect();
    let count = blocks.len();
    for (number, (found, line)) in blocks.into_iter().enumerate() {
        let mut tell = |text: String| lines.push(format!("INFO {text}"));
        tell(format!("PV {number}"));
        tell(format!("NUMPV {count}"));
        tell(format!("DEPTH {}", found.depth));
        tell(format!("SELDEPTH {}", found.selective_depth));
        tell(format!("NODES {}", found.nodes));
        tell(format!("TOTALNODES {}", found.nodes));
        tell(format!("TOTALTIME {}", found.elapsed.as_millis()));
        tell(format!("SPEED {}", speed(found)));
        tell(format!("EVAL {}", found.score));
        tell(format!("WINRATE {:.4}", found.score.win_probability(game.rule())));
        tell(format!("BESTLINE {}", coords.texts(&line)));
        tell("PV DONE".to_string());
    }
    lines
}

/// The marks on the board after an iteration: the best move, and the moves known to lose.
#[must_use]
pub fn realtime(block: &[Line], game: &Game, coords: Coords) -> Vec<String> {
    let mut lines = vec!["MESSAGE REALTIME REFRESH".to_string()];
    for (number, found) in block.iter().enumerate() {
        let line = playable(found, game);
        let Some(&first) = line.first() else { continue };
        if number == 0 {
            lines.push(format!("MESSAGE REALTIME BEST {}", coords.text(first)));
            lines.push(format!("MESSAGE REALTIME VAL {}", found.score.value()));
            lines.push(format!("MESSAGE REALTIME PV {}", coords.texts(&line)));
        } else if found.score.is_loss() {
            // Yixin-Board reads the first letter of the word, and gomocalc all of it.
            lines.push(format!("MESSAGE REALTIME LOST {}", coords.text(first)));
        }
    }
    lines
}

/// The points that Renju forbids to Black when it is his turn. The full stop is what the reader looks for.
#[must_use]
pub fn forbidden(game: &Game, coords: Coords) -> String {
    let mut line = "FORBID ".to_string();
    if game.to_move() == Color::Black {
        for (point, _) in game.forbidden_points() {
            let (first, second) = coords.numbers(point);
            line.push_str(&format!("{first:02}{second:02}"));
        }
    }
    line.push('.');
    line
}

/// A whole search in one line for each of these lines of play, in the form that log readers of this field know: several
/// are told apart by their ranks. Points are written as `h8` with row 1 at the bottom.
#[must_use]
pub fn summaries(lines: &[&Line], game: &Game) -> Vec<String> {
    let rank = |line: &Line| if lines.len() > 1 { format!(" multipv {}", line.rank) } else { String::new() };
    lines.iter().map(|&line| summary(line, &rank(line), game)).collect()
}

/// One of them, with the words for its rank.
fn summary(found: &Line, rank: &str, game: &Game) -> String {
    let mut text = format!(
        "depth {}-{}{rank} ev {} n {} n/ms {} tm {} pv",
        found.depth,
        found.selective_depth,
        found.score,
        found.nodes,
        speed(found) / 1000,
        found.elapsed.as_millis()
    );
    for point in playable(found, game) {
        text.push(' ');
        text.push_str(&point.to_text(game.size(), Default::default()));
    }
    text
}

/// Nodes in a second.
fn speed(found: &Line) -> u128 {
    u128::from(found.nodes) * 1_000_000 / found.elapsed.as_micros().max(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_engine::point::BoardSize;
    use tengen_engine::rule::RuleKind;
    use tengen_engine::score::Score;

    fn info(rank: usize, millis: u64, score: Score, line: &[(usize, usize)]) -> Line {
        Line {
            rank,
            depth: 9,
            selective_depth: 14,
            score,
            nodes: 12_345,
            elapsed: Duration::from_millis(millis),
            hashfull: 3,
            variation: line.iter().map(|&(x, y)| Point::new(x, y)).collect(),
        }
    }

    #[test]
    fn a_block_is_what_programs_parse() {
        let mut game = Game::new(RuleKind::Freestyle, BoardSize::square(15).unwrap());
        game.play(Point::new(7, 7)).unwrap();
        // The line ends where it stops being playable: on a stone, off the board, on a point of its own.
        let first = info(1, 100, Score::judged(-40), &[(8, 7), (9, 7), (7, 7), (1, 1)]);
        let second = info(2, 100, Score::loss_in(4), &[(3, 4), (21, 21)]);
        let lines = detail(&[first.clone(), second.clone()], &game, Coords::RowColumn);
        assert_eq!(
            lines.join("\n"),
            "INFO PV 0\nINFO NUMPV 2\nINFO DEPTH 9\nINFO SELDEPTH 14\nINFO NODES 12345\nINFO TOTALNODES 12345\n\
             INFO TOTALTIME 100\nINFO SPEED 123450\nINFO EVAL -40\nINFO WINRATE 0.4607\nINFO BESTLINE 7,8 7,9\n\
             INFO PV DONE\n\
             INFO PV 1\nINFO NUMPV 2\nINFO DEPTH 9\nINFO SELDEPTH 14\nINFO NODES 12345\nINFO TOTALNODES 12345\n\
             INFO TOTALTIME 100\nINFO SPEED 123450\nINFO EVAL -M4\nINFO WINRATE 0.0000\nINFO BESTLINE 4,3\n\
             INFO PV DONE"
        );
        assert_eq!(
            realtime(&[first.clone(), second.clone()], &game, Coords::RowColumn).join("\n"),
            "MESSAGE REALTIME REFRESH\nMESSAGE REALTIME BEST 7,8\nMESSAGE REALTIME VAL -40\n\
             MESSAGE REALTIME PV 7,8 7,9\nMESSAGE REALTIME LOST 4,3"
        );
        for (number, numbers, marks) in [(0, false, false), (1, false, true), (2, true, false), (3, true, true)] {
            let lines = shown(std::slice::from_ref(&first), &game, Coords::RowColumn, ShowDetail::from_number(number));
            let has = |word: &str| lines.iter().any(|line| line.starts_with(word));
            assert_eq!((has("INFO "), has("MESSAGE REALTIME ")), (numbers, marks), "{number}");
        }
        assert_eq!(summaries(&[&first], &game), ["depth 9-14 ev -40 n 12345 n/ms 123 tm 100 pv i8 j8"]);
        assert_eq!(
            summaries(&[&first, &second], &game),
            [
                "depth 9-14 multipv 1 ev -40 n 12345 n/ms 123 tm 100 pv i8 j8",
                "depth 9-14 multipv 2 ev -M4 n 12345 n/ms 123 tm 100 pv d11",
            ]
        );
    }

    #[test]
    fn blocks_are_far_apart_and_the_last_is_never_lost() {
        let mut blocks = Blocks::default();
        let lines = |millis| [1, 2].map(|rank| info(rank, millis, Score::DRAW, &[(1, 1)])).to_vec();
        let shown =
            |block: Option<&[Line]>| block.map(|block| block.iter().map(|found| found.elapsed.as_millis()).collect());
        let block = |millis: u128| Some(vec![millis; 2]);
        assert!(blocks.add(Vec::new()).is_none() && blocks.rest().is_none() && blocks.lines().is_empty());
        assert_eq!(shown(blocks.add(lines(1))), block(1));
        assert!(blocks.rest().is_none());
        assert!(blocks.add(lines(20)).is_none(), "too soon");
        assert_eq!(shown(Some(blocks.lines())), block(20));
        assert_eq!(shown(blocks.add(lines(90))), block(90));
        assert!(blocks.add(lines(95)).is_none());
        assert_eq!(shown(blocks.rest()), block(95));
        assert!(blocks.rest().is_none());
    }

    #[test]
    fn forbidden_points_end_with_a_full_stop() {
        let mut game = Game::new(RuleKind::Renju, BoardSize::square(15).unwrap());
        assert_eq!(forbidden(&game, Coords::ColumnRow), "FORBID .");
        for (x, y) in [(6, 9), (0, 0), (8, 9), (0, 2), (7, 8), (0, 4), (7, 10), (0, 6)] {
            game.play(Point::new(x, y)).unwrap();
        }
        assert_eq!(forbidden(&game, Coords::ColumnRow), "FORBID 0709.");
        assert_eq!(forbidden(&game, Coords::RowColumn), "FORBID 0907.");
        game.play(Point::new(14, 14)).unwrap();
        assert_eq!(forbidden(&game, Coords::ColumnRow), "FORBID .", "it is White's turn");
    }
}
