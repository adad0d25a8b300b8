//! Where a position stands in files of games and of labels.

/// Where a position stands in the files: in a game before the move of a number, or beside it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct SamplePlace {
    /// The number of the next move of the game, from 0.
    pub(crate) ply: usize,
    /// Whether it is the off-game sample there.
    pub(crate) off_game: bool,
}
