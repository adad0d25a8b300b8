//! What is asked for when a game begins: its rules, who plays, how well and for how long.

use serde::Deserialize;

use crate::board::job::PlayLevel;

/// A game that is to be played.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewGame {
    /// The name of the rule.
    pub rule: String,
    /// Points in a row.
    pub width: usize,
    /// Number of rows.
    pub height: usize,
    /// The name of the opening rule.
    pub opening: String,
    /// Whether a person sits in seat A, who opens with Black, and in seat B.
    pub people: [bool; 2],
    /// How well the engine plays.
    pub level: PlayLevel,
    /// The time of both.
    pub clocks: Clocks,
    /// Whether the game goes on from the position that is shown, with its rule and size; seat A has Black.
    #[serde(default)]
    pub from_here: bool,
    /// How both seats are called in a file of the game; who has no name has none there.
    #[serde(default)]
    pub names: [String; 2],
}

/// The time of each side, in milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Clocks {
    /// As much as one likes.
    Unlimited,
    /// For the game, and what each move adds.
    Fischer {
        /// For the game.
        main: u64,
        /// What a move adds.
        increment: u64,
    },
    /// For each move.
    PerMove {
        /// For each.
        each: u64,
    },
    /// For the game, and then for each move.
    Byoyomi {
        /// For the game.
        main: u64,
        /// For each move after that.
        each: u64,
    },
}
