//! The games of a tournament, round by round, from those that were played.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use anyhow::{Result, bail, ensure};
use tengen_engine::color::{ByColor, Color};

use crate::cli::RoundForm;
use crate::matches::ranking::Placing;
use crate::matches::record::GameRecord;
use crate::matches::schedule::Pairing;
use crate::matches::setup::{MatchPlan, Setup};
use crate::matches::tournament::{self, Bracket, MeetingResult, Round};
use crate::statistics::Tally;

impl Setup {
    /// The same with the games of all rounds that are known from what was played. Only a tournament has rounds.
    ///
    /// # Errors
    /// A game that does not belong to the rounds that the games before it lead to.
    pub(super) fn with_rounds(&self, games: &[GameRecord]) -> Result<Setup> {
        let mut known = self.clone();
        if known.plan.form().is_none() {
            return Ok(known);
        }
        // Round by round: the pairings of one say whose the results are that lead to the next.
        while known.add_next_round(games)? {}
        let stray = games.iter().find(|game| !known.pairings.contains_key(&game.game));
        if let Some(game) = stray {
            bail!("game {} is not one of this tournament: were the engines or the seed changed?", game.game);
        }
        Ok(known)
    }

    /// The number of games that are played here, as far as it is known.
    pub(super) fn planned_here(&self) -> usize {
        if self.plan.shard().is_whole() { self.planned() } else { self.pairings.len() }
    }

    /// Whether all games of the match are among these, those of its last round too.
    pub(super) fn is_over(&self, games: &[GameRecord]) -> bool {
        match self.plan {
            MatchPlan::Fixed { .. } => self.planned() == games.len(),
            MatchPlan::Rounds(_) => self.with_rounds(games).is_ok_and(|known| known.planned() == games.len()),
        }
    }

    /// The games to come after these, as far as they are known.
    pub(super) fn open_pairings(&self, games: &[GameRecord]) -> impl Iterator<Item = &Pairing> {
        let done: HashSet<usize> = games.iter().map(|game| game.game).collect();
        self.pairings.values().filter(move |pairing| !done.contains(&pairing.number))
    }

    /// Which engines have games to come after these: those of the rounds that are known, and in rounds to come who goes on.
    pub(super) fn due(&self, games: &[GameRecord]) -> BTreeSet<usize> {
        let open = self.open_pairings(games).flat_map(|pairing| pairing.players.0);
        open.chain(self.bracket(games).going_on()).collect()
    }

    /// Takes in the games of the round that follows from those that are known, and tells whether there was one.
    fn add_next_round(&mut self, games: &[GameRecord]) -> Result<bool> {
        let bracket = self.bracket(games);
        let MatchPlan::Rounds(plan) = &mut self.plan else { return Ok(false) };
        plan.deciding = bracket.deciding();
        let mut pairings = BTreeMap::new();
        for meeting in bracket.rounds.iter().flat_map(|round| &round.meetings) {
            for _ in 0..self.games {
                let number = pairings.len() + 1;
                // Those of a log are known from its games alone.
                let opening = plan.openings.get((number - 1) / 2).cloned().unwrap_or_default();
                let players = self.schedule.players(number, meeting.players);
                pairings.insert(number, Pairing { number, players, opening });
            }
        }
        for game in games {
            let names = [self.engine(&game.black), self.engine(&game.white)];
            let belongs = pairings.get(&game.game).is_none_or(|pairing: &Pairing| {
                let players = pairing.players.0.map(Some);
                players == names || players == [names[1], names[0]]
            });
            ensure!(belongs, "game {} is not one of this tournament: were the engines or the seed changed?", game.game);
        }
        let has_more = pairings.len() > self.pairings.len();
        self.pairings = pairings;
        Ok(has_more)
    }

    /// The rounds of a tournament as far as these games lead.
    fn bracket(&self, games: &[GameRecord]) -> Bracket {
        self.bracket_after(&self.results(games))
    }

    /// The same, as far as these results lead.
    fn bracket_after(&self, results: &BTreeMap<usize, MeetingResult>) -> Bracket {
        let Some(form) = self.plan.form() else { return Bracket::default() };
        let result = |meeting: usize| results.get(&meeting).copied();
        tournament::bracket(form, self.engines.len(), self.schedule.seed, &result)
    }

    /// By what the engines are placed. In a Swiss tournament a round that is passed is won, as the pairings have it; in a
    /// knock-out nobody asks for points.
    pub(super) fn placing(&self, games: &[GameRecord]) -> Placing {
        match self.plan.form() {
            None if self.schedule.gauntlet => Placing::Gauntlet,
            None => Placing::Points,
            Some(RoundForm::Knockout) => Placing::LastRound(self.bracket(games).last_rounds(self.engines.len())),
            Some(RoundForm::Swiss(_)) => {
                let (mut byes, meeting) = (vec![Tally::default(); self.engines.len()], self.games as u32);
                let passing = self.bracket(games).rounds.into_iter().flat_map(|round| round.byes);
                passing.for_each(|engine| byes[engine].wins += meeting);
                Placing::Swiss { byes, meeting }
            }
        }
    }

    /// What came of the meetings of which all games are over, by their numbers. Only a tournament has meetings.
    fn results(&self, games: &[GameRecord]) -> BTreeMap<usize, MeetingResult> {
        if self.plan.form().is_none() {
            return BTreeMap::new();
        }
        let mut meetings: BTreeMap<usize, Vec<&GameRecord>> = BTreeMap::new();
        // A damaged log may have a game 0, or meetings without games.
        let meeting = |game: &GameRecord| game.game.checked_sub(1)?.checked_div(self.games);
        for (meeting, game) in games.iter().filter_map(|game| Some((meeting(game)?, game))) {
            meetings.entry(meeting).or_default().push(game);
        }
        let over = meetings.into_iter().filter(|(_, found)| found.len() >= self.games);
        over.filter_map(|(meeting, found)| Some((meeting, self.result(&found, meeting * self.games + 1)?))).collect()
    }

    /// What came of these games of a meeting, whose first has this number, for the first and the second of it. `None` where it
    /// is not known who they are.
    fn result(&self, games: &[&GameRecord], first: usize) -> Option<MeetingResult> {
        // Colours may have been exchanged in the opening: the pairing knows who is the first of the two.
        let index = usize::from(!self.schedule.is_first_black(first));
        let name = self.engines[self.pairings.get(&first)?.players.0[index]].name.as_str();
        let mut result = MeetingResult::default();
        for game in games {
            let black = usize::from(game.black != name);
            let sides = ByColor([black, 1 - black]);
            for color in Color::ALL {
                result.half_points[sides[color]] += game.half_points(color);
            }
            for (color, played) in game.turns() {
                result.ms[sides[color]] += played.ms;
            }
            // Who chooses in the place of an engine costs it no time.
            let is_own = |by: &str| self.engine(by).is_some_and(|index| !self.engines[index].chooser);
            for choice in game.choices.iter().filter(|choice| is_own(&choice.by)) {
                result.ms[usize::from(choice.by != name)] += choice.ms;
            }
            // Who oversteps the time loses, and so does whose answer is a fault.
            if let Some(loser) = game.loser() {
                result.ms[sides[loser]] += game.late_ms.or(game.fault_ms).unwrap_or_default();
            }
        }
        Some(result)
    }

    /// The rounds of a tournament in text, with what came of each meeting.
    pub(super) fn rounds_text(&self, games: &[GameRecord]) -> String {
        let names: Vec<String> = self.engines.iter().map(|engine| engine.name.clone()).collect();
        let results = self.results(games);
        self.bracket_after(&results).text(&names, &|meeting| results.get(&meeting).copied())
    }

    /// The last round that is known after these games, by its number and its games: `round 2 of 3: games 5 to 8`.
    pub(super) fn round_title(&self, games: &[GameRecord]) -> String {
        let Bracket { rounds, length, .. } = self.bracket(games);
        let Some(Round { number, meetings, deciding, .. }) = rounds.last() else { return String::new() };
        let last = self.pairings.len();
        let first = last + 1 - meetings.len() * self.games;
        let what = if *deciding { "deciding games" } else { "games" };
        format!("round {number} of {length}: {what} {first} to {last}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matches::setup::tests::setup;

    #[test]
    fn the_time_of_a_meeting_is_that_of_choices_moves_and_answers_that_lose() {
        let setup = setup("-e a=x -e b=y --tournament knockout --swap2 --chooser b:tengen").unwrap();
        let choices = r#"[{"by":"a","what":"h8 h9 i8","ms":100.0,"seat":"A"},{"by":"b","what":"keep","ms":500.0}]"#;
        let chosen = format!(r#""black":"a","white":"b","opening":"h8h9i8","choices":{choices}"#);
        let given = r#""black":"b","white":"a","opening":"""#;
        let moves = |ms: [f64; 2]| format!(r#"[{{"at":"a1","ms":{}}},{{"at":"b1","ms":{}}}]"#, ms[0], ms[1]);
        // Black wins both, for White oversteps the time, and then answers what is illegal.
        let record = |number: usize, begun: &str, moves: &str, last: &str| -> GameRecord {
            let end = r#""winner":"black","reason":"""#;
            let line = format!(r#"{{"game":{number},{begun},{end},"moves":{moves},{last}}}"#);
            serde_json::from_str(&line).unwrap()
        };
        let [late, illegal] = [r#""end":"time","late_ms":40.0"#, r#""end":"illegal","fault_ms":16.0"#];
        // After three stones White moves first.
        let games = [record(1, &chosen, &moves([1.0, 2.0]), late), record(2, given, &moves([4.0, 8.0]), illegal)];
        let result = setup.results(&games)[&0];
        assert_eq!(result.half_points, [2, 2]);
        let first = setup.pairings[&1].players.0[0];
        let ms = |engine: usize| result.ms[usize::from(engine != first)];
        // What the program chose in the place of b cost b no time.
        assert_eq!([ms(0), ms(1)], [100.0 + 2.0 + 8.0 + 16.0, 1.0 + 40.0 + 4.0]);
    }

    #[test]
    fn who_is_out_has_no_games_to_come_and_deciding_games_come_beside_the_others() {
        let setup = setup("-e a=x -e b=y -e c=z -e d=u --tournament knockout").unwrap();
        assert_eq!(setup.due(&[]).len(), 4);
        // The first meeting is even, and of the second who has Black first wins both games.
        let games: Vec<GameRecord> = [(1, "black"), (2, "black"), (3, "black"), (4, "white")]
            .map(|(number, winner)| {
                let [black, white] = setup.pairings[&number].players.0.map(|index| &setup.engines[index].name);
                let line = serde_json::json!({
                    "game": number, "black": black, "white": white, "opening": "", "winner": winner, "end": "five",
                    "reason": "", "moves": [],
                });
                serde_json::from_value(line).unwrap()
            })
            .into();
        let [even, decided] = [1, 3].map(|number| setup.pairings[&number].players.0);
        let known = setup.with_rounds(&games).unwrap();
        assert_eq!((known.pairings.len(), known.planned()), (6, 8));
        assert_eq!(known.due(&games), [even[0], even[1], decided[0]].into());
        // While the meeting lasts nobody is out of it.
        assert_eq!(setup.with_rounds(&games[..3]).unwrap().due(&games[..3]).len(), 4);
    }

    #[test]
    fn in_a_swiss_tournament_all_have_games_to_come_until_the_last_round() {
        for (rounds, due) in [(1, 2), (2, 3)] {
            let setup = setup(&format!("-e a=x -e b=y -e c=z --tournament swiss:{rounds}")).unwrap();
            assert_eq!(setup.due(&[]).len(), due, "{rounds}");
        }
    }
}
