// @ts-check
// The position in the address of the page: "#h8i9g7", or "#freestyle/20x20/h8i9" where rule or size are others.

import { RULES } from "./rules.js";

/** @typedef {{rule: string, width: number, height: number, position: string}} Place */

const USUAL = { rule: "renju", width: 15, height: 15 };
/** Milliseconds until a browser that did not change the address, as this was asked for too often, is asked again. */
const PAUSE = 1000;

/**
 * The position of an address, or nothing where it has none.
 * @param {string} hash @returns {Place | null}
 */
export function read(hash) {
  const parts = decoded(hash.replace(/^#/, "")).toLowerCase().split("/").filter((part) => part !== "");
  if (parts.length === 0) return null;
  const place = { ...USUAL, position: "" };
  for (const part of parts) {
    const size = /^(\d+)(?:x(\d+))?$/.exec(part);
    if (RULES.includes(part)) place.rule = part;
    else if (size) [place.width, place.height] = [Number(size[1]), Number(size[2] ?? size[1])];
    else if (/^([a-z]\d+)+$/.test(part)) place.position = part;
    else return null;
  }
  return place;
}

/** A text without its percent signs, or none where they mean nothing. @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}

/** @param {Place} place */
export function write(place) {
  const { rule, width, height, position } = place;
  const parts = [];
  if (rule !== USUAL.rule) parts.push(rule);
  if (width !== USUAL.width || height !== USUAL.height) parts.push(width === height ? String(width) : `${width}x${height}`);
  if (position) parts.push(position);
  return parts.length ? "#" + parts.join("/") : "";
}

/** The timer that asks again, where there is one. */
let waiting = 0;

/** Lets the address say what is on the board. @param {any} app */
export function show(app) {
  clearTimeout(waiting);
  if (!app.state || location.hash === app.here) return;
  try {
    history.replaceState(null, "", app.here || location.pathname + location.search);
  } catch {
    waiting = setTimeout(() => show(app), PAUSE);
  }
}

/**
 * Follows the address to its position. One that has none gives way to that of the board; among them is the link to the drawing.
 * @param {any} app @param {SVGSVGElement} drawing
 */
export function listen(app, drawing) {
  addEventListener("hashchange", () => {
    if (location.hash === app.here) return;
    const message = app.placed();
    if (message) app.replace(() => message);
    else {
      if (location.hash === `#${drawing.id}`) drawing.focus();
      app.showAddress();
    }
  });
}
