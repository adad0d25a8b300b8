//! `db import` and `db merge`: what other files and stores know, into a store. A file is read to its end before anything of it
//! is written, and written in batches, each of which is there wholly or not at all.

use std::collections::BTreeSet;
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use tengen_engine::database::proofs::carry_all_up;
use tengen_engine::database::{PositionEntry, Store};
use tengen_engine::position_key::PositionKey;
use tengen_engine::record::reading::ReadOptions;

use crate::cli::{ImportArgs, MergeArgs};
use crate::files::temporary::{GOES_ON, remove_at_interrupt};
use crate::output::{complain, say, warn};
use crate::progress::{PlainLines, Spinner};
use crate::store::{FileStore, ImportJournal, Progressed, SourceOptions, is_store, source};
use crate::units::counted;

/// Decided positions that are carried up between two writes.
const CARRIED_AT_ONCE: usize = 1_000;
/// Faults of a damaged file that are told one by one.
const TOLD: u64 = 10;

/// Takes in files.
pub(crate) fn run(args: &ImportArgs) -> Result<()> {
    // What is taken in once more begins again.
    remove_at_interrupt(if args.again { "" } else { GOES_ON })?;
    let is_new = !args.store.exists();
    let mut store = FileStore::create(&args.store)?;
    let (mut failed, mut faults) = (0, 0);
    for path in &args.files {
        match import(&mut store, path, args) {
            Ok(met) => faults += met,
            Err(error) => {
                complain(format_args!("error: {error:#}; nothing more of it was imported"));
                failed += 1;
            }
        }
    }
    // Files that are sound and hold nothing are imported wholly.
    if is_new && failed + faults > 0 && store.is_empty()? {
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
        check_other(other, &args.store)?;
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

/// Refuses to take a store into itself.
fn check_other(path: &Path, store: &Path) -> Result<()> {
    let [path_at, store_at] = [path, store].map(|path| std::fs::canonicalize(path).ok());
    ensure!(path_at.is_none() || path_at != store_at, "{} cannot be taken into itself", path.display());
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

/// Takes in one file, and tells how many damaged places were passed over.
fn import(store: &mut FileStore, path: &Path, args: &ImportArgs) -> Result<u64> {
    check_other(path, &args.store)?;
    let name = path.display();
    let read = ReadOptions { salvage: args.salvage, charset: args.charset, ..ReadOptions::default() };
    let options = SourceOptions { rule: args.rule, read, ..SourceOptions::default() };
    let mut journal = ImportJournal::new(store, path, options, args.again)?;
    match journal.begun() {
        Progressed::Done => {
            say!("{name} was imported before; --again takes it in once more");
            return Ok(0);
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
    faults += not_shown.damaged as u64;
    finish(journal, path, faults)?;
    warn(&name.to_string(), not_shown.strange.as_ref(), not_shown.remarked);
    for text in not_shown.left_out() {
        complain(format_args!("warning: {name}: {text}"));
    }
    Ok(faults)
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
    let (name, positions) = (path.display(), counted(written, "position"));
    match faults {
        0 => say!("{name}: all {positions} written"),
        _ => say!("{name}: {positions} written, {} passed over", counted(faults, "damaged place")),
    }
    Ok(())
}

/// Carries all that is decided up to the positions before it. Broken off, it goes on when next something is imported.
fn carry_all(store: &mut FileStore) -> Result<()> {
    let mut spinner = Spinner::new(PlainLines::NowAndThen);
    let (mut carried, mut changed) = (0, BTreeSet::new());
    loop {
        let decided = store.decided(CARRIED_AT_ONCE)?;
        if decided.is_empty() {
            break;
        }
        changed.extend(carry_all_up(store, &decided)?);
        store.forget_decided(&decided)?;
        store.commit()?;
        carried += decided.len();
        spinner.add(format!("{} carried up", counted(carried, "result")));
    }
    spinner.end();
    if !changed.is_empty() {
        let positions = counted(changed.len(), "position");
        say!("{} carried up: {positions} decided by that", counted(carried, "result"));
    }
    Ok(())
}
