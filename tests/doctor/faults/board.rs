//! Planted: faults in the answers to BOARD.

use std::process::exit;

use super::{Fault, fault, gibberish, nothing};
use crate::faulty_mock::{Act, word};

pub(super) const FAULTS: &[Fault] =
    &[
        // BOARD.
        fault(
            "no-board",
            Act::Hear(|_, line| if word(line).ends_with("BOARD") { gibberish() } else { line.to_string() }),
            &[
                "board",
                "board-empty",
                "board-uneven",
                "board-own-first",
                "board-closed-points",
                "board-last-point",
                "board-one-line",
                "burst",
                "suspended",
                "stop",
                "yxboard",
                "nbest",
                "balance",
                "realtime",
                "search-defend",
                "start-before-search",
                "swap2-propose",
                "swap2-choose",
                "swap2-decide",
                "swap2-colours",
                "swap2-then-board",
            ],
        ),
        fault(
            "rows-first",
            Act::Hear(|mind, line| {
                let numbers: Vec<&str> = line.trim().split(',').collect();
                match numbers[..] {
                    [x, y, whose] if mind.listing => format!("{y},{x},{whose}\n"),
                    _ => line.to_string(),
                }
            }),
            &["board-orientation", "board-replaces", "board", "freestyle-five"],
        ),
        fault(
            "counts-from-one",
            Act::Hear(|_, line| {
                let place = line.trim().strip_prefix("TURN ").and_then(|place| place.split_once(','));
                let number = |text: &str| text.parse::<i32>().ok();
                match place.and_then(|(x, y)| number(x).zip(number(y))) {
                    Some((x, y)) => format!("TURN {},{}\n", x - 1, y - 1),
                    None => line.to_string(),
                }
            }),
            &["turn-edges", "turn", "takeback"],
        ),
        fault(
            "first-position-for-ever",
            Act::Hear(|mind, line| {
                if mind.lists > 0 && mind.listing && word(line) != "DONE" { nothing() } else { line.to_string() }
            }),
            &["board-replaces", "swap2-then-board"],
        ),
        fault(
            "in-turn-and-order",
            Act::Hear(|mind, line| match line.trim().rsplit_once(',') {
                Some((place, "1" | "2")) if mind.listing => {
                    mind.count += 1;
                    format!("{place},{}\n", 1 + (mind.count + 1) % 2)
                }
                _ => line.to_string(),
            }),
            &["board-unordered"],
        ),
        fault(
            "forgets-the-board",
            Act::Hear(|mind, line| if word(line) == "TURN" && mind.lists > 0 { nothing() } else { line.to_string() }),
            &["board-then-turn"],
        ),
        fault(
            "one-or-two",
            Act::Hear(|_, line| if line.trim().ends_with(",3") { exit(3) } else { line.to_string() }),
            &["board-closed-points", "continuous-game"],
        ),
        fault(
            "no-blanks",
            Act::Hear(|mind, line| if mind.listing && line.contains(' ') { nothing() } else { line.to_string() }),
            &["board-spaces"],
        ),
        fault(
            "line-by-line",
            Act::Hear(|_, line| if line.starts_with("BOARD ") { gibberish() } else { line.to_string() }),
            &["board-one-line"],
        ),
        fault(
            "board-must-be-empty-handed",
            Act::Hear(|mind, line| match word(line).as_str() {
                "BOARD" => nothing(),
                "DONE" if mind.listing => nothing(),
                _ => line.to_string(),
            }),
            &["board-empty", "burst-suspended", "swap2-then-board"],
        ),
    ];
