//! Planted: faults in analysis, and habits that break an invariant.

use super::{Fault, failure, fault, gibberish, nothing, with_details};
use crate::faulty_mock::{Act, is_move, say, word};

pub(super) const FAULTS: &[Fault] = &[
    // Analysis.
    fault(
        "no-analysis",
        Act::Hear(|_, line| if word(line).starts_with("YX") { gibberish() } else { line.to_string() }),
        &[
            "stop",
            "unlimited",
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
    failure("plays-the-blocked", Act::Say(|_, line| format!("{}\n", line.replace("6,6", "11,11"))), &["block"]),
    failure(
        "keeps-what-is-deleted",
        Act::Hear(|_, line| line.replace("YXDELETEDATABASEONE", "YXQUERYDATABASEONE")),
        &["database"],
    ),
    failure(
        "forgets-the-value",
        Act::Say(|_, line| format!("{}\n", line.replace("DATABASE ONE 33 25", "DATABASE ONE 32 0"))),
        &["database"],
    ),
    failure("may-accept", Act::Say(|_, line| format!("{}\n", line.replace("REJECT", "PERHAPS"))), &["draw-offer"]),
    failure(
        "ends-what-has-no-limit",
        Act::Hear(|_, line| line.replace("timeout_turn 2000000", "timeout_turn 0")),
        &["unlimited"],
    ),
    fault(
        "marks-or-numbers",
        Act::Hear(|_, line| line.replace("show_detail 3", "show_detail 2")),
        &["realtime-and-detail"],
    ),
    failure(
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
    fault("shows-details-unasked", Act::Say(with_details), &["plain-lines"]),
    fault(
        "shows-forbidden-points-unasked",
        Act::Say(|_, line| if is_move(line) { format!("FORBID .\n{line}\n") } else { format!("{line}\n") }),
        &["plain-lines", "begin"],
    ),
    fault(
        "begins-with-a-blank",
        Act::Say(|_, line| if is_move(line) { format!(" MESSAGE hello\n{line}\n") } else { format!("{line}\n") }),
        &["plain-lines", "begin", "board"],
    ),
    fault(
        "says-a-blank",
        Act::Say(|_, line| if is_move(line) { format!(" \n{line}\n") } else { format!("{line}\n") }),
        &["plain-lines", "begin", "board"],
    ),
    fault(
        "has-no-message",
        Act::Say(|_, line| if is_move(line) { format!("MESSAGE\n{line}\n") } else { format!("{line}\n") }),
        &["plain-lines", "begin", "board"],
    ),
    fault("agrees-softly", Act::Say(|_, line| format!("{}\n", line.replace("OK", "ok"))), &["capitals"]),
    fault("murmurs", Act::Say(|_, line| format!("{}\n", line.replace("MESSAGE", "message"))), &["capitals"]),
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
