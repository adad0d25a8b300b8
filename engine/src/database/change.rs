//! What somebody changes by hand of what is known of a position.

use super::children::set_board_text;
use super::{PositionEntry, PositionLabel};
use crate::game::Game;
use crate::point::Point;

/// What an entry gets in place of what it had; what is not named stays. All points are those of the game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct EntryChange {
    /// The label.
    pub label: Option<PositionLabel>,
    /// The value, which is then exact: see [`PositionEntry::set_value`].
    pub value: Option<i16>,
    /// How deep was searched for the value, in plies.
    pub depth: Option<i16>,
    /// The comment.
    pub comment: Option<String>,
    /// Texts on points: see [`set_board_text`].
    pub texts: Vec<(Point, String)>,
    /// The best move, or that there is none.
    pub best: Option<Option<Point>>,
}

impl EntryChange {
    /// Changes the entry of the position in which a game stands.
    pub fn apply(self, entry: &mut PositionEntry, game: &Game) {
        entry.label = self.label.unwrap_or(entry.label);
        if let Some(value) = self.value {
            entry.set_value(value);
        }
        entry.depth = self.depth.unwrap_or(entry.depth);
        if let Some(comment) = self.comment {
            entry.comment = comment;
        }
        for (point, text) in &self.texts {
            set_board_text(entry, game, *point, text);
        }
        entry.best = self.best.unwrap_or(entry.best);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::database::ValueBound;
    use crate::point::{BoardSize, Rows};
    use crate::rule::RuleKind;

    #[test]
    fn what_is_not_named_stays() {
        let game = Game::from_text(RuleKind::Renju, BoardSize::square(15).unwrap(), "h8", Rows::FromBottom).unwrap();
        // Alike but for the view.
        let (below, above) = (Point::new(7, 6), Point::new(7, 8));
        let text = |point: Point, text: &str| vec![(point, text.to_string())];
        let known = PositionEntry {
            label: PositionLabel::FORCED,
            value: 20,
            depth: 9,
            bound: ValueBound::Upper,
            comment: "good".to_string(),
            board_texts: text(below, "A"),
            best: Some(below),
            count: 3,
        };
        let check = |change: EntryChange, expected: PositionEntry| {
            let mut entry = known.clone();
            change.clone().apply(&mut entry, &game);
            assert_eq!(entry, expected, "{change:?}");
        };
        let (change, entry, none) = (EntryChange::default, || known.clone(), PositionLabel::NONE);
        check(change(), entry());
        check(EntryChange { label: Some(none), ..change() }, PositionEntry { label: none, ..entry() });
        let exact = PositionEntry { value: 0, bound: ValueBound::Exact, ..entry() };
        check(EntryChange { value: Some(0), ..change() }, exact);
        check(EntryChange { depth: Some(0), ..change() }, PositionEntry { depth: 0, ..entry() });
        let silent = PositionEntry { comment: String::new(), ..entry() };
        check(EntryChange { comment: Some(String::new()), ..change() }, silent);
        let moved = PositionEntry { board_texts: text(above, "B"), ..entry() };
        check(EntryChange { texts: text(above, "B"), ..change() }, moved);
        let bare = PositionEntry { board_texts: Vec::new(), ..entry() };
        check(EntryChange { texts: text(above, ""), ..change() }, bare);
        check(EntryChange { best: Some(Some(above)), ..change() }, PositionEntry { best: Some(above), ..entry() });
        check(EntryChange { best: Some(None), ..change() }, PositionEntry { best: None, ..entry() });
    }
}
