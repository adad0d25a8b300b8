//! `db search`: positions that have something in common, such as that nobody has analysed them yet.

use std::ops::ControlFlow;

use anyhow::Result;
use serde::Serialize;
use tengen_engine::database::{EntryFilter, each};
use tengen_engine::point::Rows;
use tengen_protocol::database::view::FoundView;

use super::view::{judgement, stones};
use crate::cli::SearchArgs;
use crate::output::{complain, say};
use crate::store::FileStore;
use crate::store::source::is_of_kind;
use crate::units::counted;

/// How many positions a table shows that nobody limits: scripts, which cannot see that there are more, get all.
const USUAL_MOST: usize = 100;

/// A position with the number by which `--game` knows it.
#[derive(Serialize)]
struct Numbered {
    number: u64,
    #[serde(flatten)]
    found: FoundView,
}

/// Lists positions, those with few stones first.
pub(crate) fn run(args: &SearchArgs) -> Result<()> {
    let store = FileStore::open_to_read(&args.store)?;
    let text = args.text.as_deref().unwrap_or_default();
    let filter = EntryFilter { unanalysed: args.unanalysed, label: args.label, text };
    let most = args.most.or((!args.json).then_some(USUAL_MOST));
    let (mut number, mut found) = (0u64, 0);
    each(&store, None, |key, entry| {
        if !is_of_kind(key, args.rule, args.size) {
            return Ok(ControlFlow::Continue(()));
        }
        // As --game counts them.
        number += 1;
        let Some(entry) = filter.found(key, entry) else { return Ok(ControlFlow::Continue(())) };
        if most == Some(found) {
            let shown = counted(found, "position");
            complain(format_args!("{shown} shown, and there are more: --most tells how many are"));
            return Ok(ControlFlow::Break(()));
        }
        found += 1;
        if args.json {
            let found = FoundView::new(key, &entry, Rows::FromBottom);
            say!("{}", serde_json::to_string(&Numbered { number, found })?);
        } else {
            let (rule, size) = (key.rule(), key.size());
            say!("{number} {rule} {size} {}  {}", stones(key), judgement(&entry, true));
        }
        Ok(ControlFlow::Continue(()))
    })
}
