// @ts-check
// Games: what is asked before one begins, and the panel while it is played.

import { button, byId, choice, disc, el } from "./dom.js";
import { place } from "./points.js";
import { OPENINGS, patternName, RULES, usualRule } from "./rules.js";
import { sizeChoices } from "./sizes.js";
import { number, text } from "./texts.js";

/** Levels by strength: about 190 Elo from one to the next. Above them is all the strength there is, for as long as it is given. */
const STRENGTHS = [0, 10, 20, 30, 40, 50, 60, 70, 80, 90];
/** An action that is a stone. */
const STONE = /^[a-z]\d+$/;
/** The most numbers of fifths for which each has a button. */
const MOST_BUTTONS = 12;
/** Minutes for the game and seconds for each move. */
const CLOCKS = [[1, 1], [3, 2], [5, 3], [10, 5], [30, 15]];
const SECONDS = [1, 3, 10, 30];

/** Whether a game is played that is not over. @param {any} state */
export const isPlaying = (state) => Boolean(state?.play && !state.play.ending);

/** The other colour. @param {string} color */
export const other = (color) => (color === "black" ? "white" : "black");

/** The name of an opening rule. @param {string} opening */
export function openingName(opening) {
  const [rule, pattern] = opening.split(":");
  return text(rule, pattern ? patternName(pattern) : "");
}

/** What was chosen last; the board is the one that is shown. */
const chosen = { rule: "freestyle", width: 15, height: 15, opening: "free", seat: "A", level: "s20", clock: "none", from: false };

/** Asks how to play. @param {any} app */
export function askForGame(app) {
  const set = (/** @type {string} */ key) => (/** @type {string} */ value) => { /** @type {any} */ (chosen)[key] = value; };
  const levels = /** @type {[string, string][]} */ ([
    ...STRENGTHS.map((level, number) => [`s${level}`, `${number + 1}${number === 0 ? " · " + text("beginner") : ""}`]),
    ...SECONDS.map((seconds) => [`t${seconds}`, text("per_move", seconds)]), ["clock", text("own_clock")]]);
  const clocks = /** @type {[string, string][]} */ ([["none", text("unlimited")], ...CLOCKS.map(([main, each]) => [`${main}+${each}`, text("minutes", main, each)]), ...SECONDS.slice(2).map((each) => [`move${each}`, text("per_move", each)])]);
  const from = /** @type {HTMLInputElement} */ (el("input", { type: "checkbox", id: "from-here", onchange: () => goOn(app.state, from.checked) }));
  [chosen.width, chosen.height, chosen.from] = [app.state.width, app.state.height, false];
  app.dialog(text("new_game"), el("div", { class: "fields" },
    choice(text("rule"), RULES.map((rule) => [rule, text(rule)]), chosen.rule, set("rule"), "new-rule"),
    ...sizeChoices(chosen, "new"),
    choice(text("opening"), Object.values(OPENINGS).flat().map((opening) => [opening, openingName(opening)]), chosen.opening, (opening) => {
      chosen.opening = opening;
      const rule = usualRule(opening);
      // Where there is no opening any rule is usual.
      if (rule && opening !== "free") app.pick("new-rule", chosen.rule = rule);
    }, "new-opening"),
    choice(text("you_play"), [["A", text("as_opener")], ["B", text("as_second")], ["AB", text("both")], ["", text("neither")]], chosen.seat, set("seat"), "new-seat"),
    choice(text("level"), levels, chosen.level, set("level"), "new-level"),
    choice(text("clock"), clocks, chosen.clock, set("clock"), "new-clock"),
    app.state.stones.length && !app.state.result ? el("label", { class: "check" }, from, text("from_here")) : null,
  ), button(text("start"), () => begin(app), { kind: "main", id: "start" }));
}

/** Lets the game go on from the board, or not. Where it does, rule, board and opening are no matter of choice. @param {any} state @param {boolean} isFrom */
function goOn({ rule, width, height }, isFrom) {
  chosen.from = isFrom;
  const shown = isFrom ? { rule, width, height, opening: "free" } : chosen;
  for (const key of /** @type {const} */ (["rule", "width", "height", "opening"])) Object.assign(byId(`new-${key}`), { value: String(shown[key]), disabled: isFrom });
}

/** Begins a game. One that goes on from the board leaves the tree as it is. @param {any} app */
function begin(app) {
  if (chosen.from && !isPlaying(app.state)) app.askFromDialog(game());
  else app.replaceFromDialog(game);
}

/** The game that was chosen. */
function game() {
  const level = chosen.level === "clock" ? "clock" : chosen.level[0] === "s" ? { strength: Number(chosen.level.slice(1)) } : { time: 1000 * Number(chosen.level.slice(1)) };
  const [main, each] = chosen.clock.split("+").map(Number);
  const clocks = chosen.clock === "none" ? { kind: "unlimited" }
    : chosen.clock.startsWith("move") ? { kind: "per_move", each: 1000 * Number(chosen.clock.slice(4)) }
    : { kind: "fischer", main: 60_000 * main, increment: 1000 * each };
  const people = [chosen.seat.includes("A"), chosen.seat.includes("B")];
  return { ask: "play", rule: chosen.rule, width: chosen.width, height: chosen.height, opening: chosen.opening,
    people, level, clocks, from_here: chosen.from, names: ["A", "B"].map((seat) => sitter({ people }, seat)) };
}

/** The seat of a colour. @param {any} play @param {string} color */
const seatOf = (play, color) => ((color === "black") === (play.black === "A") ? "A" : "B");
const isPerson = (/** @type {any} */ play, /** @type {string} */ seat) => play.people[seat === "A" ? 0 : 1];

/** Whether the one person of a game sits there. @param {any} play @param {string} seat */
const isYou = (play, seat) => isPerson(play, seat) && !(play.people[0] && play.people[1]);

/** Who sits there, in words. @param {any} play @param {string} seat */
function sitter(play, seat) {
  if (isYou(play, seat)) return text("you");
  return isPerson(play, seat) ? text("person", seat) : text("engine");
}

/** Whether a person is to act. @param {any} play */
export const isPersonsTurn = (play) => !play.ending && isPerson(play, play.by);

/** How it ended, in words. @param {[string | null, string]} ending @param {(winner: string) => string} won Says that somebody won. */
export function ended([winner, why], won) {
  const reason = ["overline", "double-four", "double-three"].includes(why) ? text("forbidden_move", text(why)) : text(why);
  return `${winner ? won(winner) : text("draw_result")} · ${reason}`;
}

/** The panel of a game. @param {any} app @returns {Node[]} */
export function panel(app) {
  const { play, stones } = app.state;
  if (!play) return [];
  const act = (/** @type {string} */ action) => () => app.ask({ ask: "act", action });
  if (play.ending) {
    const again = { ask: "again" };
    const rematch = () => (play.from_here ? app.ask(again) : app.replace(() => again));
    return [el("p", { class: "ending", id: "ending", tabindex: -1 }, ending(play)),
      el("div", { class: "row" }, button(text("rematch"), rematch, { kind: "main", id: "rematch" }), button(text("leave"), () => app.ask({ ask: "leave" }), { id: "leave" }),
        play.can_undo ? button(text("undo"), () => app.ask({ ask: "undo" }), { id: "undo" }) : null)];
  }
  /** @type {Node[]} */ const parts = [];
  if (isPersonsTurn(play)) parts.push(el("p", { class: "prompt", id: "prompt", tabindex: -1 }, prompt(app)), ...answers(app, act));
  else parts.push(el("p", { class: "prompt thinking", id: "thinking", tabindex: -1 }, `${sitter(play, play.by)} ${text("thinks")}`), el("div", { class: "row" }, button(text("move_now"), () => app.ask({ ask: "stop" }), { id: "move-now" })));
  const { said } = advice(app);
  if (said) parts.push(el("p", { class: "figures", id: "advice" }, `${text("hint")}: ${said}`));
  const hasPerson = play.people.some(Boolean);
  const draw = () => app.ask({ ask: "draw" });
  parts.push(el("div", { class: "row" },
    button(text("hint"), () => app.ask({ ask: "hint" }), { disabled: !isPersonsTurn(play), title: "H", id: "hint" }),
    button(text("undo"), () => app.ask({ ask: "undo" }), { disabled: !play.can_undo, title: "U", id: "undo" }),
    play.demand === "ordinary" && stones.length >= 6 ? button(text("do_pass"), act("pass"), { disabled: !isPersonsTurn(play), id: "pass" }) : null,
    hasPerson ? button(text(play.offer ? "accept_draw" : "draw"), play.offer ? () => app.confirm(text("accept_draw"), draw) : draw, { id: "draw" }) : null,
    hasPerson ? button(text("resign"), () => app.ask({ ask: "resign" }), { id: "resign" }) : null,
    button(text("leave"), () => app.ask({ ask: "leave" }), { id: "leave" })));
  return parts;
}

/** How the game ended, in words. @param {any} play */
const ending = (play) => ended(play.ending, (seat) => (isYou(play, seat) ? text("you_win") : text("wins", sitter(play, seat))));

/** What a screen reader says of the game: how it ended, or what a person is to do. @param {any} app */
export function told(app) {
  const { play } = app.state;
  if (!play) return "";
  if (play.ending) return ending(play);
  return [play.offer && text("draw_offered", sitter(play, play.offer)), isPersonsTurn(play) && prompt(app)].filter(Boolean).join(" ");
}

/** What a person is to do, in words: in an opening of two people also which of them. @param {any} app */
function prompt(app) {
  const { play } = app.state;
  const areTwo = play.people[0] && play.people[1];
  if (play.demand === "ordinary") return text(areTwo ? "turn_of" : "your_turn", text(app.state.to_move));
  return areTwo ? `${sitter(play, play.by)}: ${demanded(app)}` : demanded(app);
}

/** What the opening demands, in words. @param {any} app */
function demanded(app) {
  const { play } = app.state;
  const number = nextNumber(app);
  const left = leftToPick(app);
  if (left === 0) return text("all_picked");
  const withFifths = (/** @type {string} */ said) => (play.declared ? text("fifths", said, play.declared) : said);
  switch (play.demand) {
    case "stone": return withFifths(text(play.within ? "put_stone" : "put_stone_free", number));
    case "swap": return withFifths(text("choose_color"));
    case "two": return app.two ? text("put_stone_free", number) : text("choose_color_two");
    case "declare": return text("declare");
    case "pick": return text("pick");
    default: return left === null ? text("fifth", play.count) : text("offer", play.count, left);
  }
}

/** What the engine advises to do in the opening, in words, and on which points. @param {any} app @returns {{said: string, points: string[]}} */
export const advice = ({ advice, state }) => (state.play ? inWords(state.play, advice, "do") : { said: "", points: [] });

/** Notes what the engine has done in the opening. Stones are seen. @param {any} app @param {string[]} actions */
export function noteActed(app, actions) {
  const { play } = app.state;
  const { said } = inWords(play, actions.filter((action) => !STONE.test(action)), "did");
  if (said) app.note(`${sitter(play, play.by)}: ${said}`);
}

/**
 * What is to do in the opening or was done, in words, and on which points.
 * @param {any} play @param {string[]} actions @param {"do" | "did"} tense @returns {{said: string, points: string[]}}
 */
function inWords(play, actions, tense) {
  const own = play.black === play.by;
  /** @type {string[]} */ const points = [];
  const said = actions.map((action) => {
    const [word, ...rest] = action.split(" ");
    switch (word) {
      case "swap": case "keep": return text(`${tense}_${(word === "keep") === own ? "black" : "white"}`);
      case "declare": case "pass": return text(`${tense}_${word}`, ...rest);
      case "offer": case "pick": case "two": break;
      default: rest.push(word);
    }
    points.push(...rest);
    return text(`${tense}_${["offer", "pick"].includes(word) ? word : "put"}`, rest.join(" "));
  });
  return { said: said.join(" · "), points };
}

/** The choice of a number of fifths. @param {any} app @param {(action: string) => () => void} act @returns {Node[]} */
function numbers(app, act) {
  const most = app.state.play.count;
  if (most <= MOST_BUTTONS) return Array.from({ length: most }, (_, number) => button(String(number + 1), act(`declare ${number + 1}`), { id: `declare-${number + 1}` }));
  const field = /** @type {HTMLInputElement} */ (el("input", { type: "number", id: "declare-number", min: 1, max: most, value: app.declared, "aria-label": text("declare") }));
  const declare = () => act(`declare ${app.declared}`)();
  field.addEventListener("input", () => { app.declared = Math.min(Math.max(Math.trunc(Number(field.value)), 1), most); });
  field.addEventListener("keydown", (event) => { if (event.key === "Enter") declare(); });
  return [field, button(text("declare_now"), declare, { kind: "main", id: "declare-now" })];
}

/** The buttons that answer what the opening asks. @param {any} app @param {(action: string) => () => void} act @returns {Node[]} */
function answers(app, act) {
  const { play } = app.state;
  const own = play.black === play.by ? "black" : "white";
  const colors = () => [
    button(text("do_black"), act(own === "black" ? "keep" : "swap"), { kind: "main", id: "take-black" }),
    button(text("do_white"), act(own === "white" ? "keep" : "swap"), { kind: "main", id: "take-white" })];
  const row = (/** @type {(Node | null)[]} */ ...buttons) => [el("div", { class: "row" }, ...buttons)];
  switch (play.demand) {
    case "swap": return row(...colors());
    case "two": return row(...colors(), button(text("two_more"), () => { app.two = !app.two; app.picked = []; app.render(); }, { pressed: app.two, id: "two-more" }));
    case "declare": return row(...numbers(app, act));
    case "fifth": return row(play.may_swap ? button(text("do_white"), act("swap"), { id: "swap" }) : null, button(text("offer_many", play.count), () => { app.offering = !app.offering; app.picked = []; app.render(); }, { pressed: app.offering, id: "offer-many" }));
    default: return [];
  }
}

/** Whether a point lies where a stone of the opening may stand. @param {any} state @param {string} point */
export function isWithin({ height, play: { points, within }, width }, point) {
  if (points) return points.includes(point);
  const { x, y } = place(point);
  const distance = Math.max(Math.abs(x - (width - 1) / 2), Math.abs(y - (height - 1) / 2));
  return !within || (distance >= within[0] && distance <= within[1]);
}

/** The number of the stone that is asked for. @param {any} app */
const nextNumber = ({ picked, state }) => state.stones.length + picked.length + 1;

/** How many points are still to be chosen, which are then put or offered together; null where one is put by itself. @param {any} app */
function leftToPick({ offering, picked, state: { play }, two }) {
  if (play.demand === "two") return two ? 2 - picked.length : null;
  // One alone is no offer, unless one is asked for.
  const isOffer = play.demand === "offer" || (play.demand === "fifth" && offering && play.count > 1);
  return isOffer ? play.count - picked.length : null;
}

/** Why a point cannot be chosen, or nothing. @param {any} app @param {string} point */
function refusedPick(app, point) {
  const { state } = app;
  if (state.stones.some((/** @type {any[]} */ [taken]) => taken === point)) return text("refused_occupied", point);
  return app.offering || isWithin(state, point) ? null : text("refused_out_of_region", nextNumber(app));
}

/** A point was chosen in a game. @param {any} app @param {string} point */
export function put(app, point) {
  const { play } = app.state;
  if (!isPersonsTurn(play)) return;
  const left = leftToPick(app);
  const isPicked = app.picked.includes(point);
  // A choice of colour takes no stone, and where all were refused one is taken back before another is chosen.
  if ((left === null && play.demand === "two") || (left === 0 && !isPicked)) return app.say(prompt(app));
  if (left === null) return app.ask({ ask: "put", point });
  const refusal = isPicked ? null : refusedPick(app, point);
  if (refusal) return app.note(refusal, "error");
  app.picked = isPicked ? app.picked.filter((/** @type {string} */ other) => other !== point) : [...app.picked, point];
  // They stay chosen until they are accepted.
  if (leftToPick(app) === 0) app.ask({ ask: "act", action: `${play.demand === "two" ? "two" : "offer"} ${app.picked.join(" ")}` });
  app.say(app.describe(point));
  app.render();
}

/** The colour of the stone that a press would put, or none. @param {any} app @returns {string | null} */
export function ghost(app) {
  const { picked, state: { play, to_move }, two } = app;
  if (!isPersonsTurn(play) || ["swap", "declare"].includes(play.demand) || (play.demand === "two" && !two) || leftToPick(app) === 0) return null;
  return play.demand === "two" && picked.length === 1 ? other(to_move) : to_move;
}

/** The line above or below the board: who sits there, and his clock. @param {any} app @param {string} color @returns {Node[]} */
export function seat(app, color) {
  const { play, to_move, names, result } = app.state;
  const turn = !result && !play?.ending && to_move === color;
  if (!play) {
    const given = names[color === "black" ? 0 : 1];
    return [disc(color, Boolean(given)), el("b", {}, given || text(color)), turn ? el("i", { class: "turn" }, text(`turn_${color}`)) : null].filter((part) => part !== null);
  }
  const who = seatOf(play, color);
  const left = app.clock(who);
  return [disc(color), el("b", {}, sitter(play, who)),
    play.offer === who ? el("i", {}, "½?") : null,
    !play.ending && play.by === who ? el("i", { class: isPerson(play, who) ? "due" : "busy", "aria-hidden": "true" }) : null,
    left === null ? null : el("time", { class: !play.ending && play.by === who ? "running" : "" }, clockText(left))].filter((part) => part !== null);
}

/** @param {number} left Milliseconds. */
function clockText(left) {
  const seconds = Math.max(0, left) / 1000;
  const whole = Math.ceil(seconds);
  return seconds < 10 ? number(seconds, 1) : `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
