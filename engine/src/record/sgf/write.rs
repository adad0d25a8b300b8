//! The writer of records in the Smart Game Format: FF 4, UTF-8.

use std::borrow::Cow;

use super::read::has_field;
use super::rules::rule;
use super::{BETWEEN_NAME_AND_COMMENT, GO, GOMOKU, HOTSPOT, LIBRARY, MILLISECONDS, NO_MOVE, START, mark_property};
use crate::color::Color;
use crate::point::Point;
use crate::record::head::Head;
use crate::record::losses::{FileLosses, Lost};
use crate::record::texts::with_line_feeds;
use crate::record::tree::{MarkKind, Node, Notes, Step, Tree};
use crate::record::writing::{WriteError, Written};
use crate::sgf::{self, SgfWriter, escaped, is_tab, place};

/// The ends of lines.
const LINE_ENDS: [char; 2] = ['\n', '\r'];

/// The trees as the games of one file.
///
/// # Errors
/// [`WriteError`]: variations are nested deeper than they can be read, or there are more nodes than that.
pub(in crate::record) fn write(trees: &[Tree]) -> Result<Written, WriteError> {
    let mut losses = FileLosses::default();
    let mut bytes = Vec::new();
    for tree in trees {
        bytes.extend(text(tree, &mut losses)?.into_bytes());
    }
    Ok(Written { bytes, losses })
}

fn text(tree: &Tree, losses: &mut FileLosses) -> Result<String, WriteError> {
    let mut writer = SgfWriter::new(if tree.is_of_go { GO } else { GOMOKU }, tree.size());
    head(tree, &mut writer, losses);
    let (mut open, mut nodes) = (0, 0);
    // For each node of the line to the last one whether variations follow it.
    let mut branches: Vec<bool> = Vec::new();
    for step in tree.walk() {
        match step {
            // The node before it has it as a label.
            Step::Enter(node) | Step::Leave(node) if node.is_label() => {}
            Step::Enter(node) => {
                nodes += 1;
                if nodes > sgf::MOST_NODES {
                    return Err(WriteError::TooManyNodes(sgf::MOST_NODES));
                }
                if branches.last() == Some(&true) {
                    open += 1;
                    // The tree itself is the outermost.
                    if open >= sgf::DEEPEST {
                        return Err(WriteError::TooDeep(sgf::DEEPEST));
                    }
                    writer.open_variation();
                }
                begin(node, &mut writer);
                notes(node, &mut writer, losses);
                if node.id() == Tree::ROOT {
                    writer.end_line();
                }
                branches.push(has_variations(node));
            }
            Step::Leave(_) => {
                branches.pop();
                if branches.last() == Some(&true) {
                    writer.close_variation();
                    open -= 1;
                }
            }
        }
    }
    Ok(writer.finish())
}

/// Whether several nodes are written after a node.
fn has_variations(node: Node<'_>) -> bool {
    node.children().filter(|child| !child.is_label()).nth(1).is_some()
}

fn head(tree: &Tree, writer: &mut SgfWriter, losses: &mut FileLosses) {
    for (head, name) in Head::ALL {
        let text = match head {
            Head::Rules => rules(tree),
            _ => tree.head.get(&head).map(Cow::from),
        };
        match text {
            // Of all of them this one alone is a text of many lines.
            Some(text) if head == Head::GameComment => writer.property(name, lines(&text, losses)),
            Some(text) => writer.property(name, one_line(&text, losses)),
            None => {}
        }
    }
}

/// A text of many lines: tabs are blanks, as they would be to a reader.
fn lines<'a>(text: &'a str, losses: &mut FileLosses) -> Cow<'a, str> {
    if !text.contains(is_tab) {
        return Cow::from(text);
    }
    losses.add(Lost::Tab, text.matches(is_tab).count());
    Cow::from(text.replace(is_tab, " "))
}

/// A text of one line: the ends of lines are blanks too.
fn one_line<'a>(text: &'a str, losses: &mut FileLosses) -> Cow<'a, str> {
    let text = lines(text, losses);
    if !text.contains(LINE_ENDS) {
        return text;
    }
    let text = with_line_feeds(&text);
    losses.add(Lost::LineEnd, text.matches('\n').count());
    Cow::from(text.replace('\n', " "))
}

/// The name and the comment of a node. A name of several lines is none to a reader: it is written as RenLib has both, before
/// the comment.
fn words(notes: &Notes, writer: &mut SgfWriter, losses: &mut FileLosses) {
    // The sign between them parts nothing within a comment.
    let comment = notes.comment.as_ref().map(|text| lines(text, losses).replace(BETWEEN_NAME_AND_COMMENT, "\n"));
    match &notes.name {
        Some(name) if name.contains(LINE_ENDS) => {
            let (name, comment) = (lines(name, losses), comment.unwrap_or_default());
            return writer.property("C", format_args!("{name}{BETWEEN_NAME_AND_COMMENT}{comment}"));
        }
        Some(name) => writer.property("N", one_line(name, losses)),
        None => {}
    }
    if let Some(comment) = comment {
        writer.property("C", comment);
    }
}

/// What is written of the rule, which a reader takes for the rule of the tree: the words of the file, after its name
/// where they name none, or the name alone where they name another.
fn rules(tree: &Tree) -> Option<Cow<'_, str>> {
    let words = tree.head.get(&Head::Rules);
    let Some(kind) = tree.rule else { return words.map(Cow::from) };
    Some(match words.map(|words| (words, rule(words))) {
        Some((words, Some(named))) if named == kind => Cow::from(words),
        Some((words, None)) => Cow::from(format!("{kind} {words}")),
        _ => Cow::from(kind.name()),
    })
}

fn begin(node: Node<'_>, writer: &mut SgfWriter) {
    match node.played() {
        Some(played) => writer.play(played.color, played.point),
        None if node.id() == Tree::ROOT => {}
        None => writer.node(),
    }
}

fn notes(node: Node<'_>, writer: &mut SgfWriter, losses: &mut FileLosses) {
    let notes = node.notes();
    for (name, color) in [("AB", Some(Color::Black)), ("AW", Some(Color::White)), ("AE", None)] {
        let stones = notes.set_up.iter().filter(|set_up| set_up.color == color);
        list(writer, name, stones.map(|set_up| place(set_up.point)));
    }
    if let Some(color) = notes.to_move {
        writer.property("PL", color.letter());
    }
    words(notes, writer, losses);
    let own = node.played().and_then(|played| played.point);
    let of_moves = node.children().filter_map(|child| {
        let label = child.notes().label.as_deref()?;
        Some((child.label_point()?, label))
    });
    let labels = of_moves.chain(notes.labels.iter().map(|label| (label.point, label.text.as_str())));
    let composed = |(point, text): (Point, &str)| {
        let text = escaped(&one_line(text, losses)).replace(':', "\\:");
        format!("{}:{text}", place(point))
    };
    list(writer, "LB", labels.map(composed));
    // What is drawn on no point cannot be drawn.
    losses.add(Lost::Label, usize::from(notes.label.is_some() && node.label_point().is_none()));
    for kind in MarkKind::ALL {
        let marked = own.filter(|_| notes.marked && kind == MarkKind::Cross);
        let points = notes.marks.iter().filter(|mark| mark.kind == kind).map(|mark| mark.point);
        list(writer, mark_property(kind), marked.into_iter().chain(points).map(place));
    }
    if notes.marked && own.is_none() {
        writer.property(HOTSPOT, 1);
    }
    if let Some(milliseconds) = notes.milliseconds {
        writer.property(MILLISECONDS, milliseconds);
    }
    let flags = [notes.is_start.then(|| START.to_string()), no_move(node)];
    list(writer, LIBRARY, flags.into_iter().flatten());
    for (name, values) in &notes.properties {
        if is_readable(name, values) && !has_field(name, node.id() == Tree::ROOT, own.is_some()) {
            writer.raw_property(name, values);
        } else {
            losses.add(Lost::Property, 1);
        }
    }
}

/// Whether a property is read as it is written: its name has capitals and digits alone, and no value ends early or not at all.
fn is_readable(name: &str, values: &[String]) -> bool {
    let is_name = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit());
    is_name && !values.is_empty() && values.iter().all(|value| is_closed(value))
}

/// Whether every bracket that would end a value has a backslash before it, and every backslash something behind it.
fn is_closed(value: &str) -> bool {
    let mut signs = value.chars();
    while let Some(sign) = signs.next() {
        if sign == ']' || (sign == '\\' && signs.next().is_none()) {
            return false;
        }
    }
    true
}

/// What is written of a node that a library calls no move, with the point that it has all the same.
fn no_move(node: Node<'_>) -> Option<String> {
    let is_no_move = node.notes().is_no_move && node.played().is_none();
    is_no_move.then(|| match node.label_point() {
        Some(point) => format!("{NO_MOVE}:{}", place(point)),
        None => NO_MOVE.to_string(),
    })
}

/// A property that is written when it has a value.
fn list(writer: &mut SgfWriter, name: &str, values: impl Iterator<Item = String>) {
    let mut values = values.peekable();
    if values.peek().is_some() {
        writer.raw_property(name, values);
    }
}
