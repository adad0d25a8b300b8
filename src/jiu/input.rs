//! Positions and games of Jiu as they are given on the command line.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use tengen_engine::point::Rows;
use tengen_games::jiu::{Game, GateKind, Profile, Reading, RecordText, Rules, text};

use crate::cli::{GateArg, JiuPositionArgs, JiuRulesArgs};
use crate::units::counted;
use crate::{files, output};

/// Points a side when nothing is said about it.
const USUAL_SIDE: usize = 14;

/// The rules that were asked for, on a board of so many points a side if that is not said.
pub(super) fn rules(args: &JiuRulesArgs, side: Option<usize>) -> Result<Rules> {
    let side = args.size.or(side).unwrap_or(USUAL_SIDE);
    let mut rules = Rules::new(args.profile.unwrap_or_default(), side)?;
    rules.fly_limit = args.fly;
    rules.formations = args.formations;
    rules.gate = match args.gate {
        GateArg::Open => GateKind::OpenOrClosed,
        GateArg::Closed => GateKind::Closed,
    };
    rules.repeat = NonZeroUsize::new(args.repeat);
    rules.quiet = NonZeroUsize::new(args.quiet);
    Ok(rules)
}

/// What is given: a game, with what its record says of it if it is one.
pub(super) struct JiuInput {
    pub(super) game: Game,
    /// The result, where the game is not shown before its end.
    pub(super) result: Option<String>,
    pub(super) headers: Vec<(String, String)>,
    /// Which row is drawn lowest.
    pub(super) rows: Rows,
    /// The file that was read, if more stands in it than this game.
    pub(super) file_of_more: Option<PathBuf>,
}

impl JiuInput {
    /// A game without a record.
    fn new(args: &JiuPositionArgs, game: Game) -> JiuInput {
        JiuInput { game, result: None, headers: Vec::new(), rows: rows(args, None), file_of_more: None }
    }
}

/// Which row is drawn lowest: as the command line says, or else the record.
fn rows(args: &JiuPositionArgs, told: Option<Rows>) -> Rows {
    args.rows.map(Rows::from).or(told).unwrap_or_default()
}

/// Whether a part of a record is asked for.
fn wants_record(args: &JiuPositionArgs) -> bool {
    args.turn.is_some() || args.placing.is_some() || args.game.is_some()
}

/// The game that is meant: a record, a drawn board or one line; the beginning of a game when nothing is given.
pub(super) fn read(args: &JiuPositionArgs) -> Result<JiuInput> {
    let given = args.position.join(" ");
    if given.is_empty() {
        ensure!(!wants_record(args), "--turn, --placing and --game want a record");
        return Ok(JiuInput::new(args, Game::new(rules(&args.rules, None)?)));
    }
    if given == files::STANDARD || Path::new(&given).exists() {
        let name = files::shown(&given);
        let text = files::text(&files::read(&given)?);
        let (read, is_all) = text.and_then(|text| parse(args, &text)).with_context(|| name.to_string())?;
        return Ok(JiuInput { file_of_more: (!is_all).then(|| PathBuf::from(&given)), ..read });
    }
    if !given.contains('/') {
        bail!("\"{given}\" is neither a file nor a position such as 6/6/1XO3/6/6/5O B m");
    }
    Ok(parse(args, &given).with_context(|| format!("\"{given}\""))?.0)
}

/// The game of a text, and whether it is all that the text holds.
fn parse(args: &JiuPositionArgs, text: &str) -> Result<(JiuInput, bool)> {
    if is_record(text) {
        return parse_record(args, text);
    }
    ensure!(!wants_record(args), "--turn, --placing and --game want a record, and this is a board");
    let position = text::parse(text, rows(args, None), args.to_move)?;
    let side = position.size().width();
    let rules = rules(&args.rules, Some(side))?;
    ensure!(rules.side() == side, "the board has {side} points a side and not {}", rules.side());
    // A record must not replace a drawing, so a drawing never counts as all of its file.
    Ok((JiuInput::new(args, Game::from_position(rules, position)), false))
}

/// A record begins with a header, a word or a numbered turn; rows of a board do not.
pub(super) fn is_record(text: &str) -> bool {
    let first = text.split_whitespace().next().unwrap_or_default().to_ascii_lowercase();
    let is_turn = first.starts_with(['b', 'w']) && first[1..].starts_with(|c: char| c.is_ascii_digit());
    first.starts_with('[') || first == "placing" || first == "moving" || is_turn
}

fn parse_record(args: &JiuPositionArgs, text: &str) -> Result<(JiuInput, bool)> {
    ensure!(args.to_move.is_none(), "--to-move is for boards, and this is a record");
    let reading = if args.lenient { Reading::Lenient } else { Reading::Strict };
    let records = RecordText::all(text);
    let (wanted, held) = (args.game.map_or(1, |wanted| wanted as usize), records.len());
    let record = records.get(wanted - 1);
    let record = record.with_context(|| format!("there is no game {wanted}: the file holds {held}"))?;
    if held > 1 && args.game.is_none() {
        output::complain(format_args!("game 1 of {held}; --game takes another"));
    }
    let record = record.parse(rules(&args.rules, None)?, reading)?;
    let named = record.game.rules();
    if let Some(side) = args.rules.size.filter(|&side| side != named.side()) {
        bail!("the record is of a board with {} points a side and not {side}", named.side());
    }
    if let Some(profile) = args.rules.profile.filter(|&profile: &Profile| profile != named.profile()) {
        bail!("the record is of the profile {} and not {profile}", named.profile());
    }
    let game = match (args.turn, args.placing) {
        (Some(turn), _) => {
            let last = record.game.next_number() - 1;
            ensure!(turn <= last, "the record has {}, and no turn {turn}", counted(last, "turn"));
            record.game_after(turn)
        }
        (None, Some(placing)) => {
            record.game_after_placing(placing).with_context(|| format!("the record has no placing {placing}"))?
        }
        (None, None) => record.game.clone(),
    };
    let is_at_end = game.played().len() == record.game.played().len();
    let result = record.told_result().filter(|_| is_at_end).map(str::to_string);
    let rows = rows(args, record.rows());
    let given = JiuInput { game, result, headers: record.headers, rows, file_of_more: None };
    Ok((given, held == 1 && is_at_end))
}
