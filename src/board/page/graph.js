// @ts-check
// The chances of Black over the game, as a graph that leads to its moves.

import { el, iconButton, svg } from "./dom.js";
import { percent } from "./analysis.js";
import { text } from "./texts.js";

const [WIDTH, HEIGHT] = [360, 90];

/** @param {any} app @returns {Node[]} */
export function panel(app) {
  const chances = app.chances;
  const known = Object.keys(chances).map(Number).sort((a, b) => a - b);
  const [before, after] = app.state.place;
  const end = Math.max(before + after, 1);
  const head = el("div", { class: "head" }, el("h2", {}, text("graph")), iconButton("again", text("draw_graph"), () => app.drawGraph(), { id: "draw-graph" }));
  if (known.length < 2) return [head];
  const x = (/** @type {number} */ move) => (move / end) * WIDTH;
  const y = (/** @type {number} */ chance) => HEIGHT - chance * HEIGHT;
  const points = known.map((move) => `${x(move).toFixed(1)},${y(chances[move]).toFixed(1)}`);
  const drawing = svg("svg", { class: "curve", viewBox: `0 -3 ${WIDTH} ${HEIGHT + 6}`, preserveAspectRatio: "none", role: "img", "aria-label": text("graph") },
    svg("path", { class: "area", d: `M${x(known[0])},${HEIGHT}L${points.join("L")}L${x(known[known.length - 1])},${HEIGHT}Z` }),
    svg("path", { class: "middle", d: `M0 ${HEIGHT / 2}H${WIDTH}` }),
    svg("polyline", { class: "chances", points: points.join(" ") }),
    svg("path", { class: "now", d: `M${x(before)} 0V${HEIGHT}` }));
  drawing.addEventListener("click", (event) => {
    const box = drawing.getBoundingClientRect();
    app.ask({ ask: "step", by: Math.round(((/** @type {MouseEvent} */ (event).clientX - box.left) / box.width) * end) - before });
  });
  const here = chances[before];
  return [head, drawing, el("p", { class: "figures" }, here === undefined ? "" : `${before}: ${percent(here)} %`)];
}
