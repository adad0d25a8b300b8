//! Drop-out expansion: which position of a database is to be searched next, so that an opening grows where it matters.
//!
//! A line drops out of the book where a move is worse than the best. A position that no search has looked at costs one for
//! every ply from the root, and more for every move on the way that is worse than the best there; the cheapest is searched
//! next. What is found becomes entries of the store, values go back up the lines, and proofs further still. Everything that
//! decides what comes next lies in the store, so that growing can be broken off and resumed at any time.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::database::children::{LookupError, children, copies, distinct, parents};
use crate::database::entry::judgement;
use crate::database::proofs::carry_all_up;
use crate::database::{PositionEntry, PositionLabel, Store, ValueBound};
use crate::engine::Task;
use crate::game::Game;
use crate::point::Point;
use crate::position_key::PositionKey;
use crate::search::Line;
use crate::stable_map::StableMap;

/// What a ply costs.
const PLY: u64 = 100;
/// A move that is so much worse than the best costs as much as a ply more.
const LOSS_OF_A_PLY: u64 = 20;

/// What a growing book needs to know of a position.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct GrowingNode {
    /// Its worth to the side to move, where that is known.
    value: Option<i32>,
    /// Whether it is decided: nothing is to be looked for there.
    is_decided: bool,
    /// Whether it was searched for the sake of the book.
    is_expanded: bool,
    children: Vec<PositionKey>,
    parents: Vec<PositionKey>,
}

/// A book that grows from one position.
///
/// ```
/// use tengen_engine::growth::Growth;
/// use tengen_engine::database::{MemoryStore, Store};
/// use tengen_engine::{BoardSize, Engine, Game, Limits, Options, RuleKind};
///
/// let mut store = MemoryStore::default();
/// let mut engine = Engine::new(Options::default());
/// let root = Game::new(RuleKind::Freestyle, BoardSize::square(15).unwrap());
/// let mut growth = Growth::new(&store, &root)?;
/// while let Some(position) = growth.next().filter(|_| growth.expanded() < 3) {
///     let mut lines = Vec::new();
///     let _ = engine.run(Growth::task(&position, 2), Limits::nodes(500), |block| lines = block.to_vec());
///     growth.expand(&mut store, &position, &lines)?;
/// }
/// assert!(store.len()? > 3);
/// # Ok::<(), tengen_engine::database::children::LookupError>(())
/// ```
#[derive(Debug)]
pub struct Growth {
    root: PositionKey,
    nodes: StableMap<PositionKey, GrowingNode>,
    expanded: usize,
}

impl Growth {
    /// The book that a store has below a position: every position that was expanded before, and their children.
    ///
    /// # Errors
    /// A position without a key, or a store that cannot be read.
    pub fn new(store: &(impl Store + ?Sized), root: &Game) -> Result<Growth, LookupError> {
        let (root, _) = PositionKey::of(root).ok_or(LookupError::NoKey)?;
        let mut growth = Growth { root: root.clone(), nodes: StableMap::default(), expanded: 0 };
        growth.load(store, root)?;
        Ok(growth)
    }

    /// How many positions were searched for the book.
    #[must_use]
    pub fn expanded(&self) -> usize {
        self.expanded
    }

    /// How many positions the book has.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether the book has no position: never, since it has its root.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The position that is to be searched next, in its canonical view, or none when all is decided.
    #[must_use]
    pub fn next(&self) -> Option<Game> {
        let mut best: StableMap<&PositionKey, u64> = StableMap::default();
        let mut waiting = BinaryHeap::from([Reverse((0, &self.root))]);
        while let Some(Reverse((cost, key))) = waiting.pop() {
            if best.get(key).is_some_and(|&known| known <= cost) {
                continue;
            }
            best.insert(key, cost);
            let node = self.nodes.get(key)?;
            if node.is_decided {
                continue;
            }
            if !node.is_expanded {
                return Some(key.game());
            }
            let value = |child: &PositionKey| Some(-self.nodes.get(child)?.value?);
            let highest = node.children.iter().filter_map(value).max().unwrap_or_default();
            for child in &node.children {
                // One without a value counts as 0, and none as better than the best.
                let loss = u64::from((highest - value(child).unwrap_or_default()).max(0).unsigned_abs());
                waiting.push(Reverse((cost + PLY + loss * PLY / LOSS_OF_A_PLY, child)));
            }
        }
        None
    }

    /// The search of so many best moves of a position that is to be expanded: of turned or mirrored copies of a move one alone.
    #[must_use]
    pub fn task(position: &Game, lines: usize) -> Task {
        let points: Vec<Point> = position.empty_points().collect();
        Task::Move { game: position.clone(), lines, exclude: copies(position, &points), known: Vec::new() }
    }

    /// Writes what a search found about a position that [`Growth::next`] gave, unless more is known of it: the lines of its
    /// last iteration become children, unless more is known of one, their values go up to all positions before that were not
    /// searched deeper, and wins still further. The caller commits.
    ///
    /// # Errors
    /// A store that cannot be read or written.
    pub fn expand(
        &mut self,
        store: &mut (impl Store + ?Sized),
        position: &Game,
        lines: &[Line],
    ) -> Result<(), LookupError> {
        let (key, view) = PositionKey::of(position).ok_or(LookupError::NoKey)?;
        let mut entry = store.get(&key)?.unwrap_or_default();
        let mut written = Vec::new();
        for line in lines {
            let Some(&point) = line.variation.first() else { continue };
            let (score, depth) = (line.score, line.depth);
            if line.rank <= 1 {
                let mut found = PositionEntry { best: Some(view.point(point, position.size())), ..entry.clone() };
                // The depth tells a search from a best move that somebody wrote in.
                found.keeping_mark(|found| found.set_score(score, depth.max(1)));
                match entry.is_surer_than(&found) {
                    // Files of other programs have a value without a best move, and that move is the mark of an expansion.
                    true => entry.best = entry.best.or(found.best),
                    false => entry = found,
                }
            }
            let Ok(after) = position.after(point) else { continue };
            let Some((child, _)) = PositionKey::of(&after) else { continue };
            let known = store.get(&child)?.unwrap_or_default();
            let mut found = known.clone();
            found.keeping_mark(|found| found.set_score_after_move(score, depth));
            if known.best.is_none() && !known.is_decided() && found.is_surer_than(&known) {
                store.put(&child, &found)?;
                written.push((child, found));
            }
        }
        if lines.is_empty() {
            // There is nothing to play: the board is full.
            entry.label = PositionLabel::DRAW;
        }
        store.put(&key, &entry)?;
        self.load(store, key.clone())?;
        for (child, known) in written.iter().filter(|(_, known)| known.label != PositionLabel::BLOCKED) {
            self.link(child);
            self.know(child, known);
        }
        let children = written.into_iter().map(|(child, _)| child);
        let found: Vec<PositionKey> = [key].into_iter().chain(children).collect();
        for key in &found {
            self.back_up(store, key.clone())?;
        }
        let decided = carry_all_up(store, &found)?;
        // All are known before any value goes up, which would take the place of a proof.
        for key in &decided {
            if let Some(entry) = store.get(key)? {
                self.know(key, &entry);
            }
        }
        decided.into_iter().try_for_each(|key| self.back_up(store, key))
    }

    /// Takes in a position of the store and all that is below it and was not known.
    fn load(&mut self, store: &(impl Store + ?Sized), key: PositionKey) -> Result<(), LookupError> {
        self.nodes.entry(key.clone()).or_default();
        let mut waiting = vec![key];
        while let Some(key) = waiting.pop() {
            let entry = store.get(&key)?.unwrap_or_default();
            self.know(&key, &entry);
            let Some(node) = self.nodes.get_mut(&key) else { continue };
            // A search leaves a depth, and positions after its moves; a best move that somebody wrote in leaves none.
            if entry.best.is_none() || entry.depth <= 0 || node.is_expanded {
                continue;
            }
            let game = key.game();
            let known = distinct(children(store, &game)?);
            if known.is_empty() || game.result().is_some() {
                continue;
            }
            node.is_expanded = true;
            self.expanded += 1;
            for child in known {
                if child.entry.label == PositionLabel::BLOCKED || !game.is_legal(child.point) {
                    continue;
                }
                let is_new = !self.nodes.contains_key(&child.key);
                self.nodes.entry(child.key.clone()).or_default().parents.push(key.clone());
                if let Some(node) = self.nodes.get_mut(&key) {
                    node.children.push(child.key.clone());
                }
                if is_new {
                    waiting.push(child.key);
                }
            }
        }
        Ok(())
    }

    /// Links a position that was stored to all expanded positions from which a move leads to it, as a book does that is
    /// begun anew from the store.
    fn link(&mut self, child: &PositionKey) {
        for (point, parent, view) in parents(child) {
            let is_new = |node: &&mut GrowingNode| node.is_expanded && !node.children.contains(child);
            let Some(node) = self.nodes.get_mut(&parent).filter(is_new) else { continue };
            if parent.game().is_legal(view.point(point, child.size())) {
                node.children.push(child.clone());
                self.nodes.entry(child.clone()).or_default().parents.push(parent);
            }
        }
    }

    /// Takes in what is known of a position, if the book has it.
    fn know(&mut self, key: &PositionKey, entry: &PositionEntry) {
        let Some(node) = self.nodes.get_mut(key) else { return };
        let entry = entry.clone().with_result(key);
        node.value = entry.rating().map(i32::from);
        node.is_decided = entry.is_decided();
    }

    /// Values go up, and with them their depth: a position is worth what its best child leaves to it, of those with a value,
    /// unless a deeper search has said what it is worth itself and its best move was not searched as deep since; what is decided
    /// is as deep as any. Where a deep value gives way to a shallower one, so does every value as deep that rests on it. A proof
    /// goes up by [`carry_all_up`] alone: not all moves of a position are known here, and where those lose that are, another
    /// may not.
    fn back_up(&mut self, store: &mut (impl Store + ?Sized), from: PositionKey) -> Result<(), LookupError> {
        let mut waiting = vec![(from.clone(), from.clone(), 0_i16)];
        while let Some((key, changed, fallen)) = waiting.pop() {
            let Some(node) = self.nodes.get(&key) else { continue };
            let parents = node.parents.clone();
            // How deep the value was that gives way.
            let mut replaced = 0;
            let value_of = |child: &PositionKey| Some(judgement(-self.nodes.get(child)?.value?));
            // Of equals the same one, in whatever order they were found.
            let values = node.children.iter().filter_map(|child| Some((value_of(child)?, child)));
            let highest = values.max().filter(|_| !node.is_decided);
            if let Some((value, best)) = highest.map(|(value, child)| (value, child.clone()))
                && let (Some(mut entry), Some(child)) = (store.get(&key)?, store.get(&best)?)
            {
                let game = key.game();
                let after = |point: Point| Some(PositionKey::of(&game.after(point).ok()?)?.0);
                let leads = |point: &Point| after(*point).as_ref() == Some(&best);
                let own = entry.best.and_then(after);
                let has_fallen = own.as_ref() == Some(&changed) && fallen.saturating_add(1) >= entry.depth;
                let own = own.filter(|own| *own != best).map(|own| store.get(&own)).transpose()?.flatten();
                let is_as_deep =
                    |child: &PositionEntry| child.is_decided() || child.depth.saturating_add(1) >= entry.depth;
                let is_overtaken = has_fallen || [&child].into_iter().chain(&own).any(is_as_deep);
                let stays = entry.bound == ValueBound::Exact && !is_overtaken;
                let depth = child.depth.saturating_add(1).max(1);
                let is_same = entry.has_value()
                    && (entry.value, entry.depth) == (value, depth)
                    && entry.best.as_ref().is_some_and(leads);
                if (is_same || stays) && key != from {
                    continue;
                }
                if !stays {
                    replaced = entry.depth;
                    (entry.value, entry.bound, entry.depth) = (value, ValueBound::Exact, depth);
                    entry.best = game.legal_points().find(leads).or(entry.best);
                    store.put(&key, &entry)?;
                    self.know(&key, &entry);
                }
            }
            waiting.extend(parents.into_iter().map(|parent| (parent, key.clone(), replaced)));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
