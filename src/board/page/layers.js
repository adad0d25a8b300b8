// @ts-check
// What lies on the grid of the board: one list of layers, each with what is drawn and what a screen reader says of a point.

import { percent, shownLines, worth, worthInWords } from "./analysis.js";
import { judged } from "./database.js";
import { svg } from "./dom.js";
import { advice, ghost, isPlaying, isWithin, other } from "./play.js";
import { CELL } from "./points.js";
import { text } from "./texts.js";

/** Threats, the strongest first, each with the radius of its dot. @type {Record<string, number>} */
const THREATS = { five: 5, "straight-four": 4.2, four: 3.2, three: 2.2 };
const FORBIDDEN = /** @type {Record<string, string>} */ ({ overline: "6", "double-four": "4·4", "double-three": "3·3" });

/** @typedef {[point: string, color: string, number: number]} Stone */
/** @typedef {{written: string, kind: string, said?: string, hasPlate?: boolean}} Writing What is written on a point. */
/** @typedef {ReturnType<typeof sceneOf>} Scene */
/** @typedef {import("./board.js").Board} Board */
/** @typedef {"heat" | "region" | "stones" | "over"} Group Where in the drawing a layer lies, the lowest first. */
/** @typedef {{group: Group, draw: (scene: Scene, board: Board) => SVGElement[], say: (scene: Scene, point: string) => string}} Layer */

/** What there is to show. @param {any} app */
export function sceneOf(app) {
  const { expected, heatShown, known, offering, picked, settings, state, values } = app;
  const isInGame = isPlaying(state);
  const ahead = stonesAhead(app);
  /** The colours of the stones, by their points. @type {Map<string, string>} */ const taken = new Map(state.stones);
  // What else lies on the points of stones that are seen before they are put they hide.
  const hidden = new Set(ahead.map(([point]) => point));
  const branches = branchesOf(state, taken);
  const isFree = (/** @type {string} */ point) => !taken.has(point) && !hidden.has(point);
  const best = shownLines(app).map((line) => [line.moves[0], line.rank, worth(line), worthInWords(line)]);
  const advised = advice(app).points.map((point, number) => [point, 1, String(number + 1), `${text("hint")} ${number + 1}`]);
  return {
    state, taken, ahead, hidden, branches, isFree, picked,
    five: new Set(state.five),
    texts: textsOn(state, settings.numbers, taken, branches, ahead),
    threats: settings.threats ? state.threats : [],
    known: known?.position && !isInGame ? known.position.children.map((/** @type {any} */ child) => [child.move, child]) : [],
    candidates: expected.length ? [] : [...best, ...advised],
    values: heatShown ? values : [],
    mostChance: Math.max(...values.map((/** @type {any[]} */ [, chance]) => chance), 0.01),
    // Several fifths may stand anywhere.
    region: isInGame && !offering ? state.play : null,
    ghost: isInGame ? ghost(app) : state.result ? null : { black: "black", white: "white" }[/** @type {string} */ (app.tool)] ?? state.to_move,
  };
}

/** Stones that are seen before they are put: a line that is pointed at, or points that are chosen. @param {any} app @returns {Stone[]} */
function stonesAhead({ expected, picked, state }) {
  const { play, stones, to_move } = state;
  const isTwo = play?.demand === "two";
  const colors = picked.length && !isTwo ? [to_move, to_move] : [to_move, other(to_move)];
  // The two stones of an opening are the next ones of the game, and fifths stand beside each other.
  const first = picked.length && isTwo ? stones.length + 1 : 1;
  const ahead = (expected.length ? expected : picked).map((/** @type {string} */ point, /** @type {number} */ number) => [point, colors[number % 2], first + number]);
  // Of a move that may be any nothing is drawn, and it counts.
  return ahead.filter((/** @type {Stone} */ [point]) => point);
}

/** The moves that follow on free points, where there is more than the end of a line. @param {any} state @param {Map<string, string>} taken @returns {any[]} */
function branchesOf({ children, place }, taken) {
  const isFree = (/** @type {any} */ { point }) => point && point !== "pass" && !taken.has(point);
  return children.length > 1 || place[1] > 0 ? children.filter(isFree) : [];
}

/**
 * What is written on points, one text a point: the number of a stone gives way to a mark or a letter, and these to a stone that is
 * seen before it is put.
 * @param {any} state @param {boolean} isNumbered @param {Map<string, string>} taken @param {any[]} branches @param {Stone[]} ahead
 */
function textsOn(state, isNumbered, taken, branches, ahead) {
  const numbered = (/** @type {Stone} */ [point, color, number]) => /** @type {[string, Writing]} */ ([point, { written: String(number), kind: `number ${color}` }]);
  /** @type {Map<string, Writing>} */ const texts = new Map(isNumbered ? state.stones.filter((/** @type {Stone} */ [, , number]) => number > 0).map(numbered) : []);
  for (const [point] of state.marks) texts.delete(point);
  for (const { point, label } of branches) if (label) texts.set(point, { written: label, said: label, kind: "label" });
  for (const [point, label] of state.labels) texts.set(point, { written: label, said: label, kind: `label ${taken.get(point) ?? ""}`, hasPlate: true });
  for (const stone of ahead) texts.set(...numbered(stone));
  return texts;
}

/** @param {number} x @param {number} y @param {string} text @param {string} kind */
const written = (x, y, text, kind) => svg("text", { x, y, class: kind, "data-long": text.length > 2 ? "" : null }, text);
/** @param {number} x @param {number} y */
const cross = (x, y) => `M${x - 8} ${y - 8}l16 16M${x + 8} ${y - 8}l-16 16`;
/** @param {number} x @param {number} y @param {number} side @param {Record<string, any>} look @param {...import("./dom.js").Part} parts */
const square = (x, y, side, look, ...parts) => svg("rect", { x: x - side / 2, y: y - side / 2, width: side, height: side, ...look }, ...parts);
/** @param {string} color @param {string} kind @param {number} cx @param {number} cy */
const threatDot = (color, kind, cx, cy) => svg("circle", { class: `threat ${color} ${kind}`, cx, cy, r: THREATS[kind] }, svg("title", {}, text(`threat_${kind}`)));
const region = { rx: 8 };

/** What stands on a point, in words. @param {Stone} stone */
const stoneInWords = ([, color, number]) => text(color) + (number ? ` ${number}` : "");

/**
 * A layer of what lies on single points.
 * @param {Group} group
 * @param {(scene: Scene) => any[][]} items Each begins with its point.
 * @param {(item: any[], x: number, y: number, scene: Scene) => (SVGElement | null | false | undefined)[]} drawn One of them, around the middle of its point.
 * @param {(item: any[], scene: Scene) => string | undefined} said
 * @returns {Layer}
 */
const onPoints = (group, items, drawn, said) => ({
  group,
  draw: (scene, board) => items(scene).flatMap((item) => drawn(item, ...board.middle(item[0]), scene)).filter((part) => part instanceof SVGElement),
  say: (scene, point) => items(scene).filter(([at]) => at === point).map((item) => said(item, scene)).filter(Boolean).join(", "),
});

/** Where nothing stands. @type {Layer} */
const EMPTY = { group: "stones", draw: () => [], say: ({ taken }, point) => (taken.has(point) ? "" : text("empty")) };

/** Where a stone of the opening may stand: on some points, or so far from the centre. @type {Layer} */
const REGION = {
  group: "region",
  draw({ region: play, state }, board) {
    if (play?.points) return play.points.map((/** @type {string} */ point) => square(...board.middle(point), CELL, { class: "inside", ...region }));
    if (!play?.within) return [];
    const [[least, most], x, y] = [play.within, (state.width - 1) / 2, (state.height - 1) / 2];
    const lines = least > 0 ? least - 0.5 : Math.min(most + 0.5, Math.max(x, y) + 0.5);
    return [square(board.left(x), board.top(y), 2 * lines * CELL, { class: least > 0 ? "outside" : "inside", ...region })];
  },
  say: ({ region: play, state }, point) => (play && !isWithin(state, point) ? text("outside") : ""),
};

/** All layers, in the order in which they are said, and those of a group drawn. @type {Layer[]} */
const LAYERS = [
  EMPTY,
  onPoints("stones", ({ state }) => state.stones, ([point, color, number], x, y, { five, state, texts }) => {
    const isLast = state.stones.at(-1)[0] === point && number > 0;
    const writing = texts.get(point);
    return [svg("circle", { class: `stone ${color}`, cx: x, cy: y, r: 18.2 }), five.has(point) && svg("circle", { class: `won ${color}`, cx: x, cy: y, r: 15 }),
      writing ? written(x, y, writing.written, writing.kind + (isLast ? " last" : "")) : isLast && svg("circle", { class: `last ${color}`, cx: x, cy: y, r: 5 })];
  }, (stone, { five }) => stoneInWords(/** @type {any} */ (stone)) + (five.has(stone[0]) ? `, ${text("five")}` : "")),
  onPoints("over", ({ state }) => state.forbidden, ([, kind], x, y) => [svg("g", { class: "forbidden", "data-kind": kind }, svg("title", {}, text(kind)),
    svg("path", { d: cross(x, y) }), written(x + 11, y - 12, FORBIDDEN[kind] ?? "", "kind"))], ([, kind]) => text("forbidden_move", text(kind))),
  onPoints("over", ({ threats }) => threats, ([, color, kind], x, y) => [threatDot(color, kind, x + (color === "black" ? -7 : 7), y + 11)],
    ([, color, kind]) => `${text(color)}: ${text(`threat_${kind}`)}`),
  onPoints("over", ({ isFree, known }) => known.filter((/** @type {any[]} */ [point]) => isFree(point)),
    ([, child], x, y) => [svg("g", { class: "known" }, svg("circle", { cx: x, cy: y, r: 12 }), written(x, y, child.tag || (child.verdict ?? "·"), "kind"))],
    ([, child]) => `${text("database")}: ${judged(child)}`),
  onPoints("over", ({ branches }) => branches.map(({ point }) => [point]), (_, x, y) => [svg("circle", { class: "branch", cx: x, cy: y, r: 12 })], () => text("variation")),
  onPoints("over", ({ hidden, state }) => state.marks.filter((/** @type {any[]} */ [point]) => !hidden.has(point)), ([point, kind], x, y, { taken }) => {
    const shapes = /** @type {Record<string, string>} */ ({ cross: cross(x, y), triangle: `M${x} ${y - 11}l10 18h-20z`, square: `M${x - 8} ${y - 8}h16v16h-16z`, circle: `M${x - 9} ${y}a9 9 0 1 0 18 0a9 9 0 1 0 -18 0` });
    return [svg("path", { class: `mark ${taken.get(point) ?? ""}`, d: shapes[kind] ?? "" })];
  }, ([, kind]) => text(`tool_${kind}`)),
  onPoints("over", ({ ahead }) => ahead, ([, color], x, y) => [svg("circle", { class: `stone expected ${color}`, cx: x, cy: y, r: 17 })],
    (stone, { picked }) => (picked.includes(stone[0]) ? text("picked") : stoneInWords(/** @type {any} */ (stone)))),
  onPoints("over", ({ texts }) => [...texts], ([point, writing], x, y, { taken }) => (taken.has(point) ? []
    : [writing.hasPlate && svg("circle", { class: "plate", cx: x, cy: y, r: 12 }), written(x, y, writing.written, writing.kind)]), ([, { said }]) => said),
  onPoints("over", ({ state: { play } }) => (play?.demand === "pick" ? play.offered.map((/** @type {string} */ point) => [point]) : []),
    (_, x, y) => [svg("circle", { class: "offered", cx: x, cy: y, r: 14 })], () => text("offered")),
  onPoints("over", ({ candidates }) => candidates, ([point, rank, worth], x, y) => [svg("g", { class: `candidate rank${Math.min(rank, 4)}`, "data-point": point },
    svg("circle", { cx: x, cy: y, r: 17 }), written(x, y, worth, "worth"))], ([, , , said]) => said),
  // The best of them is green.
  onPoints("heat", ({ values }) => values, ([point, chance], x, y, { mostChance }) => {
    const share = chance / mostChance;
    const look = { fill: `hsl(${Math.round(8 + 132 * share ** 2)} 70% 45%)`, opacity: (0.06 + 0.6 * share ** 3).toFixed(2) };
    return [square(x, y, CELL, look, svg("title", {}, `${point}: ${percent(chance)} %`))];
  }, ([, chance]) => `${text("db_value")} ${percent(chance)} %`),
  REGION,
];

/** The groups, the lowest first. @type {Group[]} */
export const GROUPS = ["heat", "region", "stones", "over"];

/** What is drawn in a group. @param {Group} group @param {Scene} scene @param {Board} board */
export const drawn = (group, scene, board) => LAYERS.filter((layer) => layer.group === group).flatMap((layer) => layer.draw(scene, board));

/** What stands on a point and lies over it, in words. @param {Scene} scene @param {string} point */
export const inWords = (scene, point) => LAYERS.map((layer) => layer.say(scene, point)).filter(Boolean).join(", ");

/** The dots of threats with their names. @returns {import("./dom.js").Part[]} */
export const legend = () => Object.keys(THREATS).flatMap((kind) => [
  svg("svg", { class: "legend", viewBox: "0 0 12 12", "aria-hidden": "true" }, threatDot("white", kind, 6, 6)), ` ${text(`threat_${kind}`)} `]);
