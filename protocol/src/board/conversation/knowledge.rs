//! The database in the conversation: what it knows of the position that is shown, and what the page changes in it.

use std::ops::ControlFlow;

use tengen_engine::Point;
use tengen_engine::database::branch::{self, BranchReach};
use tengen_engine::database::children::{self, LookupError, look_up};
use tengen_engine::database::proofs::carry_up;
use tengen_engine::database::{PositionEntry, PositionLabel, StoreError, ValueBound, each};
use tengen_engine::position_key::PositionKey;

use super::{BoardConversation, Order};
use crate::board::job::{Position, ROWS};
use crate::board::message::{Ask, Known, Tell};
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
    /// The position of which was told last, unless what is known of it has changed since.
    told: Option<Position>,
}

impl BoardConversation {
    /// The same with a database, whose panel the page then shows.
    #[must_use]
    pub fn with_database(self, name: String, database: Box<dyn Database>) -> BoardConversation {
        BoardConversation { knowledge: Some(Knowledge { name, database, told: None }), ..self }
    }

    /// Does what the page asks of the database.
    pub(super) fn in_database(&mut self, ask: Ask, orders: &mut Vec<Order>) -> Result<(), String> {
        let game = self.study.game().clone();
        let Some(knowledge) = &mut self.knowledge else {
            return Err("there is no database: the board is opened with one by --db STORE".to_string());
        };
        let store = knowledge.database.store();
        let done = match ask {
            Ask::Learn { node, label, value, comment, text } => {
                let game = node.map_or(Ok(game), |node| self.study.game_at(node))?;
                let label = label.map(|label| label_of(&label)).transpose()?;
                let place =
                    |at: &str| Point::parse(at, game.size(), ROWS).ok_or_else(|| format!("\"{at}\" is no point"));
                let text = text.map(|(at, text)| Ok::<_, String>((place(&at)?, text))).transpose()?;
                let change = |entry: &mut PositionEntry| {
                    entry.label = label.unwrap_or(entry.label);
                    if let Some(value) = value {
                        entry.value = value;
                        entry.bound = ValueBound::Exact;
                    }
                    entry.comment = comment.unwrap_or(std::mem::take(&mut entry.comment));
                    text.iter().for_each(|(at, text)| children::set_board_text(entry, &game, *at, text));
                };
                children::edit(store, &game, change).and_then(|_| {
                    let (key, _) = PositionKey::of(&game).ok_or(LookupError::NoKey)?;
                    carry_up(store, &key)?;
                    Ok(())
                })
            }
            Ask::Keep => {
                let here = Position::of(&game);
                let analysed = self.analysed.iter().filter(|(position, _)| *position == here);
                let lines = analysed.flat_map(|(_, lines)| lines);
                let found: Vec<FoundMove> = lines.filter_map(|line| line.found(game.size())).collect();
                if found.is_empty() {
                    return Err("nothing was analysed here yet".to_string());
                }
                found::keep(store, &game, found)
            }
            Ask::Forget { branch: true } => branch::delete(store, &game, BranchReach::All, |_| true).map(drop),
            Ask::Forget { branch: false } => PositionKey::of(&game)
                .ok_or(LookupError::NoKey)
                .and_then(|(key, _)| Ok(store.remove(&key).map(drop)?)),
            Ask::Find { unanalysed, label, text } => {
                let label = label.map(|label| label_of(&label)).transpose()?;
                let fits = |entry: &PositionEntry| {
                    (!unanalysed || entry.is_unanalysed())
                        && label.is_none_or(|label| label == entry.label)
                        && (entry.comment.contains(&text)
                            || entry.board_texts.iter().any(|(_, other)| other.contains(&text)))
                };
                let (mut positions, mut seen, mut is_cut) = (Vec::new(), 0, false);
                let visited = each::<StoreError>(store, Some((game.rule(), game.size())), |key, entry| {
                    seen += 1;
                    is_cut = positions.len() == MOST_FOUND || seen > MOST_SEEN;
                    if is_cut {
                        return Ok(ControlFlow::Break(()));
                    }
                    if fits(&entry) {
                        positions.push(FoundView::new(key, &entry, ROWS));
                    }
                    Ok(ControlFlow::Continue(()))
                });
                orders.push(Order::Tell(Tell::Found { positions, is_cut }));
                return visited.map_err(|why| why.to_string());
            }
            _ => Ok(()),
        };
        done.and_then(|()| Ok(store.commit()?)).map_err(|why| why.to_string())?;
        knowledge.told = None;
        Ok(())
    }

    /// Tells again what is known, whatever was told.
    pub(super) fn tell_known_again(&mut self) {
        if let Some(knowledge) = &mut self.knowledge {
            knowledge.told = None;
        }
    }

    /// Tells what is known of the position that is shown, where that is another one, and no game is played.
    pub(super) fn tell_known(&mut self, orders: &mut Vec<Order>) {
        let is_playing = self.play.as_ref().is_some_and(|play| play.contest().ending().is_none());
        let game = self.study.game();
        let Some(knowledge) = self.knowledge.as_mut().filter(|_| !is_playing) else { return };
        let position = Position::of(game);
        if knowledge.told.as_ref() == Some(&position) {
            return;
        }
        let store = knowledge.database.store();
        let found = store.len().and_then(|count| match look_up(store, game) {
            Ok(known) => Ok((count, Some(PositionView::new(game, &known, ROWS)))),
            Err(LookupError::NoKey) => Ok((count, None)),
            Err(why) => Err(StoreError(why.to_string())),
        });
        knowledge.told = Some(position);
        let tell = match found {
            Ok((count, position)) => Tell::Known(Box::new(Known { name: knowledge.name.clone(), count, position })),
            Err(StoreError(text)) => Tell::Error { text },
        };
        orders.push(Order::Tell(tell));
    }
}

/// The label of a letter, or of `none`.
fn label_of(text: &str) -> Result<PositionLabel, String> {
    let label = match text {
        "" | "none" => Some(PositionLabel::NONE),
        letter => PositionLabel::from_letter(letter),
    };
    label.ok_or_else(|| format!("\"{text}\" is no label: one letter or sign, or none"))
}
