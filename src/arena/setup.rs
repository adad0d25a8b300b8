//! A match as it was asked for: who plays whom, under which conditions, from which openings; checked before it starts.

use std::collections::HashSet;
use std::num::{NonZeroU32, NonZeroU64};
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail, ensure};
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use rand::seq::{IndexedRandom, SliceRandom};
use tengen_engine::color::ByColor;
use tengen_engine::game::Rules;
use tengen_engine::point::{BoardSize, Point, Rows};

use crate::arena::openings;
use crate::arena::statistics::Sprt;
use crate::cli::MatchArgs;
use crate::process;
use crate::units;

/// An engine that takes part, with everything that holds for it alone.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Contender {
    /// Its name in tables and records, different from all others.
    pub name: String,
    /// The command as it was given.
    pub command: String,
    /// The executable.
    pub program: String,
    /// Its arguments.
    pub arguments: Vec<String>,
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
}

/// What is the same for everyone.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Conditions {
    /// What the game is played by.
    pub rules: Rules,
    /// The board.
    pub size: BoardSize,
    /// Where row 1 is in records.
    pub rows: Rows,
    /// The number of moves after which a game is drawn.
    pub max_moves: Option<usize>,
    /// How much later than allowed an answer may come.
    pub tolerance: Duration,
    /// How long a move may take that has no limit of time.
    pub patience: Duration,
    /// How long the answer to START may take.
    pub start_wait: Duration,
    /// Whether the engine that waits is suspended.
    pub suspend: bool,
    /// Whether every move is asked for with the whole board.
    pub whole_board: bool,
    /// Whether writing to the standard error is no fault.
    pub allow_stderr: bool,
    /// Whether processes live for more than one game.
    pub keep_alive: bool,
    /// Whether the engines open games by swap2.
    pub swap2: bool,
}

/// One game that is to be played.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Fixture {
    /// Its number in the match, from 1. Two games that follow each other, the first of them odd, are a pair.
    pub number: usize,
    /// Who plays which colour, as indices of contenders. Under swap2 it is the colour with which they begin to choose.
    pub players: ByColor<usize>,
    /// The stones it starts from.
    pub opening: Vec<Point>,
}

/// A match.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Setup {
    /// Who takes part.
    pub contenders: Vec<Contender>,
    /// What holds for everyone.
    pub conditions: Conditions,
    /// All games, in order.
    pub fixtures: Vec<Fixture>,
    /// The test that ends the match.
    pub sprt: Option<Sprt>,
    /// Number of openings there were to choose from.
    pub openings: usize,
    /// Whether they are those that are built in.
    pub built_in: bool,
}

impl Setup {
    /// The match that the command line asks for.
    pub(super) fn new(args: &MatchArgs) -> Result<Setup> {
        let size = args.size;
        let rules = Rules::from(args.rule);
        let conditions = Conditions {
            rules,
            size,
            rows: args.rows.into(),
            max_moves: args.max_moves,
            tolerance: units::duration(&args.tolerance).context("--tolerance")?,
            patience: units::duration(&args.patience).context("--patience")?,
            start_wait: units::duration(&args.start_wait).context("--start-wait")?,
            suspend: args.suspend,
            whole_board: args.whole_board,
            allow_stderr: args.allow_stderr,
            keep_alive: args.keep_alive,
            swap2: args.swap2,
        };
        ensure!(cfg!(unix) || !args.suspend, "--suspend is not possible on this system");
        ensure!(args.concurrency >= 1, "--concurrency must be at least 1");
        ensure!(args.max_moves != Some(0), "--max-moves must be at least 1");
        let contenders = contenders(args)?;
        ensure!(
            cfg!(target_os = "linux") || contenders.iter().all(|contender| contender.memory.is_none()),
            "--memory is not possible on this system: there is no way to measure it"
        );
        let source = Source::new(args);
        let openings = match source {
            Source::File(path) => openings::read(path, args.opening_format, args.rows.into(), rules, size)?,
            Source::BuiltIn => openings::built_in(rules, size),
            Source::Nothing => vec![Vec::new()],
        };
        let built_in = matches!(source, Source::BuiltIn);
        ensure!(
            !args.swap2 || openings.iter().all(|opening| [0, 3].contains(&opening.len())),
            "--swap2 begins with three stones or none, and there is an opening of another number"
        );
        let sprt = sprt(&args.sprt)?;
        ensure!(
            sprt.is_none() || contenders.len() == 2,
            "--sprt compares two engines, and {} take part",
            contenders.len()
        );
        let games = args.games.unwrap_or(2 * openings.len());
        ensure!(
            games >= 2 && games.is_multiple_of(2),
            "--games must be even: every opening is played with both colours"
        );
        let order = Order { shuffle: args.shuffle || built_in, rotate: args.rotate, seed: args.seed };
        let pairings = pairings(contenders.len(), args.gauntlet);
        let fixtures = fixtures(&pairings, order, games / 2, &openings, size);
        Ok(Setup { contenders, conditions, fixtures, sprt, openings: openings.len(), built_in })
    }

    /// What is to be known before the match, if anything is: that its openings come again.
    pub(super) fn notice(&self) -> Option<String> {
        let first = self.fixtures.first()?.players;
        let rounds: Vec<&[Point]> = self
            .fixtures
            .iter()
            .filter(|fixture| fixture.players == first)
            .map(|fixture| fixture.opening.as_slice())
            .collect();
        let distinct = rounds.iter().collect::<HashSet<_>>().len();
        (rounds.len() > distinct).then(|| {
            format!(
                "note: {} games between two engines and only {distinct} different opening{}: they repeat each other where \
                 engines play the same again",
                2 * rounds.len(),
                if distinct == 1 { "" } else { "s" },
            )
        })
    }

    /// The index of the engine of this name.
    pub(super) fn contender(&self, name: &str) -> Option<usize> {
        self.contenders.iter().position(|contender| contender.name == name)
    }
}

/// Where openings come from.
#[derive(Clone, Copy)]
enum Source<'a> {
    File(&'a Path),
    BuiltIn,
    /// Games begin on the empty board.
    Nothing,
}

impl<'a> Source<'a> {
    fn new(args: &'a MatchArgs) -> Source<'a> {
        match args.openings.as_deref() {
            // Engines that choose their opening do not need another one.
            None if args.swap2 => Source::Nothing,
            None => Source::BuiltIn,
            Some(path) if path == Path::new("builtin") => Source::BuiltIn,
            Some(path) if path == Path::new("none") => Source::Nothing,
            Some(path) => Source::File(path),
        }
    }
}

/// In which order openings come, and seen from where.
#[derive(Clone, Copy)]
struct Order {
    shuffle: bool,
    rotate: bool,
    seed: u64,
}

/// Who plays whom, as indices of contenders.
fn pairings(contenders: usize, gauntlet: bool) -> Vec<[usize; 2]> {
    (0..contenders)
        .flat_map(|first| (first + 1..contenders).map(move |second| [first, second]))
        .filter(|pairing| !gauntlet || pairing[0] == 0)
        .collect()
}

fn fixtures(
    pairings: &[[usize; 2]],
    how: Order,
    rounds: usize,
    openings: &[Vec<Point>],
    size: BoardSize,
) -> Vec<Fixture> {
    let views = openings::views(size);
    let mut random = ChaCha8Rng::seed_from_u64(how.seed);
    let mut order: Vec<usize> = (0..openings.len()).collect();
    let mut fixtures = Vec::new();
    // Round by round, and all pairings play the same openings: more rounds only add games at the end, so that a match can
    // be made longer when it is resumed.
    for round in 0..rounds {
        if round % openings.len() == 0 && how.shuffle {
            order.shuffle(&mut random);
        }
        let mut opening = openings[order[round % openings.len()]].clone();
        if how.rotate {
            let view = views.choose(&mut random).expect("every board can be seen as it is");
            for point in &mut opening {
                *point = view.point(*point, size);
            }
        }
        for &[first, second] in pairings {
            for players in [[first, second], [second, first]] {
                let number = fixtures.len() + 1;
                fixtures.push(Fixture { number, players: ByColor(players), opening: opening.clone() });
            }
        }
    }
    fixtures
}

fn contenders(args: &MatchArgs) -> Result<Vec<Contender>> {
    let mut contenders = Vec::new();
    for given in &args.engines {
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
        if contenders.iter().any(|other: &Contender| other.name == name) {
            bail!("two engines are called {name}: tell them apart with --engine NAME=COMMAND");
        }
        contenders.push(Contender {
            name,
            command: command.to_string(),
            program,
            arguments: words.collect(),
            info: Vec::new(),
            delay: Duration::ZERO,
            turn: None,
            match_time: None,
            increment: Duration::ZERO,
            depth: None,
            nodes: None,
            memory: None,
        });
    }
    ensure!(contenders.len() >= 2, "a match needs two engines: give --engine twice");
    let all = &mut contenders;
    each(all, "--delay", &args.delay, |contender, text| units::duration(text).map(|time| contender.delay = time))?;
    each(all, "--turn", &args.turn, |contender, text| units::duration(text).map(|time| contender.turn = Some(time)))?;
    each(all, "--match-time", &args.match_time, |contender, text| {
        units::duration(text).map(|time| contender.match_time = Some(time).filter(|time| !time.is_zero()))
    })?;
    each(all, "--increment", &args.increment, |contender, text| {
        units::duration(text).map(|time| contender.increment = time)
    })?;
    each(all, "--depth", &args.depth, |contender, text| {
        text.parse().context("it is no number above 0").map(|plies: NonZeroU32| contender.depth = Some(plies.get()))
    })?;
    each(all, "--nodes", &args.nodes, |contender, text| {
        text.parse().context("it is no number above 0").map(|nodes: NonZeroU64| contender.nodes = Some(nodes.get()))
    })?;
    each(all, "--memory", &args.memory, |contender, text| {
        units::bytes(text).map(|bytes| contender.memory = Some(bytes).filter(|&bytes| bytes > 0))
    })?;
    each(all, "--info", &args.info, |contender, text| {
        let (key, value) = text.split_once('=').ok_or_else(|| anyhow!("there is no KEY=VALUE"))?;
        contender.info.push((key.to_string(), value.to_string()));
        Ok(())
    })?;
    for contender in &mut contenders {
        let limited = contender.match_time.is_some() || contender.depth.is_some() || contender.nodes.is_some();
        if contender.turn.is_none() && !limited {
            contender.turn = Some(Duration::from_secs(1));
        }
    }
    Ok(contenders)
}

/// Applies values written `[NAME:]VALUE`: those for everyone first, whatever the order, then those for one engine.
fn each(
    contenders: &mut [Contender],
    option: &str,
    values: &[String],
    mut set: impl FnMut(&mut Contender, &str) -> Result<()>,
) -> Result<()> {
    let names: Vec<String> = contenders.iter().map(|contender| contender.name.clone()).collect();
    let named = |value: &str| {
        let (name, rest) = value.split_once(':')?;
        Some((names.iter().position(|known| known == name)?, rest.to_string()))
    };
    for value in values.iter().filter(|value| named(value).is_none()) {
        // A colon within a value comes after the key of the value.
        if let Some((name, _)) = value.split_once(':').filter(|(name, _)| !name.contains('=')) {
            bail!("{option} {value}: there is no engine called \"{name}\", but {}", names.join(", "));
        }
        for contender in contenders.iter_mut() {
            set(contender, value).with_context(|| format!("{option} {value}"))?;
        }
    }
    for value in values {
        if let Some((index, rest)) = named(value) {
            set(&mut contenders[index], &rest).with_context(|| format!("{option} {value}"))?;
        }
    }
    Ok(())
}

fn sprt(numbers: &[f64]) -> Result<Option<Sprt>> {
    let sprt = match *numbers {
        [] => return Ok(None),
        [elo0, elo1] => Sprt { elo0, elo1, alpha: 0.05, beta: 0.05 },
        [elo0, elo1, alpha, beta] => Sprt { elo0, elo1, alpha, beta },
        _ => bail!("--sprt takes two numbers, or four with the errors allowed: 0,5 or 0,5,0.05,0.05"),
    };
    ensure!(
        sprt.elo0 < sprt.elo1 && sprt.elo0 > -1000.0 && sprt.elo1 < 1000.0,
        "--sprt: the first difference must be less"
    );
    let sensible = |error: f64| error > 0.0 && error < 0.5;
    ensure!(sensible(sprt.alpha) && sensible(sprt.beta), "--sprt: the errors allowed must lie between 0 and 0.5");
    Ok(Some(sprt))
}

#[cfg(test)]
mod tests {
    use clap::Parser;
    use tengen_engine::color::Color;

    use super::*;
    use crate::cli::{Cli, Command};

    fn setup(line: &str) -> Result<Setup> {
        let words = process::words(&format!("pbrain-tengen match {line}"))?;
        let Command::Match(args) = Cli::try_parse_from(words)?.command else { unreachable!("the word was match") };
        Setup::new(&args)
    }

    #[test]
    fn values_hold_for_all_or_for_one() {
        let setup =
            setup("-e a=x -e 'b=\"c d\" -f' --turn b:2s --turn 500ms --info b:path=c:d --info k=v --delay a:40ms");
        let [a, b] = setup.unwrap().contenders.try_into().unwrap();
        assert_eq!((a.turn, b.turn), (Some(Duration::from_millis(500)), Some(Duration::from_secs(2))));
        assert_eq!((b.program.as_str(), b.arguments.as_slice()), ("c d", ["-f".to_string()].as_slice()));
        assert_eq!(a.info, [("k".to_string(), "v".to_string())]);
        assert_eq!(b.info.last(), Some(&("path".to_string(), "c:d".to_string())));
        assert_eq!((a.delay, b.delay), (Duration::from_millis(40), Duration::ZERO));
    }

    #[test]
    fn mistakes_are_named() {
        for (line, complaint) in [
            ("-e a=x", "twice"),
            ("-e x -e x", "called x"),
            ("-e a=x -e b=y --games 3", "even"),
            ("-e a=x -e b=y --size 4", "5 to 22"),
            ("-e a=x -e b=y --turn 5", "--turn 5"),
            ("-e a=x -e b=y --rule chess", "no such rule"),
            ("-e a=x -e b=y --sprt 5,0", "must be less"),
            ("-e a=x -e b=y -e c=z --sprt 0,5", "two engines"),
            ("-e a=x -e 'b=\"y' ", "quotation"),
            ("-e a=x -e b=y --info k", "KEY=VALUE"),
            ("-e a=x -e b=y --swap2 --openings tests/data/openings/renju-15.txt", "three stones or none"),
            ("-e a=x -e b=y --openings nowhere.txt", "nowhere.txt"),
            ("-e a=x -e b=y --turn c:10ms", "--turn c:10ms: there is no engine called \"c\", but a, b"),
            ("-e a=x -e b=y --info c:k=v", "there is no engine called \"c\""),
            ("-e a=x -e b=y --nodes a:0", "--nodes a:0: it is no number above 0"),
            ("-e a=x -e b=y --swap2 --openings builtin", "three stones or none"),
        ] {
            let error = format!("{:#}", setup(line).expect_err(line));
            assert!(error.contains(complaint), "{line}: {error}");
        }
    }

    #[test]
    fn openings_are_built_in_and_are_said_to_repeat() {
        let openings = |line: &str| setup(&format!("-e a=x -e b=y {line}")).unwrap();
        let by_default = openings("");
        assert_eq!((by_default.openings, by_default.built_in, by_default.fixtures.len()), (30, true, 60));
        assert_eq!(by_default.fixtures, openings("--openings builtin").fixtures);
        assert_ne!(by_default.fixtures, openings("--seed 2").fixtures);
        assert_eq!(openings("--rule renju --games 2").openings, 100);
        assert_eq!(openings("--size 20").openings, 30);
        for line in ["--openings none", "--swap2"] {
            let setup = openings(line);
            assert!(!setup.built_in && setup.fixtures.iter().all(|fixture| fixture.opening.is_empty()), "{line}");
        }
        let notice = |line: &str| openings(line).notice().unwrap_or_default();
        assert_eq!(notice(""), "");
        assert!(notice("--games 62").starts_with("note: 62 games between two engines and only 30 different openings"));
        assert!(notice("--games 4 --openings none").contains("only 1 different opening:"));
    }

    #[test]
    fn everyone_plays_both_colours_of_every_opening() {
        let all = setup("-e a=x -e b=y -e c=z --games 4 --rotate --shuffle").unwrap().fixtures;
        assert_eq!(all.len(), 12);
        for pair in all.chunks(2) {
            assert_eq!(pair[0].opening, pair[1].opening);
            assert_eq!(pair[0].players[Color::Black], pair[1].players[Color::White]);
            assert_eq!(pair[0].players[Color::White], pair[1].players[Color::Black]);
        }
        let gauntlet = setup("-e a=x -e b=y -e c=z --games 4 --gauntlet").unwrap().fixtures;
        assert!(gauntlet.iter().all(|fixture| fixture.players.0.contains(&0)));
        let longer = setup("-e a=x -e b=y -e c=z --games 40 --rotate --shuffle").unwrap().fixtures;
        assert_eq!(longer[..12], all[..]);
    }
}
