//! The board's page without a server: conversation and engine as a program for two workers of a browser.
//!
//! One worker holds a [`WebConversation`] and answers the page at once; the other holds a [`WebThinker`] and does the jobs.
//! Both speak JSON. The one who thinks does an analysis in parts, and so hears between them that something else is wanted.
//!
//! # In a page of your own
//!
//! Of the folder that `scripts/package-web.sh` makes `engine.js` and `engine_bg.wasm` are the engine, and `engine.d.ts` has its
//! types. A [`WebConversation`] hears what a page asks, and answers with orders; a [`WebThinker`] does the jobs that they order.
//! What may be asked and what is told are `Ask` and `Tell` of `tengen_protocol::board`. A worker with both, a module that lies
//! beside them:
//!
//! ```js
//! import init, { WebConversation, WebThinker } from "./engine.js";
//! await init();
//! const seed = crypto.getRandomValues(new Uint32Array(1))[0];
//! const conversation = new WebConversation(seed);
//! const thinker = new WebThinker();
//! let [job, nodes] = [null, 0];
//! // The thinker calls it while it thinks.
//! globalThis.tengenHear = (thought) => {
//!   // The next job may be there before this one is done.
//!   if (job && JSON.parse(thought).done === JSON.parse(job).id) job = null;
//!   obey(conversation.see(thought, performance.now()));
//! };
//! function obey(orders) {
//!   for (const { tell, stop, think } of JSON.parse(orders)) {
//!     if (tell) postMessage(tell);
//!     if (stop && job) tengenHear(JSON.stringify({ done: JSON.parse(job).id }));
//!     if (think) [job, nodes] = [think, 2000];
//!   }
//! }
//! onmessage = ({ data }) =>
//!   obey(conversation.hear(JSON.stringify(data), performance.now()));
//! // Each part of an analysis must be longer than the one before it.
//! setInterval(() => { if (job) thinker.think(job, nodes *= 1.2); }, 10);
//! postMessage({ tell: "ready" });
//! ```
//!
//! and a page that has a move played on an empty board:
//!
//! ```js
//! const worker = new Worker("own.js", { type: "module" });
//! worker.onmessage = ({ data }) => {
//!   if (data.tell === "state") console.log(data.moves);
//!   if (data.tell === "ready") worker.postMessage({ ask: "play", rule: "renju",
//!     width: 15, height: 15, opening: "free", people: [false, true],
//!     level: { strength: 60 }, clocks: { kind: "unlimited" } });
//! };
//! ```
//!
//! Here what is asked waits for the end of a move. `worker.js` and `link.js` of the page have a worker for each of the two, and
//! put another in the place of one that does not stop.

use std::time::Duration;

use serde_json::{Value, json};
use tengen_engine::Options;
use tengen_engine::internals::bench::{DEPTH, POSITIONS, run};
use tengen_protocol::board::{BoardConversation, BoardJob, BoardThought, Listener, Order, Thinker};
use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;

/// Memory of the transposition table: what a telephone can spare.
const HASH_BYTES: usize = 64 << 20;

#[wasm_bindgen]
extern "C" {
    /// Hands a thought to the worker, which passes it on: it is a function of the worker's script.
    #[wasm_bindgen(js_namespace = globalThis, js_name = tengenHear)]
    fn tell_worker(thought: &str);
    /// Writes an error to the console of the browser.
    #[wasm_bindgen(js_namespace = console, js_name = error)]
    fn tell_console(error: &str);
}

/// Lets a panic say where it happened: of what ended the program the browser knows no more than that it has.
#[wasm_bindgen(start)]
pub fn tell_panics() {
    std::panic::set_hook(Box::new(|panic| tell_console(&panic.to_string())));
}

/// The conversation with the page.
#[wasm_bindgen]
pub struct WebConversation(BoardConversation);

#[wasm_bindgen]
impl WebConversation {
    /// A conversation; what the engine draws by lot follows from the seed.
    #[must_use]
    #[wasm_bindgen(constructor)]
    pub fn new(seed: u32) -> WebConversation {
        WebConversation(BoardConversation::new(seed.into()))
    }

    /// Hears a message of the page, so many milliseconds after the beginning. Returns the orders: a list of objects with one of
    /// `tell` (for the page), `think` (a job as a text, for [`WebThinker::think`]) and `stop`.
    pub fn hear(&mut self, ask: &str, milliseconds: f64) -> String {
        orders(self.0.hear_text(ask, time(milliseconds)))
    }

    /// Hears a thought of the engine.
    pub fn see(&mut self, thought: &str, milliseconds: f64) -> String {
        orders(self.0.see_text(thought, time(milliseconds)))
    }
}

/// The engine behind it.
#[wasm_bindgen]
pub struct WebThinker(Thinker);

#[wasm_bindgen]
impl WebThinker {
    /// An engine that knows nothing.
    #[must_use]
    #[wasm_bindgen(constructor)]
    pub fn new() -> WebThinker {
        WebThinker(Thinker::new(Options { hash_bytes: HASH_BYTES, ..Options::default() }))
    }

    /// Does a part of a job: of an analysis about so many nodes, of a review one question, of any other all. Whether there is
    /// more to do.
    ///
    /// # Errors
    /// When the job cannot be read.
    pub fn think(&mut self, job: &str, nodes: u32) -> Result<bool, JsError> {
        let job = serde_json::from_str::<BoardJob>(job)?;
        Ok(self.0.think_part(&job, nodes.into(), &mut WorkerScript))
    }
}

impl Default for WebThinker {
    fn default() -> WebThinker {
        WebThinker::new()
    }
}

/// Counts the nodes of the fixed searches: the signature, which is the same everywhere.
#[must_use]
#[wasm_bindgen]
pub fn signature() -> f64 {
    run(&POSITIONS, DEPTH, |_, _| {}).0 as f64
}

/// The script of the worker, which cannot say anything while this program runs.
struct WorkerScript;

impl Listener for WorkerScript {
    fn is_wanted(&self) -> bool {
        true
    }

    fn hear(&mut self, thought: BoardThought) {
        // A thought has no map with keys that are no texts, which is all that could fail.
        if let Ok(text) = serde_json::to_string(&thought) {
            tell_worker(&text);
        }
    }
}

fn orders(orders: Vec<Order>) -> String {
    let value = |order: Order| match order {
        Order::Tell(tell) => json!({ "tell": tell }),
        // Scripts would round its largest numbers. Like a thought it has nothing that could not be written.
        Order::Think(job) => json!({ "think": serde_json::to_string(&job).unwrap_or_default() }),
        Order::Stop => json!({ "stop": true }),
        // This conversation offers no choice of them.
        Order::Equip(_) => json!({}),
    };
    orders.into_iter().map(value).collect::<Value>().to_string()
}

fn time(milliseconds: f64) -> Duration {
    Duration::try_from_secs_f64(milliseconds / 1000.0).unwrap_or_default()
}
