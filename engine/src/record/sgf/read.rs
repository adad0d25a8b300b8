//! The reader of records in the Smart Game Format.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::iter;

use super::drawings::{self, known};
use super::root::{add_fifths, board_of, usual_rule};
use super::rules::{rule, rule_of_title};
use super::{BETWEEN_NAME_AND_COMMENT, HOTSPOT, LIBRARY, MILLISECONDS, NO_MOVE, START, filled, mark_property};
use crate::charset::Charset;
use crate::color::Color;
use crate::point::{BoardSize, Point};
use crate::record::builder::TreeBuilder;
use crate::record::fifths::REFUSED;
use crate::record::head::Head;
use crate::record::reading::{Fault, Faults, Place, ReadError, ReadOptions, Remarks};
use crate::record::tree::{MarkKind, NodeId, Notes, SetUp, Tree, TreeMove};
use crate::sgf::{self, Collection, Node, Value};

/// The longest side of a board on which `tt` is a pass.
const MOST_WITH_PASS: usize = 19;
/// What is told of a move on the first place off the board.
const BESIDE_CORNER: &str = "the first place off the board, in columns and in rows, was taken for a pass";
/// What is told of moves of both sides in one node.
const IN_ONE_NODE: &str = "several moves in one node: each was taken for an answer to the one before it";
/// The properties of moves.
const MOVES: [(&str, Color); 2] = [("B", Color::Black), ("W", Color::White)];
/// Properties beside those of signs that are read, or that say how the file is written.
const READ: [&str; 20] = [
    "B",
    "W",
    "AB",
    "AW",
    "AE",
    "PL",
    "C",
    "N",
    "LB",
    "L",
    "M",
    "FF",
    "GM",
    "CA",
    "AP",
    "SZ",
    "RU",
    HOTSPOT,
    MILLISECONDS,
    LIBRARY,
];

/// Whether a text is a record of the Smart Game Format.
#[must_use]
pub(in crate::record) fn is_sgf(text: &str) -> bool {
    text.trim_start().strip_prefix('(').is_some_and(|rest| rest.trim_start().starts_with(';'))
}

/// Gives the tree of every game of a file, in their order, and tells what was passed over.
///
/// # Errors
/// What is wrong with the file and where. Games before that place were given.
pub(in crate::record) fn read(
    bytes: &[u8],
    options: &ReadOptions,
    each: &mut dyn FnMut(Tree),
) -> Result<Remarks, ReadError> {
    let mut faults = Faults::new(options);
    let (file, wrong) = Collection::salvage(bytes, options.charset)?;
    if let Some(error) = file.unknown_charset() {
        faults.remark(|| Place::Text(error.at), Fault::Sgf(error.fault.clone()));
    }
    if let Some((at, charset)) = file.malformed() {
        match charset == Charset::UTF_8 {
            true => faults.meet(|| Place::Text(at), Fault::Sgf(sgf::SgfFault::NotUtf8))?,
            false => faults.remark(|| Place::Text(at), Fault::Charset(charset.name())),
        }
    }
    faults.count(wrong.count - wrong.first.len());
    // What is wrong with the file is wrong with none of its games.
    faults.end_game(false);
    let mut damage = wrong.of_games.into_iter().peekable();
    let mut wrong = wrong.first.into_iter().peekable();
    // What stands before a byte, so that games before the first of it are given.
    let mut meet_before = |byte: usize, faults: &mut Faults| {
        iter::from_fn(|| wrong.next_if(|error| error.at.byte < byte))
            .try_for_each(|error| faults.meet(|| Place::Text(error.at), Fault::Sgf(error.fault)))?;
        // After so many not all of it is there, but each game that it damages is.
        while let Some((at, fault)) = damage.next_if(|&(at, _)| at < byte) {
            faults.note_damage(at, Fault::Sgf(fault));
        }
        Ok::<_, ReadError>(())
    };
    let mut game: Option<GameReader<'_>> = None;
    for node in file.nodes() {
        if node.parent().is_none() {
            meet_before(node.byte(), &mut faults)?;
            let tree = game.take().map(|game| game.finish(&mut faults));
            faults.end_game(tree.is_some());
            tree.map(&mut *each);
            game = match board_of(node, options.size, &mut faults) {
                Ok((size, is_of_go)) => Some(GameReader::new(size, is_of_go, node)),
                Err(fault) => faults.meet(|| Place::Text(node.location()), fault).map(|()| None)?,
            };
        }
        if let Some(game) = &mut game {
            game.read(node, &mut faults)?;
        }
    }
    meet_before(usize::MAX, &mut faults)?;
    if !file.is_closed() {
        let end = file.nodes().next_back().map(Node::location);
        faults.remark(|| Place::Text(end.expect("a file has a node")), Fault::NotClosed);
    }
    let tree = game.map(|game| game.finish(&mut faults));
    faults.end_game(tree.is_some());
    tree.map(each);
    if faults.games == 0 { Err(faults.no_game(Place::Byte(0))) } else { Ok(faults.remarks) }
}

/// Whether a node is called no move, as one of a library.
fn is_no_move(node: Node<'_>) -> bool {
    node.values(LIBRARY).any(|value| value.raw().split(':').next() == Some(NO_MOVE))
}

/// The moves of a node, in the order of its properties.
fn moves(node: Node<'_>) -> impl Iterator<Item = (Color, Value<'_>)> {
    node.properties().flat_map(|property| {
        let side = MOVES.into_iter().find(|&(name, _)| property.is(name));
        side.into_iter().flat_map(move |(_, color)| property.values().map(move |value| (color, value)))
    })
}

struct GameReader<'a> {
    builder: TreeBuilder,
    size: BoardSize,
    /// The first node of the game.
    root: Node<'a>,
    /// The node of the tree for each of the game, none where it is passed over.
    places: Vec<Option<NodeId>>,
}

impl<'a> GameReader<'a> {
    fn new(size: BoardSize, is_of_go: bool, root: Node<'a>) -> GameReader<'a> {
        let mut builder = TreeBuilder::new(size);
        builder.tree_mut().is_of_go = is_of_go;
        GameReader { builder, size, root, places: Vec::new() }
    }

    /// The tree, with its refused fifths, and the labels on the points of moves where they belong.
    fn finish(self, faults: &mut Faults) -> Tree {
        let mut tree = self.builder.finish();
        add_fifths(self.root, self.places[0].unwrap_or(Tree::ROOT), &mut tree, faults);
        let labelled: Vec<NodeId> =
            tree.nodes().filter(|node| !node.notes().labels.is_empty()).map(|node| node.id()).collect();
        for id in labelled {
            let mut moves = BTreeMap::new();
            for child in tree.node(id).children() {
                if let Some(point) = child.label_point() {
                    moves.entry(point).or_insert(child.id());
                }
            }
            let labels = std::mem::take(&mut tree.notes_mut(id).labels);
            for label in labels {
                // The first label of a move is its own.
                match moves.remove(&label.point) {
                    Some(child) => tree.notes_mut(child).label = Some(label.text),
                    None => tree.notes_mut(id).labels.push(label),
                }
            }
        }
        tree
    }

    fn read(&mut self, node: Node<'_>, faults: &mut Faults) -> Result<(), ReadError> {
        let parent = match node.parent() {
            None => {
                self.head(node, faults);
                Some(Tree::ROOT)
            }
            Some(parent) => self.places[parent.index() - self.root.index()],
        };
        let place = match parent {
            Some(parent) => self.follow(parent, node, faults)?,
            None => None,
        };
        self.places.push(place);
        if place.is_some() {
            self.set_up(node, faults)?;
            let notes = self.notes(node, faults)?;
            self.builder.write(notes).or_else(|fault| faults.meet(|| Place::Text(node.location()), fault))?;
        }
        Ok(())
    }

    fn head(&mut self, root: Node<'_>, faults: &mut Faults) {
        let tree = self.builder.tree_mut();
        for (head, name) in Head::ALL {
            if let Some(value) = root.value(name) {
                // Of all of them this one alone is a text of many lines.
                let text = if head == Head::GameComment { value.text() } else { value.simple_text() };
                tree.head.insert(head, text.into_owned());
            }
        }
        let words = filled(root, Head::Rules.property()).next();
        let named = words.as_ref().and_then(|value| rule(&value.simple_text()));
        let of_title = || rule_of_title(tree.head.get(&Head::Title)?);
        tree.rule = named.or_else(of_title).or_else(|| usual_rule(root));
        if let Some(value) = words.filter(|_| tree.rule.is_none()) {
            faults.remark(|| Place::Text(value.location()), Fault::Word(value.shown(), "rule that is known"));
        }
    }

    /// Adds the moves of a node after another, each as an answer to the one before it, or a node without a move where there
    /// are none, and gives the last. The root is there already, and stays; any other node is passed over from a move on that
    /// cannot be read or played.
    fn follow(&mut self, parent: NodeId, node: Node<'_>, faults: &mut Faults) -> Result<Option<NodeId>, ReadError> {
        self.builder.go_back(parent);
        let is_root = node.parent().is_none();
        let mut before = None;
        for (number, (color, value)) in moves(node).enumerate() {
            if before == Some(color) {
                // Those before it are taken where as much as possible is to be saved.
                faults.meet(|| Place::Text(node.location()), Fault::TwoMoves)?;
                break;
            }
            if number == 1 {
                faults.remark(|| Place::Text(node.location()), Fault::Doubtful(IN_ONE_NODE));
            }
            before = Some(color);
            let added = self.point(&value, faults).and_then(|point| {
                let played = Some(TreeMove { color, point });
                self.builder.add(played.filter(|_| !is_no_move(node)))
            });
            if let Err(fault) = added {
                faults.meet(|| Place::Text(value.location()), fault)?;
                return Ok(is_root.then(|| self.builder.last()));
            }
        }
        if before.is_none()
            && !is_root
            && let Err(fault) = self.builder.add(None)
        {
            return faults.meet(|| Place::Text(node.location()), fault).map(|()| None);
        }
        Ok(Some(self.builder.last()))
    }

    /// The point of a move, or none for a pass.
    fn point(&self, value: &Value<'_>, faults: &mut Faults) -> Result<Option<Point>, Fault> {
        let text = value.raw().trim();
        let (width, height) = (self.size.width(), self.size.height());
        if text.is_empty() || (text == "tt" && width.max(height) <= MOST_WITH_PASS) {
            return Ok(None);
        }
        let (x, y) = value.coordinates().ok_or_else(|| Fault::Sgf(sgf::SgfFault::Place(value.shown())))?;
        let is_beside = (usize::from(x), usize::from(y)) == (width, height);
        // On a board that is only guessed it may be a point.
        if is_beside && filled(self.root, "SZ").next().is_some() {
            faults.remark(|| Place::Text(value.location()), Fault::Doubtful(BESIDE_CORNER));
            return Ok(None);
        }
        let point = self.size.point(x.into(), y.into());
        Ok(Some(point.ok_or_else(|| Fault::OffBoard(text.to_string(), self.size))?))
    }

    /// Puts stones on the board and takes them away.
    fn set_up(&mut self, node: Node<'_>, faults: &mut Faults) -> Result<(), ReadError> {
        for (name, color) in [("AB", Some(Color::Black)), ("AW", Some(Color::White)), ("AE", None)] {
            for value in filled(node, name) {
                let at = || Place::Text(node.location());
                for (x, y) in known(value.rectangle(), &value, faults)?.into_iter().flatten() {
                    let Some(point) = self.size.point(x.into(), y.into()) else {
                        faults.meet(at, Fault::OffBoard(format!("a stone of {name}"), self.size))?;
                        break;
                    };
                    // A rectangle that is given twice is damage once.
                    if let Err(fault) = self.builder.set_up(SetUp { point, color }) {
                        faults.meet(at, fault)?;
                        break;
                    }
                }
            }
        }
        Ok(())
    }

    fn notes(&self, node: Node<'_>, faults: &mut Faults) -> Result<Notes, ReadError> {
        let joined = |texts: Vec<Cow<'_, str>>, between: &str| (!texts.is_empty()).then(|| texts.join(between));
        let mut notes = Notes {
            name: joined(node.values("N").map(|value| value.simple_text()).collect(), Notes::BETWEEN_WORDS),
            comment: joined(node.values("C").map(|value| value.text()).collect(), Notes::BETWEEN_LINES),
            ..Notes::default()
        };
        part_comment(&mut notes);
        let own = self.builder_point();
        drawings::read(node, self.size, own, &mut notes, faults)?;
        if let Some(value) = filled(node, "PL").next() {
            match value.raw().trim().as_bytes() {
                [b'B' | b'b' | b'1', ..] => notes.to_move = Some(Color::Black),
                [b'W' | b'w' | b'2', ..] => notes.to_move = Some(Color::White),
                _ => {
                    let fault = Fault::Color(value.raw().chars().take(10).collect());
                    faults.meet(|| Place::Text(node.location()), fault)?;
                }
            }
        }
        notes.marked |= own.is_none() && node.value(HOTSPOT).is_some();
        notes.milliseconds = node.value(MILLISECONDS).and_then(|value| value.raw().trim().parse().ok());
        // Other programs, such as c-gomoku-cli, have the time as a comment.
        let told = notes.comment.as_deref().and_then(|comment| comment.strip_suffix("ms")?.parse::<u64>().ok());
        if notes.milliseconds.is_none() && told.is_some() {
            (notes.milliseconds, notes.comment) = (told, None);
        }
        notes.is_start |= node.values(LIBRARY).any(|value| value.raw() == START);
        let last = self.builder.tree().node(self.builder.last());
        if is_no_move(node) && last.played().is_none() {
            (notes.is_no_move, notes.no_move_point) = (true, self.no_move_point(node));
        }
        for property in node.properties() {
            let name = property.name();
            if !has_field(&name, node.parent().is_none(), own.is_some()) {
                let values = property.values().map(|value| value.raw().to_string()).collect();
                notes.properties.push((name, values));
            }
        }
        Ok(notes)
    }

    /// The point of a node that is no move: after the words for that, or that of a move.
    fn no_move_point(&self, node: Node<'_>) -> Option<Point> {
        let point = |text: &str| {
            let (x, y) = sgf::coordinates(text)?;
            self.size.point(x.into(), y.into())
        };
        let told = node.values(LIBRARY).find_map(|value| point(value.raw().strip_prefix(NO_MOVE)?.strip_prefix(':')?));
        told.or_else(|| point(node.value("B").or(node.value("W"))?.raw()))
    }

    /// The point of the last move.
    fn builder_point(&self) -> Option<Point> {
        self.builder.tree().node(self.builder.last()).played().and_then(|played| played.point)
    }
}

/// Whether a record has a field for what a property tells of the root or another node, with a point or without one. All others
/// are kept as they are.
pub(super) fn has_field(name: &str, is_root: bool, has_point: bool) -> bool {
    let is_head = is_root && (name == REFUSED || Head::ALL.iter().any(|(_, head)| *head == name));
    let is_sign = MarkKind::ALL.into_iter().any(|kind| mark_property(kind) == name);
    is_head || is_sign || (READ.contains(&name) && (name != HOTSPOT || !has_point))
}

/// Parts a comment as RenLib does, whose converters copy the sign between the name of a move and its comment.
fn part_comment(notes: &mut Notes) {
    let Some(comment) = notes.comment.take_if(|comment| comment.contains(BETWEEN_NAME_AND_COMMENT)) else { return };
    let mut lines: Vec<&str> = comment.split(BETWEEN_NAME_AND_COMMENT).collect();
    if notes.name.is_none() && !lines[0].is_empty() {
        notes.name = Some(lines.remove(0).to_string());
    }
    lines.retain(|line| !line.is_empty());
    notes.comment = (!lines.is_empty()).then(|| lines.join(Notes::BETWEEN_LINES));
}
