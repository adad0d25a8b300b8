// @ts-check
// Elements from their parts.

import { text } from "./texts.js";

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Node | string | null | undefined | false} Part */

/**
 * @param {Element} made
 * @param {Record<string, any>} attributes Those that begin with "on" are listeners, and "of" is what a part shows that is scrolled
 * or opened: while it is the same the part stays as it is left. False and null leave an attribute out.
 * @param {Part[]} parts
 */
function fill(made, attributes, parts) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (name === "of") /** @type {any} */ (made).of = value;
    else if (value === true) made.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(name, String(value));
  }
  for (const part of parts) if (part || part === "") made.append(part);
  return made;
}

/**
 * An element of the page.
 * @param {string} tag @param {Record<string, any>} [attributes] @param {...Part} parts
 * @returns {HTMLElement}
 */
export function el(tag, attributes = {}, ...parts) {
  return /** @type {HTMLElement} */ (fill(document.createElement(tag), attributes, parts));
}

/**
 * An element of a drawing.
 * @param {string} tag @param {Record<string, any>} [attributes] @param {...Part} parts
 * @returns {SVGElement}
 */
export function svg(tag, attributes = {}, ...parts) {
  return /** @type {SVGElement} */ (fill(document.createElementNS(SVG, tag), attributes, parts));
}

/** Small drawings of 24 points, as paths. @type {Record<string, string>} */
const ICONS = {
  plus: "M12 5v14M5 12h14", grid: "M4 4h16v16H4zM4 9.3h16M4 14.7h16M9.3 4v16M14.7 4v16", open: "M12 15V4M7 9l5-5 5 5M4 15v5h16v-5", save: "M12 4v11M7 10l5 5 5-5M4 15v5h16v-5",
  copy: "M9 9h11v11H9zM15 9V4H4v11h5", paste: "M8 5H5v15h14V5h-3M9 3h6v4H9zM8 12h8M8 16h5", gear: "M4 7h9M17 7h3M4 17h3M11 17h9M15 4.5v5M9 14.5v5", help: "M9 9a3 3 0 1 1 4.5 2.6c-1 .6-1.5 1.2-1.5 2.4M12 17.5v.5",
  first: "M6 5v14M18 5l-9 7 9 7z", back: "M16 5l-9 7 9 7z", forward: "M8 5l9 7-9 7z", last: "M18 5v14M6 5l9 7-9 7z", bolt: "M13 3L5 14h6l-1 7 8-11h-6z", rotate: "M19 12a7 7 0 1 1-2-4.9M17.5 3v4.5H13",
  mirror: "M12 4v16M8 8l-4 4 4 4M16 8l4 4-4 4", up: "M12 20V7M6 12l6-6 6 6M5 3h14", cross: "M6 6l12 12M18 6L6 18", again: "M4 18l5-6 4 3 7-9M16 6h4v4",
};

/** A small drawing. @param {string} name */
export const icon = (name) => svg("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: ICONS[name] }));

/** A stone that tells a colour, with its name unless that stands beside it. @param {string} color @param {boolean} [isNamed] */
export const disc = (color, isNamed = true) =>
  svg("svg", { class: `dot ${color}`, viewBox: "0 0 16 16", ...(isNamed ? { role: "img", "aria-label": text(color) } : { "aria-hidden": "true" }) }, svg("circle", { cx: 8, cy: 8, r: 7 }));

/**
 * A button with a drawing, whose name is a hint and for screen readers.
 * @param {string} drawing @param {string} label @param {() => void} act
 * @param {{kind?: string, pressed?: boolean, disabled?: boolean, id?: string, word?: boolean}} [more]
 */
export function iconButton(drawing, label, act, more = {}) {
  const made = button("", act, { ...more, name: label });
  made.append(icon(drawing));
  if (more.word) made.append(el("span", { class: "word" }, label));
  return made;
}

/** Lets a part look as another one does. It stays in its place, with the focus and what it listens to. @param {Element} part @param {Element} made */
export function become(part, made) {
  for (const name of part.getAttributeNames()) if (!made.hasAttribute(name)) part.removeAttribute(name);
  for (const { name, value } of made.attributes) part.setAttribute(name, value);
  part.replaceChildren(...made.childNodes);
}

/** @param {string} id @returns {HTMLElement} */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page lacks ${id}`);
  return found;
}

/**
 * A button with a word, and a hint that names its key; or with a sign, and a name as its hint and for screen readers.
 * @param {string} label @param {() => void} act
 * @param {{title?: string, name?: string, kind?: string, pressed?: boolean, disabled?: boolean, id?: string}} [more]
 */
export function button(label, act, more = {}) {
  return el("button", {
    type: "button", class: more.kind ?? "", title: more.title ?? more.name ?? null, "aria-label": more.name ?? null, id: more.id ?? null,
    "aria-pressed": more.pressed === undefined ? null : String(more.pressed),
    disabled: more.disabled ?? false, onclick: act,
  }, label);
}

/**
 * A choice of one among several.
 * @param {string} label
 * @param {[value: string, text: string, language?: string][]} options With the language of the text where it is not that of the page.
 * @param {string} chosen @param {(value: string) => void} act
 * @param {string} [id]
 */
export function choice(label, options, chosen, act, id) {
  const select = /** @type {HTMLSelectElement} */ (el("select", { id, "aria-label": label },
    ...options.map(([value, text, lang]) => el("option", { value, lang, selected: value === chosen }, text))));
  select.addEventListener("change", () => act(select.value));
  return el("label", { class: "choice" }, el("span", {}, label), select);
}
