// @ts-check
// The chances of Black over the game, as a graph that leads to its moves.

import { el, iconButton, svg } from "./dom.js";
import { percent } from "./analysis.js";
import { SIGNS } from "./review.js";
import { text } from "./texts.js";

const [WIDTH, HEIGHT] = [360, 90];

/** @param {any} app @returns {Node[]} */
export function panel(app) {
  const { chances, review, state } = app;
  const { line, place: [before] } = state;
  const known = line.map((/** @type {number} */ _, /** @type {number} */ move) => move).filter((/** @type {number} */ move) => chances[line[move]] !== undefined);
  const end = Math.max(line.length - 1, 1);
  const head = el("div", { class: "head" }, el("h2", {}, text("graph")), iconButton("again", text("draw_graph"), () => app.drawGraph(), { id: "draw-graph" }));
  if (known.length < 2) return [head];
  const x = (/** @type {number} */ move) => (move / end) * WIDTH;
  const y = (/** @type {number} */ chance) => HEIGHT - chance * HEIGHT;
  const points = known.map((/** @type {number} */ move) => `${x(move).toFixed(1)},${y(chances[line[move]]).toFixed(1)}`);
  const mistakes = (review?.mistakes ?? []).map((/** @type {any} */ mistake) => [mistake, line.indexOf(app.reviewed[mistake.stones])]).filter((/** @type {[any, number]} */ [, move]) => move >= 0);
  const drawing = svg("svg", { class: "curve", viewBox: `0 -3 ${WIDTH} ${HEIGHT + 6}`, preserveAspectRatio: "none", role: "img", "aria-label": text("graph") },
    svg("path", { class: "area", d: `M${x(known[0])},${HEIGHT}L${points.join("L")}L${x(known[known.length - 1])},${HEIGHT}Z` }),
    svg("path", { class: "middle", d: `M0 ${HEIGHT / 2}H${WIDTH}` }),
    svg("polyline", { class: "chances", points: points.join(" ") }),
    ...mistakes.map((/** @type {[any, number]} */ [mistake, move]) => svg("path", { class: `slip ${mistake.class ?? ""}`, d: `M${x(move).toFixed(1)} 0V${HEIGHT}` }, svg("title", {}, `${mistake.number}. ${mistake.point}${SIGNS[mistake.class] ?? ""}`))),
    svg("path", { class: "now", d: `M${x(before)} 0V${HEIGHT}` }));
  drawing.addEventListener("click", (event) => {
    const box = drawing.getBoundingClientRect();
    const move = Math.round(((/** @type {MouseEvent} */ (event).clientX - box.left) / box.width) * end);
    app.ask({ ask: "go", node: line[Math.min(Math.max(move, 0), line.length - 1)] });
  });
  const here = chances[state.node];
  return [head, drawing, el("p", { class: "figures" }, here === undefined ? "" : `${before}: ${percent(here)} %`)];
}
