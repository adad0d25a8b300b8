//! The reader of libraries: a tree out of the nodes of a file.

use std::borrow::Cow;

use super::{DEEPEST, LINE_END, LibraryNode, LibraryNodes, SIZE};
use crate::charset::Charset;
use crate::record::builder::TreeBuilder;
use crate::record::reading::{Fault, Faults, Place, ReadError, ReadOptions, Remarks};
use crate::record::texts::{LineEnd, TextForm};
use crate::record::tree::{NodeId, Notes, Tree};

/// Gives the tree of a library, and tells what was passed over in the file.
///
/// Texts are of the character set that the options name, or else UTF-8 where all of them can be.
///
/// # Errors
/// What is wrong with the file, and at which byte.
pub(in crate::record) fn read(
    bytes: &[u8],
    options: &ReadOptions,
    each: &mut dyn FnMut(Tree),
) -> Result<Remarks, ReadError> {
    let (form, mixed) = form(bytes, options);
    let mut reader = LibraryReader {
        nodes: LibraryNodes::new(bytes)?,
        builder: TreeBuilder::new(SIZE),
        faults: Faults::new(options),
        form,
        waiting: Vec::new(),
    };
    reader.builder.tree_mut().texts = form;
    if let Some(at) = mixed {
        reader.faults.remark(|| Place::Byte(at), Fault::MixedCharsets(form.charset.name()));
    }
    reader.read()?;
    each(reader.builder.finish());
    Ok(reader.faults.remarks)
}

/// How the texts of a file are kept: by what all of them can be. With it comes the first node with a text that is not
/// UTF-8 where others have letters of UTF-8: that may be damage, and no other character set.
fn form(bytes: &[u8], options: &ReadOptions) -> (TextForm, Option<usize>) {
    let (mut not_utf8, mut has_utf8, mut has_old_letters) = (None, false, false);
    let mut line_end = LineEnd::CrLf;
    for node in LibraryNodes::new(bytes).into_iter().flatten().map_while(Result::ok) {
        // The letters of old comments are those of no character set.
        let is_old = matches!(node.comment, Some(Cow::Owned(_)));
        let comment = node.comment.as_deref().map(|text| (text, is_old));
        for (text, is_old) in comment.into_iter().chain(node.label.map(|text| (text, false))) {
            if std::str::from_utf8(text).is_ok() {
                let has_letters = if is_old { &mut has_old_letters } else { &mut has_utf8 };
                *has_letters |= !text.is_ascii();
            } else {
                not_utf8.get_or_insert(node.at);
            }
            let is_bare = |(at, &byte): (usize, &u8)| byte == b'\n' && (at == 0 || text[at - 1] != b'\r');
            if text.iter().enumerate().any(is_bare) {
                line_end = LineEnd::AsWritten;
            }
        }
    }
    // RenLib shows UTF-8 as other letters: it is for files that have it already.
    let is_western = not_utf8.is_some() || (has_old_letters && !has_utf8);
    let guessed = if is_western { Charset::WESTERN } else { Charset::UTF_8 };
    let mixed = not_utf8.filter(|_| has_utf8 && options.charset.is_none());
    (TextForm { charset: options.charset.unwrap_or(guessed), line_end }, mixed)
}

struct LibraryReader<'a> {
    nodes: LibraryNodes<'a>,
    builder: TreeBuilder,
    faults: Faults,
    form: TextForm,
    /// The parents for which siblings are still to come; none where their branch is passed over.
    waiting: Vec<Option<NodeId>>,
}

impl LibraryReader<'_> {
    fn read(&mut self) -> Result<(), ReadError> {
        let mut parent = Some(Tree::ROOT);
        let mut is_first = true;
        // A line that was saved alone says nowhere that it ends, and a tree says it of every branch. With a branch that was
        // saved alone stand the moves that lead to it, and not their siblings: parents that waited before the first end.
        let (mut says_ends, mut waited_before) = (false, usize::MAX);
        let (mut expects_more, mut expects_siblings) = (false, false);
        while let Some(node) = self.nodes.next() {
            let node = match node {
                Ok(node) => node,
                // Nothing after this byte can be told from damage.
                Err(error) => return self.faults.meet(|| error.at, error.fault),
            };
            let is_root = is_first && node.point == Ok(None);
            is_first = false;
            let id = match parent {
                _ if is_root => Some(Tree::ROOT),
                Some(parent) => self.add(parent, &node)?,
                None => None,
            };
            if id.is_some() {
                self.write(&node)?;
            }
            says_ends |= !node.has_child;
            if says_ends {
                waited_before = waited_before.min(self.waiting.len());
            }
            if node.has_sibling && !is_root {
                self.waiting.push(parent);
            }
            expects_more = node.has_child || self.waiting.len() > waited_before;
            expects_siblings = !self.waiting.is_empty();
            parent = if node.has_child { id } else { self.go_back(id) };
        }
        let at = self.nodes.at();
        if says_ends && expects_more {
            self.faults.meet(|| Place::Byte(at), Fault::Cut("the tree: more moves should follow"))?;
        } else if says_ends && expects_siblings {
            self.faults.remark(|| Place::Byte(at), Fault::NoSiblings);
        }
        if self.nodes.left() > 0 {
            self.faults.remark(|| Place::Byte(at), Fault::OddByte);
        }
        Ok(())
    }

    /// The parent of the next node after one without children.
    fn go_back(&mut self, last: Option<NodeId>) -> Option<NodeId> {
        if let Some(parent) = self.waiting.pop() {
            return parent;
        }
        // RenLib goes on from the last move.
        if self.nodes.left() > 1 {
            let (at, left) = (self.nodes.at(), self.nodes.left());
            self.faults.remark(|| Place::Byte(at), Fault::AfterEnd(left));
        }
        last
    }

    /// Adds a node; none when its move cannot be played, and all that follows it is passed over.
    fn add(&mut self, parent: NodeId, node: &LibraryNode<'_>) -> Result<Option<NodeId>, ReadError> {
        self.builder.go_back(parent);
        let added = match node.point.map_err(Fault::PointByte) {
            _ if self.builder.depth() >= DEEPEST => Err(Fault::TooDeep(DEEPEST)),
            Ok(_) if node.is_no_move => self.builder.add(None),
            point => point.and_then(|point| self.builder.add_in_turn(point)),
        };
        match added {
            Ok(id) => Ok(Some(id)),
            Err(fault) => self.faults.meet(|| Place::Byte(node.at), fault).map(|()| None),
        }
    }

    fn write(&mut self, node: &LibraryNode<'_>) -> Result<(), ReadError> {
        let (name, comment) = match &node.comment {
            None => (None, None),
            Some(bytes) => match bytes.iter().position(|&byte| byte == LINE_END) {
                None => (Some(&bytes[..]), None),
                Some(at) => (Some(&bytes[..at]).filter(|line| !line.is_empty()), Some(&bytes[at + 1..])),
            },
        };
        let charset = match node.comment {
            Some(Cow::Owned(_)) => Charset::UTF_8,
            _ => self.form.charset,
        };
        let notes = Notes {
            name: self.text(node.at, name, charset)?,
            comment: self.text(node.at, comment, charset)?,
            label: self.text(node.at, node.label, self.form.charset)?,
            marked: node.is_marked,
            is_start: node.is_start,
            is_no_move: node.is_no_move,
            no_move_point: node.point.ok().flatten().filter(|_| node.is_no_move),
            ..Notes::default()
        };
        self.builder.write(notes).or_else(|fault| self.faults.meet(|| Place::Byte(node.at), fault))
    }

    fn text(&mut self, at: usize, bytes: Option<&[u8]>, charset: Charset) -> Result<Option<String>, ReadError> {
        let Some(bytes) = bytes else { return Ok(None) };
        let text = match charset.decode(bytes) {
            Ok(text) => text,
            Err(_) => {
                self.faults.meet(|| Place::Byte(at), Fault::Charset(charset.name()))?;
                charset.decode_lossy(bytes)
            }
        };
        Ok(Some(self.form.line_end.read(&text)))
    }
}
