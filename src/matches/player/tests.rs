//! What is told of what an engine says unasked.

use super::*;

#[test]
fn an_error_says_more_than_the_hints_behind_it() {
    for (lines, expected) in [
        ("starting/ERROR - no weights/ERROR - gives up/hint: see weights.txt", "ERROR - no weights"),
        ("starting/running 1 test", "running 1 test"),
    ] {
        let lines: Vec<String> = lines.split('/').map(str::to_string).collect();
        assert_eq!(most_telling(&lines).map(String::as_str), Some(expected));
    }
    assert_eq!(most_telling(&[]), None);
}
