//! What is tried with a screen reader in mind: what lies on points, what is said of what happens, and where the focus is.

use anyhow::{Result, ensure};

use crate::browser::Tab;
use crate::checks;
use crate::panels::{DRAWN, NO_KEY};

/// What was said last.
pub(crate) const SAID: &str = "document.querySelector('#said').textContent";

/// It is said what lies on a point, what a hint advises and a search finds, which move is reached, and what is taken back.
pub(crate) fn all(tab: &mut Tab) -> Result<()> {
    const MOVES: &str = "h8a1i8a3j8a5";
    tab.value(&format!("tengen.ask({{ask: 'new', rule: 'freestyle', width: 15, height: 15, position: '{MOVES}'}})"))?;
    tab.wait(&format!("tengen.state.moves === '{MOVES}' && {DRAWN}"))?;
    for ask in ["{ask: 'mark', point: 'k8', kind: 'triangle'}", "{ask: 'label', point: 'k8', text: 'A'}"] {
        tab.value(&format!("tengen.ask({ask})"))?;
    }
    tab.wait("tengen.state.labels.length === 1 && tengen.state.marks.length === 1")?;
    tab.value(
        "(tengen.settings.threats = true, tengen.heatShown = true, tengen.values = [['k8', 0.5]], \
         tengen.known = { name: '', count: 1, position: { entry: null, children: [{ move: 'l9', tag: 'w', verdict: 'w' }] } }, \
         tengen.render())",
    )?;
    let described = tab.value("['k8', 'l9'].map((point) => tengen.describe(point)).join('; ')")?;
    let due = ["k8: empty", "Black: straight four", "Triangle", "A", "Value 50", "l9: empty, Database: w"];
    let described = described.as_str().unwrap_or_default();
    ensure!(due.iter().all(|words| described.contains(words)), "what lies there is told as {described}");
    // The same is drawn.
    tab.wait(
        "document.querySelector('.threat.straight-four title')?.textContent === 'straight four' && \
         document.querySelector('.known') && document.querySelector('.mark') && document.querySelector('.heat rect')",
    )?;
    tab.value("(tengen.heatShown = false, tengen.settings.threats = false, tengen.ask({ask: 'hint'}))")?;
    tab.wait(&format!("/^Hint: [a-o][0-9]+ /.test({SAID})"))?;
    tab.click("#vcf")?;
    tab.wait(&format!("/^Black wins in 3 [a-o][0-9]+ /.test({SAID})"))?;
    for (by, said) in [(-2, "4 / 6, a3"), (-100, "0 / 6"), (1, "h8: Black 1"), (100, "6 / 6, a5")] {
        tab.value(&format!("tengen.step({by})"))?;
        tab.wait(&format!("{SAID}.startsWith('{said}')"))?;
    }
    checks::begin(tab, &[("#new-seat", "AB"), ("#new-opening", "free"), ("#new-clock", "none")])?;
    tab.put("h8")?;
    tab.wait("tengen.state.moves === 'h8'")?;
    tab.click("#undo")?;
    tab.wait(&format!("{SAID} === 'taken back: h8'"))?;
    // The dots of threats are explained.
    tab.click("#menu-help")?;
    tab.wait("document.querySelectorAll('#threat-kinds .threat').length === 4")?;
    tab.click("#close")
}

/// The focus of who goes by keys stays where it can be, and is nowhere lost: where its button does nothing any more, where its
/// panel shows something else, and where a dialog has changed what it was opened from.
pub(crate) fn focus(tab: &mut Tab) -> Result<()> {
    tab.value("tengen.ask({ask: 'new', rule: 'freestyle', width: 15, height: 15, position: 'h8i9'})")?;
    tab.wait(&format!("tengen.state.moves === 'h8i9' && {DRAWN}"))?;
    press(tab, "#step-first", "step-forward")?;
    press(tab, "#step-last", "step-back")?;
    tab.value("tengen.step(-1)")?;
    tab.wait(&format!("tengen.state.moves === 'h8' && {DRAWN}"))?;
    press(tab, "#remove", "confirm")?;
    tab.value("tengen.render()")?;
    tab.wait(DRAWN)?;
    press(tab, "#close", "remove")?;
    press(tab, "#menu-settings", "language")?;
    tab.choose("#language", "ru")?;
    tab.wait("document.activeElement.id === 'menu-settings' && document.documentElement.lang === 'ru'")?;
    tab.value("tengen.settings.language = 'en'; tengen.dress()")?;
    checks::begin(tab, &[("#new-seat", "AB"), ("#new-opening", "free"), ("#new-clock", "none")])?;
    tab.put("h8")?;
    tab.wait(&format!("tengen.state.moves === 'h8' && {DRAWN}"))?;
    press(tab, "#undo", "hint")?;
    tab.put("h8")?;
    tab.wait(&format!("tengen.state.moves === 'h8' && {DRAWN}"))?;
    press(tab, "#resign", "ending")?;
    press(tab, "#leave", "board")
}

/// Presses what has the focus as by keys, and waits until the focus is where it is due.
fn press(tab: &mut Tab, selector: &str, due: &str) -> Result<()> {
    tab.key(NO_KEY)?;
    tab.value(&format!(
        "(document.querySelector('{selector}').focus(), document.querySelector('{selector}').click())"
    ))?;
    tab.wait(&format!("document.activeElement.id === '{due}'")).map(drop)
}
