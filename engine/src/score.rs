//! What a position is worth to the side to move, and the form in which that is kept in the transposition table.

use std::fmt;
use std::ops::Neg;
use std::str::FromStr;

use thiserror::Error;

use crate::color::Color;
use crate::rule::RuleKind;

/// The longest line a search may follow, in plies.
pub const MAX_PLY: usize = 256;

/// A judgement from the point of view of the side to move: about 100 is a clear advantage, and a forced win is
/// [`Score::win_in`] the plies up to and with the five.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(i16);

impl Score {
    /// Neither side is better.
    pub const DRAW: Score = Score(0);
    /// The upper end of the widest window of a search: above every score, and none itself.
    pub(crate) const INFINITE: Score = Score(32_000);
    const WIN: i16 = 30_000;
    const LEAST_WIN: i16 = Score::WIN - 2 * MAX_PLY as i16;
    /// The largest score that is a judgement and not a proof.
    pub const MAX_JUDGED: Score = Score(Score::LEAST_WIN - 1);

    /// A judgement; values that would read as a forced win or loss are brought down to the largest that do not.
    #[inline]
    #[must_use]
    pub const fn judged(value: i32) -> Score {
        let limit = Score::MAX_JUDGED.0 as i32;
        Score(if value > limit {
            limit as i16
        } else if value < -limit {
            -limit as i16
        } else {
            value as i16
        })
    }

    /// The side to move wins, the winning stone falling `plies` from here, or as far as a score can tell: `2 * MAX_PLY`.
    #[inline]
    #[must_use]
    pub const fn win_in(plies: usize) -> Score {
        let furthest = 2 * MAX_PLY;
        let plies = if plies < furthest { plies } else { furthest };
        Score(Score::WIN - plies as i16)
    }

    /// The side to move loses, the winning stone falling `plies` from here, or as far as a score can tell.
    #[inline]
    #[must_use]
    pub const fn loss_in(plies: usize) -> Score {
        Score(-Score::win_in(plies).0)
    }

    /// The bare number.
    #[inline]
    #[must_use]
    pub const fn value(self) -> i32 {
        self.0 as i32
    }

    /// Whether this is a proof that the side to move wins.
    #[inline]
    #[must_use]
    pub const fn is_win(self) -> bool {
        self.0 >= Score::LEAST_WIN
    }

    /// Whether this is a proof that the side to move loses.
    #[inline]
    #[must_use]
    pub const fn is_loss(self) -> bool {
        self.0 <= -Score::LEAST_WIN
    }

    /// Whether this is a proof either way.
    #[inline]
    #[must_use]
    pub const fn is_decided(self) -> bool {
        self.is_win() || self.is_loss()
    }

    /// Plies up to and with the winning stone when the game is decided.
    #[must_use]
    pub const fn plies_to_end(self) -> Option<usize> {
        debug_assert!(self.0.abs() <= Score::WIN, "the end of a window is no score");
        if self.is_decided() { Some((Score::WIN - self.0.abs()) as usize) } else { None }
    }

    /// Win probability: the share of its games that the side to move wins with this score, a draw being half a win.
    ///
    /// A logistic curve with a scale for each rule, fitted by maximum likelihood to games of self-play, of 2,000 and 3,000
    /// nodes a move: 61,409 of Renju, 18,381 of Standard, 2,073 of Caro and 2,130 of Caro with overlines on boards of 15,
    /// and 19,507 of Freestyle on boards of 20. Weights that judge on another scale want another fit:
    /// `pbrain-tengen validate --fit-scale`.
    #[must_use]
    pub fn win_probability(self, rule: RuleKind) -> f64 {
        match self {
            score if score.is_win() => 1.0,
            score if score.is_loss() => 0.0,
            score => 1.0 / (1.0 + (-f64::from(score.0) / Score::win_scale(rule)).exp()),
        }
    }

    /// The same for Black, whichever side is to move.
    #[must_use]
    pub fn win_probability_for_black(self, to_move: Color, rule: RuleKind) -> f64 {
        match to_move {
            Color::Black => self.win_probability(rule),
            Color::White => 1.0 - self.win_probability(rule),
        }
    }

    /// Scale of the win probability: the score with which the side to move wins `e` of `e + 1` games, 73 of 100.
    #[must_use]
    pub const fn win_scale(rule: RuleKind) -> f64 {
        // With the standard error of the fit.
        match rule {
            RuleKind::Freestyle => 254.0,    // 5
            RuleKind::Standard => 256.0,     // 4
            RuleKind::Renju => 260.0,        // 3
            RuleKind::CaroOverline => 242.0, // 11
            RuleKind::Caro => 290.0,         // 15
        }
    }

    /// This score moved by `delta`, never across the border to proofs. Proofs stay what they are.
    #[inline]
    #[must_use]
    pub const fn shifted(self, delta: i32) -> Score {
        if self.is_decided() { self } else { Score::judged(self.0 as i32 + delta) }
    }

    /// The next larger score.
    #[inline]
    #[must_use]
    pub(crate) const fn above(self) -> Score {
        Score(self.0 + 1)
    }

    /// The next smaller score.
    #[inline]
    #[must_use]
    pub(crate) const fn below(self) -> Score {
        Score(self.0 - 1)
    }

    /// The score of the position after a move, seen from before it: for the side that makes the move, and with the end
    /// of the game a ply further away, or as far as a score can tell.
    #[must_use]
    pub fn before_move(self) -> Score {
        -self.ending(1)
    }

    /// The score of a move, seen from after it: for the other side, and with the end of the game a ply nearer.
    #[must_use]
    pub fn after_move(self) -> Score {
        -self.ending(-1)
    }

    /// The same score with the end of the game so many plies further away, as far as a score can tell.
    #[inline]
    const fn ending(self, later: isize) -> Score {
        match self.plies_to_end() {
            Some(plies) if self.is_win() => Score::win_in(plies.saturating_add_signed(later)),
            Some(plies) => Score::loss_in(plies.saturating_add_signed(later)),
            None => self,
        }
    }

    /// Re-bases a score counted from the root to one counted from the node `ply` plies below it, for keeping.
    #[inline]
    #[must_use]
    pub const fn to_stored(self, ply: usize) -> StoredScore {
        StoredScore(self.ending(-(ply as isize)).0)
    }
}

impl Neg for Score {
    type Output = Score;

    #[inline]
    fn neg(self) -> Score {
        Score(-self.0)
    }
}

impl fmt::Display for Score {
    /// `+M5` and `-M4` are a win and a loss in so many plies; anything else is the bare number.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.plies_to_end() {
            Some(plies) => write!(f, "{}M{plies}", if self.is_win() { '+' } else { '-' }),
            None => write!(f, "{}", self.0),
        }
    }
}

/// Why a text is no score.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("a score is a number, or a win or a loss in so many plies, such as +M5 and -M4")]
pub struct ScoreError;

impl FromStr for Score {
    type Err = ScoreError;

    /// Reads what [`Display`](fmt::Display) writes, and nothing else.
    fn from_str(text: &str) -> Result<Score, ScoreError> {
        let plies = |text: &str| text.parse::<usize>().ok().filter(|&plies| plies <= 2 * MAX_PLY);
        let score = if let Some(text) = text.strip_prefix("+M") {
            plies(text).map(Score::win_in)
        } else if let Some(text) = text.strip_prefix("-M") {
            plies(text).map(Score::loss_in)
        } else {
            text.parse().ok().map(Score::judged)
        };
        score.filter(|score| score.to_string() == text).ok_or(ScoreError)
    }
}

impl fmt::Debug for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A score whose proofs count plies from the node that it belongs to, not from the root of a search.
///
/// It is a type of its own so that a score taken from the table without re-basing does not compile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StoredScore(i16);

impl StoredScore {
    /// Re-bases the score to count from the root, `ply` plies above the node.
    #[inline]
    #[must_use]
    pub const fn at_ply(self, ply: usize) -> Score {
        Score(self.0).ending(ply as isize)
    }

    /// The bits, for the table.
    #[inline]
    #[must_use]
    pub const fn to_bits(self) -> u16 {
        self.0 as u16
    }

    /// A score from the bits that [`StoredScore::to_bits`] gave. Any bits are accepted: a torn entry must not panic.
    #[inline]
    #[must_use]
    pub const fn from_bits(bits: u16) -> StoredScore {
        let value = bits as i16;
        StoredScore(if value > Score::WIN {
            Score::WIN
        } else if value < -Score::WIN {
            -Score::WIN
        } else {
            value
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn proofs_are_counted_from_where_they_stand() {
        let at_root = Score::win_in(7);
        assert_eq!(at_root.to_stored(3).at_ply(5), Score::win_in(9));
        assert_eq!((-at_root).to_stored(3).at_ply(5), Score::loss_in(9));
        assert_eq!(Score::judged(-42).to_stored(3).at_ply(5), Score::judged(-42));
    }

    #[test]
    fn the_end_is_a_ply_further_away_before_a_move_and_nearer_after_it() {
        let furthest = 2 * MAX_PLY;
        for (after, before) in [
            (Score::judged(-42), Score::judged(42)),
            (Score::win_in(3), Score::loss_in(4)),
            (Score::loss_in(4), Score::win_in(5)),
            (Score::loss_in(0), Score::win_in(1)),
            (Score::win_in(furthest - 1), Score::loss_in(furthest)),
        ] {
            assert_eq!((after.before_move(), before.after_move()), (before, after));
        }
        // None leads beyond what there is.
        for (nearest, last) in
            [(Score::win_in(0), Score::win_in(furthest)), (Score::loss_in(0), Score::loss_in(furthest))]
        {
            assert_eq!((last.before_move(), nearest.after_move()), (-last, -nearest));
            assert_eq!((last.to_stored(0).at_ply(1), nearest.to_stored(1).at_ply(0)), (last, nearest));
        }
        for end in [Score::win_in, Score::loss_in] {
            assert_eq!(end(1 << 16), end(furthest));
        }
    }

    #[test]
    fn judgements_never_read_as_proofs() {
        assert!(!Score::judged(i32::MAX).is_decided());
        assert!(!Score::judged(i32::MIN).is_decided());
        assert!(Score::win_in(2 * MAX_PLY).is_win());
        assert!(!Score::MAX_JUDGED.shifted(100).is_decided());
    }

    #[test]
    fn scores_are_read_as_they_are_written() {
        let longest = Score::win_in(2 * MAX_PLY);
        for (text, score) in [
            ("+M5", Score::win_in(5)),
            ("-M4", Score::loss_in(4)),
            ("+M512", longest),
            ("-M512", -longest),
            ("0", Score::DRAW),
            ("-12", Score::judged(-12)),
            ("29487", Score::MAX_JUDGED),
        ] {
            assert_eq!((score.to_string().as_str(), text.parse()), (text, Ok(score)));
        }
        for bad in ["", "+", "M5", "xM4", "+5", "-0", "+M", "+M+5", "+M05", "+M513", "-M99999", "+M5 ", "29488"] {
            assert_eq!(bad.parse::<Score>(), Err(ScoreError), "{bad}");
        }
    }

    #[test]
    fn chances_of_both_sides_add_up_and_grow_with_the_score() {
        for rule in RuleKind::ALL {
            let chances: Vec<f64> = (-2_000..=2_000).map(|value| Score::judged(value).win_probability(rule)).collect();
            assert!(chances.is_sorted() && chances[0] < 0.04 && chances[2_000] == 0.5, "{rule}");
            for (ours, theirs) in chances.iter().zip(chances.iter().rev()) {
                assert!((ours + theirs - 1.0).abs() < 1e-12, "{rule}: {ours} {theirs}");
            }
            assert_eq!([Score::win_in(9), Score::loss_in(8)].map(|score| score.win_probability(rule)), [1.0, 0.0]);
            let for_black = |to_move| Score::win_in(9).win_probability_for_black(to_move, rule);
            assert_eq!(Color::ALL.map(for_black), [1.0, 0.0]);
        }
    }
}
