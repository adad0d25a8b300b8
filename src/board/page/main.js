// @ts-check
// The page: one state, told by the engine, and everything drawn from it.

import * as address from "./address.js";
import { Board } from "./board.js";
import { button, byId, el } from "./dom.js";
import * as edit from "./edit.js";
import * as files from "./files.js";
import * as focus from "./focus.js";
import { front } from "./front.js";
import * as guard from "./guard.js";
import * as keys from "./keys.js";
import { sceneOf } from "./layers.js";
import { connect } from "./link.js";
import * as menu from "./menu.js";
import * as notes from "./notes.js";
import * as panels from "./panels.js";
import * as play from "./play.js";
import * as review from "./review.js";
import * as settings from "./settings.js";
import * as spoken from "./spoken.js";
import { refused, speak, text } from "./texts.js";

/** The views of the board: mirrored left and right, and turned by a quarter. */
const [MIRROR, QUARTER] = [1, 5];

/** What a position is, and in a game what is asked for in it. What is known of one holds as long as this is the same. @param {any} state */
function placeOf(state) {
  const { rule, width, height, node, to_move, stones } = state;
  const asked = play.isPlaying(state) ? [state.play.demand, state.play.by, state.play.offered] : null;
  return JSON.stringify([rule, width, height, node, to_move, stones, asked]);
}

/** What is the same in every view of a position: its stones by colour, and whose turn it is. @param {any} state */
const inAnyView = ({ to_move, stones }) => [to_move, ...stones.map((/** @type {any[]} */ [, color]) => color)].join();

class App {
  settings = settings.recall();
  /** @type {any} */ state = null;
  /** @type {any[]} */ tree = [];
  /** Whether the tree has more nodes than were told. */ isTreeCut = false;
  /** @type {any[]} */ lines = [];
  /** @type {any[]} */ hints = [];
  /** What the engine advises to do in an opening, as it is asked for. @type {string[]} */ advice = [];
  /** @type {any} */ solution = null;
  /** @type {[string, number][]} */ values = [];
  /** The chance of Black at nodes of the tree. @type {Record<number, number>} */ chances = {};
  /** @type {any} */ review = null;
  /** The nodes of the line that was reviewed, by stones on the board. @type {Record<number, number>} */ reviewed = {};
  /** @type {any} */ known = null;
  /** @type {any} */ found = null;
  /** What the engine uses and may use, where that can be chosen. @type {any} */ engine = null;
  /** Engages another engine where that alone is gone. @type {(() => void) | undefined} */ engage = undefined;
  /** The number of the mistake that is looked at. @type {number | null} */ mistake = null;
  reviewing = false;
  /** @type {string[]} */ picked = [];
  /** @type {string[]} */ expected = [];
  tool = "play";
  two = false;
  offering = false;
  /** The number of fifths that is being chosen. */ declared = 1;
  heatShown = false;
  /** Whether the position that is told next is of another tree. */ anew = false;
  /** Whether the dialog is closed once what was asked from it is done. */ closing = false;
  /** The node whose move was brought into sight in the tree. @type {number | null} */ nodeInSight = null;
  told = 0;
  frame = 0;
  /** What is pressed: nothing is drawn anew under it. @type {any} */ held = null;
  /** The list that was pressed, once it was seen open. @type {any} */ opened = null;
  /** @type {string} */ here = "";

  constructor() {
    const drawing = /** @type {SVGSVGElement} */ (/** @type {unknown} */ (byId("board")));
    this.board = new Board(drawing, (point) => this.put(point));
    keys.listen(this, drawing);
    keys.hold(this);
    files.listen(this);
    this.dress();
    setInterval(() => this.tick(), 100);
    address.listen(this, drawing);
    guard.listen(this);
    settings.listen(this);
    // Another page may have written into the same database meanwhile.
    addEventListener("focus", () => { if (this.known) this.send({ ask: "tick" }); });
  }

  async begin() {
    /** @type {import("./link.js").Lost} */ const lost = (engage) => guard.lose(this, engage);
    this.link = await connect((tell) => this.hear(tell), lost).catch(() => lost());
    if (!this.link) return;
    menu.draw(this);
    this.ask(this.placed() ?? { ask: "hello" });
  }

  /** Asks for what somebody does. What he wrote comes before it: from a wheel and a finger a field does not hear that it is left. @param {object} message */
  ask(message) {
    const active = /** @type {HTMLElement | null} */ (document.activeElement);
    if (active?.matches(panels.WRITTEN)) active.blur();
    notes.forgetErrors();
    this.send(message);
  }
  /** Asks from the dialog, which stays until that is done: what stands in it is not lost where it is refused. @param {object} message */
  askFromDialog(message) {
    this.closing = true;
    this.forgetNotes();
    this.ask(message);
  }
  /** Asks for another game or tree, once somebody agrees to lose this one. @param {() => object} make */
  replace(make) {
    guard.replace(this, make);
  }
  /** Asks for it from the dialog. @param {() => object} make */
  replaceFromDialog(make) {
    guard.replaceFromDialog(this, make);
  }
  /** Asks for what somebody wrote, or for what the page wants by itself. @param {object} message */
  send(message) {
    this.link?.ask(message);
  }

  /** What asks for the position of the address, where there is one. */
  placed() {
    const place = address.read(location.hash);
    return place && { ask: "new", ...place };
  }
  /** Lets the address say what is on the board. */
  showAddress() { address.show(this); }

  /** Forgets what is known of the line: its numbers mean other nodes now, or another rule holds. */
  forgetLine() { this.chances = {}; this.review = this.mistake = null; this.reviewing = false; }

  /** @param {any} tell */
  hear(tell) {
    switch (tell.tell) {
      case "state": {
        const before = this.state;
        const begins = this.anew || (play.isPlaying(tell) && !play.isPlaying(before));
        const moved = begins || !before || placeOf(before) !== placeOf(tell);
        if (moved) {
          this.lines = this.hints = this.expected = this.advice = [];
          this.values = [];
          this.solution = null;
          this.picked = [];
          this.two = this.offering = false;
          this.declared = 1;
        }
        if (begins) {
          this.reviewing = false;
          this.tool = "play";
        }
        // What was said in a game is no matter of the next one, nor of the analysis. A file that is opened has its note already.
        const isLeft = before?.play && !tell.play && !this.anew;
        if (isLeft || (begins && play.isPlaying(tell))) this.forgetNotes();
        if (before?.rule !== tell.rule) this.forgetLine();
        if (before?.node === tell.node && inAnyView(before) !== inAnyView(tell)) delete this.chances[tell.node];
        const isOtherTree = this.anew;
        this.anew = false;
        if (this.closing) this.closeDialog();
        this.state = tell;
        // What comes before the next frame is meant for this board already: a key, a press.
        this.board.grid(tell);
        this.told = performance.now();
        this.here = address.write({ rule: tell.rule, width: tell.width, height: tell.height, position: tell.moves });
        this.showAddress();
        if (!before) menu.draw(this);
        if (moved && this.heatShown && !tell.result && !play.isPlaying(tell)) this.send({ ask: "values" });
        const said = before && spoken.moved(this, before, isOtherTree);
        if (said) this.say(said);
        break;
      }
      case "tree":
        this.tree = tell.nodes;
        this.isTreeCut = tell.is_cut;
        this.nodeInSight = null;
        if (tell.is_new) {
          this.forgetLine();
          this.anew = true;
        }
        break;
      case "lines":
        this.lines = tell.lines;
        // It takes the place of a hint on the board.
        this.hints = [];
        if (tell.lines[0]) this.chances[this.state.node] = this.state.to_move === "black" ? tell.lines[0].chance : 1 - tell.lines[0].chance;
        break;
      case "hint":
        this.hints = tell.lines;
        this.advice = tell.actions;
        this.say(spoken.hint(this));
        break;
      case "acted": play.noteActed(this, tell.actions); break;
      case "solved":
        this.solution = tell;
        this.say(spoken.solved(this));
        break;
      case "values": this.values = tell.values; break;
      case "graph": this.chances[tell.node] = tell.chance; break;
      case "review":
        this.review = tell.review;
        this.reviewed = Object.fromEntries(tell.nodes);
        for (const [stones, chance] of tell.review.chances) this.chances[this.reviewed[stones]] = chance;
        if (tell.review.complete) this.reviewing = false;
        break;
      case "known": this.known = tell; break;
      case "engine": this.engine = tell; break;
      case "found": this.found = tell; break;
      case "games": files.askForOne(this, tell); break;
      case "idle": this.reviewing = false; break;
      case "file": files.keep(tell); break;
      case "left_out": this.note(files.leftOut(tell.losses)); break;
      case "note": this.note(text(tell.note, tell.detail)); break;
      case "error":
        this.closing = false;
        this.note(refused(tell), "error");
        break;
      default: break;
    }
    this.render();
  }

  /** Draws everything anew, once before the next frame. */
  render() {
    if (this.frame || !this.state) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      keys.releaseClosedList(this);
      // A list that is open is waited for: drawn anew it would be closed.
      if (keys.isListOpen()) this.render();
      else if (!this.held) this.draw();
    });
  }

  draw() {
    const { state } = this;
    this.drawBoard();
    panels.draw(this);
    document.body.classList.toggle("playing", play.isPlaying(state));
    document.title = state.stones.length ? `Tengen · ${state.stones.length}` : "Tengen";
  }

  drawBoard() { this.board.show(sceneOf(this)); }

  /** A point was chosen. @param {string} point */
  put(point) {
    notes.forgetErrors();
    if (play.isPlaying(this.state)) play.put(this, point);
    else this.ask(edit.asked(this, point));
  }

  /** @param {number} by */
  step(by) { if (!play.isPlaying(this.state)) this.ask({ ask: "step", by }); }
  turn() { this.ask({ ask: "view", symmetry: QUARTER }); }
  mirror() { this.ask({ ask: "view", symmetry: MIRROR }); }
  /** Takes the node out of the tree: with what follows it, or with what is written to it, once that was asked for twice. */
  remove() {
    const { children, comment, labels, marks, place } = this.state;
    // Without the root there is no tree.
    if (place[0] === 0) return;
    const remove = () => this.ask({ ask: "remove" });
    if (children.length || comment || labels.length || marks.length) this.confirm(text("remove"), remove);
    else remove();
  }
  drawGraph() { this.chances = {}; this.ask({ ask: "graph" }); }
  /** @param {boolean} isOn */
  reviewGame(isOn) {
    this.reviewing = isOn;
    this.mistake = null;
    this.ask(isOn ? { ask: "review", time: this.settings.reviewTime } : { ask: "stop" });
    this.render();
  }
  /** @param {number} time */
  setReviewTime(time) { settings.keep(this, { reviewTime: time }); }
  /** Shows the position before a mistake. @param {any} mistake */
  goToMistake(mistake) {
    this.mistake = mistake.number;
    this.expected = [];
    const node = this.reviewed[mistake.stones - 1];
    this.ask({ ask: "go", node });
    // Where it is gone to it is said with the position.
    if (node === this.state.node) this.say(review.words(mistake));
  }
  /** @param {boolean} threes */
  solve(threes) { this.solution = null; this.ask({ ask: "solve", threes }); }
  /** @param {boolean} isOn */
  analyse(isOn) { if (!play.isPlaying(this.state)) this.ask({ ask: "analyse", lines: isOn ? this.settings.lines : 0 }); }
  /** @param {number} lines */
  setLines(lines) {
    settings.keep(this, { lines });
    if (this.state.analysing) this.analyse(true);
    this.render();
  }
  toggleHeat() {
    this.heatShown = !this.heatShown;
    if (this.heatShown) this.ask({ ask: "values" });
    this.render();
  }
  /** @param {"numbers" | "threats"} setting */
  toggle(setting) {
    settings.keep(this, { [setting]: !this.settings[setting] });
    this.render();
  }
  /** @param {string[]} moves */
  expect(moves) {
    this.expected = moves.slice(0, 30);
    this.drawBoard();
  }

  /** Language, colours and menu. */
  dress() {
    const before = document.documentElement.lang;
    const isOtherLanguage = speak(this.settings.language) !== before;
    const theme = this.settings.theme;
    if (theme === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
    for (const part of document.querySelectorAll("[data-text]")) part.textContent = text(/** @type {HTMLElement} */ (part).dataset.text ?? "");
    for (const part of document.querySelectorAll("[data-label]")) part.setAttribute("aria-label", text(part.getAttribute("data-label") ?? ""));
    // What stands there holds as it is, but for its words.
    if (isOtherLanguage) this.forgetNotes();
    if (isOtherLanguage && document.getElementById("lost")) guard.lose(this, this.engage);
    else menu.draw(this);
    this.render();
  }

  /** @param {string} title @param {...Node} parts */
  dialog(title, ...parts) {
    const box = /** @type {HTMLDialogElement} */ (byId("dialog"));
    // What was asked from the one before is no matter of this one.
    this.closing = false;
    box.setAttribute("aria-label", title);
    // Who has typed what is asked for presses Enter.
    box.onkeydown = (event) => {
      const isTyped = event.key === "Enter" && /** @type {HTMLElement} */ (event.target).matches("input[type=text], input[type=number]");
      if (isTyped) /** @type {HTMLElement | null} */ (box.querySelector("button.main"))?.click();
    };
    box.replaceChildren(el("h2", {}, title), ...parts, button(text("close"), () => this.closeDialog(), { kind: "quiet", id: "close" }));
    focus.open(box);
  }
  /** Does something that cannot be taken back once it was asked for twice. @param {string} what @param {() => void} act */
  confirm(what, act) {
    this.dialog(what, button(what, () => { this.closeDialog(); act(); }, { kind: "main", id: "confirm" }));
  }
  closeDialog() {
    this.closing = false;
    /** @type {HTMLDialogElement} */ (byId("dialog")).close();
  }
  /** Chooses in a list of the dialog. @param {string} id @param {string} value */
  pick(id, value) { /** @type {HTMLSelectElement} */ (byId(id)).value = value; }

  /** @param {string} said @param {string} [kind] */
  note(said, kind = "") { notes.add(said, kind); }
  forgetNotes() { notes.forget(); }
  /** What a screen reader says. @param {string} said */
  say(said) { byId("said").textContent = said; }
  /** @param {string} point */
  describe(point) { return spoken.describe(this, point); }

  /** What is left on the clock of a seat, or nothing where there is none. @param {string} seat */
  clock(seat) {
    const { play: game } = this.state;
    const left = game.clocks[seat === "A" ? 0 : 1];
    if (left === null) return null;
    return game.running && game.by === seat ? left - (performance.now() - this.told) : left;
  }
  tick() {
    const game = this.state?.play;
    if (!game || game.ending || game.clocks[0] === null) return;
    byId("top").replaceChildren(...play.seat(this, "white"));
    byId("bottom").replaceChildren(...play.seat(this, "black"));
    if ((this.clock(game.by) ?? 1) <= 0 && performance.now() - this.told > 300) this.send({ ask: "tick" });
  }
}

const app = new App();
Object.assign(globalThis, { tengen: app });
// On a web host it can be installed, and is kept for when there is no network.
if (front === "worker") {
  document.head.append(el("link", { rel: "manifest", href: "manifest.json" }));
  navigator.serviceWorker?.register("service.js");
}
app.begin();
