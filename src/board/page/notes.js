// @ts-check
// Notes of the page: those of what was done go away by themselves, and those of what was refused once something else is done.

import { byId, el } from "./dom.js";

/** What the engine's loss says stays until it is answered. */
const NOTE = ".note:not(#lost)";
const ERROR = `${NOTE}.error`;
/** How long a note stands, in milliseconds. */
const SEEN = 6000;

/** @param {string} said @param {string} kind */
export function add(said, kind) {
  const box = /** @type {HTMLDialogElement} */ (byId("dialog"));
  const isError = kind === "error";
  // A dialog lies over all else: what is refused is said in it.
  const isInside = isError && box.open;
  const place = isInside ? box : byId("notes");
  // What is said again takes its own place, and of others the latest alone stays beside it.
  const before = [...place.querySelectorAll(NOTE)];
  const kept = before.filter((note) => note.textContent !== said).at(-1);
  for (const note of before) if (note !== kept) note.remove();
  const note = el("p", { class: `note ${kind}`, role: isInside ? "alert" : null }, said);
  place.append(note);
  if (!isError) setTimeout(() => note.remove(), SEEN);
}

/** Takes away what was said of another game or tree, or in another language. */
export function forget() { for (const note of byId("notes").querySelectorAll(NOTE)) note.remove(); }

/** Takes away what was refused, in a dialog too. */
export function forgetErrors() { for (const note of document.querySelectorAll(ERROR)) note.remove(); }

/** Whether something stands there that was refused. */
export const hasErrors = () => document.querySelector(ERROR) !== null;
