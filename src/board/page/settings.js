// @ts-check
// Settings: language and colours of the page, and what the engine on this machine may use.

import { choice, el } from "./dom.js";
import { LANGUAGES, text } from "./texts.js";

/** The least memory that is offered, in mebibytes. */
const LEAST_HASH = 16;

/** @param {any} app */
export function show(app) {
  const { settings } = app;
  const dress = () => {
    app.keep();
    app.dress();
  };
  app.dialog(text("settings"), el("div", { class: "fields" },
    choice(text("language"), LANGUAGES, document.documentElement.lang, (code) => {
      settings.language = code;
      dress();
      app.closeDialog();
    }, "language"),
    choice(text("theme"), [["auto", text("auto")], ["light", text("light")], ["dark", text("dark")]], settings.theme, (theme) => {
      settings.theme = theme;
      dress();
    }, "theme"),
    ...resources(app)));
}

/** The choice of what the engine may use, where there is one. @param {any} app @returns {Node[]} */
function resources(app) {
  if (!app.engine) return [];
  const { now, most } = app.engine;
  const ask = (/** @type {object} */ change) => app.ask({ ask: "engine", ...app.engine.now, ...change });
  const threads = steps(1, most.threads, now.threads).map((count) => /** @type {[string, string]} */ ([String(count), String(count)]));
  const sizes = steps(LEAST_HASH, most.hash, now.hash).map((size) => /** @type {[string, string]} */ ([String(size), `${size} MiB`]));
  return [choice(text("threads"), threads, String(now.threads), (count) => ask({ threads: Number(count) }), "engine-threads"),
    choice(text("memory"), sizes, String(now.hash), (size) => ask({ hash: Number(size) }), "engine-hash")];
}

/** From the least to the most by doubling, and what is chosen now. @param {number} least @param {number} most @param {number} now */
function steps(least, most, now) {
  const counts = new Set([now, most]);
  for (let count = least; count < most; count *= 2) counts.add(count);
  return [...counts].sort((one, other) => one - other);
}
