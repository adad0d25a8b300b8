// @ts-check
// The analysis: best lines with their chances, wins by force with their trees, and the values of points.

import { button, choice, el } from "./dom.js";
import { number, text } from "./texts.js";

const LINES = [1, 2, 3, 5, 8, 12, 20];

/** A chance in percent. @param {number} chance */
export const percent = (chance) => number(chance * 100, chance > 0.995 || chance < 0.005 ? 0 : 1);

/** A large number in few digits. @param {number} count */
const short = (count) => number(count, undefined, "compact");

/** What stands on the point of a best move. @param {any} line */
export const worth = ({ mate, chance }) => (mate === null ? String(Math.round(chance * 100)) : mate > 0 ? `+${mate}` : String(mate));

/** The same in words. @param {any} line */
export const worthInWords = (line) => worth(line) + (line.mate === null ? " %" : "");

/** The lines whose first moves are marked on the board: those of a hint before those of the analysis. @param {any} app @returns {any[]} */
export const shownLines = ({ hints, lines }) => (hints.length ? hints : lines);

/**
 * Lets moves be seen on the board while somebody points at a part of the page, or has reached it by keys.
 * @param {any} app @param {string[]} moves @param {number} [node] The node from which they go on: the one that is shown, or none is seen.
 */
export function preview(app, moves, node = app.state.node) {
  const [show, hide] = [() => app.expect(app.state.node === node ? moves : []), () => app.expect([])];
  return { onpointerenter: show, onpointerleave: hide, onfocus: show, onblur: hide };
}

/** The panel of the analysis. @param {any} app @returns {Node[]} */
export function panel(app) {
  const { state, lines } = app;
  const isOn = state.analysing > 0;
  const first = lines[0];
  // A key chooses also numbers that are not listed.
  const counts = [...new Set([...LINES, app.settings.lines])].sort((one, other) => one - other);
  const head = el("div", { class: "head" }, el("h2", {}, text("analysis")),
    choice(text("lines"), counts.map((count) => [String(count), String(count)]), String(app.settings.lines), (count) => app.setLines(Number(count)), "lines"),
    button(isOn ? text("stop") : text("analyse"), () => app.analyse(!isOn), { kind: isOn ? "stop" : "main", title: "Space", id: "analyse" }));
  const figures = el("p", { class: "figures", id: "figures" }, ...(first ? [
    `${text("depth")} ${first.depth}–${Math.max(first.depth, first.selective_depth)}`, " · ", `${short(first.nodes)} ${text("nodes")}`, " · ",
    `${short(first.nodes / Math.max(first.milliseconds, 1) * 1000)} ${text("speed")}`] : [isOn ? "…" : ""]));
  const best = first?.chance ?? 0;
  const black = state.to_move === "black" ? best : 1 - best;
  const bar = el("div", { class: first ? "bar" : "bar unknown", role: "img", "aria-label": first ? `${text("black")} ${percent(black)} %` : "…", hidden: !first && !isOn }, el("div", { style: `width:${first ? (black * 100).toFixed(1) : 50}%` }, first ? percent(black) : ""), el("div", {}, first ? percent(1 - black) : ""));
  // The lines have their place before they come, so that nothing moves away under who presses it.
  const list = el("ol", { class: "lines", id: "lines-found", of: state.node, style: isOn ? `min-height: min(${app.settings.lines} * 30px, 250px)` : null }, ...lines.map((/** @type {any} */ line) => el("li", {},
    el("button", { type: "button", class: "line", id: `line-${line.rank}`, onclick: () => app.ask({ ask: "put", point: line.moves[0] }), ...preview(app, line.moves) },
      el("b", { class: line.mate === null ? "" : line.mate > 0 ? "win" : "loss" }, line.mate === null ? percent(line.chance) : line.score),
      el("span", { class: "moves" }, line.moves.slice(0, 14).join(" "))))));
  const tools = el("div", { class: "row tools" },
    button("VCF", () => app.solve(false), { title: text("vcf"), id: "vcf" }), button("VCT", () => app.solve(true), { title: text("vct"), id: "vct" }),
    button(text("values"), () => app.toggleHeat(), { pressed: app.heatShown, id: "values" }),
    button(text("hint"), () => app.ask({ ask: "hint" }), { title: "H", id: "hint" }));
  return [head, bar, figures, list, tools, ...solved(app)];
}

/** Whether a win was found, and in how many moves. @param {any} app @returns {string} */
export function verdict({ solution, state }) {
  if (solution.verdict === "win") return text("solve_win", text(state.to_move), solution.plies);
  return text(solution.verdict === "none" ? "solve_none" : "solve_unknown");
}

/** What came of the search for a win. @param {any} app @returns {Node[]} */
function solved(app) {
  const { solution } = app;
  if (!solution) return [];
  if (solution.verdict !== "win") return [el("p", { class: "verdict", id: "verdict" }, verdict(app))];
  const tree = el("ul", { class: "proof", id: "proof", of: solution });
  // Each move of the tree stands in the list of those that follow the one before it.
  const lists = [tree];
  solution.tree.forEach((/** @type {[number, string]} */ [depth, point], /** @type {number} */ number) => {
    const next = solution.tree[number + 1];
    const item = el("li", { class: depth % 2 ? "answer" : "attack" });
    const shown = point || text("elsewhere");
    const path = pathTo(solution.tree, number);
    const named = { class: "point", id: `proof-${number}`, ...preview(app, path) };
    lists[depth]?.append(item);
    if (next && next[0] > depth) {
      const inner = el("ul");
      lists[depth + 1] = inner;
      // Attack and its only answer on one line: they are opened together.
      item.append(el("details", { id: `proof-part-${number}`, of: solution, open: depth < 4 }, el("summary", named, shown), inner));
    } else item.append(el("button", { type: "button", ...named, onclick: named.onfocus }, shown));
  });
  if (solution.is_cut) tree.append(el("li", {}, "…"));
  return [el("p", { class: "verdict win", id: "verdict" }, verdict(app)), el("p", { class: "moves" }, solution.line.join(" ")), tree];
}

/** The moves that lead to a place of the tree, empty where a move may be any. @param {[number, string][]} tree @param {number} number */
function pathTo(tree, number) {
  /** @type {string[]} */ const path = [];
  for (let depth = tree[number][0], at = number; at >= 0 && depth >= 0; at--) {
    if (tree[at][0] === depth) {
      path.unshift(tree[at][1]);
      depth--;
    }
  }
  return path;
}
