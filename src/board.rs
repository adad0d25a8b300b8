//! `board`: a page in the browser to play and analyse on, served to this machine alone, with the engine behind it.

mod assets;
mod connection;
mod request;
mod server;
mod shared;

use std::path::Path;

use anyhow::Result;

use crate::board::connection::{GivenPage, OpenedFile};
use crate::board::server::BoardServer;
use crate::board::shared::SharedStore;
use crate::cli::BoardArgs;
use crate::output::{complain, say};
use crate::{files, weights};

/// Serves the page until the program is ended.
pub(crate) fn run(args: &BoardArgs) -> Result<()> {
    let opened = args.file.as_ref().map(|file| -> Result<OpenedFile> {
        let name = Path::new(file).file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        Ok(OpenedFile { name, bytes: files::read(file)? })
    });
    weights::load(&args.weights.weights)?;
    let database = args.db.as_deref().map(SharedStore::open).transpose()?;
    let given = GivenPage { options: args.engine.options(), opened: opened.transpose()?, database };
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
