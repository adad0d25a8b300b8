//! Planted: faults in the answers to START, BEGIN, TURN and what else a game begins with.

use std::process::exit;

use super::{Fault, fault, flood, gibberish, nothing, pause, without};
use crate::faulty_mock::{Act, say, word};

pub(super) const FAULTS: &[Fault] = &[
    // START and its kin.
    fault(
        "fifteen-only",
        Act::Hear(|_, line| {
            if word(line) == "START" && !line.contains("15") { "START 0\n".to_string() } else { line.to_string() }
        }),
        &["start-20", "start-sizes", "start-again", "restart", "board-last-point", "board-full", "freestyle-five"],
    ),
    fault(
        "any-size",
        Act::Hear(|_, line| if word(line) == "START" { "START 15\n".to_string() } else { line.to_string() }),
        &["start-impossible", "start-offers-20", "start-again"],
    ),
    fault(
        "floods-at-nonsense",
        Act::Hear(|_, line| match line.trim() {
            "START" | "TURN abc" => flood("ERROR what?\n"),
            _ => line.to_string(),
        }),
        &["start-without-size", "turn-nonsense"],
    ),
    fault(
        "one-size",
        Act::Hear(|_, line| if line.trim() == "START 15 15" { gibberish() } else { line.to_string() }),
        &["start-two-numbers"],
    ),
    fault(
        "one-game",
        Act::Hear(|mind, line| {
            if word(line) == "START" && mind.games > 0 {
                say("OK\n");
                return nothing();
            }
            line.to_string()
        }),
        &["start-again", "start-while-thinking"],
    ),
    fault(
        "slow-start",
        Act::Hear(|_, line| {
            if word(line) == "START" {
                pause(300);
            }
            line.to_string()
        }),
        &["start-is-cheap"],
    ),
    fault("columns-are-rows", Act::Hear(|_, line| line.replace("RECTSTART 20,15", "RECTSTART 15,20")), &["rectstart"]),
    fault(
        "no-rectangles",
        Act::Hear(|_, line| if word(line) == "RECTSTART" { gibberish() } else { line.to_string() }),
        &["rectstart", "rectstart-square"],
    ),
    fault("restarts-on-fifteen", Act::Hear(|_, line| line.replace("RESTART", "START 15")), &["restart"]),
    fault("no-restart", Act::Hear(|_, line| without("RESTART", line)), &["restart", "restart-before-start"]),
    fault(
        "no-begin",
        Act::Hear(|_, line| without("BEGIN", line)),
        &["begin", "begin-before-start", "about-in-game", "end-after-moves"],
    ),
    fault(
        "no-turn",
        Act::Hear(|_, line| without("TURN", line)),
        &[
            "turn",
            "turn-first",
            "turn-edges",
            "turn-occupied",
            "turn-off-board",
            "turn-nonsense",
            "takeback",
            "play",
            "start-again",
            "time-counted",
            "time-left-unlimited",
            "info-before-start",
            "board-then-turn",
            "continuous-game",
        ],
    ),
    fault(
        "never-complains",
        Act::Say(|_, line| if line.starts_with("ERROR") { nothing() } else { format!("{line}\n") }),
        &[
            "turn-occupied",
            "turn-off-board",
            "turn-nonsense",
            "start-impossible",
            "takeback-wrong",
            "takeback-nothing",
            "board-full",
            "board-off-board",
            "board-repeated",
            "soosyrv-bad-list",
        ],
    ),
    fault(
        "dies-of-mistakes",
        Act::Say(|_, line| if line.starts_with("ERROR") { exit(3) } else { format!("{line}\n") }),
        &[
            "board-nonsense",
            "board-off-board",
            "board-repeated",
            "stray-done",
            "info-bad-value",
            "info-unachievable",
            "begin-before-start",
            "turn-occupied",
        ],
    ),
    fault(
        "talks-about-itself",
        Act::Say(|_, line| if line.starts_with("name=") { format!("{line}\nand more\n") } else { format!("{line}\n") }),
        &["about", "plain-lines"],
    ),
    fault(
        "modest",
        Act::Say(|_, line| if line.starts_with("name=") { "name=\"x\"\n".to_string() } else { format!("{line}\n") }),
        &["about-details"],
    ),
    fault(
        "keeps-its-name",
        Act::Hear(|_, line| if word(line) == "ABOUT" { gibberish() } else { line.to_string() }),
        &["about", "about-details", "about-in-game"],
    ),
    fault(
        "busy-in-a-game",
        Act::Hear(|mind, line| if word(line) == "ABOUT" && mind.games > 0 { nothing() } else { line.to_string() }),
        &["about-in-game"],
    ),
    fault(
        "takes-nothing-back",
        Act::Hear(|_, line| {
            if word(line) == "TAKEBACK" {
                say("OK\n");
            }
            without("TAKEBACK", line)
        }),
        &["takeback", "takeback-wrong", "takeback-nothing"],
    ),
    fault("plays-elsewhere", Act::Hear(|_, line| line.replace("PLAY 3,4", "PLAY 4,3")), &["play"]),
    fault(
        "calls-the-unknown-an-error",
        Act::Say(|_, line| format!("{}\n", line.replace("UNKNOWN", "ERROR"))),
        &["unknown-word", "unknown-before-start", "flood-of-nonsense"],
    ),
    fault(
        "loses-patience",
        Act::Say(|mind, line| {
            mind.count += usize::from(line.starts_with("UNKNOWN"));
            if mind.count > 500 { nothing() } else { format!("{line}\n") }
        }),
        &["flood-of-nonsense"],
    ),
    fault(
        "done-is-done",
        Act::Hear(|mind, line| {
            if word(line) == "DONE" && !mind.listing {
                say("OK\nOK\n");
            }
            line.to_string()
        }),
        &["stray-done"],
    ),
];
