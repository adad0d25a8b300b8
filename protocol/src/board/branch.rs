//! Nodes of the tree as the page draws them.

use serde::Serialize;
use tengen_engine::point::BoardSize;
use tengen_engine::record::tree::Node;

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

#[cfg(test)]
mod tests {
    use tengen_engine::record::format::FileFormat;
    use tengen_engine::record::reading::ReadOptions;

    use super::*;

    #[test]
    fn moves_and_passes_are_drawn_with_what_is_written_to_them() {
        let file = b"(;GM[4]SZ[15];B[hh]LB[ig:A];W[ig]C[said];B[])";
        let (trees, _) = FileFormat::Sgf.read_all(file, &ReadOptions::default()).unwrap();
        let drawn = |node| {
            let Branch { id, point, color, label, comment, .. } = branch(node, trees[0].size());
            format!("{id} {color} {point} {label} {comment}")
        };
        let all: Vec<String> = trees[0].nodes().map(drawn).collect();
        assert_eq!(all, ["0    false", "1 black h8  false", "2 white i9 A true", "3 black pass  false"]);
    }
}
