//! Databases as trees, and records as a database: `convert` from and to files of positions.

use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use tengen_engine::database::tree::{kinds, tree_of};
use tengen_engine::database::{MemoryStore, Store};
use tengen_engine::record::tree::Tree;

use super::warn;
use crate::cli::ConvertArgs;
use crate::output::{self, say};
use crate::store::{SourceOptions, TargetOptions, source, target};
use crate::units::counted;
use crate::{databases, files};

/// The trees of a store or a database, one for each rule and board.
pub(super) fn read(path: &Path) -> Result<Vec<Tree>> {
    let store = databases::book(path)?;
    let (mut trees, mut reached) = (Vec::new(), 0);
    for (rule, size) in kinds(&*store)? {
        let (tree, positions) = tree_of(&*store, rule, size)?;
        reached += positions;
        trees.push(tree);
    }
    let left_out = store.len()?.saturating_sub(reached);
    if left_out > 0 {
        output::complain(format_args!("warning: {}: {}", path.display(), target::unreached(left_out)));
    }
    Ok(trees)
}

/// Writes all positions of the files as one database.
pub(super) fn write(args: &ConvertArgs, inputs: &[String], out: &Path) -> Result<()> {
    let name = out.display();
    ensure!(!inputs.is_empty(), "\"{name}\" is read, and nothing says where to write: name a file, or --to FORMAT");
    ensure!(args.force || !out.exists(), "{name} exists already: --force replaces it");
    let mut store = MemoryStore::default();
    for input in inputs {
        let path = Path::new(input);
        if input == files::STANDARD || !path.exists() {
            bail!("\"{input}\" is no file, and a database is made of files");
        }
        let mut faults = Vec::new();
        let options = SourceOptions { rule: None, salvage: args.salvage };
        let read = source::visit(path, options, &mut |found| {
            match found {
                Ok((key, entry)) => store.merge(&key, entry)?,
                Err(error) if args.salvage => faults.push(error),
                Err(error) => return Err(error),
            }
            Ok(())
        });
        read.with_context(|| input.clone())?;
        warn(input, faults.first(), faults.len());
    }
    ensure!(!store.is_empty()?, "there is no position in {}", inputs.join(", "));
    let written = target::write_database(&store, out, &TargetOptions::default())?;
    say!("{name}: {}", counted(written.positions, "position"));
    written.left_out.iter().for_each(|text| output::complain(format_args!("warning: {name}: {text}")));
    Ok(())
}
