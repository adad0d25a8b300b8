//! Review of a game: which moves gave chances of winning away, how much, what was better, and what punishes them.
//!
//! A [`Reviewer`] reads nothing and searches nothing. It says which [`Question`] it wants answered next, and judges the game
//! by the answers. So a review can be shown while it is made, broken off, kept and gone on with, and whoever can answer may
//! do so; an [`Assessor`] does it with an engine on this machine:
//!
//! ```
//! use tengen_engine::review::{Assessor, MistakeKind, Reviewer};
//! use tengen_engine::{BoardSize, Game, Limits, Options, Rows, RuleKind};
//!
//! // Black has an open three and plays elsewhere.
//! let size = BoardSize::square(15).unwrap();
//! let game = Game::from_text(RuleKind::Freestyle, size, "h8a1i8c1j8e1a15h7", Rows::FromBottom)?;
//! let mut reviewer = Reviewer::new(&game);
//! let mut assessor = Assessor::new(Options::default(), Limits::nodes(1_000));
//! while let Some(question) = reviewer.question() {
//!     reviewer.answer(&question, assessor.answer(&question, &|| false).unwrap());
//! }
//! let review = reviewer.review();
//! let MistakeKind::MissedWin(_) = review.moves[6].mistake.as_ref().unwrap().finding else { panic!("{review:?}") };
//! # Ok::<(), tengen_engine::TextError>(())
//! ```
//!
//! # What is a mistake
//!
//! A move that lost at least [`INACCURACY`] of the chance of winning, against a better one that was searched as long as the
//! move itself; and any move after which a win that was there by threats, checked against every answer, is not there any
//! more. Never a mistake is
//! - a move that keeps a proved win, by whatever longer way;
//! - a move in a position that is proved to be lost, even where another one would have held out for longer;
//! - an answer to a move of a proved win.

mod assessor;
mod judge;
mod question;
mod reviewer;

use crate::color::Color;
use crate::forbidden::Forbidden;
use crate::point::Point;
use crate::score::Score;
use crate::search::threat::Solve;

pub use assessor::Assessor;
pub use question::{Assessment, ForbiddenTactic, Question, QuestionKind, ScoredLine, ThreatWin};
pub use reviewer::Reviewer;

/// From this loss of the chance of winning on a move is an inaccuracy; chances go from 0 to 1.
pub const INACCURACY: f64 = 0.1;
/// From this loss on it is a mistake.
pub const MISTAKE: f64 = 0.2;
/// From this loss on it is a blunder.
pub const BLUNDER: f64 = 0.35;

/// How bad a mistake is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Class {
    /// At least [`INACCURACY`] is lost, or a win by threats while the position stays as good as won.
    Inaccuracy,
    /// At least [`MISTAKE`] is lost.
    Mistake,
    /// At least [`BLUNDER`] is lost.
    Blunder,
}

impl Class {
    /// All classes, the worst first.
    pub const ALL: [Class; 3] = [Class::Blunder, Class::Mistake, Class::Inaccuracy];

    /// The class of a loss of the chance of winning, if it is large enough for one.
    #[must_use]
    pub fn of_loss(loss: f64) -> Option<Class> {
        let least = [BLUNDER, MISTAKE, INACCURACY];
        Class::ALL.into_iter().zip(least).find_map(|(class, least)| (loss >= least).then_some(class))
    }

    /// The name, as in "blunder".
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Class::Inaccuracy => "inaccuracy",
            Class::Mistake => "mistake",
            Class::Blunder => "blunder",
        }
    }
}

/// By what a win is known.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum WinBy {
    /// Continuous fours (VCF), checked against every answer.
    Fours,
    /// Fours and threes (VCT), checked against every answer.
    Threats,
    /// The main search alone.
    Search,
}

impl WinBy {
    /// The name, as in "vcf".
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            WinBy::Fours => "vcf",
            WinBy::Threats => "vct",
            WinBy::Search => "search",
        }
    }

    /// What leads to the win, as in "fours and threes".
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            WinBy::Fours => "fours",
            WinBy::Threats => "fours and threes",
            WinBy::Search => "force",
        }
    }
}

impl From<Solve> for WinBy {
    fn from(solve: Solve) -> WinBy {
        match solve {
            Solve::Vcf => WinBy::Fours,
            Solve::Vct => WinBy::Threats,
        }
    }
}

/// A forced win.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KnownWin {
    /// By what it is known.
    pub by: WinBy,
    /// The most plies up to and with the five, from the first move of the winner on.
    pub plies: usize,
    /// The point on which it rests that is forbidden to the defender, if there is one. Of a win that the search alone knows that
    /// is not asked.
    pub forbidden: Option<ForbiddenTactic>,
}

/// What is wrong with a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MistakeKind {
    /// There was a forced win, and it is not kept.
    MissedWin(KnownWin),
    /// The opponent threatened to win, and does so now; another move defended.
    MissedDefence(KnownWin),
    /// The opponent did not threaten to win, but wins after this move.
    AllowedWin(KnownWin),
    /// Black played a forbidden move.
    Forbidden(Forbidden),
    /// The chance of winning fell, and nothing is proved.
    LostChance,
}

impl MistakeKind {
    /// The name, as in "missed-win".
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            MistakeKind::MissedWin(_) => "missed-win",
            MistakeKind::MissedDefence(_) => "missed-defence",
            MistakeKind::AllowedWin(_) => "allowed-win",
            MistakeKind::Forbidden(_) => "forbidden",
            MistakeKind::LostChance => "lost-chance",
        }
    }

    /// The win that was missed, or that the opponent has now.
    #[must_use]
    pub const fn win(self) -> Option<KnownWin> {
        match self {
            MistakeKind::MissedWin(win) | MistakeKind::MissedDefence(win) | MistakeKind::AllowedWin(win) => Some(win),
            MistakeKind::Forbidden(_) | MistakeKind::LostChance => None,
        }
    }
}

/// A move that should not have been played.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Mistake {
    /// What is wrong with it.
    pub finding: MistakeKind,
    /// How bad it is. A forbidden move in a position that was lost anyway has none.
    pub class: Option<Class>,
    /// How much of the chance of winning it lost, from 0 to 1.
    pub loss: f64,
    /// The better moves for the side that moved, the best first: at most as many as were asked for, and each worth more
    /// than the move that was played. Where there was a win all of them win; none loses unless the position was lost. The
    /// further ones come from one search of several lines, and none is given a higher score than the first.
    pub better: Vec<ScoredLine>,
    /// How the opponent answers the move; empty when it ended the game.
    pub refutation: Vec<Point>,
}

/// One move of a game.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct ReviewedMove {
    /// Its number in the record, from 1: passes count, stones that were set up do not.
    pub number: usize,
    /// The stones on the board with it, those that were set up among them.
    pub stones: usize,
    /// Who played it.
    pub color: Color,
    /// Where.
    pub point: Point,
    /// What the position before it is worth to the side that moved, with the best move; `None` while that is not known.
    pub before: Option<Score>,
    /// What the move is worth to that side.
    pub after: Option<Score>,
    /// What is wrong with it, if anything is.
    pub mistake: Option<Mistake>,
}

/// What is known about a game.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Review {
    /// The moves in their order.
    pub moves: Vec<ReviewedMove>,
    /// Black's chance of winning, from 0 to 1: before each move, and after the last.
    pub chances: Vec<Option<f64>>,
    /// Whether no question is left.
    pub complete: bool,
}

impl Review {
    /// The moves that are mistakes.
    pub fn mistakes(&self) -> impl Iterator<Item = (&ReviewedMove, &Mistake)> {
        self.moves.iter().filter_map(|played| Some((played, played.mistake.as_ref()?)))
    }

    /// How many moves of a side are mistakes of a class.
    #[must_use]
    pub fn count(&self, color: Color, class: Class) -> usize {
        self.mistakes().filter(|(played, mistake)| played.color == color && mistake.class == Some(class)).count()
    }

    /// The accuracy of a side: the mean share of the chance of winning that its moves kept, from 0 to 1, as far as they are
    /// judged. `None` where none of them is.
    #[must_use]
    pub fn accuracy(&self, color: Color) -> Option<f64> {
        let losses: Vec<f64> = self
            .moves
            .iter()
            .filter(|played| played.color == color && played.after.is_some())
            .map(|played| played.mistake.as_ref().map_or(0.0, |mistake| mistake.loss))
            .collect();
        (!losses.is_empty()).then(|| 1.0 - losses.iter().sum::<f64>() / losses.len() as f64)
    }
}

#[cfg(test)]
mod tests;
