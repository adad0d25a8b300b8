//! What is tried before a game: what its dialog asks for, positions that are set up, and what stands beside a board.

use anyhow::{Result, ensure};
use serde_json::json;

use crate::browser::Tab;

/// The boards of reports.
const DRAWING: &str = include_str!("../../src/report/drawing.js");

/// What is chosen in the dialog of a game is what is asked for.
pub(crate) fn dialog(tab: &mut Tab) -> Result<()> {
    tab.value("tengen.link.ask = (message) => { globalThis.asked = message; }; undefined")?;
    for (list, choice, due) in [
        ("#new-size", "19", json!({"width": 19, "height": 19})),
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
    tab.choose("#board-size", "19")?;
    tab.click("#board-now")?;
    tab.click("#replace")?;
    tab.wait("tengen.state.rule === 'caro' && tengen.state.width === 19 && tengen.state.height === 19")?;
    Ok(())
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
