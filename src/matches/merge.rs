//! Shards of a match put together: the logs of several runs become one result, one log and one report.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::line_file;
use crate::matches::header::Header;
use crate::matches::log;
use crate::matches::record::GameRecord;
use crate::matches::setup::Setup;
use crate::output::{plain, say};
use crate::shard::Shard;
use crate::statistics::Sprt;
use crate::units::counted;

/// The whole match of several logs, with its games in order. Which shards still lack games is said, and how many.
///
/// The logs must be of one match, and no game may be in two of them. A test that is given decides in place of theirs.
pub(super) fn merge(paths: &[PathBuf], sprt: Option<Sprt>) -> Result<(Setup, Vec<GameRecord>)> {
    let mut first: Option<(&Path, Header)> = None;
    let mut merged: BTreeMap<usize, (&Path, GameRecord)> = BTreeMap::new();
    let mut parts = Vec::new();
    for path in paths {
        let (mut header, part) = read(path).with_context(|| cannot_merge(path))?;
        header.sprt = sprt.or(header.sprt);
        if let Some((other, first)) = &mut first {
            first.join(&header).with_context(|| format!("cannot merge {} with {}", path.display(), other.display()))?;
        }
        parts.push((path, header.shard, part.len()));
        for game in part {
            let number = game.game;
            if let Some((other, _)) = merged.insert(number, (path, game)) {
                bail!("game {number} is in {} and in {}: merge only one of them", other.display(), path.display());
            }
        }
        first.get_or_insert((path, header));
    }
    let (_, mut header) = first.context("there is no log to merge")?;
    header.shard = Shard::WHOLE;
    let games: Vec<GameRecord> = merged.into_values().map(|(_, game)| game).collect();
    let setup = header.setup()?.with_rounds(&games)?;
    let (number, planned) = (games.len(), setup.planned());
    say!("{number} of {planned} games from {}", counted(paths.len(), "log"));
    let given: BTreeSet<Shard> = parts.iter().map(|&(_, shard, _)| shard).collect();
    let owned = owned(&given, planned, |number, shard| setup.shard_of(number, shard));
    for &(path, shard, there) in &parts {
        let owned = owned.get(&shard).copied().unwrap_or_default();
        if there < owned {
            say!("{}: shard {shard} has {there} of {owned} games", plain(path.display()));
        }
    }
    if let Some(absent) = absent(&given, &owned) {
        say!("{absent}");
    }
    Ok((setup, games))
}

/// How many of so many games each shard owns, of the shards of every COUNT that was given. Those without games are left out:
/// there may be billions.
fn owned(given: &BTreeSet<Shard>, games: usize, owner: impl Fn(usize, Shard) -> Shard) -> BTreeMap<Shard, usize> {
    let mut owned = BTreeMap::new();
    let mut walked: Vec<Shard> = Vec::new();
    for &shard in given {
        if !walked.iter().any(|other| other.is_sibling_of(shard)) {
            walked.push(shard);
            (1..=games).for_each(|number| *owned.entry(owner(number, shard)).or_default() += 1);
        }
    }
    owned
}

/// Of which shards that have games no log was given, in words. `None` where there is none, or the logs are not all of one
/// COUNT.
fn absent(given: &BTreeSet<Shard>, owned: &BTreeMap<Shard, usize>) -> Option<String> {
    let first = *given.first()?;
    if !given.iter().all(|shard| shard.is_sibling_of(first)) {
        return None;
    }
    let shards: Vec<(Shard, usize)> = owned.iter().map(|(&shard, &games)| (shard, games)).collect();
    let is_given = |(shard, _): &(Shard, usize)| given.contains(shard);
    let runs = shards.chunk_by(|one, other| is_given(one) == is_given(other)).filter(|run| !is_given(&run[0]));
    let name = |run: &[(Shard, usize)]| match (run[0].0, run[run.len() - 1].0) {
        (first, last) if first == last => first.to_string(),
        (first, last) => format!("{first} to {last}"),
    };
    let names: Vec<String> = runs.clone().map(name).collect();
    let lacking: Vec<usize> = runs.flatten().map(|&(_, games)| games).collect();
    let (number, games) = (counted(lacking.len(), "shard"), lacking.iter().sum::<usize>());
    (games > 0).then(|| format!("no log of {number}: {} (0 of {games} games)", names.join(", ")))
}

/// The header and the games of a log.
pub(super) fn read(path: &Path) -> Result<(Header, Vec<GameRecord>)> {
    let content = fs::read(path)?;
    let text = line_file::whole_lines(&content)?;
    let header = Header::parse(text.lines().next().context("it is empty")?)?;
    // What is wrong with the header is told before what is wrong with the games.
    header.setup()?;
    let games = log::read_games(path, text)?;
    let header = header.gone_on_with(log::changes(text)).with_game(log::last_number(&games))?;
    let games = log::checked(games, &header.setup()?)?;
    Ok((header, games))
}

fn cannot_merge(path: &Path) -> String {
    format!("cannot merge the log {}", path.display())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_without_a_log_are_told_in_runs() {
        for (given, items, said) in [
            ("1/3", 6, "no log of 2 shards: 2/3 to 3/3 (0 of 4 games)"),
            ("2/3", 6, "no log of 2 shards: 1/3, 3/3 (0 of 4 games)"),
            ("1/9 2/9 5/9", 9, "no log of 6 shards: 3/9 to 4/9, 6/9 to 9/9 (0 of 6 games)"),
            // The others have no games.
            ("1/9 3/9", 4, "no log of 2 shards: 2/9, 4/9 (0 of 2 games)"),
            ("1/9 2/9", 2, ""),
            // Nor do all others of a vast COUNT have to be looked at.
            ("2/9000000000 4/9000000000", 4, "no log of 2 shards: 1/9000000000, 3/9000000000 (0 of 2 games)"),
            ("1/2 2/2", 4, ""),
            ("1/2 2/3", 4, ""),
        ] {
            let shards: BTreeSet<Shard> = given.split(' ').map(|shard| shard.parse().unwrap()).collect();
            let owned = owned(&shards, items, |number, shard| shard.owner_of_cycle(number - 1, 1));
            let found = absent(&shards, &owned);
            assert_eq!(found.unwrap_or_default(), said, "{given}");
        }
    }
}
