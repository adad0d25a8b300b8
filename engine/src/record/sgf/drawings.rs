//! What is drawn on the board at a node: labels and signs on points. One outside of the board is passed over, for
//! nothing depends on it, and that is told.

use super::{filled, mark_property};
use crate::point::{BoardSize, Point};
use crate::point_set::PointSet;
use crate::record::reading::{Fault, Faults, Place, ReadError};
use crate::record::tree::{Label, Mark, MarkKind, Notes};
use crate::sgf::{Node, SgfFault, Value};

/// A cross in files before FF 4.
const OLD_CROSS: &str = "M";

/// Adds the labels and signs of a node to what is written to it; `own` is the point of its move.
pub(super) fn read(
    node: Node<'_>,
    size: BoardSize,
    own: Option<Point>,
    notes: &mut Notes,
    faults: &mut Faults,
) -> Result<(), ReadError> {
    labels(node, size, notes, faults)?;
    for kind in MarkKind::ALL {
        let old = (kind == MarkKind::Cross).then_some(OLD_CROSS);
        let mut seen = PointSet::EMPTY;
        for value in filled(node, mark_property(kind)).chain(old.into_iter().flat_map(|name| filled(node, name))) {
            // There is no point left to draw on.
            if seen.len() == size.area() {
                break;
            }
            let mut is_whole = true;
            for (x, y) in known(value.rectangle(), &value, faults)?.into_iter().flatten() {
                let Some(point) = size.point(x.into(), y.into()) else {
                    is_whole = false;
                    continue;
                };
                if seen.contains(point) {
                    continue;
                }
                seen.insert(point);
                match own == Some(point) && kind == MarkKind::Cross {
                    true => notes.marked = true,
                    false => notes.marks.push(Mark { point, kind }),
                }
            }
            if !is_whole {
                outside(&value, size, faults);
            }
        }
    }
    Ok(())
}

fn labels(node: Node<'_>, size: BoardSize, notes: &mut Notes, faults: &mut Faults) -> Result<(), ReadError> {
    let mut add = |place: &Value<'_>, text: String, faults: &mut Faults| -> Result<(), ReadError> {
        let Some((x, y)) = known(place.coordinates(), place, faults)? else { return Ok(()) };
        match size.point(x.into(), y.into()) {
            Some(point) => notes.labels.push(Label { point, text }),
            None => outside(place, size, faults),
        }
        Ok(())
    };
    for value in filled(node, "LB") {
        match value.composed() {
            Some((place, text)) => add(&place, text.simple_text().into_owned(), faults)?,
            None => {
                let fault = Fault::Word(value.shown(), "label: a point and a text, as in hh:A");
                faults.remark(|| Place::Text(value.location()), fault);
            }
        }
    }
    // Letters in their order, as FF 3 had labels.
    for (value, letter) in filled(node, "L").zip('a'..='z') {
        add(&value, letter.to_string(), faults)?;
    }
    Ok(())
}

/// What a value is, or none where it is damaged and that is to be passed over.
pub(super) fn known<T>(places: Option<T>, value: &Value<'_>, faults: &mut Faults) -> Result<Option<T>, ReadError> {
    if places.is_none() {
        faults.meet(|| Place::Text(value.location()), Fault::Sgf(SgfFault::Place(value.shown())))?;
    }
    Ok(places)
}

/// Takes note of a drawing that does not lie on the board, or not all of it.
fn outside(value: &Value<'_>, size: BoardSize, faults: &mut Faults) {
    faults.remark(|| Place::Text(value.location()), Fault::OffBoard(value.shown(), size));
}
