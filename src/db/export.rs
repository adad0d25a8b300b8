//! `db export`: a store as a file for other programs.

use anyhow::{Result, ensure};

use crate::cli::ExportArgs;
use crate::output::{check_writable, say};
use crate::store::{FileStore, TargetOptions, is_store, target};
use crate::units::counted;

/// Writes the file.
pub(crate) fn run(args: &ExportArgs) -> Result<()> {
    let store = FileStore::open(&args.store)?;
    let is_other = !args.out.is_file() || !is_store(&args.out)?;
    ensure!(is_other, "{} is a store, and would be replaced by less", args.out.display());
    check_writable(&args.out)?;
    let options = TargetOptions { rule: args.rule, size: args.size, plain: args.plain };
    let written = target::write(&store, &args.out, &options)?;
    say!("{}: {}", args.out.display(), counted(written.positions, "position"));
    written.left_out.iter().for_each(|text| say!("{text}"));
    Ok(())
}
