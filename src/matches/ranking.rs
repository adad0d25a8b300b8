//! The table of a tournament: points per game by a scale, with ties broken as rules of tournaments do, or how far each came in
//! a knock-out.

use std::cmp::Ordering;

use crate::cli::PointScale;
use crate::statistics::Tally;
use crate::terminal;
use crate::units::counted;

/// By what engines are placed.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Placing {
    /// By points, where everyone meets everyone.
    Points,
    /// By points, where only the first meets everyone.
    Gauntlet,
    /// By points, and then by those of whom an engine has met.
    Swiss {
        /// The games that each engine need not play: they count as won, against somebody with as many points.
        byes: Vec<Tally>,
        /// Games of a meeting.
        meeting: u32,
    },
    /// By the last round of a knock-out that each engine came to. Who is out since the same round shares a place.
    LastRound(Vec<usize>),
}

impl Placing {
    fn byes(&self, engine: usize) -> Tally {
        match self {
            Placing::Swiss { byes, .. } => byes[engine],
            Placing::Points | Placing::Gauntlet | Placing::LastRound(_) => Tally::default(),
        }
    }

    /// What is missing where several share a place when all games are over: nothing in a gauntlet, which is about the first.
    fn is_decided_by_more_games(&self) -> bool {
        matches!(self, Placing::Points | Placing::Swiss { .. })
    }
}

/// One line of the table.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct TablePlace {
    /// The index of the engine.
    pub engine: usize,
    /// Its place, from 1. Who cannot be told from another has the same.
    pub place: usize,
    /// Its points.
    pub points: f64,
    /// What else there is to know of its points: of how many games they are, where not all have as many; how those with as many
    /// are told apart; and how many it has for having nobody to meet.
    pub notes: Vec<String>,
}

/// The games of every two engines, `games[i][j]` those of engine `i` against `j`, with what they are worth.
struct Scores<'a> {
    games: &'a [Vec<Tally>],
    placing: &'a Placing,
    scale: PointScale,
    /// Half points of each engine.
    points: Vec<u32>,
    /// Games for which it has them.
    numbers: Vec<u32>,
}

impl<'a> Scores<'a> {
    fn new(games: &'a [Vec<Tally>], placing: &'a Placing, scale: PointScale) -> Scores<'a> {
        let all = |engine: usize| games[engine].iter().copied().chain([placing.byes(engine)]);
        let points = (0..games.len()).map(|engine| all(engine).map(|tally| scale.half_points(tally)).sum()).collect();
        let numbers = (0..games.len()).map(|engine| all(engine).map(Tally::games).sum()).collect();
        Scores { games, placing, scale, points, numbers }
    }

    /// A number of an engine by how many games it has.
    fn per_game(&self, engine: usize, number: u32) -> f64 {
        f64::from(number) / f64::from(self.numbers[engine].max(1))
    }

    /// Whether two have as many points per game.
    fn are_tied(&self, one: usize, other: usize) -> bool {
        self.per_game(one, self.points[one]) == self.per_game(other, self.points[other])
    }

    /// Half points from the games against those with as many per game, where they all have met as often.
    fn mutual(&self, engine: usize) -> Option<u32> {
        let tied: Vec<usize> = (0..self.games.len()).filter(|&other| self.are_tied(engine, other)).collect();
        let met = |one: usize, other: usize| self.games[one][other].games();
        // None where it is alone: nobody meets himself.
        let usual = met(tied[0], tied[tied.len() - 1]);
        let alike =
            usual > 0 && tied.iter().all(|&one| tied.iter().all(|&other| one == other || met(one, other) == usual));
        alike.then(|| tied.iter().map(|&other| self.scale.half_points(self.games[engine][other])).sum())
    }

    /// The points of whom an engine has met, summed up with what `of` says that the games against each count. Who has nobody to
    /// meet has met its equal.
    fn of_opponents(&self, engine: usize, of: impl Fn(Tally) -> u32) -> f64 {
        let met = self.games[engine].iter().copied().zip(self.points.iter().copied());
        let all = met.chain([(self.placing.byes(engine), self.points[engine])]);
        all.map(|(tally, points)| f64::from(of(tally)) * f64::from(points) / 2.0).sum()
    }

    /// Buchholz: the points of each opponent for each meeting.
    fn buchholz(&self, engine: usize, meeting: u32) -> f64 {
        self.of_opponents(engine, Tally::games) / f64::from(meeting)
    }

    /// Sonneborn-Berger: the points of each opponent times those that were scored against it.
    fn sonneborn_berger(&self, engine: usize) -> f64 {
        self.of_opponents(engine, |tally| self.scale.half_points(tally)) / 2.0
    }

    /// By what an engine is placed, what counts most first.
    fn key(&self, engine: usize) -> Vec<f64> {
        let wins = self.games[engine].iter().map(|tally| tally.wins).sum::<u32>() + self.placing.byes(engine).wins;
        let [points, wins] = [self.points[engine], wins].map(|number| self.per_game(engine, number));
        match self.placing {
            Placing::Points | Placing::Gauntlet => vec![points, self.mutual(engine).unwrap_or(0).into(), wins],
            Placing::Swiss { meeting, .. } => {
                vec![points, self.buchholz(engine, *meeting), self.sonneborn_berger(engine), wins]
            }
            Placing::LastRound(rounds) => vec![rounds[engine] as f64],
        }
    }

    /// How it is told from those with as many points per game, if there are any.
    fn tie_break(&self, engine: usize) -> Option<String> {
        let is_tied = (0..self.games.len()).any(|other| other != engine && self.are_tied(engine, other));
        match self.placing {
            Placing::Points | Placing::Gauntlet => {
                self.mutual(engine).map(|points| format!("{} against those with as many points", whole(points)))
            }
            Placing::Swiss { meeting, .. } => is_tied.then(|| {
                let [buchholz, other] = [self.buchholz(engine, *meeting), self.sonneborn_berger(engine)];
                format!("Buchholz {buchholz}, Sonneborn-Berger {other}")
            }),
            Placing::LastRound(_) => None,
        }
    }

    fn notes(&self, engine: usize) -> Vec<String> {
        let (byes, number) = (self.placing.byes(engine), self.numbers[engine]);
        let by_points = !matches!(self.placing, Placing::LastRound(_));
        let is_uneven = by_points && self.numbers.iter().any(|other| *other != number);
        let games = is_uneven.then(|| format!("of {}", counted(number, "game")));
        let points = || format!("{} for nobody to meet", whole(self.scale.half_points(byes)));
        games.into_iter().chain(self.tie_break(engine)).chain((byes.games() > 0).then(points)).collect()
    }
}

/// So many half points as points.
fn whole(half_points: u32) -> f64 {
    f64::from(half_points) / 2.0
}

/// The table: the most points per game first, for not all have played as many where the games are not over, or in a gauntlet.
/// Of equal ones in a Swiss tournament the most by Buchholz, then by Sonneborn-Berger; else in the games against each other,
/// where they all have met as often; and then the most wins. In a knock-out who came furthest first.
pub(super) fn rank(games: &[Vec<Tally>], placing: &Placing, scale: PointScale) -> Vec<TablePlace> {
    let scores = Scores::new(games, placing, scale);
    let mut order: Vec<(usize, Vec<f64>)> = (0..games.len()).map(|engine| (engine, scores.key(engine))).collect();
    // None of them is no number.
    order.sort_by(|(_, one), (_, other)| other.partial_cmp(one).unwrap_or(Ordering::Equal));
    let place = |(engine, key): &(usize, Vec<f64>)| TablePlace {
        engine: *engine,
        place: 1 + order.iter().filter(|(_, other)| other > key).count(),
        points: whole(scores.points[*engine]),
        notes: scores.notes(*engine),
    };
    order.iter().map(place).collect()
}

/// What is still to be decided when all games `are_over`: the places that several share by points.
pub(super) fn undecided(table: &[TablePlace], placing: &Placing, are_over: bool) -> Vec<String> {
    if !are_over || !placing.is_decided_by_more_games() {
        return Vec::new();
    }
    let tied = table.chunk_by(|one, other| one.place == other.place).filter(|tied| tied.len() > 1);
    tied.map(|tied| format!("place {} is shared: a deciding game is due", tied[0].place)).collect()
}

/// The cross table in text: places, points and the points of every two engines, in the order of the table; when all games
/// `are_over`, what is still to be decided too.
pub(super) fn cross_table(
    names: &[String],
    games: &[Vec<Tally>],
    placing: &Placing,
    scale: PointScale,
    are_over: bool,
) -> String {
    let table = rank(games, placing, scale);
    let width = names.iter().map(|name| terminal::columns(name)).max().unwrap_or(0).max(COLUMN);
    let mut text = format!("{:>5}  {:width$} {:>COLUMN$}", "place", "engine", "points");
    table.iter().for_each(|place| text.push_str(&format!(" {:>COLUMN$}", place.place)));
    text.push('\n');
    for place in &table {
        let name = terminal::padded(&names[place.engine], width);
        text.push_str(&format!("{:>5}  {name} {:>COLUMN$}", place.place, place.points));
        for other in &table {
            let between = games[place.engine][other.engine];
            let cell = match between.games() {
                _ if place.engine == other.engine => "x".to_string(),
                0 => "-".to_string(),
                _ => whole(scale.half_points(between)).to_string(),
            };
            text.push_str(&format!(" {cell:>COLUMN$}"));
        }
        place.notes.iter().for_each(|note| text.push_str(&format!("  {note}")));
        text.push('\n');
    }
    undecided(&table, placing, are_over).iter().for_each(|line| text.push_str(&format!("{line}\n")));
    text
}

/// Width of a column of the cross table.
const COLUMN: usize = 6;

#[cfg(test)]
mod tests {
    use super::*;

    /// Games of every two engines: `ab+` is a win of a against b, `ab=` a draw.
    fn table(engines: usize, games: &str) -> Vec<Vec<Tally>> {
        let mut table = vec![vec![Tally::default(); engines]; engines];
        for game in games.split_whitespace() {
            let bytes = game.as_bytes();
            let [first, second] = [bytes[0], bytes[1]].map(|letter| usize::from(letter - b'a'));
            let half_points = if bytes[2] == b'+' { 2 } else { 1 };
            table[first][second].add(half_points);
            table[second][first].add(2 - half_points);
        }
        table
    }

    #[test]
    fn places_go_by_points_and_then_by_the_games_of_the_tied() {
        for (games, scale, expected) in [
            ("ab+ ac+ bc+", "1/0.5/0", "a1:2 b2:1 c3:0"),
            // Three draws are worth three points by one scale and six by another.
            ("ab= ac= ad= bc+ cd+ db+", "1/0.5/0", "a4:1.5 b1:1.5 c1:1.5 d1:1.5"),
            ("ab= ac= ad= bc+ cd+ db+", "3/2/1", "a4:6 b1:6 c1:6 d1:6"),
            ("ab= ac= ad= bc+ cd+ db+", "3/1/0", "b1:4 c1:4 d1:4 a4:3"),
            // Two with as many points: their own game decides.
            ("ab+ bc+ bd+ ca+ ad+ cd=", "1/0.5/0", "a1:2 b2:2 c3:1.5 d4:0.5"),
            // Three of which only two have met: it is no matter that one of these beat the other, and more wins decide.
            ("ab+ ad= ae= bd+ be+ cd+ ce+ fc+ df+ ef+", "1/0.5/0", "a3:2 b1:2 c1:2 d4:1.5 e4:1.5 f6:1"),
            // Of unequal numbers of games more points are no better: two of two are before three of five.
            ("ab+ ac+ bc+ bc+ bc+ cb+", "1/0.5/0", "a1:2 b2:3 c3:1"),
        ] {
            let letter = |engine: usize| char::from(b'a' + engine as u8);
            let number =
                games.split_whitespace().map(|game| game[..2].bytes().max().unwrap() - b'a').max().unwrap() + 1;
            let ranked = rank(&table(number.into(), games), &Placing::Points, PointScale::parse(scale).unwrap());
            let mut texts: Vec<String> = ranked
                .iter()
                .map(|place| format!("{}{}:{}", letter(place.engine), place.place, place.points))
                .collect();
            let mut wanted: Vec<&str> = expected.split(' ').collect();
            if ranked.windows(2).any(|pair| pair[0].place == pair[1].place) {
                texts.sort();
                wanted.sort();
            }
            assert_eq!(texts, wanted, "{games} by {scale}");
        }
    }

    #[test]
    fn every_shared_place_wants_a_deciding_game_when_all_are_over() {
        let names = ["one", "two", "three", "four"].map(str::to_string);
        let of = |games: &str, are_over| {
            cross_table(&names, &table(4, games), &Placing::Points, PointScale::default(), are_over)
        };
        let tied = "ab= ac+ ad+ bc+ bd+ cd=";
        let text = of(tied, true);
        let due = "place 1 is shared: a deciding game is due\nplace 3 is shared: a deciding game is due\n";
        assert!(text.ends_with(due) && text.contains("2.5"), "{text}");
        assert!(!of(tied, false).contains("shared"));
        let text = of("ab+ ac+ ad+ bc+ bd+ cd+", true);
        assert!(!text.contains("shared"), "{text}");
        assert!(text.lines().nth(1).unwrap().split_whitespace().eq(["1", "one", "3", "x", "1", "1", "1"]), "{text}");
    }

    #[test]
    fn names_in_wide_letters_keep_the_columns() {
        let names = ["五子棋引擎", "one"].map(str::to_string);
        let text = cross_table(&names, &table(2, "ab+"), &Placing::Points, PointScale::default(), false);
        assert!(text.lines().all(|line| terminal::columns(line) == 5 + 2 + 10 + 3 * (1 + COLUMN)), "{text}");
    }

    #[test]
    fn in_a_knock_out_who_came_further_is_before_who_has_more_points() {
        let names = ["one", "two", "three", "four"].map(str::to_string);
        // The second went on by time twice, after games that were even; the first has won its semi-final by 2 : 0.
        let games = table(4, "ac+ ac+ bd= db= bd= db= ab= ba= ab= ba=");
        let text = cross_table(&names, &games, &Placing::LastRound(vec![2, 3, 1, 1]), PointScale::default(), true);
        let places: Vec<Vec<&str>> =
            text.lines().skip(1).map(|line| line.split_whitespace().take(3).collect()).collect();
        let expected = [["1", "two", "4"], ["2", "one", "4"], ["3", "three", "0"], ["3", "four", "2"]];
        assert_eq!(places, expected, "{text}");
        assert!(!text.contains("deciding game") && !text.contains("as many points"), "{text}");
    }

    #[test]
    fn games_that_need_not_be_played_are_won() {
        let names = ["one", "two", "three"].map(str::to_string);
        let bye = Tally { wins: 2, ..Tally::default() };
        let swiss = Placing::Swiss { byes: vec![bye, Tally::default(), bye], meeting: 2 };
        let games = table(3, "ab+ ab+ bc= cb=");
        let text = cross_table(&names, &games, &swiss, PointScale::parse("3/1/0").unwrap(), true);
        let rows: Vec<&str> = text.lines().skip(1).map(str::trim_start).collect();
        assert!(rows[0].starts_with("1  one  ") && rows[0].contains(" 12 "), "{text}");
        assert!(rows[1].starts_with("2  three  ") && rows[1].ends_with("  6 for nobody to meet"), "{text}");
        assert!(rows[2].split_whitespace().eq(["3", "two", "2", "0", "2", "x"]), "{text}");
        // Nobody to meet is somebody with as many points.
        let text = cross_table(&names, &table(3, "ab+ ab+ cb+ cb+"), &swiss, PointScale::default(), true);
        assert_eq!(text.matches("Buchholz 4, Sonneborn-Berger 8  2 for nobody to meet\n").count(), 2, "{text}");
        assert!(text.ends_with("\nplace 1 is shared: a deciding game is due\n"), "{text}");
    }

    #[test]
    fn in_a_swiss_tournament_ties_are_broken_by_the_points_of_whom_one_has_met() {
        // Four have one point: b and c have met as strong opponents, but c has won against the stronger of them.
        let games = table(6, "ac+ bd+ ce+ ed+ fa+ fb+");
        let swiss = Placing::Swiss { byes: vec![Tally::default(); 6], meeting: 1 };
        let ranked = rank(&games, &swiss, PointScale::default());
        let rows: Vec<String> = ranked
            .iter()
            .map(|line| format!("{} {}: {}", line.place, char::from(b'a' + line.engine as u8), line.notes.join(", ")))
            .collect();
        let expected = [
            "1 f: ",
            "2 a: Buchholz 3, Sonneborn-Berger 1",
            "3 c: Buchholz 2, Sonneborn-Berger 1",
            "4 b: Buchholz 2, Sonneborn-Berger 0",
            "5 e: Buchholz 1, Sonneborn-Berger 0",
            "6 d: ",
        ];
        assert_eq!(rows, expected);
    }

    #[test]
    fn a_gauntlet_is_placed_by_points_per_game_and_needs_no_deciding_game() {
        let names = ["mine", "one", "two"].map(str::to_string);
        let games = table(3, "ab+ ab= ba+ ac+ ca= ca+ ca+");
        let text = cross_table(&names, &games, &Placing::Gauntlet, PointScale::default(), true);
        let rows: Vec<Vec<&str>> = text.lines().skip(1).map(|line| line.split_whitespace().take(3).collect()).collect();
        assert_eq!(rows, [["1", "two", "2.5"], ["2", "one", "1.5"], ["3", "mine", "3"]], "{text}");
        assert!(text.contains("  of 7 games\n") && text.contains("  of 3 games\n"), "{text}");
        // Whom nobody but the first has met share a place, and that is all.
        let text = cross_table(&names, &table(3, "ab+ ba+ ac= ca="), &Placing::Gauntlet, PointScale::default(), true);
        assert!(!text.contains("deciding"), "{text}");
    }
}
