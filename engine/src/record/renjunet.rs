//! The databases of RenjuNet (`.rif`, `.xml`) and of Renju Offline: all games in one XML file.
//!
//! In that of RenjuNet countries, players, tournaments and rules come first and are referred to by numbers; in that of Renju
//! Offline all that is told about a game is an element of it. Elements are found by their names alone, whatever stands around
//! them. The fifths that were offered and not played are variations named `5A`; a number in their place, as under newer opening
//! rules, goes to the comment. `--` among the moves is a pass.

mod game;

use quick_xml::Reader;
use quick_xml::XmlVersion;
use quick_xml::escape::resolve_predefined_entity;
use quick_xml::events::{BytesStart, Event};
use std::collections::BTreeMap;
use std::ops::Range;

use game::{Attributes, GameElement, MOVES, day, element_with_text};

use super::builder::TreeBuilder;
use super::fifths::{add_refused, add_words, fourth};
use super::head::{Head, SWAPPED};
use super::lines::TextLines;
use super::reading::{Fault, Faults, Place, ReadError, ReadOptions, Remarks, text_of};
use super::renlib::SIZE;
use super::texts::with_line_feeds;
use super::tree::{Notes, Tree};
use crate::charset::Charset;
use crate::charset::after_mark;
use crate::color::Color;
use crate::point::{Point, Rows};
use crate::rule::RuleKind;
use crate::sgf::{RecordedResult, RecordedWin};
use crate::stable_map::StableMap;

/// The longest word of a move: a letter and two digits.
const LONGEST_MOVE: usize = 3;
/// A pass.
const PASS: &str = "--";
/// The category of the rules of Renju. The others are of Gomoku, which the federation plays to exactly five; rules without one
/// are of files of Renju alone.
const RENJU: &str = "1";
/// What is told of a `&` that stands for itself.
const BARE_AMPERSAND: &str = "a & that begins no entity";
/// What is told of a file in which no game has a move.
const NO_MOVES: &str = "no game of the file has a move: they may be written in a form that is not known";

/// Whether a text is a database of games in XML.
#[must_use]
pub(super) fn is_renjunet(text: &str) -> bool {
    let start = text.trim_start();
    start.starts_with('<') && ["<games", "<game ", "<game>", "<database"].iter().any(|begin| start.contains(begin))
}

/// Gives the tree of every game of a file, in their order, and tells what was passed over.
///
/// # Errors
/// What is wrong with the file and where. Games before that place were given.
pub(super) fn read(bytes: &[u8], options: &ReadOptions, each: &mut dyn FnMut(Tree)) -> Result<Remarks, ReadError> {
    let mut faults = Faults::new(options);
    let options = ReadOptions { charset: declared(bytes).or(options.charset), ..*options };
    let text = text_of(bytes, &options, &mut faults)?;
    let mut reader = DatabaseReader {
        text: &text,
        lines: TextLines::new(&text),
        faults,
        named: StableMap::default(),
        game: None,
        within: None,
        games: 0,
        has_moves: false,
    };
    reader.read(each)?;
    reader.faults.end_game(false);
    let start = || Place::in_text(&text, 0);
    if reader.games == 0 {
        return Err(reader.faults.no_game(start()));
    }
    if !reader.has_moves {
        reader.faults.remark(start, Fault::Doubtful(NO_MOVES));
    }
    Ok(reader.faults.remarks)
}

/// The character set that the first line of a file names, unless it cannot be or is UTF-8, which is tried anyway.
fn declared(bytes: &[u8]) -> Option<Charset> {
    /// The longest line that is read for it, in bytes.
    const LONGEST: usize = 200;
    let start = String::from_utf8_lossy(&bytes[..bytes.len().min(LONGEST)]);
    let (line, _) = start.trim_start().strip_prefix("<?xml")?.split_once("?>")?;
    let value = line.split_once("encoding")?.1.trim_start().strip_prefix('=')?.trim_start();
    let name = value.strip_prefix(['"', '\''])?.split(['"', '\'']).next()?;
    Charset::from_name(name).filter(|&named| named.is_written() && named != Charset::UTF_8)
}

struct DatabaseReader<'a> {
    text: &'a str,
    lines: TextLines<'a>,
    faults: Faults,
    /// Players, tournaments and all else that is referred to, by the kind of element and its number.
    named: StableMap<(String, String), Attributes>,
    game: Option<GameElement>,
    /// The element whose text is being read.
    within: Option<&'static str>,
    games: usize,
    /// Whether any game has moves.
    has_moves: bool,
}

impl DatabaseReader<'_> {
    /// Reads all of the text. After damage that ends the XML each game is read by itself.
    fn read(&mut self, each: &mut dyn FnMut(Tree)) -> Result<(), ReadError> {
        let end = self.text.len();
        // A reader of XML counts no byte order mark.
        let Some(damage) = self.read_part(after_mark(self.text)..end, true, each)? else { return Ok(()) };
        let mut next = self.game_after(damage);
        while let Some(begin) = next {
            next = self.game_after(begin);
            self.read_part(begin..next.unwrap_or(end), false, each)?;
        }
        Ok(())
    }

    /// The byte at which the next game begins after that of another sign.
    fn game_after(&self, at: usize) -> Option<usize> {
        const BEGIN: &[u8] = b"<game";
        let rest = self.text.as_bytes().get(at + 1..)?;
        let is_game = |found: &[u8]| {
            found.starts_with(BEGIN) && !found.get(BEGIN.len()).is_some_and(|&byte| byte.is_ascii_alphanumeric())
        };
        (0..rest.len()).find(|&from| is_game(&rest[from..])).map(|from| at + 1 + from)
    }

    /// Reads a part of the text, and gives the byte of damage after which no more of it can be read.
    fn read_part(
        &mut self,
        part: Range<usize>,
        is_whole: bool,
        each: &mut dyn FnMut(Tree),
    ) -> Result<Option<usize>, ReadError> {
        let start = part.start;
        let mut xml = Reader::from_str(&self.text[part]);
        xml.config_mut().allow_dangling_amp = true;
        // Of what ends after the last game the beginning is not in its part.
        xml.config_mut().allow_unmatched_ends = !is_whole;
        // How many elements are open.
        let mut depth = 0_usize;
        loop {
            let at = start + xml.buffer_position() as usize;
            let place = |at: usize| self.lines.place(at);
            let event = match xml.read_event() {
                Ok(event) => event,
                Err(error) => {
                    let at = start + xml.error_position() as usize;
                    self.faults.meet(|| place(at), xml_fault(&error))?;
                    self.end_early(each)?;
                    return Ok(Some(at));
                }
            };
            match event {
                Event::Start(element) => {
                    depth += 1;
                    self.begin(&element, at)?;
                }
                Event::Empty(element) => {
                    self.begin(&element, at)?;
                    self.end(element.name().as_ref(), each)?;
                }
                Event::End(element) => {
                    depth = depth.saturating_sub(1);
                    self.end(element.name().as_ref(), each)?;
                }
                Event::Text(text) => {
                    // Any other text has ended before it.
                    if text.starts_with('&') {
                        self.faults.meet(|| place(at), Fault::Xml(BARE_AMPERSAND.to_string()))?;
                    }
                    self.add(&text, at);
                }
                Event::CData(text) => self.add(&text, at),
                Event::GeneralRef(name) => {
                    let character = name.resolve_char_ref().ok().flatten().map(String::from);
                    let text = character.or_else(|| resolve_predefined_entity(&name).map(str::to_string));
                    match text {
                        Some(text) => self.add(&text, at),
                        None => self.faults.meet(|| place(at), Fault::word(&name, "entity of XML"))?,
                    }
                }
                Event::Eof => break,
                _ => {}
            }
        }
        let open = match &self.game {
            Some(game) => Some((game.at, "a game")),
            None => (is_whole && depth > 0).then_some((self.text.len(), "an element of XML")),
        };
        if let Some((at, what)) = open {
            self.faults.meet(|| self.lines.place(at), Fault::Cut(what))?;
        }
        self.end_early(each)?;
        Ok(None)
    }

    /// Ends the game that is open at damage. It is given where all its moves stand before that.
    fn end_early(&mut self, each: &mut dyn FnMut(Tree)) -> Result<(), ReadError> {
        let is_within_moves = self.within.take().is_some_and(|name| MOVES.contains(&name));
        match self.game.take_if(|game| is_within_moves || game.moves().is_none()) {
            Some(_) => Ok(()),
            None => self.end("game", each),
        }
    }

    fn begin(&mut self, element: &BytesStart<'_>, at: usize) -> Result<(), ReadError> {
        if element.name().as_ref() == "game" {
            self.faults.end_game(false);
        }
        let mut attributes = Attributes::new();
        // What is given twice is no harm, and looking for it takes long in long elements.
        for attribute in element.attributes().with_checks(false) {
            let known = attribute.map_err(|error| xml_fault(&error)).and_then(|attribute| {
                let value = attribute.normalized_value(XmlVersion::Implicit1_0).map_err(|error| xml_fault(&error))?;
                Ok((attribute.key.as_ref().to_string(), value.into_owned()))
            });
            match known {
                Ok((name, value)) => attributes.insert(name, value),
                Err(fault) => {
                    self.faults.meet(|| self.lines.place(at), fault)?;
                    break;
                }
            };
        }
        match element.name().as_ref() {
            "game" => self.game = Some(GameElement { at, attributes, texts: BTreeMap::new() }),
            name => {
                self.within = self.within.or(element_with_text(name));
                if let Some(id) = attributes.get("id").cloned() {
                    self.named.insert((name.to_string(), id), attributes);
                }
            }
        }
        Ok(())
    }

    fn end(&mut self, name: &str, each: &mut dyn FnMut(Tree)) -> Result<(), ReadError> {
        self.within.take_if(|within| *within == name);
        if name == "game"
            && let Some(game) = self.game.take()
        {
            self.games += 1;
            let tree = self.tree(&game)?;
            self.faults.end_game(tree.is_some());
            tree.map(each);
        }
        Ok(())
    }

    fn add(&mut self, text: &str, at: usize) {
        if let Some((game, within)) = self.game.as_mut().zip(self.within) {
            game.texts.entry(within).or_insert((at, String::new())).1 += text;
        }
    }

    /// The tree of a game, or none where its moves are more than moves.
    fn tree(&mut self, game: &GameElement) -> Result<Option<Tree>, ReadError> {
        self.has_moves |= game.moves().is_some();
        let (at, moves) = game.moves().unwrap_or((game.at, ""));
        if let Some(word) = moves.split_whitespace().find(|word| word.len() > LONGEST_MOVE) {
            // What such words mean is told nowhere.
            self.faults.remark(|| self.lines.place(at), Fault::word(word, "move: the game is left out"));
            return Ok(None);
        }
        let mut builder = TreeBuilder::new(SIZE);
        for word in moves.split_whitespace() {
            let point = Point::parse(word, SIZE, Rows::FromBottom);
            let added = match point.is_some() || word == PASS {
                true => builder.add_in_turn(point),
                false => Err(Fault::word(word, "point of the board")),
            };
            if let Err(fault) = added {
                // Exact unless entities stand before it.
                let at = at + (word.as_ptr().addr() - moves.as_ptr().addr());
                self.faults.meet(|| self.lines.place(at), fault)?;
                break;
            }
        }
        let mut tree = builder.finish();
        self.head(&mut tree, game);
        self.refused(&mut tree, game);
        Ok(Some(tree))
    }

    /// Adds the fifths that were not chosen. A number among them is none, and goes to the comment.
    fn refused(&mut self, tree: &mut Tree, game: &GameElement) {
        let fourth = fourth(tree);
        let list = game.attributes.get("alt").map_or(game.text("alt5"), String::as_str);
        let words = list.split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty());
        let is_number = |word: &&str| word.bytes().all(|byte| byte.is_ascii_digit());
        let (numbers, points): (Vec<&str>, Vec<&str>) = words.partition(is_number);
        for word in points {
            let point = Point::parse(word, SIZE, Rows::FromBottom);
            let point = point.ok_or_else(|| Fault::word(word, "fifth that could be offered"));
            if let Err(fault) = point.and_then(|point| add_refused(tree, fourth, point)) {
                self.faults.remark(|| self.lines.place(game.at), fault);
            }
        }
        add_words(tree, &numbers.join(Notes::BETWEEN_WORDS));
    }

    /// What an attribute of an element refers to.
    fn referred(&self, kind: &str, from: &Attributes, reference: &str) -> Option<&Attributes> {
        self.named.get(&(kind.to_string(), from.get(reference)?.clone()))
    }

    /// An attribute of what an element refers to.
    fn named(&self, kind: &str, from: &Attributes, reference: &str, attribute: &str) -> Option<&String> {
        self.referred(kind, from, reference)?.get(attribute).filter(|text| !text.trim().is_empty())
    }

    fn head(&self, tree: &mut Tree, game: &GameElement) {
        let player = |side: &str| {
            let part = |attribute| self.named("player", &game.attributes, side, attribute);
            let names = ["name", "surname"].into_iter().filter_map(part);
            names.map(|name| name.trim()).collect::<Vec<_>>().join(" ")
        };
        let how = RecordedWin::parse(game.text("winby"));
        let result = match game.attributes.get("bresult").map_or(game.text("winner"), |result| result.trim()) {
            "1" | "black" => RecordedResult::Win(Color::Black, how).to_string(),
            "0" | "white" => RecordedResult::Win(Color::White, how).to_string(),
            "0.5" => RecordedResult::Draw.to_string(),
            _ => String::new(),
        };
        let own = |name: &str| game.attributes.get(name).cloned().unwrap_or_default();
        let element = |name: &str| with_line_feeds(game.text(name)).into_owned();
        // The first of some attributes that is there.
        let from = |kind: &str, attributes: &[&str]| {
            let said = attributes.iter().find_map(|attribute| self.named(kind, &game.attributes, kind, attribute));
            said.cloned().unwrap_or_default()
        };
        let tournament = self.referred("tournament", &game.attributes, "tournament");
        let places = ["city", "country"].into_iter().filter_map(|kind| self.named(kind, tournament?, kind, "name"));
        let place = places.map(|name| name.trim()).collect::<Vec<_>>().join(", ");
        let swap = own("swap");
        let swap = if swap.chars().any(char::is_alphanumeric) { format!("{SWAPPED}{swap}") } else { String::new() };
        let heads = [
            (Head::Event, from("tournament", &["name"])),
            (Head::Place, place),
            (Head::Date, from("tournament", &["start", "year"])),
            (Head::Round, own("round")),
            (Head::Black, player("black")),
            (Head::White, player("white")),
            (Head::Rules, from("rule", &["name"])),
            (Head::Opening, from("opening", &["abbr", "name"])),
            (Head::Result, result),
            (Head::GameComment, swap),
            (Head::Date, day(game.text("creation_time")).unwrap_or_default()),
            (Head::Black, element("black")),
            (Head::White, element("white")),
            (Head::Rules, element("rule")),
        ];
        let said = heads.into_iter().filter(|(_, text)| !text.trim().is_empty());
        tree.head.extend(said.map(|(head, text)| (head, text.trim().to_string())));
        let category = self.named("rule", &game.attributes, "rule", "category");
        let is_renju = category.is_none_or(|category| category.trim() == RENJU);
        tree.rule = Some(if is_renju { RuleKind::Renju } else { RuleKind::Standard });
        let properties: Vec<_> = game.other_properties().collect();
        if !properties.is_empty() {
            tree.notes_mut(Tree::ROOT).properties = properties;
        }
        if !game.text("info").is_empty() {
            tree.notes_mut(Tree::ROOT).comment = Some(element("info"));
        }
    }
}

/// What the reader of XML says of a fault, on one line of a bounded length.
fn xml_fault(error: &impl ToString) -> Fault {
    const LONGEST: usize = 120;
    let plain = |c: char| if c.is_control() { ' ' } else { c };
    let text: String = error.to_string().chars().take(LONGEST).map(plain).collect();
    Fault::Xml(text.split_whitespace().collect::<Vec<_>>().join(" "))
}

#[cfg(test)]
mod tests;
