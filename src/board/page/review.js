// @ts-check
// The review of the game: its progress, the figures of both sides, and the mistakes, each a way to its position.

import { percent, preview } from "./analysis.js";
import { button, choice, disc, el } from "./dom.js";
import { text } from "./texts.js";

/** Milliseconds for each question about a position. */
const TIMES = [200, 1000, 3000, 10000];
export const SIGNS = /** @type {Record<string, string>} */ ({ blunder: "??", mistake: "?", inaccuracy: "?!" });

/** The panel of the review. @param {any} app @returns {Node[]} */
export function panel(app) {
  const { review } = app;
  const isOn = app.reviewing;
  const head = el("div", { class: "head" }, el("h2", {}, text("review")),
    choice(text("review_time"), TIMES.map((time) => [String(time), text("per_position", time / 1000)]), String(app.settings.reviewTime), (time) => app.setReviewTime(Number(time)), "review-time"),
    button(text(isOn ? "stop" : "review"), () => app.reviewGame(!isOn), { kind: isOn ? "stop" : "", title: text("review_start"), id: "review-game", disabled: !isOn && app.state.line.length < 2 }));
  if (!review) return [head];
  const [known, all] = review.progress;
  const progress = review.complete ? null : el("div", { class: "row" },
    el("progress", { max: all, value: known, "aria-label": text("positions", known, all) }), el("span", { class: "figures" }, text("positions", known, all)));
  const sides = el("table", { class: "sides" },
    el("tr", {}, el("td", {}), el("th", {}, text("accuracy")), ...Object.entries(SIGNS).map(([kind, sign]) => el("th", { title: text(kind) }, sign))),
    ...review.sides.map((/** @type {any} */ side, /** @type {number} */ index) => el("tr", {},
      el("td", {}, disc(index ? "white" : "black", false), " ", text(index ? "white" : "black")),
      el("td", {}, side.accuracy === null ? "–" : `${percent(side.accuracy)} %`), ...side.counts.map((/** @type {number} */ count) => el("td", {}, String(count))))));
  const list = el("ol", { class: "mistakes", id: "mistakes" }, ...review.mistakes.map((/** @type {any} */ mistake) => item(app, mistake)));
  const none = review.complete && !review.mistakes.length ? el("p", { class: "verdict" }, text("no_mistakes")) : null;
  return /** @type {Node[]} */ ([head, progress, sides, none, list].filter((part) => part !== null));
}

/** One mistake. @param {any} app @param {any} mistake */
function item(app, mistake) {
  const isChosen = app.mistake === mistake.number;
  // The position before it, unless that was taken out of the tree.
  const before = app.reviewed[mistake.stones - 1];
  const isGone = !app.isTreeCut && !app.tree.some((/** @type {any} */ node) => node.id === before);
  const line = (/** @type {string} */ word, /** @type {string[]} */ moves, /** @type {string} */ id) => moves.length ? el("button", {
    type: "button", class: "line", id, onclick: () => app.goToMistake(mistake), ...preview(app, moves, before), disabled: isGone,
  }, el("b", {}, text(word)), el("span", { class: "moves" }, moves.slice(0, 12).join(" "))) : null;
  return el("li", { class: mistake.class ?? "", "aria-current": isChosen ? "true" : null },
    el("button", { type: "button", class: "mistake", "data-number": mistake.number, id: `mistake-${mistake.number}`, onclick: () => app.goToMistake(mistake), disabled: isGone },
      el("small", {}, `${mistake.number}.`), disc(mistake.color), el("b", {}, `${mistake.point}${SIGNS[mistake.class] ?? ""}`),
      el("span", { class: "what" }, words(mistake)), el("i", {}, `−${percent(mistake.loss)} %`)),
    isChosen ? line("better", mistake.better, "better") : null,
    isChosen ? line("played", [mistake.point, ...mistake.refutation], "refutation") : null);
}

/** What is wrong with a move, in words. @param {any} mistake */
export function words(mistake) {
  const { finding, win, forbidden, chances } = mistake;
  const chance = (/** @type {number | null} */ share) => (share === null ? "–" : percent(share));
  let said = finding === "forbidden" ? text("forbidden_move", text(forbidden[1]))
    : finding === "lost-chance" ? text(finding, chance(chances[0]), chance(chances[1])) : text(finding, text(`by_${win[0]}`), win[1]);
  if (win && forbidden) said += ` · ${text("may_not", forbidden[0], text(forbidden[1]))}`;
  return mistake.class ? said : `${said} · ${text("lost_already")}`;
}
