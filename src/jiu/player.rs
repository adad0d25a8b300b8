//! Who plays: the engine at some limits, or one of the two simple players it is measured against.

use std::fs;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail};
use tengen_engine::jiu::eval::Weights;
use tengen_engine::jiu::search::{HASH_BYTES, Limits, Searcher};
use tengen_engine::jiu::{Game, Turn, greedy, random};
use tengen_engine::random::SplitMix64;

use crate::units;

/// A player as it is asked for: `random`, `greedy`, or `time=100ms,depth=4,nodes=20000,weights=FILE` in part.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Setting {
    /// Plays anything.
    Random,
    /// Takes what it can at once.
    Greedy,
    /// The engine.
    Engine {
        /// Time for a turn.
        time: Option<Duration>,
        /// Depth for a turn.
        depth: Option<u32>,
        /// Plies for a turn.
        nodes: Option<u64>,
        /// A file of weights other than those built in.
        weights: Option<PathBuf>,
    },
}

impl FromStr for Setting {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Setting> {
        match text {
            "random" => return Ok(Setting::Random),
            "greedy" => return Ok(Setting::Greedy),
            _ => {}
        }
        let (mut time, mut depth, mut nodes, mut weights) = (None, None, None, None);
        for part in text.split(',') {
            let (name, value) = part.split_once('=').unwrap_or((part, ""));
            let positive = |number: u64| (number > 0).then_some(number).ok_or_else(|| anyhow!("{part}: at least 1"));
            match name {
                "time" => time = Some(units::duration(value)?),
                "depth" => depth = Some(u32::try_from(positive(value.parse().context(part.to_string())?)?)?),
                "nodes" => nodes = Some(positive(value.parse().context(part.to_string())?)?),
                "weights" => weights = Some(PathBuf::from(value)),
                _ => bail!("\"{part}\" is no setting: random, greedy, time=, depth=, nodes= or weights="),
            }
        }
        if time.is_none() && depth.is_none() && nodes.is_none() {
            bail!("\"{text}\" has no limit: time=, depth= or nodes=");
        }
        Ok(Setting::Engine { time, depth, nodes, weights })
    }
}

/// Weights from a file, or those built in.
pub(super) fn weights(file: Option<&PathBuf>) -> Result<Weights> {
    let Some(file) = file else { return Ok(Weights::built_in()) };
    let text = fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
    Weights::parse(&text).with_context(|| file.display().to_string())
}

/// A player that is ready.
pub(super) enum Player {
    Random,
    Greedy,
    Engine { searcher: Box<Searcher>, time: Option<Duration>, depth: Option<u32>, nodes: Option<u64> },
}

impl Player {
    pub(super) fn new(setting: &Setting) -> Result<Player> {
        Ok(match setting {
            Setting::Random => Player::Random,
            Setting::Greedy => Player::Greedy,
            Setting::Engine { time, depth, nodes, weights: file } => Player::Engine {
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
            Player::Random => random(game, &mut below),
            Player::Greedy => greedy(game, &mut below),
            Player::Engine { searcher, time, depth, nodes } => {
                let limits = Limits { time: *time, depth: *depth, nodes: *nodes, stop: None };
                searcher.search(game, limits, &mut |_| {}).map(|found| found.turn)
            }
        }
    }

    /// Another game begins.
    pub(super) fn new_game(&mut self) {
        if let Player::Engine { searcher, .. } = self {
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
