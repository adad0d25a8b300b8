//! Files of blocks: what was asked for at their head, then one checked block after another, so that an interrupted run loses
//! one block at most and a damaged byte never goes unseen.
//!
//! All numbers are little-endian. A file is
//!
//! | bytes | meaning |
//! |---|---|
//! | 8 | the kind of file and the version of its format, such as `TENGENG3` |
//! | 4 | length of the settings |
//! | 4 | CRC-32 of the settings |
//! | | the settings that everything in the file was made with, as JSON |
//!
//! and then, for each block,
//!
//! | bytes | meaning |
//! |---|---|
//! | 4 | length of its content |
//! | 4 | CRC-32 of those four bytes, so that a damaged length is not taken for the end of an interrupted run |
//! | 4 | CRC-32 of its content |
//! | | its content |

use std::fs::File;
use std::io::{BufReader, Read, Take, Write};
use std::marker::PhantomData;
use std::path::{Display, Path, PathBuf};

use anyhow::{Context, Result, anyhow, ensure};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::files;
use crate::output::say;
use crate::units::counted;

/// The longest settings and blocks that a file may have: what claims to be longer is damaged.
const LONGEST: usize = 1 << 24;
/// Bytes before the settings.
const HEAD: usize = 8 + 4 + 4;
/// Bytes before the content of a block.
const BLOCK_HEAD: usize = 4 + 4 + 4;
/// What can be done about a damaged block.
const RESCUE: &str = "; what stands before it is whole, and goes on when the file is cut off there";

/// A kind of file, and what its settings are.
pub(crate) struct FileKind<S> {
    /// How it begins: a word and, as the last byte, the version of the format.
    magic: [u8; 8],
    /// How files of former versions began whose word was another.
    former: &'static [[u8; 8]],
    /// What it is a file of, in the plural.
    name: &'static str,
    settings: PhantomData<S>,
}

impl<S> FileKind<S> {
    /// A kind of file.
    pub(crate) const fn new(magic: [u8; 8], former: &'static [[u8; 8]], name: &'static str) -> FileKind<S> {
        FileKind { magic, former, name, settings: PhantomData }
    }

    /// Why these are not the first bytes of such a file.
    fn complaint(&self, magic: &[u8]) -> String {
        let name = self.name;
        let [word @ .., _] = &self.magic;
        if magic.len() == self.magic.len() && magic.starts_with(word) || self.former.iter().any(|old| magic == old) {
            format!("byte 0: {name} in a format of another version, which this one cannot read; make them anew")
        } else {
            format!("byte 0: not a file of {name}")
        }
    }
}

/// A block of a file.
pub(crate) struct Block {
    /// The place of its first byte in the file.
    pub(crate) at: u64,
    /// Its content.
    pub(crate) content: Vec<u8>,
}

/// What an interrupted run has left at the end of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct CutBlock {
    /// Where the block begins that was cut off.
    pub(crate) at: u64,
    /// How many bytes of it are there.
    pub(crate) bytes: u64,
}

impl CutBlock {
    /// What is said of it: what it was the last of, and what becomes of its bytes.
    pub(crate) fn describe(self, thing: &str, fate: &str) -> String {
        let CutBlock { at, bytes } = self;
        format!("the last {thing} was cut off; its {bytes} bytes from byte {at} on are {fate}")
    }
}

/// Says of a file how much of it was given before, by others or by itself.
pub(crate) fn say_again(path: Display<'_>, count: usize, thing: &str) {
    if count > 0 {
        say!("{path}: {} given already, and passed over", counted(count, thing));
    }
}

/// The blocks of a file, one after another.
#[derive(Debug)]
pub(crate) struct BlockReader<S> {
    path: PathBuf,
    /// As long as it was when it was opened: what a run adds meanwhile is not read.
    file: BufReader<Take<File>>,
    /// What everything in the file was made with.
    pub(crate) settings: S,
    /// Where the next block begins.
    at: u64,
    length: u64,
}

impl<S: DeserializeOwned> BlockReader<S> {
    /// Opens a file. The error names it, and the byte at which something is wrong.
    pub(crate) fn open(path: &Path, kind: &FileKind<S>) -> Result<BlockReader<S>> {
        BlockReader::open_within(path, kind, u64::MAX)
    }

    /// Opens a file of which no more than so many bytes are read.
    pub(crate) fn open_within(path: &Path, kind: &FileKind<S>, most: u64) -> Result<BlockReader<S>> {
        BlockReader::read_head(path, kind, most).with_context(|| path.display().to_string())
    }

    fn read_head(path: &Path, kind: &FileKind<S>, most: u64) -> Result<BlockReader<S>> {
        let file = File::open(path)?;
        let length = file.metadata()?.len().min(most);
        let mut file = BufReader::new(file.take(length));
        let magic = read_up_to(&mut file, kind.magic.len())?;
        ensure!(magic == kind.magic, kind.complaint(&magic));
        let damaged = || anyhow!("byte {}: the settings of the {} are damaged", kind.magic.len(), kind.name);
        let [size, sum] = numbers(&mut file)?.ok_or_else(damaged)?;
        ensure!(size as usize <= LONGEST, damaged());
        let text = read_up_to(&mut file, size as usize)?;
        ensure!(text.len() == size as usize && crc32fast::hash(&text) == sum, damaged());
        let settings = serde_json::from_slice(&text).with_context(|| format!("byte {HEAD}: unknown settings"))?;
        Ok(BlockReader { path: path.to_path_buf(), file, settings, at: (HEAD + text.len()) as u64, length })
    }

    /// The next block. At the end of the file none, or what an interrupted run has left of one.
    fn read_block(&mut self) -> Result<Result<Block, Option<CutBlock>>> {
        let at = self.at;
        let left = self.length - at;
        let Some([size, size_sum, sum]) = numbers(&mut self.file)? else {
            return Ok(Err((left > 0).then_some(CutBlock { at, bytes: left })));
        };
        let sound = crc32fast::hash(&size.to_le_bytes()) == size_sum && size as usize <= LONGEST;
        ensure!(sound, "byte {at}: the length of a block is damaged{RESCUE}");
        let content = read_up_to(&mut self.file, size as usize)?;
        if content.len() < size as usize {
            return Ok(Err(Some(CutBlock { at, bytes: left })));
        }
        let sound = crc32fast::hash(&content) == sum;
        ensure!(sound, "byte {at}: the checksum of a block does not fit: it is damaged{RESCUE}");
        self.at += (BLOCK_HEAD + content.len()) as u64;
        Ok(Ok(Block { at, content }))
    }

    /// What `decode` makes of the next block, its errors being those of the block. At the end of the file none, or what was
    /// cut off there.
    pub(crate) fn read_next<T>(
        &mut self,
        decode: impl FnOnce(&S, Block) -> Result<T>,
    ) -> Result<Result<T, Option<CutBlock>>> {
        let read = self.read_block().and_then(|read| match read {
            Err(cut) => Ok(Err(cut)),
            Ok(block) => {
                let at = block.at;
                decode(&self.settings, block).map(Ok).with_context(|| format!("the block at byte {at}"))
            }
        });
        read.with_context(|| self.path.display().to_string())
    }

    /// Gives all blocks to `each`, whose errors are those of the block, and returns what was cut off at the end.
    pub(crate) fn for_each(mut self, mut each: impl FnMut(&S, Block) -> Result<()>) -> Result<Option<CutBlock>> {
        loop {
            if let Err(cut) = self.read_next(&mut each)? {
                return Ok(cut);
            }
        }
    }
}

/// The next bytes, fewer when the file ends before.
fn read_up_to(from: &mut impl Read, count: usize) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    from.take(count as u64).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The next numbers of four bytes, or none when the file ends before.
fn numbers<const N: usize>(from: &mut impl Read) -> Result<Option<[u32; N]>> {
    let bytes = read_up_to(from, 4 * N)?;
    let whole = bytes.len() == 4 * N;
    Ok(whole.then(|| std::array::from_fn(|i| u32::from_le_bytes(bytes.as_chunks().0[i]))))
}

/// A file that more blocks are added to.
pub(crate) struct BlockWriter<W = File> {
    file: W,
}

impl BlockWriter {
    /// Makes a file with these settings, or opens one to add to: `each` sees the blocks that are there. What an interrupted
    /// run has left of a last block is taken away, and returned.
    ///
    /// The error names the file, and the setting in which it differs or the byte at which it is damaged; nothing is changed then.
    pub(crate) fn append<S: Serialize + DeserializeOwned>(
        path: &Path,
        kind: &FileKind<S>,
        settings: &S,
        each: impl FnMut(&S, Block) -> Result<()>,
    ) -> Result<(BlockWriter, Option<CutBlock>)> {
        let head = head(kind, settings);
        let named = || path.display().to_string();
        let mut file = files::open_to_add(path)?;
        let there = read_up_to(&mut file, head.len()).with_context(named)?;
        // Not even the head was written in full: nothing is lost.
        let begins = there.len() < head.len() && head.starts_with(&there);
        let mut cut = None;
        if !begins {
            let reader = BlockReader::open(path, kind)?;
            differences(settings, &reader.settings).with_context(named)?;
            cut = reader.for_each(each)?;
        }
        let kept = if begins { Some(0) } else { cut.as_ref().map(|cut| cut.at) };
        files::go_on(&mut file, kept, &head).with_context(|| format!("cannot write {}", path.display()))?;
        Ok((BlockWriter { file }, cut))
    }
}

impl<W: Write> BlockWriter<W> {
    /// Begins a file of these settings.
    pub(crate) fn begin<S: Serialize>(mut file: W, kind: &FileKind<S>, settings: &S) -> Result<BlockWriter<W>> {
        file.write_all(&head(kind, settings))?;
        Ok(BlockWriter { file })
    }

    /// The file, with all blocks in it.
    pub(crate) fn into_inner(self) -> W {
        self.file
    }

    /// Adds a block.
    pub(crate) fn write(&mut self, content: &[u8]) -> Result<()> {
        let size = u32::try_from(content.len()).ok().filter(|&size| size as usize <= LONGEST);
        let size = size.context("a block too long for its file")?.to_le_bytes();
        let mut bytes = size.to_vec();
        bytes.extend(crc32fast::hash(&size).to_le_bytes());
        bytes.extend(crc32fast::hash(content).to_le_bytes());
        bytes.extend(content);
        Ok(self.file.write_all(&bytes)?)
    }
}

/// What stands before the blocks.
fn head<S: Serialize>(kind: &FileKind<S>, settings: &S) -> Vec<u8> {
    let text = serde_json::to_vec(settings).expect("settings are plain values");
    let mut head = kind.magic.to_vec();
    head.extend((text.len() as u32).to_le_bytes());
    head.extend(crc32fast::hash(&text).to_le_bytes());
    head.extend(text);
    head
}

/// Refuses settings that differ from those of a file, naming all that do.
pub(crate) fn differences<S: Serialize>(asked: &S, there: &S) -> Result<()> {
    let [asked, there] =
        [asked, there].map(|settings| serde_json::to_value(settings).expect("settings are plain values"));
    let different = different(&asked, &there);
    ensure!(different.is_empty(), "it was made with other settings: {different}");
    Ok(())
}

/// The settings asked for that are others there, each with both values: `seed is 7 and not 8`.
pub(crate) fn different(asked: &Value, there: &Value) -> String {
    let asked = asked.as_object().into_iter().flatten();
    let different = asked.filter(|(name, asked)| there[name.as_str()] != **asked);
    let named = different.map(|(name, asked)| format!("{name} is {} and not {asked}", there[name.as_str()]));
    named.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests;
