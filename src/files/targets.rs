//! Files that will be written: whether they can be, and that none of them is another.

use std::fs::{self, OpenOptions};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};

use super::{Existing, STANDARD};

/// Refuses to take for the name of a file what stands for a standard stream elsewhere.
pub(crate) fn check_name(path: &Path) -> Result<()> {
    ensure!(path != Path::new(STANDARD), "- is no file here: /dev/stdout, or ./- for a file of that name");
    Ok(())
}

/// Checks that a file can be written at the end of long work, without writing it, and that it is none of those that are read
/// for that work.
pub(crate) fn check_writable(path: &Path, inputs: &[&Path]) -> Result<()> {
    check_name(path)?;
    let name = path.display();
    if path.exists() {
        ensure!(!path.is_dir(), "cannot write {name}: it is a folder");
        if !path.is_file() {
            // Who reads a pipe would take it for ended if it were opened and closed again.
            return Ok(());
        }
        let cannot = || format!("cannot write {name}");
        let there = fs::canonicalize(path).with_context(cannot)?;
        let is_there = |input: &&Path| fs::canonicalize(input).is_ok_and(|input| input == there);
        ensure!(!inputs.iter().any(is_there), "cannot write {name}: it is read too, and would be lost");
        OpenOptions::new().append(true).open(path).with_context(cannot)?;
        return Ok(());
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    if let Some(folder) = folder.filter(|folder| !folder.is_dir()) {
        bail!("cannot write {name}: there is no folder {}", folder.display());
    }
    ensure!(path.file_name().is_some(), "cannot write \"{name}\": it names no file");
    // Only whoever makes a file knows that it can be made.
    let made = OpenOptions::new().write(true).create_new(true).open(path);
    made.and_then(|_| fs::remove_file(path)).with_context(|| format!("cannot write {name}"))
}

/// The same of a file that is written only where it is named, and that what is there may be replaced.
pub(crate) fn check_target(path: Option<&Path>, existing: Existing, inputs: &[&Path]) -> Result<()> {
    let Some(path) = path else { return Ok(()) };
    check_writable(path, inputs)?;
    existing.check(path)
}

/// Checks that a file is none of others that are written too. `options` name them, as in `--tree and --store`.
pub(crate) fn check_apart<'a>(options: &str, path: &Path, others: impl IntoIterator<Item = &'a Path>) -> Result<()> {
    let there = place(path);
    let is_apart = others.into_iter().all(|other| place(other) != there);
    ensure!(is_apart, "{options} are one file, {}: each wants its own", path.display());
    Ok(())
}

/// Where a file is or will be, by whatever path it is named.
pub(crate) fn place(path: &Path) -> Option<PathBuf> {
    let there = fs::canonicalize(path).ok();
    there.or_else(|| {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        Some(fs::canonicalize(folder).ok()?.join(path.file_name()?))
    })
}
