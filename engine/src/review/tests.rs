//! Judgements by answers that are given here, without any search.

use std::time::Duration;

use super::*;
use crate::game::Game;
use crate::point::{BoardSize, PointList, Rows};
use crate::rule::RuleKind;

fn game(rule: RuleKind, moves: &str) -> Game {
    Game::from_text(rule, BoardSize::square(15).unwrap(), moves, Rows::FromBottom).unwrap()
}

fn points(text: &str) -> Vec<Point> {
    // Points that are read one by one may be taken already.
    PointList::new(text, BoardSize::square(15).unwrap(), Rows::FromBottom).map(|read| read.unwrap().1).collect()
}

fn found(score: Score, line: &str) -> Assessment {
    let line = points(line);
    Assessment { score, line, win: None, others: Vec::new(), depth: 1, nodes: 1, elapsed: Duration::ZERO }
}

/// Several lines that were found together, the best first.
fn found_all(lines: &[(Score, &str)]) -> Assessment {
    let (score, line) = lines[0];
    let others = lines[1..].iter().map(|&(score, line)| ScoredLine { score, moves: points(line) }).collect();
    Assessment { others, ..found(score, line) }
}

/// The better moves that are shown for a mistake, with their scores.
fn better(played: &ReviewedMove) -> Vec<(Score, Point)> {
    let mistake = played.mistake.as_ref().expect("the move is a mistake");
    mistake.better.iter().map(|line| (line.score, line.moves[0])).collect()
}

/// A checked win by fours.
fn won(plies: usize, line: &str) -> Assessment {
    let win = Some(ThreatWin { by: Solve::Vcf, plies, forbidden: None });
    Assessment { win, ..found(Score::win_in(plies), line) }
}

/// The review of a game by answers to what is asked about the position after so many moves. What has no answer there is
/// even, with a line that begins far away.
fn review(game: &Game, answers: &dyn Fn(usize, &QuestionKind) -> Option<Assessment>) -> Review {
    review_by(Reviewer::new(game), answers)
}

fn review_by(mut reviewer: Reviewer, answers: &dyn Fn(usize, &QuestionKind) -> Option<Assessment>) -> Review {
    while let Some(question) = reviewer.question() {
        assert!(question.position.result().is_none(), "{question:?}");
        let stones = question.position.moves().len();
        let far = question
            .position
            .legal_points()
            .find(|point| !matches!(&question.kind, QuestionKind::Without(without) if without.contains(point)));
        let even = || Assessment { line: far.into_iter().collect(), ..found(Score::DRAW, "") };
        let nothing = || found(Score::DRAW, "");
        let usual =
            if matches!(question.kind, QuestionKind::Win | QuestionKind::WinBy(_)) { nothing() } else { even() };
        reviewer.answer(&question, answers(stones, &question.kind).unwrap_or(usual));
    }
    let review = reviewer.review();
    assert!(review.complete && review.chances.iter().all(Option::is_some), "{review:?}");
    review
}

/// What is wrong with each of the moves.
fn findings(review: &Review) -> Vec<Option<(&'static str, Option<Class>)>> {
    let mistakes = review.moves.iter().map(|played| played.mistake.as_ref());
    mistakes.map(|mistake| mistake.map(|mistake| (mistake.finding.name(), mistake.class))).collect()
}

const FIVE: &str = "h8i9g7g9";
const BLUNDER: Option<Class> = Some(Class::Blunder);

#[test]
fn a_longer_way_to_a_proved_win_is_no_mistake() {
    let game = game(RuleKind::Freestyle, FIVE);
    let win = |stones: usize, kind: &QuestionKind| match (stones, kind) {
        (2, QuestionKind::Best) => Some(won(5, "i8")),
        _ => None,
    };
    // The search of the position after it sees that it is lost.
    let seen = |stones: usize, kind: &QuestionKind| match (stones, kind) {
        (3, QuestionKind::Best) => Some(found(Score::loss_in(20), "g9")),
        _ => win(stones, kind),
    };
    assert_eq!(findings(&review(&game, &seen)), [None; 4]);
    // It does not see that, but there is a proof.
    let proved = |stones: usize, kind: &QuestionKind| match kind {
        QuestionKind::WinBy(_) => Some(won(9, "g7")),
        _ => win(stones, kind),
    };
    let proved = review(&game, &proved);
    assert_eq!(findings(&proved), [None; 4]);
    assert_eq!(proved.moves[2].after, Some(Score::win_in(9)));
    // Neither: then the win is missed.
    let missed = review(&game, &win);
    assert_eq!(findings(&missed), [None, None, Some(("missed-win", BLUNDER)), None]);
    // It is one of Black's two moves, and keeps half a win.
    let summary = |color| (missed.accuracy(color), missed.count(color, Class::Blunder));
    assert_eq!([Color::Black, Color::White].map(summary), [(Some(0.75), 1), (Some(1.0), 0)]);
    // The move of the proof itself wins, whatever the search of the next position says.
    let own = |stones: usize, kind: &QuestionKind| match (stones, kind) {
        (2, QuestionKind::Best) => Some(won(5, "g7")),
        (4, _) => Some(found(Score::judged(900), "a1")),
        _ => None,
    };
    // And no answer to it is a mistake.
    assert_eq!(findings(&review(&game, &own)), [None; 4]);
}

#[test]
fn a_win_by_threats_that_is_missed_is_named_even_where_the_position_stays_won() {
    let game = game(RuleKind::Freestyle, FIVE);
    let best = |by_threats: bool| {
        move |stones: usize, kind: &QuestionKind| match (stones, kind) {
            (2, QuestionKind::Best) if by_threats => Some(won(7, "i8")),
            (2, QuestionKind::Best) => Some(found(Score::win_in(7), "i8")),
            (3, QuestionKind::Best) => Some(found(Score::judged(-1_000), "g9")),
            (4, QuestionKind::Best) => Some(found(Score::judged(1_000), "a1")),
            _ => None,
        }
    };
    let inaccuracy = Some(("missed-win", Some(Class::Inaccuracy)));
    assert_eq!(findings(&review(&game, &best(true))), [None, None, inaccuracy, None]);
    // What no proof was checked for may be there still.
    assert_eq!(findings(&review(&game, &best(false))), [None; 4]);
}

#[test]
fn no_move_of_a_lost_position_is_a_mistake() {
    let game = game(RuleKind::Freestyle, FIVE);
    let lost = |stones: usize, kind: &QuestionKind| match (stones, kind) {
        (3, QuestionKind::Best) => Some(found(Score::loss_in(12), "a1")),
        (4, QuestionKind::Best) => Some(won(1, "a1")),
        _ => None,
    };
    let review = review(&game, &lost);
    assert_eq!(findings(&review)[3], None);
    assert_eq!(review.chances[3..], [Some(1.0), Some(1.0)]);
}

#[test]
fn a_better_move_is_searched_as_long_as_the_one_that_was_played() {
    let game = game(RuleKind::Freestyle, "h8i9");
    // White's move turns out to lose. The move that the search liked better turns out as badly, and so do others.
    let same = |stones: usize, kind: &QuestionKind| match (stones, kind) {
        (1, QuestionKind::Best | QuestionKind::Without(_)) => Some(found(Score::DRAW, "a1")),
        (2, QuestionKind::Best) => Some(won(5, "b1")),
        _ => None,
    };
    assert_eq!(findings(&review(&game, &same)), [None; 2]);
    // The second one holds.
    let second = |holding: Point| {
        move |stones: usize, kind: &QuestionKind| match (stones, kind) {
            (1, QuestionKind::Without(without)) if without.contains(&holding) => Some(found(Score::DRAW, "c1")),
            (1, QuestionKind::Without(_)) => Some(found(Score::DRAW, "b1")),
            (1, QuestionKind::Best) => Some(found(Score::DRAW, "a1")),
            _ => None,
        }
    };
    let holding = points("b1")[0];
    let mut reviewer = Reviewer::new(&game);
    while let Some(question) = reviewer.question() {
        let holds = question.position.cell(holding) != crate::line::Cell::Empty;
        let lost = question.position.moves().len() == 2 && !holds && question.kind == QuestionKind::Best;
        let usual = || found(Score::DRAW, "d1");
        let answer = if lost {
            won(5, "c1")
        } else {
            second(holding)(question.position.moves().len(), &question.kind).unwrap_or_else(usual)
        };
        reviewer.answer(&question, answer);
    }
    let review = reviewer.review();
    assert_eq!(findings(&review), [None, Some(("allowed-win", BLUNDER))]);
    assert_eq!(review.moves[1].mistake.as_ref().unwrap().better[0].moves[0], holding);
}

#[test]
fn where_the_first_alternative_is_no_better_another_is_looked_for() {
    let mut reviewer = Reviewer::new(&game(RuleKind::Freestyle, "h8i9"));
    while let Some(question) = reviewer.question() {
        let answer = match (question.position.to_text(Rows::FromBottom).as_str(), &question.kind) {
            ("h8", QuestionKind::Without(without)) if without.len() > 1 => found(Score::judged(300), "e1"),
            ("h8", _) => found(Score::judged(300), "d1"),
            ("h8e1", _) => found(Score::judged(-300), "a15"),
            ("h8i9" | "h8d1", QuestionKind::Best) => found(Score::judged(300), "a15"),
            _ => found(Score::DRAW, "h8"),
        };
        reviewer.answer(&question, answer);
    }
    let better = better(&reviewer.review().moves[1]);
    assert_eq!(better.first().map(|&(_, point)| point), Some(points("e1")[0]));
}

#[test]
fn moves_that_are_not_judged_have_no_accuracy() {
    let review = Reviewer::new(&game(RuleKind::Freestyle, "h8i9")).review();
    assert!(!review.complete);
    assert_eq!(Color::ALL.map(|color| review.accuracy(color)), [None; 2]);
}

#[test]
fn a_defence_is_missed_where_the_opponent_threatened_to_win() {
    let game = game(RuleKind::Freestyle, "h8i9");
    let threat = |threatened: bool| {
        let game = game.clone();
        let mut reviewer = Reviewer::new(&game).with_lines(3);
        while let Some(question) = reviewer.question() {
            let played = question.position.moves() == game.moves();
            let answer = match &question.kind {
                QuestionKind::Win if threatened => won(5, "b1"),
                QuestionKind::Lines(3) => Assessment {
                    others: ["i9", "e1"].map(|line| ScoredLine { score: Score::DRAW, moves: points(line) }).into(),
                    ..found(Score::DRAW, "d1")
                },
                QuestionKind::Best if played => won(5, "c1"),
                QuestionKind::Win => found(Score::DRAW, ""),
                _ => found(Score::DRAW, "d1"),
            };
            reviewer.answer(&question, answer);
        }
        let review = reviewer.review();
        let better = &review.moves[1].mistake.as_ref().unwrap().better;
        // The move that was played is none of the better ones, and none stands there twice.
        assert_eq!(better.iter().map(|line| line.moves[0]).collect::<Vec<_>>(), points("d1e1"));
        findings(&review)[1]
    };
    assert_eq!(threat(true), Some(("missed-defence", BLUNDER)));
    assert_eq!(threat(false), Some(("allowed-win", BLUNDER)));
}

#[test]
fn better_moves_are_worth_more_than_the_one_that_was_played_and_the_best_comes_first() {
    let game = game(RuleKind::Freestyle, "h8i9");
    let (judged, win, loss) = (Score::judged, Score::win_in, Score::loss_in);
    // White's move i9 is searched and then the better d1, both as long, and all moves in one search a ply less deep.
    for (played, best, all, finding, expected) in [
        (
            judged(-300),
            judged(-100),
            &[(-50, "d1"), (-60, "e1"), (-200, "i9"), (-250, "f1"), (-300, "g1")]
                .map(|(score, at)| (judged(score), at))[..],
            "lost-chance",
            &[(judged(-100), "d1"), (judged(-100), "e1"), (judged(-250), "f1")][..],
        ),
        // What loses is not better, even where it loses later.
        (
            loss(4),
            judged(-100),
            &[(judged(-100), "d1"), (judged(-300), "e1"), (loss(8), "f1")][..],
            "allowed-win",
            &[(judged(-100), "d1"), (judged(-300), "e1")][..],
        ),
        // A win that was found only by the longer search is missed too, and then only what wins is better.
        (
            judged(100),
            win(7),
            &[(win(5), "d1"), (win(9), "e1"), (judged(500), "f1")][..],
            "missed-win",
            &[(win(7), "d1"), (win(9), "e1")][..],
        ),
    ] {
        let mut reviewer = Reviewer::new(&game).with_lines(6);
        while let Some(question) = reviewer.question() {
            let is_played = question.position.moves() == game.moves();
            let answer = match &question.kind {
                QuestionKind::Lines(6) => found_all(all),
                QuestionKind::Win | QuestionKind::WinBy(_) => found(Score::DRAW, ""),
                _ if question.position.moves().len() < 2 => found(judged(900), "d1"),
                _ => found(if is_played { played } else { best }.after_move(), "o1"),
            };
            reviewer.answer(&question, answer);
        }
        let review = reviewer.review();
        let mistake = review.moves[1].mistake.as_ref().expect("chances were lost");
        assert_eq!(mistake.finding.name(), finding);
        if let MistakeKind::MissedWin(win) = mistake.finding {
            assert_eq!(win, KnownWin { by: WinBy::Search, plies: 7, forbidden: None });
        }
        let expected: Vec<(Score, Point)> = expected.iter().map(|&(score, at)| (score, points(at)[0])).collect();
        assert_eq!(better(&review.moves[1]), expected);
    }
}

#[test]
fn a_forbidden_move_is_named_in_a_lost_position_too_but_costs_nothing_there() {
    let game = game(RuleKind::Renju, "g8a1i8c1h7e1h9g1h8");
    assert!(game.result().is_some());
    let (win, loss) = (Score::win_in, Score::loss_in);
    // What White's last move keeps of a win or a loss is known of the position after it. That Black has a win does not say
    // that the move which is found is one; that he has none does.
    for (white, black, class, before, shown) in [
        (loss(100), Score::DRAW, BLUNDER, win(99), Score::DRAW),
        (win(9), Score::DRAW, None, loss(8), loss(8)),
        (loss(100), loss(4), None, loss(4), loss(4)),
    ] {
        let answer = |stones: usize, kind: &QuestionKind| match (stones, kind) {
            (8, QuestionKind::Best) => Some(found(black, "o15")),
            (8, _) => None,
            (7, QuestionKind::Best) => Some(found(white, "g1")),
            // The moves before are of no interest.
            _ => Some(found(loss(100), "o14")),
        };
        let review = review(&game, &answer);
        let played = &review.moves[8];
        assert_eq!((findings(&review)[8], played.before), (Some(("forbidden", class)), Some(before)));
        assert_eq!(better(played), [(shown, points("o15")[0])]);
    }
    // More moves are shown for it as for any other.
    let several = |stones: usize, kind: &QuestionKind| match (stones, kind) {
        (8, QuestionKind::Lines(3)) => Some(found_all(&[(Score::DRAW, "o15"), (Score::DRAW, "o13")])),
        (8, QuestionKind::Best) => Some(found(Score::DRAW, "o15")),
        _ => None,
    };
    let review = review_by(Reviewer::new(&game).with_lines(3), &several);
    assert_eq!(better(&review.moves[8]), [(Score::DRAW, points("o15")[0]), (Score::DRAW, points("o13")[0])]);
}

#[test]
fn after_a_forbidden_move_that_was_not_claimed_a_search_says_what_the_position_is_worth() {
    let mut game = game(RuleKind::Renju, "g8a1i8c1h7e1h9g1h8");
    game.waive_forbidden();
    for point in ["o15", "o13"] {
        game.play(Point::parse(point, game.size(), Rows::FromBottom).unwrap()).unwrap();
    }
    let answer = |_: usize, _: &QuestionKind| Some(found(Score::DRAW, "o14"));
    let moves = review(&game, &answer).moves;
    assert_eq!(moves[9].before, Some(Score::DRAW));
}

#[test]
fn losses_have_classes() {
    let classes = [0.0, INACCURACY - 0.01, INACCURACY, MISTAKE, super::BLUNDER, 1.0].map(Class::of_loss);
    let [none, inaccuracy, mistake] = [None, Some(Class::Inaccuracy), Some(Class::Mistake)];
    assert_eq!(classes, [none, none, inaccuracy, mistake, BLUNDER, BLUNDER]);
}

#[test]
fn stones_that_were_set_up_are_no_moves_and_sides_may_pass() {
    let size = BoardSize::square(15).unwrap();
    let mut game = Game::new(RuleKind::Freestyle, size);
    game.set_up(Color::White, points("a1")[0]).unwrap();
    game.set_to_move(Color::White);
    game.place(Color::White, points("h8")[0]).unwrap();
    game.place(Color::White, points("h9")[0]).unwrap();
    let review = review(&game, &|_, _| None);
    assert_eq!(
        review.moves.iter().map(|played| (played.number, played.stones, played.color)).collect::<Vec<_>>(),
        [(1, 2, Color::White), (3, 3, Color::White)]
    );
    assert_eq!((review.accuracy(Color::White), review.accuracy(Color::Black)), (Some(1.0), None));
}
