//! Files that are read whole and written whole, not longer than can be meant and never half.

mod existing;
pub(crate) mod targets;
pub(crate) mod temporary;

use std::collections::HashSet;
use std::fmt::Display;
use std::fs::{self, File, OpenOptions, Permissions};
use std::io::{self, BufRead, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::iter;
#[cfg(unix)]
use std::os::{fd::AsFd, unix::fs::PermissionsExt};
use std::path::{self, Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use anyhow::{Context, Error, Result, anyhow, ensure};

use crate::output;
pub(crate) use existing::{Existing, begins_alike};
use temporary::TemporaryFile;

/// How a standard stream is given in place of a file.
pub(crate) const STANDARD: &str = "-";

/// What some programs write before the text of a file.
const BYTE_ORDER_MARK: char = '\u{feff}';
/// The longest file that is read.
const MOST_BYTES: u64 = 2 << 30;

/// Whether the standard input has been read.
static IS_INPUT_READ: AtomicBool = AtomicBool::new(false);

/// The bytes of a file, or of the standard input where `-` is given.
pub(crate) fn read(name: &str) -> Result<Vec<u8>> {
    match name {
        STANDARD => {
            ensure!(!IS_INPUT_READ.swap(true, Relaxed), "the standard input is given twice, and can be read once");
            read_whole(Ok(io::stdin().lock()), shown(name))
        }
        _ => read_path(Path::new(name)),
    }
}

/// The bytes of a file.
pub(crate) fn read_path(path: &Path) -> Result<Vec<u8>> {
    read_whole(File::open(path), path.display())
}

/// The text of a file, or of the standard input where `-` is given.
pub(crate) fn read_text(path: &Path) -> Result<String> {
    let bytes = if is_standard(path) { read(STANDARD) } else { read_path(path) }?;
    text(bytes).with_context(|| shown_path(path).to_string())
}

/// Whether a path stands for a standard stream.
fn is_standard(path: &Path) -> bool {
    path == Path::new(STANDARD)
}

/// Bytes as text without a mark of the byte order at its beginning, or the first line in which they are none.
pub(crate) fn text(bytes: Vec<u8>) -> Result<String> {
    let text = String::from_utf8(bytes).map_err(|error| {
        let bytes = error.as_bytes();
        let line = line_after(&bytes[..error.utf8_error().valid_up_to()]);
        anyhow!(unrecognised(bytes, &format!("line {line}: this is not UTF-8 text")))
    })?;
    Ok(text.strip_prefix(BYTE_ORDER_MARK).map(str::to_string).unwrap_or(text))
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
    let mut file = BufReader::with_capacity(1 << 16, File::open(path).with_context(cannot)?).take(most);
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

fn read_whole(opened: io::Result<impl Read>, name: impl Display) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let read = opened.and_then(|source| source.take(MOST_BYTES + 1).read_to_end(&mut bytes));
    read.with_context(|| format!("cannot read {name}"))?;
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
    ensure!(path.is_file() || !path.exists(), "cannot go on with {}: it is no regular file", path.display());
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

/// The names of files that are taken.
#[derive(Default)]
pub(crate) struct TakenNames(HashSet<String>);

impl TakenNames {
    /// Takes the name of a file, and tells whether it was free.
    pub(crate) fn take(&mut self, path: &Path) -> bool {
        // Not every file system tells capitals from small letters.
        self.0.insert(path.to_string_lossy().to_lowercase())
    }

    /// Takes the first free name in a folder: of a stem, or else of `STEM-2`, `STEM-3` and so on.
    pub(crate) fn take_free(&mut self, folder: &Path, stem: &str, extension: &str) -> PathBuf {
        let numbers = (2u32..).map(|number| format!("-{number}"));
        let suffixes = iter::once(String::new()).chain(numbers);
        let mut paths = suffixes.map(|suffix| folder.join(format!("{stem}{suffix}.{extension}")));
        paths.find(|path| self.take(path)).expect("there are fewer files than numbers")
    }
}

/// Writes bytes as a file: see [`write_by`].
pub(crate) fn write(path: &Path, bytes: &[u8], existing: Existing) -> Result<()> {
    write_by(path, existing, |mut file| {
        file.write_all(bytes)?;
        Ok(file)
    })
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
    let written = match fs::metadata(path) {
        Ok(_) if !is_replaced(path) => write_into(path, write),
        there => replace(path, existing, there.ok().map(|there| there.permissions()), write),
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

/// The folders in which every descriptor that this process has open is a file.
const DESCRIPTORS: [&str; 2] = ["/dev/fd", "/proc/self/fd"];
/// Links that are followed one after the other.
const MOST_LINKS: usize = 40;

/// Whether a file is there that a new one takes the place of.
pub(crate) fn is_replaced(path: &Path) -> bool {
    path.is_file() && descriptor(path).is_none()
}

/// The number of the descriptor of this process to which a path leads, as `/dev/stdout` does: that may be a file of
/// whoever started the program, who has written into it already.
fn descriptor(path: &Path) -> Option<u32> {
    let mut path = path.to_path_buf();
    for _ in 0..MOST_LINKS {
        if let Some(number) = DESCRIPTORS.iter().find_map(|folder| path.strip_prefix(folder).ok()) {
            return number.to_str()?.parse().ok();
        }
        let target = fs::read_link(&path).ok()?;
        path = path.parent()?.join(target);
    }
    None
}

/// Opens what stays what it is, to write where others have stopped writing into it.
fn open_into(path: &Path) -> io::Result<File> {
    match descriptor(path) {
        None => OpenOptions::new().write(true).open(path),
        // What is said there later must follow, so that both have to know how far it is written.
        #[cfg(unix)]
        Some(1) => {
            io::stdout().flush()?;
            Ok(io::stdout().as_fd().try_clone_to_owned()?.into())
        }
        #[cfg(unix)]
        Some(2) => Ok(io::stderr().as_fd().try_clone_to_owned()?.into()),
        Some(_) => OpenOptions::new().append(true).open(path),
    }
}

/// Writes a file beside the one that is there, if there is one, and puts it in its place with its permissions.
fn replace(
    path: &Path,
    existing: Existing,
    permissions: Option<Permissions>,
    write: impl FnOnce(BufWriter<File>) -> Result<BufWriter<File>>,
) -> Result<()> {
    // A link stays, and what it leads to is replaced; only one that leads nowhere is replaced itself.
    let path = &fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    let (temporary, file) = TemporaryFile::begin(path)?;
    // Before anything stands in it that not everybody may read.
    if let Some(permissions) = permissions
        && let Err(error) = file.set_permissions(permissions.clone())
        && !is_within(&file.metadata()?.permissions(), &permissions)
    {
        return Err(error.into());
    }
    let written = write(BufWriter::new(file))?;
    written.into_inner().map_err(|error| error.into_error())?.sync_all()?;
    temporary.place(path, existing)
}

/// Whether nobody may do with a file of the new permissions what the old ones forbid. Some file systems know only one kind
/// of permissions, which is then as good for the new file as it was for the old one.
#[cfg(unix)]
fn is_within(new: &Permissions, old: &Permissions) -> bool {
    const EVERYBODY: u32 = 0o777;
    new.mode() & !old.mode() & EVERYBODY == 0
}

#[cfg(not(unix))]
fn is_within(_: &Permissions, _: &Permissions) -> bool {
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn nobody_may_do_more_with_a_new_file_whose_permissions_cannot_be_set() {
        for (new, old, is_fine) in [(0o644, 0o644, true), (0o600, 0o644, true), (0o644, 0o600, false)] {
            let [made, kept] = [new, old].map(Permissions::from_mode);
            assert_eq!(is_within(&made, &kept), is_fine, "{new:o} {old:o}");
        }
        // What kind of file it is, and bits such as that of the group, are no matter of who may do what.
        assert!(is_within(&Permissions::from_mode(0o100_644), &Permissions::from_mode(0o644)));
    }

    #[test]
    fn a_file_beside_which_there_can_be_none_is_written_all_the_same() {
        // A name of 255 bytes leaves no room for another one made of it.
        let folder = std::env::temp_dir();
        let path = folder.join(format!("{:x<255}", format!("tengen-{}-", std::process::id())));
        fs::write(&path, "before, and longer").unwrap();
        assert!(File::create(folder.join(format!("{}.part", path.file_name().unwrap().display()))).is_err());
        write(&path, b"after", Existing::Replace).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"after");
        fs::remove_file(&path).unwrap();
    }

    #[test]
    fn a_mark_of_the_byte_order_is_dropped_and_bytes_that_are_no_text_are_named_by_their_line() {
        for (bytes, whole) in [("h8\ni9", "h8\ni9"), ("\u{feff}h8\u{feff}", "h8\u{feff}"), ("\u{feff}", "")] {
            assert_eq!(text(bytes.as_bytes().to_vec()).unwrap(), whole);
        }
        for (bytes, line) in [(&b"\xff"[..], 1), (b"h8\n\ni9 \xc3\n", 3)] {
            let error = text(bytes.to_vec()).unwrap_err().to_string();
            assert_eq!(error, format!("line {line}: this is not UTF-8 text"));
        }
        assert_eq!(
            text(b"\x1f\x8b\x08".to_vec()).unwrap_err().to_string(),
            "this is compressed by gzip: unpack it first"
        );
        let joined = "# a\r\n h8 # x \n\n\u{feff}# b\n\u{feff}i9";
        assert_eq!(numbered_lines(joined).collect::<Vec<_>>(), [(2, "h8 # x"), (5, "i9")]);
    }
}
