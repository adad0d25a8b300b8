//! The same search twice is the same search, whatever was searched between.

use tengen_engine::bench::{self, POSITIONS, Position};

/// Deep enough that every part of the search has its say, and shallow enough for a build with assertions.
const DEPTH: u32 = 7;

/// What a search of the positions finds, all but its time.
fn found(positions: &[Position]) -> Vec<String> {
    let mut all = Vec::new();
    let (nodes, _) = bench::run(positions, DEPTH, |_, measured| all.push(format!("{:?}", measured.found)));
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
