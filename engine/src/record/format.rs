//! The formats of files: which there are, how each is recognised, and one way to read and to write them all.
//!
//! ```
//! use tengen_engine::record::format::FileFormat;
//! use tengen_engine::record::reading::ReadOptions;
//! use tengen_engine::record::writing::WriteOptions;
//!
//! let file = b"(;GM[4]SZ[15];B[hh];W[ig])";
//! let format = FileFormat::recognise(file, None).unwrap();
//! let (trees, _) = format.read_all(file, &ReadOptions::default()).unwrap();
//! let written = FileFormat::Library.write(&trees, &WriteOptions::default()).unwrap();
//! assert_eq!(FileFormat::recognise(&written.bytes, None), Some(FileFormat::Library));
//! ```

use std::fmt;

use super::losses::{FileLosses, Keeps, Lost};
use super::plain::plain;
use super::reading::{ReadError, ReadOptions, Remarks};
use super::texts::GrowingTexts;
use super::tree::{Notes, Tree};
use super::writing::{WriteError, WriteOptions, Written};
use super::{bdt, moves, pos, psq, rec, renjunet, renlib, sav, sgf};
use crate::charset::Charset;

/// Why one game of a file cannot be had.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GameError {
    /// The file cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// The file holds fewer games.
    #[error("there is no game {wanted}: the file holds {held}")]
    NoSuchGame {
        /// The number of the game, from 1.
        wanted: usize,
        /// How many games there are.
        held: usize,
    },
}

/// One game of a file.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct FoundGame {
    /// Its tree.
    pub tree: Tree,
    /// How many games the file holds; of one that is damaged, how many can be read.
    pub held: usize,
    /// What was passed over in the file: damage of other games, and after this one.
    pub remarks: Remarks,
}

/// A format of files.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum FileFormat {
    /// Libraries of RenLib.
    Library,
    /// The Smart Game Format.
    Sgf,
    /// Records of Piskvork.
    Psq,
    /// Old records of Piskvork.
    Rec,
    /// Positions of RenLib.
    Pos,
    /// Saved games of Yixin-Board.
    Sav,
    /// Text databases of RenLib.
    Bdt,
    /// The databases of RenjuNet and of Renju Offline.
    RenjuNet,
    /// Lists of moves.
    Moves,
}

impl FileFormat {
    /// All of them, in the order in which a file is tried.
    pub const ALL: [FileFormat; 9] = [
        FileFormat::Library,
        FileFormat::Sgf,
        FileFormat::Psq,
        FileFormat::RenjuNet,
        FileFormat::Bdt,
        FileFormat::Sav,
        FileFormat::Pos,
        FileFormat::Rec,
        FileFormat::Moves,
    ];

    /// The name, which is that of its files too, and other ends of the names of files.
    #[must_use]
    pub const fn extensions(self) -> &'static [&'static str] {
        match self {
            FileFormat::Library => &["lib"],
            FileFormat::Sgf => &["sgf"],
            FileFormat::Psq => &["psq"],
            FileFormat::Rec => &["rec"],
            FileFormat::Pos => &["pos"],
            FileFormat::Sav => &["sav"],
            FileFormat::Bdt => &["bdt"],
            FileFormat::RenjuNet => &["rif", "xml"],
            FileFormat::Moves => &["txt"],
        }
    }

    /// The name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.extensions()[0]
    }

    /// The format of a name, or of the end of the name of a file.
    #[must_use]
    pub fn from_name(name: &str) -> Option<FileFormat> {
        let is_name = |other: &&str| other.eq_ignore_ascii_case(name);
        FileFormat::ALL.into_iter().find(|format| format.extensions().iter().any(is_name))
    }

    /// Whether files of it are written, and not only read.
    #[must_use]
    pub const fn is_written(self) -> bool {
        !matches!(self, FileFormat::Bdt | FileFormat::RenjuNet)
    }

    /// Whether a file may hold several games.
    #[must_use]
    pub const fn holds_games(self) -> bool {
        matches!(self, FileFormat::Sgf | FileFormat::Bdt | FileFormat::RenjuNet)
    }

    /// Whether files of it are written in any character set. All others are UTF-8.
    #[must_use]
    pub const fn takes_charset(self) -> bool {
        matches!(self, FileFormat::Library | FileFormat::Psq | FileFormat::Rec)
    }

    /// What a file that is written holds beside moves.
    #[must_use]
    pub const fn keeps(self) -> Keeps {
        match self {
            FileFormat::Library => renlib::KEEPS,
            FileFormat::Sgf => sgf::KEEPS,
            FileFormat::Psq => psq::KEEPS,
            FileFormat::Rec => rec::KEEPS,
            FileFormat::Pos | FileFormat::Bdt | FileFormat::RenjuNet => pos::KEEPS,
            FileFormat::Sav => sav::KEEPS,
            FileFormat::Moves => moves::KEEPS,
        }
    }

    /// The format of a file: by what it begins with, or else by the end of its name, which is given without the point.
    pub fn recognise(bytes: &[u8], extension: Option<&str>) -> Option<FileFormat> {
        // Any text may be called so, but a blank one is a game without moves.
        let mark = Charset::of_mark(bytes).map_or(0, |(_, length)| length);
        let is_blank = bytes[mark..].trim_ascii().is_empty();
        let by_name = extension.and_then(FileFormat::from_name);
        let by_name = by_name.filter(|&format| format != FileFormat::Moves || is_blank);
        if renlib::is_library(bytes) {
            return Some(FileFormat::Library);
        }
        // Enough to tell every format by, but for those that are told by all of a file.
        let start = &bytes[..bytes.len().min(START)];
        // It may end within a character, which a byte order mark makes damage.
        let of_all_but = |left_out: usize| Charset::text_of(&start[..start.len().checked_sub(left_out)?], None).ok();
        let text = (0..LONGEST_CHARACTER).find_map(of_all_but).unwrap_or_default();
        let is_text = !text.contains('\0');
        let by_start = [
            (FileFormat::Sgf, sgf::is_sgf(&text)),
            (FileFormat::Psq, psq::is_psq(&text)),
            (FileFormat::RenjuNet, renjunet::is_renjunet(&text)),
            (FileFormat::Bdt, bdt::is_bdt(&text)),
        ];
        if let Some((format, _)) = by_start.into_iter().find(|(_, is)| *is) {
            return Some(format);
        }
        let is_list = is_text && moves::is_moves(&text);
        // A name tells more than what is left: two numbers, or bytes of any kind. But lists of moves are called positions too.
        if by_name.is_some_and(|format| format != FileFormat::Pos || !is_list || pos::is_pos(bytes)) {
            return by_name;
        }
        if is_text && Charset::text_of(bytes, Some(Charset::UTF_8)).is_ok_and(|text| sav::is_sav(&text)) {
            return Some(FileFormat::Sav);
        }
        if is_list {
            return Some(FileFormat::Moves);
        }
        // No drawing is as short as a file of 9, 10 or 13 moves, which begins with a tab or the end of a line.
        let is_odd = |c: char| c.is_control() && !matches!(c, '\t' | '\n' | '\r');
        let is_plain = |text: &str| !text.starts_with(char::is_control) && !text.contains(is_odd);
        (pos::is_pos(bytes) && !std::str::from_utf8(bytes).is_ok_and(is_plain)).then_some(FileFormat::Pos)
    }

    /// Gives the tree of every game of a file, in their order, and tells what was passed over.
    ///
    /// # Errors
    /// What is wrong with the file and where. Games before that place were given.
    pub fn read(self, bytes: &[u8], options: &ReadOptions, each: &mut dyn FnMut(Tree)) -> Result<Remarks, ReadError> {
        let mut remarks = match self {
            FileFormat::Library => renlib::read(bytes, options, each),
            FileFormat::Sgf => sgf::read(bytes, options, each),
            FileFormat::Psq => psq::read(bytes, options, each),
            FileFormat::Rec => rec::read(bytes, options, each),
            FileFormat::Pos => pos::read(bytes, options, each),
            FileFormat::Sav => sav::read(bytes, options, each),
            FileFormat::Bdt => bdt::read(bytes, options, each),
            FileFormat::RenjuNet => renjunet::read(bytes, options, each),
            FileFormat::Moves => moves::read(bytes, options, each),
        }?;
        if !self.holds_games() {
            remarks.damaged_games.extend(remarks.damage.first().map(|why| (1, why.clone())));
        }
        Ok(remarks)
    }

    /// The trees of all games of a file, and what was passed over.
    ///
    /// # Errors
    /// What is wrong with the file and where.
    pub fn read_all(self, bytes: &[u8], options: &ReadOptions) -> Result<(Vec<Tree>, Remarks), ReadError> {
        let mut trees = Vec::new();
        let remarks = self.read(bytes, options, &mut |tree| trees.push(tree))?;
        Ok((trees, remarks))
    }

    /// The game of a number, from 1. What is wrong with other games, and with the file after it, is remarked on.
    ///
    /// # Errors
    /// [`GameError`]: what is wrong with the file and where, or that it holds fewer games.
    pub fn read_game(self, bytes: &[u8], options: &ReadOptions, number: usize) -> Result<FoundGame, GameError> {
        let (mut held, mut found) = (0, None);
        let remarks = self.read(bytes, &ReadOptions { salvage: true, ..*options }, &mut |tree| {
            held += 1;
            if held == number {
                found = Some(tree);
            }
        })?;
        let fault = if found.is_some() { remarks.fault_of(number) } else { remarks.damage.first() };
        if let Some(why) = fault.filter(|_| !options.salvage) {
            return Err(why.clone().into());
        }
        let tree = found.ok_or(GameError::NoSuchGame { wanted: number, held })?;
        Ok(FoundGame { tree, held, remarks })
    }

    /// The trees as a file. A library joins them to one tree; where a file holds one game that is the first of them.
    ///
    /// # Errors
    /// [`WriteError`]: what cannot be told in this format.
    pub fn write(self, trees: &[Tree], options: &WriteOptions) -> Result<Written, WriteError> {
        let (first, others) = trees.split_first().ok_or(WriteError::NoGame)?;
        trees.iter().try_for_each(Tree::check_points)?;
        let one = |write: &dyn Fn(&Tree) -> Result<Written, WriteError>| {
            let mut written = write(first)?;
            written.losses.add(Lost::Game, others.len());
            Ok(written)
        };
        match self {
            FileFormat::Library if others.is_empty() => renlib::write(first, options),
            FileFormat::Library => joined(trees, options),
            FileFormat::Sgf => sgf::write(trees),
            FileFormat::Psq => one(&|tree| psq::write(tree, options)),
            FileFormat::Rec => one(&|tree| rec::write(tree, options)),
            FileFormat::Pos => one(&pos::write),
            FileFormat::Sav => one(&sav::write),
            FileFormat::Moves => one(&|tree| moves::write(tree, options)),
            FileFormat::Bdt | FileFormat::RenjuNet => Err(WriteError::ReadOnly),
        }
    }
}

/// How much of a file is looked at to tell its format.
const START: usize = 4096;
/// The most bytes of a character, in the sets that have a byte order mark.
const LONGEST_CHARACTER: usize = 4;

/// All trees as one library: in the first of the character sets of its texts that is not UTF-8, where that holds all, or else in
/// UTF-8, which a library without other letters than those of ASCII seems to be.
fn joined(trees: &[Tree], options: &WriteOptions) -> Result<Written, WriteError> {
    let mut losses = FileLosses::default();
    trees.iter().for_each(|tree| losses.extend(&renlib::KEEPS.losses(tree)));
    // Stones that were set up become moves first: they are not the same in all games.
    let mut all = plain(&trees[0], &mut losses)?.into_owned();
    let mut texts = GrowingTexts::default();
    for tree in &trees[1..] {
        let tree = plain(tree, &mut losses)?;
        all.merge_next(&tree, &mut texts)?;
    }
    let mut charsets = trees.iter().filter(|tree| has_text(tree)).map(|tree| tree.texts.charset);
    all.texts.charset = charsets.find(|&charset| charset != Charset::UTF_8).unwrap_or(Charset::UTF_8);
    let written = renlib::encode(&all, options, losses.clone())?;
    if options.charset.is_some() || written.losses.count(Lost::Character) == 0 {
        return Ok(written);
    }
    renlib::encode(&all, &WriteOptions { charset: Some(Charset::UTF_8), ..*options }, losses)
}

/// Whether a tree has a text that a library holds: the character set of what has none, such as names of players, says nothing.
fn has_text(tree: &Tree) -> bool {
    tree.nodes().any(|node| {
        let Notes { name, comment, label, labels, .. } = node.notes();
        !labels.is_empty() || [name, comment, label].into_iter().flatten().any(|text| !text.is_empty())
    })
}

impl fmt::Display for FileFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

#[cfg(test)]
mod tests;
