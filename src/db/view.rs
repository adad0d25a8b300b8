//! A position, and what is known of it, in one line of text.

use tengen_engine::database::{PositionEntry, PositionLabel};
use tengen_engine::point::Rows;
use tengen_engine::position_key::PositionKey;
use tengen_protocol::database::view::{moves, set_up, verdict};

use crate::units::counted;

/// Label, value and depth in one line, the value as the side to move sees it, or else the other.
pub(super) fn judgement(entry: &PositionEntry, is_to_move: bool) -> String {
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
    parts.extend(verdict(entry, is_to_move));
    if entry.depth != 0 {
        parts.push(format!("depth {}", entry.depth));
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
        None => format!("{}, {} to move", named(set_up(key, Rows::FromBottom).join(" ")), key.to_move()),
    }
}

#[cfg(test)]
mod tests {
    use tengen_engine::color::Color;
    use tengen_engine::database::ValueBound;
    use tengen_engine::point::{BoardSize, Point};
    use tengen_engine::rule::RuleKind;

    use super::*;

    #[test]
    fn a_judgement_tells_who_wins_whatever_says_so() {
        let none = PositionLabel::NONE;
        for (label, value, bound, own, other) in [
            (none, 25, ValueBound::Upper, "<= 25, depth 9", ">= -25, depth 9"),
            (none, 25, ValueBound::Lower, ">= 25, depth 9", "<= -25, depth 9"),
            (none, 25, ValueBound::Exact, "25, depth 9", "-25, depth 9"),
            (none, 29_981, ValueBound::Lower, ">= +M19, depth 9", "<= -M20, depth 9"),
            // What proves nothing is no value.
            (none, -29_981, ValueBound::Lower, "depth 9", "depth 9"),
            // A win in nobody knows how many plies.
            (PositionLabel::FORCED, -29_500, ValueBound::Exact, "only move, -M?, depth 9", "only move, +M?, depth 9"),
            (PositionLabel::WIN, -29_500, ValueBound::Exact, "win, depth 9", "win, depth 9"),
            (PositionLabel::WIN, -30_000, ValueBound::Exact, "W1, -M0, depth 9", "W1, +M1, depth 9"),
        ] {
            let entry = PositionEntry { label, value, depth: 9, bound, ..PositionEntry::default() };
            assert_eq!([judgement(&entry, true), judgement(&entry, false)], [own, other]);
        }
        // The bound is one of the value, however deep was searched for it.
        let shallow = PositionEntry { value: 90, bound: ValueBound::Upper, ..PositionEntry::default() };
        assert_eq!([judgement(&shallow, true), judgement(&shallow, false)], ["<= 90", ">= -90"]);
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
