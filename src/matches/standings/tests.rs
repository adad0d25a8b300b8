//! Tests of the standings: results, pairs, conduct and the lines about them.

use std::collections::BTreeMap;

use serde_json::json;

use super::*;
use crate::matches::record::{End, Played};
use crate::matches::setup;
use crate::matches::thought::Thought;

fn setup(engines: &str) -> Setup {
    let engines: Vec<String> = engines.chars().map(|name| format!("-e {name}=x")).collect();
    setup::tests::setup(&format!("--games 4 {}", engines.join(" "))).unwrap()
}

/// A game: its number, Black and White, and `+`, `=` or `-` for Black.
fn game(number: usize, players: &str, result: char) -> GameRecord {
    let pair = number.div_ceil(2);
    let (black, white) = players.split_at(1);
    GameRecord {
        game: number,
        black: black.to_string(),
        white: white.to_string(),
        // Every pair has its own, however the board is seen.
        opening: format!("a1b1{}{}", ['c', 'd'][pair / 10 % 2], 1 + pair % 10),
        pattern: None,
        choices: Vec::new(),
        winner: match result {
            '+' => Some(Color::Black),
            '-' => Some(Color::White),
            _ => None,
        },
        end: End::Five,
        reason: String::new(),
        moves: Vec::new(),
        late_ms: None,
        fault_ms: None,
        notes: Vec::new(),
    }
}

fn standings(engines: &str, games: &[GameRecord]) -> Standings {
    let setup = setup(engines);
    let mut standings = Standings::new(&setup);
    games.iter().for_each(|game| standings.add(&setup, game));
    standings
}

#[track_caller]
fn check(standings: &Standings, engine: usize, opponent: usize, games: [u32; 3], pairs: [u32; 5]) {
    let score = standings.between(engine, opponent);
    let Tally { wins, draws, losses } = score.games;
    assert_eq!(([wins, draws, losses], score.pairs.0), (games, pairs), "{engine} against {opponent}");
}

#[test]
fn pairs_that_are_others_move_for_move_are_counted_once() {
    let begun = |number: usize, players: &str, result: char, opening: &str| GameRecord {
        opening: opening.to_string(),
        ..game(number, players, result)
    };
    let mut games = Vec::new();
    // The third and the fourth pair are the first, the fourth with its games the other way round; the fifth has one new game.
    for [first, second] in [["a1", "a1"], ["b1", "b1"], ["a1", "a1"], ["a1", "a1"], ["a1", "c1"]] {
        let players = if games.len() == 6 { ["ba", "ab"] } else { ["ab", "ba"] };
        for (players, opening) in players.into_iter().zip([first, second]) {
            games.push(begun(games.len() + 1, players, if players == "ab" { '+' } else { '-' }, opening));
        }
    }
    let played = standings("ab", &games);
    check(&played, 0, 1, [10, 0, 0], [0, 0, 0, 0, 3]);
    check(&played, 1, 0, [0, 0, 10], [3, 0, 0, 0, 0]);
    assert_eq!([played.between(0, 1).repeated, played.between(1, 0).repeated], [2, 2]);
    assert_eq!(played.against_all(0).repeated, 2);
    let summary = played.summary(None);
    assert!(summary.contains("counted once: 2 pairs of games") && !summary.contains("single games"), "{summary}");
    // The order in which games end is no matter.
    games.reverse();
    assert_eq!(standings("ab", &games).between(0, 1), played.between(0, 1));
    // Nor does a game show anything new that is turned or mirrored, after the opening too; where both of a pair are one, single
    // games are no more than pairs.
    let seen = |number: usize, stones: [&str; 2]| {
        let moves = json!([{ "at": stones[1], "ms": 1.0 }, { "at": "pass", "ms": 1.0 }]);
        GameRecord { moves: serde_json::from_value(moves).unwrap(), ..begun(number, "ab", '+', stones[0]) }
    };
    let lines = [["h8i9", "h9"], ["h8i9", "i8"], ["h8g9", "h9"], ["h8g7", "g8"], ["h8g7", "f8"], ["h8i9", "h9"]];
    let turned: Vec<GameRecord> = (1..).zip(lines).map(|(number, stones)| seen(number, stones)).collect();
    let played = standings("ab", &turned);
    let score = played.between(0, 1);
    assert_eq!((score.pairs.0[4], score.repeated, score.twofold), (2, 1, 1));
    assert!(!standings("ab", &turned[..2]).summary(None).contains("single games"));
    // Games that a fault ended say each time that it happened.
    games.iter_mut().for_each(|game| game.end = End::Time);
    let broken = standings("ab", &games);
    check(&broken, 0, 1, [10, 0, 0], [0, 0, 0, 0, 5]);
    let summary = broken.summary(None);
    assert!(!summary.contains("counted once") && summary.contains("from single games: "), "{summary}");
    // In another log they are the same games, but for the pair of the one that took another time.
    games[0].late_ms = Some(1.0);
    let setup = setup("ab");
    let mut in_another_log = Standings::after(&setup, broken.into_seen());
    games.iter().for_each(|game| in_another_log.add(&setup, game));
    check(&in_another_log, 0, 1, [10, 0, 0], [0, 0, 0, 0, 1]);
    assert_eq!(in_another_log.between(0, 1).repeated, 4);
}

#[test]
fn both_engines_have_their_rows_in_games_and_in_pairs() {
    let mut games = Vec::new();
    // Pairs of results for Black, who is a in the first game: a has 4, 3, 2, 2, 1, 0 and 4 half points of them.
    for results in ["+-", "+=", "==", "--", "-=", "-+", "+-"] {
        for (players, result) in ["ab", "ba"].into_iter().zip(results.chars()) {
            games.push(game(games.len() + 1, players, result));
        }
    }
    let standings = standings("ab", &games);
    // As Black a wins 3, draws 1, loses 3; as White it wins 3, draws 3 and loses 1.
    check(&standings, 0, 1, [6, 4, 4], [1, 1, 2, 1, 2]);
    check(&standings, 1, 0, [4, 4, 6], [2, 1, 2, 1, 1]);
    let tally = |wins, draws, losses| Tally { wins, draws, losses };
    let (a, b) = (standings.conduct(0), standings.conduct(1));
    assert_eq!((a.as_black, a.as_white), (tally(3, 1, 3), tally(3, 3, 1)));
    assert_eq!((b.as_black, b.as_white), (tally(1, 3, 3), tally(3, 1, 3)));
    let elo = |engine| standings.against_all(engine).estimate().unwrap().elo().0;
    assert!(elo(0) > 0.0 && (elo(0) + elo(1)).abs() < 1e-9, "{} and {}", elo(0), elo(1));
    assert!(standings.line(None).starts_with("a - b: +6 =4 -4, 57.1%, "), "{}", standings.line(None));
    let summary = standings.summary(None);
    for row in ["a          14     6     4     4   57.1 ", "b          14     4     4     6   42.9 "] {
        assert!(summary.lines().any(|line| line.starts_with(row)), "{row} is not in\n{summary}");
    }
    assert!(summary.contains("pairs of a by points: 0: 1, 0.5: 1, 1: 2, 1.5: 1, 2: 2"), "{summary}");
    // White won both games of "--"; the other pair that is level was drawn twice.
    assert_eq!([(0, 1), (1, 0)].map(|(one, other)| standings.between(one, other).one_color), [1, 1]);
    assert_eq!(standings.against_all(1).one_color, 1);
    // Of 14 games a won 6 and lost 4: of seven pairs 2 * 6/14 * 4/14 would be won so without any opening.
    assert!(summary.contains("won twice by one colour: 1 pair of games; chance alone makes 1.7"), "{summary}");
    // Colours by lot: the same engine won both games as Black.
    let same_engine = self::standings("ab", &[game(1, "ab", '+'), game(2, "ab", '+')]);
    assert_eq!((same_engine.between(0, 1).pairs.0[4], same_engine.between(0, 1).one_color), (1, 0));
    assert!(!same_engine.summary(None).contains("won twice by one colour"));
    // Nor could such a pair be won so by chance: of two pairs one counts for that.
    let by_lot = [game(1, "ab", '+'), game(2, "ba", '+'), game(3, "ab", '+'), game(4, "ab", '-')];
    let summary = self::standings("ab", &by_lot).summary(None);
    assert!(summary.contains("won twice by one colour: 1 pair of games; chance alone makes 0.5"), "{summary}");
}

#[test]
fn a_pair_counts_once_both_of_its_games_are_there_in_any_order() {
    let early = [game(4, "ba", '-'), game(1, "ab", '+')];
    check(&standings("ab", &early), 0, 1, [2, 0, 0], [0; 5]);
    let all = [game(4, "ba", '-'), game(1, "ab", '+'), game(3, "ab", '='), game(2, "ba", '+')];
    check(&standings("ab", &all), 0, 1, [2, 1, 1], [0, 0, 1, 1, 0]);
    check(&standings("ab", &all), 1, 0, [1, 1, 2], [0, 1, 1, 0, 0]);
}

#[test]
fn of_three_each_has_a_row_against_each_other() {
    let games = [
        game(1, "ab", '+'),
        game(2, "ba", '='),
        game(3, "ac", '-'),
        game(4, "ca", '+'),
        game(5, "bc", '='),
        game(6, "cb", '-'),
    ];
    let standings = standings("abc", &games);
    check(&standings, 0, 1, [1, 1, 0], [0, 0, 0, 1, 0]);
    check(&standings, 1, 0, [0, 1, 1], [0, 1, 0, 0, 0]);
    check(&standings, 0, 2, [0, 0, 2], [1, 0, 0, 0, 0]);
    check(&standings, 2, 0, [2, 0, 0], [0, 0, 0, 0, 1]);
    check(&standings, 1, 2, [1, 1, 0], [0, 0, 0, 1, 0]);
    check(&standings, 2, 1, [0, 1, 1], [0, 1, 0, 0, 0]);
    let all = [0, 1, 2].map(|engine| standings.against_all(engine));
    assert_eq!(all.map(|score| score.games.points()), [1.5, 2.0, 2.5]);
    assert_eq!(all.map(|score| score.pairs.0), [[1, 0, 0, 1, 0], [0, 1, 0, 1, 0], [0, 1, 0, 0, 1]]);
    assert_eq!(standings.line(None), "a 1.5, b 2, c 2.5");
    let summary = standings.summary(None);
    for line in ["a - b: +1 =1 -0, ", "a - c: +0 =0 -2, ", "b - c: +1 =1 -0, "] {
        assert!(summary.contains(line) && !summary.contains("b - a"), "{line} is not in\n{summary}");
    }
    let ratings = "[95%]:\n  c +51 [-163, +264]\n  b +0 [-198, +198]\n  a -51 [-264, +163]\n";
    assert!(summary.ends_with(ratings), "{ratings} does not end\n{summary}");
    let cross_table = standings.cross_table(&Placing::Points, PointScale::default(), true);
    for row in ["    1  c         2.5      x    0.5      2\n", "    3  a         1.5      0    1.5      x\n"] {
        assert!(cross_table.contains(row), "{row} is not in\n{cross_table}");
    }
}

#[test]
fn who_played_nothing_has_dashes_and_no_line() {
    let standings = standings("abc", &[game(1, "ab", '+'), game(2, "ba", '=')]);
    let summary = standings.summary(None);
    assert_eq!((standings.conduct(2).mean_ms(), standings.conduct(2).slowest_ms), (None, None));
    assert!(!summary.contains("NaN") && summary.contains("a - b: ") && !summary.contains("- c: "), "{summary}");
    let row = summary.lines().find(|line| line.starts_with("c ")).expect("every engine has a row");
    assert_eq!(
        row.split_whitespace().skip(6).collect::<Vec<_>>(),
        ["-", "-", "-", "-", "-", "-", "0", "0"],
        "{summary}"
    );
}

#[test]
fn names_in_wide_letters_keep_the_columns() {
    let summary = standings("五b", &[]).summary(None);
    for (name, blanks) in [("五", 10), ("b", 11)] {
        assert!(summary.contains(&format!("\n{name}{}0 ", " ".repeat(blanks))), "{name} in\n{summary}");
    }
}

#[test]
fn moves_faults_and_notes_are_those_of_whoever_made_them() {
    let played = |ms: f64, over: Option<f64>, depth: Option<u32>, nodes: Option<u64>| Played {
        at: "h8".to_string(),
        ms,
        over_ms: over,
        thought: Thought { depth, nodes, score: None },
    };
    let mut first = game(1, "ab", '-');
    // White moves first after one stone.
    first.opening = "a1".to_string();
    first.moves = vec![
        played(10.0, None, Some(4), Some(1000)),
        played(30.0, Some(25.4), None, None),
        played(20.0, None, Some(6), Some(5000)),
    ];
    let chosen = json!({ "by": "a", "what": "h8 h9 i8", "ms": 90.0, "over_ms": 85.0, "seat": "A" });
    first.choices = vec![serde_json::from_value(chosen).unwrap()];
    first.end = End::Time;
    first.notes = vec!["a said what nobody asked for".to_string()];
    let mut second = game(2, "ba", '+');
    second.end = End::Crash;
    let standings = standings("ab", &[first, second]);
    let (a, b) = (standings.conduct(0), standings.conduct(1));
    assert_eq!((a.moves, a.total_ms, a.slowest_ms, a.mean_ms()), (1, 30.0, Some(30.0), Some(30.0)));
    assert_eq!((a.depth(), a.nodes(), a.speed()), (None, None, None));
    assert_eq!((b.moves, b.total_ms, b.slowest_ms, b.mean_ms()), (2, 30.0, Some(20.0), Some(15.0)));
    assert_eq!((b.depth(), b.nodes(), b.speed()), (Some(5.0), Some(3000.0), Some(200_000.0)));
    assert_eq!(a.faults, BTreeMap::from([(End::Time, 1), (End::Crash, 1)]));
    assert!(b.faults.is_empty(), "{:?}", b.faults);
    assert_eq!((a.noted, b.noted), (1, 0));
    assert_eq!((a.over_text(), b.over_text()), ("2 answers, by 85 ms at most".to_string(), String::new()));
    let over = ["a was over its limit within the tolerance: 2 answers, by 85 ms at most"];
    assert_eq!(standings.over(), over);
    assert!(standings.summary(None).contains(&format!("\n{}\npairs of a", over[0])));
    let named = GameRecord { black: "foo".to_string(), white: "foo bar".to_string(), ..game(3, "ab", '=') };
    for (note, expected) in [
        ("foo wrote to its standard error", Some(Color::Black)),
        ("foo bar wrote to its standard error", Some(Color::White)),
        ("food wrote to its standard error", None),
    ] {
        assert_eq!(referee::noted(note, &named), expected, "{note}");
    }
    let summary = standings.summary(None);
    assert!(summary.contains("1 time, 1 crash") || summary.contains("1 crash, 1 time"), "{summary}");
}

#[test]
fn the_sequential_test_is_told_with_its_bounds() {
    let games: Vec<GameRecord> = (1..=40).map(|n| game(n, if n % 2 == 1 { "ab" } else { "ba" }, '=')).collect();
    let sprt = Some(Sprt { elo0: 0.0, elo1: 300.0, alpha: 0.05, beta: 0.05 });
    let standings = standings("ab", &games);
    assert!(standings.line(sprt).contains(", LLR -"), "{}", standings.line(sprt));
    assert!(standings.line(sprt).ends_with(" [-2.94, 2.94]"), "{}", standings.line(sprt));
    let summary = standings.summary(sprt);
    assert!(summary.contains("SPRT of 0 to 300 Elo: LLR -") && summary.ends_with(": failed\n"), "{summary}");
    assert!(!standings.summary(None).contains("SPRT"));
}

#[test]
fn faults_decide_a_result_where_somebody_else_is_ahead_without_them() {
    // The results of a in turn, how many of the first games a fault ended, and whether that decides.
    for (results, faults, expected) in [
        ("", 0, false),
        ("-", 0, false),
        ("+", 1, true),
        ("+-", 2, true),
        ("++", 1, false),
        ("+-", 1, true),
        ("++-", 1, true),
        ("+++-", 1, false),
        ("++--", 1, true),
        ("==-", 2, false),
    ] {
        let games: Vec<GameRecord> = (1..)
            .zip(results.chars())
            .map(|(number, of_a)| {
                let (players, result) = match (number % 2, of_a) {
                    (1, result) => ("ab", result),
                    (_, '+') => ("ba", '-'),
                    (_, '-') => ("ba", '+'),
                    (_, result) => ("ba", result),
                };
                let end = if number <= faults { End::Time } else { End::Five };
                GameRecord { end, ..game(number, players, result) }
            })
            .collect();
        let standings = standings("ab", &games);
        for score in [standings.between(0, 1), standings.between(1, 0), standings.against_all(1)] {
            let found = (score.faults() as usize, score.is_decided_by_faults());
            assert_eq!(found, (faults, expected), "{results}");
        }
    }
}
