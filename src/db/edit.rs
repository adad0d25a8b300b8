//! `db edit`: label, value, comment and texts of a position, by hand. What is set may be taken back, and so nothing follows from
//! it for the positions before.

use anyhow::{Context, Result, bail, ensure};
use tengen_engine::database::{EntryChange, Store, children};
use tengen_engine::point::Point;

use super::view::judgement;
use crate::cli::EditArgs;
use crate::output::say;
use crate::position;
use crate::store::FileStore;

/// Changes a position.
pub(crate) fn run(args: &EditArgs) -> Result<()> {
    // The position may be one of the store itself, whose file is open once only.
    let game = position::read(&args.position)?;
    let mut store = FileStore::open(&args.store)?;
    let (size, rows) = (game.size(), args.position.rows.into());
    let point = |text: &str| {
        Point::parse(text, size, rows).with_context(|| format!("\"{text}\" is no point of the board of {size}"))
    };
    if args.delete {
        ensure!(children::remove(&mut store, &game)?, "the position is not in the store");
        store.commit()?;
        say!("deleted");
        return Ok(());
    }
    let mut texts = Vec::new();
    for text in &args.texts {
        let Some((at, text)) = text.split_once('=') else { bail!("--text {text}: a point and a text, such as h8=A") };
        texts.push((point(at)?, text.to_string()));
    }
    let best = match args.best.as_deref() {
        Some("none" | "") => Some(None),
        Some(text) => Some(Some(point(text)?)),
        None => None,
    };
    let (label, value, depth, comment) = (args.label, args.value, args.depth, args.comment.clone());
    let change = EntryChange { label, value, depth, comment, texts, best };
    ensure!(change != EntryChange::default(), "nothing is to be changed: see db edit --help");
    let entry = change.write(&mut store, &game)?;
    store.commit()?;
    say!("{}", judgement(&entry, true));
    Ok(())
}
