//! `solve --all`: every move that wins by threats, each with its proof, and which moves could not be examined.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Instant;

use smallvec::SmallVec;
use tengen_engine::diagram;
use tengen_engine::engine::Limits;
use tengen_engine::game::Game;
use tengen_engine::point::{Point, Rows};
use tengen_engine::review::WinBy;
use tengen_engine::solve::{Proof, Scope, Solve, Solved, Solver};

use crate::cli::{SolveArgs, Way};
use crate::object;
use crate::output::{self, say};
use crate::position::{self, GivenGame};
use crate::progress::{PlainLines, Spinner};
use crate::study::solve::solution::SolveEffort;
use crate::study::solve::{json, threat_nodes};
use crate::terminal;
use crate::units::counted;

/// Positions looked at for each move before any is looked at for longer: most moves are soon refuted.
const FIRST_NODES: u64 = 500;
/// How many times as many are looked at for what is still open, from round to round.
const ROUND_FACTOR: u64 = 4;

/// One in so many of all positions, or of the time, goes to the search for any win, before single moves are examined. Where its
/// proof is not checked in that time either, its move is examined as the others are.
const FIRST_PART: u32 = 4;

/// Moves that are named of those that were not examined to the end.
const OPEN_SHOWN: usize = 24;

/// The moves of a position, sorted by what is known of them.
struct MoveWins {
    /// The moves that win, the quickest first.
    wins: Vec<(Point, Proof)>,
    /// How many moves there are.
    all: usize,
    /// The moves that could not be examined to the end.
    open: SmallVec<[Point; 16]>,
    nodes: u64,
}

/// Looks for all winning moves, says which there are and gives them with their proofs.
pub(super) fn run(
    args: &SolveArgs,
    given: &GivenGame<'_>,
    game: &Game,
    interrupted: &AtomicBool,
) -> Vec<(Point, Proof)> {
    let by = if args.by == Way::Fours { Solve::Vcf } else { Solve::Vct };
    let rows = args.position.rows.into();
    let begin = Instant::now();
    let spinner = Spinner::new(PlainLines::Never).with_label(given.label());
    let found = find(args, game, by, interrupted, begin, &spinner);
    spinner.end();
    let effort = SolveEffort { depth: None, nodes: found.nodes, time: begin.elapsed() };
    if args.json {
        let object = json::wins(game, rows, &found.wins, &found.open, &effort, interrupted.load(Relaxed));
        say!("{}", object::numbered(object, given.number));
    } else {
        show(game, rows, by, &found, &effort);
    }
    found.wins
}

/// Draws the position and lists the moves.
fn show(game: &Game, rows: Rows, by: Solve, found: &MoveWins, effort: &SolveEffort) {
    let size = game.size();
    let points: Vec<Point> = found.wins.iter().map(|&(point, _)| point).collect();
    output::write(position::draw(game, rows, &points));
    let us = game.to_move();
    let threats = WinBy::from(by).words();
    match points.len() {
        0 => say!("No move of {us} is known to win by {threats} ({effort})."),
        1 => say!("{us} wins by force with one move ({effort}):"),
        several => say!("{us} wins by force with {several} moves ({effort}):"),
    }
    for (number, (point, proof)) in found.wins.iter().enumerate() {
        let name = point.to_text(size, rows);
        let plies = counted(proof.plies(proof.root()), "ply");
        let line = position::line(&proof.line(game, proof.root()), size, rows);
        let mark = diagram::mark(number);
        say!("{}", terminal::wrapped(&format!("{:>4}. {name:3} {mark}  at most {plies:>8}: {line}", number + 1)));
    }
    if found.open.is_empty() {
        say!("All {} moves were examined for wins by {threats}.", found.all);
    } else {
        let shown = &found.open[..found.open.len().min(OPEN_SHOWN)];
        let more = match found.open.len() - shown.len() {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        let (examined, open) = (found.all - found.open.len(), position::line(shown, size, rows));
        let text = format!(
            "{examined} of {} moves were examined for wins by {threats}; not to the end: {open}{more}",
            found.all
        );
        say!("{}", terminal::wrapped(&text));
    }
}

/// Examines every legal move, for longer from round to round, until all are decided or the limits end it.
fn find(
    args: &SolveArgs,
    game: &Game,
    by: Solve,
    interrupted: &AtomicBool,
    begin: Instant,
    spinner: &Spinner,
) -> MoveWins {
    let limits = args.limits.limits();
    let most = threat_nodes(&limits);
    let is_past = |part| limits.clock.turn.is_some_and(|time| begin.elapsed() >= time / part);
    let is_over = || interrupted.load(Relaxed) || is_past(1);
    let mut open: SmallVec<[Point; 16]> = game.legal_points().collect();
    let all = open.len();
    let mut solver = Solver::new(args.limits.engine.hash);
    let mut wins = Vec::new();
    let mut round = FIRST_NODES;
    spinner.show("the best win".to_string());
    // What is found out about one win is known of the moves that lead to it.
    let first = Limits::nodes(most / u64::from(FIRST_PART));
    let is_wanted = |_: u64| !is_over() && !is_past(FIRST_PART);
    if let Solved::Win(proof) = solver.solve_checked(game, by, Scope::Everything, &first, &is_wanted) {
        let first = proof.win(proof.root()).point;
        open.retain(|&mut point| point != first);
        wins.push((first, proof));
    }
    while !open.is_empty() && solver.nodes() < most && !is_over() {
        open.retain(|&mut point| {
            let left = most.saturating_sub(solver.nodes());
            if left == 0 || is_over() {
                return true;
            }
            let name = point.to_text(game.size(), args.position.rows.into());
            spinner.show(format!("{round} positions for each move: {name}"));
            match solver.solve_move(game, point, by, &Limits::nodes(round.min(left)), &|_| !is_over()) {
                Solved::Win(proof) => wins.push((point, proof)),
                Solved::None => {}
                Solved::Unknown => return true,
            }
            false
        });
        round = round.saturating_mul(ROUND_FACTOR);
    }
    wins.sort_by_key(|(point, proof): &(Point, Proof)| (proof.plies(proof.root()), *point));
    MoveWins { wins, all, open, nodes: solver.nodes() }
}
