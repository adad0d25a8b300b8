//! What stands on a score sheet: the head, the stones with their numbers, passes, offers and choices.

use std::collections::BTreeMap;
use std::mem;

use anyhow::{Context, Result, anyhow, ensure};
use tengen_engine::color::Color;
use tengen_engine::game::{Game, GameResult};
use tengen_engine::opening::{Opening, OpeningRule, Pattern, Seat};
use tengen_engine::point::{BoardSize, Point, Rows};
use tengen_engine::record::fifths::BEFORE_FIFTH;
use tengen_engine::rule::RuleKind;

use crate::cli::SheetArgs;
use crate::sheet::line::{Made, SheetLine};

/// The number of the stone that is picked from an offer.
pub(super) const FIFTH: usize = BEFORE_FIFTH + 1;
/// The result of a game that ended with two passes.
const BOTH_PASSED: &str = "Draw: both passed";

/// What is told of a game as a whole.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum SheetHead {
    Event,
    Place,
    Round,
    Date,
    Black,
    White,
    Rule,
    OpeningRule,
    Opening,
    Choices,
    Clock,
    BlackClock,
    WhiteClock,
    Result,
}

/// A stone as it is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Stone {
    pub(super) color: Color,
    pub(super) point: Point,
    /// Its number, unless it was set up. Passes count as moves.
    pub(super) number: Option<usize>,
}

/// A game, or nothing yet, as a score sheet holds it.
#[derive(Clone, Debug)]
pub(super) struct SheetRecord {
    pub(super) size: BoardSize,
    pub(super) rows: Rows,
    pub(super) head: BTreeMap<SheetHead, String>,
    /// Stones that nobody played.
    pub(super) set_up: Vec<(Color, Point)>,
    pub(super) moves: Vec<Made>,
    /// The fifths that were offered, in their order.
    pub(super) offered: Vec<Point>,
    /// Who holds Black, where seats are known.
    pub(super) black: Option<Seat>,
}

impl SheetRecord {
    /// A sheet on which nothing stands.
    pub(super) fn new(size: BoardSize, rows: Rows) -> SheetRecord {
        SheetRecord {
            size,
            rows,
            head: BTreeMap::new(),
            set_up: Vec::new(),
            moves: Vec::new(),
            offered: Vec::new(),
            black: None,
        }
    }

    /// A sheet of bare moves.
    pub(super) fn of_game(game: &Game, rows: Rows) -> Result<SheetRecord> {
        ensure!(game.closed().is_empty(), "there are closed points, for which a score sheet has no place");
        let mut record = SheetRecord::new(game.size(), rows);
        record.set_up = game.set_up_stones().iter().map(|stone| (stone.color, stone.point)).collect();
        let made = |&tengen_engine::game::Move { color, point }| Made { color, point: Some(point), clock: None };
        record.moves = game.played().iter().map(made).collect();
        if !game.moves().is_empty() {
            record.judge(game);
        }
        Ok(record)
    }

    /// Fills in what the rules say of a game: the rule, the opening and the result.
    pub(super) fn judge(&mut self, game: &Game) {
        self.head.insert(SheetHead::Rule, rule_name(game.rule()).to_string());
        if let Some(pattern) = Pattern::of_game(game).filter(|_| game.rule() == RuleKind::Renju) {
            self.head.insert(SheetHead::Opening, name(pattern));
        }
        if let Some(outcome) = game.result() {
            self.head.entry(SheetHead::Result).or_insert(result(outcome));
        }
        if matches!(self.moves[..], [.., Made { point: None, .. }, Made { point: None, .. }]) {
            self.head.entry(SheetHead::Result).or_insert(BOTH_PASSED.to_string());
        }
    }

    /// Fills in the choices of colours and numbers of a line of actions, who holds Black after them, and the fifths that
    /// were offered, unless the record knows them.
    pub(super) fn add_choices(&mut self, line: &SheetLine) {
        self.black = Some(line.opening().black());
        if !line.choices.is_empty() {
            self.head.insert(SheetHead::Choices, line.choices.join(", "));
        }
        if self.offered.is_empty() {
            self.offered = line.opening().offered().to_vec();
        }
    }

    /// All stones with their numbers.
    pub(super) fn stones(&self) -> impl Iterator<Item = Stone> + '_ {
        let set_up = self.set_up.iter().map(|&(color, point)| Stone { color, point, number: None });
        let played = (1..)
            .zip(&self.moves)
            .filter_map(|(number, made)| Some(Stone { color: made.color, point: made.point?, number: Some(number) }));
        set_up.chain(played)
    }

    /// The numbers of the moves that were passes, with their colours.
    pub(super) fn passes(&self) -> Vec<String> {
        let passes = (1..).zip(&self.moves).filter(|(_, made)| made.point.is_none());
        passes.map(|(number, made)| format!("{number} ({})", made.color)).collect()
    }

    /// Points with blanks between them, as the sheet names them.
    pub(super) fn line(&self, points: &[Point]) -> String {
        let name = |point: &Point| point.to_text(self.size, self.rows).to_uppercase();
        points.iter().map(name).collect::<Vec<_>>().join(" ")
    }
}

/// The sheet of a line of actions, with its choices, its offer and its passes.
pub(super) fn of_actions(args: &SheetArgs, rule: Option<OpeningRule>, text: &str) -> Result<SheetRecord> {
    ensure!(args.number.is_none(), "--game is for records, and these are actions");
    let rule = rule.context("actions need --opening-rule, such as rif or soosyrv8")?;
    let rows = args.rows.into();
    let game_rule = args.rule.unwrap_or(rule.usual_rule());
    let opening = Opening::new(rule, game_rule, args.size.unwrap_or(BoardSize::USUAL), args.same.into())?;
    let mut line = SheetLine::walk(opening, text, rows).map_err(|refused| anyhow!("{refused}"))?;
    let moves = mem::take(&mut line.moves);
    let game = line.opening().game();
    let mut record = SheetRecord { moves, ..SheetRecord::new(game.size(), rows) };
    record.judge(game);
    record.add_choices(&line);
    Ok(record)
}

/// The rule of a game that names none: that of its opening rule, or Renju.
pub(super) fn usual_rule(opening_rule: Option<OpeningRule>) -> RuleKind {
    opening_rule.map_or(RuleKind::Renju, OpeningRule::usual_rule)
}

/// A rule as a sheet names it.
pub(super) fn rule_name(rule: RuleKind) -> &'static str {
    match rule {
        RuleKind::Freestyle => "Gomoku, freestyle",
        RuleKind::Standard => "Gomoku, exactly five",
        RuleKind::Renju => "Renju",
        RuleKind::CaroOverline => "Caro, overlines win",
        RuleKind::Caro => "Caro",
    }
}

/// An opening in Latin letters: not every system has fonts for the Japanese ones.
fn name(pattern: Pattern) -> String {
    format!("{pattern} {} ({})", pattern.japanese(), pattern.english())
}

fn result(result: GameResult) -> String {
    let text = result.to_string();
    match text.strip_prefix("draw: ") {
        Some(why) => format!("Draw: {why}"),
        None => text,
    }
}
