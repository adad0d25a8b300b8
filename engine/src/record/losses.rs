//! What a format cannot hold: what each keeps, and the counting of what is left out of a file.

use std::collections::BTreeMap;
use std::fmt;

use super::head::Head;
use super::tree::{Node, Notes, Step, Tree};
use crate::point::BoardSize;

/// Something of a record that a format may not hold.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum Lost {
    /// A game after the first.
    Game,
    /// A line where it leaves the main line, with all that follows and is written there.
    Variation,
    /// A stone that was set up and became a move.
    SetUp,
    /// A move out of turn, before which a pass was put.
    Turn,
    /// A node without a move, whose words went to the node before it.
    Node,
    /// A name or a comment.
    Comment,
    /// A text on a point.
    Label,
    /// A sign on a point, or a marked node.
    Mark,
    /// The time of a move.
    Time,
    /// The size of a board that is not the usual one.
    Size,
    /// The rule.
    Rule,
    /// A line of the head.
    Head,
    /// A property or a flag that only one format knows.
    Property,
    /// A character that the character set does not have.
    Character,
    /// The end of a line in a text that has one line.
    LineEnd,
    /// A tab, which is a blank in the format.
    Tab,
    /// The end of a text that is longer than the format may have.
    TextEnd,
}

impl Lost {
    /// All of them.
    pub const ALL: [Lost; Lost::TextEnd as usize + 1] = [
        Lost::Game,
        Lost::Variation,
        Lost::SetUp,
        Lost::Turn,
        Lost::Node,
        Lost::Comment,
        Lost::Label,
        Lost::Mark,
        Lost::Time,
        Lost::Size,
        Lost::Rule,
        Lost::Head,
        Lost::Property,
        Lost::Character,
        Lost::LineEnd,
        Lost::Tab,
        Lost::TextEnd,
    ];

    /// Its name for a program that has words of its own, such as `set_up`.
    #[must_use]
    pub const fn key(self) -> &'static str {
        self.names().0
    }

    /// Its key, and what it is called, once and several times.
    const fn names(self) -> (&'static str, &'static str, &'static str) {
        match self {
            Lost::Game => ("game", "game", "games"),
            Lost::Variation => ("variation", "variation with all in it", "variations with all in them"),
            Lost::SetUp => ("set_up", "stone that was set up (now a move)", "stones that were set up (now moves)"),
            Lost::Turn => ("turn", "move out of turn (now after a pass)", "moves out of turn (now after passes)"),
            Lost::Node => ("node", "node without a move", "nodes without a move"),
            Lost::Comment => ("comment", "comment", "comments"),
            Lost::Label => ("label", "label", "labels"),
            Lost::Mark => ("mark", "mark", "marks"),
            Lost::Time => ("time", "time", "times"),
            Lost::Size => ("size", "board size", "board sizes"),
            Lost::Rule => ("rule", "rule", "rules"),
            Lost::Head => ("head", "line of the head", "lines of the head"),
            Lost::Property => ("property", "property", "properties"),
            Lost::Character => ("character", "character (now ?)", "characters (now ?)"),
            Lost::LineEnd => ("line_end", "end of a line (now a blank)", "ends of lines (now blanks)"),
            Lost::Tab => ("tab", "tab (now a blank)", "tabs (now blanks)"),
            Lost::TextEnd => ("text_end", "end of a text of over 64 KiB", "ends of texts of over 64 KiB"),
        }
    }
}

/// How much was left out.
///
/// ```
/// use tengen_engine::record::losses::{FileLosses, Lost};
///
/// let mut losses = FileLosses::default();
/// losses.add(Lost::Label, 1);
/// losses.add(Lost::Variation, 12);
/// losses.add(Lost::Comment, 3);
/// assert_eq!(losses.to_string(), "12 variations with all in them, 3 comments and 1 label");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FileLosses(BTreeMap<Lost, usize>);

impl FileLosses {
    /// Counts so many more.
    pub fn add(&mut self, lost: Lost, count: usize) {
        if count > 0 {
            *self.0.entry(lost).or_default() += count;
        }
    }

    /// Counts all of another.
    pub fn extend(&mut self, other: &FileLosses) {
        other.iter().for_each(|(lost, count)| self.add(lost, count));
    }

    /// Whether nothing was left out.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// What was left out, and how much of it.
    pub fn iter(&self) -> impl Iterator<Item = (Lost, usize)> {
        self.0.iter().map(|(&lost, &count)| (lost, count))
    }

    /// How many of one kind.
    #[must_use]
    pub fn count(&self, lost: Lost) -> usize {
        self.0.get(&lost).copied().unwrap_or(0)
    }
}

impl fmt::Display for FileLosses {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |(lost, count): (Lost, usize)| {
            let (_, one, several) = lost.names();
            format!("{count} {}", if count == 1 { one } else { several })
        };
        let parts: Vec<String> = self.iter().map(name).collect();
        match parts.split_last() {
            Some((last, [])) => f.write_str(last),
            Some((last, before)) => write!(f, "{} and {last}", before.join(", ")),
            None => f.write_str("nothing"),
        }
    }
}

/// What a format holds beside moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Keeps {
    /// Lines beside the main line.
    pub variations: bool,
    /// Passes. Without them a move out of turn cannot be told, nor a pass.
    pub passes: bool,
    /// Names and comments.
    pub comments: bool,
    /// Texts on the points of moves.
    pub labels: bool,
    /// Texts on any points.
    pub texts: bool,
    /// Signs on any points.
    pub signs: bool,
    /// Nodes that are marked, and what libraries say of nodes.
    pub flags: bool,
    /// Times of moves.
    pub times: bool,
    /// The size of the board: also where the format has one size only.
    pub size: bool,
    /// The rule.
    pub rule: bool,
    /// Lines of the head.
    pub heads: &'static [Head],
    /// Properties of the Smart Game Format.
    pub properties: bool,
}

impl Keeps {
    /// Nothing but moves.
    pub const NOTHING: Keeps = Keeps {
        variations: false,
        passes: false,
        comments: false,
        labels: false,
        texts: false,
        signs: false,
        flags: false,
        times: false,
        size: false,
        rule: false,
        heads: &[],
        properties: false,
    };

    /// What is left out of a tree where no more than this is held.
    #[must_use]
    pub fn losses(&self, tree: &Tree) -> FileLosses {
        let mut losses = FileLosses::default();
        losses.add(Lost::Size, usize::from(tree.size() != BoardSize::USUAL && !self.size));
        losses.add(Lost::Rule, usize::from(tree.rule.is_some() && !self.rule));
        // The words for a rule that is known are that rule once more.
        let is_told = |head: Head| self.heads.contains(&head) || (head == Head::Rules && tree.rule.is_some());
        losses.add(Lost::Head, tree.head.keys().filter(|head| !is_told(**head)).count());
        // The walk comes to its nodes in their order.
        let mut main_line = tree.main_line().map(|node| node.id()).peekable();
        let mut walk = tree.walk();
        while let Some(step) = walk.next() {
            let Step::Enter(node) = step else { continue };
            let is_main = main_line.next_if_eq(&node.id()).is_some();
            if !is_main && !self.variations {
                losses.add(if node.is_label() { Lost::Label } else { Lost::Variation }, 1);
                walk.skip_children(node);
                continue;
            }
            self.count(node, &mut losses);
        }
        losses
    }

    fn count(&self, node: Node<'_>, losses: &mut FileLosses) {
        let Notes {
            name,
            comment,
            label,
            labels,
            marked,
            marks,
            milliseconds,
            is_start,
            is_no_move,
            properties,
            // These are told where they become moves.
            set_up: _,
            to_move: _,
            // The flag tells of it.
            no_move_point: _,
        } = node.notes();
        let written = |text: &Option<String>| usize::from(text.as_ref().is_some_and(|text| !text.is_empty()));
        if !self.comments {
            losses.add(Lost::Comment, written(name) + written(comment));
        }
        if !self.labels {
            losses.add(Lost::Label, written(label));
        }
        if !self.texts {
            losses.add(Lost::Label, labels.len());
        }
        if !self.signs {
            losses.add(Lost::Mark, marks.len());
        }
        if !self.flags {
            losses.add(Lost::Mark, usize::from(*marked));
            let is_lost = *is_no_move && !node.is_label();
            losses.add(Lost::Property, usize::from(*is_start) + usize::from(is_lost));
        }
        if !self.times {
            losses.add(Lost::Time, usize::from(milliseconds.is_some()));
        }
        if !self.properties {
            // How a program shows variations is no loss.
            losses.add(Lost::Property, properties.iter().filter(|(name, _)| name != "ST").count());
        }
    }
}
