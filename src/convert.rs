//! `convert`: records and libraries from one format of files to another.

mod database;
mod target;

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use tengen_engine::record::format::{FileFormat, GameError};
use tengen_engine::record::losses::FileLosses;
use tengen_engine::record::reading::{Fault, ReadOptions};
use tengen_engine::record::tree::{Node, Tree};
use tengen_engine::record::writing::WriteOptions;

use crate::cli::ConvertArgs;
use crate::files::temporary::{GOES_ON, remove_at_interrupt};
use crate::files::{self, Existing, TakenNames};
use crate::output::{self, plain, say};
use crate::position::{Given, neither};
use crate::units::counted;
use target::{ConvertPlan, Target};

/// Games of a file that cannot be written and are told one by one; all are counted.
const TOLD: usize = 10;

/// Games that were read.
#[derive(Default)]
struct Games {
    trees: Vec<Tree>,
    /// Whether trees of a database are among them, whose wins and values hold under one rule only.
    are_judged: bool,
}

/// Reads and writes all files. One that cannot be read or written is no reason to leave the others.
pub(crate) fn run(args: &ConvertArgs) -> Result<()> {
    let ConvertPlan { inputs, target } = ConvertPlan::new(args)?;
    // What was written one by one stays.
    remove_at_interrupt(if matches!(target, Target::Each(..)) { GOES_ON } else { "" })?;
    match target {
        Target::Database(path) => database::write(args, inputs, path),
        Target::Joined(format, name) => {
            let mut games = Games::default();
            for input in inputs {
                let Games { trees, are_judged } = read(args, input, Given::of(input, &args.read_options())?)?;
                games.trees.extend(trees);
                games.are_judged |= are_judged;
            }
            write(args, format, &games, name)
        }
        Target::Each(format, folder) => {
            let (mut written, mut failed) = (TakenNames::default(), 0);
            for input in inputs {
                if let Err(error) = convert(args, format, input, folder, &mut written) {
                    output::complain_of(&error);
                    failed += 1;
                }
            }
            ensure!(failed == 0, "{failed} of {} files could not be converted", inputs.len());
            Ok(())
        }
    }
}

/// Converts a file into one of the same name, in a folder or beside it. Where that is `written` already, for another file had
/// the same name but for capitals, it becomes `NAME-2`. A game that cannot be written is no reason to leave the others.
fn convert(
    args: &ConvertArgs,
    format: FileFormat,
    input: &str,
    folder: Option<&Path>,
    written: &mut TakenNames,
) -> Result<()> {
    let given = Given::of(input, &args.read_options())?;
    let games = read(args, input, given)?;
    let path = given.path().unwrap_or(Path::new("position"));
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let folder = folder.unwrap_or(path.parent().unwrap_or(Path::new("")));
    if !folder.as_os_str().is_empty() {
        fs::create_dir_all(folder).with_context(|| format!("cannot make the folder {}", folder.display()))?;
    }
    let mut named = |stem: &str| written.take_free(folder, stem, format.name()).to_string_lossy().into_owned();
    let held = games.trees.len();
    if held == 1 || target::holds_all(format) {
        return write(args, format, &games, &named(&stem));
    }
    let mut failed = 0;
    for (number, tree) in (1..).zip(games.trees) {
        let game = Games { trees: vec![tree], are_judged: games.are_judged };
        let written = write(args, format, &game, &named(&format!("{stem}-{number}")));
        if let Err(error) = written {
            failed += 1;
            if failed <= TOLD {
                output::complain_of(&error);
            }
        }
    }
    ensure!(failed == 0, "{}: {failed} of {held} games could not be written", files::shown(input));
    Ok(())
}

/// The games of a file, or of moves that are given: of what an input turned out to be.
fn read(args: &ConvertArgs, input: &str, given: Given<'_>) -> Result<Games> {
    let options = args.read_options();
    let is_file = !matches!(given, Given::Moves(_));
    // Only files are salvaged: the name of one that is not there may begin as moves do.
    let options = ReadOptions { salvage: options.salvage && is_file, ..options };
    if let (Given::Database(path), None) = (given, args.from) {
        let mut trees = database::read(args, path)?;
        ensure!(!trees.is_empty(), "{input}: there is no position in it");
        if let Some(wanted) = args.game.map(|wanted| wanted as usize) {
            let held = trees.len();
            ensure!(wanted <= held, "{input}: {}", GameError::NoSuchGame { wanted, held });
            trees = vec![trees.swap_remove(wanted - 1)];
        }
        return Ok(Games { trees, are_judged: true });
    }
    let bytes = given.bytes()?;
    let name = files::shown(input);
    let format = args.from.or_else(|| FileFormat::recognise(&bytes, given.extension())).with_context(|| {
        let names = FileFormat::ALL.map(FileFormat::name).join(", ");
        let why = format!("no known format begins like this; --from says which it is: {names}");
        format!("{name}: byte 0: {}", files::unrecognised(&bytes, &why))
    })?;
    let read = match args.game {
        None => format.read_all(&bytes, &options).map_err(GameError::from),
        Some(number) => format.read_game(&bytes, &options, number as usize).map(|game| (vec![game.tree], game.remarks)),
    };
    let is_no_list = |error: &GameError| matches!(error, GameError::Read(why) if matches!(why.fault, Fault::Word(..)));
    let is_neither = !is_file && read.as_ref().is_err_and(is_no_list);
    let (trees, remarks) = read.with_context(|| if is_neither { neither(input) } else { name.to_string() })?;
    output::warn(name, remarks.first.first(), remarks.count);
    ensure!(!trees.is_empty(), "{name}: nothing of it could be read");
    Ok(Games { trees, are_judged: false })
}

/// How many moves of a tree are written in a format. What becomes moves there is none of them, and told of as a loss.
fn written_moves(tree: &Tree, format: FileFormat) -> usize {
    let is_move = |node: &Node<'_>| node.played().is_some();
    match format.keeps().variations {
        true => tree.nodes().filter(is_move).count(),
        false => tree.main_line().filter(is_move).count(),
    }
}

fn write(args: &ConvertArgs, format: FileFormat, games: &Games, name: &str) -> Result<()> {
    let trees = &games.trees;
    let shown = if name == files::STANDARD { "standard output" } else { name };
    if trees.len() > 1 && !target::holds_all(format) {
        let games = trees.len();
        bail!("{shown}: {games} games, and {format} holds one: --game N takes one, and into a folder each goes alone");
    }
    if games.are_judged && format == FileFormat::Library {
        let kind = |tree: &Tree| Some(format!("{} {}", tree.rule?, tree.size()));
        let mut kinds: Vec<String> = trees.iter().filter_map(kind).collect();
        kinds.dedup();
        let names = kinds.join(", ");
        ensure!(kinds.len() < 2, "{shown}: positions of {names} are not one tree: --game N takes one of a file");
    }
    let options = WriteOptions { rows: args.rows.into(), charset: args.to_charset };
    let written = format.write(trees, &options).with_context(|| shown.to_string())?;
    match name {
        files::STANDARD => output::write_bytes(&written.bytes),
        // As one does that was written before Ctrl-C.
        _ if files::holds(Path::new(name), &written.bytes) => {}
        _ => files::write(Path::new(name), &written.bytes, Existing::by_force(args.force))?,
    }
    if written.losses != FileLosses::default() {
        output::complain(format_args!("warning: {shown}: {format} cannot hold {}", written.losses));
    }
    if name != files::STANDARD {
        let moves: usize = trees.iter().map(|tree| written_moves(tree, format)).sum();
        say!("{}: {}, {}", plain(name), counted(trees.len(), "game"), counted(moves, "move"));
    }
    Ok(())
}
