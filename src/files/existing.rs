//! Files that are there already under the name of one that is written: which of them may be replaced.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use tengen_engine::record::format::FileFormat;

use super::is_replaced;

/// So many bytes tell the kind of a file.
const TOLD_BY: u64 = 4096;

/// What becomes of a file that is there already under the name of one that is written.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) enum Existing {
    /// The new one takes its place.
    #[default]
    Replace,
    /// The new one takes its place where the beginning of its text is of the same kind, or it is empty. What is of another
    /// kind stays: its name was given by mistake.
    ReplaceLike(fn(&str) -> bool),
    /// It stays, and the new one is not written.
    Keep,
}

impl Existing {
    /// Pages for a browser replace pages.
    pub(crate) const PAGE: Existing = Existing::ReplaceLike(|text| begins_alike(text, "<!DOCTYPE html>"));
    /// Records in SGF replace what is read as such.
    pub(crate) const SGF: Existing =
        Existing::ReplaceLike(|text| FileFormat::recognise(text.as_bytes(), None) == Some(FileFormat::Sgf));

    /// What `--force`, or its absence, means.
    pub(crate) fn by_force(is_forced: bool) -> Existing {
        if is_forced { Existing::Replace } else { Existing::Keep }
    }

    /// Refuses to go on where a file is there that is to stay. For long work at its beginning too.
    pub(crate) fn check(self, path: &Path) -> Result<()> {
        let name = path.display();
        match self {
            Existing::ReplaceLike(is_kind) if is_replaced(path) => {
                let is_alike = is_alike(path, is_kind).with_context(|| format!("cannot read {name}"))?;
                ensure!(is_alike, "{name} exists already and holds something else: nothing is written");
            }
            Existing::Keep if is_replaced(path) => bail!("{name} exists already: --force replaces it"),
            _ => {}
        }
        Ok(())
    }
}

/// Whether a file is of a kind or empty.
fn is_alike(path: &Path, is_kind: fn(&str) -> bool) -> Result<bool> {
    let mut begin = Vec::new();
    File::open(path)?.take(TOLD_BY).read_to_end(&mut begin)?;
    let text = String::from_utf8_lossy(&begin);
    // Some editors put a byte order mark before everything.
    Ok(begin.is_empty() || is_kind(text.strip_prefix('\u{feff}').unwrap_or(&text)))
}

/// Whether a text begins with these letters, of either case, after blanks.
pub(crate) fn begins_alike(text: &str, start: &str) -> bool {
    let begin = text.trim_start().as_bytes().get(..start.len());
    begin.is_some_and(|begin| begin.eq_ignore_ascii_case(start.as_bytes()))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn only_a_file_of_the_same_kind_is_replaced() {
        let path = std::env::temp_dir().join(format!("tengen-kind-{}", std::process::id()));
        Existing::Keep.check(&path).unwrap();
        for (held, replaced) in [
            ("", [true, true, true, false]),
            ("<!doctype HTML>\n<html>", [true, true, false, false]),
            ("\u{feff}\n<!DOCTYPE html>", [true, true, false, false]),
            ("(;GM[4])", [true, false, true, false]),
            ("\u{feff} ( ;GM[4])", [true, false, true, false]),
            ("h8i9", [true, false, false, false]),
        ] {
            fs::write(&path, held).unwrap();
            let ways = [Existing::Replace, Existing::PAGE, Existing::SGF, Existing::Keep];
            assert_eq!(ways.map(|existing| existing.check(&path).is_ok()), replaced, "{held}");
        }
        fs::remove_file(path).unwrap();
    }
}
