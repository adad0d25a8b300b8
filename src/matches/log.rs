//! The log of a match: JSON Lines, its conditions first, written game by game and read to go on or to be merged.

use std::collections::HashSet;
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};

use crate::cli::MatchArgs;
use crate::line_file::LineFile;
use crate::matches::header::{Header, MatchChange};
use crate::matches::record::{GameRecord, opening_text};
use crate::matches::setup::Setup;
use crate::progress::{PlainLines, Spinner};
use crate::units::counted;

/// How a match begins, and so what becomes of files that are there before it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Begin {
    /// It is a new one.
    Anew,
    /// It goes on with one that was begun before.
    Resume,
    /// It is put together from logs, and nothing of it is played.
    Merge,
}

impl Begin {
    /// What the command line says.
    pub(super) fn of(args: &MatchArgs) -> Begin {
        if args.resume {
            Begin::Resume
        } else if args.merge.is_empty() {
            Begin::Anew
        } else {
            Begin::Merge
        }
    }
}

/// A log that is written.
pub(super) struct Log(LineFile);

impl Log {
    /// Refuses a log that exists unless it is gone on with.
    pub(super) fn check(path: &Path, begin: Begin) -> Result<()> {
        let advice = if begin == Begin::Merge { "remove it" } else { "go on with its match by --resume" };
        ensure!(
            begin == Begin::Resume || !path.exists(),
            "the log {} exists: name another file, or {advice}",
            path.display()
        );
        Ok(())
    }

    /// Opens the log of a match and returns the games it holds already. A log that exists is only used to go on with.
    pub(super) fn open(path: &Path, begin: Begin, setup: &Setup) -> Result<(Log, Vec<GameRecord>)> {
        Log::check(path, begin)?;
        let header = Header::new(setup);
        let read = |lines: &str| -> Result<(Vec<GameRecord>, Header)> {
            let Some(first) = lines.lines().next() else { return Ok((Vec::new(), header.clone())) };
            header.check_resumed(first)?;
            let games = read_games(path, lines)?;
            check_length(&games, setup)?;
            Ok((checked(games, setup)?, Header::parse(first)?.gone_on_with(changes(lines))))
        };
        let (mut file, (games, last)) = LineFile::open(path, &(serde_json::to_string(&header)? + "\n"), read)?;
        if last.change() != header.change() {
            file.add_json(&header.change())?;
        }
        Ok((Log(file), games))
    }

    /// Adds a finished game, in one piece and at once.
    pub(super) fn add(&mut self, game: &GameRecord) -> Result<()> {
        self.0.add_json(game)
    }
}

/// What a line of a log says, if it is one between the games where the match was gone on with otherwise.
fn change(line: &str) -> Option<MatchChange> {
    serde_json::from_str(line).ok()
}

/// The changes with which the match of a log was gone on with.
pub(super) fn changes(text: &str) -> impl Iterator<Item = MatchChange> {
    text.lines().filter_map(change)
}

/// The games of a log, each with the number of its line. The header is not looked at.
pub(super) fn read_games(path: &Path, text: &str) -> Result<Vec<(usize, GameRecord)>> {
    let mut spinner = Spinner::new(PlainLines::Never);
    let mut games = Vec::new();
    for (number, line) in (1..).zip(text.lines()).skip(1).filter(|(_, line)| change(line).is_none()) {
        let mut game: GameRecord = serde_json::from_str(line).with_context(|| format!("line {number} is no game"))?;
        // There are millions of moves in a long log, and no more come.
        game.moves.shrink_to_fit();
        games.push((number, game));
        spinner.count(|read| format!("reading the log {}: {}", path.display(), counted(read, "game")));
    }
    spinner.end();
    Ok(games)
}

/// The largest number of a game of a log, 0 where there is none.
pub(super) fn last_number(games: &[(usize, GameRecord)]) -> usize {
    games.iter().map(|(_, game)| game.game).max().unwrap_or(0)
}

/// The games of a log without the numbers of their lines, each checked to be one of this match.
pub(super) fn checked(games: Vec<(usize, GameRecord)>, setup: &Setup) -> Result<Vec<GameRecord>> {
    let mut numbers = HashSet::new();
    let check_one = |(line, game): (usize, GameRecord)| -> Result<GameRecord> {
        check(&game, setup).with_context(|| format!("line {line}"))?;
        ensure!(numbers.insert(game.game), "line {line}: game {} is there twice", game.game);
        Ok(game)
    };
    games.into_iter().map(check_one).collect()
}

/// Refuses a match that is shorter than that of the log.
fn check_length(games: &[(usize, GameRecord)], setup: &Setup) -> Result<()> {
    let games = setup.games_with(last_number(games));
    ensure!(games <= setup.games, "it holds more games: give --games {games} or more");
    Ok(())
}

/// Refuses a game that is none of this match.
fn check(game: &GameRecord, setup: &Setup) -> Result<()> {
    let (number, planned) = (game.game, setup.planned());
    if setup.plan.form().is_some() {
        // Which games there are follows from those before them, and is checked when the rounds are made.
        return game.replay(&setup.conditions).map(|_| ());
    }
    let Some(players) = setup.players(number) else {
        bail!("game {number} is not part of this match of {planned} games")
    };
    let shard = setup.plan.shard();
    ensure!(setup.shard_of(number, shard) == shard, "game {number} is not part of shard {shard}");
    let names = players.0.map(|index| setup.engines[index].name.as_str());
    // Without its openings a match takes those of its games.
    let opening = setup.pairings.get(&number).map(|pairing| opening_text(&pairing.opening, setup));
    let found = [game.black.as_str(), game.white.as_str()];
    let same = if setup.conditions.opening_rule.is_some() {
        // The engines chose their colours and went on with the opening.
        (found == names || found == [names[1], names[0]])
            && opening.as_ref().is_none_or(|opening| game.opening.starts_with(opening))
    } else {
        found == names && opening.as_ref().is_none_or(|opening| game.opening == *opening)
    };
    if !same {
        let opening = opening.map_or(String::new(), |opening| format!(" from \"{opening}\""));
        bail!(
            "game {number} is {} against {} from \"{}\" there, but {} against {}{opening} here; \
             were the openings, the seed or the opponents changed?",
            game.black,
            game.white,
            game.opening,
            names[0],
            names[1]
        );
    }
    game.replay(&setup.conditions).map(|_| ())
}
