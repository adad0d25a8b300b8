//! What game managers say and what the engine answers: the Gomocup protocol and its Yixin-Board extensions.
//!
//! Lowest first; each module uses only modules above it, and none but [`run`](mod@run) touches a stream, a thread or a
//! clock.
//!
//! - [`settings`]: what the command line decides before the first word is heard
//! - [`coords`]: which number of a coordinate is the column
//! - [`command`]: a line is cut into a word and its arguments; knows nothing of games
//! - [`refusal`]: why a command is answered with `ERROR`
//! - [`reply`]: an answer becomes one line
//! - [`info`]: the keys of `INFO`, the numbers of rules and of no limit; both halves read it
//! - [`manager`]: the manager's half, from typed requests to lines and from lines to typed answers; knows no process
//! - [`preferences`]: what `INFO` told: times, rule, memory
//! - [`setup`]: the lists of stones that follow `BOARD` and its kin become a position
//! - [`yixin`]: the lines that analysis programs read
//! - [`console`]: help and a picture of the board, for people
//! - [`session`]: the pure machine, from lines heard and reports seen to actions
//! - [`run`](mod@run): the loop that hears, acts and speaks

pub mod command;
pub mod console;
pub mod coords;
pub mod info;
pub mod manager;
pub mod preferences;
pub mod refusal;
pub mod reply;
pub mod run;
pub mod session;
pub mod settings;
pub mod setup;
pub mod yixin;

pub use run::run;
pub use settings::Settings;
