//! Records of the Smart Game Format as score sheets: the first game of a file, along its main line.

use anyhow::{Context, Result, anyhow, bail};
use tengen_engine::color::Color;
use tengen_engine::game::Game;
use tengen_engine::point::{BoardSize, Point};
use tengen_engine::rule::RuleKind;
use tengen_engine::sgf::{Collection, Node, Value};

use crate::cli::SheetArgs;
use crate::sheet::record::{FIFTH, Made, SheetHead, SheetRecord};

/// Properties that are texts of the head.
const HEADS: [(&str, SheetHead); 7] = [
    ("EV", SheetHead::Event),
    ("PC", SheetHead::Place),
    ("RO", SheetHead::Round),
    ("DT", SheetHead::Date),
    ("PB", SheetHead::Black),
    ("PW", SheetHead::White),
    ("ON", SheetHead::OpeningRule),
];
/// The name of a variation that is a fifth which was offered and not picked.
const REFUSED: &str = "5A";
const SECONDS_OF_A_MINUTE: u64 = 60;

/// The sheet of the first game of a file.
pub(super) fn read(args: &SheetArgs, bytes: &[u8]) -> Result<SheetRecord> {
    let file = Collection::from_bytes(bytes)?;
    let root = file.games().next().context("no game")?;
    let size = match root.size()? {
        Some((width, height)) => BoardSize::new(width.into(), height.into())
            .with_context(|| format!("a board of {width}x{height} is not played on"))?,
        None => args.size.or(BoardSize::square(15)).context("15 is a size")?,
    };
    if let Some(asked) = args.size.filter(|&asked| asked != size) {
        bail!("the record is on {size} and not on {asked}");
    }
    let named = root.value("RU").and_then(|value| RuleKind::from_name(value.simple_text().trim()));
    let rule = args.rule.or(named).unwrap_or(RuleKind::Renju);
    let mut record = SheetRecord::new(size, args.rows.into());
    for (name, head) in HEADS {
        if let Some(text) = text(root, name) {
            record.head.insert(head, text);
        }
    }
    if let Some(clock) = clock(root)? {
        record.head.insert(SheetHead::Clock, clock);
    }
    if let Some(result) = text(root, "RE").and_then(|text| result(&text)) {
        record.head.insert(SheetHead::Result, result);
    }
    let game = moves(root, &mut record, rule)?;
    record.judge(&game);
    Ok(record)
}

/// Reads stones and moves of the main line into the record; the game is what they make by the rule.
fn moves(root: Node<'_>, record: &mut SheetRecord, rule: RuleKind) -> Result<Game> {
    let size = record.size;
    let mut game = Game::new(rule, size);
    for node in root.main_line() {
        for (name, color) in [("AB", Color::Black), ("AW", Color::White)] {
            for (x, y) in node.places(name)? {
                let at = || format!("{}: a stone of {name}", node.location());
                let point =
                    size.point(x.into(), y.into()).ok_or_else(|| anyhow!("not on the board")).with_context(at)?;
                game.set_up(color, point).with_context(at)?;
                record.set_up.push((color, point));
            }
        }
        for (name, color, left, head) in
            [("B", Color::Black, "BL", SheetHead::BlackClock), ("W", Color::White, "WL", SheetHead::WhiteClock)]
        {
            let clock = node.value(left).map(|value| value.number::<f64>()).transpose()?.map(minutes);
            if let Some(clock) = &clock {
                record.head.insert(head, format!("{clock} left"));
            }
            for value in node.values(name) {
                let at = || format!("{}: move {}", value.location(), record.moves.len() + 1);
                let point = place(&value, size).with_context(at)?;
                match point {
                    Some(point) => game.place(color, point).with_context(at)?,
                    None => game.set_to_move(!color),
                }
                record.moves.push(Made { color, point, clock: clock.clone() });
                if point.is_some() && record.moves.len() == FIFTH {
                    record.offered = refused(node, size)?;
                    let others = !record.offered.is_empty();
                    record.offered.splice(0..0, point.filter(|_| others));
                }
            }
        }
    }
    Ok(game)
}

/// The place of a move, or none when it is a pass: no letters, or `tt` on a board on which there is no such point.
fn place(value: &Value<'_>, size: BoardSize) -> Result<Option<Point>> {
    let raw = value.raw().trim();
    if raw.is_empty() || (raw == "tt" && size.width().max(size.height()) < 20) {
        return Ok(None);
    }
    let (x, y) = value.place()?;
    let point = size.point(x.into(), y.into()).with_context(|| format!("\"{raw}\" is not on a board of {size}"))?;
    Ok(Some(point))
}

/// The fifths beside this one that were offered and not picked.
fn refused(node: Node<'_>, size: BoardSize) -> Result<Vec<Point>> {
    let siblings = node.parent().into_iter().flat_map(|parent| parent.children().skip(1));
    let offered = siblings.filter(|sibling| text(*sibling, "N").is_some_and(|name| name.starts_with(REFUSED)));
    let mut points = Vec::new();
    for sibling in offered {
        if let Some(value) = sibling.value("B") {
            points.extend(place(&value, size).with_context(|| value.location().to_string())?);
        }
    }
    Ok(points)
}

fn text(node: Node<'_>, name: &str) -> Option<String> {
    let text = node.value(name)?.simple_text().trim().to_string();
    Some(text).filter(|text| !text.is_empty())
}

/// Main time and overtime.
fn clock(root: Node<'_>) -> Result<Option<String>> {
    let main = root.value("TM").map(|value| value.number::<f64>()).transpose()?.map(minutes);
    let parts: Vec<String> = main.into_iter().chain(text(root, "OT")).collect();
    Ok(Some(parts.join(", ")).filter(|text| !text.is_empty()))
}

/// Seconds as minutes and seconds.
fn minutes(seconds: f64) -> String {
    let seconds = seconds.max(0.0).round() as u64;
    format!("{}:{:02}", seconds / SECONDS_OF_A_MINUTE, seconds % SECONDS_OF_A_MINUTE)
}

/// A result in words: `B+R` is "Black wins by resignation". One that is unknown is left out.
fn result(text: &str) -> Option<String> {
    let how = |how: &str| match how.to_ascii_lowercase().as_str() {
        "r" | "resign" => " by resignation".to_string(),
        "t" | "time" => " on time".to_string(),
        "f" | "forfeit" => " by forfeit".to_string(),
        _ => String::new(),
    };
    match text.split_once('+') {
        Some(("B" | "b", rest)) => Some(format!("Black wins{}", how(rest))),
        Some(("W" | "w", rest)) => Some(format!("White wins{}", how(rest))),
        _ if ["0", "draw", "jigo"].contains(&text.to_ascii_lowercase().as_str()) => Some("Draw".to_string()),
        _ if text == "?" => None,
        _ => Some(text.to_string()),
    }
}
