//! The thinker: does the jobs of a conversation with an engine, on the thread that calls it.

use std::fmt;
use std::time::Duration;

use web_time::Instant;

use tengen_engine::engine::{Stopper, Task as EngineTask};
use tengen_engine::limits::whole_milliseconds;
use tengen_engine::opening::{Opening, OpeningRule, Sameness, walk};
use tengen_engine::review::Assessor;
use tengen_engine::solve::solve_while;
use tengen_engine::{
    Choice, Clock, Color, Engine, Extent, Game, Limits, Line, Milliseconds, Options, Point, Solve, Solved, Strength,
};

use crate::board::job::{
    BoardJob, BoardSolution, BoardTask, BoardThought, BoardVerdict, EngineResources, JobLimits, PlayLevel, ROWS,
    ThoughtLine,
};
use crate::board::proof_tree::solution_of;
use crate::board::review::BegunReview;

/// Nodes for what each point is worth, and for each of the positions of a graph.
const VALUE_NODES: u64 = 60_000;
const GRAPH_NODES: u64 = 3_000;
/// Time for a search of a win by force where the job has no limit.
const SOLVE_TIME: u64 = 10_000;
/// The largest table of a review: each of its questions begins with an empty one.
const REVIEW_HASH: usize = 16 << 20;
/// Moves of the tree of a win that are told.
const MOST_OF_A_TREE: usize = 2_000;
/// Between two reports of an analysis, at the least.
const BETWEEN_REPORTS: Duration = Duration::from_millis(40);

/// Whether a job is still wanted, and where its thoughts go.
pub trait Listener {
    /// Whether to go on.
    fn is_wanted(&self) -> bool;
    /// Hears a thought.
    fn hear(&mut self, thought: BoardThought);
}

/// An engine that does jobs.
pub struct Thinker {
    engine: Engine,
    /// Who answers the questions of a review, and the last one.
    assessor: Assessor,
    review: Option<BegunReview>,
    /// What was told of the analysis that is cut into parts.
    part: AnalysisPart,
}

/// How far an analysis has come that is cut into parts.
#[derive(Clone, Copy, Debug, Default)]
struct AnalysisPart {
    job: Option<u64>,
    depth: u32,
    nodes: u64,
    time: Duration,
}

impl fmt::Debug for Thinker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Thinker").field("engine", &self.engine).finish_non_exhaustive()
    }
}

impl Thinker {
    /// A thinker whose engine may use so much.
    #[must_use]
    pub fn new(options: Options) -> Thinker {
        let hash_bytes = options.hash_bytes.min(REVIEW_HASH);
        let assessor = Assessor::new(Options { hash_bytes, ..options }, Limits::none());
        Thinker { engine: Engine::new(options), assessor, review: None, part: AnalysisPart::default() }
    }

    /// Lets it use so much from the next job on. A table of another size begins empty.
    pub fn set_resources(&mut self, resources: EngineResources) {
        let EngineResources { threads, hash } = resources;
        let options = Options { threads, hash_bytes: hash << 20, ..self.engine.options() };
        self.engine.set_options(options);
        self.assessor.set_options(Options { hash_bytes: options.hash_bytes.min(REVIEW_HASH), ..options });
    }

    /// What its engine may use.
    #[must_use]
    pub fn options(&self) -> Options {
        self.engine.options()
    }

    /// Handles by which any thread ends what is being searched: the job is then done soon, once its listener does not want it
    /// any more, and answers with the best found so far where it does.
    #[must_use]
    pub fn stoppers(&self) -> [Stopper; 2] {
        [self.engine.stopper(), self.assessor.stopper()]
    }

    /// Does a job to its end, or until nobody wants it any more. The last thought is [`BoardThought::Done`].
    pub fn think(&mut self, job: &BoardJob, listener: &mut impl Listener) {
        self.part = AnalysisPart::default();
        let _ = self.think_on(job, None, listener);
    }

    /// Does a part of a job: of an analysis so many nodes, of a review one question, of any other all. Tells whether there is
    /// more to do; then what was found is kept, and another call goes on. It is how a thread that must listen now and then
    /// thinks.
    pub fn think_part(&mut self, job: &BoardJob, nodes: u64, listener: &mut impl Listener) -> bool {
        if self.part.job != Some(job.id) {
            self.part = AnalysisPart { job: Some(job.id), ..AnalysisPart::default() };
        }
        self.think_on(job, Some(nodes), listener)
    }

    fn think_on(&mut self, job: &BoardJob, part: Option<u64>, listener: &mut impl Listener) -> bool {
        let mut goes_on = false;
        if let Some(game) = job.position.game() {
            match &job.task {
                BoardTask::Analyse { lines } => goes_on = self.analyse(job, &game, *lines, part, listener),
                BoardTask::Hint { lines } => {
                    let _ = self.analyse(job, &game, *lines, None, listener);
                }
                BoardTask::Move { level, lot } => self.choose(job, &game, *level, *lot, listener),
                BoardTask::Decide { opening, actions, lot } => {
                    self.decide(job, &game, opening, actions, *lot, listener);
                }
                BoardTask::Solve { threes } => {
                    let found = solution(&game, *threes, job, &|| listener.is_wanted());
                    listener.hear(BoardThought::Solved(job.id, found));
                }
                BoardTask::Values => self.values(job, &game, listener),
                BoardTask::Graph => self.graph(job, &game, listener),
                BoardTask::Review => goes_on = self.review(job, &game, part.is_some(), listener),
            }
        }
        if !goes_on {
            listener.hear(BoardThought::Done(job.id));
        }
        goes_on
    }

    /// Analyses, and tells whether a part was done and there is more.
    fn analyse(
        &mut self,
        job: &BoardJob,
        game: &Game,
        lines: usize,
        part: Option<u64>,
        listener: &mut impl Listener,
    ) -> bool {
        let nodes = match (job.limits.nodes.map(|most| most.saturating_sub(self.part.nodes)), part) {
            (Some(most), Some(part)) => Some(most.min(part)),
            (most, part) => most.or(part),
        };
        let limits = limits(&job.limits).with_nodes(nodes).thorough();
        let (stopper, before) = (self.engine.stopper(), self.part);
        let (mut block, mut told, mut depth) = (Vec::<Line>::new(), None::<Duration>, before.depth);
        let outcome = self.engine.run(EngineTask::best_moves(game, lines.max(1)), limits, |found| {
            if !listener.is_wanted() {
                stopper.stop();
                return;
            }
            block = found.to_vec();
            let best = &block[0];
            let again = best.depth <= before.depth;
            let soon = told.is_some_and(|told| best.elapsed < told + BETWEEN_REPORTS);
            if !again && !soon {
                told = Some(best.elapsed);
                depth = best.depth;
                listener.hear(BoardThought::Lines(job.id, views(game, &block, before)));
            }
        });
        let end = outcome.line.map(|line| (line.nodes, line.elapsed));
        let (nodes_used, time) = end.unwrap_or_default();
        // What was held back because something had just been said, if it is deeper.
        if let Some(best) = block.first().filter(|best| best.depth > depth) {
            depth = best.depth;
            listener.hear(BoardThought::Lines(job.id, views(game, &block, before)));
        }
        self.part = AnalysisPart { depth, nodes: before.nodes + nodes_used, time: before.time + time, ..before };
        let is_cut = part.is_some() && nodes.is_some_and(|nodes| nodes_used >= nodes);
        is_cut && job.limits.nodes.is_none_or(|most| self.part.nodes < most)
    }

    /// Chooses a move by a level.
    fn choose(&mut self, job: &BoardJob, game: &Game, level: PlayLevel, lot: u64, listener: &mut impl Listener) {
        if game.legal_points().next().is_none() {
            // Where every point is forbidden the side passes.
            listener.hear(BoardThought::Act(job.id, vec!["pass".to_string()], None));
            return;
        }
        let stopper = self.engine.stopper();
        let full = self.engine.options();
        if let PlayLevel::Strength(level) = level {
            self.engine.set_options(Options { strength: Strength::new(level).with_seed(lot), ..full });
        }
        let outcome = self.engine.run(EngineTask::best_move(game), limits(&job.limits), |found| {
            if listener.is_wanted() {
                // Who ends this thread has no more than that.
                listener.hear(BoardThought::Lines(job.id, views(game, found, AnalysisPart::default())));
            } else {
                stopper.stop();
            }
        });
        self.engine.set_options(full);
        let action = outcome.point().map_or("pass".to_string(), |point| point.to_text(game.size(), ROWS));
        let line = outcome.line.map(|line| view(game, &line, AnalysisPart::default()));
        listener.hear(BoardThought::Act(job.id, vec![action], line));
    }

    /// Decides what an opening demands.
    fn decide(
        &mut self,
        job: &BoardJob,
        game: &Game,
        rule: &str,
        actions: &str,
        lot: u64,
        listener: &mut impl Listener,
    ) {
        let opening = rule.parse::<OpeningRule>().ok();
        let opening = opening.and_then(|rule| Opening::new(rule, game.rules(), game.size(), Sameness::Shape).ok());
        let Some(mut opening) = opening else { return };
        if walk(&mut opening, actions, ROWS).is_err() {
            return;
        }
        let task = EngineTask::Opening { opening: Box::new(opening), extent: Extent::Demand, lot };
        let Choice::Opening(actions) = self.engine.run(task, limits(&job.limits), |_| {}).choice else { return };
        let actions = actions.iter().map(|action| action.to_text(game.size(), ROWS)).collect();
        listener.hear(BoardThought::Act(job.id, actions, None));
    }

    /// Searches for the values of all points at once.
    fn values(&mut self, job: &BoardJob, game: &Game, listener: &mut impl Listener) {
        let stopper = self.engine.stopper();
        let task = EngineTask::best_moves(game, game.size().area());
        let value = |line: &Line| {
            let chance = line.score.win_probability(game.rule());
            line.variation.first().map(|point| (point.to_text(game.size(), ROWS), chance))
        };
        let _ = self.engine.run(task, Limits::nodes(VALUE_NODES).thorough(), |block| {
            if !listener.is_wanted() {
                stopper.stop();
            }
            listener.hear(BoardThought::Values(job.id, block.iter().filter_map(value).collect()));
        });
    }

    /// Reviews the game to its end, or finds out one thing about it; tells whether there is more.
    fn review(&mut self, job: &BoardJob, game: &Game, in_parts: bool, listener: &mut impl Listener) -> bool {
        let begun = self.review.take().filter(|begun| begun.is_of(job));
        let mut review = begun.unwrap_or_else(|| BegunReview::new(job, game));
        self.assessor.set_limits(limits(&job.limits));
        let goes_on = loop {
            let Some(known) = review.go_on(&mut self.assessor, &|| !listener.is_wanted()) else {
                listener.hear(BoardThought::Review(job.id, Box::new(review.known())));
                break false;
            };
            listener.hear(BoardThought::Review(job.id, Box::new(known)));
            if in_parts {
                break true;
            }
        };
        self.review = Some(review);
        goes_on
    }

    /// Searches every position of the game for a moment.
    fn graph(&mut self, job: &BoardJob, game: &Game, listener: &mut impl Listener) {
        for position in game.positions() {
            if !listener.is_wanted() {
                return;
            }
            let black = match position.result() {
                Some(result) => result.share(Color::Black),
                None => {
                    let outcome = self.engine.search(&position, Limits::nodes(GRAPH_NODES));
                    let (to_move, rule) = (position.to_move(), position.rule());
                    outcome.score().map_or(0.5, |score| score.win_probability_for_black(to_move, rule))
                }
            };
            listener.hear(BoardThought::Graph(job.id, position.moves().len(), black));
        }
    }
}

/// The limits of a job that begins now.
fn limits(limits: &JobLimits) -> Limits {
    let clock = Clock {
        turn: limits.turn.map(Milliseconds::ms),
        left: limits.left.map(Milliseconds::ms),
        increment: limits.increment.ms(),
        ..Clock::since(Instant::now())
    };
    Limits::clock(clock).with_nodes(limits.nodes)
}

fn texts(game: &Game, points: &[Point]) -> Vec<String> {
    points.iter().map(|point| point.to_text(game.size(), ROWS)).collect()
}

fn views(game: &Game, block: &[Line], before: AnalysisPart) -> Vec<ThoughtLine> {
    block.iter().map(|line| view(game, line, before)).collect()
}

fn view(game: &Game, line: &Line, before: AnalysisPart) -> ThoughtLine {
    let plies = line.score.plies_to_end().map(|plies| plies as i64);
    ThoughtLine {
        rank: line.rank,
        score: line.score.to_string(),
        mate: plies.map(|plies| if line.score.is_win() { plies } else { -plies }),
        chance: line.score.win_probability(game.rule()),
        depth: line.depth,
        selective_depth: line.selective_depth,
        nodes: before.nodes + line.nodes,
        milliseconds: whole_milliseconds(before.time + line.elapsed),
        moves: texts(game, &line.variation),
    }
}

/// Looks for a win by force of the side to move.
fn solution(game: &Game, threes: bool, job: &BoardJob, is_wanted: &dyn Fn() -> bool) -> BoardSolution {
    let turn = Some(job.limits.turn.unwrap_or(SOLVE_TIME));
    let way = if threes { Solve::Vct } else { Solve::Vcf };
    match solve_while(game, way, &limits(&JobLimits { turn, ..job.limits }), is_wanted) {
        Solved::Win(proof) => solution_of(&proof, game, MOST_OF_A_TREE),
        Solved::None => BoardSolution { verdict: BoardVerdict::None, ..BoardSolution::default() },
        Solved::Unknown => BoardSolution::default(),
    }
}
