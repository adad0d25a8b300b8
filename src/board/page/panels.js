// @ts-check
// The panels around the board: drawn anew whenever something was told, and what somebody had in them is left to him.

import * as analysis from "./analysis.js";
import * as database from "./database.js";
import { button, byId, el, iconButton } from "./dom.js";
import * as edit from "./edit.js";
import * as focus from "./focus.js";
import * as graph from "./graph.js";
import * as play from "./play.js";
import * as review from "./review.js";
import { patternName, ruleName } from "./rules.js";
import { text } from "./texts.js";

/** As many moves as can be asked for: they lead to the beginning and to the end of any line. */
export const [TO_BEGINNING, TO_END] = [-(2 ** 31), 2 ** 31 - 1];
import * as tree from "./tree.js";

/** Fields whose text is written to the position for which they were drawn. */
export const WRITTEN = "#comment, #db-comment, #db-value";

/** Whether somebody has written into such a field what was not sent yet. */
export function isWriting() {
  const active = /** @type {any} */ (document.activeElement);
  return Boolean(active?.matches(WRITTEN)) && active.value !== active.defaultValue;
}

/** @param {any} app */
export function draw(app) {
  const { state } = app;
  const isPlaying = play.isPlaying(state);
  const active = /** @type {any} */ (document.activeElement);
  // What somebody writes into is not taken from under his hands, whatever is shown by then.
  const isKept = (/** @type {string} */ fields) => active?.matches(fields) && (isWriting() || app.writtenNode === state.node);
  const keepsDatabase = !isPlaying && isKept("#database input, #database textarea") && (isWriting() || app.drawnKnown === app.known);
  const keepsTree = isKept("#comment");
  // The number of fifths, as long as the same is asked for.
  const asked = JSON.stringify([state.node, state.play?.demand, state.play?.ending, app.advice]);
  const keepsPlay = active?.matches("#declare-number") && app.drawnDemand === asked;
  const put = (/** @type {string} */ id, /** @type {Node[]} */ parts) => byId(id).replaceChildren(...parts);
  focus.keep(() => keeping(() => {
    put("top", play.seat(app, "white"));
    put("bottom", play.seat(app, "black"));
    // A screen reader says again what is put there again.
    const said = status(app);
    if (byId("status").textContent !== said.map((part) => part.textContent).join("")) put("status", said);
    if (!keepsPlay) put("play", play.panel(app));
    const told = play.told(app);
    if (byId("told").textContent !== told) byId("told").textContent = told;
    put("steps", steps(app));
    put("analysis", isPlaying ? [] : analysis.panel(app));
    put("review", isPlaying ? [] : review.panel(app));
    put("graph", isPlaying ? [] : graph.panel(app));
    if (keepsDatabase) put("db-results", database.results(app));
    else put("database", isPlaying ? [] : database.panel(app));
    if (!keepsTree) put("tree", tree.panel(app));
    put("edit", isPlaying ? [] : edit.panel(app));
  }));
  if (!keepsTree && app.nodeInSight !== state.node) {
    showMove();
    app.nodeInSight = state.node;
  }
  // The checks of the page wait for it.
  app.drawnNode = state.node;
  app.drawnDemand = asked;
  // The node for which the field was drawn that somebody writes into, and what was known of it.
  if (!keepsDatabase && !keepsTree) app.writtenNode = state.node;
  if (!keepsDatabase) app.drawnKnown = app.known;
}

/**
 * Draws parts anew. What then has the same name and shows the same is as far scrolled and as open as before.
 * @param {() => void} drawParts
 */
function keeping(drawParts) {
  const folds = [...document.querySelectorAll("#side details[id]")];
  const named = [...document.querySelectorAll("#side :is(ol, ul, div, textarea)[id]")];
  const scrolled = named.filter((part) => part.scrollTop > 0).map((part) => /** @type {[Element, number]} */ ([part, part.scrollTop]));
  drawParts();
  const again = (/** @type {any} */ part) => {
    const now = /** @type {any} */ (document.getElementById(part.id));
    return now?.of === part.of ? now : null;
  };
  for (const fold of folds) {
    const now = again(fold);
    if (now) now.open = /** @type {HTMLDetailsElement} */ (fold).open;
  }
  for (const [part, top] of scrolled) {
    const now = again(part);
    if (now) now.scrollTop = top;
  }
}

/** Brings the move of the position into sight, in its box alone. */
function showMove() {
  const box = byId("moves");
  const current = /** @type {HTMLElement | null} */ (box.querySelector("[aria-current]"));
  if (current) box.scrollTop = current.offsetTop - box.offsetTop - box.clientHeight / 2;
}

/** @param {any} app @returns {Node[]} */
function status({ state }) {
  const parts = [el("span", { class: "rule" }, ruleName(state.rule)), el("span", {}, `${state.width} × ${state.height}`)];
  if (state.play && state.play.opening !== "free") parts.push(el("span", {}, play.openingName(state.play.opening)));
  if (state.pattern) parts.push(el("span", { class: "pattern" }, patternName(state.pattern)));
  if (state.result && !state.play) parts.push(el("strong", { id: "result" }, play.ended(state.result, (color) => text("wins", text(color)))));
  return parts;
}

/** @param {any} app @returns {Node[]} */
function steps(app) {
  const { settings, state } = app;
  const [before, after] = state.place;
  const isPlaying = play.isPlaying(state);
  const step = (/** @type {string} */ key, /** @type {number} */ by, /** @type {boolean} */ isEnd) => iconButton(key, text(key), () => app.step(by), { disabled: isEnd || isPlaying, id: `step-${key}` });
  return [step("first", TO_BEGINNING, !before), step("back", -1, !before), el("span", { class: "count" }, `${before} / ${before + after}`), step("forward", 1, !after), step("last", TO_END, !after),
    el("span", { class: "space" }), button("1·2·3", () => app.toggle("numbers"), { pressed: settings.numbers, name: `1·2·3 ${text("numbers")}`, id: "numbers" }),
    iconButton("bolt", text("threats"), () => app.toggle("threats"), { pressed: settings.threats, id: "threats" }),
    iconButton("rotate", text("rotate"), () => app.turn(), { disabled: isPlaying, id: "rotate" }), iconButton("mirror", text("mirror"), () => app.mirror(), { disabled: isPlaying, id: "mirror" })];
}
