//! Drop-out expansion: which position of a database is to be searched next, so that an opening grows where it matters.
//!
//! A line drops out of the book where a move is worse than the best. A position that no search has looked at costs one for
//! every ply from the root, and more for every move on the way that is worse than the best there; the cheapest is searched
//! next. What is found becomes entries of the store, values go back up the lines, and proofs further still. Everything that
//! decides what comes next lies in the store, so that growing can be broken off and resumed at any time.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use ahash::RandomState;

use crate::database::children::{LookupError, children, distinct, played};
use crate::database::entry::judgement;
use crate::database::proofs::carry_up;
use crate::database::{PositionEntry, PositionLabel, Store};
use crate::game::Game;
use crate::position_key::PositionKey;
use crate::search::Line;

/// What a ply costs.
const PLY: u64 = 100;
/// A move that is so much worse than the best costs as much as a ply more.
const LOSS_OF_A_PLY: u64 = 20;

/// Keys are spread by numbers of ours: nobody gains from choosing positions that collide.
const SEEDS: fn() -> RandomState = || RandomState::with_seeds(1, 2, 3, 4);

/// What a growing book needs to know of a position.
#[derive(Clone, Debug, Default)]
struct GrowingNode {
    /// Its worth to the side to move.
    value: i32,
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
/// use tengen_engine::engine::Task;
/// use tengen_engine::{BoardSize, Engine, Game, Limits, Options, RuleKind};
///
/// let mut store = MemoryStore::default();
/// let mut engine = Engine::new(Options::default());
/// let root = Game::new(RuleKind::Freestyle, BoardSize::square(15).unwrap());
/// let mut growth = Growth::new(&store, &root)?;
/// while let Some(position) = growth.next().filter(|_| growth.expanded() < 3) {
///     let mut lines = Vec::new();
///     let task = Task::Move { lines: 2, exclude: Vec::new() };
///     let _ = engine.run(&position, task, Limits::nodes(500), |line| lines.push(line.clone()));
///     growth.expand(&mut store, &position, &lines)?;
/// }
/// assert!(store.len()? > 3);
/// # Ok::<(), tengen_engine::database::children::LookupError>(())
/// ```
#[derive(Debug)]
pub struct Growth {
    root: PositionKey,
    nodes: HashMap<PositionKey, GrowingNode, RandomState>,
    expanded: usize,
}

impl Growth {
    /// The book that a store has below a position: every position that was expanded before, and their children.
    ///
    /// # Errors
    /// A position without a key, or a store that cannot be read.
    pub fn new(store: &(impl Store + ?Sized), root: &Game) -> Result<Growth, LookupError> {
        let (root, _) = PositionKey::of(root).ok_or(LookupError::NoKey)?;
        let mut growth = Growth { root: root.clone(), nodes: HashMap::with_hasher(SEEDS()), expanded: 0 };
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
        let mut best: HashMap<&PositionKey, u64, RandomState> = HashMap::with_hasher(SEEDS());
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
            let values = || node.children.iter().filter_map(|child| Some(-self.nodes.get(child)?.value));
            let highest = values().max().unwrap_or_default();
            for child in &node.children {
                let Some(value) = self.nodes.get(child).map(|child| -child.value) else { continue };
                let loss = u64::from(highest.abs_diff(value));
                waiting.push(Reverse((cost + PLY + loss * PLY / LOSS_OF_A_PLY, child)));
            }
        }
        None
    }

    /// Writes what a search found about a position that [`Growth::next`] gave: its lines become children, their values go up
    /// to all positions before, and wins still further. The caller commits.
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
        // The last lines that were reported are the deepest.
        let deepest = lines.iter().map(|line| line.depth).max().unwrap_or_default();
        for line in lines {
            let Some(&point) = line.variation.first() else { continue };
            let (score, depth) = (line.score, line.depth);
            if line.rank <= 1 && depth == deepest {
                entry.set_score(score, depth);
                entry.best = Some(view.point(point, position.size()));
            }
            let Some((child, _)) = played(position, point).and_then(|after| PositionKey::of(&after)) else { continue };
            let mut known = store.get(&child)?.unwrap_or_default();
            if known.best.is_none() && known.outcome().is_none() {
                let plies = score.plies_to_end();
                match plies {
                    Some(plies) => known.set_mate(score.is_loss(), plies.saturating_sub(1)),
                    None => known.set_score(-score, depth.saturating_sub(1)),
                }
                store.put(&child, &known)?;
            }
        }
        if lines.is_empty() {
            // There is nothing to play: the board is full.
            entry.label = PositionLabel::DRAW;
        }
        store.put(&key, &entry)?;
        let decided = entry.outcome().is_some();
        self.load(store, key.clone())?;
        self.back_up(store, key.clone())?;
        if decided {
            for changed in carry_up(store, &key)? {
                let is_known = self.nodes.contains_key(&changed);
                if is_known && let Some(entry) = store.get(&changed)? {
                    self.know(&changed, &entry);
                    self.back_up(store, changed)?;
                }
            }
        }
        Ok(())
    }

    /// Takes in a position of the store and all that is below it and was not known.
    fn load(&mut self, store: &(impl Store + ?Sized), key: PositionKey) -> Result<(), LookupError> {
        let mut waiting = vec![key];
        while let Some(key) = waiting.pop() {
            let entry = store.get(&key)?.unwrap_or_default();
            self.know(&key, &entry);
            let node = self.nodes.entry(key.clone()).or_default();
            if entry.best.is_none() || node.is_expanded {
                continue;
            }
            // A search leaves positions after its moves; a best move that somebody wrote in leaves none.
            let known = distinct(children(store, &key.game())?);
            if known.is_empty() {
                continue;
            }
            node.is_expanded = true;
            self.expanded += 1;
            for child in known {
                if child.entry.label == PositionLabel::BLOCKED {
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

    fn know(&mut self, key: &PositionKey, entry: &PositionEntry) {
        let node = self.nodes.entry(key.clone()).or_default();
        node.value = i32::from(entry.value);
        node.is_decided = entry.outcome().is_some() || entry.label == PositionLabel::DRAW;
    }

    /// Values go up: a position is worth what its best child leaves to it. A proof goes up by [`carry_up`] alone: not all moves
    /// of a position are known here, and where those lose that are, another may not.
    fn back_up(&mut self, store: &mut (impl Store + ?Sized), from: PositionKey) -> Result<(), LookupError> {
        let mut waiting = vec![from.clone()];
        while let Some(key) = waiting.pop() {
            let Some(node) = self.nodes.get(&key) else { continue };
            let parents = node.parents.clone();
            let value_of = |child: &PositionKey| Some(judgement(-self.nodes.get(child)?.value));
            let values = node.children.iter().filter_map(|child| Some((value_of(child)?, child)));
            let highest = values.max_by_key(|&(value, _)| value).filter(|_| !node.is_decided);
            if let Some((value, best)) = highest.map(|(value, child)| (value, child.clone()))
                && let Some(mut entry) = store.get(&key)?
            {
                let game = key.game();
                let leads = |point: &crate::point::Point| {
                    played(&game, *point)
                        .and_then(|after| PositionKey::of(&after))
                        .is_some_and(|(after, _)| after == best)
                };
                let is_same = entry.value == value && entry.best.as_ref().is_some_and(leads);
                if is_same && key != from {
                    continue;
                }
                entry.value = value;
                entry.best = game.legal_points().find(leads).or(entry.best);
                store.put(&key, &entry)?;
                self.know(&key, &entry);
            }
            waiting.extend(parents);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::database::MemoryStore;
    use crate::point::{BoardSize, Point, Rows};
    use crate::rule::RuleKind;
    use crate::score::Score;

    fn game(moves: &str) -> Game {
        Game::from_text(RuleKind::Freestyle, BoardSize::square(15).unwrap(), moves, Rows::FromBottom).unwrap()
    }

    fn line(rank: usize, score: Score, point: Point) -> Line {
        Line {
            rank,
            lines: 2,
            depth: 5,
            selective_depth: 5,
            score,
            nodes: 1,
            elapsed: std::time::Duration::ZERO,
            hashfull: 0,
            variation: vec![point],
        }
    }

    /// Two moves of a position that were found to be worth so much, in the view in which the position is asked for.
    fn expand(growth: &mut Growth, store: &mut MemoryStore, scores: [Score; 2]) -> String {
        let next = growth.next().unwrap();
        let mut points = next.empty_points().filter(|point| point.x() > 9);
        let mut point = || points.next().unwrap();
        let lines = [line(1, scores[0], point()), line(2, scores[1], point())];
        growth.expand(store, &next, &lines).unwrap();
        format!("{}", next.moves().len())
    }

    #[test]
    fn the_cheapest_position_is_next_and_values_go_up() {
        let mut store = MemoryStore::default();
        let root = game("");
        let mut growth = Growth::new(&store, &root).unwrap();
        let even = [Score::judged(10), Score::judged(5)];
        assert_eq!(expand(&mut growth, &mut store, even), "0");
        // The best move first; it turns out to be worse than the other one.
        assert_eq!(expand(&mut growth, &mut store, [Score::judged(90), Score::judged(80)]), "1");
        let value = |store: &MemoryStore| crate::database::children::entry(store, &root).unwrap().1.unwrap().value;
        assert_eq!(value(&store), 5);
        // A loss of 100 costs as much as five plies more.
        let stones: Vec<String> = (0..6).map(|_| expand(&mut growth, &mut store, even)).collect();
        assert_eq!(stones[0], "1");
        assert!(stones.iter().all(|stones| stones != "0"));
        // Begun anew from the store it goes on in the same way.
        let again = Growth::new(&store, &root).unwrap();
        assert_eq!((again.next(), again.expanded(), again.len()), (growth.next(), growth.expanded(), growth.len()));
    }

    #[test]
    fn a_position_whose_known_moves_all_lose_is_not_proved_to_be_lost() {
        let mut store = MemoryStore::default();
        let root = game("");
        let mut growth = Growth::new(&store, &root).unwrap();
        expand(&mut growth, &mut store, [Score::judged(10), Score::judged(5)]);
        for plies in [9, 11] {
            expand(&mut growth, &mut store, [Score::win_in(plies), Score::DRAW]);
        }
        let entry = crate::database::children::entry(&store, &root).unwrap().1.unwrap();
        assert!(entry.value < -20_000 && entry.mate().is_none() && entry.outcome().is_none(), "{entry:?}");
        // One that wins is found by a move, and counts it.
        let mut store = MemoryStore::default();
        let mut growth = Growth::new(&store, &root).unwrap();
        expand(&mut growth, &mut store, [Score::judged(10), Score::judged(5)]);
        expand(&mut growth, &mut store, [Score::loss_in(8), Score::loss_in(8)]);
        let entry = crate::database::children::entry(&store, &root).unwrap().1.unwrap();
        assert_eq!(entry.mate(), Some((true, 9)));
    }

    #[test]
    fn a_best_move_that_somebody_wrote_in_is_no_search() {
        let mut store = MemoryStore::default();
        let root = game("h8");
        crate::database::children::edit(&mut store, &root, |entry| entry.best = Some(Point::new(8, 6))).unwrap();
        let mut growth = Growth::new(&store, &root).unwrap();
        assert_eq!(growth.expanded(), 0);
        assert_eq!(expand(&mut growth, &mut store, [Score::judged(10), Score::judged(5)]), "1");
        assert_eq!((growth.expanded(), growth.next().map(|next| next.moves().len())), (1, Some(2)));
    }

    #[test]
    fn nothing_is_looked_for_where_all_is_decided() {
        let mut store = MemoryStore::default();
        let mut growth = Growth::new(&store, &game("h8")).unwrap();
        expand(&mut growth, &mut store, [Score::win_in(9), Score::judged(0)]);
        assert!(growth.next().is_none());
        let entry = crate::database::children::entry(&store, &game("h8")).unwrap().1.unwrap();
        assert_eq!(entry.mate(), Some((true, 9)));
    }
}
