//! Where a node is left early, and where it must not be: each guard of the margins and of the null move by itself.

use super::*;
use crate::color::Color;
use crate::game::Game;
use crate::rule::{Freestyle, RuleKind};
use crate::search::tests::{position, with_worker};

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
    let score = worker.search::<Cut>(beta.below(), beta, depth, PLY, cut);
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

/// The score of a null move tried in a node at depth `depth` with beta `above` the evaluation, when the table knows that
/// the opponent, to move after it, has this score; none when the null move was not tried or decided nothing.
fn pass(game: &Game, depth: i32, cut: bool, above: i32, known: Score, change: Change) -> (Score, Option<Score>) {
    with_worker(game, NODES, |worker: Node| {
        let eval = worker.eval.score(&worker.board);
        worker.board.pass();
        let key = worker.board.key();
        worker.board.undo_pass();
        let entry =
            Entry { score: known.to_stored(PLY + 1), bound: Bound::Exact, depth: 50, eval, best: None, pv: false };
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
