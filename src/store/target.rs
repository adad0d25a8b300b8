//! What comes out of a store: files for other programs, each there wholly or not at all.

use std::fs::File;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use tengen_engine::database::tree::{kinds, tree_of};
use tengen_engine::database::yixin::YixinWriter;
use tengen_engine::database::{Store, each, table};
use tengen_engine::point::{BoardSize, Rows};
use tengen_engine::position_key::PositionKey;
use tengen_engine::record::format::FileFormat;
use tengen_engine::record::writing::WriteOptions;
use tengen_engine::rule::RuleKind;
use tengen_protocol::database::Transfer;
use tengen_protocol::database::view::moves;

use super::is_store;
use super::source::{self, DATABASE, TABLE};
use crate::files::{self, Existing, begins_alike};
use crate::units::{board_size, counted};

/// Tables replace tables.
const TABLES: Existing = Existing::ReplaceLike(|bytes| begins_alike(bytes, table::HEAD));
/// Lists of moves replace such lists.
const LISTS: Existing = Existing::ReplaceLike(begins_list);
/// Databases replace databases.
const DATABASES: Existing = Existing::ReplaceLike(source::begins_database);

/// Why positions are left out of a database.
const FEW_RULES: &str = "the format knows freestyle, standard and renju only";

/// What is written of a store, and how.
#[derive(Clone, Copy, Default)]
pub(crate) struct TargetOptions {
    /// Positions of this rule only.
    pub rule: Option<RuleKind>,
    /// Positions of this board only.
    pub size: Option<BoardSize>,
    /// What becomes of a file that is there already. One of the same form is replaced where nothing else is said.
    pub existing: Option<Existing>,
    /// Whether a database is left uncompressed.
    pub plain: bool,
}

impl TargetOptions {
    /// Whether positions of this rule and board are written.
    pub(crate) fn wants(&self, rule: RuleKind, size: BoardSize) -> bool {
        self.rule.is_none_or(|wanted| wanted == rule) && self.size.is_none_or(|wanted| wanted == size)
    }

    /// Whether this position is written.
    pub(crate) fn wants_key(&self, key: &PositionKey) -> bool {
        self.wants(key.rule(), key.size())
    }
}

/// Refuses to write to a store: every other file holds less than one.
pub(crate) fn check_no_store(path: &Path) -> Result<()> {
    let is_other = !path.is_file() || !is_store(path)?;
    ensure!(is_other, "{} is a store, and would be replaced by less", path.display());
    Ok(())
}

/// Writes a database, a table, or a tree, by the extension of the file.
pub(crate) fn write(store: &dyn Store, path: &Path, options: &TargetOptions) -> Result<Transfer> {
    let extension = path.extension().map(|extension| extension.to_string_lossy().to_ascii_lowercase());
    match extension.as_deref() {
        Some(DATABASE) => write_database(store, path, options),
        Some(TABLE) => write_table(store, path, options),
        Some(_) => write_tree(store, path, options),
        None => bail!("{}: the extension says what is written: .{DATABASE}, .lib, .sgf or .{TABLE}", path.display()),
    }
}

/// Writes a database of Yixin and Rapfi.
pub(crate) fn write_database(store: &dyn Store, path: &Path, options: &TargetOptions) -> Result<Transfer> {
    let fits = |key: &PositionKey| YixinWriter::<File>::can_write(key) && options.wants_key(key);
    let (mut count, mut unknown, mut cut) = (0u32, 0u64, 0u64);
    store.visit(None, &mut |key, _| {
        match fits(key) {
            true => count = count.saturating_add(1),
            false => unknown += u64::from(options.wants_key(key)),
        }
        ControlFlow::Continue(())
    })?;
    let is_lost = count == 0 && unknown > 0;
    ensure!(!is_lost, "{}: not written, since {FEW_RULES}", path.display());
    files::write_by(path, options.existing.unwrap_or(DATABASES), |file| {
        let mut writer = YixinWriter::new(file, count, !options.plain)?;
        each(store, None, |key, entry| {
            if fits(key) {
                writer.write(key, &entry)?;
            }
            anyhow::Ok(ControlFlow::Continue(()))
        })?;
        cut = writer.cut_texts();
        Ok(writer.finish()?)
    })?;
    let mut written = Transfer { positions: u64::from(count), left_out: Vec::new() };
    if unknown > 0 {
        let positions = counted(unknown, "position");
        written.left_out.push(format!("left out, since {FEW_RULES}: {positions}"));
    }
    if cut > 0 {
        let comments = counted(cut, "comment");
        written.left_out.push(format!("left out, since the format holds 64 KiB of a position: the end of {comments}"));
    }
    Ok(written)
}

/// Writes a table of text.
pub(crate) fn write_table(store: &dyn Store, path: &Path, options: &TargetOptions) -> Result<Transfer> {
    let mut count = 0;
    files::write_by(path, options.existing.unwrap_or(TABLES), |mut file| {
        writeln!(file, "{}", table::HEAD)?;
        each(store, None, |key, entry| {
            if options.wants_key(key) {
                count += 1;
                writeln!(file, "{}", table::to_line(count, key, &entry))?;
            }
            anyhow::Ok(ControlFlow::Continue(()))
        })?;
        Ok(file)
    })?;
    Ok(Transfer { positions: count, left_out: Vec::new() })
}

/// Writes the stones of every position as moves, one position a line.
pub(crate) fn write_moves(store: &dyn Store, path: &Path, options: &TargetOptions) -> Result<Transfer> {
    let (mut count, mut out_of_turn) = (0, 0u64);
    files::write_by(path, options.existing.unwrap_or(LISTS), |mut file| {
        each(store, None, |key, _| {
            if options.wants_key(key) {
                match moves(key, Rows::FromBottom) {
                    Some(moves) => {
                        count += 1;
                        writeln!(file, "{} {} {moves}", key.rule(), key.size())?;
                    }
                    None => out_of_turn += 1,
                }
            }
            anyhow::Ok(ControlFlow::Continue(()))
        })?;
        Ok(file)
    })?;
    Ok(Transfer { positions: count, left_out: source::out_of_turn(out_of_turn).into_iter().collect() })
}

/// Whether the first line of a text is one of a list of moves.
fn begins_list(begin: &[u8]) -> bool {
    let text = String::from_utf8_lossy(begin);
    let words: Vec<&str> = text.lines().next().unwrap_or_default().split(' ').collect();
    matches!(words[..], [rule, size, _] if RuleKind::from_name(rule).is_some() && board_size(size).is_ok())
}

/// What is said of positions that a tree of moves does not hold.
pub(crate) fn unreached(positions: u64) -> String {
    format!("left out, since no line of known positions leads there: {}", counted(positions, "position"))
}

/// Writes a library or a record with variations.
fn write_tree(store: &dyn Store, path: &Path, options: &TargetOptions) -> Result<Transfer> {
    let name = path.display();
    let named = path.extension().and_then(|extension| FileFormat::from_name(extension.to_str()?));
    // A format of single lines would drop most of the store.
    let format = named.filter(|format| format.is_written() && format.keeps().variations);
    let format = format.with_context(|| {
        format!("{name}: files of this kind are not written: there are .{DATABASE}, .lib, .sgf and .{TABLE}")
    })?;
    let mut kinds = kinds(store)?;
    kinds.retain(|&(rule, size)| options.wants(rule, size));
    ensure!(!kinds.is_empty(), "the store has no such position");
    let names = || kinds.iter().map(|(rule, size)| format!("{rule} {size}")).collect::<Vec<_>>().join(", ");
    ensure!(kinds.len() == 1, "the store has positions of {}: --rule and --size tell which are written", names());
    let (rule, size) = kinds[0];
    let (mut tree, positions) = tree_of(store, rule, size)?;
    if !format.keeps().rule && rule == source::usual_rule(format) {
        // A file that names no rule is read under this one where nobody says under which, so that it is no loss.
        tree.rule = None;
    }
    let written = format.write(&[tree], &WriteOptions::default()).with_context(|| name.to_string())?;
    files::write(path, &written.bytes, options.existing.unwrap_or(Existing::ReplaceRecord(format)))?;
    let mut all = 0u64;
    each(store, Some((rule, size)), |_, _| {
        all += 1;
        anyhow::Ok(ControlFlow::Continue(()))
    })?;
    let mut left_out = Vec::new();
    if all > positions {
        left_out.push(unreached(all - positions));
    }
    if !written.losses.is_empty() {
        left_out.push(format!("{format} cannot hold {}", written.losses));
    }
    Ok(Transfer { positions, left_out })
}

#[cfg(test)]
mod tests {
    use tengen_engine::color::Color;
    use tengen_engine::database::{MemoryStore, PositionEntry};
    use tengen_engine::point::Point;

    use super::*;

    #[test]
    fn files_are_replaced_by_such_as_are_written_alike() {
        type Write = fn(&dyn Store, &Path, &TargetOptions) -> Result<Transfer>;
        // Files, how they are written, and a number for each form.
        let ways: [(&str, Write, bool, u32); 6] = [
            ("packed.db", write_database, false, 0),
            ("plain.db", write_database, true, 0),
            ("a.csv", write_table, false, 1),
            ("a.txt", write_moves, false, 2),
            ("a.lib", write, false, 3),
            ("a.sgf", write, false, 4),
        ];
        let options = |plain: bool| TargetOptions { plain, ..TargetOptions::default() };
        let folder = std::env::temp_dir().join(format!("tengen-alike-{}", std::process::id()));
        std::fs::create_dir(&folder).unwrap();
        let stone = [(Color::Black, Point::new(7, 7))];
        let (key, _) = PositionKey::of_stones(RuleKind::Renju, BoardSize::USUAL, stone, Color::White).unwrap();
        let mut store = MemoryStore::default();
        // The text is longer than a database can hold.
        store.put(&key, &PositionEntry { value: 1, comment: "x".repeat(1 << 16), ..PositionEntry::default() }).unwrap();
        for (name, write, plain, _) in ways {
            write(&store, &folder.join(name), &options(plain)).unwrap();
        }
        std::fs::write(folder.join("notes"), "important notes").unwrap();
        std::fs::write(folder.join("suite"), "renju 15x15 h8 best h9").unwrap();
        for (name, write, plain, form) in ways {
            let path = folder.join(format!("over-{name}"));
            for (there, form_there) in
                ways.map(|(there, .., form)| (there, form)).into_iter().chain([("notes", 9), ("suite", 9)])
            {
                std::fs::copy(folder.join(there), &path).unwrap();
                let written = write(&store, &path, &options(plain));
                assert_eq!(written.is_ok(), form == form_there, "{name} over {there}: {written:?}");
            }
        }
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn positions_to_which_no_moves_in_turn_lead_are_left_out_of_a_list_of_moves() {
        let mut store = MemoryStore::default();
        for to_move in Color::ALL {
            let stone = [(Color::Black, Point::new(7, 7))];
            let (key, _) = PositionKey::of_stones(RuleKind::Renju, BoardSize::USUAL, stone, to_move).unwrap();
            store.put(&key, &PositionEntry { value: 1, ..PositionEntry::default() }).unwrap();
        }
        let path = std::env::temp_dir().join(format!("tengen-moves-{}.txt", std::process::id()));
        let written = write_moves(&store, &path, &TargetOptions::default()).unwrap();
        assert_eq!(written.positions, 1);
        assert_eq!(written.left_out, ["left out, since no moves in turn lead there: 1 position"]);
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "renju 15x15 h8\n");
        std::fs::remove_file(path).unwrap();
    }
}
