//! A win that the search announces is kept to its end and comes true, and so does a loss: a false mate is a fault of the
//! first rank. Counted in games of the search against itself, or in the logs of matches.
//!
//! `TENGEN_GAMES=1500 TENGEN_SEED=2 TENGEN_NODES=5000 cargo test --release announced -- --nocapture` plays more games and
//! other ones; `TENGEN_LOGS="a.jsonl b.jsonl"` counts in logs that `match --log` wrote.

use std::collections::BTreeMap;
use std::fmt;

use anyhow::{Context, Result, ensure};
use serde_json::Value;
use tengen_engine::color::Color;
use tengen_engine::game::Game;
use tengen_engine::internals::search::{Line, Request, SearchControl, Searcher};
use tengen_engine::point::{BoardSize, Rows};
use tengen_engine::random::SplitMix64;
use tengen_engine::rule::RuleKind;
use tengen_engine::score::Score;

use crate::scattered::opening;

/// What a player said about its chances with one move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Claim {
    Win,
    Loss,
    Open,
}

impl Claim {
    fn of(score: Score) -> Claim {
        match score {
            score if score.is_win() => Claim::Win,
            score if score.is_loss() => Claim::Loss,
            _ => Claim::Open,
        }
    }

    /// The claim of a score in a log: `+M5`, `-M4` or a number.
    fn read(text: &str) -> Claim {
        match text {
            text if text.starts_with("+M") => Claim::Win,
            text if text.starts_with("-M") => Claim::Loss,
            _ => Claim::Open,
        }
    }
}

/// How often wins and losses were announced, and what became of them. An announcement lasts until it is withdrawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Tally {
    games: usize,
    wins: usize,
    /// Wins after which the same player did not see one with its next move.
    withdrawn: usize,
    /// Wins after which the same player did not win the game.
    not_won: usize,
    losses: usize,
    /// Losses after which the same player did not lose the game.
    not_lost: usize,
}

impl Tally {
    /// Adds what one player said in a game, move by move, and whether it won or lost in the end.
    fn add(&mut self, claims: &[Claim], won: bool, lost: bool) {
        let begins = |claim: Claim| {
            claims.iter().enumerate().filter(move |&(i, &said)| said == claim && (i == 0 || claims[i - 1] != claim))
        };
        self.wins += begins(Claim::Win).count();
        self.withdrawn += claims.windows(2).filter(|pair| pair[0] == Claim::Win && pair[1] != Claim::Win).count();
        self.not_won += if won { 0 } else { begins(Claim::Win).count() };
        self.losses += begins(Claim::Loss).count();
        self.not_lost += if lost { 0 } else { begins(Claim::Loss).count() };
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Tally { games, wins, withdrawn, not_won, losses, not_lost } = self;
        write!(
            f,
            "{games} games; wins announced {wins}, withdrawn {withdrawn}, not won {not_won}; losses announced {losses}, \
             not lost {not_lost}"
        )
    }
}

fn think(searcher: &mut Searcher, game: &Game, nodes: u64) -> Line {
    let request = Request { nodes: Some(nodes), ..Request::default() };
    let control = SearchControl::unlimited();
    searcher.search(game, &request, &control, &mut |_| {}).expect("the board is not full")
}

/// Plays a game of the search against itself. Panics when a loss is announced where a far deeper search sees no win for the
/// other side, which may never have seen its own.
fn play(rule: RuleKind, size: BoardSize, nodes: u64, random: &mut SplitMix64, tally: &mut Tally) {
    let mut game = opening(rule, size, random);
    // Each side has a memory of its own: neither may believe what the other believed.
    let mut searchers = [Searcher::new(1 << 22, 1), Searcher::new(1 << 22, 1)];
    let mut claims = [Vec::new(), Vec::new()];
    let begin = game.moves().len();
    let mut scores = String::new();
    while game.result().is_none() {
        let us = game.to_move();
        let found = think(&mut searchers[us as usize], &game, nodes);
        let claim = Claim::of(found.score);
        game.play(found.variation[0]).expect("the search plays on empty points");
        scores.push_str(&format!(" {}", found.score));
        if claim == Claim::Loss && !claims[us as usize].contains(&Claim::Loss) && game.result().is_none() {
            let answer = think(&mut Searcher::new(1 << 24, 1), &game, nodes * 200);
            assert!(
                answer.score.is_win(),
                "{rule} {size}: {} announced, but {} found:\n{game:?}",
                found.score,
                answer.score
            );
        }
        claims[us as usize].push(claim);
    }
    tally.games += 1;
    let winner = game.result().and_then(|outcome| outcome.winner());
    let before = *tally;
    for color in Color::ALL {
        tally.add(&claims[color as usize], winner == Some(color), winner == Some(!color));
    }
    if tally.withdrawn + tally.not_won > before.withdrawn + before.not_won {
        let moves = game.to_text(Rows::FromBottom);
        eprintln!("{rule} {size}, {nodes} nodes, from ply {begin} of {moves}, won by {winner:?}:{scores}");
    }
}

#[test]
fn announced_wins_are_kept_and_come_true() {
    let number = |name: &str, default: usize| std::env::var(name).ok().map_or(default, |text| text.parse().unwrap());
    let games = number("TENGEN_GAMES", 40);
    let nodes = number("TENGEN_NODES", 1_000) as u64;
    let mut random = SplitMix64::new(number("TENGEN_SEED", 1) as u64);
    let mut tallies = [Tally::default(); RuleKind::ALL.len()];
    for game in 0..games {
        let rule = game % RuleKind::ALL.len();
        let (width, height) = [(15, 15), (20, 20), (15, 15), (9, 11)][game / RuleKind::ALL.len() % 4];
        let nodes = nodes + nodes / 2 * (game as u64 % 4);
        play(RuleKind::ALL[rule], BoardSize::new(width, height).unwrap(), nodes, &mut random, &mut tallies[rule]);
    }
    for (rule, tally) in RuleKind::ALL.into_iter().zip(tallies) {
        eprintln!("{rule}: {tally}");
    }
    for (rule, tally) in RuleKind::ALL.into_iter().zip(tallies) {
        assert!(tally.wins > 0 && tally.losses > 0, "{rule}: these games show nothing");
        assert!((tally.withdrawn, tally.not_won) == (0, 0), "{rule}: {tally}");
    }
}

/// Wins that are found with many nodes and kept with few, which do not find them.
const KEPT: [(RuleKind, &str); 7] = [
    (RuleKind::Freestyle, "l4i6j6k3l3i7i5k7l5l6j7j5j8j9m4i8k4i9"),
    (RuleKind::Standard, "c14d15f10g12g15e12e11f11d12g9c11c13g10e10d9h11e14e13d10d13b13h12h10i12f12g13f13"),
    (RuleKind::Renju, "m4l7m8o10n13j12l6k9k4k7j7k6k8n8"),
    (RuleKind::CaroOverline, "h10h7m7k6m4g7k7l7l8j8m9n10m8m10l10k11l4j10j4h8i9k4"),
    // Kept only because the line goes on as it was told.
    (
        RuleKind::CaroOverline,
        "i7e8f10g9i9g10g7f9h11e9h8j10h9h10e7d9c9d7c6i10k10f6c8c10f7j7d5c4k9j8j11b11a12k11l9j9j6m8i5l8k5l4j4k3i6i8k8l6l5m5",
    ),
    (RuleKind::Caro, "d8e6n5n8m8k7e9l8f10g11f8m9i5l10k11l9l7"),
    (RuleKind::Caro, "l5d5j10h11m9j13j12i12g10k14l15h10l8h9h12i11k7j6l7h8"),
];

#[test]
fn an_announced_win_is_kept_after_the_answer_with_few_nodes() {
    for (rule, text) in KEPT {
        let mut game = Game::from_text(rule, BoardSize::square(15).unwrap(), text, Rows::FromBottom).unwrap();
        let us = game.to_move();
        let mut searcher = Searcher::new(1 << 22, 1);
        let mut found = think(&mut searcher, &game, 20_000);
        assert!(found.score.is_win(), "{rule}: {} at {text}", found.score);
        let mut forgotten = 0;
        loop {
            game.play(found.variation[0]).unwrap();
            if game.result().is_some() {
                break;
            }
            let answer = think(&mut Searcher::new(1 << 22, 1), &game, 20_000);
            game.play(answer.variation[0]).unwrap();
            let few = 200;
            let before = found.score;
            found = think(&mut searcher, &game, few);
            assert!(
                found.score >= before,
                "{rule}: {} after {before}, {}",
                found.score,
                game.to_text(Rows::FromBottom)
            );
            assert!(found.score.is_win(), "{rule}: {} after {}", found.score, game.to_text(Rows::FromBottom));
            forgotten += usize::from(!think(&mut Searcher::new(1 << 22, 1), &game, few).score.is_win());
        }
        assert_eq!(game.result().and_then(|outcome| outcome.winner()), Some(us), "{rule}: {text}");
        assert!(forgotten > 0, "{rule}: {text} is too easy");
    }
}

/// Counts in the log of a match, for each engine by its name.
fn count_log(text: &str) -> Result<BTreeMap<String, Tally>> {
    let mut tallies: BTreeMap<String, Tally> = BTreeMap::new();
    for (number, line) in (1..).zip(text.lines()).skip(1) {
        let game: Value = serde_json::from_str(line).with_context(|| format!("line {number} is not JSON"))?;
        let text = |key: &str| game[key].as_str().with_context(|| format!("line {number} has no {key}"));
        let opening = text("opening")?.bytes().filter(u8::is_ascii_alphabetic).count();
        let moves = game["moves"].as_array().with_context(|| format!("line {number} has no moves"))?;
        for (side, color) in ["black", "white"].into_iter().enumerate() {
            let own = moves.iter().skip((opening + side) % 2).step_by(2);
            let claims: Vec<Claim> = own.map(|played| Claim::read(played["score"].as_str().unwrap_or(""))).collect();
            let tally = tallies.entry(text(color)?.to_string()).or_default();
            tally.games += 1;
            let winner = text("winner")?;
            tally.add(&claims, winner == color, winner != color && winner != "none");
        }
    }
    ensure!(!tallies.is_empty(), "there is no game in it");
    Ok(tallies)
}

#[test]
fn what_players_announced_is_counted_in_logs() {
    let log = r#"{"format":"tengen match 1"}
{"game":1,"black":"a","white":"b","opening":"h8","winner":"black","moves":[{"at":"h9","score":"-M4"},{"at":"i9","score":"+M5"},{"at":"h7","score":"3"},{"at":"i7","score":"20"},{"at":"a1"},{"at":"i5","score":"+M1"}]}
{"game":2,"black":"b","white":"a","opening":"h8i9","winner":"none","moves":[{"at":"h9","score":"+M4"},{"at":"j9","score":"-M5"}]}
"#;
    let tallies = count_log(log).unwrap();
    let a = Tally { games: 2, wins: 2, withdrawn: 1, not_won: 0, losses: 1, not_lost: 1 };
    let b = Tally { games: 2, wins: 1, withdrawn: 0, not_won: 1, losses: 1, not_lost: 0 };
    assert_eq!((tallies["a"], tallies["b"]), (a, b));
    for path in std::env::var("TENGEN_LOGS").iter().flat_map(|paths| paths.split_whitespace()) {
        let text = std::fs::read_to_string(path).unwrap();
        for (name, tally) in count_log(&text).with_context(|| path.to_string()).unwrap() {
            eprintln!("{path}: {name}: {tally}");
        }
    }
}
