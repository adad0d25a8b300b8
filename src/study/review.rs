//! `review`: the mistakes of games, on the terminal, as JSON, as pages for a browser and as records.

mod given;
mod json;
mod record;
mod searches;
mod table;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use anyhow::{Context, Result, bail, ensure};
use tengen_engine::game::Game;
use tengen_engine::point::Rows;
use tengen_engine::record::tree::Tree;
use tengen_engine::review::{Assessor, Review, Reviewer};
use tengen_engine::rule::RuleKind;

use crate::cli::{REVIEW_TIME, ReviewArgs};
use crate::files::{self, Existing, TakenNames, targets};
use crate::interrupt;
use crate::output::{self, plain, say};
use crate::progress::{PlainLines, Progress};
use crate::report;
use crate::study::review::given::GameEnd;
use crate::study::review::searches::KeptSearches;
use crate::units;
use crate::weights;

/// The page of a report, with a place for the data: of one game, or of the summary of several.
const PAGE: &str = include_str!("review/report.html");
/// The end of the names of reports.
const HTML: &str = "html";

/// A game that is to be reviewed.
struct GivenGame {
    /// What it is called on the terminal and in the summary.
    title: String,
    game: Game,
    /// How it ended, where that is known.
    end: Option<GameEnd>,
    /// The file of its report.
    report: Option<PathBuf>,
}

/// A game with what was found out about it.
pub(super) struct GameReview {
    title: String,
    game: Game,
    /// How it ended, where that is known.
    end: Option<GameEnd>,
    review: Review,
    /// The file of its report.
    report: Option<PathBuf>,
}

/// Reviews games one after another until they are done or Ctrl-C is pressed.
pub(crate) fn run(args: &ReviewArgs) -> Result<()> {
    let folder = output_folder(args)?;
    let games = read(args, folder)?;
    let rules: Vec<RuleKind> = games.iter().map(|given| given.game.rule()).collect();
    weights::load_for_any(&rules, &args.weights.weights)?;
    check_outputs(args, folder, &games)?;
    let mut examiner = GameExaminer::new(args)?;
    let mut done = Vec::with_capacity(games.len());
    for given in games {
        let reviewed = examiner.review(given)?;
        examiner.show(&reviewed, done.is_empty())?;
        // What is written into files is worth going on for.
        if args.output.is_none() && args.sgf.is_none() {
            output::check()?;
        }
        let interrupted = !reviewed.review.complete;
        done.push(reviewed);
        if interrupted {
            break;
        }
    }
    if done.len() > 1 && !args.json {
        say!("\n{}", table::summary(&done));
    }
    if let Some(folder) = folder {
        let summary = summary(folder);
        report::write(&summary, PAGE, &json::summary(&done, &examiner.limits()))?;
        if !args.json {
            say!("The summary is in {}.", plain(summary.display()));
        }
    }
    if let Some(path) = &args.sgf {
        let bytes = record::sgf(&done, &examiner.limits(), args.rows.into());
        files::write(path, &bytes.with_context(|| format!("cannot write {}", path.display()))?, Existing::SGF)?;
        if !args.json {
            say!("The record with the mistakes is in {}.", plain(path.display()));
        }
    }
    let complete = done.iter().all(|reviewed| reviewed.review.complete);
    let kept = if args.output.is_some() { ": the same command goes on from here" } else { "" };
    ensure!(complete, "interrupted{kept}");
    Ok(())
}

/// The folder into which reports are written, if it is one.
fn output_folder(args: &ReviewArgs) -> Result<Option<&Path>> {
    let Some(output) = &args.output else { return Ok(None) };
    targets::check_name(output)?;
    let named = output.as_os_str().to_string_lossy().ends_with(['/', std::path::MAIN_SEPARATOR]);
    if !named && !output.is_dir() {
        let several = args.games.len() > 1;
        ensure!(!several || !output.exists(), "cannot write {}: several games need a folder", output.display());
        if !several {
            return Ok(None);
        }
    }
    fs::create_dir_all(output).with_context(|| format!("cannot make the folder {}", output.display()))?;
    Ok(Some(output))
}

/// The summary in a folder of reports.
fn summary(folder: &Path) -> PathBuf {
    folder.join("index").with_extension(HTML)
}

/// Checks that reports and records can be written where they are wanted, so that no long work is lost.
fn check_outputs(args: &ReviewArgs, folder: Option<&Path>, games: &[GivenGame]) -> Result<()> {
    let inputs: Vec<&Path> = args.games.iter().map(Path::new).collect();
    let reports = games.iter().filter_map(|given| given.report.as_deref());
    let (summary, kept) = (folder.map(summary), reports.clone().map(searches::path).collect::<Vec<_>>());
    let pages = reports.chain(summary.as_deref());
    pages.clone().try_for_each(|page| targets::check_target(Some(page), Existing::PAGE, &inputs))?;
    targets::check_target(args.sgf.as_deref(), Existing::SGF, &inputs)?;
    let Some(path) = &args.sgf else { return Ok(()) };
    targets::check_apart("--output and --sgf", path, pages.chain(kept.iter().map(PathBuf::as_path)))
}

/// All games, with the files of their reports.
fn read(args: &ReviewArgs, folder: Option<&Path>) -> Result<Vec<GivenGame>> {
    let mut games: Vec<GivenGame> = Vec::with_capacity(args.games.len());
    let mut taken = TakenNames::default();
    if let Some(folder) = folder {
        taken.take(&summary(folder));
    }
    for (number, text) in (1..).zip(&args.games) {
        let (game, end) = given::read(args, text)?;
        ensure!(!game.played().is_empty(), "\"{text}\" is a position, and not a game with moves");
        ensure!(game.closed().is_empty(), "\"{text}\" has closed points, for which a review has no place");
        let file = Path::new(text);
        let stem = file.file_stem().filter(|_| file.is_file()).map(|stem| stem.to_string_lossy().into_owned());
        let name = stem.unwrap_or_else(|| format!("game-{number}"));
        // Files of one name from several folders are told apart, and none takes the place of the summary.
        let report = folder.map(|folder| taken.take_free(folder, &name, HTML)).or_else(|| args.output.clone());
        let title = plain(if file.is_file() { text } else { &name });
        games.push(GivenGame { title, game, end, report });
    }
    Ok(games)
}

/// Reviews games with one engine.
struct GameExaminer<'a> {
    args: &'a ReviewArgs,
    assessor: Assessor,
    interrupted: Arc<AtomicBool>,
}

impl<'a> GameExaminer<'a> {
    fn new(args: &'a ReviewArgs) -> Result<GameExaminer<'a>> {
        let assessor = Assessor::new(args.limits.engine.options(), args.limits.limits_or(REVIEW_TIME));
        let stopper = assessor.stopper();
        let interrupted = interrupt::watch(move || stopper.stop())?;
        Ok(GameExaminer { args, assessor, interrupted })
    }

    /// What a position may cost, in words.
    fn limits(&self) -> String {
        let args = &self.args.limits;
        let mut parts = Vec::new();
        parts.extend(args.time_or(REVIEW_TIME).map(units::display));
        parts.extend(args.nodes.map(|nodes| units::counted(nodes, "node")));
        parts.extend(args.depth.map(|depth| format!("depth {depth}")));
        if args.engine.threads > 1 {
            parts.push(format!("{} threads", args.engine.threads));
        }
        format!("{} a position", parts.join(", "))
    }

    /// Reviews a game; what was searched before is not searched again.
    fn review(&mut self, given: GivenGame) -> Result<GameReview> {
        let GivenGame { title, game, end, report } = given;
        let mut reviewer = Reviewer::new(&game).with_lines(usize::from(self.args.lines));
        // Beside a pipe or a device nothing is kept.
        let beside = report.as_deref().filter(|report| !files::is_kept(report));
        let (limits, time) = (self.limits(), self.args.limits.time_or(REVIEW_TIME));
        let hash = self.args.limits.engine.hash;
        let mut kept = beside.map(|report| KeptSearches::open(report, &game, &limits, time, hash)).transpose()?;
        let plain = if self.args.json { PlainLines::Never } else { PlainLines::NowAndThen };
        let mut progress = Progress::new("positions", plain, 0, reviewer.progress().1);
        let interrupted = &*self.interrupted;
        let stop = || interrupted.load(Relaxed);
        while let Some(question) = reviewer.question() {
            let found = match kept.as_ref().and_then(|kept| kept.get(&question.id())) {
                Some(found) => found,
                None => {
                    let Some(found) = self.assessor.answer(&question, &stop) else { break };
                    if let Some(kept) = &mut kept {
                        kept.add(&question.id(), &found)?;
                    }
                    found
                }
            };
            let before = reviewer.progress().0;
            reviewer.answer(&question, found);
            let (known, all) = reviewer.progress();
            if known > before {
                progress.add(title.clone());
            } else if known == all {
                // The root stands in the place of the move that is next.
                let number = Tree::of_game(&question.position).main_line().count();
                progress.show(format!("{title}: looking closer at move {number}"));
            }
        }
        progress.end();
        Ok(GameReview { title, review: reviewer.review(), game, end, report })
    }

    /// Says what was found out about a game, and writes its report.
    fn show(&self, reviewed: &GameReview, is_first: bool) -> Result<()> {
        let (limits, rows) = (self.limits(), self.args.rows.into());
        if self.args.json {
            say!("{}", json::game(reviewed, &limits, Rows::FromBottom));
        } else {
            let between = if is_first { "" } else { "\n" };
            output::write(format!("{between}{}", table::game(reviewed, rows)));
        }
        let Some(report) = &reviewed.report else { return Ok(()) };
        if report.file_name().is_none() {
            bail!("cannot write \"{}\": it names no file", report.display());
        }
        let mut data = json::game(reviewed, &limits, rows);
        data["dots"] = report::dots(reviewed.game.size());
        report::write(report, PAGE, &data)?;
        if !self.args.json {
            say!("The report is in {}.", plain(report.display()));
        }
        Ok(())
    }
}
