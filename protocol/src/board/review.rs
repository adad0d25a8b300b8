//! The review of a game: begun, gone on with, and told as the page draws it.

use tengen_engine::point::Point;
use tengen_engine::review::{Assessor, Class, Mistake, MistakeKind, Review, ReviewedMove, Reviewer};
use tengen_engine::{Color, Game, Score};

use crate::board::branch::color_name;
use crate::board::job::{BoardJob, JobLimits, Position, ROWS};
use crate::board::reviewed::{BoardReview, ReviewedMistake, ReviewedSide};

/// What is known of a game.
fn told(game: &Game, review: &Review, progress: (usize, usize)) -> BoardReview {
    let first = game.moves().len() - game.played().len();
    let chances = review.chances.iter().enumerate();
    BoardReview {
        progress,
        complete: review.complete,
        chances: chances.filter_map(|(index, chance)| Some((first + index, (*chance)?))).collect(),
        sides: [Color::Black, Color::White].map(|color| ReviewedSide {
            accuracy: review.accuracy(color),
            counts: Class::ALL.map(|class| review.count(color, class)),
        }),
        mistakes: review.mistakes().map(|(played, mistake)| mistake_of(game, played, mistake)).collect(),
    }
}

fn mistake_of(game: &Game, played: &ReviewedMove, mistake: &Mistake) -> ReviewedMistake {
    let name = |point: &Point| point.to_text(game.size(), ROWS);
    let chance = |score: Option<Score>| score.map(|score| score.win_probability(game.rule()));
    let win = mistake.finding.win();
    let forbidden = match mistake.finding {
        MistakeKind::Forbidden(kind) => Some((name(&played.point), kind.to_string())),
        _ => win.and_then(|(_, _, tactic)| tactic).map(|tactic| (name(&tactic.point), tactic.kind.to_string())),
    };
    ReviewedMistake {
        number: played.number,
        color: color_name(played.color).to_string(),
        point: name(&played.point),
        finding: mistake.finding.name().to_string(),
        class: mistake.class.map(|class| class.name().to_string()),
        loss: mistake.loss,
        chances: (chance(played.before), chance(played.after)),
        win: win.map(|(by, plies, _)| (by.name().to_string(), plies)),
        forbidden,
        better: mistake.better.first().map_or(Vec::new(), |(_, line)| line.iter().map(name).collect()),
        refutation: mistake.refutation.iter().map(name).collect(),
    }
}

/// A review that is being made. It is kept when it is broken off, and goes on when the same is asked for again.
pub(super) struct BegunReview {
    position: Position,
    limits: JobLimits,
    game: Game,
    reviewer: Reviewer,
}

impl BegunReview {
    /// A review of which nothing is known.
    pub(super) fn new(job: &BoardJob, game: &Game) -> BegunReview {
        let (position, limits) = (job.position.clone(), job.limits);
        BegunReview { position, limits, game: game.clone(), reviewer: Reviewer::new(game) }
    }

    /// Whether it is what a job asks for.
    pub(super) fn is_of(&self, job: &BoardJob) -> bool {
        self.position == job.position && self.limits == job.limits
    }

    /// Finds out the next thing, and tells what is known then, or nothing when `stop` came first or nothing was left.
    pub(super) fn go_on(&mut self, assessor: &mut Assessor, stop: &dyn Fn() -> bool) -> Option<BoardReview> {
        let question = self.reviewer.question()?;
        let found = assessor.answer(&question, stop)?;
        self.reviewer.answer(&question, found);
        Some(self.known())
    }

    /// What is known.
    pub(super) fn known(&self) -> BoardReview {
        told(&self.game, &self.reviewer.review(), self.reviewer.progress())
    }
}
