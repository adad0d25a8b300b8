//! `suite`: a file of positions with what is right in each, and how many of them are solved.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, bail, ensure};
use tengen_engine::engine::{Limits, Options, Task};
use tengen_engine::game::Game;
use tengen_engine::internals::search::threat::proof::Scope;
use tengen_engine::internals::search::threat::{Solve, Solved, Vct};
use tengen_engine::point::{Point, Rows};
use tengen_engine::score::Score;

use crate::cli::{SuiteArgs, SuiteWay, parse_rule, parse_size};
use crate::output::say;
use crate::position;
use crate::progress::{PlainLines, Progress};
use crate::study::blocking::BlockingEngine;
use crate::weights;

/// Rows of the file are counted from here.
const ROWS: Rows = Rows::FromBottom;

/// Runs of a search for fours besides the first, to tell how fast it is.
const MORE_RUNS: usize = 9;

/// A position with what is right in it.
struct Problem {
    game: Game,
    expected: Expected,
    remark: String,
}

/// What is right.
enum Expected {
    /// One of these moves.
    Best(Vec<Point>),
    /// None of these moves.
    Avoid(Vec<Point>),
    /// A proof that the side to move wins.
    Win,
}

impl Expected {
    fn is_met(&self, point: Point, score: Score) -> bool {
        match self {
            Expected::Best(points) => points.contains(&point),
            Expected::Avoid(points) => !points.contains(&point),
            Expected::Win => score.is_win(),
        }
    }
}

/// What was answered to a problem.
struct SuiteAnswer {
    point: Option<Point>,
    score: Score,
    depth: usize,
    /// Nodes until the answer was right and stayed it, or all when it was not.
    nodes: u64,
    right: bool,
}

/// Solves all positions of a file and prints how it went.
pub(crate) fn run(args: &SuiteArgs) -> Result<()> {
    let mut problems = read(&args.file)?;
    let all = problems.len();
    problems.retain(|(number, _)| args.shard.owns(number - 1));
    ensure!(!problems.is_empty(), "shard {} is empty: {} holds {all} positions", args.shard, args.file.display());
    weights::load(&args.weights.weights)?;
    let mut solver = SuiteSolver::new(args)?;
    say!(
        "{:>3}  {:6}  {:13} {:>5}  {:14} {:5} {:>7} {:>6} {:>9}  remark",
        "",
        "",
        "rule",
        "size",
        "expected",
        "move",
        "score",
        "depth",
        "nodes"
    );
    let mut solved = 0;
    let mut progress = Progress::new("positions", PlainLines::Never, 0, problems.len());
    for (number, problem) in &problems {
        let game = &problem.game;
        let answer = solver.answer(problem)?;
        solved += usize::from(answer.right);
        progress.add(problem.remark.clone());
        progress.print(format_args!(
            "{number:>3}. {:6}  {:13} {:>5}  {:14} {:5} {:>7} {:>6} {:>9}  {}",
            if answer.right { "solved" } else { "FAILED" },
            game.rule().name(),
            game.size().to_string(),
            describe(&problem.expected, game),
            answer.point.map_or("-".to_string(), |point| point.to_text(game.size(), ROWS)),
            answer.score.to_string(),
            answer.depth,
            answer.nodes,
            problem.remark,
        ));
    }
    progress.end();
    let part = if args.shard.is_whole() { String::new() } else { format!(", in shard {}", args.shard) };
    say!("\n{solved} of {} solved within {} nodes{part}", problems.len(), args.nodes);
    say!("{} nodes, {:.0} a second", solver.nodes, solver.nodes as f64 / solver.elapsed.as_secs_f64().max(1e-9));
    ensure!(solved == problems.len(), "{} of {} were not solved", problems.len() - solved, problems.len());
    Ok(())
}

/// The search that is asked, and what it has cost so far.
struct SuiteSolver<'a> {
    args: &'a SuiteArgs,
    engine: BlockingEngine,
    vct: Vct,
    nodes: u64,
    elapsed: Duration,
}

impl<'a> SuiteSolver<'a> {
    fn new(args: &'a SuiteArgs) -> Result<SuiteSolver<'a>> {
        let engine = BlockingEngine::new(Options { hash_bytes: args.hash, ..Options::default() })?;
        Ok(SuiteSolver { args, engine, vct: Vct::new(args.hash), nodes: 0, elapsed: Duration::ZERO })
    }

    fn answer(&mut self, problem: &Problem) -> Result<SuiteAnswer> {
        match self.args.by {
            SuiteWay::Fours => self.by_threats(problem, Solve::Vcf),
            SuiteWay::Threats => self.by_threats(problem, Solve::Vct),
            SuiteWay::Search => self.by_search(problem),
        }
    }

    /// What a search for threats that knows nothing yet finds, the nodes it looks at and the time it takes.
    fn look_for(&mut self, game: &Game, solve: Solve) -> (Solved, u64, Duration) {
        self.vct.forget();
        let (begin, before) = (Instant::now(), self.vct.nodes());
        let found = self.vct.solve(game, solve, self.args.nodes, &|_| self.engine.is_interrupted());
        (found, self.vct.nodes() - before, begin.elapsed())
    }

    /// Asks the search for threats.
    fn by_threats(&mut self, problem: &Problem, solve: Solve) -> Result<SuiteAnswer> {
        let (found, nodes, elapsed) = self.look_for(&problem.game, solve);
        // Fours are found so quickly that all else would count: of several runs, which are alike, the fastest is taken.
        let again = if solve == Solve::Vcf { MORE_RUNS } else { 0 };
        let fastest = (0..again).map(|_| self.look_for(&problem.game, solve).2).fold(elapsed, Duration::min);
        self.elapsed += fastest;
        self.nodes += nodes;
        ensure!(!self.engine.is_interrupted(), "interrupted");
        let Solved::Win(proof) = found else {
            return Ok(SuiteAnswer { point: None, score: Score::DRAW, depth: 0, nodes, right: false });
        };
        proof.check(&problem.game, Scope::Everything).context("the win that was found is none")?;
        let (point, plies) = (proof.win(proof.root()).point, proof.plies(proof.root()));
        let score = Score::win_in(plies);
        let right = problem.expected.is_met(point, score);
        Ok(SuiteAnswer { point: Some(point), score, depth: plies, nodes, right })
    }

    /// Asks the main search.
    fn by_search(&mut self, problem: &Problem) -> Result<SuiteAnswer> {
        self.engine.forget();
        let begin = Instant::now();
        let limits = Limits::nodes(self.args.nodes);
        let mut since = None;
        let outcome = self.engine.think(&problem.game, Task::best_move(), &limits, |info| {
            let right = problem.expected.is_met(info.variation[0], info.score);
            since = if right { since.or(Some(info.nodes)) } else { None };
        });
        ensure!(!self.engine.is_interrupted(), "interrupted");
        let (point, info) = outcome.point().zip(outcome.line).context("there is no move in a game that goes on")?;
        self.elapsed += begin.elapsed();
        self.nodes += info.nodes;
        let right = problem.expected.is_met(point, info.score);
        let nodes = since.filter(|_| right).unwrap_or(info.nodes);
        Ok(SuiteAnswer { point: Some(point), score: info.score, depth: info.depth as usize, nodes, right })
    }
}

fn describe(expected: &Expected, game: &Game) -> String {
    let points = |points: &[Point]| position::line(points, game.size(), ROWS);
    match expected {
        Expected::Best(best) => points(best),
        Expected::Avoid(bad) => format!("not {}", points(bad)),
        Expected::Win => "win".to_string(),
    }
}

/// The positions of a file with their numbers, from 1.
fn read(path: &Path) -> Result<Vec<(usize, Problem)>> {
    let text = fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    let problems = parse(&text, &path.display().to_string())?;
    Ok((1..).zip(problems).collect())
}

fn parse(text: &str, name: &str) -> Result<Vec<Problem>> {
    let lines = (1..).zip(text.trim_start_matches('\u{feff}').lines().map(str::trim));
    let problems: Result<Vec<Problem>> = lines
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
        .map(|(number, line)| problem(line).with_context(|| format!("{name}, line {number}")))
        .collect();
    let problems = problems?;
    ensure!(!problems.is_empty(), "{name} holds no position");
    Ok(problems)
}

fn problem(line: &str) -> Result<Problem> {
    let mut words = line.split_whitespace();
    let mut next = |what: &str| words.next().with_context(|| format!("{what} is missing"));
    let word = next("the rule")?;
    let rule = parse_rule(word).map_err(|why| anyhow!("\"{word}\": {why}"))?;
    let word = next("the size")?;
    let size = parse_size(word).map_err(|why| anyhow!("\"{word}\": {why}"))?;
    let moves = next("the list of moves (- for none)")?;
    let game = Game::from_text(rule, size, if moves == "-" { "" } else { moves }, ROWS)?;
    if let Some(outcome) = game.result() {
        bail!("the game is over: {outcome}");
    }
    let kind = next("what is expected (best, avoid or win)")?;
    let mut points = || -> Result<Vec<Point>> {
        let list = next("the list of points")?;
        list.split(',')
            .map(|word| {
                let point = Point::parse(word, size, ROWS).filter(|point| game.empty_points().any(|p| p == *point));
                point.with_context(|| format!("\"{word}\" is no empty point"))
            })
            .collect()
    };
    let expected = match kind {
        "best" => Expected::Best(points()?),
        "avoid" => Expected::Avoid(points()?),
        "win" => Expected::Win,
        _ => bail!("\"{kind}\" stands where best, avoid or win belongs"),
    };
    Ok(Problem { game, expected, remark: words.collect::<Vec<_>>().join(" ") })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suites_are_read_and_mistakes_are_named_with_their_line() {
        let text = "# remark\n\n renju 15 h8i9 best h7,h9 two good ones \r\ncaro 20x15 - avoid a1\nstandard 9 e5 win\n";
        let problems = parse(text, "x.txt").unwrap();
        assert_eq!(problems.len(), 3);
        assert_eq!(problems[0].remark, "two good ones");
        let at = |x, y| Point::new(x, y);
        assert!(
            problems[0].expected.is_met(at(7, 6), Score::DRAW) && !problems[0].expected.is_met(at(7, 5), Score::DRAW)
        );
        assert!(
            problems[1].expected.is_met(at(0, 0), Score::DRAW) && !problems[1].expected.is_met(at(0, 14), Score::DRAW)
        );
        assert!(
            problems[2].expected.is_met(at(0, 0), Score::win_in(5))
                && !problems[2].expected.is_met(at(0, 0), Score::DRAW)
        );
        for (line, complaint) in [
            ("chess 15 - win", "\"chess\": no such rule"),
            ("renju 4 - win", "\"4\": a side has 5 to 22"),
            ("renju 15", "the list of moves (- for none) is missing"),
            ("renju 15 h8h8 win", "move 2 (h8) cannot be played"),
            ("renju 15 h8", "what is expected"),
            ("renju 15 h8 good h9", "\"good\" stands where"),
            ("renju 15 h8 best", "the list of points is missing"),
            ("renju 15 h8 best h8", "\"h8\" is no empty point"),
            ("renju 15 h8 avoid h9,z9", "\"z9\" is no empty point"),
            ("freestyle 15 a1a2b1b2c1c2d1d2e1 win", "the game is over: Black wins"),
        ] {
            let error = format!("{:#}", parse(&format!("# one\n{line}"), "x.txt").err().expect(line));
            assert!(error.starts_with("x.txt, line 2: ") && error.contains(complaint), "{line}: {error}");
        }
        assert!(parse("# nothing\n", "x.txt").is_err());
    }
}
