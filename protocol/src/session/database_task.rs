//! What the words about the database want done with a position, and what stands beside each.

use tengen_engine::database::branch::BranchReach;
use tengen_engine::database::{EntryChange, PositionEntry, PositionLabel};

use super::doomed::Doomed;
use crate::command::{DatabaseQuery, EditWord, number, words};

/// What is to be done with a position once its moves were heard.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum DatabaseTask {
    /// To tell what is known.
    Query(DatabaseQuery),
    /// To change what is known of it.
    Edit(EntryEdit),
    /// To forget it.
    DeleteOne,
    /// To forget what comes after it.
    DeleteAll(Doomed, BranchReach),
}

/// What is to be changed of what is known.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum EntryEdit {
    /// Label, value and depth, those that change.
    Record(EntryChange),
    /// The comment.
    Comment(String),
    /// The text on a point.
    Label((i64, i64), String),
    /// The best move of the position before: the last move, or none.
    Best(bool),
}

impl DatabaseTask {
    /// What is to be done, by a word and what stands beside it, and the moves that follow on the same line; or else what the
    /// word wants to stand beside it.
    pub(super) fn parse(word: EditWord, rest: &str) -> Result<(DatabaseTask, &str), &'static str> {
        Ok(match word {
            EditWord::Record => (DatabaseTask::Edit(record(rest)?), ""),
            EditWord::Label => {
                let label = label(rest).ok_or("YXEDITLABELDATABASE y,x text, such as YXEDITLABELDATABASE 7,7 A")?;
                (DatabaseTask::Edit(label), "")
            }
            EditWord::DeleteAll => {
                let (doomed, reach) = Doomed::parse(rest).ok_or(
                    "YXDELETEDATABASEALL and one of nonwl, nonwld, wl, wld, w, l, wlnostep, wlinstep N, \
                     each with or without recursive",
                )?;
                (DatabaseTask::DeleteAll(doomed, reach), "")
            }
            EditWord::DeleteOne => (DatabaseTask::DeleteOne, rest),
            EditWord::SetBest => (DatabaseTask::Edit(EntryEdit::Best(true)), rest),
            EditWord::ClearBest => (DatabaseTask::Edit(EntryEdit::Best(false)), rest),
        })
    }
}

/// The change of a text such as `1 119 0 0`, or else what it should be. The bits 1, 2 and 4 of its first number tell which of
/// label, value and depth change.
fn record(text: &str) -> Result<EntryEdit, &'static str> {
    const _: () = assert!(PositionEntry::MOST_VALUE == 29_999, "the refusal names it");
    let numbers = words(text).map(number).collect::<Option<Vec<i64>>>();
    let Some(&[mask, label, value, depth]) = numbers.as_deref() else {
        return Err("YXEDITTVDDATABASE mask label value depth, such as YXEDITTVDDATABASE 1 119 0 0");
    };
    let changes = |bit: i64| mask & bit != 0;
    // No proof could take the place of a greater one.
    if changes(2) && !PositionEntry::settable_values().contains(&value) {
        return Err("a value from -29999 to 29999");
    }
    let fit = |number: i64| number.clamp(i16::MIN.into(), i16::MAX.into()) as i16;
    let known = u8::try_from(label).ok().and_then(PositionLabel::from_byte);
    Ok(EntryEdit::Record(EntryChange {
        label: changes(1).then(|| known.unwrap_or(PositionLabel::NONE)),
        value: changes(2).then(|| fit(value)),
        depth: changes(4).then(|| fit(depth)),
        ..EntryChange::default()
    }))
}

/// The change of a text such as `7,7 A`.
fn label(text: &str) -> Option<EntryEdit> {
    let (first, after) = text.split_once(',')?;
    let (second, label) = after.split_once(char::is_whitespace).unwrap_or((after, ""));
    Some(EntryEdit::Label((number(first.trim())?, number(second.trim())?), label.trim().to_string()))
}
