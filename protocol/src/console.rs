//! Help and a picture of the board, for people who type the protocol by hand.

use tengen_engine::diagram;
use tengen_engine::game::{Game, Rules};

/// The words a person needs, line by line.
pub const HELP: &[&str] = &[
    "START 15 begins a game on a board of 15x15; RECTSTART 20,15 on a rectangle; RESTART begins again",
    "INFO rule 0 is five or more, 1 exactly five, 4 or 5 Renju, 8 and 9 Caro; 2 added goes on after a five",
    "INFO rule 2 is Renju as well, until INFO game_type 0 is told: then it goes on after a five",
    "INFO timeout_turn 5000 allows five seconds for a move, which it also takes when no limit is told",
    "INFO max_depth 10 and INFO max_node 100000 limit the search",
    "INFO strength 30 plays weaker than the 100 of the start, down to 0",
    "INFO thread_num 4 and INFO hash_size 262144 (in kB) give it more threads and memory",
    "BEGIN asks for the first move; TURN 7,7 plays column 7, row 7 (from 0, upper left) and asks for the answer",
    "BOARD, then lines like 7,7,1 (own) or 7,8,2 (opponent's), then DONE sets a position up and asks for a move",
    "YXBOARD ... DONE only sets it up; YXNBEST 3 then finds the three best moves; YXSTOP ends the thinking",
    "TAKEBACK 7,7 takes the last stone back; YXSHOWFORBID lists the points forbidden to Black in Renju",
    "d draws the board; ABOUT names the engine; END quits",
];

/// The board and what is known about the game, line by line.
pub fn picture(game: &Game) -> Vec<String> {
    let mut lines: Vec<String> =
        diagram::draw(game, &diagram::DiagramOptions::default()).lines().map(str::to_string).collect();
    let rules = rules(game.rules());
    lines.push(match game.result() {
        Some(outcome) => format!("{rules}; {outcome}"),
        None => rules,
    });
    lines
}

/// What a game is played by, in words.
pub(crate) fn rules(rules: Rules) -> String {
    format!("{}{}", rules.kind, if rules.continuous { " going on after a five" } else { "" })
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_engine::point::{BoardSize, Point};
    use tengen_engine::rule::RuleKind;

    #[test]
    fn a_picture_tells_rule_and_turn_on_lines_of_their_own() {
        for (continuous, rules) in [(false, "standard"), (true, "standard going on after a five")] {
            let mut game = Game::new(Rules { kind: RuleKind::Standard, continuous }, BoardSize::new(6, 5).unwrap());
            game.play(Point::new(1, 0)).unwrap();
            let lines = picture(&game);
            assert_eq!(lines.len(), 5 + 3);
            assert!(lines[0].contains("(X)"), "{lines:?}");
            assert_eq!(lines[6..], ["O to move".to_string(), rules.to_string()], "{lines:?}");
        }
    }
}
