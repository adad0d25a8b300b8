//! What is tried of reviews: their list, the lines that are drawn, and where they lead.

use anyhow::{Result, ensure};

use crate::browser::Tab;
use crate::panels::{DRAWN, MISSED, NO_KEY};

/// A review comes to its end, names the mistake, and leads to its position.
pub(crate) fn review(tab: &mut Tab) -> Result<()> {
    tab.value(&format!("tengen.ask({{ask: 'new', rule: 'freestyle', width: 15, height: 15, position: '{MISSED}'}})"))?;
    tab.wait("tengen.state.stones.length === 8")?;
    tab.choose("#review-time", "1000")?;
    tab.click("#review-game")?;
    tab.wait("document.querySelector('#review progress')")?;
    tab.wait("tengen.review?.complete && !tengen.reviewing && document.querySelector('#mistake-7')")?;
    ensure!(
        tab.value("document.querySelector('#mistake-7 .what').textContent")?
            .as_str()
            .is_some_and(|said| said.contains("win"))
    );
    // The graph names it as the list does, and not by a colour alone.
    tab.wait(
        "[...document.querySelectorAll('.curve .slip title')] \
         .some((title) => title.textContent === `7. ${document.querySelector('#mistake-7 b').textContent}`)",
    )?;
    tab.click("#mistake-7")?;
    tab.wait("tengen.state.stones.length === 6 && document.querySelector('#better')")?;
    let better = tab.value("document.querySelector('#better .moves').textContent")?;
    ensure!(better.as_str().is_some_and(|line| line.starts_with("g8") || line.starts_with("k8")), "better: {better}");
    // The line is drawn on the board while it is pointed at. By keys: the mouse leaves no focus where it has pressed.
    tab.key(NO_KEY)?;
    tab.value("document.querySelector('#better').focus()")?;
    tab.wait("document.querySelectorAll('.stone.expected').length > 1")?;
    // On another position it would mean nothing.
    tab.value("(document.querySelector('#better').blur(), tengen.step(-1))")?;
    tab.wait(&format!("tengen.state.stones.length === 5 && {DRAWN}"))?;
    tab.value("document.querySelector('#better').dispatchEvent(new PointerEvent('pointerenter'))")?;
    ensure!(tab.value("tengen.expected.length")? == 0, "a line is drawn on another position than its own");
    tab.value("tengen.step(1)")?;
    tab.wait("tengen.state.stones.length === 6")?;
    // A comment changes the tree, and the review stays.
    tab.value("tengen.ask({ask: 'comment', text: 'here'})")?;
    tab.wait("tengen.state.comment === 'here'")?;
    ensure!(tab.value("tengen.review !== null && Object.keys(tengen.chances).length === 9")? == true);
    // The board is turned, and the review with it.
    tab.click("#rotate")?;
    tab.wait(
        "!tengen.state.moves.startsWith('h8h10') && !document.querySelector('#mistake-7').textContent.includes('a15')",
    )?;
    ensure!(
        tab.value("Object.keys(tengen.chances).length === 9 && document.querySelectorAll('.curve .slip').length > 0")?
            == true
    );
    tab.click("#mistake-7")?;
    tab.wait("tengen.state.stones.length === 6")?;
    // A mistake whose position is taken out of the tree leads nowhere.
    tab.value("tengen.tree = tengen.tree.filter((node) => node.id !== tengen.state.node); tengen.render()")?;
    tab.wait("document.querySelector('#mistake-7').disabled && document.querySelector('#better').disabled")?;
    // It goes with the rule by which it was made.
    tab.value("tengen.ask({ask: 'rule', rule: 'standard'})")?;
    tab.wait("tengen.state.rule === 'standard' && tengen.review === null && !document.querySelector('#mistakes')")?;
    // One that is broken into goes on where it was.
    tab.value("tengen.ask({ask: 'new', rule: 'freestyle', width: 15, height: 15, position: 'h8i9g7'})")?;
    tab.wait(&format!("tengen.state.moves === 'h8i9g7' && tengen.review === null && {DRAWN}"))?;
    tab.click("#review-game")?;
    tab.wait("tengen.review?.progress[0] >= 2")?;
    tab.value(
        "globalThis.least = Infinity; tengen.hear = (tell) => { if (tell.tell === 'review') least = Math.min(least, tell.review.progress[0]); \
         tengen.constructor.prototype.hear.call(tengen, tell); }; tengen.ask({ask: 'values'}); undefined",
    )?;
    tab.wait("tengen.values.length > 0 && least < Infinity")?;
    ensure!(tab.value("least >= 2")? == true, "the review began anew");
    tab.wait("!tengen.reviewing")?;
    // And so does one that is stopped.
    tab.choose("#review-time", "10000")?;
    tab.click("#review-game")?;
    tab.wait("tengen.reviewing")?;
    tab.click("#review-game")?;
    tab.wait("!tengen.reviewing")?;
    Ok(())
}
