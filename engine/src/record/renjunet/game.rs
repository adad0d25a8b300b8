//! A game as it stands in a database of RenjuNet or of Renju Offline: attributes, and elements with texts.

use std::collections::BTreeMap;

use crate::sgf::escaped;

/// The elements that have the moves of a game, of which the first with any counts.
pub(super) const MOVES: [&str; 3] = ["move", "board", "moves"];
/// The other elements of a game whose texts are read.
const TEXTS: [&str; 8] = ["info", "black", "white", "winner", "winby", "creation_time", "rule", "alt5"];

/// The attributes of a game that the head of a tree and its fifths are read from, and its number, which says nothing elsewhere.
const ATTRIBUTES: [&str; 10] =
    ["id", "tournament", "round", "rule", "black", "white", "bresult", "opening", "alt", "swap"];

/// The attributes of an element.
pub(super) type Attributes = BTreeMap<String, String>;

/// A game as it stands in the file.
pub(super) struct GameElement {
    pub(super) at: usize,
    pub(super) attributes: Attributes,
    /// The texts of its elements, each with the byte at which it begins.
    pub(super) texts: BTreeMap<&'static str, (usize, String)>,
}

impl GameElement {
    /// The moves with the byte at which they begin, where there are any.
    pub(super) fn moves(&self) -> Option<(usize, &str)> {
        let mut written = MOVES.into_iter().filter_map(|name| self.texts.get(name));
        written.find(|(_, text)| !text.trim().is_empty()).map(|(at, text)| (*at, text.as_str()))
    }

    /// What other attributes tell, as properties of the Smart Game Format: times are `BTIME` and `WTIME`.
    pub(super) fn other_properties(&self) -> impl Iterator<Item = (String, Vec<String>)> {
        let others = self.attributes.iter().filter(|(name, _)| is_other_property(name));
        let told = others.map(|(name, text)| (name, text.trim())).filter(|(_, text)| !text.is_empty());
        told.map(|(name, text)| (name.to_ascii_uppercase(), vec![escaped(text)]))
    }

    /// The text of an element without the blanks around it, empty where there is none.
    pub(super) fn text(&self, name: &str) -> &str {
        self.texts.get(name).map_or("", |(_, text)| text.trim())
    }
}

/// The element of a name, where its text is read.
pub(super) fn element_with_text(name: &str) -> Option<&'static str> {
    MOVES.into_iter().chain(TEXTS).find(|&known| known == name)
}

/// The day of a time in seconds since the beginning of 1970, as in `2003-09-03`.
pub(super) fn day(seconds: &str) -> Option<String> {
    let mut days = seconds.parse::<u32>().ok().filter(|&seconds| seconds > 0)? / (24 * 60 * 60);
    // No number of these bits goes farther.
    for year in 1970_u32..=2106 {
        let is_leap = year.is_multiple_of(4) && year != 2100;
        let february = if is_leap { 29 } else { 28 };
        for (month, length) in (1..).zip([31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]) {
            if days < length {
                return Some(format!("{year}-{month:02}-{:02}", days + 1));
            }
            days -= length;
        }
    }
    None
}

/// Whether an attribute has no place of its own and a name that a property may have: letters alone, and more than the two
/// of properties that mean something.
fn is_other_property(name: &str) -> bool {
    name.len() > 2 && name.bytes().all(|letter| letter.is_ascii_alphabetic()) && !ATTRIBUTES.contains(&name)
}
