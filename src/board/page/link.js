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

/** How long a job may go on after it was to stop, in milliseconds. Then its worker is replaced, and what it knows is lost. */
const PATIENCE = 150;
/** A review is kept: it is waited for the end of the question that it is at. @param {any} job */
const patience = (job) => PATIENCE + (job.task === "review" ? job.limits.turn ?? 0 : 0);
/** So many workers may fail before one of them has done a job. Then it is said that the engine is gone. */
const MOST_FAILED = 3;

/** @param {Hear} hear @param {() => void} lost @returns {Promise<Link>} */
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
  // That it is gone is said on the page.
  conversation.onerror = (event) => {
    event.preventDefault();
    endBoth();
  };
  let [replaced, failed] = [0, 0];
  /** The job that is done, and whether it is still wanted. @type {any} */ let current = null;
  let isWanted = false;
  /** @type {any} */ let waiting = null;
  let thinker = made("thinker");
  listen();

  function listen() {
    // A search that fails costs its worker and not the game: another begins it anew, unless workers fail without end.
    thinker.onerror = (event) => {
      event.preventDefault();
      if (++failed < MOST_FAILED) replace();
      else endBoth();
    };
    thinker.onmessage = ({ data }) => {
      conversation.postMessage({ thought: data.thought });
      if (data.done === undefined || data.done !== current?.id) return;
      failed = 0;
      current = null;
      beginNext();
    };
  }
  /** Ends both workers, of which nothing is heard any more, and says it: others may take their place. */
  function endBoth() {
    for (const worker of [conversation, thinker]) {
      worker.onerror = worker.onmessage = null;
      worker.terminate();
    }
    current = null;
    lost();
  }
  function begin(/** @type {any} */ job) {
    if (current) {
      waiting = job;
      return;
    }
    current = job;
    isWanted = true;
    thinker.postMessage({ job });
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
    thinker.postMessage({ stop: true });
    setTimeout(() => { if (current === stopped) replace(); }, patience(stopped));
  }
  function replace() {
    replaced++;
    thinker.terminate();
    thinker = made("thinker");
    listen();
    const broken = current;
    current = null;
    if (broken && isWanted) return begin(broken);
    if (broken) end(broken);
    beginNext();
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
