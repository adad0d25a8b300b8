//! The procedure of an opening: one state, one question, one action at a time.

use smallvec::SmallVec;

use crate::color::Color;
use crate::game::{Game, Rules};
use crate::opening::action::{Action, Demand, OpeningError, Region};
use crate::opening::fifths::{Sameness, Symmetries};
use crate::opening::patterns::Pattern;
use crate::opening::rule::{BOXES, Count, OpeningRule, OpeningStage, Placer};
use crate::opening::seat::Seat;
use crate::point::{BoardSize, MAX_SIDE, Point};

/// The shortest side of a board on which stones are counted from the centre: the fifth may stand four lines from it.
const LEAST_SIDE: usize = 9;
/// The longest one: even sides have no centre.
const MOST_SIDE: usize = (MAX_SIDE - 1) | 1;
/// A move may be given up once so many stones are on the board.
const STONES_BEFORE_PASS: usize = 6;

/// A board without a centre, or too small.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{rule} needs a board of odd sides, {LEAST_SIDE} to {MOST_SIDE}, and not {size}")]
pub struct SizeError {
    rule: OpeningRule,
    size: BoardSize,
}

impl SizeError {
    /// The shortest side of a board for an opening rule that needs a centre and room around it.
    pub const LEAST_SIDE: usize = LEAST_SIDE;
}

/// A game under an opening rule, from its first stone. When the opening is over it goes on as ordinary play.
///
/// It never knows a clock, a draw by passes or agreement, nor who sits in which seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opening {
    rule: OpeningRule,
    sameness: Sameness,
    game: Game,
    /// Who holds Black.
    black: Seat,
    /// Who put the last stone.
    placer: Seat,
    /// What the rule still asks for; the last is next.
    steps: SmallVec<[OpeningStage; 12]>,
    declared: Option<u8>,
    offered: Vec<Point>,
    passes: usize,
}

impl Opening {
    /// An empty board: `rules` are those of the game, most often [`OpeningRule::usual_rule`], and `sameness` is how two
    /// fifths are compared.
    ///
    /// # Errors
    /// When the rule knows a centre and the board has none.
    pub fn new(
        rule: OpeningRule,
        rules: impl Into<Rules>,
        size: BoardSize,
        sameness: Sameness,
    ) -> Result<Opening, SizeError> {
        let has_centre = size.has_center() && size.width().min(size.height()) >= LEAST_SIDE;
        if rule.is_centred() && !has_centre {
            return Err(SizeError { rule, size });
        }
        let mut steps = rule.steps();
        steps.reverse();
        Ok(Opening {
            rule,
            sameness,
            game: Game::new(rules, size),
            black: Seat::A,
            placer: Seat::A,
            steps,
            declared: None,
            offered: Vec::new(),
            passes: 0,
        })
    }

    /// A game whose opening is over, to be played on from where it stands: seat A holds Black.
    #[must_use]
    pub fn played(game: Game) -> Opening {
        Opening {
            rule: OpeningRule::Free,
            sameness: Sameness::Shape,
            placer: Seat::A,
            game,
            black: Seat::A,
            steps: SmallVec::new(),
            declared: None,
            offered: Vec::new(),
            passes: 0,
        }
    }

    /// The rule of the opening.
    #[must_use]
    pub fn rule(&self) -> OpeningRule {
        self.rule
    }

    /// How two fifths are compared.
    #[must_use]
    pub fn sameness(&self) -> Sameness {
        self.sameness
    }

    /// The stones. Fifths that are only offered are not among them.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Who holds Black.
    #[must_use]
    pub fn black(&self) -> Seat {
        self.black
    }

    /// Who holds a colour.
    #[must_use]
    pub fn holder(&self, color: Color) -> Seat {
        match color {
            Color::Black => self.black,
            Color::White => !self.black,
        }
    }

    /// Which colour a seat holds.
    #[must_use]
    pub fn color(&self, seat: Seat) -> Color {
        if seat == self.black { Color::Black } else { Color::White }
    }

    /// How many fifths were asked for, if a number was said.
    #[must_use]
    pub fn declared(&self) -> Option<u8> {
        self.declared
    }

    /// The fifths that were offered, in their order. They are kept when one has been picked.
    #[must_use]
    pub fn offered(&self) -> &[Point] {
        &self.offered
    }

    /// Moves that were given up.
    #[must_use]
    pub fn passes(&self) -> usize {
        self.passes
    }

    /// Which of the 26 openings the first three stones make.
    #[must_use]
    pub fn pattern(&self) -> Option<Pattern> {
        Pattern::of_game(&self.game)
    }

    /// The symmetries of the first four stones, by which fifths are compared.
    #[must_use]
    pub fn symmetries(&self) -> Option<Symmetries> {
        Symmetries::of_game(&self.game, self.sameness)
    }

    /// Whether ordinary play has begun.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.steps.is_empty()
    }

    /// Where the stone that is due may stand for the opening that was designated, if one was.
    #[must_use]
    pub fn designated_points(&self) -> Option<Vec<Point>> {
        let (OpeningRule::Designated(wanted), false) = (self.rule, self.is_over()) else { return None };
        let begun: Vec<Point> = self.game.moves().iter().map(|played| played.point).collect();
        let mut views = wanted.views(self.game.size()).to_vec();
        views.retain(|stones| stones.starts_with(&begun));
        let is_next = |point: &Point| views.iter().any(|stones| stones.get(begun.len()) == Some(point));
        Some(self.game.empty_points().filter(is_next).collect())
    }

    /// What is to be done, and by whom.
    #[must_use]
    pub fn demand(&self) -> Demand {
        let holder = self.holder(self.game.to_move());
        match self.steps.last().copied() {
            None => Demand::Ordinary { by: holder },
            Some(OpeningStage::Stone(placer, within)) => {
                let by = if placer == Placer::Opener { Seat::A } else { holder };
                Demand::Stone { by, number: self.stones() + 1, within }
            }
            Some(OpeningStage::Swap) => Demand::SwapOrKeep { by: !self.placer },
            Some(OpeningStage::SwapOrTwo) => Demand::SwapOrTwo { by: !self.placer },
            Some(OpeningStage::Number(most)) => Demand::Number { by: self.placer, most: most.get() },
            Some(OpeningStage::Offer(count)) => Demand::Offer { by: self.black, count: self.count(count) },
            Some(OpeningStage::Pick) => Demand::Pick { by: !self.black },
            Some(OpeningStage::Fifth { fifths, swap, .. }) => {
                Demand::Fifth { by: self.black, count: self.count(Count::Fixed(fifths)), within: FIFTH, swap }
            }
        }
    }

    /// Does what a player does, or says why it is refused and stays as it was.
    ///
    /// # Errors
    /// Every [`OpeningError`]: another action is due, another seat is to act, or the action breaks the rule.
    pub fn act(&mut self, seat: Seat, action: Action) -> Result<(), OpeningError> {
        let demand = self.demand();
        if !answers(&action, demand) {
            return Err(OpeningError::wrong(&action, demand));
        }
        if seat != demand.by() {
            return Err(OpeningError::NotYourTurn { seat, wanted: demand });
        }
        match action {
            Action::Stone(point) => self.put(seat, point, demand),
            Action::Two(points) => self.put_two(seat, &points),
            Action::Offer(points) => self.offer(points, demand),
            Action::Pick(points) => self.pick(&points),
            Action::Number(number) => self.declare(number, demand),
            Action::Swap | Action::Keep => {
                self.choose(action == Action::Swap, demand);
                Ok(())
            }
            Action::Pass => self.pass(),
        }
    }

    /// Lets the game go on after a forbidden move that nobody claimed.
    pub fn waive_forbidden(&mut self) {
        self.game.waive_forbidden();
    }

    fn stones(&self) -> usize {
        self.game.moves().len()
    }

    /// How many fifths an offer holds: as many as are asked for, or all that differ where a small board has fewer.
    fn count(&self, count: Count) -> u8 {
        let wanted = match count {
            Count::Fixed(fifths) => fifths.get(),
            Count::Declared => self.declared.expect("a rule asks for the number before it asks for the fifths"),
        };
        let symmetries = self.symmetries().expect("fifths are offered when four stones are there");
        symmetries.count_distinct(self.game.empty_points()).min(wanted.into()) as u8
    }

    fn put(&mut self, seat: Seat, point: Point, demand: Demand) -> Result<(), OpeningError> {
        let (number, size) = (self.stones() + 1, self.game.size());
        let region = demand.within().unwrap_or(Region::Anywhere);
        self.check_empty(point)?;
        if !region.contains(point, size) {
            return Err(match region {
                Region::Centre => OpeningError::OffCentre,
                _ => OpeningError::OutOfRegion { number, region },
            });
        }
        self.check_designated(point)?;
        self.game.play(point).map_err(|why| OpeningError::of_stone(&why, point))?;
        self.placer = seat;
        if let Demand::Fifth { .. } = demand {
            self.steps = SmallVec::from_slice(&[OpeningStage::Swap]);
        } else {
            self.steps.pop();
        }
        Ok(())
    }

    fn put_two(&mut self, seat: Seat, points: &[Point]) -> Result<(), OpeningError> {
        let [fourth, fifth] = OpeningError::exactly::<2>(points)?;
        let mut game = self.game.clone();
        for point in [fourth, fifth] {
            game.play(point).map_err(|why| OpeningError::of_stone(&why, point))?;
        }
        self.game = game;
        self.placer = seat;
        // Until the other chooses, who put the black one holds Black: to keep is then to be White.
        self.black = seat;
        self.steps = SmallVec::from_slice(&[OpeningStage::Swap]);
        Ok(())
    }

    fn declare(&mut self, number: usize, demand: Demand) -> Result<(), OpeningError> {
        let Demand::Number { most, .. } = demand else {
            return Err(OpeningError::wrong(&Action::Number(number), demand));
        };
        let declared = u8::try_from(number).ok().filter(|number| (1..=most).contains(number));
        self.declared = Some(declared.ok_or(OpeningError::NumberOutOfRange { number, most })?);
        self.steps.pop();
        Ok(())
    }

    fn offer(&mut self, points: Vec<Point>, demand: Demand) -> Result<(), OpeningError> {
        let (Demand::Offer { count, .. } | Demand::Fifth { count, .. }) = demand else {
            return Err(OpeningError::wrong(&Action::Offer(points), demand));
        };
        if points.len() != usize::from(count) {
            return Err(OpeningError::WrongCount { wanted: count, found: points.len() });
        }
        let symmetries = self.symmetries().expect("fifths are offered when four stones are there");
        for (number, &point) in points.iter().enumerate() {
            self.check_empty(point)?;
            for &before in &points[..number] {
                if before == point {
                    return Err(OpeningError::Twice(point));
                }
                if symmetries.are_same(before, point) {
                    return Err(OpeningError::SameShape(before, point));
                }
            }
        }
        self.offered = points;
        self.steps = SmallVec::from_slice(&[OpeningStage::Pick]);
        Ok(())
    }

    fn pick(&mut self, points: &[Point]) -> Result<(), OpeningError> {
        let [point] = OpeningError::exactly::<1>(points)?;
        if !self.offered.contains(&point) {
            return Err(OpeningError::NotOffered(point));
        }
        self.game.play(point).map_err(|why| OpeningError::of_stone(&why, point))?;
        self.placer = self.black;
        self.steps.pop();
        Ok(())
    }

    /// Chooses a colour.
    fn choose(&mut self, swaps: bool, demand: Demand) {
        if swaps {
            self.black = !self.black;
        }
        let step = self.steps.pop();
        if let Some(OpeningStage::Fifth { fifths, ten_after_swap, .. }) = step
            && let Demand::Fifth { within, .. } = demand
        {
            if ten_after_swap {
                self.steps.push(OpeningStage::Fifth { fifths, swap: false, ten_after_swap });
            } else {
                self.steps = SmallVec::from_slice(&[OpeningStage::Swap, OpeningStage::Stone(Placer::Holder, within)]);
            }
        }
    }

    fn pass(&mut self) -> Result<(), OpeningError> {
        if let Some(outcome) = self.game.result() {
            return Err(OpeningError::Over(outcome));
        }
        if self.stones() < STONES_BEFORE_PASS {
            return Err(OpeningError::NoPass);
        }
        self.game.set_to_move(!self.game.to_move());
        self.passes += 1;
        Ok(())
    }

    fn check_empty(&self, point: Point) -> Result<(), OpeningError> {
        if !self.game.size().contains(point) {
            return Err(OpeningError::OffBoard);
        }
        if self.game.cell(point).color().is_some() { Err(OpeningError::Occupied(point)) } else { Ok(()) }
    }

    /// Whether a stone leads to the opening that was designated, if one was.
    fn check_designated(&self, point: Point) -> Result<(), OpeningError> {
        let (OpeningRule::Designated(wanted), Some(points)) = (self.rule, self.designated_points()) else {
            return Ok(());
        };
        if points.contains(&point) {
            return Ok(());
        }
        let stones: Vec<Point> = self.game.moves().iter().map(|played| played.point).chain([point]).collect();
        let three = <[Point; 3]>::try_from(stones).ok();
        let found = three.and_then(|three| Pattern::identify(three, self.game.size()));
        Err(found.map_or(OpeningError::OtherBeginning(wanted), |found| OpeningError::OtherPattern { wanted, found }))
    }
}

/// Where a single fifth stands under Taraguchi.
const FIFTH: Region = Region::Box(BOXES[3]);

/// Whether an action is of the kind that is due.
fn answers(action: &Action, demand: Demand) -> bool {
    match demand {
        Demand::Stone { .. } => matches!(action, Action::Stone(_)),
        Demand::SwapOrKeep { .. } => matches!(action, Action::Swap | Action::Keep),
        Demand::SwapOrTwo { .. } => matches!(action, Action::Swap | Action::Keep | Action::Two(_)),
        Demand::Number { .. } => matches!(action, Action::Number(_)),
        Demand::Offer { .. } => matches!(action, Action::Offer(_)),
        Demand::Pick { .. } => matches!(action, Action::Pick(_)),
        Demand::Fifth { swap, .. } => {
            matches!(action, Action::Stone(_) | Action::Offer(_)) || (swap && *action == Action::Swap)
        }
        Demand::Ordinary { .. } => matches!(action, Action::Stone(_) | Action::Pass),
    }
}
