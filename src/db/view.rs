//! What is known of a position, as JSON for a panel in a page, and as text.

use serde::Serialize;
use tengen_engine::database::children::{KnownChild, KnownPosition};
use tengen_engine::database::{PositionEntry, PositionLabel, ValueBound};
use tengen_engine::game::Game;
use tengen_engine::point::{BoardSize, Point, Rows};

/// What is known of a position. Points are written with rows counted as was asked for.
#[derive(Serialize)]
pub(super) struct EntryView {
    /// The letter for the player of the last move, if there is one.
    label: Option<char>,
    /// What is drawn on the point of that move: `W12`, `L7`, or the letter.
    tag: String,
    /// The value for the side to move, where there is one.
    value: Option<i16>,
    /// Plies to the end when that is known, negative when the side to move loses.
    mate: Option<i64>,
    depth: i16,
    bound: &'static str,
    comment: String,
    best: Option<String>,
    /// Records that came to the position.
    count: u32,
    texts: Vec<TextView>,
}

#[derive(Serialize)]
struct TextView {
    point: String,
    text: String,
}

impl EntryView {
    pub(super) fn new(entry: &PositionEntry, size: BoardSize, rows: Rows) -> EntryView {
        let name = |point: Point| point.to_text(size, rows);
        EntryView {
            label: entry.label.letter(),
            tag: entry.tag(),
            value: entry.has_value().then_some(entry.value),
            mate: entry.mate().map(|(wins, plies)| if wins { plies as i64 } else { -(plies as i64) }),
            depth: entry.depth,
            bound: bound(entry.bound),
            comment: entry.comment.clone(),
            best: entry.best.map(name),
            count: entry.count,
            texts: entry
                .board_texts
                .iter()
                .map(|(point, text)| TextView { point: name(*point), text: text.clone() })
                .collect(),
        }
    }
}

/// A move and what is known of the position after it.
#[derive(Serialize)]
struct ChildView {
    #[serde(rename = "move")]
    point: String,
    /// The value for the side that makes the move.
    score: Option<i32>,
    #[serde(flatten)]
    entry: EntryView,
}

/// A position, as a panel shows it.
#[derive(Serialize)]
pub(super) struct PositionView {
    rule: &'static str,
    size: String,
    moves: String,
    to_move: String,
    /// What is known of the position itself, or nothing.
    entry: Option<EntryView>,
    children: Vec<ChildView>,
}

impl PositionView {
    pub(super) fn new(game: &Game, known: &KnownPosition, rows: Rows) -> PositionView {
        let size = game.size();
        let child = |child: &KnownChild| ChildView {
            point: child.point.to_text(size, rows),
            score: child.entry.has_value().then_some(-i32::from(child.entry.value)),
            entry: EntryView::new(&child.entry, size, rows),
        };
        PositionView {
            rule: game.rule().name(),
            size: size.to_string(),
            moves: game.to_text(rows),
            to_move: game.to_move().to_string(),
            entry: known.entry.as_ref().map(|entry| EntryView::new(entry, size, rows)),
            children: known.children.iter().map(child).collect(),
        }
    }
}

/// The bound of a value in one word.
fn bound(bound: ValueBound) -> &'static str {
    match bound {
        ValueBound::None => "none",
        ValueBound::Upper => "upper",
        ValueBound::Lower => "lower",
        ValueBound::Exact => "exact",
    }
}

/// Label, value and depth in one line, the value as `seen` by one side: 1 for the side to move, and -1 for the other, whose
/// last move is the first ply of a win.
pub(super) fn judgement(entry: &PositionEntry, seen: i32) -> String {
    let mut parts = Vec::new();
    match entry.label {
        PositionLabel::WIN | PositionLabel::LOSS if entry.mate().is_some() => parts.push(entry.tag()),
        PositionLabel::WIN => parts.push("win".to_string()),
        PositionLabel::LOSS => parts.push("loss".to_string()),
        PositionLabel::DRAW => parts.push("draw".to_string()),
        PositionLabel::FORCED => parts.push("only move".to_string()),
        PositionLabel::BLOCKED => parts.push("not to be played".to_string()),
        label => parts.extend(label.letter().map(|letter| format!("\"{letter}\""))),
    }
    match entry.mate() {
        Some((wins, plies)) => {
            let sign = if wins == (seen > 0) { '+' } else { '-' };
            parts.push(format!("{sign}M{}", plies + usize::from(seen < 0)));
        }
        None if entry.has_value() => parts.push((seen * i32::from(entry.value)).to_string()),
        None => {}
    }
    if entry.depth != 0 {
        let sign = match entry.bound {
            ValueBound::Upper => " at most",
            ValueBound::Lower => " at least",
            ValueBound::None | ValueBound::Exact => "",
        };
        parts.push(format!("depth {}{sign}", entry.depth));
    }
    if entry.count > 0 {
        parts.push(format!("{} records", entry.count));
    }
    if parts.is_empty() {
        parts.push("not analysed".to_string());
    }
    parts.join(", ")
}
