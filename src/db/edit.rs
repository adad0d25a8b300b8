//! `db edit`: label, value, comment and texts of a position, by hand. What is set may be taken back, and so nothing follows from
//! it for the positions before.

use anyhow::{Context, Result, bail, ensure};
use tengen_engine::database::Store;
use tengen_engine::database::children::{self, LookupError};
use tengen_engine::point::Point;
use tengen_engine::position_key::PositionKey;

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
        let (key, _) = PositionKey::of(&game).ok_or(LookupError::NoKey)?;
        ensure!(store.remove(&key)?, "the position is not in the store");
        store.commit()?;
        say!("deleted");
        return Ok(());
    }
    let mut texts = Vec::new();
    for text in &args.texts {
        let Some((at, text)) = text.split_once('=') else { bail!("--text {text}: a point and a text, such as h8=A") };
        texts.push((point(at)?, text));
    }
    let best = match args.best.as_deref() {
        Some("none" | "") => Some(None),
        Some(text) => Some(Some(point(text)?)),
        None => None,
    };
    let entry = children::edit(&mut store, &game, |entry| {
        entry.label = args.label.unwrap_or(entry.label);
        if let Some(value) = args.value {
            entry.set_value(value);
        }
        entry.depth = args.depth.unwrap_or(entry.depth);
        if let Some(comment) = &args.comment {
            entry.comment = comment.clone();
        }
        texts.iter().for_each(|(at, text)| children::set_board_text(entry, &game, *at, text));
        entry.best = best.unwrap_or(entry.best);
    })?;
    store.commit()?;
    say!("{}", judgement(&entry, 1));
    Ok(())
}
