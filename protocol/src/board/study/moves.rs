//! Moves in the tree: by hand one goes along what is there, and what a text or a game plays leads to the position that it means.

use std::collections::BTreeSet;

use tengen_engine::database::tree::nodes_of;
use tengen_engine::game::PlayError;
use tengen_engine::position_key::PositionKey;
use tengen_engine::record::format::FileFormat;
use tengen_engine::record::reading::ReadOptions;
use tengen_engine::record::tree::{Node, NodeId, SetUp, Tree, TreeMove};
use tengen_engine::{Color, Game, Point, TextError};

use super::Study;
use crate::board::job::ROWS;
use crate::board::page_refusal::PageRefusal;

impl Study {
    /// Goes to the position of moves from the empty board, and of what no moves in turn lead to: stones, and whose turn it
    /// is. Unless it is wanted exactly so, a node that shows it in any view will do, first of all one of the line that is
    /// shown. Where there is none it is added. That is no change by hand: who asks again sees it again. Nothing is added
    /// where one of the moves or stones cannot stand there.
    pub(in crate::board) fn visit(
        &mut self,
        moves: &str,
        set_up: Vec<SetUp>,
        to_move: Option<Color>,
        exact: bool,
    ) -> Result<(), PageRefusal> {
        let mut visited = self.clone();
        visited.stand_after(moves, set_up, to_move)?;
        let key = PositionKey::of(&visited.game).filter(|_| !exact);
        let known = key.map_or_else(Vec::new, |(key, _)| self.nodes_of(&key));
        if !known.into_iter().any(|node| self.stand(node).is_ok()) {
            *self = Study { is_changed: self.is_changed, ..visited };
        }
        Ok(())
    }

    /// Plays moves from the empty board, in a variation of its own where they are new ones, and then sets up the rest.
    fn stand_after(&mut self, moves: &str, set_up: Vec<SetUp>, to_move: Option<Color>) -> Result<(), PageRefusal> {
        self.stand(Tree::ROOT)?;
        let (mut stones, mut turn) = (set_up, Color::Black);
        if !moves.is_empty() {
            // What the root sets up does not belong to the position.
            self.stand_set_up(&[], Color::Black)?;
            self.play_moves(moves)?;
            stones.extend(self.game.moves().iter().map(|it| SetUp { point: it.point, color: Some(it.color) }));
            turn = self.game.to_move();
        }
        self.stand_set_up(&stones, to_move.unwrap_or(turn))
    }

    /// The nodes that show a position in any view, those on the line that is shown first.
    fn nodes_of(&self, position: &PositionKey) -> Vec<NodeId> {
        let line: BTreeSet<NodeId> = self.line().map(Node::id).collect();
        let mut nodes = nodes_of(&self.tree, position);
        nodes.sort_by_key(|node| !line.contains(node));
        nodes
    }

    /// Plays moves from where this stands, or after the stones alone that their text sets up, in a variation of its own
    /// where they are new ones. A forbidden move ends the game only where it is the last one, as in the tree. Where a move
    /// cannot be played those before it are.
    pub(in crate::board) fn play_moves(&mut self, text: &str) -> Result<(), PageRefusal> {
        let size = self.tree.size();
        let options = ReadOptions { size: Some(size), rows: ROWS, ..ReadOptions::default() };
        let mut list = Tree::new(size);
        FileFormat::Moves
            .read(text.as_bytes(), &options, &mut |tree| list = tree)
            .map_err(|why| PageRefusal::NotMoves(why.to_string()))?;
        let stones = &list.root().notes().set_up;
        if !stones.is_empty() {
            let to_move = match list.main_line().find_map(Node::played) {
                Some(first) => first.color,
                None => list.game(Tree::ROOT, self.rule)?.to_move(),
            };
            self.stand_set_up(stones, to_move)?;
        }
        for point in list.main_line().filter_map(|node| node.played()?.point) {
            let number = self.game.moves().len() + 1;
            self.game.waive_forbidden();
            self.put(point).map_err(|why| {
                let point = point.to_text(size, ROWS);
                PageRefusal::NotMoves(TextError::Illegal { number, point, why }.to_string())
            })?;
        }
        Ok(())
    }

    /// Plays a stone of the side to move by hand: along the node of that move where there is one, with all that the node
    /// sets up, and else in a variation of its own.
    pub(in crate::board) fn play(&mut self, point: Point) -> Result<(), PageRefusal> {
        let known = self.node().child(TreeMove::stone(self.game.to_move(), point)).map(Node::id);
        match known {
            Some(known) => self.stand(known),
            None => self.put(point).map_err(|why| PageRefusal::of_stone(point, self.tree.size(), why)),
        }
    }

    /// Gives up a move by hand, likewise.
    pub(in crate::board) fn pass(&mut self) -> Result<(), PageRefusal> {
        let known = self.node().child(TreeMove::pass(self.game.to_move())).map(Node::id);
        match known {
            Some(known) => self.stand(known),
            None => self.put_pass().map_err(|_| PageRefusal::GameOver),
        }
    }

    /// Plays a stone of the side to move, in a variation of its own unless the position that it leads to is there.
    pub(super) fn put(&mut self, point: Point) -> Result<(), PlayError> {
        let mut game = self.game.clone();
        game.play(point)?;
        self.add(Some(TreeMove::stone(self.game.to_move(), point)), game);
        Ok(())
    }

    /// Gives up a move, likewise.
    pub(super) fn put_pass(&mut self) -> Result<(), PlayError> {
        let mut game = self.game.clone();
        if let Some(result) = game.result() {
            return Err(PlayError::Over(result));
        }
        let color = game.to_move();
        game.set_to_move(!color);
        self.add(Some(TreeMove::pass(color)), game);
        Ok(())
    }

    /// Stands on a node after this one, at which the game is the given one: on a new node, unless one of this move is there
    /// that neither sets up stones nor says that it is another turn.
    pub(super) fn add(&mut self, played: Option<TreeMove>, game: Game) {
        let is_it = |node: &Node<'_>| {
            let notes = node.notes();
            let is_plain = notes.set_up.is_empty() && notes.to_move.is_none_or(|turn| turn == game.to_move());
            played.is_some() && node.played() == played && is_plain
        };
        let known = self.node().children().find(is_it).map(Node::id);
        if let Some(node) = known {
            // A line that is there already is gone along.
            (self.node, self.game) = (node, game);
        } else if let Ok(node) = self.tree.add(self.node, played) {
            (self.node, self.game) = (node, game);
            self.mark_changed();
        }
    }
}

#[cfg(test)]
mod tests {
    use tengen_engine::{BoardSize, RuleKind};

    use super::*;

    #[test]
    fn stones_in_brackets_stand_there_before_the_moves() {
        for (text, stones, to_move) in [
            ("h8i9j10", "h8i9j10", Color::White),
            ("h8i9j10{}{}", "h8i9j10", Color::White),
            ("h8i9{a1}{}", "a1h8i9", Color::Black),
            ("{h8}{}", "h8", Color::White),
            ("{}{}", "", Color::Black),
        ] {
            let mut study = Study::new(RuleKind::Freestyle, BoardSize::USUAL);
            study.play_moves(text).unwrap();
            assert_eq!((study.game.to_text(ROWS).as_str(), study.game.to_move()), (stones, to_move), "{text}");
        }
    }
}
