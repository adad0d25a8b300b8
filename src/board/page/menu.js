// @ts-check
// The menu, and what its dialogs ask for: moves to be pasted, and an empty board.

import * as address from "./address.js";
import { become, button, byId, choice, el, iconButton } from "./dom.js";
import * as files from "./files.js";
import { legend } from "./layers.js";
import * as notes from "./notes.js";
import { askForGame } from "./play.js";
import { RULES } from "./rules.js";
import * as settings from "./settings.js";
import { sizeChoices } from "./sizes.js";
import { text } from "./texts.js";

/** What the menu does, by the keys of its words, each with its drawing. @type {Record<string, [string, (app: any) => void]>} */
const ITEMS = {
  new_game: ["plus", askForGame], new_board: ["grid", newBoard], open: ["open", files.choose], save: ["save", files.askForFormat],
  copy: ["copy", copy], paste: ["paste", paste], settings: ["gear", settings.show], help: ["help", help],
};
/** Items that need no engine: all others wait until one is there. */
const FREE = ["settings", "help"];

/** @param {any} app */
export function draw(app) {
  const isAlone = !app.link || !app.state;
  for (const [key, [sign, act]] of Object.entries(ITEMS)) {
    const choose = () => {
      notes.forgetErrors();
      act(app);
    };
    const made = iconButton(sign, text(key), choose, { id: `menu-${key}`, kind: key === "new_game" ? "main" : "", word: true, disabled: isAlone && !FREE.includes(key) });
    const item = document.getElementById(made.id);
    // A dialog gives the focus back to the very button.
    if (item) become(item, made);
    else byId("menu").append(made);
  }
  if (!app.state) byId("status").replaceChildren(document.getElementById("lost") ? "" : text("waiting"));
}

/** Does what an item does, where it can be pressed. @param {string} key */
export const press = (key) => byId(`menu-${key}`).click();
/** @param {string} key */
export const canPress = (key) => byId(`menu-${key}`).matches(":enabled");

/** @param {any} app */
async function copy(app) {
  const { moves, stones } = app.state;
  if (!moves && stones.length) return app.note(text("no_moves_text"), "error");
  // A page that was not sent safely has no clipboard, and a browser may refuse it.
  const isCopied = await navigator.clipboard?.writeText(moves).then(() => true, () => false);
  if (isCopied) app.note(text("copied"));
  else app.note(text("not_copied", moves), "error");
}

/** What asks for the position of a text: an address of the page, or moves by the rule and on the board that are shown. @param {any} state @param {string} pasted */
function pastedPosition({ rule, width, height }, pasted) {
  const place = pasted.includes("#") ? address.read(pasted.slice(pasted.indexOf("#"))) : null;
  return { ask: "new", ...place ?? { rule, width, height, position: pasted.trim().toLowerCase() } };
}

/** @param {any} app */
function paste(app) {
  const input = /** @type {HTMLInputElement} */ (el("input", { id: "moves-text", type: "text", placeholder: text("position_prompt"), "aria-label": text("position_prompt"), spellcheck: "false" }));
  const { state } = app;
  app.dialog(text("paste"), input, button(text("paste"), () => app.replaceFromDialog(() => pastedPosition(state, input.value)), { kind: "main", id: "paste-now" }));
  input.focus();
}

/** @param {any} app */
function newBoard(app) {
  let { rule } = app.state;
  const size = { width: app.state.width, height: app.state.height };
  app.dialog(text("new_board"), el("div", { class: "fields" },
    choice(text("rule"), RULES.map((name) => [name, text(name)]), rule, (value) => { rule = value; }, "board-rule"),
    ...sizeChoices(size, "board")),
    button(text("new_board"), () => app.replaceFromDialog(() => ({ ask: "new", rule, ...size })), { kind: "main", id: "board-now" }));
}

/** @param {any} app */
function help(app) {
  app.dialog(text("help"), el("p", {}, ...text("help_keys").split(" · ").flatMap((part) => [part, el("br")])), el("p", { id: "threat-kinds" }, text("threat_kinds"), " ", ...legend()), el("p", {}, text("drop")));
}
