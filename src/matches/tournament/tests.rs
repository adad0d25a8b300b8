//! Tests of the rounds of tournaments.

use super::*;
use crate::cli::Tournament;

/// Results in which the engine of the lower index wins, but for the meetings that are even.
fn play(tournament: &str, engines: usize, even: &[[usize; 2]]) -> (Bracket, Vec<MeetingResult>) {
    let form = Tournament::parse(tournament).unwrap().rounds().unwrap();
    let mut known: Vec<MeetingResult> = Vec::new();
    loop {
        let bracket = bracket(form, engines, 7, &|meeting| known.get(meeting).copied());
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
