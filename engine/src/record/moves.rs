//! Positions as text: a list of points such as `h8i9k7`, alone, with `+` or `-` between them, each in square brackets, with the
//! numbers of moves as in `1. h8 i9 2. k7`, or after the `#/` of an address of gomocalc.com; or the stones of both sides in
//! brackets, as in `{h8k7}{i9}`, alone or after the moves that came to them.

use super::builder::TreeBuilder;
use super::losses::Keeps;
use super::plain::plain_line;
use super::reading::{Fault, Faults, Place, ReadError, ReadOptions, Remarks, text_of};
use super::tree::{SetUp, Tree};
use super::writing::{WriteError, WriteOptions, Written};
use crate::charset::after_mark;
use crate::color::Color;
use crate::point::{BoardSize, Point};

/// What a text holds beside moves: nothing.
pub(super) const KEEPS: Keeps = Keeps::NOTHING;

/// What stands before the moves in an address.
const HASH: &str = "#/";

/// Whether a text is a list of moves: a letter and a digit first, with the number of the move or a bracket before them; an
/// address; or stones in brackets, of which there may be none.
#[must_use]
pub fn is_moves(text: &str) -> bool {
    let start = text.trim_start();
    let first = start.trim_start_matches(['{', '[']);
    let mut letters = after_number(first).unwrap_or(first).chars();
    let begins =
        letters.next().is_some_and(|c| c.is_ascii_alphabetic()) && letters.next().is_some_and(|c| c.is_ascii_digit());
    begins || start.starts_with("{}{") || (start.starts_with("http") && start.contains(HASH))
}

/// What comes after the number of a move, as in `1. h8`.
fn after_number(text: &str) -> Option<&str> {
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    (rest.len() < text.len()).then_some(rest)?.strip_prefix('.').map(str::trim_start)
}

/// Gives the tree of a list of moves, and tells what was passed over.
///
/// # Errors
/// What is wrong with the text and where.
pub(super) fn read(bytes: &[u8], options: &ReadOptions, each: &mut dyn FnMut(Tree)) -> Result<Remarks, ReadError> {
    let mut faults = Faults::new(options);
    let text = text_of(bytes, options, &mut faults)?;
    let mut reader = MovesReader {
        text: &text,
        at: after_mark(&text),
        is_address: false,
        options,
        faults,
        builder: TreeBuilder::new(options.size.unwrap_or(BoardSize::USUAL)),
    };
    if let Some(start) = text.find(HASH).filter(|_| reader.rest().trim_start().starts_with("http")) {
        (reader.at, reader.is_address) = (start + HASH.len(), true);
    }
    reader.read()?;
    each(reader.builder.finish());
    Ok(reader.faults.remarks)
}

struct MovesReader<'a> {
    text: &'a str,
    at: usize,
    /// Whether what is no point is passed over, as browsers do in addresses.
    is_address: bool,
    options: &'a ReadOptions,
    faults: Faults,
    builder: TreeBuilder,
}

impl MovesReader<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn skip_blanks(&mut self) {
        let is_blank = |c: char| c.is_whitespace() || matches!(c, ',' | '+' | ';' | '[' | ']');
        self.at += self.rest().len() - self.rest().trim_start_matches(is_blank).len();
    }

    fn read(&mut self) -> Result<(), ReadError> {
        // Stones that are set up were there before the moves, after which they are written.
        if let Some(moves) = self.rest().find('{').filter(|_| !self.is_address) {
            let (start, text) = (self.at, self.text);
            self.at += moves;
            let before = &text[..self.at];
            self.stones()?;
            (self.at, self.text) = (start, before);
        }
        while let Some((at, point)) = self.point(|_| false)? {
            if let Err(fault) = self.builder.add_in_turn(Some(point)) {
                match self.is_address {
                    true => self.faults.remark(|| Place::in_text(self.text, at), fault),
                    false => {
                        self.faults.meet(|| Place::in_text(self.text, at), fault)?;
                        return Ok(());
                    }
                }
            }
        }
        Ok(())
    }

    /// The stones of Black and then those of White, each in brackets.
    fn stones(&mut self) -> Result<(), ReadError> {
        for color in Color::ALL {
            self.skip_blanks();
            if !self.rest().starts_with('{') {
                return self.faults.meet(|| Place::in_text(self.text, self.at), Fault::Missing("the stones of White"));
            }
            self.at += 1;
            while let Some((at, point)) = self.point(|c| c == '}')? {
                if let Err(fault) = self.builder.set_up(SetUp { point, color: Some(color) }) {
                    self.faults.meet(|| Place::in_text(self.text, at), fault)?;
                }
            }
            if !self.rest().starts_with('}') {
                return self.faults.meet(|| Place::in_text(self.text, self.at), Fault::Missing("the bracket }"));
            }
            self.at += 1;
        }
        self.skip_blanks();
        match self.rest().is_empty() {
            true => Ok(()),
            false => {
                let fault = Fault::AfterMoves(self.rest().len());
                self.faults.meet(|| Place::in_text(self.text, self.at), fault)
            }
        }
    }

    /// The next point and its byte; none at the end, or at what cannot be read where that is passed over.
    fn point(&mut self, ends: fn(char) -> bool) -> Result<Option<(usize, Point)>, ReadError> {
        loop {
            self.skip_blanks();
            let Some(first) = self.rest().chars().next().filter(|&c| !ends(c)) else { return Ok(None) };
            let (at, size) = (self.at, self.builder.tree().size());
            if let Some((point, after)) = Point::parse_prefix(self.rest(), size, self.options.rows) {
                self.at = self.text.len() - after.len();
                return Ok(Some((at, point)));
            }
            if !self.is_address {
                let hyphen = self.rest().strip_prefix('-').map(str::trim_start);
                let hyphen = hyphen.filter(|rest| rest.starts_with(char::is_alphabetic));
                if let Some(after) = after_number(self.rest()).or(hyphen) {
                    self.at = self.text.len() - after.len();
                    continue;
                }
                let word = self.rest().chars().take_while(|c| !c.is_whitespace()).take(12).collect();
                self.faults.meet(|| Place::in_text(self.text, at), Fault::Word(word, "point of the board"))?;
                // What follows would be moves of the wrong side.
                self.at = self.text.len();
                return Ok(None);
            }
            self.at += first.len_utf8();
        }
    }
}

/// The main line as a list of points.
///
/// # Errors
/// [`WriteError`]: passes, moves out of turn, or stones that are set up between moves.
pub(super) fn write(tree: &Tree, options: &WriteOptions) -> Result<Written, WriteError> {
    let (tree, losses) = plain_line(tree, &KEEPS)?;
    let points = tree.main_line().filter_map(|node| node.played()?.point);
    let text: String = points.map(|point| point.to_text(tree.size(), options.rows)).collect();
    Ok(Written { bytes: (text + "\n").into_bytes(), losses })
}

#[cfg(test)]
mod tests {
    use super::super::format::FileFormat;
    use super::super::tests::only_tree;
    use super::*;
    use crate::game::Game;
    use crate::point::Rows;
    use crate::rule::RuleKind;

    fn tree(text: &str, options: ReadOptions) -> Result<Tree, ReadError> {
        only_tree(FileFormat::Moves, text.as_bytes(), &options).map(|(tree, _)| tree)
    }

    #[test]
    fn every_spelling_gives_the_same_moves() {
        for text in [
            "h8i9k7e12b2",
            "H8 i9, k7\ne12;b2\n",
            "h8+i9+k7+e12+b2",
            "h8-i9-k7-e12-b2",
            "h8 - i9 -k7- e12\n- b2",
            "1. h8 i9 2.k7 e12\n3. b2",
            "[h8][i9][k7][e12][b2]",
            "https://gomocalc.com/#/h8i9k7e12b2",
            "https://gomocalc.com/zh/#/h8i9-k7/e12b2?",
            "{h8k7b2}{i9 e12}",
            "H8I9K7E12B2\n{}{}",
            "h8 i9 k7 {b2}{e12}",
        ] {
            assert!(is_moves(text), "{text}");
            let tree = tree(text, ReadOptions::default()).unwrap();
            let game = tree.main_game(RuleKind::Freestyle, None).unwrap();
            let mut points: Vec<_> = game.moves().iter().map(|played| (played.color, played.point)).collect();
            points.sort_by_key(|&(color, point)| (color as u8, point));
            assert_eq!((points.len(), game.to_move()), (5, Color::White), "{text}");
            let expected =
                Game::from_text(RuleKind::Freestyle, BoardSize::USUAL, "h8i9k7e12b2", Rows::FromBottom).unwrap();
            assert!(points.iter().all(|&(color, point)| expected.cell(point) == color.into()), "{text}");
        }
        let top = ReadOptions { rows: Rows::FromTop, ..ReadOptions::default() };
        let turned = tree("h8i7k9e4b14", top).unwrap();
        let options = WriteOptions::default();
        assert_eq!(write(&turned, &options).unwrap().bytes, b"h8i9k7e12b2\n");
        assert_eq!(write(&turned, &WriteOptions { rows: Rows::FromTop, ..options }).unwrap().bytes, b"h8i7k9e4b14\n");
        assert!(is_moves("\n{}{}") && is_moves("{}{h8}"));
        assert!(!is_moves(". . X") && !is_moves("15. . X") && !is_moves("1.5"));
        assert!(!is_moves("X O X") && !is_moves("(;GM[4])") && !is_moves("15\n15\n"));
    }

    #[test]
    fn faults_are_told_with_their_place() {
        let check = |text: &str, message: &str, saved: Option<usize>| {
            assert_eq!(tree(text, ReadOptions::default()).unwrap_err().to_string(), message, "{text}");
            let salvage = ReadOptions { salvage: true, ..ReadOptions::default() };
            let count = |tree: Tree| tree.nodes().count() - 1 + tree.root().notes().set_up.len();
            assert_eq!(tree(text, salvage).ok().map(count), saved, "{text}");
        };
        check("h8 z9", "line 1, column 4 (byte 3): \"z9\" is no point of the board", Some(1));
        check("h8 2 i9", "line 1, column 4 (byte 3): \"2\" is no point of the board", Some(1));
        // Two hyphens are a pass in some files.
        check("h8--i9", "line 1, column 3 (byte 2): \"--i9\" is no point of the board", Some(1));
        check("h8- -i9", "line 1, column 3 (byte 2): \"-\" is no point of the board", Some(1));
        check("h8\nh16", "line 2, column 1 (byte 3): \"h16\" is no point of the board", Some(1));
        check("h8h8i9", "line 1, column 3 (byte 2): move 2 cannot be played: the point is occupied", Some(1));
        check("{h8}{h8i9}", "line 1, column 6 (byte 5): a stone cannot be set up: the point is occupied", Some(2));
        check("{h8", "line 1, column 4 (byte 3): the file ends before the bracket }", Some(1));
        check("{h8}", "line 1, column 5 (byte 4): the file ends before the stones of White", Some(1));
        check("h8{a1}", "line 1, column 7 (byte 6): the file ends before the stones of White", Some(2));
        check("h8{}{h8}", "line 1, column 1 (byte 0): move 1 cannot be played: the point is occupied", Some(1));
        check("h8 z9{}{}", "line 1, column 4 (byte 3): \"z9\" is no point of the board", Some(1));
        check("{h8}{}x", "line 1, column 7 (byte 6): 1 bytes after the last move", Some(1));
    }
}
