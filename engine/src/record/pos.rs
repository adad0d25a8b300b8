//! Positions of RenLib (`.pos`): the number of moves in a byte, then a byte a move, on 15x15.
//!
//! A move is `15 * y + x`, rows counted from the top; a byte beyond the board is a pass.

use super::builder::TreeBuilder;
use super::losses::Keeps;
use super::plain::plain_line;
use super::reading::{Fault, Faults, Place, ReadError, ReadOptions, Remarks};
use super::renlib::SIZE;
use super::tree::{Tree, TreeMove};
use super::writing::{WriteError, Written};

/// What a file holds beside moves: passes, and that the board is 15x15.
pub(super) const KEEPS: Keeps = Keeps { passes: true, size: true, ..Keeps::NOTHING };

/// The most moves of a file.
const MOST_MOVES: usize = SIZE.area();
/// The pass that is written.
const PASS: u8 = 0xf0;

/// Whether the bytes are as many as they say, and no stone stands on another.
#[must_use]
pub(super) fn is_pos(bytes: &[u8]) -> bool {
    let Some((&count, moves)) = bytes.split_first() else { return false };
    let mut taken = [false; MOST_MOVES];
    let is_free = |&byte: &u8| taken.get_mut(usize::from(byte)).is_none_or(|taken| !std::mem::replace(taken, true));
    (1..=MOST_MOVES).contains(&moves.len()) && moves.len() == usize::from(count) && moves.iter().all(is_free)
}

/// Gives the tree of the line of a file, and tells what was passed over.
///
/// # Errors
/// What is wrong with the file and at which byte.
pub(super) fn read(bytes: &[u8], options: &ReadOptions, each: &mut dyn FnMut(Tree)) -> Result<Remarks, ReadError> {
    let mut faults = Faults::new(options);
    let (count, moves) = match bytes.split_first() {
        Some((&count, moves)) if (1..=MOST_MOVES).contains(&usize::from(count)) => (usize::from(count), moves),
        _ => {
            let fault = Fault::Head("a POS file begins with the number of its moves, 1 to 225");
            return Err(ReadError { at: Place::Byte(0), fault });
        }
    };
    let mut builder = TreeBuilder::new(SIZE);
    for (at, &byte) in (1..).zip(moves.iter().take(count)) {
        let index = usize::from(byte);
        let point = SIZE.point(index % SIZE.width(), index / SIZE.width());
        if let Err(fault) = builder.add_in_turn(point) {
            faults.meet(|| Place::Byte(at), fault)?;
            break;
        }
    }
    match moves.len() {
        found if found < count => faults.meet(|| Place::Byte(bytes.len()), Fault::Count { told: count, found })?,
        found if found > count => faults.remark(|| Place::Byte(count + 1), Fault::AfterMoves(found - count)),
        _ => {}
    }
    each(builder.finish());
    Ok(faults.remarks)
}

/// The main line as a position.
///
/// # Errors
/// [`WriteError`]: another board than 15x15, no move or too many, or stones that are set up between moves.
pub(super) fn write(tree: &Tree) -> Result<Written, WriteError> {
    if tree.size() != SIZE {
        return Err(WriteError::Size(tree.size()));
    }
    let (tree, losses) = plain_line(tree, &KEEPS)?;
    let byte = |played: TreeMove| played.point.map_or(PASS, |point| (SIZE.width() * point.y() + point.x()) as u8);
    let moves: Vec<u8> = tree.main_line().filter_map(|node| node.played().map(byte)).collect();
    match u8::try_from(moves.len()) {
        Ok(0) => Err(WriteError::NoMoves),
        Ok(count) if moves.len() <= MOST_MOVES => Ok(Written { bytes: [vec![count], moves].concat(), losses }),
        _ => Err(WriteError::TooManyMoves { moves: moves.len(), most: MOST_MOVES }),
    }
}

#[cfg(test)]
mod tests {
    use super::super::format::FileFormat;
    use super::super::tests::only_tree;
    use super::*;
    use crate::point::Rows;
    use crate::rule::RuleKind;

    fn tree(bytes: &[u8], salvage: bool) -> Result<(Tree, Remarks), ReadError> {
        only_tree(FileFormat::Pos, bytes, &ReadOptions { salvage, ..ReadOptions::default() })
    }

    #[test]
    fn positions_are_read_and_written() {
        let file = [5, 0x70, 0x71, 0x6f, 0xf0, 0x72];
        let (pass, _) = tree(&file, false).unwrap();
        let game = pass.main_game(RuleKind::Freestyle, None).unwrap();
        assert_eq!((game.to_text(Rows::FromBottom).as_str(), game.moves().len()), ("h8i8g8j8", 4));
        assert_eq!(write(&pass).unwrap().bytes, file);
        assert!(is_pos(&file) && !is_pos(&file[..4]) && !is_pos(b"") && !is_pos(&[0]));
        assert!(is_pos(&[2, 0xf0, 0xf0]) && !is_pos(&[2, 0x70, 0x70]));
    }

    #[test]
    fn faults_are_told_with_their_byte() {
        let check = |bytes: &[u8], message: &str, saved: Option<usize>| {
            assert_eq!(tree(bytes, false).unwrap_err().to_string(), message);
            assert_eq!(tree(bytes, true).ok().map(|(tree, _)| tree.nodes().count() - 1), saved);
        };
        let head = "byte 0: a POS file begins with the number of its moves, 1 to 225";
        check(&[], head, None);
        check(&[0, 3], head, None);
        check(&[226, 3], head, None);
        check(&[3, 1, 2], "byte 3: 3 stones are announced, and 2 follow", Some(2));
        check(&[3, 1, 1, 2], "byte 2: move 2 cannot be played: the point is occupied", Some(1));
        let (_, remarks) = tree(&[1, 1, 2, 3], false).unwrap();
        assert_eq!(remarks.first[0].to_string(), "byte 2: 2 bytes after the last move");
        assert_eq!(write(&Tree::new(SIZE)), Err(WriteError::NoMoves));
    }
}
