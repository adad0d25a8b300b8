//! Which demands of an opening can be put to engines: managers have words for swap2 and Soosyrv-8 alone.

use tengen_engine::opening::{Demand, Opening, OpeningRule};
use tengen_protocol::coords::Coords;
use tengen_protocol::manager::YixinStep;

/// Stones after which SWAP2BOARD can be asked.
const SWAP2_STONES: [usize; 3] = [0, 3, 5];

/// Whether an engine can be asked what the opening demands. Where it cannot only a chooser in its place can play.
pub(super) fn has_words(opening: &Opening) -> bool {
    match (opening.demand(), opening.rule()) {
        (Demand::Ordinary { .. }, _) => true,
        (_, OpeningRule::Swap2) => SWAP2_STONES.contains(&opening.game().moves().len()),
        _ => YixinStep::soosyrv(opening, Coords::ColumnRow).is_some(),
    }
}
