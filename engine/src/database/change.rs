//! What somebody changes by hand of what is known of a position.

use super::children::{LookupError, edit, set_board_text};
use super::{PositionEntry, PositionLabel, Store};
use crate::game::{Game, PlayError};
use crate::line::Cell;
use crate::point::Point;
use crate::record::texts::with_line_feeds;

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
    /// Changes what a store knows of the position in which a game stands, and returns what it knows now.
    ///
    /// # Errors
    /// A best move or a text on a point that is not empty, though what stands there may be taken away; a position without a
    /// key, or a store that cannot be read or written.
    pub fn write(self, store: &mut (impl Store + ?Sized), game: &Game) -> Result<PositionEntry, LookupError> {
        let texts = self.texts.iter().filter(|(_, text)| !text.is_empty()).map(|(point, _)| *point);
        if texts.chain(self.best.flatten()).any(|point| game.cell(point) != Cell::Empty) {
            return Err(PlayError::Occupied.into());
        }
        edit(store, game, |entry| self.apply(entry, game))
    }

    fn apply(self, entry: &mut PositionEntry, game: &Game) {
        entry.label = self.label.unwrap_or(entry.label);
        if let Some(value) = self.value {
            entry.set_value(value);
        }
        if let Some(depth) = self.depth {
            entry.set_depth(depth);
        }
        if let Some(comment) = self.comment {
            entry.comment = with_line_feeds(&comment).into_owned();
        }
        for (point, text) in &self.texts {
            set_board_text(entry, game, *point, &with_line_feeds(text));
        }
        entry.best = self.best.unwrap_or(entry.best);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::database::{MemoryStore, ValueBound};
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
        // No file has room for more.
        check(EntryChange { depth: Some(9_000), ..change() }, PositionEntry { depth: 8_191, ..entry() });
        let silent = PositionEntry { comment: String::new(), ..entry() };
        check(EntryChange { comment: Some(String::new()), ..change() }, silent);
        let said = |lines: &str| Some(lines.to_string());
        let lines = PositionEntry { comment: "a\nb\nc".to_string(), board_texts: text(above, "A\nB"), ..entry() };
        check(EntryChange { comment: said("a\r\nb\rc"), texts: text(above, "A\r\nB"), ..change() }, lines);
        let moved = PositionEntry { board_texts: text(above, "B"), ..entry() };
        check(EntryChange { texts: text(above, "B"), ..change() }, moved);
        let bare = PositionEntry { board_texts: Vec::new(), ..entry() };
        check(EntryChange { texts: text(above, ""), ..change() }, bare);
        check(EntryChange { best: Some(Some(above)), ..change() }, PositionEntry { best: Some(above), ..entry() });
        check(EntryChange { best: Some(None), ..change() }, PositionEntry { best: None, ..entry() });
    }

    #[test]
    fn nothing_is_written_on_a_stone() {
        let mut store = MemoryStore::default();
        let game = Game::from_text(RuleKind::Renju, BoardSize::square(15).unwrap(), "h8", Rows::FromBottom).unwrap();
        let stone = game.size().center();
        let mut write = |change: EntryChange| change.write(&mut store, &game).map(|entry| entry.board_texts.len());
        let text = |text: &str| EntryChange { texts: vec![(stone, text.to_string())], ..EntryChange::default() };
        let occupied = Err(LookupError::Play(PlayError::Occupied));
        assert_eq!(write(text("A")), occupied);
        assert_eq!(write(EntryChange { best: Some(Some(stone)), ..EntryChange::default() }), occupied);
        // What an earlier version wrote there may be taken away.
        assert_eq!(write(text("")), Ok(0));
    }
}
