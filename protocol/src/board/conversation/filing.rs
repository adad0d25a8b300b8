//! Files in the conversation: a game of one is shown, and the tree becomes one.

use super::{BoardConversation, Order};
use crate::board::files::{self, OpenedGame};
use crate::board::message::{PageNote, Tell};
use crate::board::page_refusal::PageRefusal;
use crate::board::study::Study;

/// A file with several games.
#[derive(Clone, Debug)]
pub(super) struct GamesFile {
    name: String,
    /// Its bytes in Base64.
    data: String,
}

impl BoardConversation {
    /// Shows a game of a file; where none is named, the first, and tells which there are.
    pub(super) fn open(
        &mut self,
        name: String,
        data: String,
        game: Option<usize>,
        orders: &mut Vec<Order>,
    ) -> Result<(), PageRefusal> {
        let number = game.unwrap_or(1);
        let opened = files::open(&name, &data, number)?;
        let (count, games) = (opened.count, opened.titles.clone());
        self.show(&name, number, opened, orders)?;
        self.opened = (count > 1).then(|| GamesFile { name: name.clone(), data });
        if count > 1 && game.is_none() {
            orders.push(Order::Tell(Tell::Games { name, games, count }));
        }
        Ok(())
    }

    /// Shows another game of the file that was opened last.
    pub(super) fn choose(&mut self, game: usize, orders: &mut Vec<Order>) -> Result<(), PageRefusal> {
        let GamesFile { name, data } = self.opened.clone().ok_or(PageRefusal::NoGamesFile)?;
        let opened = files::open(&name, &data, game)?;
        self.show(&name, game, opened, orders)
    }

    fn show(
        &mut self,
        name: &str,
        number: usize,
        opened: OpenedGame,
        orders: &mut Vec<Order>,
    ) -> Result<(), PageRefusal> {
        let rule = opened.tree.rule.unwrap_or(self.study.game().rule());
        self.study = Study::of(opened.tree, rule)
            .map_err(|why| PageRefusal::UnreadableFile(name.to_string(), why.to_string()))?;
        self.play = None;
        self.forget_tree();
        let of = if opened.count > 1 { format!(" ({number}/{})", opened.count) } else { String::new() };
        orders.push(Order::Tell(Tell::Note(PageNote::Opened(format!("{name}{of}")))));
        Ok(())
    }

    /// Tells the tree as a file, and what was left out of it.
    pub(super) fn save(&mut self, format: &str, orders: &mut Vec<Order>) -> Result<(), PageRefusal> {
        let (name, data, losses) = files::save(self.study.tree(), format)?;
        orders.push(Order::Tell(Tell::File { name, data }));
        if losses.is_empty() {
            self.study.mark_saved();
        } else {
            let losses = losses.iter().map(|(lost, count)| (lost.key().to_string(), count)).collect();
            orders.push(Order::Tell(Tell::LeftOut { losses }));
        }
        Ok(())
    }
}
