//! The tree of a record: moves with their variations, comments, labels and marks, whatever file they come from.
//!
//! A [`Tree`] keeps its nodes in one list and knows them by number, so that neither the depth of a line nor the size of a
//! library costs stack; every way through it is a loop. A [`Node`] is a cheap view of one of them.
//!
//! ```
//! use tengen_engine::record::tree::{Tree, TreeMove};
//! use tengen_engine::{BoardSize, Color, Point, Rows, RuleKind};
//!
//! let mut tree = Tree::new(BoardSize::square(15).unwrap());
//! let first = tree.play(Tree::ROOT, TreeMove::stone(Color::Black, Point::new(7, 7)))?;
//! let second = tree.play(first, TreeMove::stone(Color::White, Point::new(8, 8)))?;
//! tree.play(first, TreeMove::stone(Color::White, Point::new(8, 7)))?;
//! tree.notes_mut(second).comment = Some("the indirect openings".to_string());
//!
//! assert_eq!(tree.node(first).children().count(), 2);
//! assert_eq!(tree.main_line().last().unwrap().id(), second);
//! let game = tree.game(second, RuleKind::Renju).unwrap();
//! assert_eq!(game.to_text(Rows::FromBottom), "h8i7");
//! # Ok::<(), tengen_engine::record::tree::TreeError>(())
//! ```

mod game;
mod merge;
mod no_move;
mod notes;
mod of_game;
mod walk;

use std::collections::BTreeMap;
use std::iter;
use std::num::NonZeroU32;

pub use game::LineError;
pub(crate) use game::turn_after;
pub use merge::MergeError;
pub use notes::{Label, Mark, MarkKind, NOTHING, Notes, SetUp};
pub use walk::{Step, Walk};

use crate::color::Color;
use crate::point::{BoardSize, Point};
use crate::record::head::Head;
use crate::record::texts::TextForm;
use crate::rule::RuleKind;
use crate::symmetry::Symmetry;

/// The most nodes of a tree, the root among them: three gigabytes of them.
pub const MOST_NODES: usize = 1 << 27;

/// The number of a node in its tree. It stays the same as long as the tree lives.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(NonZeroU32);

const _: () = assert!(size_of::<Option<NodeId>>() == 4 && size_of::<NodeEntry>() == 24);

impl NodeId {
    /// Its place in the list of all nodes, the root being 0.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0.get() as usize - 1
    }

    const fn at(index: usize) -> NodeId {
        match NonZeroU32::new(index as u32 + 1) {
            Some(number) => NodeId(number),
            None => panic!("a tree has no so many nodes"),
        }
    }
}

/// A move of a record: a stone, or a pass.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TreeMove {
    /// Who made it.
    pub color: Color,
    /// Where the stone was put, or none for a pass.
    pub point: Option<Point>,
}

impl TreeMove {
    /// A stone on a point.
    #[must_use]
    pub const fn stone(color: Color, point: Point) -> TreeMove {
        TreeMove { color, point: Some(point) }
    }

    /// A pass.
    #[must_use]
    pub const fn pass(color: Color) -> TreeMove {
        TreeMove { color, point: None }
    }
}

/// Why a node cannot be added.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TreeError {
    /// There are [`MOST_NODES`] already.
    #[error("more than {MOST_NODES} nodes")]
    TooManyNodes,
    /// A stone, or a point to which something is written, does not lie on the board.
    #[error("a point outside of the board of {0}")]
    OffBoard(BoardSize),
}

/// What is kept of a node.
#[derive(Clone, Debug, Default)]
struct NodeEntry {
    parent: Option<NodeId>,
    first_child: Option<NodeId>,
    last_child: Option<NodeId>,
    next_sibling: Option<NodeId>,
    /// Its place in the list of notes, from 1.
    notes: Option<NonZeroU32>,
    played: Option<TreeMove>,
}

/// The tree of a game, or of a library of openings. Only that its moves lie on the board is certain: what may be played
/// is judged where a [`Game`](crate::game::Game) is made of it, and where something is written to when it becomes a file.
#[derive(Clone, Debug)]
pub struct Tree {
    /// The rule by which it is played, where that is known.
    pub rule: Option<RuleKind>,
    /// What is told about the game as a whole.
    pub head: BTreeMap<Head, String>,
    /// How the file kept its texts from which the tree was read.
    pub texts: TextForm,
    /// Whether the Smart Game Format calls it a game of Go, whose programs are used for Gomoku too.
    pub(super) is_of_go: bool,
    size: BoardSize,
    nodes: Vec<NodeEntry>,
    notes: Vec<Notes>,
}

impl Tree {
    /// The node before the first move.
    pub const ROOT: NodeId = NodeId::at(0);

    /// A tree without moves.
    #[must_use]
    pub fn new(size: BoardSize) -> Tree {
        Tree {
            rule: None,
            head: BTreeMap::new(),
            texts: TextForm::default(),
            is_of_go: false,
            size,
            nodes: vec![NodeEntry::default()],
            notes: Vec::new(),
        }
    }

    /// The board.
    #[must_use]
    pub fn size(&self) -> BoardSize {
        self.size
    }

    /// How many nodes were ever added, the root among them; those that were removed are counted still.
    #[allow(clippy::len_without_is_empty, reason = "a tree has its root always")]
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Adds a node as the last variation after another, even when there is one of the same move. A node without a move
    /// carries what is written to it, or stones that are set up.
    ///
    /// # Errors
    /// [`TreeError`]: the stone is off the board, or there are too many nodes.
    ///
    /// # Panics
    /// When the parent is no node of this tree, which is then as it was.
    pub fn add(&mut self, parent: NodeId, played: Option<TreeMove>) -> Result<NodeId, TreeError> {
        if played.and_then(|played| played.point).is_some_and(|point| !self.size.contains(point)) {
            return Err(TreeError::OffBoard(self.size));
        }
        if self.nodes.len() == MOST_NODES {
            return Err(TreeError::TooManyNodes);
        }
        let id = NodeId::at(self.nodes.len());
        match self.nodes[parent.index()].last_child.replace(id) {
            Some(sibling) => self.nodes[sibling.index()].next_sibling = Some(id),
            None => self.nodes[parent.index()].first_child = Some(id),
        }
        self.nodes.push(NodeEntry { parent: Some(parent), played, ..NodeEntry::default() });
        Ok(id)
    }

    /// The child with this move, which is added when there is none.
    ///
    /// # Errors
    /// [`TreeError`]: the stone is off the board, or there are too many nodes.
    pub fn play(&mut self, parent: NodeId, played: TreeMove) -> Result<NodeId, TreeError> {
        match self.node(parent).child(played) {
            Some(child) => Ok(child.id),
            None => self.add(parent, Some(played)),
        }
    }

    /// Takes a node out of the tree with all that follows it. The root stays.
    pub fn remove(&mut self, id: NodeId) {
        let Some((parent, others)) = self.siblings(id) else { return };
        self.set_children(parent, &others);
    }

    /// Makes a node the first of its variations, which is the main line where its parent is of it.
    pub fn promote(&mut self, id: NodeId) {
        let Some((parent, mut all)) = self.siblings(id) else { return };
        all.insert(0, id);
        self.set_children(parent, &all);
    }

    /// The parent of a node, and the other children of that in their order.
    fn siblings(&self, id: NodeId) -> Option<(NodeId, Vec<NodeId>)> {
        let parent = self.node(id).parent()?;
        Some((parent.id, parent.children().map(Node::id).filter(|&child| child != id).collect()))
    }

    /// Makes some of the children of a node all that it has, in this order. The others are then out of the tree.
    fn set_children(&mut self, parent: NodeId, children: &[NodeId]) {
        let before: Vec<NodeId> = self.node(parent).children().map(Node::id).collect();
        for id in before {
            (self.nodes[id.index()].parent, self.nodes[id.index()].next_sibling) = (None, None);
        }
        let following = children.iter().skip(1).copied().map(Some).chain([None]);
        for (id, next) in children.iter().zip(following) {
            (self.nodes[id.index()].parent, self.nodes[id.index()].next_sibling) = (Some(parent), next);
        }
        let entry = &mut self.nodes[parent.index()];
        (entry.first_child, entry.last_child) = (children.first().copied(), children.last().copied());
    }

    /// A node.
    #[must_use]
    pub fn node(&self, id: NodeId) -> Node<'_> {
        Node { tree: self, id }
    }

    /// The node of a number, where one was ever added.
    #[must_use]
    pub fn node_id(&self, index: usize) -> Option<NodeId> {
        (index < self.nodes.len()).then(|| NodeId::at(index))
    }

    /// The node before the first move.
    #[must_use]
    pub fn root(&self) -> Node<'_> {
        self.node(Tree::ROOT)
    }

    /// What is written to a node, to be changed.
    pub fn notes_mut(&mut self, id: NodeId) -> &mut Notes {
        let entry = &mut self.nodes[id.index()];
        let number = *entry.notes.get_or_insert_with(|| {
            self.notes.push(Notes::default());
            NonZeroU32::new(self.notes.len() as u32).expect("one was added")
        });
        &mut self.notes[number.get() as usize - 1]
    }

    /// Whether all that is written to points is written to points of the board.
    ///
    /// # Errors
    /// [`TreeError::OffBoard`]: it is not.
    pub(super) fn check_points(&self) -> Result<(), TreeError> {
        let lies_on_board = |node: Node<'_>| node.notes().points().all(|point| self.size.contains(point));
        if self.nodes().all(lies_on_board) { Ok(()) } else { Err(TreeError::OffBoard(self.size)) }
    }

    /// Turns the board to another view of it. Every node keeps its number. What lies beside the board stays where it is.
    pub fn turn(&mut self, symmetry: Symmetry) {
        let seen = |point| if self.size.contains(point) { symmetry.point(point, self.size) } else { point };
        self.nodes.iter_mut().filter_map(|node| node.played.as_mut()).for_each(|it| it.point = it.point.map(seen));
        self.notes.iter_mut().for_each(|notes| notes.turn(self.size, seen));
        self.size = symmetry.size(self.size);
    }

    /// The root, its main child, the main child of that, and so on.
    pub fn main_line(&self) -> impl Iterator<Item = Node<'_>> {
        iter::successors(Some(self.root()), |node| node.main_child())
    }

    /// All nodes, every node before its children and these in their order, as [`Step::Enter`]; after the children of a node
    /// comes its [`Step::Leave`].
    #[must_use]
    pub fn walk(&self) -> Walk<'_> {
        Walk::new(self)
    }

    /// All nodes, every node before its children and these in their order.
    pub fn nodes(&self) -> impl Iterator<Item = Node<'_>> {
        self.walk().filter_map(|step| match step {
            Step::Enter(node) => Some(node),
            Step::Leave(_) => None,
        })
    }
}

/// Trees are equal when a reader could not tell them apart: the numbers of nodes do not count, nor how texts were
/// kept, nor which game a file called it.
impl PartialEq for Tree {
    fn eq(&self, other: &Tree) -> bool {
        let what = |step: Step<'_>| match step {
            Step::Enter(node) => Some((node.played(), node.notes().clone())),
            Step::Leave(_) => None,
        };
        (self.rule, self.size, &self.head) == (other.rule, other.size, &other.head)
            && self.walk().map(what).eq(other.walk().map(what))
    }
}

/// A node of a tree.
#[derive(Clone, Copy, Debug)]
pub struct Node<'a> {
    tree: &'a Tree,
    id: NodeId,
}

impl<'a> Node<'a> {
    fn entry(self) -> &'a NodeEntry {
        &self.tree.nodes[self.id.index()]
    }

    /// Its number.
    #[must_use]
    pub fn id(self) -> NodeId {
        self.id
    }

    /// The move that leads to it. The root has none, and so have nodes that only say something.
    #[must_use]
    pub fn played(self) -> Option<TreeMove> {
        self.entry().played
    }

    /// What is written to it.
    #[must_use]
    pub fn notes(self) -> &'a Notes {
        match self.entry().notes {
            Some(number) => &self.tree.notes[number.get() as usize - 1],
            None => &NOTHING,
        }
    }

    /// The node that it follows, or none at the root and at a node that was removed.
    #[must_use]
    pub fn parent(self) -> Option<Node<'a>> {
        self.entry().parent.map(|id| self.tree.node(id))
    }

    /// The nodes that follow it, the main variation first.
    pub fn children(self) -> impl Iterator<Item = Node<'a>> {
        let node = move |id| self.tree.node(id);
        iter::successors(self.entry().first_child.map(node), move |child| child.entry().next_sibling.map(node))
    }

    /// The next variation of the same parent.
    #[must_use]
    pub fn next_sibling(self) -> Option<Node<'a>> {
        self.entry().next_sibling.map(|id| self.tree.node(id))
    }

    /// The first node that follows it by this move.
    #[must_use]
    pub fn child(self, played: TreeMove) -> Option<Node<'a>> {
        self.children().find(|child| child.played() == Some(played))
    }

    /// The nodes from the root to this one, both among them.
    #[must_use]
    pub fn path(self) -> Vec<Node<'a>> {
        let mut path: Vec<Node<'a>> = iter::successors(Some(self), |node| node.parent()).collect();
        path.reverse();
        path
    }
}

#[cfg(test)]
mod tests;
