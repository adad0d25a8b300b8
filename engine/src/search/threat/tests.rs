//! Wins by threats that are known, and a plain search without any knowledge that the quick one is compared with.

use crate::board::Board;
use crate::color::Color;
use crate::eval::Evaluator;
use crate::forbidden::Forbidden;
use crate::game::Game;
use crate::point::{BoardSize, Point, Rows};
use crate::random::SplitMix64;
use crate::rule::{Renju, Rule, RuleKind};
use crate::search::threat::proof::{CheckError, Proof, Scope};
use crate::search::threat::{Breadth, Solve, Solved, Vcf, VcfSearch, Vct, VctProver, vcf_threat, wins_within};
use crate::shape::table;
use crate::with_rule;

fn position(rule: RuleKind, black: &str, white: &str) -> Game {
    let size = BoardSize::square(15).unwrap();
    let mut game = Game::new(rule, size);
    for (color, stones) in [(Color::Black, black), (Color::White, white)] {
        for stone in stones.split_whitespace() {
            game.set_up(color, Point::parse(stone, size, Rows::FromBottom).unwrap()).unwrap();
        }
    }
    game
}

/// Looks for a win with a small table, so that what it forgets must be found again, and checks its proof.
fn solve(game: &Game, threats: Solve, nodes: u64) -> Option<Proof> {
    match Vct::new(1 << 14).solve(game, threats, nodes, &|_| false) {
        Solved::Win(proof) => {
            proof.check(game, Scope::Answers).unwrap_or_else(|gap| panic!("{gap}: {game:?}"));
            proof.check(game, Scope::Everything).unwrap_or_else(|gap| panic!("{gap}: {game:?}"));
            Some(proof)
        }
        Solved::None | Solved::Unknown => None,
    }
}

/// Whether `to_move` is found to win, by fours and by fours and threes.
fn wins(rule: RuleKind, black: &str, white: &str, to_move: Color) -> [bool; 2] {
    let mut game = position(rule, black, white);
    game.set_to_move(to_move);
    [Solve::Vcf, Solve::Vct].map(|threats| {
        let Some(proof) = solve(&game, threats, 50_000) else { return false };
        let line = proof.line(&game, proof.root());
        let mut end = game.clone();
        line.iter().for_each(|&point| assert_eq!(end.play(point).err(), None, "{game:?}"));
        assert_eq!(end.result().and_then(|outcome| outcome.winner()), Some(to_move), "{game:?}");
        assert!(line.len() <= proof.plies(proof.root()), "{game:?}");
        true
    })
}

#[test]
fn two_threes_win_where_they_are_threes() {
    use Color::{Black, White};
    let (stones, far) = ("g8 h8 i9 i10", "a1 a3 a5 o1");
    assert_eq!(wins(RuleKind::Freestyle, stones, far, Black), [false, true]);
    assert_eq!(wins(RuleKind::Standard, stones, far, Black), [false, true]);
    assert_eq!(wins(RuleKind::Renju, far, stones, White), [false, true]);
    // Between two stones of its own a three of Black's cannot become a straight four without becoming an overline.
    let (stones, far) = ("c8 f8 g8 h8 k8", "a1 a3 a5 o1 o3");
    assert_eq!(wins(RuleKind::Freestyle, stones, far, Black), [true, true]);
    assert_eq!(wins(RuleKind::Renju, stones, far, Black), [false, false]);
}

#[test]
fn a_defender_with_fours_of_his_own_is_heard() {
    use Color::Black;
    // While Black makes threes White makes a straight four out of his.
    assert_eq!(wins(RuleKind::Freestyle, "g8 h8 i9 i10", "c3 d3 e3 o1", Black), [false, false]);
    // A closed three only delays the end.
    assert_eq!(wins(RuleKind::Freestyle, "g8 h8 i9 i10 b3", "c3 d3 e3 o1", Black), [false, true]);
}

#[test]
fn white_wins_where_black_may_not_answer() {
    // White's four on h7 leaves h8 alone, which is a double-three. The first empty point of all, d15, is an overline: what
    // Black plays elsewhere must be legal too.
    let (black, white) = ("i8 j8 g9 f10 h3 a1 a15 b15 c15 e15 f15 g15", "h4 h5 h6 n1 n3");
    assert_eq!(wins(RuleKind::Renju, black, white, Color::White), [true, true]);
    assert!(!wins(RuleKind::Freestyle, black, white, Color::White)[0]);
    let mut game = position(RuleKind::Renju, black, white);
    game.set_to_move(Color::White);
    let proof = solve(&game, Solve::Vcf, 50_000).unwrap();
    let (point, why) = proof.forbidden_point(&game, &|| false).unwrap().expect("the proof rests on it");
    assert_eq!((point.to_text(game.size(), Rows::FromBottom).as_str(), why), ("h8", Forbidden::DoubleThree));
    // What is found, and how often it is asked whether to stop, when the answer is yes from some time on.
    let find = |stop_at: u32| {
        let looks = std::cell::Cell::new(0);
        let stop = || {
            looks.set(looks.get() + 1);
            looks.get() > stop_at
        };
        (proof.forbidden_point(&game, &stop), looks.get())
    };
    let (found, looks) = find(u32::MAX);
    assert!(found == Ok(Some((point, why))) && looks > 0, "{looks}");
    for stop_at in 0..looks {
        assert_eq!(find(stop_at), (Err(CheckError::Ended), stop_at + 1));
    }
}

#[test]
fn a_proof_with_a_gap_does_not_stand() {
    let mut game = position(RuleKind::Freestyle, "g8 h8 i9 i10 b3", "c3 d3 e3 o1");
    game.set_to_move(Color::Black);
    let proof = solve(&game, Solve::Vct, 50_000).unwrap();
    // One more stone of White that stops the threes, or gives him a five of his own.
    for stone in ["i8", "f3"] {
        let mut other = position(RuleKind::Freestyle, "g8 h8 i9 i10 b3", &format!("c3 d3 e3 o1 {stone}"));
        other.set_to_move(Color::Black);
        for scope in [Scope::Answers, Scope::Everything] {
            assert!(proof.check(&other, scope).is_err(), "{stone} {scope:?}");
        }
    }
}

/// The plain search: a win of the side to move, every move of which makes a four or, with `threes`, a three, within so many
/// plies. After a three the opponent has every legal move.
fn wins_slowly<R: Rule>(game: &Game, plies: usize, threes: bool) -> bool {
    let us = game.to_move();
    let open: Vec<Point> = game.empty_points().collect();
    let five = |game: &Game, color: Color, point: Point| {
        game.lines().winning(point, color, R::KIND.five(color)).next().is_some()
    };
    let legal = |game: &Game, point: Point| game.is_legal(point);
    if open.iter().any(|&point| five(game, us, point)) {
        return true;
    }
    plies >= 3
        && open.iter().filter(|&&point| legal(game, point)).any(|&point| {
            let shapes = table::look_up::<R>(game.lines(), point).of(us).all();
            let answers_four = open.iter().any(|&point| five(game, !us, point));
            let four = shapes.iter().any(|shape| shape.fours() > 0);
            let three = threes && shapes.iter().any(|shape| shape.is_three());
            if !(four || three || threes && answers_four) {
                return false;
            }
            let mut next = game.clone();
            next.place(us, point).unwrap();
            let mut passed = next.clone();
            passed.set_to_move(us);
            !open.iter().any(|&point| next.cell(point) == crate::line::Cell::Empty && five(&next, !us, point))
                && wins_slowly::<R>(&passed, if four { 1 } else { plies - 2 }, false)
                && next.empty_points().filter(|&answer| legal(&next, answer)).all(|answer| {
                    let mut after = next.clone();
                    after.place(!us, answer).unwrap();
                    wins_slowly::<R>(&after, plies - 2, threes)
                })
        })
}

/// A position on a small board, out of a game of moves near the middle that has not ended.
fn small_position(rule: RuleKind, random: &mut SplitMix64) -> Game {
    let size = BoardSize::new(7, 7).unwrap();
    loop {
        let mut game = Game::new(rule, size);
        for _ in 0..9 + random.below(7) {
            let _ = game.play(Point::new(random.below(7), 1 + random.below(6)));
        }
        if game.result().is_none() {
            return game;
        }
    }
}

#[test]
fn what_a_plain_search_finds_is_found() {
    let mut random = SplitMix64::new(1);
    let mut all = [0; 2];
    for rule in RuleKind::ALL {
        let mut won = [0; 2];
        for _ in 0..80 {
            let game = small_position(rule, &mut random);
            for (number, threats) in [Solve::Vcf, Solve::Vct].into_iter().enumerate() {
                let threes = threats == Solve::Vct;
                let slow = with_rule!(rule, R => wins_slowly::<R>(&game, 7, threes));
                let quick = solve(&game, threats, 50_000).map(|proof| proof.plies(proof.root()));
                assert!(quick.is_some() || !slow, "{threats:?}: {game:?}");
                // What is won sooner than the plain search looked must be won for it too.
                assert!(slow || quick.is_none_or(|plies| plies > 7), "{threats:?}, {quick:?}: {game:?}");
                won[number] += usize::from(slow);
            }
        }
        all = [all[0] + won[0], all[1] + won[1]];
    }
    assert!(all[0] > 10 && all[1] > all[0] + 5, "{all:?}: these positions show too little");
}

#[test]
fn a_plan_is_followed_to_its_end_and_only_where_it_leads() {
    let mut game = position(RuleKind::Freestyle, "g8 h8 i9 i10", "a1 a3 a5 o1");
    game.set_to_move(Color::Black);
    let mut prover = VctProver::new(Vcf::new());
    assert!(prover.proven_win(&game, &|| false).is_none());
    let begun = prover.look(&game, 50_000, &|| false).expect("two threes win");
    assert!(prover.proven_win(&game, &|| true).is_none(), "its check is told to end");
    // Looked for again after one answer, it is known after another too.
    let after = |answer: Point| {
        let mut later = game.clone();
        later.play(begun.line[0]).unwrap();
        later.play(answer).unwrap();
        later
    };
    let [one, another] = [0, 2].map(|row| after(Point::new(14, row)));
    assert!(prover.look(&one, 50_000, &|| false).is_some());
    assert!(prover.proven_win(&another, &|| false).is_some());
    let elsewhere = Point::new(7, 0);
    let mut deviation = game.clone();
    deviation.play(elsewhere).unwrap();
    deviation.play(begun.line[0]).unwrap();
    assert!(prover.proven_win(&deviation, &|| false).is_none());
    // Of another closed point nothing was known, wherever it lies.
    let mut closed = game.clone();
    closed.close(Point::new(14, 0)).unwrap();
    assert!(prover.proven_win(&closed, &|| false).is_none());
    let mut left = begun.plies;
    while game.result().is_none() {
        let proven_win = prover.proven_win(&game, &|| false).expect("the plan holds to the end");
        assert!(proven_win.plies <= left && proven_win.line.len() <= proven_win.plies);
        left = proven_win.plies - 1;
        game.play(proven_win.line[0]).unwrap();
        assert!(prover.proven_win(&game, &|| false).is_none(), "the defender has no plan");
        if game.result().is_none() {
            // Far away, where it helps nothing.
            let answer = game.empty_points().find(|point| point.x() == 14).unwrap();
            game.play(answer).unwrap();
            left -= 1;
        }
    }
    assert_eq!(game.result().unwrap().winner(), Some(Color::Black));
}

#[test]
fn a_search_that_is_told_to_end_does_so_while_it_gathers_its_proof_too() {
    let mut game = position(RuleKind::Freestyle, "g8 h8 i9 i10", "a1 a3 a5 o1");
    game.set_to_move(Color::Black);
    // Whether a win is found, and how often it is asked whether to stop, when the answer is yes from some time on.
    let solve = |stop_at: u32| {
        let looks = std::cell::Cell::new(0);
        let look = |_| {
            looks.set(looks.get() + 1);
            looks.get() > stop_at
        };
        let found = Vct::new(1 << 14).solve(&game, Solve::Vct, 50_000, &look);
        (matches!(found, Solved::Win(_)), looks.get())
    };
    let (found, looks) = solve(u32::MAX);
    assert!(found && looks > 5, "{looks}");
    for stop_at in 0..looks {
        assert_eq!(solve(stop_at), (false, stop_at + 1));
    }
}

#[test]
fn a_win_that_was_not_checked_to_the_end_is_unknown() {
    let mut game = position(RuleKind::Freestyle, "g8 h8 i9 i10", "a1 a3 a5 o1");
    game.set_to_move(Color::Black);
    // What is found, and how often it is asked whether to stop, when the answer is yes from some time on: unchecked, or checked
    // against everything.
    let solve = |is_checked: bool, stop_at: u32| {
        let looks = std::cell::Cell::new(0);
        let look = |_: u64| {
            looks.set(looks.get() + 1);
            looks.get() > stop_at
        };
        let mut vct = Vct::new(1 << 14);
        let found = match is_checked {
            true => vct.solve_checked(&game, Solve::Vct, Scope::Everything, 50_000, &look),
            false => vct.solve(&game, Solve::Vct, 50_000, &look),
        };
        (found, looks.get())
    };
    let [(unchecked, searching), (checked, looks)] = [false, true].map(|is_checked| solve(is_checked, u32::MAX));
    let (Solved::Win(unchecked), Solved::Win(checked)) = (unchecked, checked) else { panic!("two threes win") };
    assert!(unchecked == checked && looks > searching, "{looks} of {searching}");
    for stop_at in 0..looks {
        let (found, looks) = solve(true, stop_at);
        assert!(matches!(found, Solved::Unknown) && looks <= stop_at + 2, "{looks} after {stop_at}: {found:?}");
    }
    // Told to end and refuted are two things.
    let proof = checked;
    let check = |game: &Game, stop: bool| proof.check_until(game, proof.root(), Scope::Everything, &|| stop);
    assert_eq!((check(&game, false), check(&game, true)), (Ok(()), Err(CheckError::Ended)));
    let mut stopped = position(RuleKind::Freestyle, "g8 h8 i9 i10", "a1 a3 a5 i8");
    stopped.set_to_move(Color::Black);
    assert!(matches!(check(&stopped, false), Err(CheckError::Refuted(_))));
}

#[test]
fn a_move_wins_where_threats_follow_every_answer() {
    // Two open threes far apart; what is answered by a stone at one of them wins at the other.
    let mut game = position(RuleKind::Freestyle, "g8 h8 i8 g12 h12 i12", "a1 d1 a6 o2 l1 o7");
    game.set_to_move(Color::Black);
    let size = BoardSize::square(15).unwrap();
    let solve = |point: &str, solve: Solve| {
        let point = Point::parse(point, size, Rows::FromBottom).unwrap();
        let mut vct = Vct::new(1 << 14);
        match vct.solve_move(&game, point, solve, 50_000, &|_| false) {
            Solved::Win(proof) => {
                proof.check(&game, Scope::Everything).unwrap();
                assert_eq!(proof.win(proof.root()).point, point);
                "win"
            }
            Solved::None => "none",
            Solved::Unknown => "unknown",
        }
    };
    assert_eq!(["j8", "o15"].map(|point| solve(point, Solve::Vct)), ["win", "win"]);
    // The second makes no four.
    assert_eq!(["j8", "o15"].map(|point| solve(point, Solve::Vcf)), ["win", "none"]);
    assert_eq!(["h8", "a1"].map(|point| solve(point, Solve::Vct)), ["none", "none"], "no stone can be put there");
    // Every search counts for itself, whatever was looked at before.
    let (mut vct, point) = (Vct::new(1 << 14), Point::parse("o15", size, Rows::FromBottom).unwrap());
    for _ in 0..2 {
        let told = std::cell::RefCell::new(Vec::new());
        let look = |nodes: u64| {
            told.borrow_mut().push(nodes);
            false
        };
        assert!(matches!(vct.solve_move(&game, point, Solve::Vct, 50_000, &look), Solved::Win(_)));
        let told = told.into_inner();
        assert!(told[0] == 0 && told.is_sorted(), "{told:?}");
    }
}

#[test]
fn a_move_that_is_told_to_end_is_not_checked_further_either() {
    // Two open threes: what wins after a pass is checked against every answer on the board.
    let mut game = position(RuleKind::Freestyle, "g8 h8 i8 g12 h12 i12", "a1 d1 a6 o2 l1 o7");
    game.set_to_move(Color::Black);
    let point = Point::parse("o15", game.size(), Rows::FromBottom).unwrap();
    // What is found, and how often it is asked whether to stop, when the answer is yes from some time on.
    let solve = |stop_at: u32| {
        let looks = std::cell::Cell::new(0);
        let look = |_: u64| {
            looks.set(looks.get() + 1);
            looks.get() > stop_at
        };
        let found = Vct::new(1 << 14).solve_move(&game, point, Solve::Vct, 50_000, &look);
        (found, looks.get())
    };
    // The same searches ask as often without the checks.
    let (mut vct, searching) = (Vct::new(1 << 14), std::cell::Cell::new(0));
    let look = |_: u64| {
        searching.set(searching.get() + 1);
        false
    };
    let win = |position: &Game| {
        look(0);
        match vct.solve(position, Solve::Vct, 50_000, &look) {
            Solved::Win(proof) => Ok(proof),
            other => Err(other),
        }
    };
    assert!(Proof::of_move(&game, point, || Solved::None, win, &|| false).is_ok());
    let (found, looks) = solve(u32::MAX);
    assert!(matches!(found, Solved::Win(_)) && looks > searching.get(), "{looks} of {}", searching.get());
    for stop_at in 0..looks {
        let (found, looks) = solve(stop_at);
        assert!(matches!(found, Solved::Unknown) && looks <= stop_at + 2, "{looks} after {stop_at}: {found:?}");
    }
}

#[test]
fn an_answer_that_a_proof_does_not_list_is_tried_under_every_rule() {
    for rule in RuleKind::ALL {
        let mut game = position(rule, "e8 f8 g8", "d8 a1 a3");
        game.set_to_move(Color::Black);
        let [four, five] = ["h8", "i8"].map(|text| Point::parse(text, game.size(), Rows::FromBottom).unwrap());
        let proof = Proof::joined(four, Proof::five(five), Vec::new());
        assert!(proof.check(&game, Scope::Answers).is_ok(), "it lists nothing: {rule}");
        assert!(proof.check(&game, Scope::Everything).is_err(), "{rule}");
    }
}

#[test]
fn what_is_forbidden_to_black_alone_white_plays_where_nothing_helps() {
    // On a15 Black would make two fours.
    let mut game = position(RuleKind::Renju, "e8 f8 g8 a12 a13 a14 b15 c15 d15", "d8");
    game.set_to_move(Color::Black);
    let [four, five, corner] =
        ["h8", "i8", "a15"].map(|text| Point::parse(text, game.size(), Rows::FromBottom).unwrap());
    assert!(game.forbidden(corner).is_some());
    let proof = Proof::joined(four, Proof::five(five), Vec::new());
    assert_eq!(proof.line(&game, proof.root()), [four, corner, five]);
}

#[test]
fn no_five_is_made_on_a_point_that_is_taken() {
    let point = |text: &str| Point::parse(text, BoardSize::square(15).unwrap(), Rows::FromBottom).unwrap();
    // A four, its only answer, a straight four, and the five at either of its ends.
    let [upper, lower] = ["h12", "h7"].map(|text| Proof::five(point(text)));
    let straight = Proof::joined(point("h9"), upper, vec![(point("h12"), lower)]);
    let proof = Proof::joined(point("h8"), Proof::five(point("i8")), vec![(point("i8"), straight)]);
    // Where White has the answer already, the four threatens nothing.
    for (white, holds) in [("d8", true), ("d8 i8", false)] {
        let game = position(RuleKind::Freestyle, "e8 f8 g8 h10 h11", white);
        for scope in [Scope::Answers, Scope::Everything, Scope::EvenForbidden] {
            assert_eq!(proof.check(&game, scope).is_ok(), holds, "{white} {scope:?}");
        }
    }
}

#[test]
fn an_answer_that_only_delays_the_win_has_a_proof_of_its_own() {
    // Two pairs of threes far apart: a stone at one leaves the other. White's third stone on the third row stops no pair,
    // but with it White has a four to answer the first threes.
    let game = position(RuleKind::Freestyle, "c11 d11 e12 e13 k5 l5 m6 m7 b3", "c3 d3");
    let [quiet, three] = ["o15", "e3"].map(|text| Point::parse(text, game.size(), Rows::FromBottom).unwrap());
    let proof = match Vct::new(1 << 20).solve_move(&game, quiet, Solve::Vct, 1_000_000, &|_| false) {
        Solved::Win(proof) => proof,
        other => panic!("{other:?}"),
    };
    proof.check(&game, Scope::Everything).unwrap();
    let defence = proof.win(proof.root()).defence.as_ref().unwrap();
    assert!(defence.answers.iter().any(|&(answer, _)| answer == three));
}

#[test]
fn a_move_that_makes_a_five_wins_by_itself() {
    let game = position(RuleKind::Freestyle, "e8 f8 g8 h8", "a1 a3 a5 o1");
    let five = Point::parse("i8", game.size(), Rows::FromBottom).unwrap();
    for solve in [Solve::Vcf, Solve::Vct] {
        let Solved::Win(proof) = Vct::new(1 << 10).solve_move(&game, five, solve, 1, &|_| false) else { panic!() };
        assert_eq!((proof.plies(proof.root()), proof.len()), (1, 1), "{solve:?}");
    }
}

#[test]
fn a_search_for_fours_goes_up_to_its_limit_and_looks_on_the_way_whether_to_stop() {
    // Closed threes apart from each other: nothing wins, and each that is added makes three times as many positions.
    let ends = "a3 a6 a9 a12 a15 g3 g6 g9 g12 g15";
    let threes = "b3 c3 d3 b6 c6 d6 b9 c9 d9 b12 c12 d12 b15 c15 d15 h3 i3 j3 h6 i6 j6 h9 i9 j9 h12 i12 j12";
    let most = "h15 i15 j15";
    let mut vct = Vct::new(1 << 14);
    for (more, limit, stop_at, searched) in [
        ("", 400_000, u64::MAX, None),
        (most, 150_000, u64::MAX, Some(150_000)),
        (most, 1_000, u64::MAX, Some(1_000)),
        (most, 150_000, 10_000, Some(10_000)),
    ] {
        let mut game = position(RuleKind::Freestyle, &format!("{threes} {more}"), ends);
        game.set_to_move(Color::Black);
        let (before, told) = (vct.nodes(), std::cell::Cell::new(0));
        let look = |nodes: u64| {
            assert!((told.get()..told.get() + 512).contains(&nodes), "{nodes} after {}", told.get());
            told.set(nodes);
            nodes >= stop_at
        };
        let solved = vct.solve(&game, Solve::Vcf, limit, &look);
        assert_eq!(matches!(solved, Solved::None), searched.is_none(), "{solved:?}");
        let nodes = vct.nodes() - before;
        assert!(searched.is_none_or(|limit| (limit..limit + 512).contains(&nodes)), "{nodes} of {limit}");
        assert!(nodes - told.get() < 512, "{} of {nodes}", told.get());
    }
}

#[test]
fn the_last_stone_of_a_drawn_game_wins_nothing() {
    let mut game = Game::new(RuleKind::Freestyle, BoardSize::square(5).unwrap());
    // Rows of two colours in turn, but for the last.
    let points: Vec<Point> = game.empty_points().collect();
    for &point in &points[..points.len() - 1] {
        let black = (point.x() / 2 + point.y()).is_multiple_of(2);
        game.set_up(if black { Color::Black } else { Color::White }, point).unwrap();
    }
    let last = points[points.len() - 1];
    let solved = Vct::new(1 << 10).solve_move(&game, last, Solve::Vct, 1_000, &|_| false);
    assert!(matches!(solved, Solved::None), "{solved:?}");
}

#[test]
fn what_follows_an_answer_is_what_is_listed_for_it() {
    let mut game = position(RuleKind::Freestyle, "g8 h8 i9 i10", "a1 a3 a5 o1");
    game.set_to_move(Color::Black);
    let proof = solve(&game, Solve::Vct, 50_000).unwrap();
    let defence = proof.win(proof.root()).defence.as_ref().unwrap();
    assert!(defence.answers.len() > 1);
    assert!(proof.len() > defence.answers.len() && !proof.is_empty());
    for &(answer, win) in &defence.answers {
        assert_eq!(defence.after(answer), win);
    }
    assert_eq!(defence.after(Point::new(14, 14)), defence.otherwise);
}

#[test]
fn a_search_for_fours_that_was_cut_short_knows_nothing() {
    // Fours without a win: closed threes apart from each other.
    let mut game = position(RuleKind::Freestyle, "b3 c3 d3 b6 c6 d6 b9 c9 d9", "a3 a6 a9 o1 o3 o5 o7 o9 o11");
    game.set_to_move(Color::Black);
    let solve = |nodes: u64| Vct::new(1 << 14).solve(&game, Solve::Vcf, nodes, &|_| false);
    assert!(matches!(solve(10_000), Solved::None));
    for nodes in 1..4 {
        assert!(matches!(solve(nodes), Solved::Unknown), "{nodes}");
    }
    let quiet = position(RuleKind::Freestyle, "h8", "i9");
    assert!(matches!(Vct::new(1 << 14).solve(&quiet, Solve::Vct, 10_000, &|_| false), Solved::None));
}

#[test]
fn black_may_be_forbidden_what_makes_a_four() {
    // A four and an overline at once are forbidden; whoever looks for what could spoil a win by fours must look there too.
    let game = position(RuleKind::Renju, "e8 f8 g8 h5 h6 h7 h9 h10", "a1 a3 a5 o1 o3 o5 o7 o9");
    let board = Board::<Renju>::from_game(&game);
    let h8 = Point::parse("h8", BoardSize::square(15).unwrap(), Rows::FromBottom).unwrap();
    assert!(crate::moves::fours(&board, Color::Black).contains(h8));
}

#[test]
fn a_row_and_its_ends_lie_within_reach_of_every_cell_of_it() {
    let size = BoardSize::square(15).unwrap();
    let centre = Point::parse("h8", size, Rows::FromBottom).unwrap();
    let seen = super::proof::within_reach(centre);
    for point in size.points() {
        let (x, y) = (point.x().abs_diff(centre.x()), point.y().abs_diff(centre.y()));
        let within_reach = (x == 0 || y == 0 || x == y) && x.max(y) <= 5;
        assert_eq!(seen.contains(point), within_reach, "{point:?}");
    }
}

/// A position of as many stones on a board of the usual size, near the middle, in which neither side wins in three plies.
fn crowded_position(rule: RuleKind, stones: usize, random: &mut SplitMix64) -> Game {
    let size = BoardSize::square(15).unwrap();
    loop {
        let mut game = Game::new(rule, size);
        while game.result().is_none() && game.moves().len() < stones {
            let _ = game.play(Point::new(2 + random.below(11), 2 + random.below(11)));
        }
        let mut passed = game.clone();
        passed.set_to_move(!game.to_move());
        let is_quiet = |game: &Game| wins_within(game, 3, u64::MAX, &|| false) == Some(false);
        if game.result().is_none() && is_quiet(&game) && is_quiet(&passed) {
            return game;
        }
    }
}

/// Plays every move that does not spoil the win by fours which threatens the side to move, where one does: the moves that do
/// spoil it, and those that do not.
fn moves_against_a_threat<R: Rule>(game: &Game) -> Option<(usize, usize)> {
    let mut board = Board::<R>::from_game(game);
    let (eval, mut vcf) = (Evaluator::new(&board), Vcf::new());
    let mut search = VcfSearch::new(&mut vcf, &mut board, &eval, &|_| false);
    let threat = vcf_threat(&mut search, 1_000)?;
    let us = search.board.to_move();
    let others = search.board.empty().without(&threat.defences);
    for other in &others {
        if search.board.is_forbidden(us, other) {
            continue;
        }
        search.board.play(other);
        let verdict = search.solve(u64::from(u16::MAX), Breadth::All);
        search.board.undo();
        let plies = threat.plies;
        assert!(verdict.plies().is_some(), "{other:?} spoils a win in {plies} plies: {game:?}");
    }
    Some((threat.defences.len(), others.len()))
}

#[test]
fn a_stone_far_off_may_forbid_a_four_with_two_threes() {
    let mut game = position(RuleKind::Renju, "j8 l8 k7 k6 i5 j5 l4 m3", "a15 c15 e15 g15 a13 a11 a9 a7");
    game.set_to_move(Color::White);
    assert!(moves_against_a_threat::<Renju>(&game).is_some());
}

#[test]
fn every_move_loses_that_does_not_spoil_the_win_by_fours() {
    let mut random = SplitMix64::new(9);
    for rule in RuleKind::ALL {
        let mut seen = (0, 0, 0);
        for stones in (20..60).chain(20..60) {
            let game = crowded_position(rule, stones, &mut random);
            if let Some((defences, others)) = with_rule!(rule, R => moves_against_a_threat::<R>(&game)) {
                seen = (seen.0 + 1, seen.1 + defences, seen.2 + others);
            }
        }
        let (threats, defences, others) = seen;
        assert!(
            threats >= 10 && others > 3 * defences,
            "{rule}: {threats} threats, {defences} defences, {others} others"
        );
    }
}

#[test]
fn the_threat_searches_take_as_many_positions_as_ever() {
    // One memory for all, so that it gets full; few positions for each, so that many searches end before they are done.
    let mut vct = Vct::new(1 << 16);
    let mut rows = String::new();
    let mut random = SplitMix64::new(5);
    for rule in RuleKind::ALL {
        let mut all = [(0, 0, 0); 2];
        for stones in 14..44 {
            let mut game = crowded_position(rule, stones, &mut random);
            for _ in 0..2 {
                for ((wins, plies, nodes), solve) in all.iter_mut().zip([Solve::Vcf, Solve::Vct]) {
                    let before = vct.nodes();
                    if let Solved::Win(proof) = vct.solve(&game, solve, 2_000, &|_| false) {
                        *wins += 1;
                        *plies += proof.plies(proof.root());
                    }
                    *nodes += vct.nodes() - before;
                }
                game.set_to_move(!game.to_move());
            }
        }
        for ((wins, plies, nodes), name) in all.into_iter().zip(["fours", "threats"]) {
            rows += &format!("{rule}: {wins} wins by {name} in {plies} plies, {nodes} positions\n");
        }
    }
    // A change that should not concern these searches leaves every number as it is; UPDATE_EXPECT=1 renews them.
    expect_test::expect![[r#"
        freestyle: 16 wins by fours in 126 plies, 316 positions
        freestyle: 42 wins by threats in 410 plies, 38558 positions
        standard: 20 wins by fours in 134 plies, 507 positions
        standard: 41 wins by threats in 383 plies, 35779 positions
        renju: 17 wins by fours in 113 plies, 168 positions
        renju: 40 wins by threats in 422 plies, 37935 positions
        caro-overline: 15 wins by fours in 111 plies, 462 positions
        caro-overline: 31 wins by threats in 251 plies, 55395 positions
        caro: 16 wins by fours in 100 plies, 449 positions
        caro: 32 wins by threats in 262 plies, 57153 positions
    "#]]
    .assert_eq(&rows);
}

#[test]
fn what_is_forgotten_is_searched_again() {
    let mut game = position(RuleKind::Freestyle, "g8 h8 i9 i10", "a1 a3 a5 o1");
    game.set_to_move(Color::Black);
    let mut vct = Vct::new(1 << 14);
    let nodes = |vct: &mut Vct| {
        let before = vct.nodes();
        assert!(matches!(vct.solve(&game, Solve::Vct, 50_000, &|_| false), Solved::Win(_)));
        vct.nodes() - before
    };
    let first = nodes(&mut vct);
    assert!(nodes(&mut vct) < first);
    vct.forget();
    assert_eq!(nodes(&mut vct), first);
    let mut prover = VctProver::new(Vcf::new());
    let [first, second] = [(); 2].map(|()| {
        assert!(prover.look(&game, 50_000, &|| false).is_some() && prover.proven_win(&game, &|| false).is_some());
        prover.forget();
        assert!(prover.proven_win(&game, &|| false).is_none());
        prover.nodes()
    });
    assert_eq!(second, 2 * first);
}
