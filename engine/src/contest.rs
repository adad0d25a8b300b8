//! A contest: a game between two seats, from the choice of colours to its end, by clocks, passes, offers and claims.
//!
//! ```
//! use std::time::Duration;
//! use tengen_engine::contest::{Claims, Contest, Ending, TimeControl};
//! use tengen_engine::opening::{Action, Opening, OpeningRule, Sameness, Seat};
//! use tengen_engine::point::BoardSize;
//!
//! let (rule, size) = (OpeningRule::Rif, BoardSize::square(15).unwrap());
//! let opening = Opening::new(rule, rule.usual_rule(), size, Sameness::Shape).unwrap();
//! let minute = TimeControl::SuddenDeath(Duration::from_secs(60));
//! let mut contest = Contest::new(opening, [minute; 2], Claims::AtOnce);
//! contest.act(Seat::A, Action::Stone(size.center()), Duration::from_secs(61)).unwrap();
//! assert_eq!(contest.ending(), Some(Ending::Time { winner: Seat::B }));
//! ```

mod clock;

use std::time::Duration;

pub use clock::{Flag, TimeControl, Timer};

use crate::color::Color;
use crate::forbidden::Forbidden;
use crate::game::GameResult;
use crate::opening::{Action, Demand, Opening, OpeningError, Seat};

/// Passes in a row that make a draw.
const PASSES_OF_A_DRAW: usize = 2;

/// When a forbidden move loses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Claims {
    /// At once, as programs play.
    AtOnce,
    /// When White points it out before his next action; otherwise it lapses, as people play.
    OnClaim,
}

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
    /// A draw: no empty point is left.
    Full,
    /// A draw: both gave up a move, one after the other.
    Passes,
    /// A draw that was offered and accepted.
    Agreement,
}

impl Ending {
    /// Who won, if it was no draw.
    pub const fn winner(self) -> Option<Seat> {
        match self {
            Ending::Five { winner }
            | Ending::Forbidden { winner, .. }
            | Ending::Time { winner }
            | Ending::Resignation { winner } => Some(winner),
            Ending::Full | Ending::Passes | Ending::Agreement => None,
        }
    }
}

/// Why something cannot be done in a contest.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
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
#[derive(Clone, Debug)]
pub struct Contest {
    opening: Opening,
    /// Of seat A and of seat B.
    timers: [Timer; 2],
    claims: Claims,
    /// Passes in a row.
    passes: usize,
    /// Who offers a draw.
    offer: Option<Seat>,
    ending: Option<Ending>,
}

impl Contest {
    /// A contest that begins with an opening, with the time of seat A and that of seat B.
    pub fn new(opening: Opening, times: [TimeControl; 2], claims: Claims) -> Contest {
        Contest { opening, timers: times.map(Timer::new), claims, passes: 0, offer: None, ending: None }
    }

    /// The opening and the game.
    pub fn opening(&self) -> &Opening {
        &self.opening
    }

    /// The clock of a seat.
    pub fn timer(&self, seat: Seat) -> &Timer {
        &self.timers[index(seat)]
    }

    /// What is to be done, and by whom.
    pub fn demand(&self) -> Demand {
        self.opening.demand()
    }

    /// How it ended, if it did.
    pub fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// Who offers a draw, until the other acts.
    pub fn offer(&self) -> Option<Seat> {
        self.offer
    }

    /// Does what a player does, `time` after it became his turn or after what he did last in it. Time that runs out ends the
    /// contest; what is refused costs its time all the same and otherwise changes nothing.
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
        if self.claims == Claims::OnClaim {
            after.waive_forbidden();
        }
        let (is_pass, said) = (action == Action::Pass, matches!(action, Action::Number(_)));
        after.act(seat, action)?;
        self.opening = after;
        // A stone and the number that belongs to it are one action.
        if said || !matches!(self.demand(), Demand::Number { .. }) {
            self.timers[index(seat)].complete();
        }
        self.passes = if is_pass { self.passes + 1 } else { 0 };
        self.offer = self.offer.filter(|&by| by == seat);
        self.ending = self.judge();
        Ok(())
    }

    /// Lets time pass for the seat that is to act. Its flag ends the contest.
    pub fn wait(&mut self, time: Duration) {
        let by = self.demand().by();
        if self.ending.is_none() && self.timers[index(by)].spend(time).is_err() {
            self.ending = Some(Ending::Time { winner: !by });
        }
    }

    /// Offers a draw, at any time and as often as one likes. It stands until the other acts.
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
        self.check()?;
        if self.offer != Some(!seat) {
            return Err(ContestError::NoOffer);
        }
        self.ending = Some(Ending::Agreement);
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

    /// Points out that Black's last stone was a forbidden move, before White acts.
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
            _ => Err(ContestError::NoClaim),
        }
    }

    fn check(&self) -> Result<(), ContestError> {
        if self.ending.is_some() { Err(ContestError::Over) } else { Ok(()) }
    }

    /// How the last action ended the contest, if it did.
    fn judge(&self) -> Option<Ending> {
        match self.opening.game().result() {
            Some(GameResult::Five(color)) => Some(Ending::Five { winner: self.opening.holder(color) }),
            Some(GameResult::Full) => Some(Ending::Full),
            Some(GameResult::Forbidden(kind)) if self.claims == Claims::AtOnce => {
                Some(Ending::Forbidden { winner: self.opening.holder(Color::White), kind })
            }
            _ => (self.passes >= PASSES_OF_A_DRAW).then_some(Ending::Passes),
        }
    }
}

const fn index(seat: Seat) -> usize {
    match seat {
        Seat::A => 0,
        Seat::B => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::opening::{OpeningRule, Sameness, walk};
    use crate::point::{BoardSize, Point, Rows};
    use crate::rule::RuleKind;

    const SIZE: BoardSize = BoardSize::square(15).unwrap();
    const MINUTE: Duration = Duration::from_secs(60);
    /// White's stones where they matter to nobody.
    const FAR: &str = "a1 c1 e1 g1 i1 k1 a3 c3 e3 g3";

    fn contest(rule: OpeningRule, kind: RuleKind, size: BoardSize, claims: Claims) -> Contest {
        let opening = Opening::new(rule, kind, size, Sameness::Shape).unwrap();
        Contest::new(opening, [TimeControl::SuddenDeath(MINUTE); 2], claims)
    }

    fn points(text: &str, size: BoardSize) -> Vec<Point> {
        let point = |word| Point::parse(word, size, Rows::FromBottom).unwrap();
        text.split_whitespace().map(point).collect()
    }

    /// Plays the stones of both sides in turn.
    fn play(contest: &mut Contest, black: &str, white: &str) {
        let size = contest.opening().game().size();
        let (black, white) = (points(black, size), points(white, size));
        for number in 0..black.len() + white.len().min(black.len()) {
            let side = if number % 2 == 0 { &black } else { &white };
            if let Some(&point) = side.get(number / 2)
                && contest.ending().is_none()
            {
                contest.act(contest.demand().by(), Action::Stone(point), Duration::ZERO).unwrap();
            }
        }
    }

    /// A game of Renju in which Black's last stone is the last of the list.
    fn renju(black: &str, claims: Claims) -> Contest {
        let mut contest = contest(OpeningRule::Free, RuleKind::Renju, SIZE, claims);
        let others = black.split_whitespace().count() - 1;
        let white: Vec<&str> = FAR.split_whitespace().take(others).collect();
        play(&mut contest, black, &white.join(" "));
        contest
    }

    const OVERLINE: &str = "e8 f8 g8 i8 j8 h8";
    const DOUBLE_FOUR: &str = "e8 f8 g8 h9 h10 h11 h8";

    #[test]
    fn five_comes_before_forbidden_and_forbidden_loses() {
        let forbidden = |kind| Some(Ending::Forbidden { winner: Seat::B, kind });
        for (black, expected) in [
            ("e8 f8 g8 i10 j9 k10 i9 h8 i8", Some(Ending::Five { winner: Seat::A })),
            (OVERLINE, forbidden(Forbidden::Overline)),
            ("e8 f8 g8 i8 j8 h9 h10 h11 h12 h8", Some(Ending::Five { winner: Seat::A })),
            (DOUBLE_FOUR, forbidden(Forbidden::DoubleFour)),
            ("e8 f8 g8", None),
        ] {
            assert_eq!(renju(black, Claims::AtOnce).ending(), expected, "{black}");
        }
        let mut white = contest(OpeningRule::Free, RuleKind::Renju, SIZE, Claims::AtOnce);
        play(&mut white, "a1 c1 e1 g1 i1 k1", "e8 f8 g8 i8 j8 h8");
        assert_eq!(white.ending(), Some(Ending::Five { winner: Seat::B }));
    }

    #[test]
    fn a_forbidden_move_that_nobody_claims_lapses() {
        for black in [OVERLINE, DOUBLE_FOUR] {
            let mut claimed = renju(black, Claims::OnClaim);
            assert_eq!(claimed.ending(), None);
            assert_eq!(claimed.claim_forbidden(Seat::A), Err(ContestError::NoClaim));
            let mut lapsed = claimed.clone();
            claimed.claim_forbidden(Seat::B).unwrap();
            assert_eq!(claimed.ending().and_then(Ending::winner), Some(Seat::B));
            lapsed.act(Seat::B, Action::Stone(Point::new(14, 0)), Duration::ZERO).unwrap();
            assert_eq!(lapsed.claim_forbidden(Seat::B), Err(ContestError::NoClaim));
            lapsed.act(Seat::A, Action::Stone(Point::new(14, 14)), Duration::ZERO).unwrap();
            assert_eq!(lapsed.ending(), None);
        }
        let mut quiet = renju("e8 f8 g8", Claims::OnClaim);
        assert_eq!(quiet.claim_forbidden(Seat::B), Err(ContestError::NoClaim));
    }

    #[test]
    fn two_passes_in_a_row_are_a_draw() {
        let begun = || renju("e8 g8 i8 k8", Claims::AtOnce);
        let pass = |contest: &mut Contest, seat| contest.act(seat, Action::Pass, Duration::ZERO).unwrap();
        let mut both = begun();
        pass(&mut both, Seat::B);
        pass(&mut both, Seat::A);
        assert_eq!(both.ending(), Some(Ending::Passes));
        assert_eq!(both.act(Seat::B, Action::Pass, Duration::ZERO), Err(ContestError::Over));
        let mut between = begun();
        pass(&mut between, Seat::B);
        between.act(Seat::A, Action::Stone(Point::new(0, 0)), Duration::ZERO).unwrap();
        pass(&mut between, Seat::B);
        assert_eq!(between.ending(), None);
    }

    #[test]
    fn a_full_board_is_a_draw_unless_the_last_stone_wins() {
        let size = BoardSize::square(5).unwrap();
        for (black, white, expected) in [
            ("a1 b1 e1 c2 d2 a3 b3 e3 c4 d4 a5 b5 e5", "c1 d1 a2 b2 e2 c3 d3 a4 b4 e4 c5 d5", Ending::Full),
            (
                "b1 c1 d1 e1 c2 d2 a3 b3 e3 c4 d4 b5 a1",
                "a2 b2 e2 c3 d3 a4 b4 e4 a5 c5 d5 e5",
                Ending::Five { winner: Seat::A },
            ),
        ] {
            let mut contest = contest(OpeningRule::Free, RuleKind::Freestyle, size, Claims::AtOnce);
            play(&mut contest, black, white);
            assert_eq!(contest.opening().game().moves().len(), 25);
            assert_eq!(contest.ending(), Some(expected));
        }
    }

    #[test]
    fn a_draw_is_agreed_on_and_a_game_given_up_at_any_time() {
        let rif = || contest(OpeningRule::Rif, RuleKind::Renju, SIZE, Claims::AtOnce);
        let mut drawn = rif();
        assert_eq!(drawn.accept_draw(Seat::B), Err(ContestError::NoOffer));
        drawn.offer_draw(Seat::A).unwrap();
        assert_eq!(drawn.accept_draw(Seat::A), Err(ContestError::NoOffer), "nobody agrees with himself");
        // The stone of who offers does not take the offer back; the answer of the other by a stone does.
        drawn.act(Seat::A, Action::Stone(SIZE.center()), Duration::ZERO).unwrap();
        assert_eq!(drawn.offer(), Some(Seat::A));
        drawn.accept_draw(Seat::B).unwrap();
        assert_eq!(drawn.ending(), Some(Ending::Agreement));
        let mut refused = renju("e8 g8", Claims::AtOnce);
        refused.offer_draw(Seat::A).unwrap();
        refused.act(Seat::B, Action::Stone(Point::new(3, 3)), Duration::ZERO).unwrap();
        assert_eq!(refused.accept_draw(Seat::B), Err(ContestError::NoOffer));
        refused.resign(Seat::A).unwrap();
        assert_eq!(refused.ending(), Some(Ending::Resignation { winner: Seat::B }));
    }

    #[test]
    fn the_clock_of_who_is_to_act_runs_whatever_he_is_to_do() {
        let begun = |actions: &str| {
            let mut opening = Opening::new(OpeningRule::Rif, RuleKind::Renju, SIZE, Sameness::Shape).unwrap();
            walk(&mut opening, actions, Rows::FromBottom).unwrap();
            Contest::new(opening, [TimeControl::SuddenDeath(MINUTE); 2], Claims::AtOnce)
        };
        let late = MINUTE + Duration::from_secs(1);
        for (actions, winner) in [
            ("A:h8 h9 i8", Seat::A),
            // Black has not offered all his fifths; White has picked and not put the sixth.
            ("A:h8 h9 i8; B:keep; B:h6", Seat::B),
            ("A:h8 h9 i8; B:swap; A:h6", Seat::A),
            ("A:h8 h9 i8; B:keep; B:h6; A:offer g8 i9; B:pick g8", Seat::A),
        ] {
            let mut contest = begun(actions);
            contest.wait(MINUTE);
            assert_eq!(contest.ending(), None, "{actions}");
            contest.wait(late - MINUTE);
            assert_eq!(contest.ending(), Some(Ending::Time { winner }), "{actions}");
        }
        // What is refused costs its time, and another seat's clock does not run.
        let mut contest = begun("A:h8 h9 i8; B:keep; B:h6");
        let twice = Action::Offer(points("g8 g8", SIZE));
        assert!(matches!(contest.act(Seat::A, twice, MINUTE), Err(ContestError::Refused(_))));
        assert!(matches!(contest.act(Seat::B, Action::Swap, late), Err(ContestError::Refused(_))));
        assert_eq!(
            (contest.timer(Seat::A).left(), contest.timer(Seat::B).left()),
            (Some(Duration::ZERO), Some(MINUTE))
        );
        assert_eq!(contest.ending(), None);
    }

    #[test]
    fn a_stone_and_its_number_are_one_action_of_the_clock() {
        let rule: OpeningRule = "soosyrv8".parse().unwrap();
        let mut opening = Opening::new(rule, RuleKind::Renju, SIZE, Sameness::Shape).unwrap();
        walk(&mut opening, "A:h8 h9 i8; B:keep", Rows::FromBottom).unwrap();
        let seconds = Duration::from_secs;
        let fischer = TimeControl::Fischer { main: seconds(10), increment: seconds(3) };
        let mut contest = Contest::new(opening, [fischer; 2], Claims::AtOnce);
        contest.act(Seat::B, Action::Stone(Point::new(0, 0)), seconds(1)).unwrap();
        assert_eq!(contest.timer(Seat::B).left(), Some(seconds(9)));
        contest.act(Seat::B, Action::Number(2), seconds(1)).unwrap();
        assert_eq!(contest.timer(Seat::B).left(), Some(seconds(11)));
    }
}
