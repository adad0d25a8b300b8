//! What writers of files are told, and what they give: the bytes with what was left out, or why there are none.

use super::losses::FileLosses;
use super::texts::add_text;
use super::tree::{Node, Notes, Tree, TreeError, TreeMove};
use crate::charset::Charset;
use crate::point::{BoardSize, Rows};

/// How a file is to be written where its format leaves that open.
#[derive(Clone, Copy, Debug, Default)]
pub struct WriteOptions {
    /// Where row 1 is in lists of moves.
    pub rows: Rows,
    /// The character set of a library: that in which it was read if nothing is said, or else UTF-8.
    pub charset: Option<Charset>,
}

/// A file.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Written {
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// What was left out of it.
    pub losses: FileLosses,
}

/// Why a record cannot be written in a format.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WriteError {
    /// The format is read only.
    #[error("files of this format are read and not written")]
    ReadOnly,
    /// The format knows another board only.
    #[error("the board is {0}, and this format holds boards of 15x15 only")]
    Size(BoardSize),
    /// A pass where the format has none, and in words where it is.
    #[error("this format has no passes, and one is played ({0})")]
    Pass(String),
    /// Colours that do not take turns, and in words where that is.
    #[error("this format knows no colours but those of the turn, and a move or a stone is out of turn ({0})")]
    OutOfTurn(String),
    /// Stones that are set up or taken away between moves, and in words where that is.
    #[error("stones are set up or taken away in the middle of the game ({0}), which this format cannot tell")]
    Edited(String),
    /// No move where the format needs one.
    #[error("the game has no moves, and this format holds one at the least")]
    NoMoves,
    /// More moves than the format can count.
    #[error("the game has {moves} moves, and this format holds {most}")]
    TooManyMoves {
        /// How many there are.
        moves: usize,
        /// How many there may be.
        most: usize,
    },
    /// A text that is longer than the format may have.
    #[error("a text of more than {most} bytes ({place})")]
    TextTooLong {
        /// How long it may be.
        most: usize,
        /// In words where it is.
        place: String,
    },
    /// Variations within variations.
    #[error("variations nested more than {0} deep")]
    TooDeep(usize),
    /// More nodes than a reader of the format takes.
    #[error("more than {0} nodes")]
    TooManyNodes(usize),
    /// Trees of different boards that should be one.
    #[error("games on boards of {0} and {1} are not one tree")]
    Boards(BoardSize, BoardSize),
    /// Trees of different positions that should be one.
    #[error("games from different positions are not one tree")]
    Positions,
    /// Too many nodes.
    #[error(transparent)]
    Tree(#[from] TreeError),
    /// Nothing to write.
    #[error("there is no game to write")]
    NoGame,
}

/// Where a node is, as messages say it: the moves that lead to it.
pub(super) fn place_of(node: Node<'_>, size: BoardSize) -> String {
    /// A longer line is told by the number of its moves.
    const MOST_SHOWN: usize = 60;
    let name = |played: TreeMove| match played.point {
        Some(point) => point.to_text(size, Rows::FromBottom),
        None => "pass".to_string(),
    };
    let moves: Vec<TreeMove> = node.path().into_iter().filter_map(Node::played).collect();
    match moves.len() {
        0 => "before the first move".to_string(),
        1..=MOST_SHOWN => format!("at {}", moves.into_iter().map(name).collect::<Vec<_>>().join(" ")),
        number => format!("at move {number}"),
    }
}

impl Notes {
    /// What stands between two names or two labels that become one.
    pub(super) const BETWEEN_WORDS: &str = ", ";
    /// What stands between two comments that become one.
    pub(super) const BETWEEN_LINES: &str = "\n";

    /// Adds what is written to another node to this one; what is the same is written once.
    pub fn join(&mut self, other: &Notes) {
        let join = |own: &mut Option<String>, other: &Option<String>, between: &str| {
            if let Some(other) = other {
                add_text(own.get_or_insert_default(), other, between);
            }
        };
        join(&mut self.name, &other.name, Notes::BETWEEN_WORDS);
        join(&mut self.comment, &other.comment, Notes::BETWEEN_LINES);
        join(&mut self.label, &other.label, Notes::BETWEEN_WORDS);
        let labels = other.labels.iter().filter(|label| !self.labels.contains(label)).cloned();
        let labels: Vec<_> = labels.collect();
        self.labels.extend(labels);
        let marks: Vec<_> = other.marks.iter().filter(|mark| !self.marks.contains(mark)).copied().collect();
        self.marks.extend(marks);
        self.marked |= other.marked;
        self.is_start |= other.is_start;
        self.is_no_move |= other.is_no_move;
        self.milliseconds = self.milliseconds.or(other.milliseconds);
        self.to_move = self.to_move.or(other.to_move);
        for set_up in &other.set_up {
            if !self.set_up.contains(set_up) {
                self.set_up.push(*set_up);
            }
        }
        for (name, values) in &other.properties {
            if !self.properties.iter().any(|(own, _)| own == name) {
                self.properties.push((name.clone(), values.clone()));
            }
        }
    }
}

impl Tree {
    /// Adds all lines of another tree to this one. What is said of the other game as a whole is added where this one says
    /// nothing.
    ///
    /// # Errors
    /// [`WriteError`]: the boards differ, or the stones that were set up on them, or there are too many nodes.
    pub fn merge(&mut self, other: &Tree) -> Result<(), WriteError> {
        if self.size() != other.size() {
            return Err(WriteError::Boards(self.size(), other.size()));
        }
        let position = |tree: &Tree| (tree.root().notes().set_up.clone(), tree.root().notes().to_move);
        if position(self) != position(other) {
            return Err(WriteError::Positions);
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
                    None => self.add(parent, None)?,
                };
            }
            if !node.notes().is_empty() {
                self.notes_mut(places[node.id().index()]).join(node.notes());
            }
        }
        Ok(())
    }
}
