//! Fifths that were offered and not picked: variations named `5A` beside the fifth that was played.

use super::reading::Fault;
use super::texts::add_text;
use super::tree::{Node, NodeId, Notes, Tree, TreeMove};
use crate::color::Color;
use crate::point::{Point, Rows};

/// The name of a fifth that was offered and not played.
pub(super) const REFUSED: &str = "5A";
/// The moves before a fifth.
pub const BEFORE_FIFTH: usize = 4;

/// The fourth move of the main line. Where stones are set up before it, it does not lead to a fifth.
pub(super) fn fourth(tree: &Tree) -> Option<NodeId> {
    let line = tree.main_line().take_while(|node| node.notes().set_up.is_empty());
    line.filter(|node| node.played().is_some()).nth(BEFORE_FIFTH - 1).map(|node| node.id())
}

/// Adds to the comment of a game what stands in the place of fifths and is none, such as their number.
pub(super) fn add_words(tree: &mut Tree, words: &str) {
    if !words.is_empty() {
        let text = format!("{REFUSED}: {words}");
        add_text(tree.notes_mut(Tree::ROOT).comment.get_or_insert_default(), &text, Notes::BETWEEN_LINES);
    }
}

/// Adds a fifth that was offered and not played, as a variation after the fourth move. Alone there it would be the main
/// line, so it is added beside the fifth that was played. Its comment and marks stay, and a name that begins so.
///
/// # Errors
/// [`Fault`]: no fifth was played or it is this one, the point is taken, or the tree cannot hold it.
pub fn add_refused(tree: &mut Tree, fourth: Option<NodeId>, point: Point) -> Result<(), Fault> {
    let none = |why| Err(Fault::Word(point.to_text(tree.size(), Rows::FromBottom), why));
    let Some((fourth, played)) = fourth.and_then(|fourth| Some((fourth, tree.node(fourth).main_child()?))) else {
        return none("refused fifth, for none was played");
    };
    let is_there = |node: &Node<'_>| node.played().and_then(|played| played.point) == Some(point);
    // What the last node that changes the point makes of it.
    let is_taken = |node: &Node<'_>| {
        let set_up = node.notes().set_up.iter().rfind(|stone| stone.point == point);
        if is_there(node) { Some(true) } else { set_up.map(|stone| stone.color.is_some()) }
    };
    if tree.node(fourth).path().iter().rev().find_map(is_taken) == Some(true) {
        return Err(Fault::Occupied(BEFORE_FIFTH + 1));
    }
    if is_there(&played) {
        return none("refused fifth, for it was played");
    }
    let id = tree.play(fourth, TreeMove::stone(Color::Black, point))?;
    if !is_refused(tree.node(id)) {
        tree.notes_mut(id).name = Some(REFUSED.to_string());
    }
    Ok(())
}

/// Whether a node has the name of a fifth that was offered and not played.
#[must_use]
pub fn is_refused(node: Node<'_>) -> bool {
    node.notes().name.as_ref().is_some_and(|name| name.trim().starts_with(REFUSED))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::point::BoardSize;
    use crate::record::tree::SetUp;
    use crate::rule::RuleKind;

    #[test]
    fn a_refused_fifth_stands_beside_the_one_that_was_played() {
        let game = Game::from_text(RuleKind::Renju, BoardSize::USUAL, "h8i9k7e12b2", Rows::FromBottom).unwrap();
        let mut tree = Tree::of_game(&game);
        let fourth = tree.main_line().nth(BEFORE_FIFTH).unwrap().id();
        let point = |text| Point::parse(text, BoardSize::USUAL, Rows::FromBottom).unwrap();
        let add = |tree: &mut Tree, text| add_refused(tree, Some(fourth), point(text));
        assert_eq!(add(&mut tree, "j9"), Ok(()));
        let added = tree.nodes().find(|node| is_refused(*node)).unwrap().id();
        for (name, expected) in [("a name", REFUSED), ("5A, the better", "5A, the better")] {
            let notes = tree.notes_mut(added);
            (notes.name, notes.comment) = (Some(name.to_string()), Some("a word".to_string()));
            assert_eq!(add(&mut tree, "j9"), Ok(()));
            assert_eq!(tree.node(added).notes().text(), Some(format!("{expected}\na word")));
        }
        assert_eq!(add(&mut tree, "k7"), Err(Fault::Occupied(5)));
        // A point that was made empty is free, unless a stone is put there again.
        let mut edited = tree.clone();
        let set_up = |color| SetUp { point: point("k7"), color };
        edited.notes_mut(fourth).set_up = vec![set_up(None), set_up(Some(Color::White))];
        assert_eq!(add(&mut edited, "k7"), Err(Fault::Occupied(5)));
        edited.notes_mut(fourth).set_up.pop();
        assert_eq!(add(&mut edited, "k7"), Ok(()));
        let why = |added: Result<(), Fault>| added.unwrap_err().to_string();
        assert_eq!(why(add(&mut tree, "b2")), "\"b2\" is no refused fifth, for it was played");
        let unplayed = add_refused(&mut tree, None, point("j9"));
        assert_eq!(why(unplayed), "\"j9\" is no refused fifth, for none was played");
        let refused: Vec<TreeMove> = tree.nodes().filter(|node| is_refused(*node)).filter_map(Node::played).collect();
        assert_eq!(refused, [TreeMove::stone(Color::Black, point("j9"))]);
        assert_eq!(tree.main_game(RuleKind::Renju, None).unwrap().to_text(Rows::FromBottom), "h8i9k7e12b2");
    }
}
