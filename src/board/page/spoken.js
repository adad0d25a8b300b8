// @ts-check
// What a screen reader says beyond what stands in the panels: points, moves, hints, and what came of a search.

import { verdict, worthInWords } from "./analysis.js";
import { inWords, sceneOf } from "./layers.js";
import { advice, isPlaying } from "./play.js";
import * as review from "./review.js";
import { text } from "./texts.js";

/** What stands on a point and lies over it. @param {any} app @param {string} point */
export const describe = (app, point) => `${point}: ${inWords(sceneOf(app), point)}`;

/** A hint: what to do in the opening, or points with their worth. @param {any} app */
export function hint(app) {
  const points = app.hints.map((/** @type {any} */ line) => `${line.moves[0]} ${worthInWords(line)}`);
  const words = advice(app).said || points.join(", ");
  return words && `${text("hint")}: ${words}`;
}

/** What came of the search for a win, with its line. @param {any} app */
export const solved = (app) => [verdict(app), app.solution.line.join(" ")].filter(Boolean).join(" ");

/** How the position came from another one, and the mistake before which it stands. @param {any} app @param {any} before @param {boolean} isOtherTree */
export function moved(app, before, isOtherTree) {
  const { mistake: number, review: all, reviewed, state } = app;
  const mistake = all?.mistakes.find((/** @type {any} */ mistake) => mistake.number === number && reviewed[mistake.stones - 1] === state.node);
  return [change(app, before, isOtherTree), before.node !== state.node && mistake && review.words(mistake)].filter(Boolean).join(", ");
}

/**
 * What has changed on the board: the stones that were put, or the last one of another variation with as many stones, or what was
 * taken back. In a game an action may put several; who only walks through one leaps over them, and hears where he is.
 * @param {any} app @param {any} before @param {boolean} isOtherTree Whether nothing was taken back, as it is another tree.
 */
function change(app, before, isOtherTree) {
  const { node, stones, to_move } = app.state;
  // Where it is the other's turn a move was given up, and none put.
  const isBeside = before.node !== node && before.stones.length === stones.length && before.to_move === to_move;
  const put = stones.slice(isBeside ? -1 : before.stones.length);
  const gone = isOtherTree ? [] : before.stones.slice(stones.length);
  const points = (/** @type {any[][]} */ stones) => stones.map(([point]) => point);
  if (put.length === 1 || (put.length > 1 && isPlaying(app.state))) return points(put).map((point) => describe(app, point)).join(", ");
  if (isPlaying(app.state)) return gone.length ? text("taken_back", points(gone).join(" ")) : "";
  return before.node === node ? "" : reached(app);
}

/** Which move of the line is reached. @param {any} app */
function reached(app) {
  const { node, place: [before, after] } = app.state;
  const move = app.tree.find((/** @type {any} */ { id }) => id === node)?.point;
  return [`${before} / ${before + after}`, move === "pass" ? text("do_pass") : move].filter(Boolean).join(", ");
}
