// @ts-check
// A worker of the page: the conversation, or the engine that thinks. Which, its address says.

import init, { WebConversation, WebThinker, signature } from "./engine.js";

const ready = init();
const role = location.search.slice(1);
/** Milliseconds of a part of an analysis: so long it does not hear that something else is wanted. */
const PART = 90;
/** Nodes of the first part. */
const FIRST = 2_000;

if (role === "conversation") converse();
else think();

async function converse() {
  /** @type {any[]} */ const early = [];
  let hear = (/** @type {any} */ data) => void early.push(data);
  onmessage = ({ data }) => hear(data);
  await ready;
  const conversation = new WebConversation(crypto.getRandomValues(new Uint32Array(1))[0]);
  hear = ({ ask, thought }) => {
    const orders = ask === undefined ? conversation.see(thought, performance.now()) : conversation.hear(ask, performance.now());
    postMessage(JSON.parse(orders));
  };
  early.forEach(hear);
}

async function think() {
  /** @type {any} */ let job = null;
  let isRunning = false;
  let nodes = FIRST;
  const turns = new MessageChannel();
  globalThis.tengenHear = (/** @type {string} */ thought) => {
    const done = JSON.parse(thought).done;
    if (done !== undefined) job = null;
    postMessage({ thought, done });
  };
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
      job = JSON.stringify(data.job);
      nodes = FIRST;
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
    nodes = Math.round(Math.min(Math.max(nodes * Math.min(PART / Math.max(took, 1), 2), FIRST), 1e8));
    turns.port2.postMessage(0);
  };
}
