//! `selfplay`: games from random even openings, at so many nodes a move, written for training.

mod off_game;
mod quiet;

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use tengen_engine::game::Game;
use tengen_engine::internals::search::{Line, Searcher};
use tengen_engine::score::Score;

use crate::cli::SelfplayArgs;
use crate::ordered;
use crate::output::say;
use crate::progress::{PlainLines, Progress};
use crate::shard::Shard;
use crate::training::conditions::{self, PlayConditions, share_of};
use crate::training::dataset::file::BlockWriter;
use crate::training::dataset::game::{GAMES, GameSettings, MOST_LINES, ScoredMove, TrainingGame, TrainingMove};
use crate::units::counted;
use quiet::Quiet;
use tengen_engine::random::SplitMix64;

/// What to play.
struct SelfplayPlan {
    conditions: PlayConditions,
    /// How off-game samples are searched, if there are any.
    off_game: Option<PlayConditions>,
    /// Lines to look for in each position.
    lines: usize,
    /// Games of all shards when all is done, those that are there already counted.
    games: usize,
    /// Which of them to play.
    shard: Shard,
    /// Each with a game of its own.
    threads: NonZeroUsize,
    /// Where the random openings begin.
    seed: u64,
}

impl SelfplayPlan {
    fn new(args: &SelfplayArgs) -> Result<SelfplayPlan> {
        let conditions = PlayConditions::new(&args.play)?;
        ensure!((1..=MOST_LINES).contains(&args.lines), "--lines must be from 1 to {MOST_LINES}");
        let off_game_nodes = args.off_game_nodes.unwrap_or(conditions.nodes);
        Ok(SelfplayPlan {
            conditions,
            off_game: (off_game_nodes > 0).then_some(PlayConditions { nodes: off_game_nodes, ..conditions }),
            lines: args.lines,
            games: args.games,
            shard: args.shard,
            threads: args.play.threads,
            seed: args.play.seed,
        })
    }

    /// All that the games depend on.
    fn settings(&self) -> GameSettings {
        let PlayConditions { rule, size, nodes } = self.conditions;
        let (version, weights) = GameSettings::program(rule);
        let off_game_nodes = self.off_game.map_or(0, |off_game| off_game.nodes);
        let &SelfplayPlan { lines, seed, shard, .. } = self;
        GameSettings { rule, size, nodes, off_game_nodes, lines, seed, shard, version, weights }
    }
}

/// One move in so many of the early game is a random one of the best few, for variety.
const RANDOM_MOVE_IN: usize = 12;
/// The early game is so many moves after the opening.
const RANDOM_MOVE_STONES: usize = 16;
/// A random move is one of so many of the best.
const RANDOM_MOVE_LINES: usize = 3;
/// Random moves lose no more than this.
const RANDOM_MOVE_LOSS: i32 = 60;
/// A game is dead when so many plies in a row
const DEAD_PLIES: usize = 10;
/// were worth less than this to either side
const DEAD_SCORE: i32 = 15;
/// and more than this share of the board, in 225ths, is full. Such games are drawn: hardly any is won, and they would take a
/// fifth of the time.
const DEAD_SHARE: usize = 100;
/// Positions with this share of the board full or more, in 225ths, are not kept: their scores are next to nothing.
const FULL_SHARE: usize = 120;
/// The table of a thread, in bytes: small, because it is cleared for every game.
const TABLE_BYTES: usize = 16 << 20;

/// Plays the games that a file still lacks.
pub(crate) fn run(args: &SelfplayArgs) -> Result<()> {
    let plan = SelfplayPlan::new(args)?;
    let PlayConditions { rule, size, nodes } = plan.conditions;
    let planned = plan.shard.count_of(plan.games);
    let mut begun = 0;
    let (mut writer, cut) = BlockWriter::append(&args.output, &GAMES, &plan.settings(), |settings, block| {
        let record = TrainingGame::decode(&block.content, settings.size)?;
        let due = plan.shard.item(begun);
        ensure!(record.number == due, "game {} where game {due} belongs", record.number);
        ensure!(begun < planned, "more games than --games asks for");
        begun += 1;
        Ok(())
    })?;
    let path = args.output.display();
    if let Some(cut) = cut {
        say!("{path}: {}", cut.describe("game", "dropped"));
    }
    let shard = if plan.shard.is_whole() { String::new() } else { format!(" of shard {}", plan.shard) };
    let games = counted(planned, "game");
    say!("{path}: {begun} of {games}{shard} of {rule} on {size}, {nodes} nodes a move");
    let mut display = SelfplayDisplay::new(planned, begun);
    let worker = || (Searcher::new(TABLE_BYTES, 1), Quiet::new());
    let work = |(searcher, quiet): &mut (Searcher, Quiet), place: usize| {
        play(&plan, plan.shard.item(begun + place), searcher, quiet)
    };
    ordered::run(plan.threads, planned - begun, worker, work, |record| {
        display.add(&record);
        writer.write(&record.encode(size)).with_context(|| format!("cannot write {path}"))
    })?;
    display.end(&args.output);
    Ok(())
}

/// What is printed meanwhile.
struct SelfplayDisplay {
    progress: Progress,
    games: usize,
    positions: usize,
}

impl SelfplayDisplay {
    fn new(games: usize, begun: usize) -> SelfplayDisplay {
        SelfplayDisplay {
            progress: Progress::new("games", PlainLines::NowAndThen, begun, games),
            games: 0,
            positions: 0,
        }
    }

    fn add(&mut self, record: &TrainingGame) {
        self.games += 1;
        self.positions += record.positions();
        self.progress.add(self.line());
    }

    fn line(&self) -> String {
        const HOUR: Duration = Duration::from_secs(3600);
        let positions = counted(self.positions, "position");
        format!("{positions}, {:.0} an hour", self.progress.rate(self.positions, HOUR))
    }

    fn end(&self, path: &Path) {
        self.progress.end();
        say!("{}: {} added, {}", path.display(), counted(self.games, "game"), self.line());
    }
}

/// Plays the game of a number.
fn play(plan: &SelfplayPlan, number: usize, searcher: &mut Searcher, quiet: &mut Quiet) -> TrainingGame {
    // Each game has random numbers of its own, so that nothing depends on who plays it and when.
    let random = &mut SplitMix64::stream(plan.seed, number as u64);
    searcher.forget();
    quiet.forget();
    let mut game = plan.conditions.even_opening(searcher, random);
    let unsearched = |point| TrainingMove { point, lines: Vec::new(), off_game: None };
    let mut moves: Vec<TrainingMove> = game.moves().iter().map(|played| unsearched(played.point)).collect();
    let opening = moves.len();
    let mut adjudication = Adjudication::default();
    let mut winner = None;
    while game.moves().len() < plan.conditions.longest() {
        let random_move = game.moves().len() < opening + RANDOM_MOVE_STONES && random.below(RANDOM_MOVE_IN) == 0;
        let found = plan.conditions.think(
            searcher,
            &game,
            if random_move { plan.lines.max(RANDOM_MOVE_LINES) } else { plan.lines },
        );
        let Some(best) = found.first() else { break };
        let chosen = if random_move { one_of_the_best(&found, random) } else { best };
        if game.moves().len() < share_of(plan.conditions.size, FULL_SHARE) {
            let off_game = off_game::beside(&game, plan, searcher, quiet, random);
            let lines = if quiet.holds(&game) { ScoredMove::of_lines(&found) } else { Vec::new() };
            moves.push(TrainingMove { point: chosen.variation[0], lines, off_game });
        }
        if let ControlFlow::Break(end) = conditions::play(&mut game, chosen) {
            winner = end;
            break;
        }
        if adjudication.is_dead(&game, best.score) {
            break;
        }
    }
    TrainingGame { number, winner, opening, moves }
}

/// A random one of the best few lines that are hardly worse than the best.
fn one_of_the_best<'a>(found: &'a [Line], random: &mut SplitMix64) -> &'a Line {
    let choice = near(&found[0], &found[..found.len().min(RANDOM_MOVE_LINES)]);
    choice[random.below(choice.len())]
}

/// Those of the lines that lose no more than a random move may, beside the best one.
fn near<'a>(best: &Line, lines: &'a [Line]) -> Vec<&'a Line> {
    lines.iter().filter(|line| line.score.value() >= best.score.value() - RANDOM_MOVE_LOSS).collect()
}

/// Ends games in which nothing happens any more.
#[derive(Default)]
struct Adjudication {
    /// How many plies in a row were worth next to nothing.
    plies: usize,
}

impl Adjudication {
    /// Whether the game is dead after a move that was worth so much.
    fn is_dead(&mut self, game: &Game, score: Score) -> bool {
        self.plies = if score.value().abs() < DEAD_SCORE { self.plies + 1 } else { 0 };
        self.plies >= DEAD_PLIES && game.moves().len() > share_of(game.size(), DEAD_SHARE)
    }
}

#[cfg(test)]
mod tests {
    use tengen_engine::color::Color;
    use tengen_engine::point::{BoardSize, Point};
    use tengen_engine::rule::RuleKind;

    use super::*;
    use crate::training::dataset::game::OffGame;

    impl SelfplayPlan {
        /// Games of Renju that take no time.
        pub(super) fn example() -> SelfplayPlan {
            let conditions = PlayConditions { rule: RuleKind::Renju, size: BoardSize::square(15).unwrap(), nodes: 100 };
            let (threads, shard) = (NonZeroUsize::MIN, Shard::WHOLE);
            SelfplayPlan { conditions, off_game: Some(conditions), lines: 1, games: 1, shard, threads, seed: 1 }
        }
    }

    /// A game of so many stones, no two of which make a row.
    fn stones(count: usize) -> Game {
        let size = BoardSize::square(15).unwrap();
        let mut game = Game::new(RuleKind::Freestyle, size);
        // Two and two in every row and diagonal.
        for point in size.points().take(count) {
            let color = if (point.x() + 2 * point.y()) % 4 < 2 { Color::Black } else { Color::White };
            game.place(color, point).unwrap();
        }
        game
    }

    #[test]
    fn a_random_move_loses_no_more_than_it_may() {
        let lines = |scores: &[Score]| -> Vec<Line> {
            let line = |(rank, &score): (usize, &Score)| {
                let variation = [Point::new(rank, rank)].into_iter().collect();
                Line {
                    rank,
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
    fn a_full_board_without_a_hope_is_drawn() {
        let dead = |stones_now: usize, scores: &[i32]| {
            let (game, mut adjudication) = (stones(stones_now), Adjudication::default());
            scores.iter().fold(false, |_, &score| adjudication.is_dead(&game, Score::judged(score)))
        };
        assert!(dead(101, &[14, -14, 0, 3, -3, 0, 0, 0, 0, 0]));
        assert!(!dead(100, &[0; 10]));
        assert!(!dead(101, &[0; 9]));
        assert!(!dead(101, &[0, 0, 0, 0, 0, 15, 0, 0, 0, 0]));
        assert!(!dead(101, &[0, 0, 0, 0, 0, 0, 0, 0, 0, -15]));
        assert!(dead(101, &[15, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]));
    }

    #[test]
    fn games_hold_what_teaches_and_nothing_else() {
        let plan = SelfplayPlan { games: 8, lines: 2, ..SelfplayPlan::example() };
        let (mut searcher, mut quiet) = (Searcher::new(TABLE_BYTES, 1), Quiet::new());
        let mut searched = 0;
        for number in 0..plan.games {
            let record = play(&plan, number, &mut searcher, &mut quiet);
            let mut game = Game::new(plan.conditions.rule, plan.conditions.size);
            for (ply, TrainingMove { point, lines, off_game }) in record.moves.iter().enumerate() {
                assert_eq!(!lines.is_empty(), ply >= record.opening && quiet.holds(&game), "game {number}, move {ply}");
                assert!(lines.len() <= 3 && (ply >= record.opening || off_game.is_none()));
                searched += usize::from(!lines.is_empty());
                if let Some(OffGame { random_moves, .. }) = off_game {
                    let mut beside = game.clone();
                    random_moves.iter().for_each(|&random_move| assert_eq!(beside.play(random_move), Ok(None)));
                    assert!(quiet.holds(&beside), "game {number}, off-game sample of move {ply}");
                }
                game.play(*point).unwrap();
            }
            let repeated = play(&plan, number, &mut searcher, &mut quiet);
            assert_eq!(repeated, record);
        }
        assert!(searched > 40, "{searched}");
    }
}
