//! Planted: faults in the use of time, in rules and openings.

use super::{Fault, fault, nothing, pause};
use crate::faulty_mock::{Act, is_move, word};

pub(super) const FAULTS: &[Fault] = &[
    // Time.
    fault(
        "late",
        Act::Say(|_, line| {
            if is_move(line) {
                pause(1600);
            }
            format!("{line}\n")
        }),
        &[
            "turn-limit",
            "turn-limit-exact",
            "turn-zero",
            "turn-zero-match-zero",
            "match-zero",
            "time-left-negative",
            "time-left-unlimited",
            "time-counted",
        ],
    ),
    fault(
        "a-little-late",
        Act::Say(|_, line| {
            if is_move(line) {
                pause(600);
            }
            format!("{line}\n")
        }),
        &["turn-limit-exact"],
    ),
    fault(
        "zero-is-for-ever",
        Act::Hear(|_, line| {
            line.replace("timeout_turn 0", "timeout_turn -1").replace("timeout_match 100000", "timeout_match 0")
        }),
        &["turn-zero-match-zero"],
    ),
    fault(
        "does-not-look-at-the-clock",
        Act::Hear(|_, line| if line.starts_with("INFO time_left") { nothing() } else { line.to_string() }),
        &["time-left-short", "time-left-negative"],
    ),
    fault(
        "no-limits",
        Act::Hear(|_, line| if line.starts_with("INFO max_") { nothing() } else { line.to_string() }),
        &["max-depth", "max-node"],
    ),
    // Rules and openings.
    fault(
        "freestyle-only",
        Act::Hear(|_, line| if line.starts_with("INFO rule") { nothing() } else { line.to_string() }),
        &["standard-six", "rule-holds", "renju-overline", "caro-blocked", "caro-exact", "forbidden-points"],
    ),
    fault(
        "five-is-not-enough",
        Act::Say(|mind, line| if is_move(line) && mind.lists > 0 { "13,1\n".to_string() } else { format!("{line}\n") }),
        &[
            "freestyle-five",
            "freestyle-overline",
            "standard-five",
            "renju-five",
            "renju-white-overline",
            "caro-five",
            "caro-blocked",
            "caro-edge",
            "caro-overline",
            "board-unordered",
            "block",
        ],
    ),
    fault(
        "plays-one-point",
        Act::Say(|_, line| if is_move(line) { "14,0\n".to_string() } else { format!("{line}\n") }),
        &["turn"],
    ),
    fault(
        "plays-off-the-board",
        Act::Say(|_, line| if is_move(line) { "15,0\n".to_string() } else { format!("{line}\n") }),
        &["begin"],
    ),
    fault(
        "plays-the-forbidden",
        Act::Say(|_, line| if is_move(line) { "6,8\n".to_string() } else { format!("{line}\n") }),
        &["renju-forbidden"],
    ),
    fault(
        "stops-a-four-at-any-price",
        Act::Say(|_, line| if is_move(line) { "6,6\n".to_string() } else { format!("{line}\n") }),
        &["renju-forced"],
    ),
    fault("six-are-five", Act::Hear(|_, line| line.replace("rule 9", "rule 8")), &["caro-exact"]),
    fault(
        "a-rule-for-one-game",
        Act::Hear(|mind, line| {
            if matches!(word(line).as_str(), "START" | "RESTART") && mind.games > 0 {
                format!("INFO rule 0\r\n{line}")
            } else {
                line.to_string()
            }
        }),
        &["rule-holds"],
    ),
    fault(
        "opens-for-ever",
        Act::Hear(
            |mind, line| if mind.listing && mind.lists > 0 && is_move(line) { nothing() } else { line.to_string() },
        ),
        &["swap2-choose", "swap2-decide", "swap2-colours", "swap2-then-board"],
    ),
    fault(
        "one-stone-at-a-time",
        Act::Say(|_, line| if is_move(line) { format!("{}\n", line.replace(' ', "\n")) } else { format!("{line}\n") }),
        &["swap2-propose"],
    ),
];
