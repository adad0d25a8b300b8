//! Draws: whether one that is offered is accepted, by a word of a manager or on the page.

use tengen_engine::Cell;
use tengen_engine::color::Color;
use tengen_engine::game::Game;
use tengen_engine::point::{Direction, Point};
use tengen_engine::score::Score;

/// Stones in a row that win.
const ROW: isize = 5;

/// Whether a side accepts a draw: when it can make no five any more, or when more than half of the board is full and its
/// last search, if there was one, found nothing better than a draw.
#[must_use]
pub fn accepts(game: &Game, own: Color, judged: Option<Score>) -> bool {
    let is_late = 2 * game.moves().len() > game.size().area();
    (is_late && judged.is_some_and(|score| score <= Score::DRAW)) || !can_make_five(game, own)
}

/// Whether five points in a row are left on which stands nothing but own stones.
fn can_make_five(game: &Game, own: Color) -> bool {
    let is_free = |point: Point| matches!(game.cell(point), Cell::Empty) || game.cell(point).color() == Some(own);
    let is_row = |first: Point, direction| (0..ROW).all(|far| is_free(first.step(direction, far)));
    game.size().points().any(|first| Direction::ALL.into_iter().any(|direction| is_row(first, direction)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_engine::point::{BoardSize, Rows};
    use tengen_engine::rule::RuleKind;

    #[test]
    fn a_draw_is_accepted_by_who_cannot_win() {
        let size = BoardSize::square(5).unwrap();
        let game = |text: &str| Game::from_text(RuleKind::Freestyle, size, text, Rows::FromTop).unwrap();
        // Black stands in every row, column and diagonal, and White not in the last row.
        let blocked = "a1a2b4a3c2c4d5d2e3";
        let late = format!("{blocked}b1b5e1e5");
        for (game, own, judged, expected) in [
            (game("a1c3"), Color::White, Some(Score::loss_in(4)), false),
            (game(blocked), Color::White, None, true),
            (game(blocked), Color::White, Some(Score::judged(9)), true),
            (game(blocked), Color::Black, Some(Score::DRAW), false),
            (game(&late), Color::Black, Some(Score::DRAW), true),
            (game(&late), Color::Black, Some(Score::judged(1)), false),
            (game(&late), Color::Black, None, false),
        ] {
            let text = game.to_text(Rows::FromTop);
            assert_eq!(accepts(&game, own, judged), expected, "{text} {own:?} {judged:?}");
        }
    }

    #[test]
    fn it_is_late_when_more_than_half_of_the_board_is_full() {
        let size = BoardSize::new(10, 5).unwrap();
        let mut game = Game::new(RuleKind::Freestyle, size);
        // In every row the colours follow each other, and the last two rows are empty.
        for (stones, point) in (1..=26).zip(size.points()) {
            game.play(point).unwrap();
            assert_eq!(accepts(&game, Color::Black, Some(Score::DRAW)), stones == 26, "{stones} stones on 50 points");
        }
    }
}
