//! What a match is played by: the same for all of its engines.

use std::num::NonZeroUsize;
use std::time::Duration;

use anyhow::{Result, anyhow, ensure};
use tengen_engine::game::{Game, Rules};
use tengen_engine::opening::{Action, Opening, OpeningRule};
use tengen_engine::point::{BoardSize, Point, Rows};
use tengen_engine::rule::RuleKind;

use crate::cli::{MatchArgs, OpeningRuleArg, SameArg};

/// What is the same for everyone.
#[derive(Clone, PartialEq, Debug)]
pub(in crate::matches) struct MatchConditions {
    /// What the game is played by.
    pub rules: Rules,
    /// The board.
    pub size: BoardSize,
    /// Where row 1 is in records.
    pub rows: Rows,
    /// The number of moves after which a game is drawn.
    pub max_moves: Option<usize>,
    /// How much later than allowed an answer may come.
    pub tolerance: Duration,
    /// How long a move may take that has no limit of time.
    pub patience: Duration,
    /// How long the answer to START may take.
    pub start_wait: Duration,
    /// Whether the engine that waits is suspended.
    pub suspend: bool,
    /// Whether every move is asked for with the whole board.
    pub whole_board: bool,
    /// Whether writing to the standard error is no fault.
    pub allow_stderr: bool,
    /// Whether processes live for more than one game.
    pub keep_alive: bool,
    /// The rule by which they choose openings and colours, if by one.
    pub opening_rule: Option<OpeningRuleArg>,
    /// When two fifths are the same one.
    pub same: SameArg,
}

impl MatchConditions {
    /// Those that the command line asks for.
    pub(super) fn new(args: &MatchArgs) -> Result<MatchConditions> {
        ensure!(cfg!(unix) || !args.suspend, "--suspend is not possible on this system");
        let opening_rule = args.opening_rule();
        let usual = opening_rule.map_or(RuleKind::Freestyle, OpeningRuleArg::usual_rule);
        Ok(MatchConditions {
            rules: Rules::from(args.rule.unwrap_or(usual)),
            size: args.size,
            rows: args.rows.into(),
            max_moves: args.max_moves.map(NonZeroUsize::get),
            tolerance: args.tolerance,
            patience: args.patience,
            start_wait: args.start_wait,
            suspend: args.suspend,
            whole_board: args.whole_board,
            allow_stderr: args.allow_stderr,
            keep_alive: args.keep_alive,
            opening_rule,
            same: args.same,
        })
    }

    /// By which rule openings are made, as a part of a sentence; nothing where by none.
    pub(in crate::matches) fn by_opening_rule(&self) -> String {
        self.opening_rule.map_or(String::new(), |rule| format!(" with the opening by {}", rule.title()))
    }

    /// A game that begins with some stones: by an opening rule, or with an opening that is over.
    pub(super) fn begin(&self, rule: Option<OpeningRule>, stones: &[Point]) -> Result<Opening> {
        let Some(rule) = rule else {
            let mut game = Game::new(self.rules, self.size);
            stones.iter().try_for_each(|&point| game.play(point).map(drop))?;
            return Ok(Opening::played(game));
        };
        let mut opening = Opening::new(rule, self.rules, self.size, self.same.into())?;
        for &point in stones {
            let by = opening.demand().by();
            opening.act(by, Action::Stone(point)).map_err(|why| anyhow!(why.to_text(self.size, self.rows)))?;
        }
        Ok(opening)
    }
}
