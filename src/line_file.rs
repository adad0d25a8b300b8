//! Files of lines that long runs add to: a header, then what was found, each line when it was. An interrupted run goes on
//! with its file.

use std::io::Read;
use std::path::Path;

use anyhow::{Context, Result, bail};
use serde::Serialize;

use crate::files::{self, GrowingFile};

/// A file of lines that is added to.
pub(crate) struct LineFile(GrowingFile);

impl LineFile {
    /// Opens the file of a run whose `header` is whole lines, or makes it. `read` makes of the lines that are there what the
    /// run needs, and refuses them, those of the header too, where they are of another run; where the run begins there are
    /// none. A line whose writing was interrupted is removed. Nothing is written into a file that is refused.
    pub(crate) fn open<T>(path: &Path, header: &str, read: impl FnOnce(&str) -> Result<T>) -> Result<(LineFile, T)> {
        LineFile::open_by(path, header, |there| {
            let lines = begun(there, header)?;
            Ok((lines.len(), read(lines)?))
        })
    }

    /// Goes on with the file of a run of this `header`, or begins it: what was written under another header is removed.
    /// `read` makes of the lines after the header what the run needs.
    pub(crate) fn open_or_begin<T>(
        path: &Path,
        header: &str,
        read: impl FnOnce(&str) -> Result<T>,
    ) -> Result<(LineFile, T)> {
        LineFile::open_by(path, header, |there| {
            let lines = whole_lines(there)?;
            match lines.strip_prefix(header) {
                Some(found) => Ok((lines.len(), read(found)?)),
                None => Ok((0, read("")?)),
            }
        })
    }

    /// Opens the file, of whose bytes `read` says how many are kept. Where none are the header is written.
    fn open_by<T>(path: &Path, header: &str, read: impl FnOnce(&[u8]) -> Result<(usize, T)>) -> Result<(LineFile, T)> {
        let name = path.display();
        let mut file = files::open_to_add(path)?;
        let mut there = Vec::new();
        file.read_to_end(&mut there).with_context(|| format!("cannot read {name}"))?;
        let (kept, made) = read(&there).with_context(|| format!("cannot go on with {name}"))?;
        files::go_on(&mut file, Some(kept as u64), header.as_bytes())
            .with_context(|| format!("cannot write {name}"))?;
        Ok((LineFile(GrowingFile::new(path, file)), made))
    }

    /// Adds a line, in one piece and at once.
    pub(crate) fn add(&mut self, line: &str) -> Result<()> {
        self.0.add(format!("{line}\n").as_bytes())
    }

    /// Adds a value as JSON.
    pub(crate) fn add_json(&mut self, value: &impl Serialize) -> Result<()> {
        self.add(&serde_json::to_string(value)?)
    }
}

/// The whole lines of a file that goes on with this header, none where it ends within the header. What holds no whole line is
/// somebody else's, and to go on with it would empty it.
fn begun<'a>(there: &'a [u8], header: &str) -> Result<&'a str> {
    if there.len() < header.len() && header.as_bytes().starts_with(there) {
        return Ok("");
    }
    match whole_lines(there)? {
        "" => bail!("it holds something else: nothing is written"),
        lines => Ok(lines),
    }
}

/// The lines of a file but for the last if that has no end: its writing was interrupted.
pub(crate) fn whole_lines(there: &[u8]) -> Result<&str> {
    let end = there.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
    std::str::from_utf8(&there[..end]).context("it is no text")
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_file_that_a_run_writes_is_not_written_by_another() {
        let path = std::env::temp_dir().join(format!("tengen-two-runs-{}", std::process::id()));
        let _ = fs::remove_file(&path);
        let open = || {
            let opened = LineFile::open(&path, "# a\n", |lines| Ok(lines.lines().count()));
            opened.map_err(|why| format!("{why:#}"))
        };
        let (mut first, _) = open().unwrap();
        first.add("1").unwrap();
        let why = open().err().unwrap();
        assert!(why.starts_with(&format!("cannot write {}: ", path.display())), "{why}");
        assert!(!cfg!(unix) || why.ends_with(": another run writes it"), "{why}");
        // Who only reads is not kept out.
        assert_eq!(fs::read_to_string(&path).unwrap(), "# a\n1\n");
        drop(first);
        assert_eq!(open().unwrap().1, 2);
        fs::remove_file(&path).unwrap();
    }

    #[test]
    fn a_file_goes_on_where_it_was_interrupted_and_what_is_none_is_left_as_it_is() {
        let folder = std::env::temp_dir().join(format!("tengen-lines-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("lines");
        let open = |there: Option<&[u8]>| {
            match there {
                Some(there) => fs::write(&path, there).unwrap(),
                None => drop(fs::remove_file(&path)),
            }
            let read = |lines: &str| match lines.strip_prefix("# a\n# b\n") {
                Some(found) => Ok(found.to_string()),
                None if lines.is_empty() => Ok("begins".to_string()),
                None => bail!("of another run"),
            };
            let opened = LineFile::open(&path, "# a\n# b\n", read).map(|(mut file, read)| {
                file.add("new").unwrap();
                read
            });
            (opened.map_err(|error| format!("{error:#}")), fs::read(&path).unwrap())
        };
        let cases: [(Option<&[u8]>, &str, &str); 7] = [
            (None, "begins", "# a\n# b\nnew\n"),
            (Some(b""), "begins", "# a\n# b\nnew\n"),
            (Some(b"# a"), "begins", "# a\n# b\nnew\n"),
            (Some(b"# a\n# "), "begins", "# a\n# b\nnew\n"),
            (Some(b"# a\n# b\n"), "", "# a\n# b\nnew\n"),
            (Some(b"# a\n# b\n1\n2\n"), "1\n2\n", "# a\n# b\n1\n2\nnew\n"),
            (Some(b"# a\n# b\n1\n2"), "1\n", "# a\n# b\n1\nnew\n"),
        ];
        for (there, read, after) in cases {
            assert_eq!(open(there), (Ok(read.to_string()), after.as_bytes().to_vec()), "{there:?}");
        }
        let refused: [(&[u8], &str); 4] = [
            (b"precious", "it holds something else: nothing is written"),
            (b"# a\n# c", "of another run"),
            (b"# c\n", "of another run"),
            (b"# a\n\xff\n", "it is no text: invalid utf-8 sequence of 1 bytes from index 4"),
        ];
        for (there, why) in refused {
            let why = format!("cannot go on with {}: {why}", path.display());
            assert_eq!(open(Some(there)), (Err(why), there.to_vec()));
        }
        for path in [folder.as_path(), Path::new("/dev/null")].into_iter().filter(|path| path.exists()) {
            let why = LineFile::open(path, "# a\n", |_| Ok(())).err().map(|why| format!("{why:#}"));
            assert_eq!(why, Some(format!("cannot go on with {}: it is no regular file", path.display())));
        }
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn the_file_of_another_run_is_begun_anew() {
        let path = std::env::temp_dir().join(format!("tengen-lines-anew-{}", std::process::id()));
        let cases = [
            ("# a\n1\n2", "1\n", "# a\n1\nnew\n"),
            ("# a\n", "", "# a\nnew\n"),
            ("# b\n1\n", "", "# a\nnew\n"),
            ("# a", "", "# a\nnew\n"),
            ("", "", "# a\nnew\n"),
        ];
        for (there, found, after) in cases {
            fs::write(&path, there).unwrap();
            let (mut file, read) = LineFile::open_or_begin(&path, "# a\n", |lines| Ok(lines.to_string())).unwrap();
            file.add("new").unwrap();
            assert_eq!((read.as_str(), fs::read_to_string(&path).unwrap().as_str()), (found, after), "{there:?}");
        }
        fs::remove_file(&path).unwrap();
    }
}
