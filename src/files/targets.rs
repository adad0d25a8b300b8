//! Files that will be written: whether they can be, and that none of them is another.

use std::collections::HashSet;
use std::fs::{self, OpenOptions};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};

use super::devices::is_kept;
use super::temporary::TemporaryFile;
use super::{Existing, STANDARD};

/// Refuses to take for the name of a file what stands for a standard stream elsewhere.
pub(crate) fn check_name(path: &Path) -> Result<()> {
    let stream = if cfg!(unix) { "/dev/stdout, or " } else { "" };
    ensure!(path != Path::new(STANDARD), "- is no file here: {stream}./- for a file of that name");
    Ok(())
}

/// Checks that a file can be written at the end of long work, without writing it, and that it is none of those that are read
/// for that work.
pub(crate) fn check_writable(path: &Path, inputs: &[&Path]) -> Result<()> {
    check_apart_from(path, &found(inputs))
}

/// Where the files are that are there.
fn found(paths: &[&Path]) -> HashSet<PathBuf> {
    paths.iter().filter_map(|path| fs::canonicalize(path).ok()).collect()
}

/// The same, with where those are that are read.
fn check_apart_from(path: &Path, inputs: &HashSet<PathBuf>) -> Result<()> {
    check_name(path)?;
    let name = path.display();
    ensure!(!path.is_dir(), "cannot write {name}: it is a folder");
    let cannot = || format!("cannot write {name}");
    if path.is_file() {
        let there = fs::canonicalize(path).with_context(cannot)?;
        ensure!(!inputs.contains(&there), "cannot write {name}: it is read too, and would be lost");
        OpenOptions::new().append(true).open(path).with_context(cannot)?;
        return Ok(());
    }
    // Who reads a pipe would take it for ended if it were opened and closed again.
    if is_kept(path) {
        return Ok(());
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    if let Some(folder) = folder.filter(|folder| !folder.is_dir()) {
        bail!("cannot write {name}: there is no folder {}", folder.display());
    }
    ensure!(path.file_name().is_some(), "cannot write \"{name}\": it names no file");
    // Only whoever makes a file knows that it can be made: under another name at first, as it will be.
    TemporaryFile::begin(path).map(drop).with_context(cannot)
}

/// The file that is replaced when one is written under a name: where it is a link, what that leads to, unless that is nowhere.
pub(crate) fn replaced(path: &Path) -> PathBuf {
    let target = if path.is_symlink() { fs::canonicalize(path).ok() } else { None };
    target.unwrap_or_else(|| path.to_path_buf())
}

/// The same of all files of a kind, if there are any, and that what is there may be replaced.
pub(crate) fn check_targets<'a>(
    paths: impl IntoIterator<Item = &'a Path>,
    existing: Existing,
    inputs: &[&Path],
) -> Result<()> {
    let inputs = found(inputs);
    paths.into_iter().try_for_each(|path| {
        check_apart_from(path, &inputs)?;
        existing.check(path)
    })
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

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;
    use crate::files::write;

    #[test]
    fn a_file_that_is_read_is_not_written_by_whatever_path() {
        let folder = std::env::temp_dir().join(format!("tengen-targets-{}", std::process::id()));
        fs::create_dir_all(folder.join("in")).unwrap();
        let [first, second, other] = ["a.txt", "b.txt", "c.txt"].map(|name| folder.join(name));
        for path in [&first, &second, &other] {
            fs::write(path, "").unwrap();
        }
        let inputs = [first.as_path(), Path::new("nowhere"), &folder.join("in/../b.txt")];
        check_targets([other.as_path(), &folder.join("new.txt")], Existing::Replace, &inputs).unwrap();
        for read in [&folder.join("in/../a.txt"), &second] {
            let why = check_targets([other.as_path(), read], Existing::Replace, &inputs).unwrap_err().to_string();
            assert_eq!(why, format!("cannot write {}: it is read too, and would be lost", read.display()));
        }
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_link_that_leads_nowhere_can_be_written_and_is_replaced() {
        let folder = std::env::temp_dir().join(format!("tengen-nowhere-{}", std::process::id()));
        fs::create_dir(&folder).unwrap();
        let path = folder.join("a.txt");
        symlink("nowhere", &path).unwrap();
        // So is the name that the file would have until it is whole.
        symlink("nowhere", folder.join(format!("a.txt.{}-0.part", std::process::id()))).unwrap();
        check_writable(&path, &[]).unwrap();
        assert!(fs::symlink_metadata(&path).unwrap().is_symlink(), "it is tried and not written");
        write(&path, b"whole", Existing::Replace).unwrap();
        assert!(fs::symlink_metadata(&path).unwrap().is_file());
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 2);
        fs::remove_dir_all(folder).unwrap();
    }
}
