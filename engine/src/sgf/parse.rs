//! The reader of a text: one pass, without recursion.

use std::num::NonZeroU32;

use super::{
    Collection, DEEPEST, LineIndex, Location, MOST_BYTES, MOST_NODES, PropertyEntry, SgfError, SgfFault, SgfFaults,
    SgfNodeEntry, SgfNodeId,
};

const _: () = assert!(MOST_BYTES < u32::MAX as usize, "places in the text are kept in four bytes");

/// The games in a text, and what was passed over in it.
pub(super) fn parse(text: String) -> Result<(Collection, SgfFaults), SgfError> {
    if text.len() > MOST_BYTES {
        return Err(SgfError { at: Location::of("", 0), fault: SgfFault::TooLong });
    }
    let file = Collection {
        text,
        nodes: Vec::new(),
        properties: Vec::new(),
        values: Vec::new(),
        is_closed: false,
        malformed: None,
        unknown_charset: None,
        lines: LineIndex::default(),
    };
    let mut parser = Parser {
        file,
        at: 0,
        open: Vec::new(),
        last: None,
        in_node: false,
        is_game_damaged: false,
        faults: SgfFaults::default(),
    };
    while let Some(byte) = parser.peek() {
        if let Err((at, fault)) = parser.step(byte) {
            parser.pass_over(at, fault);
            break;
        }
    }
    parser.file.is_closed = parser.open.is_empty();
    match parser.file.nodes.is_empty() {
        true => Err(SgfError { at: Location::of("", 0), fault: SgfFault::NoGame }),
        false => Ok((parser.file, parser.faults)),
    }
}

/// What ends the reading, with its byte.
type End = (usize, SgfFault);

struct Parser {
    file: Collection,
    /// The next byte of the text.
    at: usize,
    /// The node before each `(` that is not closed yet, none before the first of a game.
    open: Vec<Option<SgfNodeId>>,
    /// The node that the next one follows.
    last: Option<SgfNodeId>,
    /// Whether properties belong to `last`.
    in_node: bool,
    /// Whether something was wrong since the last game began.
    is_game_damaged: bool,
    faults: SgfFaults,
}

impl Parser {
    fn peek(&self) -> Option<u8> {
        self.file.text.as_bytes().get(self.at).copied()
    }

    /// Takes note of what is wrong at a byte.
    fn pass_over(&mut self, byte: usize, fault: SgfFault) {
        self.faults.count += 1;
        if !std::mem::replace(&mut self.is_game_damaged, true) {
            self.faults.of_games.push((byte, fault.clone()));
        }
        if self.faults.first.len() < SgfFaults::KEPT {
            self.faults.first.push(SgfError { at: self.file.place(byte), fault });
        }
    }

    fn skip(&mut self, skipped: fn(&u8) -> bool) {
        let rest = &self.file.text.as_bytes()[self.at..];
        self.at += rest.iter().take_while(|byte| skipped(byte)).count();
    }

    /// Reads what begins with this byte.
    fn step(&mut self, byte: u8) -> Result<(), End> {
        let inside = !self.open.is_empty();
        match byte {
            b'(' => {
                self.at += 1;
                if inside || self.file.text[self.at..].trim_start().starts_with(';') {
                    self.open_variation()?;
                }
            }
            b')' if inside => {
                self.at += 1;
                self.last = self.open.pop().flatten();
                self.in_node = false;
            }
            b';' if inside => self.begin_node()?,
            b']' if inside => {
                self.pass_over(self.at, SgfFault::Bracket(']'));
                self.at += 1;
            }
            _ if inside && (byte == b'[' || byte.is_ascii_alphanumeric()) => self.read_property()?,
            // Text around games and between properties. The bytes of a longer letter are none of those above.
            _ => self.at += 1,
        }
        Ok(())
    }

    fn open_variation(&mut self) -> Result<(), End> {
        if self.open.len() == DEEPEST {
            return Err((self.at - 1, SgfFault::TooDeep));
        }
        self.open.push(self.last);
        self.in_node = false;
        Ok(())
    }

    fn begin_node(&mut self) -> Result<(), End> {
        let at = self.at as u32;
        self.at += 1;
        let nodes = &mut self.file.nodes;
        if nodes.len() == MOST_NODES {
            return Err((self.at - 1, SgfFault::TooManyNodes));
        }
        let first_property = self.file.properties.len() as u32;
        nodes.push(SgfNodeEntry {
            at,
            properties: first_property..first_property,
            parent: self.last,
            first_child: None,
            last_child: None,
            next_sibling: None,
        });
        let id = NonZeroU32::new(nodes.len() as u32).map(SgfNodeId);
        if let Some(parent) = self.last {
            match nodes[parent.index()].last_child {
                Some(sibling) => nodes[sibling.index()].next_sibling = id,
                None => nodes[parent.index()].first_child = id,
            }
            nodes[parent.index()].last_child = id;
        }
        self.is_game_damaged &= self.last.is_some();
        self.last = id;
        self.in_node = true;
        Ok(())
    }

    /// Reads a name and its values; letters without a value are text that means nothing. Values without a name or a node are
    /// passed over whole, for they may hold brackets.
    fn read_property(&mut self) -> Result<(), End> {
        let start = self.at;
        self.skip(u8::is_ascii_alphanumeric);
        let name = start as u32..self.at as u32;
        self.skip(u8::is_ascii_whitespace);
        if self.peek() != Some(b'[') {
            return Ok(());
        }
        let node = self.last.filter(|_| self.in_node && !name.is_empty());
        if node.is_none() {
            self.pass_over(start, if name.is_empty() { SgfFault::Bracket('[') } else { SgfFault::OutsideNode });
        }
        let first_value = self.file.values.len() as u32;
        while self.peek() == Some(b'[') {
            self.read_value()?;
            self.skip(u8::is_ascii_whitespace);
        }
        match node {
            Some(node) => {
                let values = first_value..self.file.values.len() as u32;
                self.file.properties.push(PropertyEntry { name, values });
                self.file.nodes[node.index()].properties.end += 1;
            }
            None => self.file.values.truncate(first_value as usize),
        }
        Ok(())
    }

    fn read_value(&mut self) -> Result<(), End> {
        let open = self.at;
        self.at += 1;
        loop {
            match self.peek() {
                // Whatever comes after a backslash closes nothing; of a longer letter this skips the first byte.
                Some(b'\\') => self.at += 2,
                Some(b']') => break,
                Some(_) => self.at += 1,
                None => return Err((open, SgfFault::OpenValue)),
            }
        }
        self.file.values.push(open as u32 + 1..self.at as u32);
        self.at += 1;
        Ok(())
    }
}
