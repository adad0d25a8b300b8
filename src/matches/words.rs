//! Which demands of an opening can be put to engines: managers have words for swap2 and Soosyrv-8 alone.

use tengen_engine::opening::{Demand, Opening, OpeningRule};
use tengen_protocol::command::Swap2Step;
use tengen_protocol::coords::Coords;
use tengen_protocol::manager::YixinStep;

/// Whether an engine can be asked what the opening demands. Where it cannot only a chooser in its place can play.
pub(super) fn has_words(opening: &Opening) -> bool {
    match (opening.demand(), opening.rule()) {
        (Demand::Ordinary { .. }, _) => true,
        (_, OpeningRule::Swap2) => Swap2Step::after(opening.game().moves().len()).is_some(),
        _ => YixinStep::soosyrv(opening, Coords::ColumnRow).is_some(),
    }
}
