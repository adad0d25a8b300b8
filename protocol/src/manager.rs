//! The manager's half of the conversation: typed requests become lines, and lines of an engine become typed answers.
//!
//! A match runner, an examiner of engines and the tests speak by it. It knows no process, no clock and no game but the one it is
//! shown.

mod steps;
mod swap2;

use std::time::Duration;

use tengen_engine::color::Color;
use tengen_engine::game::{Game, Move, Rules};
use tengen_engine::point::{BoardSize, Point};

use crate::command::is_blank;
use crate::coords::Coords;
use crate::info::{self, InfoKey};

pub use steps::{YixinStep, YixinStepError};
pub use swap2::{Swap2Answer, Swap2AnswerError};

/// First and second number of a coordinate as an engine wrote it, perhaps of no point of the board.
pub type Place = (i64, i64);

/// A stone that an engine wants to put beside the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("answers {},{}, which is off the board", .0.0, .0.1)]
pub struct OffBoard(pub Place);

/// The point of a coordinate that an engine said.
///
/// # Errors
/// One that is not on the board.
pub fn point(place: Place, coords: Coords, size: BoardSize) -> Result<Point, OffBoard> {
    coords.point(place, size).ok_or(OffBoard(place))
}

/// What a manager says.
///
/// ```
/// use tengen_engine::point::{BoardSize, Point};
/// use tengen_protocol::coords::Coords;
/// use tengen_protocol::manager::ManagerRequest;
///
/// let start = ManagerRequest::Start(BoardSize::new(20, 15).unwrap());
/// assert_eq!(start.lines(Coords::ColumnRow), ["RECTSTART 20,15"]);
/// assert_eq!(ManagerRequest::Turn(Point::new(7, 5)).lines(Coords::ColumnRow), ["TURN 7,5"]);
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum ManagerRequest<'a> {
    /// A new game on a board: `START`, or `RECTSTART` when it is no square.
    Start(BoardSize),
    /// `INFO` with a key that this crate knows.
    Info(InfoKey, i64),
    /// `INFO` with any key and value.
    OtherInfo(&'a str, &'a str),
    /// `BEGIN`: the engine moves first.
    Begin,
    /// `TURN`: the opponent moved.
    Turn(Point),
    /// `BOARD` with all stones of a game, each marked as the engine's own or the opponent's, in the order they were put. Where
    /// the colours do not take turns, Black first, there is a pass: a move to -1,-1. The points that were closed come last,
    /// marked 3; under Renju and in games that go on after a five engines have other meanings for that mark too.
    Board(&'a Game),
    /// `SWAP2BOARD` with the stones of an opening, bare, Black's first and then in turn.
    Swap2Board(&'a Game),
    /// A step of an opening in the words of Yixin-Board.
    Step(&'a YixinStep),
    /// `PLAY`: the engine shall make the move that it suggested.
    Play(Place),
    /// `END`.
    End,
}

impl ManagerRequest<'_> {
    /// The lines that say it, without their ends.
    #[must_use]
    pub fn lines(&self, coords: Coords) -> Vec<String> {
        match *self {
            ManagerRequest::Start(size) if size.width() == size.height() => vec![format!("START {}", size.width())],
            ManagerRequest::Start(size) => vec![format!("RECTSTART {},{}", size.width(), size.height())],
            ManagerRequest::Info(key, value) => vec![format!("INFO {} {value}", key.name())],
            ManagerRequest::OtherInfo(key, value) => vec![format!("INFO {key} {value}")],
            ManagerRequest::Begin => vec!["BEGIN".to_string()],
            ManagerRequest::Turn(point) => vec![format!("TURN {}", coords.text(point))],
            ManagerRequest::Board(game) => listed("BOARD", position_lines(game, coords)),
            ManagerRequest::Swap2Board(game) => {
                listed("SWAP2BOARD", game.moves().iter().map(|played| coords.text(played.point)))
            }
            ManagerRequest::Step(step) => step.lines().to_vec(),
            ManagerRequest::Play((first, second)) => vec![format!("PLAY {first},{second}")],
            ManagerRequest::End => vec!["END".to_string()],
        }
    }
}

fn listed(word: &str, lines: impl IntoIterator<Item = String>) -> Vec<String> {
    std::iter::once(word.to_string()).chain(lines).chain(["DONE".to_string()]).collect()
}

/// The moves of a position, passes among them, and then its closed points.
fn position_lines(game: &Game, coords: Coords) -> Vec<String> {
    let whose = |color| if color == game.to_move() { 1 } else { 2 };
    let pass = |color| format!("-1,-1,{}", whose(color));
    // Nobody made the stones that were set up as moves: they take turns as long as there are some of both colours.
    let of_color = |color| game.set_up_stones().iter().filter(move |stone| stone.color == color).enumerate();
    let mut set_up: Vec<(usize, &Move)> = Color::ALL.into_iter().flat_map(of_color).collect();
    set_up.sort_by_key(|&(number, _)| number);
    let (mut lines, mut turn) = (Vec::new(), Color::Black);
    for &Move { color, point } in set_up.into_iter().map(|(_, stone)| stone).chain(game.played()) {
        if color != turn {
            lines.push(pass(turn));
        }
        lines.push(format!("{},{}", coords.text(point), whose(color)));
        turn = !color;
    }
    if game.to_move() != turn {
        lines.push(pass(turn));
    }
    lines.extend(game.closed().iter().map(|&point| format!("{},3", coords.text(point))));
    lines
}

/// How much time a manager gives.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ManagerClock {
    /// The most time for a move.
    pub turn: Option<Duration>,
    /// The time for a whole game.
    pub game: Option<Duration>,
    /// What each move adds to the time left.
    pub increment: Duration,
}

impl ManagerClock {
    /// The requests that tell of it. Where nothing is limited they are what Yixin-Board sends for that: engines are known to
    /// understand it, and 0 means something else.
    pub fn requests(&self) -> Vec<ManagerRequest<'static>> {
        let unlimited = self.turn.is_none() && self.game.is_none();
        let turn = self.turn.or(self.game).map_or(info::UNLIMITED_TURN, info::milliseconds);
        let game = match self.game {
            Some(game) => info::milliseconds(game),
            None if unlimited => info::UNLIMITED_MATCH,
            None => 0,
        };
        let mut requests =
            vec![ManagerRequest::Info(InfoKey::TimeoutTurn, turn), ManagerRequest::Info(InfoKey::TimeoutMatch, game)];
        if !self.increment.is_zero() {
            requests.push(ManagerRequest::Info(InfoKey::TimeIncrement, info::milliseconds(self.increment)));
        }
        requests
    }

    /// The request that tells what is left of a game, in milliseconds, below zero when more than all of it was used.
    #[must_use]
    pub fn left(milliseconds: Option<i64>) -> ManagerRequest<'static> {
        let told = |left: i64| left.clamp(i32::MIN.into(), info::NO_LIMIT - 1);
        ManagerRequest::Info(InfoKey::TimeLeft, milliseconds.map_or(info::NO_LIMIT, told))
    }
}

/// The request that tells the rules.
#[must_use]
pub fn rule(rules: Rules) -> ManagerRequest<'static> {
    ManagerRequest::Info(InfoKey::Rule, info::rule_number(rules))
}

/// What an engine says, as a manager takes it.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Answer {
    /// `OK`, perhaps with words behind it.
    Ok,
    /// One coordinate: a move.
    Move(Place),
    /// Several coordinates: stones of an opening.
    Stones(Vec<Place>),
    /// `SWAP`.
    Swap,
    /// `PASS`: a move is given up.
    Pass,
    /// `SUGGEST` and a coordinate: the manager decides, and managers answer `PLAY`.
    Suggest(Place),
    /// `ERROR`.
    Error,
    /// `UNKNOWN`.
    Unknown,
    /// `MESSAGE` or `DEBUG`, alone too, as the blank behind it may have been trimmed: nothing to act on. [`is_message`] is
    /// stricter.
    Message,
    /// `INFO`: what a search has found, as Yixin-Board is told of it, and nothing to act on either.
    Info,
    /// A line that means nothing to a manager.
    Other,
}

impl Answer {
    /// Reads a line with the patience of Piskvork: words in any case, blanks around the comma, words behind one coordinate.
    ///
    /// ```
    /// use tengen_protocol::manager::Answer;
    ///
    /// assert_eq!(Answer::read("7,5"), Answer::Move((7, 5)));
    /// assert_eq!(Answer::read("MESSAGE depth 12"), Answer::Message);
    /// ```
    pub fn read(line: &str) -> Answer {
        let line = line.trim_matches(is_blank);
        if line.eq_ignore_ascii_case("swap") {
            return Answer::Swap;
        }
        if line.eq_ignore_ascii_case("pass") {
            return Answer::Pass;
        }
        let places: Option<Vec<Place>> = line.split(is_blank).filter(|word| !word.is_empty()).map(place).collect();
        match places.as_deref() {
            Some([_, _, ..]) => return Answer::Stones(places.unwrap_or_default()),
            Some(&[one]) => return Answer::Move(one),
            _ => {}
        }
        if let Some(one) = place(line) {
            return Answer::Move(one);
        }
        let (word, rest) = line.split_once(is_blank).unwrap_or((line, ""));
        match word.to_ascii_lowercase().as_str() {
            "ok" => Answer::Ok,
            "suggest" => place(rest).map_or(Answer::Other, Answer::Suggest),
            "error" => Answer::Error,
            "unknown" => Answer::Unknown,
            "message" | "debug" => Answer::Message,
            "info" => Answer::Info,
            _ => Answer::Other,
        }
    }

    /// Whether it refuses what was said: `ERROR`, or `UNKNOWN` of an engine that does not know the command.
    #[must_use]
    pub fn is_refusal(&self) -> bool {
        matches!(self, Answer::Error | Answer::Unknown)
    }
}

/// `7,5`, perhaps with blanks, perhaps with words behind it as Piskvork allows.
fn place(text: &str) -> Option<Place> {
    let (first, second) = text.split_once(',')?;
    let number = second.split(is_blank).find(|word| !word.is_empty())?;
    Some((first.trim_matches(is_blank).parse().ok()?, number.parse().ok()?))
}

/// The coordinates of a line to the letter: nothing but numbers without a sign, one comma between two and one blank between
/// coordinates.
pub fn exact_places(line: &str) -> Option<Vec<Place>> {
    line.split(' ').map(exact_place).collect()
}

/// One coordinate to the letter.
#[must_use]
pub fn exact_place(text: &str) -> Option<Place> {
    let (first, second) = text.split_once(',')?;
    let number = |text: &str| text.parse::<u32>().ok().filter(|_| !text.starts_with('+')).map(i64::from);
    number(first).zip(number(second))
}

/// Whether Piskvork passes this very line over: it begins with `MESSAGE` or `DEBUG`, in capitals or small letters, and a blank
/// behind the word. The word alone, and a line that begins with a blank, are taken for answers. Where the word is in capitals
/// every manager passes the line over.
#[must_use]
pub fn is_message(line: &str) -> bool {
    ["message ", "debug "]
        .iter()
        .any(|start| line.get(..start.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(start)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_engine::point::Rows;
    use tengen_engine::rule::RuleKind;

    fn said(requests: &[ManagerRequest<'_>]) -> String {
        requests.iter().flat_map(|request| request.lines(Coords::ColumnRow)).collect::<Vec<_>>().join("/")
    }

    #[test]
    fn requests_are_said_as_managers_say_them() {
        let size = BoardSize::square(15).unwrap();
        let game = Game::from_text(RuleKind::Renju, size, "h8i9g7", Rows::FromTop).unwrap();
        for (request, expected) in [
            (ManagerRequest::Start(size), "START 15"),
            (ManagerRequest::Begin, "BEGIN"),
            (ManagerRequest::Board(&game), "BOARD/7,7,2/8,8,1/6,6,2/DONE"),
            (ManagerRequest::Swap2Board(&game), "SWAP2BOARD/7,7/8,8/6,6/DONE"),
            (rule(Rules { kind: RuleKind::Caro, continuous: true }), "INFO rule 11"),
            (ManagerRequest::OtherInfo("folder", "x y"), "INFO folder x y"),
            (ManagerRequest::Play((3, -1)), "PLAY 3,-1"),
        ] {
            assert_eq!(said(&[request]), expected);
        }
        assert_eq!(ManagerRequest::Turn(Point::new(3, 14)).lines(Coords::RowColumn), ["TURN 14,3"]);
    }

    #[test]
    fn time_is_told_as_engines_understand_it() {
        let control = |turn: Option<u64>, game: Option<u64>| ManagerClock {
            turn: turn.map(Duration::from_millis),
            game: game.map(Duration::from_millis),
            increment: Duration::ZERO,
        };
        for (given, expected) in [
            (control(None, None), "INFO timeout_turn 2000000/INFO timeout_match 100000000"),
            (control(Some(500), None), "INFO timeout_turn 500/INFO timeout_match 0"),
            (control(None, Some(9000)), "INFO timeout_turn 9000/INFO timeout_match 9000"),
            (control(Some(500), Some(9000)), "INFO timeout_turn 500/INFO timeout_match 9000"),
            (
                ManagerClock { increment: Duration::from_millis(20), ..control(Some(1), None) },
                "INFO timeout_turn 1/INFO timeout_match 0/INFO time_increment 20",
            ),
        ] {
            assert_eq!(said(&given.requests()), expected);
        }
        assert_eq!(
            said(&[None, Some(-7), Some(i64::MAX)].map(ManagerClock::left)),
            "INFO time_left 2147483647/INFO time_left -7/INFO time_left 2147483646"
        );
    }

    #[test]
    fn passes_are_told_and_stones_that_were_set_up_take_turns() {
        let size = BoardSize::square(15).unwrap();
        let point = |x, y| size.point(x, y).unwrap();
        let mut game = Game::new(RuleKind::Renju, size);
        for (color, x) in [(Color::Black, 0), (Color::Black, 1), (Color::White, 2), (Color::White, 3)] {
            game.set_up(color, point(x, 0)).unwrap();
        }
        let said = |game: &Game| said(&[ManagerRequest::Board(game)]);
        assert_eq!(said(&game), "BOARD/0,0,1/2,0,2/1,0,1/3,0,2/DONE");
        game.set_to_move(Color::White);
        game.place(Color::White, point(4, 0)).unwrap();
        game.close(point(9, 9)).unwrap();
        assert_eq!(said(&game), "BOARD/0,0,1/2,0,2/1,0,1/3,0,2/-1,-1,1/4,0,2/9,9,3/DONE");
        game.set_to_move(Color::White);
        assert_eq!(said(&game), "BOARD/0,0,2/2,0,1/1,0,2/3,0,1/-1,-1,2/4,0,1/-1,-1,2/9,9,3/DONE");
    }

    #[test]
    fn answers_are_told_from_each_other() {
        for (line, expected) in [
            ("7,5", Answer::Move((7, 5))),
            (" 0 , 14 ", Answer::Move((0, 14))),
            ("-1,99", Answer::Move((-1, 99))),
            ("7,5 nice", Answer::Move((7, 5))),
            ("7,5 8,6  9,-1", Answer::Stones(vec![(7, 5), (8, 6), (9, -1)])),
            ("SWAP", Answer::Swap),
            (" swap ", Answer::Swap),
            ("7,6\0", Answer::Move((7, 6))),
            ("7,6\0 rest", Answer::Move((7, 6))),
            ("\0\u{feff}OK\0", Answer::Ok),
            ("PASS", Answer::Pass),
            ("OK", Answer::Ok),
            ("ok - everything is good", Answer::Ok),
            ("SUGGEST 3,4", Answer::Suggest((3, 4))),
            ("ERROR no", Answer::Error),
            ("Unknown command", Answer::Unknown),
            ("MESSAGE 7,5", Answer::Message),
            ("MESSAGE", Answer::Message),
            ("DEBUG x", Answer::Message),
            ("INFO PV DONE", Answer::Info),
            ("info BESTLINE 7,7 8,8", Answer::Info),
        ] {
            assert_eq!(Answer::read(line), expected, "{line}");
            let refuses = ["ERROR no", "Unknown command"].contains(&line);
            assert_eq!(expected.is_refusal(), refuses, "{line}");
        }
        for line in
            ["", ",", "7", "7,", ",5", "7,5,1", "a,b", "7 5", "SWAPPED", "PASS 3", "SUGGEST", "99999999999999999999,1"]
        {
            assert_eq!(Answer::read(line), Answer::Other, "{line}");
        }
    }

    #[test]
    fn messages_are_known_by_their_blank_and_coordinates_by_nothing_else() {
        for (line, expected) in [
            ("MESSAGE hello", true),
            ("debug x", true),
            ("MESSAGE ", true),
            ("MESSAGE", false),
            ("MESSAGES x", false),
            (" MESSAGE x", false),
        ] {
            assert_eq!(is_message(line), expected, "{line}");
        }
        assert_eq!(exact_places("7,7 8,14"), Some(vec![(7, 7), (8, 14)]));
        for line in ["", "OK", "7", "7,7 ", "7,7,7", "-1,3", "+1,3", "7,7  8,8", "x,y"] {
            assert_eq!(exact_places(line), None, "{line}");
        }
    }
}
