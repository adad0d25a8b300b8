//! `db export`: a store as a file for other programs.

use anyhow::{Result, ensure};
use tengen_engine::database::tree::kinds;
use tengen_engine::point::BoardSize;
use tengen_engine::rule::RuleKind;

use crate::cli::ExportArgs;
use crate::files::Existing;
use crate::files::targets::check_writable;
use crate::files::temporary::remove_at_interrupt;
use crate::output::{complain, say};
use crate::store::{FileStore, TargetOptions, WatchedStore, target};
use crate::units::counted;

/// Writes the file.
pub(crate) fn run(args: &ExportArgs) -> Result<()> {
    remove_at_interrupt("")?;
    let store = WatchedStore::new(Box::new(FileStore::open_to_read(&args.store)?));
    target::check_no_store(&args.out)?;
    let existing = Existing::by_force(args.force);
    existing.check(&args.out)?;
    check_writable(&args.out, &[])?;
    let options = TargetOptions { rule: args.rule, size: args.size, existing: Some(existing), plain: args.plain };
    let is_wanted = |&(rule, size): &(RuleKind, BoardSize)| options.wants(rule, size);
    let kinds = kinds(&store)?;
    ensure!(!kinds.is_empty(), "{} holds no position", args.store.display());
    ensure!(kinds.iter().any(is_wanted), "{} has no such position", args.store.display());
    let written = target::write(&store, &args.out, &options)?;
    store.end();
    say!("{}: {}", args.out.display(), counted(written.positions, "position"));
    written.left_out.iter().for_each(|text| complain(format_args!("warning: {}: {text}", args.out.display())));
    Ok(())
}
