//! Verdict on a change: all its matches, the changed engine first in each, in the lines that the body of a commit holds.

use std::fmt::Write;
use std::path::PathBuf;

use anyhow::{Context, Result, ensure};

use crate::matches::merge;
use crate::matches::setup::Setup;
use crate::matches::standings::{HeadToHead, SeenPairs, Standings};
use crate::output::say;
use crate::units::counted;

/// What matches show of a change.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum ChangeVerdict {
    /// The whole interval of all games lies above an even score, and that of no match lies below.
    Better,
    /// The whole interval of all games, or of one match, lies below. That of one of several matches is wider than the one that is
    /// said: the more there are, the more often one of them is below its own by chance.
    Worse,
    /// More games are needed, or there is nothing to see.
    Open,
}

impl ChangeVerdict {
    fn of(all: &HeadToHead, matches: &[HeadToHead]) -> ChangeVerdict {
        let even = 0.5;
        let all = all.estimate();
        let of_match = |score: &HeadToHead| score.estimate_of_many(matches.len());
        let mut shown = matches.iter().map(of_match).chain([all]).flatten();
        match all {
            _ if shown.any(|estimate| estimate.high < even) => ChangeVerdict::Worse,
            Some(all) if all.low > even => ChangeVerdict::Better,
            _ => ChangeVerdict::Open,
        }
    }

    fn text(self) -> &'static str {
        match self {
            ChangeVerdict::Better => "better",
            ChangeVerdict::Worse => "worse",
            ChangeVerdict::Open => "no difference shown",
        }
    }
}

/// Says the result of each log, then that of all, and the verdict. In that of all a pair of games that is in several
/// logs is counted once.
pub(super) fn say(paths: &[PathBuf]) -> Result<()> {
    let (mut all, mut scores) = (HeadToHead::default(), Vec::new());
    let mut seen = SeenPairs::new();
    for path in paths {
        let name = || format!("cannot judge by the log {}", path.display());
        let (header, games) = merge::read(path).with_context(name)?;
        let setup = header.setup().with_context(name)?;
        let engines = setup.engines.len();
        ensure!(engines == 2, "{}: it is a match of {engines} engines, and not of two", name());
        let [mut standings, mut together] = [SeenPairs::new(), seen].map(|seen| Standings::after(&setup, seen));
        for game in &games {
            standings.add(&setup, game);
            together.add(&setup, game);
        }
        let score = standings.between(0, 1);
        say!("{}: {}{}", conditions(&setup), result(&score), test(&setup, &score));
        all += together.between(0, 1);
        seen = together.into_seen();
        scores.push(score);
    }
    if paths.len() > 1 {
        say!("all: {}", result(&all));
    }
    say!("verdict: {}", ChangeVerdict::of(&all, &scores).text());
    Ok(())
}

/// Under what a match was played, such as `renju 15x15 with the opening by RIF, 10000 nodes`; where the limits differ,
/// those of both.
fn conditions(setup: &Setup) -> String {
    let [new, old] = [0, 1].map(|index| setup.engines[index].limits());
    let both = if new == old { new } else { format!("{new} against {old}") };
    let conditions = &setup.conditions;
    let game = format!("{} {}{}", conditions.rules.kind, conditions.size, conditions.by_opening_rule());
    if both.is_empty() { game } else { format!("{game}, {both}") }
}

/// A score in words: `+521 =30 -449 of 1000, +25 Elo [+6, +44]`.
fn result(score: &HeadToHead) -> String {
    let mut text = format!("{} of {}", score.games, score.games.games());
    if let Some(estimate) = score.estimate() {
        let _ = write!(text, ", {}", estimate.with_superiority());
    }
    if score.repeated > 0 {
        let _ = write!(text, ", {} of repeated games counted once", counted(score.repeated, "pair"));
    }
    let _ = write!(text, ", {}", counted(score.faults(), "fault"));
    text
}

/// How the sequential test ended, where there was one.
fn test(setup: &Setup, score: &HeadToHead) -> String {
    setup
        .plan
        .sprt()
        .map_or(String::new(), |sprt| format!(", SPRT {} to {}: {}", sprt.elo0, sprt.elo1, sprt.verdict(score.pairs)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matches::setup::tests::setup;
    use crate::statistics::Pairs;

    #[test]
    fn the_limits_of_both_engines_are_named_where_they_differ() {
        for (line, expected) in [
            ("--nodes 500", ", 500 nodes"),
            ("--turn 50ms --turn b:2s", ", 50ms a move against 2.0s a move"),
            ("--match-time 90s --increment b:1s", ", 90.0s a game against 90.0s a game, +1.0s a move"),
            // Who has no time for a game gets none added.
            ("--match-time a:90s --increment 1s", ", 90.0s a game, +1.0s a move against 1.0s a move"),
            (
                "--match-time a:60s --overtime b:30s --increment 1s",
                ", 1m a game, +1.0s a move against then 30.0s a move",
            ),
            ("--nodes 500 --memory 900K", ", 500 nodes, 0.9 MiB"),
            ("--match-time 2h --overtime 10/10m", ", 2h a game, then 10 moves in 10m"),
            ("--match-time 1m --overtime a:1/150s", ", 1m a game, then 1 move in 150s against 1m a game"),
            ("--match-time 90s --overtime b:30s", ", 90.0s a game against 90.0s a game, then 30.0s a move"),
            ("--depth 9 --info b:thread_num=2", ", depth 9 against depth 9, thread_num 2"),
            ("--nodes 500 --swap2 --rule freestyle", " with the opening by Swap2, 500 nodes"),
        ] {
            let conditions = conditions(&setup(&format!("-e a=x -e b=y {line}")).unwrap());
            assert_eq!(conditions, format!("freestyle 15x15{expected}"), "{line}");
        }
    }

    #[test]
    fn a_change_is_better_when_all_games_say_so_and_no_match_the_opposite() {
        let score = |pairs| HeadToHead { pairs: Pairs(pairs), ..HeadToHead::default() };
        let [above, around] = [[10, 20, 40, 40, 30], [30, 30, 40, 30, 30]].map(score);
        let [below, just_below] = [[30, 40, 40, 20, 10], [60, 0, 0, 0, 40]].map(score);
        for (all, matches, expected) in [
            (above, vec![above, around], ChangeVerdict::Better),
            (above, vec![above, below], ChangeVerdict::Worse),
            (around, vec![above, around], ChangeVerdict::Open),
            (below, vec![around, around], ChangeVerdict::Worse),
            (just_below, vec![around, around], ChangeVerdict::Worse),
            // What shows that of one match shows nothing of one of two.
            (around, vec![just_below], ChangeVerdict::Worse),
            (around, vec![just_below, around], ChangeVerdict::Open),
            (HeadToHead::default(), vec![HeadToHead::default()], ChangeVerdict::Open),
        ] {
            assert_eq!(ChangeVerdict::of(&all, &matches), expected, "{all:?} {matches:?}");
        }
    }
}
