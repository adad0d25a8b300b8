//! Lines of every sense and nonsense, drawn at random.

use std::time::Duration;

use tengen_engine::engine::Line;
use tengen_engine::point::{MAX_SIDE, Point};
use tengen_engine::random::SplitMix64;
use tengen_engine::score::Score;
use tengen_protocol::command;

/// What is drawn for the lines.
pub(crate) struct Dice(pub(crate) SplitMix64);

impl Dice {
    pub(crate) fn roll(&mut self, sides: usize) -> usize {
        self.0.below(sides)
    }

    pub(crate) fn one_in(&mut self, sides: usize) -> bool {
        self.roll(sides) == 0
    }

    fn pick<'a, T: ?Sized>(&mut self, choices: &[&'a T]) -> &'a T {
        choices[self.roll(choices.len())]
    }

    pub(super) fn point(&mut self) -> Point {
        Point::new(self.roll(MAX_SIDE), self.roll(MAX_SIDE))
    }

    /// A line of play as no engine would report it.
    pub(super) fn line_of_play(&mut self) -> Line {
        Line {
            rank: self.roll(5),
            depth: self.roll(30) as u32,
            selective_depth: self.roll(60) as u32,
            score: match self.roll(4) {
                0 => Score::win_in(self.roll(100)),
                1 => Score::loss_in(self.roll(100)),
                _ => Score::judged(self.roll(2000) as i32 - 1000),
            },
            nodes: self.roll(usize::MAX / 2) as u64,
            elapsed: Duration::from_millis(self.roll(100_000) as u64),
            hashfull: self.roll(1001) as u32,
            variation: (0..self.roll(50)).map(|_| self.point()).collect(),
        }
    }
}

const KEYS: &[&str] = &[
    "timeout_turn",
    "timeout_match",
    "time_left",
    "time_increment",
    "max_memory",
    "game_type",
    "rule",
    "evaluate",
    "folder",
    "max_depth",
    "max_node",
    "thread_num",
    "hash_size",
    "hash",
    "threads",
    "multipv",
    "ponder",
    "pondering",
    "show_detail",
    "caution_factor",
    "strength",
    "swapable",
    "nbestsym",
    "usedatabase",
];
const NUMBERS: &[&str] = &[
    "0",
    "1",
    "2",
    "3",
    "4",
    "5",
    "8",
    "9",
    "15",
    "20",
    "22",
    "23",
    "-1",
    "100",
    "1000",
    "2147483647",
    "-2147483648",
    "99999999999999999999",
    "-99999999999999999999",
    "367001600",
    "1e9",
    "1.5",
    "abc",
    "",
    "0x10",
    "+7",
];

/// A position in which the database knows a win: where it is not verified, one answer takes two searches.
const KNOWN_WIN: [&str; 7] = [
    "START 15",
    "INFO rule 0",
    "INFO usedatabase 1",
    "YXSETDATABASE wins.db",
    "YXEDITTVDDATABASE 3 119 -29998 1",
    "7,7 1,1 7,8 DONE",
    "BOARD 7,7,1 1,1,2 DONE",
];

fn coordinate(dice: &mut Dice) -> String {
    match dice.roll(12) {
        0 => format!("{},{}", dice.pick(NUMBERS), dice.pick(NUMBERS)),
        1 => format!("{}, {}", dice.roll(15), dice.roll(15)),
        _ => format!("{},{}", dice.roll(15), dice.roll(15)),
    }
}

/// Lines for a session whose databases are in memory: others would be files.
pub(super) fn session_lines(dice: &mut Dice) -> Vec<String> {
    if dice.one_in(100) { KNOWN_WIN.map(str::to_string).to_vec() } else { command_lines(dice) }
}

/// Lines that mostly make sense, one command with all that belongs to it.
pub(super) fn command_lines(dice: &mut Dice) -> Vec<String> {
    let names: Vec<&str> = command::names().collect();
    let mut lines = match dice.roll(20) {
        0..=2 => vec![format!("TURN {}", coordinate(dice))],
        3 => vec![format!("START {}", dice.pick(&["15", "20", "5", "6", "22", "8", "15 9", "4", "x"]))],
        4 => vec![dice.pick(&["BEGIN", "RESTART", "ABOUT", "YXSTOP", "STOP", "YXSHOWFORBID", "d", "DONE"]).to_string()],
        5 | 6 => vec![format!("INFO {} {}", dice.pick(KEYS), dice.pick(NUMBERS))],
        7 => vec![format!("TAKEBACK {}", coordinate(dice)), format!("PLAY {}", coordinate(dice))],
        8..=10 => {
            let word =
                dice.pick(&["BOARD", "YXBOARD", "SWAP2BOARD", "YXBLOCK", "YXBLOCKUNDO", "board", "yxquerydatabaseall"]);
            let count = match dice.roll(10) {
                0 => dice.roll(600),
                1 => 25,
                2 => [0, 3, 5][dice.roll(3)],
                _ => dice.roll(12),
            };
            // Every seventh point, so that none comes twice, or any points at all.
            let (side, first) = ([5, 6, 15, 20][dice.roll(4)], dice.roll(400));
            let distinct = !dice.one_in(4);
            let entries: Vec<String> = (0..count)
                .map(|i| {
                    let place = (first + 7 * i) % (side * side);
                    let point = if distinct { format!("{},{}", place % side, place / side) } else { coordinate(dice) };
                    match word {
                        "BOARD" | "YXBOARD" | "board" if dice.one_in(30) => format!("{point},{}", dice.roll(5)),
                        "BOARD" | "YXBOARD" | "board" => format!("{point},{}", i % 2 + 1),
                        _ => point,
                    }
                })
                .collect();
            if dice.one_in(4) {
                vec![format!("{word} {} DONE", entries.join(" "))]
            } else {
                let done = if dice.one_in(20) { Vec::new() } else { vec!["DONE".to_string()] };
                [vec![word.to_string()], entries, done].concat()
            }
        }
        11 => vec![format!("YXNBEST {}", dice.pick(NUMBERS))],
        12 => vec![String::new()],
        13 => vec![(0..dice.roll(40)).map(|_| char::from_u32(dice.roll(0x3000) as u32).unwrap_or('?')).collect()],
        // Black to move, with a double-three at 7,7.
        14 if dice.one_in(2) => {
            let stones = "6,7,1 0,0,2 8,7,1 0,2,2 7,6,1 0,4,2 7,8,1 0,6,2";
            ["START 15", "INFO rule 4", &format!("BOARD {stones} DONE")].map(str::to_string).to_vec()
        }
        14 => {
            let step = dice.roll(6) + 1;
            let stones =
                ["", "7,7 6,7 7,8", "7,7 6,7 7,8", "7,7 6,7 7,8 6,9", "7,7 6,7 7,8 6,9", "7,7 6,7 7,8 6,9 8,8 5,5"];
            let number = if (4..=5).contains(&step) { dice.pick(NUMBERS) } else { "" };
            vec![match dice.roll(8) {
                0 => "yxswap2step1".to_string(),
                1 => "yxswap2step2".to_string(),
                2 => "yxswap2step3".to_string(),
                3 => "yxshowinfo".to_string(),
                4 => "yxhashclear".to_string(),
                _ => {
                    format!("yxsoosorvstep{step} {number} {} {}", stones[step - 1], if step == 1 { "" } else { "done" })
                }
            }]
        }
        15 if dice.one_in(40) => vec!["END".to_string()],
        _ => vec![format!("{} {}", dice.pick(&names), coordinate(dice))],
    };
    for line in &mut lines {
        if dice.one_in(15) {
            *line = mutated(line, dice);
        }
    }
    lines
}

fn mutated(line: &str, dice: &mut Dice) -> String {
    let mut chars: Vec<char> = line.chars().collect();
    for _ in 0..=dice.roll(3) {
        let at = dice.roll(chars.len() + 1);
        match dice.roll(6) {
            0 if at < chars.len() => drop(chars.remove(at)),
            1 => chars.truncate(at),
            2 => chars.insert(at, char::from(dice.roll(256) as u8)),
            3 => chars.insert(at, *dice.pick(&[&' ', &',', &'-', &'\r', &'\t', &'\u{feff}', &'9', &'ſ'])),
            4 => chars.extend(chars.clone()),
            _ => chars.iter_mut().for_each(|c| *c = c.to_ascii_lowercase()),
        }
        chars.truncate(20_000);
    }
    chars.into_iter().collect()
}
