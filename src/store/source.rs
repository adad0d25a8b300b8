//! What a store takes in: every position of a file, whatever its form.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read};
use std::ops::ControlFlow;
use std::path::Path;

use anyhow::{Context, Result, anyhow};
use tengen_engine::database::yixin::{LZ4_MAGIC, YixinReader};
use tengen_engine::database::{PositionEntry, Store, table, tree};
use tengen_engine::position_key::PositionKey;
use tengen_engine::record::format::FileFormat;
use tengen_engine::record::reading;
use tengen_engine::rule::RuleKind;

use super::{FileStore, is_store};

/// How much of a database is read at once.
const READ_BYTES: usize = 1 << 16;

/// A position of a file, or what is wrong at a place of it.
pub(crate) type FoundPosition = Result<(PositionKey, PositionEntry)>;

/// How a file is read.
#[derive(Clone, Copy, Default)]
pub(crate) struct SourceOptions {
    /// The rule of files that name none.
    pub rule: Option<RuleKind>,
    /// Whether to go on after damage.
    pub salvage: bool,
}

/// Shows every position of a file of any kind, in its order, and what is wrong with others.
pub(crate) fn visit(
    path: &Path,
    options: SourceOptions,
    see: &mut dyn FnMut(FoundPosition) -> Result<()>,
) -> Result<()> {
    let name = path.display();
    if is_store(path)? {
        return visit_store(path, &mut |found| see(Ok(found)));
    }
    let open = || File::open(path).with_context(|| format!("cannot read {name}"));
    if names_database(path) || begins_packed(path)? {
        return visit_database(open()?, see);
    }
    match path.extension() {
        Some(extension) if extension.eq_ignore_ascii_case("csv") => visit_table(open()?, see),
        _ => visit_tree(path, options, see),
    }
}

/// Whether a file is a store or a database: positions, and no games that lead to them.
pub(crate) fn holds_positions(path: &Path) -> Result<bool> {
    Ok(is_store(path)? || names_database(path) || begins_packed(path)?)
}

/// The end of the names of databases of other programs.
pub(crate) const DATABASE: &str = "db";

/// Whether the name of a file says that it is a database of another program.
pub(crate) fn names_database(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case(DATABASE))
}

fn begins_packed(path: &Path) -> Result<bool> {
    let mut begin = Vec::new();
    let read = File::open(path).and_then(|file| file.take(LZ4_MAGIC.len() as u64).read_to_end(&mut begin));
    read.with_context(|| format!("cannot read {}", path.display()))?;
    Ok(begin == LZ4_MAGIC)
}

/// The key of the `number`th position, from 1 on, of those in a store or a database that are wanted; or how many there are.
pub(crate) fn nth(
    path: &Path,
    number: u64,
    is_wanted: impl Fn(&PositionKey) -> bool,
) -> Result<Result<PositionKey, u64>> {
    let (mut count, mut found) = (0, None);
    let mut see = |key: PositionKey| {
        count += u64::from(is_wanted(&key));
        if count < number {
            return ControlFlow::Continue(());
        }
        found = Some(key);
        ControlFlow::Break(())
    };
    if is_store(path)? {
        FileStore::open(path)?.visit(None, &mut |key, _| see(key.clone()))?;
    } else {
        let file = File::open(path).with_context(|| format!("cannot read {}", path.display()))?;
        for position in YixinReader::new(BufReader::with_capacity(READ_BYTES, file)) {
            if see(position?.0).is_break() {
                break;
            }
        }
    }
    Ok(found.ok_or(count))
}

fn visit_database(file: File, see: &mut dyn FnMut(FoundPosition) -> Result<()>) -> Result<()> {
    YixinReader::new(BufReader::with_capacity(READ_BYTES, file)).try_for_each(|found| see(found.map_err(Into::into)))
}

fn visit_table(file: File, see: &mut dyn FnMut(FoundPosition) -> Result<()>) -> Result<()> {
    for (number, line) in (1..).zip(BufReader::new(file).lines()) {
        let line = line.with_context(|| format!("line {number}"))?;
        if !line.trim().is_empty() && line.trim() != table::HEAD {
            see(table::from_line(&line).map_err(|fault| anyhow!("line {number}: {fault}")))?;
        }
    }
    Ok(())
}

/// Shows every position of another store.
pub(crate) fn visit_store(path: &Path, see: &mut dyn FnMut((PositionKey, PositionEntry)) -> Result<()>) -> Result<()> {
    let other = FileStore::open(path)?;
    let mut result = Ok(());
    other.visit(None, &mut |key, entry| match see((key.clone(), entry)) {
        Ok(()) => ControlFlow::Continue(()),
        Err(error) => {
            result = Err(error);
            ControlFlow::Break(())
        }
    })?;
    result
}

/// Shows the positions of every game of a record or library.
fn visit_tree(path: &Path, options: SourceOptions, see: &mut dyn FnMut(FoundPosition) -> Result<()>) -> Result<()> {
    let name = path.display();
    let bytes = fs::read(path).with_context(|| format!("cannot read {name}"))?;
    let extension = path.extension().and_then(|extension| extension.to_str());
    let format = FileFormat::recognise(&bytes, extension)
        .with_context(|| format!("{name} is neither a store, a database nor a record of a known format"))?;
    // Libraries are those of Renju players.
    let usual = if format == FileFormat::Library { RuleKind::Renju } else { RuleKind::Freestyle };
    let mut result = Ok(());
    let read = reading::ReadOptions { salvage: options.salvage, ..reading::ReadOptions::default() };
    let read = format.read(&bytes, &read, &mut |tree| {
        if result.is_ok() {
            let rule = options.rule.or(tree.rule).unwrap_or(usual);
            let seen = tree::positions(&tree, rule, |key, entry| match see(Ok((key, entry))) {
                Ok(()) => ControlFlow::Continue(()),
                Err(error) => ControlFlow::Break(error),
            });
            if let ControlFlow::Break(error) = seen {
                result = Err(error);
            }
        }
    });
    result?;
    match read {
        Err(error) => see(Err(error.into())),
        // What is strange and does no harm is no damage.
        Ok(remarks) if options.salvage => remarks.first.into_iter().try_for_each(|remark| see(Err(remark.into()))),
        Ok(_) => Ok(()),
    }
}
