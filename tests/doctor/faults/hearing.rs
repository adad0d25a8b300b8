//! Planted: faults in what an engine hears, and in how it lives and ends.

use std::fs;
use std::path::Path;
use std::process::exit;
use std::time::Duration;

use super::{Fault, fault, gibberish, hold, nothing, pause, without};
use crate::faulty_mock::{Act, is_move, say, word};

pub(super) const FAULTS: &[Fault] = &[
    // What is heard.
    fault(
        "capitals-only",
        Act::Hear(|_, line| {
            if line.contains(|c: char| c.is_lowercase()) && word(line) != "INFO" || line.starts_with("info") {
                gibberish()
            } else {
                line.to_string()
            }
        }),
        &["lower-case", "mixed-case", "board-lower-case", "yixin-start"],
    ),
    fault(
        "wants-a-carriage-return",
        Act::Hear(|_, line| if line.ends_with("\r\n") { line.to_string() } else { nothing() }),
        &["line-feed"],
    ),
    fault(
        "blank-lines-are-unknown",
        Act::Hear(|_, line| if line.trim().is_empty() { gibberish() } else { line.to_string() }),
        &["blank-lines"],
    ),
    fault(
        "short-buffer",
        Act::Hear(|_, line| if line.len() > 4096 { exit(3) } else { line.to_string() }),
        &["long-line", "long-info"],
    ),
    fault(
        "ascii-or-death",
        Act::Hear(|_, line| if line.is_ascii() { line.to_string() } else { exit(3) }),
        &["strange-characters"],
    ),
    fault(
        "dies-of-infinity",
        Act::Hear(|_, line| if line.contains('∞') { exit(3) } else { line.to_string() }),
        &["strange-characters"],
    ),
    fault("a-piece-is-a-line", Act::HearPiece(|piece| format!("{piece}\n")), &["partial-lines"]),
    fault(
        "what-comes-with-start-is-lost",
        Act::HearPiece(|piece| {
            let end = piece.find('\n').map_or(piece.len(), |end| end + 1);
            if piece.starts_with("START") { piece[..end].to_string() } else { piece.to_string() }
        }),
        &["burst", "burst-suspended"],
    ),
    fault(
        "deaf-while-thinking",
        Act::Deaf,
        &["reads-while-thinking", "end-while-thinking", "start-while-thinking", "stop", "unlimited"],
    ),
    fault(
        "info-is-answered",
        Act::Hear(|_, line| {
            if word(line) == "INFO" {
                say("ERROR unknown information\n");
            }
            line.to_string()
        }),
        &[
            "info-usual",
            "info-before-start",
            "info-while-thinking",
            "info-unknown-key",
            "info-bad-value",
            "info-evaluate",
            "info-folder",
            "info-upper-case",
            "info-extra-keys",
            "info-unachievable",
            "rule-numbers",
            "rule-caro-numbers",
            "rule-continuous-numbers",
            "memory-zero",
            "long-info",
            "flood-of-info",
        ],
    ),
    fault(
        "forgets-what-came-before-the-game",
        Act::Hear(|mind, line| if word(line) == "INFO" && mind.games == 0 { nothing() } else { line.to_string() }),
        &["info-before-start"],
    ),
    fault(
        "no-capital-keys",
        Act::Hear(|_, line| if line.starts_with("INFO TIMEOUT") { nothing() } else { line.to_string() }),
        &["info-upper-case"],
    ),
    fault(
        "dies-of-much-information",
        Act::Hear(|mind, line| {
            mind.count += usize::from(word(line) == "INFO");
            if mind.count > 1000 { exit(3) } else { line.to_string() }
        }),
        &["flood-of-info"],
    ),
    fault(
        "hurries-slowly",
        Act::Hear(|mind, line| {
            if mind.said.elapsed() < Duration::from_millis(25) && mind.lists > 0 { nothing() } else { line.to_string() }
        }),
        &["next-at-once"],
    ),
    fault(
        "forgets-after-a-pause",
        Act::Hear(|mind, line| {
            mind.count += usize::from(mind.heard.elapsed() > Duration::from_millis(800));
            if mind.count > 0 { nothing() } else { line.to_string() }
        }),
        &["suspended"],
    ),
    // How it lives and ends.
    fault("says-yes", Act::Say(|_, line| format!("{}\n", line.replace("OK", "YES"))), &["start"]),
    fault("adds-a-blank", Act::Say(|_, line| format!("{}\n", line.replace("OK", "OK "))), &["start"]),
    fault("sleeps-long", Act::Begin(|| pause(1300)), &["start-up-time"]),
    fault(
        "needs-its-folder",
        Act::Begin(|| {
            if !Path::new("Cargo.toml").exists() {
                exit(3);
            }
        }),
        &["another-folder"],
    ),
    fault(
        "leaves-things-lying-about",
        Act::Begin(|| {
            if !Path::new("Cargo.toml").exists() {
                fs::write("log.txt", "I was here").unwrap();
            }
        }),
        &["another-folder"],
    ),
    fault(
        "hoards",
        Act::Hear(|_, line| {
            if let Some(folder) = line.strip_prefix("INFO folder ") {
                let file = fs::File::create(Path::new(folder.trim_end()).join("book")).unwrap();
                file.set_len(80 << 20).unwrap();
            }
            line.to_string()
        }),
        &["data-folder"],
    ),
    fault(
        "strict-about-arguments",
        Act::Begin(|| {
            if std::env::args().any(|argument| argument == "-unknown") {
                exit(2);
            }
        }),
        &["unknown-arguments"],
    ),
    fault(
        "no-end",
        Act::Hear(|_, line| without("END", line)),
        &[
            "end",
            "end-before-start",
            "end-after-moves",
            "end-soon",
            "end-while-thinking",
            "end-says-nothing",
            "end-inside-board",
            "reads-while-thinking",
        ],
    ),
    fault(
        "says-good-bye",
        Act::Hear(|_, line| {
            if word(line) == "END" {
                say("0,0\n");
            }
            line.to_string()
        }),
        &["end", "end-before-start", "end-after-moves", "end-says-nothing"],
    ),
    fault(
        "says-a-last-message",
        Act::Hear(|_, line| {
            if word(line) == "END" {
                say("MESSAGE bye\n");
            }
            line.to_string()
        }),
        &["end", "end-after-moves"],
    ),
    fault(
        "ends-after-its-move",
        Act::Say(|_, line| {
            if is_move(line) {
                say(&format!("{line}\n"));
                exit(3);
            }
            format!("{line}\n")
        }),
        &["memory", "memory-small"],
    ),
    fault("immortal", Act::Immortal, &["end-of-input", "end-of-input-thinking"]),
    fault("greedy", Act::Begin(|| hold(400 << 20)), &["memory", "memory-small"]),
];
