//! What may differ from one game of Jiu to another: profiles, sizes and options, each a named value.

use std::fmt;
use std::num::NonZeroUsize;

use tengen_engine::point::{BoardSize, Point};

/// The shortest side of a board of Jiu.
pub const MIN_SIDE: usize = 6;
/// The longest side of a board of Jiu.
pub const MAX_SIDE: usize = 20;

/// Turns without a capture after which a game is drawn, unless said otherwise.
const QUIET_TURNS: NonZeroUsize = NonZeroUsize::new(200).unwrap();
/// Occurrences of a position that draw the game, unless said otherwise.
const REPETITIONS: NonZeroUsize = NonZeroUsize::new(3).unwrap();
/// A side with fewer stones has lost in contests of programs: it can close no square.
const CONTEST_STONES: usize = 4;

/// A set of rules that people play by.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Profile {
    /// The rules of the association in Aba: Article 4 holds, and a side loses with its last stone.
    #[default]
    Association,
    /// Without Article 4: for tests and for counting trees.
    Plain,
    /// Contests of programs: a side with fewer than four stones has lost, and while only one side flies the other may not
    /// jump a single stone.
    Contest,
}

impl Profile {
    /// All of them, the usual one first.
    pub const ALL: [Profile; 3] = [Profile::Association, Profile::Plain, Profile::Contest];

    /// The name of the profile as it is typed.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Profile::Association => "association",
            Profile::Plain => "plain",
            Profile::Contest => "contest",
        }
    }

    /// The profile of this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Profile> {
        Profile::ALL.into_iter().find(|profile| profile.name().eq_ignore_ascii_case(name))
    }
}

impl fmt::Display for Profile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Which squares are a gate under Article 4. The document has one word for both.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum GateKind {
    /// A square, or three corners of one that a fourth stone can close.
    #[default]
    OpenOrClosed,
    /// A square alone.
    Closed,
}

/// A side that no board of Jiu has.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a board of Jiu has {MIN_SIDE} to {MAX_SIDE} points a side, an even number, and not {0}")]
pub struct SizeError(pub usize);

/// The rules of a game: a profile, and every choice that can be made differently.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    size: BoardSize,
    profile: Profile,
    /// A side with this many stones or fewer at the beginning of its turn flies. As many as the side of the board where
    /// nothing is said.
    pub fly_limit: Option<usize>,
    /// Whether a saddle-bag against a gate decides the game when a side first has no more stones than the fly limit.
    pub article_4: bool,
    /// What a gate is under Article 4.
    pub gate: GateKind,
    /// A side with fewer stones has lost.
    pub least_stones: usize,
    /// Whether a side that does not fly may jump a single stone while the other side flies.
    pub strong_single_jump: bool,
    /// Whether full rows and columns take stones.
    pub formations: bool,
    /// How often a position must have occurred since the last capture for a draw, if ever.
    pub repeat: Option<NonZeroUsize>,
    /// How many turns without a capture are a draw, if any number is.
    pub quiet: Option<NonZeroUsize>,
}

impl Rules {
    /// The rules of a profile on a board of so many points a side.
    ///
    /// # Errors
    /// The side must be even and lie from [`MIN_SIDE`] to [`MAX_SIDE`].
    pub fn new(profile: Profile, side: usize) -> Result<Rules, SizeError> {
        let fits = (MIN_SIDE..=MAX_SIDE).contains(&side) && side.is_multiple_of(2);
        let size = BoardSize::square(side).filter(|_| fits).ok_or(SizeError(side))?;
        Ok(Rules {
            size,
            profile,
            fly_limit: None,
            article_4: profile == Profile::Association,
            gate: GateKind::default(),
            least_stones: if profile == Profile::Contest { CONTEST_STONES } else { 1 },
            strong_single_jump: profile != Profile::Contest,
            formations: false,
            repeat: Some(REPETITIONS),
            quiet: Some(QUIET_TURNS),
        })
    }

    /// The same options on another board and under another profile, which brings what it alone decides.
    ///
    /// # Errors
    /// As for [`Rules::new`].
    pub fn on(self, profile: Profile, side: usize) -> Result<Rules, SizeError> {
        let plain = Rules::new(profile, side)?;
        if profile == self.profile {
            return Ok(Rules { size: plain.size, ..self });
        }
        let Rules { fly_limit, gate, formations, repeat, quiet, .. } = self;
        Ok(Rules { fly_limit, gate, formations, repeat, quiet, ..plain })
    }

    /// The same without draws and Article 4: what counts of the game tree are made by.
    #[must_use]
    pub fn without_ends(self) -> Rules {
        Rules { article_4: false, repeat: None, quiet: None, ..self }
    }

    /// The board.
    #[must_use]
    pub const fn size(&self) -> BoardSize {
        self.size
    }

    /// Points in a row.
    #[must_use]
    pub const fn side(&self) -> usize {
        self.size.width()
    }

    /// The most stones with which a side flies.
    #[must_use]
    pub fn fly_limit(&self) -> usize {
        self.fly_limit.unwrap_or(self.side())
    }

    /// The profile that the rules began from.
    #[must_use]
    pub const fn profile(&self) -> Profile {
        self.profile
    }

    /// The centre points, the ends of the diagonal of the middle cell: G7 and H8 on 14x14.
    #[must_use]
    pub const fn centre(&self) -> [Point; 2] {
        centre(self.size)
    }
}

/// The centre points of a board.
pub(super) const fn centre(size: BoardSize) -> [Point; 2] {
    let half = size.width() / 2;
    [Point::new(half - 1, half), Point::new(half, half - 1)]
}
