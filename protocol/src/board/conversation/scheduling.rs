//! What the engine should think about: one job at a time, stopped when something else is wanted.

use super::{BoardConversation, Order};
use crate::board::job::{BoardJob, BoardTask, EngineResources, JobLimits, Position};
use crate::board::message::Tell;
use crate::board::page_refusal::PageRefusal;
use crate::board::play::Play;
use crate::board::review::ReviewedLine;

/// Lines of a hint, and its nodes.
const HINT_LINES: usize = 3;
const HINT_NODES: u64 = 100_000;
/// Milliseconds for each question of a review that has no limit.
pub(super) const REVIEW_TIME: u64 = 1_000;
/// Nodes of a move that must come at once.
const HURRIED_NODES: u64 = 1_000;

/// Why the engine thinks.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum JobPurpose {
    Move { turn: usize },
    Hint { turn: usize },
    Solve { threes: bool },
    Values,
    Graph,
    Review { limits: JobLimits },
    Analysis(Analysing),
}

/// What is analysed of every position that is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Analysing {
    /// How many lines; 0 for no analysis.
    pub(super) lines: usize,
    /// How many nodes at the most, if limited.
    pub(super) nodes: Option<u64>,
}

/// What the engine thinks about, and why.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Wish {
    pub(super) purpose: JobPurpose,
    pub(super) position: Position,
}

/// What was asked for once, in the order in which it is done. What is asked for later takes the place of its own kind.
#[derive(Clone, Debug, Default)]
pub(super) struct Asked {
    /// About the position that is shown.
    here: Option<Wish>,
    /// The graph of a line.
    graph: Option<Wish>,
    /// The review of a line.
    review: Option<Wish>,
}

impl Asked {
    fn place(&mut self, purpose: &JobPurpose) -> &mut Option<Wish> {
        match purpose {
            JobPurpose::Graph => &mut self.graph,
            JobPurpose::Review { .. } => &mut self.review,
            JobPurpose::Move { .. }
            | JobPurpose::Hint { .. }
            | JobPurpose::Solve { .. }
            | JobPurpose::Values
            | JobPurpose::Analysis(_) => &mut self.here,
        }
    }

    fn put(&mut self, wish: Wish) {
        let place = self.place(&wish.purpose);
        *place = Some(wish);
    }

    /// What is done next.
    fn first(&self) -> Option<&Wish> {
        self.here.as_ref().or(self.graph.as_ref()).or(self.review.as_ref())
    }

    /// Drops what is done, unless something else was asked for meanwhile.
    pub(super) fn finish(&mut self, wish: &Wish) {
        let place = self.place(&wish.purpose);
        if place.as_ref() == Some(wish) {
            *place = None;
        }
    }

    /// Drops what was asked about another position than the one that is shown, after so many turns of a game. What was asked
    /// about a line is still wanted.
    fn come_to(&mut self, here: &Position, turns: usize) {
        self.here = self.here.take().filter(|wish| match wish.purpose {
            JobPurpose::Hint { turn } => turn == turns && wish.position == *here,
            _ => wish.position == *here,
        });
    }
}

/// What the engine may use, where the front lets it be chosen.
#[derive(Clone, Copy, Debug)]
pub(super) struct ChosenResources {
    now: EngineResources,
    most: EngineResources,
    is_told: bool,
}

impl BoardConversation {
    /// The same with an engine that uses so much, of which a page may choose up to `most`.
    #[must_use]
    pub fn with_resources(self, now: EngineResources, most: EngineResources) -> BoardConversation {
        BoardConversation { resources: Some(ChosenResources { now, most, is_told: false }), ..self }
    }

    /// Lets the engine use so much. What it thinks about is begun anew.
    pub(super) fn equip(&mut self, wanted: EngineResources, orders: &mut Vec<Order>) -> Result<(), PageRefusal> {
        let chosen = self.resources.as_mut().ok_or(PageRefusal::FixedEngine)?;
        chosen.now = wanted.within(chosen.most);
        chosen.is_told = false;
        let now = chosen.now;
        if self.current.take().is_some() {
            orders.push(Order::Stop);
        }
        self.finished = None;
        orders.push(Order::Equip(now));
        Ok(())
    }

    /// Tells what the engine may use, where that was not told yet.
    pub(super) fn tell_resources(&mut self, orders: &mut Vec<Order>) {
        if let Some(ChosenResources { now, most, is_told: false }) = self.resources {
            self.resources = Some(ChosenResources { now, most, is_told: true });
            orders.push(Order::Tell(Tell::Engine { now, most }));
        }
    }

    /// Asks for something about the line, or about the position that is shown, unless the game is over there.
    pub(super) fn ask_once(&mut self, purpose: JobPurpose) -> Result<(), PageRefusal> {
        let game = match purpose {
            JobPurpose::Graph => {
                self.line = self.study.counted_line();
                self.study.end_of_line()
            }
            JobPurpose::Review { .. } => {
                let game = self.study.end_of_line();
                self.reviewed = Some(ReviewedLine::new(self.study.counted_line(), game.size()));
                game
            }
            _ if self.study.game().result().is_some() => return Err(PageRefusal::GameOver),
            _ => self.study.game().clone(),
        };
        self.asked.put(Wish { purpose, position: Position::of(&game) });
        Ok(())
    }

    /// Shows good moves. In an opening there is more to do than to put stones, and the same stones may ask for another hint.
    pub(super) fn ask_for_hint(&mut self) -> Result<(), PageRefusal> {
        self.ask_once(JobPurpose::Hint { turn: self.play.as_ref().map_or(0, Play::turns) })
    }

    /// What the engine should think about now.
    fn wish(&self) -> Option<Wish> {
        let here = || Position::of(self.study.game());
        let asked = self.asked.first();
        match &self.play {
            Some(play) if play.is_engines_turn() => {
                let purpose = JobPurpose::Move { turn: play.turns() };
                Some(Wish { purpose, position: here() })
            }
            _ if asked.is_some() => asked.cloned(),
            _ if self.is_playing() => None,
            _ if self.analysing.lines > 0 && self.study.game().result().is_none() => {
                Some(Wish { purpose: JobPurpose::Analysis(self.analysing), position: here() })
            }
            _ => None,
        }
    }

    /// Stops what is not wanted any more, and begins what is.
    pub(super) fn schedule(&mut self, orders: &mut Vec<Order>) {
        self.asked.come_to(&Position::of(self.study.game()), self.play.as_ref().map_or(0, Play::turns));
        let wish = self.wish();
        if self.current.as_ref().map(|(_, wish)| wish) == wish.as_ref() {
            return;
        }
        if self.current.take().is_some() {
            orders.push(Order::Stop);
        }
        self.lines.clear();
        let repeated = wish.is_some() && wish == self.finished;
        let Some(wish) = wish.filter(|_| !repeated) else { return };
        self.jobs += 1;
        let job = self.job(self.jobs, &wish);
        self.current = Some((self.jobs, wish));
        orders.push(Order::Think(job));
    }

    fn job(&mut self, id: u64, wish: &Wish) -> BoardJob {
        let lot = self.lots.next_u64();
        let limited = |nodes| JobLimits { nodes, ..JobLimits::default() };
        let (task, limits) = match (&wish.purpose, &self.play) {
            (JobPurpose::Move { .. }, Some(play)) => {
                let limits = play.limits();
                let hurried = self.hurry.then_some(HURRIED_NODES);
                (play.task(lot), JobLimits { nodes: hurried.into_iter().chain(limits.nodes).min(), ..limits })
            }
            (JobPurpose::Hint { .. }, Some(play)) if !play.is_ordinary() && !play.is_over() => {
                (play.task(lot), limited(Some(HURRIED_NODES)))
            }
            (JobPurpose::Hint { .. } | JobPurpose::Move { .. }, _) => {
                (BoardTask::Hint { lines: HINT_LINES }, limited(Some(HINT_NODES)))
            }
            (JobPurpose::Solve { threes }, _) => (BoardTask::Solve { threes: *threes }, limited(None)),
            (JobPurpose::Values, _) => (BoardTask::Values, limited(None)),
            (JobPurpose::Graph, _) => (BoardTask::Graph, limited(None)),
            (JobPurpose::Review { limits }, _) => (BoardTask::Review, *limits),
            (JobPurpose::Analysis(Analysing { lines, nodes }), _) => {
                (BoardTask::Analyse { lines: *lines }, limited(*nodes))
            }
        };
        BoardJob { id, task, position: wish.position.clone(), limits }
    }
}

#[cfg(test)]
mod tests {
    use tengen_engine::point::BoardSize;
    use tengen_engine::{Game, RuleKind};

    use super::*;
    use crate::board::job::ROWS;

    #[test]
    fn what_is_asked_later_takes_the_place_of_its_own_kind() {
        let size = BoardSize::square(15).unwrap();
        let at = |moves: &str| Position::of(&Game::from_text(RuleKind::Renju, size, moves, ROWS).unwrap());
        let wish = |purpose: JobPurpose, moves: &str| Wish { purpose, position: at(moves) };
        let hint = wish(JobPurpose::Hint { turn: 0 }, "h8");
        let graph = wish(JobPurpose::Graph, "h8i9");
        let review = wish(JobPurpose::Review { limits: JobLimits::default() }, "h8i9");
        let mut asked = Asked::default();
        for new in [&review, &wish(JobPurpose::Values, "h8"), &graph, &hint] {
            asked.put(new.clone());
        }
        asked.finish(&wish(JobPurpose::Values, "h8"));
        asked.come_to(&at("h8"), 0);
        assert_eq!(asked.first(), Some(&hint));
        asked.come_to(&at("h8"), 1);
        assert_eq!(asked.first(), Some(&graph));
        asked.finish(&graph);
        assert_eq!(asked.first(), Some(&review));
        asked.finish(&review);
        assert_eq!(asked.first(), None);
    }
}
