//! What the first node of a game says of all of it: which game it is called, how large the board is, and which fifths were
//! refused.

use std::borrow::Cow;

use super::{GO, GOMOKU, filled};
use crate::point::BoardSize;
use crate::record::fifths::{REFUSED, add_refused, add_words, fourth};
use crate::record::reading::{Fault, Faults, Place};
use crate::record::tree::{NodeId, Notes, Tree};
use crate::rule::RuleKind;
use crate::sgf::{Node, SgfFault, Value, coordinates};

/// The board of Go where a file names no size, as the format says.
const OF_GO: BoardSize = BoardSize::square(19).expect("19 is a size");
/// How the programs of Go begin their names that leave out the number of the game, and the size of this board.
const GOGUI: &str = "gogui";
/// The number of the game in the records of servers for Renju.
const OF_SERVERS: u32 = 5;
/// How one of them begins its name.
const ZJRENJU: &str = "ZJRenju";
/// What another one, ORC, tells of the opening, and no other game with this number has; it does not name itself.
const OF_ORC: [&str; 2] = [REFUSED, "SW"];
/// What some files have in the place of [`REFUSED`].
const REFUSED_TOO: &str = "FA";

/// The board of a game, which must be one of those that are played here, and whether the file calls it a game of Go, whose
/// programs are used for Gomoku too. A size that is given holds for files that name none.
pub(super) fn board_of(
    root: Node<'_>,
    given: Option<BoardSize>,
    faults: &mut Faults,
) -> Result<(BoardSize, bool), Fault> {
    let size = filled(root, "SZ").next();
    let is_of_go = match filled(root, "GM").next() {
        None => is_by_program_of_go(root) || (size.is_none() && given.is_none() && is_beyond_usual(root)),
        Some(value) => match value.raw().trim().parse::<u32>() {
            Ok(GOMOKU) => false,
            Ok(GO) => true,
            Ok(OF_SERVERS) if is_by(root, ZJRENJU) || OF_ORC.iter().any(|name| root.value(name).is_some()) => false,
            _ => return Err(Fault::OtherGame(value.raw().trim().chars().take(10).collect())),
        },
    };
    let Some(value) = size else {
        let usual = if is_of_go { OF_GO } else { BoardSize::USUAL };
        if given.is_none() {
            faults.remark(|| Place::Text(root.location()), Fault::NoSize(usual));
        }
        return Ok((given.unwrap_or(usual), is_of_go));
    };
    let (width, height) = value.sides().ok_or_else(|| Fault::Sgf(SgfFault::Size(value.shown())))?;
    let (width, height) = (usize::from(width), usize::from(height));
    let size = BoardSize::new(width, height).ok_or(Fault::Size { width, height })?;
    Ok((size, is_of_go))
}

/// The rule of a game that is played here and whose file names none, where the servers of its number have one.
pub(super) fn usual_rule(root: Node<'_>) -> Option<RuleKind> {
    let game: u32 = filled(root, "GM").next()?.raw().trim().parse().ok()?;
    (game == OF_SERVERS).then_some(RuleKind::Renju)
}

/// Whether a program of Go wrote a game: it names itself, or the compensation.
fn is_by_program_of_go(root: Node<'_>) -> bool {
    root.value("KM").is_some() || is_by(root, GOGUI)
}

/// Whether the name of the program that wrote a game begins so.
fn is_by(root: Node<'_>, name: &str) -> bool {
    let program = root.value("AP").and_then(|value| value.raw().trim().get(..name.len()));
    program.is_some_and(|program| program.eq_ignore_ascii_case(name))
}

/// Whether a stone of the main line lies on the board of Go and not on the usual one.
fn is_beyond_usual(root: Node<'_>) -> bool {
    root.main_line().any(|node| {
        let values = ["B", "W", "AB", "AW"].into_iter().flat_map(|name| node.values(name));
        values.filter_map(|value| value.coordinates()).any(|(x, y)| {
            let lies_on = |board: BoardSize| board.point(x.into(), y.into()).is_some();
            lies_on(OF_GO) && !lies_on(BoardSize::USUAL)
        })
    })
}

/// Adds the fifths that were offered and not picked, which files of ORC and Kurnik list. What is none there, such as their
/// number, goes to the comment: a name with a digit is none to other programs. `place` is the node of the tree to which the
/// root is written, which may be that of a move.
pub(super) fn add_fifths(root: Node<'_>, place: NodeId, tree: &mut Tree, faults: &mut Faults) {
    let (size, fourth) = (tree.size(), fourth(tree));
    let mut lists: Vec<Value<'_>> = filled(root, REFUSED).collect();
    let others: Vec<Value<'_>> = filled(root, REFUSED_TOO).collect();
    let lies_on = |&(_, (x, y)): &(&str, (u8, u8))| size.point(x.into(), y.into()).is_some();
    let are_points = others.iter().all(|value| points_in(value).is_some_and(|points| points.iter().all(lies_on)));
    if are_points && fourth.is_some() && !others.is_empty() {
        tree.notes_mut(place).properties.retain(|(name, _)| name != REFUSED_TOO);
        lists.extend(others);
    }
    let (mut words, mut left) = (Vec::new(), size.area());
    for value in lists {
        // No more are fifths than there are points.
        let Some(points) = points_in(&value).filter(|points| points.len() <= left) else {
            words.push(value.simple_text());
            continue;
        };
        left -= points.len();
        for (text, (x, y)) in points {
            let point = size.point(x.into(), y.into()).ok_or_else(|| Fault::OffBoard(text.to_string(), size));
            if let Err(fault) = point.and_then(|point| add_refused(tree, fourth, point)) {
                faults.remark(|| Place::Text(value.location()), fault);
                words.push(Cow::Borrowed(text));
            }
        }
    }
    add_words(tree, &words.join(Notes::BETWEEN_WORDS));
}

/// The points of a value, one or several with blanks between them, where nothing else stands there.
fn points_in<'a>(value: &Value<'a>) -> Option<Vec<(&'a str, (u8, u8))>> {
    value.raw().split_whitespace().map(|text| Some((text, coordinates(text)?))).collect()
}
