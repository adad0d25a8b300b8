//! `sheet`: the score sheet of a game, or an empty form, as one page to print.

mod page;
mod record;
mod tree;

use std::path::Path;

use anyhow::{Context, Result, ensure};
use tengen_engine::game::Game;
use tengen_engine::point::Point;
use tengen_engine::record::format::FileFormat;
use tengen_engine::rule::RuleKind;

use crate::cli::{PositionArgs, SheetArgs, with_ten_after_swap};
use crate::files::Existing;
use crate::{files, output, position};
use record::{SheetHead, SheetRecord};

/// Makes the page.
pub(crate) fn run(args: &SheetArgs) -> Result<()> {
    args.output.as_deref().map_or(Ok(()), |path| output::check_writable(path, &[Path::new(&args.game)]))?;
    args.opening_rule.map(|rule| with_ten_after_swap(rule, args.ten_after_swap)).transpose()?;
    let mut record = read(args)?;
    complete(&mut record, args)?;
    let page = page::write(&record);
    match &args.output {
        Some(path) => files::write(path, page.as_bytes(), Existing::Replace),
        None => {
            output::write(page);
            Ok(())
        }
    }
}

/// The game that is meant, as its record tells it.
fn read(args: &SheetArgs) -> Result<SheetRecord> {
    let given = args.game.as_str();
    if begins_with_a_seat(given) {
        return record::of_actions(args, given).with_context(|| format!("\"{given}\""));
    }
    if given != files::STANDARD && !Path::new(given).is_file() {
        return Ok(SheetRecord::of_game(&position::read(&positioned(args, given))?, args.rows.into()));
    }
    let extension = Path::new(given).extension().and_then(|extension| extension.to_str());
    of_bytes(args, &files::read(given)?, extension).with_context(|| files::shown(given).to_string())
}

/// The game of a file or of the standard input.
fn of_bytes(args: &SheetArgs, bytes: &[u8], extension: Option<&str>) -> Result<SheetRecord> {
    if let Some(text) = std::str::from_utf8(bytes).ok().filter(|text| begins_with_a_seat(text)) {
        return record::of_actions(args, text);
    }
    let heading = std::str::from_utf8(bytes).ok().and_then(|text| text.lines().find_map(position::parse_heading));
    let positioned =
        PositionArgs { rule: args.rule.or(heading).or(Some(RuleKind::Renju)), ..positioned(args, &args.game) };
    match FileFormat::recognise(bytes, extension).filter(|&format| format != FileFormat::Moves) {
        Some(format) => tree::sheet(args, &position::tree(&positioned, format, bytes)?),
        None => Ok(SheetRecord::of_game(&position::parse(&positioned, bytes, extension)?, args.rows.into())),
    }
}

fn positioned(args: &SheetArgs, position: &str) -> PositionArgs {
    let rule = Some(args.rule.unwrap_or(RuleKind::Renju));
    let position = vec![position.to_string()];
    PositionArgs { position, rule, moves: None, game: args.number, size: args.size, rows: args.rows }
}

/// Whether a text is in the notation of openings.
fn begins_with_a_seat(text: &str) -> bool {
    let mut letters = text.trim_start().chars();
    matches!(letters.next(), Some('A' | 'B' | 'a' | 'b')) && letters.as_str().trim_start().starts_with(':')
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

/// Points of a list, each of which is empty or the fifth stone.
fn points(record: &SheetRecord, text: &str) -> Result<Vec<Point>> {
    let list = Game::from_text(RuleKind::Freestyle, record.size, text, record.rows)?;
    let points: Vec<Point> = list.moves().iter().map(|played| played.point).collect();
    for &point in &points {
        let stone = record.stones().find(|stone| stone.point == point);
        let is_fifth = stone.is_none_or(|stone| stone.number == Some(record::FIFTH));
        ensure!(is_fifth, "{} was taken before the fifth stone", point.to_text(record.size, record.rows));
    }
    Ok(points)
}
