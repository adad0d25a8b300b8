//! What came of one case: a verdict, and the conversation that led to it.

use std::time::Duration;

use crate::doctor::case::Case;
use crate::doctor::record::RecordedConversation;

/// What came of a case.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum CaseVerdict {
    /// All was as it should be.
    Passed,
    /// It was not, and why.
    Failed(String),
    /// The engine does not do this, and needs not to.
    NotOffered,
    /// This system or this program cannot find out, and why.
    NotExamined(String),
}

impl CaseVerdict {
    /// In one word or two.
    pub(super) fn name(&self) -> &'static str {
        match self {
            CaseVerdict::Passed => "passed",
            CaseVerdict::Failed(_) => "FAILED",
            CaseVerdict::NotOffered => "not offered",
            CaseVerdict::NotExamined(_) => "not examined",
        }
    }

    /// Why it is not simply passed.
    pub(super) fn reason(&self) -> Option<&str> {
        match self {
            CaseVerdict::Failed(why) | CaseVerdict::NotExamined(why) => Some(why),
            CaseVerdict::Passed | CaseVerdict::NotOffered => None,
        }
    }
}

/// A case after the examination.
pub(super) struct Finding<'a> {
    /// What was examined.
    pub case: &'a Case,
    /// What came of it.
    pub verdict: CaseVerdict,
    /// What was said.
    pub conversation: RecordedConversation,
    /// How long it took.
    pub time: Duration,
}

impl Finding<'_> {
    /// Whether the engine has failed the case.
    pub(super) fn is_failure(&self) -> bool {
        matches!(self.verdict, CaseVerdict::Failed(_))
    }

    /// Whether it could not be found out.
    pub(super) fn is_unexamined(&self) -> bool {
        matches!(self.verdict, CaseVerdict::NotExamined(_))
    }
}
