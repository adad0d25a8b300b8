//! Old records of Piskvork (`.rec`): two names, then one line a stone, counted from 0, and a number for how the game ended,
//! which is -1 where nothing is said. The size of the board is not in the file: Piskvork takes 20x20 at the least. A blank line
//! is a name that is empty.
//!
//! ```text
//! one
//! two
//! 7,7,0
//! 8,6,350
//! -1
//! ```

use std::fmt::Write as _;

use super::builder::TreeBuilder;
use super::head::Head;
use super::lines::TextLines;
use super::losses::{Keeps, Lost};
use super::plain::plain_line;
use super::reading::{Fault, Faults, ReadError, ReadOptions, Remarks, text_of};
use super::tree::{Notes, Tree};
use super::writing::{WriteError, WriteOptions, Written};
use super::{bdt, psq, renjunet, sgf};
use crate::charset::Charset;
use crate::point::{BoardSize, MAX_SIDE};

/// What a file holds. Of the size of the board that is true where it is the one that is taken for the file.
pub(super) const KEEPS: Keeps = psq::KEEPS;

/// The board that is taken for a file.
const USUAL: BoardSize = BoardSize::square(20).expect("20 is a size");
/// The board that is taken for a file with stones outside of the usual one.
const LARGEST: BoardSize = BoardSize::square(MAX_SIDE).expect("the longest side is a size");

/// Gives the tree of the game of a file, and tells what was passed over.
///
/// # Errors
/// What is wrong with the file and where.
pub(super) fn read(bytes: &[u8], options: &ReadOptions, each: &mut dyn FnMut(Tree)) -> Result<Remarks, ReadError> {
    let mut faults = Faults::new(options);
    let text = text_of(bytes, options, &mut faults)?;
    let mut lines = TextLines::new(&text);
    // Names may be missing; they are no stones.
    let mut names = Vec::new();
    while let Some(line) = lines.peek().filter(|line| names.len() < 2 && psq::stone(line.text).is_none()) {
        names.push(line);
        lines.next();
    }
    // The only name is the second one where a line before it is blank.
    let unnamed = usize::from(names.len() == 1 && text[..names[0].at].contains(['\n', '\r']));
    let stones: Vec<_> = lines.clone().map_while(|line| Some((line.at, psq::stone(line.text)?))).collect();
    if stones.is_empty() && lines.peek().is_none_or(|line| !psq::is_ending(line.text)) {
        let at = lines.place(lines.end());
        return Err(ReadError {
            at,
            fault: Fault::Head("a REC file has two names, and then lines of x,y,milliseconds"),
        });
    }
    let mut rest = lines.clone().skip(stones.len());
    let (end, after) = (rest.next(), rest.next());
    let guessed = guessed_size(stones.iter().flat_map(|&(_, (x, y, _))| [x, y]));
    let size = options.size.unwrap_or(guessed);
    if options.size.is_none() {
        faults.remark(|| lines.place(0), Fault::NoSize(size));
    }
    let mut builder = TreeBuilder::new(size);
    builder.tree_mut().texts.charset = Charset::of_file(bytes, options.charset);
    let is_timed = psq::is_timed(stones.iter().map(|&(_, stone)| stone));
    for (at, (x, y, time)) in stones {
        let point = size.point(x, y).ok_or_else(|| Fault::OffBoard(format!("{x},{y} (counted from 0)"), size));
        let added = point.and_then(|point| builder.add_in_turn(Some(point)));
        let milliseconds = time.filter(|_| is_timed);
        let written = added.and_then(|_| builder.write(Notes { milliseconds, ..Notes::default() }));
        if let Err(fault) = written {
            // Colours alternate, so nothing after it can be told.
            faults.meet(|| lines.place(at), fault)?;
            break;
        }
    }
    match end {
        // Digits with which a file ends may be what is left of a stone.
        Some(line) if text[line.at..].bytes().all(|byte| byte.is_ascii_digit()) => {
            faults.remark(|| lines.place(lines.end()), Fault::OpenLine);
        }
        Some(line) if psq::is_ending(line.text) && after.is_none_or(|line| psq::stone(line.text).is_none()) => {}
        Some(line) => {
            faults.meet(|| lines.place(line.at), Fault::word(line.text, "stone, nor the number at the end"))?
        }
        None if text.ends_with(['\n', '\r']) => {
            faults.remark(|| lines.place(lines.end()), Fault::Missing("the number at the end"));
        }
        None => faults.remark(|| lines.place(lines.end()), Fault::OpenLine),
    }
    let heads = [Head::Black, Head::White].into_iter().skip(unnamed).zip(names);
    builder.tree_mut().head.extend(heads.filter_map(|(head, line)| Some((head, psq::name(line.text)?))));
    each(builder.finish());
    Ok(faults.remarks)
}

/// The board that is taken for a file with these columns and rows.
fn guessed_size(mut coordinates: impl Iterator<Item = usize>) -> BoardSize {
    if coordinates.all(|coordinate| coordinate < USUAL.width()) { USUAL } else { LARGEST }
}

/// The main line as an old record.
///
/// # Errors
/// [`WriteError`]: passes, moves out of turn, or stones that are set up between moves.
pub(super) fn write(tree: &Tree, options: &WriteOptions) -> Result<Written, WriteError> {
    let (tree, mut losses) = plain_line(tree, &KEEPS)?;
    let points = tree.main_line().filter_map(|node| node.played()?.point);
    let guessed = guessed_size(points.flat_map(|point| [point.x(), point.y()]));
    losses.add(Lost::Size, usize::from(tree.size() != guessed));
    let name = |head| psq::written_name(tree.head.get(&head).map_or("", String::as_str));
    let (black, white) = (name(Head::Black), name(Head::White));
    // A text database is known by a line, whatever stands before it, and the others by what they begin with.
    let white = if bdt::is_bdt(&white) { format!("\"{white}\"") } else { white };
    let names = |black: &str| format!("{black}\r\n{white}\r\n");
    let mut text = names(&black);
    let other_kinds: [fn(&str) -> bool; 4] = [sgf::is_sgf, psq::is_psq, renjunet::is_renjunet, bdt::is_bdt];
    if other_kinds.iter().any(|is| is(&text)) {
        text = names(&format!("\"{black}\""));
    }
    for node in tree.main_line() {
        if let Some(point) = node.played().and_then(|played| played.point) {
            // Writing to a string does not fail.
            let _ = write!(text, "{},{},{}\r\n", point.x(), point.y(), node.notes().milliseconds.unwrap_or(0));
        }
    }
    text += "-1\r\n";
    Ok(Written::from_text(text, &tree, options, losses))
}

#[cfg(test)]
mod tests {
    use super::super::format::FileFormat;
    use super::super::tests::only_tree;
    use super::*;
    use crate::point::Rows;
    use crate::rule::RuleKind;

    fn tree(text: &str) -> Result<Tree, ReadError> {
        only_tree(FileFormat::Rec, text.as_bytes(), &ReadOptions::default()).map(|(tree, _)| tree)
    }

    #[test]
    fn records_are_read_and_written() {
        let text = "one\r\ntwo\r\n7,7,0\r\n8,6,12\r\n10,8,0\r\n4,3,1500\r\n1,13,7\r\n-1\r\n";
        let tree = tree(text).unwrap();
        let game = tree.main_game(RuleKind::Freestyle, None).unwrap();
        assert_eq!(game.to_text(Rows::FromBottom), "h13i14k12e17b7");
        assert_eq!(String::from_utf8(write(&tree, &WriteOptions::default()).unwrap().bytes).unwrap(), text);
    }

    #[test]
    fn a_file_that_may_have_been_cut_off_is_told() {
        let missing = Fault::Missing("the number at the end");
        for (text, told) in [
            ("7,7,0\n8,6,12\n-1\n", None),
            ("7,7,0\n8,6,12\n-1", None),
            ("-1", None),
            // A game that was played to its end, and those that ended by the time or a fault of an engine.
            ("7,7,0\n8,6,12\n0\n", None),
            ("7,7,0\n8,6,12\r\n15\r\n", None),
            ("7,7,0\n8,6,12\n16\n", None),
            ("7,7,0\n8,6,12\n-2\n", None),
            ("7,7,0\n8,6,12\n-2", None),
            // This may be the column of a stone.
            ("7,7,0\n8,6,12\n15", Some(&Fault::OpenLine)),
            ("7,7,0\n8,6,1", Some(&Fault::OpenLine)),
            ("7,7,0\n8,6", Some(&Fault::OpenLine)),
            ("7,7,0\n", Some(&missing)),
            ("7,7,0\r8,6,12\r", Some(&missing)),
        ] {
            let options = ReadOptions { size: Some(BoardSize::USUAL), ..ReadOptions::default() };
            let (_, remarks) = only_tree(FileFormat::Rec, format!("one\ntwo\n{text}").as_bytes(), &options).unwrap();
            assert_eq!((remarks.first.first().map(|remark| &remark.fault), remarks.damaged), (told, 0), "{text}");
        }
    }

    #[test]
    fn no_name_makes_a_file_of_another_kind() {
        for (name, is_quoted) in [
            ("Piskvorky 15x15", [true, false]),
            ("piskvorky", [true, false]),
            ("8,8", [true, true]),
            ("(;FF[4]", [true, false]),
            ("<games>", [true, false]),
            ("a=[b,c,+,8899,,,]", [true, true]),
        ] {
            for (head, is_quoted) in [Head::Black, Head::White].into_iter().zip(is_quoted) {
                let mut tree = tree("one\ntwo\n7,7,0\n-1\n").unwrap();
                tree.head.insert(head, name.to_string());
                let written = write(&tree, &WriteOptions::default()).unwrap().bytes;
                assert_eq!(FileFormat::recognise(&written, Some("rec")), Some(FileFormat::Rec), "{name}");
                let again = self::tree(std::str::from_utf8(&written).unwrap()).unwrap();
                let expected = if is_quoted { format!("\"{name}\"") } else { name.to_string() };
                assert_eq!((&again.head[&head], again.len()), (&expected, 2), "{name}");
            }
        }
    }

    #[test]
    fn a_blank_line_is_an_empty_name() {
        for (names, black, white) in [
            ("one\ntwo\n", Some("one"), Some("two")),
            ("\none\ntwo\n", Some("one"), Some("two")),
            ("one\n\n", Some("one"), None),
            ("\ntwo\n", None, Some("two")),
            ("\n\n", None, None),
            ("\"\"\ntwo\n", None, Some("two")),
            ("one\n", Some("one"), None),
        ] {
            let tree = tree(&format!("{names}7,7,0\n8,6,0\n-1\n")).unwrap();
            let found = [Head::Black, Head::White].map(|head| tree.head.get(&head).map(String::as_str));
            assert_eq!((found, tree.nodes().count()), ([black, white], 3), "{names:?}");
            let old = self::tree(&format!("{names}7,7,0\n8,6,0\n-1\n").replace('\n', "\r")).unwrap();
            assert_eq!(old, tree, "{names:?}");
        }
    }

    #[test]
    fn the_board_holds_all_stones() {
        for (text, side) in [
            ("a\nb\n14,3\n", 20),
            ("a\nb\n3,15,1\n-1", 20),
            ("19,0\n", 20),
            ("a\nb\n-1", 20),
            ("20,0\n", 22),
            ("0,21", 22),
        ] {
            assert_eq!(tree(text).unwrap().size().width(), side, "{text}");
        }
        let check = |text: &str, message: &str| assert_eq!(tree(text).unwrap_err().to_string(), message);
        check("a\nb\n0,22", "line 3, column 1 (byte 4): 0,22 (counted from 0) is not on the board of 22x22");
        check("a\nb\n1,1\n1,1", "line 4, column 1 (byte 8): move 2 cannot be played: the point is occupied");
        // A number before a stone is no end.
        for damaged in ["2,x,0", "2", "1.5", "- 1", "x"] {
            let message = format!("line 4, column 1 (byte 8): {damaged:?} is no stone, nor the number at the end");
            check(&format!("a\nb\n1,1\n{damaged}\n3,3\n-1\n"), &message);
        }
        let head = "a REC file has two names, and then lines of x,y,milliseconds";
        check("a\nb\nc\n", &format!("line 4, column 1 (byte 6): {head}"));
        check("", &format!("line 1, column 1 (byte 0): {head}"));
    }
}
