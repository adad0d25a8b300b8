//! `solve`: a forced win, proved and then played out by the rules, or none.

mod all;
mod json;
mod play_out;
mod sgf;
mod solution;
mod store;
mod tree;

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use anyhow::{Error, Result, anyhow, ensure};
use tengen_engine::engine::{Limits, Task};
use tengen_engine::game::Game;
use tengen_engine::internals::search::SURELY_SHORTEST;
use tengen_engine::internals::search::threat::wins_within;
use tengen_engine::point::Rows;
use tengen_engine::review::WinBy;
use tengen_engine::solve::{Proof, Solve, Solved, Solver};

use crate::blocking::BlockingEngine;
use crate::cli::{SolveArgs, Way};
use crate::files::{Existing, targets};
use crate::output::{self, CommandAnswer, say};
use crate::position::{self, Failure, GivenGame, GivenGames};
use crate::progress::{PlainLines, Spinner};
use crate::study::record_file::RecordFile;
use crate::study::solve::solution::{Solution, SolveEffort, show};
use crate::study::solve::tree::TreeFault;
use crate::study::variation;
use crate::units::counted;
use crate::{interrupt, object, weights};

/// Positions that a search for threats may look at when nothing else limits it.
const THREAT_NODES: u64 = 10_000_000;

/// Positions that a search for a shorter win may look at, and each for its tree.
const SHORTER_NODES: u64 = 500_000;

/// Looks for forced wins of the side to move and says what it found. The answer is whether there is one, in each game.
pub(crate) fn run(args: &SolveArgs) -> Result<CommandAnswer> {
    check_way(args)?;
    let games = GivenGames::of(&args.position)?;
    weights::load_for_any(games.rules(), &args.weights.weights)?;
    let given = args.position.given();
    targets::check_targets(args.tree.as_deref(), Existing::SGF, &[Path::new(&given)])?;
    if let Some(path) = &args.store {
        targets::check_apart("--tree and --store", path, args.tree.as_deref())?;
        store::check(path)?;
    }
    let is_one = games.is_one();
    let records = RecordFile::new(args.tree.as_deref(), is_one);
    let engine = (!args.all).then(|| BlockingEngine::new(args.limits.engine.options())).transpose()?;
    let interrupted = match &engine {
        Some(engine) => engine.interrupted(),
        None => interrupt::watch(|| {})?,
    };
    let mut solver = GameSolver { args, engine, interrupted, records };
    let (mut asked, mut won) = (0, 0);
    let done = games.each(|given| {
        asked += 1;
        let found = solver.solve(&given);
        won += usize::from(found.map_err(|failure| solver.or_interrupted(failure))?);
        let is_wanted = args.tree.is_some() || args.store.is_some() || output::check().is_ok();
        Ok(if is_wanted && !solver.is_interrupted() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
    });
    done.map_err(Failure::why)?;
    Ok(match asked - won {
        0 => CommandAnswer::Yes,
        left => {
            CommandAnswer::No((!is_one).then(|| anyhow!("no win was found in {left} of {}", counted(asked, "game"))))
        }
    })
}

/// Solves games one after another.
struct GameSolver<'a> {
    args: &'a SolveArgs,
    /// The searches for a win, the main search among them. That for all wins by threats needs none.
    engine: Option<BlockingEngine>,
    /// The flag that Ctrl-C raises.
    interrupted: Arc<AtomicBool>,
    records: RecordFile,
}

impl GameSolver<'_> {
    fn is_interrupted(&self) -> bool {
        self.interrupted.load(Relaxed)
    }

    /// What failed of a game is the last that is told once Ctrl-C was pressed.
    fn or_interrupted(&self, failure: Failure) -> Failure {
        match failure {
            Failure::Game(why) if self.is_interrupted() => Failure::Interrupted(why),
            failure => failure,
        }
    }

    /// Looks for a forced win in a game, knowing nothing of those before, and says what it found. Whether there is one.
    fn solve(&mut self, given: &GivenGame<'_>) -> Result<bool, Failure> {
        let args = self.args;
        let game = &given.game().map_err(Failure::Game)?;
        check_position(args, game).map_err(Failure::Game)?;
        let rows: Rows = args.position.rows.into();
        if !args.json {
            output::write(given.heading());
            say!("{}", position::heading(game, rows));
        }
        if let Some(outcome) = game.result() {
            if args.json {
                let nothing = SolveEffort { depth: None, nodes: 0, time: Duration::ZERO };
                let object = match args.all {
                    true => json::wins(game, rows, &[], &[], &nothing, false),
                    false => json::solution(game, rows, &Solution::NoMove, false),
                };
                say!("{}", object::numbered(object, given.number));
            } else {
                output::write(position::draw(game, rows, &[]));
                say!("The game is over: {outcome}.");
            }
            return Ok(false);
        }
        let Some(engine) = &mut self.engine else {
            let found = all::run(args, given, game, &self.interrupted);
            let proofs: Vec<&Proof> = found.iter().map(|(_, proof)| proof).collect();
            write_proofs(args, &mut self.records, game, &proofs)?;
            return Ok(!found.is_empty());
        };
        engine.forget();
        let mut solver = WinSolver::new(args, game, engine, given.label());
        let (solution, unfinished) = solver.solve().map_err(Failure::Game)?;
        solver.spinner.end();
        if args.json {
            let object = json::solution(game, rows, &solution, solver.engine.is_interrupted());
            say!("{}", object::numbered(object, given.number));
        } else {
            show(game, rows, &solution);
        }
        if let Solution::Win { proof: Some(proof), .. } = &solution {
            write_proofs(args, &mut self.records, game, &[proof])?;
        }
        match unfinished {
            Some(why) => Err(Failure::Game(why)),
            None => Ok(matches!(solution, Solution::Win { .. })),
        }
    }
}

/// Refuses options that the way to look for a win has no use for.
fn check_way(args: &SolveArgs) -> Result<()> {
    let by_threats = args.all || matches!(args.by, Way::Fours | Way::Threats);
    ensure!(
        !args.all || args.by != Way::Search,
        "--all looks for wins by threats: it goes with --by fours, threats or all"
    );
    ensure!(
        !by_threats || args.limits.depth.is_none(),
        "--depth limits the main search alone: a search for threats takes --nodes or --time"
    );
    Ok(())
}

/// Checks that the win of a position can be written where it is wanted, so that no long work is lost.
fn check_position(args: &SolveArgs, game: &Game) -> Result<()> {
    variation::check_position(game, args.tree.as_deref())?;
    args.store.as_deref().map_or(Ok(()), |path| store::check_position(path, game))
}

/// The ways to a win, tried one after another.
struct WinSolver<'a> {
    args: &'a SolveArgs,
    game: &'a Game,
    engine: &'a mut BlockingEngine,
    limits: Limits,
    spinner: Spinner,
    begin: Instant,
}

impl<'a> WinSolver<'a> {
    fn new(
        args: &'a SolveArgs,
        game: &'a Game,
        engine: &'a mut BlockingEngine,
        label: Option<String>,
    ) -> WinSolver<'a> {
        let spinner = Spinner::new(PlainLines::Never).with_label(label);
        WinSolver { args, game, engine, limits: args.limits.limits(), spinner, begin: Instant::now() }
    }

    /// Looks for a win, completes what is to be written of it, and looks for a shorter one. Beside what came out stands why
    /// the tree of a win is not whole, or not checked.
    fn solve(&mut self) -> Result<(Solution, Option<Error>)> {
        let mut solution = self.find()?;
        let unfinished = match self.complete(&mut solution, &self.limits.clone()) {
            Ok(()) => None,
            Err(TreeFault::Unfinished(why)) => Some(why),
            Err(TreeFault::Refuted(why)) => return Err(why),
        };
        if let Solution::Win { plies, shortest, .. } = &mut solution {
            *shortest = self.is_shortest(*plies);
        }
        Ok((solution, unfinished))
    }

    /// Tries the ways that were asked for until one leads to a win.
    fn find(&mut self) -> Result<Solution> {
        let threats = match self.args.by {
            Way::Fours => self.by_threats(&[Solve::Vcf], 1)?,
            Way::Threats => self.by_threats(&[Solve::Vcf, Solve::Vct], 1)?,
            // Half of the time is left for the search.
            Way::All => self.by_threats(&[Solve::Vcf, Solve::Vct], 2)?,
            Way::Search => return self.by_search(),
        };
        if self.args.by != Way::All || self.engine.is_interrupted() {
            return Ok(threats);
        }
        match threats {
            // The time that is left may show a shorter win.
            Solution::Win { plies, .. } if plies > SURELY_SHORTEST && !self.is_over(self.end(1)) => {
                // Whatever becomes of that, there is a win.
                let mut shorter = self.by_search().unwrap_or(Solution::NoMove);
                let is_shorter =
                    |solution: &Solution| matches!(solution, Solution::Win { plies: fewer, .. } if *fewer < plies);
                let mut limits = self.limits.clone();
                limits.nodes = limits.nodes.into_iter().chain([SHORTER_NODES]).min();
                // Its tree may be longer than the search has said.
                let is_kept =
                    is_shorter(&shorter) && self.complete(&mut shorter, &limits).is_ok() && is_shorter(&shorter);
                Ok(if is_kept { shorter } else { threats })
            }
            Solution::Unknown { .. } => self.by_search(),
            solution => Ok(solution),
        }
    }

    /// Whether no win is shorter than these plies, whatever the threats: all moves of both sides are tried.
    fn is_shortest(&self, plies: usize) -> bool {
        self.spinner.show("looking for a shorter win".to_string());
        let stop = || self.is_over(self.end(1));
        plies <= SURELY_SHORTEST || wins_within(self.game, plies - 2, SHORTER_NODES, &stop) == Some(false)
    }

    /// Whether to look no further: Ctrl-C was pressed, or there is an end that is past.
    fn is_over(&self, end: Option<Instant>) -> bool {
        self.engine.is_interrupted() || end.is_some_and(|end| Instant::now() >= end)
    }

    /// The end of the first of so many parts of the time, if that is limited.
    fn end(&self, parts: u32) -> Option<Instant> {
        self.limits.clock.turn.and_then(|time| self.begin.checked_add(time / parts))
    }

    /// Builds the proof tree of a win, if it is to be written and is not there yet: what is told of the win is then that of
    /// the tree. Each search for it keeps to the limits.
    fn complete(&mut self, solution: &mut Solution, limits: &Limits) -> Result<(), TreeFault> {
        let Solution::Win { line, plies, proof: proof @ None, .. } = solution else { return Ok(()) };
        if self.args.tree.is_none() && self.args.store.is_none() {
            return Ok(());
        }
        self.spinner.show("building the tree".to_string());
        let tree = tree::build(self.engine, self.game, limits, line[0], self.args.position.rows.into())?;
        if !self.engine.check_win(self.game, &tree).map_err(TreeFault::Refuted)? {
            return Err(TreeFault::Unfinished(anyhow!("a win was found, but the check of its tree was interrupted")));
        }
        *line = tree.line(self.game, tree.root());
        *plies = tree.plies(tree.root());
        *proof = Some(tree);
        Ok(())
    }

    /// Looks for a win by threats, of one kind after another, in one part of so many of the time there is.
    fn by_threats(&mut self, kinds: &[Solve], parts: u32) -> Result<Solution> {
        let mut solver = Solver::new(self.args.limits.engine.hash);
        let end = self.end(parts);
        for (number, &solve) in kinds.iter().enumerate() {
            // Fours are quick to look through; what they leave of the time is for the threes.
            let share = kinds.len() - number;
            let own_end = end.map(|end| Instant::now() + end.saturating_duration_since(Instant::now()) / share as u32);
            let by = WinBy::from(solve);
            let is_wanted = |nodes: u64| {
                self.spinner.show(format!("{}: {nodes} positions", by.words()));
                !self.is_over(own_end)
            };
            let limits = Limits::nodes(threat_nodes(&self.limits));
            if let Solved::Win(proof) = solver.solve(self.game, solve, &limits, &is_wanted) {
                return self.checked(proof, by, solver.nodes());
            }
        }
        Ok(Solution::Unknown { effort: self.effort(None, solver.nodes()) })
    }

    /// A win by threats, once all of its tree has been found to hold by the rules, however long that takes.
    fn checked(&self, proof: Proof, by: WinBy, nodes: u64) -> Result<Solution> {
        let effort = self.effort(None, nodes);
        self.spinner.show(format!("checking a tree of {} positions", proof.len()));
        let is_whole = self.engine.check_win(self.game, &proof)?;
        ensure!(is_whole, "interrupted: a win was found, but not checked to the end");
        let line = proof.line(self.game, proof.root());
        let plies = proof.plies(proof.root());
        Ok(Solution::Win { line, plies, shortest: false, proof: Some(proof), by, effort })
    }

    /// Looks for a win by the main search, in the time that is left.
    fn by_search(&mut self) -> Result<Solution> {
        let mut limits = self.limits.clone();
        limits.clock.turn = limits.clock.turn.map(|time| time.saturating_sub(self.begin.elapsed()));
        let outcome = self.engine.think(Task::Solve { game: self.game.clone() }, &limits, |block| {
            let best = &block[0];
            self.spinner.show(format!("depth {}, {} nodes, score {}", best.depth, best.nodes, best.score));
        });
        let found = outcome.point();
        let Some(info) = outcome.line else { return Ok(Solution::NoMove) };
        let effort = self.effort(Some(info.depth), info.nodes);
        if found.is_some() {
            let rows = self.args.position.rows.into();
            let line = play_out::to_the_end(self.engine, self.game, &info, &self.limits, rows)?;
            // What the line was cut off at may be won by a longer way.
            let plies = info.score.plies_to_end().unwrap_or(0).max(line.len());
            return Ok(Solution::Win { line, plies, shortest: false, proof: None, by: WinBy::Search, effort });
        }
        Ok(match info.score.plies_to_end() {
            Some(plies) => Solution::Loss { line: info.variation, plies, effort },
            None => Solution::Unknown { effort },
        })
    }

    /// What was searched up to now.
    fn effort(&self, depth: Option<u32>, nodes: u64) -> SolveEffort {
        SolveEffort { depth, nodes, time: self.begin.elapsed() }
    }
}

/// Positions that a search for threats may look at: without a limit of them, as many as the time allows, if that is limited.
fn threat_nodes(limits: &Limits) -> u64 {
    let unlimited = if limits.clock.turn.is_some() { u64::MAX } else { THREAT_NODES };
    limits.nodes.unwrap_or(unlimited)
}

/// Writes the trees of wins where they are wanted: to a file, and into a store.
fn write_proofs(args: &SolveArgs, records: &mut RecordFile, game: &Game, proofs: &[&Proof]) -> Result<(), Failure> {
    if proofs.is_empty() {
        return Ok(());
    }
    if let Some(path) = &args.tree {
        records.add(|| Ok(sgf::write(game, proofs).into_bytes()))?;
        let positions: usize = proofs.iter().map(|proof| proof.len()).sum();
        if !args.json {
            say!("The whole tree, {positions} positions, is in {}.", path.display());
        }
    }
    let Some(path) = &args.store else { return Ok(()) };
    let written = store::write(path, game, proofs)?;
    if !args.json {
        say!("{written}");
    }
    Ok(())
}

#[cfg(test)]
mod tests;
