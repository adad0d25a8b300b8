//! The ways in which a mock engine behaves.

use std::env;
use std::fs::File;
use std::path::Path;

/// How a mock engine behaves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::arena) enum Manner {
    /// Plays the first empty point of one colour of a chessboard, row by row: a long way to a five.
    Scattered,
    /// Plays the first empty point of the middle column, and so beats whoever does not look.
    Column,
    /// The same under another name.
    Column2,
    /// Does not end at END.
    Stubborn,
    /// Breaks down at END, not without a word.
    Aborting,
    /// Says things that nobody asked for, and a message on its standard error.
    Chatty,
    /// Suggests its moves, and says what it thought.
    Suggesting,
    /// Names another point after its move.
    Doubling,
    /// Writes to its standard error and plays on.
    Complaining,
    /// Writes to its standard error and waits, so that it is heard before the game is over.
    Moaning,
    /// Ends as soon as it is started.
    Stillborn,
    /// Says nothing to START.
    Mute,
    /// Refuses START.
    Refusing,
    /// Floods instead of saying OK.
    FloodingStart,
    /// Ends at its third move.
    Crashing,
    /// Closes nothing and says nothing when it should move.
    Silent,
    /// Says that it does not understand.
    Erring,
    /// Answers, but too late.
    Late,
    /// Floods lines.
    Flooding,
    /// Floods one line without end.
    Endless,
    /// Plays off the board.
    Outside,
    /// Plays on a stone.
    Occupied,
    /// Plays at a negative place.
    Negative,
    /// Uses more memory than allowed.
    Greedy,
    /// Does not end the line of its move.
    Unended,
    /// Reads nothing.
    Deaf,
    /// Reads nothing after START.
    Unreading,
    /// Ends its lines with CR alone.
    Returning,
    /// Starts a process that outlives it and keeps its output open, and ends with a message at its third move.
    Forking,
    /// Lets another process use more memory than allowed.
    Sheltering,
    /// Uses much memory and does nothing, as the process that [`Manner::Sheltering`] starts.
    Hoarding,
    /// Takes Black whenever swap2 lets it choose.
    Swapping,
    /// Puts two more stones when swap2 lets it.
    Placing,
    /// Answers every question of swap2 with three stones.
    Confused,
    /// Does not know SWAP2BOARD.
    Foreign,
    /// Says ERROR before its answers to START and SWAP2BOARD, as of an INFO line that came before them.
    Wary,
    /// Gives up its move at the fourth answer and from the sixth on, and plays otherwise.
    Passing,
    /// The same under another name, from the sixth on alone.
    Passing2,
    /// Calls itself lost at every answer.
    Gloomy,
    /// Names another point a moment after its move.
    Belated,
    /// Ends by itself after its answer to the fourth stone of its opponent.
    Leaving,
}

impl Manner {
    /// Those that lose every game, and by what.
    pub(in crate::arena) const FAULTS: [(Manner, &str); 20] = [
        (Manner::Stillborn, "crash"),
        (Manner::Mute, "start"),
        (Manner::Refusing, "start"),
        (Manner::FloodingStart, "flood"),
        (Manner::Crashing, "crash"),
        (Manner::Silent, "time"),
        (Manner::Erring, "time"),
        (Manner::Late, "time"),
        (Manner::Unended, "time"),
        (Manner::Flooding, "flood"),
        (Manner::Endless, "flood"),
        (Manner::Outside, "illegal"),
        (Manner::Occupied, "illegal"),
        (Manner::Negative, "illegal"),
        (Manner::Greedy, "memory"),
        (Manner::Deaf, "start"),
        (Manner::Moaning, "stderr"),
        (Manner::Unreading, "time"),
        (Manner::Forking, "crash"),
        (Manner::Sheltering, "memory"),
    ];

    /// Those that are lost already when they are started. They behave at the first start in a folder, which is the one before
    /// the first game.
    pub(super) const UNSTARTED: [Manner; 5] =
        [Manner::Stillborn, Manner::Mute, Manner::Refusing, Manner::FloodingStart, Manner::Deaf];

    pub(super) const ALL: [Manner; 41] = [
        Manner::Scattered,
        Manner::Column,
        Manner::Column2,
        Manner::Stubborn,
        Manner::Aborting,
        Manner::Chatty,
        Manner::Suggesting,
        Manner::Doubling,
        Manner::Complaining,
        Manner::Moaning,
        Manner::Stillborn,
        Manner::Mute,
        Manner::Refusing,
        Manner::FloodingStart,
        Manner::Crashing,
        Manner::Silent,
        Manner::Erring,
        Manner::Late,
        Manner::Flooding,
        Manner::Endless,
        Manner::Outside,
        Manner::Occupied,
        Manner::Negative,
        Manner::Greedy,
        Manner::Unended,
        Manner::Deaf,
        Manner::Unreading,
        Manner::Returning,
        Manner::Forking,
        Manner::Sheltering,
        Manner::Hoarding,
        Manner::Swapping,
        Manner::Placing,
        Manner::Confused,
        Manner::Foreign,
        Manner::Wary,
        Manner::Passing,
        Manner::Passing2,
        Manner::Gloomy,
        Manner::Belated,
        Manner::Leaving,
    ];

    /// Its name in tables.
    pub(in crate::arena) fn name(self) -> String {
        format!("{self:?}").to_lowercase()
    }

    /// Makes it fail from the first start on.
    pub(in crate::arena) fn never_start(self, folder: &Path) {
        File::create(folder.join(self.mark())).unwrap();
    }

    /// The file that tells that it has been started once.
    pub(super) fn mark(self) -> String {
        format!("started-{}", self.name())
    }

    /// What to give to `--engine`.
    pub(in crate::arena) fn command(self) -> String {
        let executable = env::current_exe().unwrap();
        let name = self.name();
        format!("{name}=\"{}\" arena::mock::engine --exact --nocapture manner={name}", executable.display())
    }
}
