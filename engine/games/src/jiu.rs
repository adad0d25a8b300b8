//! Jiu (久), the Tibetan game of placing and moving: its rules, its record, and an engine that plays it.
//!
//! Both sides fill the board, two stones are taken off the centre, and from then on stones step, jump and close squares,
//! which take stones of the other side. A [`Game`] is the checked record that everybody hands around; a
//! [`search::Searcher`] says what to play.
//!
//! What is certain comes from the rules of an association in Aba and the replay of a game of 57 turns printed with them.
//! What is a reading, and may be corrected, is one named field of [`Rules`] each.
//!
//! ```
//! use tengen_games::jiu::{Game, Profile, Rules, Turn};
//!
//! let mut game = Game::new(Rules::new(Profile::Association, 14).unwrap());
//! let centre = game.rules().centre();
//! assert_eq!(game.turns(), centre.map(Turn::Place));
//! game.play(&Turn::Place(centre[0])).unwrap();
//! assert_eq!(game.turns(), [Turn::Place(centre[1])]);
//! ```

mod bits;
mod board;
mod cells;
pub mod eval;
mod formation;
mod game;
mod laws;
mod opponent;
mod path;
mod perft;
mod point_text;
mod position;
mod record;
mod rules;
pub mod search;
mod table;
pub mod text;
mod turn;

pub use formation::{OpenGate, SaddleBag, Square, stones_to_take};
pub use game::{Game, Outcome, Reason};
pub use opponent::{greedy, random};
pub use path::Path;
pub use perft::{perft, perft_until};
pub use point_text::{point_text, points_text};
pub use position::{Position, SetupError, Stage};
pub use record::{Reading, Record, RecordError, RecordText, TurnText};
pub use rules::{GateKind, MAX_SIDE, MIN_SIDE, Profile, Rules, SizeError};
pub use turn::{Turn, TurnError};
