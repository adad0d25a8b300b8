//! The positions of a proof in a store: each with its win or its loss, and what follows from them for those before.

use std::path::Path;

use anyhow::{Context, Result};
use tengen_engine::database::children::{LookupError, edit};
use tengen_engine::database::proofs::carry_all_up;
use tengen_engine::database::{PositionEntry, SideOutcome, Store};
use tengen_engine::game::Game;
use tengen_engine::internals::stable_map::StableSet;
use tengen_engine::point::Point;
use tengen_engine::position_key::PositionKey;
use tengen_engine::solve::Proof;

use crate::files::targets;
use crate::store::FileStore;

/// Checks that a store has a place for a position.
pub(super) fn check_position(path: &Path, game: &Game) -> Result<()> {
    PositionKey::of(game).ok_or(LookupError::NoKey).with_context(|| path.display().to_string()).map(drop)
}

/// Checks that proofs can be written into a store, or that there can be one.
pub(super) fn check(path: &Path) -> Result<()> {
    if path.exists() {
        return FileStore::open(path).map(drop);
    }
    FileStore::check_new_name(path)?;
    targets::check_writable(path, &[])
}

/// Writes the proofs of the side to move in a position into a store: all at once, or nothing. What was written, in words.
pub(super) fn write(path: &Path, game: &Game, proofs: &[&Proof]) -> Result<String> {
    let mut store = FileStore::create(path)?;
    let written = record(&mut store, game, proofs).with_context(|| path.display().to_string())?;
    // A position to which several of the proof lead may be improved more than once.
    let decided = carry_all_up(&mut store, &written)?;
    store.commit()?;
    let (name, count, decided) = (path.display(), written.len(), decided.len());
    Ok(format!("{name}: {count} positions of the proof written, {decided} more decided by them"))
}

/// Notes every position of the proofs, the winner's and the loser's, and returns their keys.
fn record(store: &mut dyn Store, game: &Game, proofs: &[&Proof]) -> Result<Vec<PositionKey>, LookupError> {
    let mut seen: StableSet<PositionKey> = StableSet::default();
    let mut written = Vec::new();
    // The quickest comes last, so that its move is the best.
    for proof in proofs.iter().rev() {
        let mut waiting = vec![(game.clone(), proof.root())];
        while let Some((game, id)) = waiting.pop() {
            let (win, plies) = (proof.win(id), proof.plies(id));
            let key = PositionKey::of(&game).ok_or(LookupError::NoKey)?.0;
            // Several ways lead to a position, but every proof begins where the others do.
            if !seen.insert(key.clone()) && id != proof.root() {
                continue;
            }
            note(store, &game, SideOutcome::Win, plies, Some(win.point))?;
            written.push(key);
            let Ok(after) = game.after(win.point) else { continue };
            note(store, &after, SideOutcome::Loss, plies - 1, None)?;
            written.extend(PositionKey::of(&after).map(|(key, _)| key));
            for &(answer, next) in win.defence.iter().flat_map(|defence| &defence.answers) {
                waiting.extend(after.after(answer).map(|answered| (answered, next)));
            }
        }
    }
    written.sort();
    written.dedup();
    Ok(written)
}

/// Notes that the side to move wins or loses in so many plies, unless a quicker end is known. What somebody held of the
/// position before gives way to a proof.
fn note(
    store: &mut dyn Store,
    game: &Game,
    outcome: SideOutcome,
    plies: usize,
    best: Option<Point>,
) -> Result<(), LookupError> {
    let is_news =
        |entry: &PositionEntry| entry.mate().is_none_or(|(known, length)| known != outcome || length >= plies);
    edit(store, game, |entry| {
        if is_news(entry) {
            entry.set_mate(outcome, plies);
            entry.best = best;
        }
    })?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use tengen_engine::database::MemoryStore;
    use tengen_engine::database::children::entry;
    use tengen_engine::limits::Limits;
    use tengen_engine::point::{BoardSize, Rows};
    use tengen_engine::rule::RuleKind;
    use tengen_engine::solve::{Solve, Solved, solve};

    use super::*;

    #[test]
    fn every_answer_of_a_proof_is_lost_in_the_store() {
        let size = BoardSize::square(15).unwrap();
        let game = Game::from_text(RuleKind::Freestyle, size, "g8a1h8c1i8e1", Rows::FromBottom).unwrap();
        let Solved::Win(proof) = solve(&game, Solve::Vcf, &Limits::nodes(10_000)) else { panic!("this is won") };
        let mut store = MemoryStore::default();
        let written = record(&mut store, &game, &[&proof]).unwrap();
        assert_eq!(written.len() as u64, store.len().unwrap());
        let known = |game: &Game| entry(&store, game).unwrap().1.unwrap();
        let root = known(&game);
        assert_eq!((root.mate(), root.best), (Some((SideOutcome::Win, 3)), Some(proof.win(proof.root()).point)));
        // The answers to the straight four: each is there, and loses to a five.
        let after = game.after(proof.win(proof.root()).point).unwrap();
        assert_eq!(known(&after).mate(), Some((SideOutcome::Loss, 2)));
        let answers = tengen_engine::database::children::children(&store, &after).unwrap();
        assert!(!answers.is_empty() && answers.iter().all(|child| child.entry.mate() == Some((SideOutcome::Win, 1))));
        let lost = after.after(answers[0].point).unwrap();
        let five = lost.after(known(&lost).best.unwrap()).unwrap();
        assert_eq!(five.result().and_then(|result| result.winner()), Some(game.to_move()));
        assert_eq!(known(&five).mate(), Some((SideOutcome::Loss, 0)));
        // A quicker win stays.
        note(&mut store, &game, SideOutcome::Win, 9, None).unwrap();
        assert_eq!(entry(&store, &game).unwrap().1.unwrap().mate(), Some((SideOutcome::Win, 3)));
    }
}
