//! `review`: the mistakes of games, on the terminal, as JSON, as pages for a browser and as records.

mod figures;
mod given;
mod json;
mod record;
mod searches;
mod table;

use std::collections::BTreeMap;
use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use anyhow::{Context, Error, Result, bail, ensure};
use tengen_engine::game::Game;
use tengen_engine::point::Rows;
use tengen_engine::record::tree::Tree;
use tengen_engine::review::{Assessor, Review, Reviewer};
use tengen_engine::rule::RuleKind;

use crate::cli::{PositionArgs, REVIEW_TIME, ReviewArgs};
use crate::files::{self, Existing, TakenNames, targets};
use crate::game_numbers::GameNumbers;
use crate::interrupt;
use crate::output::{self, plain, say};
use crate::position::{Failure, GivenGame, GivenGames, PositionQuery};
use crate::progress::{PlainLines, Progress};
use crate::report;
use crate::study::record_file::RecordFile;
use crate::study::review::figures::GameFigures;
use crate::study::review::given::GameEnd;
use crate::study::review::searches::KeptSearches;
use crate::units;
use crate::weights;

/// The page of a report, with a place for the data: of one game, or of the summary of several.
const PAGE: &str = include_str!("review/report.html");
/// The end of the names of reports.
const HTML: &str = "html";

/// What is given, and where the reports of its games go.
struct ReviewSource<'a> {
    text: &'a str,
    games: GivenGames<'a>,
    /// What it is called on the terminal and in the summary.
    title: String,
    /// The file of the report of each game, by its number where several are asked for.
    reports: BTreeMap<Option<u32>, PathBuf>,
}

/// A game with what was found out about it.
pub(super) struct GameReview {
    title: String,
    /// Its number where several games of a file are asked for.
    number: Option<u32>,
    /// The names of both players, as far as they are known.
    players: [Option<String>; 2],
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
    let positions: Vec<PositionArgs> = args.games.iter().map(|text| args.position(text)).collect();
    let sources = read(args, &positions, folder)?;
    let rules: Vec<RuleKind> = sources.iter().flat_map(|source| source.games.rules()).copied().collect();
    weights::load_for_any(&rules, &args.weights.weights)?;
    check_outputs(args, folder, &sources)?;
    let is_of_one = matches!(&sources[..], [source] if source.games.is_one());
    let mut reviews = GameReviews {
        examiner: GameExaminer::new(args)?,
        records: RecordFile::new(args.sgf.as_deref(), is_of_one),
        done: Vec::new(),
    };
    let mut failures = Vec::new();
    let ended = reviews.add_all(sources, folder, &mut failures);
    // Whatever ends the run, what failed before is told.
    failures.extend(ended.err());
    let last = failures.pop();
    failures.iter().for_each(output::complain_of);
    last.map_or(Ok(()), Err)
}

/// Whether what is found out still goes anywhere. What is written into files is worth going on for.
fn is_wanted(args: &ReviewArgs) -> bool {
    args.output.is_some() || args.sgf.is_some() || output::check().is_ok()
}

/// The reviews of games: of those that are done only figures are kept.
struct GameReviews<'a> {
    examiner: GameExaminer<'a>,
    records: RecordFile,
    done: Vec<GameFigures>,
}

impl GameReviews<'_> {
    /// Whether none was interrupted.
    fn are_complete(&self) -> bool {
        self.done.iter().all(|game| game.complete)
    }

    /// Reviews the games of all that is given, and sums them up. What fails of several games is noted.
    fn add_all(
        &mut self,
        sources: Vec<ReviewSource<'_>>,
        folder: Option<&Path>,
        failures: &mut Vec<Error>,
    ) -> Result<()> {
        let args = self.examiner.args;
        for source in sources {
            let is_one = source.games.is_one();
            match self.add(source) {
                Err(Failure::Game(why)) if !is_one => failures.push(why),
                added => added.map_err(Failure::why)?,
            }
            if !self.are_complete() || !is_wanted(args) {
                break;
            }
        }
        if !is_wanted(args) {
            output::check()?;
        }
        self.conclude(folder)?;
        let kept = if args.output.is_some() { ": the same command goes on from here" } else { "" };
        ensure!(self.are_complete(), "interrupted{kept}");
        Ok(())
    }

    /// Reviews the games of what is given.
    fn add(&mut self, source: ReviewSource<'_>) -> Result<(), Failure> {
        let ReviewSource { text, games, title, mut reports } = source;
        games.each(|given| {
            let (game, end) = given::read(&given, text).map_err(Failure::Game)?;
            let report = reports.remove(&given.number);
            let review = self.examiner.review(&given, &title, &game, report.as_deref())?;
            let (number, players) = (given.number, given.players());
            let reviewed = GameReview { title: title.clone(), number, players, game, end, review, report };
            self.examiner.show(&reviewed, self.done.is_empty())?;
            let (limits, rows) = (self.examiner.limits(), self.examiner.args.rows.into());
            self.records.add(|| record::sgf(&reviewed, &limits, rows))?;
            let goes_on = reviewed.review.complete && is_wanted(self.examiner.args);
            self.done.push(GameFigures::of(reviewed));
            Ok(if goes_on { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
        })
    }

    /// Sums up all games, and says where they are.
    fn conclude(&self, folder: Option<&Path>) -> Result<()> {
        let args = self.examiner.args;
        if self.done.len() > 1 && !args.json {
            say!("\n{}", table::summary(&self.done));
        }
        if let Some(folder) = folder {
            let summary = summary(folder);
            report::write(&summary, PAGE, &json::summary(&self.done, &self.examiner.limits()))?;
            if !args.json {
                say!("The summary is in {}.", plain(summary.display()));
            }
        }
        if let Some(path) = args.sgf.as_ref().filter(|_| !args.json && !self.done.is_empty()) {
            say!("The record with the mistakes is in {}.", plain(path.display()));
        }
        Ok(())
    }
}

/// The folder into which reports are written, if it is one.
fn output_folder(args: &ReviewArgs) -> Result<Option<&Path>> {
    let Some(output) = &args.output else { return Ok(None) };
    targets::check_name(output)?;
    let named = output.as_os_str().to_string_lossy().ends_with(['/', std::path::MAIN_SEPARATOR]);
    if !named && !output.is_dir() {
        let several = args.games.len() > 1 || !matches!(args.game, None | Some(GameNumbers::One(_)));
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
fn check_outputs(args: &ReviewArgs, folder: Option<&Path>, sources: &[ReviewSource<'_>]) -> Result<()> {
    let inputs: Vec<&Path> = args.games.iter().map(Path::new).collect();
    let reports = sources.iter().flat_map(|source| source.reports.values()).map(PathBuf::as_path);
    let (summary, kept) = (folder.map(summary), reports.clone().map(searches::path).collect::<Vec<_>>());
    let pages = reports.chain(summary.as_deref());
    targets::check_targets(pages.clone(), Existing::PAGE, &inputs)?;
    targets::check_targets(args.sgf.as_deref(), Existing::SGF, &inputs)?;
    let Some(path) = &args.sgf else { return Ok(()) };
    targets::check_apart("--output and --sgf", path, pages.chain(kept.iter().map(PathBuf::as_path)))
}

/// All that is given, with the files of the reports.
fn read<'a>(
    args: &'a ReviewArgs,
    positions: &'a [PositionArgs],
    folder: Option<&Path>,
) -> Result<Vec<ReviewSource<'a>>> {
    let mut sources = Vec::with_capacity(positions.len());
    let mut taken = TakenNames::default();
    if let Some(folder) = folder {
        taken.take(&summary(folder));
    }
    for ((number, text), position) in (1..).zip(&args.games).zip(positions) {
        let query = PositionQuery { args: position, usual: RuleKind::Freestyle };
        let games = GivenGames::of_given(query, query.given(text)?.no_database()?)?;
        // What is no game is told before a long search of others.
        games.only().map_or(Ok(()), |given| given::read(&given, text).map(drop))?;
        let file = Path::new(text);
        let stem = file.file_stem().filter(|_| file.is_file()).map(|stem| stem.to_string_lossy().into_owned());
        let name = stem.unwrap_or_else(|| format!("game-{number}"));
        // Files of one name from several folders are told apart, and none takes the place of the summary.
        let mut report = |name: &str| folder.map(|folder| taken.take_free(folder, name, HTML));
        let reports = match games.is_one() {
            true => report(&name).or_else(|| args.output.clone()).map(|report| (None, report)).into_iter().collect(),
            false => games
                .numbers()
                .iter()
                .filter_map(|&number| Some((Some(number), report(&format!("{name}-{number}"))?)))
                .collect(),
        };
        let title = plain(if file.is_file() { text } else { &name });
        sources.push(ReviewSource { text, games, title, reports });
    }
    Ok(sources)
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
    fn review(&mut self, given: &GivenGame<'_>, title: &str, game: &Game, report: Option<&Path>) -> Result<Review> {
        let title = given.label().map_or(title.to_string(), |label| format!("{title}, {label}"));
        let mut reviewer = Reviewer::new(game).with_lines(usize::from(self.args.lines));
        // Beside a pipe or a device nothing is kept.
        let beside = report.filter(|report| !files::is_kept(report));
        let (limits, time) = (self.limits(), self.args.limits.time_or(REVIEW_TIME));
        let hash = self.args.limits.engine.hash;
        let mut kept = beside.map(|report| KeptSearches::open(report, game, &limits, time, hash)).transpose()?;
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
        Ok(reviewer.review())
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
