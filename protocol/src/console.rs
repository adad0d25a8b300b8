//! Help and a picture of the board, for people who type the protocol by hand.

use tengen_engine::color::Color;
use tengen_engine::game::Game;
use tengen_engine::line::Cell;
use tengen_engine::point::Point;

/// The words a person needs, line by line.
pub const HELP: &[&str] = &[
    "START 15 begins a game on a board of 15x15; RECTSTART 20,15 on a rectangle; RESTART begins again",
    "INFO rule 0 is five or more, 1 exactly five, 4 Renju, 8 and 9 Caro; 2 added goes on after a five",
    "INFO timeout_turn 5000 allows five seconds for a move; INFO max_depth 10 and INFO max_node 100000 limit the search",
    "INFO thread_num 4 and INFO hash_size 262144 (in kB) give it more threads and memory",
    "BEGIN asks for the first move; TURN 7,7 plays column 7, row 7 (from 0, upper left) and asks for the answer",
    "BOARD, then lines like 7,7,1 (own) or 7,8,2 (opponent's), then DONE sets a position up and asks for a move",
    "YXBOARD ... DONE only sets it up; YXNBEST 3 then finds the three best moves; YXSTOP ends the thinking",
    "TAKEBACK 7,7 takes the last stone back; YXSHOWFORBID lists the points forbidden to Black in Renju",
    "d draws the board; ABOUT names the engine; END quits",
];

/// The board row by row from the top, with the names of columns and rows: `X` is Black, `O` White, `#` closed, and `*` is
/// forbidden to Black. The last stone is followed by `)`.
pub fn picture(game: &Game) -> Vec<String> {
    let size = game.size();
    let last = game.moves().last().map(|played| played.point);
    let forbidden: Vec<Point> = game.forbidden_points().map(|(point, _)| point).collect();
    let mut lines: Vec<String> = Vec::new();
    for y in 0..size.height() {
        let mut line = format!("{:>2} ", size.height() - y);
        for x in 0..size.width() {
            let point = Point::new(x, y);
            line.push(match game.cell(point) {
                Cell::Black => 'X',
                Cell::White => 'O',
                Cell::Wall => '#',
                Cell::Empty if forbidden.contains(&point) => '*',
                Cell::Empty => '.',
            });
            line.push(if last == Some(point) { ')' } else { ' ' });
        }
        lines.push(line.trim_end().to_string());
    }
    let letters: Vec<String> = (0..size.width()).map(|x| char::from(b'a' + x as u8).to_string()).collect();
    lines.push(format!("   {}", letters.join(" ")));
    let side = match game.to_move() {
        Color::Black => "Black (X)",
        Color::White => "White (O)",
    };
    let rule = game.rule();
    lines.push(match game.outcome() {
        Some(outcome) => format!("{rule}; {outcome}"),
        None => format!("{rule}; {side} to move"),
    });
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_engine::point::BoardSize;
    use tengen_engine::rule::RuleKind;

    #[test]
    fn a_board_is_drawn_as_people_see_it() {
        let mut game = Game::new(RuleKind::Standard, BoardSize::new(6, 5).unwrap());
        game.close(Point::new(5, 4)).unwrap();
        game.play(Point::new(1, 0)).unwrap();
        game.play(Point::new(2, 3)).unwrap();
        assert_eq!(
            picture(&game).join("\n"),
            " 5 . X . . . .\n 4 . . . . . .\n 3 . . . . . .\n 2 . . O). . .\n 1 . . . . . #\n   a b c d e f\n\
             standard; Black (X) to move"
        );
    }
}
