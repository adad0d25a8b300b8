// @ts-check
// The choice of a board by its width and its height.

import { byId, choice } from "./dom.js";
import { SIDES } from "./rules.js";
import { text } from "./texts.js";

const LENGTHS = Array.from({ length: SIDES[1] - SIDES[0] + 1 }, (_, number) => String(SIDES[0] + number)).map((side) => /** @type {[string, string]} */ ([side, side]));

/**
 * A list for each side. The height goes with the width as long as the board is a square.
 * @param {{width: number, height: number}} size What is chosen, which is changed.
 * @param {string} name With which the names of both lists begin.
 */
export function sizeChoices(size, name) {
  const setWidth = (/** @type {string} */ side) => {
    if (size.height === size.width) {
      size.height = Number(side);
      /** @type {HTMLSelectElement} */ (byId(`${name}-height`)).value = side;
    }
    size.width = Number(side);
  };
  return [choice(text("width"), LENGTHS, String(size.width), setWidth, `${name}-width`),
    choice(text("height"), LENGTHS, String(size.height), (side) => { size.height = Number(side); }, `${name}-height`)];
}
