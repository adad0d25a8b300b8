//! The score of a match as it grows: who beat whom, in pairs of games, and how everyone thought and broke down.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write;

use crate::matches::record::{End, GameRecord, Winner};
use crate::matches::setup::Setup;
use crate::statistics::{Estimate, Pairs, Sprt, Tally};

/// What one engine scored against one other, or against all others.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct Score {
    /// Single games.
    pub games: Tally,
    /// Pairs of games of which both are finished.
    pub pairs: Pairs,
}

impl Score {
    /// The estimate from pairs, or from single games as long as there is no pair.
    pub(super) fn estimate(&self) -> Option<Estimate> {
        self.pairs.distribution().estimate().or_else(|| self.games.distribution().estimate())
    }
}

/// How one engine played.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Conduct {
    /// Results with the black stones.
    pub as_black: Tally,
    /// Results with the white stones.
    pub as_white: Tally,
    /// Faults that lost a game, by kind.
    pub faults: BTreeMap<End, u32>,
    /// Games about which something was noted.
    pub noted: u32,
    /// Moves made.
    pub moves: u64,
    /// Milliseconds for all of them.
    pub total_ms: f64,
    /// Milliseconds for the slowest.
    pub slowest_ms: f64,
    depth: Mean,
    nodes: Mean,
    /// Milliseconds of the moves that told their nodes.
    nodes_ms: f64,
}

#[derive(Clone, Copy, PartialEq, Debug, Default)]
struct Mean {
    sum: f64,
    number: u64,
}

impl Mean {
    fn add(&mut self, value: f64) {
        self.sum += value;
        self.number += 1;
    }

    fn get(self) -> Option<f64> {
        (self.number > 0).then(|| self.sum / self.number as f64)
    }
}

impl Conduct {
    /// Mean milliseconds a move.
    pub(super) fn mean_ms(&self) -> Option<f64> {
        (self.moves > 0).then(|| self.total_ms / self.moves as f64)
    }

    /// Mean depth of the moves that told it.
    pub(super) fn depth(&self) -> Option<f64> {
        self.depth.get()
    }

    /// Mean nodes of the moves that told them.
    pub(super) fn nodes(&self) -> Option<f64> {
        self.nodes.get()
    }

    /// Nodes per second over the moves that told them.
    pub(super) fn speed(&self) -> Option<f64> {
        (self.nodes_ms > 0.0).then(|| self.nodes.sum / self.nodes_ms * 1e3)
    }
}

/// The state of a match.
pub(super) struct Standings {
    names: Vec<String>,
    /// `table[i][j]` is what `i` scored against `j`.
    table: Vec<Vec<Score>>,
    conduct: Vec<Conduct>,
    /// Half points of the engine of the lower index in the finished game of a pair whose other game is open, by number of
    /// the pair.
    half_pairs: HashMap<usize, u32>,
    games: usize,
}

impl Standings {
    /// Nothing played yet.
    pub(super) fn new(setup: &Setup) -> Standings {
        let number = setup.engines.len();
        Standings {
            names: setup.engines.iter().map(|engine| engine.name.clone()).collect(),
            table: vec![vec![Score::default(); number]; number],
            conduct: vec![Conduct::default(); number],
            half_pairs: HashMap::new(),
            games: 0,
        }
    }

    /// Takes in a finished game.
    pub(super) fn add(&mut self, setup: &Setup, game: &GameRecord) {
        let index = |name| setup.engine(name).expect("the records are those of this match");
        let [black, white] = [index(&game.black), index(&game.white)];
        let half_points = game.black_half_points();
        self.games += 1;
        self.table[black][white].games.add(half_points);
        self.table[white][black].games.add(2 - half_points);
        self.conduct[black].as_black.add(half_points);
        self.conduct[white].as_white.add(2 - half_points);
        let pair = (game.game - 1) / 2;
        let (first, second) = (black.min(white), black.max(white));
        let of_first = if black == first { half_points } else { 2 - half_points };
        match self.half_pairs.remove(&pair) {
            None => {
                self.half_pairs.insert(pair, of_first);
            }
            Some(before) => {
                let of_first = of_first + before;
                self.table[first][second].pairs.0[of_first as usize] += 1;
                self.table[second][first].pairs.0[4 - of_first as usize] += 1;
            }
        }
        if game.end.is_fault() {
            let loser = if game.winner == Winner::Black { white } else { black };
            *self.conduct[loser].faults.entry(game.end).or_default() += 1;
        }
        for index in [black, white] {
            let noted = game.notes.iter().any(|note| note.starts_with(&format!("{} ", self.names[index])));
            self.conduct[index].noted += u32::from(noted);
        }
        for (ply, played) in (game.opening_stones()..).zip(&game.moves) {
            let conduct = &mut self.conduct[if ply % 2 == 0 { black } else { white }];
            conduct.moves += 1;
            conduct.total_ms += played.ms;
            conduct.slowest_ms = conduct.slowest_ms.max(played.ms);
            if let Some(depth) = played.thought.depth {
                conduct.depth.add(f64::from(depth));
            }
            if let Some(nodes) = played.thought.nodes {
                conduct.nodes.add(nodes as f64);
                conduct.nodes_ms += played.ms;
            }
        }
    }

    /// What one engine scored against another.
    pub(super) fn between(&self, engine: usize, opponent: usize) -> Score {
        self.table[engine][opponent]
    }

    /// What one engine scored against all others.
    pub(super) fn against_all(&self, engine: usize) -> Score {
        let mut sum = Score::default();
        for score in &self.table[engine] {
            sum.games += score.games;
            sum.pairs += score.pairs;
        }
        sum
    }

    /// How one engine played.
    pub(super) fn conduct(&self, engine: usize) -> &Conduct {
        &self.conduct[engine]
    }

    /// The score of the match in one line: of two engines in full, of more their points.
    pub(super) fn line(&self, sprt: Option<Sprt>) -> String {
        if self.names.len() > 2 {
            let points = |engine: usize| self.against_all(engine).games.points();
            let one = |(engine, name): (usize, &String)| format!("{name} {}", points(engine));
            return self.names.iter().enumerate().map(one).collect::<Vec<_>>().join(", ");
        }
        let score = self.between(0, 1);
        let Tally { wins, draws, losses } = score.games;
        let mut line = format!("{} - {}: +{wins} ={draws} -{losses}", self.names[0], self.names[1]);
        if let Some(estimate) = score.estimate() {
            let _ = write!(line, ", {:.1}%, {estimate}", 100.0 * score.games.points() / f64::from(score.games.games()));
            let _ = write!(line, ", LOS {:.1}%", 100.0 * estimate.superiority);
        }
        if let Some(sprt) = sprt {
            let (lower, upper) = sprt.bounds();
            let _ = write!(line, ", LLR {:.2} [{lower:.2}, {upper:.2}]", sprt.ratio(score.pairs));
        }
        line
    }

    /// The result of the match as tables.
    pub(super) fn summary(&self, sprt: Option<Sprt>) -> String {
        let width = self.names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(6);
        let mut text = format!(
            "{:width$}  games     +     =     -      %   Elo [95%]              LOS  ms/move  slowest  depth   kn/s  faults\n",
            "engine"
        );
        for (engine, name) in self.names.iter().enumerate() {
            let (score, conduct) = (self.against_all(engine), &self.conduct[engine]);
            let Tally { wins, draws, losses } = score.games;
            let percent = 100.0 * score.games.points() / f64::from(score.games.games().max(1));
            let estimate = score.estimate();
            let elo = estimate.map_or("-".to_string(), |estimate| estimate.to_string().replace(" Elo", ""));
            let superiority =
                estimate.map_or("-".to_string(), |estimate| format!("{:.1}%", 100.0 * estimate.superiority));
            let number =
                |value: Option<f64>, digits: usize| value.map_or("-".to_string(), |value| format!("{value:.digits$}"));
            let faults: Vec<String> =
                conduct.faults.iter().map(|(end, count)| format!("{count} {}", word(*end))).collect();
            let faults = if faults.is_empty() { "0".to_string() } else { faults.join(", ") };
            let _ = writeln!(
                text,
                "{name:width$}  {:5} {wins:5} {draws:5} {losses:5}  {percent:5.1}   {elo:20} {superiority:>6}  {:>7}  {:>7.0}  {:>5}  {:>5}  {faults}",
                score.games.games(),
                number(conduct.mean_ms(), 0),
                conduct.slowest_ms,
                number(conduct.depth(), 1),
                number(conduct.speed().map(|speed| speed / 1e3), 0),
            );
        }
        if self.names.len() == 2 {
            let score = self.between(0, 1);
            let [ll, ld, dd, dw, ww] = score.pairs.0;
            let _ =
                writeln!(text, "pairs of {} by points: 0: {ll}, 0.5: {ld}, 1: {dd}, 1.5: {dw}, 2: {ww}", self.names[0]);
            if let Some(single) = score.games.distribution().estimate() {
                let _ = writeln!(text, "from single games: {single}");
            }
        } else {
            for (engine, name) in self.names.iter().enumerate() {
                for (opponent, other) in self.names.iter().enumerate() {
                    let score = self.between(engine, opponent);
                    if engine < opponent && score.games.games() > 0 {
                        let Tally { wins, draws, losses } = score.games;
                        let estimate = score.estimate().map_or(String::new(), |estimate| estimate.to_string());
                        let _ = writeln!(text, "{name} - {other}: +{wins} ={draws} -{losses}, {estimate}");
                    }
                }
            }
        }
        if let Some(sprt) = sprt {
            let (lower, upper) = sprt.bounds();
            let pairs = self.between(0, 1).pairs;
            let _ = writeln!(
                text,
                "SPRT of {} to {} Elo: LLR {:.2} [{lower:.2}, {upper:.2}]: {}",
                sprt.elo0,
                sprt.elo1,
                sprt.ratio(pairs),
                match sprt.verdict(pairs) {
                    crate::statistics::Verdict::Passed => "passed",
                    crate::statistics::Verdict::Failed => "failed",
                    crate::statistics::Verdict::Open => "not decided",
                }
            );
        }
        text
    }
}

/// A fault in one word.
pub(super) fn word(end: End) -> &'static str {
    match end {
        End::Five => "five",
        End::Forbidden => "forbidden",
        End::Full => "full board",
        End::MoveLimit => "move limit",
        End::Time => "time",
        End::Illegal => "illegal",
        End::Crash => "crash",
        End::Start => "start",
        End::Flood => "flood",
        End::Stderr => "stderr",
        End::Memory => "memory",
        End::Swap2 => "swap2",
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::cli::{Cli, Command};
    use crate::matches::record::Played;
    use crate::matches::thought::Thought;

    fn setup(engines: &str) -> Setup {
        let engines = engines.chars().flat_map(|name| ["-e".to_string(), format!("{name}=x")]);
        let words = ["pbrain-tengen", "match", "--games", "4"].map(String::from).into_iter().chain(engines);
        let Command::Match(args) = Cli::try_parse_from(words).unwrap().command else {
            unreachable!("the word was match")
        };
        Setup::new(&args).unwrap()
    }

    /// A game: its number, Black and White, and `+`, `=` or `-` for Black.
    fn game(number: usize, players: &str, result: char) -> GameRecord {
        let (black, white) = players.split_at(1);
        GameRecord {
            game: number,
            black: black.to_string(),
            white: white.to_string(),
            opening: String::new(),
            choices: Vec::new(),
            winner: match result {
                '+' => Winner::Black,
                '-' => Winner::White,
                _ => Winner::None,
            },
            end: End::Five,
            reason: String::new(),
            moves: Vec::new(),
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
    fn both_engines_have_their_rows_in_games_and_in_pairs() {
        let mut games = Vec::new();
        // Pairs of results for Black, who is a in the first game: a has 4, 3, 2, 2, 1, 0 and 4 half points of them.
        for results in ["+-", "+=", "==", "--", "-=", "-+", "+-"] {
            for (players, result) in ["ab", "ba"].into_iter().zip(results.chars()) {
                games.push(game(games.len() + 1, players, result));
            }
        }
        let standings = standings("ab", &games);
        assert_eq!(standings.games, 14);
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
    }

    #[test]
    fn moves_faults_and_notes_are_those_of_whoever_made_them() {
        let played = |ms: f64, depth: Option<u32>, nodes: Option<u64>| Played {
            at: "h8".to_string(),
            ms,
            thought: Thought { depth, nodes, score: None },
        };
        let mut first = game(1, "ab", '-');
        // White moves first after one stone.
        first.opening = "a1".to_string();
        first.moves =
            vec![played(10.0, Some(4), Some(1000)), played(30.0, None, None), played(20.0, Some(6), Some(5000))];
        first.end = End::Time;
        first.notes = vec!["a said what nobody asked for".to_string()];
        let mut second = game(2, "ba", '+');
        second.end = End::Crash;
        let standings = standings("ab", &[first, second]);
        let (a, b) = (standings.conduct(0), standings.conduct(1));
        assert_eq!((a.moves, a.total_ms, a.slowest_ms, a.mean_ms()), (1, 30.0, 30.0, Some(30.0)));
        assert_eq!((a.depth(), a.nodes(), a.speed()), (None, None, None));
        assert_eq!((b.moves, b.total_ms, b.slowest_ms, b.mean_ms()), (2, 30.0, 20.0, Some(15.0)));
        assert_eq!((b.depth(), b.nodes(), b.speed()), (Some(5.0), Some(3000.0), Some(200_000.0)));
        assert_eq!(a.faults, BTreeMap::from([(End::Time, 1), (End::Crash, 1)]));
        assert!(b.faults.is_empty(), "{:?}", b.faults);
        assert_eq!((a.noted, b.noted), (1, 0));
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
}
