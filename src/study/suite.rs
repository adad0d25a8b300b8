//! `suite`: a file of positions with what is right in each, and how many of them are solved.

use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use tengen_engine::engine::{Limits, Options, Task};
use tengen_engine::game::Game;
use tengen_engine::point::Point;
use tengen_engine::rule::RuleKind;
use tengen_engine::score::Score;
use tengen_engine::solve::{Solve, Solved, Solver};

use crate::blocking::BlockingEngine;
use crate::cli::{SuiteArgs, SuiteWay};
use crate::object;
use crate::output::{self, CommandAnswer, plain, say};
use crate::problems::{self, Problem, ROWS};
use crate::progress::{PlainLines, Progress};
use crate::units::{counted, or_dash};
use crate::weights;

/// Runs of a search for fours besides the first, to tell how fast it is.
const MORE_RUNS: usize = 9;

/// What was answered to a problem.
struct SuiteAnswer {
    point: Option<Point>,
    /// What a search for threats says of a win alone.
    score: Option<Score>,
    depth: Option<usize>,
    /// Nodes until the answer was right and stayed it, or all when it was not.
    nodes: u64,
    right: bool,
}

impl SuiteAnswer {
    /// The answer to a problem as one JSON object.
    fn to_json(&self, number: usize, problem: &Problem) -> Value {
        let game = &problem.game;
        let keys = json!({
            "number": number,
            "expected": problem.expected.describe(game),
            "solved": self.right,
            "best": self.point.map(|point| point.to_text(game.size(), ROWS)),
            "score": self.score.map(|score| score.to_string()),
            "depth": self.depth,
            "nodes": self.nodes,
            "remark": problem.remark,
        });
        object::about(game, ROWS, keys)
    }
}

/// A row of the table, and its head.
fn row([number, verdict, rule, size, expected, point, score, depth, nodes, remark]: [&str; 10]) -> String {
    format!(
        "{number:4} {verdict:6}  {rule:13} {size:>5}  {expected:14} {point:5} {score:>7} {depth:>6} {nodes:>9}  \
         {remark}"
    )
}

/// Solves all positions of a file, or those before Ctrl-C, and prints how it went. The answer is whether all were solved.
pub(crate) fn run(args: &SuiteArgs) -> Result<CommandAnswer> {
    let all = problems::read(&args.file)?;
    // Shards are runs of one file, with the same weights.
    let rules: Vec<RuleKind> = all.iter().map(|problem| problem.game.rule()).collect();
    let problems = problems::of_shard(all, &args.file, args.shard)?;
    weights::load_for_any(&rules, &args.weights.weights)?;
    let threats = match args.by {
        SuiteWay::Fours => Some(Solve::Vcf),
        SuiteWay::Threats => Some(Solve::Vct),
        SuiteWay::Search => None,
    };
    let mut solver = SuiteSolver::new(args)?;
    if !args.json {
        say!("{}", row(["", "", "rule", "size", "expected", "move", "score", "depth", "nodes", "remark"]));
    }
    let (mut answered, mut solved, mut logarithms) = (0, 0, 0.0);
    let mut progress = Progress::new("positions", PlainLines::Never, 0, problems.len());
    for (number, problem) in &problems {
        let game = &problem.game;
        let answer = match threats {
            Some(solve) => solver.by_threats(problem, solve),
            None => solver.by_search(problem),
        };
        // What a search has found by Ctrl-C is no answer.
        if solver.engine.is_interrupted() {
            break;
        }
        let answer = answer?;
        answered += 1;
        solved += usize::from(answer.right);
        logarithms += (answer.nodes.max(1) as f64).ln();
        progress.add(problem.remark.clone());
        progress.print(if args.json {
            answer.to_json(*number, problem).to_string()
        } else {
            row([
                &format!("{number:>3}."),
                if answer.right { "solved" } else { "FAILED" },
                game.rule().name(),
                &game.size().to_string(),
                &problem.expected.describe(game),
                &or_dash(answer.point.map(|point| point.to_text(game.size(), ROWS))),
                &or_dash(answer.score),
                &or_dash(answer.depth),
                &answer.nodes.to_string(),
                &plain(&problem.remark),
            ])
        });
        output::check()?;
    }
    progress.end();
    if !args.json && answered > 0 {
        let part = if args.shard.is_whole() { String::new() } else { format!(", in shard {}", args.shard) };
        let asked = counted(problems.len(), "position");
        let left = if answered < problems.len() { format!(", {answered} of {asked}") } else { String::new() };
        say!("\n{solved} of {answered} solved within {}{part}{left}", counted(args.nodes, "node"));
        // One that is hard counts for no more than one that is easy.
        let typical = counted((logarithms / answered as f64).exp().round(), "node");
        say!("{typical} for a position in the geometric mean, all of them where it was not solved");
        let speed = solver.nodes as f64 / solver.elapsed.as_secs_f64().max(1e-9);
        say!("{}, {speed:.0} a second", counted(solver.nodes, "node"));
    }
    ensure!(answered == problems.len(), "interrupted");
    Ok(problems::answer(solved, problems.len()))
}

/// The search that is asked, and what it has cost so far.
struct SuiteSolver<'a> {
    args: &'a SuiteArgs,
    engine: BlockingEngine,
    solver: Solver,
    nodes: u64,
    elapsed: Duration,
}

impl<'a> SuiteSolver<'a> {
    fn new(args: &'a SuiteArgs) -> Result<SuiteSolver<'a>> {
        let engine = BlockingEngine::new(Options { hash_bytes: args.hash, ..Options::default() })?;
        Ok(SuiteSolver { args, engine, solver: Solver::new(args.hash), nodes: 0, elapsed: Duration::ZERO })
    }

    /// What a search for threats that knows nothing yet finds, the nodes it looks at and the time it takes.
    fn look_for(&mut self, game: &Game, solve: Solve) -> (Solved, u64, Duration) {
        self.solver.forget();
        let (begin, before) = (Instant::now(), self.solver.nodes());
        let limits = Limits::nodes(self.args.nodes);
        let found = self.solver.solve(game, solve, &limits, &|_| !self.engine.is_interrupted());
        (found, self.solver.nodes() - before, begin.elapsed())
    }

    /// Asks the search for threats.
    fn by_threats(&mut self, problem: &Problem, solve: Solve) -> Result<SuiteAnswer> {
        let (found, nodes, elapsed) = self.look_for(&problem.game, solve);
        // Fours are found so quickly that all else would count: of several runs, which are alike, the fastest is taken.
        let again = if solve == Solve::Vcf { MORE_RUNS } else { 0 };
        let fastest = (0..again).map(|_| self.look_for(&problem.game, solve).2).fold(elapsed, Duration::min);
        self.elapsed += fastest;
        self.nodes += nodes;
        let Solved::Win(proof) = found else {
            return Ok(SuiteAnswer { point: None, score: None, depth: None, nodes, right: false });
        };
        ensure!(self.engine.check_win(&problem.game, &proof)?, "interrupted");
        let (point, plies) = (proof.win(proof.root()).point, proof.plies(proof.root()));
        let score = Score::win_in(plies);
        let right = problem.expected.is_met(point, score);
        Ok(SuiteAnswer { point: Some(point), score: Some(score), depth: Some(plies), nodes, right })
    }

    /// Asks the main search.
    fn by_search(&mut self, problem: &Problem) -> Result<SuiteAnswer> {
        self.engine.forget();
        let begin = Instant::now();
        let limits = Limits::nodes(self.args.nodes);
        let mut since = None;
        let outcome = self.engine.think(Task::best_move(&problem.game), &limits, |block| {
            let best = &block[0];
            let right = problem.expected.is_met(best.variation[0], best.score);
            since = if right { since.or(Some(best.nodes)) } else { None };
        });
        let (point, info) = outcome.point().zip(outcome.line).context("there is no move in a game that goes on")?;
        self.elapsed += begin.elapsed();
        self.nodes += info.nodes;
        let right = problem.expected.is_met(point, info.score);
        let nodes = since.filter(|_| right).unwrap_or(info.nodes);
        let depth = Some(info.depth as usize);
        Ok(SuiteAnswer { point: Some(point), score: Some(info.score), depth, nodes, right })
    }
}
