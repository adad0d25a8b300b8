//! Planted: faults in analysis, and habits that break an invariant.

use super::{Fault, fault, gibberish, nothing};
use crate::faulty_mock::{Act, is_move, say, word};

pub(super) const FAULTS: &[Fault] = &[
    // Analysis.
    fault(
        "no-analysis",
        Act::Hear(|_, line| if word(line).starts_with("YX") { gibberish() } else { line.to_string() }),
        &[
            "stop",
            "yxboard",
            "yixin-start",
            "nbest",
            "realtime",
            "forbidden-points",
            "no-forbidden-points",
            "hash-clear",
            "block",
            "balance",
            "search-defend",
            "yixin-swap2",
            "draw-offer",
            "start-before-search",
            "database",
        ],
    ),
    fault(
        "no-dot",
        Act::Say(|_, line| {
            if line.starts_with("FORBID") { format!("{}\n", line.trim_end_matches('.')) } else { format!("{line}\n") }
        }),
        &["forbidden-points", "no-forbidden-points"],
    ),
    fault(
        "says-moves-twice",
        Act::Say(|_, line| if is_move(line) { format!("{line}\n{line}\n") } else { format!("{line}\n") }),
        &[
            "begin",
            "end-after-moves",
            "turn",
            "board",
            "stop",
            "nbest",
            "balance",
            "start-before-search",
            "swap2-propose",
            "suspended",
            "burst",
        ],
    ),
    fault(
        "ends-no-line",
        Act::Say(|_, line| if is_move(line) { line.to_string() } else { format!("{line}\n") }),
        &["begin", "turn", "board"],
    ),
    fault(
        "answers-everything",
        Act::Hear(|_, line| {
            if matches!(word(line).as_str(), "YXBOARD" | "YXHASHCLEAR" | "YXBLOCK" | "YXBLOCKRESET") {
                say("OK\n");
            }
            line.to_string()
        }),
        &["yxboard", "hash-clear", "block"],
    ),
    fault(
        "marks-or-numbers",
        Act::Hear(|_, line| line.replace("show_detail 3", "show_detail 2")),
        &["realtime-and-detail"],
    ),
    fault(
        "shouts-in-openings",
        Act::Say(|_, line| format!("{}\n", line.replace("SOOSORV ", "SOOSORV  "))),
        &["soosyrv-propose", "soosyrv-swap", "soosyrv-fourth", "soosyrv-swap-again", "soosyrv-offer", "soosyrv-pick"],
    ),
    fault(
        "offers-without-end",
        Act::Say(|_, line| if line.ends_with("MOVE5 DONE") { nothing() } else { format!("{line}\n") }),
        &["soosyrv-offer"],
    ),
    fault(
        "picks-nothing",
        Act::Say(|_, line| if line.contains("MOVE5C") { nothing() } else { format!("{line}\n") }),
        &["soosyrv-pick"],
    ),
    // Habits.
    fault("noisy", Act::Begin(|| eprintln!("loading")), &["error-stream"]),
    fault(
        "thinks-aloud",
        Act::Say(|_, line| if is_move(line) { format!("{line}\nthat was hard\n") } else { format!("{line}\n") }),
        &["plain-lines"],
    ),
    fault(
        "has-no-message",
        Act::Say(|_, line| if is_move(line) { format!("MESSAGE\n{line}\n") } else { format!("{line}\n") }),
        &["plain-lines", "begin", "board"],
    ),
    fault("polyglot", Act::Say(|_, line| format!("MESSAGE grüß dich\n{line}\n")), &["plain-ascii"]),
    fault(
        "suggests",
        Act::Say(|_, line| if is_move(line) { format!("SUGGEST {line}\n") } else { format!("{line}\n") }),
        &["no-suggestion", "begin"],
    ),
    fault(
        "cannot-decide-on-line-ends",
        Act::Say(|_, line| format!("{line}{}\n", if is_move(line) { "\r" } else { "" })),
        &["line-ends"],
    ),
];
