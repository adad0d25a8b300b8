//! The lines that analysis programs read: one block of numbers for each line of play, and marks on their boards.
//!
//! Yixin-Board indexes its arrays with the coordinates of these lines unchecked, so only points of the board are written.

use std::time::Duration;

use tengen_engine::color::Color;
use tengen_engine::engine::Info;
use tengen_engine::game::Game;
use tengen_engine::line::Cell;
use tengen_engine::point::Point;
use tengen_engine::score::Score;

use crate::coords::Coords;

/// Blocks of unfinished searches are at least this far apart: at shallow depths an engine finishes hundreds a second.
const PAUSE: Duration = Duration::from_millis(50);
/// The longest line of play that is written out; a program copies it into a buffer of fixed size.
const LONGEST_LINE: usize = 32;
/// The judgement at which a side wins about 73 games of 100.
const WINRATE_SCALE: f64 = 100.0;

/// Gathers the lines of one iteration and tells when they are worth sending.
#[derive(Debug, Default)]
pub struct Blocks {
    gathered: Vec<Info>,
    complete: Vec<Info>,
    sent: bool,
    last_sent: Option<Duration>,
}

impl Blocks {
    /// Takes in one line of play. Gives the lines of its iteration when it is complete, `wanted` being the number asked
    /// for, and enough time has passed since the last.
    pub fn add(&mut self, info: Info, wanted: usize) -> Option<&[Info]> {
        if info.rank <= 1 {
            self.gathered.clear();
            self.sent = false;
        }
        let elapsed = info.elapsed;
        self.gathered.push(info);
        if self.gathered.len() >= wanted {
            self.complete.clone_from(&self.gathered);
        }
        let due = self.last_sent.map_or(Duration::ZERO, |last| last + PAUSE) <= elapsed;
        if self.gathered.len() < wanted || !due {
            return None;
        }
        self.sent = true;
        self.last_sent = Some(elapsed);
        Some(&self.gathered)
    }

    /// The lines of the last iteration when they were not sent yet: the end of a search is always told.
    pub fn rest(&mut self) -> Option<&[Info]> {
        if self.sent || self.gathered.is_empty() {
            return None;
        }
        self.sent = true;
        Some(&self.gathered)
    }

    /// The lines of the last iteration that has all of them, or what there is of the first.
    pub fn lines(&self) -> &[Info] {
        if self.complete.is_empty() { &self.gathered } else { &self.complete }
    }
}

/// The part of a line of play that could be played: a program must never see a point off the board or taken.
pub fn playable(info: &Info, game: &Game) -> Vec<Point> {
    let mut line: Vec<Point> = Vec::new();
    for &point in info.variation.iter().take(LONGEST_LINE) {
        if !game.size().contains(point) || game.cell(point) != Cell::Empty || line.contains(&point) {
            break;
        }
        line.push(point);
    }
    line
}

/// The block of numbers for each line of an iteration, each block from `INFO PV n` to `INFO PV DONE`. The number of lines
/// is what was asked for also when an iteration was cut short: with the last of so many, Yixin-Board wipes all older ones.
pub fn detail(infos: &[Info], wanted: usize, game: &Game, coords: Coords) -> Vec<String> {
    let mut lines = Vec::new();
    // A block without a move would be put down to the move of the block before it.
    let blocks = infos.iter().map(|info| (info, playable(info, game))).filter(|(_, line)| !line.is_empty());
    for (number, (info, line)) in blocks.enumerate() {
        let mut tell = |text: String| lines.push(format!("INFO {text}"));
        tell(format!("PV {number}"));
        tell(format!("NUMPV {wanted}"));
        tell(format!("DEPTH {}", info.depth));
        tell(format!("SELDEPTH {}", info.selective_depth));
        tell(format!("NODES {}", info.nodes));
        tell(format!("TOTALNODES {}", info.nodes));
        tell(format!("TOTALTIME {}", info.elapsed.as_millis()));
        tell(format!("SPEED {}", speed(info)));
        tell(format!("EVAL {}", info.score));
        tell(format!("WINRATE {:.4}", winrate(info.score)));
        tell(format!("BESTLINE {}", coords.texts(&line)));
        tell("PV DONE".to_string());
    }
    lines
}

/// The marks on the board after an iteration: the best move, and the moves known to lose.
pub fn realtime(infos: &[Info], game: &Game, coords: Coords) -> Vec<String> {
    let mut lines = vec!["MESSAGE REALTIME REFRESH".to_string()];
    for (number, info) in infos.iter().enumerate() {
        let line = playable(info, game);
        let Some(&first) = line.first() else { continue };
        if number == 0 {
            lines.push(format!("MESSAGE REALTIME BEST {}", coords.text(first)));
            lines.push(format!("MESSAGE REALTIME VAL {}", info.score.value()));
            lines.push(format!("MESSAGE REALTIME PV {}", coords.texts(&line)));
        } else if info.score.is_loss() {
            lines.push(format!("MESSAGE REALTIME LOSE {}", coords.text(first)));
        }
    }
    lines
}

/// The points that Renju forbids to Black when it is his turn. The full stop is what the reader looks for.
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

/// A whole search in one line, in the form that log readers of this field know. Points are written as `h8` with row 1 at
/// the bottom.
pub fn summary(info: &Info, game: &Game) -> String {
    let mut text = format!(
        "depth {}-{} ev {} n {} n/ms {} tm {} pv",
        info.depth,
        info.selective_depth,
        info.score,
        info.nodes,
        speed(info) / 1000,
        info.elapsed.as_millis()
    );
    for point in playable(info, game) {
        text.push(' ');
        text.push_str(&point.to_text(game.size(), Default::default()));
    }
    text
}

/// Nodes in a second.
fn speed(info: &Info) -> u128 {
    u128::from(info.nodes) * 1_000_000 / info.elapsed.as_micros().max(1)
}

/// The share of games that the side to move wins with this score, for people to look at.
fn winrate(score: Score) -> f64 {
    if score.is_win() {
        1.0
    } else if score.is_loss() {
        0.0
    } else {
        1.0 / (1.0 + (-f64::from(score.value()) / WINRATE_SCALE).exp())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_engine::point::BoardSize;
    use tengen_engine::rule::RuleKind;

    fn info(rank: usize, millis: u64, score: Score, line: &[(usize, usize)]) -> Info {
        Info {
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
        let lines = detail(&[first.clone(), second.clone()], 2, &game, Coords::RowColumn);
        assert_eq!(
            lines.join("\n"),
            "INFO PV 0\nINFO NUMPV 2\nINFO DEPTH 9\nINFO SELDEPTH 14\nINFO NODES 12345\nINFO TOTALNODES 12345\n\
             INFO TOTALTIME 100\nINFO SPEED 123450\nINFO EVAL -40\nINFO WINRATE 0.4013\nINFO BESTLINE 7,8 7,9\n\
             INFO PV DONE\n\
             INFO PV 1\nINFO NUMPV 2\nINFO DEPTH 9\nINFO SELDEPTH 14\nINFO NODES 12345\nINFO TOTALNODES 12345\n\
             INFO TOTALTIME 100\nINFO SPEED 123450\nINFO EVAL -M4\nINFO WINRATE 0.0000\nINFO BESTLINE 4,3\n\
             INFO PV DONE"
        );
        assert_eq!(
            realtime(&[first.clone(), second], &game, Coords::RowColumn).join("\n"),
            "MESSAGE REALTIME REFRESH\nMESSAGE REALTIME BEST 7,8\nMESSAGE REALTIME VAL -40\n\
             MESSAGE REALTIME PV 7,8 7,9\nMESSAGE REALTIME LOSE 4,3"
        );
        assert_eq!(summary(&first, &game), "depth 9-14 ev -40 n 12345 n/ms 123 tm 100 pv i8 j8");
    }

    #[test]
    fn blocks_are_complete_and_far_apart_and_the_last_is_never_lost() {
        let mut blocks = Blocks::default();
        let line = |rank, millis| info(rank, millis, Score::DRAW, &[(1, 1)]);
        assert!(blocks.add(line(1, 1), 2).is_none());
        assert_eq!(blocks.add(line(2, 1), 2).map(<[Info]>::len), Some(2));
        assert!(blocks.rest().is_none());
        assert!(blocks.add(line(1, 20), 2).is_none());
        assert!(blocks.add(line(2, 20), 2).is_none(), "too soon");
        assert!(blocks.add(line(1, 90), 2).is_none());
        assert!(blocks.add(line(2, 90), 2).is_some());
        assert!(blocks.add(line(1, 95), 2).is_none());
        assert_eq!((blocks.rest().map(<[Info]>::len), blocks.lines().len()), (Some(1), 2));
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
