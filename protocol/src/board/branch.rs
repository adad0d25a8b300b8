//! Nodes of the tree as the page draws them.

use std::collections::BTreeMap;

use serde::Serialize;
use tengen_engine::Color;
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
    /// How many nodes follow it, of which not all may be told.
    pub following: usize,
    /// The number of the move, as it stands on the stones of the board: 0 where there is none.
    pub number: usize,
    /// The point, `pass`, or nothing.
    pub point: String,
    /// Whose move, or nothing.
    pub color: String,
    /// What is drawn on the point of the move.
    pub label: String,
    /// Whether there is a comment.
    pub comment: bool,
}

/// What is drawn of nodes. Of each that follows one of them the moves are counted on from there: a line may be long.
pub(super) fn branches<'a>(nodes: impl IntoIterator<Item = Node<'a>>, size: BoardSize) -> Vec<Branch> {
    let mut counts: BTreeMap<usize, MoveCount> = BTreeMap::new();
    let drawn = nodes.into_iter().map(|node| {
        let before = node.parent().and_then(|parent| counts.get(&parent.id().index()).copied());
        let count = before.map_or_else(|| MoveCount::at(node), |before| before.then(node));
        counts.insert(node.id().index(), count);
        branch(node, count, size)
    });
    drawn.collect()
}

fn branch(node: Node<'_>, count: MoveCount, size: BoardSize) -> Branch {
    let point = node.played().map(|played| played.point.map_or("pass".to_string(), |point| point.to_text(size, ROWS)));
    Branch {
        id: node.id().index(),
        parent: node.parent().map(|parent| parent.id().index()),
        following: node.children().count(),
        number: if node.played().is_some() { count.moves } else { 0 },
        point: point.unwrap_or_default(),
        color: node.played().map_or(String::new(), |played| played.color.name().to_string()),
        label: node.notes().label.clone().unwrap_or_default(),
        comment: node.notes().text().is_some(),
    }
}

/// Moves on the way to a node. Once stones were set up moves are counted anew, and one that the other side did not make
/// counts too.
#[derive(Clone, Copy, Default)]
struct MoveCount {
    moves: usize,
    /// Whose move the last one was.
    last: Option<Color>,
}

impl MoveCount {
    fn at(node: Node<'_>) -> MoveCount {
        node.path().into_iter().fold(MoveCount::default(), MoveCount::then)
    }

    /// The same with a node that follows.
    fn then(self, node: Node<'_>) -> MoveCount {
        if !node.notes().set_up.is_empty() {
            return MoveCount::default();
        }
        let Some(played) = node.played() else { return self };
        let skipped = usize::from(self.last == Some(played.color));
        MoveCount { moves: self.moves + skipped + 1, last: Some(played.color) }
    }
}

#[cfg(test)]
mod tests {
    use tengen_engine::RuleKind;
    use tengen_engine::record::format::FileFormat;
    use tengen_engine::record::reading::ReadOptions;
    use tengen_engine::record::tree::Tree;

    use super::*;

    #[test]
    fn moves_have_the_numbers_of_their_stones() {
        for file in ["B[hh];W[ig];B[gi]", "B[hh];W[ig];AB[cc];W[dd];B[ee]", "B[hh];W[];B[ig]", "B[hh];B[ig];W[gi]"] {
            let sgf = format!("(;GM[4]SZ[15];{file})");
            let (trees, _) = FileFormat::Sgf.read_all(sgf.as_bytes(), &ReadOptions::default()).unwrap();
            let last = trees[0].main_line().last().unwrap();
            let game = trees[0].game(last.id(), RuleKind::Freestyle).unwrap();
            // Counted from the root, and where the node before is not among those that are drawn.
            let line = branches(trees[0].main_line(), trees[0].size());
            let alone = branches([last], trees[0].size());
            assert_eq!(line.last(), alone.last(), "{file}");
            assert_eq!(Some(alone[0].number), Tree::of_game(&game).stone_numbers().last(), "{file}");
        }
    }

    #[test]
    fn moves_and_passes_are_drawn_with_what_is_written_to_them() {
        let file = b"(;GM[4]SZ[15];B[hh]LB[ig:A];W[ig]C[said];B[])";
        let (trees, _) = FileFormat::Sgf.read_all(file, &ReadOptions::default()).unwrap();
        let drawn = |branch: Branch| {
            let Branch { id, following, number, point, color, label, comment, .. } = branch;
            format!("{id} {following} {number} {color} {point} {label} {comment}")
        };
        let all: Vec<String> = branches(trees[0].nodes(), trees[0].size()).into_iter().map(drawn).collect();
        assert_eq!(
            all,
            ["0 1 0    false", "1 1 1 black h8  false", "2 1 2 white i9 A true", "3 0 3 black pass  false"]
        );
    }
}
