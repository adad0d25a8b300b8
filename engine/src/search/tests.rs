//! What a search does around its recursion: the choice between threads, when it ends, deferred moves.

mod known;

use std::ops::RangeInclusive;
use std::panic::{AssertUnwindSafe, catch_unwind};

use web_time::Instant;

use super::*;
use crate::board::Board;
use crate::color::Color;
use crate::eval::Evaluator;
use crate::moves::{self, Situation};
use crate::point::{BoardSize, Point, Rows};
use crate::random::SplitMix64;
use crate::rule::{Freestyle, Renju, RuleKind};
use crate::score::Score;
use crate::search::stability::BestMoveStability;
use crate::zobrist::Key;

/// What one thread of a search that is not limited shares with nobody.
pub(super) fn shared<'a>(
    params: &'a Params,
    table: &'a tt::TranspositionTable,
    control: &'a SearchControl,
) -> Shared<'a> {
    Shared {
        params,
        table,
        proofs: table,
        abdada: None,
        control,
        stop: AtomicBool::new(false),
        nodes: Box::new([AtomicU64::new(0)]),
        node_limit: u64::MAX,
        timed: false,
        decided: false,
        known: KnownScores::default(),
    }
}

/// What is found out about a position with a worker that knows nothing and may visit so many nodes.
pub(super) fn with_worker<R: Rule, T>(game: &Game, nodes: u64, ask: impl FnOnce(&mut Worker<R>) -> T) -> T {
    with_worker_in(game, |shared| shared.node_limit = nodes, ask)
}

/// The same in a search that differs from the usual one by this change.
pub(super) fn with_worker_in<R: Rule, T>(
    game: &Game,
    change: impl FnOnce(&mut Shared),
    ask: impl FnOnce(&mut Worker<R>) -> T,
) -> T {
    let (params, table) = (Params::default(), tt::TranspositionTable::new(1 << 20));
    let control = SearchControl::unlimited();
    let mut shared = shared(&params, &table, &control);
    change(&mut shared);
    ask(&mut Worker::<R>::new(game, &mut ThreadData::default(), &shared, 0))
}

/// A point of a board of 15.
pub(super) fn point(text: &str) -> Point {
    Point::parse(text, BoardSize::square(15).unwrap(), Rows::FromBottom).unwrap()
}

/// A game on a board of 15 with stones of both colours, those of the side that does not move being placed last.
pub(super) fn position(rule: RuleKind, to_move: Color, own: &str, theirs: &str) -> Game {
    let mut game = Game::new(rule, BoardSize::square(15).unwrap());
    for (color, stones) in [(to_move, own), (!to_move, theirs)] {
        for stone in stones.split_whitespace() {
            game.place(color, point(stone)).unwrap();
        }
    }
    game.set_to_move(to_move);
    game
}

/// A line of a rank 1 search.
fn line(point: usize, score: Score, depth: u32) -> Line {
    Line::found(depth, score, &[Point::new(point, point)])
}

#[test]
fn the_vote_of_threads_goes_to_the_nearer_win_or_to_score_and_depth() {
    let judged = Score::judged;
    for (better, worse) in [
        // The same depth: the score decides. The same score: the depth.
        ((judged(30), 9), (judged(10), 9)),
        ((judged(-10), 9), (judged(-30), 9)),
        ((judged(10), 10), (judged(10), 9)),
        // 20 + 30 points at depth 5 against 20 at depth 12, and 20 + 30 at depth 4 against 20 at depth 12.
        ((judged(30), 5), (judged(0), 12)),
        ((judged(0), 12), (judged(30), 4)),
        // What counts is how far one lies above the other, and not how far above nothing.
        ((judged(-1000), 12), (judged(-990), 6)),
        ((judged(990), 12), (judged(1000), 6)),
        // Wins need no votes, and the nearer one is the better.
        ((Score::win_in(9), 3), (judged(3000), 20)),
        ((Score::win_in(9), 0), (judged(3000), 20)),
        ((Score::win_in(9), 3), (Score::win_in(11), 20)),
        // Nor do losses: who has not seen one does not know better. The later one holds out longer.
        ((Score::loss_in(12), 5), (judged(-500), 5)),
        ((Score::loss_in(12), 5), (judged(30), 20)),
        ((Score::loss_in(14), 5), (Score::loss_in(12), 5)),
        ((Score::win_in(9), 3), (Score::loss_in(12), 20)),
    ] {
        let [better, worse] = [(1, better), (2, worse)].map(|(point, (score, depth))| line(point, score, depth));
        assert_eq!(better.clone().or_better(worse.clone()), better, "{worse:?} is not better");
        assert_eq!(worse.or_better(better.clone()), better);
    }
    for score in [judged(10), Score::win_in(9)] {
        let [first, second] = [1, 2].map(|point| line(point, score, 9));
        assert_eq!(first.clone().or_better(second), first, "the first stays where both are alike");
    }
}

#[test]
fn instability_comes_from_new_best_moves_and_falling_scores() {
    let mut stability = BestMoveStability::default();
    let mut check = |point: usize, score: i32, instability: u32| {
        assert_eq!(stability.instability(&line(point, Score::judged(score), 9)), instability, "{point} at {score}");
    };
    check(1, 0, 60);
    // The same move again and again.
    check(1, 5, 30);
    check(1, 5, 20);
    check(1, 5, 15);
    // It falls by 40, then rises, then falls by more than counts.
    check(1, -35, 12 + 20);
    check(1, 100, 10);
    check(1, -900, 8 + 100);
    check(2, -900, 60);
    check(1, -910, 60 + 5);
    check(1, -910, 30);
}

#[test]
fn an_unstable_search_goes_on_where_a_stable_one_ends() {
    let budget = Budget { soft: Some(Duration::from_millis(1000)), hard: Some(Duration::from_millis(4000)) };
    let one = Request::default();
    let goes_on = |stability: &mut BestMoveStability, found: &Line, request: &Request, millis: u64| {
        stability.goes_on(std::slice::from_ref(found), request, budget, Duration::from_millis(millis))
    };
    let stable_after = |points: &[usize]| {
        let mut stability = BestMoveStability::default();
        points.iter().for_each(|&point| _ = stability.instability(&line(point, Score::DRAW, 9)));
        stability
    };
    let last = line(1, Score::DRAW, 10);
    // The third iteration with the same move: 60 % and 15 % of the time. With a new move: 60 % and 60 %.
    for (before, millis, expected) in
        [(&[1, 1, 1], 740, true), (&[1, 1, 1], 760, false), (&[2, 2, 2], 1190, true), (&[2, 2, 2], 1210, false)]
    {
        assert_eq!(goes_on(&mut stable_after(before), &last, &one, millis), expected, "{before:?} after {millis} ms");
    }
    // A decided game needs no further iteration of one line; a loss only once it is seen to its end.
    for (score, depth, expected) in [
        (Score::win_in(5), 4, false),
        (Score::loss_in(6), 6, true),
        (Score::loss_in(6), 7, false),
        (Score::judged(5000), 20, true),
    ] {
        assert_eq!(
            goes_on(&mut BestMoveStability::default(), &line(1, score, depth), &one, 0),
            expected,
            "{score} at {depth}"
        );
    }
    // Several lines are done once each of them is decided, however far away the end is.
    let several = Request { lines: 2, ..Request::default() };
    let [win, loss, level] = [Score::win_in(5), Score::loss_in(6), Score::DRAW].map(|score| line(1, score, 4));
    for (block, expected) in
        [([&win, &level], true), ([&level, &loss], true), ([&win, &loss], false), ([&loss, &loss], false)]
    {
        let block = block.map(Line::clone);
        assert_eq!(
            BestMoveStability::default().goes_on(&block, &several, budget, Duration::ZERO),
            expected,
            "{block:?}"
        );
    }
}

#[test]
fn a_five_is_a_win_though_nothing_was_searched() {
    let game = position(RuleKind::Freestyle, Color::White, "g10 h10 i10 j10", "f10 k12 l9 d6");
    for (lines, nodes) in [(1, 1), (2, 1), (3, 100), (3, 10_000)] {
        let request = Request { lines, nodes: Some(nodes), ..Request::default() };
        let control = SearchControl::unlimited();
        let found = Searcher::new(1 << 20, 1).search(&game, &request, &control, &mut |_| {}).unwrap();
        assert_eq!(
            (found.score, found.variation.len()),
            (Score::win_in(1), 1),
            "{lines} lines, {nodes} nodes: {found:?}"
        );
    }
}

#[test]
fn an_answer_wanted_at_once_is_found_in_a_number_of_positions() {
    let game = position(RuleKind::Freestyle, Color::Black, "h8 g9", "i9 g7");
    let nodes = |searcher: &mut Searcher, hard: Option<Duration>, limit: u64| {
        let request = Request { nodes: Some(limit), ..Request::default() };
        let control = SearchControl::new(Instant::now(), Budget { soft: None, hard });
        searcher.search(&game, &request, &control, &mut |_| {}).unwrap().nodes
    };
    let limit = 2 * INSTANT_NODES;
    for (hard, expected) in [(None, limit), (Some(Duration::ZERO), INSTANT_NODES), (Some(INSTANT / 2), INSTANT_NODES)] {
        let found = nodes(&mut Searcher::new(1 << 20, 1), hard, limit);
        assert!((expected..expected + 100).contains(&found), "{found} nodes in {hard:?}");
    }
}

#[test]
fn nodes_are_those_of_all_threads_and_lines_are_told_together() {
    let game = position(RuleKind::Freestyle, Color::Black, "h8 g9", "i9 g7");
    let search = |threads, request: &Request| {
        let (mut told, control) = (Vec::new(), SearchControl::unlimited());
        let mut searcher = Searcher::new(1 << 20, threads);
        let found = searcher.search(&game, request, &control, &mut |block| told.push(block.to_vec())).unwrap();
        (found, told)
    };
    let (found, _) = search(2, &Request { nodes: Some(30_000), ..Request::default() });
    assert!(found.nodes >= 30_000, "{found:?}");
    let (_, told) = search(1, &Request { lines: 3, depth: Some(3), ..Request::default() });
    assert!(told.len() >= 3 && told.iter().all(|block| block.len() == 3), "{told:?}");
}

#[test]
fn the_line_that_was_found_was_told_last_wherever_the_search_ends() {
    let game = position(RuleKind::Freestyle, Color::Black, "h8 g9", "i9 g7");
    for nodes in [1, 300, 1000, 2000, 4000, 8000, 16_000] {
        let request = Request { nodes: Some(nodes), ..Request::default() };
        let (mut told, control) = (None, SearchControl::unlimited());
        let mut hear = |block: &[Line]| told = block.first().cloned();
        let found = Searcher::new(1 << 20, 1).search(&game, &request, &control, &mut hear).unwrap();
        assert!(told.is_some_and(|told: Line| told.is_same_as(&found)), "{nodes} nodes: {found:?}");
    }
}

#[test]
fn each_of_several_lines_that_win_goes_to_the_five() {
    let game = position(RuleKind::Freestyle, Color::Black, "g8 h8 i8", "a1 c3 n2");
    let request = Request { lines: 3, depth: Some(4), ..Request::default() };
    let (mut told, control) = (Vec::new(), SearchControl::unlimited());
    let found = Searcher::new(1 << 20, 1).search(&game, &request, &control, &mut |block| told = block.to_vec());
    assert!(found.is_some());
    // Both ends of the three.
    let lines: Vec<_> = told[..2].iter().map(|line| (line.score, line.variation.len())).collect();
    assert_eq!(lines, [(Score::win_in(3), 3); 2], "{told:?}");
}

#[test]
fn a_variation_goes_nearly_as_deep_as_the_search() {
    let game = position(RuleKind::Freestyle, Color::Black, "h8 g9", "i9 g7");
    let request = Request { depth: Some(6), ..Request::default() };
    let control = SearchControl::unlimited();
    let mut depths = Vec::new();
    let mut hear = |block: &[Line]| depths.extend(block.iter().map(|line| line.depth));
    let found = Searcher::new(1 << 20, 1).search(&game, &request, &control, &mut hear).unwrap();
    assert!(found.variation.len() > 3, "{found:?}");
    assert_eq!(depths, [1, 2, 3, 4, 5, 6], "each iteration is told once");
}

#[test]
fn a_search_goes_by_the_numbers_it_was_given() {
    let game = position(RuleKind::Freestyle, Color::Black, "h8 g9", "i9 g7");
    let nodes = |params: Params| {
        let mut searcher = Searcher::new(1 << 20, 1);
        searcher.set_params(params);
        let request = Request { depth: Some(6), ..Request::default() };
        let control = SearchControl::unlimited();
        searcher.search(&game, &request, &control, &mut |_| {}).unwrap().nodes
    };
    let usual = Params::default();
    assert_ne!(
        nodes(Params { reverse_futility_slope: 2 * usual.reverse_futility_slope, ..usual.clone() }),
        nodes(usual)
    );
}

#[test]
fn who_can_only_play_what_is_forbidden_is_as_good_as_lost_but_not_by_proof() {
    let size = BoardSize::new(6, 5).unwrap();
    let mut game = Game::new(RuleKind::Renju, size);
    // The last empty point is d1, where Black would make six.
    for (row, stones) in ["XXX.XX", "OOXXOO", "XXOOXX", "OOXXOO", "XXOOXX"].into_iter().enumerate() {
        for (column, stone) in stones.chars().enumerate().filter(|&(_, stone)| stone != '.') {
            let color = if stone == 'X' { Color::Black } else { Color::White };
            game.place(color, Point::new(column, row)).unwrap();
        }
    }
    game.set_to_move(Color::Black);
    for lines in [1, 2] {
        let request = Request { lines, nodes: Some(1000), ..Request::default() };
        let control = SearchControl::unlimited();
        let found = Searcher::new(1 << 20, 1).search(&game, &request, &control, &mut |_| {}).unwrap();
        assert_eq!((found.score, found.variation[0]), (params::ONLY_FORBIDDEN, Point::new(3, 0)), "{lines} lines");
    }
    assert!(!params::ONLY_FORBIDDEN.is_decided() && params::ONLY_FORBIDDEN.win_probability(RuleKind::Renju) < 0.001);
}

#[test]
fn signals_end_a_search_by_word_and_by_time() {
    let received = Instant::now().checked_sub(Duration::from_secs(10)).unwrap();
    let budget = |hard| Budget { soft: Some(Duration::from_secs(1)), hard: Some(Duration::from_secs(hard)) };
    assert!(SearchControl::new(received, budget(9)).is_over());
    let control = SearchControl::new(received, budget(9000));
    assert_eq!(control.budget(), budget(9000));
    assert!(!control.is_over() && control.elapsed() >= Duration::from_secs(10));
    control.set_budget(Budget::UNLIMITED);
    assert_eq!((control.budget(), control.is_over()), (Budget::UNLIMITED, false));
    control.set_budget(budget(5));
    assert!(control.is_over());
    control.set_budget(budget(9000));
    control.stop();
    assert!(control.is_over());
}

#[test]
fn a_table_has_room_for_what_the_limits_let_it_hold() {
    let with = |nodes, threads, hard: Option<u64>| {
        let budget = Budget { soft: None, hard: hard.map(Duration::from_secs) };
        Request { nodes, ..Request::default() }.entries(budget, threads)
    };
    assert_eq!(with(None, 1, None), u64::MAX);
    assert_eq!(with(Some(1000), 1, None), 4 * 1000);
    assert_eq!(with(Some(1000), 3, None), 3 * 4 * 1000);
    assert_eq!(with(None, 1, Some(2)), 4 * 2_000_000);
    assert_eq!(with(Some(1000), 1, Some(2)), 4 * 1000);
    assert_eq!(with(Some(9_000_000), 1, Some(2)), 4 * 2_000_000);
}

#[test]
fn a_score_above_the_evaluation_raises_it_and_one_below_lowers_it() {
    let game = position(RuleKind::Freestyle, Color::Black, "h8 g9", "i9 g7");
    for (score, expected) in [(60, 1), (-60, -1), (0, 0)] {
        let moved = with_worker::<Freestyle, _>(&game, u64::MAX, |worker| {
            let eval = worker.eval.score(&worker.board);
            // Learned often enough to be felt in whole points.
            (0..100).for_each(|_| worker.update_correction(eval.shifted(score), eval, 10));
            worker.corrected_eval(eval).value() - eval.value()
        });
        assert_eq!(moved.signum(), expected, "learned {score}, moved by {moved}");
        assert!(moved.abs() <= 2 * score.abs(), "learned {score}, moved by {moved}");
    }
}

/// Searches with one thread while others are noted to be at the positions after some moves, by their rank at the root.
fn search(game: &Game, taken: &[usize], depths: RangeInclusive<i32>) -> Line {
    let (params, table) = (Params::default(), tt::TranspositionTable::new(1 << 20));
    let control = SearchControl::unlimited();
    let shared = Shared { abdada: AbdadaTable::among(2), ..shared(&params, &table, &control) };
    let mut data = ThreadData::default();
    let mut worker = Worker::<Renju>::new(game, &mut data, &shared, 0);
    worker.list_root_moves(1, &[]);
    for &rank in taken {
        shared.abdada.iter().for_each(|abdada| abdada.begin(worker.board.key_after(worker.root.moves()[rank].point)));
    }
    worker.iterate(1, depths, |_| true);
    Line { elapsed: Duration::ZERO, ..worker.line(1) }
}

#[test]
fn deferred_moves_are_searched_after_all() {
    let size = BoardSize::square(15).unwrap();
    let game = Game::from_text(RuleKind::Renju, size, "h8i9g7f9", Rows::FromBottom).unwrap();
    let alone = search(&game, &[], 1..=6);
    let moves = moves::available(&Board::<Renju>::from_game(&game), &Situation::Free).iter().count();
    assert_eq!(search(&game, &[moves - 2, moves - 1], 1..=6), alone, "the last moves come last in any case");
    let at_once = |taken: &[usize]| search(&game, taken, 6..=6);
    assert_eq!(at_once(&[0]), at_once(&[]), "the first move is not deferred");
    let shallow = |taken: &[usize]| search(&game, taken, 1..=params::ABDADA_DEPTH - 1);
    assert_eq!(shallow(&[1, 2, 3, 4]), shallow(&[]), "nothing is deferred near the leaves");
    assert_ne!(search(&game, &[1, 2, 3, 4], 1..=6).nodes, alone.nodes, "nothing was deferred");
}

#[test]
fn a_search_is_over_when_it_is_told_so_and_by_time_only_where_the_clock_is_watched() {
    let (params, table) = (Params::default(), tt::TranspositionTable::new(1 << 16));
    let late = Budget { soft: None, hard: Some(Duration::ZERO) };
    for (timed, budget, stopped, expected) in [
        (false, Budget::UNLIMITED, false, false),
        (false, Budget::UNLIMITED, true, true),
        (false, late, false, false),
        (true, late, false, true),
        (true, Budget::UNLIMITED, false, false),
        (true, Budget::UNLIMITED, true, true),
    ] {
        let control = SearchControl::new(Instant::now(), budget);
        if stopped {
            control.stop();
        }
        let shared = Shared { timed, ..shared(&params, &table, &control) };
        assert_eq!(shared.is_time_over(), expected, "watched: {timed}, {budget:?}, stopped: {stopped}");
    }
}

/// The entry of a position that is won by this move.
fn proof(best: Option<Point>) -> tt::Entry {
    tt::Entry::win(9, best, None, false)
}

#[test]
fn a_searcher_of_another_size_is_another_and_of_the_same_size_the_same() {
    let mut searcher = Searcher::new(1 << 20, 1);
    searcher.tables.table.save(Key(5), proof(None));
    searcher.resize(1 << 20, 2);
    assert!(searcher.tables.table.probe(Key(5)).is_some() && searcher.thread_data.len() == 2);
    searcher.resize(2 << 20, 2);
    assert!(searcher.tables.table.probe(Key(5)).is_none());
}

#[test]
fn one_memory_of_the_vcf_serves_all_threads_and_the_prover_whatever_their_number() {
    // Fours that lead to nothing.
    let game = position(RuleKind::Freestyle, Color::Black, "e8 f8 g8 k3 k4 k5 c2 c4", "d8 k2 a3 o1 a5 o15 m9 c3");
    let mut board = Board::<Freestyle>::from_game(&game);
    let eval = Evaluator::new(&board);
    let mut looked_at = |vcf: &mut threat::Vcf| {
        let before = vcf.nodes();
        let mut search = threat::VcfSearch::new(vcf, &mut board, &eval, &|_| false);
        assert_eq!(search.solve(1000, threat::Breadth::All), threat::Verdict::None);
        vcf.nodes() - before
    };
    let forgotten = looked_at(&mut threat::Vcf::new());
    let mut searcher = Searcher::new(1 << 20, 2);
    searcher.resize(1 << 20, 1);
    assert!(searcher.prover.look(&game, 100, &|| false).is_none());
    searcher.resize(1 << 20, 3);
    assert!(forgotten > 1);
    assert_eq!(searcher.thread_data.iter_mut().map(|data| looked_at(&mut data.vcf)).collect::<Vec<_>>(), [1, 1, 1]);
    searcher.has_searched = true;
    searcher.forget();
    assert_eq!(looked_at(&mut searcher.thread_data[2].vcf), forgotten);
}

#[test]
fn a_win_by_threats_that_was_found_is_forgotten() {
    let game = position(RuleKind::Freestyle, Color::Black, "g8 h8 i9 i10 b3", "c3 d3 e3 o1");
    let mut searcher = Searcher::new(1 << 20, 1);
    assert!(searcher.prover.look(&game, 50_000, &|| false).is_some());
    assert!(searcher.prover.proven_win(&game, &|| false).is_some());
    searcher.has_searched = true;
    searcher.forget();
    assert!(searcher.prover.proven_win(&game, &|| false).is_none());
}

#[test]
fn there_is_room_for_proofs_by_what_a_search_may_find() {
    let mut searcher = Searcher::new(1 << 27, 1);
    let request = Request { depth: Some(1), nodes: Some(1_000_000), ..Request::default() };
    let control = SearchControl::unlimited();
    searcher.search(&four_three(), &request, &control, &mut |_| {}).unwrap();
    // A sixteenth of four times the nodes; what a new table has in use holds 65,536.
    let mut random = SplitMix64::new(5);
    let keys: Vec<_> = (0..100_000).map(|_| Key(random.next_u64())).collect();
    keys.iter().for_each(|&key| searcher.tables.proofs.save(key, proof(None)));
    let held = keys.iter().filter(|&&key| searcher.tables.proofs.probe(key).is_some()).count();
    assert!(held > 90_000, "{held}");
}

#[test]
fn a_win_by_fours_that_is_found_at_once_is_proved_for_later_searches() {
    let game = four_three();
    let mut searcher = Searcher::new(1 << 20, 1);
    let control = SearchControl::unlimited();
    let found = searcher.search(&game, &Request::default(), &control, &mut |_| {}).unwrap();
    let proof = searcher.tables.proofs.probe(Board::<Freestyle>::from_game(&game).key()).unwrap();
    assert_eq!((proof.score.at_ply(0), proof.best), (Score::win_in(5), Some(found.variation[0])));
}

#[test]
fn a_search_without_limits_ends_at_the_deepest_iteration() {
    // Two points are left.
    let size = BoardSize::new(5, 5).unwrap();
    let mut full = Game::new(RuleKind::Freestyle, size);
    for (i, point) in size.points().enumerate().take(23) {
        let color = if (i + i / 5 / 2) % 2 == 0 { Color::Black } else { Color::White };
        full.place(color, point).unwrap();
    }
    full.set_to_move(Color::Black);
    let control = SearchControl::unlimited();
    let found = Searcher::new(1 << 20, 1).search(&full, &Request::default(), &control, &mut |_| {}).unwrap();
    assert_eq!((found.depth, found.score), (MAX_PLY as u32 / 2, Score::DRAW));
}

/// A four-three: Black's j8 makes a four and a three.
fn four_three() -> Game {
    position(RuleKind::Freestyle, Color::Black, "g8 h8 i8 j9 j10", "f8 c3 m12 d12 l3")
}

#[test]
fn a_win_by_fours_is_the_answer_at_once_and_is_shortened_only_for_a_proof() {
    let game = four_three();
    let heard = |request: Request| {
        let mut heard = 0;
        let control = SearchControl::unlimited();
        let found = Searcher::new(1 << 20, 1).search(&game, &request, &control, &mut |_| heard += 1).unwrap();
        assert_eq!((found.score, found.variation[0]), (Score::win_in(5), point("j8")));
        heard
    };
    let limited = Request { depth: Some(4), ..Request::default() };
    assert_eq!(heard(limited.clone()), 1);
    assert!(heard(Request { proof: true, ..limited }) > 1);
}

#[test]
fn a_single_answer_is_searched_little_where_time_counts_and_no_more_is_asked() {
    // Black must stop a five on i8; and the first stone comes to the middle.
    let five = position(RuleKind::Freestyle, Color::Black, "d8 a1 c2 n1", "e8 f8 g8 h8");
    let begin = Game::new(RuleKind::Freestyle, BoardSize::square(15).unwrap());
    let timed = Budget { soft: None, hard: Some(Duration::from_secs(3600)) };
    let plain = Request { depth: Some(12), ..Request::default() };
    let found = |game: &Game, budget: Budget, request: &Request| {
        let control = SearchControl::new(Instant::now(), budget);
        Searcher::new(1 << 20, 1).search(game, request, &control, &mut |_| {}).unwrap()
    };
    for (budget, request, is_hurried) in [
        (timed, plain.clone(), true),
        (Budget::UNLIMITED, plain.clone(), false),
        (timed, Request { proof: true, ..plain.clone() }, false),
        (timed, Request { thorough: true, ..plain.clone() }, false),
    ] {
        for game in [&five, &begin] {
            let found = found(game, budget, &request);
            assert_eq!(found.nodes < 1_100, is_hurried, "{request:?}: {found:?}");
            assert!(found.depth > 1, "{found:?}");
        }
    }
    // Black has two threes, and must stop a five first: how the game stands is known for all that.
    let threes = position(RuleKind::Freestyle, Color::Black, "g8 h8 i8 l3 l4 l5", "a1 c1 d1 e1 o15 a13");
    let found = found(&threes, timed, &Request::default());
    assert!(found.score.is_win() && found.variation[0] == point("b1"), "{found:?}");
}

#[test]
fn no_iteration_follows_when_the_time_for_beginning_one_is_over() {
    let game = position(RuleKind::Freestyle, Color::Black, "h8 g9", "i9 g7");
    let request = Request { depth: Some(9), ..Request::default() };
    let over = Budget { soft: Some(Duration::ZERO), hard: Some(Duration::from_secs(3600)) };
    for (budget, depth) in [(over, 1), (Budget { soft: None, ..over }, 9)] {
        let control = SearchControl::new(Instant::now(), budget);
        let found = Searcher::new(1 << 20, 1).search(&game, &request, &control, &mut |_| {}).unwrap();
        assert_eq!(found.depth, depth, "{budget:?}");
    }
}

#[test]
fn wins_by_threats_are_looked_for_beside_a_single_line_and_all_nodes_and_all_time_are_counted() {
    let game = position(RuleKind::Freestyle, Color::Black, "h8 g9", "i9 g7");
    for (lines, looked) in [(1, true), (2, false)] {
        let mut searcher = Searcher::new(1 << 20, 1);
        let request = Request { lines, nodes: Some(9000), ..Request::default() };
        let control = SearchControl::unlimited();
        let mut heard = Vec::new();
        let mut hear = |block: &[Line]| heard.push((block[0].nodes, control.elapsed()));
        let found = searcher.search(&game, &request, &control, &mut hear).unwrap();
        assert_eq!(searcher.prover.nodes() > 0, looked, "{lines} lines");
        // The last iteration was not finished, and its nodes and its time are told all the same.
        assert!((9000..9300).contains(&found.nodes), "{lines} lines: {} nodes", found.nodes);
        let before = heard.iter().filter(|&&(nodes, _)| nodes < found.nodes).map(|&(_, time)| time).max();
        assert!(before.is_some_and(|time| time <= found.elapsed), "{lines} lines: {before:?}, {:?}", found.elapsed);
    }
}

#[test]
fn a_move_that_loses_to_threats_which_the_search_overlooks_is_not_played() {
    // From a game that was lost: after g5 White wins by three fours, a three and a four.
    let moves = "j6k5g8j5l5l6k7j4i3i5h6k4i4m4i6g6k2m5m6j2l4m2";
    let game = Game::from_text(RuleKind::Renju, BoardSize::square(15).unwrap(), moves, Rows::FromTop).unwrap();
    let request = Request { nodes: Some(100_000), ..Request::default() };
    let control = SearchControl::unlimited();
    let mut told = Vec::new();
    let mut hear = |block: &[Line]| told.push(block[0].variation[0]);
    let found = Searcher::new(32 << 20, 1).search(&game, &request, &control, &mut hear);
    let g5 = Point::parse("g5", game.size(), Rows::FromTop).unwrap();
    assert!(told.contains(&g5), "it is not seen at once");
    assert_ne!(found.unwrap().variation[0], g5);
}

#[test]
fn the_game_that_was_decided_is_kept_while_it_goes_on() {
    let mut searcher = Searcher::new(1 << 20, 1);
    let mut decided_without = |game: &Game, exclude: &[&str], stopped: bool| {
        let exclude = exclude.iter().map(|text| point(text)).collect();
        let request = Request { depth: Some(4), exclude, ..Request::default() };
        let control = SearchControl::unlimited();
        if stopped {
            control.stop();
        }
        let found = searcher.search(game, &request, &control, &mut |_| {}).unwrap();
        (found.score, searcher.decided.as_ref().map(|game| game.moves().len()))
    };
    let mut decided_after = |game: &Game, stopped: bool| decided_without(game, &[], stopped);
    let game = four_three();
    let stones = game.moves().len();
    assert_eq!(decided_after(&game, false), (Score::win_in(5), Some(stones)));
    let mut later = game.clone();
    for played in ["j8", "k8"] {
        later.play(point(played)).unwrap();
    }
    assert_eq!(decided_after(&later, false), (Score::win_in(3), Some(stones)), "it was decided before");
    // A search that was stopped at once, such as one beside the opponent's thinking, says nothing.
    let mut quiet = game.clone();
    quiet.play(point("a1")).unwrap();
    let (score, decided) = decided_after(&quiet, true);
    assert!(!score.is_decided() && decided == Some(stones), "{score:?}, {decided:?}");
    // The win was not played, and White's answers take it.
    let mut missed = game.clone();
    for played in ["a1", "j8", "o1", "h10"] {
        missed.play(point(played)).unwrap();
    }
    let (score, decided) = decided_after(&missed, false);
    assert!(!score.is_decided() && decided.is_none(), "{score:?}");
    assert_eq!(decided_after(&later, false), (Score::win_in(3), Some(later.moves().len())));
    let another = position(RuleKind::Freestyle, Color::Black, "h8", "i9");
    assert_eq!(decided_after(&another, false).1, None);
    assert_eq!(decided_after(&game, false).1, Some(stones));
    // Where moves are left out, nothing is said of the game but a win: another move may defend, or win.
    let three = position(RuleKind::Freestyle, Color::White, "a1 c2", "g8 h8 i8");
    let (score, decided) = decided_without(&three, &["e8", "f8", "j8", "k8"], false);
    assert!(score.is_loss() && decided == Some(stones), "{score:?}, {decided:?}");
    let (score, decided) = decided_without(&quiet, &["o15"], false);
    assert!(!score.is_decided() && decided == Some(stones), "{score:?}, {decided:?}");
    let (score, decided) = decided_without(&later, &["o15"], false);
    assert!(score.is_win() && decided == Some(stones), "{score:?}, {decided:?}");
    searcher.forget();
    assert!(searcher.decided.is_none());
}

#[test]
fn a_win_by_threats_counts_where_its_first_move_may_be_played_and_its_end_is_not_too_far() {
    let game = position(RuleKind::Freestyle, Color::Black, "h8 g9", "i9 g7");
    let [first, second] = [(8, 9), (9, 9)].map(|(column, row)| Point::new(column, row));
    with_worker::<Freestyle, _>(&game, 1, |worker| {
        worker.list_root_moves(1, &[second]);
        let counts = |plies, point| {
            worker.allowed(threat::prover::ProvenWin { plies, line: vec![point] }).map(|line| line.score)
        };
        assert_eq!(counts(9, first), Some(Score::win_in(9)));
        assert_eq!(counts(MAX_PLY, first), Some(Score::win_in(MAX_PLY)));
        assert_eq!([counts(MAX_PLY + 1, first), counts(9, second)], [None, None]);
    });
}

#[test]
fn the_number_of_nodes_is_kept_between_two_looks_at_the_clock() {
    let game = position(RuleKind::Freestyle, Color::Black, "h8 g9", "i9 g7");
    for limit in [1, 100, 300] {
        let nodes = with_worker::<Freestyle, _>(&game, limit, |worker| {
            worker.list_root_moves(1, &[]);
            worker.iterate(1, 1..=20, |_| true);
            worker.nodes
        });
        // A threat search may take a few more than it was given.
        assert!((limit..limit + 8).contains(&nodes), "{nodes} nodes of {limit}");
    }
}

#[test]
fn a_window_opens_where_it_is_wide_or_the_score_is_decided() {
    let [level, high, win] = [Score::DRAW, Score::judged(900), Score::win_in(9)];
    for (score, width, expected) in [
        (level, 40, Score::judged(40)),
        (level, 1000, Score::judged(1000)),
        (level, 1001, Score::INFINITE),
        (high, -40, Score::judged(860)),
        (high, -1000, Score::judged(-100)),
        (high, -1001, Score::INFINITE),
        (win, 40, Score::INFINITE),
    ] {
        assert_eq!(root::beyond(score, width, Score::INFINITE), expected, "{width} from {score}");
    }
}

#[test]
fn only_the_best_of_all_moves_stands_for_the_root_in_the_table() {
    let game = position(RuleKind::Freestyle, Color::Black, "h8 g9", "i9 g7");
    let best_in_table = |lines: usize, exclude: &[Point]| {
        with_worker::<Freestyle, _>(&game, u64::MAX, |worker| {
            worker.list_root_moves(lines, exclude);
            worker.iterate(lines, 1..=4, |_| true);
            let entry = worker.shared.table.probe(worker.board.key());
            (entry.and_then(|entry| entry.best), worker.block(1)[0].variation[0])
        })
    };
    for lines in [1, 3] {
        let (in_table, best) = best_in_table(lines, &[]);
        assert_eq!(in_table, Some(best), "{lines} lines");
    }
    let (_, best) = best_in_table(1, &[]);
    let (in_table, next_best) = best_in_table(1, &[best]);
    assert!(in_table.is_none() && next_best != best);
}

#[test]
fn no_helper_searches_on_when_the_first_thread_panics() {
    let control = SearchControl::unlimited();
    let mut searcher = Searcher::new(1 << 20, 3);
    let game = Game::from_text(RuleKind::Renju, BoardSize::square(15).unwrap(), "h8i9g7f9", Rows::FromBottom).unwrap();
    let fail = &mut |_: &[Line]| panic!("who hears of it panics");
    let search = AssertUnwindSafe(|| searcher.search(&game, &Request::default(), &control, fail));
    assert!(catch_unwind(search).is_err());
}

#[test]
fn the_limit_of_nodes_is_that_of_the_first_thread() {
    let game = position(RuleKind::Freestyle, Color::Black, "h8", "i9");
    let (params, table) = (Params::default(), tt::TranspositionTable::new(1 << 20));
    let control = SearchControl::unlimited();
    for (number, limited) in [(0, true), (1, false)] {
        let nodes = Box::new([const { AtomicU64::new(0) }; 2]);
        let shared = Shared { nodes, node_limit: 1, ..shared(&params, &table, &control) };
        let mut data = ThreadData::default();
        let mut worker = Worker::<Freestyle>::new(&game, &mut data, &shared, number);
        worker.nodes = 1;
        assert_eq!(worker.nodes_left() == 1, limited, "what searches by fours of thread {number} may use");
        assert_eq!(worker.must_stop(), limited, "thread {number}");
    }
}

#[test]
fn the_clock_is_looked_at_however_many_nodes_a_position_costs() {
    with_worker::<Freestyle, _>(&position(RuleKind::Freestyle, Color::Black, "h8", "i9"), u64::MAX, |worker| {
        worker.nodes = 1;
        assert!(!worker.must_stop());
        worker.shared.control.stop();
        for (nodes, stops) in [(255, false), (300, true)] {
            worker.nodes = nodes;
            assert_eq!(worker.must_stop(), stops, "after {nodes} nodes");
        }
    });
}

#[test]
fn helpers_do_every_other_iteration() {
    for (number, expected) in
        [(1, [2, 4, 6, 8, 10, 12].as_slice()), (2, &[1, 3, 5, 7, 9, 11]), (3, &[2, 4, 6, 8, 10, 12])]
    {
        let depths: Vec<i32> = depths_of_helper(number, 12).collect();
        assert_eq!(depths, expected, "helper {number}");
    }
}

#[test]
fn a_helper_looks_at_no_move_that_is_excluded() {
    let game = position(RuleKind::Freestyle, Color::Black, "e8 f8 g8 h8", "a1 c2 n1 o15");
    let fives = ["d8", "i8"].map(point);
    let (params, table) = (Params::default(), tt::TranspositionTable::new(1 << 20));
    let control = SearchControl::unlimited();
    let nodes = Box::new([const { AtomicU64::new(0) }; 2]);
    let shared = Shared { nodes, ..shared(&params, &table, &control) };
    for excluded in [fives.to_vec(), Vec::new()] {
        let request = Request { exclude: excluded.iter().copied().collect(), ..Request::default() };
        let found = help::<Freestyle>(&game, &request, &mut ThreadData::default(), &shared, 1, 2);
        assert_eq!(fives.contains(&found.variation[0]), excluded.is_empty(), "{found:?}");
    }
}

#[test]
fn a_forbidden_move_is_searched_only_where_nothing_on_the_board_is_legal() {
    let crossed = position(RuleKind::Renju, Color::Black, "g8 i8 h7 h9", "a1 c1 e1 g1");
    let exclude = crossed.legal_points().collect();
    let request = Request { depth: Some(3), exclude, ..Request::default() };
    let search = |game: &Game, request: &Request| {
        Searcher::new(1 << 20, 1).search(game, request, &SearchControl::unlimited(), &mut |_| {})
    };
    assert!(!crossed.is_legal(point("h8")) && search(&crossed, &request).is_none());
    assert!(search(&crossed, &Request { exclude: Default::default(), ..request }).is_some());
}

#[test]
fn no_thread_searches_deeper_than_is_asked_and_none_helps_where_one_is_to_search_alone() {
    let game = position(RuleKind::Freestyle, Color::Black, "h8 g9", "i9 g7");
    let control = SearchControl::unlimited();
    let search = |threads, request: &Request| {
        let mut searcher = Searcher::new(1 << 20, threads);
        searcher.search(&game, request, &control, &mut |_| {}).unwrap()
    };
    for _ in 0..20 {
        assert_eq!(search(4, &Request { depth: Some(1), ..Request::default() }).depth, 1);
    }
    let alone = Request { nodes: Some(20_000), alone: true, ..Request::default() };
    let line = |found: Line| (found.nodes, found.depth, found.score, found.variation);
    assert_eq!(line(search(4, &alone)), line(search(1, &alone)));
}

#[test]
fn a_move_that_the_first_thread_has_refuted_is_not_voted_for() {
    let [first, refuted, other] =
        [line(1, Score::DRAW, 9), line(2, Score::judged(200), 10), line(3, Score::judged(100), 9)];
    let vote = |known: &[Point]| first.clone().vote([refuted.clone(), other.clone()].into_iter(), known);
    assert_eq!(vote(&[]), refuted);
    assert_eq!(vote(&refuted.variation[..1]), other);
    // Where nothing but refuted moves is left, the first thread plays one of them itself.
    assert_eq!(vote(&[refuted.variation[0], other.variation[0], first.variation[0]]), first);
    // Who has seen that all moves lose tells so, whichever it would play.
    let lost = line(2, Score::loss_in(8), 10);
    assert_eq!(first.clone().vote([lost.clone()].into_iter(), &lost.variation), lost);
}

#[test]
fn lines_are_the_same_by_score_and_first_move() {
    let first = line(1, Score::DRAW, 9);
    for (other, expected) in [
        (line(1, Score::DRAW, 12), true),
        (line(2, Score::DRAW, 9), false),
        (line(1, Score::judged(1), 9), false),
        (Line::found(9, Score::DRAW, &[Point::new(1, 1), Point::new(3, 1)]), true),
    ] {
        assert_eq!(first.is_same_as(&other), expected, "{other:?}");
    }
}

#[test]
fn a_win_may_be_shortened_where_a_proof_is_wanted_and_it_is_longer_than_the_depth() {
    let asks = |proof, score, depth| Request { proof, ..Request::default() }.may_shorten(score, depth);
    assert!(asks(true, Score::win_in(15), 10));
    assert!(!asks(false, Score::win_in(15), 10));
    assert!(!asks(true, Score::win_in(15), 15) && asks(true, Score::win_in(15), 14));
    assert!(!asks(true, Score::win_in(SURELY_SHORTEST), 0) && asks(true, Score::win_in(SURELY_SHORTEST + 2), 0));
    assert!(!asks(true, Score::loss_in(16), 10) && !asks(true, Score::judged(900), 10));
}

#[test]
fn a_block_has_a_line_of_each_rank_and_an_iteration_only_begun_does_not_count() {
    let game = position(RuleKind::Freestyle, Color::Black, "h8 g9", "i9 g7");
    with_worker::<Freestyle, _>(&game, u64::MAX, |worker| {
        worker.list_root_moves(3, &[]);
        worker.iterate(3, 1..=4, |_| true);
        let block = worker.block(3);
        let shown: Vec<_> = block.iter().map(|line| (line.rank, line.depth)).collect();
        assert_eq!(shown, [(1, 4), (2, 4), (3, 4)]);
        assert!(block.is_sorted_by(|better, worse| better.score >= worse.score), "{block:?}");
        let found = worker.line(1);
        assert_eq!((found.depth, found.score), (4, block[0].score));
        // A helper leaves iterations out.
        worker.begin_iteration(6);
        let begun = worker.line(1);
        assert_eq!((begun.depth, begun.score, begun.variation), (4, found.score, found.variation));
    });
}

#[test]
fn root_moves_are_what_threats_leave_and_others_only_where_more_lines_are_wanted() {
    let moves = |game: &Game, lines: usize| {
        with_worker::<Renju, _>(game, u64::MAX, |worker| {
            worker.list_root_moves(lines, &[]);
            worker.root.left().to_vec()
        })
    };
    // White threatens a five at one point.
    let four = position(RuleKind::Renju, Color::Black, "f10 c3 m12", "g10 h10 i10 j10");
    let answer = point("k10");
    assert_eq!(moves(&four, 1), [answer]);
    for lines in [2, 5] {
        let listed = moves(&four, lines);
        assert!(listed.len() >= lines && listed[0] == answer, "{listed:?}");
        // The others are those near the stones, the most promising first.
        let scores = with_worker::<Renju, _>(&four, u64::MAX, |worker| {
            let policy = |&point: &Point| worker.eval.policy_score(Color::Black, worker.board.shapes(point));
            listed[1..].iter().map(policy).collect::<Vec<i32>>()
        });
        assert!(scores.is_sorted_by(|better, worse| better >= worse), "{scores:?}");
    }
    // The only answer to a four is forbidden to Black, it makes two threes: what is near is listed, as though nothing were
    // threatened.
    let lost = position(RuleKind::Renju, Color::Black, "j11 l9 k9 k11 f10 c3", "g10 h10 i10 j10");
    let board = Board::<Renju>::from_game(&lost);
    assert!(board.is_forbidden(Color::Black, answer));
    let listed = moves(&lost, 1);
    assert!(listed.iter().all(|&point| board.candidates().contains(point)), "{listed:?}");
    assert_eq!(listed.len(), board.candidates().len() - board.forbidden_points().len());
}

#[test]
fn the_move_that_is_proved_to_win_comes_first_while_the_game_follows_a_decided_position() {
    let game = position(RuleKind::Freestyle, Color::Black, "h8 g9", "i9 g7");
    for decided in [true, false] {
        with_worker_in::<Freestyle, _>(
            &game,
            |shared| shared.decided = decided,
            |worker| {
                let listed = |worker: &mut Worker<_>| {
                    worker.list_root_moves(1, &[]);
                    worker.root.left().to_vec()
                };
                let before = listed(worker);
                let proved = before[3];
                worker.shared.proofs.save(worker.board.key(), proof(Some(proved)));
                let rest: Vec<_> = before.iter().copied().filter(|&point| point != proved).collect();
                let expected = if decided { [&[proved], &rest[..]].concat() } else { before };
                assert_eq!(listed(worker), expected, "decided: {decided}");
            },
        );
    }
}
