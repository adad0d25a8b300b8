//! The keys of `INFO`, each listed once, and the numbers by which managers say "no limit", name rules and ask for more.
//!
//! Both halves of the conversation read this: the engine's [`preferences`](crate::preferences) hear by it, and the
//! [`manager`](crate::manager) speaks by it.

use std::time::Duration;

use tengen_engine::game::Rules;
use tengen_engine::rule::RuleKind;

use crate::command::is_separator;

/// A key of `INFO` that means something here.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InfoKey {
    /// The most time for a move, in milliseconds.
    TimeoutTurn,
    /// The time for a whole game, in milliseconds.
    TimeoutMatch,
    /// The time left of a game, in milliseconds.
    TimeLeft,
    /// What each move adds to the time left, in milliseconds.
    TimeIncrement,
    /// The number of the rule.
    Rule,
    /// The deepest iteration, in plies.
    MaxDepth,
    /// The nodes to visit.
    MaxNodes,
    /// The most memory of the process, in bytes.
    MaxMemory,
    /// The size of the transposition table, in kilobytes.
    HashKilobytes,
    /// The size of the transposition table, in megabytes.
    HashMegabytes,
    /// The number of threads.
    Threads,
    /// How many lines of play are wanted.
    Lines,
    /// Whether one is enough of moves that are turned or mirrored copies of each other.
    DistinctMoves,
    /// What is to be shown while thinking.
    ShowDetail,
    /// Whether to think on the opponent's time.
    Ponder,
    /// Whether the search asks the database.
    UseDatabase,
    /// Whether the database must not be changed.
    DatabaseReadonly,
    /// The playing strength, from 0 to 100.
    Strength,
    /// The seed of what is left to chance: at a strength below 100, and what is drawn by lot in openings.
    Seed,
    /// Whether the opponent is a person, an engine, or a tournament is played.
    GameType,
    /// The name of a file, the book of openings, or nothing for none.
    Book,
}

/// Every spelling of every key; the first of a key is the one that managers write.
const KEYS: [(&str, InfoKey); 27] = [
    ("timeout_turn", InfoKey::TimeoutTurn),
    ("movetime", InfoKey::TimeoutTurn),
    ("timeout_match", InfoKey::TimeoutMatch),
    ("time_left", InfoKey::TimeLeft),
    ("time_increment", InfoKey::TimeIncrement),
    ("rule", InfoKey::Rule),
    ("max_depth", InfoKey::MaxDepth),
    ("depth", InfoKey::MaxDepth),
    ("max_node", InfoKey::MaxNodes),
    ("max_nodes", InfoKey::MaxNodes),
    ("nodes", InfoKey::MaxNodes),
    ("max_memory", InfoKey::MaxMemory),
    ("hash_size", InfoKey::HashKilobytes),
    ("hash", InfoKey::HashMegabytes),
    ("thread_num", InfoKey::Threads),
    ("threads", InfoKey::Threads),
    ("multipv", InfoKey::Lines),
    ("nbestsym", InfoKey::DistinctMoves),
    ("show_detail", InfoKey::ShowDetail),
    ("pondering", InfoKey::Ponder),
    ("ponder", InfoKey::Ponder),
    ("usedatabase", InfoKey::UseDatabase),
    ("database_readonly", InfoKey::DatabaseReadonly),
    ("strength", InfoKey::Strength),
    ("seed", InfoKey::Seed),
    ("game_type", InfoKey::GameType),
    ("book", InfoKey::Book),
];

impl InfoKey {
    /// The key with this name, in capital or small letters.
    ///
    /// ```
    /// use tengen_protocol::info::InfoKey;
    ///
    /// let key = InfoKey::from_name("TIMEOUT_TURN").unwrap();
    /// assert!(key.is_clock() && key.name() == "timeout_turn");
    /// ```
    #[must_use]
    pub fn from_name(name: &str) -> Option<InfoKey> {
        KEYS.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|&(_, key)| key)
    }

    /// The key of an `INFO` line and its value as it was written, or `None` where the line is about nothing here.
    ///
    /// ```
    /// use tengen_protocol::info::InfoKey;
    ///
    /// assert_eq!(InfoKey::of_line("book two moves.lib "), Some((InfoKey::Book, "two moves.lib")));
    /// ```
    #[must_use]
    pub fn of_line(line: &str) -> Option<(InfoKey, &str)> {
        let line = line.trim_start_matches(is_separator);
        let (name, value) = line.split_once(is_separator).unwrap_or((line, ""));
        Some((InfoKey::from_name(name)?, value.trim()))
    }

    /// The name that managers write.
    #[must_use]
    pub fn name(self) -> &'static str {
        KEYS.iter().find(|&&(_, key)| key == self).map_or("", |&(name, _)| name)
    }

    /// Whether it changes the clock of a move that is being thought about.
    #[must_use]
    pub fn is_clock(self) -> bool {
        matches!(self, InfoKey::TimeoutTurn | InfoKey::TimeoutMatch | InfoKey::TimeLeft | InfoKey::TimeIncrement)
    }

    /// Whether a command is refused when it was told in vain: under another rule or in too much memory a game is lost in
    /// the end. Nothing else is worth a move.
    #[must_use]
    pub fn is_vital(self) -> bool {
        matches!(self, InfoKey::Rule | InfoKey::MaxMemory)
    }
}

/// From here on a number of milliseconds or moves means "no limit": the largest that fits into 32 bits with a sign.
pub const NO_LIMIT: i64 = i32::MAX as i64;
/// Yixin-Board says "unlimited" with a turn of this length and a match of [`UNLIMITED_MATCH`] together, in milliseconds.
pub const UNLIMITED_TURN: i64 = 2_000_000;
/// See [`UNLIMITED_TURN`].
pub const UNLIMITED_MATCH: i64 = 100_000_000;

/// A time in milliseconds, or `None` for what managers write when there is no limit, a negative number among it.
pub fn limit(milliseconds: i64) -> Option<Duration> {
    u64::try_from(milliseconds).ok().filter(|_| milliseconds < NO_LIMIT).map(Duration::from_millis)
}

/// The number of a time: milliseconds, below [`NO_LIMIT`].
#[must_use]
pub fn milliseconds(time: Duration) -> i64 {
    i64::try_from(time.as_millis()).unwrap_or(NO_LIMIT).min(NO_LIMIT - 1)
}

/// What of a search is shown while it goes on: the numbers of `INFO show_detail`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ShowDetail {
    /// Marks on the board of a program.
    pub realtime: bool,
    /// Every iteration in numbers.
    pub detail: bool,
}

impl ShowDetail {
    /// What a number asks for: 1 the marks, 2 the numbers, 3 both, and any other nothing.
    #[must_use]
    pub fn from_number(number: i64) -> ShowDetail {
        ShowDetail { realtime: matches!(number, 1 | 3), detail: matches!(number, 2 | 3) }
    }
}

/// Whose words these are, which decides what some numbers of rules mean.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dialect {
    /// Nobody has told. All is as in the Gomocup protocol but 2, which is Renju: managers whose games go on after a five tell
    /// `game_type` too.
    Unknown,
    /// The Gomocup protocol: a sum of 1 for exactly five, 2 where the game goes on after a five, 4 for Renju and 8 for
    /// Caro.
    Gomocup,
    /// Yixin-Board and its kin: 2 is Renju; 5 and 6 are freestyle in which the engine may swap, which this one never
    /// does.
    Yixin,
}

/// The sum of Renju and exactly five, with which Black wins in any case.
const RENJU_AND_FIVE: u8 = 5;
/// What is added to the number of a kind for a game that goes on after a five.
const CONTINUOUS: i64 = 2;

/// What the number of a rule means, or `None` when it means nothing.
///
/// ```
/// use tengen_engine::rule::RuleKind;
/// use tengen_protocol::info::{Dialect, rules};
///
/// assert_eq!(rules(4, Dialect::Gomocup).map(|rules| rules.kind), Some(RuleKind::Renju));
/// assert_eq!(rules(2, Dialect::Yixin).map(|rules| rules.kind), Some(RuleKind::Renju));
/// ```
#[must_use]
pub fn rules(number: i64, dialect: Dialect) -> Option<Rules> {
    match (dialect, number) {
        (Dialect::Unknown | Dialect::Yixin, 2) => return Some(RuleKind::Renju.into()),
        (Dialect::Yixin, 5 | 6) => return Some(RuleKind::Freestyle.into()),
        _ => {}
    }
    let kind = match u8::try_from(number & !CONTINUOUS).ok()? {
        RENJU_AND_FIVE => RuleKind::Renju,
        kind => RuleKind::from_number(kind)?,
    };
    Some(Rules { kind, continuous: number & CONTINUOUS != 0 })
}

/// The number by which the Gomocup protocol knows rules.
#[must_use]
pub fn rule_number(rules: Rules) -> i64 {
    let kind = i64::from(rules.kind.number());
    if rules.continuous { kind + CONTINUOUS } else { kind }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_has_a_name_that_leads_back_to_it() {
        for (name, key) in KEYS {
            assert_eq!(InfoKey::from_name(&name.to_uppercase()), Some(key), "{name}");
            assert_eq!(InfoKey::from_name(key.name()), Some(key), "{name}");
        }
        assert_eq!(InfoKey::from_name("folder"), None);
    }

    #[test]
    fn a_line_is_about_the_key_that_is_its_whole_first_word() {
        for (line, found) in [
            ("show_detail 1", Some((InfoKey::ShowDetail, "1"))),
            (" \tSHOW_DETAIL\t 1 2 ", Some((InfoKey::ShowDetail, "1 2"))),
            ("show_detail,1", Some((InfoKey::ShowDetail, "1"))),
            ("show_detail", Some((InfoKey::ShowDetail, ""))),
            ("show_detailfoo 1", None),
            ("book C:\\my books\\a, b.lib", Some((InfoKey::Book, "C:\\my books\\a, b.lib"))),
            ("book", Some((InfoKey::Book, ""))),
            ("books a.lib", None),
            ("", None),
        ] {
            assert_eq!(InfoKey::of_line(line), found, "{line:?}");
        }
    }

    #[test]
    fn a_number_asks_for_marks_for_numbers_or_for_both() {
        let shown = |number| {
            let ShowDetail { realtime, detail } = ShowDetail::from_number(number);
            (realtime, detail)
        };
        for (number, expected) in
            [(0, (false, false)), (1, (true, false)), (2, (false, true)), (3, (true, true)), (4, (false, false))]
        {
            assert_eq!(shown(number), expected, "{number}");
        }
    }

    #[test]
    fn rules_of_both_worlds() {
        let check = |value: i64, plain: Option<(RuleKind, bool)>, yixin: Option<(RuleKind, bool)>| {
            let pair = |dialect| rules(value, dialect).map(|rules| (rules.kind, rules.continuous));
            assert_eq!((pair(Dialect::Gomocup), pair(Dialect::Yixin)), (plain, yixin), "rule {value}");
            // Where nobody has told whose words they are 2 alone is as in Yixin's.
            assert_eq!(pair(Dialect::Unknown), if value == 2 { yixin } else { plain }, "rule {value}");
        };
        for kind in RuleKind::ALL {
            check(kind.number().into(), Some((kind, false)), Some((kind, false)));
        }
        check(2, Some((RuleKind::Freestyle, true)), Some((RuleKind::Renju, false)));
        check(3, Some((RuleKind::Standard, true)), Some((RuleKind::Standard, true)));
        check(5, Some((RuleKind::Renju, false)), Some((RuleKind::Freestyle, false)));
        check(6, Some((RuleKind::Renju, true)), Some((RuleKind::Freestyle, false)));
        check(7, Some((RuleKind::Renju, true)), Some((RuleKind::Renju, true)));
        check(10, Some((RuleKind::CaroOverline, true)), Some((RuleKind::CaroOverline, true)));
        check(11, Some((RuleKind::Caro, true)), Some((RuleKind::Caro, true)));
        for value in [-1, 12, 13, 14, 15, 16, i64::MAX, i64::MIN] {
            check(value, None, None);
        }
    }

    #[test]
    fn the_number_of_a_rule_leads_back_to_it() {
        for kind in RuleKind::ALL {
            for continuous in [false, true] {
                let given = Rules { kind, continuous };
                assert_eq!(rules(rule_number(given), Dialect::Gomocup), Some(given));
            }
        }
    }

    #[test]
    fn a_time_is_never_taken_for_no_limit() {
        for time in [Duration::ZERO, Duration::from_millis(500), Duration::from_secs(1 << 40)] {
            assert_eq!(limit(milliseconds(time)), Some(time.min(Duration::from_millis(NO_LIMIT as u64 - 1))));
        }
        for number in [-1, NO_LIMIT, i64::MAX] {
            assert_eq!(limit(number), None);
        }
    }
}
