//! What is tried on the panels beside the board: database, engine, and the choice of a game.

use anyhow::{Result, ensure};
use serde_json::json;

use crate::browser::Tab;
use crate::checks;

/// What is true once the panels show the position that was told.
pub(crate) const DRAWN: &str = "!tengen.frame && tengen.drawnNode === tengen.state.node";

/// A key that does nothing: what is given the focus after it has it as by keys.
pub(crate) const NO_KEY: &str = "F2";

/// A game in which both sides have an open three when Black plays elsewhere with the seventh move: that gives the win away.
pub(crate) const MISSED: &str = "h8h10i8i10j8j10a15k10";

/// What is written into the database is seen from the position before, found again and forgotten.
pub(crate) fn database(tab: &mut Tab) -> Result<()> {
    if tab.value("tengen.known === null")? == true {
        // Only the program on this machine has one.
        ensure!(tab.value("document.querySelector('#database').childElementCount")? == 0);
        return Ok(());
    }
    tab.value("tengen.ask({ask: 'new', rule: 'freestyle', width: 15, height: 15, position: 'h8i9'})")?;
    tab.wait(&format!("tengen.known.position?.moves === 'h8i9' && document.querySelector('#db-label') && {DRAWN}"))?;
    tab.choose("#db-label", "w")?;
    tab.wait("tengen.known.position.entry?.label === 'w'")?;
    tab.choose("#db-comment", "a trap")?;
    tab.wait("tengen.known.position.entry.comment === 'a trap'")?;
    // What another page writes is there once one looks at this one.
    tab.value(
        "import('./link.js').then(({ connect }) => connect(() => {}, () => {})).then((link) => { \
         link.ask({ask: 'new', rule: 'freestyle', width: 15, height: 15, position: 'h8i9'}); \
         link.ask({ask: 'learn', comment: 'a trap by another'}); })",
    )?;
    tab.wait(
        "dispatchEvent(new Event('focus')) && tengen.known.position.entry.comment === 'a trap by another' && \
         document.querySelector('#db-comment').value === 'a trap by another'",
    )?;
    // A field shows what became of what was typed, also while another one has the focus.
    for (typed, kept) in [("99999", "29999"), ("", "29999"), ("12.7", "12")] {
        tab.wait(DRAWN)?;
        tab.value("(document.querySelector('#db-value').focus(), document.querySelector('#db-value').select())")?;
        if typed.is_empty() {
            tab.key("Backspace")?;
        } else {
            tab.call("Input.insertText", json!({"text": typed}))?;
        }
        tab.value("document.querySelector('#db-comment').focus()")?;
        tab.wait(&format!("document.querySelector('#db-value').value === '{kept}'"))?;
        ensure!(tab.value("document.activeElement.id")? == "db-comment", "the focus is gone");
    }
    tab.value("document.activeElement.blur()")?;
    tab.choose("#db-comment", "a trap")?;
    tab.wait("tengen.known.position.entry.comment === 'a trap'")?;
    tab.click("#step-back")?;
    tab.wait("document.querySelector('#db-children [data-move=i9]')?.textContent.includes('a trap') && document.querySelector('.known')")?;
    // It is drawn on the board while keys have reached it.
    tab.key(NO_KEY)?;
    tab.value("document.querySelector('#db-children [data-move=i9]').focus()")?;
    tab.wait("document.querySelectorAll('.stone.expected').length === 1")?;
    tab.value("document.activeElement.blur()")?;
    tab.wait("!document.querySelector('.stone.expected')")?;
    tab.put("h9")?;
    tab.click("#analyse")?;
    tab.wait("tengen.lines[0]?.depth > 4")?;
    tab.click("#db-keep")?;
    tab.wait("tengen.known.position.entry?.depth > 4")?;
    tab.click("#analyse")?;
    tab.choose("#db-kind", "w")?;
    tab.click("#db-find")?;
    tab.wait("document.querySelectorAll('#db-found button').length === 1")?;
    // Enter finds too, and whoever types goes on in the field.
    tab.value("(tengen.found = null, tengen.render())")?;
    tab.wait("!document.querySelector('#db-found')")?;
    tab.write("#db-text", "trap")?;
    tab.key("Enter")?;
    tab.wait("document.querySelectorAll('#db-found button').length === 1")?;
    ensure!(tab.value("document.activeElement.id")? == "db-text", "what was found took the field away");
    tab.click("#db-found button")?;
    tab.wait("tengen.known.position.entry?.comment === 'a trap'")?;
    tab.click("#db-forget")?;
    tab.wait("tengen.known.position.entry === null")?;
    tab.value("tengen.ask({ask: 'visit', position: 'h8'})")?;
    tab.wait("tengen.state.moves === 'h8' && document.querySelector('#db-children button')")?;
    tab.click("#db-forget-branch")?;
    tab.click("#confirm")?;
    tab.wait("tengen.known.position.children.length === 0 && tengen.known.count === 0")?;
    Ok(())
}

/// What is written belongs to the position for which it was begun, whatever is shown when it is done.
pub(crate) fn writing(tab: &mut Tab) -> Result<()> {
    tab.value("tengen.ask({ask: 'new', rule: 'freestyle', width: 15, height: 15, position: 'h8i9'})")?;
    tab.wait(&format!("tengen.state.moves === 'h8i9' && {DRAWN}"))?;
    tab.write("#comment", "the second")?;
    tab.wheel("#board", -120.0)?;
    tab.wait(&format!("tengen.state.moves === 'h8' && tengen.tree.some(node => node.comment) && {DRAWN}"))?;
    ensure!(tab.value("tengen.tree[2].comment && !tengen.tree[1].comment")? == true, "the wheel moved the comment");
    if tab.value("tengen.known !== null")? == true {
        tab.wait(&format!("tengen.known.position.moves === 'h8' && {DRAWN}"))?;
        tab.write("#db-comment", "a trap")?;
        tab.wheel("#board", 120.0)?;
        tab.wait("tengen.known.position.moves === 'h8i9'")?;
        ensure!(tab.value("tengen.known.position.entry === null")? == true, "the wheel moved what the database knows");
        tab.wheel("#board", -120.0)?;
        tab.wait("tengen.known.position.moves === 'h8' && tengen.known.position.entry?.comment === 'a trap'")?;
        tab.click("#db-forget")?;
        tab.wait("tengen.known.position.entry === null")?;
    }
    // The engine moves while somebody writes, who goes on.
    let choices = [("#new-seat", "A"), ("#new-level", "t30"), ("#new-opening", "free"), ("#new-clock", "none")];
    checks::begin(tab, &choices)?;
    tab.put("h8")?;
    tab.wait(&format!("tengen.state.stones.length === 1 && {DRAWN}"))?;
    tab.write("#comment", "a good")?;
    tab.value("tengen.send({ask: 'stop'})")?;
    tab.wait(&format!("tengen.state.stones.length === 2 && {DRAWN}"))?;
    ensure!(tab.value("document.activeElement.id")? == "comment", "the engine took the field away");
    tab.write("#comment", " move")?;
    let leaving = "(() => { tengen.state.is_changed = false; const event = new Event('beforeunload', {cancelable: true}); \
                   dispatchEvent(event); return event.defaultPrevented; })()";
    ensure!(tab.value(leaving)? == true, "what is being written would be lost unasked");
    tab.value("document.activeElement.blur()")?;
    tab.wait("tengen.tree[1].comment && !tengen.tree[2].comment")?;
    tab.click("#leave")?;
    tab.wait("!tengen.state.play")?;
    tab.value("tengen.step(-1)")?;
    tab.wait("tengen.state.moves === 'h8' && document.querySelector('#comment').value === 'a good move'")?;
    Ok(())
}

/// What is drawn anew stays as somebody left it: lists are as far scrolled, proofs as open, the focus is where it was, and
/// a list of choices is not closed.
pub(crate) fn left_alone(tab: &mut Tab) -> Result<()> {
    // Drawn once more.
    const REDRAWN: &str = "new Promise(done => { tengen.render(); requestAnimationFrame(done); })";
    // With gaps between them, so that nobody wins.
    let moves: String = (0..64).map(|n| format!("{}{}", char::from(b'a' + 2 * (n % 8)), 1 + 2 * (n / 8))).collect();
    tab.value(&format!("tengen.ask({{ask: 'new', rule: 'freestyle', width: 15, height: 15, position: '{moves}'}})"))?;
    tab.wait("tengen.state.stones.length === 64 && document.querySelector('#moves').scrollTop > 20")?;
    tab.value(
        "document.querySelector('#moves').scrollTop = 20; document.querySelector('#move-3').focus({preventScroll: true}); \
         document.querySelector('#status').firstChild.isOld = true",
    )?;
    tab.value(REDRAWN)?;
    ensure!(tab.value("document.querySelector('#moves').scrollTop")? == 20, "the moves are scrolled away");
    ensure!(tab.value("document.activeElement.id")? == "move-3", "the focus on a move is gone");
    ensure!(tab.value("document.querySelector('#status').firstChild.isOld")? == true, "the same is said once more");
    // Another move is brought into sight.
    tab.value("tengen.step(-1000)")?;
    tab.wait(&format!("tengen.state.place[0] === 0 && {DRAWN}"))?;
    tab.value("tengen.step(1000)")?;
    tab.wait("tengen.state.place[1] === 0 && document.querySelector('#moves').scrollTop > 20")?;
    tab.value("tengen.ask({ask: 'new', rule: 'freestyle', width: 15, height: 15, position: 'g8a1h8c1i8e1'})")?;
    tab.wait("tengen.state.stones.length === 6")?;
    tab.click("#vcf")?;
    tab.wait("document.querySelector('#proof details[open]')")?;
    tab.value(
        "document.querySelector('#proof details').open = false; \
         document.querySelector('#proof-0').focus({preventScroll: true})",
    )?;
    tab.value(REDRAWN)?;
    ensure!(tab.value("document.querySelector('#proof details').open")? == false, "the proof is opened again");
    ensure!(tab.value("document.activeElement.id")? == "proof-0", "the focus on a move of the proof is gone");
    // While the lines change.
    tab.value("tengen.ask({ask: 'new', rule: 'freestyle', width: 15, height: 15, position: 'h8i9'})")?;
    tab.wait("tengen.state.moves === 'h8i9'")?;
    tab.choose("#lines", "20")?;
    tab.click("#analyse")?;
    tab.wait("document.querySelectorAll('#lines-found .line').length === 20")?;
    tab.key(NO_KEY)?;
    tab.value(
        "document.querySelector('#line-5').focus({preventScroll: true}); \
         document.querySelector('#lines-found').scrollTop = 60; globalThis.seen = tengen.lines",
    )?;
    tab.wait(&format!("tengen.lines !== seen && {DRAWN}"))?;
    ensure!(tab.value("document.querySelector('#lines-found').scrollTop")? == 60, "the lines are scrolled away");
    ensure!(tab.value("document.activeElement.id")? == "line-5", "the focus on a line is gone");
    let open = json!({"expression": "globalThis.list = document.querySelector('#lines'); list.focus(); list.showPicker()", "userGesture": true});
    tab.call("Runtime.evaluate", open)?;
    tab.wait("list.matches(':open')")?;
    tab.value("seen = tengen.lines")?;
    tab.wait("tengen.lines !== seen")?;
    tab.value("new Promise(requestAnimationFrame)")?;
    ensure!(tab.value("list.isConnected && list.matches(':open')")? == true, "a list is closed while one chooses");
    tab.value("list.blur()")?;
    tab.wait("!list.isConnected")?;
    // One that was pressed, and closes without a word, is drawn anew.
    tab.value("list = document.querySelector('#lines'); tengen.held = tengen.opened = list; undefined")?;
    tab.wait("!list.isConnected && tengen.held === null")?;
    tab.choose("#lines", "3")?;
    tab.click("#analyse")?;
    tab.wait("tengen.state.analysing === 0")?;
    Ok(())
}

/// What is refused changes nothing: neither the game that is played, nor what is known of it, nor what was typed.
pub(crate) fn refused(tab: &mut Tab) -> Result<()> {
    checks::begin(tab, &[("#new-seat", "AB"), ("#new-opening", "free"), ("#new-clock", "none")])?;
    tab.put("h8")?;
    tab.wait("tengen.state.moves === 'h8'")?;
    tab.value("tengen.chances[1] = 0.5")?;
    tab.drop_file("note.bin", "\u{0}\u{1}\u{7f}no")?;
    tab.wait("document.querySelector('dialog[open] #replace')")?;
    ensure!(tab.value("document.querySelector('.note.error') === null")? == true, "the game is given up unasked");
    tab.click("#replace")?;
    tab.wait("document.querySelector('dialog[open] .note.error')")?;
    tab.click("#close")?;
    tab.click("#menu-paste")?;
    tab.fill("#moves-text", "h8h8")?;
    tab.click("#paste-now")?;
    tab.click("#replace")?;
    tab.wait("document.querySelector('dialog[open] .note.error')")?;
    let is_kept = "tengen.state.moves === 'h8' && tengen.state.play !== null && tengen.chances[1] === 0.5";
    ensure!(tab.value(is_kept)? == true, "what was refused has changed the game");
    ensure!(tab.value("document.querySelector('#moves-text').value")? == "h8h8", "what was typed is gone");
    // What is asked for is what stands there when it is agreed to.
    tab.fill("#moves-text", "h8i9")?;
    tab.click("#replace")?;
    tab.wait("tengen.state.moves === 'h8i9' && !tengen.state.play && !document.querySelector('dialog').open")?;
    Ok(())
}

/// What would be lost is asked about, in a dialog of its own where it comes from none.
pub(crate) fn lost(tab: &mut Tab) -> Result<()> {
    const SGF: &str = "(;GM[4]SZ[15];B[hh];W[ig];B[gi])";
    tab.drop_file("one.sgf", SGF)?;
    tab.wait("tengen.tree.length === 4")?;
    // Nothing is lost where the line of the file was gone along, and a dialog stays that has nothing to do with it.
    tab.put("h8")?;
    tab.wait("tengen.state.moves === 'h8'")?;
    tab.click("#menu-settings")?;
    tab.drop_file("two.sgf", "(;GM[4]SZ[15];B[hh];W[ig])")?;
    tab.wait("tengen.tree.length === 3")?;
    let is_there = "document.querySelector('dialog[open] #theme') !== null";
    ensure!(tab.value(is_there)? == true, "a file that is dropped has closed the settings");
    tab.click("#close")?;
    // One that was for the tree before does not stay: a list of games, or moves to be pasted.
    tab.drop_file("both.sgf", "(;GM[4]SZ[15];B[hh])(;GM[4]SZ[15];B[ig])")?;
    tab.wait("document.querySelector('dialog[open] #games')")?;
    tab.drop_file("one.sgf", SGF)?;
    tab.wait("tengen.tree.length === 4 && !document.querySelector('dialog').open")?;
    tab.click("#menu-paste")?;
    tab.drop_file("two.sgf", "(;GM[4]SZ[15];B[hh];W[ig])")?;
    tab.wait("tengen.tree.length === 3 && !document.querySelector('dialog').open")?;
    // A file that leaves something out has not saved it.
    tab.put("a1")?;
    tab.wait("tengen.state.is_changed")?;
    for (format, is_changed) in [("txt", true), ("sgf", false)] {
        tab.value(&format!(
            "URL.createObjectURL = () => 'about:blank'; HTMLAnchorElement.prototype.click = () => {{}}; tengen.told = 0; \
             tengen.ask({{ask: 'save', format: '{format}'}}); undefined"
        ))?;
        tab.wait(&format!("tengen.told > 0 && tengen.state.is_changed === {is_changed}"))?;
    }
    tab.put("b1")?;
    tab.wait("tengen.state.is_changed")?;
    tab.click("#menu-settings")?;
    tab.drop_file("one.sgf", SGF)?;
    tab.wait("document.querySelector('dialog[open] #replace')")?;
    ensure!(tab.value(is_there)? == false, "the question stands among the settings");
    tab.click("#replace")?;
    tab.wait("tengen.tree.length === 4 && !document.querySelector('dialog').open")?;
    // What was written to a game that is over is asked about before it is played once more.
    checks::begin(tab, &[("#new-seat", "AB"), ("#new-opening", "free"), ("#new-clock", "none")])?;
    tab.put("h8")?;
    tab.wait("tengen.state.moves === 'h8'")?;
    tab.click("#resign")?;
    tab.wait("tengen.state.play.ending && !tengen.state.is_changed")?;
    tab.value("tengen.ask({ask: 'comment', text: 'a word'})")?;
    tab.wait("tengen.state.is_changed")?;
    tab.click("#rematch")?;
    tab.click("#replace")?;
    tab.wait("!tengen.state.play.ending && tengen.state.moves === '' && !document.querySelector('dialog').open")?;
    Ok(())
}

/// The engine of this machine is given another thread and more memory, and goes on with them.
pub(crate) fn engine(tab: &mut Tab) -> Result<()> {
    if tab.value("tengen.engine === null")? == true {
        // In the browser there is one thread.
        tab.click("#menu-settings")?;
        tab.wait("document.querySelector('#theme')")?;
        ensure!(tab.value("document.querySelector('#engine-threads')")?.is_null());
        return Ok(());
    }
    tab.click("#analyse")?;
    tab.wait("tengen.lines[0]?.depth > 4")?;
    let threads = tab.value("tengen.engine.most.threads")?.to_string();
    tab.click("#menu-settings")?;
    tab.choose("#engine-hash", "64")?;
    tab.wait("tengen.engine.now.hash === 64")?;
    tab.choose("#engine-threads", &threads)?;
    tab.wait(&format!("tengen.engine.now.threads === {threads} && tengen.engine.now.hash === 64"))?;
    tab.value("tengen.lines = []")?;
    tab.wait("tengen.lines[0]?.depth > 4 && tengen.state.analysing > 0")?;
    Ok(())
}

/// The colours are those of the system, which are light here, or those that are chosen.
pub(crate) fn colours(tab: &mut Tab) -> Result<()> {
    let mut papers = Vec::new();
    for theme in ["light", "dark", "auto"] {
        tab.click("#menu-settings")?;
        tab.choose("#theme", theme)?;
        tab.click("#close")?;
        papers.push(tab.value("getComputedStyle(document.body).backgroundColor")?);
    }
    ensure!(papers[0] != papers[1] && papers[0] == papers[2], "the paper is {papers:?}");
    // Where the system chooses the colours what is on is told from what is off.
    tab.call("Emulation.setEmulatedMedia", json!({"features": [{"name": "forced-colors", "value": "active"}]}))?;
    let fills = tab.value(
        "['numbers', 'threats'].map((id) => { const button = document.querySelector(`#${id}`); \
         button.setAttribute('aria-pressed', String(id === 'numbers')); return getComputedStyle(button).backgroundColor; })",
    )?;
    ensure!(fills[0] != fills[1], "on and off are both {fills}");
    // On paper are the board and what is known, in light colours, and nothing to press.
    tab.call("Emulation.setEmulatedMedia", json!({"media": "print", "features": []}))?;
    let printed = tab.value(
        "(document.documentElement.dataset.theme = 'dark', [...['#board', '#menu', '#steps', '#edit', '#analysis'] \
         .map((part) => getComputedStyle(document.querySelector(part)).display !== 'none'), \
         getComputedStyle(document.documentElement).colorScheme])",
    )?;
    tab.value("delete document.documentElement.dataset.theme")?;
    tab.call("Emulation.setEmulatedMedia", json!({"media": ""}))?;
    ensure!(printed == json!([true, false, false, false, false, "light only"]), "printed: {printed}");
    Ok(())
}

/// Fills all panels, to be looked at: a review with its graph, the database, comments and marks.
pub(crate) fn all_at_once(tab: &mut Tab) -> Result<()> {
    tab.click("#analyse")?;
    tab.wait("tengen.state.analysing === 0")?;
    tab.value(&format!("tengen.ask({{ask: 'new', rule: 'renju', width: 15, height: 15, position: '{MISSED}'}})"))?;
    tab.wait(&format!("tengen.state.moves === '{MISSED}'"))?;
    // By nodes, so that it finds the same on every machine.
    tab.value("tengen.reviewing = true; tengen.ask({ask: 'review', nodes: 2000})")?;
    tab.wait("tengen.review?.complete && !tengen.reviewing && document.querySelector('#mistake-7')")?;
    tab.click("#mistake-7")?;
    tab.wait("tengen.state.stones.length === 6")?;
    for ask in [
        "{ask: 'put', point: 'g8'}",
        "{ask: 'comment', text: 'the win that was missed'}",
        "{ask: 'mark', point: 'k8', kind: 'triangle'}",
        "{ask: 'label', point: 'f8', text: 'A'}",
        "{ask: 'step', by: -1}",
    ] {
        tab.value(&format!("tengen.ask({ask})"))?;
    }
    // The last of them was heard, and what it leads to is drawn.
    tab.wait(&format!("tengen.state.children.some(child => child.point === 'g8' && child.comment) && {DRAWN}"))?;
    if tab.value("tengen.known !== null")? == true {
        tab.choose("#db-label", "w")?;
        tab.choose("#db-comment", "an open three")?;
        tab.wait("tengen.known.position.entry?.comment === 'an open three'")?;
    }
    tab.value("(tengen.editing = true, tengen.settings.threats = true, tengen.render())")?;
    tab.click("#analyse")?;
    tab.wait("tengen.lines.length > 0 && document.querySelector('#tool-label')")?;
    Ok(())
}

/// A file with several games asks which.
pub(crate) fn choice(tab: &mut Tab) -> Result<()> {
    let sgf = "(;GM[4]SZ[15]PB[Ann]PW[Ben];B[hh];W[ig])(;GM[4]SZ[15]PB[Cy]PW[Di];B[hh];W[hg];B[hi])";
    tab.drop_file("two.sgf", sgf)?;
    tab.wait("document.querySelectorAll('#games button').length === 2 && tengen.state.names[0] === 'Ann'")?;
    tab.fill("#games-filter", "cy")?;
    tab.wait("document.querySelectorAll('#games button').length === 1")?;
    tab.click("#games [data-game='2']")?;
    tab.wait("tengen.tree.length === 4 && tengen.state.names[0] === 'Cy' && !document.querySelector('dialog').open")?;
    // What was asked from a dialog before it does not close it.
    tab.value(
        "tengen.closing = true; tengen.hear({tell: 'games', name: 'two.sgf', games: [], count: 2}); \
         tengen.hear(tengen.state)",
    )?;
    ensure!(tab.value("document.querySelector('dialog').open")? == true, "the choice of a game is closed");
    Ok(())
}
