// @ts-check
// What would be lost: the game that is played, what was changed in the tree, and the engine itself.

import { button, byId, el } from "./dom.js";
import { front } from "./front.js";
import * as menu from "./menu.js";
import { isWriting } from "./panels.js";
import { isPlaying } from "./play.js";
import { text } from "./texts.js";

/** What would be lost if another tree took the place of this one, as the key of its question. @param {any} app */
function risk(app) {
  if (isPlaying(app.state)) return "lose_game";
  return app.state?.is_changed || isWriting() ? "lose_tree" : null;
}

/** Lets the browser ask before the page is left. The address of what was not agreed to goes with its question. @param {any} app */
export function listen(app) {
  addEventListener("beforeunload", (event) => { if (risk(app)) event.preventDefault(); });
  byId("dialog").addEventListener("close", () => app.showAddress());
}

/** Asks whether something may be lost, in the dialog. @param {string} lost @param {() => void} act */
const question = (lost, act) => el("div", { id: "question", role: "alert" }, el("p", {}, text(lost)), button(text("replace"), act, { kind: "main", id: "replace" }));

/**
 * Asks for another game or tree in the place of this one, once somebody has said that this one may be lost.
 * @param {any} app @param {() => object} make Makes what is asked for, when it is asked.
 */
export function replace(app, make) {
  const lost = risk(app);
  if (lost) app.dialog(text("replace_title"), question(lost, () => app.askFromDialog(make())));
  else {
    // What such a dialog asks for was meant for the tree that was there.
    if (byId("dialog").querySelector("#games, #moves-text")) app.closeDialog();
    app.forgetNotes();
    app.ask(make());
  }
}

/**
 * The same from a dialog: what stands in it is not lost where the other is refused, and may be changed before that is answered.
 * @param {any} app @param {() => object} make
 */
export function replaceFromDialog(app, make) {
  const act = () => app.askFromDialog(make());
  const lost = risk(app);
  if (!lost) return act();
  document.getElementById("question")?.remove();
  byId("dialog").append(question(lost, act));
}

/** Whether the address holds what is on the page, or nothing is there yet. @param {any} app */
const isInAddress = ({ state }) => !state || ((state.moves || !state.stones.length) && !state.is_changed);

/** What of the page comes back from its address and what does not, in words. @param {any} app */
function left(app) {
  const kept = text(isInAddress(app) ? "in_address" : "not_in_address");
  return isPlaying(app.state) ? text("game_lost", kept) : kept;
}

/**
 * Says that the engine is gone, until somebody asks for it again. What is on the board then comes from the address, unless another
 * engine alone is to be engaged.
 * @param {any} app @param {() => void} [engage]
 */
export function lose(app, engage) {
  document.getElementById("lost")?.remove();
  if (!engage) app.link = null;
  app.engage = engage;
  const again = () => {
    byId("lost").remove();
    if (engage) engage();
    else app.begin();
  };
  const kept = engage ? "" : left(app);
  byId("notes").append(el("p", { class: "note error", id: "lost" }, text(`lost_${front}`, kept), " ", button(text("reconnect"), again, { id: "reconnect" })));
  menu.draw(app);
}
