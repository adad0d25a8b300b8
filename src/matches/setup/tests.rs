//! Tests of the match as it is asked for on the command line.

use std::time::Duration;

use clap::{CommandFactory, Parser};
use tengen_engine::color::Color;
use tengen_engine::opening::walk;
use tengen_engine::point::Rows;
use tengen_engine::rule::RuleKind;

use super::*;
use crate::cli::{Cli, Command};
use crate::process;

/// The match of a command line.
pub(in crate::matches) fn setup(line: &str) -> Result<Setup> {
    whole_setup(line).map(|(setup, _)| setup)
}

/// The same, and how its engines are started.
fn whole_setup(line: &str) -> Result<(Setup, Vec<Launch>)> {
    let words = process::words(&format!("pbrain-tengen match {line}"))?;
    let Command::Match(args) = Cli::try_parse_from(words)?.command else { unreachable!("the word was match") };
    Setup::new(&args)
}

#[test]
fn values_hold_for_all_or_for_one() {
    let line = "-e a=x -e 'b=\"c d\" -f' --turn b:2s --turn 500ms --info b:path=c:d --info k=v --delay a:40ms \
                --folder .. --folder b:.";
    let (setup, launches) = whole_setup(line).unwrap();
    let [a, b] = setup.engines.try_into().unwrap();
    assert_eq!((a.turn, b.turn), (Some(Duration::from_millis(500)), Some(Duration::from_secs(2))));
    assert_eq!(launches[1], Launch { program: "c d".to_string(), arguments: vec!["-f".to_string()] });
    assert_eq!((a.folder, b.folder), (Some("..".into()), Some(".".into())));
    assert_eq!(a.info, [("k".to_string(), "v".to_string())]);
    assert_eq!(b.info.last(), Some(&("path".to_string(), "c:d".to_string())));
    assert_eq!((a.delay, b.delay), (Duration::from_millis(40), Duration::ZERO));
}

#[test]
fn no_time_at_all_is_a_limit_of_its_own() {
    let setup = setup("-e a=x -e b=y --turn a:0 --nodes b:9");
    let [a, b] = &setup.unwrap().engines[..] else { panic!("two engines") };
    assert_eq!((a.turn, a.nodes), (Some(Duration::ZERO), None));
    assert_eq!((b.turn, b.nodes), (None, Some(9)));
}

#[test]
fn mistakes_are_named() {
    for (line, complaint) in [
        ("-e a=x", "twice"),
        ("-e x -e x", "called x"),
        ("-e a=x -e b=y --games 3 --colors lot", "--games 3 is no even number above 0"),
        ("-e a=x -e b=y --games 0", "--games 0 is no even number above 0"),
        ("-e a=x -e b=y --book-moves 4", "--book <FILE>"),
        ("-e a=x -e b=y --opening-format pos", "--openings <FILE>"),
        ("-e a=x -e b=y --size 4", "5 to 22"),
        ("-e a=x -e b=y --turn 5", "invalid value '5' for '--turn"),
        ("-e a=x -e b=y --rule chess", "no such rule"),
        ("-e a=x -e b=y --sprt 5,0", "must be less"),
        ("-e a=x -e b=y -e c=z --sprt 0,5", "two engines"),
        ("-e a=x -e 'b=\"y' ", "quotation"),
        ("-e a=x -e b=y --info k", "KEY=VALUE"),
        (
            "-e a=x -e b=y --swap2 --openings ../tests/data/openings/renju-15.txt",
            "Swap2 cannot begin with the opening h1h6",
        ),
        ("-e a=x -e b=y --openings nowhere.txt", "nowhere.txt"),
        (
            "-e a=x -e b=y --max-moves 2 --openings ../tests/data/openings/renju-15.txt",
            "--max-moves 2 leaves no move after an opening of",
        ),
        // Openings that come again have two stones more.
        (
            "-e a=x -e b=y --rule freestyle --max-moves 9 --games 10000",
            "--max-moves 9 leaves no move after an opening of 9 stones",
        ),
        (
            "-e a=x -e b=y --rule freestyle --max-moves 9 --games 100 --tournament swiss:128",
            "--max-moves 9 leaves no move after an opening of 9 stones",
        ),
        ("-e a=x -e b=y --swap2 --max-moves 5", "--max-moves 5 leaves no move after an opening of 5 stones"),
        ("-e a=x -e b=y --opening-rule swap --chooser tengen --max-moves 3", "after an opening of 3 stones"),
        ("-e a=x -e b=y --turn c:10ms", "--turn c:10ms: there is no engine called \"c\", but a, b"),
        ("-e a=x -e b=y --folder a:nowhere", "'a:nowhere' for '--folder <[NAME:]FOLDER>': there is no folder nowhere"),
        ("-e a=x -e b=y --folder c:.", "--folder c:.: there is no engine called \"c\""),
        ("-e a=x -e b=y --info c:k=v", "there is no engine called \"c\""),
        ("-e a=x -e b=y --nodes a:0", "invalid value 'a:0' for '--nodes <[NAME:]NODES>': it is no number above 0"),
        ("-e a=x -e b=y --swap2 --openings builtin", "no stone now: swap, keep or two more stones is due"),
        ("-e a=x -e b=y --resign 3", "moves and a score"),
        ("-e a=x -e b=y --colors white", "invalid value"),
        ("-e a=x -e b=y --opening-rule rif", "managers have no words for RIF: with --chooser tengen"),
        ("-e a=x -e b=y --opening-rule rif --chooser a:tengen", "in the place of b"),
        ("-e a=x -e b=y --opening-rule soosyrv8 --size 20", "odd sides"),
        ("-e a=x -e b=y --opening-rule soosyrv8 --swap2", "cannot be used with"),
        ("-e a=x -e b=y --opening-rule chess", "no opening rule"),
        ("-e a=x -e b=y --opening-rule designated:lot", "managers have no words for designated: drawn by lot: with"),
        (
            "-e a=x -e b=y --opening-rule designated:lot --openings ../tests/data/openings/renju-15.txt",
            "D1 Kansei (cold star) cannot begin with the opening h1h6",
        ),
        ("-e a=x -e b=y --chooser tengen", "--opening-rule"),
        ("-e a=x -e b=y --same board", "--same is about openings"),
        ("-e a=x -e b=y --opening-rule swap2 --chooser rapfi", "only tengen can choose"),
        ("-e a=x -e b=y --overtime 0/5s", "no number above 0"),
        ("-e a=x -e b=y --match-time 60s --overtime 5s --increment 1s", "a: --overtime and --increment are clocks of"),
        ("-e a=x -e b=y --increment b:200ms", "--increment b:200ms adds to the time for a game: it needs --match-time"),
        ("-e a=x -e b=y --match-time 0 --increment 1s", "--increment 1s adds to the time for a game"),
        ("-e a=x -e b=y --match-time a:60s --increment a:1s --increment b:2s", "--increment b:2s adds to the time"),
        ("-e a=x -e b=y --turn 0.4ms --nodes 9", "\"0.4ms\" is no whole number of milliseconds"),
        ("-e a=x -e b=y --overtime 10/1.7ms", "\"1.7ms\" is no whole number of milliseconds"),
        ("-e a=x -e b=y --turn 0 --nodes 9", "a: --turn 0 asks for the fastest answer"),
        ("-e a=x -e b=y --turn b:0 --depth 9", "b: --turn 0 asks for the fastest answer"),
        ("-e a=x -e b=y --games 4 --shard 3/3", "shard 3/3 is empty: the match has 2 pairs of games"),
        ("-e a=x -e b=y --games 2 --shard 2/2", "shard 2/2 is empty: the match has 1 pair of games"),
        ("-e a=x -e b=y --shard 3", "INDEX/COUNT"),
        ("-e a=x -e b=y --tournament swiss:3 --shard 1/2", "cannot be played in shards"),
        ("-e a=x -e b=y --tournament swiss:129", "'swiss:129' for '--tournament <FORMAT>': there may be 128 rounds"),
        ("-e a=x -e b=y --sprt 5,0", "the first difference must be less"),
        ("-e a=x -e b=y --sprt 0,1000", "differences lie between -1000 and 1000 Elo"),
        ("-e a=x -e b=y --sprt=-1000,0", "differences lie between -1000 and 1000 Elo"),
        ("-e a=x -e b=y --tournament swiss:3 --sprt 0,5", "--sprt has no meaning for --tournament swiss:3"),
        ("-e a=x -e b=y --merge a.jsonl", "cannot be used with"),
        ("--merge a.jsonl --turn 1s", "cannot be used with"),
        ("-e a=x -e b=y --concurrency 1025", "'1025' for '--concurrency <N>': there may be 1 to 1024 at the same time"),
    ] {
        let error = format!("{:#}", setup(line).expect_err(line));
        assert!(error.contains(complaint), "{line}: {error}");
    }
    assert!(setup("-e a=x -e b=y --swap2 --max-moves 6").is_ok());
    assert!(setup("-e a=x -e b=y --tournament round-robin --sprt 0,5").is_ok());
    // A knock-out takes too few of them to come to any again.
    assert!(setup("-e a=x -e b=y --rule freestyle --max-moves 9 --games 20 --tournament knockout").is_ok());
    // A file that is no book is named once.
    let error = setup("-e a=x -e b=y --book Cargo.toml").expect_err("it holds no positions");
    assert_eq!(format!("{error:#}"), "Cargo.toml: neither a store, a database nor a record of a known format");
    // Where no stones are given nothing is said of them.
    let error = setup("-e a=x -e b=y --opening-rule rif --size 14 --chooser tengen").expect_err("14 is even");
    assert_eq!(format!("{error:#}"), "rif needs a board of odd sides, 9 to 21, and not 14x14");
}

#[test]
fn the_rule_of_the_game_is_that_which_is_usual_after_the_opening() {
    for (line, expected) in [
        ("", RuleKind::Freestyle),
        ("--opening-rule soosyrv8", RuleKind::Renju),
        ("--opening-rule swap2", RuleKind::Standard),
        ("--opening-rule swap2 --rule caro", RuleKind::Caro),
    ] {
        assert_eq!(setup(&format!("-e a=x -e b=y {line}")).unwrap().conditions.rules.kind, expected, "{line}");
    }
}

#[test]
fn fifths_are_the_same_as_the_match_is_told() {
    // A half turn of the four stones makes one fifth of the other, though not of the board.
    let offer = "A:h8 h9 h7; B:keep; B:h6; A:offer g8 i7";
    for (more, is_fine) in [("", false), ("--same shape", false), ("--same board", true)] {
        let setup = setup(&format!("-e a=x -e b=y --opening-rule rif --chooser tengen {more}")).unwrap();
        let mut opening = setup.begin(1, &[]).unwrap();
        assert_eq!(walk(&mut opening, offer, Rows::FromBottom).is_ok(), is_fine, "{more}");
    }
}

#[test]
fn what_is_left_to_the_lot_is_drawn_for_each_pair_of_games_by_the_seed() {
    let rules = |more: &str| {
        let line = "-e a=x -e b=y --opening-rule designated:lot --chooser tengen";
        let setup = setup(&format!("{line} {more}")).unwrap();
        (1..=setup.planned()).map(|number| setup.opening_rule(number).unwrap().to_string()).collect::<Vec<_>>()
    };
    let drawn = rules("--games 80");
    assert!(drawn.chunks(2).all(|pair| pair[0] == pair[1]), "{drawn:?}");
    assert!(drawn.iter().collect::<HashSet<_>>().len() > 10, "{drawn:?}");
    assert_eq!(rules("--games 80 --seed 1"), drawn);
    assert_ne!(rules("--games 80 --seed 2"), drawn);
    assert_eq!(rules("--games 20"), drawn[..20], "a longer match only adds games");
    // All pairings play the same.
    let of_three = rules("-e c=z --games 80");
    assert!(of_three.chunks(6).zip(drawn.chunks(2)).all(|(all, pair)| all.iter().all(|rule| *rule == pair[0])));
    let in_rounds = rules("-e c=z --tournament swiss:1 --games 8");
    assert_eq!(in_rounds, drawn[..8], "each pair of a meeting plays another");
}

#[test]
fn openings_are_built_in_and_are_said_to_repeat() {
    let openings = |line: &str| setup(&format!("-e a=x -e b=y {line}")).unwrap();
    let by_default = openings("");
    let number = by_default.schedule.openings;
    assert!(number >= 100 && by_default.schedule.built_in && by_default.pairings.len() == 2 * number, "{number}");
    assert_eq!(by_default.pairings, openings("--openings builtin").pairings);
    assert_ne!(by_default.pairings, openings("--seed 2").pairings);
    for (line, least) in [("--rule renju", 267), ("--size 20", 200), ("--rule standard", 135), ("--rule caro", 135)] {
        assert!(openings(line).schedule.openings >= least, "{line}");
    }
    for line in ["--openings none", "--swap2"] {
        let setup = openings(line);
        assert!(
            !setup.schedule.built_in && setup.pairings.values().all(|pairing| pairing.opening.is_empty()),
            "{line}"
        );
    }
    let notice = |line: &str| openings(line).notice().unwrap_or_default();
    assert_eq!(notice(""), "");
    // Those that are built in get two more stones when they come again, so there are enough of them.
    assert_eq!(notice("--games 2000"), "");
    let many = openings("--games 2000");
    assert!(many.schedule.varied && !openings("--swap2").schedule.varied);
    let begun: Vec<&[Point]> = many.pairings.values().step_by(2).map(|pairing| pairing.opening.as_slice()).collect();
    for (round, opening) in begun.iter().enumerate().skip(number) {
        let base = &opening[..opening.len() - 2];
        assert!(begun[..number].contains(&base), "round {round}: {opening:?}");
        for (at, point) in opening.iter().enumerate().skip(base.len()) {
            assert!(opening[..at].iter().any(|other| point.distance(*other) <= 2), "round {round}: {opening:?}");
        }
    }
    let short: Vec<_> = openings("--games 100").pairings.into_values().collect();
    assert!(short.iter().eq(many.pairings.values().take(100)), "a longer match only adds games");
    // A file is played as it is.
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/data/openings/freestyle-15.txt");
    let games = 2 * number + 2;
    let expected = format!("note: {games} games between two engines and only {number} different openings");
    // Whoever plays Black.
    for colors in ["", "--colors lot", "--colors lot --seed 2", "--colors lot --seed 3"] {
        let repeated = notice(&format!("--games {games} --openings '{file}' {colors}"));
        assert!(repeated.starts_with(&expected), "{colors}: {repeated}");
    }
    assert!(notice("--games 4 --openings none").contains("only 1 different opening:"));
    // However they are turned.
    assert!(notice(&format!("--games {games} --openings '{file}' --rotate")).starts_with(&expected));
}

#[test]
fn the_help_tells_how_many_games_are_usual() {
    let cli = Cli::command();
    let command = cli.find_subcommand("match").unwrap();
    let games = command.get_arguments().find(|option| option.get_id().as_str() == "games").unwrap();
    let help = games.get_help().unwrap().to_string();
    assert!(help.contains(&format!("of a book {USUAL_BOOK_PAIRS} of them; 2 for a meeting]")), "{help}");
    for tournament in ["swiss:3", "knockout"] {
        assert_eq!(setup(&format!("-e a=x -e b=y --tournament {tournament}")).unwrap().games, 2, "{tournament}");
    }
}

#[test]
fn of_a_tournament_with_rounds_all_games_are_counted_from_the_first_round_on() {
    for (form, known, planned) in [("swiss:4", 6, 24), ("knockout", 6, 12), ("round-robin", 18, 18)] {
        let setup = setup(&format!("-e a=x -e b=y -e c=z --games 6 --tournament {form}")).unwrap();
        assert_eq!((setup.pairings.len(), setup.planned()), (known, planned), "{form}");
    }
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
    let openings = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/data/openings/renju-15.txt");
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
    // As many shards as there are pairings: in each all have met.
    for index in 1..=3 {
        let shard = setup(&format!("{line} {index}/3")).unwrap();
        let met: HashSet<[usize; 2]> = shard.pairings.values().map(|pairing| pairing.players.0).collect();
        assert_eq!((shard.pairings.len(), met.len()), (30, 6), "{index}");
    }
    for (shard, may_stop) in [("1/1", true), ("1/2", false)] {
        let setup = setup(&format!("-e a=x -e b=y --sprt 0,5 --shard {shard}")).unwrap();
        assert_eq!(setup.stopping_test().is_some(), may_stop, "{shard}");
    }
}
