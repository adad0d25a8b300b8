//! The signature of the search, the nodes of its bench, is the one on record.

use tengen_engine::internals::bench::{self, DEPTH, POSITIONS};

/// Lines of a depth and its nodes. `scripts/check.sh` compares the deepest in release too.
const ON_RECORD: &str = include_str!("data/signature.txt");

#[track_caller]
fn check_signature(depth: u32) {
    let mut lines = ON_RECORD.lines().filter_map(|line| line.split_once(' '));
    let recorded = lines.find(|line| line.0 == depth.to_string()).map(|line| line.1);
    let (nodes, _) = bench::run(&POSITIONS, depth, |_, _| {});
    let what = "where the search was meant to change, its nodes go into tests/data/signature.txt";
    assert_eq!(Some(nodes.to_string().as_str()), recorded, "nodes at depth {depth}: {what}");
}

#[test]
fn the_signature_is_the_one_on_record() {
    check_signature(DEPTH);
}

/// The same in a second, for whoever tests one change after another.
#[test]
fn the_quick_signature_is_the_one_on_record() {
    check_signature(7);
}
