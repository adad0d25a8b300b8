//! `db search`: positions that have something in common, such as that nobody has analysed them yet.

use std::ops::ControlFlow;

use anyhow::Result;
use tengen_engine::database::{PositionEntry, each};
use tengen_engine::point::Rows;
use tengen_engine::position_key::PositionKey;
use tengen_protocol::database::view::FoundView;

use super::view::{judgement, stones};
use crate::cli::SearchArgs;
use crate::output::say;
use crate::store::FileStore;

/// Lists positions, those with few stones first.
pub(crate) fn run(args: &SearchArgs) -> Result<()> {
    let store = FileStore::open_to_read(&args.store)?;
    let (mut number, mut found) = (0u64, 0);
    each(&store, None, |key, entry| {
        // As --game counts them, of all those of the rule.
        number += u64::from(args.rule.is_none_or(|rule| rule == key.rule()));
        if !fits(args, key, &entry) {
            return Ok(ControlFlow::Continue(()));
        }
        if found == args.most {
            return Ok(ControlFlow::Break(()));
        }
        found += 1;
        let view = FoundView::new(key, &entry, Rows::FromBottom);
        if args.json {
            say!("{}", serde_json::to_string(&view)?);
        } else {
            say!("{number} {} {} {}  {}", view.rule, view.size, stones(key), judgement(&entry, 1));
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
        && args.label.is_none_or(|label| label.letter() == entry.label.letter())
        && args.text.as_ref().is_none_or(has_text)
        && args.rule.is_none_or(|rule| rule == key.rule())
}

#[cfg(test)]
mod tests {
    use tengen_engine::color::Color;
    use tengen_engine::database::PositionLabel;
    use tengen_engine::point::{BoardSize, Point};
    use tengen_engine::rule::RuleKind;

    use super::*;

    #[test]
    fn a_position_without_a_label_has_none_however_that_is_kept() {
        let args = SearchArgs {
            store: "a.store".into(),
            unanalysed: false,
            label: Some(PositionLabel::NONE),
            text: None,
            rule: None,
            most: 100,
            json: false,
        };
        let nothing: [(Color, Point); 0] = [];
        let (key, _) = PositionKey::of_stones(RuleKind::Standard, BoardSize::USUAL, nothing, Color::Black).unwrap();
        let found = [PositionLabel::NULL, PositionLabel::NONE, PositionLabel::WIN].map(|label| {
            let entry = PositionEntry { label, ..PositionEntry::default() };
            fits(&args, &key, &entry)
        });
        assert_eq!(found, [true, true, false]);
    }
}
