//! The review of a game: begun, gone on with, and told as the page draws it.

use tengen_engine::point::{BoardSize, Point};
use tengen_engine::review::{Assessor, Class, Mistake, MistakeKind, Review, ReviewedMove, Reviewer};
use tengen_engine::symmetry::Symmetry;
use tengen_engine::{Color, Game, Score};

use crate::board::job::{BoardJob, JobLimits, Position, ROWS};
use crate::board::message::Tell;
use crate::board::reviewed::{BoardReview, ReviewedMistake, ReviewedSide};
use crate::board::study::LineNode;

/// What is known of a game.
fn told(game: &Game, review: &Review, progress: (usize, usize)) -> BoardReview {
    let first = game.set_up_stones().len();
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
        _ => win.and_then(|win| win.forbidden).map(|tactic| (name(&tactic.point), tactic.kind.to_string())),
    };
    ReviewedMistake {
        number: played.number,
        stones: played.stones,
        color: played.color.name().to_string(),
        point: name(&played.point),
        finding: mistake.finding.name().to_string(),
        class: mistake.class.map(|class| class.name().to_string()),
        loss: mistake.loss,
        chances: (chance(played.before), chance(played.after)),
        win: win.map(|win| (win.by.name().to_string(), win.plies)),
        forbidden,
        better: mistake.better.first().map_or(Vec::new(), |line| line.moves.iter().map(name).collect()),
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

/// A review in another view of the board; `size` is that of the board it was made on.
fn seen(review: &BoardReview, symmetry: Symmetry, size: BoardSize) -> BoardReview {
    let turn = |text: &mut String| {
        // A review names points of its board alone.
        if let Some(point) = Point::parse(text, size, ROWS) {
            *text = symmetry.point(point, size).to_text(symmetry.size(size), ROWS);
        }
    };
    let mut review = review.clone();
    for mistake in &mut review.mistakes {
        turn(&mut mistake.point);
        mistake.forbidden.iter_mut().for_each(|(point, _)| turn(point));
        mistake.better.iter_mut().chain(&mut mistake.refutation).for_each(turn);
    }
    review
}

/// The line that is reviewed, however the board was turned since.
#[derive(Clone, Debug)]
pub(super) struct ReviewedLine {
    /// Its nodes.
    nodes: Vec<LineNode>,
    /// The board when the review was asked for, and the view of it that is shown.
    size: BoardSize,
    view: Symmetry,
    /// What is known by now, on that board.
    review: Option<Box<BoardReview>>,
}

impl ReviewedLine {
    /// A line of which nothing is known.
    pub(super) fn new(nodes: Vec<LineNode>, size: BoardSize) -> ReviewedLine {
        ReviewedLine { nodes, size, view: Symmetry::IDENTITY, review: None }
    }

    /// Turns the board.
    pub(super) fn turn(&mut self, symmetry: Symmetry) {
        self.view = self.view.then(symmetry);
    }

    /// Takes note of what is known by now.
    pub(super) fn learn(&mut self, review: Box<BoardReview>) {
        self.review = Some(review);
    }

    /// What the page is told, once anything is known.
    pub(super) fn tell(&self) -> Option<Tell> {
        let review = Box::new(seen(self.review.as_ref()?, self.view, self.size));
        Some(Tell::Review { review, nodes: self.nodes.clone() })
    }
}
