//! Records of Gomoku and Renju in the Smart Game Format (`.sgf`): game 4, or 1 where a Go program wrote them,
//! or 5 where a server for Renju did.
//!
//! Places count columns from the left and rows from the top. `tt` is a pass on boards on which it is no point, and so is the
//! first place off the board in both. A label on the point of a move that follows is the label of that move, as libraries
//! have it; a cross on the point of a move marks its node. A blank value stands for none where points are listed.
//!
//! ```
//! use tengen_engine::record::format::FileFormat;
//! use tengen_engine::record::reading::ReadOptions;
//!
//! let file = b"(;GM[4]SZ[15]RU[renju];B[hh]LB[ig:A](;W[ig]C[indirect])(;W[hg]))";
//! let (trees, _) = FileFormat::Sgf.read_all(file, &ReadOptions::default()).unwrap();
//! let first = trees[0].root().children().next().unwrap();
//! assert_eq!(first.children().next().unwrap().notes().label.as_deref(), Some("A"));
//! ```

mod drawings;
mod read;
mod root;
mod rules;
#[cfg(test)]
mod tests;
mod write;

pub(super) use read::{is_sgf, read};
pub(super) use write::write;

use super::head::Head;
use super::losses::Keeps;
use super::tree::MarkKind;
use crate::sgf::{Node, Value};

/// What a file holds: everything.
pub(super) const KEEPS: Keeps = Keeps {
    variations: true,
    passes: true,
    comments: true,
    labels: true,
    texts: true,
    signs: true,
    flags: true,
    times: true,
    size: true,
    rule: true,
    heads: &ALL_HEADS,
    properties: true,
};

const ALL_HEADS: [Head; Head::ALL.len()] = {
    let mut heads = [Head::Title; Head::ALL.len()];
    let mut number = 0;
    while number < heads.len() {
        heads[number] = Head::ALL[number].0;
        number += 1;
    }
    heads
};

/// The number of Gomoku and Renju in the format.
const GOMOKU: u32 = 4;
/// The number of Go.
const GO: u32 = 1;
/// A node that is marked and has no point. On one with a point it is a property like others.
const HOTSPOT: &str = "HO";
/// How long a move took, in milliseconds: a property of this program.
const MILLISECONDS: &str = "XMS";
/// What a library says of a node, beside what others can say: a property of this program.
const LIBRARY: &str = "XRL";
/// What RenLib has between the name of a move and its comment, and for other ends of lines in it.
const BETWEEN_NAME_AND_COMMENT: char = '\u{8}';
/// Values of [`LIBRARY`].
const START: &str = "start";
/// Values of [`LIBRARY`], with the point of the node after a colon where it has one.
const NO_MOVE: &str = "no move";

/// The property of a sign on points.
const fn mark_property(kind: MarkKind) -> &'static str {
    match kind {
        MarkKind::Cross => "MA",
        MarkKind::Triangle => "TR",
        MarkKind::Square => "SQ",
        MarkKind::Circle => "CR",
    }
}

/// The values of a property that are not blank.
fn filled<'a>(node: Node<'a>, name: &'a str) -> impl Iterator<Item = Value<'a>> {
    node.values(name).filter(|value| !value.is_blank())
}
