//! The schedule of a match: which game is which, whatever the shard and however long the match is.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};
use tengen_engine::color::ByColor;
use tengen_engine::game::Rules;
use tengen_engine::internals::checksum::fnv1a;
use tengen_engine::point::{BoardSize, Point};
use tengen_engine::random::SplitMix64;

use crate::cli::ColorOrder;
use crate::matches::openings::{self, canonical};

/// One game that is to be played.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Pairing {
    /// Its number in the match, from 1. Two games that follow each other, the first of them odd, are a pair.
    pub number: usize,
    /// Who plays which colour, as indices of engines. Under an opening rule Black is who opens.
    pub players: ByColor<usize>,
    /// The stones it starts from.
    pub opening: Vec<Point>,
}

/// What decides which game of a match is which, together with its engines: as long as it is the same, a game of one number
/// is the same game in every shard and however long the match is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct MatchSchedule {
    /// Whether the first engine plays all others, and not everyone everyone.
    pub gauntlet: bool,
    /// Number of openings there were to choose from.
    pub openings: usize,
    /// Whether they are those that are built in.
    pub built_in: bool,
    /// What tells these openings from others: FNV-1a over their points.
    pub openings_hash: String,
    /// Whether they are taken in random order.
    pub shuffle: bool,
    /// Whether they get two more stones when they come again, so that engines that play the same again play other games.
    #[serde(default)]
    pub varied: bool,
    /// Whether they are turned at random.
    pub rotate: bool,
    /// Who plays Black.
    #[serde(default)]
    pub colors: ColorOrder,
    /// Where everything random begins.
    pub seed: u64,
}

/// What is drawn by lot for each game has a stream of random numbers of its own, far from those of other games.
const LOT_OF_COLORS: u64 = 1 << 32;
/// The same for stones that vary an opening.
const LOT_OF_STONES: u64 = 2 << 32;
/// Stones that an opening gets that comes again.
const MORE_STONES: usize = 2;
/// How often stones are drawn for an opening before it is given up to find new ones.
const TRIES: usize = 100;

impl MatchSchedule {
    /// Who plays which colour in the game of this number, from 1, between two engines.
    pub(super) fn players(&self, number: usize, [first, second]: [usize; 2]) -> ByColor<usize> {
        ByColor(if self.is_first_black(number) { [first, second] } else { [second, first] })
    }

    /// Whether in the game of this number Black is the engine that the pairing names first.
    pub(super) fn is_first_black(&self, number: usize) -> bool {
        match self.colors {
            ColorOrder::Turns => !number.is_multiple_of(2),
            ColorOrder::Lot => SplitMix64::stream(self.seed, LOT_OF_COLORS + number as u64).below(2) == 0,
        }
    }

    /// The most stones with which a game of so many rounds begins.
    pub(super) fn longest_opening(&self, openings: &[Vec<Point>], rounds: usize) -> usize {
        let longest = openings.iter().map(Vec::len).max().unwrap_or(0);
        longest + if self.varied && rounds > openings.len() { MORE_STONES } else { 0 }
    }

    /// All games in order, whichever shard they belong to.
    pub(super) fn pairings(
        &self,
        opponents: &[[usize; 2]],
        rounds: usize,
        openings: &[Vec<Point>],
        rules: Rules,
        size: BoardSize,
    ) -> Vec<Pairing> {
        let views = openings::views(size);
        let mut random = SplitMix64::new(self.seed);
        let mut begun: HashSet<Vec<Option<Point>>> = HashSet::new();
        let seen = |opening: &[Point]| canonical(opening.iter().copied().map(Some), size);
        let mut order: Vec<usize> = (0..openings.len()).collect();
        let mut pairings = Vec::new();
        // Round by round, and all pairings play the same openings: more rounds only add games at the end, so that a match
        // can be made longer when it is resumed.
        for round in 0..rounds {
            if round % openings.len() == 0 && self.shuffle {
                random.shuffle(&mut order);
            }
            let mut opening = openings[order[round % openings.len()]].clone();
            if self.varied && round >= openings.len() {
                let mut lot = SplitMix64::stream(self.seed, LOT_OF_STONES + round as u64);
                let varied = (0..TRIES).find_map(|_| {
                    let varied = openings::with_more_stones(&opening, MORE_STONES, rules, size, &mut lot)?;
                    (!begun.contains(&seen(&varied))).then_some(varied)
                });
                // Where the board is too small for another one it comes as it is.
                opening = varied.unwrap_or(opening);
                begun.insert(seen(&opening));
            }
            if self.rotate {
                let view = random.choose(&views).expect("every board can be seen as it is");
                for point in &mut opening {
                    *point = view.point(*point, size);
                }
            }
            for &pair in opponents {
                for _ in 0..2 {
                    let number = pairings.len() + 1;
                    pairings.push(Pairing { number, players: self.players(number, pair), opening: opening.clone() });
                }
            }
        }
        pairings
    }
}

/// FNV-1a over the coordinates of all openings, as 16 hexadecimal digits.
pub(super) fn openings_hash(openings: &[Vec<Point>]) -> String {
    // No coordinate is as large.
    const END: u8 = u8::MAX;
    let coordinates = |point: &Point| [point.x() as u8, point.y() as u8];
    let bytes = openings.iter().flat_map(|opening| opening.iter().flat_map(coordinates).chain([END]));
    format!("{:016x}", fnv1a(bytes))
}
