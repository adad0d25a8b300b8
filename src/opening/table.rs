//! `openings`: the 26 openings of Renju with what they are worth, and the search that makes that table.

use std::fmt::Write as _;
use std::fs;

use anyhow::{Context, Result};
use indicatif::{ProgressBar, ProgressStyle};
use tengen_engine::chooser::{NUMBERS, OpeningValues};
use tengen_engine::engine::Options;
use tengen_engine::internals::search::Searcher;
use tengen_engine::opening::Pattern;
use tengen_engine::point::{BoardSize, Rows};

use crate::cli::OpeningsArgs;
use crate::output::{self, say};
use crate::position;

const SIZE: BoardSize = BoardSize::square(15).expect("15 is a size");

/// Shows the table, or makes it.
pub(crate) fn run(args: &OpeningsArgs) -> Result<()> {
    if !args.make {
        show();
        return Ok(());
    }
    let table = make(args.nodes);
    match &args.output {
        Some(path) => fs::write(path, table).with_context(|| format!("cannot write {}", path.display())),
        None => {
            output::write(table);
            Ok(())
        }
    }
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

/// The table as the sources hold it. Every opening is searched by a searcher that knows nothing of the others.
fn make(nodes: u64) -> String {
    let mut table = format!(
        "# Values of the 26 openings for Black after White's best fourth, by the number of fifths, 1 to {NUMBERS}; last, how far\n\
         # from even they stay when White says the number, 1 to 8.\n\
         # Made by: pbrain-tengen openings --make --nodes {nodes}, version {}\n",
        env!("CARGO_PKG_VERSION"),
    );
    let style =
        ProgressStyle::with_template("{pos} of {len} openings, {eta} left").expect("the template is a constant");
    let progress = ProgressBar::new(Pattern::COUNT as u64).with_style(style);
    for pattern in Pattern::all() {
        let mut searcher = Searcher::new(Options::default().hash_bytes, 1);
        let values = OpeningValues::measure(&mut searcher, pattern, SIZE, nodes);
        let _ = writeln!(table, "{:<3}{values}", pattern.to_string());
        progress.inc(1);
    }
    progress.finish_and_clear();
    table
}
