//! What is tried with openings: the rules that come with them, what they ask for, and what is refused in them.

use anyhow::{Result, ensure};
use serde_json::json;
use tengen_engine::opening::OpeningRule;

use crate::browser::Tab;
use crate::checks;
use crate::told::SAID;

/// What is to be done was said last.
const PROMPT_IS_SAID: &str =
    "document.querySelector('#said').textContent === document.querySelector('#prompt').textContent";

/// Everything that holds of openings.
pub(crate) fn all(tab: &mut Tab) -> Result<()> {
    rules(tab)?;
    swap2(tab)?;
    declared(tab)?;
    exchanged(tab)?;
    watched(tab)?;
    acted(tab)?;
    guided(tab)?;
    refused(tab)
}

/// Begins an opening and puts its first stones.
fn begin(tab: &mut Tab, opening: &str, seat: &str, points: &[&str]) -> Result<()> {
    checks::begin(tab, &[("#new-opening", opening), ("#new-seat", seat), ("#new-level", "s0")])?;
    tab.wait(&format!("tengen.state.play.opening === '{opening}' && tengen.state.stones.length === 0"))?;
    for point in points {
        tab.put(point)?;
        tab.wait(&format!("tengen.state.stones.some(stone => stone[0] === '{point}')"))?;
    }
    Ok(())
}

/// With each opening comes the rule that one usually plays after it.
fn rules(tab: &mut Tab) -> Result<()> {
    tab.click("#menu-new_game")?;
    let openings = tab.value(
        "[...document.querySelectorAll('#new-opening option')].map(option => option.value) \
         .filter(opening => opening !== 'free')",
    )?;
    let openings: Vec<String> = serde_json::from_value(openings)?;
    ensure!(openings.len() > 5, "openings: {openings:?}");
    for opening in openings {
        tab.choose("#new-opening", &opening)?;
        let usual = opening.parse::<OpeningRule>()?.usual_rule().name();
        let chosen = tab.value("document.querySelector('#new-rule').value")?;
        ensure!(chosen == usual, "after {opening} one plays {usual}, and not {chosen}");
    }
    tab.click("#close")
}

/// A colour is chosen, or two stones are put, which are said both.
fn swap2(tab: &mut Tab) -> Result<()> {
    begin(tab, "swap2", "AB", &["h8", "h9", "e5"])?;
    // What is advised is said in words of the page, and its points are marked, until something is done.
    tab.click("#hint")?;
    tab.wait("document.querySelector('#advice')")?;
    let advised = tab.value(
        "/ (Take (Black|White)|put ([a-o][0-9]+ ?){2})$/.test(document.querySelector('#advice').textContent) && \
         document.querySelectorAll('.candidate').length === (tengen.advice[0].startsWith('two') ? 2 : 0)",
    )?;
    ensure!(advised == true, "advice: {}", tab.value("document.querySelector('#advice').textContent")?);
    let advised = tab.value(
        "import('./play.js').then(({ advice }) => \
         ['keep', 'swap'].map((word) => advice({ advice: [word], state: tengen.state }).said))",
    )?;
    ensure!(advised == json!(["Take White", "Take Black"]), "to keep and to swap: {advised}");
    // Whose choice it is stands there, is marked, and is said.
    tab.wait(
        "document.querySelector('#prompt').textContent.startsWith('Player B: Choose') && \
         document.querySelector('#told').textContent === document.querySelector('#prompt').textContent",
    )?;
    tab.wait("document.querySelectorAll('.due').length === 1 && document.querySelector('#top .due')")?;
    // No stone is put for it, and that is said.
    tab.put("a1")?;
    ensure!(tab.value(PROMPT_IS_SAID)? == true);
    tab.click("#take-black")?;
    tab.wait("tengen.state.play.demand === 'ordinary' && tengen.state.play.black === 'B'")?;
    tab.wait("!document.querySelector('#advice')")?;
    // Which colour somebody has is no matter of sight alone.
    tab.wait(
        "[...document.querySelectorAll('.seat svg.dot')].map((dot) => dot.getAttribute('aria-label')).join() \
         === 'White,Black'",
    )?;
    ensure!(tab.value("tengen.state.rule")? == "standard");
    begin(tab, "swap2", "AB", &["h8", "h9", "e5"])?;
    tab.click("#take-white")?;
    tab.wait("tengen.state.play.demand === 'ordinary' && tengen.state.play.black === 'A'")?;
    begin(tab, "swap2", "AB", &["h8", "h9", "e5"])?;
    // Pressed once more the button takes that back. Before it nothing can be put.
    for colors in [json!(["white", "black"]), json!([null, null])] {
        tab.click("#two-more")?;
        let ghosts = tab.value("import('./play.js').then(({ ghost }) => [[], ['a1']].map((picked) => ghost({ ...tengen, picked, state: tengen.state })))")?;
        ensure!(ghosts == colors, "under the mouse there is {ghosts}");
    }
    tab.click("#two-more")?;
    // A point that is taken is not chosen. What is said of it stands until another point is pressed.
    tab.put("h8")?;
    tab.wait("document.querySelector('.note.error')?.textContent === 'h8 is occupied.'")?;
    ensure!(tab.value("tengen.picked.length")? == 0, "a point that is taken is chosen");
    tab.put("a1")?;
    ensure!(tab.value("document.querySelector('.note.error') === null")? == true, "what was refused stands there");
    // It has the number that it will have, and is said.
    tab.wait("document.querySelector('.over .number')?.textContent === '4'")?;
    ensure!(tab.value(SAID)? == "a1: empty, chosen");
    tab.put("c2")?;
    tab.wait("tengen.state.stones.length === 5")?;
    let said = tab.value(SAID)?;
    ensure!(said.as_str().is_some_and(|said| said.contains("a1") && said.contains("c2")), "said: {said}");
    Ok(())
}

/// More numbers than there is room for buttons are written.
fn declared(tab: &mut Tab) -> Result<()> {
    begin(tab, "yamaguchi", "AB", &["h8", "h9", "h10"])?;
    tab.wait("tengen.state.play.demand === 'declare' && tengen.state.play.count === 62")?;
    tab.click("#declare-number")?;
    tab.value("document.querySelector('#declare-number').select()")?;
    // By keys, after each of which the page is drawn anew.
    for (key, typed) in [("Backspace", ""), ("4", "4"), ("0", "40")] {
        tab.key(key)?;
        tab.value("new Promise(done => setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(done))))")?;
        let shown = tab.value("document.querySelector('#declare-number').value")?;
        ensure!(shown == typed, "after {key} the number is {shown}, and not {typed:?}");
    }
    tab.click("#declare-now")?;
    tab.wait("tengen.state.play.demand === 'swap' && !document.querySelector('#declare-number')")?;
    tab.wait("document.querySelector('#prompt').textContent.endsWith('colour. Fifth moves to be offered: 40.')")?;
    // It is said too while the stone is put that is chosen by it.
    tab.click("#take-black")?;
    tab.wait("document.querySelector('#prompt').textContent.endsWith('stone 4. Fifth moves to be offered: 40.')")?;
    // The end of the game is shown though the number has the focus.
    begin(tab, "yamaguchi", "AB", &["h8", "h9", "h10"])?;
    tab.wait("document.querySelector('#declare-number')")?;
    tab.click("#declare-number")?;
    tab.value("tengen.ask({ask: 'resign'}); undefined")?;
    tab.wait("document.querySelector('#ending') && !document.querySelector('#declare-number')").map(drop)
}

/// Who holds Black may take White in the place of the fifth stone.
fn exchanged(tab: &mut Tab) -> Result<()> {
    begin(tab, "taraguchi10", "AB", &[])?;
    for (point, kept) in [("h8", "#take-white"), ("h9", "#take-black"), ("i8", "#take-white")] {
        tab.put(point)?;
        tab.wait("tengen.state.play.demand === 'swap'")?;
        tab.click(kept)?;
        tab.wait("tengen.state.play.demand === 'stone'")?;
    }
    tab.put("j7")?;
    tab.wait("tengen.state.play.black === 'A' && document.querySelector('#swap')?.textContent === 'Take White'")?;
    tab.click("#swap")?;
    tab.wait("tengen.state.play.black === 'B'").map(drop)
}

/// Nobody gives up for an engine that plays itself.
fn watched(tab: &mut Tab) -> Result<()> {
    checks::begin(tab, &[("#new-opening", "free"), ("#new-seat", ""), ("#new-level", "t3")])?;
    tab.wait("tengen.state.play.people.every(person => !person) && !document.querySelector('#resign, #draw')")?;
    tab.click("#leave")?;
    tab.wait("!tengen.state.play").map(drop)
}

/// What the engine does in an opening is told in words, but for stones.
fn acted(tab: &mut Tab) -> Result<()> {
    tab.value("document.querySelector('#notes').replaceChildren()")?;
    begin(tab, "swap", "A", &["h8", "h9", "a1"])?;
    tab.wait("tengen.state.play.demand === 'ordinary'")?;
    let black = tab.value("tengen.state.play.black")?;
    let due = if black == "B" { "Tengen: takes Black" } else { "Tengen: takes White" };
    tab.wait(&format!(
        "[...document.querySelectorAll('#notes .note')].map((note) => note.textContent).join() === '{due}'"
    ))?;
    // It was said of this game, and of nothing else.
    tab.click("#leave")?;
    tab.wait("!tengen.state.play")?;
    ensure!(tab.value("document.querySelector('#notes .note') === null")? == true, "it stands beside the analysis");
    Ok(())
}

/// The page marks where a stone may stand, and the engine answers until it is the person's turn again.
fn guided(tab: &mut Tab) -> Result<()> {
    begin(tab, "soosyrv8", "A", &[])?;
    // It lies under the stones.
    tab.wait("document.querySelector('.region .inside')")?;
    ensure!(tab.value("document.querySelector('.region').nextElementSibling.classList[0]")? == "stones");
    let said = tab.value("['h8', 'a1'].map((point) => tengen.describe(point))")?;
    ensure!(said == json!(["h8: empty", "a1: empty, not in the marked region"]), "it is said: {said}");
    for (point, stones) in [("h8", 1), ("h9", 2), ("h10", 3)] {
        tab.put(point)?;
        tab.wait(&format!("tengen.state.stones.length >= {stones}"))?;
    }
    tab.wait("tengen.state.play.ending || tengen.state.play.by === 'A'")?;
    ensure!(tab.value("tengen.state.pattern")? == "D1");
    // Of a designated opening no more is marked than makes it, and it is named before it stands there.
    begin(tab, "designated:D4", "AB", &["h8"])?;
    tab.wait("document.querySelectorAll('.inside').length === 4")?;
    let said = tab.value("['g8', 'g9'].map((point) => tengen.describe(point))")?;
    ensure!(said == json!(["g8: empty", "g9: empty, not in the marked region"]), "it is said: {said}");
    tab.wait("document.body.textContent.includes('Designated: D4 Kagetsu (flower moon)')").map(drop)
}

/// Fifths that are refused stay chosen, and one of them is exchanged.
fn refused(tab: &mut Tab) -> Result<()> {
    begin(tab, "rif", "AB", &["h8", "h9", "h10"])?;
    tab.click("#take-black")?;
    tab.wait("tengen.state.play.demand === 'stone'")?;
    tab.put("h12")?;
    tab.wait("tengen.state.play.demand === 'offer' && tengen.state.play.count === 2")?;
    // They are the same fifth in a mirror.
    for point in ["g8", "i8"] {
        tab.put(point)?;
    }
    tab.wait("document.querySelector('.note.error')")?;
    ensure!(tab.value("tengen.picked.length")? == 2, "the fifths that were chosen are gone");
    // Another is not chosen beside them, and what is to be done stands there and is said.
    tab.wait("document.querySelector('#prompt').textContent.endsWith('press one again to take it back.')")?;
    tab.put("a1")?;
    let is_said = tab.value("tengen.picked.length")? == 2 && tab.value(PROMPT_IS_SAID)? == true;
    ensure!(is_said, "where all are chosen another press is ignored without a word");
    tab.put("i8")?;
    tab.wait("tengen.picked.length === 1")?;
    tab.put("g7")?;
    tab.wait("tengen.state.play.demand === 'pick' && tengen.picked.length === 0")?;
    // A screen reader knows which of them may be kept.
    let said = tab.value("['g8', 'g7', 'a1', 'h8'].map((point) => tengen.describe(point))")?;
    ensure!(
        said == json!(["g8: empty, offered", "g7: empty, offered", "a1: empty", "h8: Black 1"]),
        "it is said: {said}"
    );
    Ok(())
}
