//! Text databases of RenLib (`.bdt`): a game a line, on 15x15.
//!
//! ```text
//! tournament=[black,white,result,moves,5A,reverse,comment]
//! Tallinn=[A. One,B. Two,+,8897A996,J9,,a comment]
//! ```
//!
//! The last three fields may be missing. Lines without `=[` between games are left out, as is what follows the last bracket of
//! a game. A move is two hexadecimal digits, column and row from 1, rows counted from the bottom; `00` is a pass. The result
//! is `+` where Black won, `-` where White did and `=` for a draw. `5A` is the fifth that was offered and not played, its
//! letters without the I. RenLib itself writes rows from the top and leaves out the last move, so this is read and never
//! written.

use super::builder::TreeBuilder;
use super::fifths::{add_refused, fourth};
use super::head::{Head, REVERSED};
use super::lines::{TextLine, TextLines};
use super::reading::{Fault, Faults, ReadError, ReadOptions, Remarks, text_of};
use super::renlib::SIZE;
use super::tree::Tree;
use crate::color::Color;
use crate::point::Point;
use crate::sgf::{RecordedResult, RecordedWin};

/// The most fields of a line.
const FIELDS: usize = 7;
/// Those that no line is without.
const NEEDED: usize = 4;
/// What stands between the tournament and the fields.
const BEGIN: &str = "=[";
/// What ends the fields.
const END: char = ']';

/// Whether a text has the lines of such a database. A name in quotation marks, as in a `.rec` file, is no such line.
#[must_use]
pub(super) fn is_bdt(text: &str) -> bool {
    let game = TextLines::new(text).find(|line| line.text.contains(BEGIN));
    game.is_some_and(|line| line.text.ends_with(END) && fields(line.text).is_some())
}

/// Gives the tree of every game of a file, in their order, and tells what was passed over.
///
/// # Errors
/// What is wrong with the file and where. Games before that place were given.
pub(super) fn read(bytes: &[u8], options: &ReadOptions, each: &mut dyn FnMut(Tree)) -> Result<Remarks, ReadError> {
    let mut faults = Faults::new(options);
    let text = text_of(bytes, options, &mut faults)?;
    faults.end_game(false);
    let lines = TextLines::new(&text);
    for line in lines.clone() {
        match fields(line.text) {
            Some((tournament, fields, rest)) => {
                // A last line without an end may be cut within the comment, which may hold brackets.
                if !rest.is_empty() && !text[line.at..].contains(['\n', '\r']) {
                    faults.meet(|| lines.place(lines.end()), Fault::Cut("a game"))?;
                } else if !rest.is_empty() {
                    let at = line.at + line.text.len() - rest.len();
                    faults.remark(|| lines.place(at), Fault::word(rest, "field of a game: it is left out"));
                }
                let tree = game(tournament, fields, line, &lines, &mut faults)?;
                faults.end_game(true);
                each(tree);
            }
            None if line.text.contains(BEGIN) => {
                faults.meet(|| lines.place(line.at), Fault::Head(SHAPE))?;
                faults.end_game(false);
            }
            None => faults.remark(|| lines.place(line.at), Fault::word(line.text, "game: the line is left out")),
        }
    }
    if faults.games == 0 {
        return Err(faults.no_game(lines.place(0)));
    }
    const DOUBT: &str = "rows are counted from the bottom here; files that RenLib wrote count from the top and leave out \
                         the last move";
    faults.remark(|| lines.place(0), Fault::Doubtful(DOUBT));
    Ok(faults.remarks)
}

const SHAPE: &str = "a game of a BDT file is tournament=[black,white,result,moves,5A,reverse,comment], \
                     of which the last three may be missing";

/// The tournament of a line, what stands in its brackets, where what is missing is empty, and what follows them.
fn fields(line: &str) -> Option<(&str, [&str; FIELDS], &str)> {
    let (tournament, rest) = line.split_once(BEGIN)?;
    let (inner, rest) = rest.rsplit_once(END)?;
    // The comment may hold commas.
    let given: Vec<&str> = inner.splitn(FIELDS, ',').collect();
    let mut fields = [""; FIELDS];
    fields[..given.len()].copy_from_slice(&given);
    (given.len() >= NEEDED).then_some((tournament, fields, rest.trim_start()))
}

fn game(
    tournament: &str,
    fields: [&str; FIELDS],
    line: TextLine<'_>,
    lines: &TextLines<'_>,
    faults: &mut Faults,
) -> Result<Tree, ReadError> {
    let [black, white, result, moves, fifth, reverse, comment] = fields;
    let mut builder = TreeBuilder::new(SIZE);
    let start = line.at + tournament.len() + BEGIN.len() + black.len() + white.len() + result.len() + 3;
    let (pairs, rest) = moves.as_bytes().as_chunks::<2>();
    for (at, pair) in (start..).step_by(2).zip(pairs) {
        let added = point(pair).and_then(|point| builder.add_in_turn(point));
        if let Err(fault) = added {
            faults.meet(|| lines.place(at), fault)?;
            break;
        }
    }
    if !rest.is_empty() {
        faults.meet(|| lines.place(start + moves.len()), Fault::Cut("a move"))?;
    }
    let mut tree = builder.finish();
    let fifth = fifth.trim();
    // Signs stand for no fifth.
    if fifth.contains(char::is_alphanumeric) {
        let fourth = fourth(&tree);
        let point = refused(fifth).ok_or_else(|| Fault::word(fifth, "fifth that could be offered"));
        if let Err(fault) = point.and_then(|point| add_refused(&mut tree, fourth, point)) {
            faults.remark(|| lines.place(start + moves.len() + 1), fault);
        }
    }
    let result = match result.trim() {
        "+" => RecordedResult::Win(Color::Black, RecordedWin::Untold).to_string(),
        "-" => RecordedResult::Win(Color::White, RecordedWin::Untold).to_string(),
        "=" => RecordedResult::Draw.to_string(),
        _ => String::new(),
    };
    let reversed = if reverse.trim().is_empty() { String::new() } else { format!("{REVERSED}{}", reverse.trim()) };
    let heads = [
        (Head::Event, tournament),
        (Head::Black, black),
        (Head::White, white),
        (Head::Result, result.as_str()),
        (Head::GameComment, reversed.as_str()),
    ];
    let said = heads.into_iter().filter(|(_, text)| !text.trim().is_empty());
    tree.head.extend(said.map(|(head, text)| (head, text.trim().to_string())));
    if !comment.is_empty() {
        tree.notes_mut(Tree::ROOT).comment = Some(comment.to_string());
    }
    Ok(tree)
}

/// A move of two digits, none being a pass.
fn point(pair: &[u8; 2]) -> Result<Option<Point>, Fault> {
    let word = String::from_utf8_lossy(pair).into_owned();
    let digit = |byte: u8| char::from(byte).to_digit(16).map(|digit| digit as usize);
    match digit(pair[0]).zip(digit(pair[1])) {
        Some((0, 0)) => Ok(None),
        Some((x, y)) if x > 0 && y > 0 => match SIZE.point(x - 1, SIZE.height() - y) {
            Some(point) => Ok(Some(point)),
            None => Err(Fault::OffBoard(word, SIZE)),
        },
        _ => Err(Fault::Word(word, "move: two digits of 1 to F")),
    }
}

/// The point of a letter, of which there is no I, and a number.
fn refused(text: &str) -> Option<Point> {
    let letter = text.bytes().next()?.to_ascii_uppercase();
    let column = match letter {
        b'A'..=b'H' => usize::from(letter - b'A'),
        b'J'..=b'P' => usize::from(letter - b'A') - 1,
        _ => return None,
    };
    let row: usize = text[1..].trim().parse().ok().filter(|row| (1..=SIZE.height()).contains(row))?;
    SIZE.point(column, SIZE.height() - row)
}

#[cfg(test)]
mod tests {
    use super::super::fifths::is_refused;
    use super::super::format::FileFormat;
    use super::super::tests::trees;
    use super::*;
    use crate::point::Rows;
    use crate::rule::RuleKind;

    #[test]
    fn games_are_read_line_by_line() {
        let text = "Tallinn=[A. One,B. Two,+,8899B75C22,K9,R,well, well]\r\n,=[,,,8800,,,]\r\n";
        assert!(is_bdt(text));
        let (trees, remarks) = trees(FileFormat::Bdt, text, false).unwrap();
        let moves = |tree: &Tree| tree.main_game(RuleKind::Renju, None).unwrap().to_text(Rows::FromBottom);
        assert_eq!(trees.iter().map(moves).collect::<Vec<_>>(), ["h8i9k7e12b2", "h8"]);
        let old = crate::record::tests::trees(FileFormat::Bdt, &text.replace("\r\n", "\r"), false).unwrap().0;
        assert_eq!(old, trees);
        let head: Vec<&str> = trees[0].head.values().map(String::as_str).collect();
        assert_eq!(head, ["Tallinn", "A. One", "B. Two", "B+", "reverse: R"]);
        assert!(Head::tells_swaps(head[4]) && !Head::tells_swaps("a swap: R"));
        assert_eq!(trees[0].root().notes().comment.as_deref(), Some("well, well"));
        // The letters of fifths have no I, and one on a stone is none.
        let (taken, remarked) = crate::record::tests::trees(FileFormat::Bdt, "a=[,,,8899B75C22,J9,,]", false).unwrap();
        assert_eq!((taken[0].nodes().count(), remarked.count), (6, 2));
        let offered = trees[0].nodes().find(|node| is_refused(*node)).unwrap();
        assert_eq!(offered.played().unwrap().point.unwrap().to_text(SIZE, Rows::FromBottom), "j9");
        assert!(remarks.first[0].to_string().contains("RenLib wrote"));
        for (sign, result) in [("+", "B+"), ("-", "W+"), ("=", "0")] {
            let text = format!("a=[b,c,{sign},88,,,]");
            let (signed, _) = crate::record::tests::trees(FileFormat::Bdt, &text, false).unwrap();
            assert_eq!(signed[0].head[&Head::Result], result, "{text}");
        }
    }

    #[test]
    fn fields_may_be_missing_and_text_may_stand_between_games() {
        let title = "A title\n1989,12=[A,B,+,8899B75C22,K9,R]\n";
        assert!(is_bdt(title) && !is_bdt("A title [1]") && !is_bdt("\"a=[,,,88]\""));
        let text = format!("{title}; a note [1]\n=[,,,88] (unfinished)\n");
        let (trees, remarks) = trees(FileFormat::Bdt, &text, false).unwrap();
        assert_eq!(trees.iter().map(|tree| tree.nodes().count()).collect::<Vec<_>>(), [7, 2]);
        let head: Vec<&str> = trees[0].head.values().map(String::as_str).collect();
        assert_eq!(head, ["1989,12", "A", "B", "B+", "reverse: R"]);
        assert_eq!((remarks.count, remarks.damaged), (4, 0));
        for (number, told) in [
            (0, "line 1, column 1 (byte 0): \"A title\" is no game: the line is left out"),
            (2, "line 4, column 10 (byte 62): \"(unfinished)\" is no field of a game: it is left out"),
        ] {
            assert_eq!(remarks.first[number].to_string(), told);
        }
    }

    #[test]
    fn a_fifth_is_refused_beside_one_that_was_played() {
        let check = |moves: &str, fifth: &str, remark: &str| {
            let text = format!("a=[b,c,+,{moves},{fifth},,]");
            let (trees, remarks) = trees(FileFormat::Bdt, &text, false).unwrap();
            assert_eq!(trees[0].nodes().count(), 1 + moves.len() / 2, "{text}");
            assert!(trees[0].nodes().all(|node| node.notes().name.is_none()), "{text}");
            assert!(remarks.first[0].to_string().ends_with(remark), "{text}: {remarks:?}");
        };
        check("8899B75C", "K9", "\"j9\" is no refused fifth, for none was played");
        check("8899B75C22", "B2", "\"b2\" is no refused fifth, for it was played");
        check("8899", "K9", "\"j9\" is no refused fifth, for none was played");
        for fifth in ["ZZ", "I10", "A16"] {
            check("8899B75C22", fifth, &format!("\"{fifth}\" is no fifth that could be offered"));
        }
        for fifth in ["", "-"] {
            check("8899B75C22", fifth, "leave out the last move");
        }
    }

    #[test]
    fn faults_are_told_with_their_place() {
        let check = |text: &str, message: &str, saved: &[usize]| {
            assert_eq!(trees(FileFormat::Bdt, text, false).unwrap_err().to_string(), message, "{text}");
            let counts = |(trees, _): (Vec<Tree>, Remarks)| {
                trees.iter().map(|tree| tree.nodes().count() - 1).collect::<Vec<_>>()
            };
            assert_eq!(trees(FileFormat::Bdt, text, true).map(counts).unwrap_or_default(), saved, "{text}");
        };
        check("", "line 1, column 1 (byte 0): there is no game in the file", &[]);
        let shape = format!("line 2, column 1 (byte 15): {SHAPE}");
        check("h8i9", "line 1, column 1 (byte 0): there is no game in the file", &[]);
        check("a=[b,c,,88,,,]\na=[b,c]\na=[,,,,,,]", &shape, &[1, 0]);
        let why = trees(FileFormat::Bdt, "a=[b,c]", true).unwrap_err().to_string();
        assert_eq!(why, format!("line 1, column 1 (byte 0): {SHAPE}"));
        check("a=[b,c,,88,,,]\na=[b,c,,88,,,", &shape, &[1]);
        check("a=[b,c,,88G9,,,]", "line 1, column 11 (byte 10): \"G9\" is no move: two digits of 1 to F", &[1]);
        check("a=[b,c,,88F0,,,]", "line 1, column 11 (byte 10): \"F0\" is no move: two digits of 1 to F", &[1]);
        check("a=[b,c,,8888,,,]", "line 1, column 11 (byte 10): move 2 cannot be played: the point is occupied", &[1]);
        let cut = "line 1, column 30 (byte 29): the file ends within a game";
        check("a=[b,c,,88,,,see [1] and then", cut, &[1]);
        check("a=[b,c,,889,,,]", "line 1, column 12 (byte 11): the file ends within a move", &[1]);
    }
}
