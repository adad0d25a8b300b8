//! What is tried on the page.

use std::env;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use serde_json::json;

use crate::browser::{Browser, Tab};
use crate::{files, games, kept, keys, openings, panels, review, set_up, told};

/// A first analysis must be there so soon, with what a busy machine is allowed beyond.
pub(crate) const FIRST_ANALYSIS: Duration = Duration::from_secs(10);
/// More moves than any game of the lowest level takes to be lost by who plays anywhere.
const MOST_MOVES: usize = 120;
/// What is true once the page is there and was told its position.
pub(crate) const READY: &str = "globalThis.tengen && tengen.state";

/// What is tried on a page that was opened for it.
type PageCheck = fn(&mut Tab) -> Result<()>;

/// Tries something, if it is wanted.
pub(crate) fn step(name: &str, check: impl FnOnce() -> Result<()>) -> Result<()> {
    if env::var("TENGEN_ONLY").is_ok_and(|only| only.split(',').all(|wanted| wanted != name)) {
        return Ok(());
    }
    println!("   {name}");
    let begin = Instant::now();
    check().with_context(|| name.to_string())?;
    println!("   {name} holds: {:.1?}", begin.elapsed());
    Ok(())
}

/// Tries something on a page of its own, in which nothing may go wrong beside it.
pub(crate) fn on_page(browser: &Browser, address: &str, name: &str, check: PageCheck) -> Result<()> {
    step(name, || {
        let mut tab = browser.open(address, 1280, false)?;
        tab.wait(READY)?;
        check(&mut tab)?;
        no_faults(&mut tab, address)?;
        tab.close()
    })
}

/// Everything that holds before both engines.
pub(crate) fn all(browser: &Browser, address: &str, pictures: Option<&Path>) -> Result<()> {
    for (name, check) in [
        ("analysis", analysis as PageCheck),
        ("stops", games::stops),
        ("game", game),
        ("game from here", games::from_here),
        ("clocks", games::clocks),
        ("draw", games::draws),
        ("dialog", set_up::dialog),
        ("tools", set_up::tools),
        ("coordinates", set_up::coordinates),
        ("opening", openings::all),
        ("files", files::all),
        ("copies", files::copies),
        ("choice of a game", panels::choice),
        ("review", review::review),
        ("database", panels::database),
        ("writing", panels::writing),
        ("left alone", panels::left_alone),
        ("refused", panels::refused),
        ("lost", panels::lost),
        ("gone", kept::gone),
        ("removed", kept::removed),
        ("engine", panels::engine),
        ("colours", panels::colours),
        ("keys", keys::all),
        ("variations", keys::variations),
        ("told", told::all),
        ("focus", told::focus),
        ("address", keys::address),
        ("languages", languages),
    ] {
        on_page(browser, address, name, check)?;
    }
    step("left keys", || keys::left(browser, address))?;
    step("hands", || keys::hands(browser, address))?;
    step("shapes", || set_up::shapes(browser, address))?;
    step("settings", || kept::settings(browser, address))?;
    for (width, is_dark) in [(1280, false), (1280, true), (390, false), (390, true)] {
        let look = if is_dark { "dark" } else { "light" };
        step(&format!("{width}-{look}"), || looks(browser, address, width, is_dark, pictures))?;
    }
    Ok(())
}

/// The page has room for its panels at a width, in light and in dark.
fn looks(browser: &Browser, address: &str, width: u32, is_dark: bool, pictures: Option<&Path>) -> Result<()> {
    let mut tab = browser.open(&format!("{address}#h8i9i8g8h7h9g9f10"), width, is_dark)?;
    tab.wait("tengen.state.stones.length === 8")?;
    // What an earlier page chose is kept for later ones.
    tab.choose("#lines", "3")?;
    tab.click("#analyse")?;
    tab.wait("tengen.lines.length === 3 && tengen.lines[0].depth > 6")?;
    fits(&mut tab, width)?;
    if let Some(folder) = pictures {
        let look = if is_dark { "dark" } else { "light" };
        tab.picture(&folder.join(format!("{width}-{look}.png")))?;
        panels::all_at_once(&mut tab)?;
        fits(&mut tab, width)?;
        tab.picture(&folder.join(format!("{width}-{look}-panels.png")))?;
    }
    no_faults(&mut tab, address)?;
    tab.close()
}

/// Nothing is wider than the page, and the board can be seen.
fn fits(tab: &mut Tab, width: u32) -> Result<()> {
    let wide = tab.value("document.documentElement.scrollWidth - innerWidth")?;
    ensure!(wide.as_f64().is_some_and(|wide| wide <= 0.0), "the page is {wide} pixels wider than {width}");
    let board = tab.value("document.querySelector('#board').getBoundingClientRect().width")?;
    ensure!(board.as_f64().is_some_and(|board| board > 300.0), "the board is {board} pixels wide");
    Ok(())
}

/// Nothing went wrong, and nothing was asked of anybody else.
pub(crate) fn no_faults(tab: &mut Tab, address: &str) -> Result<()> {
    tab.value("1")?;
    ensure!(tab.faults.is_empty(), "the console has errors: {:?}", tab.faults);
    let own = address.trim_start_matches("http://");
    let local = ["data:", "blob:", "about:"];
    let is_own = |url: &str| url.split_once("://").is_some_and(|(_, rest)| rest.starts_with(own));
    let strange = tab.requests.iter().find(|url| !is_own(url) && !local.iter().any(|kind| url.starts_with(kind)));
    ensure!(strange.is_none(), "the page asked for {strange:?}");
    ensure!(!tab.requests.is_empty(), "the page asked for nothing");
    Ok(())
}

fn analysis(tab: &mut Tab) -> Result<()> {
    tab.key(" ")?;
    let first = tab.wait("tengen.lines.length > 0")?;
    println!("      first lines after {first:?}");
    ensure!(first < FIRST_ANALYSIS, "the first analysis took {first:?}");
    tab.wait("tengen.lines[0].depth >= 8 && document.querySelectorAll('.candidate').length === 3")?;
    // The page draws while the engine thinks.
    let frames = tab.value(
        "new Promise(done => { let count = 0; const begin = performance.now(); \
         const next = () => { count++; performance.now() - begin < 1000 ? requestAnimationFrame(next) : done(count); }; next(); })",
    )?;
    println!("      {frames} frames in a second while it thinks");
    tab.put("h8")?;
    tab.wait("tengen.state.moves === 'h8' && tengen.lines.length > 0")?;
    tab.choose("#lines", "8")?;
    tab.wait("tengen.lines.length === 8")?;
    tab.click("#analyse")?;
    tab.wait("tengen.state.analysing === 0")?;
    // A hint is shown until something is found by an analysis.
    tab.click("#hint")?;
    tab.wait("tengen.hints.length === 3 && document.querySelectorAll('.candidate').length === 3")?;
    tab.click("#analyse")?;
    tab.wait("document.querySelectorAll('.candidate').length === 8")?;
    tab.click("#analyse")?;
    tab.wait("tengen.state.analysing === 0")?;
    // Two open threes at once win by fours and threes, and not by fours alone.
    let twice = "g8a1i8o1h7a15h9o15";
    tab.value(&format!("tengen.ask({{ask: 'new', rule: 'freestyle', width: 15, height: 15, position: '{twice}'}})"))?;
    tab.wait(&format!("tengen.state.moves === '{twice}'"))?;
    for (tool, verdict) in [("#vcf", "none"), ("#vct", "win")] {
        tab.click(tool)?;
        tab.wait(&format!("tengen.solution?.verdict === '{verdict}'"))?;
    }
    // An open three wins by fours and threes, and its tree is shown.
    tab.value("tengen.ask({ask: 'new', rule: 'freestyle', width: 15, height: 15, position: 'g8a1h8c1i8e1'})")?;
    tab.wait("tengen.state.stones.length === 6")?;
    tab.click("#vcf")?;
    tab.wait("tengen.solution && document.querySelector('#proof li')")?;
    ensure!(tab.value("tengen.solution.verdict")? == "win");
    // Where only a part of the tree is told the page says so.
    tab.value("tengen.hear({...tengen.solution, is_cut: true})")?;
    tab.wait("document.querySelector('#proof').textContent.includes('…')")?;
    // An answer that may be any has its turn and no stone.
    tab.value("tengen.hear({...tengen.solution, tree: [[0, 'o1'], [1, ''], [2, 'o2']]})")?;
    tab.wait("document.querySelector('#proof-2')?.textContent === 'o2'")?;
    // A press shows it where nothing can be pointed at.
    for act in ["dispatchEvent(new PointerEvent('pointerenter'))", "click()"] {
        let drawn = tab.value(&format!(
            "(tengen.expect([]), document.querySelector('button#proof-2').{act}, \
             [...document.querySelectorAll('.over .number')].map((number) => [number.textContent, number.classList[1]]))"
        ))?;
        ensure!(drawn == json!([["1", "black"], ["3", "black"]]), "a win against any answer, by {act}: {drawn}");
    }
    let height = tab.value("document.querySelector('button#proof-2').getBoundingClientRect().height")?;
    ensure!(height.as_f64().is_some_and(|height| height >= 24.0), "a move of the proof is {height} pixels high");
    tab.click("#values")?;
    tab.wait("document.querySelectorAll('.heat rect').length > 5")?;
    tab.click("#draw-graph")?;
    tab.wait("Object.keys(tengen.chances).length === 7 && document.querySelector('.curve')")?;
    // Black wins, and the curve is high.
    tab.wait(
        "tengen.chances[tengen.state.node] > 0.9 && \
         document.querySelector('.curve .chances').points.getItem(6).y < 20",
    )?;
    // Forbidden points are shown by kind, and nothing of the position before.
    tab.value("tengen.ask({ask: 'new', rule: 'renju', width: 15, height: 15, position: 'g8a1i8c1h7e1h9g1'})")?;
    tab.wait(
        "document.querySelector('.forbidden[data-kind=double-three]') && tengen.solution === null && \
         !document.querySelector('#verdict')",
    )?;
    // The chance of a node goes with its position, and stays in another view of it.
    tab.value("tengen.ask({ask: 'set_up', point: 'o14', stone: 'black'})")?;
    tab.wait("tengen.state.stones.length === 9")?;
    tab.value("tengen.chances[tengen.state.node] = 0.5; tengen.ask({ask: 'view', symmetry: 1})")?;
    tab.wait("tengen.state.stones.some(([point]) => point === 'a14')")?;
    ensure!(tab.value("tengen.chances[tengen.state.node]")? == 0.5, "the chance is gone with the view");
    tab.value("tengen.ask({ask: 'turn', color: 'white'})")?;
    tab.wait("tengen.state.to_move === 'white' && !(tengen.state.node in tengen.chances)")?;
    // Where White wins Black has no chance, and nothing of the bar.
    tab.value(
        "tengen.hear({tell: 'lines', lines: [{rank: 1, score: '+M3', mate: 3, chance: 1, depth: 1, selective_depth: 1, \
         nodes: 1, milliseconds: 1, moves: ['h8']}]})",
    )?;
    tab.wait(
        "tengen.chances[tengen.state.node] === 0 && \
         document.querySelector('.bar div').getAttribute('style') === 'width:0.0%'",
    )?;
    // What points are worth goes with their position, into a game too.
    tab.wait("tengen.values.length > 5 && document.querySelectorAll('.heat rect').length > 5")?;
    begin(tab, &[("#new-seat", "AB"), ("#new-opening", "free"), ("#new-clock", "none")])?;
    tab.wait("!document.querySelector('.heat rect')")?;
    Ok(())
}

/// Begins a game by the dialog.
pub(crate) fn begin(tab: &mut Tab, choices: &[(&str, &str)]) -> Result<()> {
    tab.click("#menu-new_game")?;
    for (list, value) in choices {
        tab.choose(list, value)?;
    }
    tab.click("#start")?;
    // What is on the board may be given up.
    if tab.value("document.querySelector('dialog[open] #replace') !== null")? == true {
        tab.click("#replace")?;
    }
    tab.wait("tengen.state.play && !document.querySelector('dialog').open")?;
    Ok(())
}

fn game(tab: &mut Tab) -> Result<()> {
    begin(
        tab,
        &[
            ("#new-rule", "freestyle"),
            ("#new-width", "15"),
            ("#new-level", "s40"),
            ("#new-opening", "free"),
            ("#new-clock", "3+2"),
        ],
    )?;
    tab.wait("document.querySelector('#told').textContent === 'It is your turn (Black).'")?;
    let turn = "tengen.state.play.ending || tengen.state.play.by === 'A'";
    tab.put("h8")?;
    tab.wait("tengen.state.stones.length === 2")?;
    ensure!(tab.value("tengen.clock('A') > 170000 && tengen.clock('A') < 184000")? == true, "the clock does not run");
    tab.click("#undo")?;
    tab.wait("tengen.state.stones.length === 0")?;
    tab.put("h8")?;
    tab.wait("tengen.state.stones.length === 2")?;
    tab.click("#hint")?;
    tab.wait("tengen.hints.length > 0")?;
    // A player who puts stones from corner to corner loses before the board is full.
    for _ in 0..MOST_MOVES {
        tab.wait(turn)?;
        if tab.value("Boolean(tengen.state.play.ending)")? == true {
            break;
        }
        let free = tab.value(
            "(() => { const taken = new Set(tengen.state.stones.map(s => s[0])); for (let y = 1; y < 16; y += 3) \
             for (let x = 0; x < 15; x += 2) { const p = 'abcdefghijklmno'[x] + y; if (!taken.has(p)) return p; } })()",
        )?;
        let before = tab.value("tengen.state.stones.length")?;
        tab.put(free.as_str().context("there is room")?)?;
        tab.wait(&format!("tengen.state.stones.length > {before}"))?;
    }
    let ending = tab.value("tengen.state.play.ending")?;
    ensure!(ending == json!(["B", "five"]), "the game ended with {ending}");
    tab.wait("document.querySelector('#ending') && document.querySelectorAll('.won').length >= 5")?;
    let own = tab.value(
        "import('./play.js').then(({ panel }) => panel({ state: { ...tengen.state, \
         play: { ...tengen.state.play, ending: ['A', 'five'] } } })[0].textContent)",
    )?;
    ensure!(own == "You win · five in a row", "a person who wins is told {own}");
    tab.click("#leave")?;
    // What was taken back is a variation beside the game, which is the main line.
    tab.wait("!tengen.state.play && document.querySelectorAll('#moves .move').length >= tengen.state.stones.length")?;
    let end = tab.value("tengen.state.moves")?;
    tab.value("tengen.step(-1000)")?;
    tab.wait("tengen.state.stones.length === 0")?;
    tab.value("tengen.step(1000)")?;
    tab.wait(&format!("tengen.state.moves === {end}"))?;
    // The level that thinks longest is made to move at once.
    begin(tab, &[("#new-level", "t30"), ("#new-seat", "B"), ("#new-clock", "none")])?;
    tab.wait("!tengen.state.play.ending && tengen.state.play.by === 'B'")?;
    tab.put("a1")?;
    tab.wait("tengen.state.play.by === 'A'")?;
    tab.value("tengen.ask({ask: 'stop'})")?;
    tab.wait("tengen.state.stones.length === 3")?;
    tab.click("#resign")?;
    tab.wait("tengen.state.play.ending")?;
    // What is found in its last position stays when the game is left for it.
    tab.click("#analyse")?;
    tab.wait("tengen.lines.length > 0")?;
    tab.click("#analyse")?;
    tab.wait("tengen.state.analysing === 0")?;
    tab.click("#leave")?;
    tab.wait("!tengen.state.play")?;
    ensure!(tab.value("tengen.lines.length > 0")? == true, "what was found is gone with the game");
    Ok(())
}

fn languages(tab: &mut Tab) -> Result<()> {
    let rows = tab.value("import('./texts.js').then(({ LANGUAGES, TEXTS }) => Object.entries(TEXTS).filter(([, row]) => row.length !== LANGUAGES.length || row.some(cell => !cell)).map(([key]) => key))")?;
    ensure!(rows == json!([]), "texts lack a language: {rows}");
    for (code, word, numbers) in [
        ("zh-Hans", "新对局", ["0.2", "54.0", "2.1万"]),
        ("zh-Hant", "新對局", ["0.2", "54.0", "2.1萬"]),
        ("ja", "新規対局", ["0.2", "54.0", "2.1万"]),
        ("ru", "Новая игра", ["0,2", "54,0", "21\u{a0}тыс."]),
        ("en", "New game", ["0.2", "54.0", "21K"]),
    ] {
        tab.click("#menu-settings")?;
        // A reader of the list speaks each language as itself.
        let read = tab.value(&format!("document.querySelector('#language option[value={code}]').lang"))?;
        ensure!(read == code, "{code} is read as {read}");
        tab.choose("#language", code)?;
        tab.wait(&format!("document.documentElement.lang === '{code}' && document.querySelector('#menu-new_game').textContent.includes('{word}')"))?;
        let written = tab.value(
            "import('./texts.js').then(({ number }) => [number(0.2), number(54, 1), number(20500, undefined, 'compact')])",
        )?;
        ensure!(written == json!(numbers), "numbers in {code}: {written}");
    }
    // Chinese is written by its script, or as it is where somebody comes from.
    let spoken = tab.value(
        "import('./texts.js').then(({ speak }) => \
         ['zh-TW', 'zh-HK', 'zh-Hant-MO', 'zh', 'zh-CN', 'zh-Hans-HK', 'ru-RU', 'en'].map((code) => speak(code)))",
    )?;
    let due = json!(["zh-Hant", "zh-Hant", "zh-Hant", "zh-Hans", "zh-Hans", "zh-Hans", "ru", "en"]);
    ensure!(spoken == due, "the languages of codes: {spoken}");
    let counts = tab.value(
        "import('./texts.js').then(({ text }) => \
         ['db_records', 'moves_count', 'do_declare'].map((key) => text(key, 1)))",
    )?;
    ensure!(counts == json!(["games: 1", "moves: 1", "fifth moves: 1"]), "one of them: {counts}");
    let lost = tab.value("import('./files.js').then(({ leftOut }) => leftOut([['comment', 2], ['rule', 1]]))")?;
    ensure!(lost == "Left out of the file: comments: 2, the rule", "what a file does not hold: {lost}");
    Ok(())
}
