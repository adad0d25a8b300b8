//! The walk through a tree: into every node, and out of it when its variations are done.

use super::{Node, Tree};

/// A step of a walk.
#[derive(Clone, Copy, Debug)]
pub enum Step<'a> {
    /// The node is reached, before its children.
    Enter(Node<'a>),
    /// All that follows the node was walked through.
    Leave(Node<'a>),
}

/// A walk through a tree from its root, depth first, without a stack: every node knows where to go on.
#[derive(Clone, Debug)]
pub struct Walk<'a> {
    next: Option<Step<'a>>,
}

impl<'a> Walk<'a> {
    pub(super) fn new(tree: &'a Tree) -> Walk<'a> {
        Walk { next: Some(Step::Enter(tree.root())) }
    }

    /// Goes past all that follows a node that was just reached: its leave is next.
    pub fn skip_children(&mut self, node: Node<'a>) {
        self.next = Some(Step::Leave(node));
    }
}

impl<'a> Iterator for Walk<'a> {
    type Item = Step<'a>;

    fn next(&mut self) -> Option<Step<'a>> {
        let step = self.next?;
        self.next = match step {
            Step::Enter(node) => Some(node.children().next().map_or(Step::Leave(node), Step::Enter)),
            Step::Leave(node) => match node.next_sibling() {
                Some(sibling) => Some(Step::Enter(sibling)),
                None => node.parent().map(Step::Leave),
            },
        };
        Some(step)
    }
}

#[cfg(test)]
mod tests {
    use super::super::TreeMove;
    use super::*;
    use crate::color::Color;
    use crate::point::{BoardSize, Point};

    #[test]
    fn every_node_is_entered_and_left_once() {
        let mut tree = Tree::new(BoardSize::square(15).unwrap());
        let stone = |x| TreeMove::stone(Color::Black, Point::new(x, 0));
        let first = tree.play(Tree::ROOT, stone(1)).unwrap();
        tree.play(first, stone(2)).unwrap();
        tree.play(first, stone(3)).unwrap();
        tree.play(Tree::ROOT, stone(4)).unwrap();
        let name = |node: Node<'_>| node.played().and_then(|played| played.point).map_or(0, Point::x);
        let told = |step| match step {
            Step::Enter(node) => format!("+{}", name(node)),
            Step::Leave(node) => format!("-{}", name(node)),
        };
        let steps: Vec<String> = tree.walk().map(told).collect();
        assert_eq!(steps.join(" "), "+0 +1 +2 -2 +3 -3 -1 +4 -4 -0");
        let mut walk = tree.walk();
        let mut kept = Vec::new();
        while let Some(step) = walk.next() {
            if let Step::Enter(node) = step
                && name(node) == 1
            {
                walk.skip_children(node);
            }
            kept.push(told(step));
        }
        assert_eq!(kept.join(" "), "+0 +1 -1 +4 -4 -0");
    }
}
