//! What is known of one position: its label, value, comment and texts on the board.

use std::cmp::Reverse;
use std::ops::{Not, RangeInclusive};

use super::PositionLabel;
use crate::game::GameResult;
use crate::point::{BoardSize, Point};
use crate::position_key::PositionKey;
use crate::record::texts::add_text;
use crate::score::Score;
use crate::symmetry::Symmetry;

/// From here on a value is a win, as Yixin and Rapfi count: 30000 less the plies up to and with the five. This one itself is a
/// win in nobody knows how many plies.
const LEAST_MATE: i16 = 29_500;
const MATE: i16 = 30_000;
/// The deepest search that can be kept: 14 bits with a sign, in plies.
const MOST_DEPTH: i16 = 8_191;

/// Which side of the truth a value is on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum ValueBound {
    /// There is no value.
    #[default]
    None,
    /// The truth is at most this.
    Upper,
    /// The truth is at least this.
    Lower,
    /// This is it.
    Exact,
}

impl ValueBound {
    /// Every bound, by the numbers that databases have for them.
    const ALL: [ValueBound; 4] = [ValueBound::None, ValueBound::Upper, ValueBound::Lower, ValueBound::Exact];

    /// The number that databases have for it.
    #[must_use]
    pub fn number(self) -> u8 {
        self as u8
    }

    /// The bound of this number.
    #[must_use]
    pub fn from_number(number: u8) -> Option<ValueBound> {
        ValueBound::ALL.get(usize::from(number)).copied()
    }
}

/// How the game ends for the side to move, whoever sees to it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SideOutcome {
    /// The side to move wins.
    Win,
    /// It loses.
    Loss,
}

impl Not for SideOutcome {
    type Output = SideOutcome;

    /// The same for the other side.
    fn not(self) -> SideOutcome {
        match self {
            SideOutcome::Win => SideOutcome::Loss,
            SideOutcome::Loss => SideOutcome::Win,
        }
    }
}

/// What is known of one position. Points are those of its canonical view.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PositionEntry {
    /// A judgement by a letter, for the player who made the last move.
    pub label: PositionLabel,
    /// What the position is worth to the side to move; see [`PositionEntry::mate`] for wins.
    pub value: i16,
    /// How deep was searched for that, in plies.
    pub depth: i16,
    /// Which side of the truth the value is on.
    pub bound: ValueBound,
    /// What somebody wrote about the position, lines ending with `\n`.
    pub comment: String,
    /// Texts on points of the board, by column and row, each point once.
    pub board_texts: Vec<(Point, String)>,
    /// The move that somebody or a search holds best. Files of other programs have no place for it.
    pub best: Option<Point>,
    /// How many records have come to this position.
    pub count: u32,
}

/// A value that is no proof, for it is smaller than any mate.
pub(crate) fn judgement(value: i32) -> i16 {
    value.clamp(1 - i32::from(LEAST_MATE), i32::from(LEAST_MATE) - 1) as i16
}

/// How the game ends by a score that is a proof, and in how many plies.
fn proved(score: Score) -> Option<(SideOutcome, usize)> {
    let outcome = if score.is_win() { SideOutcome::Win } else { SideOutcome::Loss };
    Some((outcome, score.plies_to_end()?))
}

impl PositionEntry {
    /// The largest value that somebody may set by hand, and less than zero the smallest: a mate in one ply. Beyond it there is
    /// nothing to be played.
    pub const MOST_VALUE: i16 = MATE - 1;

    /// The values that somebody may set by hand.
    #[must_use]
    pub fn settable_values() -> RangeInclusive<i64> {
        let most = i64::from(PositionEntry::MOST_VALUE);
        -most..=most
    }

    /// What a search found, in so many plies: a proof becomes a label and a mate, anything else a value.
    pub fn set_score(&mut self, score: Score, depth: u32) {
        self.set_depth(i16::try_from(depth).unwrap_or(MOST_DEPTH));
        self.bound = ValueBound::Exact;
        match proved(score) {
            Some((outcome, plies)) => self.set_mate(outcome, plies),
            // A judgement is smaller than any mate of ours, but not of others.
            None => self.value = judgement(score.value()),
        }
    }

    /// What a search in so many plies found of the move that leads to the position. Of a proof the depth tells nothing.
    pub fn set_score_after_move(&mut self, score: Score, depth: u32) {
        let score = score.after_move();
        match proved(score) {
            Some((outcome, plies)) => self.set_mate(outcome, plies),
            None => self.set_score(score, depth.saturating_sub(1)),
        }
    }

    /// A value that somebody sets by hand: it is what it says, whatever a search held of the one before. A depth alone is
    /// none.
    pub fn set_value(&mut self, value: i16) {
        self.value = value;
        self.bound = ValueBound::Exact;
    }

    /// The side to move wins or loses by force, the five falling so many plies from here.
    pub fn set_mate(&mut self, outcome: SideOutcome, plies: usize) {
        self.set_outcome(outcome, Some(plies));
    }

    /// The same, in as many plies as are known.
    pub(crate) fn set_outcome(&mut self, outcome: SideOutcome, plies: Option<usize>) {
        let plies = plies.and_then(|plies| i16::try_from(plies).ok()).unwrap_or(i16::MAX).min(MATE - LEAST_MATE);
        self.value = match outcome {
            SideOutcome::Win => MATE - plies,
            SideOutcome::Loss => plies - MATE,
        };
        self.label = PositionLabel::of(outcome);
        self.bound = ValueBound::Exact;
    }

    /// Changes what is known by what was found. The mark of a person stays; the value tells a win.
    pub(crate) fn keeping_mark(&mut self, change: impl FnOnce(&mut PositionEntry)) {
        let label = self.label;
        change(self);
        if label.letter().is_some() && !label.is_decided() {
            self.label = label;
        }
    }

    /// What is known of the position of a key: a row that wins says more than whoever has judged the position.
    #[must_use]
    pub fn with_result(mut self, key: &PositionKey) -> PositionEntry {
        let game = key.game();
        if let Some(GameResult::Five(winner)) = game.result() {
            let outcome = if winner == game.to_move() { SideOutcome::Win } else { SideOutcome::Loss };
            self.keeping_mark(|entry| entry.set_mate(outcome, 0));
        }
        self
    }

    /// How the game ends by force, and in how many plies, when the value says both.
    #[must_use]
    pub fn mate(&self) -> Option<(SideOutcome, usize)> {
        let plies = (MATE - self.value.saturating_abs()).max(0) as usize;
        self.outcome_of_value().filter(|_| self.value.saturating_abs() > LEAST_MATE).map(|outcome| (outcome, plies))
    }

    /// How the game ends by force, when the value says so. Without a bound it proves what the label says as well.
    fn outcome_of_value(&self) -> Option<SideOutcome> {
        self.claimed().filter(|&outcome| self.bound != ValueBound::None || self.label == PositionLabel::of(outcome))
    }

    /// How the game ends as the value has it: a lower bound can claim a win alone, and an upper one a loss alone.
    fn claimed(&self) -> Option<SideOutcome> {
        let outcome = if self.value > 0 { SideOutcome::Win } else { SideOutcome::Loss };
        let fits = match self.bound {
            ValueBound::Exact | ValueBound::None => true,
            ValueBound::Lower => outcome == SideOutcome::Win,
            ValueBound::Upper => outcome == SideOutcome::Loss,
        };
        Some(outcome).filter(|_| fits && self.value.saturating_abs() >= LEAST_MATE)
    }

    /// Whether label and value say different things of how the game ends.
    #[must_use]
    pub fn contradicts_itself(&self) -> bool {
        self.contradicts(self.label)
    }

    /// Whether the value says something else than a label of how the game ends.
    fn contradicts(&self, label: PositionLabel) -> bool {
        label.is_decided() && self.claimed().is_some_and(|outcome| label != PositionLabel::of(outcome))
    }

    /// Whether there is a value at all.
    #[must_use]
    pub fn has_value(&self) -> bool {
        self.bound != ValueBound::None || self.value != 0
    }

    /// The value, unless it is a bound as large as a win that proves none: that tells nothing.
    #[must_use]
    pub fn worth(&self) -> Option<i16> {
        let is_vague = self.value.saturating_abs() >= LEAST_MATE && self.outcome_of_value().is_none();
        (self.has_value() && !is_vague).then_some(self.value)
    }

    /// What the position is worth to the side to move, where a value or a label tells it. A win in nobody knows how many plies
    /// is worth less than any other.
    #[must_use]
    pub fn rating(&self) -> Option<i16> {
        match (self.mate(), self.outcome()) {
            (None, Some(SideOutcome::Win)) => Some(LEAST_MATE),
            (None, Some(SideOutcome::Loss)) => Some(-LEAST_MATE),
            (None, None) if self.label == PositionLabel::DRAW => Some(0),
            _ => self.worth(),
        }
    }

    /// Whether neither a search nor a person has judged the position: a bound that proves nothing is no judgement, and every
    /// letter is one.
    #[must_use]
    pub fn is_unanalysed(&self) -> bool {
        self.worth().is_none() && self.label.letter().is_none()
    }

    /// How deep was searched, as far as files have room for it.
    pub fn set_depth(&mut self, depth: i16) {
        self.depth = depth.clamp(-MOST_DEPTH - 1, MOST_DEPTH);
    }

    /// Depth and bound as databases write them.
    #[must_use]
    pub fn depth_bound(&self) -> i16 {
        self.depth.clamp(-MOST_DEPTH - 1, MOST_DEPTH) * 4 + i16::from(self.bound.number())
    }

    /// Depth and bound from that number.
    pub fn set_depth_bound(&mut self, number: i16) {
        self.depth = number >> 2;
        self.bound = ValueBound::ALL[usize::from(number as u16 & 3)];
    }

    /// The text on a point.
    #[must_use]
    pub fn board_text(&self, point: Point) -> Option<&str> {
        self.board_texts.iter().find(|(at, _)| *at == point).map(|(_, text)| text.as_str())
    }

    /// Puts a text on a point, or takes it away when it is empty.
    pub fn set_board_text(&mut self, point: Point, text: &str) {
        self.board_texts.retain(|(at, _)| *at != point);
        if !text.is_empty() {
            let key = |point: Point| (point.x(), point.y());
            let place = self.board_texts.partition_point(|(at, _)| key(*at) < key(point));
            self.board_texts.insert(place, (point, text.to_string()));
        }
    }

    /// The entry of the position as it is seen in another view.
    #[must_use]
    pub fn seen(mut self, view: Symmetry, size: BoardSize) -> PositionEntry {
        for (at, text) in std::mem::take(&mut self.board_texts) {
            self.set_board_text(view.point(at, size), &text);
        }
        self.best = self.best.map(|best| view.point(best, size));
        self
    }

    /// How the game ends, when the value or a label says so.
    #[must_use]
    pub fn outcome(&self) -> Option<SideOutcome> {
        self.outcome_of_value().or(match self.label {
            // Labels are those of the player of the last move.
            PositionLabel::LOSS => Some(SideOutcome::Win),
            PositionLabel::WIN => Some(SideOutcome::Loss),
            _ => None,
        })
    }

    /// What is written on the point of the last move: `W13` and `L8` for wins and losses of its player in so many plies, this
    /// move among them, else the letter of the label, if there is one.
    pub fn tag(&self) -> String {
        match (self.label, self.mate()) {
            (PositionLabel::WIN, Some((SideOutcome::Loss, plies))) => format!("W{}", plies + 1),
            (PositionLabel::LOSS, Some((SideOutcome::Win, plies))) => format!("L{}", plies + 1),
            (label, _) => label.letter().map(String::from).unwrap_or_default(),
        }
    }

    /// Whether it is known how the game ends: a label or the value says so.
    pub(crate) fn is_decided(&self) -> bool {
        self.label.is_decided() || self.outcome().is_some()
    }

    /// Whether its label and value stand where another says something else: what is decided beats what is not, then a value
    /// beats none and the deeper search the other.
    #[must_use]
    pub fn is_surer_than(&self, other: &PositionEntry) -> bool {
        let certainty = |entry: &PositionEntry| {
            let shorter = entry.mate().map(|(_, plies)| Reverse(plies));
            (entry.is_decided(), shorter, entry.worth().is_some(), entry.bound == ValueBound::Exact, entry.depth)
        };
        certainty(self) > certainty(other)
    }

    /// Takes in what another database knows of the position. What is surer takes the place of the other, and its best move
    /// with it, where it has one, and no label that says otherwise stays; of two comments that differ both are kept; other
    /// labels and texts stay what they were. Taking the same in again changes nothing but [`PositionEntry::count`], which grows
    /// by the other's.
    pub fn merge(&mut self, other: PositionEntry) {
        if other.is_surer_than(self) {
            (self.value, self.depth, self.bound) = (other.value, other.depth, other.bound);
            self.best = other.best.or(self.best);
            if other.label.is_decided() || self.contradicts_itself() {
                self.label = other.label;
            }
        }
        let has_no_label = self.label.letter().is_none() && other.label != PositionLabel::NULL;
        if has_no_label && !self.contradicts(other.label) {
            self.label = other.label;
        }
        add_text(&mut self.comment, &other.comment, "\n");
        for (point, text) in &other.board_texts {
            if self.board_text(*point).is_none() {
                self.set_board_text(*point, text);
            }
        }
        self.best = self.best.or(other.best);
        self.count = self.count.saturating_add(other.count);
    }
}

#[cfg(test)]
mod tests;
