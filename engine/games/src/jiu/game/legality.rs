//! Legality of a turn of Jiu: which rule forbids it, with its points, and the path that is meant by some points.

use smallvec::SmallVec;

use super::Game;
use crate::jiu::path::Path;
use crate::jiu::point_text::{point_text, points_text};
use crate::jiu::position::{Stage, WAYS};
use crate::jiu::turn::{Turn, TurnError};
use tengen_engine::point::Point;

impl Game {
    /// The path of the side to move through these points. Which stones it jumped may be left out where it can only jump.
    ///
    /// # Errors
    /// When no stone can go so, or it jumps others than those named.
    pub fn path(&self, points: &[Point], named: Option<&[Point]>) -> Result<Path, TurnError> {
        let text = |point: Point| point_text(point, self.rules.size());
        let [from, first, ..] = points else {
            return Err(TurnError::Stage("stones move by now: a turn goes from a point to a point"));
        };
        let flies = self.position.flies(&self.rules, self.position.to_move());
        let near = WAYS.iter().any(|&(direction, sense)| from.step(direction, sense) == *first);
        let jumps = match named {
            Some(named) => !named.is_empty() || points.len() > 2,
            None => points.len() > 2 || !near && !flies,
        };
        let path = if jumps {
            let mut path = Path::single(*from, *from);
            path.landings.clear();
            let mut at = *from;
            for &to in &points[1..] {
                let over = WAYS.iter().find(|&&(direction, sense)| at.step(direction, 2 * sense) == to);
                let unreachable = || TurnError::Unreachable { from: text(at), to: text(to) };
                let &(direction, sense) = over.ok_or_else(unreachable)?;
                path.jumped.push(at.step(direction, sense));
                path.landings.push(to);
                at = to;
            }
            path
        } else {
            Path::single(*from, *first)
        };
        self.check_path(&path)?;
        let sorted = |points: &[Point]| {
            let mut points: SmallVec<[Point; 8]> = points.into();
            points.sort_unstable();
            points
        };
        match named {
            Some(named) if sorted(named) != sorted(path.jumped()) => {
                let size = self.rules.size();
                let jumped = if path.jumped().is_empty() { "nothing".into() } else { points_text(path.jumped(), size) };
                Err(TurnError::Jumped { named: points_text(named, size), jumped })
            }
            _ => Ok(path),
        }
    }

    pub(super) fn check_stage(&self, turn: &Turn) -> Result<(), TurnError> {
        match (self.position.stage(), turn) {
            _ if self.outcome.is_some() => Err(TurnError::Over),
            (Stage::Place, Turn::Place(_)) | (Stage::Lift, Turn::Lift(_)) | (Stage::Move, Turn::Move { .. }) => Ok(()),
            (Stage::Place, _) => Err(TurnError::Stage("stones are still placed: a turn is one point")),
            (Stage::Lift, _) => Err(TurnError::Stage("a centre stone is taken off now: a turn is its point")),
            (Stage::Move, _) => Err(TurnError::Stage("stones move by now: a turn goes from a point to a point")),
        }
    }

    /// Whether a turn is legal, and why it is not.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn check(&self, turn: &Turn) -> Result<(), TurnError> {
        self.check_stage(turn)?;
        let size = self.rules.size();
        let text = |point: Point| point_text(point, size);
        match turn {
            &Turn::Place(point) => {
                let places = self.places();
                if !self.position.is_empty(point) {
                    return Err(TurnError::Occupied(text(point)));
                }
                if !places.contains(&point) {
                    let [first, second] = self.rules.centre().map(text);
                    return Err(TurnError::Centre { point: text(point), first, second });
                }
                Ok(())
            }
            &Turn::Lift(point) => {
                let is_centre = self.rules.centre().contains(&point) && !self.position.is_empty(point);
                if is_centre { Ok(()) } else { Err(TurnError::Lift(text(point))) }
            }
            Turn::Move { path, taken } => {
                self.check_path(path)?;
                self.check_taken(path, taken)
            }
        }
    }

    fn check_taken(&self, path: &Path, taken: &[Point]) -> Result<(), TurnError> {
        let size = self.rules.size();
        let them = !self.position.to_move();
        let (after, due) = self.after_path(path);
        for (index, &point) in taken.iter().enumerate() {
            if !after.stones(them).contains(point) {
                return Err(TurnError::NoStone { part: "FC-", point: point_text(point, size), color: them });
            }
            if taken[..index].contains(&point) {
                return Err(TurnError::TakenTwice(point_text(point, size)));
            }
        }
        if taken.len() == due {
            return Ok(());
        }
        let due = match due {
            0 => "nothing".to_string(),
            1 => "1 stone".to_string(),
            _ => format!("{due} stones"),
        };
        let given = match taken.len() {
            0 => "none is".to_string(),
            1 => "1 is".to_string(),
            given => format!("{given} are"),
        };
        Err(TurnError::Taken { named: points_text(taken, size), due, given })
    }

    pub(super) fn check_path(&self, path: &Path) -> Result<(), TurnError> {
        let text = |point: Point| point_text(point, self.rules.size());
        if self.outcome.is_some() {
            return Err(TurnError::Over);
        }
        let us = self.position.to_move();
        if !self.position.stones(us).contains(path.from()) {
            return Err(TurnError::NoStone { part: "", point: text(path.from()), color: us });
        }
        let mut board = self.position;
        if path.jumped().is_empty() {
            if !board.is_empty(path.to()) {
                return Err(TurnError::Occupied(text(path.to())));
            }
            let near = WAYS.iter().any(|&(direction, sense)| path.from().step(direction, sense) == path.to());
            if path.landings().len() > 1 || !near && !board.flies(&self.rules, us) {
                return Err(TurnError::Unreachable { from: text(path.from()), to: text(path.to()) });
            }
            return Ok(());
        }
        board.remove(us, path.from());
        let mut at = path.from();
        for (&over, &to) in path.jumped().iter().zip(path.landings()) {
            let is_jump =
                |&(direction, sense): &_| at.step(direction, sense) == over && at.step(direction, 2 * sense) == to;
            if !WAYS.iter().any(is_jump) {
                return Err(TurnError::Unreachable { from: text(at), to: text(to) });
            }
            if !board.stones(!us).contains(over) {
                return Err(TurnError::NoStone { part: "TC-", point: text(over), color: !us });
            }
            if !board.is_empty(to) {
                return Err(TurnError::Occupied(text(to)));
            }
            board.remove(!us, over);
            at = to;
        }
        if path.jumped().len() == 1 && !self.position.may_jump_one(&self.rules) {
            return Err(TurnError::SingleJump(path.to_text(self.rules.size())));
        }
        Ok(())
    }
}
