// @ts-check
// Keys, wheel and swipes, and what a screen reader says.

import { name, SWIPE } from "./board.js";
import { shownLines, worth } from "./analysis.js";
import * as menu from "./menu.js";
import { TO_BEGINNING, TO_END, WRITTEN } from "./panels.js";
import { isPlaying } from "./play.js";
import { text } from "./texts.js";

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

/** @param {any} app @param {SVGSVGElement} drawing */
export function listen(app, drawing) {
  const step = (/** @type {number} */ by) => app.step(by);
  const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
  /** @type {Record<string, () => void>} */
  const keys = {
    ArrowLeft: () => step(-1), ArrowRight: () => step(1), Home: () => step(TO_BEGINNING), End: () => step(TO_END),
    ArrowUp: () => app.ask({ ask: "sibling", by: -1 }), ArrowDown: () => app.ask({ ask: "sibling", by: 1 }),
    PageUp: () => step(-10), PageDown: () => step(10),
    " ": () => app.analyse(!app.state.analysing), h: () => app.ask({ ask: "hint" }), u: () => app.ask({ ask: "undo" }),
    n: () => menu.press("new_game"), o: () => menu.press("open"), s: () => menu.press("save"), c: () => menu.press("copy"), v: () => menu.press("paste"),
    r: () => app.turn(), m: () => app.mirror(), t: () => app.toggle("threats"), "?": () => menu.press("help"), Delete: () => app.remove(),
  };
  addEventListener("keydown", (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey || target.closest("textarea, input, select, dialog")) return;
    const key = nameOf(event);
    const isPressable = target.closest("button, a, summary") && (key === " " || key === "Enter");
    if (isPressable || !app.state) return;
    const arrow = /** @type {Record<string, number[]>} */ (arrows)[key];
    if (document.activeElement === drawing && arrow) {
      app.say(app.describe(app.board.move(arrow[0], arrow[1])));
    } else if (document.activeElement === drawing && key === "Enter") {
      app.put(name(app.board.cursor));
    } else if (/^[1-9]$/.test(key)) {
      app.setLines(Number(key));
    } else if (keys[key]) {
      keys[key]();
    } else return;
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
    step(Math.sign(turned));
    turned = 0;
  }, { passive: false });
  /** @type {Touch | null} */ let begun = null;
  drawing.addEventListener("touchstart", (event) => { begun = event.touches.length === 1 ? event.touches[0] : null; }, { passive: true });
  drawing.addEventListener("touchend", (event) => {
    const end = event.changedTouches[0];
    if (!begun || !end) return;
    const [dx, dy] = [end.clientX - begun.clientX, end.clientY - begun.clientY];
    if (Math.abs(dx) > SWIPE && Math.abs(dx) > 2 * Math.abs(dy)) step(dx < 0 ? 1 : -1);
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

/** What a screen reader says of a point: what stands there, and all that is laid over it. @param {any} app @param {string} point */
export function describe(app, point) {
  const { picked, state } = app;
  const at = (/** @type {any[][]} */ list) => list.find(([other]) => other === point);
  const [stone, forbidden, label, mark] = [state.stones, state.forbidden, state.labels, state.marks].map(at);
  const best = shownLines(app).find((line) => line.moves[0] === point);
  const words = [stone ? text(stone[1]) + (stone[2] ? ` ${stone[2]}` : "") : forbidden ? text("forbidden_move", text(forbidden[1])) : text("empty"),
    label?.[1], mark && text(`tool_${mark[1]}`), best && worth(best),
    picked.includes(point) && text("picked"),
    state.play?.demand === "pick" && state.play.offered.includes(point) && text("offered"),
    isPlaying(state) && !app.board.isWithin(point, state.play) && text("outside")];
  return `${point}: ${words.filter(Boolean).join(", ")}`;
}

/**
 * Says the stones that were put since another state, or the last one of another variation with as many stones. In a game an action
 * may put several; who only walks through one leaps over them.
 * @param {any} app @param {any} before
 */
export function sayStones(app, before) {
  const { state } = app;
  // Where it is the other's turn a move was given up, and none put.
  const isBeside = before.node !== state.node && before.stones.length === state.stones.length && before.to_move === state.to_move;
  const said = state.stones.slice(isBeside ? -1 : before.stones.length);
  if (said.length === 1 || (said.length > 1 && isPlaying(state))) app.say(said.map((/** @type {any[]} */ [point]) => describe(app, point)).join(", "));
}
