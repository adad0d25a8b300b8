//! What the page does to the tree that is studied. A game that is over is not taken back where its nodes may be gone, or the
//! position, the board or the rule are other ones.

use tengen_engine::record::tree::{Mark, MarkKind, SetUp};
use tengen_engine::symmetry::Symmetry;
use tengen_engine::{Color, Point};

use super::{BoardConversation, Order};
use crate::board::job::stone;
use crate::board::page_refusal::PageRefusal;
use crate::board::play::{point_of, rule_of};

impl BoardConversation {
    /// Plays a stone of the side to move.
    pub(super) fn put(&mut self, point: &str) -> Result<(), PageRefusal> {
        let at = self.point(point)?;
        self.study.play(at)?;
        self.play = None;
        Ok(())
    }

    /// Gives up the move of the side to move.
    pub(super) fn pass(&mut self) -> Result<(), PageRefusal> {
        self.study.pass()?;
        self.play = None;
        Ok(())
    }

    /// Takes the node out of the tree.
    pub(super) fn remove(&mut self) -> Result<(), PageRefusal> {
        self.study.remove()?;
        self.play = None;
        Ok(())
    }

    /// Writes a text on a point.
    pub(super) fn label(&mut self, point: &str, text: &str) -> Result<(), PageRefusal> {
        let point = self.point(point)?;
        self.study.label(point, text);
        Ok(())
    }

    /// Draws a sign on a point.
    pub(super) fn mark(&mut self, point: &str, kind: &str) -> Result<(), PageRefusal> {
        let kind = MarkKind::from_name(kind).ok_or_else(|| PageRefusal::NoSign(kind.to_string()))?;
        let point = self.point(point)?;
        self.study.mark(Mark { point, kind });
        Ok(())
    }

    /// Puts a stone on the board that is no move, or takes one away.
    pub(super) fn set_up(&mut self, point: &str, stone: Option<&str>) -> Result<(), PageRefusal> {
        let point = self.point(point)?;
        let color = stone.map(color_named).transpose()?;
        self.study.set_up(SetUp { point, color })?;
        self.play = None;
        Ok(())
    }

    /// Goes to a position that is given by moves, or by stones and the turn.
    pub(super) fn visit(
        &mut self,
        moves: &str,
        stones: &[String],
        to_move: Option<&str>,
        exact: bool,
    ) -> Result<(), PageRefusal> {
        let size = self.study.game().size();
        let read = |text: &String| {
            let (color, point) = stone(text, size).ok_or_else(|| PageRefusal::NoStone(text.clone()))?;
            Ok::<_, PageRefusal>(SetUp { point, color: Some(color) })
        };
        let set_up = stones.iter().map(read).collect::<Result<Vec<_>, _>>()?;
        self.study.visit(moves, set_up, to_move.map(color_named).transpose()?, exact)
    }

    /// Says whose turn it is.
    pub(super) fn set_turn(&mut self, color: &str) -> Result<(), PageRefusal> {
        self.study.set_turn(color_named(color)?)?;
        self.play = None;
        Ok(())
    }

    /// Shows the tree, and what is known of its review, in another view of the board.
    pub(super) fn view(&mut self, symmetry: usize, orders: &mut Vec<Order>) -> Result<(), PageRefusal> {
        let symmetry = *Symmetry::ALL.get(symmetry).ok_or(PageRefusal::NoView(symmetry))?;
        self.study.view(symmetry)?;
        self.play = None;
        if let Some(reviewed) = &mut self.reviewed {
            reviewed.turn(symmetry);
            orders.extend(reviewed.tell().map(Order::Tell));
        }
        Ok(())
    }

    /// Changes the rule and keeps the moves. What was found out about the line holds by the old rule alone.
    pub(super) fn set_rule(&mut self, rule: &str) -> Result<(), PageRefusal> {
        let (old, new) = (self.study.game().rule(), rule_of(rule)?);
        self.study.set_rule(new)?;
        self.play = None;
        if new != old {
            self.forget_line();
        }
        Ok(())
    }

    fn point(&self, text: &str) -> Result<Point, PageRefusal> {
        point_of(text, self.study.game().size())
    }
}

fn color_named(name: &str) -> Result<Color, PageRefusal> {
    Color::from_name(name).ok_or_else(|| PageRefusal::NoColor(name.to_string()))
}
