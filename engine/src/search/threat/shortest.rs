//! Exhaustive search: whether the side to move wins within so many plies, whatever either side plays. It is exact, and slow:
//! what it knows of the game is which moves make fours and fives, and that of other moves none wins in three plies.

use crate::board::Board;
use crate::game::Game;
use crate::moves;
use crate::point::Point;
use crate::rule::Rule;
use crate::score::MAX_PLY;
use crate::shape::Pattern4;
use crate::with_rule;

/// A four and a five: the least that wins where no five can be made at once.
const FOUR_AND_FIVE: usize = 3;

/// Positions between two looks at whether to stop.
const LOOK_INTERVAL: u64 = 1 << 10;

/// Whether the side to move wins by force within so many plies, the five counted; `None` when that was not seen after so many
/// positions, or `stop` said that it must end.
#[must_use]
pub fn wins_within(game: &Game, plies: usize, nodes: u64, stop: &dyn Fn() -> bool) -> Option<bool> {
    with_rule!(game.rule(), R => {
        let mut search = ExhaustiveSearch { nodes: 0, limit: nodes, stop, stopped: false, refuters: [None; MAX_PLY] };
        search.attack(&mut Board::<R>::from_game(game), plies.min(MAX_PLY - 1))
    })
}

struct ExhaustiveSearch<'a> {
    nodes: u64,
    limit: u64,
    stop: &'a dyn Fn() -> bool,
    stopped: bool,
    /// The answer that refuted an attack last, by the plies that were left: it refutes most others too.
    refuters: [Option<Point>; MAX_PLY],
}

impl ExhaustiveSearch<'_> {
    /// The attacker to move.
    fn attack<R: Rule>(&mut self, board: &mut Board<R>, plies: usize) -> Option<bool> {
        self.nodes += 1;
        self.stopped = self.nodes >= self.limit || (self.nodes.is_multiple_of(LOOK_INTERVAL) && (self.stop)());
        if self.stopped {
            return None;
        }
        let us = board.to_move();
        if plies >= 1 && moves::five(board, us).is_some() {
            return Some(true);
        }
        if plies < FOUR_AND_FIVE {
            return Some(false);
        }
        let fours = moves::fours(board, us);
        let all = match () {
            () if board.has(!us, Pattern4::Five) => moves::answers_to_five(board),
            () if plies == FOUR_AND_FIVE => fours,
            () => *board.empty(),
        };
        // What makes a four leaves the fewest answers.
        let (first, rest): (Vec<Point>, Vec<Point>) = all.iter().partition(|&point| fours.contains(point));
        let mut seen_all = true;
        for point in first.into_iter().chain(rest) {
            if board.is_forbidden(us, point) {
                continue;
            }
            board.play(point);
            let won = self.defend(board, plies - 1);
            board.undo();
            match won {
                Some(true) => return Some(true),
                Some(false) => {}
                None => seen_all = false,
            }
            if self.stopped {
                return None;
            }
        }
        seen_all.then_some(false)
    }

    /// The defender to move: whether all that it can do is in vain.
    fn defend<R: Rule>(&mut self, board: &mut Board<R>, plies: usize) -> Option<bool> {
        let us = board.to_move();
        if moves::five(board, us).is_some() {
            return Some(false);
        }
        let threatened = board.has(!us, Pattern4::Five);
        let answers = if threatened { moves::answers_to_five(board) } else { *board.empty() };
        let refuter = self.refuters[plies].filter(|&point| answers.contains(point));
        let others = answers.iter().filter(|&point| Some(point) != refuter).collect::<Vec<_>>();
        // Where nothing is threatened a side without any move does not lose.
        let mut in_vain = threatened;
        for point in refuter.into_iter().chain(others) {
            if board.is_forbidden(us, point) {
                continue;
            }
            in_vain = true;
            board.play(point);
            let won = self.attack(board, plies - 1);
            board.undo();
            if won != Some(true) {
                self.refuters[plies] = Some(point);
                return won;
            }
        }
        Some(in_vain)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::point::{BoardSize, Rows};
    use crate::random::SplitMix64;
    use crate::rule::RuleKind;

    /// The same by the rules of the game alone.
    fn wins_by_rules(game: &Game, plies: usize) -> bool {
        let us = game.to_move();
        plies > 0
            && game.legal_points().any(|point| {
                let made = game.after(point).unwrap();
                match made.result() {
                    Some(result) => result.winner() == Some(us),
                    None if plies < FOUR_AND_FIVE => false,
                    None => {
                        let mut answers = made.legal_points().peekable();
                        answers.peek().is_some()
                            && answers.all(|answer| {
                                let answered = made.after(answer).unwrap();
                                answered.result().is_none() && wins_by_rules(&answered, plies - 2)
                            })
                    }
                }
            })
    }

    #[test]
    fn the_rules_alone_say_the_same() {
        let mut random = SplitMix64::new(3);
        let mut won = [0; 3];
        for rule in RuleKind::ALL {
            for _ in 0..60 {
                let size = BoardSize::square(6).unwrap();
                let mut game = Game::new(rule, size);
                while game.result().is_none() && game.moves().len() < 14 {
                    let points: Vec<Point> = game.legal_points().collect();
                    game.play(points[random.below(points.len())]).unwrap();
                }
                if game.result().is_some() {
                    continue;
                }
                for (index, plies) in [1, 3, 5].into_iter().enumerate() {
                    let found = wins_within(&game, plies, u64::MAX, &|| false).unwrap();
                    assert_eq!(found, wins_by_rules(&game, plies), "{plies} plies: {game:?}");
                    won[index] += usize::from(found);
                }
            }
        }
        assert!(won.is_sorted() && won[2] > won[0], "{won:?}");
    }

    #[test]
    fn the_length_of_a_win_is_found_and_the_limit_kept() {
        let size = BoardSize::square(15).unwrap();
        let game = |moves| Game::from_text(RuleKind::Freestyle, size, moves, Rows::FromBottom).unwrap();
        let within = |game: &Game, nodes| [1, 3, 5].map(|plies| wins_within(game, plies, nodes, &|| false));
        // An open three, and two that cross on a point of both.
        assert_eq!(within(&game("h8a1i8c1j8e1"), 1_000_000), [Some(false), Some(true), Some(true)]);
        assert_eq!(within(&game("g8a1h8c1i9a4i10o1"), 10_000_000), [Some(false), Some(false), Some(true)]);
        assert_eq!(wins_within(&game("g8a1h8c1i9a4i10o1"), 5, 100, &|| false), None);
        assert_eq!(wins_within(&game("h8i9"), 7, u64::MAX, &|| true), None);
    }
}
