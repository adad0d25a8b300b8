//! The board's page without a server: conversation and engine as a program for two workers of a browser.
//!
//! One worker holds a [`WebConversation`] and answers the page at once; the other holds a [`WebThinker`] and does the jobs.
//! Both speak JSON. The one who thinks does an analysis in parts, and so hears between them that something else is wanted.

use std::time::Duration;

use serde_json::{Value, json};
use tengen_engine::Options;
use tengen_engine::internals::bench::{DEPTH, POSITIONS, run};
use tengen_protocol::board::{BoardConversation, BoardJob, BoardThought, Listener, Order, Thinker};
use wasm_bindgen::prelude::wasm_bindgen;

/// Memory of the transposition table: what a telephone can spare.
const HASH_BYTES: usize = 64 << 20;

#[wasm_bindgen]
extern "C" {
    /// Hands a thought to the worker, which passes it on: it is a function of the worker's script.
    #[wasm_bindgen(js_namespace = globalThis, js_name = tengenHear)]
    fn tell_worker(thought: &str);
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
    /// `tell` (for the page), `think` (a job) and `stop`.
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

    /// Does a part of a job: of an analysis about so many nodes, of any other all. Whether there is more to do.
    pub fn think(&mut self, job: &str, nodes: u32) -> bool {
        let Ok(job) = serde_json::from_str::<BoardJob>(job) else { return false };
        self.0.think_part(&job, nodes.into(), &mut WorkerScript)
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
        Order::Think(job) => json!({ "think": job }),
        Order::Stop => json!({ "stop": true }),
        // This conversation offers no choice of them.
        Order::Equip(_) => json!({}),
    };
    orders.into_iter().map(value).collect::<Value>().to_string()
}

fn time(milliseconds: f64) -> Duration {
    Duration::try_from_secs_f64(milliseconds / 1000.0).unwrap_or_default()
}
