//! The engines of a match, with the limits that hold for each.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use tengen_engine::contest::{TimeControl, Timer};

use crate::cli::{ChooserArg, MatchArgs, PerEngine};
use crate::process;
use crate::terms::{Opinion, Overtime};
use crate::units::{self, counted};

/// An answer may come this much later than its limit without being counted as over: on a machine that has a core for every
/// engine no process waits longer to be woken up, nor a line to be read.
const LATENCY: Duration = Duration::from_millis(20);

/// An engine that takes part: on which terms, and how it is started.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct MatchEngine {
    /// Everything that holds for it alone.
    pub terms: EngineTerms,
    /// How its process is started.
    pub launch: Launch,
}

/// How the process of an engine is started.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Launch {
    /// The executable.
    pub program: String,
    /// Its arguments.
    pub arguments: Vec<String>,
}

/// The terms on which an engine takes part: what holds for it alone, and is kept in logs.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct EngineTerms {
    /// Its name in tables and records, different from all others.
    pub name: String,
    /// The command as it was given.
    pub command: String,
    /// The folder in which it runs, where that is not ours: what lies there may decide how it plays.
    pub folder: Option<PathBuf>,
    /// Keys and values of INFO lines.
    pub info: Vec<(String, String)>,
    /// Rest after its last word.
    pub delay: Duration,
    /// Most time for a move.
    pub turn: Option<Duration>,
    /// Most time for a game.
    pub match_time: Option<Duration>,
    /// Time added for the game after every move.
    pub increment: Duration,
    /// Depth to search to.
    pub depth: Option<u32>,
    /// Nodes to search.
    pub nodes: Option<u64>,
    /// Most memory, in bytes.
    pub memory: Option<u64>,
    /// Whether this program chooses in its place in openings.
    pub chooser: bool,
    /// What there is when the time for the game is used up.
    pub overtime: Option<Overtime>,
    /// When it gives up.
    pub resign: Option<Opinion>,
    /// When it agrees to a draw.
    pub draw: Option<Opinion>,
}

impl EngineTerms {
    /// How much time it has for a game.
    pub(super) fn control(&self) -> TimeControl {
        let increment = self.increment;
        match (self.overtime, self.match_time) {
            (Some(Overtime::Move(each)), main) => TimeControl::MainThenMove { main: main.unwrap_or_default(), each },
            (Some(Overtime::Period { moves, period }), main) => {
                TimeControl::MainThenPeriod { main: main.unwrap_or_default(), actions: moves, period }
            }
            (None, None) => TimeControl::Unlimited,
            (None, Some(main)) if increment.is_zero() => TimeControl::SuddenDeath(main),
            (None, Some(main)) => TimeControl::Fischer { main, increment },
        }
    }

    /// Its clock at the start of a game, with the tolerance of the match.
    pub(super) fn timer(&self, tolerance: Duration) -> Timer {
        let timer = Timer::new(self.control()).with_tolerance(tolerance);
        self.turn.map_or(timer, |turn| timer.with_cap(turn))
    }

    /// How much later an answer came than its clock allowed without any tolerance, where that is more than its way takes.
    pub(super) fn over(&self, timer: &Timer, time: Duration) -> Option<Duration> {
        // Who is asked for the fastest answer has no limit but that of the game.
        let of_game = || timer.balance().map(|ms| Duration::from_millis(u64::try_from(ms).unwrap_or_default()));
        let limit = if self.turn == Some(Duration::ZERO) { of_game() } else { timer.most() }?;
        Some(time.saturating_sub(limit)).filter(|over| *over > LATENCY)
    }

    /// What it is limited to and told, in words: `1.0s a move, 20000 nodes`.
    pub(super) fn limits(&self) -> String {
        let mut parts = Vec::new();
        parts.extend(self.turn.map(|time| format!("{} a move", shown(time))));
        parts.extend(self.match_time.map(|time| format!("{} a game", shown(time))));
        if !self.increment.is_zero() {
            parts.push(format!("+{} a move", shown(self.increment)));
        }
        parts.extend(self.overtime.map(|overtime| match overtime {
            Overtime::Move(each) => format!("then {} a move", shown(each)),
            Overtime::Period { moves, period } => format!("then {} in {}", counted(moves, "move"), shown(period)),
        }));
        parts.extend(self.depth.map(|depth| format!("depth {depth}")));
        parts.extend(self.nodes.map(|nodes| counted(nodes, "node")));
        parts.extend(self.memory.map(units::mebibytes));
        parts.extend(self.info.iter().map(|(key, value)| format!("{key} {value}")));
        parts.join(", ")
    }
}

/// A time in words, in hours or minutes where it is a whole number of them.
fn shown(time: Duration) -> String {
    match time.as_secs() {
        seconds if seconds == 0 || time.subsec_nanos() > 0 || !seconds.is_multiple_of(60) => units::display(time),
        seconds if seconds.is_multiple_of(3600) => format!("{}h", seconds / 3600),
        seconds => format!("{}m", seconds / 60),
    }
}

/// The engines that the commands of `--engine` name, in their order, without limits.
pub(super) fn named(commands: &[String]) -> Result<Vec<MatchEngine>> {
    let mut engines = Vec::new();
    for given in commands {
        let (name, command) = match given.split_once('=') {
            Some((name, command)) if !name.is_empty() && !name.contains([' ', '/', '\\', ':', '"', '\'']) => {
                (Some(name), command)
            }
            _ => (None, given.as_str()),
        };
        let mut words = process::words(command).with_context(|| format!("--engine {given}"))?.into_iter();
        let program = words.next().with_context(|| format!("--engine {given}: there is no command"))?;
        let stem = Path::new(&program).file_stem().map(|stem| stem.to_string_lossy().into_owned());
        let name = name.map(str::to_string).or(stem).unwrap_or_else(|| program.clone());
        if engines.iter().any(|other: &MatchEngine| other.terms.name == name) {
            bail!("two engines are called {name}: tell them apart with --engine NAME=COMMAND");
        }
        let launch = Launch { program, arguments: words.collect() };
        let terms = EngineTerms { name, command: command.to_string(), ..EngineTerms::default() };
        engines.push(MatchEngine { terms, launch });
    }
    Ok(engines)
}

/// The engines that the command line of a match names, in its order.
pub(super) fn engines(args: &MatchArgs) -> Result<Vec<MatchEngine>> {
    let mut engines = named(&args.engines)?;
    ensure!(engines.len() >= 2, "a match needs two engines: give --engine twice");
    let all = &mut engines;
    each(all, "--folder", &args.folder, |engine, folder| engine.folder = Some(folder.clone()))?;
    each(all, "--delay", &args.delay, |engine, time| engine.delay = *time)?;
    each(all, "--turn", &args.turn, |engine, time| engine.turn = Some(*time))?;
    let given = |time: &Duration| Some(*time).filter(|time| !time.is_zero());
    each(all, "--match-time", &args.match_time, |engine, time| engine.match_time = given(time))?;
    each(all, "--increment", &args.increment, |engine, time| engine.increment = *time)?;
    each(all, "--depth", &args.depth, |engine, plies| engine.depth = Some(plies.get()))?;
    each(all, "--nodes", &args.nodes, |engine, nodes| engine.nodes = Some(nodes.get()))?;
    each(all, "--memory", &args.memory, |engine, &bytes| {
        engine.memory = Some(bytes as u64).filter(|&bytes| bytes > 0);
    })?;
    each(all, "--chooser", &args.chooser, |engine, ChooserArg::Tengen| engine.chooser = true)?;
    each(all, "--overtime", &args.overtime, |engine, overtime| engine.overtime = Some(*overtime))?;
    each(all, "--resign", &args.resign, |engine, opinion| engine.resign = Some(*opinion))?;
    each(all, "--draw", &args.draw, |engine, opinion| engine.draw = Some(*opinion))?;
    each(all, "--info", &args.info, |engine, info| engine.info.push(info.clone()))?;
    check_increments(&engines, &args.increment)?;
    for MatchEngine { terms: engine, .. } in &mut engines {
        // What is given for all is for those that have time to add it to.
        if engine.match_time.is_none() {
            engine.increment = Duration::ZERO;
        }
        ensure!(
            engine.overtime.is_none() || engine.increment.is_zero(),
            "{}: --overtime and --increment are clocks of different kinds",
            engine.name
        );
        // No time at all would end every search long before its nodes are used up or its depth is reached.
        ensure!(
            engine.turn.is_none_or(|turn| !turn.is_zero()) || (engine.nodes.is_none() && engine.depth.is_none()),
            "{}: --turn 0 asks for the fastest answer, and --nodes or --depth would not be reached: leave --turn out",
            engine.name
        );
        let limited = engine.overtime.is_some()
            || engine.match_time.is_some()
            || engine.depth.is_some()
            || engine.nodes.is_some();
        if engine.turn.is_none() && !limited {
            engine.turn = Some(Duration::from_secs(1));
        }
    }
    Ok(engines)
}

/// Refuses an increment of which none of those that it is given for has time to add it to.
fn check_increments(engines: &[MatchEngine], increments: &[PerEngine<Duration>]) -> Result<()> {
    for given in increments.iter().filter(|given| !given.value.is_zero()) {
        let is_meant = |engine: &EngineTerms| given.engine.as_ref().is_none_or(|name| *name == engine.name);
        let mut terms = engines.iter().map(|engine| &engine.terms);
        ensure!(
            terms.any(|engine| is_meant(engine) && engine.match_time.is_some()),
            "--increment {} adds to the time for a game: it needs --match-time",
            given.text
        );
    }
    Ok(())
}

/// Applies values: those for everyone first, whatever the order, then those for one engine.
pub(super) fn each<T>(
    engines: &mut [MatchEngine],
    option: &str,
    values: &[PerEngine<T>],
    set: impl Fn(&mut EngineTerms, &T),
) -> Result<()> {
    for given in values.iter().filter(|given| given.engine.is_none()) {
        engines.iter_mut().for_each(|engine| set(&mut engine.terms, &given.value));
    }
    for given in values {
        let Some(name) = &given.engine else { continue };
        let Some(index) = engines.iter().position(|engine| engine.terms.name == *name) else {
            let names: Vec<&str> = engines.iter().map(|engine| engine.terms.name.as_str()).collect();
            bail!("{option} {}: there is no engine called \"{name}\", but {}", given.text, names.join(", "));
        };
        set(&mut engines[index].terms, &given.value);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matches::setup::tests::setup;

    #[test]
    fn an_answer_is_over_when_it_comes_later_than_its_way_explains() {
        for (limits, used, ms, over) in [
            ("--turn 50ms", 0, 50, None),
            ("--turn 50ms", 0, 70, None),
            ("--turn 50ms", 0, 71, Some(21)),
            ("--turn 50ms --tolerance 10s", 0, 5000, Some(4950)),
            ("--match-time 1s --increment 100ms", 900, 200, None),
            ("--match-time 1s --increment 100ms", 900, 300, Some(100)),
            ("--match-time 1s --overtime 100ms", 900, 300, Some(100)),
            // What was used of the tolerance before is owed.
            ("--match-time 1s", 1200, 30, Some(30)),
            // No limit, and none but to be as fast as can be.
            ("--nodes 50", 0, 5000, None),
            ("--turn 0", 0, 500, None),
            ("--turn 0 --match-time 1s", 0, 500, None),
            ("--turn 0 --match-time 1s", 0, 1100, Some(100)),
        ] {
            let setup = setup(&format!("-e a=x -e b=y {limits}")).unwrap();
            let engine = &setup.engines[0];
            let mut timer = engine.timer(setup.conditions.tolerance);
            timer.spend(Duration::from_millis(used)).unwrap();
            timer.complete();
            let found = engine.over(&timer, Duration::from_millis(ms));
            assert_eq!(found, over.map(Duration::from_millis), "{limits}: {ms}");
        }
    }
}
