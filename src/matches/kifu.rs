//! Records that other programs open: PSQ for Piskvork, one file a game, and SGF for everything else.

use std::collections::{BTreeSet, HashSet};
use std::ffi::OsStr;
use std::fs;
use std::iter;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use tengen_engine::color::Color;
use tengen_engine::opening::{Action, read_turn, turns, walk};
use tengen_engine::point::Point;
use tengen_engine::record::fifths::{BEFORE_FIFTH, add_refused};
use tengen_engine::record::format::FileFormat;
use tengen_engine::record::head::Head;
use tengen_engine::record::tree::{NodeId, Notes, Tree, TreeError, TreeMove};
use tengen_engine::record::writing::{WriteError, WriteOptions};
use tengen_engine::sgf::{RecordedResult, RecordedWin};

use crate::actions;
use crate::files::targets::check_name;
use crate::files::{self, Existing, GrowingFile};
use crate::matches::negotiation::notation;
use crate::matches::record::{End, GameRecord, PASS, Played};
use crate::matches::setup::Setup;
use crate::output;

/// Records of Piskvork replace records of Piskvork.
const RECORDS: Existing = Existing::ReplaceRecord(FileFormat::Psq);

/// Where records go, if anywhere.
pub(super) struct Kifu {
    psq: Option<PathBuf>,
    sgf: Option<GrowingFile>,
    /// Why a game has no record of Piskvork: of the first such game, and how many there are.
    refused: (Option<String>, usize),
}

impl Kifu {
    /// Checks that records may be written into a folder, if it is there, without writing any. One that is no record, though a
    /// game may get its name, is an error now and not after the game.
    pub(super) fn check_folder(folder: &Path) -> Result<()> {
        check_name(folder)?;
        let is_folder = !folder.exists() || folder.is_dir();
        ensure!(is_folder, "cannot make the folder {}: it is a file", folder.display());
        let is_named = |stem: &OsStr, path: &Path| {
            let number = stem.to_str().and_then(|stem| stem.parse().ok());
            number.is_some_and(|number| psq_path(folder, number) == path)
        };
        let there = records(folder);
        let mut named = there.iter().filter(|path| path.file_stem().is_some_and(|stem| is_named(stem, path)));
        named.try_for_each(|path| RECORDS.check(path))
    }

    /// Begins both kinds of records with the games that are known already: an earlier run has written most of them.
    pub(super) fn new(psq: Option<&Path>, sgf: Option<&Path>, setup: &Setup, games: &[GameRecord]) -> Result<Kifu> {
        if let Some(folder) = psq {
            fs::create_dir_all(folder).with_context(|| format!("cannot make the folder {}", folder.display()))?;
            warn_of_others(folder, games);
        }
        let sgf = sgf.map(GrowingFile::replace).transpose()?;
        let mut kifu = Kifu { psq: psq.map(Path::to_path_buf), sgf, refused: (None, 0) };
        for game in games {
            kifu.write(setup, game, GrowingFile::add_again)?;
        }
        // Where no game is known, the first one takes the place of what is there.
        let known = kifu.sgf.as_mut().filter(|_| !games.is_empty());
        known.map_or(Ok(()), GrowingFile::end_here)?;
        Ok(kifu)
    }

    /// Writes a finished game.
    pub(super) fn add(&mut self, setup: &Setup, game: &GameRecord) -> Result<()> {
        self.write(setup, game, GrowingFile::add)
    }

    fn write(
        &mut self,
        setup: &Setup,
        game: &GameRecord,
        add: fn(&mut GrowingFile, &[u8]) -> Result<()>,
    ) -> Result<()> {
        if let Some(folder) = &self.psq {
            let path = psq_path(folder, game.game);
            match psq(setup, game) {
                // A match that is gone on with has written most of them already.
                Ok(bytes) if files::holds(&path, &bytes) => {}
                Ok(bytes) => files::write(&path, &bytes, RECORDS)?,
                // Piskvork's format has no word for a move that was given up.
                Err(why @ WriteError::Pass(_)) => {
                    self.refused.0.get_or_insert_with(|| format!("{} is not written: {why}", path.display()));
                    self.refused.1 += 1;
                }
                Err(why) => return Err(why).with_context(|| format!("cannot write {}", path.display())),
            }
        }
        let Some(file) = &mut self.sgf else { return Ok(()) };
        let record = sgf(setup, game).with_context(|| format!("no record of game {} can be made", game.game))?;
        add(file, &record)
    }

    /// Warns of the games that have no record of Piskvork.
    pub(super) fn warn(&self) {
        output::warn("--psq", self.refused.0.as_ref(), self.refused.1);
    }
}

/// The record of the game of this number.
fn psq_path(folder: &Path, number: usize) -> PathBuf {
    folder.join(format!("{number:05}.psq"))
}

/// What is named as a record of Piskvork in a folder, if that is there, in order.
fn records(folder: &Path) -> BTreeSet<PathBuf> {
    let there = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    there.filter(|path| path.extension().is_some_and(|end| end == "psq")).collect()
}

/// Warns of the records of a folder that are of none of these games: they stay among the new ones.
fn warn_of_others(folder: &Path, games: &[GameRecord]) {
    let known: HashSet<PathBuf> = games.iter().map(|game| psq_path(folder, game.game)).collect();
    let mut others = records(folder);
    others.retain(|path| !known.contains(path));
    let what = |path: &PathBuf| format!("{} was there before, and stays unless it is overwritten", path.display());
    output::warn("--psq", others.first().map(what).as_ref(), others.len());
}

/// A turn of a game: whose it was, the stone unless it was given up, and what is known of it after the opening.
type Ply<'a> = (Color, Option<Point>, Option<&'a Played>);

fn plies<'a>(setup: &Setup, record: &'a GameRecord) -> Vec<Ply<'a>> {
    let game = record.replay(&setup.conditions).expect("the moves of a record were judged when they were made");
    let (opening, moves) = game.moves().split_at(record.opening_stones());
    let opening = opening.iter().map(|stone| (stone.color, Some(stone.point), None));
    let mut stones = moves.iter().map(|stone| stone.point);
    let turns = record.turns().map(|(color, made)| {
        let point = if made.at == PASS { None } else { stones.next() };
        (color, point, Some(made))
    });
    opening.chain(turns).collect()
}

/// A game with its passes and the names, and its nodes in order: what `note` makes of a move after the opening stands at it.
fn tree_of(
    setup: &Setup,
    record: &GameRecord,
    note: impl Fn(&Played) -> Notes,
) -> Result<(Tree, Vec<NodeId>), TreeError> {
    let mut tree = Tree::new(setup.conditions.size);
    tree.rule = Some(setup.conditions.rules.kind);
    tree.head.extend([(Head::Black, record.black.clone()), (Head::White, record.white.clone())]);
    let mut nodes = vec![Tree::ROOT];
    for (color, point, made) in plies(setup, record) {
        let id = tree.add(nodes[nodes.len() - 1], Some(TreeMove { color, point }))?;
        *tree.notes_mut(id) = made.map(&note).unwrap_or_default();
        nodes.push(id);
    }
    Ok((tree, nodes))
}

/// A game as Piskvork saves it, with the time of each move and the names.
fn psq(setup: &Setup, record: &GameRecord) -> Result<Vec<u8>, WriteError> {
    let time = |made: &Played| Notes { milliseconds: Some(made.ms.round() as u64), ..Notes::default() };
    let (tree, _) = tree_of(setup, record, time)?;
    Ok(FileFormat::Psq.write(&[tree], &WriteOptions::default())?.bytes)
}

/// A game of the Smart Game Format, with passes, what the engines said of their moves, and the fifths that were refused.
fn sgf(setup: &Setup, record: &GameRecord) -> Result<Vec<u8>> {
    let how = match record.end {
        End::Resignation => RecordedWin::Resignation,
        End::Time => RecordedWin::Time,
        _ => RecordedWin::Untold,
    };
    let result = record.winner.map_or(RecordedResult::Draw, |color| RecordedResult::Win(color, how));
    let line = opening_line(setup, record);
    let choices = record.choices.iter().map(ToString::to_string);
    let opening = line.iter().map(|line| format!("{}{line}", actions::IN_COMMENT));
    let comment: Vec<String> = iter::once(record.reason.clone()).chain(choices).chain(opening).collect();
    let (mut tree, nodes) = tree_of(setup, record, |made| Notes { comment: Some(said(made)), ..Notes::default() })?;
    tree.head.extend([(Head::Title, record.game.to_string()), (Head::Result, result.to_string())]);
    tree.head.extend(setup.opening_rule(record.game).map(|rule| (Head::Opening, rule.title())));
    tree.notes_mut(Tree::ROOT).comment = Some(comment.join("\n"));
    for point in refused_fifths(setup, record, line.as_deref().unwrap_or_default()) {
        add_refused(&mut tree, nodes.get(BEFORE_FIFTH).copied(), point)?;
    }
    Ok(FileFormat::Sgf.write(&[tree], &WriteOptions::default())?.bytes)
}

/// What is known of a move, in words.
fn said(made: &Played) -> String {
    let depth = made.thought.depth.as_ref().map(|depth| format!("depth {depth}"));
    let score = made.thought.score.as_ref().map(|score| format!("score {score}"));
    let parts: Vec<String> = [Some(format!("{:.0} ms", made.ms)), depth, score].into_iter().flatten().collect();
    parts.join(", ")
}

/// The opening as a line of actions, if the engines made it: the stones that were given, then what was chosen.
fn opening_line(setup: &Setup, record: &GameRecord) -> Option<String> {
    let choices = notation(&record.choices);
    if choices.is_empty() {
        return None;
    }
    let conditions = &setup.conditions;
    // Stones that nobody chose were given before anything was chosen.
    let given = record.opening_stones().saturating_sub(stones(&choices, setup));
    let game = record.replay(conditions).ok()?;
    let mut opening = setup.begin(record.game, &[]).ok()?;
    let mut turns = Vec::new();
    for stone in game.moves().iter().take(given) {
        let (by, action) = (opening.demand().by(), Action::Stone(stone.point));
        turns.push(format!("{by}:{}", action.to_text(conditions.size, conditions.rows)));
        opening.act(by, action).ok()?;
    }
    turns.push(choices);
    Some(turns.join("; "))
}

/// The fifths that Black offered and White did not pick, in an opening that is this line of actions.
fn refused_fifths(setup: &Setup, record: &GameRecord, line: &str) -> Vec<Point> {
    let Ok(mut opening) = setup.begin(record.game, &[]) else { return Vec::new() };
    // A record whose opening was broken off has no more than was done before.
    let _ = walk(&mut opening, line, setup.conditions.rows);
    let picked = opening.game().moves().get(BEFORE_FIFTH).map(|played| played.point);
    opening.offered().iter().copied().filter(|&point| picked.is_some_and(|picked| picked != point)).collect()
}

/// How many stones the choices of an opening put on the board.
fn stones(choices: &str, setup: &Setup) -> usize {
    let read = |turn: &str| read_turn(turn, setup.conditions.size, setup.conditions.rows).ok();
    turns(choices).filter_map(read).flat_map(|(_, actions)| actions).map(|action| action.stones()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matches::setup::tests::setup;

    #[test]
    fn fifths_that_were_not_picked_are_found_wherever_the_choices_begin() {
        let setup = setup("-e a=x -e b=y --opening-rule soosyrv8").unwrap();
        let turns = ["A:h8 h9 i8", "B:keep", "B:h6", "B:declare 2", "A:keep", "A:offer g8 i9", "B:pick i9"];
        // All of it chosen, three stones given, and an opening that was broken off before the pick.
        let whole = ";B[hh];W[hg];B[ih];W[hj]\n(;B[ig];W[]C[3 ms, depth 5])\n(;B[gh]N[5A]))\n";
        let broken_off = ";B[hh];W[hg];B[ih];W[hj];B[]C[3 ms, depth 5])\n";
        for (given, turns, opening, refused, moves) in [
            ("", &turns[..], "h8h9i8h6i9", "g8", whole),
            ("A:h8; A:h9; A:i8; ", &turns[1..], "h8h9i8h6i9", "g8", whole),
            ("A:h8; A:h9; A:i8; ", &turns[1..6], "h8h9i8h6", "", broken_off),
        ] {
            let step = |turn: &&str| {
                let (seat, what) = turn.split_once(':').unwrap();
                format!(r#"{{"by":"x","what":"{what}","ms":1.0,"seat":"{seat}"}}"#)
            };
            let choices = turns.iter().map(step).collect::<Vec<_>>().join(",");
            let head = format!(r#""game":1,"black":"a","white":"b","opening":"{opening}","choices":[{choices}]"#);
            let end =
                r#""winner":"none","end":"move-limit","reason":"over","moves":[{"at":"pass","ms":3.0,"depth":5}]"#;
            let record: GameRecord = serde_json::from_str(&format!("{{{head},{end}}}")).unwrap();
            let text = |point: &Point| point.to_text(setup.conditions.size, setup.conditions.rows);
            let line = opening_line(&setup, &record).unwrap();
            assert_eq!(line, format!("{given}{}", turns.join("; ")));
            let found: Vec<String> = refused_fifths(&setup, &record, &line).iter().map(text).collect();
            assert_eq!(found.join(" "), refused, "{turns:?}");
            assert!(matches!(psq(&setup, &record), Err(WriteError::Pass(_))));
            // Beside the fifth that was played they are variations.
            let text = String::from_utf8(sgf(&setup, &record).unwrap()).unwrap();
            assert!(text.contains("SZ[15]GN[1]PB[a]PW[b]RU[renju]ON[Soosyrv-8]RE[0]C[over\nx: "), "{text}");
            assert!(text.contains(&format!("\nOpening: {line}]")), "{text}");
            assert!(text.ends_with(moves), "{text}");
        }
    }

    #[test]
    fn a_result_tells_resignation_and_time() {
        let setup = setup("-e a=x -e b=y").unwrap();
        for (end, winner, told) in [
            ("resignation", "black", "RE[B+R]"),
            ("time", "white", "RE[W+T]"),
            ("five", "black", "RE[B+]"),
            ("crash", "white", "RE[W+]"),
            ("agreement", "none", "RE[0]"),
        ] {
            let head = r#""game":1,"black":"a","white":"b","opening":"h8","reason":"","moves":[]"#;
            let record = format!(r#"{{{head},"winner":"{winner}","end":"{end}"}}"#);
            let text = sgf(&setup, &serde_json::from_str(&record).unwrap()).unwrap();
            assert!(String::from_utf8(text).unwrap().contains(told), "{end}");
        }
    }

    #[test]
    fn what_is_no_record_of_piskvork_stays_and_keeps_a_match_from_beginning() {
        let folder = std::env::temp_dir().join(format!("tengen-psq-{}", std::process::id()));
        fs::create_dir(&folder).unwrap();
        let record = "Piskvorky 15x15, 11:11, 0\n8,8,5\n";
        for (name, held, is_begun) in [
            ("00001.psq", "important notes", false),
            ("00001.psq", record, true),
            ("00001.psq", "", true),
            ("notes.psq", "important notes", true),
            // No game gets such a name.
            ("1.psq", "important notes", true),
        ] {
            fs::write(folder.join(name), held).unwrap();
            assert_eq!(Kifu::check_folder(&folder).is_ok(), is_begun, "{name}: {held}");
            // A file is no folder, and one that is not there will be made.
            assert!(Kifu::check_folder(&folder.join(name)).is_err());
            fs::remove_file(folder.join(name)).unwrap();
            Kifu::check_folder(&folder.join(name)).unwrap();
        }
        fs::remove_dir(folder).unwrap();
    }
}
