//! The database in the conversation: what it knows of the position that is shown, and what the page changes in it.

use std::ops::ControlFlow;

use tengen_engine::database::branch::{self, BranchReach};
use tengen_engine::database::children::{self, LookupError, look_up};
use tengen_engine::database::{EntryChange, EntryFilter, PositionEntry, PositionLabel, Store, StoreError, each};

use super::{BoardConversation, Order};
use crate::board::job::ROWS;
use crate::board::message::{Known, Tell};
use crate::board::page_refusal::PageRefusal;
use crate::board::play::point_of;
use crate::database::Database;
use crate::database::found::{self, FoundMove};
use crate::database::view::{FoundView, PositionView};

/// The most positions that a search shows, and the most that it looks at: a page waits for it.
const MOST_FOUND: usize = 200;
const MOST_SEEN: usize = 1_000_000;

/// A database, by its name.
pub(super) struct Knowledge {
    name: String,
    database: Box<dyn Database>,
    /// What was told last, unless it is to be told again.
    told: Option<Tell>,
}

impl BoardConversation {
    /// The same with a database, whose panel the page then shows.
    #[must_use]
    pub fn with_database(self, name: String, database: Box<dyn Database>) -> BoardConversation {
        BoardConversation { knowledge: Some(Knowledge { name, database, told: None }), ..self }
    }

    /// Changes what is known of a node, or of the position that is shown. What is set by hand may be taken back, and so nothing
    /// follows from it for the positions before.
    pub(super) fn learn(
        &mut self,
        node: Option<usize>,
        label: Option<&str>,
        value: Option<i64>,
        comment: Option<String>,
        text: Option<(String, String)>,
    ) -> Result<(), PageRefusal> {
        let game = node.map_or_else(|| Ok(self.study.game().clone()), |node| self.study.game_at(node))?;
        let label = label.map(label_of).transpose()?;
        let value = value.map(value_of).transpose()?;
        let size = game.size();
        let text = text.map(|(at, text)| Ok::<_, PageRefusal>((point_of(&at, size)?, text))).transpose()?;
        let texts = text.into_iter().collect();
        let change = EntryChange { label, value, comment, texts, ..EntryChange::default() };
        self.change(|store| change.write(store, &game).map(drop))
    }

    /// Writes what the analysis has found of the position.
    pub(super) fn keep(&mut self) -> Result<(), PageRefusal> {
        let game = self.study.game().clone();
        let lines = self.analysed_here().iter();
        let found = lines.filter_map(|line| line.found(game.size()));
        let found: Vec<FoundMove> = found.filter(FoundMove::is_kept).collect();
        if found.is_empty() {
            return Err(PageRefusal::NothingAnalysed);
        }
        self.change(|store| found::keep(store, &game, found))
    }

    /// Forgets the position, or all that is known after it.
    pub(super) fn forget(&mut self, is_branch: bool) -> Result<(), PageRefusal> {
        let game = self.study.game().clone();
        self.change(|store| {
            if is_branch {
                branch::delete(store, &game, BranchReach::All, |_| true)?;
            } else {
                children::remove(store, &game)?;
            }
            Ok(())
        })
    }

    /// Changes the database. What is known then is told.
    fn change(&mut self, act: impl FnOnce(&mut dyn Store) -> Result<(), LookupError>) -> Result<(), PageRefusal> {
        let knowledge = self.knowledge.as_mut().ok_or(PageRefusal::NoDatabase)?;
        let store = knowledge.database.store();
        act(store).and_then(|()| Ok(store.commit()?))?;
        knowledge.told = None;
        Ok(())
    }

    /// Tells which positions of the rule and the board that are shown fit.
    pub(super) fn find(
        &mut self,
        unanalysed: bool,
        label: Option<&str>,
        text: &str,
        orders: &mut Vec<Order>,
    ) -> Result<(), PageRefusal> {
        let filter = EntryFilter { unanalysed, label: label.map(label_of).transpose()?, text };
        let kind = (self.study.game().rule(), self.study.game().size());
        let knowledge = self.knowledge.as_mut().ok_or(PageRefusal::NoDatabase)?;
        let (mut positions, mut seen, mut is_cut) = (Vec::new(), 0, false);
        let visited = each::<StoreError>(knowledge.database.store(), Some(kind), |key, entry| {
            seen += 1;
            is_cut = positions.len() == MOST_FOUND || seen > MOST_SEEN;
            if is_cut {
                return Ok(ControlFlow::Break(()));
            }
            if let Some(entry) = filter.found(key, entry) {
                positions.push(FoundView::new(key, &entry, ROWS));
            }
            Ok(ControlFlow::Continue(()))
        });
        orders.push(Order::Tell(Tell::Found { positions, is_cut }));
        visited.map_err(|why| PageRefusal::Other(why.to_string()))
    }

    /// Tells again what is known, whatever was told.
    pub(super) fn tell_known_again(&mut self) {
        if let Some(knowledge) = &mut self.knowledge {
            knowledge.told = None;
        }
    }

    /// Tells what is known of the position that is shown, where no game is played and it is not what was told: another page may
    /// have changed it.
    pub(super) fn tell_known(&mut self, orders: &mut Vec<Order>) {
        if self.is_playing() {
            return;
        }
        let game = self.study.game();
        let Some(knowledge) = &mut self.knowledge else { return };
        let store = knowledge.database.store();
        let found = store.len().and_then(|count| match look_up(store, game) {
            Ok(known) => Ok((count, Some(PositionView::new(game, &known, ROWS)))),
            Err(LookupError::NoKey) => Ok((count, None)),
            Err(why) => Err(StoreError(why.to_string())),
        });
        let tell = match found {
            Ok((count, position)) => Tell::Known(Box::new(Known { name: knowledge.name.clone(), count, position })),
            Err(StoreError(text)) => Tell::Error { text, refusal: None },
        };
        if knowledge.told.as_ref() != Some(&tell) {
            knowledge.told = Some(tell.clone());
            orders.push(Order::Tell(tell));
        }
    }
}

/// A value that may be set by hand.
fn value_of(number: i64) -> Result<i16, PageRefusal> {
    let most = PositionEntry::MOST_VALUE;
    let is_settable = PositionEntry::settable_values().contains(&number);
    is_settable.then_some(number as i16).ok_or(PageRefusal::ValueOutOfRange(number, -most, most))
}

/// The label of a letter, or of `none`.
fn label_of(text: &str) -> Result<PositionLabel, PageRefusal> {
    PositionLabel::named(text).ok_or_else(|| PageRefusal::NoLabel(text.to_string()))
}
