//! Regulations of a contest: when a forbidden move loses, what breaches of the rules cost, and how long a game may be. They are
//! data; [`Contest`](super::Contest) applies them.

/// When a forbidden move loses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Claims {
    /// At once, as programs play.
    AtOnce,
    /// When White points it out before his next action; otherwise it lapses, as people play.
    OnClaim,
}

/// A breach of the rules.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Breach {
    /// What the rules of the opening or of the game refuse: a stone out of its region, fifths that are the same or too few.
    Illegal,
    /// A forbidden move was claimed that is none.
    FalseClaim,
    /// Anything that a referee sees and the board does not: to touch the stones, to disturb the clock, to break down.
    Misconduct,
}

/// What a breach costs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Penalty {
    /// Nothing but the time that it took: it does not count, and another action is due.
    Refusal,
    /// The turn. It costs nothing in an opening, nor while the other is to act: there is no turn to lose then.
    LostTurn,
    /// The game, when it is the player's breach of this number, from 1. Breaches that cost something else are not counted.
    Loss {
        /// Its number.
        at: u8,
    },
}

impl Penalty {
    /// The game, at once.
    pub const LOSS: Penalty = Penalty::Loss { at: 1 };
}

/// What each breach costs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Penalties {
    /// [`Breach::Illegal`].
    pub illegal: Penalty,
    /// [`Breach::FalseClaim`].
    pub false_claim: Penalty,
    /// [`Breach::Misconduct`].
    pub misconduct: Penalty,
}

impl Penalties {
    /// What a breach costs.
    #[must_use]
    pub const fn of(self, breach: Breach) -> Penalty {
        match breach {
            Breach::Illegal => self.illegal,
            Breach::FalseClaim => self.false_claim,
            Breach::Misconduct => self.misconduct,
        }
    }
}

/// What a contest is judged by, apart from the rules of the opening and of the game.
///
/// ```
/// use tengen_engine::contest::{Breach, Penalty, Regulations};
///
/// // A second violation loses, and who offers the same fifth twice only loses time.
/// assert_eq!(Regulations::TOURNAMENT.penalties.of(Breach::Misconduct), Penalty::Loss { at: 2 });
/// assert_eq!(Regulations::TOURNAMENT.penalties.of(Breach::Illegal), Penalty::Refusal);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Regulations {
    /// When a forbidden move loses.
    pub claims: Claims,
    /// What breaches cost.
    pub penalties: Penalties,
    /// Stones after which a game is drawn.
    pub longest: Option<usize>,
}

impl Regulations {
    /// As programs play each other: every breach loses, and a forbidden move too.
    pub const PROGRAMS: Regulations = Regulations {
        claims: Claims::AtOnce,
        penalties: Penalties { illegal: Penalty::LOSS, false_claim: Penalty::LOSS, misconduct: Penalty::LOSS },
        longest: None,
    };
    /// As people play each other, or a program: what is illegal is refused, and a forbidden move loses at once.
    pub const PEOPLE: Regulations = Regulations {
        claims: Claims::AtOnce,
        penalties: Penalties {
            illegal: Penalty::Refusal,
            false_claim: Penalty::LostTurn,
            misconduct: Penalty::Loss { at: 2 },
        },
        longest: None,
    };
    /// As people play tournaments of Renju: White has to point a forbidden move out, and a false claim costs him his turn; of
    /// two violations the second loses (national rules of China, jysaiyu.com).
    pub const TOURNAMENT: Regulations = Regulations { claims: Claims::OnClaim, ..Regulations::PEOPLE };
}
