// @ts-check
// What would be lost: the game that is played, what was changed in the tree, and the engine itself.

import { button, byId, el } from "./dom.js";
import { isPlaying } from "./play.js";
import { text } from "./texts.js";

/** What would be lost if another tree took the place of this one, as the key of its question. @param {any} app */
function risk(app) {
  if (isPlaying(app.state)) return "lose_game";
  return app.changed ? "lose_tree" : null;
}

/** Lets the browser ask before the page is left. @param {any} app */
export function listen(app) {
  addEventListener("beforeunload", (event) => { if (risk(app)) event.preventDefault(); });
}

/** Asks for another game or tree in the place of this one, once somebody has said that this one may be lost. @param {any} app @param {object} message */
export function replace(app, message) {
  const act = () => app.askFromDialog(message);
  const lost = risk(app);
  if (!lost) return act();
  const box = /** @type {HTMLDialogElement} */ (byId("dialog"));
  document.getElementById("question")?.remove();
  const question = el("div", { id: "question", role: "alert" }, el("p", {}, text(lost)), button(text("replace"), act, { kind: "main", id: "replace" }));
  // What stands in a dialog is not lost where the other is refused.
  if (box.open) box.append(question);
  else app.dialog(text("replace"), question);
}

/** Says that the engine is gone, until somebody asks for it again. What is on the board then comes from the address. @param {any} app */
export function lose(app) {
  document.getElementById("lost")?.remove();
  const again = () => {
    byId("lost").remove();
    app.here = "";
    app.begin();
  };
  byId("notes").append(el("p", { class: "note error", id: "lost" }, text("lost"), " ", button(text("reconnect"), again, { id: "reconnect" })));
}
