//! The conditions of games of the engine against itself within this process: so many nodes a move, from random even openings.

use std::ops::ControlFlow;

use anyhow::Result;
use tengen_engine::color::Color;
use tengen_engine::game::Game;
use tengen_engine::internals::search::{Line, Request, SearchControl, Searcher};
use tengen_engine::point::{BoardSize, Point};
use tengen_engine::random::SplitMix64;
use tengen_engine::rule::RuleKind;

use crate::cli::PlayArgs;
use crate::weights;

/// An opening is even when neither side is better by more than this.
const EVEN: i32 = 150;
/// An opening is played on from scattered stones for fewer moves than this, and than this share of the board, in 225ths: games
/// on small boards are shorter, while those on large ones are not longer.
const FARTHEST: usize = 40;
/// An opening begins with so many scattered stones at the least. Training holds games out by these, so that they cannot change.
pub(crate) const FEWEST_SCATTERED: usize = 3;
/// Moves of an opening are searched with one in so many of the nodes of a move of the game.
const OPENING_SHARE: u64 = 10;
/// Each move of an opening is one of so many.
const OPENING_LINES: usize = 3;
/// Games this long are drawn.
const LONGEST: usize = 250;
/// Openings are tried for evenness so many times; then one is taken as it is, so that no board keeps a game from starting.
const TRIES: usize = 1_000;

/// What is the same for all games.
#[derive(Clone, Copy)]
pub(crate) struct PlayConditions {
    pub(crate) rule: RuleKind,
    pub(crate) size: BoardSize,
    /// Nodes for each move.
    pub(crate) nodes: u64,
}

impl PlayConditions {
    /// Those that were asked for.
    pub(crate) fn new(args: &PlayArgs) -> Result<PlayConditions> {
        let &PlayArgs { rule, size, nodes, .. } = args;
        weights::load_for(rule, &args.weights.weights)?;
        Ok(PlayConditions { rule, size, nodes })
    }

    /// The same with one in so many of the nodes.
    pub(crate) fn with_part(self, parts: u64) -> PlayConditions {
        PlayConditions { nodes: (self.nodes / parts).max(1), ..self }
    }

    /// The number of moves, those of the opening included, after which a game is drawn.
    pub(crate) fn longest(&self) -> usize {
        LONGEST.min(self.size.area())
    }

    /// An opening is played on for fewer moves than this.
    fn farthest(&self) -> usize {
        FARTHEST.min(share_of(self.size, FARTHEST))
    }

    /// The best lines of a position, the best first.
    pub(crate) fn think(&self, searcher: &mut Searcher, game: &Game, lines: usize) -> Vec<Line> {
        let request = Request { lines, nodes: Some(self.nodes), ..Request::default() };
        let control = SearchControl::unlimited();
        let mut last = Vec::new();
        let best = searcher.search(game, &request, &control, &mut |block| last = block.to_vec());
        // The answer may know more of the best line than the last iteration did.
        best.into_iter().chain(last.into_iter().skip(1)).collect()
    }

    /// A random position in which neither side is much better, from the first moves to well into the game: most games
    /// between equals are still even then, and who trains on games that are decided early learns little about it.
    pub(crate) fn even_opening(&self, searcher: &mut Searcher, random: &mut SplitMix64) -> Game {
        let mut tries = 0;
        loop {
            let mut opening = self.scattered_stones(random);
            let moves = random.below(self.farthest());
            let even = (0..moves).all(|_| self.play_evenly(&mut opening, searcher, random));
            tries += 1;
            let is_even = |found: Line| found.score.value().abs() <= EVEN;
            if tries == TRIES || even && self.think(searcher, &opening, 1).pop().is_some_and(is_even) {
                return opening;
            }
        }
    }

    /// Plays the best move, or of the best few the one after which neither side is much better, unless that decides the
    /// game. Whether it was played and the game goes on.
    fn play_evenly(&self, game: &mut Game, searcher: &mut Searcher, random: &mut SplitMix64) -> bool {
        let found = self.with_part(OPENING_SHARE).think(searcher, game, OPENING_LINES);
        let best = random.below(2) == 0;
        let chosen = if best { found.first() } else { found.iter().min_by_key(|line| line.score.value().abs()) };
        let undecided = chosen.filter(|line| !line.score.is_decided());
        if let Some(line) = undecided {
            game.play(line.variation[0]).expect("the search plays on empty points");
        }
        undecided.is_some() && game.result().is_none()
    }

    /// A few stones near the middle, none of which wins or is forbidden.
    fn scattered_stones(&self, random: &mut SplitMix64) -> Game {
        loop {
            let mut game = Game::new(self.rule, self.size);
            let stones = FEWEST_SCATTERED + random.below(5);
            let span = 3 + random.below(5);
            let draw = |random: &mut SplitMix64, side: usize| {
                let low = (side / 2).saturating_sub(span);
                (low + random.below(2 * span + 1)).min(side - 1)
            };
            while game.moves().len() < stones {
                let point = Point::new(draw(random, self.size.width()), draw(random, self.size.height()));
                // A point that is taken is drawn again.
                if game.play(point).is_err() && game.result().is_some() {
                    break;
                }
            }
            if game.result().is_none() {
                return game;
            }
        }
    }
}

/// How many stones are this share of a board, in 225ths.
pub(crate) fn share_of(size: BoardSize, share: usize) -> usize {
    const WHOLE: usize = 225;
    share * size.area() / WHOLE
}

/// Plays the first move of a line that was found for the position. Breaks with the side that wins, if one does, when the game
/// ends with the move, or when its end has been seen.
pub(crate) fn play(game: &mut Game, found: &Line) -> ControlFlow<Option<Color>> {
    let us = game.to_move();
    let outcome = game.play(found.variation[0]).expect("the search plays on empty points, and only before the end");
    match outcome {
        Some(outcome) => ControlFlow::Break(outcome.winner()),
        None if found.score.is_win() => ControlFlow::Break(Some(us)),
        None if found.score.is_loss() => ControlFlow::Break(Some(!us)),
        None => ControlFlow::Continue(()),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tengen_engine::point::Rows;
    use tengen_engine::score::Score;

    use super::*;

    #[test]
    fn openings_leave_room_for_a_game() {
        let farthest = |side: usize| {
            let size = BoardSize::square(side).unwrap();
            PlayConditions { rule: RuleKind::Renju, size, nodes: 1 }.farthest()
        };
        assert_eq!([5, 9, 15, 20].map(farthest), [4, 14, 40, 40]);
    }

    #[test]
    fn a_game_whose_end_has_been_seen_goes_to_the_side_that_wins() {
        let size = BoardSize::square(15).unwrap();
        let game = Game::from_text(RuleKind::Renju, size, "h8i9", Rows::FromBottom).unwrap();
        let point = Point::parse("i8", size, Rows::FromBottom).unwrap();
        for (score, expected) in [
            (Score::loss_in(4), ControlFlow::Break(Some(Color::White))),
            (Score::win_in(5), ControlFlow::Break(Some(Color::Black))),
            (Score::judged(0), ControlFlow::Continue(())),
        ] {
            let (elapsed, variation) = (Duration::ZERO, vec![point]);
            let line = Line { rank: 1, depth: 5, selective_depth: 5, score, nodes: 1, elapsed, hashfull: 0, variation };
            assert_eq!(play(&mut game.clone(), &line), expected);
        }
    }

    #[test]
    fn an_opening_is_the_first_one_in_which_neither_side_is_much_better() {
        let conditions = PlayConditions { rule: RuleKind::Renju, size: BoardSize::square(15).unwrap(), nodes: 20 };
        // How often one was passed over because the side to move was much worse, and much better.
        let mut passed_over = [0, 0];
        for lot in 0..12 {
            let begin = || (Searcher::new(1 << 20, 1), SplitMix64::new(lot));
            let (mut searcher, mut random) = begin();
            let found = conditions.even_opening(&mut searcher, &mut random);
            let (mut searcher, mut random) = begin();
            let first = loop {
                let mut opening = conditions.scattered_stones(&mut random);
                let moves = random.below(conditions.farthest());
                if (0..moves).all(|_| conditions.play_evenly(&mut opening, &mut searcher, &mut random)) {
                    let value = conditions.think(&mut searcher, &opening, 1)[0].score.value();
                    if (-EVEN..=EVEN).contains(&value) {
                        break opening;
                    }
                    passed_over[usize::from(value > 0)] += 1;
                }
            };
            assert_eq!(found, first, "{lot}");
        }
        assert!(passed_over.iter().all(|&count| count > 0), "{passed_over:?}");
    }
}
