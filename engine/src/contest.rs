//! A contest: a game between two seats, from the choice of colours to its end, by clocks, passes, offers and claims.
//!
//! ```
//! use std::time::Duration;
//! use tengen_engine::contest::{Contest, Ending, Regulations, TimeControl};
//! use tengen_engine::opening::{Action, Opening, OpeningRule, Sameness, Seat};
//! use tengen_engine::point::BoardSize;
//!
//! let (rule, size) = (OpeningRule::Rif, BoardSize::square(15).unwrap());
//! let opening = Opening::new(rule, rule.usual_rule(), size, Sameness::Shape).unwrap();
//! let minute = TimeControl::SuddenDeath(Duration::from_secs(60));
//! let mut contest = Contest::new(opening, [minute; 2], Regulations::PEOPLE);
//! contest.act(Seat::A, Action::Stone(size.center()), Duration::from_secs(61)).unwrap();
//! assert_eq!(contest.ending(), Some(Ending::Time { winner: Seat::B }));
//! ```

mod clock;
mod regulations;

use std::time::Duration;

pub use clock::{Flag, TimeControl, Timer};
pub use regulations::{Breach, Claims, Penalties, Penalty, Regulations};

use crate::color::Color;
use crate::forbidden::Forbidden;
use crate::game::GameResult;
use crate::opening::{Action, BySeat, Demand, Opening, OpeningError, Seat};

/// Passes in a row that make a draw.
const PASSES_OF_A_DRAW: usize = 2;

/// How a contest ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// A winning row.
    Five {
        /// Who made it.
        winner: Seat,
    },
    /// Black made a forbidden move.
    Forbidden {
        /// Who holds White.
        winner: Seat,
        /// What was made.
        kind: Forbidden,
    },
    /// A clock ran out.
    Time {
        /// Whose clock did not.
        winner: Seat,
    },
    /// A player gave up.
    Resignation {
        /// The other.
        winner: Seat,
    },
    /// A player broke the rules, and the regulations say that this loses.
    Breach {
        /// The other.
        winner: Seat,
        /// What he did.
        breach: Breach,
    },
    /// A draw: no empty point is left.
    Full,
    /// A draw: both gave up a move, one after the other.
    Passes,
    /// A draw that was offered and accepted.
    Agreement,
    /// A draw: as many stones are on the board as the regulations allow.
    MoveLimit,
}

impl Ending {
    /// Who won, if it was no draw.
    #[must_use]
    pub const fn winner(self) -> Option<Seat> {
        match self {
            Ending::Five { winner }
            | Ending::Forbidden { winner, .. }
            | Ending::Time { winner }
            | Ending::Resignation { winner }
            | Ending::Breach { winner, .. } => Some(winner),
            Ending::Full | Ending::Passes | Ending::Agreement | Ending::MoveLimit => None,
        }
    }

    /// How it ended, in one word, as [`GameResult::name`] says it too.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Ending::Five { .. } => "five",
            Ending::Forbidden { kind, .. } => kind.name(),
            Ending::Time { .. } => "time",
            Ending::Resignation { .. } => "resignation",
            Ending::Breach { .. } => "breach",
            Ending::Full => "full",
            Ending::Passes => "passes",
            Ending::Agreement => "agreement",
            Ending::MoveLimit => "move-limit",
        }
    }
}

/// Why something cannot be done in a contest.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ContestError {
    /// The contest has ended.
    #[error("the contest is over")]
    Over,
    /// The rules of the opening or of the game refuse it.
    #[error(transparent)]
    Refused(#[from] OpeningError),
    /// There is no offer of the other to accept.
    #[error("no draw is offered")]
    NoOffer,
    /// There is no forbidden move to claim, or not by this seat.
    #[error("there is no forbidden move of the opponent to claim")]
    NoClaim,
}

/// A game between two seats.
///
/// ```
/// use std::time::Duration;
/// use tengen_engine::contest::{Contest, Regulations, TimeControl};
/// use tengen_engine::opening::{Action, Opening, OpeningRule, Sameness};
/// use tengen_engine::{BoardSize, RuleKind};
///
/// let size = BoardSize::square(15).unwrap();
/// let opening = Opening::new(OpeningRule::Free, RuleKind::Renju, size, Sameness::Shape).unwrap();
/// let minute = TimeControl::SuddenDeath(Duration::from_secs(60));
/// let mut contest = Contest::new(opening, [minute; 2], Regulations::PEOPLE);
/// let first = contest.demand().by();
/// contest.act(first, Action::Stone(size.center()), Duration::from_secs(2)).unwrap();
/// assert_eq!(contest.timer(first).left(), Some(Duration::from_secs(58)));
/// contest.resign(!first).unwrap();
/// assert_eq!(contest.ending().unwrap().winner(), Some(first));
/// ```
#[derive(Clone, Debug)]
pub struct Contest {
    opening: Opening,
    timers: BySeat<Timer>,
    regulations: Regulations,
    /// Breaches that count towards a loss.
    breaches: BySeat<u8>,
    /// Passes in a row.
    passes: usize,
    /// Who offers a draw.
    offer: Option<Seat>,
    ending: Option<Ending>,
}

impl Contest {
    /// A contest that begins with an opening, or goes on from where that stands, with the time of seat A and that of seat B.
    pub fn new(opening: Opening, times: [impl Into<Timer>; 2], regulations: Regulations) -> Contest {
        let (timers, breaches) = (BySeat(times.map(Into::into)), BySeat::default());
        let mut contest = Contest { opening, timers, regulations, breaches, passes: 0, offer: None, ending: None };
        contest.ending = contest.judge(&contest.opening);
        contest
    }

    /// The opening and the game.
    #[must_use]
    pub fn opening(&self) -> &Opening {
        &self.opening
    }

    /// The clock of a seat.
    #[must_use]
    pub fn timer(&self, seat: Seat) -> &Timer {
        &self.timers[seat]
    }

    /// What is to be done, and by whom.
    #[must_use]
    pub fn demand(&self) -> Demand {
        self.opening.demand()
    }

    /// How it ended, if it did.
    #[must_use]
    pub fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// Who offers a draw, until the other acts or declines it, or the contest ends.
    #[must_use]
    pub fn offer(&self) -> Option<Seat> {
        self.offer.filter(|_| self.ending.is_none())
    }

    /// Does what a player does, `time` after it became his turn or after what he did last in it. Time that runs out ends the
    /// contest; what is refused costs its time all the same, and what the regulations say. A forbidden move that was to be
    /// claimed and was not lapses; where it was the last stone of the game, the contest ends instead of the action.
    ///
    /// # Errors
    /// [`ContestError::Over`] and [`ContestError::Refused`].
    pub fn act(&mut self, seat: Seat, action: Action, time: Duration) -> Result<(), ContestError> {
        self.check()?;
        if seat != self.demand().by() {
            // It is not his clock that runs, and the opening has the words for it.
            return Ok(self.opening.clone().act(seat, action)?);
        }
        self.wait(time);
        if self.ending.is_some() {
            return Ok(());
        }
        let mut after = self.opening.clone();
        if self.regulations.claims == Claims::OnClaim {
            after.waive_forbidden();
            // A forbidden move that was not claimed may have been the last stone there is room or leave for.
            self.ending = self.judge(&after);
            if self.ending.is_some() {
                self.opening = after;
                return Ok(());
            }
        }
        let (is_pass, said) = (action == Action::Pass, matches!(action, Action::Number(_)));
        if let Err(why) = after.act(seat, action) {
            self.penalize(seat, Breach::Illegal);
            return Err(why.into());
        }
        self.opening = after;
        // A stone and the number that belongs to it are one action.
        if said || !matches!(self.demand(), Demand::Number { .. }) {
            self.timers[seat].complete();
        }
        self.passes = if is_pass { self.passes + 1 } else { 0 };
        self.offer = self.offer.filter(|&by| by == seat);
        self.ending = self.judge(&self.opening);
        Ok(())
    }

    /// Lets time pass for the seat that is to act. Its flag ends the contest.
    pub fn wait(&mut self, time: Duration) {
        let by = self.demand().by();
        if self.ending.is_none() && self.timers[by].spend(time).is_err() {
            self.ending = Some(Ending::Time { winner: !by });
        }
    }

    /// Offers a draw, at any time and as often as one likes. It stands until the other acts or declines it.
    ///
    /// # Errors
    /// [`ContestError::Over`].
    pub fn offer_draw(&mut self, seat: Seat) -> Result<(), ContestError> {
        self.check()?;
        self.offer = Some(seat);
        Ok(())
    }

    /// Accepts the draw that the other offers.
    ///
    /// # Errors
    /// [`ContestError::Over`] and [`ContestError::NoOffer`].
    pub fn accept_draw(&mut self, seat: Seat) -> Result<(), ContestError> {
        self.decline_draw(seat)?;
        self.ending = Some(Ending::Agreement);
        Ok(())
    }

    /// Declines the draw that the other offers, which is offered no longer.
    ///
    /// # Errors
    /// [`ContestError::Over`] and [`ContestError::NoOffer`].
    pub fn decline_draw(&mut self, seat: Seat) -> Result<(), ContestError> {
        self.check()?;
        if self.offer != Some(!seat) {
            return Err(ContestError::NoOffer);
        }
        self.offer = None;
        Ok(())
    }

    /// Gives up.
    ///
    /// # Errors
    /// [`ContestError::Over`].
    pub fn resign(&mut self, seat: Seat) -> Result<(), ContestError> {
        self.check()?;
        self.ending = Some(Ending::Resignation { winner: !seat });
        Ok(())
    }

    /// Notes that a player broke the rules in another way than by what he did on the board; the regulations say what follows.
    ///
    /// # Errors
    /// [`ContestError::Over`].
    pub fn breach(&mut self, seat: Seat, breach: Breach) -> Result<(), ContestError> {
        self.check()?;
        self.penalize(seat, breach);
        Ok(())
    }

    /// Points out that Black's last stone was a forbidden move, before White acts. To claim what is not so is a breach.
    ///
    /// # Errors
    /// [`ContestError::Over`] and [`ContestError::NoClaim`].
    pub fn claim_forbidden(&mut self, seat: Seat) -> Result<(), ContestError> {
        self.check()?;
        let winner = self.opening.holder(Color::White);
        match self.opening.game().result() {
            Some(GameResult::Forbidden(kind)) if seat == winner => {
                self.ending = Some(Ending::Forbidden { winner, kind });
                Ok(())
            }
            _ => {
                self.penalize(seat, Breach::FalseClaim);
                Err(ContestError::NoClaim)
            }
        }
    }

    /// Applies what the regulations say of a breach.
    fn penalize(&mut self, seat: Seat, breach: Breach) {
        match self.regulations.penalties.of(breach) {
            Penalty::Refusal => {}
            // In an opening no turn can be lost, nor by who is not to act.
            Penalty::LostTurn => {
                if self.opening.act(seat, Action::Pass).is_ok() {
                    self.timers[seat].complete();
                    self.passes = 0;
                }
            }
            Penalty::Loss { at } => {
                let count = &mut self.breaches[seat];
                *count = count.saturating_add(1);
                if *count >= at {
                    self.ending = Some(Ending::Breach { winner: !seat, breach });
                }
            }
        }
    }

    fn check(&self) -> Result<(), ContestError> {
        if self.ending.is_some() { Err(ContestError::Over) } else { Ok(()) }
    }

    /// How a position or the last action ended the contest, if it did.
    fn judge(&self, opening: &Opening) -> Option<Ending> {
        let game = opening.game();
        let is_long = |longest| opening.is_over() && game.moves().len() >= longest;
        match game.result() {
            Some(GameResult::Five(color)) => Some(Ending::Five { winner: opening.holder(color) }),
            Some(GameResult::Full) => Some(Ending::Full),
            Some(GameResult::Forbidden(kind)) if self.regulations.claims == Claims::AtOnce => {
                Some(Ending::Forbidden { winner: opening.holder(Color::White), kind })
            }
            // White may still claim it.
            Some(GameResult::Forbidden(_)) => None,
            None if self.passes >= PASSES_OF_A_DRAW => Some(Ending::Passes),
            None => self.regulations.longest.is_some_and(is_long).then_some(Ending::MoveLimit),
        }
    }
}

#[cfg(test)]
mod tests;
