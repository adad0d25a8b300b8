//! `selfplay`: games from random even openings, at so many nodes a move, written for training.

pub(crate) mod record;

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, ensure};
use indicatif::{ProgressBar, ProgressStyle};
use tengen_engine::color::Color;
use tengen_engine::game::Game;
use tengen_engine::point::{BoardSize, Point};
use tengen_engine::rule::RuleKind;
use tengen_engine::search::time::Budget;
use tengen_engine::search::{Found, Request, Searcher, Signals};

use crate::cli::SelfplayArgs;
use crate::harvest::record::{Record, UNSCORED, Writer};

/// What to play.
struct Plan {
    rule: RuleKind,
    size: BoardSize,
    /// Nodes for each move.
    nodes: u64,
    /// Games in the file when all is done, those that are there already counted.
    games: usize,
    /// Each with a game of its own.
    threads: NonZeroUsize,
    /// Where the random openings begin.
    seed: u64,
}

/// An opening is even when neither side is better by more than this.
const EVEN: i32 = 150;
/// Games this long are drawn.
const LONGEST: usize = 250;
/// One move in so many of the early game is a random one of the best three, for variety.
const STRAY: u64 = 12;
/// Stray moves lose no more than this.
const STRAY_LOSS: i32 = 60;
/// Openings are tried for evenness so many times; then one is taken as it is, so that no board keeps a game from starting.
const TRIES: usize = 1_000;
/// The table of a thread, in bytes: small, because it is cleared for every game.
const TABLE_BYTES: usize = 16 << 20;
/// Time between two lines of progress where there is no terminal to show it all the time.
const SAY_EVERY: Duration = Duration::from_secs(60);

/// Plays the games that a file still lacks.
pub(crate) fn run(args: &SelfplayArgs) -> Result<()> {
    ensure!(args.nodes > 0, "--nodes must be at least 1");
    let threads = NonZeroUsize::new(args.threads).context("--threads must be at least 1")?;
    let &SelfplayArgs { rule, size, nodes, games, seed, .. } = args;
    let plan = Plan { rule, size, nodes, games, threads, seed };
    let (writer, begun) = Writer::append(&args.output, rule, size)?;
    let path = args.output.display();
    println!("{path}: {begun} of {games} games of {rule} on {size}, {nodes} nodes a move");
    let show = Mutex::new(Show::new(&plan, begun));
    let harvest = Mutex::new(Harvest { writer, next: begun, waiting: BTreeMap::new() });
    play_all(&plan, begun, |number, record| {
        show.lock().expect("nothing panics while it prints").add(&record);
        harvest.lock().expect("nothing panics while it writes").add(number, record)
    })
    .with_context(|| format!("cannot write {path}"))?;
    show.into_inner().expect("nothing panics while it prints").end(&args.output);
    Ok(())
}

/// Plays the games from number `begun` on, on all threads at once. `done` hears of each with its number, in any order.
fn play_all(plan: &Plan, begun: usize, done: impl Fn(usize, Record) -> Result<()> + Sync) -> Result<()> {
    let next = AtomicUsize::new(begun);
    std::thread::scope(|scope| {
        let player = || -> Result<()> {
            let mut searcher = Searcher::new(TABLE_BYTES, 1);
            loop {
                let number = next.fetch_add(1, Relaxed);
                if number >= plan.games {
                    return Ok(());
                }
                // Each game has random numbers of its own, so that nothing depends on who plays it and when.
                let mut random = Random(plan.seed ^ (number as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15));
                let record = play(plan, &mut searcher, &mut random);
                if let Err(error) = done(number, record) {
                    // What cannot be kept is not worth playing.
                    next.store(plan.games, Relaxed);
                    return Err(error);
                }
            }
        };
        let players: Vec<_> = (0..plan.threads.get()).map(|_| scope.spawn(player)).collect();
        // All are waited for before one is asked how it went: a panic that nobody took would be thrown on.
        let ends: Vec<_> = players.into_iter().map(|player| player.join()).collect();
        ends.into_iter().try_for_each(|end| end.map_err(|_| anyhow!("a player panicked"))?)
    })
}

/// The file, in the order of the games: a run that goes on after an interruption neither repeats a game nor leaves one out,
/// since the number of games in the file is the number of the next one.
struct Harvest {
    writer: Writer,
    next: usize,
    waiting: BTreeMap<usize, Record>,
}

impl Harvest {
    fn add(&mut self, number: usize, record: Record) -> Result<()> {
        self.waiting.insert(number, record);
        while let Some(record) = self.waiting.remove(&self.next) {
            self.writer.write(&record)?;
            self.next += 1;
        }
        Ok(())
    }
}

/// What is printed meanwhile: a bar on a terminal, a line now and then elsewhere.
struct Show {
    bar: ProgressBar,
    begin: Instant,
    said: Instant,
    games: usize,
    positions: usize,
}

impl Show {
    fn new(plan: &Plan, begun: usize) -> Show {
        let bar = ProgressBar::new(plan.games as u64).with_position(begun.min(plan.games) as u64);
        bar.reset_eta();
        let style = ProgressStyle::with_template("{bar:24} {pos}/{len} games, {elapsed}, {eta} left: {msg}");
        bar.set_style(style.expect("the template is a constant"));
        Show { bar, begin: Instant::now(), said: Instant::now(), games: 0, positions: 0 }
    }

    fn add(&mut self, record: &Record) {
        self.games += 1;
        self.positions += record.moves.len() - record.opening;
        self.bar.inc(1);
        self.bar.set_message(self.line());
        if self.bar.is_hidden() && self.said.elapsed() >= SAY_EVERY {
            self.said = Instant::now();
            println!("{} games, {}", self.games, self.line());
        }
    }

    fn line(&self) -> String {
        let hours = self.begin.elapsed().as_secs_f64() / 3600.0;
        format!("{} positions, {:.0} an hour", self.positions, self.positions as f64 / hours)
    }

    fn end(&self, path: &Path) {
        self.bar.finish_and_clear();
        println!("{}: {} games added, {}", path.display(), self.games, self.line());
    }
}

fn play(plan: &Plan, searcher: &mut Searcher, random: &mut Random) -> Record {
    searcher.forget();
    let mut game = even_opening(plan, searcher, random);
    let mut moves: Vec<(Point, i16)> = game.moves().iter().map(|played| (played.point, UNSCORED)).collect();
    let opening = moves.len();
    let mut result = 1;
    while moves.len() < LONGEST.min(plan.size.area()) {
        let stray = moves.len() < opening + 16 && random.below(STRAY) == 0;
        let found = think(searcher, &game, plan.nodes, if stray { 3 } else { 1 });
        let Some(best) = found.first() else { break };
        let near = |line: &&Found| line.score.value() >= best.score.value() - STRAY_LOSS;
        let choice: Vec<&Found> = found.iter().filter(near).collect();
        let chosen = choice[random.below(choice.len() as u64) as usize];
        let point = chosen.variation[0];
        moves.push((point, chosen.score.value() as i16));
        let us = game.to_move();
        let outcome = game.play(point).expect("the search plays on empty points, and only before the end");
        let winner = match outcome {
            Some(outcome) => outcome.winner(),
            None if chosen.score.is_win() => Some(us),
            None if chosen.score.is_loss() => Some(!us),
            None => continue,
        };
        result = match winner {
            Some(Color::Black) => 2,
            Some(Color::White) => 0,
            None => 1,
        };
        break;
    }
    Record { rule: plan.rule, size: plan.size, opening, result, moves }
}

fn think(searcher: &mut Searcher, game: &Game, nodes: u64, lines: usize) -> Vec<Found> {
    let request = Request { lines, nodes: Some(nodes), ..Request::default() };
    let signals = Signals::new(Instant::now(), Budget::UNLIMITED);
    let mut ranks: Vec<Option<Found>> = vec![None; lines];
    let best = searcher.search(game, &request, &signals, &mut |found, _| ranks[found.rank - 1] = Some(found.clone()));
    if let Some(best) = best {
        ranks[0] = Some(best);
    }
    ranks.into_iter().flatten().collect()
}

/// A random opening in which neither side is much better.
fn even_opening(plan: &Plan, searcher: &mut Searcher, random: &mut Random) -> Game {
    let mut tries = 0;
    loop {
        let opening = random_opening(plan, random);
        tries += 1;
        let found = think(searcher, &opening, plan.nodes, 1).pop();
        if tries == TRIES || found.is_some_and(|found| found.score.value().abs() <= EVEN) {
            return opening;
        }
    }
}

/// A few stones near the middle, none of which wins or is forbidden.
fn random_opening(plan: &Plan, random: &mut Random) -> Game {
    loop {
        let mut game = Game::new(plan.rule, plan.size);
        let stones = 3 + random.below(5);
        let span = 3 + random.below(5);
        let draw = |random: &mut Random, side: usize| {
            let low = (side as u64 / 2).saturating_sub(span);
            ((low + random.below(2 * span + 1)) as usize).min(side - 1)
        };
        while (game.moves().len() as u64) < stones {
            let point = Point::new(draw(random, plan.size.width()), draw(random, plan.size.height()));
            // A point that is taken is drawn again.
            if game.play(point).is_err() && game.outcome().is_some() {
                break;
            }
        }
        if game.outcome().is_none() {
            return game;
        }
    }
}

/// Random numbers that are the same on every machine and in every version of every package, since files of games are made
/// again from their seed (splitmix64).
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % limit
    }
}
