//! Variations: lines that were searched, as moves in the tree of a record, and whether a record can hold what was searched.

use std::path::Path;

use anyhow::{Result, ensure};
use tengen_engine::Color;
use tengen_engine::game::Game;
use tengen_engine::point::Point;
use tengen_engine::record::tree::{NodeId, Tree, TreeError, TreeMove};

/// Checks that variations of a position can be written as SGF, where a file for them is named.
pub(super) fn check_position(game: &Game, path: Option<&Path>) -> Result<()> {
    if let Some(path) = path {
        let holds_all = game.closed().is_empty();
        ensure!(holds_all, "cannot write {}: SGF has no place for closed points", path.display());
    }
    Ok(())
}

/// Plays a line from a node on, the side that moves first being named, as far as it is not there yet. Returns the node of its
/// first move, or nothing for a line without moves.
pub(super) fn play(tree: &mut Tree, from: NodeId, first: Color, line: &[Point]) -> Result<Option<NodeId>, TreeError> {
    let (mut last, mut color, mut begin) = (from, first, None);
    for &point in line {
        last = tree.play(last, TreeMove::stone(color, point))?;
        begin = begin.or(Some(last));
        color = !color;
    }
    Ok(begin)
}

#[cfg(test)]
mod tests {
    use tengen_engine::RuleKind;
    use tengen_engine::point::{BoardSize, Rows};

    use super::*;

    #[test]
    fn lines_that_begin_alike_part_where_they_differ() {
        let size = BoardSize::square(15).unwrap();
        let game = Game::from_text(RuleKind::Freestyle, size, "h8", Rows::FromBottom).unwrap();
        let mut tree = Tree::of_game(&game);
        let from = tree.main_line().last().unwrap().id();
        let mut play = |line: &str| {
            let points: Vec<Point> =
                line.split_whitespace().map(|text| Point::parse(text, size, Rows::FromBottom).unwrap()).collect();
            play(&mut tree, from, Color::White, &points).unwrap()
        };
        let [first, longer, other] = ["i9 g7", "i9 g9 f6", "j8"].map(&mut play);
        assert!(first.is_some() && first == longer && first != other);
        assert_eq!(play(""), None);
        let children = |node: NodeId| tree.node(node).children().count();
        assert_eq!([from, first.unwrap(), other.unwrap()].map(children), [2, 2, 0]);
        let colors: Vec<Option<Color>> =
            tree.node(from).children().map(|node| node.played().map(|played| played.color)).collect();
        assert_eq!(colors, [Some(Color::White); 2]);
    }
}
