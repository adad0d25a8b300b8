//! Records into a stream of bytes.

use std::fmt;
use std::io::{self, Write};

use lz4_flex::frame::{BlockMode, BlockSize, FrameEncoder, FrameInfo};

use super::{METADATA_KEY, RULES, UTF8, value};
use crate::database::children::alike;
use crate::database::{PositionEntry, PositionLabel};
use crate::position_key::PositionKey;

/// Writes a database. Rapfi expects the records in the order of their keys.
///
/// ```
/// use tengen_engine::database::PositionEntry;
/// use tengen_engine::database::yixin::{YixinReader, YixinWriter};
/// use tengen_engine::position_key::PositionKey;
/// use tengen_engine::{BoardSize, Game, RuleKind};
///
/// let game = Game::new(RuleKind::Renju, BoardSize::square(15).unwrap());
/// let (key, _) = PositionKey::of(&game).unwrap();
/// let mut writer = YixinWriter::new(Vec::new(), 1, true)?;
/// writer.write(&key, &PositionEntry::default())?;
/// let bytes = writer.finish()?;
/// assert_eq!(YixinReader::new(&bytes[..]).announced(), None);
/// assert_eq!(YixinReader::new(&bytes[..]).flatten().next(), Some((key, PositionEntry::default())));
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct YixinWriter<W: Write> {
    sink: PackedSink<W>,
    left: u32,
    /// Values that were longer than a record can be.
    cut: u64,
    bytes: Vec<u8>,
}

enum PackedSink<W: Write> {
    Plain(W),
    Packed(Box<FrameEncoder<W>>),
}

impl<W: Write> Write for PackedSink<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            PackedSink::Plain(sink) => sink.write(bytes),
            PackedSink::Packed(sink) => sink.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            PackedSink::Plain(sink) => sink.flush(),
            PackedSink::Packed(sink) => sink.flush(),
        }
    }
}

impl<W: Write> fmt::Debug for YixinWriter<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("YixinWriter").field("left", &self.left).finish_non_exhaustive()
    }
}

impl<W: Write> YixinWriter<W> {
    /// Whether the format knows the rule: Caro is not among its rules.
    #[must_use]
    pub fn can_write(key: &PositionKey) -> bool {
        RULES.contains(&key.rule())
    }

    /// A database of so many positions, in a frame of LZ4 or plain.
    ///
    /// # Errors
    /// When it cannot be written, or the number is larger than the format can say.
    pub fn new(sink: W, count: u32, packed: bool) -> io::Result<YixinWriter<W>> {
        let info = FrameInfo::new().block_mode(BlockMode::Linked).block_size(BlockSize::Max64KB).content_checksum(true);
        let sink = match packed {
            true => PackedSink::Packed(Box::new(FrameEncoder::with_frame_info(info, sink))),
            false => PackedSink::Plain(sink),
        };
        let mut writer = YixinWriter { sink, left: count, cut: 0, bytes: Vec::new() };
        let records = count.checked_add(1).ok_or_else(|| io::Error::other("there are too many positions"))?;
        writer.sink.write_all(&records.to_le_bytes())?;
        let mut metadata = vec![0; 5];
        metadata.extend(UTF8.as_bytes());
        writer.write_record(&METADATA_KEY, &metadata)?;
        Ok(writer)
    }

    /// Writes a position and what is known of it, but for its best move and its count. Of a text that is longer than a record
    /// can be the end is cut: see [`YixinWriter::cut_texts`].
    ///
    /// # Errors
    /// When it cannot be written, when it is one more than was told, or its rule is one that [`YixinWriter::can_write`] denies.
    pub fn write(&mut self, key: &PositionKey, entry: &PositionEntry) -> io::Result<()> {
        if !YixinWriter::<W>::can_write(key) {
            return Err(io::Error::other(format!("the format knows no {}", key.rule())));
        }
        self.left =
            self.left.checked_sub(1).ok_or_else(|| io::Error::other("there are more positions than were told"))?;
        let mut bytes = std::mem::take(&mut self.bytes);
        bytes.clear();
        match entry.board_texts.is_empty() {
            true => value::encode(entry, &mut bytes),
            false => value::encode(&with_texts_in_place(key, entry), &mut bytes),
        }
        self.cut += u64::from(value::cut(&mut bytes));
        // Rapfi takes a record with the label of a bare position for no record at all.
        if let Some(label) = bytes.first_mut().filter(|label| **label == PositionLabel::NULL.byte()) {
            *label = PositionLabel::NONE.byte();
        }
        self.write_record(key.as_bytes(), &bytes)?;
        self.bytes = bytes;
        Ok(())
    }

    /// How many texts were cut, since a record has no room for more than 64 KiB.
    #[must_use]
    pub fn cut_texts(&self) -> u64 {
        self.cut
    }

    /// Ends the file.
    ///
    /// # Errors
    /// When it cannot be written, or positions are missing.
    pub fn finish(mut self) -> io::Result<W> {
        if self.left > 0 {
            return Err(io::Error::other(format!("{} positions are missing", self.left)));
        }
        self.sink.flush()?;
        match self.sink {
            PackedSink::Plain(sink) => Ok(sink),
            PackedSink::Packed(sink) => Ok(sink.finish()?),
        }
    }

    fn write_record(&mut self, key: &[u8], value: &[u8]) -> io::Result<()> {
        for part in [key, value] {
            let length = u16::try_from(part.len()).map_err(|_| io::Error::other("a record is too long"))?;
            self.sink.write_all(&length.to_le_bytes())?;
            self.sink.write_all(part)?;
        }
        Ok(())
    }
}

/// The entry with its texts where Rapfi looks for them: of points that are alike, on the first in the order of rows. Texts that
/// meet there become one.
fn with_texts_in_place(key: &PositionKey, entry: &PositionEntry) -> PositionEntry {
    let game = key.game();
    let mut placed = PositionEntry { board_texts: Vec::new(), ..entry.clone() };
    for (point, text) in &entry.board_texts {
        let place = alike(&game, *point).into_iter().min_by_key(|place| (place.y(), place.x())).unwrap_or(*point);
        let joined = match placed.board_text(place) {
            Some(other) if other != text => format!("{other} {text}"),
            _ => text.clone(),
        };
        placed.set_board_text(place, &joined);
    }
    placed
}
