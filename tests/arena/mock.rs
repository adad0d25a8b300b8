//! An engine that plays honestly, or breaks the protocol in one of many ways: the test binary itself, started again.

use std::env;
use std::io::{self, BufRead, Write};
use std::process::exit;
use std::thread::sleep;
use std::time::Duration;

/// How a mock engine behaves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Manner {
    /// Plays the first empty point of one colour of a chessboard, row by row: a long way to a five.
    Scattered,
    /// Plays the first empty point of the middle column, and so beats whoever does not look.
    Column,
    /// The same under another name.
    Column2,
    /// Does not end at END.
    Stubborn,
    /// Says things that nobody asked for.
    Chatty,
    /// Suggests its moves, and says what it thought.
    Suggesting,
    /// Writes to its standard error.
    Complaining,
    /// Ends as soon as it is started.
    Stillborn,
    /// Says nothing to START.
    Mute,
    /// Refuses START.
    Refusing,
    /// Floods instead of saying OK.
    FloodingStart,
    /// Ends at its third move.
    Crashing,
    /// Closes nothing and says nothing when it should move.
    Silent,
    /// Says that it does not understand.
    Erring,
    /// Answers, but too late.
    Late,
    /// Floods lines.
    Flooding,
    /// Floods one line without end.
    Endless,
    /// Plays off the board.
    Outside,
    /// Plays on a stone.
    Occupied,
    /// Plays at a negative place.
    Negative,
    /// Uses more memory than allowed.
    Greedy,
    /// Reads nothing.
    Deaf,
}

impl Manner {
    /// Those that lose every game, and by what.
    pub(super) const FAULTS: [(Manner, &str); 16] = [
        (Manner::Stillborn, "crash"),
        (Manner::Mute, "start"),
        (Manner::Refusing, "start"),
        (Manner::FloodingStart, "flood"),
        (Manner::Crashing, "crash"),
        (Manner::Silent, "time"),
        (Manner::Erring, "time"),
        (Manner::Late, "time"),
        (Manner::Flooding, "flood"),
        (Manner::Endless, "flood"),
        (Manner::Outside, "illegal"),
        (Manner::Occupied, "illegal"),
        (Manner::Negative, "illegal"),
        (Manner::Greedy, "memory"),
        (Manner::Deaf, "start"),
        (Manner::Complaining, "stderr"),
    ];

    const ALL: [Manner; 22] = [
        Manner::Scattered,
        Manner::Column,
        Manner::Column2,
        Manner::Stubborn,
        Manner::Chatty,
        Manner::Suggesting,
        Manner::Complaining,
        Manner::Stillborn,
        Manner::Mute,
        Manner::Refusing,
        Manner::FloodingStart,
        Manner::Crashing,
        Manner::Silent,
        Manner::Erring,
        Manner::Late,
        Manner::Flooding,
        Manner::Endless,
        Manner::Outside,
        Manner::Occupied,
        Manner::Negative,
        Manner::Greedy,
        Manner::Deaf,
    ];

    /// Its name in tables.
    pub(super) fn name(self) -> String {
        format!("{self:?}").to_lowercase()
    }

    /// What to give to `--engine`.
    pub(super) fn command(self) -> String {
        let executable = env::current_exe().unwrap();
        let name = self.name();
        format!("{name}=\"{}\" arena::mock::engine --exact --nocapture manner={name}", executable.display())
    }
}

/// With a manner among the arguments this is an engine, started by the runner; without one it is an ordinary test.
#[test]
fn engine() {
    let named = |name: &str| Manner::ALL.into_iter().find(|manner| manner.name() == name);
    if let Some(manner) = env::args().find_map(|argument| named(argument.strip_prefix("manner=")?)) {
        // The harness has begun a line, and would have more to say at the end.
        say("");
        play(manner);
        exit(0);
    }
    for manner in Manner::ALL {
        assert_eq!(named(&manner.name()), Some(manner), "two manners have one name");
    }
}

fn say(line: &str) {
    let mut output = io::stdout();
    // Nobody listens any more when the runner has given up: then this is the end too.
    if writeln!(output, "{line}").and_then(|()| output.flush()).is_err() {
        exit(1);
    }
}

fn wait_for_ever() -> ! {
    loop {
        sleep(Duration::from_secs(1));
    }
}

/// The board as a mock sees it.
struct Board {
    width: usize,
    height: usize,
    stones: Vec<(usize, usize)>,
}

impl Board {
    fn free(&self, x: usize, y: usize) -> bool {
        !self.stones.contains(&(x, y))
    }

    fn scattered(&self) -> (usize, usize) {
        let of_color = |color| {
            let points = (0..self.height).flat_map(|y| (0..self.width).map(move |x| (x, y)));
            points.filter(move |&(x, y)| (x + y) % 2 == color && self.free(x, y))
        };
        of_color(0).chain(of_color(1)).next().unwrap()
    }

    fn column(&self) -> Option<(usize, usize)> {
        (0..self.height).map(|y| (self.width / 2, y)).find(|&(x, y)| self.free(x, y))
    }
}

fn play(manner: Manner) {
    match manner {
        Manner::Stillborn => exit(3),
        Manner::Deaf => wait_for_ever(),
        _ => {}
    }
    let mut board = Board { width: 0, height: 0, stones: Vec::new() };
    let mut answers = 0;
    let mut held: Vec<u8> = Vec::new();
    let mut lines = io::stdin().lock().lines();
    while let Some(Ok(line)) = lines.next() {
        let numbers = |text: &str| text.split(',').map(|part| part.trim().parse().unwrap()).collect::<Vec<usize>>();
        let (word, rest) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
        match word {
            "START" | "RECTSTART" => {
                let sides = numbers(rest);
                board = Board { width: sides[0], height: *sides.last().unwrap(), stones: Vec::new() };
                match manner {
                    Manner::Mute => {}
                    Manner::Refusing => say("ERROR I do not like this board"),
                    Manner::FloodingStart => loop {
                        say("MESSAGE I am a waterfall");
                    },
                    _ => say("OK"),
                }
                continue;
            }
            "INFO" | "PLAY" => continue,
            "END" if manner == Manner::Stubborn => wait_for_ever(),
            "END" => return,
            "BEGIN" => {}
            "TURN" => {
                let place = numbers(rest);
                board.stones.push((place[0], place[1]));
            }
            "BOARD" => {
                board.stones.clear();
                for line in lines.by_ref().map_while(Result::ok).take_while(|line| line.trim() != "DONE") {
                    let place = numbers(&line);
                    board.stones.push((place[0], place[1]));
                }
            }
            _ => panic!("the runner said what no manager says: {line}"),
        }
        answers += 1;
        let (x, y) = match manner {
            Manner::Column | Manner::Column2 => board.column().unwrap_or_else(|| board.scattered()),
            _ => board.scattered(),
        };
        board.stones.push((x, y));
        match manner {
            Manner::Crashing if answers == 3 => exit(101),
            Manner::Silent => wait_for_ever(),
            Manner::Erring => {
                say("ERROR what?");
                continue;
            }
            Manner::Late => sleep(Duration::from_secs(2)),
            Manner::Flooding if answers == 2 => loop {
                say("MESSAGE drip");
            },
            Manner::Endless => loop {
                if io::stdout().write_all(&[b'x'; 4096]).is_err() {
                    exit(1);
                }
            },
            Manner::Outside => {
                say(&format!("{},{}", board.width, y));
                continue;
            }
            Manner::Negative => {
                say("-1,3");
                continue;
            }
            Manner::Occupied if answers == 2 => {
                say(&format!("{},{}", board.stones[0].0, board.stones[0].1));
                continue;
            }
            Manner::Greedy => {
                held = vec![1; 150 << 20];
                // Looked at, so that it is really there.
                assert!(held.iter().step_by(4096).all(|&byte| byte == 1));
            }
            Manner::Complaining => eprintln!("oh no"),
            Manner::Chatty => say("hello"),
            Manner::Suggesting => {
                say("MESSAGE depth 7-9 ev 12 n 1500 tm 3 pv a1 b2");
                say(&format!("SUGGEST {x},{y}"));
                // The answer to PLAY, which is not waited for here: nothing else can come.
                say(&format!("{x},{y}"));
                continue;
            }
            _ => {}
        }
        say(&format!("{x},{y}"));
    }
    drop(held);
}
