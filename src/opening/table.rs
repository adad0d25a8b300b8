//! `openings`: the 26 openings of Renju with what they are worth, and the search that makes that table.

use std::collections::HashSet;
use std::fmt::Write as _;

use anyhow::Result;
use tengen_engine::chooser::{EvenThree, NUMBERS, OpeningValues};
use tengen_engine::engine::Options;
use tengen_engine::opening::Pattern;
use tengen_engine::point::{BoardSize, Rows};
use tengen_engine::random::SplitMix64;

use crate::cli::OpeningsArgs;
use crate::files::{self, Existing, begins_alike, targets};
use crate::opening::even;
use crate::output::say;
use crate::position;
use crate::progress::{PlainLines, Progress};

const SIZE: BoardSize = BoardSize::USUAL;
/// How the tables begin.
const VALUES_HEAD: &str = "# Values of the 26 openings";
const THREES_HEAD: &str = "# Three stones";
/// Where the lot of the three stones begins, so that the table can be made again.
const THREES_SEED: u64 = 1;

/// Shows the table, or makes it.
pub(crate) fn run(args: &OpeningsArgs) -> Result<()> {
    if !args.make {
        if args.threes {
            show_threes()
        } else {
            show()
        }
        return Ok(());
    }
    if args.even {
        return even::make(args);
    }
    let existing = match args.threes {
        true => Existing::ReplaceLike(|text| begins_alike(text, THREES_HEAD)),
        false => Existing::ReplaceLike(|text| begins_alike(text, VALUES_HEAD)),
    };
    targets::check_targets(args.output.as_deref(), existing, &[])?;
    let table = if args.threes { make_threes(args.nodes, args.count.get()) } else { make(args.nodes) };
    files::deliver(args.output.as_deref(), &table, existing)
}

fn show() {
    for line in OpeningValues::origin() {
        say!("{line}");
    }
    let numbers: String = (1..=NUMBERS).map(|number| format!("{number:>6}")).collect();
    say!("\n{:<4}{:<11}{:<16}{:<9}{numbers}  even", "", "", "", "");
    for pattern in Pattern::all() {
        let stones = position::line(&pattern.stones(SIZE), SIZE, Rows::FromBottom);
        let (japanese, english) = (pattern.japanese(), pattern.english());
        say!("{pattern:<4}{japanese:<11}{english:<16}{stones:<9}{}", OpeningValues::of(pattern));
    }
}

fn show_threes() {
    EvenThree::origin().for_each(|line| say!("{line}"));
    EvenThree::all().iter().for_each(|three| say!("{three}"));
}

/// The table of three stones as the sources hold it.
fn make_threes(nodes: u64, count: usize) -> String {
    let mut table = format!(
        "{THREES_HEAD}, black, white and black, that leave both colours alike, and what they are worth to Black.\n\
         # Made by: pbrain-tengen openings --make --threes --count {count} --nodes {nodes}, version {}\n",
        env!("CARGO_PKG_VERSION"),
    );
    let mut progress = progress("positions", count);
    let mut random = SplitMix64::new(THREES_SEED);
    let mut found = HashSet::new();
    while found.len() < count {
        let three = EvenThree::find(&mut random, Options::default().hash_bytes, nodes);
        // What was found already, in whatever view, is drawn again.
        if found.insert(three.key()) {
            let _ = writeln!(table, "{three}");
            progress.add(String::new());
        }
    }
    progress.end();
    table
}

/// The progress of what may be written to the standard output, where nothing else is said.
fn progress(unit: &'static str, all: usize) -> Progress {
    Progress::new(unit, PlainLines::Never, 0, all)
}

/// The table as the sources hold it.
fn make(nodes: u64) -> String {
    let mut table = format!(
        "{VALUES_HEAD} for Black after White's best fourth, by the number of fifths, 1 to {NUMBERS}; last, how far\n\
         # from even they stay when White says the number, 1 to 8.\n\
         # Made by: pbrain-tengen openings --make --nodes {nodes}, version {}\n",
        env!("CARGO_PKG_VERSION"),
    );
    let mut progress = progress("openings", Pattern::COUNT);
    for pattern in Pattern::all() {
        let values = OpeningValues::measure(pattern, SIZE, Options::default().hash_bytes, nodes);
        let _ = writeln!(table, "{:<3}{values}", pattern.to_string());
        progress.add(String::new());
    }
    progress.end();
    table
}
