//! Nodes that are no moves, as libraries have them among the moves: most often a text on an empty point.

use super::{Label, Node, NodeId, Notes, Tree};
use crate::point::Point;

impl<'a> Node<'a> {
    /// Whether a library says that it is no move. It is never part of the main line, and changes nothing on the board.
    #[must_use]
    pub fn is_no_move(self) -> bool {
        self.notes().is_no_move && self.played().is_none() && self.parent().is_some()
    }

    /// The point on which its label is drawn: that of its move, or the one of a node that is no move.
    #[must_use]
    pub fn label_point(self) -> Option<Point> {
        match self.played() {
            Some(played) => played.point,
            None => self.notes().no_move_point.filter(|_| self.is_no_move()),
        }
    }

    /// The next node of the main line: the first that follows it and is not called no move.
    #[must_use]
    pub fn main_child(self) -> Option<Node<'a>> {
        self.children().find(|child| !child.is_no_move())
    }

    /// Whether it is a text on a point and nothing else, which is a label of the node before it.
    pub(crate) fn is_label(self) -> bool {
        let notes = self.notes();
        let (label, no_move_point) = (notes.label.clone(), notes.no_move_point);
        let is_told = self.is_no_move() && label.is_some() && no_move_point.is_some();
        let text = Notes { label, is_no_move: true, no_move_point, ..Notes::default() };
        is_told && *notes == text && self.children().next().is_none()
    }
}

impl Tree {
    /// Makes labels of what libraries have as nodes of their own: texts on points and nothing else. A library that is written
    /// then has them again, before the moves beside them.
    pub fn gather_labels(&mut self) {
        let has_labels = |node: &Node<'_>| node.children().any(Node::is_label);
        let parents: Vec<NodeId> = self.nodes().filter(has_labels).map(Node::id).collect();
        for parent in parents {
            let (texts, others): (Vec<_>, Vec<_>) = self.node(parent).children().partition(|child| child.is_label());
            let label = |node: Node<'_>| Some(Label { point: node.label_point()?, text: node.notes().label.clone()? });
            let labels: Vec<Label> = texts.into_iter().filter_map(label).collect();
            let others: Vec<NodeId> = others.into_iter().map(Node::id).collect();
            self.notes_mut(parent).labels.extend(labels);
            self.set_children(parent, &others);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::TreeMove;
    use super::*;
    use crate::color::Color;
    use crate::point::BoardSize;

    #[test]
    fn what_is_no_move_is_beside_the_main_line() {
        let mut tree = Tree::new(BoardSize::USUAL);
        let text = tree.add(Tree::ROOT, None).unwrap();
        let point = Point::new(0, 0);
        let notes = tree.notes_mut(text);
        (notes.is_no_move, notes.no_move_point, notes.label) = (true, Some(point), Some("A".to_string()));
        assert_eq!((tree.main_line().count(), tree.node(text).label_point()), (1, Some(point)));
        // A node without a move is part of it, unless it is called no move.
        let empty = tree.add(Tree::ROOT, None).unwrap();
        let first = tree.add(empty, Some(TreeMove::stone(Color::Black, point))).unwrap();
        assert_eq!(tree.main_line().map(Node::id).collect::<Vec<_>>(), [Tree::ROOT, empty, first]);
        assert!(tree.node(text).is_label() && !tree.node(first).is_no_move());
        let notes = tree.node(text).notes().clone();
        for other in [Notes { marked: true, ..notes.clone() }, Notes { label: None, ..notes.clone() }] {
            let mut changed = tree.clone();
            *changed.notes_mut(text) = other;
            assert!(changed.node(text).is_no_move() && !changed.node(text).is_label());
        }
        let mut gathered = tree.clone();
        gathered.gather_labels();
        let label = Label { point, text: "A".to_string() };
        assert_eq!((&gathered.root().notes().labels, gathered.nodes().count()), (&vec![label], 3));
        tree.add(text, None).unwrap();
        assert!(!tree.node(text).is_label());
        let mut same = tree.clone();
        same.gather_labels();
        assert!(same == tree);
    }
}
