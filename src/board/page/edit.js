// @ts-check
// The panel to set up positions and to mark points, and what a point does by the tool that is chosen.

import { button, choice, el } from "./dom.js";
import { RULES, ruleName } from "./rules.js";
import { text } from "./texts.js";

const ICONS = /** @type {Record<string, string>} */ ({ play: "●○", black: "●", white: "○", empty: "⌫", label: "A", triangle: "△", square: "□", circle: "◯", cross: "✕" });

/** @param {any} app @returns {Node[]} */
export function panel(app) {
  const { state } = app;
  return [el("details", { open: app.editing ? true : null, ontoggle: (/** @type {Event} */ event) => { app.editing = /** @type {HTMLDetailsElement} */ (event.target).open; } },
    el("summary", { id: "edit-fold" }, el("h2", {}, text("edit"))),
    el("div", { class: "row tools", role: "group", "aria-label": text("edit") }, ...Object.keys(ICONS).map((tool) =>
      button(ICONS[tool], () => { app.tool = tool; app.render(); }, { pressed: app.tool === tool, name: text(`tool_${tool}`), id: `tool-${tool}` }))),
    el("div", { class: "row" }, ...["black", "white"].map((color) => button(text(`turn_${color}`), () => app.ask({ ask: "turn", color }), { pressed: state.to_move === color, id: `turn-${color}` })),
      choice(text("rule"), RULES.map((rule) => [rule, ruleName(rule)]), state.rule, (rule) => app.ask({ ask: "rule", rule }), "rule")))];
}

/** What a tool asks for at a point. @param {any} app @param {string} point */
export function asked({ tool, state }, point) {
  const set = { black: "black", white: "white", empty: null }[/** @type {string} */ (tool)];
  if (set !== undefined) return { ask: "set_up", point, stone: set };
  if (tool === "label") {
    const used = state.labels.map((/** @type {string[]} */ [, letter]) => letter);
    const own = state.labels.find((/** @type {string[]} */ [at]) => at === point);
    const free = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"].find((letter) => !used.includes(letter)) ?? "*";
    return { ask: "label", point, text: own ? "" : free };
  }
  return tool === "play" ? { ask: "put", point } : { ask: "mark", point, kind: tool };
}
