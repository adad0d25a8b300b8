//! Games by lots against the engine of the page, its speed, and the clocks.

use std::env;
use std::fs;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use serde_json::json;

use crate::browser::{Browser, PATIENCE, Tab};
use crate::checks;

/// Plays games for some seconds, up to a number of them.
const PLAY: &str = include_str!("games.js");
/// Games where `TENGEN_GAMES` asks for no other number.
const GAMES: u64 = 20;
/// How long the fixed searches may take on a busy machine, and between two looks at them.
const MOST_LOOKS: u32 = 600;
const BETWEEN_LOOKS: Duration = Duration::from_secs(1);

/// Milliseconds between two frames from which on a page is frozen, and not only on a busy machine: as long as the engine thinks
/// before it is stopped.
const FROZEN: f64 = 3_000.0;

/// Plays games until there are enough; every fault ends it.
pub(crate) fn play(browser: &Browser, address: &str) -> Result<()> {
    let games =
        env::var("TENGEN_GAMES").map_or(Ok(GAMES), |games| games.parse()).context("TENGEN_GAMES is a number")?;
    let mut tab = browser.open(address, 1280, false)?;
    tab.wait(checks::READY)?;
    loop {
        let told = tab.value(&PLAY.replace("GAMES", &games.to_string()))?;
        let faults = told["faults"].as_array().context("faults are told")?;
        ensure!(faults.is_empty(), "game {}: {faults:?}", told["games"]);
        if told["games"].as_u64() >= Some(games) {
            println!("   {games} games by lots, no fault: {told}");
            return checks::no_faults(&mut tab, address);
        }
    }
}

/// The engine of the page counts the nodes on record; says how fast.
pub(crate) fn signature(browser: &Browser, address: &str) -> Result<()> {
    let recorded = fs::read_to_string("tests/data/signature.txt")?;
    let line = recorded.lines().find(|line| line.starts_with(|letter: char| letter.is_ascii_digit()));
    let recorded: u64 =
        line.and_then(|line| line.split_whitespace().nth(1)).context("a signature is on record")?.parse()?;
    let mut tab = browser.open(address, 1280, false)?;
    tab.wait(checks::READY)?;
    tab.value(
        "(async () => { const engine = await WebAssembly.compileStreaming(fetch('engine_bg.wasm')); globalThis.counted = null; \
         const worker = new Worker('worker.js', { type: 'module', name: 'thinker' }); worker.postMessage({ engine }); \
         worker.onmessage = ({ data }) => { globalThis.counted = data; }; worker.postMessage({ signature: true }); })()",
    )?;
    for _ in 0..MOST_LOOKS {
        thread::sleep(BETWEEN_LOOKS);
        let counted = tab.value("globalThis.counted")?;
        let (Some(nodes), Some(time)) = (counted["signature"].as_f64(), counted["ms"].as_f64()) else { continue };
        println!("   {nodes} nodes in {time:.0} ms: {:.0} a second", nodes / time * 1e3);
        ensure!(nodes == recorded as f64, "the engine of the page counts {nodes} nodes, and {recorded} are on record");
        return Ok(());
    }
    anyhow::bail!("the fixed searches came to no end")
}

/// A clock goes down while its player thinks, and who lets it run out has lost, though nobody does anything.
pub(crate) fn clocks(tab: &mut Tab) -> Result<()> {
    let play = |clocks: &str| {
        format!(
            "tengen.ask({{ask: 'play', rule: 'freestyle', width: 15, height: 15, opening: 'free', people: [true, true], \
             level: {{strength: 0}}, clocks: {clocks}}})"
        )
    };
    tab.value(&play("{kind: 'fischer', main: 180000, increment: 2000}"))?;
    tab.wait("tengen.state.play")?;
    let goes_down = tab.value(
        "(async () => { const before = tengen.clock('A'); await new Promise(done => setTimeout(done, 300)); \
         return tengen.clock('A') < before; })()",
    )?;
    ensure!(goes_down == true, "the clock does not go down");
    tab.value(&play("{kind: 'per_move', each: 1000}"))?;
    tab.wait("tengen.state.play?.ending?.[1] === 'time'")?;
    Ok(())
}

/// Between two people a draw is offered, and accepted by who says so twice.
pub(crate) fn draws(tab: &mut Tab) -> Result<()> {
    checks::begin(tab, &[("#new-seat", "AB"), ("#new-opening", "free"), ("#new-clock", "none")])?;
    tab.click("#draw")?;
    tab.wait("tengen.state.play.offer === 'A' && document.querySelector('#draw').textContent === 'Accept the draw'")?;
    for (answer, ending) in [("#close", "null"), ("#confirm", "[null,\"agreement\"]")] {
        tab.click("#draw")?;
        tab.wait("document.querySelector('dialog[open] #confirm')")?;
        tab.click(answer)?;
        tab.wait(&format!(
            "!document.querySelector('dialog[open]') && JSON.stringify(tengen.state.play.ending) === '{ending}'"
        ))?;
    }
    Ok(())
}

/// The page answers while its engine is stopped, and the engine begins anew at once, however long it has thought.
pub(crate) fn stops(tab: &mut Tab) -> Result<()> {
    // The longest time between two frames, from now on.
    tab.value(
        "(() => { let last = performance.now(); tengen.longest = 0; const next = () => { const now = performance.now(); \
         tengen.longest = Math.max(tengen.longest, now - last); last = now; requestAnimationFrame(next); }; next(); })()",
    )?;
    tab.click("#analyse")?;
    tab.wait("tengen.lines[0]?.milliseconds > 3000")?;
    for point in ["h8", "i9", "g7"] {
        tab.put(point)?;
        let first = tab.wait(&format!("tengen.state.moves.endsWith('{point}') && tengen.lines.length > 0"))?;
        ensure!(first < checks::FIRST_ANALYSIS, "after {point} the first lines came after {first:?}");
        println!("      after {point} first lines in {first:?}");
        tab.wait("tengen.lines[0]?.milliseconds > 1500")?;
    }
    let (longest, replaced) = (tab.value("tengen.longest")?, tab.value("tengen.link.replaced()")?);
    println!("      longest time between two frames {longest} ms, {replaced} workers replaced");
    ensure!(longest.as_f64().is_some_and(|longest| longest < FROZEN), "the page stood still for {longest} ms");
    tab.click("#analyse")?;
    tab.wait("tengen.state.analysing === 0")?;
    turned(tab)
}

/// What was found of one view of a board is not drawn on another, where no stone tells them apart either.
fn turned(tab: &mut Tab) -> Result<()> {
    tab.value("tengen.ask({ask: 'new', rule: 'freestyle', width: 15, height: 12})")?;
    tab.wait("tengen.state.height === 12")?;
    tab.click("#analyse")?;
    tab.wait("tengen.lines.length > 0")?;
    tab.click("#analyse")?;
    tab.wait("tengen.state.analysing === 0")?;
    tab.click("#rotate")?;
    tab.wait("tengen.state.width === 12 && tengen.lines.length === 0 && !document.querySelector('.candidate')")?;
    Ok(())
}

/// Replaces what hears the engine in its worker: what stands there happens in the middle of a search.
fn sabotage(tab: &mut Tab, script: &str) -> Result<()> {
    let session = tab.worker("thinker").context("the engine has no worker")?;
    tab.run_in_worker(&session, &format!("globalThis.tengenHear = () => {{ {script} }}; 0"))
}

/// A worker that dies in the middle of a search is replaced, and the search begins anew; one that hangs is replaced once its
/// search is to stop; and where all of them die, or none can be loaded, it is said.
pub(crate) fn deaths(tab: &mut Tab) -> Result<()> {
    const DIES: &str = "throw new Error('a fault of the engine');";
    tab.attach_workers()?;
    tab.click("#analyse")?;
    tab.wait("tengen.lines[0]?.depth > 4")?;
    replaced_after(tab, |tab| sabotage(tab, DIES))?;
    tab.value("tengen.lines = []")?;
    tab.wait("tengen.lines[0]?.depth > 4 && tengen.state.analysing > 0")?;
    sabotage(tab, "for (;;);")?;
    // Nothing is heard of one that hangs, and another position is analysed at once.
    replaced_after(tab, |tab| tab.put("h8"))?;
    tab.wait("tengen.state.moves === 'h8' && tengen.lines.length > 0")?;
    tab.click("#analyse")?;
    // Once the next job is done nobody waits for the stop of an earlier one.
    tab.click("#vcf")?;
    tab.wait("tengen.state.analysing === 0 && tengen.solution")?;
    // In a game the move comes for all that.
    checks::begin(tab, &[("#new-seat", "A"), ("#new-level", "t3"), ("#new-opening", "free"), ("#new-clock", "none")])?;
    sabotage(tab, DIES)?;
    replaced_after(tab, |tab| tab.put("h8"))?;
    tab.wait("tengen.state.stones.length === 2")?;
    tab.click("#leave")?;
    tab.wait("!tengen.state.play")?;
    tab.click("#analyse")?;
    for _ in 0..2 {
        tab.wait("tengen.lines.length > 0")?;
        replaced_after(tab, |tab| sabotage(tab, DIES))?;
        tab.value("tengen.lines = []")?;
    }
    ensure!(tab.value("document.querySelector('.note.error') === null")? == true, "the engine is lost too early");
    tab.wait("tengen.lines.length > 0")?;
    // It alone is ended then: what is on the board is neither lost nor does it stand still, and another goes on with it.
    tab.value(
        "globalThis.ended = 0; const end = Worker.prototype.terminate; \
         Worker.prototype.terminate = function () { ended++; end.call(this); }; undefined",
    )?;
    sabotage(tab, DIES)?;
    tab.wait("document.querySelector('#lost')")?;
    ensure!(tab.value("ended")? == 1, "the conversation is ended too, or nobody is");
    tab.value("tengen.ask({ask: 'comment', text: 'still here'})")?;
    tab.wait("tengen.state.comment === 'still here'")?;
    // What is to stop is over, though nobody is there who could stop, and what is wanted next waits for the other one.
    for analysing in ["=== 0", "> 0"] {
        tab.click("#analyse")?;
        tab.wait(&format!("tengen.state.analysing {analysing}"))?;
    }
    tab.value("tengen.lines = []")?;
    tab.click("#reconnect")?;
    tab.wait("tengen.lines.length > 0 && tengen.state.analysing > 0 && tengen.state.comment === 'still here'")?;
    ensure!(tab.value("document.querySelector('#lost') === null")? == true, "the engine is gone again");
    // Why it was stands in the console.
    let told = &tab.faults;
    let is_told = !told.is_empty() && told.iter().all(|fault| fault.contains("a fault of the engine"));
    ensure!(is_told, "the console has: {told:?}");
    tab.click("#analyse")?;
    tab.wait("tengen.state.analysing === 0")?;
    unreadable(tab)?;
    // It is said too where one of them cannot begin, and where there is no engine to begin with.
    tab.value(
        "globalThis.empty = new WebAssembly.Module(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0)); \
         globalThis.Worker = class extends Worker { \
         constructor(file, options) { super(file, options); this.role = options.name; } \
         postMessage(message) { \
         super.postMessage(message.engine && this.role === broken ? { engine: empty } : message); } \
         }; undefined",
    )?;
    for fault in [
        "globalThis.broken = 'thinker'",
        "globalThis.broken = 'conversation'",
        "globalThis.fetch = () => Promise.reject(new Error('no engine'))",
    ] {
        tab.value(&format!("document.querySelector('#lost')?.remove(); {fault}; tengen.begin(); undefined"))?;
        tab.wait("document.querySelector('#lost')").with_context(|| fault.to_string())?;
    }
    let note = tab.value("document.querySelector('#lost').textContent")?;
    ensure!(note.as_str().is_some_and(|note| !note.contains("program")), "of a program that there is not: {note}");
    tab.faults.clear();
    Ok(())
}

/// A job that cannot be read is a fault of the worker; and a move that waits for another engine is ordered anew, by the clock
/// of then.
fn unreadable(tab: &mut Tab) -> Result<()> {
    checks::begin(tab, &[("#new-seat", "A"), ("#new-level", "t3"), ("#new-opening", "free"), ("#new-clock", "none")])?;
    tab.value(
        "globalThis.post = Worker.prototype.postMessage; globalThis.jobs = []; globalThis.isSpoilt = true; \
         Worker.prototype.postMessage = function (message) { \
         if (message.job) jobs.push(JSON.parse(message.job).id); \
         post.call(this, message.job && isSpoilt ? { job: 'none' } : message); }; undefined",
    )?;
    tab.put("h8")?;
    tab.wait("document.querySelector('#lost')")?;
    let failed = tab.value("[jobs.length, new Set(jobs).size]")?;
    ensure!(failed == json!([3, 1]), "jobs that failed, and how many of them are different: {failed}");
    tab.value("isSpoilt = false")?;
    tab.click("#reconnect")?;
    tab.wait("tengen.state.stones.length === 2")?;
    ensure!(tab.value("jobs[3] !== jobs[0]")? == true, "the move goes on by the clock of long ago");
    tab.value("Worker.prototype.postMessage = post; undefined")?;
    tab.click("#leave")?;
    tab.wait("!tengen.state.play").map(drop)
}

/// Does something after which the worker of the engine is replaced, once.
fn replaced_after(tab: &mut Tab, act: impl FnOnce(&mut Tab) -> Result<()>) -> Result<()> {
    let before = tab.value("tengen.link.replaced()")?.as_u64().context("workers are counted")?;
    let old = tab.worker("thinker");
    act(tab)?;
    tab.wait(&format!("tengen.link.replaced() > {before}"))?;
    // The next sabotage is that of the new one.
    let begin = Instant::now();
    while tab.worker("thinker") == old {
        ensure!(begin.elapsed() < PATIENCE, "no worker came in its place");
        tab.value("1")?;
    }
    ensure!(tab.value("tengen.link.replaced()")? == before + 1, "more than one worker was replaced");
    Ok(())
}

/// A game goes on from the position on the board, and what it needs there is a move of the engine.
pub(crate) fn from_here(tab: &mut Tab) -> Result<()> {
    tab.value("tengen.ask({ask: 'new', rule: 'standard', width: 13, height: 13, position: 'g7h8'})")?;
    tab.wait("tengen.state.moves === 'g7h8' && tengen.state.width === 13")?;
    tab.click("#menu-new_game")?;
    tab.click("#from-here")?;
    // Rule, board and opening are those of the board.
    let fixed = tab.value(
        "['rule', 'width', 'height', 'opening'].map((key) => document.querySelector(`#new-${key}`)) \
         .map(({ value, disabled }) => [value, disabled])",
    )?;
    ensure!(fixed == json!([["standard", true], ["13", true], ["13", true], ["free", true]]), "it goes on by {fixed}");
    tab.choose("#new-seat", "B")?;
    tab.choose("#new-level", "s0")?;
    tab.click("#start")?;
    tab.wait("tengen.state.play && tengen.state.moves.startsWith('g7h8') && tengen.state.stones.length === 3")?;
    ensure!(tab.value("tengen.state.rule === 'standard' && tengen.state.play.by === 'B'")? == true, "another game");
    // Once more it goes on from there too, and not from its end.
    tab.put("a1")?;
    tab.wait("tengen.state.stones.length === 5 && tengen.state.play.by === 'B'")?;
    tab.click("#resign")?;
    tab.click("#rematch")?;
    tab.wait("!tengen.state.play.ending && tengen.state.moves.startsWith('g7h8') && tengen.state.stones.length === 3")?;
    // The next game does not, unless that is chosen again.
    tab.click("#leave")?;
    tab.wait("!tengen.state.play")?;
    checks::begin(tab, &[("#new-seat", "A")])?;
    ensure!(tab.value("tengen.state.stones.length")? == 0, "the next game goes on from the board too");
    Ok(())
}
