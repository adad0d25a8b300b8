//! `selfplay`: games from random even openings, at so many nodes a move, written for training.

mod aside;
pub(crate) mod record;

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::Duration;

use anyhow::{Context, Result, anyhow};
use tengen_engine::internals::search::{Line, Searcher};

use crate::cli::SelfplayArgs;
use crate::harvest::record::{Move, Record, UNSCORED, Writer};
use crate::output::say;
use crate::progress::Progress;
use crate::selfplay::{self, Conditions, Random};

/// What to play.
struct Plan {
    conditions: Conditions,
    /// Games in the file when all is done, those that are there already counted.
    games: usize,
    /// Each with a game of its own.
    threads: NonZeroUsize,
    /// Where the random openings begin.
    seed: u64,
}

/// One move in so many of the early game is a random one of the best three, for variety.
const STRAY: u64 = 12;
/// Stray moves lose no more than this.
const STRAY_LOSS: i32 = 60;
/// The table of a thread, in bytes: small, because it is cleared for every game.
const TABLE_BYTES: usize = 16 << 20;

/// Plays the games that a file still lacks.
pub(crate) fn run(args: &SelfplayArgs) -> Result<()> {
    let conditions = Conditions::new(&args.play)?;
    let plan = Plan { conditions, games: args.games, threads: args.play.threads()?, seed: args.play.seed };
    let (Conditions { rule, size, nodes }, games) = (conditions, args.games);
    let (writer, begun) = Writer::append(&args.output, rule, size)?;
    let path = args.output.display();
    say!("{path}: {begun} of {games} games of {rule} on {size}, {nodes} nodes a move");
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
                let mut random = Random::new(plan.seed, number as u64);
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

/// What is printed meanwhile.
struct Show {
    progress: Progress,
    games: usize,
    positions: usize,
}

impl Show {
    fn new(plan: &Plan, begun: usize) -> Show {
        Show { progress: Progress::new("games", begun, plan.games), games: 0, positions: 0 }
    }

    fn add(&mut self, record: &Record) {
        self.games += 1;
        self.positions += record.moves.len() - record.opening;
        self.positions += record.moves.iter().filter(|played| played.aside.is_some()).count();
        self.progress.add(self.line());
    }

    fn line(&self) -> String {
        const HOUR: Duration = Duration::from_secs(3600);
        format!("{} positions, {:.0} an hour", self.positions, self.progress.rate(self.positions, HOUR))
    }

    fn end(&self, path: &Path) {
        self.progress.end();
        say!("{}: {} games added, {}", path.display(), self.games, self.line());
    }
}

fn play(plan: &Plan, searcher: &mut Searcher, random: &mut Random) -> Record {
    let Conditions { rule, size, .. } = plan.conditions;
    searcher.forget();
    let mut game = plan.conditions.even_opening(searcher, random);
    let unscored = |point| Move { point, score: UNSCORED, aside: None };
    let mut moves: Vec<Move> = game.moves().iter().map(|played| unscored(played.point)).collect();
    let opening = moves.len();
    let mut result = 1;
    while moves.len() < plan.conditions.longest() {
        let stray = moves.len() < opening + 16 && random.below(STRAY) == 0;
        let found = plan.conditions.think(searcher, &game, if stray { 3 } else { 1 });
        let Some(best) = found.first() else { break };
        let choice = near(best, &found);
        let chosen = choice[random.below(choice.len() as u64) as usize];
        let aside = aside::beside(&game, plan.conditions, searcher, random);
        moves.push(Move { point: chosen.variation[0], score: chosen.score.value() as i16, aside });
        if let Some(end) = selfplay::play(&mut game, chosen) {
            result = end;
            break;
        }
    }
    Record { rule, size, opening, result, moves }
}

/// Those of the lines that lose no more than a stray move may, beside the best one.
fn near<'a>(best: &Line, lines: &'a [Line]) -> Vec<&'a Line> {
    lines.iter().filter(|line| line.score.value() >= best.score.value() - STRAY_LOSS).collect()
}

#[cfg(test)]
mod tests {
    use tengen_engine::point::{BoardSize, Point};
    use tengen_engine::rule::RuleKind;
    use tengen_engine::score::Score;

    use super::*;

    #[test]
    fn a_stray_move_loses_no_more_than_it_may() {
        let lines = |scores: &[Score]| -> Vec<Line> {
            let line = |(rank, &score): (usize, &Score)| {
                let variation = [Point::new(rank, rank)].into_iter().collect();
                Line {
                    rank,
                    lines: 1,
                    depth: 5,
                    selective_depth: 5,
                    score,
                    nodes: 1,
                    elapsed: Duration::ZERO,
                    hashfull: 0,
                    variation,
                }
            };
            (1..).zip(scores).map(line).collect()
        };
        let judged = Score::judged;
        for (scores, left) in [
            ([judged(30), judged(20), judged(-29)], &[1, 2, 3][..]),
            ([judged(30), judged(-30), judged(-31)], &[1, 2]),
            ([judged(30), judged(-31), judged(-500)], &[1]),
            ([judged(-400), judged(-460), judged(-461)], &[1, 2]),
            // A win is not thrown away, and a loss not hastened where it can be put off.
            ([Score::win_in(5), judged(2000), judged(100)], &[1]),
            ([judged(-900), Score::loss_in(8), Score::loss_in(6)], &[1]),
        ] {
            let lines = lines(&scores);
            let found: Vec<usize> = near(&lines[0], &lines).iter().map(|line| line.rank).collect();
            assert_eq!(found, left, "{scores:?}");
        }
    }

    #[test]
    fn the_moves_of_a_game_are_scored_from_the_end_of_its_opening_and_never_thrown_away() {
        let size = BoardSize::square(15).unwrap();
        let conditions = Conditions { rule: RuleKind::Freestyle, size, nodes: 100 };
        let plan = Plan { conditions, games: 1, threads: NonZeroUsize::MIN, seed: 1 };
        let mut searcher = Searcher::new(1 << 20, 1);
        for number in 0..4 {
            let record = play(&plan, &mut searcher, &mut Random::new(plan.seed, number));
            let (opening, rest) = record.moves.split_at(record.opening);
            assert!(opening.iter().all(|played| played.score == UNSCORED && played.aside.is_none()));
            assert!(!rest.is_empty() && rest.iter().all(|played| played.score != UNSCORED));
        }
    }
}
