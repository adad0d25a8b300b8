//! `board`: a page in the browser to play and analyse on, served to this machine alone, with the engine behind it.

mod assets;
mod connection;
mod opened;
mod request;
mod server;

use std::path::Path;

use anyhow::{Result, bail};
use tengen_engine::record::reading::ReadOptions;

use crate::board::connection::GivenPage;
use crate::board::opened::OpenedFile;
use crate::board::server::BoardServer;
use crate::cli::BoardArgs;
use crate::output::{complain, say};
use crate::position::Given;
use crate::store::SharedStore;
use crate::weights;

/// Serves the page until the program is ended.
pub(crate) fn run(args: &BoardArgs) -> Result<()> {
    let opened = args.file.as_deref().map(opened).transpose()?;
    weights::load(&args.weights.weights)?;
    let database = args.db.as_deref().map(SharedStore::open).transpose()?;
    let given = GivenPage { options: args.engine.options(), opened, database };
    let server = BoardServer::bind(args.port, given)?;
    let address = server.address();
    say!("The board is at {address}\nCtrl-C ends it.");
    if !args.no_open
        && let Err(why) = open::that_detached(&address)
    {
        complain(format_args!("the browser could not be opened ({why}): open the address yourself"));
    }
    server.serve()
}

/// What is on the board at first: a file that the page can show, or moves.
fn opened(given: &str) -> Result<OpenedFile> {
    let found = Given::of(given, &ReadOptions::default())?;
    if matches!(found, Given::Database(_)) {
        bail!("{given}: a database is no record: --db asks a store, and convert makes a library of any");
    }
    let name = found.path().and_then(Path::file_name).map(|name| name.to_string_lossy().into_owned());
    let name = name.unwrap_or_else(|| given.to_string());
    let opened = OpenedFile { name, bytes: found.bytes()?, is_moves: matches!(found, Given::Moves(_)) };
    opened.check()?;
    Ok(opened)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_page_cannot_show_is_refused_before_it_is_served() {
        let folder = std::env::temp_dir().join(format!("tengen-board-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let file = |name: &str, text: &str| {
            let path = folder.join(name);
            std::fs::write(&path, text).unwrap();
            path.to_string_lossy().into_owned()
        };
        let good = file("good.sgf", "(;GM[4]SZ[15];B[hh])");
        let good = opened(&good).unwrap();
        assert_eq!((good.name.as_str(), good.is_moves), ("good.sgf", false));
        let moves = opened("h8i9j7").unwrap();
        assert_eq!((moves.name.as_str(), moves.bytes.as_slice()), ("h8i9j7", "h8i9j7".as_bytes()));
        assert!(moves.is_moves);
        for (given, why) in [
            (file("bad.sgf", "(;GM[4]SZ[15];B[zz])"), "bad.sgf: "),
            ("h8h8".to_string(), "h8h8: "),
            ("g8a1h8b1i8c1j8d1k8e1".to_string(), "move 10 cannot be played: the game is over"),
            ("nothing.sgf".to_string(), "\"nothing.sgf\" is neither a list of moves"),
            (file("empty.db", ""), "a database is no record"),
        ] {
            let said = format!("{:#}", opened(&given).unwrap_err());
            assert!(said.contains(why), "{given}: {said}");
        }
        std::fs::remove_dir_all(folder).unwrap();
    }
}
