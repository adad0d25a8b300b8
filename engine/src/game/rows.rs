//! The rows that win, stone by stone.

use smallvec::SmallVec;

use super::{Game, GameResult};
use crate::color::Color;
use crate::line::Cell;
use crate::point::{Direction, Point};
use crate::zobrist;

impl Game {
    /// The stones of all rows with which the last move won, its own once among them; none where no row has won. Where the row
    /// was set up it is one of those that stand there.
    #[must_use]
    pub fn winning_row(&self) -> Vec<Point> {
        let Some(GameResult::Five(color)) = self.result else { return Vec::new() };
        let winning = self.last_in_a_row(color);
        winning.map_or_else(Vec::new, |(point, rows)| self.rows_through(point, &rows).into_vec())
    }

    /// Whether a point is empty and a stone of `color` there would make a row that wins, whoever's turn it is.
    #[must_use]
    pub fn makes_five(&self, color: Color, point: Point) -> bool {
        let five = self.rules.kind.five(color);
        self.cell(point) == Cell::Empty && self.lines.winning(point, color, five).next().is_some()
    }

    /// Whether a row of `color` that wins could still be made if nobody but `color` put stones from now on.
    #[must_use]
    pub fn can_make_five(&self, color: Color) -> bool {
        let (own, five) = (Cell::from(color), self.rules.kind.five(color));
        let fits = |middle: Point, direction: Direction| {
            let window = self.lines.window(middle, direction);
            let is_left = (-2..=2).all(|steps| [Cell::Empty, own].contains(&window.cell(steps)));
            is_left && (-2..=2).fold(window, |filled, steps| filled.with(steps, own)).wins(color, five)
        };
        self.size.points().any(|middle| Direction::ALL.into_iter().any(|direction| fits(middle, direction)))
    }

    /// Ends a game whose stones show a row that wins: one of the side that has moved, or else an older one of the other.
    pub(crate) fn end_with_a_row(&mut self) {
        let winner = [!self.to_move, self.to_move].into_iter().find(|&color| self.last_in_a_row(color).is_some());
        self.result = winner.map(GameResult::Five).or(self.result);
    }

    /// The last stone of a colour that stands in rows that win, and their directions.
    fn last_in_a_row(&self, color: Color) -> Option<(Point, SmallVec<[Direction; 4]>)> {
        let five = self.rules.kind.five(color);
        let own = self.moves.iter().rev().filter(|stone| stone.color == color);
        let rows = |point: Point| -> SmallVec<[Direction; 4]> { self.lines.winning(point, color, five).collect() };
        own.map(|stone| (stone.point, rows(stone.point))).find(|(_, rows)| !rows.is_empty())
    }

    /// Closes the points of the winning rows through a stone, as a continuous game does.
    pub(super) fn close_rows(&mut self, point: Point, color: Color, rows: &[Direction]) {
        for point in self.rows_through(point, rows) {
            self.lines.flip(point, color.into());
            self.lines.flip(point, Cell::Wall);
            self.key ^= zobrist::stone(color, point) ^ zobrist::block(point);
        }
    }

    /// The stones of the rows in these directions through a stone, which comes last.
    fn rows_through(&self, point: Point, rows: &[Direction]) -> SmallVec<[Point; 32]> {
        let sides = rows.iter().flat_map(|&direction| [(direction, -1), (direction, 1)]);
        let mut stones: SmallVec<[Point; 32]> =
            sides.flat_map(|(direction, side)| self.arm(point, direction, side)).collect();
        if !rows.is_empty() {
            stones.push(point);
        }
        stones
    }

    /// The stones of the colour of a stone that follow it without a gap to one side, the nearest first.
    fn arm(&self, point: Point, direction: Direction, side: isize) -> impl Iterator<Item = Point> {
        let own = self.lines.cell(point);
        let cells = (1..).map(move |steps| point.step(direction, side * steps));
        cells.take_while(move |&next| self.lines.cell(next) == own)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::point::BoardSize;
    use crate::point_set::PointSet;
    use crate::rule::RuleKind;

    #[test]
    fn the_winning_stones_are_those_of_all_rows_that_win() {
        // The last stone makes a row of six and a column of five.
        let row = [5, 4, 3, 2, 7].map(|x| Point::new(x, 7));
        let column = [6, 5, 4, 3].map(|y| Point::new(6, y));
        let last = Point::new(6, 7);
        let before = [&row[..], &column[..]].concat();
        for (rule, won) in [(RuleKind::Freestyle, &before[..]), (RuleKind::Standard, &column[..])] {
            let mut game = Game::new(rule, BoardSize::square(15).unwrap());
            before.iter().for_each(|&point| game.place(Color::Black, point).unwrap());
            assert!(game.winning_row().is_empty());
            game.place(Color::Black, last).unwrap();
            assert_eq!(game.winning_row(), [won, &[last]].concat(), "{rule}");
        }
        // Of stones that were set up nobody knows the last.
        let mut game = Game::new(RuleKind::Standard, BoardSize::square(15).unwrap());
        [&[last], &before[..]].concat().iter().for_each(|&point| game.set_up(Color::Black, point).unwrap());
        assert!(game.winning_row().is_empty());
        game.end_with_a_row();
        let row: PointSet = game.winning_row().into_iter().collect();
        assert_eq!(row, column.into_iter().chain([last]).collect());
    }

    #[test]
    fn a_row_can_be_made_where_one_that_wins_fits() {
        let size = BoardSize::new(8, 5).unwrap();
        // Own stones and the opponent's on the only points that are not closed, and whether one fits under each rule.
        for (line, fits) in [
            ("....", [false; 5]),
            (".....", [true; 5]),
            ("O.....O", [true, true, true, false, false]),
            ("O......O", [true; 5]),
            ("XXX.XXX", [true, false, false, true, false]),
            ("OXXX.XXO", [true, false, false, true, false]),
        ] {
            for (rule, expected) in RuleKind::ALL.into_iter().zip(fits) {
                for color in Color::ALL {
                    let mut game = Game::new(rule, size);
                    for point in size.points() {
                        match line.as_bytes().get(point.x()).filter(|_| point.y() == 2) {
                            Some(b'.') => {}
                            Some(b'X') => game.set_up(color, point).unwrap(),
                            Some(_) => game.set_up(!color, point).unwrap(),
                            None => game.close(point).unwrap(),
                        }
                    }
                    // Of Renju this is what Black may make; White's rows are those of freestyle.
                    let expected = if (rule, color) == (RuleKind::Renju, Color::White) { fits[0] } else { expected };
                    assert_eq!(game.can_make_five(color), expected, "{line} of {color:?} under {rule}");
                }
            }
        }
    }
}
