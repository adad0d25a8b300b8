//! The reader of records in the Smart Game Format.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::drawings::{self, known};
use super::root::{add_fifths, board_of};
use super::{HOTSPOT, LIBRARY, MILLISECONDS, NO_MOVE, START, filled};
use crate::charset::Charset;
use crate::color::Color;
use crate::opening::OpeningRule;
use crate::point::{BoardSize, Point};
use crate::record::builder::TreeBuilder;
use crate::record::fifths::REFUSED;
use crate::record::head::Head;
use crate::record::reading::{Fault, Faults, Place, ReadError, ReadOptions, Remarks};
use crate::record::tree::{NodeId, Notes, SetUp, Tree, TreeMove};
use crate::rule::RuleKind;
use crate::sgf::{self, Collection, Node, Value};

/// The longest side of a board on which `tt` is a pass.
const MOST_WITH_PASS: usize = 19;
/// What is told of a move on the first place off the board.
const BESIDE_CORNER: &str = "the first place off the board, in columns and in rows, was taken for a pass";
/// What RenLib has between the name of a move and its comment.
const BETWEEN_NAME_AND_COMMENT: char = '\u{8}';
/// Properties that are read, or that say how the file is written.
const READ: [&str; 24] = [
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
    "MA",
    "M",
    "TR",
    "SQ",
    "CR",
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
pub fn is_sgf(text: &str) -> bool {
    text.trim_start().strip_prefix('(').is_some_and(|rest| rest.trim_start().starts_with(';'))
}

/// Gives the tree of every game of a file, in their order, and tells what was passed over.
///
/// # Errors
/// What is wrong with the file and where. Games before that place were given.
pub fn read(bytes: &[u8], options: &ReadOptions, each: &mut dyn FnMut(Tree)) -> Result<Remarks, ReadError> {
    let mut faults = Faults::new(options);
    let file = match options.salvage {
        false => Collection::from_bytes_in(bytes, options.charset)?,
        true => {
            let (file, met) = Collection::salvage(bytes, options.charset)?;
            for error in met {
                faults.meet(|| Place::Text(error.at), Fault::Sgf(error.fault))?;
            }
            file
        }
    };
    if let Some(error) = file.unknown_charset() {
        faults.remark(|| Place::Text(error.at), Fault::Sgf(error.fault.clone()));
    }
    if let Some((at, charset)) = file.malformed() {
        match charset == Charset::UTF_8 {
            true => faults.meet(|| Place::Text(at), Fault::Sgf(sgf::SgfFault::NotUtf8))?,
            false => faults.remark(|| Place::Text(at), Fault::Charset(charset.name())),
        }
    }
    if !file.is_closed() {
        let end = file.nodes().next_back().map(Node::location);
        faults.remark(|| Place::Text(end.expect("a file has a node")), Fault::NotClosed);
    }
    let mut game: Option<GameReader<'_>> = None;
    let mut is_passed_over = false;
    for node in file.nodes() {
        if node.parent().is_none() {
            if let Some(game) = game.take() {
                each(game.finish(&mut faults));
            }
            game = match board_of(node, options.size, &mut faults) {
                Ok((size, is_of_go)) => Some(GameReader::new(size, is_of_go, node)),
                Err(fault) => faults.meet(|| Place::Text(node.location()), fault).map(|()| None)?,
            };
            is_passed_over |= game.is_none();
        }
        if let Some(game) = &mut game {
            game.read(node, &mut faults)?;
        }
    }
    match game {
        Some(game) => each(game.finish(&mut faults)),
        None if is_passed_over => {}
        None => return Err(ReadError { at: Place::Byte(0), fault: Fault::NoGame }),
    }
    Ok(faults.remarks)
}

/// The rule that a text means: the number that the protocol has for it, where the text begins with one, or else the
/// first name, of one word or two.
pub(super) fn rule(text: &str) -> Option<RuleKind> {
    let words = text.split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty());
    let words: Vec<&str> = words.collect();
    let number = words.first().and_then(|word| RuleKind::from_number(word.parse().ok()?));
    let named = || {
        (0..words.len()).find_map(|at| {
            let two = words.get(at + 1).and_then(|next| rule_of_two_words(words[at], next));
            two.or_else(|| rule_of_word(words[at]))
        })
    };
    // An opening may be called free as well, and so this is the last that is tried.
    let is_free = || parts(text).any(|part| part.eq_ignore_ascii_case("free"));
    number.or_else(named).or_else(|| is_free().then_some(RuleKind::Freestyle))
}

/// The rule of a name such as `caro overline` or `designated: D6`.
fn rule_of_two_words(first: &str, second: &str) -> Option<RuleKind> {
    let first = first.trim_end_matches(':');
    ["-", ":"].into_iter().find_map(|between| rule_of_name(&format!("{first}{between}{second}")))
}

/// The rule whose name a word is, or a part of it such as `RENJU_2009`.
fn rule_of_word(word: &str) -> Option<RuleKind> {
    rule_of_name(&word.replace('_', "-")).or_else(|| parts(word).find_map(rule_of_name))
}

/// The letters and digits of a text that stand together.
fn parts(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric())
}

/// The rule of a name, which may have digits after it, such as those of a year. Openings of Renju are named in its place.
fn rule_of_name(name: &str) -> Option<RuleKind> {
    let of_opening = |name: &str| Some(name.parse::<OpeningRule>().ok()?.usual_rule());
    let bare = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let of_name =
        |name: &str| RuleKind::from_name(name).or_else(|| of_opening(name).filter(|&rule| rule == RuleKind::Renju));
    of_name(name).or_else(|| of_name(bare))
}

/// Whether a node is called no move, as one of a library.
fn is_no_move(node: Node<'_>) -> bool {
    node.values(LIBRARY).any(|value| value.raw().split(':').next() == Some(NO_MOVE))
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
        add_fifths(self.root, &mut tree, faults);
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
        let place = match node.parent() {
            None => {
                self.head(node, faults);
                self.root(node, faults)?
            }
            Some(parent) => match self.places[parent.index() - self.root.index()] {
                Some(parent) => self.follow(parent, node, faults)?,
                None => None,
            },
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
        tree.rule = tree.head.get(&Head::Rules).and_then(|text| rule(text));
        let unknown = root.value(Head::Rules.property()).filter(|_| tree.rule.is_none());
        if let Some(value) = unknown.filter(|value| !value.is_blank()) {
            faults.remark(|| Place::Text(value.location()), Fault::Word(value.shown(), "rule that is known"));
        }
    }

    /// The root, or the move that stands in it.
    fn root(&mut self, node: Node<'_>, faults: &mut Faults) -> Result<Option<NodeId>, ReadError> {
        match self.played(node, faults)? {
            None => Ok(Some(Tree::ROOT)),
            // Stones that are set up come before the first move.
            Some(played) => self.add(Tree::ROOT, Some(played), node, faults),
        }
    }

    fn follow(&mut self, parent: NodeId, node: Node<'_>, faults: &mut Faults) -> Result<Option<NodeId>, ReadError> {
        let moves = node.values("B").chain(node.values("W")).count();
        match self.played(node, faults)? {
            // The move could not be read.
            None if moves > 0 => Ok(None),
            played => self.add(parent, played.filter(|_| !is_no_move(node)), node, faults),
        }
    }

    fn add(
        &mut self,
        parent: NodeId,
        played: Option<TreeMove>,
        node: Node<'_>,
        faults: &mut Faults,
    ) -> Result<Option<NodeId>, ReadError> {
        self.builder.go_back(parent);
        let place = || {
            let value = node.value("B").or(node.value("W"));
            Place::Text(value.map_or_else(|| node.location(), |value| value.location()))
        };
        match self.builder.add(played) {
            Ok(id) => Ok(Some(id)),
            Err(fault) => faults.meet(place, fault).map(|()| None),
        }
    }

    /// The move of a node. Of several the first is taken where as much as possible is to be saved.
    fn played(&self, node: Node<'_>, faults: &mut Faults) -> Result<Option<TreeMove>, ReadError> {
        let moves = [("B", Color::Black), ("W", Color::White)];
        let mut moves = moves.into_iter().flat_map(|(name, color)| node.values(name).map(move |value| (color, value)));
        let Some((color, value)) = moves.next() else { return Ok(None) };
        if moves.next().is_some() {
            faults.meet(|| Place::Text(node.location()), Fault::TwoMoves)?;
        }
        match self.point(&value, faults) {
            Ok(point) => Ok(Some(TreeMove { color, point })),
            Err(fault) => faults.meet(|| Place::Text(value.location()), fault).map(|()| None),
        }
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
        let is_root = node.parent().is_none();
        for property in node.properties() {
            let is_head = is_root && (property.is(REFUSED) || Head::ALL.iter().any(|(_, name)| property.is(name)));
            let name = property.name();
            let is_read = READ.contains(&name.as_str()) && (name != HOTSPOT || own.is_none());
            if !is_head && !is_read {
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
