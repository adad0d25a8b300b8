//! Saved games of Yixin-Board (`.sav`): rows and columns of the board, the number of stones, then row and column of each,
//! counted from 0 from the top and the left. Boards until May 2015 write the rule in the place of the columns: the board is
//! square.
//!
//! ```text
//! 15
//! 15
//! 2
//! 7 7
//! 6 8
//! ```

use std::fmt::Write as _;

use super::builder::TreeBuilder;
use super::losses::Keeps;
use super::plain::plain_line;
use super::reading::{Fault, Faults, Place, ReadError, ReadOptions, Remarks, text_of};
use super::tree::Tree;
use super::writing::{WriteError, Written};
use crate::charset::after_mark;
use crate::point::BoardSize;
use crate::rule::RuleKind;

/// What a file holds beside moves: the size of the board.
pub(super) const KEEPS: Keeps = Keeps { size: true, ..Keeps::NOTHING };

/// The rules by their numbers in a file.
const RULES: [RuleKind; 3] = [RuleKind::Freestyle, RuleKind::Standard, RuleKind::Renju];

/// Whether a text is three numbers and so many pairs as the third says.
#[must_use]
pub(super) fn is_sav(text: &str) -> bool {
    let mut numbers = text.split_whitespace();
    let mut next = || numbers.next().and_then(|number| number.parse::<usize>().ok());
    let Some((height, (second, count))) = next().zip(next().zip(next())) else { return false };
    let (width, _) = width_and_rule(height, second);
    let is_board = BoardSize::new(width, height).is_some_and(|size| count <= size.area());
    is_board && numbers.clone().count() == 2 * count && numbers.all(|number| number.parse::<usize>().is_ok())
}

/// The columns of the board and its rule, by its rows and the number behind them, which is either.
fn width_and_rule(height: usize, second: usize) -> (usize, Option<RuleKind>) {
    RULES.get(second).map_or((second, None), |&rule| (height, Some(rule)))
}

/// Gives the tree of the line of a file, and tells what was passed over.
///
/// # Errors
/// What is wrong with the file and where.
pub(super) fn read(bytes: &[u8], options: &ReadOptions, each: &mut dyn FnMut(Tree)) -> Result<Remarks, ReadError> {
    let mut faults = Faults::new(options);
    let text = text_of(bytes, options, &mut faults)?;
    // What is wrong with its characters is no reason for another number of stones.
    let remarked = faults.remarks.count;
    let mut words = SavWords { text: &text, at: after_mark(&text) };
    let (_, height) = words.number("the rows of the board")?;
    let (at, second) = words.number("the columns of the board")?;
    let (width, rule) = width_and_rule(height, second);
    let size = BoardSize::new(width, height).ok_or_else(|| words.error(at, Fault::Size { width, height }))?;
    let (count_at, told) = words.number("the number of stones")?;
    let mut builder = TreeBuilder::new(size);
    builder.tree_mut().rule = rule;
    while words.has_more() && builder.moves() < told {
        let stone = words
            .number("the row of a stone")
            .and_then(|(at, y)| Ok((at, words.number("the column of a stone")?.1, y)));
        let (at, x, y) = match stone {
            Ok(stone) => stone,
            Err(error) => {
                faults.meet(|| error.at, error.fault)?;
                break;
            }
        };
        let point = size.point(x, y).ok_or_else(|| Fault::OffBoard(format!("row {y}, column {x}"), size));
        if let Err(fault) = point.and_then(|point| builder.add_in_turn(Some(point))) {
            faults.meet(|| words.place(at), fault)?;
            break;
        }
    }
    if builder.moves() < told && faults.remarks.count == remarked {
        faults.meet(|| words.place(count_at), Fault::Count { told, found: builder.moves() })?;
    }
    if words.has_more() && faults.remarks.count == remarked {
        faults.remark(|| words.place(words.at), Fault::AfterMoves(text.len() - words.at));
    }
    // A number may have lost its last digits.
    if builder.moves() > 0 && faults.remarks.count == remarked && !text.ends_with(char::is_whitespace) {
        faults.remark(|| words.place(text.len()), Fault::OpenLine);
    }
    each(builder.finish());
    Ok(faults.remarks)
}

/// The words of a text, which should be numbers.
struct SavWords<'a> {
    text: &'a str,
    /// The first byte that was not read.
    at: usize,
}

impl SavWords<'_> {
    fn place(&self, at: usize) -> Place {
        Place::in_text(self.text, at)
    }

    fn error(&self, at: usize, fault: Fault) -> ReadError {
        ReadError { at: self.place(at), fault }
    }

    fn has_more(&mut self) -> bool {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
        self.at < self.text.len()
    }

    /// The next number and the byte at which it begins.
    fn number(&mut self, what: &'static str) -> Result<(usize, usize), ReadError> {
        if !self.has_more() {
            return Err(self.error(self.text.len(), Fault::Missing(what)));
        }
        let at = self.at;
        let word = self.text[at..].split_whitespace().next().unwrap_or_default();
        self.at += word.len();
        match word.parse() {
            Ok(number) => Ok((at, number)),
            Err(_) => Err(self.error(at, Fault::word(word, "number"))),
        }
    }
}

/// The main line as a saved game.
///
/// # Errors
/// [`WriteError`]: passes, moves out of turn, or stones that are set up between moves.
pub(super) fn write(tree: &Tree) -> Result<Written, WriteError> {
    let (tree, losses) = plain_line(tree, &KEEPS)?;
    let stones: Vec<_> = tree.main_line().filter_map(|node| node.played()?.point).collect();
    let mut text = format!("{}\n{}\n{}\n", tree.size().height(), tree.size().width(), stones.len());
    for point in stones {
        // Writing to a string does not fail.
        let _ = writeln!(text, "{} {}", point.y(), point.x());
    }
    Ok(Written { bytes: text.into_bytes(), losses })
}

#[cfg(test)]
mod tests {
    use super::super::format::FileFormat;
    use super::super::tests::only_tree;
    use super::*;
    use crate::point::Rows;

    fn tree(text: &str, salvage: bool) -> Result<(Tree, Remarks), ReadError> {
        only_tree(FileFormat::Sav, text.as_bytes(), &ReadOptions { salvage, ..ReadOptions::default() })
    }

    #[test]
    fn saved_games_are_read_and_written() {
        let text = "15\n15\n5\n7 7\n6 8\n8 10\n3 4\n13 1\n";
        let check = |second: &str, rule: Option<RuleKind>| {
            let told = text.replacen("\n15", second, 1);
            assert!(is_sav(&told), "{told}");
            let (tree, remarks) = tree(&told, false).unwrap();
            let game = tree.main_game(RuleKind::Freestyle, None).unwrap();
            assert_eq!((game.to_text(Rows::FromBottom).as_str(), remarks.count), ("h8i9k7e12b2", 0), "{told}");
            assert_eq!(tree.rule, rule, "{told}");
            assert_eq!(String::from_utf8(write(&tree).unwrap().bytes).unwrap(), text, "{told}");
        };
        check("\n15", None);
        check("\n0", Some(RuleKind::Freestyle));
        check("\n1", Some(RuleKind::Standard));
        check("\n2", Some(RuleKind::Renju));
        // Of a board that is wider than high too the rows come first.
        let wide = "15\n20\n1\n7 18\n";
        let written = write(&tree(wide, false).unwrap().0).unwrap();
        assert_eq!(String::from_utf8(written.bytes).unwrap(), wide);
        for other in ["15\n15\n5\n7 7\n", "h8i9", "3 3 0", "15 3 0", "3 2 0"] {
            assert!(!is_sav(other), "{other}");
        }
    }

    #[test]
    fn faults_are_told_with_their_place() {
        let check = |text: &str, message: &str, saved: Option<usize>| {
            assert_eq!(tree(text, false).unwrap_err().to_string(), message);
            assert_eq!(tree(text, true).ok().map(|(tree, _)| tree.nodes().count() - 1), saved, "{text}");
        };
        check("", "line 1, column 1 (byte 0): the file ends before the rows of the board", None);
        check("15\nx", "line 2, column 1 (byte 3): \"x\" is no number", None);
        check("15\n40\n1", "line 2, column 1 (byte 3): a board of 40x15: sides go from 5 to 22", None);
        check("15 15 2\n7 7", "line 1, column 7 (byte 6): 2 stones are announced, and 1 follow", Some(1));
        check("15 15 2\n7 7\n7", "line 3, column 2 (byte 13): the file ends before the column of a stone", Some(1));
        check(
            "15 15 2\n7 7\n7 7",
            "line 3, column 1 (byte 12): move 2 cannot be played: the point is occupied",
            Some(1),
        );
        check("15 20 1\n15 2", "line 2, column 1 (byte 8): row 15, column 2 is not on the board of 20x15", Some(0));
        let (_, remarks) = tree("15 15 1\n7 7\n8", false).unwrap();
        assert_eq!(remarks.first[0].to_string(), "line 3, column 1 (byte 12): 1 bytes after the last move");
        let (_, remarks) = tree("15 15 1\n8 1", false).unwrap();
        let cut = "line 2, column 4 (byte 11): the last line does not end: the file may have been cut off";
        assert_eq!((remarks.count, remarks.first[0].to_string().as_str()), (1, cut));
    }
}
