//! `suite` with engines: the move at which the score of each turns to a win that is known to be there, looked for backwards from
//! the end of the line.

mod witness;

use anyhow::{Result, anyhow, ensure};
use serde_json::{Value, json};
use tengen_engine::game::Game;

use crate::cli::SuiteArgs;
use crate::files;
use crate::interrupt;
use crate::matches::answer::Trouble;
use crate::matches::turn::witness::Witness;
use crate::object;
use crate::output::{self, CommandAnswer, plain, say};
use crate::problems::{self, Expected, Problem, ROWS};
use crate::progress::{PlainLines, Progress};
use crate::units::{counted, or_dash};

/// Who wins is ahead from a score of so much on, in the unit of whoever says it: that of a two-to-one chance or so with all.
const AHEAD: f64 = 200.0;

/// Since when the score has told the win, as numbers of stones on the board; `None` when it does not at the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Turn {
    /// Since when the winner has been ahead.
    ahead: Option<usize>,
    /// Since when it has been a forced win.
    won: Option<usize>,
}

impl Turn {
    /// Looks back from the end of a game which the side to move wins. `score` is told the positions, the last first, and
    /// says what each is worth to the side to move, if it says anything.
    fn of(game: &Game, mut score: impl FnMut(&Game) -> Result<Option<f64>, Trouble>) -> Result<Turn, Trouble> {
        let winner = game.to_move();
        let mut turn = Turn::default();
        for position in game.positions().iter().rev() {
            let stones = position.moves().len();
            match score(position)?.map(|score| if position.to_move() == winner { score } else { -score }) {
                Some(said) if said < AHEAD => break,
                Some(said) => {
                    let is_won_since_then = turn.won == turn.ahead;
                    turn.ahead = Some(stones);
                    if said == f64::INFINITY && is_won_since_then {
                        turn.won = Some(stones);
                    }
                }
                // An engine that answers without a word, as where there is but one move, has not changed its mind.
                None => {}
            }
        }
        Ok(turn)
    }
}

/// What came of one engine over the whole file: how many moves before the end of the lines its score turned.
#[derive(Default)]
struct Sum {
    seen: usize,
    plies: usize,
}

impl Sum {
    fn add(&mut self, since: Option<usize>, stones: usize) {
        self.seen += usize::from(since.is_some());
        self.plies += since.map_or(0, |since| stones - since);
    }

    fn say(&self, of: usize) -> String {
        match self.seen {
            0 => format!("in none of {of}"),
            seen => format!("in {seen} of {of}, {:.1} moves before the end", self.plies as f64 / seen as f64),
        }
    }
}

/// What came of one engine in one line.
struct Testimony<'a> {
    name: &'a str,
    turn: Turn,
    /// How it did not answer in time.
    late: Option<String>,
}

impl Testimony<'_> {
    fn row(&self) -> String {
        format!("  {} ahead {:>3} won {:>3}", self.name, or_dash(self.turn.ahead), or_dash(self.turn.won))
    }

    fn to_json(&self) -> Value {
        json!({ "name": self.name, "ahead": self.turn.ahead, "won": self.turn.won, "late": self.late })
    }
}

/// What came of a line, as a row of the table.
fn row(number: usize, problem: &Problem, told: &[Testimony]) -> String {
    let Problem { game, remark, .. } = problem;
    let (rule, size, stones) = (game.rule().name(), game.size().to_string(), game.moves().len());
    let rows: String = told.iter().map(Testimony::row).collect();
    format!("{number:>3}. {rule:13} {size:>5} {stones:>3} stones{rows}  {}", plain(remark))
}

/// The same as one JSON object.
fn to_json(number: usize, problem: &Problem, told: &[Testimony], solved: bool) -> Value {
    let keys = json!({
        "number": number,
        "expected": problem.expected.describe(&problem.game),
        "solved": solved,
        "engines": told.iter().map(Testimony::to_json).collect::<Vec<_>>(),
        "remark": problem.remark,
    });
    object::about(&problem.game, ROWS, keys)
}

/// Asks all engines about the wins of a file, or about those before Ctrl-C or the fault of an engine, and prints since when they
/// have seen them. The answer is whether all have seen all wins.
pub(crate) fn run(args: &SuiteArgs) -> Result<CommandAnswer> {
    let problems = problems::of_shard(problems::read(&args.file)?, &args.file, args.shard)?;
    let wins: Vec<&(usize, Problem)> =
        problems.iter().filter(|(_, problem)| matches!(problem.expected, Expected::Win)).collect();
    ensure!(!wins.is_empty(), "{} holds no line with win, and scores turn in no other", files::shown_path(&args.file));
    let witnesses = Witness::all(args)?;
    let cancelled = interrupt::watch(|| {})?;
    let mut sums: Vec<[Sum; 2]> = witnesses.iter().map(|_| Default::default()).collect();
    let mut progress = Progress::new("lines", PlainLines::Never, 0, wins.len());
    let (mut asked, mut solved, mut ended) = (0, 0, Ok(()));
    'lines: for (number, problem) in &wins {
        let mut told = Vec::with_capacity(witnesses.len());
        for witness in &witnesses {
            let name = witness.name();
            told.push(match Turn::of(&problem.game, |position| witness.score(position, &cancelled)) {
                Ok(turn) => Testimony { name, turn, late: None },
                // Other lines may be easier.
                Err(Trouble::Late(_, what)) => {
                    if !args.json {
                        progress.print(format_args!("{number:>3}. {name} {what}"));
                    }
                    Testimony { name, turn: Turn::default(), late: Some(what) }
                }
                Err(Trouble::Cancelled) => {
                    ended = Err(anyhow!("interrupted"));
                    break 'lines;
                }
                Err(fault) => {
                    ended = Err(witness.error(fault).context(format!("position {number}")));
                    break 'lines;
                }
            });
        }
        asked += 1;
        let stones = problem.game.moves().len();
        for (Testimony { turn, .. }, [ahead, won]) in told.iter().zip(&mut sums) {
            ahead.add(turn.ahead, stones);
            won.add(turn.won, stones);
        }
        let is_solved = told.iter().all(|told| told.turn.won.is_some());
        solved += usize::from(is_solved);
        progress.add(problem.remark.clone());
        progress.print(match args.json {
            true => to_json(*number, problem, &told, is_solved).to_string(),
            false => row(*number, problem, &told),
        });
        output::check()?;
    }
    progress.end();
    if asked > 0 && !args.json {
        say!("");
        if asked < wins.len() {
            say!("{asked} of {}:", counted(wins.len(), "line"));
        }
        for (witness, [ahead, won]) in witnesses.iter().zip(&sums) {
            say!("{}: ahead {}; won {}", witness.name(), ahead.say(asked), won.say(asked));
        }
    }
    ended.map(|()| problems::answer(solved, wins.len()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_engine::point::{BoardSize, Rows};
    use tengen_engine::rule::RuleKind;

    #[test]
    fn the_turn_is_where_the_score_has_told_the_win_without_a_break() {
        let size = BoardSize::square(15).unwrap();
        let game = Game::from_text(RuleKind::Freestyle, size, "h8i9h9i8h7i7", Rows::FromBottom).unwrap();
        let turn = |scores: [Option<f64>; 7]| Turn::of(&game, |position| Ok(scores[position.moves().len()])).unwrap();
        let (win, loss) = (Some(f64::INFINITY), Some(f64::NEG_INFINITY));
        let some = |value: f64| Some(value);
        // Black, to move at the end, wins: with an odd number of stones the score is White's.
        let at = |ahead, won| Turn { ahead, won };
        assert_eq!(turn([some(900.0), some(0.0), some(300.0), some(-300.0), win, loss, win]), at(Some(2), Some(4)));
        assert_eq!(turn([win, loss, win, loss, some(199.0), loss, win]), at(Some(5), Some(5)));
        assert_eq!(turn([win, loss, win, some(-250.0), win, loss, win]), at(Some(0), Some(4)));
        assert_eq!(turn([win, loss, win, loss, win, loss, some(400.0)]), at(Some(0), None));
        assert_eq!(turn([win, loss, win, loss, None, None, win]), at(Some(0), Some(0)));
        assert_eq!(turn([win, loss, win, loss, win, loss, some(0.0)]), at(None, None));
        // However long the game is: three rows of stones in turn, without a five.
        let mut long = Game::new(RuleKind::Freestyle, size);
        size.points().take(45).for_each(|point| assert_eq!(long.play(point), Ok(None)));
        let won = |position: &Game| if position.to_move() == long.to_move() { win } else { loss };
        assert_eq!(Turn::of(&long, |position| Ok(won(position))).unwrap(), at(Some(0), Some(0)));
    }
}
