//! `bench`, `perft` and `speed`: what the engine is measured by. All printing of numbers, and none of the measuring.

use std::time::{Duration, Instant};

use anyhow::Result;
use tengen_engine::internals::bench::speed::{self, Part};
use tengen_engine::internals::bench::{self, POSITIONS};
use tengen_engine::internals::perft;
use tengen_engine::rule::RuleKind;

use crate::cli::{BenchArgs, PerftArgs, SpeedArgs};
use crate::output::say;
use crate::{position, weights};

/// Prints the signature, a line for each position, and last what testing frameworks look for.
pub(crate) fn bench(args: &BenchArgs) -> Result<()> {
    weights::load(&args.weights.weights)?;
    say!("{:>2}  {:13} {:5} {:>6} {:>7} {:>9} {:>8}  best", "", "rule", "size", "stones", "score", "nodes", "ms");
    let mut number = 0;
    let (nodes, elapsed) = bench::run(&POSITIONS, args.depth, |position, measured| {
        number += 1;
        let (game, found) = (position.game(), &measured.found);
        say!(
            "{number:>2}  {:13} {:5} {:>6} {:>7} {:>9} {:>8}  {}",
            position.rule.name(),
            position.size.to_string(),
            game.moves().len(),
            found.score.to_string(),
            found.nodes,
            measured.elapsed.as_millis(),
            position::line(&found.variation[..1], position.size, Default::default()),
        );
    });
    say!("\nTime (ms)   : {}", elapsed.as_millis());
    say!("Nodes searched: {nodes}");
    say!("Nodes/second: {:.0}", per_second(nodes, elapsed));
    Ok(())
}

fn per_second(count: u64, elapsed: Duration) -> f64 {
    count as f64 / elapsed.as_secs_f64().max(1e-9)
}

/// Prints the leaves below each move of a position, and their sum.
pub(crate) fn perft(args: &PerftArgs) -> Result<()> {
    let game = position::read(&args.position)?;
    let begin = Instant::now();
    let leaves = match args.divide {
        true => perft::divide(&game, args.depth, &mut |point, leaves| {
            say!("{:>4}: {leaves}", point.to_text(game.size(), args.position.rows.into()));
        }),
        false => perft::count(&game, args.depth),
    };
    let elapsed = begin.elapsed();
    let unit = if leaves == 1 { "leaf" } else { "leaves" };
    say!("{leaves} {unit} at depth {} in {} ms", args.depth, elapsed.as_millis());
    say!("{:.0} leaves a second", per_second(leaves, elapsed));
    Ok(())
}

/// Prints how long the parts of the search take.
pub(crate) fn speed(args: &SpeedArgs) -> Result<()> {
    let rules: Vec<RuleKind> = args.rule.map_or(RuleKind::ALL.to_vec(), |rule| vec![rule]);
    weights::load_for_any(&rules, &args.weights.weights)?;
    say!("{:13}  {:32} {:>10} {:>14}", "rule", "operation", "ns", "per second");
    for rule in rules {
        for part in Part::ALL {
            let Some(speed) = speed::measure(part, rule, args.time) else { continue };
            let name = match part {
                Part::Move => "make or unmake a move",
                Part::JudgedMove => "make, evaluate and unmake",
                Part::ForbiddenMap => "all forbidden points",
                Part::Evaluation => "evaluation again",
            };
            say!("{:13}  {name:32} {:>10.1} {:>14.0}", rule.name(), speed.nanos, speed.per_second());
        }
    }
    Ok(())
}
