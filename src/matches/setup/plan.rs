//! The plan of a match: who meets whom, with what only one way of it has.

use anyhow::{Result, ensure};
use tengen_engine::point::Point;

use crate::cli::RoundForm;
use crate::shard::Shard;
use crate::statistics::Sprt;

/// Who meets whom.
#[derive(Clone, PartialEq, Debug)]
pub(in crate::matches) enum MatchPlan {
    /// Everyone meets everyone or, in a gauntlet, the first all others: all meetings are known before the first.
    Fixed {
        /// The part of the games that is played here.
        shard: Shard,
        /// The test that ends the match.
        sprt: Option<Sprt>,
    },
    /// Who meets next depends on what was played.
    Rounds(RoundPlan),
}

/// The rounds of a tournament.
#[derive(Clone, PartialEq, Debug)]
pub(in crate::matches) struct RoundPlan {
    /// Which tournament it is.
    pub form: RoundForm,
    /// The openings of pairs of games, in the order in which they are taken.
    pub openings: Vec<Vec<Point>>,
    /// The meetings that only decide what was even before, as far as they are known.
    pub deciding: usize,
}

impl MatchPlan {
    /// The plan for so many engines, with rounds of this form if there is one, before any openings and meetings are known.
    ///
    /// # Errors
    /// A sequential test of what is not a match of two engines, of any length, or shards of what has rounds.
    pub(in crate::matches) fn new(
        form: Option<RoundForm>,
        shard: Shard,
        sprt: Option<Sprt>,
        engines: usize,
    ) -> Result<MatchPlan> {
        ensure!(sprt.is_none() || engines == 2, "--sprt compares two engines, and {engines} take part");
        let Some(form) = form else { return Ok(MatchPlan::Fixed { shard, sprt }) };
        ensure!(shard.is_whole(), "--tournament {form} cannot be played in shards");
        ensure!(sprt.is_none(), "--sprt has no meaning for --tournament {form}, which has an end of its own");
        Ok(MatchPlan::Rounds(RoundPlan { form, openings: Vec::new(), deciding: 0 }))
    }

    /// Which tournament it is, if it has rounds.
    pub(in crate::matches) fn form(&self) -> Option<RoundForm> {
        match self {
            MatchPlan::Fixed { .. } => None,
            MatchPlan::Rounds(rounds) => Some(rounds.form),
        }
    }

    /// The part of the games that is played here.
    pub(in crate::matches) fn shard(&self) -> Shard {
        match self {
            MatchPlan::Fixed { shard, .. } => *shard,
            MatchPlan::Rounds(_) => Shard::WHOLE,
        }
    }

    /// The test that ends the match.
    pub(in crate::matches) fn sprt(&self) -> Option<Sprt> {
        match self {
            MatchPlan::Fixed { sprt, .. } => *sprt,
            MatchPlan::Rounds(_) => None,
        }
    }
}
