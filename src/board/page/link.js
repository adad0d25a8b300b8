// @ts-check
// The one way to the engine: messages go out with ask, and what is told comes in. Behind it is a server or two workers.

import { front } from "./front.js";

/** @typedef {(tell: any) => void} Hear */
/** @typedef {{ask: (message: object) => void, replaced: () => number}} Link Replaced tells how many workers had to be replaced. */

/**
 * @param {Hear} hear
 * @param {() => void} lost Called when there is nobody behind the page any more.
 * @returns {Promise<Link>}
 */
export function connect(hear, lost) {
  return front === "server" ? toServer(hear, lost) : toWorkers(hear, lost);
}

/** @param {Hear} hear @param {() => void} lost @returns {Promise<Link>} */
function toServer(hear, lost) {
  const address = new URL("conversation", location.href);
  address.protocol = "ws:";
  address.hash = "";
  return new Promise((resolve) => {
    const socket = new WebSocket(address);
    socket.onmessage = (event) => hear(JSON.parse(event.data));
    socket.onclose = lost;
    socket.onopen = () => resolve({ ask: (message) => socket.send(JSON.stringify(message)), replaced: () => 0 });
  });
}

/** How long a job may go on after it was to stop, in milliseconds. Then its worker is replaced, and its table lost. */
const PATIENCE = 150;
/** Workers in a row that may fail before it is said that the engine is gone. */
const MOST_FAILED = 3;

/** @param {Hear} hear @param {() => void} lost @returns {Promise<Link>} */
async function toWorkers(hear, lost) {
  // It is compiled once: who takes the place of a worker begins at once.
  const program = () => fetch("engine_bg.wasm");
  // A host that does not name the type of the file gets it compiled when it is there.
  const engine = await WebAssembly.compileStreaming(program()).catch(async () => WebAssembly.compile(await (await program()).arrayBuffer()));
  const made = (/** @type {string} */ role) => {
    const worker = new Worker("worker.js", { type: "module", name: role });
    worker.onerror = lost;
    worker.postMessage({ engine });
    return worker;
  };
  const conversation = made("conversation");
  let [replaced, failed] = [0, 0];
  /** @type {number | null} */ let current = null;
  /** @type {any[]} */ let waiting = [];
  let thinker = made("thinker");
  listen();

  function listen() {
    // A search that fails costs its worker and not the game, unless workers fail without end.
    thinker.onerror = (event) => {
      event.preventDefault();
      if (++failed < MOST_FAILED) replace();
      else lost();
    };
    thinker.onmessage = ({ data }) => {
      failed = 0;
      conversation.postMessage({ thought: data.thought });
      if (data.done !== undefined && data.done === current) {
        current = null;
        const next = waiting.shift();
        if (next) begin(next);
      }
    };
  }
  function begin(/** @type {any} */ job) {
    if (current !== null) {
      waiting = [job];
      return;
    }
    current = job.id;
    thinker.postMessage({ job });
  }
  /** Says for a job that it is done, where nobody does it any more. @param {number} id */
  function done(id) {
    conversation.postMessage({ thought: JSON.stringify({ done: id }) });
  }
  function stop() {
    // What was to stop before it began is done too: somebody waits for it.
    for (const job of waiting) done(job.id);
    waiting = [];
    const stopped = current;
    if (stopped === null) return;
    thinker.postMessage({ stop: true });
    setTimeout(() => { if (current === stopped) replace(); }, PATIENCE);
  }
  function replace() {
    replaced++;
    const stopped = current;
    thinker.terminate();
    thinker = made("thinker");
    listen();
    current = null;
    if (stopped !== null) done(stopped);
    const next = waiting.shift();
    if (next) begin(next);
  }
  conversation.onmessage = ({ data }) => {
    for (const order of data) {
      if (order.tell) hear(order.tell);
      if (order.stop) stop();
      if (order.think) begin(order.think);
    }
  };
  return { ask: (message) => conversation.postMessage({ ask: JSON.stringify(message) }), replaced: () => replaced };
}
