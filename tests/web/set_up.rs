//! What is tried before a game: what its dialog asks for, positions that are set up, and what stands beside a board.

use anyhow::{Context, Result, ensure};
use serde_json::json;

use crate::browser::{Browser, Tab};
use crate::checks;
use crate::panels::DRAWN;

/// The boards of reports.
const DRAWING: &str = include_str!("../../src/report/drawing.js");

/// What is chosen in the dialog of a game is what is asked for.
pub(crate) fn dialog(tab: &mut Tab) -> Result<()> {
    tab.value("tengen.link.ask = (message) => { globalThis.asked = message; }; undefined")?;
    for (list, choice, due) in [
        ("#new-width", "19", json!({"width": 19, "height": 19})),
        ("#new-height", "12", json!({"width": 15, "height": 12})),
        ("#new-clock", "move10", json!({"clocks": {"kind": "per_move", "each": 10_000}})),
        ("#new-clock", "3+2", json!({"clocks": {"kind": "fischer", "main": 180_000, "increment": 2_000}})),
        ("#new-level", "clock", json!({"level": "clock"})),
        ("#new-level", "t10", json!({"level": {"time": 10_000}})),
        ("#new-level", "s90", json!({"level": {"strength": 90}})),
        ("#new-seat", "B", json!({"people": [false, true], "names": ["Tengen", "You"]})),
    ] {
        tab.click("#menu-new_game")?;
        tab.choose(list, choice)?;
        tab.click("#start")?;
        let asked = tab.value("asked")?;
        for (part, value) in due.as_object().into_iter().flatten() {
            ensure!(asked[part] == *value, "after {choice} the {part} is another: {asked}");
        }
        tab.click("#close")?;
    }
    Ok(())
}

/// Tools put stones and signs on points, and a board of another rule and size takes the place of this one.
pub(crate) fn tools(tab: &mut Tab) -> Result<()> {
    tab.value("(tengen.editing = true, tengen.render())")?;
    // The stones, the texts and the signs after each tool, one after another.
    for (tool, due) in [
        ("black", json!([[["b2", "black", 0]], [], []])),
        ("white", json!([[["b2", "white", 0]], [], []])),
        ("empty", json!([[], [], []])),
        ("label", json!([[], [["b2", "A"]], []])),
        ("label", json!([[], [], []])),
        ("triangle", json!([[], [], [["b2", "triangle"]]])),
    ] {
        tab.click(&format!("#tool-{tool}"))?;
        tab.put("b2")?;
        let seen = "JSON.stringify([tengen.state.stones, tengen.state.labels, tengen.state.marks])";
        tab.wait(&format!("{seen} === '{due}'"))?;
    }
    tab.click("#turn-white")?;
    tab.wait("tengen.state.to_move === 'white'")?;
    tab.choose("#rule", "standard")?;
    tab.wait("tengen.state.rule === 'standard'")?;
    tab.click("#menu-new_board")?;
    tab.choose("#board-rule", "caro")?;
    tab.choose("#board-width", "19")?;
    tab.choose("#board-height", "12")?;
    tab.click("#board-now")?;
    tab.click("#replace")?;
    tab.wait("tengen.state.rule === 'caro' && tengen.state.width === 19 && tengen.state.height === 12")?;
    numbers(tab)?;
    pasted(tab)?;
    written(tab)
}

/// One text stands on a point: a letter or a mark in the place of the number, and the number of a stone that is seen before it is
/// put in the place of both.
fn written(tab: &mut Tab) -> Result<()> {
    for ask in [
        "{ask: 'new', rule: 'renju', width: 15, height: 15, position: 'h8i9g7'}",
        "{ask: 'label', point: 'h8', text: 'A'}",
        "{ask: 'label', point: 'j10', text: 'B'}",
        "{ask: 'mark', point: 'k10', kind: 'circle'}",
        "{ask: 'mark', point: 'i9', kind: 'triangle'}",
    ] {
        tab.value(&format!("tengen.ask({ask})"))?;
    }
    tab.wait("tengen.state.marks.length === 2 && !tengen.frame")?;
    for (ahead, texts, marks) in [("[]", json!(["A", "3", "B"]), 2), ("['j10', 'k10']", json!(["A", "3", "1", "2"]), 1)]
    {
        let drawn = tab.value(&format!(
            "(tengen.expect({ahead}), [[...document.querySelectorAll('#board text:not(.coordinate)')] \
             .map((text) => text.textContent), document.querySelectorAll('.mark').length])"
        ))?;
        ensure!(drawn == json!([texts, marks]), "with {ahead} ahead the board has {drawn}");
    }
    Ok(())
}

/// Beside the board moves have the numbers of their stones, also where others were set up between them.
fn numbers(tab: &mut Tab) -> Result<()> {
    tab.drop_file("edited.sgf", "(;GM[4]SZ[15];B[hh];W[ig];AB[cc];W[dd];B[ee])")?;
    tab.wait("tengen.tree.length === 6")?;
    tab.value("tengen.step(1000)")?;
    tab.wait(&format!("tengen.state.stones.length === 5 && {DRAWN}"))?;
    let beside = tab.value("[...document.querySelectorAll('#moves .move')].map((move) => move.textContent)")?;
    ensure!(beside == json!(["1h8", "2i9", "◇", "1d12", "2e11"]), "beside the board stands {beside}");
    let on_board = tab.value("tengen.state.stones.slice(-2).map(([point, , number]) => number + point)")?;
    ensure!(on_board == json!(["1d12", "2e11"]), "on the board stands {on_board}");
    Ok(())
}

/// Moves that are typed are there after Enter, and so is the position of an address.
fn pasted(tab: &mut Tab) -> Result<()> {
    for (text, rule, width, moves) in
        [("h8i9g7", "caro", 15, "h8i9g7"), ("http://127.0.0.1/#freestyle/20/j10", "freestyle", 20, "j10")]
    {
        tab.click("#menu-paste")?;
        tab.write("#moves-text", text)?;
        tab.key("Enter")?;
        tab.wait(&format!(
            "tengen.state.moves === '{moves}' && tengen.state.width === {width} && tengen.state.rule === '{rule}' && \
             !document.querySelector('dialog').open"
        ))?;
    }
    Ok(())
}

/// The languages of the page, the one of the checks last.
const LANGUAGES: [&str; 5] = ["zh-Hans", "zh-Hant", "ja", "ru", "en"];

fn speak(tab: &mut Tab, language: &str) -> Result<()> {
    tab.click("#menu-settings")?;
    tab.choose("#language", language)?;
    tab.wait(&format!("document.documentElement.lang === '{language}' && {DRAWN}")).map(drop)
}

/// Through a projector too both seats, the board and the way through the moves are seen at once, and stay beside the panels while
/// these are gone through.
fn projected(tab: &mut Tab) -> Result<()> {
    for (width, height) in [(1280, 720), (960, 540)] {
        let metrics = json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": false});
        tab.call("Emulation.setDeviceMetricsOverride", metrics)?;
        for language in LANGUAGES {
            speak(tab, language)?;
            for end in ["0", "document.documentElement.scrollHeight"] {
                tab.value(&format!("scrollTo(0, {end})"))?;
                tab.wait(
                    "document.querySelector('#top').getBoundingClientRect().top >= 0 && \
                     document.querySelector('#steps').getBoundingClientRect().bottom <= innerHeight",
                )
                .with_context(|| format!("in {language} at {width}x{height}, scrolled to {end}"))?;
            }
        }
    }
    Ok(())
}

/// A board of any shape is seen as a whole in the window, and nothing is wider than a narrow one.
pub(crate) fn shapes(browser: &Browser, address: &str) -> Result<()> {
    for width in [1280, 390] {
        let mut tab = browser.open(address, width, false)?;
        tab.wait(checks::READY)?;
        for (columns, rows) in [(12, 20), (5, 22), (22, 5), (15, 15)] {
            tab.value(&format!("tengen.ask({{ask: 'new', rule: 'freestyle', width: {columns}, height: {rows}}})"))?;
            tab.wait(&format!("tengen.state.width === {columns} && tengen.state.height === {rows} && {DRAWN}"))?;
            let place = tab.value(
                "(() => { const { bottom, width, height } = document.querySelector('#board').getBoundingClientRect(); \
                 const { width: columns, height: rows } = document.querySelector('#board').viewBox.baseVal; \
                 return [bottom <= innerHeight, Math.abs(width / height - columns / rows) < 0.05, width > 320 || height > 320, \
                 document.documentElement.scrollWidth]; })()",
            )?;
            ensure!(place == json!([true, true, true, width]), "{columns}x{rows} in a window of {width}: {place}");
        }
        tab.close()?;
    }
    let mut tab = browser.open(address, 1280, false)?;
    tab.wait(checks::READY)?;
    projected(&mut tab)?;
    tab.close()?;
    let mut tab = browser.open(address, 320, false)?;
    tab.wait(checks::READY)?;
    for language in LANGUAGES {
        speak(&mut tab, language)?;
        let is_inside = tab.value(
            "document.documentElement.scrollWidth === 320 && [...document.querySelectorAll('#steps > *')] \
             .every((part) => part.getBoundingClientRect().x >= 0 && part.scrollWidth <= part.offsetWidth)",
        )?;
        ensure!(is_inside == true, "in {language} the page is wider than a telephone");
    }
    tab.close()
}

/// Letters and numbers stand beside the columns and rows that they name, on the page and in reports.
pub(crate) fn coordinates(tab: &mut Tab) -> Result<()> {
    let beside = tab.value(
        "[['x', tengen.board.left(7)], ['y', tengen.board.top(4)]].map(([side, at]) => \
         [...document.querySelectorAll('.coordinate')] \
         .find((text) => Number(text.getAttribute(side)) === at)?.textContent)",
    )?;
    ensure!(beside == json!(["H", "5"]), "beside h5 of the page stands {beside}");
    let beside = tab.value(&format!(
        "(() => {{ {DRAWING}\n return [false, true].map((rowsFromTop) => {{ \
         const {{ svg, x, y }} = emptyBoard({{ width: 15, height: 12, rowsFromTop, dots: [] }}, {{}}); \
         const nearest = (kind, side, at) => {{ const off = (text) => Math.abs(text.getAttribute(side) - at); \
         return [...svg.querySelectorAll('text')].filter((text) => kind.test(text.textContent)) \
         .sort((one, other) => off(one) - off(other))[0].textContent; }}; \
         return [nearest(/[0-9]/, 'y', y(0)), nearest(/[a-z]/, 'x', x(7))]; }}); }})()"
    ))?;
    ensure!(beside == json!([["12", "h"], ["1", "h"]]), "beside the highest row and h of reports stands {beside}");
    Ok(())
}
