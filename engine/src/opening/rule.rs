//! The opening rules by name, each as the list of steps that it asks for.

use std::fmt;
use std::str::FromStr;

use smallvec::SmallVec;

use crate::opening::action::Region;
use crate::opening::fifths::Fifths;
use crate::opening::patterns::{Pattern, PatternError};
use crate::rule::RuleKind;

/// How an opening is made and colours are chosen.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum OpeningRule {
    /// No opening: play is free from the first stone.
    Free,
    /// Black's first stone on the centre, the third at least three lines from it.
    Pro {
        /// Whether the second stone must touch the first.
        adjacent: bool,
    },
    /// Black's first stone on the centre, the third at least four lines from it.
    LongPro,
    /// Three stones anywhere, then the other chooses his colour.
    Swap,
    /// Three stones anywhere; the other chooses his colour, or puts two more and leaves the choice.
    Swap2,
    /// Three stones that make one opening, agreed on before or drawn by lot, in any view. Nobody swaps.
    Designated(Pattern),
    /// Swap after three and two fifths, White putting the second stone himself (1989 to 1995).
    RenjuSwap,
    /// Swap after three and two fifths (RIF, 1996 to 2008).
    Rif,
    /// The opener says with the third stone how many fifths will be offered (2009 to 2016).
    Yamaguchi {
        /// The most fifths that may be asked for.
        most: Fifths,
    },
    /// White says with the fourth stone how many fifths will be offered, and then colours may be chosen again (since 2017).
    Soosyrv {
        /// The most fifths that may be asked for: 8, and 4 in the original.
        most: Fifths,
    },
    /// A choice of colours after each of the first five stones.
    Tarannikov,
    /// A choice of colours after each of the first three stones; after the fourth Black may offer many fifths instead.
    Taraguchi {
        /// How many: 10, and 5 in the original.
        fifths: Fifths,
        /// Whether they may be offered by who has just taken Black. Sources disagree; usually they may not.
        ten_after_swap: bool,
    },
}

/// Who puts a stone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Placer {
    /// Who opens, whatever the colour of the stone.
    Opener,
    /// Who holds the colour of the stone.
    Holder,
}

/// How many fifths are offered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Count {
    /// By the rule.
    Fixed(Fifths),
    /// As was declared.
    Declared,
}

/// One thing that a rule asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum OpeningStage {
    /// A stone.
    Stone(Placer, Region),
    /// A choice of colours by the other of who put the last stone.
    Swap,
    /// The same, or two more stones.
    SwapOrTwo,
    /// The number of fifths, by who put the last stone.
    Number(Fifths),
    /// The fifths, by Black.
    Offer(Count),
    /// One of the fifths, by White.
    Pick,
    /// Black swaps, puts the fifth himself, or offers as many.
    Fifth { fifths: Fifths, swap: bool, ten_after_swap: bool },
}

/// How far from the centre the stones of an opening of Renju stand, beginning with the second.
pub(super) const BOXES: [u8; 4] = [1, 2, 3, 4];

impl OpeningRule {
    /// The rules that are played, with the numbers that are usual. A designated opening is none of them.
    pub fn common() -> impl Iterator<Item = OpeningRule> {
        NAMED.map(|(_, rule)| rule).into_iter().chain(NUMBERED)
    }

    /// The name as people write it, such as "Soosyrv-8".
    #[must_use]
    pub fn title(self) -> String {
        match self {
            OpeningRule::Free => "no opening rule".to_string(),
            OpeningRule::Pro { adjacent: true } => "Pro".to_string(),
            OpeningRule::Pro { adjacent: false } => "Pro, second stone anywhere".to_string(),
            OpeningRule::LongPro => "Long Pro".to_string(),
            OpeningRule::Swap => "Swap".to_string(),
            OpeningRule::Swap2 => "Swap2".to_string(),
            OpeningRule::Designated(pattern) => {
                format!("designated: {pattern} {} ({})", pattern.japanese(), pattern.english())
            }
            OpeningRule::RenjuSwap => "Renju swap of 1989".to_string(),
            OpeningRule::Rif => "RIF".to_string(),
            OpeningRule::Yamaguchi { most: Fifths::MOST } => "Yamaguchi".to_string(),
            OpeningRule::Yamaguchi { most } => format!("Yamaguchi, at most {most}"),
            OpeningRule::Soosyrv { most } => format!("Soosyrv-{most}"),
            OpeningRule::Tarannikov => "Tarannikov".to_string(),
            OpeningRule::Taraguchi { fifths, .. } => format!("Taraguchi-{fifths}"),
        }
    }

    /// The rule of a title, as [`OpeningRule::title`] writes it. No title says whether Taraguchi has ten fifths after a
    /// swap, and what is given back has none.
    #[must_use]
    pub fn from_title(title: &str) -> Option<OpeningRule> {
        let numbered = (0..=u8::MAX).filter_map(Fifths::new).flat_map(|number| {
            [
                OpeningRule::Yamaguchi { most: number },
                OpeningRule::Soosyrv { most: number },
                OpeningRule::Taraguchi { fifths: number, ten_after_swap: false },
            ]
        });
        let designated = Pattern::all().map(OpeningRule::Designated);
        OpeningRule::common().chain(numbered).chain(designated).find(|rule| rule.title() == title)
    }

    /// What is played after such an opening, unless it is said otherwise.
    #[must_use]
    pub const fn usual_rule(self) -> RuleKind {
        match self {
            OpeningRule::Free => RuleKind::Freestyle,
            OpeningRule::Pro { .. } | OpeningRule::LongPro | OpeningRule::Swap | OpeningRule::Swap2 => {
                RuleKind::Standard
            }
            _ => RuleKind::Renju,
        }
    }

    /// The most stones with which play begins after such an opening.
    #[must_use]
    pub fn most_stones(self) -> usize {
        let stones = |stage: &OpeningStage| match stage {
            OpeningStage::Stone(..) | OpeningStage::Pick | OpeningStage::Fifth { .. } => 1,
            OpeningStage::SwapOrTwo => 2,
            OpeningStage::Swap | OpeningStage::Number(_) | OpeningStage::Offer(_) => 0,
        };
        self.steps().iter().map(stones).sum()
    }

    /// Whether the first stone must stand on the centre, for which a board needs one.
    pub(super) const fn is_centred(self) -> bool {
        !matches!(self, OpeningRule::Free | OpeningRule::Swap | OpeningRule::Swap2)
    }

    /// What is asked for, in turn.
    pub(super) fn steps(self) -> SmallVec<[OpeningStage; 12]> {
        use Placer::{Holder, Opener};
        use Region::{Anywhere, Box, Centre, Outside};
        let [second, third, fourth, fifth] = BOXES.map(Box);
        let three = |placer| [Centre, second, third].map(|within| OpeningStage::Stone(placer, within));
        let white = OpeningStage::Stone(Holder, Anywhere);
        let join = |parts: &[&[OpeningStage]]| parts.iter().flat_map(|part| part.iter().copied()).collect();
        match self {
            OpeningRule::Free => SmallVec::new(),
            OpeningRule::Pro { adjacent } => {
                let second = if adjacent { second } else { Anywhere };
                [Centre, second, Outside(2)].map(|within| OpeningStage::Stone(Holder, within)).into_iter().collect()
            }
            OpeningRule::LongPro => {
                [Centre, Anywhere, Outside(3)].map(|within| OpeningStage::Stone(Holder, within)).into_iter().collect()
            }
            OpeningRule::Swap => join(&[&[OpeningStage::Stone(Opener, Anywhere); 3], &[OpeningStage::Swap]]),
            OpeningRule::Swap2 => join(&[&[OpeningStage::Stone(Opener, Anywhere); 3], &[OpeningStage::SwapOrTwo]]),
            OpeningRule::Designated(_) => join(&[&three(Opener)]),
            OpeningRule::RenjuSwap | OpeningRule::Rif => {
                let placer = if self == OpeningRule::Rif { Opener } else { Holder };
                let fifths = OpeningStage::Offer(Count::Fixed(Fifths::RIF));
                join(&[&three(placer), &[OpeningStage::Swap, white, fifths, OpeningStage::Pick]])
            }
            OpeningRule::Yamaguchi { most } => join(&[
                &three(Opener),
                &[
                    OpeningStage::Number(most),
                    OpeningStage::Swap,
                    white,
                    OpeningStage::Offer(Count::Declared),
                    OpeningStage::Pick,
                ],
            ]),
            OpeningRule::Soosyrv { most } => join(&[
                &three(Opener),
                &[
                    OpeningStage::Swap,
                    white,
                    OpeningStage::Number(most),
                    OpeningStage::Swap,
                    OpeningStage::Offer(Count::Declared),
                    OpeningStage::Pick,
                ],
            ]),
            OpeningRule::Tarannikov => {
                let stones = [Centre, second, third, fourth, fifth];
                stones
                    .into_iter()
                    .flat_map(|within| [OpeningStage::Stone(Holder, within), OpeningStage::Swap])
                    .collect()
            }
            OpeningRule::Taraguchi { fifths, ten_after_swap } => {
                let first = [Centre, second, third].into_iter();
                let swaps = first.flat_map(|within| [OpeningStage::Stone(Holder, within), OpeningStage::Swap]);
                let last =
                    [OpeningStage::Stone(Holder, fourth), OpeningStage::Fifth { fifths, swap: true, ten_after_swap }];
                swaps.chain(last).collect()
            }
        }
    }
}

/// Rules whose name is the whole of them.
const NAMED: [(&str, OpeningRule); 9] = [
    ("free", OpeningRule::Free),
    ("pro", OpeningRule::Pro { adjacent: true }),
    ("pro-anywhere", OpeningRule::Pro { adjacent: false }),
    ("longpro", OpeningRule::LongPro),
    ("swap", OpeningRule::Swap),
    ("swap2", OpeningRule::Swap2),
    ("renjuswap", OpeningRule::RenjuSwap),
    ("rif", OpeningRule::Rif),
    ("tarannikov", OpeningRule::Tarannikov),
];
/// Rules whose name ends with a number, or may.
const NUMBERED: [OpeningRule; 6] = [
    OpeningRule::Yamaguchi { most: Fifths::MOST },
    OpeningRule::Yamaguchi { most: fifths(12) },
    OpeningRule::Soosyrv { most: Fifths::SOOSYRV },
    OpeningRule::Soosyrv { most: fifths(4) },
    OpeningRule::Taraguchi { fifths: TARAGUCHI_FIFTHS, ten_after_swap: false },
    OpeningRule::Taraguchi { fifths: fifths(5), ten_after_swap: false },
];
const YAMAGUCHI: &str = "yamaguchi";
const SOOSYRV: &str = "soosyrv";
const TARAGUCHI: &str = "taraguchi";
const DESIGNATED: &str = "designated:";
/// What stands behind the number of Taraguchi where as many fifths may be offered after a swap.
const AFTER_SWAP: &str = "-after-swap";
/// The number of Taraguchi where none is said; that of Soosyrv is [`Fifths::SOOSYRV`].
const TARAGUCHI_FIFTHS: Fifths = fifths(10);

const fn fifths(number: u8) -> Fifths {
    Fifths::new(number).expect("a usual number is in range")
}

impl fmt::Display for OpeningRule {
    /// The name by which it is read.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            OpeningRule::Yamaguchi { most: Fifths::MOST } => f.write_str(YAMAGUCHI),
            OpeningRule::Yamaguchi { most } => write!(f, "{YAMAGUCHI}{most}"),
            OpeningRule::Soosyrv { most } => write!(f, "{SOOSYRV}{most}"),
            OpeningRule::Taraguchi { fifths, ten_after_swap } => {
                write!(f, "{TARAGUCHI}{fifths}{}", if ten_after_swap { AFTER_SWAP } else { "" })
            }
            OpeningRule::Designated(pattern) => write!(f, "{DESIGNATED}{pattern}"),
            rule => f.write_str(NAMED.iter().find(|(_, named)| *named == rule).expect("all others have a name").0),
        }
    }
}

/// A text that names no opening rule.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RuleError {
    /// No rule begins so.
    #[error(
        "\"{0}\" is no opening rule; there are {names}, yamaguchi, soosyrv8 and taraguchi10 (or another number of fifths) and \
         designated:D6",
        names = NAMED.map(|(name, _)| name).join(", ")
    )]
    Unknown(String),
    /// The number after a name is out of range.
    #[error("\"{0}\": a number of fifths goes from 1 to {most}", most = Fifths::MOST)]
    Number(String),
    /// What is designated is no opening.
    #[error(transparent)]
    Pattern(#[from] PatternError),
}

impl FromStr for OpeningRule {
    type Err = RuleError;

    /// Reads a name as [`fmt::Display`] writes it, in capitals or not. The number of Soosyrv is 8 and that of Taraguchi 10
    /// where none is said, with "-after-swap" behind it where as many may be offered then; "soosorv" and "soosõrv" are read too.
    fn from_str(text: &str) -> Result<OpeningRule, RuleError> {
        let name = text.to_lowercase().replace("soosõrv", SOOSYRV).replace("soosorv", SOOSYRV).replace('_', "-");
        if let Some(&(_, rule)) = NAMED.iter().find(|(named, _)| *named == name) {
            return Ok(rule);
        }
        if let (true, Some((_, pattern))) = (name.starts_with(DESIGNATED), text.split_once(':')) {
            return Ok(OpeningRule::Designated(pattern.parse()?));
        }
        let number = |rest: &str, usual: Fifths| {
            let number = || rest.trim_start_matches('-').parse().ok().and_then(Fifths::new);
            let number = if rest.is_empty() { Some(usual) } else { number() };
            number.ok_or_else(|| RuleError::Number(text.to_string()))
        };
        if let Some(rest) = name.strip_prefix(YAMAGUCHI) {
            Ok(OpeningRule::Yamaguchi { most: number(rest, Fifths::MOST)? })
        } else if let Some(rest) = name.strip_prefix(SOOSYRV) {
            Ok(OpeningRule::Soosyrv { most: number(rest, Fifths::SOOSYRV)? })
        } else if let Some(rest) = name.strip_prefix(TARAGUCHI) {
            let number_of_swap = rest.strip_suffix(AFTER_SWAP);
            let fifths = number(number_of_swap.unwrap_or(rest), TARAGUCHI_FIFTHS)?;
            Ok(OpeningRule::Taraguchi { fifths, ten_after_swap: number_of_swap.is_some() })
        } else {
            Err(RuleError::Unknown(text.to_string()))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_opening_has_as_many_stones_as_its_steps_put() {
        let stones = |rule: OpeningRule| format!("{rule} {}", rule.most_stones());
        assert_eq!(
            OpeningRule::common().map(stones).collect::<Vec<_>>().join(", "),
            "free 0, pro 3, pro-anywhere 3, longpro 3, swap 3, swap2 5, renjuswap 5, rif 5, tarannikov 5, yamaguchi 5, \
             yamaguchi12 5, soosyrv8 5, soosyrv4 5, taraguchi10 5, taraguchi5 5"
        );
    }

    #[test]
    fn names_are_read_as_they_are_written() {
        let numbered = ["yamaguchi", "yamaguchi12", "soosyrv8", "soosyrv4", "taraguchi10", "taraguchi5"];
        let common: Vec<&str> = NAMED.map(|(name, _)| name).into_iter().chain(numbered).collect();
        assert!(OpeningRule::common().map(|rule| rule.to_string()).eq(common.iter().copied()));
        for name in common.into_iter().chain(["designated:D6", "taraguchi5-after-swap"]) {
            let rule: OpeningRule = name.parse().unwrap();
            assert_eq!(rule.to_string(), name);
            assert_eq!(name.to_uppercase().parse(), Ok(rule));
        }
        for (name, title) in [
            ("free", "no opening rule"),
            ("pro", "Pro"),
            ("pro-anywhere", "Pro, second stone anywhere"),
            ("yamaguchi", "Yamaguchi"),
            ("yamaguchi12", "Yamaguchi, at most 12"),
            ("soosyrv8", "Soosyrv-8"),
            ("taraguchi7", "Taraguchi-7"),
            ("designated:D6", "designated: D6 Ugetsu (rain moon)"),
        ] {
            let rule: OpeningRule = name.parse().unwrap();
            assert_eq!(rule.title(), title);
            assert_eq!(OpeningRule::from_title(title), Some(rule));
        }
        assert_eq!(OpeningRule::from_title("Yamaguchi, at most 63"), None);
        let soosyrv: OpeningRule = "soosyrv".parse().unwrap();
        let after_swap = OpeningRule::Taraguchi { fifths: TARAGUCHI_FIFTHS, ten_after_swap: true };
        assert_eq!("Taraguchi-10-after-swap".parse(), Ok(after_swap));
        for name in ["Soosyrv-8", "soosorv8", "Soosõrv-8", "soosyrv_8"] {
            assert_eq!(name.parse(), Ok(soosyrv), "{name}");
        }
        for (name, word) in [
            ("chess", "no opening rule"),
            ("yamaguchi0", "1 to 62"),
            ("taraguchi63", "1 to 62"),
            ("taraguchi0-after-swap", "1 to 62"),
            ("soosyrvx", "1 to 62"),
            ("designated:D14", "26 openings"),
        ] {
            let error = name.parse::<OpeningRule>().unwrap_err().to_string();
            assert!(error.contains(word) && error.contains(name.rsplit(':').next().unwrap()), "{error}");
        }
    }
}
