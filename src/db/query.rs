//! `db query`: the board, and what is known of the position and of every move.

use std::cmp::Reverse;

use anyhow::Result;
use tengen_engine::database::children::{distinct, look_up};
use tengen_engine::diagram;
use tengen_protocol::database::view::PositionView;

use super::view::judgement;
use crate::cli::QueryArgs;
use crate::output::{self, plain, say};
use crate::store::FileStore;
use crate::{position, terminal};

/// Shows a position.
pub(crate) fn run(args: &QueryArgs) -> Result<()> {
    let game = position::read(&args.position)?;
    let store = FileStore::open_to_read(&args.store)?;
    let rows = args.position.rows.into();
    let known = look_up(&store, &game)?;
    if args.json {
        say!("{}", serde_json::to_string(&PositionView::new(&game, &known, rows))?);
        return Ok(());
    }
    // Moves that are one and the same but for the view are told once, the best first.
    let mut children = distinct(known.children.clone());
    children.sort_by_key(|child| {
        let rating = child.entry.rating();
        (child.is_lost_by_mover(), rating.is_none(), rating, Reverse(child.entry.count))
    });
    let marks: Vec<_> = children.iter().map(|child| child.point).collect();
    say!("{}", position::heading(&game, rows));
    output::write(position::draw(&game, rows, &marks));
    match &known.entry {
        None => say!("\nThe position is not in the store, under {} on {}.", game.rule(), game.size()),
        Some(entry) => {
            say!("\n{}", judgement(entry, true));
            if let Some(best) = entry.best {
                say!("best move: {}", best.to_text(game.size(), rows));
            }
            for (point, text) in &entry.board_texts {
                say!("{}: {}", point.to_text(game.size(), rows), plain(text));
            }
            if !entry.comment.is_empty() {
                say!("{}", terminal::wrapped(&plain(&entry.comment)));
            }
        }
    }
    for (number, child) in children.iter().enumerate() {
        let name = child.point.to_text(game.size(), rows);
        let comment = child.entry.comment.lines().next().map(|line| format!("  {}", plain(line))).unwrap_or_default();
        say!(
            "{}",
            terminal::wrapped(&format!(
                " {} {name:<3}  {}{comment}",
                diagram::mark(number),
                judgement(&child.entry, false)
            ))
        );
    }
    Ok(())
}
