//! What is tried with files: records in all formats, and pictures of the board.

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};

use crate::browser::Tab;

/// Files are opened, and saved as they were; what cannot be read is said.
pub(crate) fn all(tab: &mut Tab) -> Result<()> {
    let sgf = "(;GM[4]SZ[15]PB[Ann]PW[Ben];B[hh];W[ig]C[a word](;B[gi])(;B[hj]))";
    tab.drop_file("one.sgf", sgf)?;
    tab.wait("tengen.tree.length === 5 && tengen.state.names[0] === 'Ann'")?;
    tab.value("tengen.step(-100)")?;
    tab.wait("tengen.state.place[0] === 0")?;
    tab.value("tengen.step(2)")?;
    tab.wait("document.querySelector('#comment').value === 'a word'")?;
    // What is saved holds what was opened; it goes to the browser alone.
    tab.value("globalThis.saved = null; URL.createObjectURL = (blob) => { blob.text().then((text) => { saved = text; }); return 'about:blank'; }; HTMLAnchorElement.prototype.click = () => {}; undefined")?;
    tab.value("tengen.ask({ask: 'save', format: 'sgf'})")?;
    tab.wait("saved !== null")?;
    let saved = tab.value("saved")?;
    let saved = saved.as_str().unwrap_or_default();
    ensure!(["a word", "Ann", "GM[4]"].iter().all(|part| saved.contains(part)), "saved: {saved}");
    pictures(tab)?;
    formats(tab)?;
    // What is too large for a message is refused, and the conversation goes on.
    tab.value(
        "(() => { const data = new DataTransfer(); data.items.add(new File([new Uint8Array(48 << 20)], 'large.sgf')); \
         dispatchEvent(new DragEvent('drop', {dataTransfer: data, cancelable: true})); })()",
    )?;
    tab.wait("document.querySelector('.note.error')?.textContent.includes('large.sgf')")?;
    tab.value("document.querySelector('#notes').replaceChildren()")?;
    tab.drop_file("one.sgf", "(;GM[4]SZ[15];B[zz])")?;
    tab.wait("document.querySelector('.note.error')")?;
    notes(tab)
}

/// A note stands once, beside one other at the most, until another tree is asked for or another language is spoken. What is put
/// into a text is none of its parts.
fn notes(tab: &mut Tab) -> Result<()> {
    const SHOWN: &str = "[...document.querySelectorAll('#notes .note')].map((note) => note.textContent)";
    const DROP_TWO: &str = "(() => { const data = new DataTransfer(); \
         for (const name of ['a.sgf', 'b.sgf']) data.items.add(new File(['(;GM[4])'], name)); \
         dispatchEvent(new DragEvent('drop', {dataTransfer: data, cancelable: true})); })()";
    const ESCAPE: &str = "document.body.dispatchEvent(new KeyboardEvent('keydown', {key: 'Escape', bubbles: true}))";
    tab.value("document.querySelector('#notes').replaceChildren()")?;
    for (acts, due) in [
        ([DROP_TWO; 2], json!(["One file is opened at a time, and 2 were dropped."])),
        ([ESCAPE; 2], json!([])),
        (["tengen.note('one')", "tengen.note('two')"], json!(["one", "two"])),
    ] {
        for act in acts {
            tab.value(act)?;
        }
        let shown = tab.value(SHOWN)?;
        ensure!(shown == due, "there stands {shown}, and not {due}");
    }
    // What was refused stands until something is done, or Escape is pressed; all else goes away by itself.
    let timers = tab.value(
        "['', 'error'].map((kind) => { const { setTimeout } = globalThis; let timers = 0; \
         globalThis.setTimeout = (...asked) => { timers++; return setTimeout(...asked); }; \
         tengen.note('three', kind); Object.assign(globalThis, { setTimeout }); return timers; })",
    )?;
    ensure!(timers == json!([1, 0]), "a note and an error wait for {timers}");
    tab.drop_file("$& {1}.sgf", "(;GM[4]SZ[15];B[hh])")?;
    tab.wait(&format!("JSON.stringify({SHOWN}) === '[\"$& {{1}}.sgf is open.\"]'"))?;
    // Of other settings none takes it away.
    for (settings, count) in [("{ theme: 'dark' }", 1), ("{ theme: 'auto', language: 'ru' }", 0)] {
        tab.value(&format!("(Object.assign(tengen.settings, {settings}), tengen.dress())"))?;
        let shown = tab.value(&format!("{SHOWN}.length"))?;
        ensure!(shown == count, "with {settings} so many notes stand there: {shown}");
    }
    Ok(())
}

/// Moves are copied where they mean the position and the browser allows it, and otherwise it is said that they are not.
pub(crate) fn copies(tab: &mut Tab) -> Result<()> {
    let allowed = copy_to("{writeText: async (text) => { copied = text; }}");
    tab.value("tengen.ask({ask: 'new', rule: 'freestyle', width: 15, height: 15, position: 'h8i9'})")?;
    tab.wait("tengen.state.moves === 'h8i9' && location.hash === '#freestyle/h8i9'")?;
    tab.value(&allowed)?;
    tab.wait("copied === 'h8i9' && document.querySelector('.note:not(.error)')")?;
    for clipboard in ["{writeText: () => Promise.reject(new Error('refused'))}", "undefined"] {
        tab.value(&copy_to(clipboard))?;
        tab.wait("document.querySelector('.note.error')?.textContent.includes('h8i9')")?;
    }
    // A stone that is set up is no move: the address does not say another position either.
    tab.value("tengen.ask({ask: 'set_up', point: 'a1', stone: 'black'})")?;
    tab.wait("tengen.state.stones.length === 3 && location.hash === '#freestyle'")?;
    tab.value(&allowed)?;
    tab.wait("copied === null && document.querySelector('.note.error')")?;
    Ok(())
}

/// Copies the moves where this is the clipboard.
fn copy_to(clipboard: &str) -> String {
    format!(
        "document.querySelector('#notes').replaceChildren(); globalThis.copied = null; \
         Object.defineProperty(navigator, 'clipboard', {{value: {clipboard}, configurable: true}}); document.querySelector('#menu-copy').click()"
    )
}

/// What is saved in any format is opened again from its bytes.
fn formats(tab: &mut Tab) -> Result<()> {
    let formats = tab.value(
        "(() => { document.querySelector('#menu-save').click(); const all = [...document.querySelectorAll('#format option')]; \
         tengen.closeDialog(); return all.map(option => option.value).filter(ending => !['png', 'svg'].includes(ending)); })()",
    )?;
    let formats: Vec<String> = serde_json::from_value(formats)?;
    ensure!(formats.len() > 5, "formats: {formats:?}");
    for format in formats {
        tab.value("tengen.ask({ask: 'new', rule: 'freestyle', width: 15, height: 15, position: 'h8i9g7j10'})")?;
        tab.wait("tengen.state.moves === 'h8i9g7j10'")?;
        tab.value(
            "globalThis.kept = null; URL.createObjectURL = (blob) => { kept = blob; return 'about:blank'; }; undefined",
        )?;
        tab.click("#menu-save")?;
        tab.choose("#format", &format)?;
        tab.click("#save-now")?;
        tab.wait("kept !== null")?;
        tab.value("tengen.ask({ask: 'new', rule: 'freestyle', width: 15, height: 15})")?;
        tab.wait("tengen.state.moves === ''")?;
        tab.value(&format!(
            "(() => {{ const data = new DataTransfer(); data.items.add(new File([kept], 'again.{format}')); \
             dispatchEvent(new DragEvent('drop', {{dataTransfer: data, cancelable: true}})); }})()"
        ))?;
        tab.wait("document.querySelector('#notes').textContent.includes('again') && tengen.tree.length > 1")?;
        tab.value("tengen.step(1000)")?;
        tab.wait("tengen.state.stones.length === 4").with_context(|| format!("a file that was saved as {format}"))?;
        tab.value("document.querySelector('#notes').replaceChildren()")?;
    }
    Ok(())
}

/// Pictures of the board are whole without the page: the drawing, and its dots in the colours of the board.
fn pictures(tab: &mut Tab) -> Result<()> {
    let dots = tab.value("[tengen.state.dots.length, document.querySelectorAll('.star').length]")?;
    ensure!(dots == json!([5, 5]), "dots that were told, and that are drawn: {dots}");
    for format in ["svg", "png"] {
        tab.value(
            "globalThis.kept = null; URL.createObjectURL = (blob) => { kept = blob; return 'about:blank'; }; undefined",
        )?;
        tab.click("#menu-save")?;
        tab.choose("#format", format)?;
        tab.click("#save-now")?;
        tab.wait("kept !== null")?;
        // Drawn by itself it has the stone of the move before, the wood beside it, and no other.
        let seen = tab.value(
            "(async () => { const image = new Image(); const reader = new FileReader(); reader.readAsDataURL(kept); \
             await new Promise(done => { reader.onload = done; }); image.src = reader.result; await image.decode(); \
             const canvas = document.createElement('canvas'); const { width, height } = tengen.board.drawing.viewBox.baseVal; \
             Object.assign(canvas, { width, height }); const pen = canvas.getContext('2d'); pen.drawImage(image, 0, 0, width, height); \
             const at = (x, y) => [...pen.getImageData(tengen.board.left(x) + 8, tengen.board.top(y) + 8, 1, 1).data]; \
             return [at(7, 7), at(8, 8), at(3, 2)]; })()",
        )?;
        let bright =
            |dot: &Value| dot.as_array().map(|parts| parts.iter().take(3).filter_map(Value::as_u64).sum::<u64>());
        ensure!(bright(&seen[0]) < Some(250), "{format}: the black stone is {}", seen[0]);
        ensure!(bright(&seen[1]) > Some(600), "{format}: the white stone is {}", seen[1]);
        ensure!(bright(&seen[2]) > Some(350) && bright(&seen[2]) < Some(620), "{format}: the wood is {}", seen[2]);
    }
    Ok(())
}
