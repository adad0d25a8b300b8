//! The check of a proof by the rules of the game: every move of the attacker, and every one that the defender is given.

use super::{CheckError, Defence, Proof, Refutation, Scope, Win, WinId, after, within_reach};
use crate::color::Color;
use crate::game::Game;
use crate::line::Cell;
use crate::point::Point;
use crate::point_set::PointSet;
use crate::stable_map::StableSet;
use crate::zobrist::Key;

/// Checks what follows from a win of a proof, in the position of that win, until `stop` says that the check must end.
pub(super) fn check(
    proof: &Proof,
    game: &Game,
    id: WinId,
    scope: Scope,
    stop: &dyn Fn() -> bool,
) -> Result<(), CheckError> {
    let (before, attacker) = (game.moves().len(), game.to_move());
    let mut check = Check { proof, scope, before, attacker, held: StableSet::default(), stop };
    check.win(game, id, &game.empty_points().collect())
}

/// The check of one proof in one position.
struct Check<'a> {
    proof: &'a Proof,
    scope: Scope,
    /// Stones before the proof begins.
    before: usize,
    attacker: Color,
    /// What was found to hold already.
    held: StableSet<(Key, WinId)>,
    /// Whether to end before all was seen.
    stop: &'a dyn Fn() -> bool,
}

impl Check<'_> {
    /// Checks a win of the attacker, who is to move. The defender has no five but perhaps on one of the `suspects`.
    fn win(&mut self, game: &Game, id: WinId, suspects: &PointSet) -> Result<(), CheckError> {
        if (self.stop)() {
            return Err(CheckError::Ended);
        }
        if !self.held.insert((game.key(), id)) {
            return Ok(());
        }
        let Win { point, defence } = self.proof.win(id);
        if !game.is_legal_for(self.attacker, *point) {
            return Err(self.refuted(game));
        }
        match defence {
            _ if game.makes_five(self.attacker, *point) => Ok(()),
            None => Err(self.refuted(game)),
            Some(defence) => self.defence(&after(game, *point), defence, suspects),
        }
    }

    /// Checks that whatever the defender, who is to move, tries is in vain.
    fn defence(&mut self, game: &Game, defence: &Defence, suspects: &PointSet) -> Result<(), CheckError> {
        let us = game.to_move();
        if suspects.iter().any(|point| game.makes_five(us, point)) {
            return Err(self.refuted(game));
        }
        // Where the defender has a stone already, which may have come as another answer, he does not answer again.
        for &(answer, win) in defence.answers.iter().filter(|(answer, _)| game.cell(*answer) == Cell::Empty) {
            self.win(&after(game, answer), win, &within_reach(answer))?;
        }
        if self.scope == Scope::Answers {
            let mut passed = game.clone();
            passed.set_to_move(self.attacker);
            return self.win(&passed, defence.otherwise, &PointSet::EMPTY);
        }
        let answered: PointSet = defence.answers.iter().map(|&(answer, _)| answer).collect();
        let even_forbidden = self.scope == Scope::EvenForbidden;
        let may_play =
            |point| if even_forbidden { game.cell(point) == Cell::Empty } else { game.is_legal_for(us, point) };
        let is_other = |&point: &Point| !answered.contains(point) && may_play(point);
        let five = self.proof.win(defence.otherwise).point;
        if game.makes_five(self.attacker, five) {
            let mut others = touching(game, self.attacker, five).into_iter().filter(is_other);
            let spoils = |&point: &Point| !after(game, point).makes_five(self.attacker, five);
            return others.find(spoils).map_or(Ok(()), |point| Err(self.refuted(&after(game, point))));
        }
        let mut others = game.empty_points().filter(is_other);
        others.try_for_each(|point| self.win(&after(game, point), defence.otherwise, &within_reach(point)))
    }

    /// What says that the proof does not hold after the moves of a game.
    fn refuted(&self, game: &Game) -> CheckError {
        CheckError::Refuted(Refutation(game.moves()[self.before..].iter().map(|played| played.point).collect()))
    }
}

/// The empty points on which an opponent's stone can take from `color` the five on a point: the point itself, and where the
/// ends of a row count all those on its lines.
fn touching(game: &Game, color: Color, point: Point) -> Vec<Point> {
    if game.rule().five(color).ends_count() {
        within_reach(point).iter().filter(|&cell| game.cell(cell) == Cell::Empty).collect()
    } else {
        vec![point]
    }
}
