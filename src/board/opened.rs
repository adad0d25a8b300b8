//! What a page begins with: a file or moves, and its first message.

use std::iter;
use std::time::Duration;

use anyhow::{Result, anyhow};
use data_encoding::BASE64;
use tengen_protocol::board::{Ask, BoardConversation, Order, Tell};

/// A file that every page begins with, or moves.
#[derive(Clone, Debug)]
pub(crate) struct OpenedFile {
    /// Its name.
    pub name: String,
    /// What is in it.
    pub bytes: Vec<u8>,
    /// Whether it is moves that were given and no file.
    pub is_moves: bool,
}

impl OpenedFile {
    /// What a page asks to be shown it: a file from its beginning, and moves at their end.
    pub(super) fn asks(&self) -> impl Iterator<Item = Ask> {
        let open = Ask::Open { name: self.name.clone(), data: BASE64.encode(&self.bytes), game: None };
        iter::once(open).chain(self.is_moves.then_some(Ask::Step { by: i32::MAX }))
    }

    /// Whether a page can show it.
    ///
    /// # Errors
    /// Why it cannot.
    pub(crate) fn check(&self) -> Result<()> {
        let mut conversation = BoardConversation::new(0);
        let mut orders = self.asks().flat_map(|ask| conversation.hear(ask, Duration::ZERO));
        let refused = orders.find_map(|order| match order {
            Order::Tell(Tell::Error { text, .. }) => Some(text),
            _ => None,
        });
        refused.map_or(Ok(()), |why| Err(anyhow!(why)))
    }
}

/// Hears the first message of a page that begins with a file or moves. One that is loaded again asks for an empty board with
/// the moves of its address. By the rule of the file and on its board they are a variation of it, and so the file stays.
/// An address without moves is also that of stones that were set up: then the page begins as it did.
pub(super) fn hear_first(conversation: &mut BoardConversation, text: &str, now: Duration) -> Vec<Order> {
    let state = conversation.state();
    match serde_json::from_str::<Ask>(text) {
        Ok(Ask::New { rule, width, height, position })
            if rule == state.rule && (width, height) == (state.width, state.height) =>
        {
            let visit = |position| Ask::Visit { position, set_up: Vec::new(), to_move: None };
            conversation.hear(if position.is_empty() { Ask::Hello { position } } else { visit(position) }, now)
        }
        _ => conversation.hear_text(text, now),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_that_is_loaded_again_keeps_the_file_that_it_began_with() {
        let data = BASE64.encode(b"(;GM[4]SZ[15];B[hh]C[a word];W[ig])");
        for (rule, size, comment) in [("renju", 15, "a word"), ("freestyle", 15, ""), ("renju", 17, "")] {
            let mut conversation = BoardConversation::new(1);
            let ask = Ask::Open { name: "one.sgf".to_string(), data: data.clone(), game: None };
            conversation.hear(ask, Duration::ZERO);
            let ask = format!(r#"{{"ask":"new","rule":"{rule}","width":{size},"height":{size},"position":"h8"}}"#);
            hear_first(&mut conversation, &ask, Duration::ZERO);
            let state = conversation.state();
            assert_eq!((state.moves.as_str(), state.comment.as_str()), ("h8", comment), "{rule} {size}");
            assert!(!state.is_changed, "{rule} {size}");
        }
    }

    #[test]
    fn the_moves_of_an_address_are_played_on_an_empty_board_and_not_beside_the_stones_of_a_file() {
        let data = BASE64.encode(b"(;GM[4]SZ[15]AB[aa];W[bb])");
        for (position, stones) in [("h8i9", ["h8", "i9"].as_slice()), ("", &["a15"])] {
            let mut conversation = BoardConversation::new(1);
            let ask = Ask::Open { name: "problem.sgf".to_string(), data: data.clone(), game: None };
            conversation.hear(ask, Duration::ZERO);
            let ask = format!(r#"{{"ask":"new","rule":"renju","width":15,"height":15,"position":"{position}"}}"#);
            hear_first(&mut conversation, &ask, Duration::ZERO);
            let shown: Vec<String> = conversation.state().stones.into_iter().map(|(point, ..)| point).collect();
            assert_eq!(shown, stones, "{position}");
        }
    }

    #[test]
    fn a_page_begins_at_the_beginning_of_a_file_and_at_the_end_of_moves() {
        let new = r#"{"ask":"new","rule":"renju","width":15,"height":15}"#;
        for (is_moves, shown) in [(true, "h8i9j7"), (false, "")] {
            let opened = OpenedFile { name: "h8i9j7".to_string(), bytes: b"h8i9j7".to_vec(), is_moves };
            for first in [r#"{"ask":"hello"}"#, new] {
                let mut conversation = BoardConversation::new(1);
                opened.asks().for_each(|ask| drop(conversation.hear(ask, Duration::ZERO)));
                assert_eq!(conversation.state().moves, shown, "{first}");
                hear_first(&mut conversation, first, Duration::ZERO);
                assert_eq!(conversation.state().moves, shown, "{first}");
            }
        }
    }
}
