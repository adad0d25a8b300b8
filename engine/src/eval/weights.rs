//! The numbers behind the evaluation: the file they are kept in, and their tables by the shapes of a point.
//!
//! Points whose four lines make the same shapes in another order are worth the same, so weights are kept by
//! [`combination`] and spread over all orders when a rule is first used. The files are embedded; `pbrain-tengen train`
//! writes them.
//!
//! A file is, all numbers little-endian: the eight bytes `TENGENW3`; the rule, by its place in [`RuleKind::ALL`] and not by its
//! number in the protocol (0 freestyle, 1 standard, 2 renju, 3 caro-overline, 4 caro); the number of sides, 1 when both sides
//! have the same weights and 2 when not; the checksum of all other bytes ([`fnv1a`]) in eight bytes; for each side and
//! combination the four numbers of a [`PatternValue`]; for each side the values of all [`ThreatMask`]; for each side the numbers
//! of its [`Network`]. Numbers of weights take two bytes each. In files that begin with `TENGENW2`, which are read too, the
//! checksum leaves out what stands before it.

use std::fmt::Debug;
use std::sync::{Arc, LazyLock, OnceLock};

use crate::checksum::fnv1a;
use crate::color::{ByColor, Color};
use crate::eval::network::{MOST_IN_ROW, Network, Networks};
use crate::eval::threat_mask::ThreatMask;
use crate::rule::RuleKind;
use crate::shape::{Shape, Shapes, ShapesPair};

/// Points are added up in this part of the unit of a [`crate::score::Score`].
pub const POINT_SCALE: i32 = 8;

/// Number of combinations: four shapes in no order.
pub const COMBINATIONS: usize = {
    let n = Shape::COUNT;
    n * (n + 1) * (n + 2) * (n + 3) / 24
};

/// The number of the combination of shapes, the order of which does not matter; 0 when all are dead.
#[inline]
pub fn combination(shapes: Shapes) -> usize {
    static NUMBERS: LazyLock<Box<[u16]>> = LazyLock::new(|| {
        let sorted = |shapes: usize| {
            let mut all = [0, 4, 8, 12].map(|shift| shapes >> shift & 15);
            all.sort_unstable();
            all
        };
        let mut numbers = vec![0; Shapes::COUNT];
        let mut next = 0;
        let mut of_sorted = std::collections::BTreeMap::new();
        for (shapes, number) in numbers.iter_mut().enumerate() {
            let all = sorted(shapes);
            // The sixteenth number is no shape, so nothing is ever looked up with it.
            if all[3] < Shape::COUNT {
                *number = *of_sorted.entry(all).or_insert_with(|| {
                    next += 1;
                    next - 1
                });
            }
        }
        assert_eq!(usize::from(next), COMBINATIONS);
        numbers.into()
    });
    usize::from(NUMBERS[usize::from(shapes.0)])
}

/// Pattern value: what a point is worth for the shapes that one side would make there.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PatternValue {
    /// To a side that is to move, in parts of [`POINT_SCALE`].
    pub to_move: i16,
    /// To a side that waits, in parts of [`POINT_SCALE`].
    pub waiting: i16,
    /// How promising a move there is for what it makes.
    pub attack: i16,
    /// How promising a move of the other side there is for what it prevents.
    pub defence: i16,
}

/// The weights of one side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Side {
    /// By [`combination`].
    pub points: Vec<PatternValue>,
    /// By [`ThreatMask`].
    pub threats: Vec<i16>,
    /// What corrects the sum of all that.
    pub network: Network,
}

/// The weights of one rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Weights {
    /// The rule they were made for.
    pub rule: RuleKind,
    /// Those of Black and of White, or one for both.
    pub sides: Vec<Side>,
}

/// Why bytes are not a file of weights. Bytes are counted from 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WeightsError {
    /// The first bytes are others.
    #[error("byte 0: not a file of weights of this version, which begin with TENGENW3")]
    Header,
    /// No rule has this number in such files.
    #[error("byte {RULE_AT}: no rule has the number {0}: 0 freestyle, 1 standard, 2 renju, 3 caro-overline, 4 caro")]
    NoRule(u8),
    /// The weights are those of another rule than was wanted.
    #[error("byte {RULE_AT}: weights of {found} where those of {wanted} belong")]
    Rule {
        /// The rule of the file.
        found: RuleKind,
        /// The rule that was asked for.
        wanted: RuleKind,
    },
    /// The number of sides is not that of the rule.
    #[error("byte {SIDES_AT}: weights of {found} sides where there should be {expected}")]
    Sides {
        /// Sides in the file.
        found: u8,
        /// Sides that the rule has.
        expected: u8,
    },
    /// The file is too short or too long.
    #[error("the file ends at byte {found} and should at byte {expected}")]
    Length {
        /// Bytes in the file.
        found: usize,
        /// Bytes that its header asks for.
        expected: usize,
    },
    /// The weights are not those that were written.
    #[error("byte {CHECKSUM_AT}: the checksum does not fit, the file is damaged")]
    Checksum,
    /// A number of a network is larger than can be added up.
    #[error("byte {0}: a number that is too large for a row of the network")]
    RowNumber(usize),
}

const HEADER: [u8; 8] = *b"TENGENW3";
/// How files begin whose checksum is that of the weights alone.
const FORMER_HEADER: [u8; 8] = *b"TENGENW2";
/// Where the rule stands in a file.
const RULE_AT: usize = HEADER.len();
/// Where the number of sides stands.
const SIDES_AT: usize = RULE_AT + 1;
/// Where the checksum begins.
const CHECKSUM_AT: usize = SIDES_AT + 1;
/// Bytes before the weights.
const HEAD: usize = CHECKSUM_AT + 8;

/// The checksum of a file, of what stands before and behind it.
fn checksum(before: &[u8], body: &[u8]) -> [u8; 8] {
    let covered = if before.starts_with(&FORMER_HEADER) { &[] } else { before };
    fnv1a(covered.iter().chain(body).copied()).to_le_bytes()
}

impl Weights {
    /// The number of sides that have weights of their own.
    pub const fn sides_of(rule: RuleKind) -> usize {
        if rule.forbids(Color::Black) { 2 } else { 1 }
    }

    /// Weights of nothing but zeros.
    pub fn zero(rule: RuleKind) -> Weights {
        let side = Side {
            points: vec![PatternValue::default(); COMBINATIONS],
            threats: vec![0; ThreatMask::COUNT],
            network: Network::zero(),
        };
        Weights { rule, sides: vec![side; Weights::sides_of(rule)] }
    }

    /// The weights of one colour.
    pub fn side(&self, color: Color) -> &Side {
        &self.sides[Weights::number_of_side(color, self.sides.len())]
    }

    /// Which of so many sides with weights of their own a colour is: the one for both, or its own.
    pub const fn number_of_side(color: Color, sides: usize) -> usize {
        color as usize % sides
    }

    /// The weights that are built in.
    pub fn embedded(rule: RuleKind) -> Weights {
        let bytes: &[u8] = match rule {
            RuleKind::Freestyle => include_bytes!("weights/freestyle.weights"),
            RuleKind::Standard => include_bytes!("weights/standard.weights"),
            RuleKind::Renju => include_bytes!("weights/renju.weights"),
            RuleKind::CaroOverline => include_bytes!("weights/caro-overline.weights"),
            RuleKind::Caro => include_bytes!("weights/caro.weights"),
        };
        Weights::from_bytes(rule, bytes).expect("a test reads every embedded file")
    }

    /// The file of these weights.
    pub fn to_bytes(&self) -> Vec<u8> {
        self.file(HEADER)
    }

    /// The file of these weights in the former format, by whose CRC-32 records of games and labels name weights.
    pub fn to_former_bytes(&self) -> Vec<u8> {
        self.file(FORMER_HEADER)
    }

    fn file(&self, header: [u8; 8]) -> Vec<u8> {
        let mut body = Vec::new();
        for side in &self.sides {
            for &PatternValue { to_move, waiting, attack, defence } in &side.points {
                for value in [to_move, waiting, attack, defence] {
                    body.extend(value.to_le_bytes());
                }
            }
        }
        for side in &self.sides {
            side.threats.iter().for_each(|value| body.extend(value.to_le_bytes()));
        }
        for side in &self.sides {
            side.network.numbers().for_each(|value| body.extend(value.to_le_bytes()));
        }
        let mut bytes = header.to_vec();
        bytes.extend([self.rule as u8, self.sides.len() as u8]);
        bytes.extend(checksum(&bytes, &body));
        bytes.extend(body);
        bytes
    }

    /// The weights in a file, which must be those of the rule.
    ///
    /// # Errors
    /// What is wrong with the file, and at which byte.
    pub fn from_bytes(rule: RuleKind, bytes: &[u8]) -> Result<Weights, WeightsError> {
        let weights = Weights::from_any_bytes(bytes)?;
        if weights.rule != rule {
            return Err(WeightsError::Rule { found: weights.rule, wanted: rule });
        }
        Ok(weights)
    }

    /// The weights in a file, for whichever rule they were made.
    ///
    /// # Errors
    /// What is wrong with the file, and at which byte.
    pub fn from_any_bytes(bytes: &[u8]) -> Result<Weights, WeightsError> {
        if ![HEADER, FORMER_HEADER].iter().any(|header| bytes.starts_with(header)) {
            return Err(WeightsError::Header);
        }
        let Some((head, body)) = bytes.split_at_checked(HEAD) else {
            return Err(WeightsError::Length { found: bytes.len(), expected: HEAD });
        };
        let number = head[RULE_AT];
        let rule = RuleKind::ALL.into_iter().find(|&rule| rule as u8 == number);
        let rule = rule.ok_or(WeightsError::NoRule(number))?;
        let sides = Weights::sides_of(rule);
        if usize::from(head[SIDES_AT]) != sides {
            return Err(WeightsError::Sides { found: head[SIDES_AT], expected: sides as u8 });
        }
        let expected = HEAD + sides * 2 * (4 * COMBINATIONS + ThreatMask::COUNT + Network::LEN);
        if bytes.len() != expected {
            return Err(WeightsError::Length { found: bytes.len(), expected });
        }
        if head[CHECKSUM_AT..] != checksum(&head[..CHECKSUM_AT], body) {
            return Err(WeightsError::Checksum);
        }
        let mut values = body.chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]]));
        let mut next = || values.next().expect("the length was checked");
        let mut weights = Weights::zero(rule);
        for side in &mut weights.sides {
            for value in &mut side.points {
                *value = PatternValue { to_move: next(), waiting: next(), attack: next(), defence: next() };
            }
        }
        for side in &mut weights.sides {
            side.threats.iter_mut().for_each(|value| *value = next());
        }
        for side in &mut weights.sides {
            side.network.numbers_mut().for_each(|value| *value = next());
        }
        weights.check_rows().map(|()| weights)
    }
}

impl Weights {
    /// Whether the numbers of a point can be added up: four rows for each.
    fn check_rows(&self) -> Result<(), WeightsError> {
        let network_at = HEAD + self.sides.len() * 2 * (4 * COMBINATIONS + ThreatMask::COUNT);
        for (side, Side { network, .. }) in self.sides.iter().enumerate() {
            let rows = network.rows.as_flattened().as_flattened();
            if let Some(wrong) = rows.iter().position(|number| number.unsigned_abs() > MOST_IN_ROW.unsigned_abs()) {
                return Err(WeightsError::RowNumber(network_at + 2 * (side * Network::LEN + wrong)));
            }
        }
        Ok(())
    }
}

/// What there is for all that four lines can make, for each colour: one and the same table where both sides have the same
/// weights, for a copy would take the room of something else in the caches of the processor.
type ByShapes<T> = ByColor<Arc<[T; Shapes::COUNT]>>;

/// Evaluation table: the weights of one rule, spread over everything that they are looked up by.
pub struct EvalTable {
    /// To a side that is to move, and to one that waits.
    pattern_values: ByShapes<[i16; 2]>,
    /// For what a move makes.
    attacks: ByShapes<i16>,
    /// For what a move prevents.
    defences: ByShapes<i16>,
    threats: ByColor<Box<[i16; ThreatMask::COUNT]>>,
    networks: Networks,
}

/// The tables of this process, by rule.
static TABLES: [OnceLock<EvalTable>; RuleKind::ALL.len()] = [const { OnceLock::new() }; RuleKind::ALL.len()];

/// The weights of a rule cannot be replaced: positions have been judged by others already.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("positions of {0} have been judged by other weights already")]
pub struct InUse(pub RuleKind);

impl EvalTable {
    /// The table by which positions of a rule are judged. The first call for a rule makes it, of the embedded weights.
    pub fn of(rule: RuleKind) -> &'static EvalTable {
        TABLES[rule as usize].get_or_init(|| EvalTable::new(&Weights::embedded(rule)))
    }

    /// Makes these weights those of their rule, for all of this process, in place of the embedded ones.
    ///
    /// # Errors
    /// [`InUse`] once the table of the rule has been made.
    pub fn replace(weights: &Weights) -> Result<(), InUse> {
        TABLES[weights.rule as usize].set(EvalTable::new(weights)).map_err(|_| InUse(weights.rule))
    }

    /// Pattern value of a point to `color` for the shapes it could make there: [to move](PatternValue::to_move) and
    /// [waiting](PatternValue::waiting).
    #[inline]
    pub fn pattern_value(&self, color: Color, shapes: Shapes) -> [i16; 2] {
        self.pattern_values[color][usize::from(shapes.0)]
    }

    /// Policy scores of the moves of `color`: for the shapes that it could make, as an [attack](PatternValue::attack), and
    /// for those that the other side could make, as a [defence](PatternValue::defence).
    #[inline]
    pub fn policy_scores(&self, color: Color) -> PolicyScores<'_> {
        PolicyScores { color, attack: &self.attacks[color], defence: &self.defences[!color] }
    }

    /// What the threats on the board are worth to `color`, who is to move.
    #[inline]
    pub fn threats(&self, color: Color, threats: ThreatMask) -> i32 {
        i32::from(self.threats[color][threats.index()])
    }

    /// The networks of both sides.
    #[inline]
    pub(super) fn networks(&self) -> &Networks {
        &self.networks
    }

    /// The table of these weights.
    pub fn new(weights: &Weights) -> EvalTable {
        let pattern_values = by_shapes(weights, |value| [value.to_move, value.waiting]);
        let attacks = by_shapes(weights, |value| value.attack);
        let defences = by_shapes(weights, |value| value.defence);
        let threats = ByColor::from_fn(|color| {
            let threats: Box<[i16]> = weights.side(color).threats.as_slice().into();
            threats.try_into().expect("one for each combination")
        });
        let networks = Networks::new(ByColor::from_fn(|color| &weights.side(color).network));
        EvalTable { pattern_values, attacks, defences, threats, networks }
    }
}

/// Spreads what the weights of a point are asked for over everything that they are looked up by.
fn by_shapes<T: Debug>(weights: &Weights, of_point: fn(&PatternValue) -> T) -> ByShapes<T> {
    let table = |side: &Side| {
        let of_shapes = |shapes: usize| of_point(&side.points[combination(Shapes(shapes as u16))]);
        let all: Arc<[T]> = (0..Shapes::COUNT).map(of_shapes).collect();
        all.try_into().expect("one for each combination")
    };
    let sides: Vec<_> = weights.sides.iter().map(table).collect();
    ByShapes::from_fn(|color| Arc::clone(&sides[Weights::number_of_side(color, sides.len())]))
}

/// Policy scores of the moves of one side.
pub struct PolicyScores<'a> {
    color: Color,
    attack: &'a [i16; Shapes::COUNT],
    defence: &'a [i16; Shapes::COUNT],
}

impl PolicyScores<'_> {
    /// That of a move on a point with these shapes.
    #[inline]
    pub fn of(&self, shapes: ShapesPair) -> i32 {
        let of = |scores: &[i16; Shapes::COUNT], shapes: Shapes| i32::from(scores[usize::from(shapes.0)]);
        of(self.attack, shapes.of(self.color)) + of(self.defence, shapes.of(!self.color))
    }
}

#[cfg(test)]
mod tests;
