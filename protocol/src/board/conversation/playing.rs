//! A game in the conversation: what is heard while it is played, and what the engine does in it.

use std::collections::BTreeMap;
use std::time::Duration;

use tengen_engine::Point;
use tengen_engine::record::fifths::BEFORE_FIFTH;
use tengen_engine::record::head::Head;
use tengen_engine::record::tree::{Node, NodeId, Tree};

use super::scheduling::{Analysing, Asked};
use super::{BoardConversation, Order, error};
use crate::board::job::ThoughtLine;
use crate::board::message::{Ask, PageNote, Tell};
use crate::board::new_game::NewGame;
use crate::board::page_refusal::PageRefusal;
use crate::board::play::{Begun, Play};
use crate::board::study::Study;

/// The main line of a tree, and the head, which tells of it.
#[derive(Clone, Debug, Default)]
pub(super) struct MainLine {
    nodes: Vec<NodeId>,
    head: BTreeMap<Head, String>,
}

impl MainLine {
    fn of(tree: &Tree) -> MainLine {
        MainLine { nodes: tree.main_line().map(Node::id).collect(), head: tree.head.clone() }
    }
}

impl BoardConversation {
    /// Begins a game.
    pub(super) fn begin(&mut self, game: &NewGame, now: Duration) -> Result<(), PageRefusal> {
        let (from, node) = (game.from_here.then(|| self.study.game().clone()), self.study.node().id().index());
        if from.as_ref().is_some_and(|position| position.result().is_some()) {
            return Err(PageRefusal::BoardOver);
        }
        let play = Play::new(game, from.as_ref(), node, now)?;
        if from.is_none() {
            self.study = Study::new(play.game().rule(), play.game().size());
            self.forget_tree();
        } else if self.is_playing() {
            self.end_line();
        }
        self.study.keep_offer();
        self.before = MainLine::of(self.study.tree());
        self.analysing = Analysing::default();
        self.forget_turns();
        self.play = Some(play);
        Ok(())
    }

    /// Begins the game that is over once more, from where it began.
    pub(super) fn begin_again(&mut self, now: Duration) -> Result<(), PageRefusal> {
        let Begun { game, node } = self.play.as_ref().ok_or(PageRefusal::NoGame)?.begun().clone();
        if game.from_here {
            self.study.go(node)?;
        }
        self.begin(&game, now)
    }

    /// The engine does what it has thought of.
    pub(super) fn engine_acts(
        &mut self,
        actions: &[String],
        line: Option<ThoughtLine>,
        now: Duration,
        orders: &mut Vec<Order>,
    ) {
        let Some(play) = &mut self.play else { return };
        self.own_score = line.and_then(|line| line.score.parse().ok());
        self.hurry = false;
        if !play.is_ordinary() {
            orders.push(Order::Tell(Tell::Acted { actions: actions.to_vec() }));
        }
        for action in actions {
            match play.act(action, now) {
                Ok(stones) => follow(&mut self.study, &stones, play),
                Err(why) => orders.push(error(why)),
            }
        }
        if self.is_over() {
            self.end_line();
        }
        self.note_head();
        self.current = None;
        self.schedule(orders);
        self.tell(orders);
    }

    /// While a game is played.
    pub(super) fn in_play(&mut self, ask: Ask, now: Duration, orders: &mut Vec<Order>) -> Result<(), PageRefusal> {
        let node = self.study.node().id().index();
        let Some(play) = &mut self.play else { return Ok(()) };
        if !matches!(ask, Ask::Put { .. } | Ask::Act { .. }) {
            play.tick(now);
        }
        if play.is_over() {
            // The clock ended it before that was asked for.
            self.end_line();
            return match ask {
                Ask::Resign | Ask::Draw => Ok(()),
                _ => self.in_study(ask, now, orders),
            };
        }
        match ask {
            Ask::Put { point } => {
                let action = play.action_at(&point);
                self.person_acts(&action, now)?;
            }
            Ask::Act { action } => self.person_acts(&action, now)?,
            Ask::Resign => play.resign()?,
            Ask::Draw => {
                play.draw()?;
                if play.contest().offer().is_some() && !play.is_between_people() {
                    let is_accepted = play.answer_draw(self.own_score);
                    let note = if is_accepted { PageNote::DrawAccepted } else { PageNote::DrawDeclined };
                    orders.push(Order::Tell(Tell::Note(note)));
                }
            }
            Ask::Undo => self.take_back(now)?,
            Ask::Tick => {}
            Ask::Hint => {
                play.check_persons_turn()?;
                self.ask_for_hint()?;
            }
            Ask::Stop if play.is_engines_turn() => orders.push(Order::Stop),
            // It has moved meanwhile.
            Ask::Stop => {}
            Ask::Leave => {
                self.end_line();
                self.play = None;
            }
            Ask::Comment { node, text } => self.study.write(node, &text)?,
            Ask::Hello { .. } => self.forget_tree(),
            // Another game or tree takes the place of this one once it is there: what is refused changes nothing.
            Ask::Play(_) | Ask::New { .. } | Ask::Open { .. } | Ask::Choose { .. } => {
                return self.in_study(ask, now, orders);
            }
            Ask::Save { .. } => {
                self.end_line();
                let saved = self.in_study(ask, now, orders);
                self.study.reopen_line();
                return saved;
            }
            Ask::Engine(_) => return self.in_study(ask, now, orders),
            Ask::Go { .. } | Ask::Step { .. } | Ask::Sibling { .. } if node > 0 => {
                return Err(PageRefusal::ShowsLastMove);
            }
            _ => return Err(PageRefusal::InGame),
        }
        if self.is_over() {
            self.end_line();
        }
        Ok(())
    }

    fn person_acts(&mut self, action: &str, now: Duration) -> Result<(), PageRefusal> {
        let node = self.study.node().id().index();
        let Some(play) = &mut self.play else { return Ok(()) };
        play.check_persons_turn()?;
        let turns = play.turns();
        play.remember(node);
        let done = play.act(action, now);
        // What is refused or comes too late does nothing that could be taken back.
        if play.turns() == turns {
            play.forget_last();
        }
        follow(&mut self.study, &done?, play);
        Ok(())
    }

    /// Whether a game is played that goes on.
    pub(super) fn is_playing(&self) -> bool {
        self.play.as_ref().is_some_and(|play| !play.is_over())
    }

    /// Whether the game is over.
    fn is_over(&self) -> bool {
        self.play.as_ref().is_some_and(Play::is_over)
    }

    /// Lets the main line end where the game stands, whatever was taken back there: a reader would take it for played. Where
    /// nothing is left of a game that went on from a position, the main line is what it was before.
    fn end_line(&mut self) {
        let Some(play) = &self.play else { return };
        if is_told(play) {
            self.study.end_line(offered(play));
            self.note_head();
        } else {
            self.study.restore(&self.before.nodes, &self.before.head);
        }
    }

    /// Writes into the head of the tree what is known of the game that is played. One that went on from a position is
    /// the main line once something was done in it: a head that a game of the page wrote is then its own, but for the
    /// opening rule, by which the tree began. Of any other tree the names stay, and how its game ended is told no
    /// longer.
    pub(super) fn note_head(&mut self) {
        let Some(play) = self.play.as_ref().filter(|play| is_told(play)) else { return };
        let is_guest = play.begun().game.from_here;
        if is_guest && !self.study.has_played_head() {
            self.study.forget_result();
        } else {
            let told = play.head().into_iter().filter(|&(head, _)| !is_guest || head != Head::Opening);
            self.study.set_head(told);
        }
    }

    pub(super) fn take_back(&mut self, now: Duration) -> Result<(), PageRefusal> {
        let Some(play) = &mut self.play else { return Ok(()) };
        let node = play.node_before().ok_or(PageRefusal::NothingToTakeBack)?;
        self.study.go(node)?;
        self.study.reopen_line();
        play.undo(now);
        // As when it began: what was asked about a game that was over is not wanted in one that goes on.
        self.forget_turns();
        Ok(())
    }

    /// Forgets what was asked, and what the engine knew of turns that are not the ones that come.
    fn forget_turns(&mut self) {
        self.asked = Asked::default();
        self.hurry = false;
        self.own_score = None;
    }
}

/// Whether the tree tells of the game as its main line: one that went on from a position does so once something was done
/// in it.
fn is_told(play: &Play) -> bool {
    play.turns() > 0 || !play.begun().game.from_here
}

/// The fifths that are offered where the fifth stone is next, of which there may be none yet. A game that went on from a
/// position is offered none, and those of the tree stay.
fn offered(play: &Play) -> Option<&[Point]> {
    let is_next = play.game().moves().len() == BEFORE_FIFTH && !play.begun().game.from_here;
    is_next.then(|| play.contest().opening().offered())
}

/// Brings the tree to where the game is. Fifths that were offered and not picked stand there too; a game that went on
/// from a position was offered none, and those of the tree stay.
fn follow(study: &mut Study, stones: &[Point], play: &Play) {
    study.follow(stones, play.game());
    if !stones.is_empty() && play.game().moves().len() == BEFORE_FIFTH + 1 {
        if play.begun().game.from_here {
            study.forget_refused();
        } else {
            study.add_refused(play.contest().opening().offered());
        }
    }
}
