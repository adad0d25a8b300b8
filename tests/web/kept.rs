//! What is kept and what would be lost: settings, branches of the tree, and the engine behind the page.

use anyhow::{Result, ensure};
use serde_json::json;

use crate::browser::{Browser, Tab};
use crate::checks;
use crate::panels::DRAWN;

/// What is chosen on one page holds on others, and none of them takes back what another chose.
pub(crate) fn settings(browser: &Browser, address: &str) -> Result<()> {
    let mut tabs = [browser.open(address, 1280, false)?, browser.open(address, 1280, false)?];
    for tab in &mut tabs {
        tab.wait(checks::READY)?;
    }
    // The one that was opened last is in front.
    let [other, one] = &mut tabs;
    // What is said there stays as it is, where a hand may be on it.
    other.value(
        "import('./guard.js').then(({ lose }) => { lose(tengen, () => {}); \
         document.querySelector('#lost').isOld = true; })",
    )?;
    one.click("#menu-settings")?;
    one.choose("#theme", "dark")?;
    other.wait("document.documentElement.dataset.theme === 'dark'")?;
    ensure!(other.value("document.querySelector('#lost').isOld")? == true, "what is said is said anew");
    // One that has not heard of it yet.
    const THREATS: &str = "JSON.parse(localStorage.tengen).threats === true";
    let before = other.value(THREATS)?;
    other.value("(tengen.settings.theme = 'auto', tengen.toggle('threats'))")?;
    ensure!(other.value(THREATS)? != before, "what was chosen is not kept");
    ensure!(other.value("JSON.parse(localStorage.tengen).theme")? == "dark", "another page has changed the colours");
    other.value("localStorage.removeItem('tengen')")?;
    tabs.into_iter().try_for_each(Tab::close)
}

/// A branch, or what is written, is taken out of the tree once that is asked for twice; a last move at once.
pub(crate) fn removed(tab: &mut Tab) -> Result<()> {
    tab.value("tengen.ask({ask: 'new', rule: 'freestyle', width: 15, height: 15, position: 'h8i9g7'})")?;
    tab.wait("tengen.state.moves === 'h8i9g7'")?;
    tab.key("Delete")?;
    tab.wait("tengen.state.moves === 'h8i9' && !document.querySelector('dialog').open")?;
    tab.value("tengen.step(-1)")?;
    tab.wait(&format!("tengen.state.moves === 'h8' && {DRAWN}"))?;
    for (answer, nodes) in [("#close", 3), ("#confirm", 1)] {
        tab.click("#remove")?;
        tab.wait("document.querySelector('dialog[open] #confirm')")?;
        ensure!(tab.value("tengen.tree.length")? == 3, "it is gone unasked");
        tab.click(answer)?;
        tab.wait(&format!("tengen.tree.length === {nodes} && !document.querySelector('dialog').open"))?;
    }
    Ok(())
}

/// Without an engine nothing of the menu can be pressed that needs one, by keys neither, until it is there again; and what is not
/// in the address is not said to be there.
pub(crate) fn gone(tab: &mut Tab) -> Result<()> {
    let disabled =
        "[...document.querySelectorAll('#menu button')].filter((item) => item.disabled).map((item) => item.id)";
    let without = json!(["menu-new_game", "menu-new_board", "menu-open", "menu-save", "menu-copy", "menu-paste"]);
    ensure!(tab.value(disabled)? == json!([]), "the menu waits for nothing");
    let play = "{ask: 'play', rule: 'renju', width: 15, height: 15, opening: 'free', people: [true, true], \
                level: {strength: 0}, clocks: {kind: 'unlimited'}}";
    for (ask, is_there, said) in [
        (
            "{ask: 'new', rule: 'renju', width: 15, height: 15, position: 'h8'}",
            "moves === 'h8'",
            "gone. The position stays in the address",
        ),
        ("{ask: 'set_up', point: 'b1', stone: 'white'}", "stones.length === 2", "are not in the address"),
        (play, "play", "The game that was played is lost. The position stays in the address"),
    ] {
        tab.value(&format!("tengen.ask({ask})"))?;
        tab.wait(&format!("tengen.state.{is_there}"))?;
        tab.value("import('./guard.js').then(({ lose }) => lose(tengen))")?;
        ensure!(tab.value(disabled)? == without, "without an engine there is a menu");
        tab.key("n")?;
        ensure!(tab.value("document.querySelector('dialog').open")? == false, "a game is asked for without an engine");
        let note = tab.value("document.querySelector('#lost').textContent")?;
        ensure!(note.as_str().is_some_and(|note| note.contains(said)), "after {ask} it is said: {note}");
        tab.value("tengen.told = 0")?;
        tab.click("#reconnect")?;
        tab.wait("tengen.told > 0 && tengen.link")?;
        ensure!(tab.value(disabled)? == json!([]), "the engine is there again");
    }
    // Before it is there for the first time the page says that it waits.
    let waiting = tab.value(
        "import('./menu.js').then(({ draw }) => { draw({ link: null, state: null }); \
         return document.querySelector('#status').textContent; })",
    )?;
    ensure!(waiting == "Waiting for the engine …" && tab.value(disabled)? == without, "before the engine: {waiting}");
    Ok(())
}
