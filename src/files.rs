//! Files that are read whole and written whole, not longer than can be meant and never half.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};

/// The longest file that is read.
const MOST_BYTES: u64 = 2 << 30;
/// How the standard input and output are given in place of a file.
pub(crate) const STANDARD: &str = "-";

/// The bytes of a file, or of the standard input where `-` is given.
pub(crate) fn read(name: &str) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let read = match name {
        STANDARD => io::stdin().lock().take(MOST_BYTES + 1).read_to_end(&mut bytes),
        _ => File::open(name).and_then(|file| file.take(MOST_BYTES + 1).read_to_end(&mut bytes)),
    };
    read.with_context(|| format!("cannot read {}", shown(name)))?;
    ensure!(bytes.len() as u64 <= MOST_BYTES, "{}: more than {MOST_BYTES} bytes", shown(name));
    Ok(bytes)
}

/// A file to add to, or a new one. Where not all of it is `kept`, what follows so many bytes is taken away first. It is not
/// opened for appending, for then Windows lets nothing be taken away.
pub(crate) fn open_to_add(path: &Path, kept: Option<u64>) -> io::Result<File> {
    let mut file = OpenOptions::new().create(true).write(true).truncate(false).open(path)?;
    kept.map_or(Ok(()), |kept| file.set_len(kept))?;
    file.seek(SeekFrom::End(0))?;
    Ok(file)
}

/// How a file is called in messages.
pub(crate) fn shown(name: &str) -> &str {
    if name == STANDARD { "standard input" } else { name }
}

/// Writes bytes as a file: see [`write_by`].
pub(crate) fn write(path: &Path, bytes: &[u8], may_replace: bool) -> Result<()> {
    write_by(path, may_replace, |mut file| {
        file.write_all(bytes)?;
        Ok(file)
    })
}

/// Writes a file under another name and gives it its own when it is whole. What stands there already stays, unless it is
/// said that it may be replaced.
pub(crate) fn write_by(
    path: &Path,
    may_replace: bool,
    write: impl FnOnce(BufWriter<File>) -> Result<BufWriter<File>>,
) -> Result<()> {
    let name = path.display();
    ensure!(!path.is_dir(), "cannot write {name}: it is a folder");
    if path.exists() && !may_replace {
        bail!("{name} exists already: --force replaces it");
    }
    let temporary = temporary(path)?;
    let write = || -> Result<()> {
        let file = OpenOptions::new().read(true).write(true).create_new(true).open(&temporary)?;
        let written = write(BufWriter::new(file))?;
        written.into_inner().map_err(|error| error.into_error())?.sync_all()?;
        Ok(fs::rename(&temporary, path)?)
    };
    write().map_err(|error| {
        // What was written of it is of no use, and that it cannot be removed is no other news.
        let _ = fs::remove_file(&temporary);
        error.context(format!("cannot write {name}"))
    })
}

/// A name in the same folder that no file has.
fn temporary(path: &Path) -> Result<PathBuf> {
    let file = path.file_name().with_context(|| format!("\"{}\" names no file", path.display()))?;
    let named = |number: u32| {
        let mut name = file.to_os_string();
        name.push(format!(".{}-{number}.part", std::process::id()));
        path.with_file_name(name)
    };
    (0..=u32::MAX).map(named).find(|path| !path.exists()).context("there is no name for a temporary file")
}
