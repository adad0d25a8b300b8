//! The table of a tournament: points by a scale, with ties broken as rules of tournaments do, or how far each came in a
//! knock-out.

use crate::cli::PointScale;
use crate::statistics::Tally;
use crate::terminal;

/// By what engines are placed.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Placing {
    /// By points, those of the games that an engine need not play included: they count as won.
    Points {
        /// These games of each engine.
        byes: Vec<Tally>,
    },
    /// By the last round of a knock-out that each engine came to. Who is out since the same round shares a place.
    LastRound(Vec<usize>),
}

impl Placing {
    fn byes(&self, engine: usize) -> Tally {
        match self {
            Placing::Points { byes } => byes[engine],
            Placing::LastRound(_) => Tally::default(),
        }
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
    /// What else there is to know of its points: how many it has from the games against those with as many, where they all
    /// have met as often and points decide, and how many for having nobody to meet.
    pub notes: Vec<String>,
}

/// The table: the most points first; of equal ones the most in the games against each other, where they all have met as
/// often, and then the most wins. In a knock-out who came furthest first. `games[i][j]` are those of engine `i` against `j`.
pub(super) fn rank(games: &[Vec<Tally>], placing: &Placing, scale: PointScale) -> Vec<TablePlace> {
    let number = games.len();
    let sum = |engine: usize, against: &dyn Fn(usize) -> bool| -> u32 {
        (0..number).filter(|&other| against(other)).map(|other| scale.half_points(games[engine][other])).sum()
    };
    let of_byes = |engine: usize| scale.half_points(placing.byes(engine));
    let points: Vec<u32> = (0..number).map(|engine| sum(engine, &|_| true) + of_byes(engine)).collect();
    let have_met_alike = |engine: usize| {
        let tied: Vec<usize> = (0..number).filter(|&other| points[other] == points[engine]).collect();
        let met = |one: usize, other: usize| games[one][other].games();
        // None where it is alone: nobody meets himself.
        let usual = met(tied[0], tied[tied.len() - 1]);
        usual > 0 && tied.iter().all(|&one| tied.iter().all(|&other| one == other || met(one, other) == usual))
    };
    let by_points = matches!(placing, Placing::Points { .. });
    let mutual: Vec<Option<u32>> = (0..number)
        .map(|engine| {
            let counts = by_points && have_met_alike(engine);
            counts.then(|| sum(engine, &|other| points[other] == points[engine]))
        })
        .collect();
    let won = |engine: usize| games[engine].iter().map(|tally| tally.wins).sum::<u32>() + placing.byes(engine).wins;
    let wins: Vec<u32> = (0..number).map(won).collect();
    let key = |engine: usize| match placing {
        Placing::Points { .. } => [points[engine], mutual[engine].unwrap_or(0), wins[engine]],
        Placing::LastRound(rounds) => [rounds[engine] as u32, 0, 0],
    };
    let whole = |half_points: u32| f64::from(half_points) / 2.0;
    let notes = |engine: usize| -> Vec<String> {
        let mutual = mutual[engine].map(|points| format!("{} against those with as many points", whole(points)));
        let has_bye = placing.byes(engine).games() > 0;
        mutual.into_iter().chain(has_bye.then(|| format!("{} for nobody to meet", whole(of_byes(engine))))).collect()
    };
    let mut order: Vec<usize> = (0..number).collect();
    order.sort_by_key(|&engine| std::cmp::Reverse(key(engine)));
    order
        .iter()
        .map(|&engine| TablePlace {
            engine,
            place: 1 + order.iter().filter(|&&other| key(other) > key(engine)).count(),
            points: whole(points[engine]),
            notes: notes(engine),
        })
        .collect()
}

/// What is still to be decided when all games `are_over`: the places that several share by points.
pub(super) fn undecided(table: &[TablePlace], placing: &Placing, are_over: bool) -> Vec<String> {
    if !are_over || !matches!(placing, Placing::Points { .. }) {
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
                _ => (f64::from(scale.half_points(between)) / 2.0).to_string(),
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
            ("ab+ ad= ae= bd+ be+ cd+ ce+", "1/0.5/0", "a3:2 b1:2 c1:2 d4:0.5 e4:0.5"),
        ] {
            let letter = |engine: usize| char::from(b'a' + engine as u8);
            let number =
                games.split_whitespace().map(|game| game[..2].bytes().max().unwrap() - b'a').max().unwrap() + 1;
            let placing = Placing::Points { byes: vec![Tally::default(); number.into()] };
            let ranked = rank(&table(number.into(), games), &placing, PointScale::parse(scale).unwrap());
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
        let none = Placing::Points { byes: vec![Tally::default(); 4] };
        let of = |games: &str, are_over| cross_table(&names, &table(4, games), &none, PointScale::default(), are_over);
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
        let none = Placing::Points { byes: vec![Tally::default(); 2] };
        let text = cross_table(&names, &table(2, "ab+"), &none, PointScale::default(), false);
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
        let byes = vec![Tally::default(), Tally::default(), Tally { wins: 2, ..Tally::default() }];
        let (games, byes) = (table(3, "ab+ ab+ bc= cb="), Placing::Points { byes });
        let text = cross_table(&names, &games, &byes, PointScale::parse("3/1/0").unwrap(), true);
        let rows: Vec<&str> = text.lines().skip(1).map(str::trim_start).collect();
        assert!(rows[0].starts_with("1  three") && rows[0].ends_with("  6 for nobody to meet"), "{text}");
        assert!(rows[1].split_whitespace().eq(["2", "one", "6", "-", "x", "6"]), "{text}");
        // Of those with as many points who won more is before the others: the first has won one game, the third two.
        let text = cross_table(&names, &table(3, "ab+ ab= ab="), &byes, PointScale::default(), true);
        let rows: Vec<&str> = text.lines().skip(1).map(str::trim_start).collect();
        assert!(rows[0].starts_with("1  three") && rows[1].starts_with("2  one"), "{text}");
    }
}
