//! Nodes of the tree as the page draws them, and the names by which it knows colours and signs.

use serde::Serialize;
use tengen_engine::Color;
use tengen_engine::point::BoardSize;
use tengen_engine::record::tree::{MarkKind, Node};

use crate::board::job::ROWS;

/// A node of the tree as the page draws it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Branch {
    /// Its number.
    pub id: usize,
    /// The number of the node before it.
    pub parent: Option<usize>,
    /// The point, `pass`, or nothing.
    pub point: String,
    /// Whose move, or nothing.
    pub color: String,
    /// What is drawn on the point of the move.
    pub label: String,
    /// Whether there is a comment.
    pub comment: bool,
}

/// The colour of a name.
pub(super) fn color_of(name: &str) -> Option<Color> {
    Color::ALL.into_iter().find(|color| color.name() == name)
}

/// The name of a sign.
pub(super) fn mark_name(kind: MarkKind) -> &'static str {
    match kind {
        MarkKind::Cross => "cross",
        MarkKind::Triangle => "triangle",
        MarkKind::Square => "square",
        MarkKind::Circle => "circle",
    }
}

/// The sign of a name.
pub(super) fn mark_of(name: &str) -> Option<MarkKind> {
    let all = [MarkKind::Cross, MarkKind::Triangle, MarkKind::Square, MarkKind::Circle];
    all.into_iter().find(|&kind| mark_name(kind) == name)
}

/// What is drawn of a node.
pub(super) fn branch(node: Node<'_>, size: BoardSize) -> Branch {
    let point = node.played().map(|played| played.point.map_or("pass".to_string(), |point| point.to_text(size, ROWS)));
    Branch {
        id: node.id().index(),
        parent: node.parent().map(|parent| parent.id().index()),
        point: point.unwrap_or_default(),
        color: node.played().map_or(String::new(), |played| played.color.name().to_string()),
        label: node.notes().label.clone().unwrap_or_default(),
        comment: node.notes().text().is_some(),
    }
}
