//! What commands say on the standard output. That it cannot be written, also because nobody reads it any more, is told once,
//! at the end: work whose result is a file is not left undone for it.

use std::fmt::Display;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use anyhow::{Context, Error, Result, anyhow, bail, ensure};

/// How a standard stream is given in place of a file.
pub(crate) const STANDARD: &str = "-";

/// The status after an error where 1 is an answer, and of a command line that cannot be read, as clap has it.
pub(crate) const ERROR_STATUS: u8 = 2;

/// The first reason for which something could not be written to the standard output.
static FAILURE: OnceLock<io::Error> = OnceLock::new();

/// Says a line, formatted as by [`format!`].
macro_rules! say {
    ($($line:tt)*) => {
        $crate::output::write(format_args!("{}\n", format_args!($($line)*)))
    };
}
pub(crate) use say;

/// Writes text to the standard output.
pub(crate) fn write(text: impl Display) {
    note(write!(io::stdout(), "{text}"));
}

/// Writes bytes to the standard output.
pub(crate) fn write_bytes(bytes: &[u8]) {
    note(io::stdout().write_all(bytes));
}

/// Takes note of how writing to the standard output went.
pub(crate) fn note(result: io::Result<()>) {
    if let Err(error) = result {
        // Only the first failure is told; others follow from it.
        let _ = FAILURE.set(error);
    }
}

/// Whether colours are seen where the standard output goes, and wanted.
pub(crate) fn is_colored() -> bool {
    io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

/// Whether all that was said could be written.
pub(crate) fn finish() -> Result<()> {
    note(io::stdout().flush());
    match FAILURE.get() {
        Some(error) => Err(anyhow!("cannot write to the standard output: {error}")),
        None => Ok(()),
    }
}

/// Writes a line to the standard error, if that is possible.
pub(crate) fn complain(line: impl Display) {
    // There is nowhere to tell that this cannot be written.
    let _ = writeln!(io::stderr(), "{line}");
}

/// Says what went wrong, and why.
pub(crate) fn complain_of(error: &Error) {
    complain(format_args!("error: {error:#}"));
}

/// Says what was passed over in a file and what is strange in it, in one line: the first of it, and how much more there
/// was.
pub(crate) fn warn(name: &str, first: Option<&impl Display>, count: usize) {
    let Some(first) = first else { return };
    let more = match count.saturating_sub(1) {
        0 => String::new(),
        more => format!(" (and {more} more)"),
    };
    complain(format_args!("warning: {name}: {first}{more}"));
}

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
        let there = std::fs::canonicalize(path).with_context(cannot)?;
        let is_there = |input: &&Path| std::fs::canonicalize(input).is_ok_and(|input| input == there);
        ensure!(!inputs.iter().any(is_there), "cannot write {name}: it is read too, and would be lost");
        std::fs::OpenOptions::new().append(true).open(path).with_context(cannot)?;
        return Ok(());
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    if let Some(folder) = folder.filter(|folder| !folder.is_dir()) {
        bail!("cannot write {name}: there is no folder {}", folder.display());
    }
    ensure!(path.file_name().is_some(), "cannot write \"{name}\": it names no file");
    // Only whoever makes a file knows that it can be made.
    let made = std::fs::OpenOptions::new().write(true).create_new(true).open(path);
    made.and_then(|_| std::fs::remove_file(path)).with_context(|| format!("cannot write {name}"))
}

/// The same of a file that is written only where it is named.
pub(crate) fn check_target(path: Option<&Path>, inputs: &[&Path]) -> Result<()> {
    path.map_or(Ok(()), |path| check_writable(path, inputs))
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
    let there = std::fs::canonicalize(path).ok();
    there.or_else(|| {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        Some(std::fs::canonicalize(folder).ok()?.join(path.file_name()?))
    })
}
