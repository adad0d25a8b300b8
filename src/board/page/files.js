// @ts-check
// Files: opened by choice or by dropping them anywhere, and saved through the browser.

import { button, choice, el } from "./dom.js";
import * as picture from "./picture.js";
import { text } from "./texts.js";

/** The endings of files that are written. */
const FORMATS = ["sgf", "lib", "psq", "pos", "sav", "rec", "txt"];
/** And of pictures of the board as it is shown. */
const PICTURES = ["png", "svg"];

/** Mebibytes of the largest file that is opened: in Base64 it fits into a message. */
const LARGEST = 47;

/** @param {any} app @param {File} file */
async function send(app, file) {
  if (file.size > LARGEST << 20) return app.note(text("too_large", file.name, text("mebibytes", LARGEST)), "error");
  const bytes = new Uint8Array(await file.arrayBuffer());
  const chunks = [];
  for (let at = 0; at < bytes.length; at += 0x8000) chunks.push(String.fromCharCode(...bytes.subarray(at, at + 0x8000)));
  const message = { ask: "open", name: file.name, data: btoa(chunks.join("")) };
  app.replace(() => message);
}

/** @param {any} app */
export function choose(app) {
  const input = /** @type {HTMLInputElement} */ (el("input", { type: "file", id: "file", hidden: true }));
  input.addEventListener("change", () => {
    if (input.files?.[0]) send(app, input.files[0]);
    input.remove();
  });
  input.addEventListener("cancel", () => input.remove());
  document.body.append(input);
  input.click();
}

/** @param {any} app */
export function askForFormat(app) {
  let format = FORMATS[0];
  app.dialog(text("save"), choice(text("format"), /** @type {[string, string][]} */ ([...FORMATS.map((ending) => [ending, ending]), ...PICTURES.map((ending) => [ending, text("picture", ending)])]), format, (value) => { format = value; }, "format"),
    button(text("save"), () => { app.closeDialog(); save(app, format); }, { kind: "main", id: "save-now" }));
}

/** @param {any} app @param {string} format */
async function save(app, format) {
  const { drawing } = app.board;
  if (!PICTURES.includes(format)) app.ask({ ask: "save", format });
  else hand(`board.${format}`, format === "png" ? await picture.dots(drawing) : new Blob([picture.alone(drawing)], { type: "image/svg+xml" }));
}

/** Asks which game of a file is meant; the first is shown meanwhile. @param {any} app @param {any} tell */
export function askForOne(app, { name, games, count }) {
  const list = el("ol", { class: "lines games", id: "games" });
  const show = (/** @type {string} */ part) => list.replaceChildren(...games.filter((/** @type {any} */ game) => `${game.number} ${game.title}`.toLowerCase().includes(part.toLowerCase())).map((/** @type {any} */ game) => el("li", {},
    el("button", { type: "button", class: "line", "data-game": game.number, onclick: () => choose(game.number) }, el("b", {}, String(game.number)), el("span", { class: "moves" }, [game.title || "–", text("moves_count", game.moves), game.result].filter(Boolean).join(" · "))))));
  const choose = (/** @type {number} */ game) => app.askFromDialog({ ask: "choose", game });
  const filter = /** @type {HTMLInputElement} */ (el("input", { type: "text", id: "games-filter", placeholder: text("games_filter"), "aria-label": text("games_filter") }));
  filter.addEventListener("input", () => show(filter.value));
  // A number leads also to games that are not listed.
  filter.addEventListener("keydown", (event) => {
    const number = Number(filter.value);
    if (event.key === "Enter" && Number.isInteger(number) && number >= 1 && number <= count) choose(number);
  });
  show("");
  app.dialog(text("games_of", name, count), filter, list);
  filter.focus();
}

/** What a file does not hold, in words. @param {[kind: string, count: number][]} losses */
export const leftOut = (losses) => text("left_out", losses.map(([kind, count]) => text(`left_out_${kind}`, count)).join(", "));

/** Keeps a file that the engine has written. @param {{name: string, data: string}} file */
export function keep({ name, data }) {
  const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
  hand(name, new Blob([bytes], { type: "application/octet-stream" }));
}

/** Hands a file to the browser. @param {string} name @param {Blob} blob */
function hand(name, blob) {
  const address = URL.createObjectURL(blob);
  const link = /** @type {HTMLAnchorElement} */ (el("a", { href: address, download: name }));
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** Files that are dropped anywhere are opened. @param {any} app */
export function listen(app) {
  addEventListener("dragover", (event) => {
    event.preventDefault();
    document.body.classList.add("dropping");
  });
  addEventListener("dragleave", (event) => {
    if (!event.relatedTarget) document.body.classList.remove("dropping");
  });
  addEventListener("drop", (event) => {
    event.preventDefault();
    document.body.classList.remove("dropping");
    const files = event.dataTransfer?.files ?? [];
    if (files.length === 1) send(app, files[0]);
    else if (files.length) app.note(text("one_file", files.length), "error");
  });
}
