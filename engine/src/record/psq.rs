//! Records of Piskvork (`.psq`): a line with the size of the board, then one line a stone.
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
//! Columns and rows are counted from 1, from the left and from the top; milliseconds follow. The last number of the first
//! line is that of the player who began, 0 or 1. Black moves first and colours alternate. The first line that does not
//! begin with two numbers ends the moves; names may follow, a number for how the game ended, and a line of the Gomocup
//! tournament: the winner and the league, which is called by its rule. A league called Caro sets none, for there are two
//! rules of it. Where stones follow, or two names and the number, the line that ended the moves is damaged; so are lines
//! of the form of a stone. Blank lines are passed over; beside a single name one is a name that is empty.

use std::fmt::Write as _;

use super::builder::TreeBuilder;
use super::head::Head;
use super::lines::{TextLine, TextLines};
use super::losses::Keeps;
use super::plain::plain_line;
use super::reading::{Fault, Faults, ReadError, ReadOptions, Remarks, text_of};
use super::tree::{Notes, Tree};
use super::writing::{WriteError, Written};
use crate::point::BoardSize;
use crate::rule::RuleKind;

/// The word with which a file begins.
const HEAD: &str = "piskvorky";
/// What [`written_name`] makes of an empty name.
const NO_NAME: &str = "\"\"";

/// What a file holds.
pub const KEEPS: Keeps = Keeps { times: true, size: true, heads: &[Head::Black, Head::White], ..Keeps::NOTHING };

/// Whether a text begins as a file of Piskvork does.
#[must_use]
pub fn is_psq(text: &str) -> bool {
    let text = text.trim_start();
    text.get(..HEAD.len()).is_some_and(|head| head.eq_ignore_ascii_case(HEAD))
}

/// Gives the tree of the game of a file, and tells what was passed over.
///
/// # Errors
/// What is wrong with the file and where.
pub fn read(bytes: &[u8], options: &ReadOptions, each: &mut dyn FnMut(Tree)) -> Result<Remarks, ReadError> {
    let mut faults = Faults::new(options);
    let text = text_of(bytes, options, &mut faults)?;
    let mut lines = TextLines::new(&text);
    let head = lines.next().unwrap_or(TextLine { text: "", at: 0 });
    let error = |fault| ReadError { at: lines.place(head.at), fault };
    let (width, height) =
        sides(head.text).ok_or_else(|| error(Fault::Head("a PSQ file begins with Piskvorky WIDTHxHEIGHT")))?;
    let size = BoardSize::new(width, height).ok_or_else(|| error(Fault::Size { width, height }))?;
    let mut builder = TreeBuilder::new(size);
    while let Some((line, (x, y, time))) = lines.peek().and_then(|line| Some((line, stone(line.text)?))) {
        lines.next();
        let place = x.checked_sub(1).zip(y.checked_sub(1));
        let fault = match place.map(|(x, y)| size.point(x, y)) {
            None => Fault::FromZero(x, y),
            Some(None) => Fault::OffBoard(format!("{x},{y} (counted from 1)"), size),
            Some(Some(point)) => {
                let added = builder.add_in_turn(Some(point));
                match added.and_then(|_| builder.write(Notes { milliseconds: time, ..Notes::default() })) {
                    Ok(()) => continue,
                    Err(fault) => fault,
                }
            }
        };
        // Colours alternate, so nothing after it can be told.
        faults.meet(|| lines.place(line.at), fault)?;
        break;
    }
    // Whatever follows the moves tells that none of them is missing, but for digits, with which a stone begins.
    let is_cut = |line: &str| line.bytes().all(|byte| byte.is_ascii_digit());
    let mut left = lines.clone();
    let may_be_cut = left.next().is_none_or(|line| is_cut(line.text)) && left.next().is_none();
    if builder.moves() > 0 && may_be_cut && !text.ends_with(['\n', '\r']) {
        faults.remark(|| lines.place(lines.end()), Fault::OpenLine);
    }
    pass_over_stones(&mut lines, &mut faults)?;
    while let Some(line) = lines.peek().filter(|line| is_like_stone(line.text)) {
        lines.next();
        faults.remark(|| lines.place(line.at), Fault::word(line.text, "stone, nor one of two names"));
    }
    end(&mut builder, &lines, began(head.text), &mut faults);
    each(builder.finish());
    Ok(faults.remarks)
}

/// Goes past the last stone after the line that ended the moves: no line before it is a name or a result. A third
/// number tells a stone from the line of Gomocup.
fn pass_over_stones(lines: &mut TextLines<'_>, faults: &mut Faults) -> Result<(), ReadError> {
    let is_stone = |line: &TextLine<'_>| matches!(stone(line.text), Some((_, _, Some(_))));
    let last = lines.clone().enumerate().filter(|(_, line)| is_stone(line)).last();
    let (Some(line), Some((last, _))) = (lines.peek(), last) else { return Ok(()) };
    // A stone is here only when the one before it ended the moves, and that was told.
    if stone(line.text).is_none() {
        faults.meet(|| lines.place(line.at), Fault::word(line.text, "stone, and stones follow"))?;
    }
    lines.nth(last);
    Ok(())
}

/// Reads what comes after the moves. The second player has Black when he began.
fn end(builder: &mut TreeBuilder, lines: &TextLines<'_>, began: usize, faults: &mut Faults) {
    /// Names, a number and a league, with room for blank lines.
    const MOST_LINES: usize = 16;
    let tree = builder.tree_mut();
    let heads = if began == 0 { [Head::Black, Head::White] } else { [Head::White, Head::Black] };
    let rest: Vec<&str> = lines.rest().take(MOST_LINES).collect();
    let written: Vec<_> = (0..).zip(&rest).filter(|(_, line)| !line.is_empty()).collect();
    // Names may be numbers too: how the game ended comes after two of them, or after a stone that is damaged and two. A
    // name may be missing.
    let mut numbers = [2_usize, 3, 1, 0].into_iter().filter_map(|place| written.get(place));
    let code = numbers.find(|(_, line)| line.parse::<i64>().is_ok()).map(|&(at, _)| at);
    let before = &rest[..code.unwrap_or(rest.len())];
    let mut names: Vec<&str> = before.iter().copied().filter(|line| !line.is_empty()).collect();
    let has_stone = code.is_some() && names.len() > heads.len();
    names.drain(..usize::from(has_stone));
    // The only name is the second one where a line before it is blank; a line that stands alone is no name.
    let unnamed = usize::from(names.len() == 1 && before[0].is_empty());
    let is_alone = before.len() < heads.len();
    if let Some(line) = lines.peek().filter(|_| has_stone || (is_alone && !names.is_empty())) {
        faults.remark(|| lines.place(line.at), Fault::word(line.text, "stone, nor one of two names"));
    }
    let named = heads.into_iter().skip(unnamed).zip(names).filter(|_| !is_alone);
    tree.head.extend(named.filter_map(|(head, line)| Some((head, name(line)?))));
    let league = code.and_then(|code| rest[code + 1..].iter().find(|line| !line.is_empty()));
    if let Some((winner, league)) = league.and_then(|line| line.split_once(',')) {
        tree.head.insert(Head::Event, league.trim().to_string());
        // Such as Renju15_1. Caro is not clear: there are two rules of it.
        let rule = league.trim().split(|c: char| !c.is_ascii_alphabetic()).next().and_then(RuleKind::from_name);
        tree.rule = rule.filter(|&rule| rule != RuleKind::Caro);
        // A winner of 0 is not explained anywhere.
        let winner = winner.trim().parse::<usize>().ok().and_then(|winner| winner.checked_sub(1));
        if let Some(head) = winner.and_then(|winner| heads.get(winner)) {
            let result = if *head == Head::Black { "B+" } else { "W+" };
            tree.head.insert(Head::Result, result.to_string());
        }
    }
}

/// The name that a line gives, if it gives one.
pub(super) fn name(line: &str) -> Option<String> {
    Some(line).filter(|line| !line.is_empty() && *line != NO_NAME).map(str::to_string)
}

/// The main line as a file of Piskvork.
///
/// # Errors
/// [`WriteError`]: passes, moves out of turn, or stones that are set up between moves.
pub fn write(tree: &Tree) -> Result<Written, WriteError> {
    let (tree, losses) = plain_line(tree, false, &KEEPS)?;
    let size = tree.size();
    let mut text = format!("Piskvorky {}x{}, 11:11, 0\r\n", size.width(), size.height());
    for node in tree.main_line() {
        if let Some(point) = node.played().and_then(|played| played.point) {
            let time = node.notes().milliseconds.unwrap_or(0);
            // Writing to a string does not fail.
            let _ = write!(text, "{},{},{time}\r\n", point.x() + 1, point.y() + 1);
        }
    }
    let names = [Head::Black, Head::White].map(|head| tree.head.get(&head));
    if names.iter().any(Option::is_some) {
        names.iter().for_each(|name| text += &format!("{}\r\n", written_name(name.map_or("", String::as_str))));
    }
    text += "-1\r\n";
    Ok(Written { bytes: text.into_bytes(), losses })
}

/// A name on a line of its own that cannot be taken for a stone, be it whole or damaged. Piskvork and others read what begins
/// with numbers as one.
pub(super) fn written_name(name: &str) -> String {
    let line = name.split_whitespace().collect::<Vec<_>>().join(" ");
    let is_numeric = line.strip_prefix(['+', '-']).unwrap_or(&line).starts_with(|c: char| c.is_ascii_digit());
    if line.is_empty() || is_numeric || is_like_stone(&line) { format!("\"{line}\"") } else { line }
}

/// Columns and rows of the board.
fn sides(head: &str) -> Option<(usize, usize)> {
    let rest = head.get(HEAD.len()..).filter(|_| is_psq(head))?.trim_start();
    let (width, rest) = rest.split_once(['x', 'X'])?;
    let height = rest.trim_start().split(|c: char| !c.is_ascii_digit()).next()?;
    width.trim().parse().ok().zip(height.parse().ok())
}

/// The number of the player who began: the fifth of the first line, where it has so many.
fn began(head: &str) -> usize {
    let numbers = head.split(|c: char| !c.is_ascii_digit()).filter(|number| !number.is_empty());
    usize::from(numbers.map(str::to_string).nth(4).as_deref() == Some("1"))
}

/// Column and row of a stone, and its time where there is one: two numbers with a comma between them, then
/// milliseconds. Whatever else follows them is no time.
pub(super) fn stone(line: &str) -> Option<(usize, usize, Option<u64>)> {
    let mut fields = line.split(',').map(str::trim);
    let (x, y) = (fields.next()?.parse().ok()?, fields.next()?.parse().ok()?);
    Some((x, y, fields.next().and_then(|time| time.parse().ok())))
}

/// Whether a line has the form of a stone with its time, of which the column or the row may be damaged.
fn is_like_stone(line: &str) -> bool {
    let are_numbers: Vec<bool> = line.split(',').map(|field| field.trim().parse::<u64>().is_ok()).collect();
    matches!(are_numbers[..], [true, _, true] | [_, true, true])
}

#[cfg(test)]
mod tests {
    use super::super::format::FileFormat;
    use super::super::tests::{only_tree, trees};
    use super::super::tree::TreeMove;
    use super::*;
    use crate::color::Color;
    use crate::point::Rows;

    fn tree(text: &str, salvage: bool) -> Result<Tree, ReadError> {
        let options = ReadOptions { salvage, ..ReadOptions::default() };
        only_tree(FileFormat::Psq, text.as_bytes(), &options).map(|(tree, _)| tree)
    }

    #[test]
    fn records_become_games() {
        let check = |text: &str, moves: &str, heads: [Option<&str>; 4]| {
            assert!(is_psq(text), "{text}");
            let tree = tree(text, false).unwrap();
            let game = tree.main_game(RuleKind::Freestyle, None).unwrap();
            assert_eq!(game.to_text(Rows::FromBottom), moves, "{text}");
            let found = [Head::Black, Head::White, Head::Event, Head::Result].map(|head| tree.head.get(&head));
            assert_eq!(found.map(|text| text.map(String::as_str)), heads, "{text}");
        };
        // A game without symmetry shows every mirrored coordinate.
        let stones = "8,8,0\r\n9,7,12\r\n11,9,0\r\n5,4,1500\r\n2,14,7\r\n";
        let (game, players) = ("h8i9k7e12b2", [Some("one"), Some("two"), None, None]);
        check(&format!("Piskvorky 15x15, 11:11, 0\r\n{stones}one\r\ntwo\r\n-1\r\n"), game, players);
        check(&format!("Piskvorky 15x15, 11:11, 1\r\n{stones}two\r\none\r\n-1\r\n"), game, players);
        check(&format!("Piskvorky 15x15, 11:11, 1\r\n{stones}-1\r\n"), game, [None; 4]);
        check(
            &format!("Piskvorky 15x15, 11:11, 0\r\n{stones}12\r\n7\r\n-1\r\n"),
            game,
            [Some("12"), Some("7"), None, None],
        );
        check(
            &format!("Piskvorky 15x15, 11:11, 0\n{stones}3,4x\n5,6 y\n1\n2,Freestyle15_1\n"),
            game,
            [Some("3,4x"), Some("5,6 y"), Some("Freestyle15_1"), Some("W+")],
        );
        check(&format!("Piskvorky 15x15\n{stones}-1\n0,Renju\n"), game, [None, None, Some("Renju"), None]);
        // A blank line is a name that is empty, or nothing where no names are.
        let after =
            |text: &str, heads: [Option<&str>; 4]| check(&format!("Piskvorky 15x15\n{stones}{text}"), game, heads);
        after("\ntwo\n-1\n", [None, Some("two"), None, None]);
        after("one\n\n-1\n2,Cup\n", [Some("one"), None, Some("Cup"), Some("W+")]);
        after("\"\"\ntwo\n-1\n\n1,Cup\n", [None, Some("two"), Some("Cup"), Some("B+")]);
        after("\n\n-1\n1,Cup\n", [None, None, Some("Cup"), Some("B+")]);
        after("\n-1\n1,Cup\n", [None, None, Some("Cup"), Some("B+")]);
        after("\none\ntwo\n-1\n", [Some("one"), Some("two"), None, None]);
        for text in ["one\ntwo\n", "\none\ntwo\n", "one\ntwo\n\n-1\n", "\none\n\ntwo\n-1\n"] {
            after(text, [Some("one"), Some("two"), None, None]);
        }
        after("two\n-1\n", [None; 4]);
        // A number after that of how the game ended is none of the names.
        after("one\ntwo\n-1\n0\n", [Some("one"), Some("two"), None, None]);
        // What is no time takes no stone away.
        check("Piskvorky 15x15\n8,8,-1\n9,7,3.5\n11,9,\n-1\n", "h8i9k7", [None; 4]);
        check("piskvorky 20x15 , 0 - 0\n\n20, 1\n 1 ,15, 4\n-1", "t15a1", [None; 4]);
        check(&format!("Piskvorky 15x15, 11:11, 0\n{stones}one\ntwo\n-1\n").replace("\r\n", "\r"), game, players);
        check(
            &format!("Piskvorky 15x15\n{stones}\ntwo\n-1\n").replace("\r\n", "\n").replace('\n', "\r"),
            game,
            [None, Some("two"), None, None],
        );
        check("Piskvorky 5 x 6, 11:11, 0\n", "", [None; 4]);
    }

    #[test]
    fn faults_are_told_with_their_place() {
        let check = |text: &str, message: &str, saved: usize| {
            assert_eq!(tree(text, false).unwrap_err().to_string(), message, "{text}");
            match tree(text, true) {
                Ok(tree) => assert_eq!(tree.nodes().count(), saved + 1),
                Err(error) => assert_eq!((error.to_string().as_str(), saved), (message, 0)),
            }
        };
        check("", "line 1, column 1 (byte 0): a PSQ file begins with Piskvorky WIDTHxHEIGHT", 0);
        check("Piskvorky", "line 1, column 1 (byte 0): a PSQ file begins with Piskvorky WIDTHxHEIGHT", 0);
        check("Piskvorky 15,15", "line 1, column 1 (byte 0): a PSQ file begins with Piskvorky WIDTHxHEIGHT", 0);
        check("\nPiskvorky 30x30", "line 2, column 1 (byte 1): a board of 30x30: sides go from 5 to 22", 0);
        let from_zero =
            "0,3: coordinates are counted from 1 here; a .rec file, or one of another program, counts from 0";
        check("Piskvorky 15x15\n1,1,0\n0,3,0", &format!("line 3, column 1 (byte 22): {from_zero}"), 1);
        let off = "line 2, column 1 (byte 16): 16,1 (counted from 1) is not on the board of 15x15";
        check("Piskvorky 15x15\n16,1", off, 0);
        let occupied = "line 3, column 1 (byte 20): move 2 cannot be played: the point is occupied";
        check("Piskvorky 15x15\n1,1\n1,1\n2,2", occupied, 1);
        let damaged = "line 3, column 1 (byte 22): \"9,x,0\" is no stone, and stones follow";
        let text = "Piskvorky 15x15\n8,8,0\n9,x,0\n7,7,0\n6,6,0\none\ntwo\n-1\n";
        check(text, damaged, 1);
        assert_eq!(tree(text, true).unwrap().head[&Head::Black], "one");
    }

    #[test]
    fn a_line_that_stands_alone_after_the_moves_is_told() {
        for (end, told) in
            [("9,", Some("9,")), ("9,7x", Some("9,7x")), ("two\n-1\n", Some("two")), ("", None), ("-1\n", None)]
        {
            let text = format!("Piskvorky 15x15\n8,8,0\n{end}");
            let (trees, remarks) = trees(FileFormat::Psq, &text, false).unwrap();
            let remark =
                told.map(|line| format!("line 3, column 1 (byte 22): {line:?} is no stone, nor one of two names"));
            assert_eq!(
                (remarks.first.first().map(ToString::to_string), trees[0].nodes().count()),
                (remark, 2),
                "{text}"
            );
        }
    }

    #[test]
    fn a_damaged_last_stone_is_no_name() {
        let text = "Piskvorky 15x15\n8,8,0\n1O,9,0\n\n12\n7\n-1\n1,Cup\n";
        let (trees, remarks) = trees(FileFormat::Psq, text, false).unwrap();
        let told = "line 3, column 1 (byte 22): \"1O,9,0\" is no stone, nor one of two names";
        assert_eq!((remarks.count, remarks.first[0].to_string().as_str()), (1, told));
        let found = [Head::Black, Head::White, Head::Result].map(|head| trees[0].head[&head].as_str());
        assert_eq!(found, ["12", "7", "B+"]);
        let check = |end: &str, damaged: usize, players: [Option<&str>; 2]| {
            let text = format!("Piskvorky 15x15\n8,8,0\n{end}");
            let (trees, remarks) = self::trees(FileFormat::Psq, &text, false).unwrap();
            assert_eq!((remarks.count, remarks.first[0].to_string().as_str()), (damaged, told), "{end}");
            let found = [Head::Black, Head::White].map(|head| trees[0].head.get(&head).map(String::as_str));
            assert_eq!(found, players, "{end}");
        };
        check("1O,9,0\n2O,3,0\none\ntwo\n-1\n", 2, [Some("one"), Some("two")]);
        check("1O,9,0\none\ntwo\n", 1, [Some("one"), Some("two")]);
        check("1O,9,0\n\ntwo\n-1\n", 1, [None, Some("two")]);
    }

    #[test]
    fn a_file_that_may_have_been_cut_off_is_told() {
        for (text, told) in [
            ("8,8,0\n9,7", true),
            ("8,8,0\r\n9,7,1", true),
            ("8,8,0\n9", true),
            ("8,8,0\n9,7,0\n1", true),
            ("8,8,0\n9\n", false),
            ("8,8,0\n9,7,12\n", false),
            ("8,8,0\r9,7,12\r", false),
            ("8,8,0\n-1", false),
            ("8,8,0\none\ntwo", false),
            ("", false),
        ] {
            let (_, remarks) = trees(FileFormat::Psq, &format!("Piskvorky 15x15\n{text}"), false).unwrap();
            let faults: Vec<&Fault> = remarks.first.iter().map(|remark| &remark.fault).collect();
            assert_eq!(faults, if told { vec![&Fault::OpenLine] } else { Vec::new() }, "{text}");
        }
    }

    #[test]
    fn the_rule_is_that_of_the_league() {
        for (league, rule) in [
            ("Renju15_1", Some(RuleKind::Renju)),
            ("Freestyle20", Some(RuleKind::Freestyle)),
            ("standard", Some(RuleKind::Standard)),
            ("Caro15_1", None),
            ("Fastgame15", None),
            ("", None),
        ] {
            let text = format!("Piskvorky 15x15\n8,8,0\none\ntwo\n-1\n2,{league}\n");
            assert_eq!(tree(&text, false).unwrap().rule, rule, "{league}");
        }
    }

    #[test]
    fn what_is_written_is_read_again() {
        let text = "Piskvorky 15x20, 11:11, 0\r\n8,8,0\r\n9,7,12\r\n11,20,1500\r\na b\r\n\"3,4\"\r\n-1\r\n";
        let mut tree = tree(text, false).unwrap();
        let written = write(&tree).unwrap();
        assert_eq!((String::from_utf8(written.bytes).unwrap().as_str(), written.losses.is_empty()), (text, true));
        // Piskvork takes the first two numbers of a line, whatever follows.
        for name in ["x,4,5", "3,4x", "1,5s", " 7, 8 bot", "-1,+2", "12", "3,4"] {
            tree.head.insert(Head::White, name.to_string());
            let expected = text.replace("3,4", name.trim());
            assert_eq!(String::from_utf8(write(&tree).unwrap().bytes).unwrap(), expected);
        }
        // What is written for a missing name is none when it is read.
        tree.head.remove(&Head::Black);
        let again = self::tree(&String::from_utf8(write(&tree).unwrap().bytes).unwrap(), false).unwrap();
        assert_eq!(again.head.into_iter().collect::<Vec<_>>(), [(Head::White, "\"3,4\"".to_string())]);
        let last = tree.main_line().last().unwrap().id();
        tree.add(last, Some(TreeMove::pass(Color::White))).unwrap();
        assert_eq!(write(&tree), Err(WriteError::Pass("at h13 i14 k1 pass".to_string())));
    }
}
