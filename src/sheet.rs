//! `sheet`: the score sheet of a game, or an empty form, as one page to print.

mod line;
mod page;
mod record;
mod tree;

use std::path::Path;

use anyhow::{Context, Error, Result, anyhow, bail, ensure};
use tengen_engine::charset::Charset;
use tengen_engine::opening::{Opening, OpeningRule};
use tengen_engine::point::{Point, PointList};

use crate::actions::begins_with_a_seat;
use crate::cli::{PositionArgs, SheetArgs, with_ten_after_swap};
use crate::files::{self, Existing, targets};
use crate::game_numbers::GameNumbers;
use crate::output;
use crate::position::{Given, PositionQuery, PositionSource};
use record::{SheetHead, SheetRecord};

/// Makes the page.
pub(crate) fn run(args: &SheetArgs) -> Result<()> {
    targets::check_targets(args.output.as_deref(), Existing::PAGE, &[Path::new(&args.game)])?;
    let opening_rule = args.opening_rule.map(|rule| with_ten_after_swap(rule, args.ten_after_swap)).transpose()?;
    let mut record = read(args, opening_rule)?;
    complete(&mut record, args)?;
    if let Some(rule) = opening_rule {
        check(&record, rule, args);
    }
    let page = page::write(&record);
    files::deliver(args.output.as_deref(), &page, Existing::PAGE)
}

/// The game that is meant, as its record tells it.
fn read(args: &SheetArgs, opening_rule: Option<OpeningRule>) -> Result<SheetRecord> {
    let given = args.game.as_str();
    if begins_with_a_seat(given) {
        return record::of_actions(args, opening_rule, given);
    }
    let position = positioned(args);
    let query = PositionQuery { args: &position, usual: record::usual_rule(opening_rule) };
    match query.given(given)? {
        Given::Moves(_) | Given::Database(_) => SheetRecord::of_game(&query.read()?, args.rows.into()),
        file => of_file(args, opening_rule, query, file).with_context(|| files::shown(given).to_string()),
    }
}

/// The game of a file or of the standard input.
fn of_file(
    args: &SheetArgs,
    opening_rule: Option<OpeningRule>,
    query: PositionQuery<'_>,
    file: Given<'_>,
) -> Result<SheetRecord> {
    let bytes = file.bytes()?;
    let text = Charset::text_of(&bytes, Some(Charset::UTF_8)).ok();
    if let Some(text) = text.filter(|text| begins_with_a_seat(text)) {
        return record::of_actions(args, opening_rule, &text);
    }
    match query.recognise(&bytes, file.extension())? {
        PositionSource::Record(tree) => tree::sheet(args, opening_rule, &tree),
        PositionSource::Position(game) => SheetRecord::of_game(&game, args.rows.into()),
    }
}

/// The game as other commands are given a position.
fn positioned(args: &SheetArgs) -> PositionArgs {
    let position = vec![args.game.clone()];
    PositionArgs {
        position,
        rule: args.rule,
        moves: None,
        game: args.number.map(GameNumbers::One),
        size: args.size,
        rows: args.rows,
    }
}

/// Puts in what the command line says beside the game: it is worth more than the record.
fn complete(record: &mut SheetRecord, args: &SheetArgs) -> Result<()> {
    let given = [
        (SheetHead::Event, &args.event),
        (SheetHead::Place, &args.place),
        (SheetHead::Round, &args.round),
        (SheetHead::Date, &args.date),
        (SheetHead::Black, &args.black),
        (SheetHead::White, &args.white),
        (SheetHead::Clock, &args.clock),
        (SheetHead::BlackClock, &args.black_clock),
        (SheetHead::WhiteClock, &args.white_clock),
        (SheetHead::Result, &args.result),
    ];
    for (head, text) in given {
        if let Some(text) = text {
            record.head.insert(head, text.clone());
        }
    }
    if let Some(rule) = args.rule {
        record.head.entry(SheetHead::Rule).or_insert_with(|| record::rule_name(rule).to_string());
    }
    if let Some(rule) = args.opening_rule {
        record.head.insert(SheetHead::OpeningRule, rule.title());
    }
    if let Some(text) = &args.offered {
        record.offered = points(record, text).with_context(|| format!("--offered \"{text}\""))?;
    }
    Ok(())
}

/// Tells where a game does not keep to its opening rule. It is printed as it was played.
fn check(record: &SheetRecord, rule: OpeningRule, args: &SheetArgs) {
    let stones: Vec<Point> = record.moves.iter().filter_map(|made| made.point).collect();
    let opening = Opening::new(rule, args.rule.unwrap_or(rule.usual_rule()), record.size, args.same.into());
    let checked =
        opening.map_err(Error::from).and_then(|opening| line::check(opening, &stones, &record.offered, record.rows));
    if let Err(why) = checked {
        output::complain(format_args!("note: this is no opening of {}: {why}", rule.title()));
    }
}

/// Points of a list, each of which was empty before the fifth stone; that is among them.
fn points(record: &SheetRecord, text: &str) -> Result<Vec<Point>> {
    let mut points: Vec<Point> = Vec::new();
    for read in PointList::new(text, record.size, record.rows) {
        let (_, point) =
            read.map_err(|no_point| anyhow!("\"{}\" is no point of a board of {}", no_point.word(), record.size))?;
        let name = point.to_text(record.size, record.rows);
        let is_earlier = |number: Option<usize>| number.is_none_or(|number| number < record::FIFTH);
        let is_taken = record.stones().any(|stone| stone.point == point && is_earlier(stone.number));
        ensure!(!is_taken, "{name} was taken before the fifth stone");
        ensure!(!points.contains(&point), "{name} is there twice");
        points.push(point);
    }
    let fifth = record.stones().find(|stone| stone.number == Some(record::FIFTH)).map(|stone| stone.point);
    if let Some(fifth) = fifth.filter(|fifth| !points.contains(fifth)) {
        bail!("{}, the fifth stone, is not among them", fifth.to_text(record.size, record.rows));
    }
    Ok(points)
}
