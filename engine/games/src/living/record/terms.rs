//! What a file of a finished game says about the whole game: who moved first, the handicap and the compensation.

use super::{RecordError, SHOWN};
use crate::living::quarters::Quarters;
use tengen_engine::color::Color;
use tengen_engine::sgf::{Node, Property};

/// The most handicap stones that a file may tell of.
const MOST_HANDICAP: u32 = 100;

/// The side that makes a move by a property.
pub(super) fn mover(property: Property<'_>) -> Option<Color> {
    match property.name().as_str() {
        "B" => Some(Color::Black),
        "W" => Some(Color::White),
        _ => None,
    }
}

/// The side that a node says is to move.
fn side_to_move(node: Node<'_>) -> Option<Color> {
    match node.value("PL")?.raw().trim().to_ascii_lowercase().as_str() {
        "b" | "black" | "1" => Some(Color::Black),
        "w" | "white" | "2" => Some(Color::White),
        _ => None,
    }
}

/// The side that moved first, as a file with so many handicap stones tells it.
pub(super) fn first_side(game: Node<'_>, handicap: u32) -> Color {
    if handicap > 0 {
        return Color::Black;
    }
    let mut told = None;
    for node in game.main_line() {
        told = side_to_move(node).or(told);
        if let Some(color) = node.properties().find_map(mover) {
            return told.unwrap_or(color);
        }
    }
    told.unwrap_or(Color::Black)
}

/// The handicap stones that a file tells of; one is none.
pub(super) fn handicap(game: Node<'_>) -> Result<u32, RecordError> {
    let Some(value) = game.value("HA").filter(|value| !value.is_blank()) else { return Ok(0) };
    match value.number()? {
        0 | 1 => Ok(0),
        number if number <= MOST_HANDICAP => Ok(number),
        number => Err(RecordError::Handicap { at: value.location(), number }),
    }
}

/// The compensation that a file tells, nothing where it tells none.
pub(super) fn compensation(game: Node<'_>) -> Result<Quarters, RecordError> {
    let Some(value) = game.value("KM").filter(|value| !value.is_blank()) else {
        return Ok(Quarters::ZERO);
    };
    let error = || RecordError::Compensation { at: value.location(), value: value.raw().chars().take(SHOWN).collect() };
    Quarters::parse(value.raw()).ok_or_else(error)
}
