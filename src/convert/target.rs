//! What is to be read and where it goes, as the arguments of `convert` mean it.

use std::path::Path;

use anyhow::{Context, Result, ensure};
use tengen_engine::charset::Charset;
use tengen_engine::record::format::FileFormat;

use crate::cli::ConvertArgs;
use crate::files;
use crate::store::source;

/// What is to be done.
pub(super) struct ConvertPlan<'a> {
    /// The files to read.
    pub(super) inputs: &'a [String],
    /// Where it goes.
    pub(super) target: Target<'a>,
}

/// Where files are written, and in which format.
pub(super) enum Target<'a> {
    /// All positions to one database.
    Database(&'a Path),
    /// All games to one file, or to the standard output.
    Joined(FileFormat, &'a str),
    /// A file for each, in a folder or beside the one it comes from.
    Each(FileFormat, Option<&'a Path>),
}

/// Whether a file of a format holds any number of games: one after another, or joined to one tree.
pub(super) fn holds_all(format: FileFormat) -> bool {
    format.holds_games() || format == FileFormat::Library
}

impl<'a> ConvertPlan<'a> {
    /// What the arguments mean.
    pub(super) fn new(args: &'a ConvertArgs) -> Result<ConvertPlan<'a>> {
        let (last, before) = args.files.split_last().context("no file is given")?;
        let path = Path::new(last);
        let is_folder = path.is_dir() || last.ends_with(['/', std::path::MAIN_SEPARATOR]);
        if let (Some(format), false) = (args.to, is_folder) {
            if is_read(path, before, format)? || (before.is_empty() && last != files::STANDARD) {
                return ConvertPlan { inputs: &args.files, target: Target::Each(format, None) }.checked(args);
            }
            if before.is_empty() {
                return ConvertPlan { inputs: &args.files, target: Target::Joined(format, last) }.checked(args);
            }
        }
        ensure!(!before.is_empty(), "\"{last}\" is read, and nothing says where to write: name a file, or --to FORMAT");
        if args.to.is_none() && source::names_database(path) {
            return ConvertPlan { inputs: before, target: Target::Database(path) }.checked(args);
        }
        if is_folder {
            let format =
                args.to.with_context(|| format!("{last} is a folder: --to says in which format files go there"))?;
            return ConvertPlan { inputs: before, target: Target::Each(format, Some(path)) }.checked(args);
        }
        let format = args.to.or_else(|| named(path)).with_context(|| match last.as_str() {
            files::STANDARD => "--to says in which format the standard output is written".to_string(),
            _ => format!("{last} does not end as a known format: --to says which it is"),
        })?;
        ensure!(
            before.len() == 1 || holds_all(format),
            "{} files, and {format} holds one game: name a folder (with a / at the end), and --to {format}",
            before.len()
        );
        ConvertPlan { inputs: before, target: Target::Joined(format, last) }.checked(args)
    }

    fn checked(self, args: &ConvertArgs) -> Result<ConvertPlan<'a>> {
        let names = |is: fn(FileFormat) -> bool| {
            FileFormat::ALL
                .into_iter()
                .filter(|&format| is(format))
                .map(FileFormat::name)
                .collect::<Vec<_>>()
                .join(", ")
        };
        let format = match self.target {
            Target::Joined(format, _) | Target::Each(format, _) => Some(format),
            Target::Database(_) => None,
        };
        if let Some(format) = format {
            let written = names(FileFormat::is_written);
            ensure!(format.is_written(), "{format} files are read and never written; there are {written}");
        }
        let is_utf8 = args.to_charset.is_none_or(|charset| charset == Charset::UTF_8);
        ensure!(
            is_utf8 || format.is_some_and(FileFormat::takes_charset),
            "{} files are written in UTF-8 alone: --to-charset is for {}",
            format.map_or(source::DATABASE, FileFormat::name),
            names(FileFormat::takes_charset)
        );
        Ok(self)
    }
}

/// Whether the last file is read like those `before` it, and not written: it is there and of another format than the one
/// to write, or of that one as another of them is.
fn is_read(last: &Path, before: &[String], format: FileFormat) -> Result<bool> {
    if !files::is_replaced(last) {
        return Ok(false);
    }
    if source::holds_positions(last)? {
        return Ok(true);
    }
    match format_of(last)? {
        None => return Ok(false),
        Some(found) if found != format => return Ok(true),
        Some(_) => {}
    }
    for other in before.iter().map(Path::new) {
        if other.is_file() && format_of(other)? == Some(format) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The format of a file by its name, or where that tells none by what it holds.
fn format_of(path: &Path) -> Result<Option<FileFormat>> {
    match named(path) {
        Some(format) => Ok(Some(format)),
        None => Ok(FileFormat::recognise(&files::read_path(path)?, None)),
    }
}

fn named(path: &Path) -> Option<FileFormat> {
    path.extension().and_then(|extension| extension.to_str()).and_then(FileFormat::from_name)
}
