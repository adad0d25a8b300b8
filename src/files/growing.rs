//! Files that a run adds to for as long as it lasts: one run alone, for each of two would destroy what the other writes. What an
//! earlier run has left there stays until there is something to take its place.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use super::devices::{is_kept, open_into};
use super::open_to_add;

/// A file that is added to.
pub(crate) struct GrowingFile {
    path: PathBuf,
    file: File,
    /// Whether something of an earlier run may follow.
    has_rest: bool,
}

impl GrowingFile {
    /// Goes on with a file where it was opened and read to.
    pub(crate) fn new(path: &Path, file: File) -> GrowingFile {
        GrowingFile { path: path.to_path_buf(), file, has_rest: false }
    }

    /// Opens a file, or makes it, whose content is replaced. Devices, pipes and standard streams are written into.
    pub(crate) fn replace(path: &Path) -> Result<GrowingFile> {
        let is_replaced = !is_kept(path);
        let file = if is_replaced { open_to_add(path)? } else { open_into(path).with_context(|| cannot(path))? };
        Ok(GrowingFile { has_rest: is_replaced, ..GrowingFile::new(path, file) })
    }

    /// The same of a file whose content is kept.
    pub(crate) fn append(path: &Path) -> Result<GrowingFile> {
        let mut growing = GrowingFile::replace(path)?;
        if growing.has_rest {
            growing.file.seek(SeekFrom::End(0)).with_context(|| cannot(path))?;
            growing.has_rest = false;
        }
        Ok(growing)
    }

    /// Adds bytes, in one piece and at once.
    pub(crate) fn add(&mut self, bytes: &[u8]) -> Result<()> {
        self.end_here()?;
        self.file.write_all(bytes).with_context(|| cannot(&self.path))
    }

    /// Adds bytes that the earlier run may have written: up to the first that differ its content stays.
    pub(crate) fn add_again(&mut self, bytes: &[u8]) -> Result<()> {
        if self.has_rest && self.is_next(bytes).with_context(|| format!("cannot read {}", self.path.display()))? {
            return Ok(());
        }
        self.add(bytes)
    }

    /// Takes away what is left of the earlier run.
    pub(crate) fn end_here(&mut self) -> Result<()> {
        if self.has_rest {
            let cut = self.file.stream_position().and_then(|end| self.file.set_len(end));
            cut.with_context(|| cannot(&self.path))?;
            self.has_rest = false;
        }
        Ok(())
    }

    /// Whether these bytes follow, and goes behind them if so.
    fn is_next(&mut self, bytes: &[u8]) -> io::Result<bool> {
        let begin = self.file.stream_position()?;
        let mut there = Vec::new();
        Read::by_ref(&mut self.file).take(bytes.len() as u64).read_to_end(&mut there)?;
        if there != bytes {
            self.file.seek(SeekFrom::Start(begin))?;
        }
        Ok(there == bytes)
    }
}

fn cannot(path: &Path) -> String {
    format!("cannot write {}", path.display())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// How a run opens the file.
    type Beginning = fn(&Path) -> Result<GrowingFile>;
    /// A step of a run, after which the file is as it says.
    type Step = (fn(&mut GrowingFile) -> Result<()>, &'static str);

    #[test]
    fn what_an_earlier_run_has_left_stays_until_something_takes_its_place() {
        let path = std::env::temp_dir().join(format!("tengen-growing-{}", std::process::id()));
        let (add, again): (Step, Step) = ((|file| file.add(b"c"), "c"), (|file| file.add_again(b"ab"), "abxy"));
        let replace: Beginning = GrowingFile::replace;
        let cases: [(&str, Beginning, &[Step]); 8] = [
            ("abxy", replace, &[]),
            ("abxy", replace, &[add, (|file| file.add(b"d"), "cd")]),
            ("abxy", replace, &[again, (|file| file.add(b"c"), "abc")]),
            ("abxy", replace, &[again, (|file| file.add_again(b"xz"), "abxz"), (|file| file.add_again(b"y"), "abxzy")]),
            ("abxy", replace, &[again, (GrowingFile::end_here, "ab")]),
            ("abx", replace, &[(|file| file.add_again(b"abxy"), "abxy")]),
            ("", replace, &[(|file| file.add_again(b"ab"), "ab")]),
            ("abxy", GrowingFile::append, &[(|file| file.add(b"c"), "abxyc"), (GrowingFile::end_here, "abxyc")]),
        ];
        for (before, open, steps) in cases {
            fs::write(&path, before).unwrap();
            let mut file = open(&path).unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), before);
            for (step, after) in steps {
                step(&mut file).unwrap();
                assert_eq!(fs::read_to_string(&path).unwrap(), *after, "{before}");
            }
        }
        fs::remove_file(&path).unwrap();
        drop(GrowingFile::replace(&path).unwrap());
        assert_eq!(fs::read(&path).unwrap(), b"");
        fs::remove_file(&path).unwrap();
    }

    #[test]
    fn a_file_that_a_run_adds_to_is_closed_to_another() {
        let path = std::env::temp_dir().join(format!("tengen-growing-two-{}", std::process::id()));
        let _first = GrowingFile::replace(&path).unwrap();
        for open in [GrowingFile::replace, GrowingFile::append] {
            let why = open(&path).err().map(|why| format!("{why:#}")).unwrap();
            assert!(why.starts_with(&format!("cannot write {}: ", path.display())), "{why}");
        }
        fs::remove_file(path).unwrap();
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_device_is_written_into_and_named_where_it_takes_nothing() {
        for open in [GrowingFile::replace, GrowingFile::append] {
            open(Path::new("/dev/null")).unwrap().add_again(b"a").unwrap();
            let why = open(Path::new("/dev/full")).unwrap().add(b"a").unwrap_err();
            assert_eq!(format!("{why:#}"), "cannot write /dev/full: No space left on device (os error 28)");
        }
    }
}
