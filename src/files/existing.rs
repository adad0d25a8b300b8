//! Files that are there already under the name of one that is written: which of them may be replaced.

use std::io::Read;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use tengen_engine::record::format::FileFormat;

use super::{BYTE_ORDER_MARK, is_replaced};

/// So many bytes tell the kind of a file: more than one position of a database takes, with its text.
const TOLD_BY: u64 = 1 << 17;

/// What becomes of a file that is there already under the name of one that is written.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) enum Existing {
    /// The new one takes its place.
    #[default]
    Replace,
    /// The new one takes its place where its beginning is of the same kind, or it is empty. What is of another kind stays:
    /// its name was given by mistake.
    ReplaceLike(fn(&[u8]) -> bool),
    /// The same of records in this format.
    ReplaceRecord(FileFormat),
    /// It stays, and the new one is not written.
    Keep,
}

impl Existing {
    /// Pages for a browser replace pages.
    pub(crate) const PAGE: Existing = Existing::ReplaceLike(|bytes| begins_alike(bytes, "<!DOCTYPE html>"));
    /// Records in SGF replace what is read as such.
    pub(crate) const SGF: Existing = Existing::ReplaceRecord(FileFormat::Sgf);

    /// What `--force`, or its absence, means.
    pub(crate) fn by_force(is_forced: bool) -> Existing {
        if is_forced { Existing::Replace } else { Existing::Keep }
    }

    /// Refuses to go on where a file is there that is to stay. For long work at its beginning too.
    pub(crate) fn check(self, path: &Path) -> Result<()> {
        let name = path.display();
        if !is_replaced(path) || matches!(self, Existing::Replace) {
            return Ok(());
        }
        ensure!(!matches!(self, Existing::Keep), "{name} exists already: --force replaces it");
        let mut begin = Vec::new();
        super::open(path)?.take(TOLD_BY).read_to_end(&mut begin).with_context(|| format!("cannot read {name}"))?;
        // Some editors put a mark of the byte order before everything.
        let begin = begin.strip_prefix(BYTE_ORDER_MARK.as_bytes()).unwrap_or(&begin);
        let is_alike = begin.is_empty() || self.replaces(begin);
        ensure!(is_alike, "{name} exists already and holds something else: nothing is written");
        Ok(())
    }

    /// Whether a file that begins with these bytes is replaced.
    fn replaces(self, begin: &[u8]) -> bool {
        match self {
            Existing::Replace => true,
            Existing::ReplaceLike(is_kind) => is_kind(begin),
            Existing::ReplaceRecord(format) => FileFormat::recognise(begin, None) == Some(format),
            Existing::Keep => false,
        }
    }
}

/// Whether a text begins with these letters, of either case, after blanks.
pub(crate) fn begins_alike(text: &[u8], start: &str) -> bool {
    let begin = text.trim_ascii_start().get(..start.len());
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
