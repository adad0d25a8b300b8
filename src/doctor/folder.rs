//! The folder of a case: where its engine may be started, and may write.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// A folder of its own for one case, removed with everything in it when the case is over. Its path has a blank and is not
/// ASCII, as the paths of managers are.
pub(super) struct CaseFolder(PathBuf);

impl CaseFolder {
    /// A new one, empty.
    pub(super) fn new(case: &str) -> io::Result<CaseFolder> {
        let path = std::env::temp_dir().join(format!("engine doctor {}", std::process::id())).join(format!("{case} ü"));
        fs::create_dir_all(&path)?;
        Ok(CaseFolder(path))
    }

    /// Where it is.
    pub(super) fn path(&self) -> &Path {
        &self.0
    }

    /// The number and the size of all files in it.
    pub(super) fn contents(&self) -> io::Result<(usize, u64)> {
        contents(&self.0)
    }
}

impl Drop for CaseFolder {
    fn drop(&mut self) {
        // What cannot be removed is left to the system, which cleans its temporary folder.
        let _ = fs::remove_dir_all(&self.0);
        if let Some(parent) = self.0.parent() {
            let _ = fs::remove_dir(parent);
        }
    }
}

fn contents(folder: &Path) -> io::Result<(usize, u64)> {
    let mut sum = (0, 0);
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let metadata = entry.metadata()?;
        let (files, bytes) = if metadata.is_dir() { contents(&entry.path())? } else { (1, metadata.len()) };
        sum = (sum.0 + files, sum.1 + bytes);
    }
    Ok(sum)
}
