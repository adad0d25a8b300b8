//! What `board` can be told.

use std::path::PathBuf;

use clap::Args;

use crate::cli::{EngineArgs, WeightsArgs};

const BOARD_HELP: &str = "\
Examples:
  pbrain-tengen board                   play and analyse in the browser
  pbrain-tengen board game.sgf          the same with a game on it
  pbrain-tengen board h8i9j7            the same with these moves on it
  pbrain-tengen board --db my.store     with what a database knows
  pbrain-tengen board --no-open         only say the address

The page is served to this machine alone, under an address that cannot be guessed. Nothing is written but the \
database that is given: files that are saved go through the browser. Ctrl-C ends it.";

/// Options of `board`.
#[derive(Args, Debug)]
#[command(after_help = BOARD_HELP)]
pub(crate) struct BoardArgs {
    /// What to begin with: a record of any kind that `convert` reads, but no database; or moves such as h8i9j7
    pub file: Option<String>,
    /// The port to serve on [default: always the same, or one that is free where that is taken]
    #[arg(long, value_name = "N")]
    pub port: Option<u16>,
    /// A database to ask and to change on the page: a store of `pbrain-tengen db`, which is made when there is none,
    /// but not under the name of another format such as .db
    #[arg(long, value_name = "STORE")]
    pub db: Option<PathBuf>,
    /// Do not open the browser
    #[arg(long)]
    pub no_open: bool,
    /// What the engine of each page may use.
    #[command(flatten, next_help_heading = "Engine of each page")]
    pub engine: EngineArgs,
    /// The weights.
    #[command(flatten)]
    pub weights: WeightsArgs,
}
