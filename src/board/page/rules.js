// @ts-check
// What there is to choose for a game: rules, sides, and openings. A test compares them with what the engine knows.

import { text } from "./texts.js";

export const RULES = ["freestyle", "standard", "renju", "caro", "caro-overline"];
/** The shortest and the longest side of a board. */
export const SIDES = [5, 22];
/** Opening rules under the rule by which one usually plays after them. @type {Record<string, string[]>} */
export const OPENINGS = {
  "freestyle": ["free"],
  "standard": ["swap2", "swap", "pro", "pro-anywhere", "longpro"],
  "renju": ["rif", "renjuswap", "yamaguchi", "yamaguchi12", "soosyrv8", "soosyrv4", "taraguchi10", "taraguchi5", "tarannikov",
    "designated:D1", "designated:D2", "designated:D3", "designated:D4", "designated:D5", "designated:D6", "designated:D7", "designated:D8", "designated:D9", "designated:D10", "designated:D11", "designated:D12", "designated:D13",
    "designated:I1", "designated:I2", "designated:I3", "designated:I4", "designated:I5", "designated:I6", "designated:I7", "designated:I8", "designated:I9", "designated:I10", "designated:I11", "designated:I12", "designated:I13"]
};
/** One of the 26 openings of Renju by its code, such as D9, and by its name. @param {string} code */
export const patternName = (code) => `${code} ${text(`pattern_${code}`)}`;

/** The rule by which one usually plays after an opening. @param {string} opening */
export const usualRule = (opening) => Object.keys(OPENINGS).find((rule) => OPENINGS[rule].includes(opening));

/** The name of a rule without what it means. @param {string} rule */
export const ruleName = (rule) => text(rule).split(/[:：]/)[0];
