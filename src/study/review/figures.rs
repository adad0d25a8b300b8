//! The figures of reviewed games: what is kept of each when the next is reviewed, and how each player did in all of them.

use std::collections::BTreeMap;
use std::path::PathBuf;

use tengen_engine::Color;
use tengen_engine::review::{Class, Review};
use tengen_engine::rule::RuleKind;

use crate::study::review::GameReview;
use crate::study::review::given::GameEnd;

/// How one side played.
#[derive(Clone, Copy, Default)]
pub(super) struct SideFigures {
    pub(super) moves: usize,
    /// Moves of which it is known how good they are.
    judged: usize,
    /// The shares of the chance of winning that those kept, added up.
    kept: f64,
    /// Blunders, mistakes and inaccuracies.
    pub(super) counts: [usize; Class::ALL.len()],
}

impl SideFigures {
    /// The figures of a side in a review.
    pub(super) fn of(review: &Review, side: Color) -> SideFigures {
        let moves = || review.moves.iter().filter(|played| played.color == side);
        let judged = moves().filter(|played| played.after.is_some()).count();
        SideFigures {
            moves: moves().count(),
            judged,
            kept: review.accuracy(side).unwrap_or_default() * judged as f64,
            counts: Class::ALL.map(|class| review.count(side, class)),
        }
    }

    /// The mean share of the chance of winning that the moves kept, as far as they are judged.
    pub(super) fn accuracy(&self) -> Option<f64> {
        (self.judged > 0).then(|| self.kept / self.judged as f64)
    }

    fn add(&mut self, other: &SideFigures) {
        self.moves += other.moves;
        self.judged += other.judged;
        self.kept += other.kept;
        self.counts.iter_mut().zip(other.counts).for_each(|(sum, count)| *sum += count);
    }
}

/// The figures of a game.
pub(super) struct GameFigures {
    pub(super) title: String,
    pub(super) number: Option<u32>,
    /// The names of the players, as far as they are known.
    players: [Option<String>; 2],
    pub(super) rule: RuleKind,
    pub(super) moves: usize,
    pub(super) complete: bool,
    pub(super) end: Option<GameEnd>,
    /// Black's and White's.
    pub(super) sides: [SideFigures; 2],
    /// The file of its report.
    pub(super) report: Option<PathBuf>,
}

impl GameFigures {
    /// What is kept of a review.
    pub(super) fn of(reviewed: GameReview) -> GameFigures {
        let GameReview { title, number, players, game, end, review, report } = reviewed;
        GameFigures {
            title,
            number,
            players,
            rule: game.rule(),
            moves: review.moves.len(),
            complete: review.complete,
            end,
            sides: Color::ALL.map(|side| SideFigures::of(&review, side)),
            report,
        }
    }
}

/// How a player did in several games.
pub(super) struct PlayerFigures {
    pub(super) name: String,
    pub(super) games: usize,
    pub(super) figures: SideFigures,
}

/// How each player did, in the order in which they come first. Who has no name is one player for each colour.
pub(super) fn players(games: &[GameFigures]) -> Vec<PlayerFigures> {
    let mut players: Vec<PlayerFigures> = Vec::new();
    let mut places = BTreeMap::new();
    for game in games {
        let [black, white] = &game.players;
        let plays_both = black.is_some() && black == white;
        for ((color, name), side) in Color::ALL.into_iter().zip(&game.players).zip(&game.sides) {
            let name = name.clone().unwrap_or_else(|| format!("({color})"));
            let place = *places.entry(name.clone()).or_insert(players.len());
            if place == players.len() {
                players.push(PlayerFigures { name, games: 0, figures: SideFigures::default() });
            }
            players[place].figures.add(side);
            // Who plays both sides plays one game.
            players[place].games += usize::from(color == Color::Black || !plays_both);
        }
    }
    players
}

#[cfg(test)]
mod tests {
    use tengen_engine::game::Game;
    use tengen_engine::point::BoardSize;
    use tengen_engine::review::Reviewer;

    use super::*;

    #[test]
    fn who_plays_both_sides_plays_one_game() {
        let figures = |players: [Option<&str>; 2]| {
            let game = Game::new(RuleKind::Freestyle, BoardSize::USUAL);
            let review = Reviewer::new(&game).review();
            let players = players.map(|name| name.map(str::to_string));
            let title = String::new();
            GameFigures::of(GameReview { title, number: None, players, game, end: None, review, report: None })
        };
        let games = [[Some("Anna"), Some("Anna")], [Some("Bela"), Some("Anna")], [None, None]].map(figures);
        let counts: Vec<(String, usize)> = players(&games).into_iter().map(|one| (one.name, one.games)).collect();
        let expected = [("Anna", 2), ("Bela", 1), ("(Black)", 1), ("(White)", 1)];
        assert_eq!(counts, expected.map(|(name, count)| (name.to_string(), count)));
    }
}
