//! The state of a review: the positions of a game, what was found out about them, and what is to be asked next.

use super::judge::MoveJudge;
use super::question::{Assessment, Question, QuestionKind};
use super::{Review, ReviewedMove};
use crate::color::Color;
use crate::game::{Game, Move};
use crate::record::tree::Tree;
use crate::score::Score;
use crate::stable_map::StableMap;

/// A review of one game, as far as it has come.
#[derive(Debug)]
pub struct Reviewer {
    /// The position before each move, and the last one.
    positions: Vec<Game>,
    moves: Vec<Move>,
    /// The number of each move in its record.
    numbers: Vec<usize>,
    lines: usize,
    /// The answers by [`Question::id`].
    answers: StableMap<String, Assessment>,
}

impl Reviewer {
    /// A review of the moves that were played in a game. Stones that were set up are no moves.
    #[must_use]
    pub fn new(game: &Game) -> Reviewer {
        Reviewer {
            positions: game.positions(),
            moves: game.played().to_vec(),
            numbers: Tree::of_game(game).stone_numbers().collect(),
            lines: 1,
            answers: StableMap::default(),
        }
    }

    /// The same, which shows so many better moves for each mistake, at least 1, where there are so many.
    #[must_use]
    pub fn with_lines(self, lines: usize) -> Reviewer {
        Reviewer { lines: lines.max(1), ..self }
    }

    /// What is to be found out next: first about each position in turn, then about the moves that may be mistakes. `None`
    /// when all is known.
    #[must_use]
    pub fn question(&self) -> Option<Question> {
        let open = |position: &&Game| position.result().is_none();
        let mut questions = self.positions.iter().filter(open).map(|position| question(position, QuestionKind::Best));
        let unknown = questions.find(|question| !self.answers.contains_key(&question.id()));
        unknown.or_else(|| self.judge(|_| {}).err().map(|question| *question))
    }

    /// Takes the answer to a question. An answer that is known already is replaced.
    pub fn answer(&mut self, question: &Question, assessment: Assessment) {
        self.answers.insert(question.id(), assessment);
    }

    /// Positions that are searched for the graph: how many of them are, and how many there are.
    #[must_use]
    pub fn progress(&self) -> (usize, usize) {
        let open = self.positions.iter().filter(|position| position.result().is_none());
        let known = open.clone().filter(|position| self.known(position, QuestionKind::Best).is_some());
        (known.count(), open.count())
    }

    /// What is known by now.
    #[must_use]
    pub fn review(&self) -> Review {
        let mut moves: Vec<ReviewedMove> = Vec::with_capacity(self.moves.len());
        let complete = self.judge(|judged| moves.push(judged)).is_ok();
        // What is not judged yet has the score of its search.
        for index in moves.len()..self.moves.len() {
            let before = self.known(&self.positions[index], QuestionKind::Best).map(|found| found.score);
            moves.push(ReviewedMove { before, ..self.unjudged(index) });
        }
        let rule = self.positions[0].rule();
        let for_black = |color: Color, score: Score| score.win_probability_for_black(color, rule);
        let mut chances: Vec<Option<f64>> =
            moves.iter().map(|played| Some(for_black(played.color, played.before?))).collect();
        let last = self.positions.last().expect("there is always a position");
        chances.push(match last.result() {
            Some(result) => Some(result.share(Color::Black)),
            None => self.known(last, QuestionKind::Best).map(|found| for_black(last.to_move(), found.score)),
        });
        Review { complete: complete && self.question().is_none(), moves, chances }
    }

    /// Judges all moves in turn as far as the answers go, or tells what must be found out first.
    fn judge(&self, mut hear: impl FnMut(ReviewedMove)) -> Result<(), Box<Question>> {
        // Whose turn it is, and the score, where that follows from a proof: a move of a proved win leaves no answer, and
        // whatever is answered the win is there.
        let mut proved: Option<(Color, Score)> = None;
        for (index, &Move { color, point }) in self.moves.iter().enumerate() {
            let judge = MoveJudge { reviewer: self, position: &self.positions[index], point };
            let judged = judge.judge(proved.and_then(|(mover, score)| (mover == color).then_some(score)))?;
            // A forbidden move that was not claimed decided nothing.
            let stands = judged.after != Score::loss_in(0) || self.positions[index + 1].result().is_some();
            proved = (stands && judged.after.is_decided()).then(|| (!color, judged.after.after_move()));
            hear(ReviewedMove {
                before: Some(judged.before),
                after: Some(judged.after),
                mistake: judged.mistake,
                ..self.unjudged(index)
            });
        }
        Ok(())
    }

    /// A move of which nothing is known yet.
    fn unjudged(&self, index: usize) -> ReviewedMove {
        let Move { color, point } = self.moves[index];
        let (number, stones) = (self.numbers[index], self.positions[index].moves().len() + 1);
        ReviewedMove { number, stones, color, point, before: None, after: None, mistake: None }
    }

    /// How many better moves are shown.
    pub(super) fn lines(&self) -> usize {
        self.lines
    }

    /// The answer to a question about a position, or the question.
    pub(super) fn ask(&self, position: &Game, kind: QuestionKind) -> Result<&Assessment, Box<Question>> {
        let question = question(position, kind);
        self.answers.get(&question.id()).ok_or_else(|| Box::new(question))
    }

    fn known(&self, position: &Game, kind: QuestionKind) -> Option<&Assessment> {
        self.ask(position, kind).ok()
    }
}

fn question(position: &Game, kind: QuestionKind) -> Question {
    Question { position: position.clone(), kind }
}
