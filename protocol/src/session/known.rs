//! What the database knows about the position that is to be thought about, and what is found for them.

use tengen_engine::PointSet;
use tengen_engine::database::PositionLabel;
use tengen_engine::database::children::{self, KnownChild, LookupError};
use tengen_engine::engine::{KnownScore, Line};
use tengen_engine::game::Game;
use tengen_engine::point::Point;
use tengen_engine::score::Score;

use super::Session;
use super::database::OpenDatabase;
use super::points::is_playable;
use super::purpose::Purpose;
use crate::database::found::FoundMove;
use crate::yixin;

/// What a ply costs in points of score when positions are chosen.
const PLY_COST: i32 = 20;
/// Positions whose children are asked for before a search.
const EXPANDED: usize = 12;

/// What a database says to play.
pub(super) enum KnownMove {
    /// This move, which somebody has marked as the only one.
    Forced(Point),
    /// A win of the side to move, which is verified before it is played.
    Win,
    /// Nothing.
    Nothing,
}

/// Which moves a search kept out.
#[derive(Clone, Copy, Debug)]
pub(super) enum KeptOut {
    /// None.
    Nothing,
    /// Some of which the database says that they are not to be played, so that a loss of the others says nothing about the
    /// position.
    Spoiled,
    /// Some that are blocked, whatever they are worth, so that only a win of the others says something about the position.
    Blocked,
}

impl KeptOut {
    /// Whether a score of the other moves is one of the position.
    fn is_of_position(self, score: Score) -> bool {
        match self {
            KeptOut::Nothing => true,
            KeptOut::Spoiled => !score.is_loss(),
            KeptOut::Blocked => score.is_win(),
        }
    }
}

impl Session {
    /// What the database says to play without a search: the move that is forced, unless it is blocked, or a win.
    pub(super) fn known_move(&self, game: &Game, known: &[KnownChild]) -> KnownMove {
        if let Some(point) = self.forced_move(game, known) {
            return KnownMove::Forced(point);
        }
        let wins = |child: &KnownChild| child.is_won_by_mover() && game.is_legal(child.point);
        if game.result().is_none() && known.iter().any(wins) { KnownMove::Win } else { KnownMove::Nothing }
    }

    /// The move that somebody has marked as the only one, unless it is blocked or known to lose.
    fn forced_move(&self, game: &Game, known: &[KnownChild]) -> Option<Point> {
        let is_forced = |child: &&KnownChild| child.entry.label == PositionLabel::FORCED && !child.is_lost_by_mover();
        let blocked = self.blocked(game);
        let may_be_played = |&point: &Point| game.is_legal(point) && !blocked.contains(point);
        known.iter().filter(is_forced).map(|child| child.point).find(may_be_played)
    }

    /// Moves that are blocked, none of them where nothing playable is left: a block chooses among moves, and a move is owed.
    pub(super) fn blocked(&self, game: &Game) -> PointSet {
        let is_left = game.empty_points().any(|point| !self.excluded.contains(point) && is_playable(game, point));
        if is_left { self.excluded } else { PointSet::EMPTY }
    }

    /// Moves that are not played while there are others: those that are blocked, and those of which the database says so, as
    /// they lose or are blocked there, unless all are.
    pub(super) fn kept_out(&self, game: &Game, known: &[KnownChild]) -> PointSet {
        let blocked = self.blocked(game);
        let is_spoiled = |child: &&KnownChild| child.is_lost_by_mover() || child.entry.label == PositionLabel::BLOCKED;
        let spoiled: PointSet = known.iter().filter(is_spoiled).map(|child| child.point).collect();
        let kept_out = spoiled.or(&blocked);
        if game.legal_points().all(|point| kept_out.contains(point)) { blocked } else { kept_out }
    }

    /// The same of a position of which nothing was asked yet.
    pub(super) fn kept_out_of(&mut self, game: &Game) -> PointSet {
        let known = self.known_children(game);
        self.kept_out(game, &known)
    }

    /// What the database knows of the positions close to this one, for the search to ask for: of those after each move, then of
    /// those after the best of them. `children` are what it knows of the moves.
    pub(super) fn known_scores(&mut self, game: &Game, children: Vec<KnownChild>) -> Vec<KnownScore> {
        let mut known: Vec<KnownScore> = Vec::new();
        let mut first = Some(children);
        // The cheapest first: every ply costs as much as a loss of so many points.
        let mut waiting = vec![(0, game.clone())];
        for _ in 0..EXPANDED {
            let cheapest = waiting.iter().enumerate().min_by_key(|(_, (cost, _))| *cost).map(|(place, _)| place);
            let Some((cost, position)) = cheapest.map(|place| waiting.swap_remove(place)) else { break };
            let children = first.take().unwrap_or_else(|| self.known_children(&position));
            let value = |child: &KnownChild| -i32::from(child.entry.worth().unwrap_or(0));
            let best = children.iter().map(value).max().unwrap_or_default();
            for child in children {
                let Ok(after) = position.after(child.point) else { continue };
                if after.result().is_none() {
                    waiting.push((cost + PLY_COST + best - value(&child), after.clone()));
                    known.push(KnownScore { game: after, entry: child.entry });
                }
            }
        }
        known
    }

    /// Notes what a search found in the position, if it is to be written into the database. Where the search kept moves out, a
    /// score may be one of the others alone.
    pub(super) fn note_found(&mut self, purpose: &Purpose, keeps_out: KeptOut, lines: &[Line]) {
        // Below full strength moves are chosen that are known to be worse.
        let wanted = self.preferences.uses_database()
            && !self.preferences.database_is_readonly()
            && self.options.strength.is_full();
        if !wanted || !matches!(purpose, Purpose::Play | Purpose::Analyse(_)) {
            return;
        }
        let Some(game) = &self.game else { return };
        let Some(open) = self.database.as_mut().filter(|open| open.takes_in(self.requests)) else { return };
        let found = lines.iter().filter_map(|line| {
            let &point = yixin::playable(line, game).first()?;
            let rank = if keeps_out.is_of_position(line.score) { line.rank } else { line.rank.max(2) };
            Some(FoundMove { point, rank, score: line.score, depth: line.depth })
        });
        open.note_found(game.clone(), found.collect());
    }

    /// Whether something would be lost if the conversation ended without [`Session::close`], or before a word was obeyed of
    /// which only the beginning was heard.
    pub(crate) fn has_unsaved(&self) -> bool {
        self.database.as_ref().is_some_and(OpenDatabase::is_changed) || self.reads_what_is_kept()
    }

    /// Writes what is to outlast the conversation, which has ended, by `END` or because nobody hears it any more. The database
    /// is closed with it: called once more this does nothing, and what could not be saved is told once.
    pub(crate) fn close(&mut self) {
        self.write_found();
        self.save_changes();
        self.database = None;
    }

    /// Writes into the database what the last search found.
    pub(super) fn write_found(&mut self) {
        match self.database.as_mut().map_or(Ok(()), OpenDatabase::write_found) {
            // In a game that goes on after a five no position has a place, and nobody need hear that at every move.
            Ok(()) | Err(LookupError::NoKey) => {}
            // What cannot be kept is lost, and the game goes on.
            Err(error) => self.message(format!("the database: {error}")),
        }
    }

    /// What the database knows of the moves of a position. Each of them is looked up: a request asks once.
    pub(super) fn known_children(&mut self, game: &Game) -> Vec<KnownChild> {
        match &mut self.database {
            Some(open) if self.preferences.uses_database() => {
                children::children(open.store(), game).unwrap_or_default()
            }
            _ => Vec::new(),
        }
    }
}
