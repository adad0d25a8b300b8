//! A tree that is read from a file: every stone is put on the board of its line, so that none stands on another.

use super::reading::Fault;
use super::tree::{NodeId, Notes, SetUp, Tree, TreeMove};
use crate::color::Color;
use crate::point::{BoardSize, Point};
use crate::point_set::PointSet;

/// The most nodes to which something is written, and the most stones and signs on boards: what a hostile file makes of a few
/// bytes is bounded.
const MOST_NOTES: usize = 1 << 24;

/// A tree under construction. Nodes are added in the order of the file, each after one of the line to the last.
pub(super) struct TreeBuilder {
    tree: Tree,
    /// The line to the last node: each node, the moves up to it, and how many changes of the board came before it.
    line: Vec<(NodeId, usize, usize)>,
    taken: PointSet,
    /// The points whose state the nodes of the line changed, with what it was before.
    changes: Vec<(Point, bool)>,
    /// The points that were changed by setting up stones at the last node.
    set_up_here: PointSet,
    /// How much was written to nodes.
    notes: usize,
}

impl TreeBuilder {
    pub(super) fn new(size: BoardSize) -> TreeBuilder {
        TreeBuilder {
            tree: Tree::new(size),
            line: vec![(Tree::ROOT, 0, 0)],
            taken: PointSet::EMPTY,
            changes: Vec::new(),
            set_up_here: PointSet::EMPTY,
            notes: 0,
        }
    }

    pub(super) fn tree(&self) -> &Tree {
        &self.tree
    }

    pub(super) fn tree_mut(&mut self) -> &mut Tree {
        &mut self.tree
    }

    pub(super) fn finish(self) -> Tree {
        self.tree
    }

    /// The last node.
    pub(super) fn last(&self) -> NodeId {
        self.line.last().expect("the root stays").0
    }

    /// How many moves lead to the last node.
    pub(super) fn moves(&self) -> usize {
        self.line.last().expect("the root stays").1
    }

    /// How many nodes lead to the last node from the root, those without a move among them.
    pub(super) fn depth(&self) -> usize {
        self.line.len() - 1
    }

    /// Goes back to a node of the line to the last one.
    pub(super) fn go_back(&mut self, to: NodeId) {
        while self.last() != to && self.line.len() > 1 {
            let (_, _, changes) = self.line.pop().expect("more than one");
            self.set_up_here = PointSet::EMPTY;
            for (point, was_taken) in self.changes.drain(changes..).rev() {
                if was_taken { self.taken.insert(point) } else { self.taken.remove(point) }
            }
        }
    }

    /// Adds a node after the last one, which it is from then on.
    pub(super) fn add(&mut self, played: Option<TreeMove>) -> Result<NodeId, Fault> {
        let moves = self.moves() + usize::from(played.is_some());
        let stone = played.and_then(|played| played.point).filter(|&point| self.tree.size().contains(point));
        if stone.is_some_and(|point| self.taken.contains(point)) {
            return Err(Fault::Occupied(moves));
        }
        let id = self.tree.add(self.last(), played)?;
        self.line.push((id, moves, self.changes.len()));
        self.set_up_here = PointSet::EMPTY;
        if let Some(point) = stone {
            // Nothing else is put where the move itself is.
            self.set_up_here.insert(point);
            self.change(point, true);
        }
        Ok(id)
    }

    /// Adds a move of the side whose turn it is where the moves alternate, Black's first: a stone, or a pass.
    pub(super) fn add_in_turn(&mut self, point: Option<Point>) -> Result<NodeId, Fault> {
        let color = Color::ALL[self.moves() % 2];
        self.add(Some(TreeMove { color, point }))
    }

    /// Puts a stone on the board at the last node, or takes one away.
    pub(super) fn set_up(&mut self, set_up: SetUp) -> Result<(), Fault> {
        if self.set_up_here.contains(set_up.point) {
            return Err(Fault::SetUpTwice);
        }
        self.set_up_here.insert(set_up.point);
        // What takes nothing away sets nothing up either.
        if set_up.color.is_none() && !self.taken.contains(set_up.point) {
            return Ok(());
        }
        self.count(1)?;
        let last = self.last();
        self.tree.notes_mut(last).set_up.push(set_up);
        self.change(set_up.point, set_up.color.is_some());
        Ok(())
    }

    /// Writes to the last node, beside the stones that were set up there.
    pub(super) fn write(&mut self, notes: Notes) -> Result<(), Fault> {
        if notes.is_empty() {
            return Ok(());
        }
        self.count(1 + notes.marks.len())?;
        let last = self.last();
        let own = self.tree.notes_mut(last);
        let set_up = std::mem::take(&mut own.set_up);
        *own = Notes { set_up, ..notes };
        Ok(())
    }

    fn count(&mut self, notes: usize) -> Result<(), Fault> {
        self.notes += notes;
        if self.notes > MOST_NOTES { Err(Fault::TooManyNotes(MOST_NOTES)) } else { Ok(()) }
    }

    fn change(&mut self, point: Point, is_taken: bool) {
        self.changes.push((point, self.taken.contains(point)));
        if is_taken { self.taken.insert(point) } else { self.taken.remove(point) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stones_of_other_lines_do_not_count() {
        let stone = |color, x| Some(TreeMove::stone(color, Point::new(x, 0)));
        let mut builder = TreeBuilder::new(BoardSize::square(15).unwrap());
        builder.set_up(SetUp { point: Point::new(9, 0), color: Some(Color::Black) }).unwrap();
        assert_eq!(builder.set_up(SetUp { point: Point::new(9, 0), color: None }), Err(Fault::SetUpTwice));
        assert_eq!(builder.add(stone(Color::Black, 9)), Err(Fault::Occupied(1)));
        let first = builder.add(stone(Color::Black, 1)).unwrap();
        builder.add(stone(Color::White, 2)).unwrap();
        assert_eq!((builder.add(stone(Color::Black, 1)), builder.moves()), (Err(Fault::Occupied(3)), 2));
        builder.add(None).unwrap();
        builder.set_up(SetUp { point: Point::new(1, 0), color: None }).unwrap();
        builder.add(stone(Color::Black, 1)).unwrap();
        assert_eq!(builder.moves(), 3);
        builder.go_back(first);
        builder.add(stone(Color::White, 2)).unwrap();
        assert_eq!((builder.add(stone(Color::Black, 1)), builder.moves()), (Err(Fault::Occupied(3)), 2));
        builder.go_back(Tree::ROOT);
        builder.add(stone(Color::Black, 1)).unwrap();
        assert_eq!(builder.finish().nodes().count(), 7);
    }

    #[test]
    fn an_empty_point_that_is_made_empty_is_no_change() {
        let mut builder = TreeBuilder::new(BoardSize::square(15).unwrap());
        let emptied = |x| SetUp { point: Point::new(x, 0), color: None };
        builder.add(Some(TreeMove::stone(Color::Black, Point::new(1, 0)))).unwrap();
        let last = builder.add(None).unwrap();
        builder.set_up(emptied(1)).unwrap();
        builder.set_up(emptied(2)).unwrap();
        assert_eq!(builder.set_up(emptied(2)), Err(Fault::SetUpTwice));
        assert_eq!(builder.tree().node(last).notes().set_up, [emptied(1)]);
    }
}
