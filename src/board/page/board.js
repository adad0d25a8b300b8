// @ts-check
// The board as a drawing: its grid, what lies on it, and the cursor.

import { svg } from "./dom.js";
import { drawn, GROUPS } from "./layers.js";
import { CELL, LETTERS, name, place } from "./points.js";

/** From the drawing's edge to the first and to the last line: on one side stand letters and numbers. */
const [EDGE, FAR] = [44, 26];
/** Pixels that a press moves at the most to mean a point: more is a swipe. */
export const SWIPE = 45;

/** @typedef {import("./points.js").Place} Place */

export class Board {
  /** @param {SVGSVGElement} drawing @param {(point: string, event: PointerEvent) => void} pressed */
  constructor(drawing, pressed) {
    this.drawing = drawing;
    this.size = "";
    this.width = this.height = 15;
    /** The colours of the stones, by their points. @type {Map<string, string>} */ this.taken = new Map();
    /** The colour of the stone that a press would put. @type {string | null} */ this.ghostColor = null;
    /** @type {Place} */ this.cursor = { x: 7, y: 7 };
    this.layers = Object.fromEntries(["grid", ...GROUPS, "cursor"].map((layer) => [layer, svg("g", { class: layer })]));
    drawing.append(definitions(), ...Object.values(this.layers));
    // A point is pressed and let go: who draws over the board, as in a swipe, means none, within a large cell too.
    /** @type {{point: string | null, x: number, y: number} | null} */ let down = null;
    const under = (/** @type {PointerEvent} */ event) => {
      const at = this.at(event);
      return at && event.button === 0 ? name(at) : null;
    };
    drawing.addEventListener("pointerdown", (event) => { down = { point: under(event), x: event.clientX, y: event.clientY }; });
    drawing.addEventListener("pointerup", (event) => {
      const point = under(event);
      if (point && down?.point === point && Math.hypot(event.clientX - down.x, event.clientY - down.y) <= SWIPE) pressed(point, event);
      down = null;
    });
    drawing.addEventListener("pointermove", (event) => this.hover(event.pointerType === "mouse" ? this.at(event) : null));
    drawing.addEventListener("pointerleave", () => this.hover(null));
  }

  /** @param {number} x */ left(x) { return EDGE + x * CELL; }
  /** @param {number} y */ top(y) { return FAR + (this.height - 1 - y) * CELL; }
  /** @param {string} point @returns {[x: number, y: number]} */
  middle(point) {
    const { x, y } = place(point);
    return [this.left(x), this.top(y)];
  }

  /** The point under a pointer. @param {PointerEvent} event @returns {Place | null} */
  at(event) {
    const matrix = this.drawing.getScreenCTM();
    if (!matrix) return null;
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    const at = { x: Math.round((x - EDGE) / CELL), y: this.height - 1 - Math.round((y - FAR) / CELL) };
    return at.x >= 0 && at.y >= 0 && at.x < this.width && at.y < this.height ? at : null;
  }

  /** @param {Place | null} at */
  hover(at) {
    const ghost = this.ghost;
    ghost?.remove();
    if (at && !this.taken.has(name(at)) && this.ghostColor) {
      this.ghost = svg("circle", { class: `stone ghost ${this.ghostColor}`, cx: this.left(at.x), cy: this.top(at.y), r: 17.5 });
      this.layers.over.append(this.ghost);
    }
  }

  /** Lines, dots, letters and numbers of a board of this size. @param {{width: number, height: number, dots: string[]}} state */
  grid({ width, height, dots }) {
    if (this.size === `${width}x${height}`) return;
    this.size = `${width}x${height}`;
    [this.width, this.height] = [width, height];
    this.cursor = { x: width >> 1, y: height >> 1 };
    const [right, bottom] = [this.left(width - 1), this.top(0)];
    this.drawing.setAttribute("viewBox", `0 0 ${right + FAR} ${bottom + EDGE}`);
    // What stands around the drawing knows its shape too.
    document.documentElement.style.setProperty("--ratio", String((right + FAR) / (bottom + EDGE)));
    const columns = Array.from({ length: width }, (_, x) => `M${this.left(x)} ${FAR}V${bottom}`);
    const rows = Array.from({ length: height }, (_, y) => `M${EDGE} ${this.top(y)}H${right}`);
    const label = (/** @type {number} */ x, /** @type {number} */ y, /** @type {string} */ text) => svg("text", { x, y, class: "coordinate" }, text);
    this.layers.grid.replaceChildren(
      svg("rect", { class: "wood", width: right + FAR, height: bottom + EDGE, rx: 10 }),
      svg("path", { class: "lines", d: columns.concat(rows).join("") }),
      svg("rect", { class: "rim", x: EDGE, y: FAR, width: right - EDGE, height: bottom - FAR }),
      ...dots.map(place).map(({ x, y }) => svg("circle", { class: "star", cx: this.left(x), cy: this.top(y), r: 3.6 })),
      ...Array.from({ length: width }, (_, x) => label(this.left(x), bottom + 30, LETTERS[x].toUpperCase())),
      ...Array.from({ length: height }, (_, y) => label(EDGE - 27, this.top(y), String(y + 1))),
    );
  }

  /** Draws a position with what lies on it. @param {import("./layers.js").Scene} scene */
  show(scene) {
    this.grid(scene.state);
    [this.taken, this.ghostColor] = [scene.taken, scene.ghost];
    for (const group of GROUPS) this.layers[group].replaceChildren(...drawn(group, scene, this));
  }

  /** The cursor of the keyboard. @param {boolean} isSeen */
  point(isSeen) {
    const [x, y] = [this.left(this.cursor.x), this.top(this.cursor.y)];
    this.layers.cursor.replaceChildren(...(isSeen ? [svg("rect", { class: "cursor", x: x - 19, y: y - 19, width: 38, height: 38, rx: 6 })] : []));
  }

  /** @param {number} dx @param {number} dy */
  move(dx, dy) {
    const inside = (/** @type {number} */ value, /** @type {number} */ end) => Math.min(Math.max(value, 0), end - 1);
    this.cursor = { x: inside(this.cursor.x + dx, this.width), y: inside(this.cursor.y + dy, this.height) };
    this.point(true);
    return name(this.cursor);
  }
}

function definitions() {
  const gradient = (/** @type {string} */ id, /** @type {[string, string][]} */ stops) => svg("radialGradient", { id, cx: "35%", cy: "30%", r: "75%" },
    ...stops.map(([offset, color]) => svg("stop", { offset, "stop-color": color })));
  return svg("defs", {},
    gradient("black-stone", [["0%", "#6b6b72"], ["35%", "#2e2e33"], ["100%", "#0b0b0d"]]),
    gradient("white-stone", [["0%", "#ffffff"], ["60%", "#f2efe8"], ["100%", "#cfc9bb"]]),
    svg("linearGradient", { id: "wood", x1: "0", y1: "0", x2: "1", y2: "1" }, svg("stop", { offset: "0%", "stop-color": "var(--wood-light)" }), svg("stop", { offset: "100%", "stop-color": "var(--wood-dark)" })));
}
