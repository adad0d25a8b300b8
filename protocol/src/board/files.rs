//! Files of the page: read into a tree and written from one, in every format that the engine knows.

use data_encoding::BASE64;
use tengen_engine::record::format::FileFormat;
use tengen_engine::record::reading::ReadOptions;
use tengen_engine::record::tree::Tree;
use tengen_engine::record::writing::WriteOptions;

use crate::board::job::ROWS;

/// What is kept of a file: one of its games.
pub(super) struct OpenedGame {
    /// The game.
    pub(super) tree: Tree,
    /// How many games the file has.
    pub(super) games: usize,
}

/// Reads a game of a file, by its number from 1.
pub(super) fn open(name: &str, data: &str, game: usize) -> Result<OpenedGame, String> {
    let bytes = BASE64.decode(data.as_bytes()).map_err(|why| format!("{name} did not arrive whole: {why}"))?;
    let extension = name.rsplit_once('.').map(|(_, extension)| extension);
    let format = FileFormat::recognise(&bytes, extension)
        .ok_or_else(|| format!("{name} is a file of no kind that is known; there are {}", names(|_| true)))?;
    let options = ReadOptions { rows: ROWS, ..ReadOptions::default() };
    let (mut wanted, mut games) = (None, 0);
    let read = format.read(&bytes, &options, &mut |tree| {
        games += 1;
        if games == game {
            wanted = Some(tree);
        }
    });
    read.map_err(|why| format!("{name}: {why}"))?;
    let tree = wanted.ok_or_else(|| format!("{name} has no game {game}: there are {games}"))?;
    Ok(OpenedGame { tree, games })
}

/// The tree as a file, with its name and what was left out of it.
pub(super) fn save(tree: &Tree, extension: &str) -> Result<(String, String, String), String> {
    let format = FileFormat::from_name(extension).filter(|format| format.is_written()).ok_or_else(|| {
        format!("\"{extension}\" is no kind of file that is written; there are {}", names(FileFormat::is_written))
    })?;
    let written = format
        .write(std::slice::from_ref(tree), &WriteOptions { rows: ROWS, ..WriteOptions::default() })
        .map_err(|why| format!("{}: {why}", format.name()))?;
    let lost = if written.losses.is_empty() { String::new() } else { written.losses.to_string() };
    Ok((format!("tengen.{}", format.name()), BASE64.encode(&written.bytes), lost))
}

fn names(is: impl Fn(FileFormat) -> bool) -> String {
    let all = FileFormat::ALL.into_iter().filter(|&format| is(format));
    all.map(FileFormat::name).collect::<Vec<_>>().join(", ")
}
