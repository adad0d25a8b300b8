//! Joining: several trees as one, and what is written to nodes that become one.

use std::borrow::Cow;
use std::hash::Hash;

use super::{Node, NodeId, Notes, Tree, TreeError, turn_after};
use crate::point::BoardSize;
use crate::record::texts::{GrowingTexts, LineEnd};

/// Why two trees cannot become one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MergeError {
    /// Their boards differ.
    #[error("games on boards of {0} and {1} are not one tree")]
    Boards(BoardSize, BoardSize),
    /// Their first positions differ.
    #[error("games from different positions are not one tree")]
    Positions,
    /// Too many nodes.
    #[error(transparent)]
    Tree(#[from] TreeError),
}

impl Notes {
    /// What stands between two names or two labels that become one.
    pub(in crate::record) const BETWEEN_WORDS: &str = ", ";
    /// What stands between two comments that become one.
    pub(in crate::record) const BETWEEN_LINES: &str = "\n";

    /// Adds what is written to another node to this one; what is the same is written once.
    pub fn join(&mut self, other: &Notes) {
        self.join_at((), other, &mut GrowingTexts::default());
    }

    /// The same at a place among growing texts.
    fn join_at(&mut self, place: impl Hash + Copy, other: &Notes, texts: &mut GrowingTexts) {
        let Notes {
            name,
            comment,
            label,
            labels,
            marked,
            marks,
            set_up,
            to_move,
            milliseconds,
            is_start,
            is_no_move,
            no_move_point,
            properties,
        } = other;
        for (field, own, other, between) in [
            ("name", &mut self.name, name, Notes::BETWEEN_WORDS),
            ("comment", &mut self.comment, comment, Notes::BETWEEN_LINES),
            ("label", &mut self.label, label, Notes::BETWEEN_WORDS),
        ] {
            if let Some(other) = other {
                texts.add((place, field), own.get_or_insert_default(), other, between);
            }
        }
        let labels: Vec<_> = labels.iter().filter(|label| !self.labels.contains(label)).cloned().collect();
        self.labels.extend(labels);
        let marks: Vec<_> = marks.iter().filter(|mark| !self.marks.contains(mark)).copied().collect();
        self.marks.extend(marks);
        self.marked |= *marked;
        self.is_start |= *is_start;
        self.is_no_move |= *is_no_move;
        self.no_move_point = self.no_move_point.or(*no_move_point);
        self.milliseconds = self.milliseconds.or(*milliseconds);
        self.to_move = self.to_move.or(*to_move);
        for stone in set_up {
            if !self.set_up.contains(stone) {
                self.set_up.push(*stone);
            }
        }
        for (name, values) in properties {
            if !self.properties.iter().any(|(own, _)| own == name) {
                self.properties.push((name.clone(), values.clone()));
            }
        }
    }

    /// Ends every line of the texts of a library with `\n`.
    fn end_lines_alike(&mut self) {
        let texts = [&mut self.name, &mut self.comment, &mut self.label];
        texts.into_iter().flatten().for_each(|text| *text = LineEnd::CrLf.read(text));
    }
}

impl Tree {
    /// Adds all lines of another tree to this one. What is said of the other game as a whole is added where this one
    /// says nothing. Where lines of texts end in two ways, they end in the usual one afterwards.
    ///
    /// # Errors
    /// [`MergeError`]: the boards differ, or the stones that were set up on them or the side to move, or there are too
    /// many nodes.
    pub fn merge(&mut self, other: &Tree) -> Result<(), MergeError> {
        self.merge_next(other, &mut GrowingTexts::default())
    }

    /// The same of one tree after another, with the texts that grew by those before.
    pub(in crate::record) fn merge_next(&mut self, other: &Tree, texts: &mut GrowingTexts) -> Result<(), MergeError> {
        if self.size() != other.size() {
            return Err(MergeError::Boards(self.size(), other.size()));
        }
        let position = |tree: &Tree| {
            let Notes { set_up, to_move, .. } = tree.root().notes();
            let colors = set_up.iter().filter_map(|stone| stone.color);
            let to_move = to_move.unwrap_or_else(|| turn_after(colors));
            // Files list points in any order; what is done to one of them stays in its order.
            let mut set_up = set_up.clone();
            set_up.sort_by_key(|stone| stone.point);
            (set_up, to_move)
        };
        if position(self) != position(other) {
            return Err(MergeError::Positions);
        }
        if self.texts.line_end == LineEnd::AsWritten {
            self.texts.line_end = LineEnd::CrLf;
            self.notes.iter_mut().for_each(Notes::end_lines_alike);
        }
        self.rule = self.rule.or(other.rule);
        for (head, text) in &other.head {
            self.head.entry(*head).or_insert_with(|| text.clone());
        }
        let mut places = vec![Tree::ROOT; other.len()];
        for node in other.nodes() {
            if let Some(parent) = node.parent() {
                let parent = places[parent.id().index()];
                places[node.id().index()] = match node.played() {
                    Some(played) => self.play(parent, played)?,
                    None => match self.same_no_move(parent, node) {
                        Some(known) => known,
                        None => self.add(parent, None)?,
                    },
                };
            }
            if !node.notes().is_empty() {
                let mut notes = Cow::Borrowed(node.notes());
                if other.texts.line_end == LineEnd::AsWritten {
                    notes.to_mut().end_lines_alike();
                }
                let place = places[node.id().index()];
                self.notes_mut(place).join_at(place, &notes, texts);
            }
        }
        Ok(())
    }

    /// The child that is no move on the point of such a node of another tree.
    fn same_no_move(&self, parent: NodeId, node: Node<'_>) -> Option<NodeId> {
        if !node.is_no_move() {
            return None;
        }
        let is_same = |child: &Node<'_>| child.is_no_move() && child.label_point() == node.label_point();
        self.node(parent).children().find(is_same).map(|child| child.id())
    }
}
