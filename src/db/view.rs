//! A position, and what is known of it, in one line of text.

use tengen_engine::database::{PositionEntry, PositionLabel, SideOutcome, ValueBound};
use tengen_engine::point::Rows;
use tengen_engine::position_key::PositionKey;
use tengen_protocol::database::view::{FoundView, moves};

use crate::units::counted;

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
        Some((outcome, plies)) => {
            let seen_outcome = if seen > 0 { outcome } else { !outcome };
            let sign = if seen_outcome == SideOutcome::Win { '+' } else { '-' };
            parts.push(format!("{sign}M{}", plies + usize::from(seen < 0)));
        }
        None => parts.extend(entry.worth().map(|value| (seen * i32::from(value)).to_string())),
    }
    if entry.depth != 0 {
        let sign = match (entry.bound, seen > 0) {
            _ if entry.worth().is_none() => "",
            (ValueBound::Upper, true) | (ValueBound::Lower, false) => " at most",
            (ValueBound::Lower, true) | (ValueBound::Upper, false) => " at least",
            (ValueBound::None | ValueBound::Exact, _) => "",
        };
        parts.push(format!("depth {}{sign}", entry.depth));
    }
    if entry.count > 0 {
        parts.push(counted(entry.count as usize, "record"));
    }
    if parts.is_empty() {
        parts.push("not analysed".to_string());
    }
    parts.join(", ")
}

/// The stones as moves, which can be given to a command, or with their colours and the turn where moves do not tell them.
pub(super) fn stones(key: &PositionKey) -> String {
    let named = |stones: String| if stones.is_empty() { "-".to_string() } else { stones };
    match moves(key, Rows::FromBottom) {
        Some(moves) => named(moves),
        None => {
            let set_up = FoundView::new(key, &PositionEntry::default(), Rows::FromBottom).set_up;
            format!("{}, {} to move", named(set_up.join(" ")), key.to_move())
        }
    }
}

#[cfg(test)]
mod tests {
    use tengen_engine::color::Color;
    use tengen_engine::point::{BoardSize, Point};
    use tengen_engine::rule::RuleKind;

    use super::*;

    #[test]
    fn a_bound_is_turned_round_with_its_value() {
        for (value, bound, own, other) in [
            (25, ValueBound::Upper, "25, depth 9 at most", "-25, depth 9 at least"),
            (25, ValueBound::Lower, "25, depth 9 at least", "-25, depth 9 at most"),
            (25, ValueBound::Exact, "25, depth 9", "-25, depth 9"),
            (29_981, ValueBound::Lower, "+M19, depth 9 at least", "-M20, depth 9 at most"),
            // What proves nothing is no value.
            (-29_981, ValueBound::Lower, "depth 9", "depth 9"),
        ] {
            let entry = PositionEntry { value, depth: 9, bound, ..PositionEntry::default() };
            assert_eq!([judgement(&entry, 1), judgement(&entry, -1)], [own, other]);
        }
    }

    #[test]
    fn the_turn_is_said_where_moves_do_not_tell_it() {
        for (stone, to_move, said) in [
            (None, Color::Black, "-"),
            (None, Color::White, "-, White to move"),
            (Some(Color::Black), Color::White, "h8"),
            (Some(Color::Black), Color::Black, "Bh8, Black to move"),
        ] {
            let placed = stone.map(|color| (color, Point::new(7, 7)));
            let (key, _) = PositionKey::of_stones(RuleKind::Standard, BoardSize::USUAL, placed, to_move).unwrap();
            assert_eq!(stones(&key), said);
        }
    }
}
