//! `db`: a store of positions, what goes into it and out of it, and how it grows.

mod edit;
mod export;
mod grow;
mod import;
mod query;
mod search;
mod stats;
mod view;

use anyhow::Result;

use crate::cli::{DbArgs, DbCommand};

/// Does what is to be done with a store.
pub(crate) fn run(args: &DbArgs) -> Result<()> {
    match &args.command {
        DbCommand::Import(args) => import::run(args),
        DbCommand::Export(args) => export::run(args),
        DbCommand::Merge(args) => import::merge(args),
        DbCommand::Stats(args) => stats::run(args),
        DbCommand::Check(args) => stats::check(args),
        DbCommand::Query(args) => query::run(args),
        DbCommand::Edit(args) => edit::run(args),
        DbCommand::Search(args) => search::run(args),
        DbCommand::Grow(args) => grow::run(args),
    }
}
