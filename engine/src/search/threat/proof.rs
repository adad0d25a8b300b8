//! A proof that the side to move wins: the whole tree, and its check by the rules of the game alone.

mod check;

use std::cell::Cell;

use crate::forbidden::Forbidden;
use crate::game::Game;
use crate::point::{Direction, Point, WALL};
use crate::point_set::PointSet;

/// Positions of checks between two looks at whether to stop.
const CHECK_INTERVAL: u64 = 256;

/// A place in a proof.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct WinId(u32);

impl WinId {
    pub(super) fn new(index: usize) -> WinId {
        WinId(u32::try_from(index).expect("a proof fits into memory"))
    }

    fn index(self) -> usize {
        self.0 as usize
    }

    /// The same place where so many others stand before.
    fn moved(self, first: usize) -> WinId {
        WinId::new(self.index() + first)
    }
}

/// A position in which the attacker is to move and wins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Win {
    /// The winning move.
    pub point: Point,
    /// What follows it; `None` when it makes a five.
    pub defence: Option<Defence>,
}

impl Win {
    /// The same win where so many others stand before it.
    fn moved(self, first: usize) -> Win {
        let defence = self.defence.map(|defence| Defence {
            otherwise: defence.otherwise.moved(first),
            answers: defence.answers.into_iter().map(|(answer, win)| (answer, win.moved(first))).collect(),
        });
        Win { defence, ..self }
    }
}

/// All that the defender can try against a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Defence {
    /// What wins after every move that is not among the answers, a pass among them.
    pub otherwise: WinId,
    /// Each answer with what wins after it.
    pub answers: Vec<(Point, WinId)>,
}

/// The tree of a win. Positions that are reached in several ways stand in it once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proof {
    wins: Vec<Win>,
    root: WinId,
    /// For each win, the plies up to and with the five against the longest resistance.
    plies: Vec<u32>,
}

/// Refutation of a proof: the moves from the position on after which it does not hold.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the proof does not hold after {0:?}")]
pub struct Refutation(pub Vec<Point>);

/// Why a check did not find that a proof holds.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CheckError {
    /// It does not hold.
    #[error(transparent)]
    Refuted(Refutation),
    /// The check was told to end before all was seen.
    #[error("the check of the proof was told to end")]
    Ended,
}

/// How much of the board the defender is given when a proof is checked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scope {
    /// A pass and the answers that the proof lists: quick, and wrong when the list lacks one.
    Answers,
    /// Every legal move.
    Everything,
    /// Every empty point, those that are forbidden to the defender too: a proof that then fails rests on a forbidden point.
    EvenForbidden,
}

impl Proof {
    /// A proof from its wins, each of which refers to earlier ones only.
    pub(super) fn new(wins: Vec<Win>, root: WinId) -> Proof {
        let mut plies: Vec<u32> = Vec::with_capacity(wins.len());
        for win in &wins {
            let below = win.defence.iter().flat_map(|defence| defence.wins().map(|win| plies[win.index()] + 2));
            plies.push(below.max().unwrap_or(1));
        }
        Proof { wins, root, plies }
    }

    /// The proof of a win by one move, which makes a five.
    pub fn five(point: Point) -> Proof {
        Proof::new(vec![Win { point, defence: None }], WinId::new(0))
    }

    /// The proof of a win by a move that makes no five, from a proof of what wins after a pass, and after each answer against
    /// which that does not win.
    pub fn joined(point: Point, otherwise: Proof, answers: Vec<(Point, Proof)>) -> Proof {
        let mut wins: Vec<Win> = Vec::new();
        let mut add = |proof: Proof| {
            let first = wins.len();
            wins.extend(proof.wins.into_iter().map(|win| win.moved(first)));
            proof.root.moved(first)
        };
        let otherwise = add(otherwise);
        let answers = answers.into_iter().map(|(answer, proof)| (answer, add(proof))).collect();
        let root = WinId::new(wins.len());
        wins.push(Win { point, defence: Some(Defence { otherwise, answers }) });
        Proof::new(wins, root)
    }

    /// The proof that a move of the side to move wins. `win` proves positions in which that side is to move again: the one
    /// after a pass, and each after an answer against which that proof does not hold, whatever comes then.
    /// `stop`, which is asked at every position, says when the checks must end. What was not checked to the end does not hold:
    /// `win` is asked next, and says what to fail with.
    ///
    /// # Errors
    /// What `win` fails with, and `refuted` where the move cannot be played or the game ends without a win of that side.
    pub fn of_move<E>(
        game: &Game,
        point: Point,
        refuted: impl Fn() -> E,
        mut win: impl FnMut(&Game) -> Result<Proof, E>,
        stop: &dyn Fn() -> bool,
    ) -> Result<Proof, E> {
        let us = game.to_move();
        if !game.is_legal(point) {
            return Err(refuted());
        }
        let made = after(game, point);
        match made.result() {
            Some(result) if result.winner() == Some(us) => return Ok(Proof::five(point)),
            Some(_) => return Err(refuted()),
            None => {}
        }
        let mut passed = made.clone();
        passed.set_to_move(us);
        let otherwise = win(&passed)?;
        let mut answers: Vec<(Point, Proof)> = Vec::new();
        // The quick check first: most moves that do not win are refuted by an answer that it shows.
        for scope in [Scope::Answers, Scope::Everything] {
            for answer in made.legal_points() {
                if answers.iter().any(|&(listed, _)| listed == answer) {
                    continue;
                }
                let answered = after(&made, answer);
                if answered.result().is_some() || made.makes_five(!us, answer) {
                    return Err(refuted());
                }
                if !otherwise.holds(&answered, scope, stop) {
                    answers.push((answer, win(&answered)?));
                }
            }
        }
        Ok(Proof::joined(point, otherwise, answers))
    }

    /// Whether what wins after each listed answer to the first move holds against everything. That the rest does after
    /// every other answer [`Proof::of_move`] has seen. `stop` is heard as by [`Proof::holds`].
    pub(super) fn holds_after_answers(&self, game: &Game, stop: &dyn Fn() -> bool) -> bool {
        let Win { point, defence } = self.win(self.root);
        defence.iter().flat_map(|defence| &defence.answers).all(|&(answer, win)| {
            let answered = after(&after(game, *point), answer);
            self.check_until(&answered, win, Scope::Everything, stop).is_ok()
        })
    }

    /// The forbidden point on which the proof rests, if it does: were the defender allowed to play there, it would not hold.
    /// `stop`, which is asked at every position, says when the search for it must end.
    ///
    /// # Errors
    /// [`CheckError::Ended`]: whether there is such a point is not known.
    pub(crate) fn forbidden_point(
        &self,
        game: &Game,
        stop: &dyn Fn() -> bool,
    ) -> Result<Option<(Point, Forbidden)>, CheckError> {
        if !game.rule().forbids(!game.to_move()) {
            return Ok(None);
        }
        let moves = match self.check_until(game, self.root, Scope::EvenForbidden, stop) {
            Ok(()) => return Ok(None),
            Err(CheckError::Refuted(Refutation(moves))) => moves,
            Err(ended) => return Err(ended),
        };
        let mut game = game.clone();
        Ok(moves.into_iter().find_map(|point| {
            let forbidden = game.forbidden(point).filter(|_| game.rule().forbids(game.to_move()));
            // What refutes a proof was played in its check.
            let _ = game.place(game.to_move(), point);
            Some((point, forbidden?))
        }))
    }

    /// The position that was asked about.
    pub fn root(&self) -> WinId {
        self.root
    }

    /// A win of the tree.
    pub fn win(&self, id: WinId) -> &Win {
        &self.wins[id.index()]
    }

    /// Number of wins in the tree.
    pub fn len(&self) -> usize {
        self.wins.len()
    }

    /// Whether there is nothing in it, which never happens.
    pub fn is_empty(&self) -> bool {
        self.wins.is_empty()
    }

    /// The plies from a win up to and with the five, against the longest resistance.
    pub fn plies(&self, id: WinId) -> usize {
        self.plies[id.index()] as usize
    }

    /// Whether the first move makes a four or a five.
    pub(super) fn begins_with_four(&self) -> bool {
        let defence = self.win(self.root).defence.as_ref();
        defence.is_none_or(|defence| self.win(defence.otherwise).defence.is_none())
    }

    /// A line of play to the end, from the position of a win in which a game stands, in which the defender resists for as long
    /// as he can with answers that are listed.
    pub fn line(&self, game: &Game, mut id: WinId) -> Vec<Point> {
        let mut line = Vec::new();
        let mut game = game.clone();
        loop {
            let win = self.win(id);
            line.push(win.point);
            let Some(defence) = &win.defence else { return line };
            // A proof may be asked for its line only in its own position, where all its moves can be played.
            let _ = game.place(game.to_move(), win.point);
            let longest = defence.answers.iter().rev().max_by_key(|(_, win)| self.plies[win.index()]);
            let (answer, next) = longest.copied().unwrap_or_else(|| {
                let five = self.win(defence.otherwise).point;
                let other = game.legal_points().find(|&point| point != five);
                (other.unwrap_or(five), defence.otherwise)
            });
            line.push(answer);
            let _ = game.place(game.to_move(), answer);
            id = next;
        }
    }

    /// Checks the proof in its position by the rules of the game.
    ///
    /// # Errors
    /// The moves after which it does not hold.
    pub fn check(&self, game: &Game, scope: Scope) -> Result<(), Refutation> {
        match self.check_until(game, self.root, scope, &|| false) {
            Ok(()) => Ok(()),
            Err(CheckError::Refuted(refutation)) => Err(refutation),
            Err(CheckError::Ended) => unreachable!("nothing tells it to end"),
        }
    }

    /// Whether the proof is seen to hold in its position by the rules of the game, before `stop`, which is asked at every
    /// position, says that the check must end.
    pub(super) fn holds(&self, game: &Game, scope: Scope, stop: &dyn Fn() -> bool) -> bool {
        self.check_until(game, self.root, scope, stop).is_ok()
    }

    /// Checks what follows from one of its wins, in the position of that win, by the rules of the game, until `stop`, which is
    /// asked at every position, says that the check must end: [`now_and_then`] makes the question a cheap one.
    ///
    /// # Errors
    /// The moves after which it does not hold, or that the check was told to end before all was seen.
    pub fn check_until(&self, game: &Game, id: WinId, scope: Scope, stop: &dyn Fn() -> bool) -> Result<(), CheckError> {
        check::check(self, game, id, scope, stop)
    }
}

impl Defence {
    /// What wins after an answer.
    pub fn after(&self, answer: Point) -> WinId {
        let listed = self.answers.iter().find(|&&(point, _)| point == answer);
        listed.map_or(self.otherwise, |&(_, win)| win)
    }

    /// All wins that are referred to.
    fn wins(&self) -> impl Iterator<Item = WinId> + '_ {
        self.answers.iter().map(|&(_, win)| win).chain([self.otherwise])
    }
}

/// Asks `stop` at one of [`CHECK_INTERVAL`] positions alone: for [`Proof::check_until`], where the answer takes time, as a
/// clock's does. The count goes on from check to check, so that many short ones end too.
pub fn now_and_then(stop: impl Fn() -> bool) -> impl Fn() -> bool {
    let checked = Cell::new(0u64);
    move || {
        checked.set(checked.get() + 1);
        checked.get().is_multiple_of(CHECK_INTERVAL) && stop()
    }
}

/// The game after another stone.
fn after(game: &Game, point: Point) -> Game {
    game.after(point).expect("the point was looked at")
}

/// The cells on the four lines through a point that are close enough to be part of a row with it, or its end.
pub(super) fn within_reach(point: Point) -> PointSet {
    let reach = WALL as isize;
    let cells = |direction: Direction| {
        (-reach..=reach).map(move |steps| (point.index() as isize + direction.stride() * steps) as usize)
    };
    let indices = Direction::ALL.into_iter().flat_map(cells);
    indices.filter(|&index| index != 0).map(Point::from_index).collect()
}
