//! What is uncertain about a count: a compensation that nobody can have meant, points that nobody claimed, a seki that
//! may be none, groups that are not proven alive, and points that others would not count.

use super::Count;
use super::error::{CountError, Warning};
use super::eyes;
use super::goban::neighbours;
use super::group::Status;
use super::names::Names;
use super::position::{Marks, NeutralPolicy};
use super::quarters::Quarters;
use tengen_engine::color::Color;
use tengen_engine::point::Point;

/// What is to be said about a count, or why the terms refuse it.
pub(super) fn doubts(count: &Count, marks: &Marks, names: Names) -> Result<Vec<Warning>, CountError> {
    let (neutral, unsettled) = (count.neutral(), unsettled(count, marks));
    if count.terms.neutral == NeutralPolicy::Refuse {
        if !neutral.is_empty() {
            return Err(CountError::Unclaimed { points: names.points(&neutral) });
        }
        if !unsettled.is_empty() {
            return Err(CountError::Unsettled { points: names.points(&unsettled) });
        }
    }
    let mut warnings = Vec::new();
    let compensation = count.terms.compensation;
    if compensation.abs() > Quarters::len(count.size().area()) {
        warnings.push(Warning::Compensation(compensation.to_string()));
    }
    if !neutral.is_empty() {
        warnings.push(Warning::Unclaimed { count: neutral.len(), points: names.points(&neutral) });
    }
    if !unsettled.is_empty() {
        warnings.push(Warning::Unsettled { count: unsettled.len(), points: names.points(&unsettled) });
    }
    for group in count.groups().iter().filter(|group| group.status == Status::Unproven) {
        warnings.push(Warning::Unproven { color: group.color, group: names.point(group.first()) });
    }
    for group in count.groups().iter().filter(|group| group.status != Status::Seki) {
        let points = eyes::connecting(count.goban(), group);
        let (color, first) = (group.color, names.point(group.first()));
        let warning = Warning::Connecting { color, group: first, points: names.points(&points) };
        warnings.extend((!points.is_empty()).then_some(warning));
    }
    Ok(warnings)
}

/// Shared liberties that nobody marked and that do not touch a group in seki of each side, as those of a seki do. Where a
/// dead stone was not marked, or the game is not over, all of the space around is shared.
fn unsettled(count: &Count, marks: &Marks) -> Vec<Point> {
    let is_in_seki =
        |point| count.groups().iter().any(|group| group.status == Status::Seki && group.stones.contains(&point));
    let touches = |point, color| {
        neighbours(count.size(), point).any(|next| count.goban().stone(next) == Some(color) && is_in_seki(next))
    };
    let is_between = |point| Color::ALL.into_iter().all(|color| touches(point, color));
    let is_unsettled = |&point: &Point| !marks.shared.contains(&point) && !is_between(point);
    count.shared().into_iter().filter(is_unsettled).collect()
}
