//! A win by force as the page is told it: its longest line, and its tree as far as there is room.

use tengen_engine::solve::{Proof, WinId};
use tengen_engine::{Game, Point};

use crate::board::job::{BoardSolution, BoardVerdict, ROWS};

/// What is told of a proof, with so many moves of its tree at the most.
pub(super) fn solution_of(proof: &Proof, game: &Game, most: usize) -> BoardSolution {
    let root = proof.root();
    let mut solution = BoardSolution {
        verdict: BoardVerdict::Win,
        plies: proof.plies(root),
        line: proof.line(game, root).into_iter().map(|point| name(point, game)).collect(),
        ..BoardSolution::default()
    };
    write_tree(proof, root, 0, game, most, &mut solution);
    solution
}

/// Adds the tree of a win, each move before what follows it. An answer is told only with what wins against it.
fn write_tree(proof: &Proof, id: WinId, depth: usize, game: &Game, most: usize, solution: &mut BoardSolution) {
    let win = proof.win(id);
    solution.tree.push((depth, name(win.point, game)));
    let Some(defence) = &win.defence else { return };
    let answers = defence.answers.iter().map(|&(answer, next)| (name(answer, game), next));
    let anything = defence.answers.is_empty().then_some((String::new(), defence.otherwise));
    for (answer, next) in answers.chain(anything) {
        if solution.tree.len() + 2 > most {
            solution.is_cut = true;
            return;
        }
        solution.tree.push((depth + 1, answer));
        write_tree(proof, next, depth + 2, game, most, solution);
    }
}

fn name(point: Point, game: &Game) -> String {
    point.to_text(game.size(), ROWS)
}

#[cfg(test)]
mod tests {
    use tengen_engine::{BoardSize, Limits, RuleKind, Solve, Solved, solve};

    use super::*;

    #[test]
    fn of_a_tree_that_is_cut_every_answer_is_answered() {
        for moves in ["g8a1h8c1i8e1", "e8d8f8a1g8a3h9a5h10c1"] {
            let size = BoardSize::square(15).unwrap();
            let game = Game::from_text(RuleKind::Freestyle, size, moves, ROWS).unwrap();
            let Solved::Win(proof) = solve(&game, Solve::Vcf, &Limits::nodes(100_000)) else { panic!("{moves}") };
            let whole = solution_of(&proof, &game, usize::MAX).tree;
            assert!(whole.len() > 2, "{moves}: {whole:?}");
            for most in 1..=whole.len() {
                let BoardSolution { tree, is_cut, .. } = solution_of(&proof, &game, most);
                let is_whole = tree.len() == whole.len();
                assert_eq!((is_cut, is_whole), (most < whole.len(), most == whole.len()), "{moves}: {tree:?}");
                assert!(tree.len() <= most && whole.starts_with(&tree), "{moves}: {tree:?}");
                assert!(tree.last().is_some_and(|(depth, _)| depth % 2 == 0), "{moves}: {tree:?}");
            }
        }
    }
}
