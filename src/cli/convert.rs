//! What `convert` can be told.

use clap::Args;
use tengen_engine::charset::Charset;
use tengen_engine::point::BoardSize;
use tengen_engine::record::format::FileFormat;
use tengen_engine::record::reading::ReadOptions;

use crate::cli::{RowsArg, parse_size};
use crate::units::from_one;

const CONVERT_HELP: &str = "\
Examples:
  A library of RenLib as a record with variations, and back:
    pbrain-tengen convert opening.lib opening.sgf
    pbrain-tengen convert opening.sgf opening.lib

  All games of a folder, into another one or into one file:
    pbrain-tengen convert games/*.psq records/ --to sgf
    pbrain-tengen convert games/*.psq all.sgf

  The second game of a file, and a position:
    pbrain-tengen convert --game 2 all.sgf second.psq
    pbrain-tengen convert h8i9k7e12b2 game.pos

  A library as a database of Rapfi and Yixin-Board, and back:
    pbrain-tengen convert opening.lib opening.db
    pbrain-tengen convert opening.db opening.lib

A format is recognised by what a file holds, or else by the end of its name. pbrain-tengen guide files lists the \
formats and what each can hold; what a format cannot hold is left out, and a warning counts it. The exit status is 0 \
when every file was written. A file that cannot be read and a game that cannot be written are named with the place \
and the reason, and leave nothing behind.";

/// Options of `convert`.
#[derive(Args, Debug)]
#[command(after_help = CONVERT_HELP)]
pub(crate) struct ConvertArgs {
    /// Files to read, moves such as h8i9j7, or - for the standard input; and last the file or the folder to write, or - for
    /// the standard output. With --to alone each file is written beside the one it comes from, and so it is where the last
    /// file is there and of another format, or of that format as another of them is
    #[arg(required = true, value_name = "IN... OUT")]
    pub files: Vec<String>,
    /// Format to write: lib, sgf, psq, rec, pos, sav or txt [default: by the name of the file to write]
    #[arg(long, value_name = "FORMAT", value_parser = parse_format)]
    pub to: Option<FileFormat>,
    /// Format to read, whatever the files look like [default: by what they hold, or by their names]
    #[arg(long, value_name = "FORMAT", value_parser = parse_format)]
    pub from: Option<FileFormat>,
    /// Read what can be read of damaged files, and say what was passed over
    #[arg(long)]
    pub salvage: bool,
    /// Replace files that exist
    #[arg(long)]
    pub force: bool,
    /// Only this game of each file; a text with moves is one game, whatever its lines
    #[arg(long, value_name = "N", value_parser = from_one::<u32>)]
    pub game: Option<u32>,
    /// Board size where a file does not tell it: 15, or width x height as in 20x15 [default: that of the format,
    /// mostly 15]
    #[arg(long, short, value_parser = parse_size)]
    pub size: Option<BoardSize>,
    /// Where row 1 is in lists of moves
    #[arg(long, value_enum, default_value = "bottom")]
    pub rows: RowsArg,
    /// Character set of files that do not name one, or name UTF-8 falsely, such as gbk, big5, shift_jis or windows-1251
    /// [default: UTF-8, or else windows-1252; of .db and .csv files UTF-8, or else gbk, or else windows-1252]
    #[arg(long, value_name = "NAME", value_parser = parse_charset)]
    pub charset: Option<Charset>,
    /// Character set of lib, psq and rec files that are written; all others are UTF-8 [default: that of the lib, psq or
    /// rec file that was read, or else UTF-8]
    #[arg(long, value_name = "NAME", value_parser = parse_written_charset)]
    pub to_charset: Option<Charset>,
}

impl ConvertArgs {
    /// How files are read.
    pub(crate) fn read_options(&self) -> ReadOptions {
        ReadOptions { size: self.size, rows: self.rows.into(), charset: self.charset, salvage: self.salvage }
    }
}

fn parse_format(text: &str) -> Result<FileFormat, String> {
    let names = FileFormat::ALL.map(FileFormat::name).join(", ");
    FileFormat::from_name(text)
        .ok_or_else(|| format!("no such format; there are {names}, and .db, which is known by the name of its file"))
}

/// A character set in which files are read.
pub(super) fn parse_charset(text: &str) -> Result<Charset, String> {
    Charset::from_name(text).ok_or_else(|| "no such character set".to_string())
}

fn parse_written_charset(text: &str) -> Result<Charset, String> {
    let charset = parse_charset(text)?;
    if charset.is_written() { Ok(charset) } else { Err(format!("{} is read and not written", charset.name())) }
}
