//! `jiu serve`: a line protocol for other programs. One thread reads, one thinks, and this one answers.

use std::collections::VecDeque;
use std::io::{self, Read};
use std::ops::ControlFlow;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{self, Receiver, Sender, SyncSender};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Error, Result, anyhow, bail, ensure};
use tengen_engine::point::Rows;
use tengen_games::jiu::eval::Weights;
use tengen_games::jiu::search::{Found, HASH_BYTES, Limits, Searcher};
use tengen_games::jiu::{self, Game, Profile, Reading, Rules, TurnText, text};
use tengen_protocol::lines::LineCutter;

use super::player::time_or_usual;
use super::{input, show};
use crate::cli::ServeArgs;
use crate::output::{self, say};
use crate::terminal::shortened;

/// What arrives while the engine thinks, and otherwise.
enum ServeEvent {
    Line(String),
    /// A line that is no text or too long, and why.
    Unreadable(String),
    /// Nothing more comes, or nothing more can be read.
    End(io::Result<()>),
    /// What was thought about is known, or never will be.
    Thought,
}

/// The command that ends the program.
const QUIT: &str = "quit";
/// The longest line, which is longer than the record of any game.
const LONGEST_LINE: usize = 1 << 20;
/// The most lines that wait for their answer: a flood stays in the pipe, and ends the thinking.
const MOST_WAITING: usize = 1024;
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
    let (queue, inlet) = EventQueue::new();
    // The thread ends with the process: it waits for input that may never come.
    let reading = thread::Builder::new().spawn(move || inlet.read(io::stdin()));
    reading.context("there is no thread to read the input")?;
    Server { args, game: Game::new(rules), rules, searcher, queue }.run()
}

struct Server<'a> {
    args: &'a ServeArgs,
    rules: Rules,
    game: Game,
    searcher: Searcher,
    queue: EventQueue,
}

impl Server<'_> {
    fn run(&mut self) -> Result<()> {
        loop {
            match self.queue.next() {
                Some(ServeEvent::Line(line)) => {
                    let line = line.trim();
                    let (command, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
                    match self.answer(command, rest.trim()) {
                        Ok(true) => {}
                        Ok(false) => return Ok(()),
                        Err(why) => say!("error {}", format!("{why:#}").replace('\n', " ")),
                    }
                }
                Some(ServeEvent::Unreadable(why)) => say!("error {why}"),
                Some(ServeEvent::Thought) => {}
                Some(ServeEvent::End(ended)) => return ended.context("cannot read the input"),
                None => return Ok(()),
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
                let moves = self.queue.think(|stop| list(&self.game, stop), |_| false)??;
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
                let count = self.queue.think(|stop| jiu::perft_until(&mut game, depth, stop), |_| false)?;
                say!("perft {}", count.context(STOPPED)?);
            }
            "go" => self.go(rest)?,
            "stop" => bail!("nothing is being thought about"),
            _ => bail!("no such command: {}", shortened(command)),
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
        let turn = queue.think(search, is_quit)?.context("no turn was found")?.turn;
        let (color, number) = (game.position().to_move(), game.next_number());
        say!("turn {}", turn.to_record(color, number, self.rules.size()));
        Ok(())
    }
}

/// Where lines come in.
struct LineInlet {
    sender: Sender<ServeEvent>,
    /// Holds one for each line that waits.
    places: SyncSender<()>,
}

impl LineInlet {
    /// Reads up to the end of the input, or until nobody answers any more.
    fn read(self, input: impl Read) {
        for line in LineCutter::new(input, LONGEST_LINE) {
            let event = match line {
                // It may be cut inside a letter.
                Ok(line) if line.len() == LONGEST_LINE => {
                    ServeEvent::Unreadable(format!("a line has fewer than {LONGEST_LINE} bytes"))
                }
                Ok(line) => String::from_utf8(line).map_or_else(
                    |_| ServeEvent::Unreadable("this line is not UTF-8 text".to_string()),
                    ServeEvent::Line,
                ),
                Err(error) => return self.end(Err(error)),
            };
            if self.places.send(()).is_err() || self.sender.send(event).is_err() {
                return;
            }
        }
        self.end(Ok(()));
    }

    fn end(&self, ended: io::Result<()>) {
        // Nobody listens any more only when the process ends.
        let _ = self.sender.send(ServeEvent::End(ended));
    }
}

/// What arrives, in its order.
struct EventQueue {
    events: Receiver<ServeEvent>,
    sender: Sender<ServeEvent>,
    /// Lines that came while the engine thought.
    waiting: VecDeque<ServeEvent>,
    /// Of it one is taken for each line that waits no longer.
    places: Receiver<()>,
}

impl EventQueue {
    fn new() -> (EventQueue, LineInlet) {
        let (sender, events) = mpsc::channel();
        let (taken, places) = mpsc::sync_channel(MOST_WAITING);
        let inlet = LineInlet { sender: sender.clone(), places: taken };
        (EventQueue { events, sender, waiting: VecDeque::new(), places }, inlet)
    }

    /// The next event, once there is one.
    fn next(&mut self) -> Option<ServeEvent> {
        let event = self.waiting.pop_front().or_else(|| self.events.recv().ok())?;
        if matches!(event, ServeEvent::Line(_) | ServeEvent::Unreadable(_)) {
            // Its place was taken before it came.
            let _ = self.places.try_recv();
        }
        Some(event)
    }

    /// Thinks on a thread of its own, listening meanwhile for `stop` and for what else ends it early. What else comes waits.
    fn think<T: Send>(
        &mut self,
        thought: impl FnOnce(&AtomicBool) -> T + Send,
        ends_early: fn(&ServeEvent) -> bool,
    ) -> Result<T> {
        let EventQueue { events, sender, waiting, places } = self;
        let stop = &AtomicBool::new(waiting.iter().any(ends_early));
        thread::scope(|scope| {
            let thinking = thread::Builder::new().spawn_scoped(scope, move || {
                let _end = ThoughtEnd(sender);
                thought(stop)
            });
            let thinking = thinking.context("there is no thread to think on")?;
            loop {
                match events.recv() {
                    Ok(ServeEvent::Thought) | Err(_) => break,
                    Ok(ServeEvent::Line(line)) if line.trim() == "stop" => {
                        let _ = places.try_recv();
                        stop.store(true, Relaxed);
                    }
                    Ok(event) => {
                        // Behind a flood no `stop` would be heard any more.
                        stop.fetch_or(ends_early(&event) || waiting.len() + 1 >= MOST_WAITING, Relaxed);
                        waiting.push_back(event);
                    }
                }
            }
            Ok(thinking.join().unwrap_or_else(|panic| resume_unwind(panic)))
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
        let (alive, ended) = mpsc::channel::<()>();
        thread::spawn(move || {
            let _alive = alive;
            EventQueue::new().0.think::<()>(|_| panic!("there is nothing to find"), is_quit)
        });
        assert_eq!(ended.recv_timeout(Duration::from_secs(60)), Err(RecvTimeoutError::Disconnected));
    }

    #[test]
    fn a_flood_waits_outside_until_lines_are_answered_and_nobody_reads_for_nobody() {
        let (mut queue, inlet) = EventQueue::new();
        let (alive, ended) = mpsc::channel::<()>();
        thread::spawn(move || {
            let _alive = alive;
            inlet.read(io::repeat(b'\n'));
        });
        let until_stopped = |stop: &AtomicBool| {
            (0..60_000).any(|_| {
                thread::sleep(Duration::from_millis(1));
                stop.load(Relaxed)
            })
        };
        assert!(queue.think(until_stopped, is_quit).unwrap(), "a flood ends no thinking");
        assert_eq!(queue.waiting.len(), MOST_WAITING);
        let more = queue.events.recv_timeout(Duration::from_millis(20));
        assert!(matches!(more, Err(RecvTimeoutError::Timeout)), "a flood is read although nothing was answered");
        for _ in 0..2 * MOST_WAITING {
            assert!(matches!(queue.next(), Some(ServeEvent::Line(_))));
        }
        drop(queue);
        assert_eq!(ended.recv_timeout(Duration::from_secs(60)), Err(RecvTimeoutError::Disconnected));
    }
}
