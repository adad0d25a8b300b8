//! The tree that is studied: where one stands in it, what is written to it, and the ways to change it.

mod moves;
mod played;

use serde::Serialize;
use tengen_engine::point::BoardSize;
use tengen_engine::record::tree::{Label, LineError, Mark, Node, NodeId, Notes, SetUp, Tree};
use tengen_engine::symmetry::Symmetry;
use tengen_engine::{Color, Game, Point, RuleKind};

use crate::board::branch::{self, Branch};
use crate::board::page_refusal::PageRefusal;

/// Nodes that are told, at the most, and of them those of one line.
const MOST_BRANCHES: usize = 4_000;
const MOST_OF_A_LINE: usize = MOST_BRANCHES / 2;

/// A node of a line. It is told as a pair.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(into = "(usize, usize)")]
pub struct LineNode {
    /// The stones on the board.
    pub stones: usize,
    /// The number of the node.
    pub node: usize,
}

impl From<LineNode> for (usize, usize) {
    fn from(LineNode { stones, node }: LineNode) -> (usize, usize) {
        (stones, node)
    }
}

/// A tree, a rule and a place in it whose position can be played.
#[derive(Clone, Debug)]
pub(super) struct Study {
    tree: Tree,
    rule: RuleKind,
    node: NodeId,
    game: Game,
    /// Changes of the tree so far.
    version: u64,
    /// Whether one of them came from somebody's hand, and is in no file yet.
    is_changed: bool,
    /// Whether the head was written by a game that was played here.
    has_played_head: bool,
    /// The nodes with which the line of a game ends: one without a move, and beside it the fifths that were offered.
    ends: Vec<NodeId>,
}

impl Study {
    /// An empty board.
    pub(super) fn new(rule: RuleKind, size: BoardSize) -> Study {
        let mut tree = Tree::new(size);
        tree.rule = Some(rule);
        Study::at_root(tree, rule, Game::new(rule, size))
    }

    /// A tree that was read, at its root.
    pub(super) fn of(mut tree: Tree, rule: RuleKind) -> Result<Study, LineError> {
        let game = tree.game(Tree::ROOT, rule)?;
        tree.rule = Some(rule);
        tree.gather_labels();
        Ok(Study::at_root(tree, rule, game))
    }

    fn at_root(tree: Tree, rule: RuleKind, game: Game) -> Study {
        Study {
            tree,
            rule,
            node: Tree::ROOT,
            game,
            version: 0,
            is_changed: false,
            has_played_head: false,
            ends: Vec::new(),
        }
    }

    /// The tree.
    pub(super) fn tree(&self) -> &Tree {
        &self.tree
    }

    /// The position.
    pub(super) fn game(&self) -> &Game {
        &self.game
    }

    /// The node of the position.
    pub(super) fn node(&self) -> Node<'_> {
        self.tree.node(self.node)
    }

    /// A number that grows with every change of the tree.
    pub(super) fn version(&self) -> u64 {
        self.version
    }

    /// Whether the tree was changed since it was opened or saved, other than by a game or a visit.
    pub(super) fn is_changed(&self) -> bool {
        self.is_changed
    }

    /// Takes note that the tree stands elsewhere too, as it is: in a file, or in the address of the page.
    pub(super) fn mark_saved(&mut self) {
        self.is_changed = false;
    }

    /// Takes note of a change.
    fn mark_changed(&mut self) {
        self.version += 1;
        self.is_changed = true;
    }

    /// The game to the end of the main variation from here, or as far as it can be played.
    pub(super) fn end_of_line(&self) -> Game {
        let ends = std::iter::successors(Some(self.node()), |node| node.main_child());
        let games = ends.map_while(|node| self.tree.game(node.id(), self.rule).ok());
        games.last().unwrap_or_else(|| self.game.clone())
    }

    /// The nodes from the root through this one to the end of the main variation.
    pub(super) fn line(&self) -> impl Iterator<Item = Node<'_>> {
        let after = std::iter::successors(self.node().main_child(), |node| node.main_child());
        self.node().path().into_iter().chain(after)
    }

    /// The nodes of that line as far as it can be played.
    pub(super) fn counted_line(&self) -> Vec<LineNode> {
        let counted = self.line().map_while(|node| {
            let game = self.tree.game(node.id(), self.rule).ok()?;
            Some(LineNode { stones: game.moves().len(), node: node.id().index() })
        });
        counted.collect()
    }

    /// Whether the tree has more nodes than are told.
    pub(super) fn is_large(&self) -> bool {
        self.tree.nodes().nth(MOST_BRANCHES).is_some()
    }

    /// The nodes of the tree as they are drawn, each after its parent but for the first, and whether there are more than are
    /// told. Of a large tree it is the line alone, or what is near in it, with its variations.
    pub(super) fn branches(&self) -> (Vec<Branch>, bool) {
        let size = self.tree.size();
        if !self.is_large() {
            return (branch::branches(self.tree.nodes(), size), false);
        }
        let from = (self.node().path().len() - 1).saturating_sub(MOST_OF_A_LINE / 2);
        let line: Vec<Node<'_>> = self.line().skip(from).take(MOST_OF_A_LINE).collect();
        let each = MOST_BRANCHES / line.len();
        let near = line.iter().enumerate().flat_map(|(place, node)| {
            // Of many variations the one that goes on with the line is always there, and room is kept for it.
            let next = line.get(place + 1).map(|next| next.id());
            let is_near = move |&(number, child): &(usize, Node<'_>)| number + 1 < each || Some(child.id()) == next;
            node.children().enumerate().filter(is_near).map(|(_, child)| child)
        });
        (branch::branches(line.iter().copied().take(1).chain(near), size), true)
    }

    /// Moves before this position, and moves of the main variation after it.
    pub(super) fn place(&self) -> (usize, usize) {
        let after = std::iter::successors(Some(self.node()), |node| node.main_child()).count() - 1;
        (self.node().path().len() - 1, after)
    }

    /// The node of a number, unless it was removed.
    fn find(&self, number: usize) -> Result<NodeId, PageRefusal> {
        let id = self.tree.node_id(number).filter(|&id| self.tree.node(id).path()[0].id() == Tree::ROOT);
        id.ok_or(PageRefusal::NoNode(number))
    }

    /// The position of a node by its number.
    pub(super) fn game_at(&self, number: usize) -> Result<Game, PageRefusal> {
        Ok(self.tree.game(self.find(number)?, self.rule)?)
    }

    /// Goes to a node by its number.
    pub(super) fn go(&mut self, number: usize) -> Result<(), PageRefusal> {
        self.stand(self.find(number)?)
    }

    fn stand(&mut self, id: NodeId) -> Result<(), PageRefusal> {
        self.game = self.tree.game(id, self.rule)?;
        self.node = id;
        Ok(())
    }

    /// Goes so many nodes on along the main variation, or back; less where there are not so many.
    pub(super) fn step(&mut self, by: i32) -> Result<(), PageRefusal> {
        let mut id = self.node;
        for _ in 0..by.unsigned_abs() {
            let node = self.tree.node(id);
            let Some(next) = (if by < 0 { node.parent() } else { node.main_child() }) else { break };
            id = next.id();
        }
        self.stand(id)
    }

    /// Goes to the next or the previous variation, round and round.
    pub(super) fn sibling(&mut self, by: i32) -> Result<(), PageRefusal> {
        let Some(parent) = self.node().parent() else { return Ok(()) };
        let all: Vec<NodeId> = parent.children().map(Node::id).collect();
        let own = all.iter().position(|&id| id == self.node).unwrap_or_default();
        self.stand(all[(own as i64 + i64::from(by)).rem_euclid(all.len() as i64) as usize])
    }

    /// Takes the node out of the tree, and stands before it.
    pub(super) fn remove(&mut self) -> Result<(), PageRefusal> {
        let parent = self.node().parent().map(Node::id).ok_or(PageRefusal::RootStays)?;
        self.tree.remove(self.node);
        self.mark_changed();
        self.stand(parent)
    }

    /// Makes the whole line to the node the main one.
    pub(super) fn promote(&mut self) {
        if self.tree.main_line().any(|node| node.id() == self.node) {
            return;
        }
        let path: Vec<NodeId> = self.node().path().into_iter().map(Node::id).collect();
        path.into_iter().for_each(|id| self.tree.promote(id));
        self.mark_changed();
    }

    /// What is written to the node, to be changed.
    fn notes(&mut self) -> &mut Notes {
        self.mark_changed();
        self.tree.notes_mut(self.node)
    }

    /// Writes the comment of a node by its number, or of this one. A name is shown before it, and so the first line is the
    /// name where there was one.
    pub(super) fn write(&mut self, number: Option<usize>, text: &str) -> Result<(), PageRefusal> {
        let id = number.map_or(Ok(self.node), |number| self.find(number))?;
        self.mark_changed();
        let notes = self.tree.notes_mut(id);
        let (name, comment) = match notes.name {
            Some(_) => text.split_once('\n').unwrap_or((text, "")),
            None => ("", text),
        };
        let written = |text: &str| Some(text.to_string()).filter(|text| !text.is_empty());
        (notes.name, notes.comment) = (written(name), written(comment));
        Ok(())
    }

    /// Writes a text on a point, or takes it away where it is empty.
    pub(super) fn label(&mut self, point: Point, text: &str) {
        let labels = &mut self.notes().labels;
        labels.retain(|label| label.point != point);
        if !text.is_empty() {
            labels.push(Label { point, text: text.to_string() });
        }
    }

    /// Draws a sign on a point in place of another, or takes it away where it is of the same kind.
    pub(super) fn mark(&mut self, mark: Mark) {
        let marks = &mut self.notes().marks;
        let was = marks.contains(&mark);
        marks.retain(|old| old.point != mark.point);
        if !was {
            marks.push(mark);
        }
    }

    /// Puts a stone that is no move on the board, or takes one away: at this node where it has no move and nothing follows it,
    /// and else in a variation. A point that is so already stays as it is.
    pub(super) fn set_up(&mut self, set_up: SetUp) -> Result<(), PageRefusal> {
        let SetUp { point, color } = set_up;
        if self.game.cell(point).color() == color {
            return Ok(());
        }
        self.stand_to_edit();
        let (id, before) = (self.node, self.node().notes().set_up.clone());
        self.notes().set_up.retain(|old| old.point != point);
        // Where the nodes before leave the point so, this one has nothing to set up.
        let left = self.tree.game(id, self.rule).map(|game| game.cell(point).color());
        if left != Ok(color) {
            self.notes().set_up.push(set_up);
        }
        if let Err(why) = self.stand(id) {
            self.notes().set_up = before;
            self.stand(id)?;
            return Err(why);
        }
        Ok(())
    }

    /// Says whose turn it is.
    pub(super) fn set_turn(&mut self, color: Color) -> Result<(), PageRefusal> {
        if self.game.to_move() == color {
            return Ok(());
        }
        self.stand_to_edit();
        self.notes().to_move = Some(color);
        self.stand(self.node)
    }

    /// Stands where these stones alone are on the board and it is this colour's turn: here, or on a node after this one
    /// that has no move and sets up what differs, which is made where there is none.
    fn stand_set_up(&mut self, stones: &[SetUp], to_move: Color) -> Result<(), PageRefusal> {
        let here = self.game.moves();
        let gone = here.iter().filter(|old| stones.iter().all(|stone| stone.point != old.point));
        let is_there = |new: &SetUp| here.iter().any(|old| (old.point, Some(old.color)) == (new.point, new.color));
        let new = stones.iter().copied().filter(|stone| !is_there(stone));
        let set_up: Vec<SetUp> = gone.map(|old| SetUp { point: old.point, color: None }).chain(new).collect();
        if set_up.is_empty() && self.game.to_move() == to_move {
            return Ok(());
        }
        let is_it = |node: &Node<'_>| {
            let notes = node.notes();
            node.played().is_none() && notes.set_up == set_up && notes.to_move == Some(to_move)
        };
        let known = self.node().children().find(is_it).map(Node::id);
        if let Some(known) = known {
            return self.stand(known);
        }
        self.add(None, self.game.clone());
        let notes = self.notes();
        (notes.set_up, notes.to_move) = (set_up, Some(to_move));
        self.stand(self.node)
    }

    /// Stands on a node that may be edited.
    fn stand_to_edit(&mut self) {
        let node = self.node();
        if node.played().is_some() || node.children().next().is_some() {
            self.add(None, self.game.clone());
        }
    }

    /// Changes the rule, where the line can be played by it.
    pub(super) fn set_rule(&mut self, rule: RuleKind) -> Result<(), PageRefusal> {
        self.game = self.tree.game(self.node, rule)?;
        if self.rule != rule {
            self.rule = rule;
            self.tree.rule = Some(rule);
            self.mark_changed();
        }
        Ok(())
    }

    /// Shows the whole tree in another view of the board. Every node keeps its number.
    pub(super) fn view(&mut self, symmetry: Symmetry) -> Result<(), PageRefusal> {
        self.tree.turn(symmetry);
        self.mark_changed();
        self.stand(self.node)
    }
}
