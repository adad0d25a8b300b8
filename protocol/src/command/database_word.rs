//! The words about the database, by what follows them and what is done with it.

use super::Payload;
use crate::database::FileForm;

/// A word about the database.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DatabaseWord {
    /// Something is done with the whole database.
    Act(DatabaseAct),
    /// Something is done with the file whose name follows.
    File(FileTask),
    /// What is known of the position that follows is asked for.
    Query(DatabaseQuery),
    /// What is known of the position that follows is changed.
    Edit(EditWord),
    /// `YXEDITTEXTDATABASE "text"`: the comment of the position that follows the text.
    Comment,
}

impl DatabaseWord {
    /// What follows the line of the word.
    #[must_use]
    pub fn payload(self) -> Payload {
        match self {
            DatabaseWord::Act(_) => Payload::None,
            DatabaseWord::File(_) => Payload::Line,
            DatabaseWord::Query(_) | DatabaseWord::Edit(_) => Payload::Moves,
            DatabaseWord::Comment => Payload::Text,
        }
    }

    /// Whether it changes what is known or writes a file, so that something is lost where it is not obeyed to its end.
    pub(crate) fn keeps_something(self) -> bool {
        !matches!(
            self,
            DatabaseWord::Query(_) | DatabaseWord::File(FileTask::Open) | DatabaseWord::Act(DatabaseAct::Check)
        )
    }

    /// Whether it goes through a whole file, or through the database or a branch of it, and not to one position alone.
    pub(crate) fn takes_long(self) -> bool {
        matches!(self, DatabaseWord::Act(_) | DatabaseWord::File(_) | DatabaseWord::Edit(EditWord::DeleteAll))
    }
}

/// What is done with the whole database.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DatabaseAct {
    /// `YXSAVEDATABASE`: write it.
    Save,
    /// `YXDBCHECK`: read everything, and count what contradicts itself.
    Check,
    /// `YXDBFIX`: carry all wins up to the positions before them.
    Fix,
}

/// What is done with a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FileTask {
    /// `YXSETDATABASE`: open the database of this name.
    Open,
    /// `YXDBMERGE`, `YXLIBTODB`, `YXTXTTODB`: take in what it knows.
    Import(FileForm),
    /// `YXDBSPLIT`, `YXDBTOLIB`, `YXDBTOPOS`, `YXDBTOTXT`, `YXDBTOTXTALL`: write a part of what is known.
    Export(FileForm, ExportReach),
}

/// How much of the database a word writes to a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExportReach {
    /// Everything.
    All,
    /// What is known under the rule and on the board of the game.
    Kind,
    /// What is known after the position of the game.
    Branch,
}

/// What is asked of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DatabaseQuery {
    /// `YXQUERYDATABASEALL`: what is known of its moves.
    All,
    /// `YXQUERYDATABASEALLT`: the same, and its comment.
    AllText,
    /// `YXQUERYDATABASEONE`: what is known of it.
    One,
    /// `YXQUERYDATABASETEXT`: its comment.
    Text,
}

/// What is changed of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EditWord {
    /// `YXEDITTVDDATABASE mask label value depth`: mask 1 is the label, 2 the value, 4 the depth.
    Record,
    /// `YXEDITLABELDATABASE y,x text`: the text on a point.
    Label,
    /// `YXDELETEDATABASEONE`: forget it.
    DeleteOne,
    /// `YXDELETEDATABASEALL kind`: forget what is known after it.
    DeleteAll,
    /// `YXSETBESTMOVEDATABASE`: its last move is the best of the position before it.
    SetBest,
    /// `YXCLEARBESTMOVEDATABASE`: that position has no best move.
    ClearBest,
}
