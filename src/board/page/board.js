// @ts-check
// The board as a drawing: grid, stones, and all that is laid over them.

import { svg } from "./dom.js";
import { isPlaying } from "./play.js";
import { text } from "./texts.js";

const CELL = 40;
/** From the drawing's edge to the first and to the last line: on one side stand letters and numbers. */
const [EDGE, FAR] = [44, 26];
const LETTERS = "abcdefghijklmnopqrstuvwxyz";
/** Pixels that a press moves at the most to mean a point: more is a swipe. */
export const SWIPE = 45;

/** @typedef {{x: number, y: number}} Place Column from the left and row from the bottom, from 0. */
/** @typedef {[point: string, color: string, number: number]} Stone */

/** @param {string} name @returns {Place} */
function place(name) {
  return { x: LETTERS.indexOf(name[0]), y: Number(name.slice(1)) - 1 };
}
/** @param {Place} at */
export function name(at) {
  return LETTERS[at.x] + (at.y + 1);
}

export class Board {
  /** @param {SVGSVGElement} drawing @param {(point: string, event: PointerEvent) => void} pressed */
  constructor(drawing, pressed) {
    this.drawing = drawing;
    this.size = "";
    this.width = this.height = 15;
    /** The colours of the stones, by their points. @type {Map<string, string>} */ this.taken = new Map();
    /** @type {Place} */ this.cursor = { x: 7, y: 7 };
    this.layers = Object.fromEntries(["grid", "heat", "stones", "over", "cursor"].map((layer) => [layer, svg("g", { class: layer })]));
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
    if (at && this.shown && !this.taken.has(name(at)) && this.ghostColor) {
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

  /**
   * Draws a position.
   * @param {any} state
   * @param {{numbers: boolean, threats: boolean, ghost: string | null, expected: string[], colors: string[], first: number, offers: boolean, known: any[]}} look
   */
  show(state, look) {
    this.grid(state);
    this.shown = state;
    this.ghostColor = look.ghost;
    this.taken = new Map(state.stones);
    // Stones that are seen before they are put. Of a move that may be any nothing is drawn, and it counts.
    const ahead = look.expected.map((point, number) => /** @type {Stone} */ ([point, look.colors[number % 2], look.first + number])).filter(([point]) => point);
    const texts = this.texts(state, look.numbers, ahead);
    const five = new Set(state.five);
    const last = state.stones.at(-1);
    const parts = state.stones.flatMap((/** @type {Stone} */ [point, color, number]) => {
      const at = place(point);
      const [x, y] = [this.left(at.x), this.top(at.y)];
      const drawn = [svg("circle", { class: `stone ${color}`, cx: x, cy: y, r: 18.2 })];
      if (five.has(point)) drawn.push(svg("circle", { class: "won", cx: x, cy: y, r: 18.2 }));
      const isLast = last[0] === point && number > 0;
      const written = texts.get(point);
      if (written) drawn.push(this.text(x, y, written[0], written[1] + (isLast ? " last" : "")));
      else if (isLast) drawn.push(svg("circle", { class: "last", cx: x, cy: y, r: 5 }));
      return drawn;
    });
    this.layers.stones.replaceChildren(...parts);
    this.over(state, look, ahead, texts);
  }

  /**
   * What is written on points, and of what kind, one text a point: the number of a stone gives way to a mark or a letter, and these
   * to a stone that is seen before it is put.
   * @param {any} state @param {boolean} isNumbered @param {Stone[]} ahead @returns {Map<string, [string, string]>}
   */
  texts(state, isNumbered, ahead) {
    /** @type {Map<string, [string, string]>} */ const texts = new Map();
    for (const [point, color, number] of state.stones) if (isNumbered && number > 0) texts.set(point, [String(number), `number ${color}`]);
    for (const [point] of state.marks) texts.delete(point);
    for (const { point, label } of this.branches(state)) if (label) texts.set(point, [label, "label"]);
    for (const [point, label] of state.labels) texts.set(point, [label, `label ${this.taken.get(point) ?? ""}`]);
    for (const [point, color, number] of ahead) texts.set(point, [String(number), `number ${color}`]);
    return texts;
  }

  /** The moves that follow on free points, where there is more than the end of a line. @param {any} state @returns {any[]} */
  branches({ children, place }) {
    const isFree = (/** @type {any} */ { point }) => point && point !== "pass" && !this.taken.has(point);
    return children.length > 1 || place[1] > 0 ? children.filter(isFree) : [];
  }

  /** @param {number} x @param {number} y @param {string} text @param {string} kind */
  text(x, y, text, kind) {
    return svg("text", { x, y, class: kind, "data-long": text.length > 2 ? "" : null }, text);
  }

  /** All that lies over the stones. @param {any} state @param {any} look @param {Stone[]} ahead @param {Map<string, [string, string]>} texts */
  over(state, look, ahead, texts) {
    const parts = [];
    // What else lies on their points they hide.
    const hidden = new Set(ahead.map(([point]) => point));
    const at = (/** @type {string} */ point) => { const { x, y } = place(point); return [this.left(x), this.top(y)]; };
    for (const [point, kind] of state.forbidden) {
      const [x, y] = at(point);
      const word = { overline: "6", "double-four": "4·4", "double-three": "3·3" }[/** @type {string} */ (kind)] ?? "";
      parts.push(svg("g", { class: "forbidden", "data-kind": kind }, svg("title", {}, text(kind)),
        svg("path", { d: `M${x - 8} ${y - 8}l16 16M${x + 8} ${y - 8}l-16 16` }), this.text(x + 11, y - 12, word, "kind")));
    }
    if (look.threats) for (const [point, color, kind] of state.threats) {
      const [x, y] = at(point);
      const shift = color === "black" ? -7 : 7;
      parts.push(svg("circle", { class: `threat ${color} ${kind}`, cx: x + shift, cy: y + 11, r: { five: 5, "straight-four": 4.2, four: 3.2 }[/** @type {string} */ (kind)] ?? 2.2 }));
    }
    for (const child of look.known) {
      if (this.taken.has(child.move) || hidden.has(child.move)) continue;
      const [x, y] = at(child.move);
      parts.push(svg("g", { class: "known" }, svg("circle", { cx: x, cy: y, r: 12 }), this.text(x, y, child.tag || (child.verdict ?? "·"), "kind")));
    }
    for (const { point } of this.branches(state)) {
      const [x, y] = at(point);
      parts.push(svg("circle", { class: "branch", cx: x, cy: y, r: 12 }));
    }
    for (const [point, kind] of state.marks) {
      if (hidden.has(point)) continue;
      const [x, y] = at(point);
      const shape = {
        cross: `M${x - 8} ${y - 8}l16 16M${x + 8} ${y - 8}l-16 16`, triangle: `M${x} ${y - 11}l10 18h-20z`,
        square: `M${x - 8} ${y - 8}h16v16h-16z`, circle: `M${x - 9} ${y}a9 9 0 1 0 18 0a9 9 0 1 0 -18 0`,
      }[/** @type {string} */ (kind)] ?? "";
      parts.push(svg("path", { class: `mark ${this.taken.get(point) ?? ""}`, d: shape }));
    }
    for (const [point] of state.labels) {
      if (this.taken.has(point) || hidden.has(point)) continue;
      const [x, y] = at(point);
      parts.push(svg("circle", { class: "plate", cx: x, cy: y, r: 12 }));
    }
    for (const [point, color] of ahead) {
      const [x, y] = at(point);
      parts.push(svg("circle", { class: `stone expected ${color}`, cx: x, cy: y, r: 17 }));
    }
    for (const [point, [written, kind]] of texts) {
      if (this.taken.has(point)) continue;
      const [x, y] = at(point);
      parts.push(this.text(x, y, written, kind));
    }
    for (const point of state.play?.demand === "pick" ? state.play.offered : []) {
      const [x, y] = at(point);
      parts.push(svg("circle", { class: "offered", cx: x, cy: y, r: 14 }));
    }
    if (isPlaying(state) && !look.offers) parts.push(...this.region(state.play));
    this.layers.over.replaceChildren(...parts);
  }

  /** Whether a point lies where a stone of the opening may stand. @param {string} point @param {any} play */
  isWithin(point, { within, points }) {
    if (points) return points.includes(point);
    const { x, y } = place(point);
    const distance = Math.max(Math.abs(x - (this.width - 1) / 2), Math.abs(y - (this.height - 1) / 2));
    return !within || (distance >= within[0] && distance <= within[1]);
  }

  /** Where a stone of the opening may stand: on some points, or so far from the centre. @param {any} play */
  region({ within, points }) {
    if (points) return points.map((/** @type {string} */ point) => this.square("inside", place(point), CELL));
    if (!within) return [];
    const [[least, most], x, y] = [within, (this.width - 1) / 2, (this.height - 1) / 2];
    const lines = least > 0 ? least - 0.5 : Math.min(most + 0.5, Math.max(x, y) + 0.5);
    return [this.square(least > 0 ? "outside" : "inside", { x, y }, 2 * lines * CELL)];
  }

  /** A square around a place. @param {string} kind @param {Place} at @param {number} side */
  square(kind, { x, y }, side) {
    return svg("rect", { class: kind, x: this.left(x) - side / 2, y: this.top(y) - side / 2, width: side, height: side, rx: 8 });
  }

  /** Marks points with what they are worth: best moves, or all. @param {{point: string, chance: number, rank: number, text: string}[]} moves */
  candidates(moves) {
    for (const { point, rank, text } of moves) {
      const { x, y } = place(point);
      const [cx, cy] = [this.left(x), this.top(y)];
      this.layers.over.append(svg("g", { class: `candidate rank${Math.min(rank, 4)}`, "data-point": point },
        svg("circle", { cx, cy, r: 17 }), this.text(cx, cy, text, "worth")));
    }
  }

  /** A heat map of chances. @param {[string, number][]} values */
  heat(values) {
    const best = Math.max(...values.map(([, chance]) => chance), 0.01);
    this.layers.heat.replaceChildren(...values.map(([point, chance]) => {
      const { x, y } = place(point);
      const share = chance / best;
      return svg("rect", { x: this.left(x) - CELL / 2, y: this.top(y) - CELL / 2, width: CELL, height: CELL,
        fill: `hsl(${Math.round(8 + 132 * share ** 2)} 70% 45%)`, opacity: (0.06 + 0.6 * share ** 3).toFixed(2) },
      svg("title", {}, `${point}: ${(chance * 100).toFixed(1)} %`));
    }));
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
