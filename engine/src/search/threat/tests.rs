//! Wins by threats that are known, and a plain search without any knowledge that the quick one is compared with.

use crate::color::Color;
use crate::game::Game;
use crate::point::{BoardSize, Point, Rows};
use crate::rule::{Rule, RuleKind};
use crate::search::threat::proof::{Proof, Scope};
use crate::search::threat::{Finding, Solve, Vct, VctProver};
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
        Finding::Win(proof) => {
            proof.check(game, Scope::Answers).unwrap_or_else(|gap| panic!("{gap}: {game:?}"));
            proof.check(game, Scope::Everything).unwrap_or_else(|gap| panic!("{gap}: {game:?}"));
            Some(proof)
        }
        Finding::None | Finding::Unknown => None,
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
        assert_eq!(end.outcome().and_then(|outcome| outcome.winner()), Some(to_move), "{game:?}");
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
    // White's four on h7 leaves h8 alone, which is a double-three.
    let (black, white) = ("i8 j8 g9 f10 h3 a1", "h4 h5 h6 n1 n3");
    assert_eq!(wins(RuleKind::Renju, black, white, Color::White), [true, true]);
    assert!(!wins(RuleKind::Freestyle, black, white, Color::White)[0]);
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
    let legal = |game: &Game, point: Point| !R::KIND.forbids(game.to_move()) || game.forbidden(point).is_none();
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
fn small_position(rule: RuleKind, draw: &mut impl FnMut(usize) -> usize) -> Game {
    let size = BoardSize::new(7, 7).unwrap();
    loop {
        let mut game = Game::new(rule, size);
        for _ in 0..9 + draw(7) {
            let _ = game.play(Point::new(draw(7), 1 + draw(6)));
        }
        if game.outcome().is_none() {
            return game;
        }
    }
}

#[test]
fn what_a_plain_search_finds_is_found() {
    let mut seed = 1u64;
    let mut draw = move |n: usize| {
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (seed >> 33) as usize % n
    };
    let mut all = [0; 2];
    for rule in RuleKind::ALL {
        let mut won = [0; 2];
        for _ in 0..80 {
            let game = small_position(rule, &mut draw);
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
    let mut prover = VctProver::new();
    assert!(prover.proven_win(&game).is_none());
    let begun = prover.look(&game, 50_000, &|| false).expect("two threes win");
    let elsewhere = Point::new(7, 0);
    let mut deviation = game.clone();
    deviation.play(elsewhere).unwrap();
    deviation.play(begun.line[0]).unwrap();
    assert!(prover.proven_win(&deviation).is_none());
    let mut left = begun.plies;
    while game.outcome().is_none() {
        let proven_win = prover.proven_win(&game).expect("the plan holds to the end");
        assert!(proven_win.plies <= left && proven_win.line.len() <= proven_win.plies);
        left = proven_win.plies - 1;
        game.play(proven_win.line[0]).unwrap();
        assert!(prover.proven_win(&game).is_none(), "the defender has no plan");
        if game.outcome().is_none() {
            // Far away, where it helps nothing.
            let answer = game.empty_points().find(|point| point.x() == 14).unwrap();
            game.play(answer).unwrap();
            left -= 1;
        }
    }
    assert_eq!(game.outcome().unwrap().winner(), Some(Color::Black));
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
        (matches!(found, Finding::Win(_)), looks.get())
    };
    let (found, looks) = solve(u32::MAX);
    assert!(found && looks > 5, "{looks}");
    for stop_at in 0..looks {
        assert_eq!(solve(stop_at), (false, stop_at + 1));
    }
}
