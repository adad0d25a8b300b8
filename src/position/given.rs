//! What a command is given in place of a position or a record: moves that are typed, the standard input, or a file, by one
//! order for all commands.

use std::path::Path;

use anyhow::{Result, bail};
use tengen_engine::record::format::FileFormat;
use tengen_engine::record::moves;
use tengen_engine::record::reading::ReadOptions;
use tengen_protocol::board::NO_RECORD;

use crate::files;
use crate::store::source;

/// What was given turned out to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Given<'a> {
    /// Moves, or text that only begins as moves do and is the name of no file.
    Moves(&'a str),
    /// The standard input.
    Standard,
    /// A store or a database.
    Database(&'a Path),
    /// Any other file, or a pipe.
    File(&'a Path),
}

impl<'a> Given<'a> {
    /// What a text names. What reads as moves is moves: a file of such a name, as h8, can still be given as ./h8. One as
    /// d1.sgf does not.
    ///
    /// # Errors
    /// That the text is neither moves nor a file, or why a file cannot be looked at.
    pub(crate) fn of(text: &'a str, options: &ReadOptions) -> Result<Given<'a>> {
        if text == files::STANDARD {
            return Ok(Given::Standard);
        }
        let path = Path::new(text);
        let begins_as_moves = text.trim().is_empty() || moves::is_moves(text);
        let options = ReadOptions { salvage: false, ..*options };
        if begins_as_moves && (!path.exists() || FileFormat::Moves.read_all(text.as_bytes(), &options).is_ok()) {
            return Ok(Given::Moves(text));
        }
        if !path.exists() {
            bail!(neither(text));
        }
        // A pipe can be read once only, and is no database.
        let is_database = path.is_file() && source::holds_positions(path)?;
        Ok(if is_database { Given::Database(path) } else { Given::File(path) })
    }

    /// The same where a game is wanted, which no position of a database has.
    ///
    /// # Errors
    /// That it is a database.
    pub(crate) fn no_database(self) -> Result<Given<'a>> {
        match self {
            Given::Database(path) => bail!("{}: {NO_RECORD}", path.display()),
            given => Ok(given),
        }
    }

    /// The file that was given, if it is one.
    pub(crate) fn path(self) -> Option<&'a Path> {
        match self {
            Given::Moves(_) | Given::Standard => None,
            Given::Database(path) | Given::File(path) => Some(path),
        }
    }

    /// All of it.
    pub(crate) fn bytes(self) -> Result<Vec<u8>> {
        match self {
            Given::Moves(text) => Ok(text.as_bytes().to_vec()),
            Given::Standard => files::read(files::STANDARD),
            Given::Database(path) | Given::File(path) => files::read_path(path),
        }
    }

    /// The end of its name, by which its format is known where nothing in it tells. Moves may be none at all, as those of a
    /// file of moves; nothing else is blank.
    pub(crate) fn extension(self) -> Option<&'a str> {
        match self {
            Given::Moves(_) => Some(FileFormat::Moves.name()),
            _ => self.path()?.extension()?.to_str(),
        }
    }
}

/// What is said of a text that names nothing.
pub(crate) fn neither(text: &str) -> String {
    format!("\"{text}\" is neither a list of moves such as h8i9j7 nor a file")
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn of(text: &str) -> Result<Given<'_>, String> {
        Given::of(text, &ReadOptions::default()).map_err(|why| why.to_string())
    }

    #[test]
    fn moves_come_before_files_and_only_a_file_is_a_database() {
        let folder = std::env::temp_dir().join(format!("tengen-given-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let file = |name: &str, bytes: &[u8]| {
            let path = folder.join(name);
            fs::write(&path, bytes).unwrap();
            path.to_string_lossy().into_owned()
        };
        let [record, database] = [("d1.sgf", "(;GM[4])"), ("e.db", "")].map(|(name, text)| file(name, text.as_bytes()));
        assert_eq!(of("-"), Ok(Given::Standard));
        assert_eq!(of(""), Ok(Given::Moves("")));
        assert_eq!(of("h8i9.x"), Ok(Given::Moves("h8i9.x")));
        assert_eq!(of(&record), Ok(Given::File(Path::new(&record))));
        assert_eq!(of(&database), Ok(Given::Database(Path::new(&database))));
        assert!(of("nothing").unwrap_err().contains("\"nothing\" is neither a list of moves"));
        fs::remove_dir_all(folder).unwrap();
    }
}
