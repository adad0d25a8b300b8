//! What the words about the database want done with a position, and what stands beside each.

use tengen_engine::database::PositionEntry;
use tengen_engine::database::branch::BranchReach;

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
    /// Label, value and depth, each when its bit of the mask is set: 1, 2 and 4.
    Record { mask: i64, label: i64, value: i64, depth: i64 },
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

/// The change of a text such as `1 119 0 0`, or else what it should be.
fn record(text: &str) -> Result<EntryEdit, &'static str> {
    const MOST_VALUE: i64 = PositionEntry::MOST_VALUE as i64;
    const _: () = assert!(MOST_VALUE == 29_999, "the refusal names it");
    let numbers = words(text).map(number).collect::<Option<Vec<i64>>>();
    let Some(&[mask, label, value, depth]) = numbers.as_deref() else {
        return Err("YXEDITTVDDATABASE mask label value depth, such as YXEDITTVDDATABASE 1 119 0 0");
    };
    // No proof could take the place of a greater one.
    if mask & 2 != 0 && !(-MOST_VALUE..=MOST_VALUE).contains(&value) {
        return Err("a value from -29999 to 29999");
    }
    Ok(EntryEdit::Record { mask, label, value, depth })
}

/// The change of a text such as `7,7 A`.
fn label(text: &str) -> Option<EntryEdit> {
    let (first, after) = text.split_once(',')?;
    let (second, label) = after.split_once(char::is_whitespace).unwrap_or((after, ""));
    Some(EntryEdit::Label((number(first.trim())?, number(second.trim())?), label.trim().to_string()))
}
