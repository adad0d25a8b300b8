//! Tournaments whose rounds depend on results: Swiss and knock-out. Pure: from what was played to who meets next.

use tengen_engine::random::SplitMix64;

use crate::cli::Tournament;

/// A tournament as far as it is known.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Bracket {
    /// Its rounds. The last has no result yet unless the tournament is over.
    pub rounds: Vec<Round>,
    /// How many rounds there will be, those that only decide another not counted.
    pub length: usize,
    /// Who has won a knock-out, by index.
    winner: Option<usize>,
}

/// One round: who meets whom, and who has nobody to meet.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Round {
    /// Its number, from 1.
    pub number: usize,
    /// Its meetings, in the order of their numbers.
    pub meetings: Vec<Meeting>,
    /// Who passes the round without a game.
    pub byes: Vec<usize>,
    /// Whether it only decides what was even in the round of the same number before.
    pub deciding: bool,
}

/// A meeting of two engines.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Meeting {
    /// Both, by index.
    pub players: [usize; 2],
    /// Who goes on in a knock-out, once that is decided.
    advance: Option<Advance>,
}

/// Who goes on in a knock-out.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Advance {
    engine: usize,
    /// Milliseconds that it and its opponent used, where that decided, or the lot where they are equal.
    ms: Option<[f64; 2]>,
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

impl Meeting {
    fn new(two: &[usize]) -> Meeting {
        Meeting { players: [two[0], two[1]], advance: None }
    }

    /// Who goes on by points, if one of the two was better.
    fn by_points(&self, result: &MeetingResult) -> Option<Advance> {
        result.winner().map(|side| Advance { engine: self.players[side], ms: None })
    }

    /// Who goes on after the games that decide what was even: by points or, even again, who used less time in all, or else
    /// comes first in the lot.
    fn by_points_or_time(&self, before: &MeetingResult, result: &MeetingResult) -> Advance {
        self.by_points(result).unwrap_or_else(|| {
            let ms = [before.ms[0] + result.ms[0], before.ms[1] + result.ms[1]];
            let side = usize::from(ms[1] < ms[0]);
            Advance { engine: self.players[side], ms: Some([ms[side], ms[1 - side]]) }
        })
    }
}

/// A tournament as far as it is known: `result` tells what came of a meeting by its number from 0, or `None` while it is
/// not over.
pub(super) fn bracket(
    tournament: Tournament,
    engines: usize,
    seed: u64,
    result: &dyn Fn(usize) -> Option<MeetingResult>,
) -> Bracket {
    let mut lot: Vec<usize> = (0..engines).collect();
    SplitMix64::new(seed).shuffle(&mut lot);
    match tournament {
        Tournament::Swiss(rounds) => {
            let length = rounds.get();
            Bracket { rounds: swiss(length, &lot, result), length, winner: None }
        }
        Tournament::Knockout => knockout(lot, result),
        Tournament::RoundRobin | Tournament::Gauntlet => Bracket::default(),
    }
}

/// What a bye counts in a Swiss tournament, in meetings won.
const BYE: u32 = 2;

fn swiss(number: usize, lot: &[usize], result: &dyn Fn(usize) -> Option<MeetingResult>) -> Vec<Round> {
    let mut rounds: Vec<Round> = Vec::new();
    // A meeting that is won counts two, one that is even one: as many games are played in each.
    let mut points = vec![0; lot.len()];
    let mut have_met = vec![vec![0; lot.len()]; lot.len()];
    let mut met = 0;
    while rounds.len() < number {
        let mut order: Vec<usize> = lot.to_vec();
        order.sort_by_key(|&engine| std::cmp::Reverse(points[engine]));
        let mut round = Round { number: rounds.len() + 1, ..Round::default() };
        if order.len() % 2 == 1 {
            let byes = |engine: usize| rounds.iter().filter(|round| round.byes.contains(&engine)).count();
            let last = (0..order.len()).rev().min_by_key(|&at| byes(order[at])).expect("an odd number is not none");
            round.byes.push(order.remove(last));
        }
        round.meetings = (0..).find_map(|most| pair(&order, &have_met, most)).expect("all may meet again");
        for Meeting { players: [first, second], .. } in &round.meetings {
            have_met[*first][*second] += 1;
            have_met[*second][*first] += 1;
        }
        round.byes.iter().for_each(|&engine| points[engine] += BYE);
        let results: Option<Vec<MeetingResult>> = (met..met + round.meetings.len()).map(result).collect();
        if let Some(results) = &results {
            for (meeting, result) in round.meetings.iter().zip(results) {
                match result.winner() {
                    Some(side) => points[meeting.players[side]] += 2,
                    None => meeting.players.iter().for_each(|&engine| points[engine] += 1),
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

/// Pairs the engines from the top down, so that the pairs have met `most` times before at most, all together; `None` where
/// there is no such way. `have_met` tells how often every two have met.
fn pair(order: &[usize], have_met: &[Vec<usize>], most: usize) -> Option<Vec<Meeting>> {
    let Some((&first, others)) = order.split_first() else { return Some(Vec::new()) };
    // Nobody can do better than to meet whom it has met least often, and each pair counts for both: without this bound, to
    // find that there is no way would take for ever.
    let fewest = |&one: &usize| order.iter().filter(|&&other| other != one).map(|&other| have_met[one][other]).min();
    if order.iter().filter_map(fewest).sum::<usize>().div_ceil(2) > most {
        return None;
    }
    let mut partners = others.to_vec();
    partners.sort_by_key(|&other| have_met[first][other]);
    partners.into_iter().find_map(|other| {
        let most = most.checked_sub(have_met[first][other])?;
        let left: Vec<usize> = others.iter().copied().filter(|&one| one != other).collect();
        let mut pairs = pair(&left, have_met, most)?;
        pairs.insert(0, Meeting::new(&[first, other]));
        Some(pairs)
    })
}

fn knockout(lot: Vec<usize>, result: &dyn Fn(usize) -> Option<MeetingResult>) -> Bracket {
    let length = lot.len().next_power_of_two().ilog2() as usize;
    let mut bracket = Bracket { rounds: Vec::new(), length, winner: None };
    let mut alive = lot;
    let mut met = 0;
    for number in 1..=length {
        // The first round leaves a power of two: who comes first in the lot passes it.
        let byes = alive.len().next_power_of_two() - alive.len();
        let (passing, playing) = alive.split_at(byes);
        let mut meetings: Vec<Meeting> = playing.chunks_exact(2).map(Meeting::new).collect();
        let results: Vec<Option<MeetingResult>> = (met..met + meetings.len()).map(result).collect();
        met += meetings.len();
        for (meeting, result) in meetings.iter_mut().zip(&results) {
            meeting.advance = result.as_ref().and_then(|result| meeting.by_points(result));
        }
        bracket.rounds.push(Round { number, meetings: meetings.clone(), byes: passing.to_vec(), deciding: false });
        let Some(results) = results.into_iter().collect::<Option<Vec<MeetingResult>>>() else { return bracket };
        let mut again = Round { number, deciding: true, ..Round::default() };
        for (meeting, before) in meetings.iter_mut().zip(&results).filter(|(meeting, _)| meeting.advance.is_none()) {
            meeting.advance = result(met).map(|result| meeting.by_points_or_time(before, &result));
            met += 1;
            again.meetings.push(*meeting);
        }
        if !again.meetings.is_empty() {
            bracket.rounds.push(again);
        }
        let winners = meetings.iter().map(|meeting| meeting.advance.map(|advance| advance.engine));
        let Some(winners) = winners.collect::<Option<Vec<usize>>>() else { return bracket };
        alive = passing.iter().copied().chain(winners).collect();
    }
    bracket.winner = alive.first().copied();
    bracket
}

impl Bracket {
    /// The number of the last round of a knock-out that each engine came to: one more than there are for who has won it.
    pub(super) fn last_rounds(&self, engines: usize) -> Vec<usize> {
        let mut last = vec![0; engines];
        for Round { number, meetings, byes, .. } in &self.rounds {
            meetings.iter().flat_map(|meeting| meeting.players).for_each(|engine| last[engine] = *number);
            let going_on = meetings.iter().filter_map(|meeting| meeting.advance).map(|advance| advance.engine);
            going_on.chain(byes.iter().copied()).for_each(|engine| last[engine] = number + 1);
        }
        last
    }

    /// The rounds in text, each meeting with what came of it and who goes on, or that it is not over.
    pub(super) fn text(&self, names: &[String], result: &dyn Fn(usize) -> Option<MeetingResult>) -> String {
        let mut text = String::new();
        let mut met = 0;
        for Round { number, meetings, byes, deciding } in &self.rounds {
            text.push_str(&format!("round {number}{}:\n", if *deciding { ", deciding games" } else { "" }));
            for Meeting { players: [first, second], advance } in meetings {
                let points = result(met).map(|result| result.half_points.map(|points| f64::from(points) / 2.0));
                let score = points.map_or("not over".to_string(), |[first, second]| format!("{first} : {second}"));
                let advance = advance.map_or(String::new(), |advance| format!(", {}", advance.text(names)));
                text.push_str(&format!("  {} - {}  {score}{advance}\n", names[*first], names[*second]));
                met += 1;
            }
            for &engine in byes {
                text.push_str(&format!("  {} has nobody to meet\n", names[engine]));
            }
        }
        if let Some(winner) = self.winner {
            text.push_str(&format!("The tournament is won by {}.\n", names[winner]));
        }
        text
    }
}

impl Advance {
    fn text(self, names: &[String]) -> String {
        let name = &names[self.engine];
        match self.ms.map(|ms| ms.map(|ms| ms / 1e3)) {
            Some([own, other]) if own == other => format!("{name} goes on by lot: both used {own:.3} s"),
            Some([own, other]) => format!("{name} goes on, having used less time: {own:.3} s to {other:.3} s"),
            None => format!("{name} goes on"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Results in which the engine of the lower index wins, but for the meetings that are even.
    fn play(tournament: &str, engines: usize, even: &[[usize; 2]]) -> (Bracket, Vec<MeetingResult>) {
        let tournament = Tournament::parse(tournament).unwrap();
        let mut known: Vec<MeetingResult> = Vec::new();
        loop {
            let bracket = bracket(tournament, engines, 7, &|meeting| known.get(meeting).copied());
            let meetings = pairs(&bracket.rounds);
            if meetings.len() == known.len() {
                return (bracket, known);
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

    /// Who meets whom, round by round.
    fn pairs(rounds: &[Round]) -> Vec<[usize; 2]> {
        rounds.iter().flat_map(|round| &round.meetings).map(|meeting| meeting.players).collect()
    }

    #[test]
    fn a_knock_out_is_won_by_who_wins_every_meeting() {
        for engines in 2..=17 {
            let (bracket, _) = play("knockout", engines, &[]);
            // Who is out was in the last round of the winner's, or in one before it.
            let last_rounds = bracket.last_rounds(engines);
            assert_eq!((bracket.winner, last_rounds[0]), (Some(0), bracket.length + 1), "{engines}");
            assert!(last_rounds[1..].iter().all(|last| (1..=bracket.length).contains(last)), "{last_rounds:?}");
            assert_eq!(last_rounds.iter().filter(|&&last| last == bracket.length).count(), 1, "{last_rounds:?}");
            let rounds = bracket.rounds;
            assert_eq!(rounds.len(), engines.next_power_of_two().ilog2() as usize, "{engines}");
            assert_eq!(rounds.iter().map(|round| round.meetings.len()).sum::<usize>(), engines - 1);
            assert_eq!(rounds[0].byes.len(), engines.next_power_of_two() - engines);
            let last = &rounds.last().unwrap().meetings;
            assert!(last.len() == 1 && last[0].players.contains(&0), "{engines}: {last:?}");
        }
    }

    #[test]
    fn an_even_meeting_is_decided_by_more_games_and_then_by_time() {
        let (bracket, results) = play("knockout", 2, &[[0, 1]]);
        let rounds = &bracket.rounds;
        assert_eq!((rounds.len(), rounds[1].deciding), (2, true));
        assert_eq!(rounds[1].meetings[0].players, rounds[0].meetings[0].players);
        // It is said who goes on and why, and who has won.
        let names = ["zero", "one"].map(str::to_string);
        let text = bracket.text(&names, &|meeting| results.get(meeting).copied());
        let [first, second] = rounds[0].meetings[0].players.map(|engine| &names[engine]);
        let score = format!("  {first} - {second}  1 : 1");
        let expected = format!(
            "round 1:\n{score}\nround 1, deciding games:\n{score}, one goes on, having used less time: 0.198 s to \
             0.200 s\nThe tournament is won by one.\n"
        );
        assert_eq!(text, expected);
        assert_eq!(bracket.last_rounds(2), [1, 2]);
        // Where they used as much the lot decides, and that is said.
        let even = MeetingResult { half_points: [2, 2], ms: [99.0; 2] };
        let advance = rounds[0].meetings[0].by_points_or_time(&even, &even);
        assert_eq!(advance.text(&names), format!("{first} goes on by lot: both used 0.198 s"));
        // Of four the quicker of 0 and 1 goes on, who is 1.
        let (Bracket { rounds, .. }, _) = play("knockout", 4, &[[0, 1], [0, 2], [0, 3]]);
        let last = rounds.iter().rev().find(|round| !round.deciding).unwrap();
        assert!(!last.meetings[0].players.contains(&0), "{rounds:?}");
    }

    #[test]
    fn nobody_meets_twice_in_a_swiss_tournament_while_that_can_be() {
        for (engines, rounds_wanted) in [(2, 1), (5, 3), (8, 4), (9, 5), (16, 6)] {
            let (Bracket { rounds, .. }, _) = play(&format!("swiss:{rounds_wanted}"), engines, &[]);
            assert_eq!(rounds.len(), rounds_wanted);
            let mut pairs = pairs(&rounds);
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
        assert_eq!(play("swiss:3", 2, &[]).0.rounds.len(), 3);
    }

    #[test]
    fn of_a_swiss_tournament_the_last_with_the_fewest_byes_passes_and_those_meet_who_met_least_often() {
        // The engine of the lower index wins. Of those with the fewest byes the last gets one, which counts as a win.
        let all_twice = [[0, 1], [2, 3], [0, 2], [1, 3], [0, 3], [1, 2]].repeat(2);
        for (engines, meetings, expected) in [
            (5, &[[0, 1], [2, 3], [0, 2], [4, 1], [0, 4], [1, 3]][..], &[4, 3, 2][..]),
            (3, &[[0, 1], [0, 2], [1, 2], [0, 1], [0, 2]], &[2, 1, 0, 2, 1]),
            (4, &all_twice[..], &[]),
        ] {
            let result = |meeting: usize| {
                let [first, second] = *meetings.get(meeting)?;
                Some(MeetingResult { half_points: if first < second { [2, 0] } else { [0, 2] }, ms: [0.0; 2] })
            };
            let lot: Vec<usize> = (0..engines).collect();
            let rounds = swiss(meetings.len() / (engines / 2), &lot, &result);
            assert_eq!(pairs(&rounds), meetings, "{engines}");
            let byes: Vec<usize> = rounds.iter().flat_map(|round| round.byes.clone()).collect();
            assert_eq!(byes, expected, "{engines}");
        }
    }

    #[test]
    fn as_few_meet_again_as_can_be() {
        // Who wins, meeting by meeting, of three rounds. After them those who have not met make two triangles.
        let winners = [0, 2, 4, 2, 4, 5, 2, 0, 1];
        let meetings = [[0, 1], [2, 3], [4, 5], [0, 2], [4, 1], [3, 5], [2, 4], [0, 5], [1, 3]];
        let result = |meeting: usize| {
            let half_points = meetings.get(meeting)?.map(|engine| 2 * u32::from(engine == winners[meeting]));
            Some(MeetingResult { half_points, ms: [0.0; 2] })
        };
        let rounds = swiss(4, &[0, 1, 2, 3, 4, 5], &result);
        assert_eq!(pairs(&rounds[..3]), meetings);
        assert_eq!(pairs(&rounds[3..]), [[2, 1], [0, 4], [5, 3]]);
        // Where all have met, neighbours meet, and that nothing less will do is found at once.
        let (order, all_met): (Vec<usize>, _) = ((0..40).collect(), vec![vec![1; 40]; 40]);
        assert_eq!(pair(&order, &all_met, 19), None);
        assert_eq!(pair(&order, &all_met, 20), Some(order.chunks_exact(2).map(Meeting::new).collect()));
    }
}
