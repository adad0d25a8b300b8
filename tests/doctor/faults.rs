//! Every fault that is planted, and the cases that must find it.

mod analysis;
mod board;
mod conduct;
mod harmless;
mod hearing;
mod opening;

use std::env;
use std::fs;
use std::process::exit;
use std::sync::LazyLock;
use std::thread::sleep;
use std::time::Duration;

use crate::faulty_mock::{Act, Mind, is_move, say, word};

pub(crate) use harmless::HARMLESS;

/// A fault.
#[derive(Clone, Copy)]
pub(crate) struct Fault {
    /// Its name, different from all others.
    pub name: &'static str,
    /// What it is.
    pub act: Act,
    /// The cases that an engine with it does not pass.
    pub cases: &'static [&'static str],
    /// Whether it fails them: what is done wrongly was not left out.
    pub fails: bool,
}

/// An engine that is not as others are, and has no fault.
#[derive(Clone, Copy)]
pub(crate) struct Harmless {
    /// Its name, different from all others and from those of faults.
    pub name: &'static str,
    /// How it differs.
    pub act: Act,
    /// The verdicts on it in some cases.
    pub verdicts: &'static [(&'static str, &'static str)],
}

const fn fault(name: &'static str, act: Act, cases: &'static [&'static str]) -> Fault {
    Fault { name, act, cases, fails: false }
}

/// A fault that does not pass for something left out.
const fn failure(name: &'static str, act: Act, cases: &'static [&'static str]) -> Fault {
    Fault { name, act, cases, fails: true }
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

/// So many bytes of memory are taken and never given back.
fn hold(bytes: usize) {
    let held = vec![1_u8; bytes];
    // Looked at, so that they are really there.
    assert!(held.iter().step_by(4096).all(|&byte| byte == 1));
    std::mem::forget(held);
}

/// The line without those of this word.
fn without(unheard: &str, line: &str) -> String {
    if word(line) == unheard { nothing() } else { line.to_string() }
}

/// The line, before a move with what its search has found.
fn with_details(_: &mut Mind, line: &str) -> String {
    let details = if is_move(line) { "INFO PV 0\nINFO DEPTH 5\nINFO PV DONE\n" } else { "" };
    format!("{details}{line}\n")
}

fn flood(text: &str) -> ! {
    loop {
        say(text);
    }
}

/// All faults.
pub(crate) static FAULTS: LazyLock<Vec<Fault>> =
    LazyLock::new(|| [hearing::FAULTS, opening::FAULTS, board::FAULTS, conduct::FAULTS, analysis::FAULTS].concat());

/// The faulty_mock of this name. One without a fault is called `sound`, one that starts only by a path of this name
/// `linked`, and one that refuses the first RESTART of all its processes `refuses-once`: its last argument is a folder that
/// it makes then.
pub(crate) fn find(name: &str) -> Option<Act> {
    match name {
        "sound" => Some(Act::Sound),
        "linked" => Some(Act::Begin(|| {
            if !env::args().next().is_some_and(|path| path.ends_with("linked")) {
                exit(3);
            }
        })),
        "refuses-once" => Some(Act::Hear(|_, line| {
            let is_first = || fs::create_dir(env::args().next_back().unwrap_or_default()).is_ok();
            if word(line) == "RESTART" && is_first() { gibberish() } else { line.to_string() }
        })),
        _ => {
            let faulty = FAULTS.iter().map(|fault| (fault.name, fault.act));
            let harmless = HARMLESS.iter().map(|harmless| (harmless.name, harmless.act));
            faulty.chain(harmless).find(|&(known, _)| known == name).map(|(_, act)| act)
        }
    }
}
