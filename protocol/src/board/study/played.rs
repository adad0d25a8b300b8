//! What a game that is played does to the tree: its moves, the fifths that were offered, and the head.

use std::collections::BTreeMap;
use std::mem;

use tengen_engine::record::fifths::{add_refused, is_refused};
use tengen_engine::record::head::Head;
use tengen_engine::record::tree::{Node, NodeId, Tree};
use tengen_engine::{Game, Point};

use super::Study;

impl Study {
    /// Adds what a game that is played has more: stones, or a move that was given up. What is played is the main line;
    /// what was taken back stays beside it. None of that is a change by hand, about which somebody would be asked.
    pub(in crate::board) fn follow(&mut self, stones: &[Point], game: &Game) {
        let was_changed = self.is_changed;
        self.reopen_line();
        for &point in stones {
            // The game has accepted it, and the tree has room for every game.
            let _ = self.put(point);
        }
        if self.game.to_move() != game.to_move() {
            let _ = self.put_pass();
        }
        self.promote();
        self.is_changed = was_changed;
    }

    /// Lets the line of a game end here: moves that follow, such as those that were taken back, stay as variations of a
    /// node without a move, and so do the fifths that are offered where the fifth stone is next. That is no change by hand
    /// either.
    pub(in crate::board) fn end_line(&mut self, offered: Option<&[Point]>) {
        self.reopen_line();
        self.end_after(self.node, offered.is_some_and(|offered| !offered.is_empty()));
        let begin = self.tree.len();
        if let Some(offered) = offered {
            self.name_refused(self.node, offered);
        }
        self.ends.extend((begin..self.tree.len()).filter_map(|number| self.tree.node_id(number)));
    }

    /// Adds the node without a move after the last one of a line, where something follows it or will.
    fn end_after(&mut self, last: NodeId, is_followed: bool) {
        if !is_followed && self.tree.node(last).children().next().is_none() {
            return;
        }
        let Ok(end) = self.tree.add(last, None) else { return };
        self.tree.promote(end);
        self.ends = vec![end];
        self.version += 1;
    }

    /// Makes a line that was the main one that again: it ends where it did, and the head is its own. That is no change by
    /// hand either.
    pub(in crate::board) fn restore(&mut self, line: &[NodeId], head: &BTreeMap<Head, String>) {
        self.reopen_line();
        line.iter().for_each(|&id| self.tree.promote(id));
        // The node without a move with which it ended may be gone.
        let last = line.iter().copied().rfind(|&id| self.tree.node(id).parent().is_some());
        self.end_after(last.unwrap_or(Tree::ROOT), false);
        self.tree.head.clone_from(head);
        self.version += 1;
    }

    /// Takes those nodes away that the end of the line added, so that it can go on, unless one stands on them or something
    /// was added to them.
    pub(in crate::board) fn reopen_line(&mut self) {
        for end in mem::take(&mut self.ends) {
            if is_refused(self.tree.node(end)) {
                self.tree.notes_mut(end).name = None;
            }
            let node = self.tree.node(end);
            if end != self.node && node.notes().is_empty() && node.children().next().is_none() {
                self.tree.remove(end);
                self.version += 1;
            }
        }
    }

    /// Leaves to the tree the fifths with which the line of a game ended, before another game goes on in it. One that it goes
    /// on from is played, and no longer refused.
    pub(in crate::board) fn keep_offer(&mut self) {
        self.ends.truncate(1);
        for node in self.node().path().into_iter().filter(|&node| is_refused(node)).map(Node::id).collect::<Vec<_>>() {
            self.tree.notes_mut(node).name = None;
        }
    }

    /// Adds the fifths that were offered beside the one that was picked, at whose node this stands.
    pub(in crate::board) fn add_refused(&mut self, offered: &[Point]) {
        let Some(fourth) = self.node().parent().map(Node::id) else { return };
        self.name_refused(fourth, offered);
    }

    /// Names as refused the fifths after the fourth move that were offered, but for the one on which this stands, and no
    /// others.
    fn name_refused(&mut self, fourth: NodeId, offered: &[Point]) {
        // Another offer or another pick may have been taken back.
        let point = |fifth: Node<'_>| fifth.played().and_then(|played| played.point);
        let stays = |fifth: Node<'_>| fifth.id() != self.node && point(fifth).is_some_and(|at| offered.contains(&at));
        let refused = self.tree.node(fourth).children().filter(|&fifth| is_refused(fifth) && !stays(fifth));
        for fifth in refused.map(Node::id).collect::<Vec<_>>() {
            self.tree.notes_mut(fifth).name = None;
        }
        for &point in offered {
            // The one that was picked is no refused one.
            let _ = add_refused(&mut self.tree, Some(fourth), point);
        }
        self.version += 1;
    }

    /// Takes away the name of a fifth that was not played from the one that was, at whose node this stands.
    pub(in crate::board) fn forget_refused(&mut self) {
        if is_refused(self.node()) {
            self.tree.notes_mut(self.node).name = None;
            self.version += 1;
        }
    }

    /// Whether the head was written by a game that was played here.
    pub(in crate::board) fn has_played_head(&self) -> bool {
        self.has_played_head
    }

    /// Takes away how a game ended that is no longer the main line.
    pub(in crate::board) fn forget_result(&mut self) {
        self.tree.head.remove(&Head::Result);
    }

    /// Writes what is told of a game that is played as a whole, and takes away what is told no longer.
    pub(in crate::board) fn set_head(&mut self, told: impl IntoIterator<Item = (Head, Option<String>)>) {
        self.has_played_head = true;
        for (head, text) in told {
            match text {
                Some(text) => drop(self.tree.head.insert(head, text)),
                None => drop(self.tree.head.remove(&head)),
            }
        }
    }
}
