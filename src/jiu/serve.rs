//! `jiu serve`: a line protocol for other programs. One thread reads, one thinks, and this one answers.

use std::collections::VecDeque;
use std::io::{self, BufRead};
use std::ops::ControlFlow;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Error, Result, anyhow, bail, ensure};
use tengen_engine::point::Rows;
use tengen_games::jiu::eval::Weights;
use tengen_games::jiu::search::{Found, HASH_BYTES, Limits, Searcher};
use tengen_games::jiu::{self, Game, Profile, Reading, Rules, TurnText, text};

use super::player::time_or_usual;
use super::{input, show};
use crate::cli::ServeArgs;
use crate::output::{self, say};

/// What arrives while the engine thinks, and otherwise.
enum ServeEvent {
    Line(String),
    /// The input cannot be read as text.
    Unreadable(String),
    End,
    /// What was thought about is known, or never will be.
    Thought,
}

/// The command that ends the program.
const QUIT: &str = "quit";
/// The most turns that are listed: hostile positions have more than the memory holds.
const MOST_LISTED: usize = 100_000;
/// What is said of a list or a count that was to stop.
const STOPPED: &str = "stopped";

fn is_quit(event: &ServeEvent) -> bool {
    matches!(event, ServeEvent::Line(line) if line.trim() == QUIT)
}

/// Answers commands until `quit` or the end of the input.
pub(super) fn run(args: &ServeArgs) -> Result<()> {
    let rules = input::rules(&args.rules, None)?;
    let searcher = Searcher::new(Weights::built_in(), HASH_BYTES);
    let (sender, events) = mpsc::channel();
    let lines = sender.clone();
    // The thread ends with the process: it waits for input that may never come.
    thread::spawn(move || {
        for line in io::stdin().lock().split(b'\n') {
            let event = match line.map(String::from_utf8) {
                Ok(Ok(line)) => ServeEvent::Line(line),
                Ok(Err(_)) => ServeEvent::Unreadable("this line is not UTF-8 text".to_string()),
                Err(_) => break,
            };
            if lines.send(event).is_err() {
                return;
            }
        }
        // Nobody listens any more only when the process ends.
        let _ = lines.send(ServeEvent::End);
    });
    let queue = EventQueue { events, sender, waiting: VecDeque::new() };
    Server { args, game: Game::new(rules), rules, searcher, queue }.run();
    Ok(())
}

struct Server<'a> {
    args: &'a ServeArgs,
    rules: Rules,
    game: Game,
    searcher: Searcher,
    queue: EventQueue,
}

impl Server<'_> {
    fn run(&mut self) {
        loop {
            match self.queue.next() {
                Some(ServeEvent::Line(line)) => {
                    let line = line.trim();
                    let (command, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
                    match self.answer(command, rest.trim()) {
                        Ok(true) => {}
                        Ok(false) => return,
                        Err(why) => say!("error {}", format!("{why:#}").replace('\n', " ")),
                    }
                }
                Some(ServeEvent::Unreadable(why)) => say!("error {why}"),
                Some(ServeEvent::Thought) => {}
                Some(ServeEvent::End) | None => return,
            }
        }
    }

    /// Answers a command. Whether there is more to come.
    fn answer(&mut self, command: &str, rest: &str) -> Result<bool> {
        match command {
            "" => return Ok(true),
            QUIT => return Ok(false),
            "name" => say!("name Tengen {}", env!("CARGO_PKG_VERSION")),
            "size" => self.begin(self.rules.profile(), rest.parse().context("size: a number is expected")?)?,
            "profile" => {
                let profile = Profile::from_name(rest).with_context(|| format!("no profile \"{rest}\""))?;
                self.begin(profile, self.rules.side())?;
            }
            "new" => self.begin(self.rules.profile(), self.rules.side())?,
            "position" => {
                let position = text::parse(rest, Rows::FromBottom, None)?;
                self.rules = self.rules.on(self.rules.profile(), position.size().width())?;
                self.game = Game::from_position(self.rules, position);
                say!("ok");
            }
            "record" => {
                for turn in TurnText::parse_all(rest, self.rules.size()) {
                    let played = turn.map_err(Error::from).and_then(|turn| self.play(&turn));
                    played.with_context(|| format!("record: turn {}", self.label()))?;
                }
                say!("ok");
            }
            "play" => {
                let turn = TurnText::parse(rest, self.rules.size())?;
                self.play(&turn)?;
                say!("ok");
            }
            "undo" => {
                self.game.undo().context("there is no turn to take back")?;
                say!("ok");
            }
            "moves" => {
                let moves = self.queue.think(|stop| list(&self.game, stop), |_| false)?;
                say!("moves {}", moves.len());
                moves.iter().for_each(|text| say!("{text}"));
            }
            "show" => output::write(show::picture(&self.game, Rows::FromBottom)),
            "result" => match self.game.outcome() {
                Some(outcome) => say!("result {outcome}"),
                None => say!("result none"),
            },
            "perft" => {
                let depth = rest.parse().context("perft: a depth is expected")?;
                let mut game = Game::from_position(self.rules.without_ends(), *self.game.position());
                let count = self.queue.think(|stop| jiu::perft_until(&mut game, depth, stop), |_| false);
                say!("perft {}", count.context(STOPPED)?);
            }
            "go" => self.go(rest)?,
            "stop" => bail!("nothing is being thought about"),
            _ => bail!("no such command: {command}"),
        }
        Ok(true)
    }

    fn begin(&mut self, profile: Profile, side: usize) -> Result<()> {
        self.rules = self.rules.on(profile, side)?;
        self.game = Game::new(self.rules);
        say!("ok");
        Ok(())
    }

    fn label(&self) -> String {
        format!("{}{}", self.game.position().to_move().letter(), self.game.next_number())
    }

    fn play(&mut self, turn: &TurnText) -> Result<()> {
        turn.play(&mut self.game, Reading::Strict)?;
        Ok(())
    }

    /// Thinks. What came before `quit` is answered before it.
    fn go(&mut self, rest: &str) -> Result<()> {
        let (time, depth, nodes) = limits(self.args, rest)?;
        ensure!(self.game.outcome().is_none(), "the game is over");
        let Server { game, searcher, queue, .. } = self;
        let game = &*game;
        let search = |stop: &AtomicBool| {
            let limits = Limits { time, depth, nodes, stop: Some(stop) };
            searcher.search(game, limits, &mut |found| tell(game, found))
        };
        let turn = queue.think(search, is_quit).context("no turn was found")?.turn;
        let (color, number) = (game.position().to_move(), game.next_number());
        say!("turn {}", turn.to_record(color, number, self.rules.size()));
        Ok(())
    }
}

/// What arrives, in its order.
struct EventQueue {
    events: Receiver<ServeEvent>,
    sender: Sender<ServeEvent>,
    /// Lines that came while the engine thought.
    waiting: VecDeque<ServeEvent>,
}

impl EventQueue {
    /// The next event, once there is one.
    fn next(&mut self) -> Option<ServeEvent> {
        self.waiting.pop_front().or_else(|| self.events.recv().ok())
    }

    /// Thinks on a thread of its own, listening meanwhile for `stop` and for what else ends it early. What else comes waits.
    fn think<T: Send>(
        &mut self,
        thought: impl FnOnce(&AtomicBool) -> T + Send,
        ends_early: fn(&ServeEvent) -> bool,
    ) -> T {
        let EventQueue { events, sender, waiting } = self;
        let stop = &AtomicBool::new(waiting.iter().any(ends_early));
        thread::scope(|scope| {
            let thinking = scope.spawn(move || {
                let _end = ThoughtEnd(sender);
                thought(stop)
            });
            loop {
                match events.recv() {
                    Ok(ServeEvent::Thought) | Err(_) => break,
                    Ok(ServeEvent::Line(line)) if line.trim() == "stop" => stop.store(true, Relaxed),
                    Ok(event) => {
                        stop.fetch_or(ends_early(&event), Relaxed);
                        waiting.push_back(event);
                    }
                }
            }
            thinking.join().unwrap_or_else(|panic| resume_unwind(panic))
        })
    }
}

/// The turns that can be played, as texts.
fn list(game: &Game, stop: &AtomicBool) -> Result<Vec<String>> {
    let mut moves = Vec::new();
    let flow = show::try_for_each_move(game, &mut |text| {
        if stop.load(Relaxed) {
            return ControlFlow::Break(anyhow!(STOPPED));
        }
        if moves.len() == MOST_LISTED {
            return ControlFlow::Break(anyhow!("there are more than {MOST_LISTED} turns"));
        }
        moves.push(text);
        ControlFlow::Continue(())
    });
    flow.break_value().map_or(Ok(moves), Err)
}

/// Time, depth and nodes of a search: those that `go` names, or else those of the command line.
fn limits(args: &ServeArgs, rest: &str) -> Result<(Option<Duration>, Option<u32>, Option<u64>)> {
    let (mut time, mut depth, mut nodes) = (None, None, None);
    let mut words = rest.split_whitespace();
    while let Some(word) = words.next() {
        let mut number = || {
            let number = words.next().and_then(|number| number.parse::<u32>().ok());
            number.with_context(|| format!("go {word}: a whole number is expected"))
        };
        match word {
            "time" => time = Some(Duration::from_millis(number()?.into())),
            "depth" => depth = Some(number()?),
            "nodes" => nodes = Some(number()?.into()),
            _ => bail!("go: \"{word}\" is none of time, depth and nodes"),
        }
    }
    if rest.is_empty() {
        (time, depth) = (time_or_usual(args.time, args.depth), args.depth);
    }
    Ok((time, depth, nodes))
}

/// End of a thought: told when it is dropped, so that nobody waits for one that has panicked.
struct ThoughtEnd<'a>(&'a Sender<ServeEvent>);

impl Drop for ThoughtEnd<'_> {
    fn drop(&mut self) {
        // Nobody listens any more only when the process ends.
        let _ = self.0.send(ServeEvent::Thought);
    }
}

/// An `info` line, with the line of play as numbered turns.
fn tell(game: &Game, found: &Found) {
    let size = game.rules().size();
    let mut after = game.clone();
    let mut line = String::new();
    for turn in &found.line {
        line += &format!(" {}", turn.to_record(after.position().to_move(), after.next_number(), size));
        if after.play(turn).is_err() {
            break;
        }
    }
    say!("info depth {} score {} nodes {} pv{line}", found.depth, found.score, found.nodes);
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::RecvTimeoutError;

    use clap::Parser;

    use super::*;
    use crate::cli::{Cli, Command, JiuCommand};

    #[test]
    fn a_search_has_the_limits_of_go_or_else_all_those_of_the_command_line() {
        let seconds = |seconds| Some(Duration::from_secs(seconds));
        for (line, go, expected) in [
            ("", "", (seconds(1), None, None)),
            ("--time 5s", "", (seconds(5), None, None)),
            ("--depth 3", "", (None, Some(3), None)),
            ("--depth 3 --time 5s", "", (seconds(5), Some(3), None)),
            ("--depth 3 --time 5s", "nodes 7", (None, None, Some(7))),
        ] {
            let words = format!("pbrain-tengen jiu serve {line}");
            let command = Cli::try_parse_from(words.split_whitespace()).unwrap().command;
            let Command::Jiu(jiu) = command else { unreachable!("the word was jiu") };
            let JiuCommand::Serve(args) = jiu.command else { unreachable!("the word was serve") };
            assert_eq!(limits(&args, go).unwrap(), expected, "{line}: go {go}");
        }
    }

    #[test]
    fn nobody_waits_for_a_search_that_has_panicked() {
        let (sender, events) = mpsc::channel();
        let (alive, ended) = mpsc::channel::<()>();
        thread::spawn(move || {
            let _alive = alive;
            let mut queue = EventQueue { events, sender, waiting: VecDeque::new() };
            queue.think::<()>(|_| panic!("there is nothing to find"), is_quit);
        });
        assert_eq!(ended.recv_timeout(Duration::from_secs(60)), Err(RecvTimeoutError::Disconnected));
    }
}
