//! `board`: a page in the browser to play and analyse on, served to this machine alone, with the engine behind it.

mod assets;
mod connection;
mod opened;
mod request;
mod server;

use std::path::Path;

use anyhow::{Context, Result};
use tengen_engine::record::reading::ReadOptions;
use tengen_protocol::board::Ask;

use crate::board::connection::GivenPage;
use crate::board::server::BoardServer;
use crate::cli::BoardArgs;
use crate::output::{complain, say};
use crate::position::Given;
use crate::store::SharedStore;
use crate::weights;

/// Serves the page until the program is ended.
pub(crate) fn run(args: &BoardArgs) -> Result<()> {
    let first = args.file.as_deref().map(first).transpose()?;
    weights::load(&args.weights.weights)?;
    let database = args.db.as_deref().map(SharedStore::open).transpose()?;
    let given = GivenPage { options: args.engine.options(), first, database };
    let server = BoardServer::bind(args.port, given)?;
    say!("The board is at {}\nCtrl-C ends it.", server.address());
    if !args.no_open
        && let Err(why) = open::that_detached(server.entry())
    {
        complain(format_args!("the browser could not be opened ({why}): open the address yourself"));
    }
    server.serve()
}

/// What is on the board at first: a file or moves, which the page can show.
fn first(given: &str) -> Result<Ask> {
    let found = Given::of(given, &ReadOptions::default())?.no_database()?;
    if let Given::Moves(moves) = found {
        let first = opened::moves(moves);
        opened::check(&first).with_context(|| given.to_string())?;
        return Ok(first);
    }
    let name = found.path().and_then(Path::file_name).map(|name| name.to_string_lossy().into_owned());
    let first = opened::file(name.unwrap_or_else(|| given.to_string()), &found.bytes()?);
    opened::check(&first)?;
    Ok(first)
}

#[cfg(test)]
mod colours;

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
        assert!(matches!(first(&good).unwrap(), Ask::Open { name, .. } if name == "good.sgf"));
        assert!(matches!(first("h8i9j7").unwrap(), Ask::Hello { position } if position == "h8i9j7"));
        for (given, why) in [
            (file("bad.sgf", "(;GM[4]SZ[15];B[zz])"), "bad.sgf: "),
            ("h8h8".to_string(), "h8h8: "),
            ("g8a1h8b1i8c1j8d1k8e1".to_string(), "move 10 (e1) cannot be played: the game is over"),
            ("nothing.sgf".to_string(), "\"nothing.sgf\" is neither a list of moves"),
            (file("empty.db", ""), "a database is no record"),
        ] {
            let said = format!("{:#}", first(&given).unwrap_err());
            assert!(said.contains(why), "{given}: {said}");
        }
        std::fs::remove_dir_all(folder).unwrap();
    }
}
