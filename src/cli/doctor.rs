//! What `doctor` can be told.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use crate::cli::{parse_concurrency, parse_time};

const DOCTOR_HELP: &str = "\
Examples:
  Everything about an engine, with the conversation of every case that it fails:
    pbrain-tengen doctor ./pbrain-mine

  Two cases and all of swap2 again, word by word, with an engine that has arguments:
    pbrain-tengen doctor --only end-while-thinking,blank-lines \\
        --only swap2 -v \"wine pbrain-mine.exe -x\"

  Cases of your own (-l --verbose prints the built-in ones to start from):
    pbrain-tengen doctor --cases mine.txt ./pbrain-mine

  For scripts: one JSON object a line for every case, and at the end one that counts them:
    pbrain-tengen doctor --json ./pbrain-mine > examination.jsonl

A case is a conversation with a fresh process: lines are said, answers are expected in a given time. Cases are \
required (the protocol demands it, or a manager in use depends on it), recommended, or optional: what is optional \
may be left out, which counts as \"not offered\", but not be done wrongly. Of each manager it is said at the end \
what fails in practice, the required cases that it needs, and what is at risk, those of the others that it may come \
upon. The exit status is 0 when no required case has failed, 1 when one has, and 2 after an error.

--json prints an object a case: its name as `case`, its `topic` and `level`, the `verdict` with a `reason` (or null), \
what it `asks`, the `managers` that it concerns, `ms`, the `conversation` (each line with `ms`, its `voice` and \
`text`) and how many `omitted_lines` it had beside. The last object has the numbers of `cases`, `passed`, `failed`, \
`failed_required`, `not_offered` and `not_examined`, and of each `manager` of the `managers` the cases by which it \
`fails`, those `at_risk` and those `left_out`. With --list the objects have `case`, `topic`, `level`, `asks` and \
`managers` alone, with -v the `script` too, and no object comes after them.";

/// Options of `doctor`.
#[derive(Args, Debug)]
#[command(after_help = DOCTOR_HELP)]
pub(crate) struct DoctorArgs {
    /// The engine: any command that speaks the Gomocup protocol [default: this program]
    ///
    /// Quotes of either kind hold blanks in a command, and a doubled one between them stands for itself, as in 'it''s here'.
    pub command: Option<String>,
    /// Only these cases, or all cases of these topics
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub only: Vec<String>,
    /// Hold the conversations of this file instead of the built-in ones, or - for the standard input; may be repeated
    #[arg(long, value_name = "FILE")]
    pub cases: Vec<PathBuf>,
    /// How long to wait for an answer where the protocol names no time
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = parse_time)]
    pub patience: Duration,
    /// Time added to every deadline, for a machine that is slow or busy with something else
    #[arg(long, value_name = "TIME", default_value = "0", value_parser = parse_time)]
    pub slack: Duration,
    /// Cases to examine at the same time; those that do not pass are examined again, one by one
    #[arg(
        long,
        short,
        aliases = ["threads", "concurrency"],
        value_name = "N",
        default_value = "1",
        value_parser = parse_concurrency
    )]
    pub jobs: NonZeroUsize,
    /// List the cases and examine nothing
    #[arg(long, short)]
    pub list: bool,
    /// Print the conversation of every case, or with --list what would be said, and not only of those that failed
    #[arg(long, short)]
    pub verbose: bool,
    /// Print JSON Lines instead of a table, with --list too
    #[arg(long)]
    pub json: bool,
}
