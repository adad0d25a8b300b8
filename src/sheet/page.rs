//! The page: the head in fields, the board as SVG, the moves in columns.

use std::fmt::Write as _;

use tengen_engine::point::{BoardSize, Point, Rows};

use crate::sheet::line::Made;
use crate::sheet::record::{SheetHead, SheetRecord, Stone};

const STYLE: &str = include_str!("page.css");

/// Between two lines of the board, in the unit of the drawing.
const CELL: usize = 10;
/// From the outer lines to the edge of the drawing, with room for letters and numbers.
const MARGIN: usize = 9;
/// Moves for which a form has room.
const MOVES_OF_A_FORM: usize = 60;

/// What a field of the head shows.
#[derive(Clone, Copy)]
enum SheetField {
    Head(SheetHead),
    /// The fifths that were offered.
    Offered,
    Passes,
}

/// The fields of the head, row by row: label, field, and of how many sixths of the width.
const FIELDS: [&[(&str, SheetField, usize)]; 6] = [
    &[("Event", SheetField::Head(SheetHead::Event), 3), ("Place", SheetField::Head(SheetHead::Place), 3)],
    &[
        ("Rule", SheetField::Head(SheetHead::Rule), 2),
        ("Round", SheetField::Head(SheetHead::Round), 1),
        ("Date", SheetField::Head(SheetHead::Date), 1),
        ("Clock", SheetField::Head(SheetHead::Clock), 2),
    ],
    &[
        ("Black", SheetField::Head(SheetHead::Black), 2),
        ("Black's clock", SheetField::Head(SheetHead::BlackClock), 1),
        ("White", SheetField::Head(SheetHead::White), 2),
        ("White's clock", SheetField::Head(SheetHead::WhiteClock), 1),
    ],
    &[
        ("Opening rule", SheetField::Head(SheetHead::OpeningRule), 2),
        ("Opening", SheetField::Head(SheetHead::Opening), 4),
    ],
    &[("Choices", SheetField::Head(SheetHead::Choices), 3), ("Fifths offered", SheetField::Offered, 3)],
    &[("Result", SheetField::Head(SheetHead::Result), 3), ("Passes", SheetField::Passes, 3)],
];

/// The whole page.
pub(super) fn write(record: &SheetRecord) -> String {
    let names: Vec<&str> = [SheetHead::Black, SheetHead::White]
        .iter()
        .filter_map(|head| record.head.get(head))
        .map(String::as_str)
        .collect();
    let title = if names.len() == 2 { format!("{} – {}", names[0], names[1]) } else { "Score sheet".to_string() };
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>{}</title>\n<style>\n{STYLE}</style>\n\
         </head>\n<body>\n<main>\n<h1>Score sheet</h1>\n{}{}{}{}</main>\n</body>\n</html>\n",
        escaped(&title),
        head(record),
        board(record),
        moves(record),
        "<footer><span>Black</span><span>White</span><span>Referee</span></footer>\n",
    )
}

fn head(record: &SheetRecord) -> String {
    let mut text = String::from("<section class=\"head\">\n");
    for (label, field, width) in FIELDS.iter().flat_map(|row| row.iter().copied()) {
        let value = match field {
            SheetField::Offered => record.line(&record.offered),
            SheetField::Passes => record.passes().join(", "),
            SheetField::Head(head) => record.head.get(&head).cloned().unwrap_or_default(),
        };
        let seat = match (field, record.black) {
            (SheetField::Head(SheetHead::Black), Some(seat)) => format!(" (seat {seat})"),
            (SheetField::Head(SheetHead::White), Some(seat)) => format!(" (seat {})", !seat),
            _ => String::new(),
        };
        let _ = writeln!(text, "<div class=\"w{width}\"><b>{label}{seat}</b><i>{}</i></div>", escaped(&value));
    }
    text + "</section>\n"
}

/// The board with its lines, letters, numbers, dots, stones and offers.
fn board(record: &SheetRecord) -> String {
    let size = record.size;
    let (width, height) = (extent(size.width()), extent(size.height()));
    let mut text =
        format!("<svg class=\"board\" viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"Board\">\n");
    lines(&mut text, size);
    names(&mut text, size, record.rows);
    for stone in record.stones() {
        draw_stone(&mut text, stone);
    }
    let taken: Vec<Point> = record.stones().map(|stone| stone.point).collect();
    for &point in record.offered.iter().filter(|point| !taken.contains(point)) {
        let (x, y) = place(point);
        let _ = writeln!(
            text,
            "<g class=\"offer\"><circle cx=\"{x}\" cy=\"{y}\" r=\"3.6\"/><text x=\"{x}\" y=\"{y}\">5</text></g>"
        );
    }
    text + "</svg>\n"
}

/// How far the drawing of so many lines reaches.
const fn extent(lines: usize) -> usize {
    (lines - 1) * CELL + 2 * MARGIN
}

/// Where a point lies in the drawing.
const fn place(point: Point) -> (usize, usize) {
    (MARGIN + point.x() * CELL, MARGIN + point.y() * CELL)
}

fn lines(text: &mut String, size: BoardSize) {
    let (right, bottom) = (extent(size.width()) - MARGIN, extent(size.height()) - MARGIN);
    let mut path = String::new();
    for x in 0..size.width() {
        let _ = write!(path, "M{} {MARGIN}V{bottom}", MARGIN + x * CELL);
    }
    for y in 0..size.height() {
        let _ = write!(path, "M{MARGIN} {}H{right}", MARGIN + y * CELL);
    }
    let _ = writeln!(text, "<path class=\"lines\" d=\"{path}\"/>");
    let (inner_width, inner_height) = (right - MARGIN, bottom - MARGIN);
    let _ = writeln!(
        text,
        "<rect class=\"edge\" x=\"{MARGIN}\" y=\"{MARGIN}\" width=\"{inner_width}\" height=\"{inner_height}\"/>"
    );
    for point in size.dots() {
        let (x, y) = place(point);
        let _ = writeln!(text, "<circle cx=\"{x}\" cy=\"{y}\" r=\"1.1\"/>");
    }
}

/// Letters of the columns and numbers of the rows, on all four sides.
fn names(text: &mut String, size: BoardSize, rows: Rows) {
    let side = MARGIN / 4;
    let (width, height) = (extent(size.width()), extent(size.height()));
    for x in 0..size.width() {
        let letter = char::from(b'A' + x as u8);
        for y in [side, height - side] {
            let _ = writeln!(text, "<text class=\"name\" x=\"{}\" y=\"{y}\">{letter}</text>", MARGIN + x * CELL);
        }
    }
    for y in 0..size.height() {
        let number = if rows == Rows::FromTop { y + 1 } else { size.height() - y };
        for x in [side, width - side] {
            let _ = writeln!(text, "<text class=\"name\" x=\"{x}\" y=\"{}\">{number}</text>", MARGIN + y * CELL);
        }
    }
}

fn draw_stone(text: &mut String, stone: Stone) {
    let (x, y) = place(stone.point);
    let color = stone.color.name();
    let number = stone.number.map(|number| number.to_string()).unwrap_or_default();
    let digits = number.len();
    let _ = writeln!(
        text,
        "<g class=\"{color} d{digits}\"><circle cx=\"{x}\" cy=\"{y}\" r=\"4.5\"/><text x=\"{x}\" y=\"{y}\">{number}</text></g>"
    );
}

/// The moves in columns: number, point and what the clock showed.
fn moves(record: &SheetRecord) -> String {
    let slots = record.moves.len().max(MOVES_OF_A_FORM);
    let columns = match slots {
        0..=MOVES_OF_A_FORM => 6,
        61..=120 => 10,
        _ => 14,
    };
    let rows = slots.div_ceil(columns);
    let mut text = format!(
        "<ol class=\"moves c{columns}\" style=\"grid-template: repeat({rows}, auto) / repeat({columns}, 1fr)\">\n"
    );
    for number in 1..=rows * columns {
        let made = record.moves.get(number - 1);
        let point = made.map_or(String::new(), |made| point_of(record, made));
        let clock = made.and_then(|made| made.clock.clone()).unwrap_or_default();
        let _ = writeln!(text, "<li><b>{number}</b><i>{point}</i><s>{}</s></li>", escaped(&clock));
    }
    text + "</ol>\n"
}

fn point_of(record: &SheetRecord, made: &Made) -> String {
    made.point.map_or("pass".to_string(), |point| record.line(&[point]))
}

/// Text as HTML shows it.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
