// @ts-check
// Points of the board: their names, and the room that one has in the drawing.

/** From one line of the drawing to the next. */
export const CELL = 40;
export const LETTERS = "abcdefghijklmnopqrstuvwxyz";

/** @typedef {{x: number, y: number}} Place Column from the left and row from the bottom, from 0. */

/** @param {string} name @returns {Place} */
export const place = (name) => ({ x: LETTERS.indexOf(name[0]), y: Number(name.slice(1)) - 1 });

/** @param {Place} at */
export const name = (at) => LETTERS[at.x] + (at.y + 1);
