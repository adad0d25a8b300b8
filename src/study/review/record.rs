//! Reviewed games as SGF: what was found out about each move as its comment, mistakes with the marks that the format has for
//! them, and as variations what was better and how a mistake is answered.

use std::mem;

use anyhow::Result;
use tengen_engine::Color;
use tengen_engine::point::{Point, Rows};
use tengen_engine::record::format::FileFormat;
use tengen_engine::record::head::Head;
use tengen_engine::record::tree::{Node, NodeId, Tree, TreeError};
use tengen_engine::record::writing::WriteOptions;
use tengen_engine::review::{Class, Mistake, ReviewedMove};
use tengen_engine::score::Score;

use crate::study::review::{GameReview, table};
use crate::study::variation;

/// A game as a record. `limits` says what a position was allowed to cost.
pub(super) fn sgf(reviewed: &GameReview, limits: &str, rows: Rows) -> Result<Vec<u8>> {
    Ok(FileFormat::Sgf.write(&[annotated(reviewed, limits, rows)?], &WriteOptions::default())?.bytes)
}

/// The tree of a game, its moves being the main line.
fn annotated(reviewed: &GameReview, limits: &str, rows: Rows) -> Result<Tree, TreeError> {
    let GameReview { title, number, game, review, .. } = reviewed;
    let mut tree = Tree::of_game(game);
    tree.head.insert(Head::Title, table::numbered(title, *number));
    let [black, white] = [Color::Black, Color::White].map(|color| table::percent(review.accuracy(color)));
    let interrupted = if review.complete { "" } else { "; interrupted" };
    let text = format!("Searched {limits}{interrupted}. Accuracy of Black {black}, of White {white}.");
    comment(&mut tree, Tree::ROOT, &text);
    let chance = |score: Score| table::percent(Some(score.win_probability(game.rule())));
    let line: Vec<NodeId> = tree.main_line().map(|node| node.id()).collect();
    for played in &review.moves {
        let [before, after] = [played.number - 1, played.number].map(|number| line[number]);
        if let Some(mistake) = &played.mistake {
            comment(&mut tree, after, &table::sentence(game, played, mistake, rows));
            tree.notes_mut(after).properties.extend(mistake.class.map(mark));
        }
        if let (Some(best), Some(score)) = (played.before, played.after) {
            let (color, [earlier, later]) = (played.color, [best, score].map(chance));
            let text = format!("Score {score} for {color}, chance of winning {later}; before it {best}, {earlier}.");
            comment(&mut tree, after, &text);
        }
        if let Some(mistake) = &played.mistake {
            variations(&mut tree, [before, after], played, mistake, chance)?;
        }
    }
    end_main_line(&mut tree, line[line.len() - 1])?;
    Ok(tree)
}

/// Adds the lines of a mistake: the better ones to the position before it, and the answer to that after it.
fn variations(
    tree: &mut Tree,
    [before, after]: [NodeId; 2],
    played: &ReviewedMove,
    mistake: &Mistake,
    chance: impl Fn(Score) -> String,
) -> Result<(), TreeError> {
    let (number, color) = (played.number, played.color);
    for better in &mistake.better {
        let (score, chance) = (better.score, chance(better.score));
        let text = format!("Better as move {number}. Score {score} for {color}, chance of winning {chance}.");
        annotate(tree, before, color, &better.moves, &text)?;
    }
    annotate(tree, after, !color, &mistake.refutation, &format!("The best answer to move {number}."))
}

/// Adds a line with a comment at its first move.
fn annotate(tree: &mut Tree, position: NodeId, first: Color, line: &[Point], text: &str) -> Result<(), TreeError> {
    if let Some(begin) = variation::play(tree, position, first, line)? {
        comment(tree, begin, text);
    }
    Ok(())
}

/// Ends the main line with the last move of the game: lines that go on from there follow a variation of the same move.
fn end_main_line(tree: &mut Tree, last: NodeId) -> Result<(), TreeError> {
    let node = tree.node(last);
    let (Some(parent), Some(_)) = (node.parent().map(Node::id), node.children().next()) else { return Ok(()) };
    let played = node.played();
    let end = tree.add(parent, played)?;
    *tree.notes_mut(end) = mem::take(tree.notes_mut(last));
    tree.promote(end);
    Ok(())
}

/// Adds a line to the comment of a node.
fn comment(tree: &mut Tree, node: NodeId, line: &str) {
    let text = tree.notes_mut(node).comment.get_or_insert_default();
    if !text.is_empty() {
        text.push('\n');
    }
    text.push_str(line);
}

/// What the format has for a class: a doubtful move, a bad one, and a very bad one.
fn mark(class: Class) -> (String, Vec<String>) {
    let (name, value) = match class {
        Class::Inaccuracy => ("DO", ""),
        Class::Mistake => ("BM", "1"),
        Class::Blunder => ("BM", "2"),
    };
    (name.to_string(), vec![value.to_string()])
}

#[cfg(test)]
mod tests {
    use tengen_engine::point::BoardSize;
    use tengen_engine::{Game, RuleKind};

    use super::*;

    #[test]
    fn answers_that_go_on_after_the_game_are_variations() {
        let size = BoardSize::USUAL;
        for (moves, number, answer, beside) in [
            // After the last move, from a move before it on, and up to the last move.
            ("h8i9i8h9j8a15", 6, "k8 l8 g8", 1),
            ("h8i9i8h9j8a15k8", 6, "k8 l8 g8", 1),
            ("h8i9i8h9j8a15k8l8", 6, "k8 l8 g8", 1),
            ("h8i9i8h9j8a15k8l8", 6, "k8 l8", 0),
            ("h8i9i8h9j8a15k8", 6, "g8 f8", 0),
        ] {
            let game = Game::from_text(RuleKind::Freestyle, size, moves, Rows::FromBottom).unwrap();
            let mut tree = Tree::of_game(&game);
            let line: Vec<NodeId> = tree.main_line().map(|node| node.id()).collect();
            let end = line[line.len() - 1];
            comment(&mut tree, end, "the last");
            let answer: Vec<Point> =
                answer.split(' ').map(|text| Point::parse(text, size, Rows::FromBottom).unwrap()).collect();
            annotate(&mut tree, line[number], Color::Black, &answer, "the answer").unwrap();
            end_main_line(&mut tree, end).unwrap();
            let main = tree.main_game(RuleKind::Freestyle, None).unwrap();
            assert_eq!(main.to_text(Rows::FromBottom), moves, "{answer:?}");
            let last = tree.main_line().last().unwrap();
            assert!(last.notes().comment.as_deref().unwrap().starts_with("the last"), "{moves} {answer:?}");
            let siblings = last.parent().unwrap().children().skip(1);
            let again: Vec<Node<'_>> = siblings.filter(|node| node.played() == last.played()).collect();
            assert_eq!(again.len(), beside, "{moves} {answer:?}");
            assert!(again.iter().all(|node| node.notes().is_empty()), "{moves} {answer:?}");
            let ends = tree.nodes().filter(|node| node.children().next().is_none());
            let lengths: Vec<usize> = ends.map(|node| node.path().len() - 1).collect();
            assert_eq!(lengths.into_iter().max(), Some((number + answer.len()).max(line.len() - 1)), "{answer:?}");
            let told = tree.nodes().filter_map(|node| node.notes().comment.as_deref());
            assert_eq!(told.flat_map(str::lines).filter(|line| *line == "the answer").count(), 1, "{answer:?}");
        }
    }
}
