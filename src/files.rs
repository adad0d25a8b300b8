//! Files that are read whole and written whole, not longer than can be meant and never half.

mod access;
mod devices;
mod existing;
mod growing;
mod in_place;
pub(crate) mod targets;
pub(crate) mod temporary;

use std::collections::HashMap;
use std::fmt::Display;
use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, BufRead, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{self, Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use anyhow::{Context, Error, Result, anyhow, ensure};
use tengen_engine::charset::Charset;

use crate::output;
use devices::{is_device, open_into};
pub(crate) use devices::{is_kept, is_replaced};
pub(crate) use existing::{Existing, begins_alike};
pub(crate) use growing::GrowingFile;
use temporary::TemporaryFile;

/// How a standard stream is given in place of a file.
pub(crate) const STANDARD: &str = "-";

/// What some programs write before the text of a file.
const BYTE_ORDER_MARK: &str = "\u{feff}";
/// The longest file that is read.
const MOST_BYTES: u64 = 2 << 30;

/// Whether the standard input has been read.
static IS_INPUT_READ: AtomicBool = AtomicBool::new(false);

/// Has a write fail that makes a file longer than the shell allows (`ulimit -f`), where the signal of it would end the program.
/// Programs that are started die of it as ever: a handler does not pass to them, as to ignore the signal would.
#[cfg(unix)]
pub(crate) fn fail_at_the_longest() {
    use nix::sys::signal::{SaFlags, SigAction, SigHandler, SigSet, Signal, sigaction};
    extern "C" fn nothing(_: i32) {}
    let handle = SigAction::new(SigHandler::Handler(nothing), SaFlags::SA_RESTART, SigSet::empty());
    // SAFETY: the handler does nothing, and the one before is never called.
    let _ = unsafe { sigaction(Signal::SIGXFSZ, &handle) };
}

/// There is no such signal.
#[cfg(not(unix))]
pub(crate) fn fail_at_the_longest() {}

/// The bytes of a file, or of the standard input where `-` is given.
pub(crate) fn read(name: &str) -> Result<Vec<u8>> {
    match name {
        STANDARD => {
            ensure!(!IS_INPUT_READ.swap(true, Relaxed), "the standard input is given twice, and can be read once");
            read_whole(io::stdin().lock(), shown(name))
        }
        _ => read_path(Path::new(name)),
    }
}

/// The bytes of a file.
pub(crate) fn read_path(path: &Path) -> Result<Vec<u8>> {
    read_whole(open(path)?, path.display())
}

/// Opens a file to read it.
pub(crate) fn open(path: &Path) -> Result<File> {
    let name = path.display();
    // Every system has other words for it, and some say that it is forbidden.
    ensure!(!path.is_dir(), "cannot read {name}: it is a folder");
    File::open(path).with_context(|| format!("cannot read {name}"))
}

/// Refuses what is no regular file where one is opened more than once, or nobody could end it: what is read of a pipe is gone,
/// and a pipe into which nobody writes never begins.
pub(crate) fn check_regular(path: &Path) -> Result<()> {
    let is_other = path.metadata().is_ok_and(|found| !found.is_file() && !found.is_dir());
    ensure!(!is_other, "cannot read {}: it is no regular file", path.display());
    Ok(())
}

/// The text of a file, or of the standard input where `-` is given.
pub(crate) fn read_text(path: &Path) -> Result<String> {
    let bytes = if is_standard(path) { read(STANDARD) } else { read_path(path) }?;
    text(&bytes).with_context(|| shown_path(path).to_string())
}

/// Whether a path stands for a standard stream.
fn is_standard(path: &Path) -> bool {
    path == Path::new(STANDARD)
}

/// Bytes as text, or the first line in which they are none: UTF-8, or what a byte order mark at their beginning says.
pub(crate) fn text(bytes: &[u8]) -> Result<String> {
    let text = Charset::text_of(bytes, Some(Charset::UTF_8)).map_err(|at| {
        let line = line_after(&bytes[..at]);
        anyhow!(unrecognised(bytes, &format!("line {line}: this is not UTF-8 text")))
    })?;
    Ok(text.into_owned())
}

/// The lines of a text with their numbers and without blanks around them, but for empty lines and remarks, which begin
/// with `#`. Files that were joined have marks of the byte order at the beginning of lines.
pub(crate) fn numbered_lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = text.lines().map(|line| line.trim_start_matches(BYTE_ORDER_MARK).trim());
    (1..).zip(lines).filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
}

/// The number of the line in which a text goes on after these bytes.
pub(crate) fn line_after(bytes: &[u8]) -> usize {
    bytes.split(|&byte| byte == b'\n').count()
}

/// The length of a file, or of its first bytes where it has more than so many, and their CRC-32.
pub(crate) fn checksum(path: &Path, most: u64) -> Result<(u64, u32)> {
    let cannot = || format!("cannot read {}", path.display());
    let mut file = BufReader::with_capacity(1 << 16, open(path)?).take(most);
    let (mut length, mut sum) = (0, crc32fast::Hasher::new());
    loop {
        let bytes = file.fill_buf().with_context(cannot)?;
        if bytes.is_empty() {
            return Ok((length, sum.finalize()));
        }
        sum.update(bytes);
        let count = bytes.len();
        length += count as u64;
        file.consume(count);
    }
}

fn read_whole(source: impl Read, name: impl Display) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    source.take(MOST_BYTES + 1).read_to_end(&mut bytes).with_context(|| format!("cannot read {name}"))?;
    ensure!(bytes.len() as u64 <= MOST_BYTES, "{name}: more than {MOST_BYTES} bytes");
    Ok(bytes)
}

/// Of the ways in which Windows lets others open a file that is open.
#[cfg(windows)]
const FILE_SHARE_READ: u32 = 1;

/// A file to read and to add to, or a new one, for one run alone: each of two would destroy what the other writes. Who
/// only reads is not kept out. It is not opened for appending, for then Windows lets nothing be taken away.
///
/// # Errors
/// The file that cannot be written, is no regular file, or is written by another run.
pub(crate) fn open_to_add(path: &Path) -> Result<File> {
    targets::check_name(path)?;
    // Some devices never end when they are read, nor does a pipe that is open for writing too.
    let is_regular = !is_device(path) && (path.is_file() || !path.exists());
    ensure!(is_regular, "cannot go on with {}: it is no regular file", path.display());
    let cannot = || format!("cannot write {}", path.display());
    let mut options = OpenOptions::new();
    options.create(true).read(true).write(true).truncate(false);
    // A lock of Windows would keep out who only reads, too.
    #[cfg(windows)]
    std::os::windows::fs::OpenOptionsExt::share_mode(&mut options, FILE_SHARE_READ);
    let file = options.open(path).with_context(cannot)?;
    // Some file systems of clusters know no locks: a run goes on there without one.
    #[cfg(not(windows))]
    if let Err(fs::TryLockError::WouldBlock) = file.try_lock() {
        return Err(anyhow!("{}: another run writes it", cannot()));
    }
    Ok(file)
}

/// Goes to the end of a file to add to. Where not all of it is `kept`, what follows so many bytes is taken away first; where
/// nothing is, the file begins with this head.
pub(crate) fn go_on(file: &mut File, kept: Option<u64>, head: &[u8]) -> io::Result<()> {
    kept.map_or(Ok(()), |kept| file.set_len(kept))?;
    file.seek(SeekFrom::End(0))?;
    if kept == Some(0) { file.write_all(head) } else { Ok(()) }
}

/// With what a file begins that gzip has compressed.
const GZIP: [u8; 3] = [0x1f, 0x8b, 0x08];

/// What is said of bytes in which no format is recognised: this, unless gzip has compressed them.
pub(crate) fn unrecognised(bytes: &[u8], why: &str) -> String {
    let is_packed = bytes.starts_with(&GZIP);
    String::from(if is_packed { "this is compressed by gzip: unpack it first" } else { why })
}

/// How a file is called in messages.
pub(crate) fn shown(name: &str) -> &str {
    if name == STANDARD { "standard input" } else { name }
}

/// The same of a path.
pub(crate) fn shown_path(path: &Path) -> path::Display<'_> {
    if is_standard(path) { Path::new(shown(STANDARD)).display() } else { path.display() }
}

/// The names of files that are taken, each with the last number that was added to its stem to find a free one.
#[derive(Default)]
pub(crate) struct TakenNames(HashMap<String, u32>);

impl TakenNames {
    /// Takes the name of a file, and tells whether it was free.
    pub(crate) fn take(&mut self, path: &Path) -> bool {
        let number = self.number(path);
        let is_free = *number == 0;
        *number = (*number).max(1);
        is_free
    }

    /// The number of a name, 0 where it is free.
    fn number(&mut self, path: &Path) -> &mut u32 {
        // Not every file system tells capitals from small letters.
        self.0.entry(path.to_string_lossy().to_lowercase()).or_default()
    }

    /// Takes the first free name in a folder: of a stem, or else of `STEM-2`, `STEM-3` and so on.
    pub(crate) fn take_free(&mut self, folder: &Path, stem: &str, extension: &str) -> PathBuf {
        let plain = folder.join(format!("{stem}.{extension}"));
        let mut path = plain.clone();
        while !self.take(&path) {
            let number = self.number(&plain);
            *number += 1;
            path = folder.join(format!("{stem}-{number}.{extension}"));
        }
        path
    }
}

/// Writes bytes as a file: see [`write_by`].
pub(crate) fn write(path: &Path, bytes: &[u8], existing: Existing) -> Result<()> {
    write_by(path, existing, |mut file| {
        file.write_all(bytes)?;
        Ok(file)
    })
}

/// Whether a file holds these bytes already, and need not be written.
pub(crate) fn holds(path: &Path, bytes: &[u8]) -> bool {
    is_replaced(path)
        && fs::metadata(path).is_ok_and(|there| there.len() == bytes.len() as u64)
        && fs::read(path).is_ok_and(|held| held == bytes)
}

/// Writes a text as a file, or to the standard output where no file is named.
pub(crate) fn deliver(path: Option<&Path>, text: &str, existing: Existing) -> Result<()> {
    let Some(path) = path else {
        output::write(text);
        return Ok(());
    };
    write(path, text.as_bytes(), existing)
}

/// Writes a file under another name and gives it its own when it is whole. What is there and no regular file, as a pipe or a
/// device, or is open already, as the standard output, is written into and stays what it is.
pub(crate) fn write_by(
    path: &Path,
    existing: Existing,
    write: impl FnOnce(BufWriter<File>) -> Result<BufWriter<File>>,
) -> Result<()> {
    let name = path.display();
    ensure!(!path.is_dir(), "cannot write {name}: it is a folder");
    existing.check(path)?;
    let written = match is_kept(path) {
        true => write_into(path, write),
        false => replace(path, existing, fs::metadata(path).ok(), write),
    };
    // What else goes wrong on the way is told by whoever makes the bytes.
    let is_of_file = |error: &Error| error.is::<io::Error>();
    written.map_err(|error| if is_of_file(&error) { error.context(format!("cannot write {name}")) } else { error })
}

/// Writes into what stays what it is.
fn write_into(path: &Path, write: impl FnOnce(BufWriter<File>) -> Result<BufWriter<File>>) -> Result<()> {
    let written = write(BufWriter::new(open_into(path)?))?;
    written.into_inner().map_err(|error| error.into_error())?;
    Ok(())
}

/// Writes a file beside the one that is there, if there is one, and puts it in its place, for those who might use that one.
fn replace(
    path: &Path,
    existing: Existing,
    there: Option<Metadata>,
    write: impl FnOnce(BufWriter<File>) -> Result<BufWriter<File>>,
) -> Result<()> {
    let path = &targets::replaced(path);
    let (temporary, file) = TemporaryFile::begin(path)?;
    // Before anything stands in it that not everybody may read.
    there.map_or(Ok(()), |there| access::keep(&file, &there))?;
    let written = write(BufWriter::new(file))?;
    let file = written.into_inner().map_err(|error| error.into_error())?;
    // Where the power fails nothing must be lost: what was there, or what is removed once this is written. New files that take
    // no place, as `convert` makes thousands of, lose nothing, and to wait for the disk takes longer than to write a small one.
    if !matches!(existing, Existing::Keep) {
        file.sync_all()?;
    }
    drop(file);
    temporary.place(path, existing)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_that_is_read_is_called_one() {
        let folder = std::env::temp_dir();
        let expected = format!("cannot read {}: it is a folder", folder.display());
        let errors = [read_path(&folder).map(drop), checksum(&folder, 1).map(drop)];
        assert_eq!(errors.map(|error| error.unwrap_err().to_string()), [expected.clone(), expected]);
    }

    #[test]
    fn many_files_of_one_name_are_told_apart_at_once() {
        let folder = Path::new("pages");
        let mut taken = TakenNames::default();
        assert!(taken.take(&folder.join("G-3.html")) && !taken.take(&folder.join("g-3.HTML")));
        let mut named = |stem: &str| taken.take_free(folder, stem, "html");
        assert_eq!(
            ["g", "g", "G", "g-3"].map(&mut named),
            ["g", "g-2", "G-4", "g-3-2"].map(|stem| { folder.join(stem).with_extension("html") })
        );
        // To count from the beginning for each of them would take hours.
        let last = (0..200_000).map(|_| named("g")).last();
        assert_eq!(last, Some(folder.join("g-200004.html")));
    }

    #[test]
    fn a_file_with_the_longest_name_is_written() {
        // Letters of two bytes, and of two units where names are counted by them, of which none is cut.
        let folder = std::env::temp_dir();
        for letter in ['x', '\u{e9}', '\u{1f642}'] {
            let mut name = format!("tengen-{}-", std::process::id());
            while name.len() + letter.len_utf8() <= 255 {
                name.push(letter);
            }
            let path = folder.join(name);
            for existing in [Existing::Keep, Existing::Replace] {
                write(&path, b"whole", existing).unwrap();
                assert_eq!(fs::read(&path).unwrap(), b"whole");
            }
            fs::remove_file(&path).unwrap();
        }
    }

    #[cfg(unix)]
    #[test]
    fn programs_that_are_started_die_of_a_file_that_is_too_long() {
        use std::os::unix::process::ExitStatusExt;
        fail_at_the_longest();
        let path = std::env::temp_dir().join(format!("tengen-longest-{}", std::process::id()));
        let script = "ulimit -c 0; ulimit -f 1; exec head -c 4096 /dev/zero > \"$0\"";
        let status = std::process::Command::new("sh").args(["-c", script]).arg(&path).status().unwrap();
        assert_eq!(status.signal(), Some(nix::sys::signal::Signal::SIGXFSZ as i32));
        fs::remove_file(path).unwrap();
    }

    #[test]
    fn a_mark_of_the_byte_order_is_dropped_and_bytes_that_are_no_text_are_named_by_their_line() {
        for (bytes, whole) in [("h8\ni9", "h8\ni9"), ("\u{feff}h8\u{feff}", "h8\u{feff}"), ("\u{feff}", "")] {
            assert_eq!(text(bytes.as_bytes()).unwrap(), whole);
        }
        // As PowerShell and Notepad write texts, each byte order with its mark.
        for bytes in [&b"\xff\xfeh\08\0\n\0"[..], b"\xfe\xff\0h\08\0\n"] {
            assert_eq!(text(bytes).unwrap(), "h8\n");
        }
        for (bytes, line) in [(&b"\xff"[..], 1), (b"h8\n\ni9 \xc3\n", 3), (b"\xff\xfeh\0\n\08", 2)] {
            let error = text(bytes).unwrap_err().to_string();
            assert_eq!(error, format!("line {line}: this is not UTF-8 text"));
        }
        assert_eq!(text(b"\x1f\x8b\x08").unwrap_err().to_string(), "this is compressed by gzip: unpack it first");
        let joined = "# a\r\n h8 # x \n\n\u{feff}# b\n\u{feff}i9";
        assert_eq!(numbered_lines(joined).collect::<Vec<_>>(), [(2, "h8 # x"), (5, "i9")]);
    }
}
