//! Where a node is left early, and where it must not be: each guard of the margins and of the null move by itself.

use super::*;
use crate::board::Board;
use crate::color::Color;
use crate::game::Game;
use crate::point_set::PointSet;
use crate::rule::{Freestyle, RuleKind};
use crate::search::Shared;
use crate::search::known::KnownScores;
use crate::search::node::Root;
use crate::search::tests::{position, with_worker, with_worker_in};

/// The ply at which a node is searched, so that there are plies before it.
const PLY: usize = 4;
/// Enough nodes to tell a node that is searched from one that is left at once.
const NODES: u64 = 60;

/// Nobody threatens anything.
fn quiet() -> Game {
    position(RuleKind::Freestyle, Color::Black, "h8 i10", "g7 j9")
}

/// White, who is not to move, makes a four and a three on h8.
fn under_four_three() -> Game {
    position(RuleKind::Freestyle, Color::Black, "d8 a1 a3 c1 n1", "e8 f8 g8 h10 h11")
}

/// Black must answer a five on i8.
fn forced() -> Game {
    position(RuleKind::Freestyle, Color::Black, "d8 a1 c2 n1", "e8 f8 g8 h8")
}

type Node<'a, 'b> = &'a mut Worker<'b, Freestyle>;

/// What makes a node other than the usual one of a case.
type Change = fn(Node);

fn nothing(_: Node) {}

/// The evaluation two plies before was lower, or higher, than any now.
fn grown(worker: Node) {
    worker.stack[PLY - 2].eval = Some(Score::judged(-20_000));
}

fn exclude(worker: Node) {
    worker.stack[PLY].excluded = Some(Point::new(0, 7));
}

/// The score of a node at [`PLY`] with this beta and a window of no width, and the nodes that took.
fn ask(worker: Node, beta: Score, depth: i32, cut: bool) -> (Score, u64) {
    let score = worker.search::<NonPv>(beta.below(), beta, depth, PLY, cut);
    (score, worker.nodes)
}

/// Whether a node is left at once with its evaluation, when beta lies this far from it.
#[track_caller]
fn check(left: bool, game: &Game, depth: i32, beta: impl Fn(&params::Params, Score) -> Score, change: Change) {
    with_worker(game, NODES, |worker: Node| {
        let eval = worker.eval.score(&worker.board);
        let beta = beta(worker.params, eval);
        change(worker);
        let (score, nodes) = ask(worker, beta, depth, false);
        let found = nodes == 1 && score == eval;
        assert_eq!(found, left, "{score} after {nodes} nodes, evaluation {eval}, beta {beta}, depth {depth}");
    });
}

#[test]
fn a_node_far_above_beta_is_left_only_where_nothing_forbids_it() {
    let margin = |depth: i32, improving: bool, more: i32| {
        move |params: &params::Params, eval: Score| eval.shifted(-params.reverse_futility(depth, improving) - more)
    };
    let (quiet, deepest) = (quiet(), params::Params::default().reverse_futility_depth);
    for depth in [1, 2, deepest] {
        check(true, &quiet, depth, margin(depth, false, 0), nothing);
        check(false, &quiet, depth, margin(depth, false, -1), nothing);
        // An evaluation that has grown needs less.
        check(true, &quiet, depth, margin(depth, true, 0), grown);
        check(false, &quiet, depth, margin(depth, true, -1), grown);
    }
    check(false, &quiet, deepest + 1, margin(deepest + 1, false, 0), nothing);
    check(false, &quiet, 2, margin(2, false, 0), exclude);
    check(false, &under_four_three(), 2, margin(2, false, 0), nothing);
    check(false, &forced(), 2, margin(2, false, 0), nothing);
    // Not to be lost is no question of points.
    check(false, &quiet, 2, |_, _| Score::loss_in(20), nothing);
    with_worker(&quiet, NODES, |worker: Node| {
        let beta = worker.eval.score(&worker.board).shifted(-1000);
        worker.search::<Pv>(beta.below(), beta, 2, PLY, false);
        assert!(worker.nodes > 1, "a principal variation is not cut short");
    });
}

#[test]
fn a_node_far_below_alpha_is_left_only_where_nothing_forbids_it() {
    // Alpha is one below beta.
    let margin = |depth: i32, more: i32| {
        move |params: &params::Params, eval: Score| eval.shifted(params.razoring(depth) + 2 + more)
    };
    let (quiet, deepest) = (quiet(), params::Params::default().razoring_depth);
    for depth in 1..=deepest {
        check(true, &quiet, depth, margin(depth, 0), nothing);
        check(false, &quiet, depth, margin(depth, -1), nothing);
    }
    check(false, &quiet, deepest + 1, margin(deepest + 1, 0), nothing);
    check(false, &quiet, 2, margin(2, 0), exclude);
    check(false, &quiet, 2, |_, _| Score::win_in(20), nothing);
    check(false, &forced(), 2, margin(2, 0), nothing);
    // A win by fours is looked for first.
    let fours = position(RuleKind::Freestyle, Color::Black, "e8 f8 g8 h10 h11", "d8 a1 a3 c1 n1");
    check(false, &fours, 2, margin(2, 0), nothing);
}

#[test]
fn a_leaf_is_searched_where_a_four_three_threatens() {
    for (left, game) in [(true, quiet()), (false, under_four_three())] {
        check(left, &game, 0, |_, eval| eval, nothing);
        check(left, &game, -1, |_, eval| eval, nothing);
    }
}

#[test]
fn where_a_move_loses_only_what_spoils_the_win_by_fours_is_tried() {
    // White, who is not to move, makes a four and a three on h8 and on h3, and no stone of Black spoils both.
    let white = "e8 f8 g8 h10 h11 e3 f3 g3 i4 j5";
    let lost = position(RuleKind::Freestyle, Color::Black, "d8 a1 a6 b12 c14 d3 n1 n10 o5", white);
    with_worker(&lost, 100_000, |worker: Node| {
        let threat = worker.vcf_threat().expect("a four, a straight four and a five");
        assert_eq!(threat.plies, 5);
        let (candidates, nodes) = (worker.board.candidates().len() as u64, worker.nodes);
        let found = worker.search::<Pv>(-Score::INFINITE, Score::INFINITE, 2, PLY, false);
        assert_eq!(found, Score::loss_in(PLY + 1 + threat.plies));
        // Each move tried is a node, and the win after it a few more.
        let nodes = worker.nodes - nodes;
        assert!(nodes < 2 * candidates, "{nodes} nodes, and {candidates} moves there are");
    });
    // Where the first move loses, what spoils the only win by fours is tried all the same.
    with_worker(&under_four_three(), 2_000, |worker: Node| {
        let defences = worker.vcf_threat().expect("a four, a straight four and a five").defences;
        let loses = worker.board.candidates().without(&defences).first();
        assert!(!defences.is_empty() && loses.is_some());
        let eval = worker.eval.score(&worker.board);
        let score = Score::DRAW.to_stored(PLY);
        let entry = Entry { score, bound: Bound::Exact, depth: 0, eval: Some(eval), best: loses, pv: false };
        worker.shared.table.save(worker.board.key(), entry);
        let found = worker.search::<Pv>(-Score::INFINITE, Score::INFINITE, 2, PLY, false);
        assert!(!found.is_loss(), "{found}");
    });
}

/// The score of a null move tried in a node at depth `depth` with beta `above` the evaluation, when the table knows that
/// the opponent, to move after it, has this score; none when the null move was not tried or decided nothing.
fn pass(game: &Game, depth: i32, cut: bool, above: i32, known: Score, change: Change) -> (Score, Option<Score>) {
    with_worker(game, NODES, |worker: Node| {
        let eval = worker.eval.score(&worker.board);
        worker.board.pass();
        let key = worker.board.key();
        worker.board.undo_pass();
        let entry = Entry {
            score: known.to_stored(PLY + 1),
            bound: Bound::Exact,
            depth: 50,
            eval: Some(eval),
            best: None,
            pv: false,
        };
        worker.shared.table.save(key, entry);
        let beta = eval.shifted(above);
        change(worker);
        let (score, nodes) = ask(worker, beta, depth, cut);
        (beta, (nodes == 2 && [beta, -known].contains(&score)).then_some(score))
    })
}

#[test]
fn a_null_move_decides_only_where_nothing_forbids_it_and_proves_no_win() {
    let (quiet, shallowest) = (quiet(), params::Params::default().null_move_depth);
    let lost = Score::loss_in(30);
    let low = Score::judged(-3000);
    for depth in [shallowest, shallowest + 1] {
        let (beta, found) = pass(&quiet, depth, true, 0, lost, nothing);
        assert_eq!(found, Some(beta), "a win after a pass is not proved");
        assert_eq!(pass(&quiet, depth, true, 0, low, nothing).1, Some(-low), "a judgement is taken as it is");
    }
    for (why, depth, cut, above, game, change) in [
        ("too shallow", shallowest - 1, true, 0, &quiet, nothing as Change),
        ("not expected to reach beta", shallowest, false, 0, &quiet, nothing),
        ("below beta", shallowest, true, 1, &quiet, nothing),
        ("a move is left out", shallowest, true, 0, &quiet, exclude),
        ("the opponent has a four and a three", shallowest, true, 0, &under_four_three(), nothing),
        ("a five must be answered", shallowest, true, 0, &forced(), nothing),
    ] {
        assert_eq!(pass(game, depth, cut, above, lost, change).1, None, "{why}");
    }
    let after_a_pass = |worker: Node| worker.board.pass();
    assert_eq!(pass(&quiet, shallowest, true, 0, lost, after_a_pass).1, None, "two passes in a row");
    // A pass after which the opponent is well off decides nothing.
    assert_eq!(pass(&quiet, shallowest, true, 0, Score::judged(3000), nothing).1, None);
    // Losing is no question of points.
    let (beta, win) = (Score::win_in(40), Score::win_in(10));
    assert_eq!([proved_by_pass(win, beta), proved_by_pass(win, Score::DRAW)], [beta, Score::DRAW]);
    assert_eq!(proved_by_pass(Score::judged(70), Score::judged(50)), Score::judged(70));
}

/// The score of a node of the principal variation at [`PLY`] with the widest window.
fn score(game: &Game, depth: i32) -> Score {
    with_worker(game, 2000, |worker: Node| worker.search::<Pv>(-Score::INFINITE, Score::INFINITE, depth, PLY, false))
}

#[test]
fn what_the_threats_on_the_board_decide_is_counted_from_the_root() {
    let game = |own: &str, theirs: &str| position(RuleKind::Freestyle, Color::Black, own, theirs);
    for (why, game, expected) in [
        ("a five", game("e8 f8 g8 h8", "c3 d12 l4 n1"), Score::win_in(PLY + 1)),
        ("two fives of the opponent", game("c3 d12 l4 n1", "e8 f8 g8 h8"), Score::loss_in(PLY + 2)),
        ("a straight four", game("f8 g8 h8", "c3 d12 l4"), Score::win_in(PLY + 3)),
        ("a four and a three", game("e8 f8 g8 h10 h11", "d8 a1 a3 c1 n1"), Score::win_in(PLY + 5)),
    ] {
        for depth in [0, 1, 2] {
            assert_eq!(score(&game, depth), expected, "{why} at depth {depth}");
        }
    }
}

#[test]
fn a_five_and_a_straight_four_are_seen_without_a_search_and_whatever_is_asked_for() {
    for (own, plies) in [("e8 f8 g8 h8", 1), ("f8 g8 h8", 3)] {
        let game = position(RuleKind::Freestyle, Color::Black, own, "c3 d12 l4 n1");
        with_worker(&game, NODES, |worker: Node| {
            let beta = worker.eval.score(&worker.board).shifted(-1000);
            assert_eq!(ask(worker, beta, 2, false), (Score::win_in(PLY + plies), 1), "{own}");
        });
    }
}

#[test]
fn a_node_that_can_no_longer_end_the_game_sooner_is_left() {
    let left = |alpha: Score, beta: Score| {
        with_worker(&quiet(), NODES, |worker: Node| {
            let score = worker.search::<Pv>(alpha, beta, 2, PLY, false);
            (worker.nodes == 1).then_some(score)
        })
    };
    // Nothing from here is nearer than a straight four, or than two fives of the opponent.
    let [win, next_win] = [3, 4].map(|plies| Score::win_in(PLY + plies));
    assert_eq!([win, next_win].map(|alpha| left(alpha, Score::INFINITE)), [Some(win), None]);
    let [loss, next_loss] = [2, 3].map(|plies| Score::loss_in(PLY + plies));
    assert_eq!([loss, next_loss].map(|beta| left(-Score::INFINITE, beta)), [Some(loss), None]);
}

#[test]
fn a_line_of_the_most_plies_ends_with_the_evaluation_and_a_full_board_is_a_draw() {
    for (ply, ends) in [(MAX_PLY - 5, false), (MAX_PLY - 4, true)] {
        with_worker(&quiet(), NODES, |worker: Node| {
            let eval = worker.eval.score(&worker.board);
            let score = worker.search::<Pv>(-Score::INFINITE, Score::INFINITE, 2, ply, false);
            assert_eq!(worker.nodes == 1 && score == eval, ends, "at ply {ply}: {score} after {} nodes", worker.nodes);
        });
    }
}

#[test]
fn what_a_database_knows_settles_a_node_where_it_was_searched_as_deeply() {
    let game = quiet();
    // Whether it settles a node with a window of no width, and one of the principal variation.
    for (bound, depth, asked, settles) in [
        (Bound::Exact, 9, 9, [true, true]),
        (Bound::Exact, 9, 10, [false, false]),
        (Bound::Lower, 9, 9, [true, false]),
        (Bound::Upper, 9, 9, [false, false]),
    ] {
        let known = Score::judged(700);
        let entry = Entry { score: known.to_stored(0), bound, depth, eval: None, best: None, pv: false };
        let know = |shared: &mut Shared| {
            shared.known = KnownScores::of(Board::<Freestyle>::from_game(&game).key(), entry);
            shared.node_limit = NODES;
        };
        let answers = with_worker_in(&game, know, |worker: Node| {
            let beta = Score::judged(600);
            let narrow = worker.search::<NonPv>(beta.below(), beta, asked, 1, false);
            let narrow = worker.nodes == 1 && narrow == known;
            worker.nodes = 0;
            let wide = worker.search::<Pv>(beta.below(), Score::INFINITE, asked, 1, false);
            [narrow, worker.nodes == 1 && wide == known]
        });
        assert_eq!(answers, settles, "{bound:?} of depth {depth}, asked for {asked}");
    }
}

#[test]
fn a_proof_settles_every_node_but_the_root_where_the_game_was_decided() {
    let search: [fn(Node) -> Score; 3] = [
        |worker| worker.search::<Root>(-Score::INFINITE, Score::INFINITE, 3, 0, false),
        |worker| worker.search::<Pv>(-Score::INFINITE, Score::INFINITE, 3, 1, false),
        |worker| worker.search::<NonPv>(-Score::INFINITE, Score::INFINITE, 3, 1, false),
    ];
    for (decided, settles) in [(false, [false, false, false]), (true, [false, true, true])] {
        let found = search.map(|search| {
            let change = |shared: &mut Shared| {
                shared.decided = decided;
                shared.node_limit = NODES;
            };
            with_worker_in(&quiet(), change, |worker: Node| {
                worker.list_root_moves(1, &[]);
                let entry = Entry { depth: 0, ..Entry::win(40, None, None, false) };
                worker.shared.proofs.save(worker.board.key(), entry);
                search(worker);
                worker.nodes == 1
            })
        });
        assert_eq!(found, settles, "decided: {decided}");
    }
}

#[test]
fn the_first_answer_to_a_threat_costs_no_depth_on_a_principal_variation_below_the_root() {
    let open_three = position(RuleKind::Freestyle, Color::Black, "c3 d12 l4", "f8 g8 h8");
    // The depths that moves were searched to below a node of depth 2, the deepest first.
    let depths = |game: &Game, decided: bool, search: fn(Node) -> Score| {
        let change = |shared: &mut Shared| {
            shared.decided = decided;
            shared.node_limit = 100_000;
        };
        with_worker_in(game, change, |worker: Node| {
            worker.list_root_moves(1, &[]);
            search(worker);
            let depth = |point| Some(worker.shared.table.probe(worker.board.key_after(point))?.depth);
            let mut depths: Vec<i32> = worker.board.empty().iter().filter_map(depth).collect();
            depths.sort_by_key(|&depth| std::cmp::Reverse(depth));
            depths.truncate(2);
            depths
        })
    };
    let search: [fn(Node) -> Score; 3] = [
        |worker| worker.search::<Root>(-Score::INFINITE, Score::INFINITE, 2, 0, false),
        |worker| worker.search::<Pv>(-Score::INFINITE, Score::INFINITE, 2, PLY, false),
        |worker| worker.search::<NonPv>(-Score::INFINITE, Score::INFINITE, 2, PLY, false),
    ];
    let found = |game: &Game| search.map(|search| depths(game, false, search));
    assert_eq!(found(&forced()), [vec![1], vec![2], vec![1]]);
    let [root, pv, non_pv] = found(&open_three);
    assert_eq!((root[0], pv[0], pv[1], non_pv[0]), (1, 2, 1, 1), "later answers cost a ply");
    assert_eq!(found(&quiet())[1][0], 1, "nothing needs an answer");
    assert_eq!(depths(&forced(), true, search[1]), [1], "a proof is to be found again with few nodes");
}

#[test]
fn who_has_no_move_is_lost_as_soon_as_the_threat_says() {
    with_worker::<Freestyle, _>(&quiet(), NODES, |worker| {
        let eval = Score::judged(17);
        let mut score = |situation| worker.without_moves(&situation, eval, PLY);
        assert_eq!(score(Situation::AnswerFive(PointSet::EMPTY)), Score::loss_in(PLY + 2));
        assert_eq!(score(Situation::AnswerStraightFour(PointSet::EMPTY)), Score::loss_in(PLY + 4));
        assert_eq!(score(Situation::Free), eval, "elsewhere there is something legal");
    });
}
