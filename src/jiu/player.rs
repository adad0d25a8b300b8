//! Who plays: the engine at some limits, or one of the two simple players it is measured against.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result};
use tengen_engine::random::SplitMix64;
use tengen_games::jiu::eval::Weights;
use tengen_games::jiu::search::{HASH_BYTES, Limits, Searcher};
use tengen_games::jiu::{Game, Turn, greedy, random};

use crate::cli::PlayerSpec;
use crate::files;

/// How long the engine thinks when nothing is said about it.
const USUAL: Duration = Duration::from_secs(1);

/// The time that was asked for, or the usual one where there is no depth either.
pub(super) fn time_or_usual(time: Option<Duration>, depth: Option<u32>) -> Option<Duration> {
    time.or(depth.is_none().then_some(USUAL))
}

/// Weights from a file, or those built in.
pub(super) fn weights(file: Option<&PathBuf>) -> Result<Weights> {
    let Some(file) = file else { return Ok(Weights::built_in()) };
    let text = files::read_text(file)?;
    Weights::parse(&text).with_context(|| file.display().to_string())
}

/// A player that is ready.
pub(super) enum JiuPlayer {
    Random,
    Greedy,
    Engine { searcher: Box<Searcher>, time: Option<Duration>, depth: Option<u32>, nodes: Option<u64> },
}

impl JiuPlayer {
    pub(super) fn new(setting: &PlayerSpec) -> Result<JiuPlayer> {
        Ok(match setting {
            PlayerSpec::Random => JiuPlayer::Random,
            PlayerSpec::Greedy => JiuPlayer::Greedy,
            PlayerSpec::Engine { time, depth, nodes, weights: file } => JiuPlayer::Engine {
                searcher: Box::new(Searcher::new(weights(file.as_ref())?, HASH_BYTES)),
                time: *time,
                depth: *depth,
                nodes: *nodes,
            },
        })
    }

    /// A turn, or `None` when the game is over.
    pub(super) fn turn(&mut self, game: &Game, chance: &mut SplitMix64) -> Option<Turn> {
        let mut below = |limit: usize| chance.below(limit);
        match self {
            JiuPlayer::Random => random(game, &mut below),
            JiuPlayer::Greedy => greedy(game, &mut below),
            JiuPlayer::Engine { searcher, time, depth, nodes } => {
                let limits = Limits { time: *time, depth: *depth, nodes: *nodes, stop: None };
                searcher.search(game, limits, &mut |_| {}).map(|found| found.turn)
            }
        }
    }

    /// Another game begins.
    pub(super) fn new_game(&mut self) {
        if let JiuPlayer::Engine { searcher, .. } = self {
            searcher.forget();
        }
    }
}

/// The beginning of a game: so many stones placed at random.
pub(super) fn opening(game: &mut Game, stones: usize, chance: &mut SplitMix64) {
    for _ in 0..stones {
        if let Some(turn @ Turn::Place(_)) = random(game, &mut |limit| chance.below(limit)) {
            game.play(&turn).expect("a random turn is legal");
        }
    }
}
