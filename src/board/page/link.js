// @ts-check
// The one way to the engine: messages go out with ask, and what is told comes in. Behind it is a server or two workers.

import { front } from "./front.js";

/** @typedef {(tell: any) => void} Hear */
/** @typedef {{ask: (message: object) => void}} Link */

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
    socket.onopen = () => resolve({ ask: (message) => socket.send(JSON.stringify(message)) });
  });
}

/** How long a job may go on after it was to stop, in milliseconds. Then its worker is replaced, and its table lost. */
const PATIENCE = 150;

/** @param {Hear} hear @param {() => void} lost @returns {Promise<Link>} */
async function toWorkers(hear, lost) {
  const made = (/** @type {string} */ role) => {
    const worker = new Worker(`worker.js?${role}`, { type: "module" });
    worker.onerror = lost;
    return worker;
  };
  const conversation = made("conversation");
  /** @type {number | null} */ let current = null;
  /** @type {any[]} */ let waiting = [];
  let thinker = made("thinker");
  listen();

  function listen() {
    thinker.onmessage = ({ data }) => {
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
  function stop() {
    waiting = [];
    const stopped = current;
    if (stopped === null) return;
    thinker.postMessage({ stop: true });
    setTimeout(() => {
      if (current !== stopped) return;
      thinker.terminate();
      thinker = made("thinker");
      listen();
      current = null;
      conversation.postMessage({ thought: JSON.stringify({ done: stopped }) });
      const next = waiting.shift();
      if (next) begin(next);
    }, PATIENCE);
  }
  conversation.onmessage = ({ data }) => {
    for (const order of data) {
      if (order.tell) hear(order.tell);
      if (order.stop) stop();
      if (order.think) begin(order.think);
    }
  };
  return { ask: (message) => conversation.postMessage({ ask: JSON.stringify(message) }) };
}
