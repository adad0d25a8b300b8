// @ts-check
// Settings: language and colours of the page, and what the engine on this machine may use.

import { choice, el } from "./dom.js";
import { LANGUAGES, text } from "./texts.js";

/** Under which name the settings are kept in the browser. */
const KEPT = "tengen";
/** What holds until something else is chosen. */
const USUAL = { language: /** @type {string | null} */ (null), theme: "auto", lines: 3, numbers: true, threats: false, reviewTime: 1000, letterKeys: "on" };

/** Where keys that are letters, digits or signs act. */
const LETTER_KEYS = ["on", "board", "off"];

/** The least memory that is offered, in mebibytes. */
const LEAST_HASH = 16;

/** The settings that were kept. */
export function recall() {
  try {
    return { ...USUAL, ...JSON.parse(localStorage.getItem(KEPT) ?? "{}") };
  } catch {
    // What was kept is of no use, or nothing may be kept.
    return { ...USUAL };
  }
}

/** Changes settings, and keeps those alone: another page may have changed others. @param {any} app @param {object} change */
export function keep(app, change) {
  Object.assign(app.settings, change);
  try {
    localStorage.setItem(KEPT, JSON.stringify({ ...recall(), ...change }));
  } catch { /* Nothing may be kept. */ }
}

/** Follows what other pages choose. @param {any} app */
export function listen(app) {
  addEventListener("storage", ({ key }) => {
    if (key !== KEPT) return;
    Object.assign(app.settings, recall());
    app.dress();
  });
}

/** @param {any} app */
export function show(app) {
  const { settings } = app;
  const dress = (/** @type {object} */ change) => {
    keep(app, change);
    app.dress();
  };
  app.dialog(text("settings"), el("div", { class: "fields" },
    choice(text("language"), LANGUAGES.map(([code, name]) => [code, name, code]), document.documentElement.lang, (code) => {
      dress({ language: code });
      app.closeDialog();
    }, "language"),
    choice(text("theme"), [["auto", text("auto")], ["light", text("light")], ["dark", text("dark")]], settings.theme, (theme) => dress({ theme }), "theme"),
    choice(text("letter_keys"), LETTER_KEYS.map((where) => [where, text(`letters_${where}`)]), settings.letterKeys, (where) => keep(app, { letterKeys: where }), "letter-keys"),
    ...resources(app)));
}

/** The choice of what the engine may use, where there is one. @param {any} app @returns {Node[]} */
function resources(app) {
  if (!app.engine) return [];
  const { now, most } = app.engine;
  const ask = (/** @type {object} */ change) => app.ask({ ask: "engine", ...app.engine.now, ...change });
  const threads = steps(1, most.threads, now.threads).map((count) => /** @type {[string, string]} */ ([String(count), String(count)]));
  const sizes = steps(LEAST_HASH, most.hash, now.hash).map((size) => /** @type {[string, string]} */ ([String(size), text("mebibytes", size)]));
  return [choice(text("threads"), threads, String(now.threads), (count) => ask({ threads: Number(count) }), "engine-threads"),
    choice(text("memory"), sizes, String(now.hash), (size) => ask({ hash: Number(size) }), "engine-hash")];
}

/** From the least to the most by doubling, and what is chosen now. @param {number} least @param {number} most @param {number} now */
function steps(least, most, now) {
  const counts = new Set([now, most]);
  for (let count = least; count < most; count *= 2) counts.add(count);
  return [...counts].sort((one, other) => one - other);
}
