//! Tournaments whose rounds depend on results: Swiss and knock-out. Pure: from what was played to who meets next.

use tengen_engine::random::SplitMix64;

use crate::cli::RoundForm;

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

    /// Who is out in a knock-out, once that is decided.
    fn loser(&self) -> Option<usize> {
        let Advance { engine, .. } = self.advance?;
        self.players.into_iter().find(|&player| player != engine)
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
    form: RoundForm,
    engines: usize,
    seed: u64,
    result: &dyn Fn(usize) -> Option<MeetingResult>,
) -> Bracket {
    let mut lot: Vec<usize> = (0..engines).collect();
    SplitMix64::new(seed).shuffle(&mut lot);
    match form {
        RoundForm::Swiss(rounds) => {
            let length = rounds.get();
            Bracket { rounds: swiss(length, &lot, result), length, winner: None }
        }
        RoundForm::Knockout => knockout(lot, result),
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
    /// The number of meetings that only decide what was even.
    pub(super) fn deciding(&self) -> usize {
        self.rounds.iter().filter(|round| round.deciding).map(|round| round.meetings.len()).sum()
    }

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

    /// Who may play in a round that is not known yet: in a Swiss tournament all, in a knock-out who is not out.
    pub(super) fn going_on(&self) -> Vec<usize> {
        let Some(last) = self.rounds.last().filter(|last| last.number < self.length) else { return Vec::new() };
        // Deciding games have the number of their round.
        let of_last = || self.rounds.iter().filter(|round| round.number == last.number);
        let meetings = || of_last().flat_map(|round| &round.meetings);
        let is_out = |engine: &usize| meetings().any(|meeting| meeting.loser() == Some(*engine));
        let playing = meetings().flat_map(|meeting| meeting.players);
        playing.chain(of_last().flat_map(|round| round.byes.clone())).filter(|engine| !is_out(engine)).collect()
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
mod tests;
