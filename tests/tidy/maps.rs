//! The way to the code: the tests have maps as the crates have, and the README leads to all of them.

use std::fs;

use super::{MAPS, map, root};

/// Programs of tests from outside, whose files are listed as modules are.
const MAPS_OF_TESTS: [&str; 2] = ["tests/main.rs", "engine/tests/main.rs"];

#[test]
fn each_map_of_tests_lists_every_file_in_order() {
    for root_file in MAPS_OF_TESTS {
        let text = fs::read_to_string(root().join(root_file)).unwrap();
        let present = text.lines().filter_map(|line| line.strip_prefix("mod ")?.strip_suffix(';'));
        assert_eq!(map(root_file), present.collect::<Vec<_>>(), "left: the map in {root_file}; right: the files");
    }
}

#[test]
fn the_readme_leads_to_every_map() {
    let readme = fs::read_to_string(root().join("README.md")).unwrap();
    for root_file in MAPS.iter().map(|(_, root_file)| root_file).chain(&MAPS_OF_TESTS) {
        assert!(readme.contains(&format!("]({root_file})")), "{root_file}");
    }
}
