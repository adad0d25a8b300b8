//! Counting a finished game of Go by living stones: the side wins that has more stones which stand on the board or could
//! still be put there and live. Area counting less the points that groups keep empty; also known as stone scoring, or as area
//! scoring with a group tax.
//!
//! [`count`] takes the dead stones of a [`Position`] off, finds groups, eyes, shared and unclaimed points, and proves groups
//! alive. Then it counts in the basic way and by each of the old shortcuts, which move stones about on the board and compare
//! what is left, and asserts that all agree.
//!
//! ```
//! use tengen_games::living::{self, Names, Position, Quarters, Terms, drawing};
//!
//! let board = ". X . X X O .\n. X X X O . O\n. . X O O O O\nX X X X O X O\nO O O X X X X\nO . . O O X X\n. O O O O O X";
//! let position = drawing::parse(board).unwrap();
//! let count = living::count(&position, &Terms::default(), Names::new(position.goban.size())).unwrap();
//! assert_eq!(count.living().0, [22, 21].map(Quarters::stones));
//! assert_eq!(count.area().0, [24, 25].map(Quarters::stones));
//! assert_eq!(count.margin(), Quarters::stones(1));
//! ```

mod benson;
mod comparison;
mod doubts;
pub mod drawing;
mod error;
mod eyes;
mod goban;
mod group;
mod method;
mod names;
mod position;
mod quarters;
pub mod record;
mod safety;
mod structure;

pub use benson::unconditionally_alive;
pub use comparison::{Comparison, Rules};
pub use error::{CountError, Warning};
pub use goban::Goban;
pub use group::{Group, Part, Status};
pub use method::{Exchange, Method, MethodKind};
pub use names::Names;
pub use position::{HandicapPays, History, Marks, NeutralPolicy, Position, Terms, Variant};
pub use quarters::Quarters;
pub use safety::safely_dead;

use std::cmp::Ordering;
use structure::{Structure, structure};
use tengen_engine::color::{ByColor, Color};
use tengen_engine::point::{BoardSize, Point};

/// A position that was counted.
#[derive(Clone, Debug)]
pub struct Count {
    structure: Structure,
    history: Option<History>,
    terms: Terms,
    methods: Vec<Method>,
    other_form: Option<Method>,
    warnings: Vec<Warning>,
}

/// Counts a finished position.
///
/// # Errors
/// Why it cannot be counted, naming points: see [`CountError`].
pub fn count(position: &Position, terms: &Terms, names: Names) -> Result<Count, CountError> {
    if terms.compensation.half().is_none() {
        return Err(CountError::Compensation(terms.compensation.to_string()));
    }
    if terms.variant == Variant::Art && position.history.is_none() {
        return Err(CountError::NoHistory);
    }
    let structure = structure(position, names)?;
    // One stone is no handicap but the first move.
    let handicap = if terms.handicap < 2 { 0 } else { terms.handicap };
    let mut count = Count {
        structure,
        history: position.history,
        terms: Terms { handicap, ..*terms },
        methods: Vec::new(),
        other_form: None,
        warnings: Vec::new(),
    };
    count.warnings = doubts::doubts(&count, &position.marks, names)?;
    method::apply_all(&mut count);
    count.check()?;
    Ok(count)
}

impl Count {
    /// The size of the board.
    #[must_use]
    pub fn size(&self) -> BoardSize {
        self.structure.goban.size()
    }

    /// The board without its dead stones.
    #[must_use]
    pub fn goban(&self) -> &Goban {
        &self.structure.goban
    }

    /// The terms that were counted by: a handicap of one stone is none.
    #[must_use]
    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    /// What happened before, if that is known.
    #[must_use]
    pub fn history(&self) -> Option<&History> {
        self.history.as_ref()
    }

    /// The dead stones of each side.
    #[must_use]
    pub fn dead(&self) -> &ByColor<Vec<Point>> {
        &self.structure.dead
    }

    /// The part that a point of the board has in the count.
    #[must_use]
    pub fn part(&self, point: Point) -> Part {
        self.structure.parts[point.index()]
    }

    /// The groups of both sides.
    #[must_use]
    pub fn groups(&self) -> &[Group] {
        &self.structure.groups
    }

    /// What is to be known about the count.
    #[must_use]
    pub fn warnings(&self) -> &[Warning] {
        &self.warnings
    }

    /// The basic count and every shortcut that can be shown.
    #[must_use]
    pub fn methods(&self) -> &[Method] {
        &self.methods
    }

    /// Refilling in the form that the terms do not ask for; its numbers are before any payment.
    #[must_use]
    pub fn other_form(&self) -> Option<&Method> {
        self.other_form.as_ref()
    }

    fn points(&self, part: Part) -> Vec<Point> {
        self.size().points().filter(|&point| self.part(point) == part).collect()
    }

    fn number(&self, part: Part) -> Quarters {
        Quarters::len(self.points(part).len())
    }

    /// The shared liberties.
    #[must_use]
    pub fn shared(&self) -> Vec<Point> {
        self.points(Part::Shared)
    }

    /// The unclaimed points.
    #[must_use]
    pub fn neutral(&self) -> Vec<Point> {
        self.points(Part::Neutral)
    }

    /// Half of an amount of whole stones.
    fn half(amount: Quarters) -> Quarters {
        amount.half().expect("a whole stone has halves")
    }

    /// Half of the shared liberties, which each side has.
    fn half_of_shared(&self) -> Quarters {
        Self::half(self.number(Part::Shared))
    }

    /// What each side has of the unclaimed points.
    fn half_of_neutral(&self) -> Quarters {
        match self.terms.neutral {
            NeutralPolicy::Ignore => Quarters::ZERO,
            NeutralPolicy::Halve | NeutralPolicy::Refuse => Self::half(self.number(Part::Neutral)),
        }
    }

    /// The living stones on the board.
    #[must_use]
    pub fn stones(&self) -> ByColor<Quarters> {
        ByColor::from_fn(|color| self.number(Part::Stone(color)))
    }

    /// The road points.
    #[must_use]
    pub fn roads(&self) -> ByColor<Quarters> {
        ByColor::from_fn(|color| self.number(Part::Road(color)))
    }

    /// The basic eye points that belong to one side alone.
    #[must_use]
    pub fn own_eyes(&self) -> ByColor<Quarters> {
        ByColor::from_fn(|color| self.number(Part::Eye(color)))
    }

    /// The basic eye points, with half of the shared liberties.
    #[must_use]
    pub fn eyes(&self) -> ByColor<Quarters> {
        ByColor::from_fn(|color| self.own_eyes()[color] + self.half_of_shared())
    }

    /// The living stones: those on the board, roads, and half of the unclaimed points. Nothing is paid yet.
    #[must_use]
    pub fn living(&self) -> ByColor<Quarters> {
        ByColor::from_fn(|color| self.stones()[color] + self.roads()[color] + self.half_of_neutral())
    }

    /// Chinese area, with shared and unclaimed points halved. Nothing is paid yet.
    #[must_use]
    pub fn area(&self) -> ByColor<Quarters> {
        ByColor::from_fn(|color| self.living()[color] + self.eyes()[color])
    }

    /// Japanese territory: own space of groups that live on their own, prisoners and dead stones. Nothing is paid yet, and
    /// there are no prisoners where the history is not known.
    #[must_use]
    pub fn territory(&self) -> ByColor<Quarters> {
        let captured = self.history.unwrap_or_default().captured;
        ByColor::from_fn(|color| {
            let lives = |group: &&Group| group.color == color && group.status != Status::Seki;
            let own: usize = self.groups().iter().filter(lives).map(|group| group.own.len()).sum();
            let prisoners = captured[!color] as i32;
            Quarters::len(own + self.dead()[!color].len()) + Quarters::stones(prisoners)
        })
    }

    /// Stones that each side has used: living ones, prisoners, dead ones and pass stones.
    #[must_use]
    pub fn used(&self) -> Option<ByColor<i32>> {
        self.history.map(|history| {
            ByColor::from_fn(|color| {
                let before = history.captured[color] + history.pass_stones[color];
                self.points(Part::Stone(color)).len() as i32 + self.dead()[color].len() as i32 + before as i32
            })
        })
    }

    /// How many more moves Black made than White; stones that were set up are none, nor are handicap stones.
    #[must_use]
    pub fn more_moves(&self) -> Option<i32> {
        let (ByColor([black, white]), used) = (self.history?.set_up, self.used()?);
        // Where stones of Black were set up, his handicap is among them.
        let black = if black > 0 { black } else { black + self.terms.handicap as i32 };
        Some(used[Color::Black] - used[Color::White] - (black - white))
    }

    /// Stones that Black gives for the compensation; negative when White gives them.
    #[must_use]
    pub fn compensation(&self) -> Quarters {
        match self.terms.first {
            Color::Black => self.terms.compensation,
            Color::White => -self.terms.compensation,
        }
    }

    /// Stones that Black gives for a handicap.
    #[must_use]
    pub fn handicap_payment(&self) -> Quarters {
        self.terms.handicap_pays.of(self.terms.handicap)
    }

    /// Stones that Black gives for more moves; negative when White gives them. Only in the art form is anything paid.
    #[must_use]
    pub fn moves_payment(&self) -> Quarters {
        match self.terms.variant {
            Variant::Law => Quarters::ZERO,
            Variant::Art => Quarters::stones(self.more_moves().unwrap_or_default()),
        }
    }

    /// All that Black gives.
    #[must_use]
    pub fn payment(&self) -> Quarters {
        self.compensation() + self.handicap_payment() + self.moves_payment()
    }

    /// The numbers after a payment of Black: half of it leaves one side and comes to the other.
    fn paid(numbers: ByColor<Quarters>, payment: Quarters) -> ByColor<Quarters> {
        let half = payment.half().expect("payments are whole numbers of halves");
        ByColor([numbers[Color::Black] - half, numbers[Color::White] + half])
    }

    /// The living stones of each side after all payments.
    #[must_use]
    pub fn result(&self) -> ByColor<Quarters> {
        Self::paid(self.living(), self.payment())
    }

    /// Black's living stones less White's, after all payments.
    #[must_use]
    pub fn margin(&self) -> Quarters {
        difference(self.result())
    }

    /// The side with more living stones after all payments, if one has more.
    #[must_use]
    pub fn winner(&self) -> Option<Color> {
        leader(self.margin())
    }

    /// The reference number of each side: with more compound stones than it a side wins.
    #[must_use]
    pub fn reference(&self) -> ByColor<Quarters> {
        let all: Quarters = self.living().0.into_iter().chain(self.eyes().0).sum();
        let half = Self::half(all);
        Self::paid(ByColor([half, half]), -self.payment())
    }

    /// All identities that the count and the shortcuts are bound by.
    fn check(&self) -> Result<(), CountError> {
        let fail = |what: String| Err(CountError::Disagreement(what));
        let (living, eyes, area) = (self.living(), self.eyes(), self.area());
        let margin = difference(living);
        if difference(area) - difference(eyes) != margin {
            return fail(format!(
                "area less eyes is {} and living stones {margin}",
                difference(area) - difference(eyes)
            ));
        }
        let all: Quarters = area.0.into_iter().sum();
        let ignored = match self.terms.neutral {
            NeutralPolicy::Ignore => self.number(Part::Neutral),
            NeutralPolicy::Halve | NeutralPolicy::Refuse => Quarters::ZERO,
        };
        if all + ignored != Quarters::len(self.size().area()) {
            return fail(format!("the areas add up to {all} on a board of {}", self.size()));
        }
        let methods = self.methods.iter().chain(&self.other_form);
        for method in methods {
            method.check(self).or_else(|what| fail(format!("{}: {what}", method.kind.name())))?;
        }
        // Territory and moves give area where nothing is shared or unclaimed.
        let seki_eyes = self.groups().iter().any(|group| group.status == Status::Seki && !group.own.is_empty());
        if let Some((used, history)) = self.used().zip(self.history)
            && !seki_eyes
            && self.shared().is_empty()
            && self.neutral().is_empty()
            && self.size().points().all(|point| self.belongs_to_its_space(point))
        {
            let stones = |[black, white]: [i32; 2]| Quarters::stones(black - white);
            let passed = stones(history.pass_stones.0.map(|stones| stones as i32));
            let by_territory = difference(self.territory()) + stones(used.0) - passed;
            if by_territory != difference(area) {
                return fail(format!("territory and moves give {by_territory}, area {}", difference(area)));
            }
        }
        Ok(())
    }

    /// Whether a point is no road that was marked between the sides, which territory leaves out.
    fn belongs_to_its_space(&self, point: Point) -> bool {
        match self.part(point) {
            Part::Road(color) => self.groups().iter().any(|group| group.color == color && group.own.contains(&point)),
            _ => true,
        }
    }
}

/// What Black has more than White.
#[must_use]
pub fn difference(numbers: ByColor<Quarters>) -> Quarters {
    numbers[Color::Black] - numbers[Color::White]
}

/// The side that has more, by what Black has more than White: see [`difference`].
#[must_use]
pub fn leader(difference: Quarters) -> Option<Color> {
    match difference.cmp(&Quarters::ZERO) {
        Ordering::Greater => Some(Color::Black),
        Ordering::Equal => None,
        Ordering::Less => Some(Color::White),
    }
}
