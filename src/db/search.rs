//! `db search`: positions that have something in common, such as that nobody has analysed them yet.

use std::ops::ControlFlow;

use anyhow::Result;
use tengen_engine::database::{EntryFilter, each};
use tengen_engine::point::Rows;
use tengen_protocol::database::view::FoundView;

use super::view::{judgement, stones};
use crate::cli::SearchArgs;
use crate::output::{complain, say};
use crate::store::FileStore;

/// Lists positions, those with few stones first.
pub(crate) fn run(args: &SearchArgs) -> Result<()> {
    let store = FileStore::open_to_read(&args.store)?;
    let text = args.text.as_deref().unwrap_or_default();
    let filter = EntryFilter { unanalysed: args.unanalysed, label: args.label, text };
    let (mut number, mut found) = (0u64, 0);
    each(&store, None, |key, entry| {
        if args.rule.is_some_and(|rule| rule != key.rule()) {
            return Ok(ControlFlow::Continue(()));
        }
        // As --game counts them, of all those of the rule.
        number += 1;
        let Some(entry) = filter.found(key, entry) else { return Ok(ControlFlow::Continue(())) };
        if found == args.most {
            complain(format_args!("there are more than {found} positions: --most tells how many are shown"));
            return Ok(ControlFlow::Break(()));
        }
        found += 1;
        let view = FoundView::new(key, &entry, Rows::FromBottom);
        if args.json {
            say!("{}", serde_json::to_string(&view)?);
        } else {
            say!("{number} {} {} {}  {}", view.rule, view.size, stones(key), judgement(&entry, true));
        }
        Ok(ControlFlow::Continue(()))
    })
}
