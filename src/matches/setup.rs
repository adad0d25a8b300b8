//! A match as it was asked for: who plays whom, under which conditions, from which openings; checked before it starts.

use std::collections::{BTreeMap, HashSet};
use std::num::NonZeroUsize;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use serde::{Deserialize, Serialize};
use tengen_engine::color::ByColor;
use tengen_engine::game::Rules;
use tengen_engine::point::{BoardSize, Point, Rows};
use tengen_engine::random::SplitMix64;

use crate::cli::{MatchArgs, PerEngine};
use crate::matches::openings;
use crate::process;
use crate::shard::Shard;
use crate::statistics::Sprt;

/// An engine that takes part, with everything that holds for it alone.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct MatchEngine {
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
pub(super) struct Pairing {
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
    pub engines: Vec<MatchEngine>,
    /// What holds for everyone.
    pub conditions: Conditions,
    /// Games for each two engines, in all shards.
    pub games: usize,
    /// The games of this shard by number. Empty for a match that is only merged.
    pub pairings: BTreeMap<usize, Pairing>,
    /// What decides which game is which, together with the engines.
    pub schedule: Schedule,
    /// The part of the games that is played here.
    pub shard: Shard,
    /// The test that ends the match.
    pub sprt: Option<Sprt>,
}

/// What decides which game of a match is which, together with its engines: as long as it is the same, a game of one number
/// is the same game in every shard and however long the match is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Schedule {
    /// Whether the first engine plays all others, and not everyone everyone.
    pub gauntlet: bool,
    /// Number of openings there were to choose from.
    pub openings: usize,
    /// Whether they are those that are built in.
    pub built_in: bool,
    /// What tells these openings from others: FNV-1a over their points.
    pub openings_hash: String,
    /// Whether they are taken in random order.
    pub shuffle: bool,
    /// Whether they are turned at random.
    pub rotate: bool,
    /// Where everything random begins.
    pub seed: u64,
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
            max_moves: args.max_moves.map(NonZeroUsize::get),
            tolerance: args.tolerance,
            patience: args.patience,
            start_wait: args.start_wait,
            suspend: args.suspend,
            whole_board: args.whole_board,
            allow_stderr: args.allow_stderr,
            keep_alive: args.keep_alive,
            swap2: args.swap2,
        };
        ensure!(cfg!(unix) || !args.suspend, "--suspend is not possible on this system");
        let engines = engines(args)?;
        ensure!(
            cfg!(target_os = "linux") || engines.iter().all(|engine| engine.memory.is_none()),
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
        let sprt = args.sprt;
        ensure!(sprt.is_none() || engines.len() == 2, "--sprt compares two engines, and {} take part", engines.len());
        let games = args.games.unwrap_or(2 * openings.len());
        ensure!(
            games >= 2 && games.is_multiple_of(2),
            "--games must be even: every opening is played with both colours"
        );
        let schedule = Schedule {
            gauntlet: args.gauntlet,
            openings: openings.len(),
            openings_hash: openings_hash(&openings),
            built_in,
            shuffle: args.shuffle || built_in,
            rotate: args.rotate,
            seed: args.seed,
        };
        let pairings = BTreeMap::new();
        let mut setup = Setup { engines, conditions, games, pairings, schedule, shard: args.shard, sprt };
        let all = setup.schedule.pairings(&setup.opponents(), games / 2, &openings, size);
        setup.pairings = all.into_iter().filter(|pairing| setup.owns(pairing.number)).map(|f| (f.number, f)).collect();
        ensure!(
            !setup.pairings.is_empty(),
            "shard {} is empty: the match has {} pairs of games",
            args.shard,
            setup.planned() / 2
        );
        Ok(setup)
    }

    /// What is to be known before the match, if anything is: that its openings come again.
    pub(super) fn notice(&self) -> Option<String> {
        let first = self.pairings.values().next()?.players;
        let rounds: Vec<&[Point]> = self
            .pairings
            .values()
            .filter(|pairing| pairing.players == first)
            .map(|pairing| pairing.opening.as_slice())
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

    /// The number of games in all shards.
    pub(super) fn planned(&self) -> usize {
        self.games * self.opponents().len()
    }

    /// Whether the game of this number belongs to the shard. Both games of a pair are in one.
    pub(super) fn owns(&self, number: usize) -> bool {
        self.shard.owns((number - 1) / 2)
    }

    /// Who plays which colour in the game of this number, if there is one.
    pub(super) fn players(&self, number: usize) -> Option<ByColor<usize>> {
        let index = number.checked_sub(1).filter(|_| number <= self.planned())?;
        let opponents = self.opponents();
        let [first, second] = opponents[index / 2 % opponents.len()];
        Some(ByColor(if index % 2 == 0 { [first, second] } else { [second, first] }))
    }

    /// The test that ends the play of this command. A shard is played to its end: stopped on what it alone has seen, it
    /// would make the whole worth less.
    pub(super) fn stopping_test(&self) -> Option<Sprt> {
        self.sprt.filter(|_| self.shard.is_whole())
    }

    /// Which engines play each other, in the order in which they do.
    fn opponents(&self) -> Vec<[usize; 2]> {
        let number = self.engines.len();
        (0..number)
            .flat_map(|first| (first + 1..number).map(move |second| [first, second]))
            .filter(|pair| !self.schedule.gauntlet || pair[0] == 0)
            .collect()
    }

    /// The index of the engine of this name.
    pub(super) fn engine(&self, name: &str) -> Option<usize> {
        self.engines.iter().position(|engine| engine.name == name)
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

impl Schedule {
    /// All games in order, whichever shard they belong to.
    fn pairings(
        &self,
        opponents: &[[usize; 2]],
        rounds: usize,
        openings: &[Vec<Point>],
        size: BoardSize,
    ) -> Vec<Pairing> {
        let views = openings::views(size);
        let mut random = SplitMix64::new(self.seed);
        let mut order: Vec<usize> = (0..openings.len()).collect();
        let mut pairings = Vec::new();
        // Round by round, and all pairings play the same openings: more rounds only add games at the end, so that a match
        // can be made longer when it is resumed.
        for round in 0..rounds {
            if round % openings.len() == 0 && self.shuffle {
                random.shuffle(&mut order);
            }
            let mut opening = openings[order[round % openings.len()]].clone();
            if self.rotate {
                let view = random.choose(&views).expect("every board can be seen as it is");
                for point in &mut opening {
                    *point = view.point(*point, size);
                }
            }
            for &[first, second] in opponents {
                for players in [[first, second], [second, first]] {
                    let number = pairings.len() + 1;
                    pairings.push(Pairing { number, players: ByColor(players), opening: opening.clone() });
                }
            }
        }
        pairings
    }
}

/// FNV-1a over the coordinates of all openings, as 16 hexadecimal digits.
fn openings_hash(openings: &[Vec<Point>]) -> String {
    const OFFSET: u64 = 0xcbf2_9ce4_8422_2325;
    const PRIME: u64 = 0x0100_0000_01b3;
    // No coordinate is as large.
    const END: u8 = u8::MAX;
    let coordinates = |point: &Point| [point.x() as u8, point.y() as u8];
    let bytes = openings.iter().flat_map(|opening| opening.iter().flat_map(coordinates).chain([END]));
    let hash = bytes.fold(OFFSET, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(PRIME));
    format!("{hash:016x}")
}

fn engines(args: &MatchArgs) -> Result<Vec<MatchEngine>> {
    let mut engines = Vec::new();
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
        if engines.iter().any(|other: &MatchEngine| other.name == name) {
            bail!("two engines are called {name}: tell them apart with --engine NAME=COMMAND");
        }
        engines.push(MatchEngine {
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
    ensure!(engines.len() >= 2, "a match needs two engines: give --engine twice");
    let all = &mut engines;
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
    each(all, "--info", &args.info, |engine, info| engine.info.push(info.clone()))?;
    for engine in &mut engines {
        let limited = engine.match_time.is_some() || engine.depth.is_some() || engine.nodes.is_some();
        if engine.turn.is_none() && !limited {
            engine.turn = Some(Duration::from_secs(1));
        }
    }
    Ok(engines)
}

/// Applies values: those for everyone first, whatever the order, then those for one engine.
fn each<T>(
    engines: &mut [MatchEngine],
    option: &str,
    values: &[PerEngine<T>],
    set: impl Fn(&mut MatchEngine, &T),
) -> Result<()> {
    for given in values.iter().filter(|given| given.engine.is_none()) {
        engines.iter_mut().for_each(|engine| set(engine, &given.value));
    }
    for given in values {
        let Some(name) = &given.engine else { continue };
        let Some(index) = engines.iter().position(|engine| engine.name == *name) else {
            let names: Vec<&str> = engines.iter().map(|engine| engine.name.as_str()).collect();
            bail!("{option} {}: there is no engine called \"{name}\", but {}", given.text, names.join(", "));
        };
        set(&mut engines[index], &given.value);
    }
    Ok(())
}

#[cfg(test)]
pub(super) mod tests {
    use clap::Parser;
    use tengen_engine::color::Color;

    use super::*;
    use crate::cli::{Cli, Command};

    /// The match of a command line.
    pub(in crate::matches) fn setup(line: &str) -> Result<Setup> {
        let words = process::words(&format!("pbrain-tengen match {line}"))?;
        let Command::Match(args) = Cli::try_parse_from(words)?.command else { unreachable!("the word was match") };
        Setup::new(&args)
    }

    #[test]
    fn values_hold_for_all_or_for_one() {
        let setup =
            setup("-e a=x -e 'b=\"c d\" -f' --turn b:2s --turn 500ms --info b:path=c:d --info k=v --delay a:40ms");
        let [a, b] = setup.unwrap().engines.try_into().unwrap();
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
            ("-e a=x -e b=y --turn 5", "invalid value '5' for '--turn"),
            ("-e a=x -e b=y --rule chess", "no such rule"),
            ("-e a=x -e b=y --sprt 5,0", "must be less"),
            ("-e a=x -e b=y -e c=z --sprt 0,5", "two engines"),
            ("-e a=x -e 'b=\"y' ", "quotation"),
            ("-e a=x -e b=y --info k", "KEY=VALUE"),
            ("-e a=x -e b=y --swap2 --openings tests/data/openings/renju-15.txt", "three stones or none"),
            ("-e a=x -e b=y --openings nowhere.txt", "nowhere.txt"),
            ("-e a=x -e b=y --turn c:10ms", "--turn c:10ms: there is no engine called \"c\", but a, b"),
            ("-e a=x -e b=y --info c:k=v", "there is no engine called \"c\""),
            ("-e a=x -e b=y --nodes a:0", "invalid value 'a:0' for '--nodes <[NAME:]NODES>': it is no number above 0"),
            ("-e a=x -e b=y --swap2 --openings builtin", "three stones or none"),
            ("-e a=x -e b=y --games 4 --shard 3/3", "shard 3/3 is empty: the match has 2 pairs"),
            ("-e a=x -e b=y --shard 3", "INDEX/COUNT"),
            ("-e a=x -e b=y --merge a.jsonl", "cannot be used with"),
            ("--merge a.jsonl --turn 1s", "cannot be used with"),
        ] {
            let error = format!("{:#}", setup(line).expect_err(line));
            assert!(error.contains(complaint), "{line}: {error}");
        }
    }

    #[test]
    fn openings_are_built_in_and_are_said_to_repeat() {
        let openings = |line: &str| setup(&format!("-e a=x -e b=y {line}")).unwrap();
        let by_default = openings("");
        assert_eq!(
            (by_default.schedule.openings, by_default.schedule.built_in, by_default.pairings.len()),
            (30, true, 60)
        );
        assert_eq!(by_default.pairings, openings("--openings builtin").pairings);
        assert_ne!(by_default.pairings, openings("--seed 2").pairings);
        assert_eq!(openings("--rule renju --games 2").schedule.openings, 100);
        assert_eq!(openings("--size 20").schedule.openings, 30);
        for line in ["--openings none", "--swap2"] {
            let setup = openings(line);
            assert!(
                !setup.schedule.built_in && setup.pairings.values().all(|pairing| pairing.opening.is_empty()),
                "{line}"
            );
        }
        let notice = |line: &str| openings(line).notice().unwrap_or_default();
        assert_eq!(notice(""), "");
        assert!(notice("--games 62").starts_with("note: 62 games between two engines and only 30 different openings"));
        assert!(notice("--games 4 --openings none").contains("only 1 different opening:"));
    }

    #[test]
    fn everyone_plays_both_colours_of_every_opening() {
        let pairings = |line: &str| setup(line).unwrap().pairings.into_values().collect::<Vec<_>>();
        let all = pairings("-e a=x -e b=y -e c=z --games 4 --rotate --shuffle");
        assert_eq!(all.len(), 12);
        for pair in all.chunks(2) {
            assert_eq!(pair[0].opening, pair[1].opening);
            assert_eq!(pair[0].players[Color::Black], pair[1].players[Color::White]);
            assert_eq!(pair[0].players[Color::White], pair[1].players[Color::Black]);
        }
        let gauntlet = pairings("-e a=x -e b=y -e c=z --games 4 --gauntlet");
        assert!(gauntlet.iter().all(|pairing| pairing.players.0.contains(&0)));
        let longer = pairings("-e a=x -e b=y -e c=z --games 40 --rotate --shuffle");
        assert_eq!(longer[..12], all[..]);
    }

    #[test]
    fn shards_are_together_the_whole_match() {
        let openings = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/openings/renju-15.txt");
        let line =
            format!("-e a=x -e b=y -e c=z --rule renju --openings '{openings}' --games 30 --rotate --shuffle --shard");
        let whole = setup(&format!("{line} 1/1")).unwrap();
        assert_eq!(whole.planned(), 90);
        let mut together = BTreeMap::new();
        for index in 1..=4 {
            let shard = setup(&format!("{line} {index}/4")).unwrap();
            assert_eq!(shard.planned(), 90);
            for (number, pairing) in shard.pairings {
                // Pairs stay together.
                assert_eq!((number - 1) / 2 % 4, index - 1);
                assert_eq!(whole.players(number), Some(pairing.players));
                assert!(together.insert(number, pairing).is_none(), "game {number} is in two shards");
            }
        }
        assert_eq!(together, whole.pairings);
        assert_eq!((whole.players(0), whole.players(91)), (None, None));
    }
}
