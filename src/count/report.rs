//! A count for people: who wins, the board, groups, a row for each method, and what other rules say.

use std::fmt::Write;

use tengen_engine::color::{ByColor, Color};
use tengen_engine::sgf::{RecordedResult, RecordedWin};
use tengen_games::living::{
    self, Count, Exchange, Group, Method, MethodKind, Names, Quarters, Variant, difference, drawing,
};

use super::Counted;
use crate::cli::MethodArg;
use crate::output;
use crate::units::counted;

/// How wide the names of methods and rules are drawn.
const NAME_WIDTH: usize = 22;
/// How wide numbers are drawn.
const NUMBER_WIDTH: usize = 7;

/// The whole report, with the boards of these methods.
pub(super) fn text(counted: &Counted, methods: &[MethodArg]) -> String {
    let Counted { count, names, warnings, .. } = counted;
    let colored = output::is_colored();
    let parts = [
        format!("{}\n", verdict(count)),
        drawing::draw(count, *names, colored) + &legend(count),
        sides(count),
        groups(count, *names),
        table(count, *names),
        comparison(counted),
        warnings.iter().map(|warning| format!("note: {warning}\n")).collect(),
        boards(count, methods, *names, colored),
    ];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n")
}

/// The count in a few lines, as the comment of a file.
pub(super) fn summary(counted: &Counted) -> String {
    format!("{}\n{}{}", verdict(&counted.count), sides(&counted.count), table(&counted.count, counted.names))
}

/// Who wins, and who would by other rules.
fn verdict(count: &Count) -> String {
    let mut before = None;
    let others = count.comparisons().into_iter().take(2).map(|comparison| {
        let what = comparison.rules.name().split_once(' ').map_or("", |(what, _)| what);
        let amount = comparison.margin.abs();
        match living::leader(comparison.margin) {
            None => format!("a draw by {what}"),
            Some(color) if before.replace(color) == Some(color) => format!("by {amount} of {what}"),
            Some(color) => format!("{color} by {} of {what}", counted(amount.to_f64(), "point")),
        }
    });
    let others = others.collect::<Vec<_>>().join(", ");
    match count.winner() {
        None => format!("A draw ({others})"),
        Some(color) => {
            let amount = counted(count.margin().abs().to_f64(), "living stone");
            format!("{color} wins by {amount} ({others})")
        }
    }
}

/// A report as the drawn board that stands below its verdict, and any other text as it is.
pub(super) fn without_verdict(text: &str) -> &str {
    let first = text.lines().next().unwrap_or_default();
    let is_won = Color::ALL.iter().any(|color| first.starts_with(&format!("{color} wins by ")));
    // The end of the line stays, so that errors name the lines of the text.
    if is_won || first.starts_with("A draw (") { &text[first.len()..] } else { text }
}

/// What the symbols mean that stand on the board.
fn legend(count: &Count) -> String {
    let has_dead = count.dead().0.iter().any(|stones| !stones.is_empty());
    let symbols = [
        ("b w roads", count.roads().0 != [Quarters::ZERO; 2]),
        ("# eyes", count.own_eyes().0 != [Quarters::ZERO; 2]),
        ("= shared liberties", !count.shared().is_empty()),
        ("? unclaimed points", !count.neutral().is_empty()),
        ("x o dead stones", has_dead),
    ];
    let shown: Vec<&str> = symbols.into_iter().filter(|&(_, shown)| shown).map(|(text, _)| text).collect();
    if shown.is_empty() { String::new() } else { format!("  {}\n", shown.join(", ")) }
}

/// What each side has, and what is paid.
fn sides(count: &Count) -> String {
    let heads = ["stones", "roads", "unclaimed", "living", "eyes", "area"];
    let mut text = " ".repeat(NAME_WIDTH);
    heads.iter().for_each(|head| text.push_str(&format!("  {head:>NUMBER_WIDTH$}")));
    text.push('\n');
    for color in Color::ALL {
        let (stones, roads, living) = (count.stones()[color], count.roads()[color], count.living()[color]);
        let numbers = [stones, roads, living - stones - roads, living, count.eyes()[color], count.area()[color]];
        text.push_str(&format!("  {:<width$}", side(color), width = NAME_WIDTH - 2));
        for (number, head) in numbers.iter().zip(heads) {
            text.push_str(&format!("  {number:>width$}", width = NUMBER_WIDTH.max(head.len())));
        }
        text.push('\n');
    }
    let payments = [
        (count.compensation(), "compensation"),
        (count.handicap_payment(), "the handicap"),
        (count.moves_payment(), "more moves"),
    ];
    for (payment, what) in payments {
        if let Some(giver) = living::leader(payment) {
            let amount = counted(payment.abs().to_f64(), "stone");
            text.push_str(&format!("  {giver} gives {amount} for {what}\n"));
        }
    }
    if count.payment() != Quarters::ZERO {
        let ByColor([black, white]) = count.result();
        text.push_str(&format!("  of which half changes colour: Black has {black} living stones and White {white}\n"));
    }
    text
}

fn side(color: Color) -> &'static str {
    match color {
        Color::Black => "Black X",
        Color::White => "White O",
    }
}

fn groups(count: &Count, names: Names) -> String {
    let line = |group: &Group| {
        let status = group.status.name();
        let kept = if group.kept.is_empty() { String::new() } else { format!(", keeps {}", names.points(&group.kept)) };
        let color = side(group.color);
        let (stones, own) = (counted(group.stones.len(), "stone"), counted(group.own.len(), "own point"));
        format!("  {color} {:<4} {status}: {stones}, {own}{kept}\n", names.point(group.first()))
    };
    let lines: String = count.groups().iter().map(line).collect();
    if lines.is_empty() { lines } else { format!("Groups\n{lines}") }
}

/// A row for each method.
fn table(count: &Count, names: Names) -> String {
    let mut text = format!("{:<NAME_WIDTH$}", "Methods");
    ["Black", "White", "margin"].iter().for_each(|head| text.push_str(&format!("  {head:>NUMBER_WIDTH$}")));
    text.push('\n');
    for method in count.methods() {
        // Every method was found to agree when the position was counted.
        text.push_str(&format!("{}  =  {}\n", row(method), account(count, method, names)).replace("  =  \n", "  =\n"));
    }
    if let Some(method) = count.other_form() {
        text.push_str(&format!("{}     {}\n", row(method), account(count, method, names)));
        let more = Quarters::stones(count.more_moves().unwrap_or_default());
        let (form, note) = match method.kind {
            MethodKind::Refilled(Variant::Art) => (Variant::Art, "more moves pay"),
            _ => (Variant::Law, "more moves do not pay"),
        };
        let moves = match living::leader(more) {
            None => "both sides made equally many moves".to_string(),
            Some(color) => format!("{color} made {} more", counted(more.abs().to_f64(), "move")),
        };
        let form = form.name();
        text.push_str(&format!("  The {form} form, in which {note}, is another agreement: {moves}.\n"));
    }
    text
}

fn row(method: &Method) -> String {
    let ByColor([black, white]) = method.result;
    let margin = format!("{:+}", difference(method.result));
    let name = name(method.kind);
    let mut row = format!("  {name:<width$}", width = NAME_WIDTH - 2);
    for number in [black.to_string(), white.to_string(), margin] {
        let _ = write!(row, "  {number:>NUMBER_WIDTH$}");
    }
    row
}

fn name(kind: MethodKind) -> String {
    kind.name().replace('-', " ")
}

/// What is compared, and what was exchanged for it.
fn account(count: &Count, method: &Method, names: Names) -> String {
    let equal = method.equal.unwrap_or_default();
    let each = |thing| format!("{} each", counted(equal.to_f64(), thing));
    let compared = match method.kind {
        MethodKind::Basic => "stones and roads".to_string(),
        MethodKind::AreaLessEyes => "one area is counted, the other is the rest".to_string(),
        MethodKind::EqualRoads => format!("stones, with {}", each("road")),
        MethodKind::EqualStones => {
            let bowls = method.bowls.map_or(String::new(), |left| format!(" and {left} in each bowl"));
            format!("roads, with {}{bowls}", each("stone"))
        }
        MethodKind::Refilled(_) => format!("roads, with {}", each("stone")),
        MethodKind::EqualVirtual => format!("compound stones, {equal} of each side imagined"),
        MethodKind::ReferenceNumbers => {
            let ByColor([black, white]) = count.reference();
            format!("compound stones above {black} of Black and {white} of White")
        }
    };
    let steps = match method.kind {
        // Its board is that of the method before.
        MethodKind::ReferenceNumbers => Vec::new(),
        _ => method.exchanges.iter().map(|exchange| step(exchange, names)).collect(),
    };
    let separator = if steps.is_empty() { "" } else { ": " };
    format!("{compared}{separator}{}", steps.join(", "))
}

fn step(exchange: &Exchange, names: Names) -> String {
    match exchange {
        Exchange::Fill(color, points) => format!("{color} fills {}", names.points(points)),
        Exchange::Lift(color, points) => format!("{color} lifts {}", names.points(points)),
        Exchange::Give(color, points) => format!("{color} returns {}", names.points(points)),
        Exchange::Agree(color, amount) => format!("{color} returns {amount} more, which is not laid"),
    }
}

fn comparison(counted: &Counted) -> String {
    let count = &counted.count;
    let mut text = String::from("By other rules\n");
    for comparison in count.comparisons() {
        let ByColor([black, white]) = comparison.points;
        let margin = format!("{:+}", comparison.margin);
        let _ = write!(text, "  {:<width$}", comparison.rules.name(), width = NAME_WIDTH - 2);
        for number in [black.to_string(), white.to_string(), margin] {
            let _ = write!(text, "  {number:>NUMBER_WIDTH$}");
        }
        text.push('\n');
    }
    if count.terms().compensation != Quarters::ZERO || count.terms().handicap > 0 {
        text.push_str("  The margins are those after compensation and handicap.\n");
    }
    if let Some(told) = &counted.told {
        let _ = writeln!(text, "  The file says {told}: {}", agreement(count, told));
    }
    text
}

/// Which ways to count have the result that a file tells.
pub(super) fn agreement(count: &Count, told: &str) -> String {
    let margin = match RecordedResult::parse(told) {
        Some(RecordedResult::Win(Color::Black, RecordedWin::Amount(amount))) => Quarters::parse(amount),
        Some(RecordedResult::Win(Color::White, RecordedWin::Amount(amount))) => {
            Quarters::parse(amount).map(|amount| -amount)
        }
        Some(RecordedResult::Draw) => Some(Quarters::ZERO),
        Some(RecordedResult::Win(..)) | None => None,
    };
    let Some(margin) = margin else { return "that was not counted".to_string() };
    let mut agreeing: Vec<&str> = Vec::new();
    agreeing.extend((count.margin() == margin).then_some("living stones"));
    agreeing.extend(count.comparisons().iter().filter(|other| other.margin == margin).map(|other| other.rules.name()));
    if agreeing.is_empty() { "no count gives that".to_string() } else { format!("so says {}", agreeing.join(", ")) }
}

/// The boards of methods, each below its row.
fn boards(count: &Count, methods: &[MethodArg], names: Names, colored: bool) -> String {
    let asked = |kind| {
        methods.iter().any(|method| match method {
            MethodArg::All => {
                !matches!(kind, MethodKind::Basic | MethodKind::AreaLessEyes | MethodKind::ReferenceNumbers)
            }
            MethodArg::EqualRoads => kind == MethodKind::EqualRoads,
            MethodArg::EqualStones => kind == MethodKind::EqualStones,
            MethodArg::Refilled => matches!(kind, MethodKind::Refilled(_)),
            MethodArg::EqualVirtual => kind == MethodKind::EqualVirtual,
        })
    };
    let shown = count.methods().iter().chain(count.other_form()).filter(|method| asked(method.kind));
    let board = |method: &Method| {
        let ByColor([black, white]) = method.numbers;
        let title = format!("{}: {black} to {white}, {}", name(method.kind), account(count, method, names));
        format!("{title}\n{}", drawing::draw_exchanged(count, &method.goban, names, colored))
    };
    shown.map(board).collect::<Vec<_>>().join("\n")
}
