//! The conversation of the board's page: what it asks, what it is told, and the machine between page and engine.
//!
//! [`BoardConversation`] hears an [`Ask`] of the page or a [`BoardThought`] of the engine, and answers with [`Order`]s: to
//! [tell](Tell) the page something, to think about a [`BoardJob`], or to stop. [`Thinker`] does jobs. Both fronts, the server
//! on this machine and the program in the browser, carry these messages as JSON and add nothing to them.
//!
//! ```
//! use std::time::Duration;
//! use tengen_protocol::board::{BoardConversation, Order, Tell};
//!
//! let mut conversation = BoardConversation::new(1);
//! let orders = conversation.hear_text(r#"{"ask":"put","point":"h8"}"#, Duration::ZERO);
//! let Some(Order::Tell(Tell::State(state))) = orders.last() else { panic!("{orders:?}") };
//! assert_eq!((state.moves.as_str(), state.to_move.as_str()), ("h8", "white"));
//! ```

mod branch;
mod conversation;
mod files;
mod job;
mod message;
mod new_game;
mod page_refusal;
mod play;
mod proof_tree;
mod review;
mod reviewed;
mod state;
mod study;
mod thinker;

pub use branch::Branch;
pub use conversation::{BoardConversation, Order};
pub use job::{
    BoardJob, BoardSolution, BoardTask, BoardThought, BoardVerdict, EngineResources, JobLimits, PlayLevel, Position,
    ThoughtLine,
};
pub use message::{Ask, GameTitle, Known, PageNote, Tell};
pub use new_game::{Clocks, NewGame};
pub use page_refusal::{NO_RECORD, PageRefusal};
pub use reviewed::{BoardReview, ReviewedMistake, ReviewedSide};
pub use state::{PlayState, State};
pub use study::LineNode;
pub use thinker::{Listener, Thinker};

#[cfg(test)]
mod tests;
