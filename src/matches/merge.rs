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

/// The whole match of several logs, with its games in order. What a shard still lacks is said.
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
    for (path, shard, there) in parts {
        let of_shard = Setup { shard, ..setup.clone() };
        let owned = (1..=planned).filter(|&number| of_shard.owns(number)).count();
        if there < owned {
            say!("{}: shard {shard} has {there} of {owned} games", path.display());
        }
    }
    Ok((setup, merged.into_values().map(|(_, game)| game).collect()))
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
