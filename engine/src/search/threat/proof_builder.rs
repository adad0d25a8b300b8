//! Proof-tree builder: from a table of proof numbers to the whole tree of a win. What the table lacks is searched again.

use crate::moves;
use crate::point::Point;
use crate::rule::Rule;
use crate::search::params;
use crate::search::threat::dfpn::Search;
use crate::search::threat::proof::{Defence, Proof, Win, WinId};
use crate::stable_map::StableMap;
use crate::zobrist::Key;

/// The proof of a VCT of the side to move that was found, or `None` when its tree cannot be built within the limits of the
/// search, or it is told to end.
pub(super) fn proof<R: Rule>(search: &mut Search<R>) -> Option<Proof> {
    ProofTreeBuilder::new(search).proof(ProofTreeBuilder::win)
}

/// The same of a VCF along a line.
pub(super) fn along<R: Rule>(search: &mut Search<R>, line: &[Point]) -> Option<Proof> {
    ProofTreeBuilder::new(search).proof(|builder| builder.along(line))
}

struct ProofTreeBuilder<'a, 's, R: Rule> {
    search: &'a mut Search<'s, R>,
    wins: Vec<Win>,
    /// Positions, with the attacker to move, that are in the tree already.
    known: StableMap<Key, WinId>,
}

impl<'a, 's, R: Rule> ProofTreeBuilder<'a, 's, R> {
    fn new(search: &'a mut Search<'s, R>) -> Self {
        ProofTreeBuilder { search, wins: Vec::new(), known: StableMap::default() }
    }

    fn proof(mut self, root: impl FnOnce(&mut Self) -> Option<WinId>) -> Option<Proof> {
        let root = root(&mut self)?;
        Some(Proof::new(self.wins, root))
    }

    /// The win of the attacker, who is to move.
    fn win(&mut self) -> Option<WinId> {
        let key = self.search.board.key();
        if let Some(&id) = self.known.get(&key) {
            return Some(id);
        }
        if self.search.is_told_to_stop() {
            return None;
        }
        let id = if moves::five(self.search.board, self.search.board.to_move()).is_some() {
            self.along(&[])?
        } else if let Ok(line) = self.search.fours(params::BUILDER_VCF_NODES) {
            self.along(&line)?
        } else {
            let point = self.search.winning_move()?;
            self.after(point, &[])?
        };
        self.known.insert(key, id);
        Some(id)
    }

    /// The win of the attacker, who is to move, along a line of fours.
    fn along(&mut self, line: &[Point]) -> Option<WinId> {
        if let Some(five) = moves::five(self.search.board, self.search.board.to_move()) {
            return Some(self.add(Win { point: five, defence: None }));
        }
        let (&four, rest) = line.split_first()?;
        self.after(four, rest)
    }

    /// The win of the attacker by a move that is no five, after which a line of fours may be known.
    fn after(&mut self, point: Point, line: &[Point]) -> Option<WinId> {
        self.search.board.play(point);
        let defence = self.defence(line);
        self.search.board.undo();
        Some(self.add(Win { point, defence: Some(defence?) }))
    }

    /// All answers of the defender, who is to move, with what wins against each.
    fn defence(&mut self, line: &[Point]) -> Option<Defence> {
        let attacker = !self.search.board.to_move();
        let (otherwise, vcf_defences) = match moves::five(self.search.board, attacker) {
            Some(five) => {
                let vcf_defences = moves::touching_fives(self.search.board, attacker);
                (self.add(Win { point: five, defence: None }), vcf_defences)
            }
            None => {
                self.search.board.pass();
                let otherwise = self.win_by_fours();
                self.search.board.undo_pass();
                (otherwise?, self.search.vcf_defences(params::BUILDER_VCF_NODES)?)
            }
        };
        let mut answers = Vec::new();
        for answer in &self.search.board.legal(&vcf_defences) {
            self.search.board.play(answer);
            let win = match line.split_first() {
                Some((&expected, rest)) if expected == answer => self.along(rest),
                _ => self.win(),
            };
            self.search.board.undo();
            answers.push((answer, win?));
        }
        Some(Defence { otherwise, answers })
    }

    /// The win by fours that the attacker threatens.
    fn win_by_fours(&mut self) -> Option<WinId> {
        let line = self.search.fours(params::BUILDER_VCF_NODES).ok()?;
        self.along(&line)
    }

    fn add(&mut self, win: Win) -> WinId {
        self.wins.push(win);
        WinId::new(self.wins.len() - 1)
    }
}
