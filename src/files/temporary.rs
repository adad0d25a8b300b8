//! Files under other names, until they are whole and get their own. What is not whole when the program ends in order is removed.

use std::fs::{self, File, OpenOptions};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use std::{io, mem, thread};

use anyhow::{Context, Error, Result, bail};
use parking_lot::Mutex;

use super::{Existing, in_place};
use crate::interrupt;
use crate::output::complain;

/// How long it is tried again to put a file in the place of one that another program has open.
const LONGEST_WAIT: Duration = Duration::from_secs(3);
/// Time between two tries.
const WAIT: Duration = Duration::from_millis(50);
/// Bytes of the name of a file that stand in its name until it is whole, for people: a name has 255 at the most.
const LONGEST_STEM: usize = 200;

/// The names of those that are not in their places yet.
static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// The name of a file while it is written. Once this is dropped, no file has that name any more, unless it is all that is left.
pub(super) struct TemporaryFile {
    path: PathBuf,
    /// Whether its content is nowhere else, and what it was to replace is lost.
    is_last: bool,
}

impl TemporaryFile {
    /// Begins a file in the folder of the one that it is to be or, where there can be none and that one is there to take its
    /// content, in the folder for temporary files.
    pub(super) fn begin(path: &Path) -> Result<(TemporaryFile, File)> {
        let file = path.file_name().with_context(|| format!("\"{}\" names no file", path.display()))?;
        let beside = TemporaryFile::begin_in(path.parent().unwrap_or(Path::new("")), &file.to_string_lossy());
        if beside.is_err() && path.is_file() {
            let folder = std::env::temp_dir();
            return TemporaryFile::begin_in(&folder, "tengen")
                .with_context(|| format!("no temporary file can be made in {}", folder.display()));
        }
        beside
    }

    /// Begins a file in a folder, under a name that no file has, after that of another file.
    fn begin_in(folder: &Path, file: &str) -> Result<(TemporaryFile, File)> {
        let end = (0..=LONGEST_STEM).rev().find(|&end| file.is_char_boundary(end)).unwrap_or(0);
        let stem = &file[..end];
        let mut unfinished = UNFINISHED.lock();
        for number in 0..=u32::MAX {
            let path = folder.join(format!("{stem}.{}-{number}.part", std::process::id()));
            if unfinished.contains(&path) {
                continue;
            }
            match OpenOptions::new().read(true).write(true).create_new(true).open(&path) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                opened => {
                    let file = opened?;
                    unfinished.push(path.clone());
                    return Ok((TemporaryFile { path, is_last: false }, file));
                }
            }
        }
        bail!("there is no name for a temporary file");
    }

    /// Gives the file its own name.
    pub(super) fn place(mut self, path: &Path, existing: Existing) -> Result<()> {
        retry_while(is_held_open, || self.try_to_place(path, existing))
    }

    fn try_to_place(&mut self, path: &Path, existing: Existing) -> Result<()> {
        // Ctrl-C waits for it.
        let _held = UNFINISHED.lock();
        let keeps = matches!(existing, Existing::Keep);
        if keeps {
            // A second name never takes the place of what came meanwhile. Some file systems know no second names.
            if fs::hard_link(&self.path, path).is_ok() {
                return Ok(());
            }
            existing.check(path)?;
        }
        match fs::rename(&self.path, path) {
            Err(error) if !keeps && in_place::is_wanted(&error) && path.is_file() => self.write_over(path),
            renamed => Ok(renamed?),
        }
    }

    /// Puts the content into the file that is there and keeps its place, with its owner and its permissions.
    fn write_over(&mut self, path: &Path) -> Result<()> {
        let mut content = File::open(&self.path)?;
        let mut there = OpenOptions::new().write(true).open(path)?;
        in_place::make_room(&mut content, &mut there)?;
        self.is_last = true;
        in_place::write(&mut content, &mut there)
            .with_context(|| format!("what was to stand there is in {}", self.path.display()))?;
        self.is_last = false;
        Ok(())
    }
}

/// Gives a file that is written under another name its own, in place of what has that name.
pub(crate) fn rename(unfinished: &Path, path: &Path) -> Result<()> {
    retry_while(is_held_open, || Ok(fs::rename(unfinished, path)?))
}

/// Tries something again for some time as long as it fails for a reason that may pass.
fn retry_while(may_pass: fn(&Error) -> bool, mut act: impl FnMut() -> Result<()>) -> Result<()> {
    let begin = Instant::now();
    loop {
        match act() {
            Err(error) if may_pass(&error) && begin.elapsed() < LONGEST_WAIT => thread::sleep(WAIT),
            done => return done,
        }
    }
}

/// Whether another program has a file open, as one that looks for viruses has each for a moment: on Windows nothing takes its
/// place as long.
fn is_held_open(error: &Error) -> bool {
    const ACCESS_DENIED: i32 = 5;
    const SHARING_VIOLATION: i32 = 32;
    let number = error.downcast_ref().and_then(io::Error::raw_os_error);
    cfg!(windows) && matches!(number, Some(ACCESS_DENIED | SHARING_VIOLATION))
}

impl Drop for TemporaryFile {
    fn drop(&mut self) {
        let mut unfinished = UNFINISHED.lock();
        if !self.is_last {
            // Mostly it has got its own name, and that it cannot be removed is no other news.
            let _ = fs::remove_file(&self.path);
        }
        unfinished.retain(|path| *path != self.path);
    }
}

/// What is said where a run is interrupted that finds what it has done when it is started again.
pub(crate) const GOES_ON: &str = ": the same command goes on from here";

/// Has Ctrl-C end the program, which removes what is being written and says that it is interrupted, and what to do about it. For
/// a command that does not watch for Ctrl-C itself.
///
/// # Errors
/// When Ctrl-C cannot be watched for.
pub(crate) fn remove_at_interrupt(advice: &'static str) -> Result<()> {
    interrupt::end_after(move || {
        give_up();
        complain(format_args!("error: interrupted{advice}"));
    })
}

/// Removes what is being written, for a program that ends. Until then nothing more is begun.
pub(crate) fn give_up() {
    let unfinished = UNFINISHED.lock();
    for path in unfinished.iter() {
        let _ = fs::remove_file(path);
    }
    mem::forget(unfinished);
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::io::Write;

    use anyhow::ensure;

    use super::*;
    use crate::files::write_by;

    #[test]
    fn what_fails_for_a_moment_is_tried_again() {
        for (passes, expected) in [(true, 3), (false, 1)] {
            let tries = Cell::new(0);
            let done = retry_while(if passes { |_| true } else { |_| false }, || {
                tries.set(tries.get() + 1);
                ensure!(tries.get() == 3, "held");
                Ok(())
            });
            assert_eq!((tries.get(), done.is_ok()), (expected, passes));
        }
    }

    #[test]
    fn a_content_that_is_nowhere_else_is_kept() {
        let folder = std::env::temp_dir().join(format!("tengen-last-{}", std::process::id()));
        fs::create_dir(&folder).unwrap();
        for is_last in [false, true] {
            let (mut temporary, _) = TemporaryFile::begin(&folder.join("a.txt")).unwrap();
            temporary.is_last = is_last;
            drop(temporary);
            assert_eq!(fs::read_dir(&folder).unwrap().count(), usize::from(is_last));
        }
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn what_keeps_its_place_is_written_over() {
        let folder = std::env::temp_dir().join(format!("tengen-over-{}", std::process::id()));
        fs::create_dir(&folder).unwrap();
        let [path, second] = ["a.txt", "b.txt"].map(|name| folder.join(name));
        fs::write(&path, "before").unwrap();
        fs::hard_link(&path, &second).unwrap();
        let (mut temporary, mut file) = TemporaryFile::begin(&path).unwrap();
        file.write_all(b"after, longer").unwrap();
        temporary.write_over(&path).unwrap();
        drop(temporary);
        // It is the same file still.
        assert_eq!(fs::read_to_string(&second).unwrap(), "after, longer");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 2);
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn what_comes_while_a_file_is_written_stays_unless_it_may_be_replaced() {
        let folder = std::env::temp_dir().join(format!("tengen-meanwhile-{}", std::process::id()));
        fs::create_dir(&folder).unwrap();
        let path = folder.join("a.txt");
        for (existing, kept) in [(Existing::Keep, "theirs"), (Existing::Replace, "ours")] {
            let written = write_by(&path, existing, |mut file| {
                fs::write(&path, "theirs")?;
                file.write_all(b"ours")?;
                Ok(file)
            });
            assert_eq!(written.is_ok(), kept == "ours");
            assert_eq!(fs::read_to_string(&path).unwrap(), kept);
            fs::remove_file(&path).unwrap();
            assert_eq!(fs::read_dir(&folder).unwrap().count(), 0, "something is kept beside it");
        }
        fs::remove_dir(folder).unwrap();
    }
}
