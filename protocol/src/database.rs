//! Databases of positions behind a trait: the session asks, and whoever started it has the files.

pub mod found;
pub mod view;

use std::fmt::Debug;

use tengen_engine::database::{MemoryStore, Store, StoreError};
use tengen_engine::game::Game;
use tengen_engine::point::BoardSize;
use tengen_engine::rule::RuleKind;

/// Opens databases and books by the names that managers send. Libraries and many records name no rule: what they know is of
/// the one that is given. What would take more than `most_bytes` of memory is refused.
pub trait Databases: Debug + Send + Sync {
    /// The database in a file, which is a new one when there is no such file and it may be changed.
    ///
    /// # Errors
    /// When it cannot be read, or made.
    fn open(
        &self,
        name: &str,
        rule: RuleKind,
        access: DatabaseAccess,
        most_bytes: usize,
    ) -> Result<Opened<Box<dyn Database>>, StoreError>;

    /// What a file knows of openings, to be looked up and not changed: a database, or a record with variations.
    ///
    /// # Errors
    /// When it cannot be read.
    fn book(&self, name: &str, rule: RuleKind, most_bytes: usize) -> Result<Opened<Box<dyn Store + Send>>, StoreError>;
}

/// What a database is opened for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DatabaseAccess {
    /// Others may read it too.
    Read,
    /// It is made when there is none, and nobody else has it open.
    Change,
}

/// What was opened.
#[derive(Debug)]
pub struct Opened<T> {
    /// The database, or the book.
    pub content: T,
    /// What of its file it does not hold, a sentence for each kind.
    pub left_out: Vec<String>,
}

impl<T> Opened<T> {
    /// What was opened with all that its file holds.
    #[must_use]
    pub fn whole(content: T) -> Opened<T> {
        Opened { content, left_out: Vec::new() }
    }
}

/// What came of a transfer between a database and a file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Transfer {
    /// How many positions were taken in, or written.
    pub positions: u64,
    /// What the other side cannot hold, a sentence for each kind.
    pub left_out: Vec<String>,
}

/// A database that is open.
pub trait Database: Send {
    /// What it knows.
    fn store(&mut self) -> &mut dyn Store;

    /// Makes one that was opened to be read fit to be changed.
    ///
    /// # Errors
    /// When its file cannot be written, or somebody else has it open.
    fn allow_changes(&mut self) -> Result<(), StoreError> {
        Ok(())
    }

    /// Whether something has changed since it was last written, and would be lost with the program.
    fn is_changed(&self) -> bool {
        false
    }

    /// Whether another program has changed its file since that was read or last written, and would lose what it wrote.
    fn is_overtaken(&self) -> bool {
        false
    }

    /// Whether it is ever written, and no record or library that is only read.
    fn is_written(&self) -> bool {
        true
    }

    /// Writes what has changed since it was last written, and returns what of it the file cannot hold, a sentence for each
    /// kind.
    ///
    /// # Errors
    /// When it cannot be written.
    fn save(&mut self) -> Result<Vec<String>, StoreError> {
        self.store().commit()?;
        Ok(Vec::new())
    }

    /// Takes in what another file knows: of this rule, where it names none.
    ///
    /// # Errors
    /// When the file cannot be read, or this database cannot be written.
    fn import(&mut self, name: &str, form: FileForm, rule: RuleKind) -> Result<Transfer, StoreError>;

    /// Writes a part of what is known to a file.
    ///
    /// # Errors
    /// When the file cannot be written.
    fn export(&mut self, name: &str, form: FileForm, part: ExportPart<'_>) -> Result<Transfer, StoreError>;
}

/// Which positions of a database are written to a file.
#[derive(Clone, Copy, Debug)]
pub enum ExportPart<'a> {
    /// All.
    All,
    /// Those of one rule and board.
    Kind(RuleKind, BoardSize),
    /// This one, and those that are known after it.
    Branch(&'a Game),
}

/// Databases in memory, each new and empty, for those who have no files: pages, and tests.
#[derive(Clone, Copy, Debug, Default)]
pub struct MemoryDatabases;

impl Databases for MemoryDatabases {
    fn open(
        &self,
        _: &str,
        _: RuleKind,
        _: DatabaseAccess,
        most_bytes: usize,
    ) -> Result<Opened<Box<dyn Database>>, StoreError> {
        Ok(Opened::whole(Box::new(MemoryStore::within(most_bytes))))
    }

    fn book(&self, name: &str, _: RuleKind, _: usize) -> Result<Opened<Box<dyn Store + Send>>, StoreError> {
        Err(no_files(name))
    }
}

impl Database for MemoryStore {
    fn store(&mut self) -> &mut dyn Store {
        self
    }

    fn import(&mut self, name: &str, _: FileForm, _: RuleKind) -> Result<Transfer, StoreError> {
        Err(no_files(name))
    }

    fn export(&mut self, name: &str, _: FileForm, _: ExportPart<'_>) -> Result<Transfer, StoreError> {
        Err(no_files(name))
    }
}

fn no_files(name: &str) -> StoreError {
    StoreError(format!("{name}: there are no files here"))
}

/// What a file of positions looks like, where a word of the protocol says it and not the name of the file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FileForm {
    /// A database of Yixin or Rapfi.
    Database,
    /// A library of RenLib.
    Library,
    /// A table of text, one position a line.
    Table,
    /// Positions as moves, one a line.
    Moves,
}
