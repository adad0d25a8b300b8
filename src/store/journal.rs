//! The journal of imports: how much of a file a store has taken in, so that an import that was cut off goes on where it was.

use std::path::Path;

use anyhow::Result;
use tengen_engine::charset::Charset;
use tengen_engine::database::{PositionEntry, Store};
use tengen_engine::position_key::PositionKey;

use super::{FileStore, SourceOptions, source};
use crate::files;

/// Positions that are written at once.
const BATCH: usize = 50_000;
/// The part of a fingerprint that tells the file: its length and the checksum.
const FILE_BYTES: usize = 12;
/// The number for a file that is imported to its end.
const ALL: u64 = u64::MAX;

/// How far a file was imported before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Progressed {
    /// Up to this record, 0 when it never was.
    To(u64),
    /// Wholly.
    Done,
}

/// An import under way: every batch is written together with the note that it was.
pub(crate) struct ImportJournal<'a> {
    store: &'a mut FileStore,
    fingerprint: Vec<u8>,
    batch: Vec<(PositionKey, PositionEntry)>,
    seen: u64,
    begun: Progressed,
}

impl<'a> ImportJournal<'a> {
    /// The import of a file, which is known by its length and its bytes, and by how they are read: a record under
    /// another rule holds other positions, and a file in another character set other texts. `again` forgets that it was
    /// imported before.
    pub(crate) fn new(
        store: &'a mut FileStore,
        path: &Path,
        options: SourceOptions,
        again: bool,
    ) -> Result<ImportJournal<'a>> {
        let mut fingerprint = fingerprint(path)?;
        // No rule has the number that stands for those which a file names.
        fingerprint.push(source::rule_of_silent(path, options)?.map_or(u8::MAX, |rule| rule as u8));
        fingerprint.extend(options.read.charset.map(Charset::name).unwrap_or_default().bytes());
        ImportJournal::of(store, fingerprint, again)
    }

    /// The import of another store, which is known by what it holds: to open its file may change it.
    pub(crate) fn of_store(store: &'a mut FileStore, path: &Path) -> Result<ImportJournal<'a>> {
        ImportJournal::of(store, fingerprint_of_store(path)?, false)
    }

    fn of(store: &'a mut FileStore, fingerprint: Vec<u8>, again: bool) -> Result<ImportJournal<'a>> {
        let mut imported = store.imported(&fingerprint)?;
        if imported == 0 {
            // Stores of old know files by their bytes alone.
            imported = store.imported(&fingerprint[..FILE_BYTES])?;
        }
        let begun = match imported {
            _ if again => Progressed::To(0),
            ALL => Progressed::Done,
            count => Progressed::To(count),
        };
        Ok(ImportJournal { store, fingerprint, batch: Vec::new(), seen: 0, begun })
    }

    /// How far the file was imported before.
    pub(crate) fn begun(&self) -> Progressed {
        self.begun
    }

    /// Takes in the next position of the file. When that fills a batch it is written, and the number of positions that are
    /// written by now is returned.
    pub(crate) fn add(&mut self, key: PositionKey, entry: PositionEntry) -> Result<Option<u64>> {
        self.seen += 1;
        if matches!(self.begun, Progressed::To(count) if self.seen <= count) {
            return Ok(None);
        }
        self.batch.push((key, entry));
        if self.batch.len() < BATCH {
            return Ok(None);
        }
        self.write(self.seen)?;
        Ok(Some(self.seen))
    }

    /// Writes what is left, and that the file is imported wholly; returns the number of its positions.
    pub(crate) fn finish(mut self) -> Result<u64> {
        self.write(ALL)?;
        Ok(self.seen)
    }

    fn write(&mut self, imported: u64) -> Result<()> {
        self.store.merge_all(&mut self.batch)?;
        self.store.set_imported(&self.fingerprint, imported)?;
        self.store.commit()?;
        self.batch.clear();
        Ok(())
    }
}

/// The length of a file and a checksum of its bytes.
fn fingerprint(path: &Path) -> Result<Vec<u8>> {
    files::check_regular(path)?;
    let (length, sum) = files::checksum(path, u64::MAX)?;
    Ok(joined(length, sum))
}

/// The number of positions in a store and a checksum of what is known of them.
fn fingerprint_of_store(path: &Path) -> Result<Vec<u8>> {
    let (mut count, mut sum) = (0, crc32fast::Hasher::new());
    source::visit_store(path, &mut |(key, entry)| {
        count += 1;
        sum.update(key.as_bytes());
        // It names every field, which no form to be read again does.
        sum.update(format!("{entry:?}").as_bytes());
        Ok(())
    })?;
    Ok(joined(count, sum.finalize()))
}

fn joined(length: u64, sum: u32) -> Vec<u8> {
    [&length.to_le_bytes()[..], &sum.to_le_bytes()[..]].concat()
}
