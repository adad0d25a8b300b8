//! The score of a match as it grows: who beat whom, in pairs of games, and how everyone thought and broke down.

mod conduct;

use std::collections::{HashMap, HashSet};
use std::fmt::Write;
use std::ops::AddAssign;

use tengen_engine::color::{ByColor, Color};
use tengen_engine::game::Rules;
use tengen_engine::internals::checksum::fnv1a;
use tengen_engine::point::BoardSize;

use crate::cli::PointScale;
use crate::matches::ranking::{self, Placing, TablePlace};
use crate::matches::ratings::{self, Observed, Rating};
use crate::matches::record::GameRecord;
use crate::matches::referee;
use crate::matches::setup::Setup;
use crate::matches::standings::conduct::Conduct;
use crate::output::plain;
use crate::statistics::{Estimate, Pairs, Sprt, Tally, signed};
use crate::terminal;
use crate::units::counted;

/// What one engine scored against one other, or against all others.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct HeadToHead {
    /// Single games.
    pub games: Tally,
    /// Those of them that no fault ended.
    pub fair: Tally,
    /// Pairs of games of which both are finished, each that is another one move for move counted once: engines that play
    /// the same again show nothing new, and error bars that counted it would be too narrow. A fault says each time that it
    /// happened.
    pub pairs: Pairs,
    /// Pairs that are not counted for that.
    pub repeated: u32,
    /// Those of the counted pairs whose two games are one, move for move: by lot an engine may have one colour in both.
    pub twofold: u32,
    /// Those of the counted pairs in which each engine had both colours: by lot it may have one in both games.
    pub both_colors: u32,
    /// Those of them of which each engine won a game with the same colour. Some are so by chance: openings decide those
    /// that are more than [expected](HeadToHead::one_color_by_chance).
    pub one_color: u32,
}

impl AddAssign for HeadToHead {
    fn add_assign(&mut self, other: HeadToHead) {
        self.games += other.games;
        self.fair += other.fair;
        self.pairs += other.pairs;
        self.repeated += other.repeated;
        self.twofold += other.twofold;
        self.both_colors += other.both_colors;
        self.one_color += other.one_color;
    }
}

impl HeadToHead {
    /// How many games a fault ended.
    pub(super) fn faults(&self) -> u32 {
        self.games.games() - self.fair.games()
    }

    /// Whether somebody else would be ahead if the games that ended by a fault did not count.
    pub(super) fn is_decided_by_faults(&self) -> bool {
        let lead = |tally: Tally| tally.wins.cmp(&tally.losses);
        self.faults() > 0 && (self.fair == Tally::default() || lead(self.games) != lead(self.fair))
    }

    /// The estimate from pairs, or from single games as long as there is no pair.
    pub(super) fn estimate(&self) -> Option<Estimate> {
        self.estimate_of_many(1)
    }

    /// The same with an interval that allows for so many results.
    pub(super) fn estimate_of_many(&self, results: usize) -> Option<Estimate> {
        let of_pairs = self.pairs.distribution().estimate_of_many(results);
        of_pairs.or_else(|| self.games.distribution().estimate_of_many(results))
    }

    /// What counts for ratings: the pairs, or single games as long as there is no pair.
    fn observed(&self) -> Observed {
        let of_pairs = Observed::new(self.pairs.distribution(), 2.0);
        of_pairs.unwrap_or_else(|| Observed::new(self.games.distribution(), 1.0).unwrap_or_default())
    }

    /// How many of the pairs each engine would win once with the same colour if the results of the two games had nothing to do
    /// with each other.
    pub(super) fn one_color_by_chance(&self) -> f64 {
        let [wins, losses] =
            [self.games.wins, self.games.losses].map(|games| f64::from(games) / f64::from(self.games.games().max(1)));
        2.0 * wins * losses * f64::from(self.both_colors)
    }
}

/// One game of a pair.
#[derive(Clone, Copy)]
struct HalfPair {
    /// Who played Black, by index.
    black: usize,
    /// The half points of the engine of the lower index.
    of_first: u32,
    of_black: u32,
    /// Which game it is, by its moves; one that a fault ended by all that is known of it, its number too: it is the same only
    /// in another log.
    which: u64,
}

/// The two games of pairs that were played, with what they were played by.
pub(super) type SeenPairs = HashSet<(Rules, BoardSize, [u64; 2])>;

/// The state of a match.
pub(super) struct Standings {
    names: Vec<String>,
    /// `table[i][j]` is what `i` scored against `j`.
    table: Vec<Vec<HeadToHead>>,
    conduct: Vec<Conduct>,
    /// The finished game of a pair whose other game is open, by number of the pair.
    half_pairs: HashMap<usize, HalfPair>,
    seen: SeenPairs,
}

impl Standings {
    /// Nothing played yet.
    pub(super) fn new(setup: &Setup) -> Standings {
        Standings::after(setup, SeenPairs::new())
    }

    /// Nothing played yet of a match that is counted together with others, in which these pairs were played.
    pub(super) fn after(setup: &Setup, seen: SeenPairs) -> Standings {
        let number = setup.engines.len();
        Standings {
            names: setup.engines.iter().map(|engine| plain(&engine.name)).collect(),
            table: vec![vec![HeadToHead::default(); number]; number],
            conduct: vec![Conduct::default(); number],
            half_pairs: HashMap::new(),
            seen,
        }
    }

    /// The pairs that were played in this match and in those before it.
    pub(super) fn into_seen(self) -> SeenPairs {
        self.seen
    }

    /// Takes in a finished game.
    pub(super) fn add(&mut self, setup: &Setup, game: &GameRecord) {
        let index = |color| setup.engine(game.name(color)).expect("the records are those of this match");
        let engines = ByColor::from_fn(index);
        let [black, white] = engines.0;
        let (pair, is_fault) = (game.game.div_ceil(2), game.end.is_fault());
        let half_points = ByColor::from_fn(|color| game.half_points(color));
        for color in Color::ALL {
            let score = &mut self.table[engines[color]][engines[!color]];
            score.games.add(half_points[color]);
            if !is_fault {
                score.fair.add(half_points[color]);
            }
        }
        self.conduct[black].as_black.add(half_points[Color::Black]);
        self.conduct[white].as_white.add(half_points[Color::White]);
        let (first, second) = (black.min(white), black.max(white));
        let this = HalfPair {
            black,
            of_first: half_points[if black == first { Color::Black } else { Color::White }],
            of_black: half_points[Color::Black],
            which: if is_fault { fnv1a(format!("{game:?}").bytes()) } else { game.fingerprint(&setup.conditions) },
        };
        match self.half_pairs.remove(&pair) {
            None => {
                self.half_pairs.insert(pair, this);
            }
            Some(other) => self.add_pair(setup, [first, second], [this, other]),
        }
        if let Some(loser) = game.loser().filter(|_| is_fault) {
            *self.conduct[engines[loser]].faults.entry(game.end).or_default() += 1;
        }
        for color in Color::ALL {
            self.conduct[engines[color]].noted += u32::from(referee::is_noted(game, color));
            game.over(color).for_each(|ms| self.conduct[engines[color]].add_over(ms));
        }
        for (color, played) in game.turns() {
            self.conduct[engines[color]].add_move(played);
        }
    }

    /// Takes in the two games of a pair, between an engine of a lower index and one of a higher.
    fn add_pair(&mut self, setup: &Setup, [first, second]: [usize; 2], [this, other]: [HalfPair; 2]) {
        let of_first = this.of_first + other.of_first;
        let is_twofold = this.which == other.which;
        let both = [this.which.min(other.which), this.which.max(other.which)];
        let is_repeated = !self.seen.insert((setup.conditions.rules, setup.conditions.size, both));
        let had_both_colors = this.black != other.black;
        let is_one_color = had_both_colors && this.of_black == other.of_black && this.of_black != 1;
        for (one, other, points) in [(first, second, of_first), (second, first, 4 - of_first)] {
            let score = &mut self.table[one][other];
            if is_repeated {
                score.repeated += 1;
            } else {
                score.pairs.0[points as usize] += 1;
                score.twofold += u32::from(is_twofold);
                score.both_colors += u32::from(had_both_colors);
                score.one_color += u32::from(is_one_color);
            }
        }
    }

    /// What one engine scored against another.
    pub(super) fn between(&self, engine: usize, opponent: usize) -> HeadToHead {
        self.table[engine][opponent]
    }

    /// The table by a scale of points, and by what the engines are placed.
    pub(super) fn table(&self, placing: &Placing, scale: PointScale) -> Vec<TablePlace> {
        ranking::rank(&self.tallies(), placing, scale)
    }

    /// The same in text, with the points of every two engines. When all games `are_over` it says what is still undecided.
    pub(super) fn cross_table(&self, placing: &Placing, scale: PointScale, are_over: bool) -> String {
        ranking::cross_table(&self.names, &self.tallies(), placing, scale, are_over)
    }

    /// The games of every two engines.
    fn tallies(&self) -> Vec<Vec<Tally>> {
        self.table.iter().map(|row| row.iter().map(|score| score.games).collect()).collect()
    }

    /// The rating of each engine that has played, on one scale for all.
    pub(super) fn ratings(&self) -> Vec<Option<Rating>> {
        let observed: Vec<Vec<Observed>> =
            self.table.iter().map(|row| row.iter().map(HeadToHead::observed).collect()).collect();
        ratings::ratings(&observed)
    }

    /// What one engine scored against all others.
    pub(super) fn against_all(&self, engine: usize) -> HeadToHead {
        let mut sum = HeadToHead::default();
        self.table[engine].iter().for_each(|&score| sum += score);
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
        let mut line = format!("{} - {}: {}", self.names[0], self.names[1], score.games);
        if let Some(estimate) = score.estimate() {
            let _ = write!(line, ", {:.1}%, {}", score.games.percent(), estimate.with_superiority());
        }
        if let Some(sprt) = sprt {
            let _ = write!(line, ", {}", ratio(sprt, score.pairs));
        }
        line
    }

    /// The result of the match as tables.
    pub(super) fn summary(&self, sprt: Option<Sprt>) -> String {
        let scores = if self.names.len() == 2 { self.pairs_of_two() } else { self.every_two() + &self.ratings_text() };
        let pairs = self.between(0, 1).pairs;
        let test = sprt.map_or(String::new(), |sprt| {
            let Sprt { elo0, elo1, .. } = sprt;
            format!("SPRT of {elo0} to {elo1} Elo: {}: {}\n", ratio(sprt, pairs), sprt.verdict(pairs))
        });
        let over = self.over().into_iter().map(|line| line + "\n").collect::<String>();
        self.rows() + &over + &scores + &test
    }

    /// A sentence about each engine whose answers came beyond its limit: they are no faults, but such a match measures something
    /// else.
    pub(super) fn over(&self) -> Vec<String> {
        let engines = self.names.iter().zip(&self.conduct).filter(|(_, conduct)| conduct.over > 0);
        engines
            .map(|(name, conduct)| format!("{name} was over its limit within the tolerance: {}", conduct.over_text()))
            .collect()
    }

    /// A row for each engine: its score against all others, and how it played.
    fn rows(&self) -> String {
        let width = self.names.iter().map(|name| terminal::columns(name)).max().unwrap_or(0).max(6);
        let mut text = format!(
            "{:width$}  games     +     =     -      %   Elo [95%]              LOS  ms/move  slowest  depth   kn/s   over  faults\n",
            "engine"
        );
        for (engine, name) in self.names.iter().enumerate() {
            let name = terminal::padded(name, width);
            let (score, conduct) = (self.against_all(engine), &self.conduct[engine]);
            let Tally { wins, draws, losses } = score.games;
            let percent = score.games.percent();
            let estimate = score.estimate();
            let elo = estimate.map_or("-".to_string(), |estimate| estimate.to_string().replace(" Elo", ""));
            let superiority = estimate.map_or("-".to_string(), Estimate::superiority_text);
            let number =
                |value: Option<f64>, digits: usize| value.map_or("-".to_string(), |value| format!("{value:.digits$}"));
            let faults = conduct.faults_text();
            let faults = if faults.is_empty() { "0" } else { faults.as_str() };
            let _ = writeln!(
                text,
                "{name}  {:5} {wins:5} {draws:5} {losses:5}  {percent:5.1}   {elo:20} {superiority:>6}  {:>7}  {:>7}  {:>5}  {:>5}  {:>5}  {faults}",
                score.games.games(),
                number(conduct.mean_ms(), 0),
                number(conduct.slowest_ms, 0),
                number(conduct.depth(), 1),
                number(conduct.speed().map(|speed| speed / 1e3), 0),
                conduct.over,
            );
        }
        text
    }

    /// The pairs of games of two engines, and what is to be known of them.
    fn pairs_of_two(&self) -> String {
        let score = self.between(0, 1);
        let [ll, ld, dd, dw, ww] = score.pairs.0;
        let mut text =
            format!("pairs of {} by points: 0: {ll}, 0.5: {ld}, 1: {dd}, 1.5: {dw}, 2: {ww}\n", self.names[0]);
        if score.one_color > 0 {
            let pairs = counted(score.one_color, "pair");
            let chance = score.one_color_by_chance();
            let _ = writeln!(text, "won twice by one colour: {pairs} of games; chance alone makes {chance:.1}");
        }
        if score.repeated > 0 {
            let repeated = counted(score.repeated, "pair");
            let _ = writeln!(
                text,
                "counted once: {repeated} of games that are those of another pair, move for move in some view"
            );
        }
        // Games that are others move for move would make its error bars too narrow.
        let has_repeated = score.repeated + score.twofold > 0;
        if let Some(single) = score.games.distribution().estimate().filter(|_| !has_repeated) {
            let _ = writeln!(text, "from single games: {single}");
        }
        text
    }

    /// The score of every two of several engines that have met.
    fn every_two(&self) -> String {
        let mut text = String::new();
        for (engine, name) in self.names.iter().enumerate() {
            for (opponent, other) in self.names.iter().enumerate().skip(engine + 1) {
                let score = self.between(engine, opponent);
                if score.games.games() > 0 {
                    let estimate = score.estimate().map_or(String::new(), |estimate| estimate.to_string());
                    let _ = writeln!(text, "{name} - {other}: {}, {estimate}", score.games);
                }
            }
        }
        text
    }

    /// The ratings of several engines, the highest first.
    fn ratings_text(&self) -> String {
        let mut rated: Vec<(&String, Rating)> =
            self.names.iter().zip(self.ratings()).filter_map(|(name, rating)| Some((name, rating?))).collect();
        rated.sort_by(|(_, one), (_, other)| other.elo.total_cmp(&one.elo));
        let mut text = String::new();
        for (name, rating) in rated {
            if text.is_empty() {
                text.push_str("Elo on one scale for all, their mean being 0 [95%]:\n");
            }
            let _ = writeln!(text, "  {name} {}", rating_text(rating));
        }
        text
    }
}

/// A rating with its interval, as differences in Elo are written: `+51 [-165, +266]`.
pub(super) fn rating_text(Rating { elo, error }: Rating) -> String {
    format!("{} [{}, {}]", signed(elo), signed(elo - error), signed(elo + error))
}

/// How far a sequential test has come, with its bounds.
fn ratio(sprt: Sprt, pairs: Pairs) -> String {
    let (lower, upper) = sprt.bounds();
    format!("LLR {:.2} [{lower:.2}, {upper:.2}]", sprt.ratio(pairs))
}

#[cfg(test)]
mod tests;
