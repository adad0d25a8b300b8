//! What the words about the database want done with a position, and what stands beside and after each.

use tengen_engine::database::branch::BranchReach;

use super::doomed::Doomed;
use crate::command::{Payload, number, words};
use crate::database::DatabaseWord;

/// What is to be done with a position once its moves were heard.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum DatabaseTask {
    /// To tell what is known, in the form of the word.
    Query(DatabaseWord),
    /// To change label, value and depth, each when its bit of the mask is set: 1, 2 and 4.
    EditRecord { mask: i64, label: i64, value: i64, depth: i64 },
    /// To change the comment.
    EditText(String),
    /// To change the text on a point.
    EditLabel((i64, i64), String),
    /// To forget it.
    DeleteOne,
    /// To forget what comes after it.
    DeleteAll(Doomed, BranchReach),
    /// To make its last move the best of the position before, or to have none there.
    SetBest(bool),
}

/// What follows the line of a word.
pub(super) fn payload(word: DatabaseWord) -> Payload {
    match word {
        DatabaseWord::Save | DatabaseWord::Check | DatabaseWord::Fix => Payload::None,
        DatabaseWord::EditText => Payload::Text,
        DatabaseWord::QueryAll
        | DatabaseWord::QueryAllText
        | DatabaseWord::QueryOne
        | DatabaseWord::QueryText
        | DatabaseWord::EditRecord
        | DatabaseWord::EditLabel
        | DatabaseWord::DeleteOne
        | DatabaseWord::DeleteAll
        | DatabaseWord::SetBest
        | DatabaseWord::ClearBest => Payload::Moves,
        _ => Payload::Line,
    }
}

/// What is to be done, by a word and what stands beside it, and the moves that follow on the same line.
pub(super) fn task(word: DatabaseWord, rest: &str) -> Option<(DatabaseTask, &str)> {
    Some(match word {
        DatabaseWord::EditRecord => {
            let numbers: Vec<i64> = words(rest).map(number).collect::<Option<_>>()?;
            let &[mask, label, value, depth] = &numbers[..] else { return None };
            (DatabaseTask::EditRecord { mask, label, value, depth }, "")
        }
        DatabaseWord::EditLabel => {
            let (first, after) = rest.split_once(',')?;
            let (second, text) = after.split_once(char::is_whitespace).unwrap_or((after, ""));
            (DatabaseTask::EditLabel((number(first.trim())?, number(second.trim())?), text.trim().to_string()), "")
        }
        DatabaseWord::DeleteAll => {
            let (doomed, reach) = Doomed::parse(rest)?;
            (DatabaseTask::DeleteAll(doomed, reach), "")
        }
        DatabaseWord::DeleteOne => (DatabaseTask::DeleteOne, rest),
        DatabaseWord::SetBest => (DatabaseTask::SetBest(true), rest),
        DatabaseWord::ClearBest => (DatabaseTask::SetBest(false), rest),
        word => (DatabaseTask::Query(word), rest),
    })
}

/// What a word wants to stand beside it.
pub(super) fn expected(word: DatabaseWord) -> &'static str {
    match word {
        DatabaseWord::EditRecord => "YXEDITTVDDATABASE mask label value depth, such as YXEDITTVDDATABASE 1 119 0 0",
        DatabaseWord::EditLabel => "YXEDITLABELDATABASE y,x text, such as YXEDITLABELDATABASE 7,7 A",
        DatabaseWord::EditText => "YXEDITTEXTDATABASE and a text between quotes",
        _ => {
            "YXDELETEDATABASEALL and one of nonwl, nonwld, wl, wld, w, l, wlnostep, wlinstep N, each with or without recursive"
        }
    }
}
