//! `jiu match`: two settings against each other, every opening with both colours.

use std::path::Path;

use anyhow::{Context, Result, ensure};
use tengen_engine::color::Color;
use tengen_engine::random::SplitMix64;
use tengen_games::jiu::{Game, Outcome, Record, Rules};

use super::input;
use super::player::{JiuPlayer, opening};
use crate::cli::{JiuMatchArgs, PlayerSpec};
use crate::files::{GrowingFile, targets};
use crate::jiu::RECORDS;
use crate::ordered;
use crate::output::say;
use crate::progress::{PlainLines, Progress};
use crate::statistics::{Pairs, Tally};
use crate::units::counted;

/// Two games from one opening, the first player having Black in the first.
struct Pair {
    number: usize,
    games: [Game; 2],
}

impl Pair {
    /// The half points of the first player in both games.
    fn half_points(&self) -> [u32; 2] {
        let points = |game: &Game, own: Color| match game.outcome().and_then(|outcome: Outcome| outcome.winner) {
            None => 1,
            Some(winner) if winner == own => 2,
            Some(_) => 0,
        };
        [points(&self.games[0], Color::Black), points(&self.games[1], Color::White)]
    }
}

/// Plays the match and prints what it says about strength.
pub(super) fn run(args: &JiuMatchArgs) -> Result<()> {
    ensure!(
        args.games > 0 && args.games.is_multiple_of(2),
        "--games must be an even number: each opening is played twice"
    );
    let rules = input::rules(&args.rules, None)?;
    let (size, points) = (rules.size(), rules.size().area());
    ensure!(args.opening <= points, "--opening: a board of {size} has {points} points, and not {}", args.opening);
    // A file of weights that cannot be read is told before anything is played or written over.
    JiuPlayer::new(&args.first)?;
    JiuPlayer::new(&args.second)?;
    let weights: Vec<&Path> = [&args.first, &args.second].into_iter().filter_map(PlayerSpec::weights).collect();
    targets::check_targets(args.record.as_deref(), RECORDS, &weights)?;
    let mut file = args.record.as_deref().map(GrowingFile::replace).transpose()?;
    let (mut tally, mut pairs, mut turns) = (Tally::default(), Pairs::default(), 0);
    let mut progress = Progress::new("pairs of games", PlainLines::NowAndThen, 0, args.games / 2);
    let play = |_: &mut (), number: usize| play_pair(args, &rules, number);
    let take = |pair: Result<Pair>| {
        let pair = pair?;
        let points = pair.half_points();
        points.into_iter().for_each(|points| tally.add(points));
        pairs.0[points.iter().sum::<u32>() as usize] += 1;
        turns += pair.games.iter().map(|game| game.played().len()).sum::<usize>();
        progress.add(tally.to_string());
        match &mut file {
            Some(file) => file.add(records(pair, args).as_bytes()),
            None => Ok(()),
        }
    };
    ordered::run(args.concurrency, args.games / 2, || (), play, take)?;
    progress.end();
    say!("{} games of {} turns on average, {} on {}", tally.games(), turns / args.games, rules.profile(), rules.size());
    say!("first: {tally}, {}", counted(tally.points(), "point"));
    if let Some(estimate) = pairs.distribution().estimate() {
        say!("first - second: {estimate}, {:.1} % likely the stronger one", 100.0 * estimate.superiority);
    }
    Ok(())
}

fn play_pair(args: &JiuMatchArgs, rules: &Rules, number: usize) -> Result<Pair> {
    let mut chance = SplitMix64::stream(args.seed, number as u64);
    let mut start = Game::new(*rules);
    opening(&mut start, args.opening, &mut chance);
    let mut games = [start.clone(), start];
    let mut players = [JiuPlayer::new(&args.first)?, JiuPlayer::new(&args.second)?];
    for (game, black) in games.iter_mut().zip([0, 1]) {
        players.iter_mut().for_each(JiuPlayer::new_game);
        loop {
            let player = if game.position().to_move() == Color::Black { black } else { 1 - black };
            let Some(turn) = players[player].turn(game, &mut chance) else { break };
            game.play(&turn).with_context(|| {
                format!("game {}: an illegal turn {}", 2 * number + black + 1, turn.to_text(rules.size()))
            })?;
        }
    }
    Ok(Pair { number, games })
}

/// The records of both games.
fn records(pair: Pair, args: &JiuMatchArgs) -> String {
    // Equal settings are two players all the same.
    let name = |place: &str, setting: &PlayerSpec| format!("{place}: {setting}").replace('"', "'");
    let [first, second] = [name("first", &args.first), name("second", &args.second)];
    let texts = pair.games.into_iter().zip([false, true]).map(|(game, reversed)| {
        let mut record = Record::of(game);
        let (black, white) = if reversed { (&second, &first) } else { (&first, &second) };
        let round = (pair.number + 1).to_string();
        let headers = [("Round", &round), ("Black", black), ("White", white)];
        record.headers.extend(headers.map(|(name, value)| (name.to_string(), value.clone())));
        record.to_text() + "\n"
    });
    texts.collect()
}
