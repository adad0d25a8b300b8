//! The tables at which the games of a match are played, as many at the same time as are wanted.

use std::collections::VecDeque;
use std::iter;
use std::ops::ControlFlow;
use std::panic::resume_unwind;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result};
use parking_lot::Mutex;

use crate::matches::engines::Launch;
use crate::matches::player::PlayContext;
use crate::matches::record::GameRecord;
use crate::matches::referee::{self, Abandoned, EnginePool};
use crate::matches::schedule::Pairing;
use crate::matches::setup::Setup;

/// Whoever hears of the games is asked this long after the last one whether the match goes on.
const ASK_EVERY: Duration = Duration::from_secs(3);

/// Plays games at so many tables and hands each to `finished`, which says whether the match goes on. It is also asked,
/// without a game, whenever none has ended for a while. There are fewer tables where there are fewer threads.
///
/// # Errors
/// When there is no thread to play on, or why a game could not be played, through no fault of an engine: the match is
/// cancelled then.
pub(super) fn play<'a>(
    setup: &'a Setup,
    launches: &[Launch],
    pairings: VecDeque<&Pairing>,
    tables: usize,
    context: PlayContext<'a>,
    mut finished: impl FnMut(Option<GameRecord>) -> ControlFlow<()>,
) -> Result<()> {
    // More would have nothing to do.
    let tables = tables.min(pairings.len());
    let queue = Mutex::new(pairings);
    let (sender, games) = channel();
    thread::scope(|scope| {
        // It goes when this thread panics: then nobody waits any longer for a judgement of his game.
        let games = games;
        let begin = || {
            let (sender, queue) = (sender.clone(), &queue);
            thread::Builder::new().spawn_scoped(scope, move || work(setup, launches, queue, context, sender))
        };
        let first = begin().context("there is no thread to play games on")?;
        let workers: Vec<_> = iter::once(first).chain((1..tables).map_while(|_| begin().ok())).collect();
        drop(sender);
        loop {
            let (game, _judging) = match games.recv_timeout(ASK_EVERY) {
                Ok((game, judging)) => (Some(game), Some(judging)),
                Err(RecvTimeoutError::Timeout) => (None, None),
                Err(RecvTimeoutError::Disconnected) => break,
            };
            if finished(game).is_break() {
                context.cancelled.store(true, Ordering::Relaxed);
            }
        }
        workers.into_iter().try_for_each(|worker| worker.join().unwrap_or_else(|panic| resume_unwind(panic)))
    })
}

/// Plays games from the queue until none is left or the match is cancelled. The next is not begun before the last was judged.
fn work<'a>(
    setup: &'a Setup,
    launches: &[Launch],
    queue: &Mutex<VecDeque<&Pairing>>,
    context: PlayContext<'a>,
    finished: Sender<(GameRecord, Sender<()>)>,
) -> Result<()> {
    let mut pool = EnginePool::new();
    let mut able = Ok(());
    while !context.cancelled.load(Ordering::Relaxed) {
        let Some(pairing) = queue.lock().pop_front() else { break };
        let game = match referee::play(setup, launches, pairing, &mut pool, context) {
            Ok(game) => game,
            Err(Abandoned::Cancelled) => break,
            Err(Abandoned::Unable(why)) => {
                context.cancelled.store(true, Ordering::Relaxed);
                able = Err(why);
                break;
            }
        };
        let (judging, judged) = channel();
        let Ok(()) = finished.send((game, judging)) else { break };
        // Nothing is sent: the other end is gone once the game was judged.
        let _ = judged.recv();
    }
    pool.into_values().for_each(|player| drop(player.finish()));
    able
}
