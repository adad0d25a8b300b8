//! Lines of positions that are won or lost, played out by what the search has proved.

use crate::game::Game;
use crate::line::Cell;
use crate::moves::{self, Situation};
use crate::point::Point;
use crate::point_set::PointSet;
use crate::rule::Rule;
use crate::score::MAX_PLY;
use crate::search::best_line::Line;
use crate::search::threat::Breadth;
use crate::search::worker::Worker;
use crate::shape::Pattern4;

impl<R: Rule> Worker<'_, R> {
    /// The line of a win as far as it is proved: the winner plays what the proofs say, and the answer is the one that
    /// lasts longest.
    pub(super) fn line_by_proofs(&mut self) -> Vec<Point> {
        let begin = self.board.stones();
        let mut line = Vec::new();
        self.follow_proofs(&mut line, MAX_PLY, true);
        self.take_back_to(begin);
        line
    }

    /// Plays a decided line on from where the search left it, to the end of the game or as far as it is known: the
    /// search keeps no moves of what the table or mate-distance pruning cut off. The line never gets longer than its
    /// score says.
    pub(super) fn lengthen(&mut self, line: &mut Line) {
        let known = line.variation.len();
        let Some(plies) = line.score.plies_to_end().filter(|&plies| known < plies) else { return };
        let wins = line.score.is_win();
        let begin = self.board.stones();
        let mut is_over = false;
        for &point in &line.variation {
            is_over = self.board.class(self.board.to_move(), point) == Pattern4::Five;
            self.board.play(point);
        }
        let variation = &mut line.variation;
        if !is_over {
            self.follow_proofs(variation, plies, wins);
            while variation.len() < plies
                && let Some(answer) = self.answer_of_lost()
            {
                self.board.play(answer);
                variation.push(answer);
                self.follow_proofs(variation, plies, wins);
            }
            // A win that a leaf has seen is kept nowhere: it must be seen again.
            let limit = self.params.inner_vcf(self.root_depth).max(self.params.leaf_vcf());
            if variation.len() < plies
                && is_attackers_turn(variation, wins)
                && self.solve_vcf(limit, Breadth::Productive).is_some()
            {
                variation.extend(self.vcf.line().take(plies - variation.len()));
            }
        }
        self.take_back_to(begin);
        line.selective_depth = line.selective_depth.max(line.variation.len() as u32);
    }

    /// Plays a line that is on the board on by the proofs, up to so many plies. The five that ends it is not put.
    fn follow_proofs(&mut self, line: &mut Vec<Point>, plies: usize, wins: bool) {
        while line.len() < plies {
            let next = match moves::situation(&self.board) {
                Situation::Five(five) => {
                    line.push(five);
                    return;
                }
                Situation::StraightFour(four) => Some(four),
                Situation::AnswerFive(answers) if !is_attackers_turn(line, wins) => self.longest_answer(&answers),
                _ => self.shared.proofs.probe(self.board.key()).and_then(|proof| proof.best),
            };
            let Some(next) = next.filter(|&next| self.board.empty().contains(next)) else { return };
            self.board.play(next);
            line.push(next);
        }
    }

    fn take_back_to(&mut self, stones: usize) {
        while self.board.stones() > stones {
            self.board.undo();
        }
    }

    /// The answer in a position that is known to be lost, if this one is: there all moves fail low, so that none is kept as
    /// the best.
    fn answer_of_lost(&mut self) -> Option<Point> {
        let proof = self.shared.proofs.probe(self.board.key())?;
        if !proof.score.at_ply(0).is_loss() {
            return None;
        }
        let available = moves::available(&self.board, &moves::situation(&self.board));
        self.longest_answer(&self.board.legal(&available))
    }

    /// The answer to a threat after which the win takes longest, or any move where none stops it.
    fn longest_answer(&mut self, answers: &PointSet) -> Option<Point> {
        if answers.is_empty() {
            let us = self.board.to_move();
            let fives = *self.board.of_class(!us, Pattern4::Five);
            let may = |&point: &Point| Some(point) != fives.first() && !self.board.is_forbidden(us, point);
            return fives.iter().find(may).or_else(|| self.board.empty().iter().find(may));
        }
        answers.iter().max_by_key(|&answer| {
            self.board.play(answer);
            let plies = match moves::situation(&self.board) {
                Situation::Five(_) => Some(1),
                Situation::StraightFour(_) => Some(3),
                _ => self.shared.proofs.probe(self.board.key()).and_then(|proof| proof.score.at_ply(0).plies_to_end()),
            };
            self.board.undo();
            plies
        })
    }
}

/// Whether it is the turn of the winner after a line, which wins or loses for the side that made its first move.
fn is_attackers_turn(line: &[Point], wins: bool) -> bool {
    line.len().is_multiple_of(2) == wins
}

/// Whether the moves, played one after another by the rules, end the game for the side to move. A continuous game is
/// judged as though it ended.
pub(super) fn is_won(game: &Game, variation: &[Point]) -> bool {
    let mut end = game.clone();
    for &point in variation {
        let mover = end.to_move();
        if end.place(mover, point).is_err() {
            return false;
        }
        let makes_five = game.rules().continuous && end.cell(point) == Cell::Wall;
        let winner = if makes_five {
            Some(mover)
        } else {
            let Some(result) = end.result() else { continue };
            result.winner()
        };
        return winner == Some(game.to_move());
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::color::Color;
    use crate::game::Rules;
    use crate::rule::{Freestyle, Renju, RuleKind};
    use crate::score::Score;
    use crate::search::tests::{point, position, with_worker};
    use crate::search::tt::{Bound, Entry};

    #[test]
    fn a_decided_line_is_played_on_to_the_five_but_not_beyond_what_the_score_says() {
        let (three, others) = ("g8 h8 i8", "a1 c3 n2");
        // Black's j8 makes a four and a three.
        let (four_three, around) = ("g8 h8 i8 j9 j10", "f8 c3 m12 d12 l3");
        for (to_move, own, theirs, score, first, plies, ends) in [
            (Color::Black, three, others, Score::win_in(3), "j8", 3, true),
            (Color::White, others, three, Score::loss_in(4), "a15", 4, true),
            (Color::White, around, four_three, Score::loss_in(6), "a15", 6, true),
            (Color::White, around, four_three, Score::loss_in(4), "a15", 4, false),
            (Color::Black, "g8 h8 i8 j8", "a1 c3 n2 m4", Score::win_in(3), "k8", 1, true),
            (Color::Black, three, others, Score::judged(500), "j8", 1, false),
        ] {
            let game = position(RuleKind::Freestyle, to_move, own, theirs);
            with_worker::<Freestyle, _>(&game, u64::MAX, |worker| {
                let stones = worker.board.stones();
                let mut line = Line::found(1, score, &[point(first)]);
                worker.lengthen(&mut line);
                assert_eq!((line.variation.len(), line.selective_depth as usize), (plies, plies), "{line:?}");
                assert_eq!(worker.board.stones(), stones);
                // A loss is a win of the other side after the first move.
                let mut begin = game.clone();
                let begun = usize::from(!score.is_win());
                for &point in &line.variation[..begun] {
                    begin.place(begin.to_move(), point).unwrap();
                }
                assert_eq!(is_won(&begin, &line.variation[begun..]), ends, "{line:?}");
            });
        }
    }

    /// Keeps that i8 wins in so many plies, with an entry without a best move, and of the answers only what comes after f8.
    fn keep_win_by_i8<R: Rule>(worker: &mut Worker<R>, plies: usize) {
        let score = Score::loss_in(plies - 1).to_stored(0);
        let lost = Entry { score, bound: Bound::Upper, depth: 1, eval: None, best: None, pv: false };
        worker.board.play(point("i8"));
        worker.shared.proofs.save(worker.board.key(), lost);
        let won = Entry::win(plies - 2, Some(point("a8")), None, false);
        worker.shared.proofs.save(worker.board.key_after(point("f8")), won);
        worker.board.undo();
    }

    #[test]
    fn a_lost_position_is_not_played_on_by_a_forbidden_point() {
        // Black would make six on f8.
        let game = position(RuleKind::Renju, Color::White, "g8 h8", "f5 f6 f7 f9 f10");
        with_worker::<Renju, _>(&game, u64::MAX, |worker| {
            keep_win_by_i8(worker, 7);
            let mut line = Line::found(1, Score::win_in(7), &[point("i8")]);
            worker.lengthen(&mut line);
            assert!(line.variation.len() > 1 && line.variation[1] != point("f8"), "{line:?}");
        });
    }

    #[test]
    fn a_lost_position_of_which_no_best_move_is_kept_is_played_on_by_the_longest_answer() {
        // Black's i8 makes two threes, which no move stops, or one, against which f8 is known to last longest.
        for (own, plies, expected, length, ends) in
            [("g8 h8 i9 i10", 5, ["i8", "a15"], 5, true), ("g8 h8", 7, ["i8", "f8"], 3, false)]
        {
            let game = position(RuleKind::Freestyle, Color::Black, own, "c3 n2 b12");
            with_worker::<Freestyle, _>(&game, u64::MAX, |worker| {
                keep_win_by_i8(worker, plies);
                let mut line = Line::found(1, Score::win_in(plies), &[point("i8")]);
                worker.lengthen(&mut line);
                assert_eq!(line.variation[..2], expected.map(point), "{line:?}");
                assert_eq!(line.variation.len(), length, "{line:?}");
                assert_eq!(is_won(&game, &line.variation), ends, "{line:?}");
            });
        }
    }

    #[test]
    fn a_line_by_proofs_goes_to_the_five_and_leaves_the_board_as_it_was() {
        let game = position(RuleKind::Freestyle, Color::Black, "g8 h8 i8", "a1 c3 n2");
        with_worker::<Freestyle, _>(&game, 1, |worker| {
            let stones = worker.board.stones();
            let line = worker.line_by_proofs();
            assert!(line.len() == 3 && is_won(&game, &line), "{line:?}");
            assert_eq!(worker.board.stones(), stones);
        });
    }

    #[test]
    fn the_answer_after_which_the_win_takes_longest_is_chosen() {
        // White makes five on f8 or k8, or, where both were stopped, a straight four out of the three above.
        let game = position(RuleKind::Freestyle, Color::Black, "a1 c1 e1 g1 k8", "g8 h8 i8 j8 g11 h11 i11");
        with_worker::<Freestyle, _>(&game, 1, |worker| {
            let chosen = |worker: &mut Worker<_>, answers: &[&str]| {
                worker.longest_answer(&answers.iter().map(|&text| point(text)).collect())
            };
            assert_eq!(chosen(worker, &["f8", "o15"]), Some(point("f8")));
            assert_eq!(chosen(worker, &["f8", "a15"]), Some(point("f8")));
        });
        // Where nothing shows that the other answer loses, a five is what is known.
        let game = position(RuleKind::Freestyle, Color::Black, "a1 c1 e1 k8", "g8 h8 i8 j8");
        with_worker::<Freestyle, _>(&game, 1, |worker| {
            let answers = ["f8", "o15"].map(point).into_iter().collect();
            assert_eq!(worker.longest_answer(&answers), Some(point("o15")));
        });
    }

    #[test]
    fn where_nothing_stops_a_five_the_other_end_is_taken_or_any_point() {
        for (theirs, own, expected) in [("g8 h8 i8 j8", "a1 c1 e1", "k8"), ("g8 h8 i8 j8", "a1 c1 k8", "a15")] {
            let game = position(RuleKind::Freestyle, Color::Black, own, theirs);
            with_worker::<Freestyle, _>(&game, 1, |worker| {
                assert_eq!(worker.longest_answer(&PointSet::EMPTY), Some(point(expected)));
            });
        }
    }

    #[test]
    fn where_nothing_stops_a_five_no_forbidden_point_is_taken() {
        // Black would make six on k8, and then two fours on a15 as well.
        for (own, expected) in [("k5 k6 k7 k9 k10", "a15"), ("k5 k6 k7 k9 k10 a12 a13 a14 b15 c15 d15", "e15")] {
            let game = position(RuleKind::Renju, Color::Black, own, "g8 h8 i8 j8");
            with_worker::<Renju, _>(&game, 1, |worker| {
                assert_eq!(worker.longest_answer(&PointSet::EMPTY), Some(point(expected)));
            });
        }
    }

    #[test]
    fn a_line_by_proofs_ends_where_the_attacker_is_to_answer_a_four_and_nothing_is_proved() {
        let game = position(RuleKind::Freestyle, Color::Black, "d8 a1 c2 n1", "e8 f8 g8 h8");
        with_worker::<Freestyle, _>(&game, 1, |worker| assert!(worker.line_by_proofs().is_empty()));
    }

    #[test]
    fn moves_that_make_no_five_are_no_win() {
        let game = position(RuleKind::Freestyle, Color::Black, "g8 h8 i8 j8", "a1 c3 n2 m4");
        let mut continuous = Game::new(Rules { continuous: true, ..game.rules() }, game.size());
        for played in game.moves() {
            continuous.place(played.color, played.point).unwrap();
        }
        continuous.set_to_move(Color::Black);
        for game in [&game, &continuous] {
            let wins = |moves: &[&str]| is_won(game, &moves.iter().map(|text| point(text)).collect::<Vec<_>>());
            assert!(wins(&["f8"]) && wins(&["a8", "a9", "k8"]));
            assert!(!wins(&[]) && !wins(&["a8"]) && !wins(&["a8", "a9"]) && !wins(&["a1"]));
            // Nor is a five of the other side.
            let mut waiting = game.clone();
            waiting.set_to_move(Color::White);
            assert!(!is_won(&waiting, &["a8", "k8"].map(point)));
        }
    }
}
