//! Every fault that is planted, and the cases that must find it.

use std::fs;
use std::path::Path;
use std::process::exit;
use std::thread::sleep;
use std::time::Duration;

use crate::faulty_mock::{Act, is_move, say, word};

/// A fault.
pub(crate) struct Fault {
    /// Its name, different from all others.
    pub name: &'static str,
    /// What it is.
    pub act: Act,
    /// The cases that an engine with it does not pass.
    pub cases: &'static [&'static str],
}

const fn fault(name: &'static str, act: Act, cases: &'static [&'static str]) -> Fault {
    Fault { name, act, cases }
}

fn pause(milliseconds: u64) {
    sleep(Duration::from_millis(milliseconds));
}

/// Nothing is heard.
fn nothing() -> String {
    String::new()
}

/// Something is heard that no engine knows.
fn gibberish() -> String {
    "gibberish\n".to_string()
}

/// The line without those of this word.
fn without(unheard: &str, line: &str) -> String {
    if word(line) == unheard { nothing() } else { line.to_string() }
}

fn flood(text: &str) -> ! {
    loop {
        say(text);
    }
}

/// All faults.
pub(crate) const FAULTS: &[Fault] = &[
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
    fault("immortal", Act::Immortal, &["end-of-input", "end-of-input-thinking"]),
    fault(
        "greedy",
        Act::Begin(|| {
            let held = vec![1_u8; 400 << 20];
            // Looked at, so that it is really there, and never given back.
            assert!(held.iter().step_by(4096).all(|&byte| byte == 1));
            std::mem::forget(held);
        }),
        &["memory", "memory-small"],
    ),
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
        &["begin", "begin-before-start", "about-in-game", "info-before-start", "end-after-moves"],
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
        &["about"],
    ),
    fault(
        "modest",
        Act::Say(|_, line| if line.starts_with("name=") { "name=\"x\"\n".to_string() } else { format!("{line}\n") }),
        &["about-details"],
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
        Act::Hear(
            |mind, line| {
                if mind.lists > 0 && mind.listing && word(line) != "DONE" { nothing() } else { line.to_string() }
            },
        ),
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
        &["standard-six", "renju-overline", "caro-blocked", "forbidden-points"],
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
            "board-unordered",
            "block",
        ],
    ),
    fault(
        "plays-the-forbidden",
        Act::Say(|_, line| if is_move(line) { "6,8\n".to_string() } else { format!("{line}\n") }),
        &["renju-forbidden"],
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
        "answers-everything",
        Act::Hear(|_, line| {
            if matches!(word(line).as_str(), "YXBOARD" | "YXHASHCLEAR" | "YXBLOCK" | "YXBLOCKRESET") {
                say("OK\n");
            }
            line.to_string()
        }),
        &["yxboard", "hash-clear", "block"],
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

/// The faulty_mock of this name; one without a fault is called `sound`.
pub(crate) fn find(name: &str) -> Option<Act> {
    if name == "sound" {
        return Some(Act::Sound);
    }
    FAULTS.iter().find(|fault| fault.name == name).map(|fault| fault.act)
}
