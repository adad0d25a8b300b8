//! What is told of a command that cannot be started, and of what an engine says unasked.

use super::*;

#[test]
fn a_command_that_begins_with_no_name_is_told_from_one_with_options() {
    for (command, expected) in [("my engine=./nope", true), ("./nope --hash=64", false), ("./nope", false)] {
        assert_eq!(may_hold_name(command), expected, "{command}");
    }
}

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
