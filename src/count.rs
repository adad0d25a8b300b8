//! Finished games of Go: what is given is read, counted, and shown in the form that was asked for.

mod json;
mod report;

use std::path::Path;

use anyhow::{Context, Error, Result, anyhow, bail, ensure};
use tengen_engine::color::{ByColor, Color};
use tengen_engine::picture;
use tengen_engine::point::Point;
use tengen_games::living::record::{self, Record};
use tengen_games::living::{self, Count, History, Marks, Names, Position, Quarters, Terms, drawing};

use crate::cli::{AutoDead, CountArgs, DeadProperty, HistoryArgs};
use crate::{files, output};

/// What is said of a file that is nothing that can be counted.
const NEITHER: &str = "this is neither SGF nor a drawn board";

/// Everything that is known when a position was counted.
struct Counted {
    count: Count,
    names: Names,
    /// The result that the file tells.
    told: Option<String>,
    /// What is to be known about file and count, a sentence each.
    warnings: Vec<String>,
}

/// Counts a position and shows what was found.
pub(crate) fn run(args: &CountArgs) -> Result<()> {
    let text = show(args, &files::read(&args.file)?).with_context(|| files::shown(&args.file).to_string())?;
    output::write(text);
    Ok(())
}

fn show(args: &CountArgs, bytes: &[u8]) -> Result<String> {
    let is_record = is_sgf(&args.file, bytes);
    let (mut position, record) = if is_record {
        let record = match args.game {
            None => record::read(bytes, args.gtp_letters),
            Some(number) => record::read_game(bytes, number as usize, args.gtp_letters),
        }?;
        (record.position.clone(), Some(record))
    } else {
        ensure!(args.game.is_none(), "--game is for records, and this is a drawn board");
        let text = files::text(bytes).context(NEITHER)?;
        let drawn = drawing::parse(report::without_verdict(&text)).map_err(|why| match picture::has_row(&text) {
            true => Error::from(why),
            false => anyhow!(NEITHER),
        });
        (drawn?, None)
    };
    let names = Names { size: position.goban.size(), without_i: args.gtp_letters };
    add_marks(args, &mut position, record.as_ref(), names)?;
    position.history = history(&args.history, position.history);
    let count = living::count(&position, &terms(args, record.as_ref())?, names)?;
    let mut warnings: Vec<String> =
        record.iter().flat_map(|record| &record.warnings).map(ToString::to_string).collect();
    warnings.extend(count.warnings().iter().map(ToString::to_string));
    let differs = record.as_ref().and_then(|record| record.territory_warning(&count, names));
    warnings.extend(differs.map(|warning| warning.to_string()));
    let counted = Counted { count, names, told: record.and_then(|record| record.result), warnings };
    if args.json {
        return Ok(json::object(&counted)? + "\n");
    }
    if args.sgf {
        counted.warnings.iter().for_each(|warning| output::complain(format_args!("note: {warning}")));
        let file = is_record.then_some((bytes, args.game.map_or(1, |number| number as usize)));
        return Ok(record::write(file, &position, &counted.count, &report::summary(&counted))?);
    }
    Ok(report::text(&counted, &args.method))
}

/// Whether a file is a record and no drawing, in which no bracket stands before a semicolon.
fn is_sgf(name: &str, bytes: &[u8]) -> bool {
    let is_named = Path::new(name).extension().is_some_and(|extension| extension.eq_ignore_ascii_case("sgf"));
    let text: Vec<u8> = bytes.iter().copied().filter(|byte| !byte.is_ascii_whitespace()).collect();
    is_named || text.windows(2).any(|pair| pair == b"(;")
}

/// Adds the marks of the command line to those of the file.
fn add_marks(args: &CountArgs, position: &mut Position, record: Option<&Record>, names: Names) -> Result<()> {
    let given = &args.marks;
    let Marks { dead, alive, eyes, roads, shared, neutral, links } = &mut position.marks;
    let [road_black, road_white] = &mut roads.0;
    let lists = [
        ("--dead", &given.dead, &mut *dead),
        ("--alive", &given.alive, alive),
        ("--eye", &given.eye, eyes),
        ("--road-black", &given.road_black, road_black),
        ("--road-white", &given.road_white, road_white),
        ("--shared", &given.shared, shared),
        ("--neutral", &given.neutral, neutral),
    ];
    for (option, words, list) in lists {
        list.extend(points(words.iter().map(String::as_str), names).context(option)?);
    }
    for link in &given.link {
        let ends = link.split_once('=').map(|(from, to)| points([from, to], names).context("--link"));
        match ends.transpose()?.as_deref() {
            Some(&[from, to]) => links.push((from, to)),
            _ => bail!("--link: \"{link}\" names no two points: write a3=c3"),
        }
    }
    if let Some(file) = &given.dead_from {
        let text = files::read_text(file)?;
        let words = text.split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty());
        dead.extend(points(words, names).with_context(|| files::shown_path(file).to_string())?);
    }
    if let (Some(DeadProperty::Ma), Some(record)) = (given.mark_dead, record) {
        dead.extend(&record.crossed);
    }
    if let Some(AutoDead::Safe) = given.auto_dead {
        let kept: Vec<Point> = alive.iter().flat_map(|&point| position.goban.chain(point)).collect();
        dead.extend(living::safely_dead(&position.goban).into_iter().filter(|point| !kept.contains(point)));
    }
    Ok(())
}

/// The points of names, a blank one being none.
fn points<'a>(words: impl IntoIterator<Item = &'a str>, names: Names) -> Result<Vec<Point>> {
    let words = words.into_iter().map(str::trim).filter(|word| !word.is_empty());
    let point =
        |word| names.parse(word).with_context(|| format!("\"{word}\" is no point of a board of {}", names.size));
    words.map(point).collect()
}

/// What happened before: the file's account with what the command line says instead.
fn history(args: &HistoryArgs, of_file: Option<History>) -> Option<History> {
    let captured = ByColor([args.captured_black, args.captured_white]);
    let pass_stones = ByColor([args.pass_stones_black, args.pass_stones_white]);
    if of_file.is_none() && captured.0.iter().chain(&pass_stones.0).all(Option::is_none) {
        return None;
    }
    let of_file = of_file.unwrap_or_default();
    let number = |given: ByColor<Option<u32>>, before: ByColor<u32>| {
        ByColor::from_fn(|color| given[color].unwrap_or(before[color]))
    };
    Some(History {
        captured: number(captured, of_file.captured),
        pass_stones: number(pass_stones, of_file.pass_stones),
        set_up: of_file.set_up,
    })
}

fn terms(args: &CountArgs, record: Option<&Record>) -> Result<Terms> {
    let given = &args.terms;
    let compensation = match (given.komi, record) {
        (Some(komi), _) => komi,
        (None, Some(record)) => record.compensation()?,
        (None, None) => Quarters::ZERO,
    };
    let handicap = given.handicap.or(record.map(|record| record.handicap)).unwrap_or(0);
    // Whoever has a handicap has begun.
    let begins_by_handicap = (given.handicap > Some(1)).then_some(Color::Black);
    let first = given.first.map(Color::from).or(begins_by_handicap).or(record.map(|record| record.first));
    Ok(Terms {
        first: first.unwrap_or(Color::Black),
        compensation,
        variant: given.variant.into(),
        neutral: given.neutral_policy.into(),
        handicap,
        handicap_pays: given.handicap_pays.into(),
    })
}
