//! The writer of libraries.

use super::{CENTER, DEEPEST, HEADER, KEEPS, LINE_END, MAGIC, MOST_TEXT, NO_POINT, SIZE, flag};
use crate::charset::Charset;
use crate::point::Point;
use crate::record::losses::{FileLosses, Lost};
use crate::record::plain::plain;
use crate::record::tree::{Label, Node, Notes, Step, Tree};
use crate::record::writing::{WriteError, WriteOptions, Written};

/// The tree as a library: version 3.0 where the centre is the only first move, nothing is written to the empty board and
/// nobody passes, and 3.4 otherwise, as RenLib has it.
///
/// # Errors
/// [`WriteError`]: the board is not 15x15, or stones are set up in the middle of the game.
pub(in crate::record) fn write(tree: &Tree, options: &WriteOptions) -> Result<Written, WriteError> {
    let mut losses = KEEPS.losses(tree);
    let tree = plain(tree, &mut losses)?;
    encode(&tree, options, losses)
}

/// Moves in turn as a library, of which so much was left out already.
pub(in crate::record) fn encode(
    tree: &Tree,
    options: &WriteOptions,
    losses: FileLosses,
) -> Result<Written, WriteError> {
    if tree.size() != SIZE {
        return Err(WriteError::Size(tree.size()));
    }
    let mut writer = Writer {
        bytes: Vec::with_capacity(HEADER + 2 * tree.len()),
        charset: options.charset.unwrap_or(tree.texts.charset),
        losses,
    };
    let has_root = needs_root(tree);
    let minor = if has_root { 4 } else { 0 };
    writer.bytes.extend(MAGIC);
    writer.bytes.extend([3, minor]);
    writer.bytes.resize(HEADER, 0xff);
    // The root is no move.
    let mut depth = 0;
    for step in tree.walk() {
        let Step::Enter(node) = step else {
            depth -= 1;
            continue;
        };
        let labels = empty_labels(node);
        // Labels are nodes after their own.
        let deepest = depth + usize::from(!labels.is_empty());
        if deepest > DEEPEST {
            return Err(WriteError::TooManyMoves { moves: deepest, most: DEEPEST });
        }
        depth += 1;
        if has_root || node.id() != Tree::ROOT {
            writer.node(tree, node, &labels);
            writer.labels(tree, node, &labels);
        }
    }
    Ok(Written { bytes: writer.bytes, losses: writer.losses })
}

/// Whether a tree is more than version 3.0 can hold.
fn needs_root(tree: &Tree) -> bool {
    let first = tree.root().children().map(|child| point_byte(child));
    let is_bare = !has_notes(tree.root().notes());
    let has_passes = tree.nodes().skip(1).any(|node| point_byte(node) == NO_POINT);
    !is_bare || has_passes || tree.root().children().next().is_none() || first.into_iter().any(|point| point != CENTER)
}

/// Whether anything of this can be written.
fn has_notes(notes: &Notes) -> bool {
    let Notes {
        name,
        comment,
        label,
        marked,
        is_start,
        is_no_move,
        no_move_point: _,
        labels,
        marks: _,
        set_up: _,
        to_move: _,
        milliseconds: _,
        properties: _,
    } = notes;
    [name, comment, label].into_iter().any(Option::is_some) || !labels.is_empty() || *marked || *is_start || *is_no_move
}

fn point_byte(node: Node<'_>) -> u8 {
    node.label_point().map_or(NO_POINT, byte)
}

/// The labels of a node on points without a stone.
fn empty_labels(node: Node<'_>) -> Vec<&Label> {
    let labels = &node.notes().labels;
    let line = if labels.is_empty() { Vec::new() } else { node.path() };
    let is_taken = |point: Point| line.iter().filter_map(|node| node.played()?.point).any(|taken| taken == point);
    labels.iter().filter(|label| !is_taken(label.point)).collect()
}

fn byte(point: Point) -> u8 {
    (point.y() << 4 | (point.x() + 1)) as u8
}

struct Writer {
    bytes: Vec<u8>,
    charset: Charset,
    losses: FileLosses,
}

impl Writer {
    fn node(&mut self, tree: &Tree, node: Node<'_>, labels: &[&Label]) {
        let notes = node.notes();
        let has_comment = notes.name.is_some() || notes.comment.is_some();
        let flags = [
            (node.next_sibling().is_some(), flag::HAS_SIBLING),
            (node.children().next().is_none() && labels.is_empty(), flag::HAS_NO_CHILD),
            (notes.marked, flag::MARK),
            (has_comment, flag::COMMENT),
            (notes.is_start, flag::START),
            (notes.is_no_move && node.played().is_none(), flag::NO_MOVE),
            (notes.label.is_some(), flag::EXTENSION),
        ];
        let flags = flags.into_iter().filter(|(is_set, _)| *is_set).fold(0, |all, (_, flag)| all | flag);
        self.bytes.extend([point_byte(node), flags]);
        if notes.label.is_some() {
            self.bytes.extend([0, flag::BOARD_TEXT]);
        }
        if has_comment {
            let start = self.bytes.len();
            let room = MOST_TEXT - usize::from(notes.comment.is_some());
            self.text(tree, notes.name.as_deref().unwrap_or_default(), true, room);
            if let Some(comment) = &notes.comment {
                self.bytes.push(LINE_END);
                let room = MOST_TEXT - (self.bytes.len() - start);
                self.text(tree, comment, false, room);
            }
            self.end_text(start);
        }
        if let Some(label) = &notes.label {
            self.label(tree, label);
        }
    }

    /// The labels on empty points: nodes that are no moves, before the moves that follow. Those on stones are lost.
    fn labels(&mut self, tree: &Tree, node: Node<'_>, labels: &[&Label]) {
        self.losses.add(Lost::Label, node.notes().labels.len() - labels.len());
        let mut left = labels.len() + usize::from(node.children().next().is_some());
        for Label { point, text } in labels {
            left -= 1;
            let sibling = if left > 0 { flag::HAS_SIBLING } else { 0 };
            let flags = sibling | flag::HAS_NO_CHILD | flag::NO_MOVE | flag::EXTENSION;
            self.bytes.extend([byte(*point), flags, 0, flag::BOARD_TEXT]);
            self.label(tree, text);
        }
    }

    fn label(&mut self, tree: &Tree, label: &str) {
        let start = self.bytes.len();
        self.text(tree, label, false, MOST_TEXT);
        self.end_text(start);
    }

    /// A part of a text, cut between two characters where there is no room for all of it. The bytes that end texts and their
    /// first lines are blanks within them.
    fn text(&mut self, tree: &Tree, text: &str, is_line: bool, room: usize) {
        let charset = self.charset;
        let encode = |text: &str| charset.encode(&tree.texts.line_end.write(text));
        let (mut bytes, mut missing) = encode(text);
        if bytes.len() > room {
            let cuts: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
            let fitting = cuts.partition_point(|&at| encode(&text[..at]).0.len() <= room);
            (bytes, missing) = encode(&text[..cuts[fitting - 1]]);
            self.losses.add(Lost::TextEnd, 1);
        }
        self.losses.add(Lost::Character, missing);
        let ends = |byte: u8| byte == 0 || (is_line && byte == LINE_END);
        self.bytes.extend(bytes.into_iter().map(|byte| if ends(byte) { b' ' } else { byte }));
    }

    fn end_text(&mut self, start: usize) {
        self.bytes.push(0);
        if !(self.bytes.len() - start).is_multiple_of(2) {
            self.bytes.push(0);
        }
    }
}
