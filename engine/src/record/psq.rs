//! Records of Piskvork: a line with the size of the board, then one line a stone.
//!
//! ```text
//! Piskvorky 15x15, 11:11, 0
//! 8,8,0
//! 9,7,350
//! engine one
//! engine two
//! -1
//! ```
//!
//! Columns and rows are counted from 1, from the left and from the top; milliseconds follow. Black moves first and colours
//! alternate. The first line that is no stone ends the moves.

use super::{Fault, Record, RecordError, RecordedMove};
use crate::color::Color;
use crate::point::BoardSize;
use crate::sgf::Location;

/// The word with which a file begins.
const HEAD: &str = "piskvorky";

/// Whether a text begins as a file of Piskvork does.
#[must_use]
pub fn is_psq(text: &str) -> bool {
    let text = text.trim_start();
    text.get(..HEAD.len()).is_some_and(|head| head.eq_ignore_ascii_case(HEAD))
}

/// The game of a file.
///
/// # Errors
/// What is wrong with the record and where.
pub fn read(text: &str) -> Result<Record, RecordError> {
    let mut lines = lines(text);
    let error = |at, fault| RecordError::At { at, fault };
    let (at, head) = lines.next().unwrap_or((Location { line: 1, column: 1, byte: 0 }, ""));
    let (width, height) = sides(head).ok_or(error(at, Fault::PsqHead))?;
    let size = BoardSize::new(width, height).ok_or(error(at, Fault::Size { width, height }))?;
    let mut moves = Vec::new();
    let mut color = Color::Black;
    for (at, line) in lines {
        let Some((x, y)) = stone(line) else { break };
        let place = x.checked_sub(1).zip(y.checked_sub(1));
        let Some(point) = place.and_then(|(x, y)| size.point(x, y)) else {
            return Err(error(at, Fault::OffBoard(format!("{x},{y} (counted from 1)"), size)));
        };
        moves.push(RecordedMove { color, point: Some(point), at });
        color = !color;
    }
    Ok(Record { rule: None, size, set_up: Vec::new(), to_move: None, moves })
}

/// The lines that are not blank, each with its place.
fn lines(text: &str) -> impl Iterator<Item = (Location, &str)> {
    let mut byte = 0;
    let lines = (1..).zip(text.split_inclusive('\n')).map(move |(line, content)| {
        let at = Location { line, column: 1, byte };
        byte += content.len();
        (at, content)
    });
    lines.filter(|(_, line)| !line.trim().is_empty())
}

/// Columns and rows of the board.
fn sides(head: &str) -> Option<(usize, usize)> {
    let rest = head.trim_start().get(HEAD.len()..).filter(|_| is_psq(head))?.trim_start();
    let (width, rest) = rest.split_once(['x', 'X'])?;
    let height = rest.trim_start().split(|c: char| !c.is_ascii_digit()).next()?;
    width.trim().parse().ok().zip(height.parse().ok())
}

/// Column and row of a stone, from 1: two or three numbers with commas between them.
fn stone(line: &str) -> Option<(usize, usize)> {
    let mut numbers = line.split(',').map(|number| number.trim().parse().ok());
    let stone = (numbers.next()??, numbers.next()??);
    // A name may begin with numbers too.
    numbers.all(|number| number.is_some()).then_some(stone)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::point::Rows;
    use crate::rule::RuleKind;

    #[test]
    fn records_become_games() {
        let check = |text: &str, moves: &str| {
            assert!(is_psq(text), "{text}");
            let game = read(text).unwrap().game(RuleKind::Freestyle, None).unwrap();
            assert_eq!(game.to_text(Rows::FromBottom), moves, "{text}");
        };
        // A game without symmetry shows every mirrored coordinate.
        let stones = "8,8,0\r\n9,7,12\r\n11,9,0\r\n5,4,1500\r\n2,14,7\r\n";
        check(&format!("Piskvorky 15x15, 11:11, 0\r\n{stones}one\r\ntwo\r\n-1\r\n"), "h8i9k7e12b2");
        check(&format!("Piskvorky 15x15, 11:11, 0\n{stones}3,4x\n5,6 y\n1\n0,Freestyle15_1\n"), "h8i9k7e12b2");
        check("piskvorky 20x15 , 0 - 0\n\n20, 1\n 1 ,15, 4\n-1", "t15a1");
        check("Piskvorky 5 x 6, 11:11, 0\n", "");
    }

    #[test]
    fn faults_are_told_with_their_place() {
        let check = |text: &str, message: &str| {
            let game = read(text).and_then(|record| record.game(RuleKind::Freestyle, None));
            assert_eq!(game.unwrap_err().to_string(), message, "{text}");
        };
        check("", "line 1, column 1: a PSQ file begins with Piskvorky WIDTHxHEIGHT");
        check("Piskvorky", "line 1, column 1: a PSQ file begins with Piskvorky WIDTHxHEIGHT");
        check("Piskvorky 15,15", "line 1, column 1: a PSQ file begins with Piskvorky WIDTHxHEIGHT");
        check("\nPiskvorky 30x30", "line 2, column 1: a board of 30x30: sides go from 5 to 22");
        check("Piskvorky 15x15\n1,1,0\n0,3,0", "line 3, column 1: 0,3 (counted from 1) is not on the board of 15x15");
        check("Piskvorky 15x15\n16,1", "line 2, column 1: 16,1 (counted from 1) is not on the board of 15x15");
        check("Piskvorky 15x15\n1,1\n1,1", "line 3, column 1: move 2 cannot be played: the point is occupied");
    }
}
