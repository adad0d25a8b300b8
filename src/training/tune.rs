//! `tune`: better numbers for the search, found on games of the engine against itself with its numbers pushed this way and
//! that.

mod spsa;
mod state;

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::time::Duration;

use anyhow::{Result, ensure};
use serde_json::json;
use tengen_engine::color::Color;
use tengen_engine::game::Game;
use tengen_engine::internals::search::Searcher;
use tengen_engine::internals::search::params::{Parameter, Params};

use crate::cli::TuneArgs;
use crate::ordered;
use crate::output::say;
use crate::progress::{PlainLines, Progress};
use crate::training::conditions::{self, PlayConditions};
use crate::training::dataset::game::GameSettings;
use crate::training::tune::spsa::{Gradient, SpsaSchedule, Trial};
use crate::training::tune::state::{TuneState, TuneStep};
use crate::units::counted;
use tengen_engine::random::SplitMix64;

/// The table of a player, in bytes: small, because it is cleared for every game.
const TABLE_BYTES: usize = 4 << 20;

/// What to tune and on which games.
struct TunePlan {
    conditions: PlayConditions,
    parameters: Vec<&'static Parameter>,
    schedule: SpsaSchedule,
    /// Pairs of games in an iteration.
    pairs: usize,
    /// Each with a pair of its own.
    threads: NonZeroUsize,
    /// Where everything random begins.
    seed: u64,
}

/// Makes the iterations that a file still lacks, and prints what came out.
pub(crate) fn run(args: &TuneArgs) -> Result<()> {
    let plan = TunePlan::new(args)?;
    let defaults = plan.parameters.iter().map(|parameter| parameter.default.into()).collect();
    let (mut state, mut values) = TuneState::open(&args.state, &plan.header(), &plan.parameters, defaults)?;
    say!("{}: {} of {}", args.state.display(), state.iterations(), counted(args.iterations, "iteration"));
    let mut display = TuneDisplay::new(&plan, state.iterations());
    for iteration in state.iterations()..args.iterations {
        let gradient = plan.play(iteration, &values)?;
        values = plan.schedule.moved(&plan.parameters, &values, &gradient, iteration);
        state.add(&TuneStep { iteration: iteration + 1, values: named(&plan.parameters, &values) })?;
        display.add(plan.pairs);
    }
    display.end();
    for (parameter, value) in plan.parameters.iter().zip(values) {
        let Parameter { name, least, most, step, .. } = parameter;
        say!("    {name}: {}, {least}..={most}, {step};", value.round());
    }
    Ok(())
}

/// Values with the names of their parameters.
fn named(parameters: &[&Parameter], values: &[f64]) -> BTreeMap<String, f64> {
    parameters.iter().map(|parameter| parameter.name.to_string()).zip(values.iter().copied()).collect()
}

impl TunePlan {
    fn new(args: &TuneArgs) -> Result<TunePlan> {
        let conditions = PlayConditions::new(&args.play)?;
        ensure!(args.pairs > 0, "--pairs must be at least 1");
        for (name, steps) in [("--push", args.push), ("--rate", args.rate)] {
            ensure!(steps > 0.0 && steps.is_finite(), "{name} must be above 0 and finite");
        }
        for begin in &args.only {
            let any = Params::LIST.iter().any(|parameter| parameter.name.starts_with(begin));
            ensure!(any, "--only {begin}: no parameter begins so");
        }
        let chosen = |parameter: &&Parameter| {
            args.only.is_empty() || args.only.iter().any(|begin| parameter.name.starts_with(begin))
        };
        let &TuneArgs { pairs, push, rate, iterations, .. } = args;
        Ok(TunePlan {
            conditions,
            parameters: Params::LIST.iter().filter(chosen).collect(),
            schedule: SpsaSchedule { push, rate, iterations },
            pairs,
            threads: args.play.threads,
            seed: args.play.seed,
        })
    }

    /// All that the values depend on, as it stands at the head of the file. The numbers that are not tuned are part of the
    /// program.
    fn header(&self) -> serde_json::Value {
        let (version, weights) = GameSettings::program(self.conditions.rule);
        let TunePlan { conditions: PlayConditions { rule, size, nodes }, schedule, pairs, seed, .. } = self;
        let parameters: Vec<&str> = self.parameters.iter().map(|parameter| parameter.name).collect();
        json!({
            "rule": rule.name(), "size": size.to_string(), "nodes": nodes, "pairs": pairs, "seed": seed,
            "iterations": schedule.iterations, "push": schedule.push, "rate": schedule.rate, "parameters": parameters,
            "version": version, "weights": weights,
        })
    }

    /// The random numbers of a pair, which are its own, so that nothing depends on who plays it and when.
    fn random(&self, iteration: usize, pair: usize) -> SplitMix64 {
        SplitMix64::stream(self.seed, (iteration * self.pairs + pair) as u64)
    }

    /// Plays the games of an iteration, on all threads at once.
    fn play(&self, iteration: usize, values: &[f64]) -> Result<Gradient> {
        let push = self.schedule.push(iteration);
        let mut gradient = Gradient::new(values.len());
        let work = |players: &mut TunePlayers, pair: usize| {
            let mut random = self.random(iteration, pair);
            let trial = Trial::new(&self.parameters, values, push, &mut random);
            let better = self.play_pair(players, &trial, &mut random);
            (trial, better)
        };
        ordered::run(self.threads, self.pairs, TunePlayers::new, work, |(trial, better)| {
            gradient.add(&trial, better);
            Ok(())
        })?;
        Ok(gradient)
    }

    /// Two games from a random opening with both colours: by how many half points the first side was better, from -4 to 4.
    fn play_pair(&self, players: &mut TunePlayers, trial: &Trial, random: &mut SplitMix64) -> i32 {
        players.judge.forget();
        let opening = self.conditions.even_opening(&mut players.judge, random);
        with_both_colors(&mut players.players, trial, |black, white| self.play_game(&opening, black, white))
    }

    /// By how many half points Black was better: -2, 0 or 2.
    fn play_game(&self, opening: &Game, black: &mut Searcher, white: &mut Searcher) -> i32 {
        black.forget();
        white.forget();
        let mut game = opening.clone();
        while game.moves().len() < self.conditions.longest() {
            let player = if game.to_move() == Color::Black { &mut *black } else { &mut *white };
            let Some(best) = self.conditions.think(player, &game, 1).pop() else { break };
            if let ControlFlow::Break(winner) = conditions::play(&mut game, &best) {
                return winner.map_or(0, |winner| if winner == Color::Black { 2 } else { -2 });
            }
        }
        0
    }
}

/// Two games, each side of a trial having both colours: by how many half points the first side was better, where a game says
/// by how many Black was.
fn with_both_colors(
    players: &mut [Searcher; 2],
    trial: &Trial,
    mut game: impl FnMut(&mut Searcher, &mut Searcher) -> i32,
) -> i32 {
    let [first, second] = players;
    first.set_params(trial.sides[0].clone());
    second.set_params(trial.sides[1].clone());
    game(first, second) - game(second, first)
}

/// What one thread plays with.
struct TunePlayers {
    /// Finds the openings, with the usual numbers.
    judge: Searcher,
    players: [Searcher; 2],
}

impl TunePlayers {
    fn new() -> TunePlayers {
        let searcher = || Searcher::new(TABLE_BYTES, 1);
        TunePlayers { judge: searcher(), players: [searcher(), searcher()] }
    }
}

/// What is printed meanwhile.
struct TuneDisplay {
    progress: Progress,
    games: usize,
}

impl TuneDisplay {
    fn new(plan: &TunePlan, begun: usize) -> TuneDisplay {
        TuneDisplay {
            progress: Progress::new("iterations", PlainLines::NowAndThen, begun, plan.schedule.iterations),
            games: 0,
        }
    }

    fn add(&mut self, pairs: usize) {
        self.games += 2 * pairs;
        self.progress.add(self.line());
    }

    fn line(&self) -> String {
        const MINUTE: Duration = Duration::from_secs(60);
        format!("{} games, {:.0} a minute", self.games, self.progress.rate(self.games, MINUTE))
    }

    fn end(&self) {
        self.progress.end();
        say!("{}", self.line());
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use tengen_engine::internals::search::{Request, SearchControl};
    use tengen_engine::point::{BoardSize, Rows};
    use tengen_engine::rule::RuleKind;

    use super::*;

    impl TunePlan {
        /// All parameters, on games of Renju that take little time.
        fn example() -> TunePlan {
            let conditions = PlayConditions { rule: RuleKind::Renju, size: BoardSize::square(15).unwrap(), nodes: 50 };
            let schedule = SpsaSchedule { push: 1.0, rate: 1.0, iterations: 1 };
            let parameters = Params::LIST.iter().collect();
            TunePlan { conditions, parameters, schedule, pairs: 1, threads: NonZeroUsize::MIN, seed: 1 }
        }

        /// A game of some moves.
        fn game(&self, moves: &str) -> Game {
            Game::from_text(self.conditions.rule, self.conditions.size, moves, Rows::FromBottom).unwrap()
        }

        /// Both sides, so many steps from the usual numbers.
        fn trial(&self, push: f64, number: u64) -> Trial {
            let usual: Vec<f64> = self.parameters.iter().map(|parameter| parameter.default.into()).collect();
            Trial::new(&self.parameters, &usual, push, &mut SplitMix64::stream(1, number))
        }
    }

    #[test]
    fn each_pair_has_random_numbers_of_its_own() {
        let plan = TunePlan { pairs: 3, ..TunePlan::example() };
        let pairs = (0..3).flat_map(|iteration| (0..3).map(move |pair| (iteration, pair)));
        let firsts: BTreeSet<u64> = pairs.map(|(iteration, pair)| plan.random(iteration, pair).next_u64()).collect();
        assert_eq!(firsts.len(), 9);
    }

    #[test]
    fn a_game_counts_for_the_colour_that_wins() {
        let (plan, mut players) = (TunePlan::example(), TunePlayers::new());
        let [black, white] = &mut players.players;
        // An open four of who is to move.
        for (moves, expected) in [("h8a1i8c1j8e1k8g1", 2), ("a1h8c1i8e1j8g1k8o15", -2)] {
            assert_eq!(plan.play_game(&plan.game(moves), black, white), expected, "{moves}");
        }
    }

    #[test]
    fn equal_sides_are_equally_good() {
        let (plan, mut players) = (TunePlan::example(), TunePlayers::new());
        let mut won = 0;
        for number in 0..4 {
            let trial = plan.trial(0.0, number);
            assert_eq!(trial.sides[0], trial.sides[1]);
            let random = || SplitMix64::stream(2, number);
            assert_eq!(plan.play_pair(&mut players, &trial, &mut random()), 0, "{number}");
            players.judge.forget();
            let opening = plan.conditions.even_opening(&mut players.judge, &mut random());
            let [black, white] = &mut players.players;
            won += i32::from(plan.play_game(&opening, black, white) != 0);
        }
        assert!(won > 0, "all games were drawn");
    }

    #[test]
    fn who_wins_with_both_colours_is_better_by_all_points() {
        let (plan, mut players) = (TunePlan::example(), TunePlayers::new());
        let (trial, position) = (plan.trial(3.0, 0), plan.game("h8h9i9"));
        // The nodes of a search show by which numbers it goes.
        let nodes = |player: &mut Searcher| {
            player.forget();
            let request = Request { depth: Some(5), ..Request::default() };
            player.search(&position, &request, &SearchControl::unlimited(), &mut |_| {}).unwrap().nodes
        };
        let [first, second] = trial.sides.clone().map(|side| {
            let mut player = Searcher::new(TABLE_BYTES, 1);
            player.set_params(side);
            nodes(&mut player)
        });
        assert_ne!(first, second);
        let game = |black: &mut Searcher, _: &mut Searcher| if nodes(black) == first { 2 } else { -2 };
        assert_eq!(with_both_colors(&mut players.players, &trial, game), 4);
    }
}
