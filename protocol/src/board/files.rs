//! Files of the page: read into a tree and written from one, in every format that the engine knows.

use data_encoding::BASE64;
use tengen_engine::record::format::FileFormat;
use tengen_engine::record::head::Head;
use tengen_engine::record::losses::FileLosses;
use tengen_engine::record::reading::ReadOptions;
use tengen_engine::record::tree::Tree;
use tengen_engine::record::writing::WriteOptions;

use crate::board::job::ROWS;
use crate::board::message::GameTitle;
use crate::board::page_refusal::PageRefusal;

/// Games of a file that are listed.
const MOST_TITLES: usize = 1_000;

/// What is kept of a file: one of its games.
pub(super) struct OpenedGame {
    /// The game.
    pub(super) tree: Tree,
    /// How many games the file has.
    pub(super) count: usize,
    /// The first of them by name.
    pub(super) titles: Vec<GameTitle>,
}

/// Reads a game of a file, by its number from 1.
pub(super) fn open(name: &str, data: &str, game: usize) -> Result<OpenedGame, PageRefusal> {
    let bytes = BASE64
        .decode(data.as_bytes())
        .map_err(|why| PageRefusal::Other(format!("{name} did not arrive whole: {why}")))?;
    let extension = name.rsplit_once('.').map(|(_, extension)| extension);
    let format = FileFormat::recognise(&bytes, extension)
        .ok_or_else(|| PageRefusal::UnknownFile(name.to_string(), names(|_| true)))?;
    let options = ReadOptions { rows: ROWS, ..ReadOptions::default() };
    let (mut wanted, mut count, mut titles) = (None, 0, Vec::new());
    let read = format.read(&bytes, &options, &mut |tree| {
        count += 1;
        if count <= MOST_TITLES {
            titles.push(title(&tree, count));
        }
        if count == game {
            wanted = Some(tree);
        }
    });
    read.map_err(|why| PageRefusal::UnreadableFile(name.to_string(), why.to_string()))?;
    let tree = wanted.ok_or_else(|| PageRefusal::NoSuchGame(name.to_string(), game, count))?;
    Ok(OpenedGame { tree, count, titles })
}

/// A game of a file in a list.
fn title(tree: &Tree, number: usize) -> GameTitle {
    let told = |key: Head| tree.head.get(&key).map(String::as_str).filter(|text| !text.is_empty());
    let players = match (told(Head::Black), told(Head::White)) {
        (None, None) => None,
        (black, white) => Some(format!("{} – {}", black.unwrap_or("?"), white.unwrap_or("?"))),
    };
    let parts = [players.as_deref().or(told(Head::Title)), told(Head::Event), told(Head::Date)];
    GameTitle {
        number,
        title: parts.into_iter().flatten().collect::<Vec<_>>().join(", "),
        moves: tree.main_line().filter(|node| node.played().is_some()).count(),
        result: told(Head::Result).unwrap_or_default().to_string(),
    }
}

/// The tree as a file, with its name and what was left out of it.
pub(super) fn save(tree: &Tree, extension: &str) -> Result<(String, String, FileLosses), PageRefusal> {
    let format = FileFormat::from_name(extension)
        .filter(|format| format.is_written())
        .ok_or_else(|| PageRefusal::UnwrittenFormat(extension.to_string(), names(FileFormat::is_written)))?;
    let written = format
        .write(std::slice::from_ref(tree), &WriteOptions { rows: ROWS, ..WriteOptions::default() })
        .map_err(|why| PageRefusal::UnwritableTree(format.name().to_string(), why.to_string()))?;
    Ok((format!("tengen.{}", format.name()), BASE64.encode(&written.bytes), written.losses))
}

fn names(is: impl Fn(FileFormat) -> bool) -> String {
    let all = FileFormat::ALL.into_iter().filter(|&format| is(format));
    all.map(FileFormat::name).collect::<Vec<_>>().join(", ")
}
