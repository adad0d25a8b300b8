//! What is tried by keys, wheel and fingers, what a screen reader is told, and the position in the address.

use anyhow::{Result, ensure};
use serde_json::json;

use crate::browser::{Browser, Tab};
use crate::checks::no_faults;
use crate::panels::DRAWN;
use crate::told::SAID;

/// Keys put stones, go through the tree, and do what the buttons do.
pub(crate) fn all(tab: &mut Tab) -> Result<()> {
    tab.value("document.querySelector('#board').focus()")?;
    for key in ["ArrowRight", "ArrowUp", "Enter"] {
        tab.key(key)?;
    }
    tab.wait(&format!("tengen.state.moves === 'i9' && {SAID}.includes('i9')"))?;
    tab.value("document.querySelector('#board').blur()")?;
    tab.key("ArrowLeft")?;
    tab.wait("tengen.state.place[0] === 0")?;
    tab.key("ArrowRight")?;
    tab.wait("tengen.state.place[0] === 1")?;
    tab.key("m")?;
    tab.wait("tengen.state.moves === 'g9' && location.hash === '#g9'")?;
    // With other letters on the keyboard its keys are where they are.
    for moves in ["i9", "g9"] {
        tab.value(
            "document.body.dispatchEvent(new KeyboardEvent('keydown', {key: 'ь', code: 'KeyM', bubbles: true})); undefined",
        )?;
        tab.wait(&format!("tengen.state.moves === '{moves}'"))?;
    }
    // The mouse leaves the keys to the page: Space does not press again what it has pressed.
    tab.click("#move-1")?;
    tab.wait("document.activeElement === document.body")?;
    tab.key(" ")?;
    tab.wait("tengen.state.analysing > 0")?;
    tab.key(" ")?;
    tab.wait("tengen.state.analysing === 0")?;
    // A number of lines that is not in the list is shown there too.
    for lines in ["7", "3"] {
        tab.key(lines)?;
        tab.wait(&format!("document.querySelector('#lines').value === '{lines}'"))?;
    }
    // In a field keys are letters, and with Ctrl they are the browser's.
    tab.write("#comment", "a")?;
    tab.key("m")?;
    let typed = tab.value("[document.querySelector('#comment').value, tengen.state.moves]")?;
    ensure!(typed == json!(["am", "g9"]), "a comment that was typed, and the moves: {typed}");
    tab.value("document.activeElement.blur()")?;
    tab.wait("tengen.state.comment === 'am'")?;
    let is_left = tab.value(
        "document.body.dispatchEvent(new KeyboardEvent('keydown', \
         {key: 'c', ctrlKey: true, bubbles: true, cancelable: true}))",
    )?;
    ensure!(is_left == true, "the page takes Ctrl+C from the browser");
    // What opens a menu is let go unseen: nothing waits for that.
    tab.value("document.body.dispatchEvent(new PointerEvent('pointerdown', {button: 2, bubbles: true}))")?;
    ensure!(tab.value("tengen.held === null")? == true, "the button of the menu holds the page");
    tab.value(
        "['pointerdown', 'contextmenu'].forEach(kind => \
         document.body.dispatchEvent(new PointerEvent(kind, {button: 0, bubbles: true})))",
    )?;
    tab.wait("tengen.held === null")?;
    // The tree was changed: another one takes its place once that is said.
    tab.value("location.hash = '#freestyle/20/j10'")?;
    tab.wait("document.querySelector('dialog[open] #replace')")?;
    // Where it does not, the address is that of the board again.
    tab.click("#close")?;
    tab.wait("location.hash === '#g9' && tengen.state.width === 15")?;
    tab.value("location.hash = '#freestyle/20/j10'")?;
    tab.click("#replace")?;
    tab.wait("tengen.state.width === 20 && tengen.state.rule === 'freestyle' && tengen.state.moves === 'j10'")?;
    // A key that comes with a new board, before it is drawn, is meant for that board.
    tab.value(
        "tengen.hear = (tell) => { tengen.constructor.prototype.hear.call(tengen, tell); if (tell.tell !== 'state' || tell.width !== 19) return; \
         delete tengen.hear; tengen.board.drawing.focus(); for (const key of ['ArrowRight', 'Enter']) \
         tengen.board.drawing.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })); }; \
         tengen.ask({ask: 'new', rule: 'freestyle', width: 19, height: 19}); undefined",
    )?;
    tab.wait("tengen.state.moves === 'k10'")?;
    // An address that is no text is none.
    let read = tab.value("import('./address.js').then(({ read }) => ['#%', '#h8%'].map(read))")?;
    ensure!(read == json!([null, null]), "addresses are read as {read}");
    // A position without a move, and the way to more moves of a large tree, have names too.
    tab.value("tengen.ask({ask: 'set_up', point: 'b1', stone: 'white'})")?;
    tab.wait("tengen.tree.length === 3")?;
    tab.value("(tengen.tree[0].following++, tengen.render())")?;
    tab.wait("document.querySelector('[data-more]') && document.querySelector('#moves').textContent.includes('◇')")?;
    let unnamed = tab.value(
        "[...document.querySelectorAll('button, select, input, textarea, svg[tabindex], [role=group]')].filter(e => !e.closest('[hidden]') && \
         !(e.getAttribute('aria-label') || /\\p{L}/u.test(e.textContent) && !e.role || !e.textContent.trim() && e.title)).map(e => e.outerHTML)",
    )?;
    ensure!(unnamed == json!([]), "a screen reader has no name for {unnamed}");
    // Who speaks to the page calls a button by what is seen on it. On tools signs are seen.
    let unheard = tab.value(
        "[...document.querySelectorAll('#menu button[aria-label], #steps button[aria-label]')].map((e) => [e.textContent.trim(), e.getAttribute('aria-label')]) \
         .filter(([seen, name]) => /[\\p{L}\\d]/u.test(seen) && !name.includes(seen))",
    )?;
    ensure!(unheard == json!([]), "what is seen is no part of the name: {unheard}");
    Ok(())
}

/// A screen reader is told the move of another variation, which has as many stones, and that a move is given up.
pub(crate) fn variations(tab: &mut Tab) -> Result<()> {
    tab.drop_file("two.sgf", "(;GM[4]SZ[15];B[hh](;W[ig])(;W[gi]))")?;
    tab.wait("tengen.tree.length === 4")?;
    tab.key("End")?;
    tab.wait("tengen.state.moves === 'h8i9'")?;
    for (key, point) in [("ArrowDown", "g7"), ("ArrowUp", "i9")] {
        tab.key(key)?;
        tab.wait(&format!("tengen.state.moves === 'h8{point}'"))?;
        let said = tab.value(SAID)?;
        ensure!(said.as_str().is_some_and(|said| said.starts_with(point)), "after {key} it is said: {said}");
    }
    // Where not all that follows was told a way leads there.
    tab.value("(tengen.tree = tengen.tree.slice(0, -1), tengen.render())")?;
    tab.wait("document.querySelectorAll('[data-more]').length === 1")?;
    tab.click("[data-more]")?;
    tab.wait("tengen.state.moves === 'h8'")?;
    tab.value("tengen.step(1)")?;
    tab.wait("tengen.state.moves === 'h8i9'")?;
    tab.value("tengen.say('')")?;
    tab.value("tengen.ask({ask: 'act', action: 'pass'})")?;
    tab.wait("tengen.state.to_move === 'white'")?;
    let said = tab.value(SAID)?;
    ensure!(said == json!("3 / 3, Pass"), "after a move that was given up it is said: {said}");
    Ok(())
}

/// The link to the board leads there, and the address stays that of the position, as it does where none can be read or played:
/// it is there when the page is loaded again.
pub(crate) fn address(tab: &mut Tab) -> Result<()> {
    tab.value("tengen.ask({ask: 'new', rule: 'renju', width: 15, height: 15, position: 'h8i9'})")?;
    tab.wait("tengen.state.moves === 'h8i9' && location.hash === '#h8i9'")?;
    tab.value("document.querySelector('.skip').click()")?;
    tab.wait("document.activeElement.id === 'board' && location.hash === '#h8i9'")?;
    for mistyped in ["#nothing", "#h8/there", "#h8h8", ""] {
        tab.value(&format!("location.hash = '{mistyped}'"))?;
        tab.wait("location.hash === '#h8i9'")?;
    }
    tab.value("globalThis.isOld = true")?;
    tab.call("Page.reload", json!({}))?;
    tab.wait("!globalThis.isOld && tengen.state.moves === 'h8i9'")?;
    // Without stones what stands before the position stays too: some hosts have several pages under one name.
    tab.value("history.replaceState(null, '', '?page=board' + location.hash)")?;
    for (ask, place) in [("{ask: 'step', by: -2}", "?page=board"), ("{ask: 'step', by: 2}", "?page=board#h8i9")] {
        tab.value(&format!("tengen.ask({ask})"))?;
        tab.wait(&format!("location.search + location.hash === '{place}'"))?;
    }
    tab.value("history.replaceState(null, '', location.pathname + location.hash)")?;
    // Where a browser refuses to change it so often the board is drawn, and the address follows.
    tab.value("history.replaceState = () => { throw new Error('too often'); }; undefined")?;
    tab.put("g7")?;
    tab.wait(&format!("tengen.state.moves === 'h8i9g7' && {DRAWN}"))?;
    tab.value("delete history.replaceState")?;
    tab.wait("location.hash === '#h8i9g7'")?;
    Ok(())
}

/// Keys that do nothing now are the browser's, as are those that scroll where the board does not stay in sight; and letters act
/// where that was chosen.
pub(crate) fn left(browser: &Browser, address: &str) -> Result<()> {
    for (width, keys) in [
        (
            1280,
            [("body", "ArrowDown", false), ("#side", "u", true), ("#steps", "ArrowDown", false), ("body", "t", false)],
        ),
        (
            390,
            [
                ("body", "ArrowDown", true),
                ("body", "PageDown", true),
                ("#steps", "ArrowDown", false),
                ("body", " ", true),
            ],
        ),
    ] {
        let mut tab = browser.open(&format!("{address}#h8i9g8h7"), width, false)?;
        tab.wait("tengen.state.stones.length === 4 && document.querySelector('#steps button')")?;
        for (selector, key, due) in keys {
            ensure!(is_left(&mut tab, selector, key)? == due, "{key} at {selector} of a page of {width}");
        }
        for (letters, due) in [("board", [true, false]), ("off", [true, true]), ("on", [false, false])] {
            tab.click("#menu-settings")?;
            tab.choose("#letter-keys", letters)?;
            tab.click("#close")?;
            tab.value("document.activeElement.blur()")?;
            let elsewhere = is_left(&mut tab, "body", "t")?;
            tab.value("document.querySelector('#board').focus()")?;
            let found = [elsewhere, is_left(&mut tab, "#board", "t")?];
            ensure!(found == due, "where letters are {letters} one is left to the browser: {found:?}");
        }
        no_faults(&mut tab, address)?;
        tab.close()?;
    }
    Ok(())
}

/// Whether a key that is pressed at a part of the page is left to the browser.
fn is_left(tab: &mut Tab, selector: &str, key: &str) -> Result<bool> {
    let event = json!({"key": key, "bubbles": true, "cancelable": true});
    let left = tab
        .value(&format!("document.querySelector('{selector}').dispatchEvent(new KeyboardEvent('keydown', {event}))"))?;
    Ok(left == true)
}

/// The wheel and a finger go through a game, and a touch puts a stone where it was; a swipe puts none.
pub(crate) fn hands(browser: &Browser, address: &str) -> Result<()> {
    let mut tab = browser.open(&format!("{address}#h8i9i8"), 390, false)?;
    tab.wait("tengen.state.stones.length === 3 && document.querySelector('#steps button')")?;
    tab.wheel("#board", -120.0)?;
    tab.wait("tengen.state.place[0] === 2")?;
    // With Ctrl it is the browser's, as it is in a game.
    let is_left = tab.value(
        "(() => { const turn = (ctrlKey) => tengen.board.drawing.dispatchEvent(new WheelEvent('wheel', { ctrlKey, deltaY: 1, cancelable: true })); \
         const withCtrl = turn(true); tengen.state.play = { ending: null }; const inGame = turn(false); tengen.state.play = null; \
         return [withCtrl, inGame, turn(false)]; })()",
    )?;
    ensure!(is_left == json!([true, true, false]), "the wheel is left to the browser: {is_left}");
    tab.swipe("#board", 120.0)?;
    tab.wait("tengen.state.place[0] === 1")?;
    tab.swipe("#board", -120.0)?;
    tab.wait("tengen.state.place[0] === 2")?;
    ensure!(tab.value("tengen.tree.length === 4 && tengen.state.moves === 'h8i9'")? == true, "a swipe put a stone");
    tab.value("tengen.step(-2)")?;
    tab.wait("tengen.state.place[0] === 0 && !document.querySelector('.number')")?;
    // The middle of the drawing lies beside h8, whose stone stands in the file already: it is gone to.
    tab.swipe("#board", 0.0)?;
    tab.wait("tengen.state.place[0] === 1")?;
    ensure!(tab.value("tengen.tree.length === 4 && tengen.state.moves === 'h8'")? == true, "a touch put another stone");
    // Who writes and then touches the board has written to the position before.
    tab.value("tengen.step(-1)")?;
    tab.wait(&format!("tengen.state.place[0] === 0 && {DRAWN}"))?;
    tab.write("#comment", "the beginning")?;
    tab.swipe("#board", 0.0)?;
    tab.wait("tengen.state.place[0] === 1 && tengen.tree.some(node => node.comment)")?;
    ensure!(tab.value("tengen.tree[0].comment && !tengen.tree[1].comment")? == true, "a touch moved the comment");
    // A swipe within one cell of a small board puts no stone either.
    tab.value("tengen.ask({ask: 'new', rule: 'freestyle', width: 5, height: 5, position: 'a1'})")?;
    tab.wait(&format!("tengen.state.width === 5 && tengen.state.moves === 'a1' && {DRAWN}"))?;
    let is_one_cell = tab.value(
        "(() => { const r = document.querySelector('#board').getBoundingClientRect(); const at = (by) => \
         JSON.stringify(tengen.board.at({clientX: r.x + r.width / 2 + by, clientY: r.y + r.height / 2})); return at(0) === at(46); })()",
    )?;
    ensure!(is_one_cell == true, "the cells are smaller than a swipe");
    tab.swipe("#board", 46.0)?;
    tab.wait("tengen.state.place[0] === 0")?;
    ensure!(tab.value("tengen.tree.length")? == 2, "a swipe within a cell put a stone");
    no_faults(&mut tab, address)?;
    tab.close()
}
