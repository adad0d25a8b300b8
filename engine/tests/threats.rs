//! A win by threats that is claimed is one: its whole tree holds by the rules, whatever the defender tries anywhere on the
//! board. A false mate is a fault of the first rank.

use tengen_engine::game::Game;
use tengen_engine::internals::search::threat::proof::Scope;
use tengen_engine::internals::search::threat::{Solve, Solved, Vct};
use tengen_engine::internals::search::{Request, SearchControl, Searcher};
use tengen_engine::point::{BoardSize, Rows};
use tengen_engine::random::SplitMix64;
use tengen_engine::rule::RuleKind;

use crate::scattered::opening;

/// Nodes for each move of the games: enough that they are games, and few enough that threats are overlooked.
const NODES: u64 = 300;

/// Plays a game and returns all its positions in which the side to move has something to choose.
fn positions(rule: RuleKind, size: BoardSize, random: &mut SplitMix64) -> Vec<Game> {
    let mut game = opening(rule, size, random);
    let mut searcher = Searcher::new(1 << 20, 1);
    let request = Request { nodes: Some(NODES), ..Request::default() };
    let mut positions = Vec::new();
    while game.result().is_none() {
        positions.push(game.clone());
        let control = SearchControl::unlimited();
        let found = searcher.search(&game, &request, &control, &mut |_| {}).expect("the board is not full");
        game.play(found.variation[0]).expect("the search plays on empty points");
    }
    positions
}

/// Looks for wins in all positions and checks those that are claimed. The number of wins.
fn check(positions: &[Game], nodes: u64) -> usize {
    let mut vct = Vct::new(1 << 22);
    let mut wins = 0;
    for game in positions {
        if let Solved::Win(proof) = vct.solve(game, Solve::Vct, nodes, &|_| false) {
            wins += 1;
            proof
                .check(game, Scope::Everything)
                .unwrap_or_else(|gap| panic!("{gap}: {}\n{game:?}", game.to_text(Rows::default())));
        }
    }
    wins
}

#[test]
fn claimed_wins_by_threats_hold_against_every_move() {
    // More with TENGEN_POSITIONS=10000 and other ones with TENGEN_SEED=2.
    let number = |name: &str, default: usize| std::env::var(name).ok().map_or(default, |text| text.parse().unwrap());
    let wanted = number("TENGEN_POSITIONS", 300);
    let mut random = SplitMix64::new(number("TENGEN_SEED", 1) as u64);
    let (mut seen, mut wins, mut games) = (0, 0, 0);
    while seen < wanted {
        let rule = RuleKind::ALL[games % RuleKind::ALL.len()];
        let (width, height) = [(15, 15), (20, 20), (9, 11)][games / RuleKind::ALL.len() % 3];
        let positions = positions(rule, BoardSize::new(width, height).unwrap(), &mut random);
        wins += check(&positions, 5_000);
        seen += positions.len();
        games += 1;
    }
    println!("{wins} wins in {seen} positions of {games} games");
    assert!(wins * 20 > seen, "{wins} wins in {seen} positions show too little");
}
