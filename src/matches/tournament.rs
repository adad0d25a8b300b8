//! Tournaments whose rounds depend on results: Swiss and knock-out. Pure: from what was played to who meets next.

use tengen_engine::random::SplitMix64;

use crate::cli::Tournament;

/// One round: who meets whom, and who has nobody to meet.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Round {
    /// Two engines each, by index.
    pub meetings: Vec<[usize; 2]>,
    /// Who passes the round without a game.
    pub byes: Vec<usize>,
    /// Whether it only decides what was even in the round before.
    pub deciding: bool,
}

/// What came of a meeting, for the first and the second of it.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct MeetingResult {
    /// Half points of each.
    pub half_points: [u32; 2],
    /// Milliseconds that each used.
    pub ms: [f64; 2],
}

impl MeetingResult {
    /// Which of the two was better, if one was.
    fn winner(&self) -> Option<usize> {
        let [first, second] = self.half_points;
        (first != second).then_some(usize::from(first < second))
    }
}

/// The rounds that are known: `result` tells what came of a meeting by its number from 0, or `None` while it is not over. The
/// last round has no result yet unless the tournament is over.
pub(super) fn rounds(
    tournament: Tournament,
    engines: usize,
    seed: u64,
    result: &dyn Fn(usize) -> Option<MeetingResult>,
) -> Vec<Round> {
    let mut lot: Vec<usize> = (0..engines).collect();
    SplitMix64::new(seed).shuffle(&mut lot);
    match tournament {
        Tournament::Swiss(rounds) => swiss(rounds.get(), &lot, result),
        Tournament::Knockout => knockout(lot, result),
        Tournament::RoundRobin | Tournament::Gauntlet => Vec::new(),
    }
}

/// What a bye counts in a Swiss tournament, in meetings won.
const BYE: u32 = 2;

fn swiss(number: usize, lot: &[usize], result: &dyn Fn(usize) -> Option<MeetingResult>) -> Vec<Round> {
    let mut rounds: Vec<Round> = Vec::new();
    // A meeting that is won counts two, one that is even one: as many games are played in each.
    let mut points = vec![0; lot.len()];
    let mut met = 0;
    while rounds.len() < number {
        let mut order: Vec<usize> = lot.to_vec();
        order.sort_by_key(|&engine| std::cmp::Reverse(points[engine]));
        let mut round = Round::default();
        if order.len() % 2 == 1 {
            let had_bye = |engine: &usize| rounds.iter().any(|round: &Round| round.byes.contains(engine));
            let last = order.iter().rposition(|engine| !had_bye(engine)).unwrap_or(order.len() - 1);
            round.byes.push(order.remove(last));
        }
        let have_met = |a: usize, b: usize| {
            rounds.iter().flat_map(|round| &round.meetings).any(|pair| pair.contains(&a) && pair.contains(&b))
        };
        round.meetings = pair(&order, &have_met).unwrap_or_else(|| {
            // Everybody has met everybody near: neighbours meet again.
            order.chunks_exact(2).map(|two| [two[0], two[1]]).collect()
        });
        round.byes.iter().for_each(|&engine| points[engine] += BYE);
        let results: Option<Vec<MeetingResult>> = (met..met + round.meetings.len()).map(result).collect();
        if let Some(results) = &results {
            for (meeting, result) in round.meetings.iter().zip(results) {
                match result.winner() {
                    Some(side) => points[meeting[side]] += 2,
                    None => meeting.iter().for_each(|&engine| points[engine] += 1),
                }
            }
        }
        met += round.meetings.len();
        rounds.push(round);
        if results.is_none() {
            break;
        }
    }
    rounds
}

/// Pairs from the top so that nobody meets again, or `None` where that cannot be.
fn pair(order: &[usize], have_met: &dyn Fn(usize, usize) -> bool) -> Option<Vec<[usize; 2]>> {
    let Some((&first, others)) = order.split_first() else { return Some(Vec::new()) };
    others.iter().enumerate().filter(|&(_, &other)| !have_met(first, other)).find_map(|(index, &other)| {
        let mut left = others.to_vec();
        left.remove(index);
        let mut pairs = pair(&left, have_met)?;
        pairs.insert(0, [first, other]);
        Some(pairs)
    })
}

fn knockout(lot: Vec<usize>, result: &dyn Fn(usize) -> Option<MeetingResult>) -> Vec<Round> {
    let mut rounds = Vec::new();
    let mut alive = lot;
    let mut met = 0;
    while alive.len() > 1 {
        // The first round leaves a power of two: who comes first in the lot passes it.
        let byes = if rounds.is_empty() { alive.len().next_power_of_two() - alive.len() } else { 0 };
        let (passing, playing) = alive.split_at(byes);
        let meetings: Vec<[usize; 2]> = playing.chunks_exact(2).map(|two| [two[0], two[1]]).collect();
        let mut results: Vec<Option<MeetingResult>> = (met..met + meetings.len()).map(result).collect();
        met += meetings.len();
        rounds.push(Round { meetings: meetings.clone(), byes: passing.to_vec(), deciding: false });
        if results.iter().any(Option::is_none) {
            return rounds;
        }
        let even: Vec<usize> = (0..meetings.len())
            .filter(|&index| results[index].is_some_and(|result| result.winner().is_none()))
            .collect();
        if !even.is_empty() {
            let again: Vec<[usize; 2]> = even.iter().map(|&index| meetings[index]).collect();
            rounds.push(Round { meetings: again, byes: Vec::new(), deciding: true });
            for &index in &even {
                let before = results[index].unwrap_or_default();
                results[index] = result(met)
                    .map(|now| MeetingResult { ms: [before.ms[0] + now.ms[0], before.ms[1] + now.ms[1]], ..now });
                met += 1;
            }
            if results.iter().any(Option::is_none) {
                return rounds;
            }
        }
        // Even again: who used less time goes on.
        let side = |result: &MeetingResult| result.winner().unwrap_or(usize::from(result.ms[1] < result.ms[0]));
        let winners = meetings.iter().zip(results.iter().flatten()).map(|(meeting, result)| meeting[side(result)]);
        alive = passing.iter().copied().chain(winners).collect();
    }
    rounds
}

/// The rounds of a tournament in text, each meeting with what came of it, or that it is not over.
pub(super) fn bracket(rounds: &[Round], names: &[String], result: &dyn Fn(usize) -> Option<MeetingResult>) -> String {
    let mut text = String::new();
    let mut met = 0;
    let mut number = 0;
    for round in rounds {
        number += usize::from(!round.deciding);
        text.push_str(&format!("round {number}{}:\n", if round.deciding { ", deciding games" } else { "" }));
        for &[first, second] in &round.meetings {
            let score = result(met).map_or("not over".to_string(), |MeetingResult { half_points: [a, b], .. }| {
                format!("{} : {}", f64::from(a) / 2.0, f64::from(b) / 2.0)
            });
            text.push_str(&format!("  {} - {}  {score}\n", names[first], names[second]));
            met += 1;
        }
        for &engine in &round.byes {
            text.push_str(&format!("  {} has nobody to meet\n", names[engine]));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Results in which the engine of the lower index wins, but for the meetings that are even.
    fn play(tournament: &str, engines: usize, even: &[[usize; 2]]) -> Vec<Round> {
        let tournament = Tournament::parse(tournament).unwrap();
        let mut known: Vec<MeetingResult> = Vec::new();
        loop {
            let rounds = rounds(tournament, engines, 7, &|meeting| known.get(meeting).copied());
            let meetings: Vec<[usize; 2]> = rounds.iter().flat_map(|round| round.meetings.clone()).collect();
            if meetings.len() == known.len() {
                return rounds;
            }
            for [first, second] in meetings.into_iter().skip(known.len()) {
                let is_even = even.contains(&[first.min(second), first.max(second)]);
                let half_points = if is_even {
                    [2, 2]
                } else if first < second {
                    [3, 1]
                } else {
                    [1, 3]
                };
                // The engine of the higher index is the quicker one.
                known.push(MeetingResult { half_points, ms: [100.0 - first as f64, 100.0 - second as f64] });
            }
        }
    }

    #[test]
    fn a_knock_out_is_won_by_who_wins_every_meeting() {
        for engines in 2..=17 {
            let rounds = play("knockout", engines, &[]);
            assert_eq!(rounds.len(), engines.next_power_of_two().ilog2() as usize, "{engines}");
            assert_eq!(rounds.iter().map(|round| round.meetings.len()).sum::<usize>(), engines - 1);
            assert_eq!(rounds[0].byes.len(), engines.next_power_of_two() - engines);
            let last = &rounds.last().unwrap().meetings;
            assert!(last.len() == 1 && last[0].contains(&0), "{engines}: {last:?}");
        }
    }

    #[test]
    fn an_even_meeting_is_decided_by_more_games_and_then_by_time() {
        let rounds = play("knockout", 2, &[[0, 1]]);
        assert_eq!((rounds.len(), rounds[1].deciding), (2, true));
        assert_eq!(rounds[1].meetings, rounds[0].meetings);
        // Of four the quicker of 0 and 1 goes on, who is 1.
        let rounds = play("knockout", 4, &[[0, 1], [0, 2], [0, 3]]);
        let last = rounds.iter().rev().find(|round| !round.deciding).unwrap();
        assert!(!last.meetings[0].contains(&0), "{rounds:?}");
    }

    #[test]
    fn nobody_meets_twice_in_a_swiss_tournament_while_that_can_be() {
        for (engines, rounds_wanted) in [(2, 1), (5, 3), (8, 4), (9, 5), (16, 6)] {
            let rounds = play(&format!("swiss:{rounds_wanted}"), engines, &[]);
            assert_eq!(rounds.len(), rounds_wanted);
            let mut pairs: Vec<[usize; 2]> = rounds.iter().flat_map(|round| round.meetings.clone()).collect();
            pairs.iter_mut().for_each(|pair| pair.sort_unstable());
            let number = pairs.len();
            pairs.sort_unstable();
            pairs.dedup();
            assert_eq!(pairs.len(), number, "{engines}: {rounds:?}");
            let mut byes: Vec<usize> = rounds.iter().flat_map(|round| round.byes.clone()).collect();
            assert_eq!(byes.len(), if engines % 2 == 1 { rounds_wanted } else { 0 });
            byes.sort_unstable();
            byes.dedup();
            assert_eq!(byes.len(), if engines % 2 == 1 { rounds_wanted } else { 0 }, "{engines}: {rounds:?}");
        }
        // Two can only meet again.
        assert_eq!(play("swiss:3", 2, &[]).len(), 3);
    }
}
