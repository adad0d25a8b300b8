//! The writer of records in the Smart Game Format: FF 4, UTF-8.

use std::borrow::Cow;

use super::read::rule;
use super::{GOMOKU, HOTSPOT, LIBRARY, MARKS, MILLISECONDS, NO_MOVE, START};
use crate::color::Color;
use crate::point::Point;
use crate::record::head::Head;
use crate::record::losses::{FileLosses, Lost};
use crate::record::tree::{MarkKind, Node, Step, Tree};
use crate::record::writing::{WriteError, Written};
use crate::sgf::{self, SgfWriter, escaped, place};

/// The trees as the games of one file.
///
/// # Errors
/// [`WriteError`]: variations are nested deeper than they can be read, or there are more nodes than that.
pub fn write(trees: &[Tree]) -> Result<Written, WriteError> {
    let mut losses = FileLosses::default();
    let mut bytes = Vec::new();
    for tree in trees {
        bytes.extend(text(tree, &mut losses)?.into_bytes());
    }
    Ok(Written { bytes, losses })
}

fn text(tree: &Tree, losses: &mut FileLosses) -> Result<String, WriteError> {
    let mut writer = SgfWriter::new(GOMOKU, tree.size());
    head(tree, &mut writer, losses);
    let (mut open, mut nodes) = (0, 0);
    for step in tree.walk() {
        match step {
            Step::Enter(node) => {
                nodes += 1;
                if nodes > sgf::MOST_NODES {
                    return Err(WriteError::TooManyNodes(sgf::MOST_NODES));
                }
                if is_variation(node) {
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
            }
            Step::Leave(node) if is_variation(node) => {
                writer.close_variation();
                open -= 1;
            }
            Step::Leave(_) => {}
        }
    }
    Ok(writer.finish())
}

/// Whether a node is one of several after its parent.
fn is_variation(node: Node<'_>) -> bool {
    node.parent().is_some_and(|parent| parent.children().nth(1).is_some())
}

fn head(tree: &Tree, writer: &mut SgfWriter, losses: &mut FileLosses) {
    for (head, name) in Head::ALL {
        let text = match head {
            Head::Rules => rules(tree),
            _ => tree.head.get(&head).map(Cow::from),
        };
        match text {
            // Of all of them this one alone is a text of many lines.
            Some(text) if head == Head::GameComment => writer.property(name, text),
            Some(text) => writer.property(name, one_line(&text, losses)),
            None => {}
        }
    }
}

/// A text of one line: the ends of lines are blanks, as they would be to a reader.
fn one_line<'a>(text: &'a str, losses: &mut FileLosses) -> Cow<'a, str> {
    const ENDS: [char; 2] = ['\n', '\r'];
    if !text.contains(ENDS) {
        return Cow::from(text);
    }
    let text = text.replace("\r\n", "\n");
    losses.add(Lost::LineEnd, text.matches(ENDS).count());
    Cow::from(text.replace(ENDS, " "))
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
    if let Some(name) = &notes.name {
        writer.property("N", one_line(name, losses));
    }
    if let Some(comment) = &notes.comment {
        writer.property("C", comment);
    }
    let own = node.played().and_then(|played| played.point);
    let of_moves = node.children().filter_map(|child| {
        let label = child.notes().label.as_deref()?;
        Some((child.played()?.point?, label))
    });
    let labels = of_moves.chain(notes.labels.iter().map(|label| (label.point, label.text.as_str())));
    let composed = |(point, text): (Point, &str)| {
        let text = escaped(&one_line(text, losses)).replace(':', "\\:");
        format!("{}:{text}", place(point))
    };
    list(writer, "LB", labels.map(composed));
    // What is drawn on no point cannot be drawn.
    losses.add(Lost::Label, usize::from(notes.label.is_some() && own.is_none()));
    for (name, kind) in MARKS {
        let marked = own.filter(|_| notes.marked && kind == MarkKind::Cross);
        let points = notes.marks.iter().filter(|mark| mark.kind == kind).map(|mark| mark.point);
        list(writer, name, marked.into_iter().chain(points).map(place));
    }
    if notes.marked && own.is_none() {
        writer.property(HOTSPOT, 1);
    }
    if let Some(milliseconds) = notes.milliseconds {
        writer.property(MILLISECONDS, milliseconds);
    }
    let flags = [(notes.is_start, START), (notes.is_no_move, NO_MOVE)];
    list(writer, LIBRARY, flags.into_iter().filter(|(is_set, _)| *is_set).map(|(_, name)| name.to_string()));
    for (name, values) in &notes.properties {
        writer.raw_property(name, values);
    }
}

/// A property that is written when it has a value.
fn list(writer: &mut SgfWriter, name: &str, values: impl Iterator<Item = String>) {
    let mut values = values.peekable();
    if values.peek().is_some() {
        writer.raw_property(name, values);
    }
}
