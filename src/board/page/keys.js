// @ts-check
// Keys, wheel and swipes.

import { SWIPE } from "./board.js";
import { byId } from "./dom.js";
import * as menu from "./menu.js";
import * as notes from "./notes.js";
import { TO_BEGINNING, TO_END, WRITTEN } from "./panels.js";
import { isPersonsTurn, isPlaying } from "./play.js";
import { name } from "./points.js";

/** Pixels of a turn of the wheel. */
const TURN = 60;
/** A list that is open, by whatever it was opened, where the browser can tell. */
const OPEN_LIST = CSS.supports("selector(select:open)") ? "select:open" : null;

/** The name of a key. Where a keyboard has other letters it is the Latin one of the same place. @param {KeyboardEvent} event */
function nameOf({ key, code }) {
  if (key.length > 1) return key;
  const latin = key > "\x7f" ? /^Key(.)$/.exec(code) : null;
  return (latin?.[1] ?? key).toLowerCase();
}

/** Keys by which a browser scrolls up and down. */
const SCROLLING = ["ArrowUp", "ArrowDown", "PageUp", "PageDown", "Home", "End", " "];

/** Whether a part has more than it shows and is scrolled by keys. @param {Element} part */
const isScrolled = (part) => part.scrollHeight > part.clientHeight && (part === document.scrollingElement || /auto|scroll/.test(getComputedStyle(part).overflowY));

/**
 * Whether a key that scrolls is left to the browser: everywhere but at the board and its moves, where there is anything to scroll.
 * Where the board stays in sight beside its panels the key is the board's, as long as nothing else has the focus.
 * @param {Element} target
 */
function isToScroll(target) {
  if (target.closest("#board, #steps, #tree")) return false;
  if (target === document.body && getComputedStyle(byId("table")).position === "sticky") return false;
  for (let part = /** @type {Element | null} */ (target); part; part = part.parentElement) if (isScrolled(part)) return true;
  return false;
}

/** Whether a key is a letter, a digit or a sign where such keys do nothing. @param {string} key @param {string} where @param {boolean} isOnBoard */
const isSilent = (key, where, isOnBoard) => key.length === 1 && key !== " " && (where === "off" || (where === "board" && !isOnBoard));

/** What a key does, and whether there is something to do now: where there is not it is the browser's. @typedef {[act: () => void, can?: () => boolean]} Act */

/** The acts of keys. @param {any} app @returns {Record<string, Act>} */
function actsOf(app) {
  const isFree = () => !isPlaying(app.state);
  const step = (/** @type {number} */ by) => /** @type {Act} */ ([() => app.step(by), isFree]);
  const sibling = (/** @type {number} */ by) => /** @type {Act} */ ([() => app.ask({ ask: "sibling", by }), isFree]);
  const item = (/** @type {string} */ key) => /** @type {Act} */ ([() => menu.press(key), () => menu.canPress(key)]);
  const lines = Array.from({ length: 9 }, (_, number) => /** @type {[string, Act]} */ ([String(number + 1), [() => app.setLines(number + 1), isFree]]));
  return {
    ArrowLeft: step(-1), ArrowRight: step(1), Home: step(TO_BEGINNING), End: step(TO_END), PageUp: step(-10), PageDown: step(10),
    ArrowUp: sibling(-1), ArrowDown: sibling(1), " ": [() => app.analyse(!app.state.analysing), isFree], ...Object.fromEntries(lines),
    h: [() => app.ask({ ask: "hint" }), () => isFree() || isPersonsTurn(app.state.play)], u: [() => app.ask({ ask: "undo" }), () => Boolean(app.state.play?.can_undo)],
    n: item("new_game"), o: item("open"), s: item("save"), c: item("copy"), v: item("paste"), "?": item("help"),
    r: [() => app.turn(), isFree], m: [() => app.mirror(), isFree], t: [() => app.toggle("threats")],
    Delete: [() => app.remove(), () => isFree() && app.state.place[0] > 0], Escape: [notes.forgetErrors, notes.hasErrors],
  };
}

/** The acts of keys on the board. @param {any} app @returns {Record<string, Act>} */
function actsOnBoard(app) {
  const move = (/** @type {number} */ dx, /** @type {number} */ dy) => /** @type {Act} */ ([() => app.say(app.describe(app.board.move(dx, dy)))]);
  return { ArrowLeft: move(-1, 0), ArrowRight: move(1, 0), ArrowUp: move(0, 1), ArrowDown: move(0, -1), Enter: [() => app.put(name(app.board.cursor))] };
}

/** @param {any} app @param {SVGSVGElement} drawing */
export function listen(app, drawing) {
  const [acts, onBoard] = [actsOf(app), actsOnBoard(app)];
  addEventListener("keydown", (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey || target.closest("textarea, input, select, dialog")) return;
    const key = nameOf(event);
    const isOnBoard = document.activeElement === drawing;
    const isPressable = target.closest("button, a, summary") && (key === " " || key === "Enter");
    if (isPressable || !app.state || isSilent(key, app.settings.letterKeys, isOnBoard) || (SCROLLING.includes(key) && isToScroll(target))) return;
    const [act, can] = (isOnBoard && onBoard[key]) || acts[key] || [];
    if (!act || (can && !can())) return;
    act();
    event.preventDefault();
  });
  drawing.addEventListener("focus", () => { app.board.point(drawing.matches(":focus-visible")); });
  drawing.addEventListener("blur", () => app.board.point(false));
  let turned = 0;
  drawing.addEventListener("wheel", (event) => {
    // With Ctrl, or two fingers, it makes the page larger; where there is no way through the game it moves the page.
    if (event.ctrlKey || !app.state || isPlaying(app.state)) return;
    event.preventDefault();
    turned += event.deltaY;
    if (Math.abs(turned) < TURN) return;
    app.step(Math.sign(turned));
    turned = 0;
  }, { passive: false });
  /** @type {Touch | null} */ let begun = null;
  drawing.addEventListener("touchstart", (event) => { begun = event.touches.length === 1 ? event.touches[0] : null; }, { passive: true });
  drawing.addEventListener("touchend", (event) => {
    const end = event.changedTouches[0];
    if (!begun || !end) return;
    const [dx, dy] = [end.clientX - begun.clientX, end.clientY - begun.clientY];
    if (Math.abs(dx) > SWIPE && Math.abs(dx) > 2 * Math.abs(dy)) app.step(dx < 0 ? 1 : -1);
  });
}

/** What is pressed stays as it is until it is let go, and so does a list that is open: drawn anew it would not hear of it. @param {any} app */
export function hold(app) {
  const release = () => setTimeout(() => {
    app.held = null;
    app.render();
  });
  // Other buttons press nothing. A menu that is opened may hide that they, or this one, are let go.
  addEventListener("pointerdown", (event) => { if (event.button === 0) [app.held, app.opened] = [event.target, null]; }, true);
  for (const end of ["pointerup", "pointercancel", "contextmenu"]) addEventListener(end, (event) => { if (!(event.target instanceof HTMLSelectElement)) release(); }, true);
  for (const end of ["change", "keydown"]) addEventListener(end, release, true);
  addEventListener("focusout", (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    if (target === app.held) release();
    // Its panel shows what was made of the text.
    if (target.matches(WRITTEN)) {
      app.drawnKnown = undefined;
      app.render();
    }
  }, true);
}

/** Whether a list is open. */
export const isListOpen = () => OPEN_LIST !== null && document.querySelector(OPEN_LIST) !== null;

/** Lets go of a pressed list that was seen open and is no longer: who chooses again what was chosen closes it without a word. @param {any} app */
export function releaseClosedList(app) {
  if (isListOpen()) app.opened = app.held;
  else if (app.opened && app.opened === app.held) app.held = app.opened = null;
}
