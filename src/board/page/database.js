// @ts-check
// The database: what it knows of the position and of each move, what is written there, and what nobody has analysed yet.

import { preview } from "./analysis.js";
import { button, choice, el, iconButton } from "./dom.js";
import { text } from "./texts.js";

/** Labels for the player of the last move. @type {[string, string][]} */
const LABELS = [["none", "db_none"], ["w", "db_win"], ["l", "db_loss"], ["d", "draw_result"], ["!", "db_forced"], ["x", "db_blocked"]];

/** The largest value that is set by hand, and less than zero the smallest. */
const MOST_VALUE = 29999;

/** What is searched for. */
const wanted = { kind: "unanalysed", text: "" };

/** A judgement in a few words. A letter with a number tells the value. @param {any} entry */
export function judged(entry) {
  const parts = [entry.tag, entry.tag.length > 1 ? "" : entry.verdict, entry.depth ? `${text("depth")} ${entry.depth}` : "", entry.count ? text("db_records", entry.count) : ""];
  return parts.filter(Boolean).join(" · ") || text("db_unanalysed");
}

/** The value of an entry, unless it tells nothing. @param {any} entry @returns {number | null} */
const shown = (entry) => (entry.is_vague ? null : entry.value);

/** The worst of values that are no proof: a move of which nothing is known comes before those that lose. */
const LEAST_VALUE = -29499;

/** How good a move is, for the order. @param {any} child @returns {number} */
const rank = (child) => child.score ?? LEAST_VALUE;

/** The best move, and the texts on points. @param {any} entry */
const told = ({ best, texts }) => [...best ? [text("db_best", best)] : [], ...texts.map((/** @type {any} */ at) => `${at.point}: ${at.text}`)].join(" · ");

/** The panel of the database. @param {any} app @returns {Node[]} */
export function panel(app) {
  const { known } = app;
  if (!known) return [];
  const head = el("div", { class: "head" }, el("h2", {}, text("database")), el("span", { class: "figures", id: "db-name" }, `${known.name} · ${known.count}`));
  const { position } = known;
  if (!position) return [head, el("p", { class: "figures" }, text("db_no_place")), ...search(app)];
  const { entry } = position;
  // What is written belongs to its position, whatever is shown by then.
  const { node } = app.state;
  const learn = (/** @type {object} */ change) => app.send({ ask: "learn", node, ...change });
  const area = /** @type {HTMLTextAreaElement} */ (el("textarea", { id: "db-comment", of: node, rows: 2, placeholder: text("db_comment"), "aria-label": text("db_comment") }, entry?.comment));
  area.addEventListener("change", () => learn({ comment: area.value }));
  const value = /** @type {HTMLInputElement} */ (el("input", { type: "number", id: "db-value", min: -MOST_VALUE, max: MOST_VALUE, value: entry && shown(entry), "aria-label": text("db_value") }));
  value.addEventListener("change", () => { if (value.value !== "") learn({ value: Math.min(Math.max(Math.trunc(Number(value.value)), -MOST_VALUE), MOST_VALUE) }); });
  const label = LABELS.some(([letter]) => letter === (entry?.label ?? "none")) ? LABELS : [...LABELS, /** @type {[string, string]} */ ([entry.label, entry.label])];
  const children = [...position.children].sort((one, other) => rank(other) - rank(one));
  return [head,
    el("p", { class: "verdict", id: "db-entry" }, entry ? judged(entry) : text("db_unknown")),
    el("div", { class: "row" }, choice(text("db_label"), label.map(([letter, name]) => [letter, text(name)]), entry?.label ?? "none", (letter) => learn({ label: letter }), "db-label"),
      el("label", { class: "choice" }, el("span", {}, text("db_value")), value)),
    el("ol", { class: "lines", id: "db-children", of: node }, ...children.map((child) => el("li", {},
      el("button", { type: "button", class: "line", "data-move": child.move, id: `db-child-${child.move}`, onclick: () => app.ask({ ask: "put", point: child.move }), ...preview(app, [child.move]) },
        el("b", {}, child.move), el("span", { class: "moves" }, judged(child) + (child.comment ? ` · ${child.comment.split("\n")[0]}` : "")))))),
    ...entry && (entry.best || entry.texts.length) ? [el("p", { class: "moves", id: "db-texts" }, told(entry))] : [],
    area,
    el("div", { class: "row tools" }, button(text("db_keep"), () => app.ask({ ask: "keep" }), { id: "db-keep", disabled: !app.lines.length }),
      button(text("db_forget"), () => app.ask({ ask: "forget", branch: false }), { id: "db-forget", disabled: !entry }),
      button(text("db_forget_branch"), () => app.confirm(text("db_forget_branch"), () => app.ask({ ask: "forget", branch: true })), { id: "db-forget-branch", disabled: !children.length })),
    ...search(app)];
}

/** The search for positions, and what was found. @param {any} app @returns {Node[]} */
function search(app) {
  const input = /** @type {HTMLInputElement} */ (el("input", { type: "text", id: "db-text", placeholder: text("db_text"), "aria-label": text("db_text") }));
  input.value = wanted.text;
  input.addEventListener("input", () => { wanted.text = input.value; });
  const find = () => app.ask({ ask: "find", unanalysed: wanted.kind === "unanalysed", label: ["unanalysed", "any"].includes(wanted.kind) ? null : wanted.kind, text: wanted.text });
  input.addEventListener("keydown", (event) => { if (event.key === "Enter") find(); });
  const kinds = /** @type {[string, string][]} */ ([["unanalysed", text("db_unanalysed")], ["any", text("db_any")], ...LABELS.slice(1).map(([letter, name]) => [letter, text(name)])]);
  const row = el("div", { class: "row" }, choice(text("db_find"), kinds, wanted.kind, (kind) => { wanted.kind = kind; }, "db-kind"), input, iconButton("forward", text("db_find"), find, { id: "db-find" }));
  return [row, el("div", { id: "db-results" }, ...results(app))];
}

/** What was found: it is drawn anew also under a field in which somebody types. @param {any} app @returns {Node[]} */
export function results(app) {
  const { found } = app;
  if (!found) return [];
  return [el("p", { class: "figures", id: "db-found-count" }, text("db_found", found.positions.length) + (found.is_cut ? " …" : "")),
    el("ol", { class: "lines", id: "db-found", of: found }, ...found.positions.map((/** @type {any} */ position, /** @type {number} */ number) => el("li", {},
      el("button", { type: "button", class: "line", id: `db-found-${number}`, onclick: () => app.ask({ ask: "visit", position: position.moves, set_up: position.set_up, to_move: position.to_move }) },
        el("span", { class: "moves" }, `${stones(position)}  ${judged(position)}`)))))];
}

/** The stones of a position: moves, or stones with their colours and the turn where moves do not tell them. @param {any} position */
const stones = ({ moves, set_up = [], to_move }) => moves || `${set_up.join(" ") || "·"} ${text(`turn_${to_move}`)}`;
