//! The tree of a win as SGF 4 (game 4, Gomoku and Renju), which viewers of game records read: the moves so far, then every
//! answer of the defender as a variation, the longest resistance first.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt::Display;

use tengen_engine::color::Color;
use tengen_engine::game::Game;
use tengen_engine::point::Point;
use tengen_engine::record::tree::{Node, Tree};
use tengen_engine::sgf::SgfWriter;
use tengen_engine::solve::{Defence, Proof, WinId};

use crate::units::counted;

/// The number of Gomoku and Renju in the format.
const GOMOKU: u32 = 4;

/// Writes the proofs of the side to move in a position: where there are several, each is a variation.
pub(super) fn write(game: &Game, proofs: &[&Proof]) -> String {
    let us = game.to_move();
    let quickest = proofs.iter().map(|proof| proof.plies(proof.root())).min().unwrap_or_default();
    let moves = if proofs.len() > 1 { format!(" with {} moves, the quickest", proofs.len()) } else { String::new() };
    let mut tree = begin(game, format_args!("{us} wins by force{moves} in at most {}.", counted(quickest, "ply")));
    let mut named = 0;
    for proof in proofs {
        if proofs.len() > 1 {
            tree.open_variation();
        }
        let mut writer = ProofWriter { proof, us, tree, named, numbers: BTreeMap::new() };
        writer.win(proof.root());
        ProofWriter { tree, named, .. } = writer;
        if proofs.len() > 1 {
            tree.close_variation();
        }
    }
    tree.finish()
}

/// A tree with a comment at its root, which stands in the position of a game.
fn begin(game: &Game, comment: impl Display) -> SgfWriter {
    let mut tree = SgfWriter::new(GOMOKU, game.size());
    tree.property("RU", game.rule());
    tree.property("C", comment);
    for (color, name) in [(Color::Black, "AB"), (Color::White, "AW")] {
        let stones = game.set_up_stones().iter().filter(|stone| stone.color == color);
        tree.points(name, stones.map(|stone| stone.point));
        let begins = game.played().first().map_or(game.to_move(), |played| played.color) == color;
        if begins && !game.set_up_stones().is_empty() {
            tree.property("PL", color.letter());
        }
    }
    let line = Tree::of_game(game);
    line.main_line().filter_map(Node::played).for_each(|played| tree.play(played.color, played.point));
    tree.end_line();
    tree
}

struct ProofWriter<'a> {
    proof: &'a Proof,
    /// The side that wins.
    us: Color,
    tree: SgfWriter,
    /// How many nodes of the file have a number.
    named: usize,
    /// The wins that were written, with the numbers by which they are referred to.
    numbers: BTreeMap<WinId, usize>,
}

impl ProofWriter<'_> {
    /// The winning move and all that follows it, or where that was written before.
    fn win(&mut self, id: WinId) {
        let proof = self.proof;
        let win = proof.win(id);
        self.tree.play(self.us, Some(win.point));
        let Some(defence) = &win.defence else { return };
        if let Some(number) = self.numbers.get(&id) {
            self.tree.property("C", format_args!("The same position as in node {number}."));
            return;
        }
        self.named += 1;
        self.numbers.insert(id, self.named);
        self.tree.property("N", self.named);
        self.defence(defence);
    }

    /// All answers as variations. A pass stands for any other move; where that meets with a five it is left out.
    fn defence(&mut self, defence: &Defence) {
        let threatens = self.proof.win(defence.otherwise).defence.is_some();
        let pass = (threatens || defence.answers.is_empty()).then_some((None, defence.otherwise));
        let answers = defence.answers.iter().map(|&(answer, win)| (Some(answer), win));
        let mut variations: Vec<(Option<Point>, WinId)> = answers.chain(pass).collect();
        variations.sort_by_key(|&(_, win)| Reverse(self.proof.plies(win)));
        if let [(answer, win)] = variations[..] {
            return self.answer(answer, win);
        }
        for (answer, win) in variations {
            self.tree.open_variation();
            self.answer(answer, win);
            self.tree.close_variation();
        }
    }

    /// One answer and all that follows it.
    fn answer(&mut self, answer: Option<Point>, win: WinId) {
        self.tree.play(!self.us, answer);
        if answer.is_none() {
            self.tree.property("C", "Any other move.");
        }
        self.win(win);
    }
}

#[cfg(test)]
mod tests {
    use tengen_engine::internals::search::threat::Vct;
    use tengen_engine::point::{BoardSize, Rows};
    use tengen_engine::rule::RuleKind;
    use tengen_engine::solve::{Solve, Solved};

    use super::*;

    /// The tree that is written for a win by threats.
    fn tree(rule: RuleKind, size: BoardSize, moves: &str) -> String {
        let game = Game::from_text(rule, size, moves, Rows::FromBottom).unwrap();
        match Vct::new(1 << 20).solve(&game, Solve::Vct, 100_000, &|_| false) {
            Solved::Win(proof) => write(&game, &[&proof]),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_tree_is_written_with_all_its_answers() {
        let size = BoardSize::new(9, 7).unwrap();
        let text = tree(RuleKind::Freestyle, size, "c5a7d5b7e5a1b5a5");
        let version = env!("CARGO_PKG_VERSION");
        assert_eq!(
            text,
            format!(
                "(;FF[4]GM[4]CA[UTF-8]AP[Tengen:{version}]SZ[9:7]RU[freestyle]C[Black wins by force in at most 1 ply.]\
                 ;B[cc];W[aa];B[dc];W[ba];B[ec];W[ag];B[bc];W[ac]\n;B[fc])\n"
            )
        );
        // An open three: whichever end is taken, the five comes at the other.
        let text = tree(RuleKind::Freestyle, size, "c5a7d5b7e5a1");
        assert!(text.contains(";B[bc]N[1]\n(;W[ac];B[fc])\n(;W[fc];B[ac])"), "{text}");
    }

    #[test]
    fn brackets_are_closed_and_positions_are_written_once() {
        let size = BoardSize::square(15).unwrap();
        let text = tree(RuleKind::Renju, size, "h12g7g6f7e7f8f6h6e9d8f10e8g8h7i7g11i5h10h5e11");
        let count = |c: char| text.chars().filter(|&d| d == c).count();
        assert_eq!(count('('), count(')'));
        assert_eq!(count('['), count(']'));
        assert!(text.contains("C[Any other move.]") && text.contains("The same position as in node"), "{text}");
    }
}
