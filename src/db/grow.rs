//! `db grow`: the book grows by drop-out expansion, one position after the other, each written as soon as it was searched.

use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use tengen_engine::database::Store;
use tengen_engine::database::children::{LookupError, entry};
use tengen_engine::engine::{Limits, Line};
use tengen_engine::game::{Game, PlayError};
use tengen_engine::growth::Growth;
use tengen_engine::position_key::PositionKey;

use super::view::{judgement, stones};
use crate::blocking::BlockingEngine;
use crate::cli::GrowArgs;
use crate::output::say;
use crate::progress::{PlainLines, Spinner};
use crate::store::FileStore;
use crate::units::counted;
use crate::{position, weights};

/// Time to go on when nothing is said about it.
const USUAL_TIME: Duration = Duration::from_secs(3600);

/// Searches until the time is over, everything is decided, or Ctrl-C is pressed.
pub(crate) fn run(args: &GrowArgs) -> Result<()> {
    let root = position::read(&args.position)?;
    if let Some(result) = root.result() {
        bail!(PlayError::Over(result));
    }
    weights::load_for(root.rule(), &args.weights.weights)?;
    let mut store = FileStore::create(&args.store)?;
    let mut engine = BlockingEngine::new(args.engine.options())?;
    let begin = Instant::now();
    let time = args.time.or(args.positions.is_none().then_some(USUAL_TIME));
    let is_late = || time.is_some_and(|time| begin.elapsed() >= time);
    let is_over = |searched: usize| is_late() || args.positions.is_some_and(|positions| searched >= positions);
    let mut growth = Growth::new(&store, &root)?;
    say!("{}, {} of them searched", counted(growth.len(), "position"), growth.expanded());
    // Whoever reads the lines of a program may count on each: it is said after it was written.
    let plain = if args.positions.is_some() { PlainLines::Every(1) } else { PlainLines::NowAndThen };
    let mut spinner = Spinner::new(plain);
    let mut searched = 0;
    while !engine.is_interrupted() && !is_over(searched) {
        let Some(position) = growth.next() else {
            spinner.suspend(|| say!("Everything that is known below this position is decided."));
            break;
        };
        let lines = search(&mut engine, &position, args, time.map(|time| time.saturating_sub(begin.elapsed())));
        // A search that was cut off says less than it should. One is written all the same where there was time for no more.
        if engine.is_interrupted() || (is_late() && searched > 0) {
            break;
        }
        growth.expand(&mut store, &position, &lines)?;
        store.commit()?;
        searched += 1;
        let (key, _) = PositionKey::of(&position).ok_or(LookupError::NoKey)?;
        let (seconds, name) = (begin.elapsed().as_secs(), stones(&key));
        spinner.add(format!("{searched} searched in {seconds} s, last {name}: written"));
    }
    spinner.end();
    let first = entry(&store, &root)?.1.map(|entry| format!("; the first: {}", judgement(&entry, true)));
    say!("{searched} searched, {}{}", counted(growth.len(), "position"), first.unwrap_or_default());
    Ok(())
}

/// The lines of the deepest iteration that came to its end.
fn search(engine: &mut BlockingEngine, position: &Game, args: &GrowArgs, left: Option<Duration>) -> Vec<Line> {
    let mut lines = Vec::new();
    let task = Growth::task(position, usize::from(args.lines));
    let limits = left.map_or_else(Limits::none, Limits::time).with_nodes(args.nodes);
    engine.think(task, &limits, |block| lines = block.to_vec());
    lines
}
