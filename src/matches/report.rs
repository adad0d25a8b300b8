//! The report of a match: one page that holds its data, its drawing and nothing from anywhere else.

use std::path::Path;

use anyhow::Result;
use serde_json::{Value, json};
use tengen_engine::color::Color;
use tengen_engine::opening::Pattern;
use tengen_engine::point::Rows;

use crate::cli::{OpeningRuleArg, PointScale, RoundForm};
use crate::matches::ranking::{self, TablePlace};
use crate::matches::record::{End, GameRecord, winner};
use crate::matches::referee;
use crate::matches::setup::{MatchConditions, Setup};
use crate::matches::standings::{HeadToHead, Standings, rating_text};
use crate::report;
use crate::statistics::Estimate;

/// The page, with a place for the data.
const PAGE: &str = include_str!("report.html");

/// Writes the report, with a table by a scale of points.
///
/// # Errors
/// The file that cannot be written.
pub(super) fn write(
    path: &Path,
    setup: &Setup,
    standings: &Standings,
    games: &[GameRecord],
    scale: PointScale,
) -> Result<()> {
    report::write(path, PAGE, &data(setup, standings, games, scale))
}

fn data(setup: &Setup, standings: &Standings, games: &[GameRecord], scale: PointScale) -> Value {
    let conditions = &setup.conditions;
    let number = setup.engines.len();
    let mut engines: Vec<Value> = (0..number).map(|engine| describe(setup, standings, engine)).collect();
    if number > 2 {
        for (engine, rating) in engines.iter_mut().zip(standings.ratings()) {
            engine["rating"] = json!(rating.map(rating_text));
        }
    }
    let cross: Vec<Vec<Value>> = (0..number)
        .map(|engine| (0..number).map(|opponent| score(standings.between(engine, opponent))).collect())
        .collect();
    let sprt = setup.stopping_test().filter(|_| number == 2).map(|sprt| {
        let pairs = standings.between(0, 1).pairs;
        let ((lower, upper), verdict) = (sprt.bounds(), sprt.verdict(pairs));
        json!({
            "elo0": sprt.elo0, "elo1": sprt.elo1, "lower": lower, "upper": upper,
            "ratio": sprt.ratio(pairs), "verdict": verdict, "text": verdict.to_string(),
        })
    });
    let (form, shard) = (setup.plan.form(), setup.plan.shard());
    let placing = setup.placing(games);
    let table = standings.table(&placing, scale);
    let is_over = setup.is_over(games);
    json!({
        "rule": conditions.rules.kind.name(),
        "openingRule": conditions.opening_rule.map(OpeningRuleArg::title),
        "width": conditions.size.width(),
        "height": conditions.size.height(),
        "rowsFromTop": conditions.rows == Rows::FromTop,
        "dots": report::dots(conditions.size),
        "form": form.map(|form| form.to_string()),
        "planned": setup.planned_here(),
        // What is even in a knock-out is played again.
        "atLeast": form == Some(RoundForm::Knockout) && !is_over,
        "shard": (!shard.is_whole()).then_some(shard),
        "engines": engines,
        "table": table.iter().map(place).collect::<Vec<_>>(),
        "undecided": ranking::undecided(&table, &placing, is_over),
        "cross": cross,
        "bracket": setup.rounds_text(games),
        "sprt": sprt,
        "games": games.iter().map(|record| game(record, conditions)).collect::<Vec<_>>(),
    })
}

/// A line of the table: which engine, its place and its points, with what there is to know of them.
fn place(line: &TablePlace) -> Value {
    json!({ "engine": line.engine, "place": line.place, "points": line.points, "notes": line.notes })
}

fn describe(setup: &Setup, standings: &Standings, index: usize) -> Value {
    let engine = &setup.engines[index];
    let conduct = standings.conduct(index);
    let mut value = score(standings.against_all(index));
    let more = json!({
        "name": engine.name,
        "command": engine.command,
        "folder": engine.folder.as_ref().map(|folder| folder.display().to_string()),
        "limits": engine.limits(),
        "asBlack": conduct.as_black.to_string(),
        "asWhite": conduct.as_white.to_string(),
        "ms": conduct.mean_ms(),
        "slowest": conduct.slowest_ms,
        "depth": conduct.depth(),
        "nodes": conduct.nodes(),
        "speed": conduct.speed(),
        "over": conduct.over_text(),
        "faults": conduct.faults_text(),
        "noted": conduct.noted,
    });
    if let (Value::Object(value), Value::Object(more)) = (&mut value, more) {
        value.extend(more);
    }
    value
}

fn score(score: HeadToHead) -> Value {
    // JSON knows no infinity; the page shows a missing end as one, and takes the sign of a missing middle from the text.
    let (elo, low, high) = score.estimate().map_or((f64::NAN, f64::NAN, f64::NAN), |estimate| estimate.elo());
    json!({
        "games": score.games.games(),
        // As text they are rounded as on the terminal.
        "percent": format!("{:.1}", score.games.percent()),
        "results": score.games.to_string(),
        "pairs": score.pairs,
        "elo": elo, "low": low, "high": high,
        "text": score.estimate().map(|estimate| estimate.to_string()),
        "superiority": score.estimate().map(Estimate::superiority_text),
    })
}

/// The opening of Renju that a game began with, by all its names.
fn opening_name(record: &GameRecord) -> Option<String> {
    let pattern: Pattern = record.pattern.as_ref()?.parse().ok()?;
    Some(format!("{pattern} {} {} ({})", pattern.kanji(), pattern.japanese(), pattern.english()))
}

/// A game in as few letters as possible: a long match has millions of moves.
fn game(record: &GameRecord, conditions: &MatchConditions) -> Value {
    let moves: Vec<Value> = record
        .moves
        .iter()
        .map(|played| json!([played.at, played.ms, played.thought.depth, played.thought.nodes, played.thought.score]))
        .collect();
    let is_noted = |color: &Color| referee::is_noted(record, *color);
    let mut value = json!({
        "n": record.game, "b": record.black, "w": record.white, "o": record.opening, "m": moves,
        "r": winner::word(record.winner), "e": record.end, "t": record.reason, "notes": record.notes,
        "noted": Color::ALL.into_iter().filter(is_noted).map(|color| record.name(color)).collect::<Vec<_>>(),
        "c": opening_name(record).into_iter().chain(record.choices.iter().map(ToString::to_string)).collect::<Vec<_>>(),
    });
    if let Some(stones) = winning_stones(record, conditions) {
        value["f"] = stones.into();
    }
    value
}

/// The stones of the rows by which a game was won, if it was by any.
fn winning_stones(record: &GameRecord, conditions: &MatchConditions) -> Option<String> {
    if record.end != End::Five {
        return None;
    }
    let stones = record.replay(conditions).ok()?.winning_row();
    Some(stones.iter().map(|point| point.to_text(conditions.size, conditions.rows)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matches::setup::tests::setup;

    #[test]
    fn the_table_is_that_of_the_terminal() {
        let setup = setup("-e a=x -e b=y -e c=z --games 2 --turn 1s").unwrap();
        for (games, scale, places, notes, undecided) in [
            ("ab+ ba= ac= ca= bc+ cb=", "1/0.5/0", [(1, 2.5), (2, 2.0), (3, 1.5)], [None; 2], None),
            ("ab+ ba= ac= ca= bc+ cb=", "3/1/0", [(1, 6.0), (2, 5.0), (3, 3.0)], [None; 2], None),
            // Two games are to come.
            (
                "ab+ ba= ac+ ca=",
                "1/0.5/0",
                [(1, 3.0), (2, 0.5), (2, 0.5)],
                [Some("of 4 games"), Some("of 2 games")],
                None,
            ),
            (
                "ab+ ba= ac+ ca= bc= cb=",
                "1/0.5/0",
                [(1, 3.0), (2, 1.5), (2, 1.5)],
                [None, Some("1 against those with as many points")],
                Some("place 2 is shared: a deciding game is due"),
            ),
        ] {
            let games: Vec<GameRecord> = games
                .split(' ')
                .zip(1..)
                .map(|(players, number): (&str, usize)| {
                    let winner = if players.ends_with('+') { "black" } else { "none" };
                    let game = json!({
                        "game": number, "black": &players[..1], "white": &players[1..2], "winner": winner,
                        "opening": "", "end": "five", "reason": "", "moves": [],
                    });
                    serde_json::from_value(game).unwrap()
                })
                .collect();
            let mut standings = Standings::new(&setup);
            games.iter().for_each(|game| standings.add(&setup, game));
            let data = data(&setup, &standings, &games, PointScale::parse(scale).unwrap());
            // Of those that share a place each has the same note.
            let lines = places.iter().enumerate().map(|(engine, (place, points))| {
                let notes = Vec::from_iter(notes[engine.min(1)]);
                json!({ "engine": engine, "place": place, "points": points, "notes": notes })
            });
            assert_eq!(data["table"], Value::Array(lines.collect()), "{scale}");
            assert_eq!(data["undecided"], json!(Vec::from_iter(undecided)), "{scale}");
            assert_eq!(data["games"][0]["r"], "black");
            assert_eq!(data["games"][3]["r"], "none");
        }
    }

    #[test]
    fn a_note_belongs_to_whom_it_is_about_and_the_state_of_a_test_is_told_in_words() {
        let setup = setup("-e a=x -e b=y --turn 1s --sprt 0,5").unwrap();
        let record = json!({
            "game": 1, "black": "a", "white": "b", "winner": "white", "opening": "", "end": "resignation", "reason": "",
            "moves": [{ "at": "e5", "ms": 1100.0, "over_ms": 100.0 }], "notes": ["b wrote to its standard error: x"],
        });
        let games: Vec<GameRecord> = vec![serde_json::from_value(record).unwrap()];
        let mut standings = Standings::new(&setup);
        standings.add(&setup, &games[0]);
        let data = data(&setup, &standings, &games, PointScale::default());
        assert_eq!(data["games"][0]["noted"], json!(["b"]));
        let over = [0, 1].map(|engine| data["engines"][engine]["over"].as_str().unwrap());
        assert_eq!(over, ["1 answer, by 100 ms at most", ""]);
        assert_eq!((&data["sprt"]["verdict"], &data["sprt"]["text"]), (&json!("open"), &json!("not decided")));
    }

    #[test]
    fn the_rows_that_won_are_all_that_win_under_the_rule() {
        // White's last stone makes a row of six and a column of five.
        let stones = "h1b5h2c5h4d5h5f5h7g5j1e1j2e2j4e3j5e4j7";
        for (rule, end, expected) in [
            ("freestyle", "five", Some("b5c5d5e1e2e3e4e5f5g5")),
            ("standard", "five", Some("e1e2e3e4e5")),
            ("standard", "resignation", None),
        ] {
            let setup = setup(&format!("-e a=x -e b=y --turn 1s --rule {rule}")).unwrap();
            let record = json!({
                "game": 1, "black": "a", "white": "b", "winner": "white", "opening": stones, "end": end, "reason": "",
                "moves": [{ "at": "e5", "ms": 1.0 }],
            });
            let game = game(&serde_json::from_value(record).unwrap(), &setup.conditions);
            let row = game["f"].as_str().map(|row| {
                let mut points: Vec<&str> = row.split_inclusive(|letter: char| letter.is_ascii_digit()).collect();
                points.sort_unstable();
                points.concat()
            });
            assert_eq!(row.as_deref(), expected, "{rule} {end}");
        }
    }

    #[test]
    fn the_text_has_the_sign_of_an_infinite_elo() {
        let setup = setup("-e a=x -e b=y --games 8 --turn 1s").unwrap();
        let mut standings = Standings::new(&setup);
        // A pair that a has won twice, and of three others the game that it has lost.
        for (number, players, winner) in
            [(1, "ab", "black"), (2, "ba", "white"), (3, "ab", "white"), (5, "ab", "white"), (7, "ab", "white")]
        {
            let game = json!({
                "game": number, "black": &players[..1], "white": &players[1..], "winner": winner,
                "opening": "", "end": "five", "reason": "", "moves": [],
            });
            let game: GameRecord = serde_json::from_value(game).unwrap();
            standings.add(&setup, &game);
        }
        let data = data(&setup, &standings, &[], PointScale::default());
        for (engine, percent, sign) in [(0_usize, "40.0", '+'), (1, "60.0", '-')] {
            let found = &data["engines"][engine];
            assert!(found["elo"].is_null() && found["percent"] == percent, "{found}");
            assert!(found["text"].as_str().unwrap().starts_with(sign), "{found}");
        }
    }
}
