//! The positions that a game went through. Records are short and this is rare: replaying is the one way that cannot forget
//! anything.

use super::{Game, Move, PlayError};
use crate::point::Point;

/// Why no replay fails.
const CHECKED: &str = "the record was checked when it was made";

impl Game {
    /// The position before each move that was played or placed, with the side to move that made it, and the game itself as
    /// the last. A forbidden move after which play went on was not claimed, and ends none of them.
    #[must_use]
    pub fn positions(&self) -> Vec<Game> {
        let mut position = self.beginning(self.set_up_stones());
        let mut positions = Vec::with_capacity(self.played().len() + 1);
        for &Move { color, point } in self.played() {
            position.waive_forbidden();
            // Where a side has passed it is the turn of the other.
            position.set_to_move(color);
            positions.push(position.clone());
            position.place(color, point).expect(CHECKED);
        }
        positions.push(self.clone());
        positions
    }

    /// The game after a stone of the side to move, which is put down as by [`Game::place`]: even after the end.
    ///
    /// # Errors
    /// [`PlayError`]: the point is off the board, taken or closed.
    pub fn after(&self, point: Point) -> Result<Game, PlayError> {
        let mut after = self.clone();
        after.place(self.to_move, point)?;
        Ok(after)
    }

    /// Takes the last stone back and returns it. It is then the turn of its side.
    pub fn undo(&mut self) -> Option<Move> {
        let (&last, before) = self.moves.split_last()?;
        let (set_up, played) = before.split_at(self.set_up.min(before.len()));
        let mut game = self.beginning(set_up);
        for &Move { color, point } in played {
            game.place(color, point).expect(CHECKED);
            if self.waived.contains(&game.moves.len()) {
                game.waive_forbidden();
            }
        }
        game.set_to_move(last.color);
        *self = game;
        Some(last)
    }

    /// The position before the first move, of these stones that were set up.
    fn beginning(&self, set_up: &[Move]) -> Game {
        let mut game = Game::new(self.rules, self.size);
        self.closed.iter().for_each(|&point| game.close(point).expect(CHECKED));
        set_up.iter().for_each(|stone| game.set_up(stone.color, stone.point).expect(CHECKED));
        game
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::color::Color;
    use crate::forbidden::Forbidden;
    use crate::game::GameResult;
    use crate::point::{BoardSize, Rows};
    use crate::rule::RuleKind;

    #[test]
    fn a_stone_of_the_side_to_move_can_be_looked_at_even_after_the_end() {
        let size = BoardSize::square(15).unwrap();
        let mut game = Game::from_text(RuleKind::Freestyle, size, "h8a1i8c1j8e1k8g1", Rows::FromBottom).unwrap();
        let five = Point::new(11, 7);
        let won = game.after(five).unwrap();
        game.play(five).unwrap();
        assert_eq!(won, game);
        let after = won.after(Point::new(0, 0)).unwrap();
        assert_eq!(after.moves().last(), Some(&Move { color: Color::White, point: Point::new(0, 0) }));
        assert_eq!(won.after(five), Err(PlayError::Occupied));
    }

    #[test]
    fn a_game_went_through_the_position_before_each_move() {
        let mut game = Game::new(RuleKind::Freestyle, BoardSize::square(15).unwrap());
        game.close(Point::new(0, 0)).unwrap();
        game.set_up(Color::White, Point::new(3, 3)).unwrap();
        let mut expected = Vec::new();
        // Black passes once, and once more at the end.
        for (color, x) in [(Color::Black, 7), (Color::White, 8), (Color::White, 9)] {
            game.set_to_move(color);
            expected.push(game.clone());
            game.place(color, Point::new(x, 7)).unwrap();
        }
        game.set_to_move(Color::White);
        expected.push(game.clone());
        assert_eq!(game.positions(), expected);
        assert_eq!(game.set_up_stones(), [Move { color: Color::White, point: Point::new(3, 3) }]);
        assert_eq!(expected[0].positions(), expected[..1]);
    }

    #[test]
    fn a_text_means_the_position_where_all_stones_were_played_in_turn() {
        let size = BoardSize::USUAL;
        let (black, white) = (Color::Black, Color::White);
        for (set_up, played, to_move, text) in [
            (None, vec![], black, Some("")),
            (None, vec![(black, 7), (white, 8)], black, Some("h8i8")),
            (None, vec![(black, 7), (white, 8)], white, None),
            (None, vec![(white, 7), (black, 8)], white, None),
            (None, vec![(black, 7), (black, 8)], black, None),
            (Some(black), vec![(white, 8)], black, None),
        ] {
            let mut game = Game::new(RuleKind::Freestyle, size);
            set_up.into_iter().for_each(|color| game.set_up(color, Point::new(0, 0)).unwrap());
            played.iter().for_each(|&(color, x)| game.place(color, Point::new(x, 7)).unwrap());
            game.set_to_move(to_move);
            assert_eq!(game.text_in_turn(Rows::FromBottom).as_deref(), text, "{game:?}");
        }
    }

    #[test]
    fn a_forbidden_move_ends_a_game_unless_it_went_on() {
        let size = BoardSize::square(15).unwrap();
        let mut game = Game::from_text(RuleKind::Renju, size, "e8a1f8c1g8e1i8g1j8i1h8", Rows::FromBottom).unwrap();
        let last = |game: &Game| game.positions()[11].result();
        assert_eq!(last(&game), Some(GameResult::Forbidden(Forbidden::Overline)));
        game.place(Color::White, Point::new(14, 0)).unwrap();
        assert_eq!(last(&game), None);
    }
}
