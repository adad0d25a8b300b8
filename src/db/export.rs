//! `db export`: a store as a file for other programs.

use anyhow::{Result, ensure};
use tengen_engine::database::tree::kinds;
use tengen_engine::point::BoardSize;
use tengen_engine::rule::RuleKind;

use crate::cli::ExportArgs;
use crate::files::Existing;
use crate::output::{check_writable, complain, say};
use crate::store::{FileStore, TargetOptions, target};
use crate::units::counted;

/// Writes the file.
pub(crate) fn run(args: &ExportArgs) -> Result<()> {
    let store = FileStore::open_to_read(&args.store)?;
    target::check_no_store(&args.out)?;
    Existing::by_force(args.force).check(&args.out)?;
    check_writable(&args.out, &[])?;
    let options = TargetOptions { rule: args.rule, size: args.size, plain: args.plain };
    let is_wanted = |&(rule, size): &(RuleKind, BoardSize)| options.wants(rule, size);
    let kinds = kinds(&store)?;
    ensure!(!kinds.is_empty(), "{} holds no position", args.store.display());
    ensure!(kinds.iter().any(is_wanted), "{} has no such position", args.store.display());
    let written = target::write(&store, &args.out, &options)?;
    say!("{}: {}", args.out.display(), counted(written.positions, "position"));
    written.left_out.iter().for_each(|text| complain(format_args!("warning: {}: {text}", args.out.display())));
    Ok(())
}
