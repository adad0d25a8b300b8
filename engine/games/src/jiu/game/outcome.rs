//! How a game of Jiu ends: by stones, by Article 4, by having no path, or drawn.

use std::fmt;

use super::Game;
use tengen_engine::color::Color;

/// How a game came to its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// A side has no stone left.
    Stones,
    /// A side has stones, but fewer than it needs in contests.
    FewStones,
    /// Article 4: the side with a saddle-bag wins against the one without a gate.
    SaddleBag,
    /// Article 4: the side that falls to the fly limit keeps a gate, and the other has no saddle-bag.
    GateKept,
    /// The side to move has no path (增尔).
    Squeezed,
    /// The position occurred too often since the last capture.
    Repetition,
    /// Too many turns without a capture.
    Quiet,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Reason::Stones => "no stones",
            Reason::FewStones => "too few stones",
            Reason::SaddleBag => "saddle-bag",
            Reason::GateKept => "gate kept",
            Reason::Squeezed => "squeezed",
            Reason::Repetition => "repetition",
            Reason::Quiet => "no capture",
        })
    }
}

/// The end of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// Who won, or `None` for a draw.
    pub winner: Option<Color>,
    /// Why.
    pub reason: Reason,
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.winner {
            Some(winner) => write!(f, "{winner} wins: {}", self.reason),
            None => write!(f, "draw: {}", self.reason),
        }
    }
}

impl Game {
    pub(super) fn outcome_by_stones(&self) -> Option<Outcome> {
        let them = self.position.to_move();
        let short = |color| self.position.count(color) < self.rules.least_stones;
        let loser = [them, !them].into_iter().find(|&color| short(color))?;
        let reason = if self.position.count(loser) == 0 { Reason::Stones } else { Reason::FewStones };
        Some(Outcome { winner: Some(!loser), reason })
    }

    /// Article 4, asked when the side to move first has no more stones than the fly limit because of the last turn.
    pub(super) fn outcome_by_article_4(&self) -> Option<Outcome> {
        let fallen = self.position.to_move();
        let first = self.rules.article_4 && !self.fallen[fallen] && self.position.flies(&self.rules, fallen);
        if !first {
            return None;
        }
        let saddle_bag = !self.position.saddle_bags(!fallen).is_empty();
        match (saddle_bag, self.position.keeps_gate(&self.rules, fallen)) {
            (true, false) => Some(Outcome { winner: Some(!fallen), reason: Reason::SaddleBag }),
            (false, true) => Some(Outcome { winner: Some(fallen), reason: Reason::GateKept }),
            _ => None,
        }
    }

    pub(super) fn outcome_by_paths(&self) -> Option<Outcome> {
        let squeezed = !self.position.has_path(&self.rules);
        squeezed.then(|| Outcome { winner: Some(!self.position.to_move()), reason: Reason::Squeezed })
    }

    pub(super) fn draw(&self) -> Option<Outcome> {
        let quiet = self.quiet_keys();
        let drawn = |reason| Outcome { winner: None, reason };
        let times = quiet.iter().filter(|&&key| key == self.position.key()).count();
        if self.rules.repeat.is_some_and(|repeat| times >= repeat.get()) {
            return Some(drawn(Reason::Repetition));
        }
        self.rules.quiet.is_some_and(|limit| quiet.len() > limit.get()).then(|| drawn(Reason::Quiet))
    }
}
