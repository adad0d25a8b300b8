//! What a page begins with: a file or moves, and its first message.

use std::time::Duration;

use anyhow::{Result, anyhow};
use data_encoding::BASE64;
use tengen_protocol::board::{Ask, BoardConversation, Order, Tell};

/// What a page asks to be shown a file, from its beginning.
pub(super) fn file(name: String, bytes: &[u8]) -> Ask {
    Ask::Open { name, data: BASE64.encode(bytes), game: None }
}

/// What a page asks to be shown moves, at their end.
pub(super) fn moves(moves: &str) -> Ask {
    Ask::Hello { position: moves.to_string() }
}

/// Whether a page can be shown what it asks for first.
///
/// # Errors
/// Why it cannot.
pub(super) fn check(first: &Ask) -> Result<()> {
    let orders = BoardConversation::new(0).hear(first.clone(), Duration::ZERO);
    let refused = orders.into_iter().find_map(|order| match order {
        Order::Tell(Tell::Error { text, .. }) => Some(text),
        _ => None,
    });
    refused.map_or(Ok(()), |why| Err(anyhow!(why)))
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
            let visit = |position| Ask::Visit { position, set_up: Vec::new(), to_move: None, exact: true };
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
        let record = b"(;GM[4]SZ[15];B[hh]C[a word];W[ig])";
        for (rule, size, comment) in [("renju", 15, "a word"), ("freestyle", 15, ""), ("renju", 17, "")] {
            let mut conversation = BoardConversation::new(1);
            conversation.hear(file("one.sgf".to_string(), record), Duration::ZERO);
            let ask = format!(r#"{{"ask":"new","rule":"{rule}","width":{size},"height":{size},"position":"h8"}}"#);
            hear_first(&mut conversation, &ask, Duration::ZERO);
            let state = conversation.state();
            assert_eq!((state.moves.as_str(), state.comment.as_str()), ("h8", comment), "{rule} {size}");
            assert!(!state.is_changed, "{rule} {size}");
        }
        // What the file has in another view is not what the address says.
        let mut conversation = BoardConversation::new(1);
        conversation.hear(file("one.sgf".to_string(), record), Duration::ZERO);
        let ask = r#"{"ask":"new","rule":"renju","width":15,"height":15,"position":"h8g7"}"#;
        hear_first(&mut conversation, ask, Duration::ZERO);
        assert_eq!(conversation.state().moves, "h8g7");
    }

    #[test]
    fn the_moves_of_an_address_are_played_on_an_empty_board_and_not_beside_the_stones_of_a_file() {
        let problem = b"(;GM[4]SZ[15]AB[aa];W[bb])";
        for (position, stones) in [("h8i9", ["h8", "i9"].as_slice()), ("", &["a15"])] {
            let mut conversation = BoardConversation::new(1);
            conversation.hear(file("problem.sgf".to_string(), problem), Duration::ZERO);
            let ask = format!(r#"{{"ask":"new","rule":"renju","width":15,"height":15,"position":"{position}"}}"#);
            hear_first(&mut conversation, &ask, Duration::ZERO);
            let shown: Vec<String> = conversation.state().stones.into_iter().map(|(point, ..)| point).collect();
            assert_eq!(shown, stones, "{position}");
        }
    }

    #[test]
    fn a_page_begins_at_the_beginning_of_a_file_and_at_the_end_of_moves() {
        let new = r#"{"ask":"new","rule":"renju","width":15,"height":15}"#;
        for (given, shown, is_named) in
            [(moves("h8i9j7"), "h8i9j7", false), (file("h8i9j7".to_string(), b"h8i9j7"), "", true)]
        {
            for first in [r#"{"ask":"hello"}"#, new] {
                let mut conversation = BoardConversation::new(1);
                let orders = conversation.hear(given.clone(), Duration::ZERO);
                let is_note = |order: &Order| matches!(order, Order::Tell(Tell::Note(_)));
                assert_eq!(orders.iter().any(is_note), is_named, "only a file is open");
                assert_eq!(conversation.state().moves, shown, "{first}");
                hear_first(&mut conversation, first, Duration::ZERO);
                assert_eq!(conversation.state().moves, shown, "{first}");
            }
        }
    }
}
