// @ts-check
// The tree of moves: the line as text, its variations indented, and the comment of the position.

import { el, iconButton } from "./dom.js";
import { isPlaying } from "./play.js";
import { text } from "./texts.js";

/** @param {any} app @returns {Node[]} */
export function panel(app) {
  const { state, tree } = app;
  const isPlayed = isPlaying(state);
  /** @type {Map<number | null, any[]>} */ const children = new Map();
  for (const node of tree) {
    const list = children.get(node.parent) ?? [];
    list.push(node);
    children.set(node.parent, list);
  }
  const box = el("div", { class: "moves-tree", id: "moves" });
  const go = (/** @type {any} */ node) => () => app.ask({ ask: "go", node: node.id });
  const move = (/** @type {any} */ node) => el("button", {
    type: "button", class: `move ${node.color}${node.comment ? " commented" : ""}`, "aria-current": node.id === state.node ? "true" : null, "data-node": node.id, id: `move-${node.id}`, onclick: go(node), disabled: isPlayed,
    "aria-label": node.point ? null : `${text("no_move")} ${node.label}`.trim(),
  }, el("small", {}, node.number ? String(node.number) : ""), node.point || node.label || "◇");
  // A line goes on in the list it stands in; its variations have boxes of their own behind the move that they replace.
  /** @type {[any, HTMLElement][]} */ const open = [[tree[0], box]];
  while (open.length) {
    let [node, into] = /** @type {[any, HTMLElement]} */ (open.shift());
    while (node) {
      const next = children.get(node.id) ?? [];
      if (next.length) into.append(move(next[0]));
      for (const other of next.slice(1)) {
        const inner = el("div", { class: "branch" }, move(other));
        into.append(inner);
        open.push([other, inner]);
      }
      // Of a large tree only what is near the position was told: this way leads to more.
      if (next.length < node.following) into.append(el("button", { type: "button", class: "move", "data-more": node.id, id: `more-${node.id}`, title: text("more_moves"), "aria-label": text("more_moves"), onclick: go(node), disabled: isPlayed }, "…"));
      node = next[0];
    }
  }
  // It belongs to its node, whatever is shown when it is written.
  const written = state.node;
  const area = /** @type {HTMLTextAreaElement} */ (el("textarea", { id: "comment", of: written, rows: 3, placeholder: text("comment"), "aria-label": text("comment") }, state.comment));
  area.addEventListener("change", () => app.send({ ask: "comment", node: written, text: area.value }));
  return [
    el("div", { class: "head" }, el("h2", {}, text("tree")),
      iconButton("up", text("promote"), () => app.ask({ ask: "promote" }), { disabled: isPlayed, id: "promote" }),
      iconButton("cross", text("remove"), () => app.remove(), { disabled: isPlayed || state.place[0] === 0, id: "remove" })),
    box, area];
}
