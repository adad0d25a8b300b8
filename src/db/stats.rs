//! `db stats`: how much is known, by rule and board; and `db check`: whether all of it can be read.

use std::fs;
use std::ops::ControlFlow;

use anyhow::{Context, Result};
use serde::Serialize;
use tengen_engine::database::{PositionLabel, SideOutcome, Store};

use crate::cli::{CheckArgs, StatsArgs};
use crate::output::say;
use crate::progress::{PlainLines, Spinner};
use crate::store::{FileStore, WatchedStore};
use crate::units::counted;

/// What is known under one rule on one board.
#[derive(Serialize, Default)]
struct KindStats {
    rule: &'static str,
    size: String,
    positions: u64,
    won: u64,
    lost: u64,
    drawn: u64,
    valued: u64,
    commented: u64,
    unanalysed: u64,
    /// The most stones of a position.
    most_stones: usize,
}

/// What is known in all.
#[derive(Serialize)]
struct StoreStats {
    positions: u64,
    bytes: u64,
    kinds: Vec<KindStats>,
}

/// Looks for damage.
pub(crate) fn check(args: &CheckArgs) -> Result<()> {
    let mut store = FileStore::open(&args.store)?;
    let spinner = Spinner::new(PlainLines::Never);
    spinner.show("looking at every page".to_string());
    store.check_pages()?;
    spinner.end();
    let store = WatchedStore::new(Box::new(store));
    store.visit(None, &mut |_, _| ControlFlow::Continue(()))?;
    store.end();
    say!("{}: {}, and no damage", args.store.display(), counted(store.len()?, "position"));
    Ok(())
}

/// Counts everything.
pub(crate) fn run(args: &StatsArgs) -> Result<()> {
    // An open store keeps room for changes in its file, so that is asked before.
    let bytes = fs::metadata(&args.store).with_context(|| format!("cannot read {}", args.store.display()))?.len();
    let store = WatchedStore::new(Box::new(FileStore::open_to_read(&args.store)?));
    let mut kinds: Vec<KindStats> = Vec::new();
    let mut last = None;
    store.visit(None, &mut |key, entry| {
        let entry = entry.with_result(key);
        // Keys of one kind lie side by side.
        if last.replace((key.rule(), key.size())) != Some((key.rule(), key.size())) {
            kinds.push(KindStats { rule: key.rule().name(), size: key.size().to_string(), ..KindStats::default() });
        }
        if let Some(kind) = kinds.last_mut() {
            kind.positions += 1;
            match entry.outcome() {
                Some(SideOutcome::Loss) => kind.won += 1,
                Some(SideOutcome::Win) => kind.lost += 1,
                None => kind.drawn += u64::from(entry.label == PositionLabel::DRAW),
            }
            kind.valued += u64::from(entry.worth().is_some());
            kind.commented += u64::from(!entry.comment.is_empty());
            kind.unanalysed += u64::from(entry.is_unanalysed());
            kind.most_stones = kind.most_stones.max(key.len());
        }
        ControlFlow::Continue(())
    })?;
    store.end();
    let stats = StoreStats { positions: kinds.iter().map(|kind| kind.positions).sum(), bytes, kinds };
    if args.json {
        say!("{}", serde_json::to_string(&stats)?);
        return Ok(());
    }
    say!("{} in {} bytes", counted(stats.positions, "position"), stats.bytes);
    for kind in &stats.kinds {
        let (positions, stones) = (counted(kind.positions, "position"), counted(kind.most_stones, "stone"));
        say!("\n{} {}: {positions} of up to {stones}", kind.rule, kind.size);
        say!("  won {}, lost {}, drawn {} for the player of the last move", kind.won, kind.lost, kind.drawn);
        say!("  with a value {}, with a comment {}, not analysed {}", kind.valued, kind.commented, kind.unanalysed);
    }
    Ok(())
}
