//! Conversations with the real program, written down as they are held: `>` said, `<` heard.
//!
//! Each line of a script is one of these; deadlines are in milliseconds and stand right after the sign.
//!
//! ```text
//! # a comment
//! args --coords yx        what the program is started with
//! > START 15              is said
//! < OK                    is heard next, within 10 seconds
//! <500 OK                 is heard next, within half a second
//! < {move}                a coordinate of a board; {6,7|11,7} is one of these; * is any text
//! < SWAP or {move}         is one of these
//! <~ INFO PV DONE         is heard within the time, whatever comes before it
//! <!300                   for so long nothing is heard
//! sleep 300
//! eof                     the input is closed
//! exit 500                the program has ended well within this time, without another word
//! ```
//!
//! `MESSAGE` lines are passed over unless the expected line begins with the word.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use crate::brain::Brain;

/// A slow machine that runs other tests beside this one still answers within this time.
const PATIENCE: Duration = Duration::from_secs(10);

/// Holds a conversation and fails with the place where it went wrong.
pub(crate) fn hold(name: &str, script: &str) {
    let args = script.lines().find_map(|line| line.strip_prefix("args ")).unwrap_or_default();
    let mut brain = Brain::start(&args.split_whitespace().collect::<Vec<_>>());
    let mut heard = Vec::new();
    for (number, line) in script.lines().map(str::trim).enumerate() {
        if let Err(why) = step(&mut brain, line, &mut heard) {
            let (number, heard) = (number + 1, heard.join("\n    "));
            panic!("{name}, line {number}: {line}\n{why}\nheard so far:\n    {heard}");
        }
    }
}

fn step(brain: &mut Brain, line: &str, heard: &mut Vec<String>) -> Result<(), String> {
    let number = |text: &str| text.parse().map(Duration::from_millis).map_err(|_| format!("no time: {text}"));
    match line.split_once(' ').unwrap_or((line, "")) {
        ("" | "#" | "args", _) => {}
        (">", said) => {
            heard.push(format!("> {said}"));
            brain.say(said);
        }
        ("sleep", time) => std::thread::sleep(number(time)?),
        ("eof", _) => brain.close(),
        ("exit", time) => return brain.exit(number(time)?),
        (sign, pattern) if sign.starts_with("<!") => {
            let until = Instant::now() + number(&sign[2..])?;
            if let Some(line) = brain.answer(until.saturating_duration_since(Instant::now())) {
                return Err(format!("heard {line} and expected nothing {pattern}"));
            }
        }
        (sign, pattern) if sign.starts_with('<') => {
            let time = sign.trim_start_matches(['<', '~']);
            let within = if time.is_empty() { PATIENCE } else { number(time)? };
            let until = Instant::now() + within;
            loop {
                let left = until.saturating_duration_since(Instant::now());
                let next = if pattern.starts_with("MESSAGE") { brain.hear(left) } else { brain.answer(left) };
                let next = next.ok_or_else(|| format!("it was not heard within {within:?}"))?;
                heard.push(next.clone());
                if pattern.split(" or ").any(|pattern| fits(pattern, &next)) {
                    break;
                }
                if !sign.starts_with("<~") {
                    return Err(format!("heard {next}"));
                }
            }
        }
        _ => return Err("this is no line of a script".to_string()),
    }
    Ok(())
}

/// Whether a line is what a pattern says.
fn fits(pattern: &str, line: &str) -> bool {
    let Some(at) = pattern.find(['*', '{']) else { return pattern == line };
    let Some(rest) = line.strip_prefix(&pattern[..at]) else { return false };
    let after = &pattern[at + 1..];
    if pattern[at..].starts_with('*') {
        return rest.char_indices().map(|(i, _)| i).chain([rest.len()]).any(|i| fits(after, &rest[i..]));
    }
    let (choices, after) = after.split_once('}').expect("a brace is closed");
    if choices == "move" {
        let length = rest.bytes().take_while(|byte| byte.is_ascii_digit() || *byte == b',').count();
        return is_coordinate(&rest[..length]) && fits(after, &rest[length..]);
    }
    choices.split('|').any(|choice| rest.strip_prefix(choice).is_some_and(|rest| fits(after, rest)))
}

fn is_coordinate(text: &str) -> bool {
    let small = |number: &str| number.parse::<u8>().is_ok_and(|number| number < 22);
    text.split_once(',').is_some_and(|(x, y)| small(x) && small(y))
}

#[test]
fn patterns_fit_what_they_say() {
    for (pattern, line, expected) in [
        ("OK", "OK", true),
        ("OK", "OK ", false),
        ("ERROR *", "ERROR no game", true),
        ("ERROR *game*", "ERROR no game has", true),
        ("ERROR *x", "ERROR no game", false),
        ("{move}", "7,7", true),
        ("{move}", "7,7 8,8", false),
        ("{move} {move}", "7,7 8,8", true),
        ("{move}", "22,7", false),
        ("{1,1|2,2}", "2,2", true),
        ("{1,1|2,2}", "2,21", false),
        ("FORBID *.", "FORBID 0102.", true),
    ] {
        assert_eq!(fits(pattern, line), expected, "{pattern} and {line}");
    }
}

#[test]
fn scripts_are_held() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/scripts");
    let mut paths: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    assert!(paths.len() > 5, "the scripts are found");
    std::thread::scope(|scope| {
        // Most of a conversation is waiting, so they are held side by side.
        for path in &paths {
            let name = path.file_name().unwrap().to_string_lossy();
            scope.spawn(move || hold(&name, &fs::read_to_string(path).unwrap()));
        }
    });
}
