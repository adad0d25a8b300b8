//! What every target does: the bytes are a file of a format, read strictly and then with all that can be saved of it.

#[path = "../../engine/tests/files/check.rs"]
mod check;

use tengen_engine::database::PositionEntry;
use tengen_engine::database::yixin::{YixinReader, YixinWriter};
use tengen_engine::position_key::PositionKey;

pub use tengen_engine::record::format::FileFormat;

/// Reads bytes as a file, writes what comes of it in every format and reads that again.
pub fn meet(format: FileFormat, bytes: &[u8]) {
    // How well they are read is nothing to a fuzzer.
    let _ = (check::check(format, bytes, false), check::check(format, bytes, true));
}

/// Reads bytes as a database of Yixin and Rapfi, writes the records that could be read, plain and compressed, and reads those
/// again.
pub fn meet_database(bytes: &[u8]) {
    let mut records = Vec::new();
    for record in YixinReader::new(bytes) {
        match record {
            Ok(record) => records.push(record),
            Err(error) => assert!(!error.to_string().contains('\n'), "{error}"),
        }
    }
    records.retain(|(key, _)| YixinWriter::<Vec<u8>>::can_write(key));
    let read = written_and_read(&records, false);
    // Texts on points may have become lines without ends, and no label another one; all else is what it was.
    let judgement = |(key, entry): &Record| (key.clone(), entry.label.letter(), entry.value, entry.depth_bound());
    assert!(read.iter().map(judgement).eq(records.iter().map(judgement)));
    assert_eq!(written_and_read(&read, true), read);
    for (key, entry) in &read {
        assert_eq!(PositionEntry::from_stored(&entry.to_stored(), key.size()).as_ref(), Some(entry));
        assert_eq!(PositionKey::from_bytes(key.as_bytes()).map(|(key, _)| key), Ok(key.clone()));
    }
}

type Record = (PositionKey, PositionEntry);

fn written_and_read(records: &[Record], packed: bool) -> Vec<Record> {
    let mut writer = YixinWriter::new(Vec::new(), records.len() as u32, packed).unwrap();
    records.iter().for_each(|(key, entry)| writer.write(key, entry).unwrap());
    let bytes = writer.finish().unwrap();
    YixinReader::new(&bytes[..]).map(Result::unwrap).collect()
}
