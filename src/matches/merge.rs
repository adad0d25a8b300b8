//! Shards of a match put together: the logs of several runs become one result, one log and one report.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::line_file;
use crate::matches::header::Header;
use crate::matches::log;
use crate::matches::record::GameRecord;
use crate::matches::setup::{Setup, check_test};
use crate::output::say;
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
    let (_, header) = first.context("there is no log to merge")?;
    let setup = Setup { shard: Shard::WHOLE, ..header.setup()? };
    check_test(sprt, setup.engines.len())?;
    let (number, planned) = (merged.len(), setup.planned());
    say!("{number} of {planned} games from {}", counted(paths.len(), "log"));
    let owned = |shard: Shard| {
        let of_shard = Setup { shard, ..setup.clone() };
        (1..=planned).filter(|&number| of_shard.owns(number)).count()
    };
    for &(path, shard, there) in &parts {
        let owned = owned(shard);
        if there < owned {
            say!("{}: shard {shard} has {there} of {owned} games", path.display());
        }
    }
    let given: Vec<Shard> = parts.iter().map(|&(_, shard, _)| shard).collect();
    say_absent(&given, owned);
    Ok((setup, merged.into_values().map(|(_, game)| game).collect()))
}

/// Says of which shards that have games no log was given, where all logs are of one COUNT.
fn say_absent(given: &[Shard], owned: impl Fn(Shard) -> usize) {
    let Some(mut absent) = given.first().map(|shard| shard.siblings().collect::<Vec<_>>()) else { return };
    if given.iter().any(|shard| !absent.contains(shard)) {
        return;
    }
    absent.retain(|&shard| !given.contains(&shard) && owned(shard) > 0);
    if !absent.is_empty() {
        let games: usize = absent.iter().map(|&shard| owned(shard)).sum();
        let names: Vec<String> = absent.iter().map(ToString::to_string).collect();
        say!("no log of {}: {} (0 of {games} games)", counted(names.len(), "shard"), names.join(", "));
    }
}

/// The header and the games of a log.
pub(super) fn read(path: &Path) -> Result<(Header, Vec<GameRecord>)> {
    let content = fs::read(path)?;
    let text = line_file::whole_lines(&content)?;
    let header = Header::parse(text.lines().next().context("it is empty")?)?;
    let mut header = header.with_game(log::last_number(text))?;
    header.sprt = log::test(text, &header);
    let games = log::games(text, &header.setup()?)?;
    Ok((header, games))
}

fn cannot_merge(path: &Path) -> String {
    format!("cannot merge the log {}", path.display())
}
