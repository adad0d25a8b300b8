//! Suites: files of positions with what is right in each.

use std::path::Path;

use anyhow::{Context, Result, anyhow, bail, ensure};
use tengen_engine::game::Game;
use tengen_engine::point::{Point, Rows};
use tengen_engine::score::Score;

use crate::cli::{parse_rule, parse_size};
use crate::files;
use crate::output::CommandAnswer;
use crate::position;
use crate::shard::Shard;
use crate::terminal::shortened;
use crate::units::counted;

/// Rows of a suite are counted from here.
pub(crate) const ROWS: Rows = Rows::FromBottom;

/// A position with what is right in it.
pub(crate) struct Problem {
    /// The position.
    pub game: Game,
    /// What is right.
    pub expected: Expected,
    /// What the file says of it.
    pub remark: String,
}

/// What is right.
pub(crate) enum Expected {
    /// One of these moves.
    Best(Vec<Point>),
    /// None of these moves.
    Avoid(Vec<Point>),
    /// A proof that the side to move wins.
    Win,
}

impl Expected {
    /// Whether this move with this score is right.
    pub(crate) fn is_met(&self, point: Point, score: Score) -> bool {
        match self {
            Expected::Best(points) => points.contains(&point),
            Expected::Avoid(points) => !points.contains(&point),
            Expected::Win => score.is_win(),
        }
    }

    /// It in words, for tables.
    pub(crate) fn describe(&self, game: &Game) -> String {
        let points = |points: &[Point]| position::line(points, game.size(), ROWS);
        match self {
            Expected::Best(best) => points(best),
            Expected::Avoid(bad) => format!("not {}", points(bad)),
            Expected::Win => "win".to_string(),
        }
    }
}

/// The positions of a file.
pub(crate) fn read(path: &Path) -> Result<Vec<Problem>> {
    let text = files::read_text(path)?;
    parse(&text, &files::shown_path(path).to_string())
}

/// Whether all positions were solved that were asked for.
pub(crate) fn answer(solved: usize, asked: usize) -> CommandAnswer {
    match asked - solved {
        0 => CommandAnswer::Yes,
        left => CommandAnswer::No(Some(anyhow!("not solved: {left} of {asked}"))),
    }
}

/// Those of all positions of a file that belong to a shard, with their numbers, from 1.
pub(crate) fn of_shard(all: Vec<Problem>, path: &Path, shard: Shard) -> Result<Vec<(usize, Problem)>> {
    let held = counted(all.len(), "position");
    let problems: Vec<_> = (1..).zip(all).filter(|(number, _)| shard.owns(number - 1)).collect();
    ensure!(!problems.is_empty(), "shard {shard} is empty: {} holds {held}", files::shown_path(path));
    Ok(problems)
}

fn parse(text: &str, name: &str) -> Result<Vec<Problem>> {
    let problems: Result<Vec<Problem>> = files::numbered_lines(text)
        .map(|(number, line)| {
            let fault = |why: anyhow::Error| anyhow!("{name}, line {number}: {}", shortened(&format!("{why:#}")));
            problem(line).map_err(fault)
        })
        .collect();
    let problems = problems?;
    ensure!(!problems.is_empty(), "{name} holds no position");
    Ok(problems)
}

/// One line.
pub(crate) fn problem(line: &str) -> Result<Problem> {
    let mut words = line.split_whitespace();
    let mut next = |what: &str| words.next().with_context(|| format!("{what} is missing"));
    let word = next("the rule")?;
    let rule = parse_rule(word).map_err(|why| anyhow!("\"{word}\": {why}"))?;
    let word = next("the size")?;
    let size = parse_size(word).map_err(|why| anyhow!("\"{word}\": {why}"))?;
    let moves = next("the list of moves (- for none)")?;
    let game = Game::from_text(rule, size, if moves == "-" { "" } else { moves }, ROWS)?;
    if let Some(outcome) = game.result() {
        bail!("the game is over: {outcome}");
    }
    let kind = next("what is expected (best, avoid or win)")?;
    let mut points = || -> Result<Vec<Point>> {
        let list = next("the list of points")?;
        list.split(',')
            .map(|word| {
                let point = Point::parse(word, size, ROWS).filter(|point| game.empty_points().any(|p| p == *point));
                point.with_context(|| format!("\"{word}\" is no empty point"))
            })
            .collect()
    };
    let expected = match kind {
        "best" => Expected::Best(points()?),
        "avoid" => Expected::Avoid(points()?),
        "win" => Expected::Win,
        _ => bail!("\"{kind}\" stands where best, avoid or win belongs"),
    };
    Ok(Problem { game, expected, remark: words.collect::<Vec<_>>().join(" ") })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suites_are_read_and_mistakes_are_named_with_their_line() {
        let text = "# remark\n\n renju 15 h8i9 best h7,h9 two good ones \r\ncaro 20x15 - avoid a1\nstandard 9 e5 win\n";
        let problems = parse(text, "x.txt").unwrap();
        assert_eq!(problems.len(), 3);
        assert_eq!(problems[0].remark, "two good ones");
        let at = |x, y| Point::new(x, y);
        assert!(
            problems[0].expected.is_met(at(7, 6), Score::DRAW) && !problems[0].expected.is_met(at(7, 5), Score::DRAW)
        );
        assert!(
            problems[1].expected.is_met(at(0, 0), Score::DRAW) && !problems[1].expected.is_met(at(0, 14), Score::DRAW)
        );
        assert!(
            problems[2].expected.is_met(at(0, 0), Score::win_in(5))
                && !problems[2].expected.is_met(at(0, 0), Score::DRAW)
        );
        for (line, complaint) in [
            ("chess 15 - win", "\"chess\": no such rule"),
            ("renju 4 - win", "\"4\": a side has 5 to 22"),
            ("renju 15", "the list of moves (- for none) is missing"),
            ("renju 15 h8h8 win", "move 2 (h8) cannot be played"),
            ("renju 15 h8", "what is expected"),
            ("renju 15 h8 good h9", "\"good\" stands where"),
            ("renju 15 h8 best", "the list of points is missing"),
            ("renju 15 h8 best h8", "\"h8\" is no empty point"),
            ("renju 15 h8 avoid h9,z9", "\"z9\" is no empty point"),
            ("freestyle 15 a1a2b1b2c1c2d1d2e1 win", "the game is over: Black wins"),
        ] {
            let error = format!("{:#}", parse(&format!("# one\n{line}"), "x.txt").err().expect(line));
            assert!(error.starts_with("x.txt, line 2: ") && error.contains(complaint), "{line}: {error}");
        }
        assert!(parse("# nothing\n", "x.txt").is_err());
        let path = std::env::temp_dir().join(format!("tengen-{}-suite.txt", std::process::id()));
        std::fs::write(&path, "renju 15 - best h8\n").unwrap();
        let error =
            of_shard(read(&path).unwrap(), &path, "2/2".parse().unwrap()).err().expect("of one position").to_string();
        assert_eq!(error, format!("shard 2/2 is empty: {} holds 1 position", path.display()));
        std::fs::remove_file(path).unwrap();
        // Something else than a suite may be one line of any length.
        let word = "x".repeat(1 << 20);
        for before in ["", "renju ", "renju 15 h8 ", "renju 15 - best "] {
            let error = format!("{:#}", parse(&format!("{before}{word}"), "x.txt").err().expect(before));
            assert!(error.starts_with("x.txt, line 1: ") && error.len() < 200, "{error}");
        }
    }
}
