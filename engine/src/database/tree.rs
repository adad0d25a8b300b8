//! Trees of records as entries, and entries as a tree: libraries into a database, and out of it.

mod moves;

use std::cell::Cell;
use std::ops::ControlFlow;

use self::moves::{KnownMoves, known_moves, moves_by_position};
use super::children::{KnownChild, LookupError, distinct, known_after};
use super::{PositionEntry, PositionLabel, SideOutcome, Store, each, judgement};
use crate::color::Color;
use crate::game::Game;
use crate::point::{BoardSize, Point};
use crate::position_key::{PositionKey, PositionViews};
use crate::record::format::FileFormat;
use crate::record::losses::Keeps;
use crate::record::texts::with_line_feeds;
use crate::record::tree::{self as record_tree, MOST_NODES, Node, NodeId, Step, Tree, TreeMove};
use crate::rule::RuleKind;
use crate::stable_map::StableSet;
use crate::symmetry::Symmetry;

/// What a database keeps of a tree beside moves: what belongs to a position, and nothing of the game that came to it. That is
/// what a library holds, but for its flags, and the rule.
pub const KEEPS: Keeps = Keeps { flags: false, rule: true, ..FileFormat::Library.keeps() };

/// What stands in the place of the number in a label of a win in nobody knows how many plies, as in `W*`.
const NO_LENGTH: &str = "*";

/// What a tree holds that no database can keep.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct LeftOutNodes {
    /// Nodes without a position: stones out of turn, or on a point that is taken, with all that follows.
    pub nodes: u64,
}

/// What a node has changed: the points with what was there, and whose turn it was.
type NodeChange = (Vec<(usize, Option<Color>)>, Option<Color>);

/// The board on the way through a tree.
struct WalkedBoard {
    cells: Vec<Option<Color>>,
    size: BoardSize,
    /// Whose turn it is, where a move or the file tells it.
    to_move: Option<Color>,
    /// What was there before each node changed it.
    undo: Vec<NodeChange>,
}

impl WalkedBoard {
    fn index(&self, point: Point) -> usize {
        point.y() * self.size.width() + point.x()
    }

    fn set(&mut self, point: Point, color: Option<Color>) {
        let index = self.index(point);
        let before = std::mem::replace(&mut self.cells[index], color);
        if let Some((cells, _)) = self.undo.last_mut() {
            cells.push((index, before));
        }
    }

    /// Does what a node does, and tells whether its stone could be put.
    fn enter(&mut self, node: Node<'_>) -> bool {
        self.undo.push((Vec::new(), self.to_move));
        for stone in &node.notes().set_up {
            self.set(stone.point, stone.color);
        }
        let mut is_sound = true;
        if let Some(TreeMove { color, point }) = node.played() {
            if let Some(point) = point {
                is_sound = self.cells[self.index(point)].is_none();
                self.set(point, Some(color));
            }
            self.to_move = Some(!color);
        }
        self.to_move = node.notes().to_move.or(self.to_move);
        is_sound
    }

    fn leave(&mut self) {
        if let Some((cells, to_move)) = self.undo.pop() {
            cells.into_iter().rev().for_each(|(index, before)| self.cells[index] = before);
            self.to_move = to_move;
        }
    }

    fn key(&self, rule: RuleKind) -> Option<(PositionKey, Symmetry)> {
        PositionKey::of_stones(rule, self.size, self.stones(), self.to_move())
    }

    fn stones(&self) -> impl Iterator<Item = (Color, Point)> + '_ {
        self.size.points().zip(&self.cells).filter_map(|(point, color)| Some(((*color)?, point)))
    }

    fn to_move(&self) -> Color {
        self.to_move.unwrap_or_else(|| record_tree::turn_after(self.stones().map(|(color, _)| color)))
    }
}

/// Shows what a tree says about each of its positions of at most so many stones, once for every node, until `see` breaks.
/// Labels such as `W12` on the point of a move mean that its player wins with the 12th move of the game, or in a tree that
/// counts so with the 12th from this one on, itself the first; `W*` means that nobody knows with which. Others stay texts on
/// the board.
pub fn positions<B>(
    tree: &Tree,
    rule: RuleKind,
    most_stones: usize,
    mut see: impl FnMut(PositionKey, PositionEntry) -> ControlFlow<B>,
) -> ControlFlow<B, LeftOutNodes> {
    let size = tree.size();
    let is_relative = has_relative_lengths(tree);
    let mut without_key = 0;
    let unsound = boards(tree, |node, board| {
        let stones = board.stones().count();
        if stones <= most_stones {
            match board.key(rule) {
                None => without_key += 1,
                Some((key, view)) => see(key, entry(node, size, stones, is_relative).seen(view, size))?,
            }
        }
        ControlFlow::Continue(())
    })?;
    ControlFlow::Continue(LeftOutNodes { nodes: unsound + without_key })
}

/// The nodes of a tree that show a position, in whichever view, under its rule, each before those that follow it.
#[must_use]
pub fn nodes_of(tree: &Tree, position: &PositionKey) -> Vec<NodeId> {
    let mut nodes = Vec::new();
    // Nothing breaks it.
    let _ = boards::<()>(tree, |node, board| {
        let is_as_full = board.stones().count() == position.len();
        if is_as_full && board.key(position.rule()).is_some_and(|(key, _)| key == *position) {
            nodes.push(node.id());
        }
        ControlFlow::Continue(())
    });
    nodes
}

/// Shows every node with its board until `see` breaks, but for labels, which stand as texts on the board before them. Counts
/// the nodes whose stone cannot be put; what follows them is passed over.
fn boards<B>(tree: &Tree, mut see: impl FnMut(Node<'_>, &WalkedBoard) -> ControlFlow<B>) -> ControlFlow<B, u64> {
    let size = tree.size();
    let mut board = WalkedBoard { cells: vec![None; size.area()], size, to_move: None, undo: Vec::new() };
    let mut unsound = 0;
    let mut walk = tree.walk();
    while let Some(step) = walk.next() {
        match step {
            Step::Leave(_) => board.leave(),
            Step::Enter(node) if !board.enter(node) => {
                unsound += 1;
                walk.skip_children(node);
            }
            Step::Enter(node) if node.is_label() => {}
            Step::Enter(node) => see(node, &board)?,
        }
    }
    ControlFlow::Continue(unsound)
}

/// What a node says about its position of so many stones, in a tree with [`has_relative_lengths`] or without.
fn entry(node: Node<'_>, size: BoardSize, stones: usize, is_relative: bool) -> PositionEntry {
    let notes = node.notes();
    let told = |label: &str, stones: usize| decided(label, if is_relative { 1 } else { stones });
    let mut entry = judged(node, size);
    for label in &notes.labels {
        entry.set_board_text(label.point, &label.text);
    }
    for child in node.children() {
        let point = child.label_point();
        // What is written of wins and labels of the position after the move is no text on the board before it.
        let is_text = |label: &&str| {
            child.is_no_move() || (told(label, stones + 1).is_none() && judged(child, size).tag() != **label)
        };
        let label = child.notes().label.as_deref().filter(is_text);
        if let Some((point, label)) = point.zip(label) {
            entry.set_board_text(point, &with_line_feeds(label));
        }
    }
    if node.is_no_move() {
        // Its record has come to this position already, and its label is a text.
        entry.count = 0;
        return entry;
    }
    match notes.label.as_deref().and_then(|label| told(label, stones)) {
        Some((outcome, Some(plies))) if entry.mate().is_none() => entry.set_mate(outcome, plies),
        Some((outcome, None)) if entry.outcome().is_none() => entry.label = PositionLabel::of(outcome),
        _ => {}
    }
    entry
}

/// The comment of a node, and what its last line says of the position: one record has come to it where that names no number.
/// A library may end its lines in two ways.
fn judged(node: Node<'_>, size: BoardSize) -> PositionEntry {
    let comment = with_line_feeds(&node.notes().text().unwrap_or_default()).into_owned();
    let mut entry = PositionEntry { comment, count: 1, ..PositionEntry::default() };
    judgement::take_line(&mut entry, size);
    entry
}

/// How the game ends for the side to move by a label such as `W12`, which is for the player of the last move, and what follows
/// the letter.
fn lettered(label: &str) -> Option<(SideOutcome, &str)> {
    let outcome = if label.starts_with('W') { SideOutcome::Loss } else { SideOutcome::Win };
    Some((outcome, label.strip_prefix(['W', 'L'])?))
}

/// The same with the plies to the end, if a number tells them: it counts so many before, the last move among them.
fn decided(label: &str, before: usize) -> Option<(SideOutcome, Option<usize>)> {
    let (outcome, number) = lettered(label)?;
    if number == NO_LENGTH {
        return Some((outcome, None));
    }
    let plies = number.parse::<usize>().ok()?.checked_sub(before)?;
    // The winner makes the last move.
    let is_possible = plies > 0 && plies.is_multiple_of(2) == (outcome == SideOutcome::Loss);
    is_possible.then_some((outcome, Some(plies)))
}

/// Whether the numbers of labels such as `W12` count from the position before the move, as Rapfi writes them, and not from the
/// root. Along a line those of one winner are then even and odd by turns, and from the root all of one kind.
fn has_relative_lengths(tree: &Tree) -> bool {
    let numbered = |node: Node<'_>| {
        let (outcome, number) = lettered(node.notes().label.as_deref().filter(|_| !node.is_no_move())?)?;
        Some((outcome, number.parse::<usize>().ok()?))
    };
    let mut balance = 0;
    for node in tree.nodes() {
        let both = node.parent().and_then(numbered).zip(numbered(node));
        if let Some(((_, before), (_, number))) = both.filter(|((one, _), (other, _))| one != other) {
            balance += if before.abs_diff(number).is_multiple_of(2) { -1 } else { 1 };
        }
    }
    balance > 0
}

/// The positions of a store as a tree: each goes on where it is first reached, and is a leaf elsewhere. To a position that no
/// line of stored positions leads to its stones lead, in turn. With the tree comes the number of positions in it. Labels,
/// values, best moves and numbers of records go into the last line of comments, as [`judgement`] has it.
///
/// # Errors
/// A store that cannot be read.
pub fn tree_of(store: &(impl Store + ?Sized), rule: RuleKind, size: BoardSize) -> Result<(Tree, u64), LookupError> {
    let mut tree = Tree::new(size);
    tree.rule = Some(rule);
    let game = Game::new(rule, size);
    let (key, entry) = super::children::entry(store, &game)?;
    let moves = moves_by_position(store, rule, size, &key)?;
    let mut builder = StoreTree { store, tree, moves, seen: StableSet::default(), count: 0 };
    builder.seen.insert(key);
    builder.count += u64::from(entry.is_some());
    write_notes(&mut builder.tree, Tree::ROOT, entry.as_ref(), None, 0, false);
    builder.go_on(Tree::ROOT, game, entry)?;
    let mut apart = Vec::new();
    each(store, Some((rule, size)), |key, _| {
        if !builder.seen.contains(key) {
            apart.push(key.clone());
        }
        Ok::<_, LookupError>(ControlFlow::Continue(()))
    })?;
    // Those with few stones come first, and lead to others.
    for key in apart {
        builder.add_apart(key)?;
    }
    Ok((builder.tree, builder.count))
}

/// The tree of a store while it is made.
struct StoreTree<'a, S: Store + ?Sized> {
    store: &'a S,
    tree: Tree,
    moves: KnownMoves,
    seen: StableSet<PositionKey>,
    count: u64,
}

impl<S: Store + ?Sized> StoreTree<'_, S> {
    /// Adds a position that no other leads to, at the end of a line of its stones, and all that follows it.
    fn add_apart(&mut self, key: PositionKey) -> Result<(), LookupError> {
        if !self.seen.insert(key.clone()) {
            return Ok(());
        }
        let (mut black, mut white) = (key.stones(Color::Black), key.stones(Color::White));
        let (mut id, mut to_move) = (Tree::ROOT, Color::Black);
        loop {
            let next = if to_move == Color::Black { black.next() } else { white.next() };
            let played = match next {
                Some(point) => TreeMove::stone(to_move, point),
                None if to_move == key.to_move() => break,
                None => TreeMove::pass(to_move),
            };
            let Ok(node) = self.tree.play(id, played) else { return Ok(()) };
            (id, to_move) = (node, !to_move);
        }
        let entry = self.store.get(&key)?;
        self.count += 1;
        write_notes(&mut self.tree, id, entry.as_ref(), None, key.len(), false);
        self.go_on(id, key.game(), entry)
    }

    /// Adds what follows a position.
    fn go_on(&mut self, id: NodeId, game: Game, entry: Option<PositionEntry>) -> Result<(), LookupError> {
        let views = PositionViews::of(&game).ok_or(LookupError::NoKey)?;
        let mut waiting = vec![(id, game, views, entry)];
        while let Some((id, game, views, entry)) = waiting.pop() {
            let mut next = Vec::new();
            let text = |point: Point| entry.as_ref().and_then(|entry| entry.board_text(point));
            // Of moves that are one but for the view the one with a text is written.
            let mut known = known_after(self.store, &views, known_moves(&self.moves, &views))?;
            known.sort_by_key(|child| text(child.point).is_none());
            let known = distinct(known);
            for (point, text) in entry.iter().flat_map(|entry| &entry.board_texts) {
                if known.iter().all(|child| child.point != *point) {
                    self.tree.notes_mut(id).labels.push(record_tree::Label { point: *point, text: text.clone() });
                }
            }
            for KnownChild { point, key, entry: child } in known {
                if self.tree.len() == MOST_NODES {
                    break;
                }
                let Ok(node) = self.tree.add(id, Some(TreeMove::stone(game.to_move(), point))) else { break };
                let (stones, is_new) = (key.len(), self.seen.insert(key));
                write_notes(&mut self.tree, node, Some(&child), text(point), stones, !is_new);
                if is_new && let Ok(after) = game.after(point) {
                    self.count += 1;
                    next.push((node, after, views.with(point), Some(child)));
                }
            }
            // The first child is the next to be gone on with.
            waiting.extend(next.into_iter().rev());
        }
        Ok(())
    }
}

/// Writes to a node what is known of its position after so many moves; `text` stands on the point of its move. A win is
/// written there where nobody wrote anything else. A pass has no point.
fn write_notes(
    tree: &mut Tree,
    id: NodeId,
    entry: Option<&PositionEntry>,
    text: Option<&str>,
    stones: usize,
    is_transposition: bool,
) {
    let Some(entry) = entry else { return };
    let letter = |outcome: SideOutcome| if outcome == SideOutcome::Win { 'L' } else { 'W' };
    let tag = match (entry.mate(), entry.outcome()) {
        (Some((outcome, plies)), _) => {
            let tag = format!("{}{}", letter(outcome), stones + plies);
            // Where the game is over, or the plies do not fit the winner, it would be read as a text.
            Some(tag).filter(|tag| decided(tag, stones).is_some()).unwrap_or_default()
        }
        (None, Some(outcome)) => format!("{}{NO_LENGTH}", letter(outcome)),
        (None, None) => entry.tag(),
    };
    let is_stone = tree.node(id).played().is_some_and(|played| played.point.is_some());
    let label = text.map(str::to_string).or(Some(tag).filter(|tag| !tag.is_empty() && is_stone));
    let judged = judgement::to_line(entry, is_transposition, tree.size());
    let lines: Vec<&str> =
        [&entry.comment].into_iter().filter(|text| !text.is_empty()).chain(&judged).map(String::as_str).collect();
    let comment = Some(lines.join("\n")).filter(|comment| !comment.is_empty());
    if label.is_some() || comment.is_some() {
        let notes = tree.notes_mut(id);
        (notes.label, notes.comment) = (label, comment);
    }
}

/// The rules and boards of which a store has positions.
///
/// # Errors
/// A store that cannot be read.
pub fn kinds(store: &(impl Store + ?Sized)) -> Result<Vec<(RuleKind, BoardSize)>, LookupError> {
    let mut kinds = Vec::new();
    let mut from: Option<PositionKey> = None;
    loop {
        let found = Cell::new(None);
        store.visit(from.as_ref(), &mut |key, _| {
            found.set(Some((key.rule(), key.size())));
            ControlFlow::Break(())
        })?;
        let Some((rule, size)) = found.get() else { return Ok(kinds) };
        kinds.push((rule, size));
        from = Some(PositionKey::range_of(rule, size).1);
    }
}

#[cfg(test)]
mod tests;
