//! `db import` and `db merge`: what other files and stores know, into a store. A file is read to its end before anything of it
//! is written, and written in batches, each of which is there wholly or not at all.

use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use tengen_engine::database::proofs::carry_up;
use tengen_engine::database::{PositionEntry, Store};
use tengen_engine::position_key::PositionKey;
use tengen_engine::record::reading::ReadOptions;

use crate::cli::{ImportArgs, MergeArgs};
use crate::files::temporary::remove_at_interrupt;
use crate::output::{complain, say, warn};
use crate::progress::{PlainLines, Spinner};
use crate::store::{FileStore, ImportJournal, Progressed, SourceOptions, is_store, source};
use crate::units::counted;

/// Decided positions that are carried up between two writes.
const CARRIED_AT_ONCE: usize = 1_000;
/// What is said where it is interrupted.
const GOES_ON: &str = ": the same command goes on from here";
/// Faults of a damaged file that are told one by one.
const TOLD: u64 = 10;

/// Takes in files.
pub(crate) fn run(args: &ImportArgs) -> Result<()> {
    // What is taken in once more begins again.
    remove_at_interrupt(if args.again { "" } else { GOES_ON })?;
    let is_new = !args.store.exists();
    let mut store = FileStore::create(&args.store)?;
    let mut failed = 0;
    for path in &args.files {
        if let Err(error) = import(&mut store, path, args) {
            complain(format_args!("error: {error:#}; nothing more of it was imported"));
            failed += 1;
        }
    }
    if is_new && failed == args.files.len() && store.is_empty()? {
        discard(store, &args.store)?;
        bail!("nothing was imported, and {} is not there", args.store.display());
    }
    carry_all(&mut store)?;
    say!("{} holds {}", args.store.display(), counted(store.len()?, "position"));
    let all = args.files.len();
    ensure!(failed == 0, "{failed} of {all} files were not wholly imported: once that is mended, an import goes on");
    Ok(())
}

/// Takes in other stores.
pub(crate) fn merge(args: &MergeArgs) -> Result<()> {
    for other in &args.others {
        ensure!(is_store(other)?, "{} is no store: db import takes in other files", other.display());
        let same = std::fs::canonicalize(other).ok() == std::fs::canonicalize(&args.store).ok();
        ensure!(!same, "{} cannot be merged with itself", other.display());
    }
    remove_at_interrupt(GOES_ON)?;
    let is_new = !args.store.exists();
    let mut store = FileStore::create(&args.store)?;
    if let Err(error) = args.others.iter().try_for_each(|other| take_in(&mut store, other)) {
        if is_new && store.is_empty()? {
            discard(store, &args.store)?;
        }
        return Err(error);
    }
    carry_all(&mut store)?;
    say!("{} holds {}", args.store.display(), counted(store.len()?, "position"));
    Ok(())
}

/// Takes away a store that was made for nothing: it would only hide that its name or that of a file is mistyped.
fn discard(store: FileStore, path: &Path) -> Result<()> {
    // While it is open nobody else begins to fill it; but Windows removes no file that is open.
    let _held = (!cfg!(windows)).then_some(store);
    std::fs::remove_file(path).with_context(|| format!("cannot remove {}", path.display()))
}

/// Takes in another store.
fn take_in(store: &mut FileStore, other: &Path) -> Result<()> {
    let mut journal = ImportJournal::of_store(store, other)?;
    if journal.begun() == Progressed::Done {
        say!("{} was merged before", other.display());
        return Ok(());
    }
    write(&mut journal, other, |add| source::visit_store(other, add))?;
    finish(journal, other, 0)
}

/// Takes in one file.
fn import(store: &mut FileStore, path: &Path, args: &ImportArgs) -> Result<()> {
    let name = path.display();
    let read = ReadOptions { salvage: args.salvage, charset: args.charset, ..ReadOptions::default() };
    let options = SourceOptions { rule: args.rule, read, ..SourceOptions::default() };
    let mut journal = ImportJournal::new(store, path, options, args.again)?;
    match journal.begun() {
        Progressed::Done => {
            say!("{name} was imported before; --again takes it in once more");
            return Ok(());
        }
        Progressed::To(0) => {}
        Progressed::To(count) => say!("{name}: going on after {}", counted(count, "position")),
    }
    // Without --salvage one fault means that nothing is written.
    let mut faults = 0;
    let mut spinner = Spinner::new(PlainLines::NowAndThen);
    spinner.show(format!("reading {name}"));
    let not_shown = source::visit(path, options, &mut |found| {
        let Err(error) = found else {
            spinner.count(|read| format!("reading {name}: {}", counted(read, "position")));
            return Ok(());
        };
        let error = error.context(name.to_string());
        if !args.salvage {
            return Err(error);
        }
        faults += 1;
        if faults <= TOLD {
            spinner.suspend(|| complain(format_args!("{error:#}")));
        }
        Ok(())
    })?;
    spinner.end();
    write(&mut journal, path, |add| {
        source::visit(path, options, &mut |found| found.map_or(Ok(()), &mut *add))?;
        Ok(())
    })?;
    finish(journal, path, faults + not_shown.damaged as u64)?;
    warn(&name.to_string(), not_shown.strange.as_ref(), not_shown.remarked);
    for text in not_shown.left_out() {
        complain(format_args!("warning: {name}: {text}"));
    }
    Ok(())
}

/// Writes all positions of a file, and says after each batch how many are written.
fn write(
    journal: &mut ImportJournal<'_>,
    path: &Path,
    visit: impl FnOnce(&mut dyn FnMut((PositionKey, PositionEntry)) -> Result<()>) -> Result<()>,
) -> Result<()> {
    visit(&mut |(key, entry)| {
        if let Some(written) = journal.add(key, entry)? {
            say!("{}: {} written", path.display(), counted(written, "position"));
        }
        Ok(())
    })
}

fn finish(journal: ImportJournal<'_>, path: &Path, faults: u64) -> Result<()> {
    let written = journal.finish()?;
    let damaged = counted(faults, "damaged place");
    let passed_over = if faults > 0 { format!(", {damaged} passed over") } else { String::new() };
    say!("{}: all {} written{passed_over}", path.display(), counted(written, "position"));
    Ok(())
}

/// Carries all that is decided up to the positions before it. Broken off, it goes on when next something is imported.
fn carry_all(store: &mut FileStore) -> Result<()> {
    let mut spinner = Spinner::new(PlainLines::NowAndThen);
    let (mut carried, mut changed) = (0, 0);
    loop {
        let decided = store.decided(CARRIED_AT_ONCE)?;
        if decided.is_empty() {
            break;
        }
        for key in &decided {
            changed += carry_up(store, key)?.len();
        }
        store.forget_decided(&decided)?;
        store.commit()?;
        carried += decided.len();
        spinner.add(format!("{} carried up", counted(carried, "result")));
    }
    spinner.end();
    if changed > 0 {
        say!("{} carried up: {} decided by that", counted(carried, "result"), counted(changed, "position"));
    }
    Ok(())
}
