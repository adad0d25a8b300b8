// @ts-check
// The focus of the keyboard: it is kept where its part is drawn anew, is gone, or can no longer be pressed.

import { byId } from "./dom.js";

/** Parts of the page whose contents are drawn anew. */
const PANELS = "#menu, #steps, #side > section";

/**
 * Where the focus is, to be found again, and its place in a text. A button that the mouse has pressed loses it: Space analyses and
 * does not press that again.
 */
function mark() {
  const active = /** @type {any} */ (document.activeElement);
  if (!active?.id || active.matches("button:not(:focus-visible)")) return null;
  return { id: active.id, panel: active.closest(PANELS), begin: active.selectionStart, end: active.selectionEnd };
}

/** Brings the focus back. @param {ReturnType<typeof mark>} marked */
function restore(marked) {
  if (!marked) return;
  const { id, panel, begin, end } = marked;
  const field = /** @type {any} */ (document.getElementById(id));
  if (field && field === document.activeElement) return;
  if (!field || field.disabled) return panel && (heir(field, panel) ?? byId("board")).focus({ preventScroll: true });
  field.focus({ preventScroll: true });
  // A field of a number tells no place in its text.
  if (typeof begin === "number") field.setSelectionRange(begin, end);
  else field.select?.();
}

/** What nobody means to press who presses on: it gives up a move, the game, or the sight of it. */
const GRAVE = "#undo, #resign, #leave";

/**
 * What has the focus in the place of a button: of one that does nothing now the one before it that does, or the first; and of one
 * that is gone what the panel says now.
 * @param {Element | null} field @param {Element} panel @returns {HTMLElement | null | undefined}
 */
function heir(field, panel) {
  const said = field ? null : /** @type {HTMLElement | null} */ (panel.querySelector("[tabindex='-1']"));
  const buttons = [...panel.querySelectorAll("button")].filter((button) => button === field || !(button.disabled || button.matches(GRAVE)));
  return said ?? buttons[buttons.findIndex((button) => button === field) - 1] ?? buttons.find((button) => button !== field);
}

/** Draws parts anew under the focus. @param {() => void} draw */
export function keep(draw) {
  const marked = mark();
  draw();
  restore(marked);
}

/** Opens a dialog. The browser finds the way back only where nothing was drawn anew meanwhile. @param {HTMLDialogElement} dialog */
export function open(dialog) {
  if (dialog.open) return;
  const opener = mark();
  const isLost = () => document.activeElement === document.body || dialog.contains(document.activeElement);
  dialog.addEventListener("close", () => { if (isLost()) restore(opener); }, { once: true });
  dialog.showModal();
}
