//! What a store takes in: every position of a file, whatever its form.

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::ops::ControlFlow;
use std::path::Path;

use anyhow::{Context, Error, Result, anyhow, bail, ensure};
use tengen_engine::charset::Charset;
use tengen_engine::database::yixin::{DatabaseError, DatabaseFault, LZ4_MAGIC, YixinReader};
use tengen_engine::database::{PositionEntry, Store, each, table, tree};
use tengen_engine::point::BoardSize;
use tengen_engine::position_key::PositionKey;
use tengen_engine::record::format::FileFormat;
use tengen_engine::record::losses::FileLosses;
use tengen_engine::record::reading::{Place, ReadOptions, Remarks};
use tengen_engine::rule::RuleKind;
use tengen_engine::sgf::Location;

use super::{FileStore, is_store};
use crate::files;
use crate::units::counted;

/// What is told of texts of which nobody says what they are.
const GUESSED: &str = "texts that are not UTF-8 were taken for Chinese, or else Windows-1252: --charset knows better";

/// How much of a database is read at once.
const READ_BYTES: usize = 1 << 16;

/// A position of a file, or what is wrong at a place of it.
pub(crate) type FoundPosition = Result<(PositionKey, PositionEntry)>;

/// What a file is, of all that a store can take in.
#[derive(Clone, Copy)]
pub(crate) enum SourceForm {
    /// A store.
    Store,
    /// A database of another program.
    Database,
    /// A table of text.
    Table,
    /// Games that lead to positions, in this format or in the one that the file looks like.
    Record(Option<FileFormat>),
}

impl SourceForm {
    /// The form of a file by its first bytes and its name.
    pub(crate) fn of(path: &Path) -> Result<SourceForm> {
        Ok(if is_store(path)? {
            SourceForm::Store
        } else if names_database(path) || begins_packed(path)? {
            SourceForm::Database
        } else if ends_with(path, TABLE) {
            SourceForm::Table
        } else {
            SourceForm::Record(None)
        })
    }
}

/// How a file is read.
#[derive(Clone, Copy, Default)]
pub(crate) struct SourceOptions {
    /// The rule of files that name none.
    pub rule: Option<RuleKind>,
    /// The form of the file, whatever it looks like.
    pub from: Option<SourceForm>,
    /// The only game of a record that is wanted, from 1 on.
    pub game: Option<u32>,
    /// Positions of more stones are not wanted.
    pub most_stones: Option<usize>,
    /// How a record is read.
    pub read: ReadOptions,
}

/// What of a file was counted and not shown.
#[derive(Default)]
pub(crate) struct NotShown {
    /// Damaged places after the first [`Remarks::KEPT`].
    pub damaged: usize,
    /// The first of what is strange in a record and does no harm, or was left out without harm.
    pub strange: Option<Error>,
    /// How much of that there is.
    pub remarked: usize,
    /// Nodes of records without a position that a store can keep.
    pub nodes: u64,
    /// What of records belongs to no position.
    pub losses: FileLosses,
}

impl NotShown {
    /// What is said of what a store cannot keep.
    pub(crate) fn left_out(&self) -> Vec<String> {
        let mut texts = Vec::from_iter(out_of_turn(self.nodes));
        if !self.losses.is_empty() {
            texts.push(format!("left out, since it belongs to no position: {}", self.losses));
        }
        texts
    }
}

/// Shows every position of a file of any kind, in its order, and what is wrong with others.
pub(crate) fn visit(
    path: &Path,
    options: SourceOptions,
    see: &mut dyn FnMut(FoundPosition) -> Result<()>,
) -> Result<NotShown> {
    let form = form(path, options)?;
    let is_record = matches!(form, SourceForm::Record(_));
    ensure!(is_record || options.game.is_none(), "--game needs a record of games, and a database has positions");
    let is_wanted = |key: &PositionKey| options.most_stones.is_none_or(|most| key.len() <= most);
    let see = &mut |found: FoundPosition| match found {
        Ok((key, _)) if !is_wanted(&key) => Ok(()),
        found => see(found),
    };
    let guessed = match form {
        SourceForm::Store => visit_damaged_store(path, see).map(|()| None)?,
        SourceForm::Database => {
            let mut records = YixinReader::new_in(reader(path)?, options.read.charset);
            records.try_for_each(|found| see(found.map_err(Into::into)))?;
            records.first_guessed().map(|at| at.to_string())
        }
        SourceForm::Table => visit_table(path, options.read.charset, see)?.map(|at| at.to_string()),
        SourceForm::Record(format) => return visit_tree(path, format, options, see),
    };
    let strange = guessed.map(|at| anyhow!("{at}: {GUESSED}"));
    Ok(NotShown { remarked: usize::from(strange.is_some()), strange, ..NotShown::default() })
}

fn form(path: &Path, options: SourceOptions) -> Result<SourceForm> {
    options.from.map_or_else(|| SourceForm::of(path), Ok)
}

/// What is said of positions to which no moves in turn lead, where there are any.
pub(super) fn out_of_turn(positions: u64) -> Option<String> {
    (positions > 0).then(|| format!("left out, since no moves in turn lead there: {}", counted(positions, "position")))
}

/// The rule under which a record is read that names none; none of a file that is no record.
pub(super) fn rule_of_silent(path: &Path, options: SourceOptions) -> Result<Option<RuleKind>> {
    let SourceForm::Record(format) = form(path, options)? else { return Ok(None) };
    if options.rule.is_some() {
        return Ok(options.rule);
    }
    let format = match format {
        Some(format) => Some(format),
        None => recognise(path, &files::read_path(path)?),
    };
    Ok(format.map(usual_rule))
}

fn recognise(path: &Path, bytes: &[u8]) -> Option<FileFormat> {
    FileFormat::recognise(bytes, path.extension().and_then(|extension| extension.to_str()))
}

/// Whether a file is a store or a database: positions, and no games that lead to them.
pub(crate) fn holds_positions(path: &Path) -> Result<bool> {
    Ok(matches!(SourceForm::of(path)?, SourceForm::Store | SourceForm::Database))
}

/// The end of the names of databases of other programs.
pub(crate) const DATABASE: &str = "db";
/// The end of the names of tables.
pub(super) const TABLE: &str = "csv";

/// Whether the name of a file says that it is a database of another program.
pub(crate) fn names_database(path: &Path) -> bool {
    ends_with(path, DATABASE)
}

/// Whether the name of a file says that it is anything but a store.
pub(super) fn names_other_format(path: &Path) -> bool {
    let is_record = || path.extension().is_some_and(|end| end.to_str().and_then(FileFormat::from_name).is_some());
    names_database(path) || ends_with(path, TABLE) || is_record()
}

/// Whether the name of a file has this end, in letters of either case.
pub(crate) fn ends_with(path: &Path, end: &str) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case(end))
}

/// Whether a file is a compressed database.
pub(crate) fn begins_packed(path: &Path) -> Result<bool> {
    let mut begin = Vec::new();
    let read = files::open(path)?.take(LZ4_MAGIC.len() as u64).read_to_end(&mut begin);
    read.with_context(|| format!("cannot read {}", path.display()))?;
    Ok(begin == LZ4_MAGIC)
}

/// Whether bytes are those with which a database begins, its first position among them.
pub(super) fn begins_database(begin: &[u8]) -> bool {
    let is_first = |found: Result<_, DatabaseError>| match found {
        Ok(_) => true,
        Err(error) => matches!(error.fault, DatabaseFault::Charset(_)),
    };
    begin.starts_with(&LZ4_MAGIC) || YixinReader::new(begin).next().is_none_or(is_first)
}

/// Whether a position is counted where those of a rule and a board are asked for.
pub(crate) fn is_of_kind(key: &PositionKey, rule: Option<RuleKind>, size: Option<BoardSize>) -> bool {
    rule.is_none_or(|rule| rule == key.rule()) && size.is_none_or(|size| size == key.size())
}

/// The key of the `number`th position, from 1 on, of those in a store or a database that are wanted; or how many there are.
pub(crate) fn nth(
    path: &Path,
    number: u64,
    rule: Option<RuleKind>,
    size: Option<BoardSize>,
) -> Result<Result<PositionKey, u64>> {
    let (mut count, mut found) = (0, None);
    visit_keys(path, &mut |key| {
        count += u64::from(is_of_kind(&key, rule, size));
        if count < number {
            return ControlFlow::Continue(());
        }
        found = Some(key);
        ControlFlow::Break(())
    })?;
    Ok(found.ok_or(count))
}

/// Shows the key of every position in a store or a database, in their order, until it is seen enough.
pub(crate) fn visit_keys(path: &Path, see: &mut dyn FnMut(PositionKey) -> ControlFlow<()>) -> Result<()> {
    if is_store(path)? {
        FileStore::open_to_read(path)?.visit(None, &mut |key, _| see(key.clone()))?;
    } else {
        for position in YixinReader::new(reader(path)?) {
            let key = match position {
                Ok((key, _)) => key,
                // The position of the damaged text follows, and texts are not needed here.
                Err(DatabaseError { fault: DatabaseFault::Charset(_), .. }) => continue,
                Err(error) => return Err(error.into()),
            };
            if see(key).is_break() {
                break;
            }
        }
    }
    Ok(())
}

fn reader(path: &Path) -> Result<BufReader<File>> {
    Ok(BufReader::with_capacity(READ_BYTES, files::open(path)?))
}

/// Shows every position of a table, line by line: each of the character set that is given or marked, or else guessed as in a
/// database. Gives the first line that is guessed and is not UTF-8.
fn visit_table(
    path: &Path,
    mut charset: Option<Charset>,
    see: &mut dyn FnMut(FoundPosition) -> Result<()>,
) -> Result<Option<Place>> {
    let (mut byte, mut first_guessed) = (0, None);
    for (number, line) in (1..).zip(reader(path)?.split(b'\n')) {
        let line = line.with_context(|| format!("cannot read {}", path.display()))?;
        // Spreadsheets put a mark of the byte order first.
        if line.starts_with("\u{feff}".as_bytes()) {
            charset = Some(Charset::UTF_8);
        }
        let is_marked = number == 1 && matches!(&line[..], [0xff, 0xfe, ..] | [0xfe, 0xff, ..]);
        // Only UTF-16 is not written; in it half of a character may be the byte that ends a line.
        if is_marked || charset.is_some_and(|charset| !charset.is_written()) {
            see(Err(anyhow!("line {number}: a table in UTF-16 cannot be read: save it as UTF-8")))?;
            break;
        }
        let of_line = charset.unwrap_or_else(|| Charset::of_database_text(&line));
        if charset.is_none() && of_line != Charset::UTF_8 {
            first_guessed.get_or_insert(Place::Text(Location { line: number, column: 1, byte }));
        }
        byte += line.len() + 1;
        let text = match Charset::text_of(&line, Some(of_line)) {
            Ok(text) => text,
            Err(_) => {
                see(Err(anyhow!("line {number}: {}", DatabaseFault::Charset(of_line.name()))))?;
                of_line.decode_lossy(&line)
            }
        };
        if !text.trim().is_empty() && text.trim() != table::HEAD {
            see(table::from_line(&text).map_err(|fault| anyhow!("line {number}: {fault}")))?;
        }
    }
    Ok(first_guessed)
}

/// Shows every position of another store.
pub(crate) fn visit_store(path: &Path, see: &mut dyn FnMut((PositionKey, PositionEntry)) -> Result<()>) -> Result<()> {
    each(&FileStore::open_to_read(path)?, None, |key, entry| {
        see((key.clone(), entry))?;
        Ok(ControlFlow::Continue(()))
    })
}

/// Shows every position of another store, and what is wrong with others. What comes after a page that cannot be read is not
/// found.
fn visit_damaged_store(path: &Path, see: &mut dyn FnMut(FoundPosition) -> Result<()>) -> Result<()> {
    let mut seen = Ok(());
    let visited = FileStore::open_to_read(path)?.visit_records(None, &mut |found| {
        seen = see(found);
        if seen.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    seen.and_then(|()| visited.or_else(|error| see(Err(error))))
}

/// The rule of records that name none, where nobody says under which they are read: libraries are those of Renju players.
pub(super) fn usual_rule(format: FileFormat) -> RuleKind {
    if format == FileFormat::Library { RuleKind::Renju } else { RuleKind::Freestyle }
}

/// Shows the positions of the games of a record or library.
fn visit_tree(
    path: &Path,
    format: Option<FileFormat>,
    options: SourceOptions,
    see: &mut dyn FnMut(FoundPosition) -> Result<()>,
) -> Result<NotShown> {
    let bytes = files::read_path(path)?;
    let Some(format) = format.or_else(|| recognise(path, &bytes)) else {
        let why = files::unrecognised(&bytes, "neither a store, a database nor a record of a known format");
        // Who hears of faults names the file. Nothing is left to go on with where they are passed over.
        see(Err(anyhow!(why.clone())))?;
        bail!("{}: {why}", path.display());
    };
    let usual = options.rule.unwrap_or(usual_rule(format));
    let (mut games, mut not_shown) = (0, NotShown::default());
    let mut result = Ok(());
    let read = format.read(&bytes, &options.read, &mut |tree| {
        games += 1;
        if result.is_err() || options.game.is_some_and(|wanted| wanted != games) {
            return;
        }
        not_shown.losses.extend(&tree::KEEPS.losses(&tree));
        let most_stones = options.most_stones.unwrap_or(usize::MAX);
        let seen =
            tree::positions(&tree, tree.rule.unwrap_or(usual), most_stones, |key, entry| match see(Ok((key, entry))) {
                Ok(()) => ControlFlow::Continue(()),
                Err(error) => ControlFlow::Break(error),
            });
        match seen {
            ControlFlow::Continue(left_out) => not_shown.nodes += left_out.nodes,
            ControlFlow::Break(error) => result = Err(error),
        }
    });
    result?;
    match read {
        Err(error) => see(Err(error.into()))?,
        Ok(Remarks { first, count, damage, damaged, .. }) => {
            not_shown.damaged = damaged - damage.len();
            not_shown.remarked = count - damaged;
            not_shown.strange = first.into_iter().find(|remark| !damage.contains(remark)).map(Error::from);
            damage.into_iter().try_for_each(|place| see(Err(place.into())))?;
        }
    }
    if let Some(wanted) = options.game {
        ensure!(wanted <= games, "there is no game {wanted}: the file holds {games}");
    }
    Ok(not_shown)
}
