//! The tree of a win as SGF 4 (game 4, Gomoku and Renju), which viewers of game records read: the moves so far, then every
//! answer of the defender as a variation, the longest resistance first.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use tengen_engine::color::Color;
use tengen_engine::game::Game;
use tengen_engine::internals::search::threat::proof::{Defence, Proof, WinId};
use tengen_engine::point::Point;

/// Writes a proof of the side to move in a position.
pub(super) fn write(game: &Game, proof: &Proof) -> String {
    let mut writer = Writer { proof, us: game.to_move(), text: String::new(), numbers: BTreeMap::new() };
    writer.head(game);
    writer.win(proof.root());
    writer.text.push_str(")\n");
    writer.text
}

struct Writer<'a> {
    proof: &'a Proof,
    /// The side that wins.
    us: Color,
    text: String,
    /// The wins that were written, with the numbers by which they are referred to.
    numbers: BTreeMap<WinId, usize>,
}

impl Writer<'_> {
    /// The properties of the game, and its moves so far.
    fn head(&mut self, game: &Game) {
        let size = match (game.size().width(), game.size().height()) {
            (width, height) if width == height => width.to_string(),
            (width, height) => format!("{width}:{height}"),
        };
        self.text += &format!(
            "(;FF[4]GM[4]CA[UTF-8]AP[Tengen:{}]SZ[{size}]RU[{}]C[{} wins by force in at most {} plies.]",
            env!("CARGO_PKG_VERSION"),
            game.rule(),
            self.us,
            self.proof.plies(self.proof.root()),
        );
        game.moves().iter().for_each(|played| self.node(played.color, Some(played.point)));
        self.text.push('\n');
    }

    /// A move, or a pass.
    fn node(&mut self, color: Color, point: Option<Point>) {
        let side = match color {
            Color::Black => 'B',
            Color::White => 'W',
        };
        let letter = |n: usize| char::from(b'a' + n as u8);
        let place = point.map_or(String::new(), |point| String::from_iter([letter(point.x()), letter(point.y())]));
        self.text += &format!(";{side}[{place}]");
    }

    /// The winning move and all that follows it, or where that was written before.
    fn win(&mut self, id: WinId) {
        let proof = self.proof;
        let win = proof.win(id);
        self.node(self.us, Some(win.point));
        let Some(defence) = &win.defence else { return };
        if let Some(number) = self.numbers.get(&id) {
            self.text += &format!("C[The same position as in node {number}.]");
            return;
        }
        let number = self.numbers.len() + 1;
        self.numbers.insert(id, number);
        self.text += &format!("N[{number}]");
        self.defence(defence);
    }

    /// All answers as variations. A pass stands for any other move; where that meets with a five it is left out.
    fn defence(&mut self, defence: &Defence) {
        let threatens = self.proof.win(defence.otherwise).defence.is_some();
        let pass = (threatens || defence.answers.is_empty()).then_some((None, defence.otherwise));
        let answers = defence.answers.iter().map(|&(answer, win)| (Some(answer), win));
        let mut variations: Vec<(Option<Point>, WinId)> = answers.chain(pass).collect();
        variations.sort_by_key(|&(_, win)| Reverse(self.proof.plies(win)));
        let single = variations.len() == 1;
        for (answer, win) in variations {
            self.text += if single { "" } else { "\n(" };
            self.node(!self.us, answer);
            self.text += if answer.is_none() { "C[Any other move.]" } else { "" };
            self.win(win);
            self.text += if single { "" } else { ")" };
        }
    }
}

#[cfg(test)]
mod tests {
    use tengen_engine::internals::search::threat::{Solve, Solved, Vct};
    use tengen_engine::point::{BoardSize, Rows};
    use tengen_engine::rule::RuleKind;

    use super::*;

    /// The tree that is written for a win by threats.
    fn tree(rule: RuleKind, size: BoardSize, moves: &str) -> String {
        let game = Game::from_text(rule, size, moves, Rows::FromBottom).unwrap();
        match Vct::new(1 << 20).solve(&game, Solve::Vct, 100_000, &|_| false) {
            Solved::Win(proof) => write(&game, &proof),
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
                "(;FF[4]GM[4]CA[UTF-8]AP[Tengen:{version}]SZ[9:7]RU[freestyle]C[Black wins by force in at most 1 plies.]\
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
