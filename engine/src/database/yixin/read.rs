//! Records out of a stream of bytes, one after the other.

use std::fmt;
use std::io::{self, BufRead, BufReader, ErrorKind, Read};

use lz4_flex::frame::FrameDecoder;

use super::{DatabaseError, DatabaseFault, DatabasePlace, LZ4_MAGIC, METADATA_KEY, RULES, UTF8, value};
use crate::charset::Charset;
use crate::database::PositionEntry;
use crate::position_key::PositionKey;

/// What is looked for after the last record.
const END: &str = "the end";

/// So much may come out of a compressed file, whatever its length.
const LEAST_LIMIT: u64 = 64 << 20;
/// Of a longer one so many times its length: LZ4 can do 255, and no positions are that much alike.
const MOST_RATIO: u64 = 100;

/// The records of a database, in the order in which it has them. After an error that concerns one record it goes on
/// with the next, or with the same where its text alone is damaged, which then has replacement characters; after one
/// that hides where the next begins it ends.
///
/// ```
/// use tengen_engine::database::yixin::YixinReader;
///
/// // One position without a record: an empty board of 15 under Renju.
/// let bytes = [1, 0, 0, 0, 3, 0, 2, 15, 15, 0, 0];
/// let records: Result<Vec<_>, _> = YixinReader::new(&bytes[..]).collect();
/// let (key, entry) = records.unwrap().remove(0);
/// assert!(key.is_empty() && entry.is_unanalysed());
/// ```
pub struct YixinReader<R: BufRead> {
    source: PackedSource<R>,
    at: u64,
    /// Records that the file says it has, once that was read.
    count: Option<u32>,
    found: u32,
    /// That of texts, where the file or whoever reads it names one.
    charset: Option<Charset>,
    /// The byte of the first value whose text is neither UTF-8 nor of a character set that is named.
    first_guessed: Option<u64>,
    /// A record whose text is damaged, once that was told.
    repaired: Option<(PositionKey, PositionEntry)>,
    over: bool,
    /// A buffer for keys and values.
    bytes: Vec<u8>,
}

/// A record, or what is wrong with it alone.
type ReadRecord = Result<(PositionKey, PositionEntry), DatabaseError>;

enum PackedSource<R: BufRead> {
    /// Nothing was read yet.
    Unknown(Option<R>),
    Plain(R),
    Packed(Box<BufReader<FrameDecoder<CountedBytes<R>>>>),
}

/// Bytes of which is counted how many were read.
struct CountedBytes<R> {
    bytes: R,
    read: u64,
}

impl<R: Read> Read for CountedBytes<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.bytes.read(buffer)?;
        self.read += read as u64;
        Ok(read)
    }
}

impl<R: BufRead> fmt::Debug for YixinReader<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("YixinReader").field("at", &self.at).field("found", &self.found).finish_non_exhaustive()
    }
}

impl<R: BufRead> YixinReader<R> {
    /// The records of a file or of bytes in memory. Where the file does not say that its texts are UTF-8, each of them
    /// is UTF-8, or else Chinese, or else Western European: the first that it can be.
    pub fn new(bytes: R) -> YixinReader<R> {
        YixinReader::new_in(bytes, None)
    }

    /// The same, of a given character set where the file does not say that its texts are UTF-8.
    pub fn new_in(bytes: R, charset: Option<Charset>) -> YixinReader<R> {
        YixinReader {
            source: PackedSource::Unknown(Some(bytes)),
            at: 0,
            count: None,
            found: 0,
            charset,
            first_guessed: None,
            repaired: None,
            over: false,
            bytes: Vec::new(),
        }
    }

    /// The number of records that the file says it has, once the first was read.
    pub fn announced(&self) -> Option<u32> {
        self.count
    }

    /// The first value, of those that were read, whose text is not UTF-8 though nobody names another character set.
    pub fn first_guessed(&self) -> Option<DatabasePlace> {
        self.first_guessed.map(|byte| self.place(byte))
    }

    fn place(&self, byte: u64) -> DatabasePlace {
        DatabasePlace { byte, packed: matches!(self.source, PackedSource::Packed(_)) }
    }

    fn error(&self, byte: u64, fault: impl Into<DatabaseFault>) -> DatabaseError {
        DatabaseError { at: self.place(byte), fault: fault.into() }
    }

    /// Looks at the first bytes, which tell whether the file is compressed.
    fn open(&mut self) -> Result<(), DatabaseError> {
        if let PackedSource::Unknown(source) = &mut self.source
            && let Some(mut bytes) = source.take()
        {
            let begin = loop {
                match bytes.fill_buf() {
                    Err(error) if error.kind() == ErrorKind::Interrupted => {}
                    other => break other.map(|begin| begin.starts_with(&LZ4_MAGIC)),
                }
            };
            self.source = match begin.map_err(|error| self.error(0, error))? {
                true => {
                    let bytes = CountedBytes { bytes, read: 0 };
                    PackedSource::Packed(Box::new(BufReader::new(FrameDecoder::new(bytes))))
                }
                false => PackedSource::Plain(bytes),
            };
        }
        Ok(())
    }

    /// Reads so many bytes into the buffer; `what` they are, for errors. Fewer are an error at `at`.
    fn take(&mut self, length: usize, what: &'static str) -> Result<(), DatabaseError> {
        self.bytes.clear();
        let length = length as u64;
        let read = match &mut self.source {
            PackedSource::Unknown(_) => Ok(0),
            PackedSource::Plain(source) => source.take(length).read_to_end(&mut self.bytes),
            PackedSource::Packed(source) => source.take(length).read_to_end(&mut self.bytes),
        };
        let read = read.map_err(|error| {
            let fault = match error.kind() {
                ErrorKind::UnexpectedEof => DatabaseFault::Cut("the compressed data"),
                // What the system says has a number.
                _ if error.raw_os_error().is_none() => DatabaseFault::Packed,
                _ => error.into(),
            };
            self.error(self.at, fault)
        })? as u64;
        self.at += read;
        if let PackedSource::Packed(source) = &self.source
            && self.at > LEAST_LIMIT.max(MOST_RATIO.saturating_mul(source.get_ref().get_ref().read))
        {
            return Err(self.error(self.at, DatabaseFault::Swollen));
        }
        if read < length { Err(self.error(self.at, DatabaseFault::Cut(what))) } else { Ok(()) }
    }

    fn length(&mut self, what: &'static str) -> Result<usize, DatabaseError> {
        self.take(2, what)?;
        Ok(usize::from(u16::from_le_bytes([self.bytes[0], self.bytes[1]])))
    }

    /// The next record, or none at the end. The error in the inner result leaves the next record where it is.
    fn record(&mut self) -> Result<Option<ReadRecord>, DatabaseError> {
        self.open()?;
        let count = match self.count {
            Some(count) => count,
            None => {
                self.take(4, "the number of records")?;
                *self.count.insert(u32::from_le_bytes([0, 1, 2, 3].map(|at| self.bytes[at])))
            }
        };
        while self.found < count {
            let begin = self.at;
            let length = match self.length("the length of a key") {
                Err(error) if self.at == begin && matches!(error.fault, DatabaseFault::Cut(_)) => {
                    return Err(self.error(begin, DatabaseFault::Fewer { found: self.found, count }));
                }
                length => length?,
            };
            self.found += 1;
            // Without a key there is no value either, not even its length.
            if length == 0 {
                continue;
            }
            let key_at = self.at;
            self.take(length, "a key")?;
            let is_metadata = self.bytes == METADATA_KEY;
            let key = match self.bytes[0] {
                rule if usize::from(rule) < RULES.len() => {
                    PositionKey::from_bytes(&self.bytes).map_err(DatabaseFault::from)
                }
                rule => Err(DatabaseFault::Rule(rule)),
            };
            let length = self.length("the length of a value")?;
            let value_at = self.at;
            self.take(length, "a value")?;
            if is_metadata {
                if self.bytes.windows(UTF8.len()).any(|text| text.eq_ignore_ascii_case(UTF8.as_bytes())) {
                    self.charset = Some(Charset::UTF_8);
                }
                continue;
            }
            let (key, view) = match key {
                Ok(key) => key,
                Err(fault) => return Ok(Some(Err(self.error(key_at, fault)))),
            };
            let size = key.size();
            let (mut entry, charset, fault) = match value::decode(&self.bytes, self.charset, size) {
                Ok(read) => read,
                Err(fault) => return Ok(Some(Err(self.error(value_at, fault)))),
            };
            if self.charset.is_none() && charset != Charset::UTF_8 {
                self.first_guessed.get_or_insert(value_at);
            }
            // Texts lie in the view of the key as it was written.
            let texts = std::mem::take(&mut entry.board_texts);
            texts.iter().for_each(|(at, text)| entry.set_board_text(view.point(*at, size), text));
            let Some(fault) = fault else { return Ok(Some(Ok((key, entry)))) };
            self.repaired = Some((key, entry));
            return Ok(Some(Err(self.error(value_at, fault))));
        }
        self.over = true;
        match self.take(1, END) {
            Err(DatabaseError { fault: DatabaseFault::Cut(END), .. }) => Ok(None),
            Err(error) => Err(error),
            Ok(()) => Err(self.error(self.at - 1, DatabaseFault::More(count))),
        }
    }
}

impl<R: BufRead> Iterator for YixinReader<R> {
    type Item = ReadRecord;

    fn next(&mut self) -> Option<ReadRecord> {
        if let Some(record) = self.repaired.take() {
            return Some(Ok(record));
        }
        if self.over {
            return None;
        }
        match self.record() {
            Ok(record) => record,
            Err(error) => {
                self.over = true;
                Some(Err(error))
            }
        }
    }
}
