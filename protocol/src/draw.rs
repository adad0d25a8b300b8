//! Draws: whether one that is offered is accepted, by a word of a manager or on the page.

use tengen_engine::color::Color;
use tengen_engine::game::Game;
use tengen_engine::score::Score;

/// Whether a side accepts a draw: when it can make no row any more that wins, or when more than half of the board is full and
/// its last search, if there was one, found nothing better than a draw.
#[must_use]
pub fn accepts(game: &Game, own: Color, judged: Option<Score>) -> bool {
    let is_late = 2 * game.moves().len() > game.size().area();
    (is_late && judged.is_some_and(|score| score <= Score::DRAW)) || !game.can_make_five(own)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_engine::point::{BoardSize, Point, Rows};
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
    fn a_row_that_would_not_win_keeps_nobody_from_a_draw() {
        // White stands at both ends of the one row that is not closed.
        let size = BoardSize::new(7, 5).unwrap();
        for (rule, expected) in [(RuleKind::Freestyle, false), (RuleKind::CaroOverline, true), (RuleKind::Caro, true)] {
            let mut game = Game::new(rule, size);
            size.points().filter(|point| point.y() != 0).for_each(|point| game.close(point).unwrap());
            [0, 6].into_iter().for_each(|x| game.set_up(Color::White, Point::new(x, 0)).unwrap());
            assert_eq!(accepts(&game, Color::Black, None), expected, "{rule}");
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
