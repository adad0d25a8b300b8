//! The same search twice is the same search, whatever was searched between; and every number it goes by is felt.

use std::time::Duration;

use tengen_engine::Line;
use tengen_engine::internals::bench::{self, BenchPosition, POSITIONS};
use tengen_engine::internals::search::Searcher;
use tengen_engine::internals::search::params::{Parameter, Params};

/// Deep enough that every part of the search has its say, and shallow enough for a build with assertions.
const DEPTH: u32 = 7;

/// What a search of the positions finds, all but its time.
fn found(positions: &[BenchPosition]) -> Vec<String> {
    let mut all = Vec::new();
    let (nodes, _) = bench::run(positions, DEPTH, |_, measured| {
        all.push(format!("{:?}", Line { elapsed: Duration::ZERO, ..measured.found.clone() }));
    });
    assert!(nodes > 1000 * positions.len() as u64, "only {nodes} nodes");
    all
}

#[test]
fn the_signature_is_the_same_in_every_run_and_order() {
    let forwards = found(&POSITIONS);
    assert_eq!(found(&POSITIONS), forwards);
    let mut backwards = POSITIONS;
    backwards.reverse();
    let mut again = found(&backwards);
    again.reverse();
    assert_eq!(again, forwards);
}

/// Positions by number with the depth to search them to: short ones, in which nearly all parameters are felt.
const PROBES: [(usize, u32); 5] = [(2, 8), (1, 10), (22, 10), (17, 8), (0, 12)];
/// Where the others are looked for, in all positions.
const DEEPER: [u32; 5] = [10, 11, 12, 13, 14];

/// The nodes of one probe with a parameter changed, if any.
fn probe((number, depth): (usize, u32), change: Option<(&Parameter, i32)>) -> u64 {
    let mut params = Params::default();
    if let Some((parameter, value)) = change {
        parameter.set(&mut params, value);
    }
    let mut searcher = Searcher::new(1 << 22, 1);
    searcher.set_params(params);
    bench::measure(&mut searcher, &POSITIONS[number], depth).found.nodes
}

#[test]
fn every_parameter_is_felt_at_both_ends_of_its_range() {
    let usual = PROBES.map(|at| probe(at, None));
    let deeper = || DEEPER.into_iter().flat_map(|depth| (0..POSITIONS.len()).map(move |number| (number, depth)));
    for parameter in Params::LIST {
        for end in [parameter.least, parameter.most] {
            let changed = |at| probe(at, Some((parameter, end)));
            let felt = PROBES.into_iter().zip(usual).any(|(at, nodes)| changed(at) != nodes)
                || deeper().any(|at| changed(at) != probe(at, None));
            assert!(felt, "{} is not felt at {end}", parameter.name);
        }
    }
}
