//! What writers of files are told, and what they give: the bytes with what was left out, or why there are none.

use super::losses::{FileLosses, Lost};
use super::tree::{MergeError, Node, Tree, TreeError, TreeMove};
use crate::charset::Charset;
use crate::point::{BoardSize, Rows};

/// How a file is to be written where its format leaves that open.
#[derive(Clone, Copy, Debug, Default)]
pub struct WriteOptions {
    /// Where row 1 is in lists of moves.
    pub rows: Rows,
    /// The character set of a file whose format leaves it open, as [`FileFormat::takes_charset`] tells: that in which it was
    /// read if nothing is said, or else UTF-8.
    ///
    /// [`FileFormat::takes_charset`]: super::format::FileFormat::takes_charset
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

impl Written {
    /// A text as a file: in the character set that is asked for, or else in that of the tree, or where that has not all of the
    /// letters in UTF-8.
    pub(super) fn from_text(text: String, tree: &Tree, options: &WriteOptions, mut losses: FileLosses) -> Written {
        let (bytes, missing) = options.charset.unwrap_or(tree.texts.charset).encode(&text);
        if missing > 0 && options.charset.is_none() {
            return Written { bytes: text.into_bytes(), losses };
        }
        losses.add(Lost::Character, missing);
        Written { bytes, losses }
    }
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
    /// Variations within variations.
    #[error("variations nested more than {0} deep")]
    TooDeep(usize),
    /// More nodes than a reader of the format takes.
    #[error("more than {0} nodes")]
    TooManyNodes(usize),
    /// Games that are not one tree.
    #[error(transparent)]
    Merge(#[from] MergeError),
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
