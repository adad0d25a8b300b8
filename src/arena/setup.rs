//! A match as it was asked for: who plays whom, under which conditions, from which openings; checked before it starts.

use std::collections::{BTreeMap, HashSet};
use std::num::{NonZeroU32, NonZeroU64};
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail, ensure};
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use rand::seq::{IndexedRandom, SliceRandom};
use serde::{Deserialize, Serialize};
use tengen_engine::color::ByColor;
use tengen_engine::game::Rules;
use tengen_engine::point::{BoardSize, Point, Rows};

use crate::arena::openings;
use crate::arena::statistics::Sprt;
use crate::cli::MatchArgs;
use crate::process;
use crate::shard::Shard;
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
    /// Games for each two engines, in all shards.
    pub games: usize,
    /// The games of this shard by number. Empty for a match that is only merged.
    pub fixtures: BTreeMap<usize, Fixture>,
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
        let schedule = Schedule {
            gauntlet: args.gauntlet,
            openings: openings.len(),
            openings_hash: openings_hash(&openings),
            built_in,
            shuffle: args.shuffle || built_in,
            rotate: args.rotate,
            seed: args.seed,
        };
        let fixtures = BTreeMap::new();
        let mut setup = Setup { contenders, conditions, games, fixtures, schedule, shard: args.shard, sprt };
        let all = setup.schedule.fixtures(&setup.pairings(), games / 2, &openings, size);
        setup.fixtures = all.into_iter().filter(|fixture| setup.owns(fixture.number)).map(|f| (f.number, f)).collect();
        ensure!(
            !setup.fixtures.is_empty(),
            "shard {} is empty: the match has {} pairs of games",
            args.shard,
            setup.planned() / 2
        );
        Ok(setup)
    }

    /// What is to be known before the match, if anything is: that its openings come again.
    pub(super) fn notice(&self) -> Option<String> {
        let first = self.fixtures.values().next()?.players;
        let rounds: Vec<&[Point]> = self
            .fixtures
            .values()
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

    /// The number of games in all shards.
    pub(super) fn planned(&self) -> usize {
        self.games * self.pairings().len()
    }

    /// Whether the game of this number belongs to the shard. Both games of a pair are in one.
    pub(super) fn owns(&self, number: usize) -> bool {
        self.shard.owns((number - 1) / 2)
    }

    /// Who plays which colour in the game of this number, if there is one.
    pub(super) fn players(&self, number: usize) -> Option<ByColor<usize>> {
        let index = number.checked_sub(1).filter(|_| number <= self.planned())?;
        let pairings = self.pairings();
        let [first, second] = pairings[index / 2 % pairings.len()];
        Some(ByColor(if index % 2 == 0 { [first, second] } else { [second, first] }))
    }

    /// The test that ends the play of this command. A shard is played to its end: stopped on what it alone has seen, it
    /// would make the whole worth less.
    pub(super) fn stopping_test(&self) -> Option<Sprt> {
        self.sprt.filter(|_| self.shard.is_whole())
    }

    /// Which engines play each other, in the order in which they do.
    fn pairings(&self) -> Vec<[usize; 2]> {
        let number = self.contenders.len();
        (0..number)
            .flat_map(|first| (first + 1..number).map(move |second| [first, second]))
            .filter(|pairing| !self.schedule.gauntlet || pairing[0] == 0)
            .collect()
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

impl Schedule {
    /// All games in order, whichever shard they belong to.
    fn fixtures(
        &self,
        pairings: &[[usize; 2]],
        rounds: usize,
        openings: &[Vec<Point>],
        size: BoardSize,
    ) -> Vec<Fixture> {
        let views = openings::views(size);
        let mut random = ChaCha8Rng::seed_from_u64(self.seed);
        let mut order: Vec<usize> = (0..openings.len()).collect();
        let mut fixtures = Vec::new();
        // Round by round, and all pairings play the same openings: more rounds only add games at the end, so that a match
        // can be made longer when it is resumed.
        for round in 0..rounds {
            if round % openings.len() == 0 && self.shuffle {
                order.shuffle(&mut random);
            }
            let mut opening = openings[order[round % openings.len()]].clone();
            if self.rotate {
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

/// The sequential test of these numbers, if there are any.
pub(super) fn sprt(numbers: &[f64]) -> Result<Option<Sprt>> {
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
pub(super) mod tests {
    use clap::Parser;
    use tengen_engine::color::Color;

    use super::*;
    use crate::cli::{Cli, Command};

    /// The match of a command line.
    pub(in crate::arena) fn setup(line: &str) -> Result<Setup> {
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
            (by_default.schedule.openings, by_default.schedule.built_in, by_default.fixtures.len()),
            (30, true, 60)
        );
        assert_eq!(by_default.fixtures, openings("--openings builtin").fixtures);
        assert_ne!(by_default.fixtures, openings("--seed 2").fixtures);
        assert_eq!(openings("--rule renju --games 2").schedule.openings, 100);
        assert_eq!(openings("--size 20").schedule.openings, 30);
        for line in ["--openings none", "--swap2"] {
            let setup = openings(line);
            assert!(
                !setup.schedule.built_in && setup.fixtures.values().all(|fixture| fixture.opening.is_empty()),
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
        let fixtures = |line: &str| setup(line).unwrap().fixtures.into_values().collect::<Vec<_>>();
        let all = fixtures("-e a=x -e b=y -e c=z --games 4 --rotate --shuffle");
        assert_eq!(all.len(), 12);
        for pair in all.chunks(2) {
            assert_eq!(pair[0].opening, pair[1].opening);
            assert_eq!(pair[0].players[Color::Black], pair[1].players[Color::White]);
            assert_eq!(pair[0].players[Color::White], pair[1].players[Color::Black]);
        }
        let gauntlet = fixtures("-e a=x -e b=y -e c=z --games 4 --gauntlet");
        assert!(gauntlet.iter().all(|fixture| fixture.players.0.contains(&0)));
        let longer = fixtures("-e a=x -e b=y -e c=z --games 40 --rotate --shuffle");
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
            for (number, fixture) in shard.fixtures {
                // Pairs stay together.
                assert_eq!((number - 1) / 2 % 4, index - 1);
                assert_eq!(whole.players(number), Some(fixture.players));
                assert!(together.insert(number, fixture).is_none(), "game {number} is in two shards");
            }
        }
        assert_eq!(together, whole.fixtures);
        assert_eq!((whole.players(0), whole.players(91)), (None, None));
    }
}
