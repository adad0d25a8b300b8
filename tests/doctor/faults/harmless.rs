//! Engines that leave out what they may, or do it in another way that is allowed.

use std::process::exit;

use super::{Harmless, gibberish, hold, nothing, with_details};
use crate::faulty_mock::{Act, is_move, say, word};

const fn harmless(name: &'static str, act: Act, verdicts: &'static [(&'static str, &'static str)]) -> Harmless {
    Harmless { name, act, verdicts }
}

pub(crate) const HARMLESS: &[Harmless] = &[
    // It moves before anybody can end its search, and knows nothing of analysis.
    harmless(
        "quick",
        Act::Hear(|_, line| {
            if word(line).starts_with("YX") {
                gibberish()
            } else {
                line.replace("timeout_turn 30000", "timeout_turn 0").replace("timeout_turn 2000000", "timeout_turn 0")
            }
        }),
        &[("end-says-nothing", "passed"), ("stop", "not offered"), ("unlimited", "not offered")],
    ),
    harmless(
        "edits-without-analysis",
        Act::Hear(|_, line| if word(line) == "YXNBEST" { gibberish() } else { line.to_string() }),
        &[("yxboard", "not offered")],
    ),
    harmless(
        "talks-of-its-database",
        Act::Say(|_, line| match line.strip_prefix("MESSAGE DATABASE ") {
            Some(rest) if rest.starts_with("LOAD ") => "MESSAGE opens a new file\n".to_string(),
            Some(_) => format!("MESSAGE looks it up\n{line}\n"),
            None => format!("{line}\n"),
        }),
        &[("database", "passed")],
    ),
    harmless(
        "has-an-empty-message",
        Act::Say(|_, line| if is_move(line) { format!("MESSAGE \n{line}\n") } else { format!("{line}\n") }),
        &[("begin", "passed"), ("board", "passed"), ("plain-lines", "passed")],
    ),
    // What is missing behind INFO it reads from the next line.
    harmless(
        "reads-word-by-word",
        Act::Hear(|_, line| {
            let is_short = word(line) == "INFO" && line.split_whitespace().count() < 3;
            if is_short { format!("{} ", line.trim_end()) } else { line.to_string() }
        }),
        &[("info-unknown-key", "passed")],
    ),
    harmless(
        "complains-in-small-letters",
        Act::Say(|_, line| format!("{}\n", line.replace("ERROR ", "Error: ").replace("UNKNOWN", "Unknown"))),
        &[("turn-occupied", "passed"), ("unknown-word", "passed"), ("plain-lines", "passed"), ("capitals", "passed")],
    ),
    harmless("has-a-message-apart", Act::Begin(|| eprintln!("MESSAGE loading")), &[("error-stream", "passed")]),
    harmless(
        "tells-what-it-finds",
        Act::Say(with_details),
        &[("begin", "passed"), ("turn", "passed"), ("board", "passed"), ("swap2-propose", "passed")],
    ),
    // Swap2 belongs to one rule, and under another it cannot go on.
    harmless(
        "swaps-under-one-rule",
        Act::Hear(|mind, line| {
            mind.count += usize::from(line.trim_end() == "INFO rule 1");
            if word(line) == "SWAP2BOARD" && mind.count == 0 { exit(3) } else { line.to_string() }
        }),
        &[
            ("swap2-propose", "passed"),
            ("swap2-choose", "passed"),
            ("swap2-decide", "passed"),
            ("swap2-colours", "passed"),
            ("swap2-then-board", "passed"),
        ],
    ),
    harmless(
        "has-no-such-rule",
        Act::Hear(|_, line| {
            if line.starts_with("INFO rule") {
                say("ERROR unsupported rule\n");
                return nothing();
            }
            line.to_string()
        }),
        &[("swap2-propose", "not offered"), ("swap2-then-board", "not offered")],
    ),
    harmless(
        "tells-its-version-first",
        Act::Say(|_, line| {
            let first = if line.starts_with("name=") { "version=\"1\", " } else { "" };
            format!("{first}{line}\n")
        }),
        &[("about", "passed"), ("about-details", "passed"), ("plain-lines", "passed")],
    ),
    harmless(
        "names-itself-plainly",
        Act::Say(|_, line| if line.starts_with("name=") { "Tengen 1.0\n".to_string() } else { format!("{line}\n") }),
        &[("about", "passed"), ("about-in-game", "passed"), ("plain-lines", "passed")],
    ),
    // As in the official templates the stones of a second BOARD in a game are added to those that are there.
    harmless(
        "adds-by-board",
        Act::Hear(|mind, line| {
            match word(line).as_str() {
                "START" | "RESTART" => mind.count = 0,
                "BOARD" => mind.count += 1,
                _ => {}
            }
            if mind.count > 1 {
                say("ERROR opponent's move [7,7]\n");
                return nothing();
            }
            line.to_string()
        }),
        &[
            ("board-own-first", "passed"),
            ("board-uneven", "passed"),
            ("renju-forced", "passed"),
            ("realtime-and-detail", "passed"),
            ("suspended", "passed"),
            ("next-at-once", "passed"),
        ],
    ),
    harmless(
        "refuses-little-memory",
        Act::Hear(|mind, line| {
            if line.contains("max_memory 83886080") {
                mind.count += 1;
                hold(100 << 20);
            }
            if word(line) == "DONE" && mind.count > 0 {
                say("ERROR max_memory is too small\n");
                return nothing();
            }
            line.to_string()
        }),
        &[("memory-small", "not offered")],
    ),
    harmless(
        "ends-with-a-five",
        Act::Hear(|mind, line| {
            mind.count += usize::from(mind.listing && line.trim().ends_with(",3"));
            if word(line) == "DONE" && mind.count > 0 {
                say("ERROR a game ends with a five\n");
                return nothing();
            }
            line.to_string()
        }),
        &[("board-closed-points", "not offered"), ("continuous-game", "not offered")],
    ),
];
