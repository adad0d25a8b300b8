// @ts-check
// A worker of the page: the conversation, or the engine that thinks. Which, its name says: an address with a question would be lost
// where the file comes out of the store of the service worker.

// @ts-ignore: scripts/package-web.sh puts it beside this file.
import init, { WebConversation, WebThinker, signature } from "./engine.js";

/** The engine, which the page has compiled, comes with the first message. */
const ready = new Promise((resolve) => addEventListener("message", ({ data }) => resolve(init({ module_or_path: data.engine })), { once: true }));
const role = self.name;
/** Milliseconds of a part of an analysis, in which it does not hear that something else is wanted: the first, and as a share of
 * what was spent before. Each part goes over the shallow depths again, so they must grow; who cannot wait replaces the worker. */
const [PART, SHARE] = [90, 1];
/** Nodes of the first part. */
const FIRST = 2_000;

// What fails in a promise is no error of the worker for the page: thrown by a timer it is.
(role === "conversation" ? converse() : think()).catch((why) => setTimeout(() => { throw why; }));

async function converse() {
  /** @type {any[]} */ const early = [];
  let hear = (/** @type {any} */ data) => void early.push(data);
  onmessage = ({ data }) => hear(data);
  await ready;
  const conversation = new WebConversation(crypto.getRandomValues(new Uint32Array(1))[0]);
  hear = ({ ask, thought, engine }) => {
    if (engine) return;
    const orders = ask === undefined ? conversation.see(thought, performance.now()) : conversation.hear(ask, performance.now());
    postMessage(JSON.parse(orders));
  };
  early.forEach(hear);
}

async function think() {
  /** @type {any} */ let job = null;
  let isRunning = false;
  let nodes = FIRST;
  let spent = 0;
  const turns = new MessageChannel();
  const tengenHear = (/** @type {string} */ thought) => {
    const done = JSON.parse(thought).done;
    if (done !== undefined) job = null;
    postMessage({ thought, done });
  };
  Object.assign(globalThis, { tengenHear });
  onmessage = ({ data }) => {
    if (data.signature) {
      ready.then(() => { const begin = performance.now(); const count = signature(); postMessage({ signature: count, ms: performance.now() - begin }); });
      return;
    }
    if (data.stop && job) {
      const done = JSON.parse(job).id;
      job = null;
      postMessage({ thought: JSON.stringify({ done }), done });
    }
    if (data.job) {
      job = data.job;
      nodes = FIRST;
      spent = 0;
      if (!isRunning) turns.port2.postMessage(0);
      isRunning = true;
    }
  };
  await ready;
  const thinker = new WebThinker();
  // Between two parts the messages that came are heard.
  turns.port1.onmessage = () => {
    if (job === null) {
      isRunning = false;
      return;
    }
    const begin = performance.now();
    thinker.think(job, nodes);
    const took = performance.now() - begin;
    spent += took;
    const part = Math.max(PART, SHARE * spent);
    nodes = Math.round(Math.max(nodes * Math.min(part / Math.max(took, 1), 4), FIRST));
    turns.port2.postMessage(0);
  };
}
