//! Trees for formats that know nothing but moves in turn: stones that were set up become moves, nodes without a move are
//! joined to the node before them, and a pass is put before a move out of turn where the format has passes.

use std::borrow::Cow;

use super::losses::{FileLosses, Lost};
use super::tree::{Node, NodeId, Notes, SetUp, Tree, TreeMove};
use super::writing::WriteError;
use crate::color::Color;

/// The tree as moves in turn from the empty board, Black first.
///
/// # Errors
/// [`WriteError`]: what cannot be told in this way.
pub(super) fn plain<'a>(
    tree: &'a Tree,
    has_passes: bool,
    losses: &mut FileLosses,
) -> Result<Cow<'a, Tree>, WriteError> {
    if is_plain(tree, has_passes) {
        return Ok(Cow::Borrowed(tree));
    }
    let mut copy = Tree::new(tree.size());
    (copy.rule, copy.head, copy.texts) = (tree.rule, tree.head.clone(), tree.texts);
    let mut plain = Plain { tree: copy, colors: vec![Color::Black], has_passes, losses };
    // The node of the copy for each of the tree.
    let mut places = vec![Tree::ROOT; tree.len()];
    for node in tree.nodes() {
        let parent = node.parent().map_or(Tree::ROOT, |parent| places[parent.id().index()]);
        places[node.id().index()] = plain.copy(parent, node)?;
    }
    Ok(Cow::Owned(plain.tree))
}

fn is_plain(tree: &Tree, has_passes: bool) -> bool {
    let mut colors = vec![Color::Black; tree.len()];
    tree.nodes().all(|node| {
        let notes = node.notes();
        let Some(parent) = node.parent() else { return notes.set_up.is_empty() && notes.to_move != Some(Color::White) };
        let color = colors[parent.id().index()];
        colors[node.id().index()] = !color;
        let in_turn =
            node.played().is_some_and(|played| played.color == color && (played.point.is_some() || has_passes));
        in_turn && notes.set_up.is_empty() && notes.to_move.is_none_or(|to_move| to_move != color)
    })
}

struct Plain<'a> {
    tree: Tree,
    /// Whose turn it is after each node of the copy.
    colors: Vec<Color>,
    has_passes: bool,
    losses: &'a mut FileLosses,
}

impl Plain<'_> {
    /// Copies a node after a node of the copy and tells where it is now.
    fn copy(&mut self, parent: NodeId, node: Node<'_>) -> Result<NodeId, WriteError> {
        let notes = node.notes();
        let mut last = self.set_up(parent, &notes.set_up)?;
        let copied = Notes { set_up: Vec::new(), to_move: None, ..notes.clone() };
        match node.played() {
            Some(played) => {
                if played.point.is_none() && !self.has_passes {
                    return Err(WriteError::Pass);
                }
                last = self.turn(last, played.color)?;
                last = self.add(last, played, true)?;
            }
            None => self.losses.add(Lost::Node, usize::from(node.parent().is_some())),
        }
        if !copied.is_empty() {
            self.tree.notes_mut(last).join(&copied);
        }
        match notes.to_move {
            Some(color) => self.turn(last, color),
            None => Ok(last),
        }
    }

    /// Makes moves of stones that were set up before any move: one of each colour in turn.
    fn set_up(&mut self, parent: NodeId, stones: &[SetUp]) -> Result<NodeId, WriteError> {
        if stones.is_empty() {
            return Ok(parent);
        }
        if stones.iter().any(|stone| stone.color.is_none()) || parent != Tree::ROOT {
            return Err(WriteError::Edited);
        }
        self.losses.add(Lost::SetUp, stones.len());
        let of = |color| stones.iter().filter(move |stone| stone.color == Some(color)).map(|stone| stone.point);
        let (mut black, mut white) = (of(Color::Black), of(Color::White));
        let mut last = parent;
        loop {
            let color = self.colors[last.index()];
            let (own, other) = if color == Color::Black { (&mut black, &mut white) } else { (&mut white, &mut black) };
            last = match own.next() {
                Some(point) => self.add(last, TreeMove::stone(color, point), false)?,
                None => {
                    let Some(point) = other.next() else { return Ok(last) };
                    last = self.turn(last, !color)?;
                    self.add(last, TreeMove::stone(!color, point), false)?
                }
            };
        }
    }

    /// Makes it the turn of a colour.
    fn turn(&mut self, last: NodeId, color: Color) -> Result<NodeId, WriteError> {
        if self.colors[last.index()] == color {
            return Ok(last);
        }
        if !self.has_passes {
            return Err(WriteError::OutOfTurn);
        }
        self.losses.add(Lost::Turn, 1);
        self.add(last, TreeMove::pass(!color), false)
    }

    fn add(&mut self, last: NodeId, played: TreeMove, always: bool) -> Result<NodeId, WriteError> {
        let id = if always { self.tree.add(last, Some(played))? } else { self.tree.play(last, played)? };
        if id.index() == self.colors.len() {
            self.colors.push(!played.color);
        }
        Ok(id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::point::{BoardSize, Point};

    fn told(tree: &Tree) -> String {
        let name = |node: Node<'_>| {
            let side = |color| if color == Color::Black { 'B' } else { 'W' };
            node.played().map(|played| format!("{}{}", side(played.color), played.point.map_or(99, Point::x)))
        };
        tree.nodes().filter_map(name).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn everything_becomes_moves_in_turn() {
        let stone = |color, x| TreeMove::stone(color, Point::new(x, 0));
        let set_up = |color, x| SetUp { point: Point::new(x, 0), color: Some(color) };
        use Color::{Black, White};
        let mut tree = Tree::new(BoardSize::square(15).unwrap());
        tree.notes_mut(Tree::ROOT).set_up = vec![set_up(White, 1), set_up(White, 2), set_up(Black, 3)];
        let bare = tree.add(Tree::ROOT, None).unwrap();
        tree.notes_mut(bare).comment = Some("said".to_string());
        tree.add(bare, Some(stone(Black, 4))).unwrap();
        tree.add(bare, Some(stone(White, 5))).unwrap();
        let mut losses = FileLosses::default();
        let copy = plain(&tree, true, &mut losses).unwrap();
        assert_eq!(told(&copy), "B3 W1 B99 W2 B4 B99 W5");
        assert_eq!((losses.count(Lost::SetUp), losses.count(Lost::Turn), losses.count(Lost::Node)), (3, 2, 1));
        assert!(copy.nodes().any(|node| node.notes().comment.as_deref() == Some("said")));
        assert_eq!(plain(&tree, false, &mut losses).unwrap_err(), WriteError::OutOfTurn);
        let again = copy.into_owned();
        assert!(matches!(plain(&again, true, &mut losses), Ok(Cow::Borrowed(_))));
        assert_eq!(plain(&again, false, &mut losses).unwrap_err(), WriteError::Pass);
        let last = again.nodes().last().unwrap().id();
        let mut edited = again.clone();
        edited.notes_mut(last).set_up = vec![set_up(White, 7)];
        assert_eq!(plain(&edited, true, &mut losses).unwrap_err(), WriteError::Edited);
    }
}
