//! Trees for formats that know nothing but moves in turn: stones that were set up become moves, nodes without a move are
//! joined to the node before them, and a pass is put before a move out of turn where the format has passes.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::losses::{FileLosses, Keeps, Lost};
use super::texts::together;
use super::tree::{Node, NodeId, Notes, SetUp, Tree, TreeMove};
use super::writing::{WriteError, place_of};
use crate::color::Color;

/// The tree as moves in turn from the empty board, Black first. What no such format holds may be missing: drawings on
/// other points than that of the move, and properties.
///
/// # Errors
/// [`WriteError`]: what cannot be told in this way.
pub(super) fn plain<'a>(tree: &'a Tree, losses: &mut FileLosses) -> Result<Cow<'a, Tree>, WriteError> {
    // Of all such formats only libraries have more than the main line, and they have passes.
    plain_part(tree, || tree.nodes(), true, losses)
}

/// The same of the main line alone, whatever stands beside it, with all that is left out of the tree where no more than
/// `keeps` is held.
///
/// # Errors
/// [`WriteError`]: what cannot be told in this way.
pub(super) fn plain_line<'a>(tree: &'a Tree, keeps: &Keeps) -> Result<(Cow<'a, Tree>, FileLosses), WriteError> {
    let mut losses = keeps.losses(tree);
    let line = plain_part(tree, || tree.main_line(), keeps.passes, &mut losses)?;
    Ok((line, losses))
}

/// The whole tree where the nodes of a part of it are moves in turn already, or else a copy of that part as such.
fn plain_part<'a, I: Iterator<Item = Node<'a>>>(
    tree: &'a Tree,
    part: impl Fn() -> I,
    has_passes: bool,
    losses: &mut FileLosses,
) -> Result<Cow<'a, Tree>, WriteError> {
    if is_plain(tree, part(), has_passes) {
        return Ok(Cow::Borrowed(tree));
    }
    let mut copy = Tree::new(tree.size());
    (copy.rule, copy.head, copy.texts) = (tree.rule, tree.head.clone(), tree.texts);
    let mut plain = Plain { tree: copy, colors: vec![Color::Black], said: BTreeMap::new(), has_passes, losses };
    // The node of the copy for each of the tree.
    let mut places = vec![Tree::ROOT; tree.len()];
    for node in part() {
        let parent = node.parent().map_or(Tree::ROOT, |parent| places[parent.id().index()]);
        places[node.id().index()] = plain.copy(parent, node)?;
    }
    let Plain { tree: mut copy, said, .. } = plain;
    for (id, notes) in said {
        *copy.notes_mut(id) = joined(&notes);
    }
    Ok(Cow::Owned(copy))
}

fn is_plain<'a>(tree: &Tree, mut nodes: impl Iterator<Item = Node<'a>>, has_passes: bool) -> bool {
    let mut colors = vec![Color::Black; tree.len()];
    nodes.all(|node| {
        let notes = node.notes();
        let Some(parent) = node.parent() else { return notes.set_up.is_empty() && notes.to_move != Some(Color::White) };
        let color = colors[parent.id().index()];
        let next = if node.is_no_move() { color } else { !color };
        colors[node.id().index()] = next;
        let in_turn =
            node.played().is_some_and(|played| played.color == color && (played.point.is_some() || has_passes));
        (in_turn || node.is_no_move()) && notes.set_up.is_empty() && notes.to_move.is_none_or(|to_move| to_move == next)
    })
}

/// What is written to nodes that become one.
fn joined(notes: &[&Notes]) -> Notes {
    let text = |of: fn(&Notes) -> Option<&str>, between| together(notes.iter().filter_map(|notes| of(notes)), between);
    Notes {
        name: text(|notes| notes.name.as_deref(), Notes::BETWEEN_WORDS),
        comment: text(|notes| notes.comment.as_deref(), Notes::BETWEEN_LINES),
        label: text(|notes| notes.label.as_deref(), Notes::BETWEEN_WORDS),
        marked: notes.iter().any(|notes| notes.marked),
        milliseconds: notes.iter().find_map(|notes| notes.milliseconds),
        is_start: notes.iter().any(|notes| notes.is_start),
        is_no_move: notes.iter().any(|notes| notes.is_no_move),
        no_move_point: notes.iter().find_map(|notes| notes.no_move_point),
        // These became moves.
        set_up: Vec::new(),
        to_move: None,
        labels: notes.iter().flat_map(|notes| notes.labels.iter().cloned()).collect(),
        // No such format has a place for them.
        marks: Vec::new(),
        properties: Vec::new(),
    }
}

struct Plain<'a> {
    tree: Tree,
    /// Whose turn it is after each node of the copy.
    colors: Vec<Color>,
    /// What is written to the nodes that became one of the copy. It is joined when all are known: a text that grew with
    /// each of them would be copied as often.
    said: BTreeMap<NodeId, Vec<&'a Notes>>,
    has_passes: bool,
    losses: &'a mut FileLosses,
}

impl<'a> Plain<'a> {
    /// Copies a node after a node of the copy and tells where it is now.
    fn copy(&mut self, parent: NodeId, node: Node<'a>) -> Result<NodeId, WriteError> {
        let notes = node.notes();
        let mut last = self.set_up(parent, node)?;
        match node.played() {
            Some(played) => {
                if played.point.is_none() && !self.has_passes {
                    return Err(WriteError::Pass(place_of(node, self.tree.size())));
                }
                last = self.turn(last, played.color, node)?;
                last = self.add(last, played, true)?;
            }
            // Libraries alone have these.
            None if node.is_no_move() => {
                let color = self.colors[last.index()];
                last = self.tree.add(last, None)?;
                self.colors.push(color);
            }
            None => self.losses.add(Lost::Node, usize::from(node.parent().is_some())),
        }
        if !notes.is_empty() {
            self.said.entry(last).or_default().push(notes);
        }
        match notes.to_move {
            Some(color) => self.turn(last, color, node),
            None => Ok(last),
        }
    }

    /// Makes moves of stones that were set up before any move: one of each colour in turn.
    fn set_up(&mut self, parent: NodeId, node: Node<'a>) -> Result<NodeId, WriteError> {
        let stones: &[SetUp] = &node.notes().set_up;
        if stones.is_empty() {
            return Ok(parent);
        }
        if stones.iter().any(|stone| stone.color.is_none()) || parent != Tree::ROOT {
            return Err(WriteError::Edited(place_of(node, self.tree.size())));
        }
        self.losses.add(Lost::SetUp, stones.len());
        let of = |color| stones.iter().filter(move |stone| stone.color == Some(color)).map(|stone| stone.point);
        let (mut black, mut white) = (of(Color::Black), of(Color::White));
        let mut last = parent;
        loop {
            let color = self.colors[last.index()];
            let (own, other) = if color == Color::Black { (&mut black, &mut white) } else { (&mut white, &mut black) };
            last = match own.next() {
                Some(point) => self.add(last, TreeMove::stone(color, point), false)?,
                None => {
                    let Some(point) = other.next() else { return Ok(last) };
                    last = self.turn(last, !color, node)?;
                    self.add(last, TreeMove::stone(!color, point), false)?
                }
            };
        }
    }

    /// Makes it the turn of a colour, as a node wants it.
    fn turn(&mut self, last: NodeId, color: Color, node: Node<'a>) -> Result<NodeId, WriteError> {
        if self.colors[last.index()] == color {
            return Ok(last);
        }
        if !self.has_passes {
            return Err(WriteError::OutOfTurn(place_of(node, self.tree.size())));
        }
        self.losses.add(Lost::Turn, 1);
        self.add(last, TreeMove::pass(!color), false)
    }

    fn add(&mut self, last: NodeId, played: TreeMove, always: bool) -> Result<NodeId, WriteError> {
        let id = if always { self.tree.add(last, Some(played))? } else { self.tree.play(last, played)? };
        if id.index() == self.colors.len() {
            self.colors.push(!played.color);
        }
        Ok(id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::point::{BoardSize, Point};

    fn told(tree: &Tree) -> String {
        let name = |node: Node<'_>| {
            node.played().map(|played| format!("{}{}", played.color.letter(), played.point.map_or(99, Point::x)))
        };
        tree.nodes().filter_map(name).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn everything_becomes_moves_in_turn() {
        let stone = |color, x| TreeMove::stone(color, Point::new(x, 0));
        let set_up = |color, x| SetUp { point: Point::new(x, 0), color: Some(color) };
        use Color::{Black, White};
        let mut tree = Tree::new(BoardSize::square(15).unwrap());
        tree.notes_mut(Tree::ROOT).set_up = vec![set_up(White, 1), set_up(White, 2), set_up(Black, 3)];
        let bare = tree.add(Tree::ROOT, None).unwrap();
        tree.notes_mut(bare).comment = Some("said".to_string());
        tree.add(bare, Some(stone(Black, 4))).unwrap();
        tree.add(bare, Some(stone(White, 5))).unwrap();
        let mut losses = FileLosses::default();
        let copy = plain(&tree, &mut losses).unwrap();
        assert_eq!(told(&copy), "B3 W1 B99 W2 B4 B99 W5");
        assert_eq!((losses.count(Lost::SetUp), losses.count(Lost::Turn), losses.count(Lost::Node)), (3, 2, 1));
        assert!(copy.nodes().any(|node| node.notes().comment.as_deref() == Some("said")));
        let place = |text: &str| text.to_string();
        let error = plain_line(&tree, &Keeps::NOTHING).unwrap_err();
        assert_eq!(error, WriteError::OutOfTurn(place("before the first move")));
        let again = copy.into_owned();
        assert!(matches!(plain(&again, &mut losses), Ok(Cow::Borrowed(_))));
        let error = plain_line(&again, &Keeps::NOTHING).unwrap_err();
        assert_eq!(error, WriteError::Pass(place("at d15 b15 pass")));
        let last = again.nodes().last().unwrap().id();
        let mut edited = again.clone();
        edited.notes_mut(last).set_up = vec![set_up(White, 7)];
        let error = plain(&edited, &mut losses).unwrap_err();
        assert_eq!(error, WriteError::Edited(place("at d15 b15 pass c15 pass f15")));
        // What stands beside the main line is no reason to write nothing, and is counted once.
        let (line, losses) = plain_line(&edited, &Keeps { passes: true, ..Keeps::NOTHING }).unwrap();
        let left_out = "1 variation with all in it and 1 comment".to_string();
        assert_eq!((told(&line), losses.to_string()), (told(&edited), left_out));
        let mut last = Tree::ROOT;
        for number in 0..70 {
            last = edited.add(last, Some(TreeMove::pass(Color::ALL[number % 2]))).unwrap();
        }
        assert_eq!(place_of(edited.node(last), edited.size()), "at move 70");
    }
}
