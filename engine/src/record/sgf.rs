//! Records of Gomoku and Renju in the Smart Game Format: game 4, or 1 where a Go program wrote them.
//!
//! Places count columns from the left and rows from the top. `tt` is a pass on boards on which it is no point.

use super::{Fault, Record, RecordError, RecordedMove};
use crate::color::Color;
use crate::game::Move;
use crate::point::{BoardSize, Point};
use crate::rule::RuleKind;
use crate::sgf::{Collection, Node, Value};

/// The games of Gomoku and Renju, and of Go, whose programs are used for both.
const GAMES: [&str; 2] = ["4", "1"];
/// The side of a board for which the file names no size: what the format says of Go, and what Gomoku is played on.
const USUAL: [(&str, u8); 2] = [("4", 15), ("1", 19)];
/// The longest side of a board on which `tt` is a pass.
const MOST_WITH_PASS: usize = 19;

/// The main line of one of the games of a file, the first being 1.
///
/// # Errors
/// What is wrong with the record and where.
pub fn read(file: &Collection, game: usize) -> Result<Record, RecordError> {
    let games = file.games().count();
    let root = game.checked_sub(1).and_then(|index| file.games().nth(index));
    let root = root.ok_or(RecordError::NoSuchGame { wanted: game, games })?;
    let mut record = Record {
        rule: root.value("RU").and_then(|value| rule(&value.simple_text())),
        size: size(root)?,
        set_up: Vec::new(),
        to_move: None,
        moves: Vec::new(),
    };
    for node in root.main_line() {
        record.read_node(node)?;
    }
    Ok(record)
}

/// The size of the board of a game, which must be one of those that are played here.
fn size(root: Node<'_>) -> Result<BoardSize, RecordError> {
    let kind = root.value("GM");
    let kind = kind.as_ref().map_or(GAMES[0], |value| value.raw().trim());
    if !GAMES.contains(&kind) {
        let fault = Fault::OtherGame(kind.chars().take(10).collect());
        return Err(RecordError::At { at: root.location(), fault });
    }
    let usual = USUAL.into_iter().find(|&(game, _)| game == kind).map_or(15, |(_, side)| side);
    let (width, height) = root.size()?.unwrap_or((usual, usual));
    let (width, height) = (usize::from(width), usize::from(height));
    BoardSize::new(width, height)
        .ok_or_else(|| RecordError::At { at: root.location(), fault: Fault::Size { width, height } })
}

/// The rule that a text means: a name, or the number that the protocol has for it, whatever stands after it.
fn rule(text: &str) -> Option<RuleKind> {
    let word = text.split(|c: char| c.is_whitespace() || c == ',').find(|word| !word.is_empty())?;
    RuleKind::from_name(word).or(match word {
        "0" => Some(RuleKind::Freestyle),
        "1" => Some(RuleKind::Standard),
        "4" => Some(RuleKind::Renju),
        "8" => Some(RuleKind::CaroOverline),
        "9" => Some(RuleKind::Caro),
        _ => None,
    })
}

impl Record {
    fn read_node(&mut self, node: Node<'_>) -> Result<(), RecordError> {
        let error = |fault| Err(RecordError::At { at: node.location(), fault });
        for (name, color) in [("AB", Color::Black), ("AW", Color::White)] {
            for (x, y) in node.places(name)? {
                if !self.moves.is_empty() {
                    return error(Fault::Edited);
                }
                let Some(point) = self.size.point(x.into(), y.into()) else {
                    return error(Fault::OffBoard(format!("a stone of {name}"), self.size));
                };
                self.set_up.push((Move { color, point }, node.location()));
            }
        }
        // Points that are made empty were so already, unless something stood there.
        for (x, y) in node.places("AE")? {
            let point = self.size.point(x.into(), y.into());
            let stones = self.set_up.iter().map(|(stone, _)| stone.point);
            let played = self.moves.iter().filter_map(|played| played.point);
            if stones.chain(played).any(|stone| Some(stone) == point) {
                return error(Fault::Edited);
            }
        }
        if let Some(value) = node.value("PL") {
            self.to_move = Some(match value.raw().trim().as_bytes() {
                [b'B' | b'b' | b'1', ..] => Color::Black,
                [b'W' | b'w' | b'2', ..] => Color::White,
                _ => return error(Fault::Color(value.raw().chars().take(10).collect())),
            });
        }
        let moves = [("B", Color::Black), ("W", Color::White)];
        let mut moves = moves.into_iter().flat_map(|(name, color)| node.values(name).map(move |value| (color, value)));
        if let Some((color, value)) = moves.next() {
            let at = value.location();
            self.moves.push(RecordedMove { color, point: self.point(&value)?, at });
        }
        if moves.next().is_some() { error(Fault::TwoMoves) } else { Ok(()) }
    }

    /// The point of a move, or none for a pass.
    fn point(&self, value: &Value<'_>) -> Result<Option<Point>, RecordError> {
        let text = value.raw().trim();
        let may_pass = self.size.width() <= MOST_WITH_PASS && self.size.height() <= MOST_WITH_PASS;
        if text.is_empty() || (text == "tt" && may_pass) {
            return Ok(None);
        }
        let (x, y) = value.place()?;
        match self.size.point(x.into(), y.into()) {
            Some(point) => Ok(Some(point)),
            None => {
                let fault = Fault::OffBoard(text.to_string(), self.size);
                Err(RecordError::At { at: value.location(), fault })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::point::Rows;

    fn game(text: &str, moves: Option<usize>) -> Result<Game, RecordError> {
        let file = Collection::from_text(text)?;
        let record = read(&file, 1)?;
        record.game(record.rule.unwrap_or(RuleKind::Freestyle), moves)
    }

    #[test]
    fn records_become_games() {
        let check = |text: &str, moves: &str, to_move, rule, size: (usize, usize)| {
            let game = game(text, None).unwrap();
            assert_eq!(game.to_text(Rows::FromBottom), moves, "{text}");
            assert_eq!((game.to_move(), game.rule()), (to_move, rule), "{text}");
            assert_eq!((game.size().width(), game.size().height()), size, "{text}");
        };
        use RuleKind::*;
        // A game without symmetry shows every mirrored coordinate.
        let moves = ";B[hh];W[ig];B[ki];W[ed];B[bn]";
        let text = "h8i9k7e12b2";
        check(&format!("(;FF[4]GM[4]SZ[15]RU[renju]{moves})"), text, Color::White, Renju, (15, 15));
        check(
            &format!("(;GM[4]RU[1]{moves}(;W[aa])(;W[bb]))"),
            &format!("{text}a15"),
            Color::Black,
            Standard,
            (15, 15),
        );
        // A place on large boards, a pass on those up to 19; a pass may be empty too.
        check("(;GM[1]SZ[20:21];B[tt];W[aa])", "t2a21", Color::Black, Freestyle, (20, 21));
        check("(;GM[1];B[tt];W[aa];B[])", "a19", Color::White, Freestyle, (19, 19));
        check("(;SZ[15]RU[Caro, long];W[hh];W[hi])", "h8h7", Color::Black, Caro, (15, 15));
        check("(;SZ[6:5]AB[aa:ba]AW[fe]C[a puzzle])", "a5b5f1", Color::White, Freestyle, (6, 5));
        check("(;SZ[15]AB[aa]PL[B];AW[bb];B[cc])", "a15b14c13", Color::White, Freestyle, (15, 15));
    }

    #[test]
    fn a_game_is_read_as_far_as_is_asked() {
        let text = "(;SZ[15];B[hh];W[];B[ii];W[ij])";
        for (moves, expected) in [(Some(0), ""), (Some(2), "h8"), (Some(3), "h8i7"), (None, "h8i7i6")] {
            assert_eq!(game(text, moves).unwrap().to_text(Rows::FromBottom), expected);
        }
        assert_eq!(game(text, Some(5)).unwrap_err().to_string(), "there is no move 5: the game has 4");
        let file = Collection::from_text("(;SZ[15];B[aa])(;SZ[9];B[bb])").unwrap();
        assert_eq!(read(&file, 2).unwrap().size.width(), 9);
        for wanted in [0, 3] {
            assert_eq!(read(&file, wanted), Err(RecordError::NoSuchGame { wanted, games: 2 }));
        }
    }

    #[test]
    fn faults_are_told_with_their_place() {
        let check =
            |text: &str, message: &str| assert_eq!(game(text, None).unwrap_err().to_string(), message, "{text}");
        check("(;GM[2])", "line 1, column 2: this is a record of another game (GM 2)");
        check("(;SZ[52])", "line 1, column 2: a board of 52x52: sides go from 5 to 22");
        check("(;SZ[x])", "line 1, column 6: \"x\" is no size of a board: sizes are 1 to 52, as in 15 or 20:15");
        check("(;SZ[15]\n;B[hh];W[pa])", "line 2, column 10: pa is not on the board of 15x15");
        check("(;SZ[15];B[h8])", "line 1, column 12: \"h8\" is no place on a board: places are two letters, as in hh");
        check("(;SZ[15];B[hh]W[ii])", "line 1, column 9: two moves in one node");
        check("(;SZ[15];B[hh];W[hh])", "line 1, column 18: move 2 cannot be played: the point is occupied");
        check("(;SZ[15]AB[hh]AW[hh])", "line 1, column 2: a stone cannot be set up: the point is occupied");
        check("(;SZ[15];B[hh];AB[aa])", "line 1, column 15: stones are set up or taken away in the middle of the game");
        check("(;SZ[15];B[hh];AE[hh])", "line 1, column 15: stones are set up or taken away in the middle of the game");
        check("(;SZ[15]AB[pp])", "line 1, column 2: a stone of AB is not on the board of 15x15");
        check("(;SZ[15]PL[x])", "line 1, column 2: \"x\" is no colour: it is B or W");
        check(
            "(;SZ[5]AB[aa:da];B[ea];W[ee])",
            "line 1, column 26: move 2 cannot be played: the game is over: Black wins by five",
        );
    }
}
