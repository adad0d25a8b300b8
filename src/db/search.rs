//! `db search`: positions that have something in common, such as that nobody has analysed them yet.

use std::ops::ControlFlow;

use anyhow::Result;
use tengen_engine::database::{PositionEntry, each};
use tengen_engine::point::Rows;
use tengen_engine::position_key::PositionKey;
use tengen_protocol::database::view::{FoundView, moves};

use super::view::judgement;
use crate::cli::SearchArgs;
use crate::output::say;
use crate::store::FileStore;

/// Lists positions, those with few stones first.
pub(crate) fn run(args: &SearchArgs) -> Result<()> {
    let store = FileStore::open(&args.store)?;
    let mut found = 0;
    each(&store, None, |key, entry| {
        if !fits(args, key, &entry) {
            return Ok(ControlFlow::Continue(()));
        }
        if found == args.most {
            return Ok(ControlFlow::Break(()));
        }
        found += 1;
        if args.json {
            say!("{}", serde_json::to_string(&FoundView::new(key, &entry, Rows::FromBottom))?);
        } else {
            let moves = moves(key, Rows::FromBottom);
            let moves = if moves.is_empty() { "-" } else { &moves };
            say!("{} {} {moves}  {}", key.rule(), key.size(), judgement(&entry, 1));
        }
        Ok(ControlFlow::Continue(()))
    })
}

fn fits(args: &SearchArgs, key: &PositionKey, entry: &PositionEntry) -> bool {
    let has_text = |text: &String| {
        entry.comment.contains(text.as_str())
            || entry.board_texts.iter().any(|(_, other)| other.contains(text.as_str()))
    };
    (!args.unanalysed || entry.is_unanalysed())
        && args.label.is_none_or(|label| label == entry.label)
        && args.text.as_ref().is_none_or(has_text)
        && args.rule.is_none_or(|rule| rule == key.rule())
}
