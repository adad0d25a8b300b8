// @ts-check
// The one way to the engine: messages go out with ask, and what is told comes in. Behind it is a server or two workers.

import { front } from "./front.js";

/** @typedef {(tell: any) => void} Hear */
/**
 * Called when there is nobody behind the page any more; or only nobody who thinks, with what lets another engine begin: the
 * conversation goes on meanwhile.
 * @typedef {(engage?: () => void) => void} Lost
 */
/** @typedef {{ask: (message: object) => void, replaced: () => number}} Link Replaced tells how many workers had to be replaced. */

/**
 * @param {Hear} hear
 * @param {Lost} lost
 * @returns {Promise<Link>}
 */
export function connect(hear, lost) {
  return front === "server" ? toServer(hear, lost) : toWorkers(hear, lost);
}

/** @param {Hear} hear @param {Lost} lost @returns {Promise<Link>} */
function toServer(hear, lost) {
  const address = new URL("conversation", location.href);
  address.protocol = "ws:";
  address.hash = "";
  return new Promise((resolve) => {
    const socket = new WebSocket(address);
    socket.onmessage = (event) => hear(JSON.parse(event.data));
    socket.onclose = () => lost();
    socket.onopen = () => resolve({ ask: (message) => socket.send(JSON.stringify(message)), replaced: () => 0 });
  });
}

/** How long a job may go on after it was to stop, in milliseconds. Then its worker is replaced, and what it knows is lost. */
const PATIENCE = 150;
/** The same for a question of a review that has no limit of time, or a longer one. */
const LONGEST_QUESTION = 30_000;
/** A review is kept: it is waited for the end of the question that it is at. @param {any} job */
const patience = ({ task, limits }) => PATIENCE + (task === "review" ? Math.min(limits.turn ?? LONGEST_QUESTION, LONGEST_QUESTION) : 0);
/** Whether it is what the engine has to do in a game, where its clock runs. @param {any} job */
const isOfGame = (job) => Boolean(job?.task.move ?? job?.task.decide);
/** So many workers may fail before one of them has done a job. Then it is said that the engine is gone. */
const MOST_FAILED = 3;

/** @param {Hear} hear @param {Lost} lost @returns {Promise<Link>} */
async function toWorkers(hear, lost) {
  // It is compiled once: who takes the place of a worker begins at once.
  const program = () => fetch("engine_bg.wasm");
  // A host that does not name the type of the file gets it compiled when it is there.
  const engine = await WebAssembly.compileStreaming(program()).catch(async () => WebAssembly.compile(await (await program()).arrayBuffer()));
  const made = (/** @type {string} */ role) => {
    const worker = new Worker("worker.js", { type: "module", name: role });
    worker.postMessage({ engine });
    return worker;
  };
  const conversation = made("conversation");
  let [replaced, failed] = [0, 0];
  /** The job that is done, and whether it is still wanted. @type {any} */ let current = null;
  let isWanted = false;
  /** @type {any} */ let waiting = null;
  /** Where there is none, jobs wait until another is engaged. @type {Worker | null} */ let thinker = null;
  engage();

  conversation.onerror = (event) => {
    report(event);
    // Nothing is heard of the engine any more: others take the place of both.
    dismiss();
    conversation.onerror = conversation.onmessage = null;
    conversation.terminate();
    lost();
  };
  /** The page says it in its own words, and the console why. @param {ErrorEvent} event @param {any} [job] */
  function report(event, job) {
    event.preventDefault();
    console.error(event.message, job?.text ?? "");
  }
  /** Lets a worker think, about what waits for it. */
  function engage() {
    const worker = made("thinker");
    thinker = worker;
    worker.onerror = (event) => {
      report(event, current);
      // A search that fails costs its worker and not the game: another begins it anew, unless workers fail without end.
      if (++failed < MOST_FAILED) return replace();
      dismiss();
      lost(() => {
        failed = 0;
        // Meanwhile the clock of a game went on: what the engine has to do there is ordered anew, by the clock of now.
        if (isOfGame(current)) abandon();
        engage();
      });
    };
    worker.onmessage = ({ data }) => {
      conversation.postMessage({ thought: data.thought });
      if (data.done === undefined || data.done !== current?.id) return;
      failed = 0;
      current = null;
      beginNext();
    };
    if (current) worker.postMessage({ job: current.text });
  }
  /** Ends the worker that thinks. What it was at is still to be done where it is wanted. */
  function dismiss() {
    if (thinker) thinker.onerror = thinker.onmessage = null;
    thinker?.terminate();
    thinker = null;
    if (current && !isWanted) abandon();
  }
  function begin(/** @type {any} */ job) {
    if (current) {
      waiting = job;
      return;
    }
    current = job;
    isWanted = true;
    thinker?.postMessage({ job: job.text });
  }
  function beginNext() {
    const next = waiting;
    waiting = null;
    if (next) begin(next);
  }
  /** Says of a job that it is done, where nobody does it any more. @param {any} job */
  function end(job) {
    conversation.postMessage({ thought: JSON.stringify({ done: job.id }) });
  }
  function stop() {
    // What was to stop before it began is done too: somebody waits for it.
    if (waiting) end(waiting);
    waiting = null;
    const stopped = current;
    if (!stopped) return;
    isWanted = false;
    if (!thinker) return abandon();
    thinker.postMessage({ stop: true });
    setTimeout(() => { if (current === stopped) replace(); }, patience(stopped));
  }
  /** Goes on with the next job: nobody does the one that is current. */
  function abandon() {
    end(current);
    current = null;
    beginNext();
  }
  function replace() {
    replaced++;
    dismiss();
    engage();
  }
  conversation.onmessage = ({ data }) => {
    for (const order of data) {
      if (order.tell) hear(order.tell);
      if (order.stop) stop();
      // As a text it goes on: its largest numbers are larger than those of this language.
      if (order.think) begin({ ...JSON.parse(order.think), text: order.think });
    }
  };
  return { ask: (message) => conversation.postMessage({ ask: JSON.stringify(message) }), replaced: () => replaced };
}
