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
use std::io::{BufReader, ErrorKind, Read, Take, Write};
use std::marker::PhantomData;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, ensure};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::files;

/// The longest settings and blocks that a file may have: what claims to be longer is damaged.
const LONGEST: usize = 1 << 24;
/// Bytes before the settings.
const HEAD: usize = 8 + 4 + 4;
/// Bytes before the content of a block.
const BLOCK_HEAD: usize = 4 + 4 + 4;

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
        BlockReader::read_head(path, kind).with_context(|| path.display().to_string())
    }

    fn read_head(path: &Path, kind: &FileKind<S>) -> Result<BlockReader<S>> {
        let file = File::open(path)?;
        let length = file.metadata()?.len();
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
        ensure!(sound, "byte {at}: the length of a block is damaged");
        let content = read_up_to(&mut self.file, size as usize)?;
        if content.len() < size as usize {
            return Ok(Err(Some(CutBlock { at, bytes: left })));
        }
        ensure!(crc32fast::hash(&content) == sum, "byte {at}: the checksum of a block does not fit: it is damaged");
        self.at += (BLOCK_HEAD + content.len()) as u64;
        Ok(Ok(Block { at, content }))
    }

    /// Gives all blocks to `each`, whose errors are those of the block, and returns what was cut off at the end.
    pub(crate) fn for_each(mut self, mut each: impl FnMut(&S, Block) -> Result<()>) -> Result<Option<CutBlock>> {
        let mut read = || -> Result<Option<CutBlock>> {
            loop {
                match self.read_block()? {
                    Err(cut) => return Ok(cut),
                    Ok(block) => {
                        let at = block.at;
                        each(&self.settings, block).with_context(|| format!("the block at byte {at}"))?;
                    }
                }
            }
        };
        read().with_context(|| self.path.display().to_string())
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
        let there = match File::open(path) {
            Ok(mut file) => read_up_to(&mut file, head.len()).with_context(named)?,
            Err(error) if error.kind() == ErrorKind::NotFound => Vec::new(),
            Err(error) => return Err(error).with_context(named),
        };
        // Not even the head was written in full: nothing is lost.
        let begins = there.len() < head.len() && head.starts_with(&there);
        let mut cut = None;
        if !begins {
            let reader = BlockReader::open(path, kind)?;
            differences(settings, &reader.settings).with_context(named)?;
            cut = reader.for_each(each)?;
        }
        let kept = if begins { Some(0) } else { cut.as_ref().map(|cut| cut.at) };
        let open = || -> Result<File> {
            let mut file = files::open_to_add(path, kept)?;
            if begins {
                file.write_all(&head)?;
            }
            Ok(file)
        };
        let file = open().with_context(|| format!("cannot write {}", path.display()))?;
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
fn differences<S: Serialize>(asked: &S, there: &S) -> Result<()> {
    let named = [asked, there].map(|settings| serde_json::to_value(settings).expect("settings are plain values"));
    let [Value::Object(asked), Value::Object(there)] = named else { unreachable!("settings have names") };
    let different = asked.iter().filter(|(name, asked)| there[*name] != **asked);
    let different: Vec<String> =
        different.map(|(name, asked)| format!("{name} is {} and not {asked}", there[name])).collect();
    ensure!(different.is_empty(), "it was made with other settings: {}", different.join(", "));
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use serde::Deserialize;

    use super::*;

    #[derive(Serialize, Deserialize, Clone, Debug)]
    struct Settings {
        seed: u64,
        rule: String,
    }

    const KIND: FileKind<Settings> = FileKind::new(*b"TENGENX3", FORMER, "examples");
    const FORMER: &[[u8; 8]] = &[*b"ANCIENT\n"];

    fn settings() -> Settings {
        Settings { seed: 7, rule: "renju".to_string() }
    }

    fn path(name: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("tengen-{}-{name}.blocks", std::process::id()));
        let _ = fs::remove_file(&path);
        path
    }

    fn contents() -> Vec<Vec<u8>> {
        vec![b"first".to_vec(), Vec::new(), (0..=255).collect()]
    }

    /// Opens the file to add to: the writer, the contents there, and what was cut off.
    fn append(path: &Path, settings: &Settings) -> Result<(BlockWriter, Vec<Vec<u8>>, Option<CutBlock>)> {
        let mut there = Vec::new();
        let (writer, cut) = BlockWriter::append(path, &KIND, settings, |_, block| {
            there.push(block.content);
            Ok(())
        })?;
        Ok((writer, there, cut))
    }

    fn write(path: &Path) -> Vec<u8> {
        let (mut writer, there, cut) = append(path, &settings()).unwrap();
        assert!(there.is_empty() && cut.is_none());
        contents().iter().for_each(|content| writer.write(content).unwrap());
        fs::read(path).unwrap()
    }

    #[test]
    fn what_is_added_while_a_file_is_read_is_not_seen() {
        let path = path("added");
        let whole = write(&path);
        let head = head(&KIND, &settings()).len();
        // A whole file, and one with a last block that is still being written.
        for (length, whole_blocks, cut) in
            [(whole.len(), 3, None), (head + BLOCK_HEAD + 3, 0, Some(CutBlock { at: head as u64, bytes: 15 }))]
        {
            fs::write(&path, &whole[..length]).unwrap();
            let reader = BlockReader::open(&path, &KIND).unwrap();
            fs::write(&path, [&whole, &whole[head..], &whole[head..]].concat()).unwrap();
            let mut blocks = 0;
            let left = reader.for_each(|_, _| {
                blocks += 1;
                Ok(())
            });
            assert_eq!((blocks, left.unwrap()), (whole_blocks, cut));
        }
    }

    #[test]
    fn a_file_that_was_cut_off_anywhere_goes_on_and_says_so() {
        let path = path("cut");
        let whole = write(&path);
        let head = head(&KIND, &settings()).len();
        let ends: Vec<usize> = contents()
            .iter()
            .scan(head, |end, content| {
                *end += BLOCK_HEAD + content.len();
                Some(*end)
            })
            .collect();
        for length in 0..=whole.len() {
            fs::write(&path, &whole[..length]).unwrap();
            let (mut writer, there, cut) = append(&path, &settings()).unwrap();
            let count = ends.iter().filter(|&&end| end <= length).count();
            assert_eq!(there, contents()[..count], "cut off after {length} bytes");
            let end = if count > 0 { ends[count - 1] } else { head };
            let expected = (length > end).then(|| CutBlock { at: end as u64, bytes: (length - end) as u64 });
            assert_eq!(cut, expected, "cut off after {length} bytes");
            contents()[count..].iter().for_each(|content| writer.write(content).unwrap());
            assert_eq!(fs::read(&path).unwrap(), whole, "cut off after {length} bytes");
        }
        fs::remove_file(path).unwrap();
    }

    #[test]
    fn every_damaged_byte_is_found_and_the_file_left_alone() {
        let path = path("damaged");
        let whole = write(&path);
        let name = path.file_name().unwrap().to_str().unwrap();
        for place in 0..whole.len() {
            let mut bytes = whole.clone();
            bytes[place] ^= 0x10;
            fs::write(&path, &bytes).unwrap();
            let error = format!("{:#}", append(&path, &settings()).err().unwrap_or_else(|| panic!("byte {place}")));
            let (_, rest) = error.split_once("byte ").unwrap_or_else(|| panic!("byte {place}: {error}"));
            let named: usize = rest.split(':').next().unwrap().parse().unwrap();
            assert!(error.contains(name) && named <= place, "byte {place}: {error}");
            assert_eq!(fs::read(&path).unwrap(), bytes);
        }
        fs::remove_file(path).unwrap();
    }

    #[test]
    fn a_file_of_another_kind_or_run_is_refused_and_left_alone() {
        let path = path("other");
        let whole = write(&path);
        let check = |bytes: &[u8], settings: Settings, complaint: &str| {
            fs::write(&path, bytes).unwrap();
            let error = format!("{:#}", append(&path, &settings).err().expect(complaint));
            assert!(error.contains(complaint) && error.contains(path.to_str().unwrap()), "{error}");
            assert_eq!(fs::read(&path).unwrap(), bytes);
        };
        check(b"precious", settings(), "not a file of examples");
        check(b"TENGENX2 and more", settings(), "examples in a format of another version");
        check(b"ANCIENT\n and more", settings(), "examples in a format of another version");
        check(&whole, Settings { seed: 8, ..settings() }, "other settings: seed is 7 and not 8");
        check(
            &whole,
            Settings { rule: "caro".into(), ..settings() },
            "other settings: rule is \"renju\" and not \"caro\"",
        );
        fs::remove_file(path).unwrap();
    }
}
