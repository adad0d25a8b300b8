//! The ways to count: the basic one and the old shortcuts, each carried out on a board of its own, stone by stone.
//!
//! Who may have a stone on a point was settled before any stone is moved: a stone that is taken off leaves a road, one that
//! is given to the other side stands where it stood.

use super::error::Warning;
use super::goban::{Goban, neighbours};
use super::group::Part;
use super::position::Variant;
use super::quarters::Quarters;
use super::{Count, difference};
use tengen_engine::color::{ByColor, Color};
use tengen_engine::point::Point;

/// A way to count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MethodKind {
    /// Stones and roads are counted as they are.
    Basic,
    /// The area of one side is counted, the other has the rest, and the eyes of each are taken away.
    AreaLessEyes,
    /// Stones are compared when both sides have equally many roads.
    EqualRoads,
    /// Roads are compared when both sides have equally many stones.
    EqualStones,
    /// Prisoners, dead and pass stones are put back first; then roads are compared with equally many stones.
    Refilled(Variant),
    /// Imagined stones on all eyes are shared out evenly, and stones are returned for the heads of groups.
    EqualVirtual,
    /// Compound stones are compared with the number that each side needs.
    ReferenceNumbers,
}

impl MethodKind {
    /// The name of the method, as it is written on command lines and in records.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            MethodKind::Basic => "basic",
            MethodKind::AreaLessEyes => "area-less-eyes",
            MethodKind::EqualRoads => "equal-roads",
            MethodKind::EqualStones => "equal-stones",
            MethodKind::Refilled(Variant::Law) => "refilled-law",
            MethodKind::Refilled(Variant::Art) => "refilled-art",
            MethodKind::EqualVirtual => "equal-virtual",
            MethodKind::ReferenceNumbers => "reference-numbers",
        }
    }
}

/// A step of a method that changes the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Exchange {
    /// A side puts stones on roads of its own.
    Fill(Color, Vec<Point>),
    /// A side takes stones off; each leaves a road.
    Lift(Color, Vec<Point>),
    /// Stones of a side are replaced by stones of the other.
    Give(Color, Vec<Point>),
    /// A side gives part of a stone, which is agreed and not laid.
    Agree(Color, Quarters),
}

/// A way to count that was carried out.
#[derive(Clone, Debug)]
pub struct Method {
    /// Which one.
    pub kind: MethodKind,
    /// What is compared, before any payment but the one for more moves, which the art form of refilling makes by itself.
    pub numbers: ByColor<Quarters>,
    /// The same after all payments. In every method Black has as much more than White as in every other.
    pub result: ByColor<Quarters>,
    /// What both sides have equally many of.
    pub equal: Option<Quarters>,
    /// What was moved, in this order.
    pub exchanges: Vec<Exchange>,
    /// The board afterwards.
    pub goban: Goban,
    /// Stones left in each bowl, when equally many stones of full bowls are on the board.
    pub bowls: Option<i32>,
    /// The side that took stones off because more stones of the other found no road, and how many.
    pub outside: Option<(Color, usize)>,
}

impl Method {
    /// Whether the method found what the basic count found.
    pub(super) fn check(&self, count: &Count) -> Result<(), String> {
        let expected = difference(count.living()) - self.paid_already(count);
        let found = match self.kind {
            MethodKind::ReferenceNumbers => difference(self.numbers) + count.payment(),
            _ => difference(self.numbers),
        };
        if found != expected {
            return Err(format!("{found} instead of {expected}"));
        }
        let is_other_form = matches!(self.kind, MethodKind::Refilled(form) if form != count.terms.variant);
        if difference(self.result) != count.margin() && !is_other_form {
            return Err(format!("{} instead of {} after payments", difference(self.result), count.margin()));
        }
        let (living, neutral) = (count.living(), count.half_of_neutral());
        for color in Color::ALL {
            let all = match (self.kind, self.equal) {
                (MethodKind::EqualRoads | MethodKind::EqualStones, Some(equal)) => {
                    self.numbers[color] + equal + neutral
                }
                (MethodKind::EqualVirtual, Some(equal)) => self.numbers[color] - equal,
                _ => living[color],
            };
            if all != living[color] {
                return Err(format!("{all} living stones of {color} instead of {}", living[color]));
            }
        }
        Ok(())
    }

    /// What Black has paid for more moves on the board.
    fn paid_already(&self, count: &Count) -> Quarters {
        match self.kind {
            MethodKind::Refilled(Variant::Art) => Quarters::stones(count.more_moves().unwrap_or_default()),
            _ => Quarters::ZERO,
        }
    }
}

/// Carries out every method that can be.
pub(super) fn apply_all(count: &mut Count) {
    let mut methods = vec![basic(count), area_less_eyes(count), equal_roads(count), equal_stones(count)];
    let mut warnings: Vec<Warning> = count.history.is_none().then_some(Warning::NoHistory).into_iter().collect();
    for form in [Variant::Law, Variant::Art] {
        match refilled(count, form) {
            None => {}
            Some(Ok(method)) if form == count.terms.variant => methods.push(method),
            Some(Ok(method)) => count.other_form = Some(method),
            Some(Err(warning)) => warnings.push(warning),
        }
    }
    let compounds = equal_virtual(count);
    let reference = count.reference();
    let excess = ByColor::from_fn(|color| compounds.numbers[color] - reference[color]);
    methods.push(compounds.clone());
    methods.push(Method {
        kind: MethodKind::ReferenceNumbers,
        numbers: excess,
        result: excess,
        equal: None,
        ..compounds
    });
    count.methods = methods;
    count.warnings.extend(warnings);
}

/// A board on which stones are exchanged.
struct Table<'a> {
    count: &'a Count,
    goban: Goban,
    exchanges: Vec<Exchange>,
    /// Stones that were agreed to be Black's more than lie on the board, and White's less.
    agreed: Quarters,
}

impl<'a> Table<'a> {
    fn new(count: &'a Count) -> Table<'a> {
        Table { count, goban: count.goban().clone(), exchanges: Vec::new(), agreed: Quarters::ZERO }
    }

    fn holder(&self, point: Point) -> Option<Color> {
        self.count.part(point).holder()
    }

    /// Points from the lower left, row after row.
    fn points(&self, belongs: impl Fn(Point) -> bool) -> Vec<Point> {
        let size = self.count.size();
        let rows = (0..size.height()).rev().flat_map(|y| (0..size.width()).map(move |x| Point::new(x, y)));
        rows.filter(|&point| belongs(point)).collect()
    }

    /// The empty points that a side could put stones on.
    fn roads(&self, color: Color) -> Vec<Point> {
        self.points(|point| self.goban.stone(point).is_none() && self.holder(point) == Some(color))
    }

    /// The stones of a side that stand on points of its own, those first that hold no border and no eye.
    fn removable(&self, color: Color) -> Vec<Point> {
        let points = self.points(|point| self.goban.stone(point) == Some(color) && self.holder(point) == Some(color));
        let bears = |next| self.goban.stone(next) == Some(!color) || self.count.part(next).holder().is_none();
        let is_free = |&point: &Point| !neighbours(self.count.size(), point).any(bears);
        let (mut first, others): (Vec<Point>, Vec<Point>) = points.into_iter().partition(is_free);
        first.extend(others);
        first
    }

    /// The stones of a side in the order in which they are given: those at the border first, from the lower right.
    fn giveable(&self, color: Color) -> Vec<Point> {
        let size = self.count.size();
        let is_given = |point| self.goban.stone(point) == Some(color);
        let is_at_border = |point| neighbours(size, point).any(|next| self.goban.stone(next) == Some(!color));
        let mut points: Vec<Point> = size.points().filter(|&point| is_given(point) && is_at_border(point)).collect();
        points.reverse();
        // The others from the lower left.
        points.extend(self.points(|point| is_given(point) && !is_at_border(point)));
        points
    }

    fn fill(&mut self, color: Color, number: usize) {
        let points = first(self.roads(color), number);
        points.iter().for_each(|&point| self.goban.set(point, Some(color)));
        self.note(Exchange::Fill(color, points));
    }

    fn lift(&mut self, color: Color, number: usize) -> usize {
        let points = first(self.removable(color), number);
        points.iter().for_each(|&point| self.goban.set(point, None));
        let lifted = points.len();
        self.note(Exchange::Lift(color, points));
        lifted
    }

    /// A side gives so many stones; the part that is no whole stone is agreed.
    fn give(&mut self, color: Color, number: Quarters) {
        let (whole, part) = number.split();
        let points = first(self.giveable(color), whole as usize);
        points.iter().for_each(|&point| self.goban.set(point, Some(!color)));
        self.note(Exchange::Give(color, points));
        self.agreed += if color == Color::Black { -part } else { part };
        if part != Quarters::ZERO {
            self.note(Exchange::Agree(color, part));
        }
    }

    fn note(&mut self, exchange: Exchange) {
        let (Exchange::Fill(_, points) | Exchange::Lift(_, points) | Exchange::Give(_, points)) = &exchange else {
            return self.exchanges.push(exchange);
        };
        if !points.is_empty() {
            self.exchanges.push(exchange);
        }
    }

    /// The stones of each side on the board, with what was agreed.
    fn stones(&self) -> ByColor<Quarters> {
        let laid = ByColor::from_fn(|color| Quarters::len(self.goban.count(color)));
        ByColor([laid[Color::Black] + self.agreed, laid[Color::White] - self.agreed])
    }

    fn road_numbers(&self) -> ByColor<Quarters> {
        ByColor::from_fn(|color| Quarters::len(self.roads(color).len()))
    }

    /// The end of a method that pays what the terms say and was not paid already.
    fn method(self, kind: MethodKind, numbers: ByColor<Quarters>, equal: Option<Quarters>) -> Method {
        let moves = match kind {
            MethodKind::Refilled(Variant::Art) => Quarters::ZERO,
            _ => self.count.moves_payment(),
        };
        let payment = self.count.compensation() + self.count.handicap_payment() + moves;
        Method {
            kind,
            numbers,
            result: Count::paid(numbers, payment),
            equal,
            exchanges: self.exchanges,
            goban: self.goban,
            bowls: None,
            outside: None,
        }
    }
}

fn first(mut points: Vec<Point>, number: usize) -> Vec<Point> {
    points.truncate(number);
    points
}

fn basic(count: &Count) -> Method {
    Table::new(count).method(MethodKind::Basic, count.living(), None)
}

/// The second way of the document: one side's area is counted on the board, the other has what is left.
fn area_less_eyes(count: &Count) -> Method {
    let part = |part| count.number(part);
    let black = Color::Black;
    let area = part(Part::Stone(black)) + part(Part::Road(black)) + part(Part::Eye(black));
    let area = area + count.half_of_shared() + count.half_of_neutral();
    let rest: Quarters = count.area().0.into_iter().sum::<Quarters>() - area;
    let eyes = count.eyes();
    let numbers = ByColor([area - eyes[Color::Black], rest - eyes[Color::White]]);
    Table::new(count).method(MethodKind::AreaLessEyes, numbers, None)
}

fn equal_roads(count: &Count) -> Method {
    let mut table = Table::new(count);
    let roads = ByColor::from_fn(|color| table.roads(color).len());
    let fewest = roads.0.into_iter().min().unwrap_or_default();
    Color::ALL.into_iter().for_each(|color| table.fill(color, roads[color] - fewest));
    let numbers = table.stones();
    table.method(MethodKind::EqualRoads, numbers, Some(Quarters::len(fewest)))
}

/// Both sides bring their stones to the greater of both numbers, or to what the side with fewer living stones has of them.
///
/// Never are that more stones than half of the board, which a bowl holds: one of both sides has no more living stones.
fn equal_stones(count: &Count) -> Method {
    let mut table = Table::new(count);
    let stones = ByColor::from_fn(|color| table.goban.count(color));
    let reach = ByColor::from_fn(|color| stones[color] + table.roads(color).len());
    let most = stones.0.into_iter().max().unwrap_or_default();
    let target = reach.0.into_iter().fold(most, usize::min);
    for color in Color::ALL {
        table.fill(color, target.saturating_sub(stones[color]));
        table.lift(color, stones[color].saturating_sub(target));
    }
    let bowl = count.size().area().div_ceil(2) as i32;
    let numbers = table.road_numbers();
    let mut method = table.method(MethodKind::EqualStones, numbers, Some(Quarters::len(target)));
    method.bowls = Some(bowl - target as i32);
    method
}

/// Prisoners, dead and pass stones are put back on roads. When stones of one side find no road, the other takes as many off.
/// Then the side with more stones takes the difference off (law), or gives half a stone for each move that it made more (art).
fn refilled(count: &Count, form: Variant) -> Option<Result<Method, Warning>> {
    let history = count.history?;
    let mut table = Table::new(count);
    let outside = ByColor::from_fn(|color| {
        let back = count.dead()[color].len() + (history.captured[color] + history.pass_stones[color]) as usize;
        let roads = table.roads(color).len();
        table.fill(color, back);
        back.saturating_sub(roads)
    });
    let [black, white] = outside.0;
    let fewer = if black < white { Color::Black } else { Color::White };
    let lifted = table.lift(fewer, black.abs_diff(white));
    if form == Variant::Art {
        let more = count.more_moves().unwrap_or_default();
        let color = if more > 0 { Color::Black } else { Color::White };
        let gift = Quarters::halves(more.abs());
        let (needed, _) = gift.split();
        let present = table.goban.count(color);
        if present < needed as usize {
            return Some(Err(Warning::TooFewStones { form: form.name(), color, needed, present }));
        }
        table.give(color, gift);
    }
    let excess = difference(table.stones());
    let color = if excess > Quarters::ZERO { Color::Black } else { Color::White };
    let (needed, _) = excess.abs().split();
    let present = table.removable(color).len();
    if present < needed as usize {
        return Some(Err(Warning::TooFewStones { form: form.name(), color, needed, present }));
    }
    table.lift(color, needed as usize);
    let numbers = table.road_numbers();
    let equal = table.stones()[Color::Black];
    let mut method = table.method(MethodKind::Refilled(form), numbers, Some(equal));
    method.outside = (lifted > 0).then_some((fewer, lifted));
    Some(Ok(method))
}

/// The side with more eyes returns stones for half of the difference; then one side is counted with all its space.
fn equal_virtual(count: &Count) -> Method {
    let mut table = Table::new(count);
    let returned = Count::half(difference(count.eyes()));
    let giver = if returned > Quarters::ZERO { Color::Black } else { Color::White };
    table.give(giver, returned.abs());
    let (stones, roads) = (table.stones(), table.road_numbers());
    let halves = count.half_of_shared() + count.half_of_neutral();
    let numbers = ByColor::from_fn(|color| stones[color] + roads[color] + count.own_eyes()[color] + halves);
    let eyes: Quarters = count.eyes().0.into_iter().sum();
    table.method(MethodKind::EqualVirtual, numbers, Some(Count::half(eyes)))
}
