//! Databases as trees, and records as a database: `convert` from and to files of positions.

use std::path::Path;

use anyhow::{Result, bail, ensure};
use tengen_engine::database::tree::{kinds, tree_of};
use tengen_engine::database::{MemoryStore, Store};
use tengen_engine::record::tree::Tree;

use crate::cli::ConvertArgs;
use crate::databases::{self, PassedOver};
use crate::files::{self, Existing};
use crate::output::{self, plain, say};
use crate::store::{SourceForm, SourceOptions, TargetOptions, WatchedStore, target};
use crate::units::counted;

/// The trees of a store or a database, one for each rule and board.
pub(super) fn read(args: &ConvertArgs, path: &Path) -> Result<Vec<Tree>> {
    let options = SourceOptions { read: args.read_options(), ..SourceOptions::default() };
    let (store, passed_over) = databases::opened(path, options)?;
    tell(path, &passed_over);
    let store = WatchedStore::new(store);
    let (mut trees, mut reached) = (Vec::new(), 0);
    for (rule, size) in kinds(&store)? {
        let (tree, positions) = tree_of(&store, rule, size)?;
        reached += positions;
        trees.push(tree);
    }
    store.end();
    let left_out = store.len()?.saturating_sub(reached);
    if left_out > 0 {
        output::complain(format_args!("warning: {}: {}", path.display(), target::unreached(left_out)));
    }
    Ok(trees)
}

/// Writes all positions of the files as one database.
pub(super) fn write(args: &ConvertArgs, inputs: &[String], out: &Path) -> Result<()> {
    let name = out.display();
    let existing = Existing::by_force(args.force);
    existing.check(out)?;
    let mut store = MemoryStore::default();
    let from = args.from.map(|format| SourceForm::Record(Some(format)));
    let options = SourceOptions { from, game: args.game, read: args.read_options(), ..SourceOptions::default() };
    for input in inputs {
        let path = Path::new(input);
        if input == files::STANDARD || !path.exists() {
            bail!("\"{input}\" is no file, and a database is made of files");
        }
        let passed_over = databases::take_in_shown(&mut store, path, options)?;
        tell(path, &passed_over);
    }
    ensure!(!store.is_empty()?, "there is no position in {}", inputs.join(", "));
    let store = WatchedStore::new(Box::new(store));
    let options = TargetOptions { existing: Some(existing), ..TargetOptions::default() };
    let written = target::write_database(&store, out, &options)?;
    store.end();
    say!("{}: {}", plain(&name), counted(written.positions, "position"));
    written.left_out.iter().for_each(|text| output::complain(format_args!("warning: {name}: {text}")));
    Ok(())
}

/// Says what of a file was passed over.
fn tell(path: &Path, passed_over: &PassedOver) {
    let name = path.to_string_lossy();
    output::warn(&name, passed_over.first.as_ref(), passed_over.count);
    for text in &passed_over.left_out {
        output::complain(format_args!("warning: {name}: {text}"));
    }
}
