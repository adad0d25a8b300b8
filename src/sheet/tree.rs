//! Records of games as score sheets: a game of a file of any format, along its main line.

use anyhow::{Context, Result, anyhow, ensure};
use tengen_engine::color::Color;
use tengen_engine::opening::{Opening, OpeningRule, RuleError};
use tengen_engine::point::{Point, Rows};
use tengen_engine::record::fifths::is_refused;
use tengen_engine::record::head::Head;
use tengen_engine::record::tree::{Node, Notes, Tree};
use tengen_engine::rule::RuleKind;
use tengen_engine::sgf::{RecordedResult, RecordedWin};

use crate::actions;
use crate::cli::SheetArgs;
use crate::output;
use crate::sheet::line::{Made, SheetLine};
use crate::sheet::record::{FIFTH, SheetHead, SheetRecord, usual_rule};

/// What is told about a game as a whole and stands on the sheet as it is.
const HEADS: [(Head, SheetHead); 6] = [
    (Head::Event, SheetHead::Event),
    (Head::Place, SheetHead::Place),
    (Head::Round, SheetHead::Round),
    (Head::Date, SheetHead::Date),
    (Head::Black, SheetHead::Black),
    (Head::White, SheetHead::White),
];
const SECONDS_OF_A_MINUTE: u64 = 60;

/// The sheet of a game.
pub(super) fn sheet(args: &SheetArgs, opening_rule: Option<OpeningRule>, tree: &Tree) -> Result<SheetRecord> {
    let told_rule = told_rule(tree);
    let opening_rule = opening_rule.or_else(|| named_rule(told_rule?));
    let game = tree.main_game(args.rule.or(tree.rule).unwrap_or(usual_rule(opening_rule)), None)?;
    let mut record = SheetRecord::new(tree.size(), args.rows.into());
    for (head, on_sheet) in HEADS {
        if let Some(text) = text(tree, head) {
            record.head.insert(on_sheet, text.to_string());
        }
    }
    let opening = text(tree, Head::Opening).filter(|opening| !is_rule(opening));
    for (named, told) in [(SheetHead::OpeningRule, told_rule), (SheetHead::Opening, opening)] {
        record.head.extend(told.map(|told| (named, told.to_string())));
    }
    let clock: Vec<String> =
        text(tree, Head::Time).map(minutes).into_iter().chain(text(tree, Head::Overtime).map(str::to_string)).collect();
    if !clock.is_empty() {
        record.head.insert(SheetHead::Clock, clock.join(", "));
    }
    if let Some(result) = text(tree, Head::Result).and_then(result) {
        record.head.insert(SheetHead::Result, result);
    }
    for node in tree.main_line() {
        add(&mut record, node);
    }
    record.judge(&game);
    let swaps = text(tree, Head::GameComment).filter(|told| Head::tells_swaps(told));
    record.head.extend(swaps.map(|told| (SheetHead::Choices, told.to_string())));
    // As a match writes it: a tree has no place for swaps.
    let comment = tree.root().notes().comment.as_deref().unwrap_or_default();
    let mut told = comment.lines().filter_map(|line| line.strip_prefix(actions::IN_COMMENT));
    if let Some(text) = told.find(|text| actions::begins_with_a_seat(text)) {
        match line_of(args, opening_rule, game.rule(), &record, text) {
            Ok(line) => record.add_choices(&line),
            Err(why) => output::complain(format_args!("note: the line of the opening is left out: {why:#}")),
        }
    }
    Ok(record)
}

/// The line of actions of a record, if its opening rule allows it and its stones are those of the game. A match names
/// points as it was told to, so the other way of counting rows is tried too.
fn line_of(
    args: &SheetArgs,
    opening_rule: Option<OpeningRule>,
    rule: RuleKind,
    record: &SheetRecord,
    text: &str,
) -> Result<SheetLine> {
    let opening_rule = opening_rule.context("the record names no opening rule")?;
    let opening = Opening::new(opening_rule, rule, record.size, args.same.into())?;
    let read = |rows| -> Result<SheetLine> {
        let line = SheetLine::walk(opening.clone(), text, rows).map_err(|refused| anyhow!("{refused}"))?;
        ensure!(line.begins(&record.moves), "its stones are not those of the game");
        Ok(line)
    };
    let other = if record.rows == Rows::FromTop { Rows::FromBottom } else { Rows::FromTop };
    read(record.rows).or_else(|why| read(other).map_err(|_| why))
}

/// Adds the stones and the move of a node, what the clocks show there, and the fifths beside it.
fn add(record: &mut SheetRecord, node: Node<'_>) {
    for set_up in &node.notes().set_up {
        record.set_up.retain(|&(_, point)| point != set_up.point);
        record.set_up.extend(set_up.color.map(|color| (color, set_up.point)));
    }
    for (color, head) in [(Color::Black, SheetHead::BlackClock), (Color::White, SheetHead::WhiteClock)] {
        if let Some(clock) = clock(node.notes(), color) {
            record.head.insert(head, format!("{clock} left"));
        }
    }
    let Some(played) = node.played() else {
        // The game may have ended before one of the fifths was picked.
        if record.moves.len() + 1 == FIFTH {
            record.offered = refused(node);
        }
        return;
    };
    record.moves.push(Made { color: played.color, point: played.point, clock: clock(node.notes(), played.color) });
    if record.moves.len() == FIFTH {
        let others = refused(node);
        let picked = played.point.filter(|_| !others.is_empty());
        record.offered = picked.into_iter().chain(others).collect();
    }
}

/// The fifths beside this one that were offered and not picked.
fn refused(node: Node<'_>) -> Vec<Point> {
    let siblings = node.parent().into_iter().flat_map(|parent| parent.children().skip(1));
    siblings.filter(|sibling| is_refused(*sibling)).filter_map(|sibling| sibling.played()?.point).collect()
}

/// The time that a side has left at a node: a property of the Smart Game Format.
fn clock(notes: &Notes, color: Color) -> Option<String> {
    let property = match color {
        Color::Black => "BL",
        Color::White => "WL",
    };
    let (_, values) = notes.properties.iter().find(|(name, _)| name == property)?;
    values.first().map(|value| minutes(value))
}

/// A text about the game as a whole, unless it is empty.
fn text(tree: &Tree, head: Head) -> Option<&str> {
    tree.head.get(&head).map(|text| text.trim()).filter(|text| !text.is_empty())
}

/// What a record tells of the rule by which the opening was made: in the place of the opening, or with the rule of the
/// game, as the whole of it or behind its name.
fn told_rule(tree: &Tree) -> Option<&str> {
    let rules = text(tree, Head::Rules);
    let words = rules.and_then(|rules| rules.split_once(char::is_whitespace));
    let behind = words.filter(|(name, _)| RuleKind::from_name(name).is_some()).map(|(_, behind)| behind.trim());
    [text(tree, Head::Opening), rules, behind].into_iter().flatten().find(|told| is_rule(told))
}

/// The opening rule that is told by its name, or by its title.
fn named_rule(opening: &str) -> Option<OpeningRule> {
    OpeningRule::from_title(opening).or_else(|| opening.parse().ok())
}

/// Whether what is told of an opening is the rule by which it was made, as matches of this program write it, and not
/// the opening itself, for which the Smart Game Format has the property.
fn is_rule(opening: &str) -> bool {
    // A title says more of a number or of a pattern than a name.
    let begins_as_one = !matches!(opening.parse::<OpeningRule>(), Err(RuleError::Unknown(_)));
    begins_as_one || OpeningRule::from_title(opening).is_some()
}

/// Seconds as minutes and seconds; a time in other words as it is.
fn minutes(seconds: &str) -> String {
    match seconds.trim().parse::<f64>() {
        Ok(seconds) if seconds.is_finite() => {
            let seconds = seconds.max(0.0).round() as u64;
            format!("{}:{:02}", seconds / SECONDS_OF_A_MINUTE, seconds % SECONDS_OF_A_MINUTE)
        }
        _ => seconds.trim().to_string(),
    }
}

/// A result in words: `B+R` is "Black wins by resignation". One that is unknown is left out.
fn result(text: &str) -> Option<String> {
    let how = |how: RecordedWin<'_>| match how {
        RecordedWin::Resignation => " by resignation",
        RecordedWin::Time => " on time",
        RecordedWin::Forfeit => " by forfeit",
        RecordedWin::Amount(_) | RecordedWin::Untold => "",
    };
    match RecordedResult::parse(text) {
        Some(RecordedResult::Win(color, by)) => Some(format!("{color} wins{}", how(by))),
        Some(RecordedResult::Draw) => Some("Draw".to_string()),
        None if text == "?" => None,
        None => Some(text.to_string()),
    }
}
