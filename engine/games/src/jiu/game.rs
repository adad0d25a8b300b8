//! The checked record of a game of Jiu: it plays turns, takes them back, and says when and why a game is over.

mod legality;
mod outcome;

pub use outcome::{Outcome, Reason};

use std::ops::ControlFlow;

use super::path::Path;
use super::position::{Position, Stage};
use super::rules::Rules;
use super::turn::{Turn, TurnError};
use tengen_engine::color::{ByColor, Color};
use tengen_engine::internals::zobrist::Key;
use tengen_engine::point::Point;

/// What a turn changes besides the turn itself, kept to take it back.
#[derive(Clone, Debug)]
struct Before {
    position: Position,
    fallen: ByColor<bool>,
    quiet_since: usize,
    outcome: Option<Outcome>,
}

/// A game of Jiu from its beginning or from a position that was set up.
#[derive(Clone, Debug)]
pub struct Game {
    rules: Rules,
    start: Position,
    position: Position,
    /// Which sides have ever been at or below the fly limit while stones moved.
    fallen: ByColor<bool>,
    turns: Vec<Turn>,
    before: Vec<Before>,
    /// Keys of all positions, this one included.
    keys: Vec<Key>,
    /// The number of turns after the last capture, or when stones began to move.
    quiet_since: usize,
    outcome: Option<Outcome>,
}

impl Game {
    /// An empty board, White to place.
    #[must_use]
    pub fn new(rules: Rules) -> Game {
        Game::from_position(rules, Position::new(rules.size()))
    }

    /// A game that begins with a position.
    ///
    /// # Panics
    /// When the position is of another size than the rules.
    #[must_use]
    pub fn from_position(rules: Rules, position: Position) -> Game {
        assert_eq!(rules.size(), position.size(), "the rules are for another board");
        let mut game = Game {
            rules,
            start: position,
            position,
            fallen: ByColor([false; 2]),
            turns: Vec::new(),
            before: Vec::new(),
            keys: vec![position.key()],
            quiet_since: 0,
            outcome: None,
        };
        if position.stage() == Stage::Move {
            game.note_fallen();
            game.outcome = game.outcome_by_stones().or_else(|| game.outcome_by_paths());
        }
        game
    }

    /// The rules.
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The position that the game began with.
    #[must_use]
    pub const fn start(&self) -> &Position {
        &self.start
    }

    /// The position now.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The turns so far.
    #[must_use]
    pub fn played(&self) -> &[Turn] {
        &self.turns
    }

    /// The end of the game, if it is over.
    #[must_use]
    pub const fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// Keys of the positions since the last capture, this one last.
    #[must_use]
    pub fn quiet_keys(&self) -> &[Key] {
        &self.keys[self.quiet_since..]
    }

    /// Whether a side has ever been at or below the fly limit while stones moved.
    #[must_use]
    pub fn has_fallen(&self, color: Color) -> bool {
        self.fallen[color]
    }

    /// The number of the next turn in the record. It counts from 1 while stones are placed, and again from 1 with the first
    /// stone lifted; where stones already move at the beginning, Black's first turn is number 3 and White's number 4.
    #[must_use]
    pub fn next_number(&self) -> usize {
        let (start, played) = (self.start.stage(), self.turns.len());
        let placings = match start {
            Stage::Place => self.start.size().area() - self.start.count(Color::Black) - self.start.count(Color::White),
            Stage::Lift | Stage::Move => 0,
        };
        let first = match (start, self.start.to_move()) {
            (Stage::Place, _) if played < placings => self.start.size().area() - placings + 1,
            (Stage::Place, _) => 1,
            (Stage::Lift, Color::Black) => 1,
            (Stage::Lift, Color::White) => 2,
            (Stage::Move, Color::Black) => 3,
            (Stage::Move, Color::White) => 4,
        };
        first + if played < placings { played } else { played - placings }
    }

    /// Whether the turn at this index of [`played`](Game::played) placed a stone.
    #[must_use]
    pub fn is_placing(&self, index: usize) -> bool {
        matches!(self.turns[index], Turn::Place(_))
    }

    /// All legal turns of a stage in which there are few: points to place on, or the stone to lift. While stones move, all
    /// paths with every choice of stones to take, which can be very many.
    #[must_use]
    pub fn turns(&self) -> Vec<Turn> {
        let mut turns = Vec::new();
        let _ = self.try_for_each_turn(&mut |turn| -> ControlFlow<()> {
            turns.push(turn);
            ControlFlow::Continue(())
        });
        turns
    }

    /// Hands every legal turn to `visit`, until it breaks off.
    pub(super) fn try_for_each_turn<B>(&self, visit: &mut impl FnMut(Turn) -> ControlFlow<B>) -> ControlFlow<B> {
        match self.position.stage() {
            _ if self.outcome.is_some() => ControlFlow::Continue(()),
            Stage::Place => self.places().into_iter().map(Turn::Place).try_for_each(visit),
            Stage::Lift => self.lift().into_iter().map(Turn::Lift).try_for_each(visit),
            Stage::Move => self.position.try_for_each_path(&self.rules, &mut |path| {
                let (after, take) = self.after_path(path);
                let stones: Vec<Point> = after.stones(!self.position.to_move()).iter().collect();
                try_for_each_choice(&stones, take, &mut Vec::new(), &mut |taken| {
                    visit(Turn::new_move(path.clone(), taken.to_vec()))
                })
            }),
        }
    }

    /// The points on which a stone may be placed.
    #[must_use]
    pub fn places(&self) -> Vec<Point> {
        let centre = self.rules.centre();
        let open: Vec<Point> = centre.into_iter().filter(|&point| self.position.is_empty(point)).collect();
        match self.position.stage() {
            Stage::Place if !open.is_empty() => open,
            Stage::Place => self.position.empty_points().collect(),
            Stage::Lift | Stage::Move => Vec::new(),
        }
    }

    /// The centre stone that is taken off next: Black takes off White's, then White Black's.
    #[must_use]
    pub fn lift(&self) -> Option<Point> {
        let them = !self.position.to_move();
        let centre = self.rules.centre().into_iter();
        let stands = |color: Option<Color>| centre.clone().find(|&point| self.position.color_at(point) == color);
        let own_left = || centre.clone().find(|&point| self.position.color_at(point).is_some());
        (self.position.stage() == Stage::Lift).then(|| stands(Some(them)).or_else(own_left)).flatten()
    }

    /// The position after a legal path and before any stone is taken for squares, and how many are taken.
    #[must_use]
    pub fn after_path(&self, path: &Path) -> (Position, usize) {
        let us = self.position.to_move();
        let mut after = self.position;
        after.remove(us, path.from());
        path.jumped().iter().for_each(|&point| after.remove(!us, point));
        after.put(us, path.to());
        let take = after.stones_taken_at(&self.rules, us, path.to());
        (after, take)
    }

    /// Plays a turn. While stones are lifted, both orders of the two centre stones are accepted.
    ///
    /// # Errors
    /// The rule that forbids the turn, with its points; the game is as before.
    pub fn play(&mut self, turn: &Turn) -> Result<Option<Outcome>, TurnError> {
        self.check(turn)?;
        Ok(self.play_unchecked(turn))
    }

    /// Plays a turn of a record whose stones to be taken do not follow the rules: those named that stand on the board are taken.
    ///
    /// # Errors
    /// As for [`Game::play`], but for the stones taken.
    pub fn play_taking_what_is_there(&mut self, turn: &Turn) -> Result<Option<Outcome>, TurnError> {
        let Turn::Move { path, taken } = turn else { return self.play(turn) };
        self.check_stage(turn)?;
        self.check_path(path)?;
        let (after, _) = self.after_path(path);
        let mut there: Vec<Point> = Vec::new();
        for &point in taken {
            if after.stones(!self.position.to_move()).contains(point) && !there.contains(&point) {
                there.push(point);
            }
        }
        Ok(self.play_unchecked(&Turn::new_move(path.clone(), there)))
    }

    fn play_unchecked(&mut self, turn: &Turn) -> Option<Outcome> {
        self.before.push(Before {
            position: self.position,
            fallen: self.fallen,
            quiet_since: self.quiet_since,
            outcome: self.outcome,
        });
        let us = self.position.to_move();
        let mut captures = false;
        match turn {
            &Turn::Place(point) => {
                self.position.put(us, point);
                let full = self.position.count(Color::Black) + self.position.count(Color::White);
                // Black places last, and is the first to lift.
                match full == self.position.size().area() {
                    true => self.position.pass_to(Color::Black, Stage::Lift),
                    false => self.position.pass_to(!us, Stage::Place),
                }
            }
            &Turn::Lift(point) => {
                let color = self.position.color_at(point).expect("a stone is lifted");
                self.position.remove(color, point);
                self.position.pass_to(!us, if us == Color::White { Stage::Move } else { Stage::Lift });
            }
            Turn::Move { path, taken } => {
                (self.position, _) = self.after_path(path);
                taken.iter().for_each(|&point| self.position.remove(!us, point));
                self.position.pass_to(!us, Stage::Move);
                captures = !path.jumped().is_empty() || !taken.is_empty();
            }
        }
        self.turns.push(turn.clone());
        self.keys.push(self.position.key());
        if captures || self.before.last().expect("pushed above").position.stage() != Stage::Move {
            self.quiet_since = self.turns.len();
        }
        if self.position.stage() == Stage::Move {
            self.outcome = self.outcome_by_stones().or_else(|| self.outcome_by_article_4());
            self.note_fallen();
            self.outcome = self.outcome.or_else(|| self.outcome_by_paths()).or_else(|| self.draw());
        }
        self.outcome
    }

    /// Takes the last turn back, if there is one.
    pub fn undo(&mut self) -> Option<Turn> {
        let Before { position, fallen, quiet_since, outcome } = self.before.pop()?;
        (self.position, self.fallen) = (position, fallen);
        (self.quiet_since, self.outcome) = (quiet_since, outcome);
        self.keys.pop();
        self.turns.pop()
    }

    fn note_fallen(&mut self) {
        for color in Color::ALL {
            self.fallen[color] |= self.position.flies(&self.rules, color);
        }
    }
}

/// All choices of so many of the points, in the order of the points.
fn try_for_each_choice<B>(
    points: &[Point],
    count: usize,
    chosen: &mut Vec<Point>,
    visit: &mut impl FnMut(&[Point]) -> ControlFlow<B>,
) -> ControlFlow<B> {
    if count == 0 {
        return visit(chosen);
    }
    for (index, &point) in points.iter().enumerate() {
        chosen.push(point);
        try_for_each_choice(&points[index + 1..], count - 1, chosen, visit)?;
        chosen.pop();
    }
    ControlFlow::Continue(())
}
