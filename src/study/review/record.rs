//! Reviewed games as SGF: what was found out about each move as its comment, mistakes with the marks that the format has for
//! them, and as variations what was better and how a mistake is answered.

use anyhow::Result;
use tengen_engine::Color;
use tengen_engine::point::{Point, Rows};
use tengen_engine::record::head::Head;
use tengen_engine::record::sgf;
use tengen_engine::record::tree::{NodeId, Tree, TreeError};
use tengen_engine::review::{Class, Mistake, ReviewedMove};
use tengen_engine::score::Score;

use crate::study::review::{GameReview, table};
use crate::study::variation;

/// The games as those of one file. `limits` says what a position was allowed to cost.
pub(super) fn sgf(games: &[GameReview], limits: &str, rows: Rows) -> Result<Vec<u8>> {
    let trees = games.iter().map(|reviewed| annotated(reviewed, limits, rows)).collect::<Result<Vec<_>, _>>()?;
    Ok(sgf::write(&trees)?.bytes)
}

/// The tree of a game, its moves being the main line.
fn annotated(reviewed: &GameReview, limits: &str, rows: Rows) -> Result<Tree, TreeError> {
    let GameReview { title, game, review, .. } = reviewed;
    let mut tree = Tree::of_game(game);
    tree.head.insert(Head::Title, title.clone());
    let [black, white] = [Color::Black, Color::White].map(|color| table::percent(review.accuracy(color)));
    let interrupted = if review.complete { "" } else { "; interrupted" };
    let text = format!("Searched {limits}{interrupted}. Accuracy of Black {black}, of White {white}.");
    comment(&mut tree, Tree::ROOT, &text);
    let chance = |score: Score| table::percent(Some(score.win_probability(game.rule())));
    let line: Vec<NodeId> = tree.main_line().map(|node| node.id()).collect();
    for (played, (&before, &after)) in review.moves.iter().zip(line.iter().zip(&line[1..])) {
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
