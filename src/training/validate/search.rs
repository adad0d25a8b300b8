//! The search is judged by labels of deep searches: how near a search of few nodes comes to what one of many found out.

use std::fmt::Write as _;
use std::num::NonZeroUsize;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use tengen_engine::internals::checksum::fnv1a;
use tengen_engine::internals::search::Searcher;
use tengen_engine::point::BoardSize;
use tengen_engine::rule::RuleKind;
use tengen_engine::score::Score;
use tengen_models::cross_entropy;

use crate::files::{self, Existing};
use crate::ordered;
use crate::output::say;
use crate::progress::{PlainLines, Progress};
use crate::training::conditions::PlayConditions;
use crate::training::dataset::label::Labelled;
use crate::training::phase::{PHASES, phase, phase_name};
use crate::training::validate::Difference;
use crate::units::counted;

/// The table of a thread, in bytes: it holds what a search of the label's nodes leaves.
const TABLE_BYTES: usize = 32 << 20;

/// Where a label and a search contradict each other about a decided position the KL has no bound, and a few such positions
/// would decide the mean: in one of the means that are compared none counts for more than this, the KL of a proof to a chance
/// of one half.
const MOST_KL: f64 = std::f64::consts::LN_2;

/// What to search with, and what to compare it with.
pub(super) struct SearchTrial<'a> {
    pub(super) rule: RuleKind,
    pub(super) size: BoardSize,
    pub(super) nodes: u64,
    pub(super) threads: NonZeroUsize,
    /// Where the figures of each position are written.
    pub(super) figures: Option<&'a Path>,
    /// Those that another program wrote.
    pub(super) against: Option<&'a Path>,
}

/// What came out at one position.
#[derive(Clone, Copy, PartialEq, Debug)]
struct SearchFigure {
    /// KL of the label to the chance of winning that the search told.
    kl: f64,
    /// Whether its best move was that of the label.
    same_move: bool,
}

/// A position that was searched.
struct Searched {
    figure: SearchFigure,
    stones: usize,
    depth: u32,
    /// Whether the label is a win or a loss that was proved, and whether this search saw it too.
    decided: bool,
    seen: bool,
}

impl SearchTrial<'_> {
    /// Searches the positions, prints what came out by phase of the game and compares it.
    pub(super) fn run(&self, positions: &[Labelled]) -> Result<()> {
        let head = self.head(positions);
        let before = self.against.map(|path| read(path, &head, positions.len())).transpose()?;
        let searched = self.search(positions)?;
        say!("searched with {} nodes each", self.nodes);
        say!(
            "{:>10} {:>9} {:>9} {:>9} {:>6} {:>8} {:>8}",
            "stones",
            "positions",
            "KL",
            "best move",
            "depth",
            "decided",
            "seen"
        );
        for number in 0..PHASES.len() {
            let of_phase: Vec<&Searched> =
                searched.iter().filter(|searched| phase(searched.stones) == number).collect();
            say!("{:>10} {}", phase_name(number), row(&of_phase));
        }
        say!("{:>10} {}", "all", row(&searched.iter().collect::<Vec<_>>()));
        let figures: Vec<SearchFigure> = searched.iter().map(|searched| searched.figure).collect();
        if let (Some(path), Some(before)) = (self.against, before) {
            let of_undecided: Vec<bool> = searched.iter().map(|searched| !searched.decided).collect();
            comparison(&figures, &before, &of_undecided, path).iter().for_each(|line| say!("{:>10} {line}", ""));
        }
        self.figures.map_or(Ok(()), |path| files::write(path, to_text(&head, &figures).as_bytes(), Existing::Replace))
    }

    /// The first line of a file of figures, which tells their labels: FNV-1a over the rule, the size and all positions.
    /// Of others as many figures say nothing.
    fn head(&self, positions: &[Labelled]) -> String {
        let conditions = format!("{} {} ", self.rule, self.size);
        let labels = positions.iter().flat_map(|position| position.encode(self.size));
        format!("labels {:016x}", fnv1a(conditions.into_bytes().into_iter().chain(labels)))
    }

    /// Each position by itself, as though nothing had been searched before.
    fn search(&self, positions: &[Labelled]) -> Result<Vec<Searched>> {
        let conditions = PlayConditions { rule: self.rule, size: self.size, nodes: self.nodes };
        let mut progress = Progress::new("positions", PlainLines::NowAndThen, 0, positions.len());
        let mut all = Vec::with_capacity(positions.len());
        let work = |searcher: &mut Searcher, place: usize| self.judge(conditions, searcher, &positions[place]);
        ordered::run(
            self.threads,
            positions.len(),
            || Searcher::new(TABLE_BYTES, 1),
            work,
            |searched| {
                all.push(searched?);
                progress.add(format!("{:.0} a minute", progress.rate(all.len(), Duration::from_secs(60))));
                Ok(())
            },
        )?;
        progress.end();
        Ok(all)
    }

    fn judge(&self, conditions: PlayConditions, searcher: &mut Searcher, position: &Labelled) -> Result<Searched> {
        searcher.forget();
        let lines = conditions.think(searcher, &position.game(self.rule, self.size)?, 1);
        let line = lines.first().context("a position without a move")?;
        let best = position.lines[0];
        let [label, told] = [best.score, line.score].map(|score| score.win_probability(self.rule) as f32);
        let kl = cross_entropy(label, told) - cross_entropy(label, label);
        let figure = SearchFigure { kl, same_move: line.variation.first() == Some(&best.point) };
        Ok(Searched {
            figure,
            stones: position.stones.len(),
            depth: line.depth,
            decided: best.score.is_decided(),
            seen: [Score::is_win, Score::is_loss].iter().any(|decided| decided(best.score) && decided(line.score)),
        })
    }
}

/// The means of some positions: `733   0.13630     63.7%    8.3      231    34.5%`.
fn row(searched: &[&Searched]) -> String {
    let count = searched.len();
    let mut text = format!("{count:>9}");
    if count == 0 {
        return text;
    }
    let mean =
        |number: fn(&Searched) -> f64| searched.iter().map(|searched| number(searched)).sum::<f64>() / count as f64;
    let kl = mean(|searched| searched.figure.kl);
    let same = 100.0 * mean(|searched| f64::from(u8::from(searched.figure.same_move)));
    let depth = mean(|searched| f64::from(searched.depth));
    let [decided, seen] = [|searched: &Searched| searched.decided, |searched: &Searched| searched.seen]
        .map(|told| searched.iter().filter(|searched| told(searched)).count());
    let _ = write!(text, " {kl:>9.5} {same:>8.1}% {depth:>6.1} {decided:>8}");
    if decided > 0 {
        let _ = write!(text, " {:>7.1}%", 100.0 * seen as f64 / decided as f64);
    }
    text
}

/// What these figures have more or less than those of a file, in sentences. Which of several winning moves is best says little,
/// so that the best moves are compared once more without what is decided.
fn comparison(these: &[SearchFigure], others: &[SearchFigure], undecided: &[bool], path: &Path) -> Vec<String> {
    let all = vec![true; these.len()];
    let difference = |number: fn(&SearchFigure) -> f64, chosen: &[bool]| {
        let numbers = |figures: &[SearchFigure]| -> Vec<f64> {
            figures.iter().zip(chosen).filter(|&(_, &chosen)| chosen).map(|(figure, _)| number(figure)).collect()
        };
        Difference::of(&numbers(these), &numbers(others))
    };
    let same_move = |figure: &SearchFigure| f64::from(u8::from(figure.same_move));
    let path = path.display();
    let kl = difference(|figure| figure.kl, &all);
    let cut = difference(|figure| figure.kl.min(MOST_KL), &all);
    let mut lines = vec![
        format!("KL {kl} that of {path}"),
        format!("KL of {MOST_KL:.2} at most {cut} that of {path}"),
        format!("best moves {} those of {path}", difference(same_move, &all)),
    ];
    if undecided.contains(&true) {
        lines.push(format!("best moves where nothing is decided {} those of {path}", difference(same_move, undecided)));
    }
    lines
}

/// A file of figures: its head, then a line for each position, its KL and 1 where the best move was the same.
fn to_text(head: &str, figures: &[SearchFigure]) -> String {
    figures.iter().fold(format!("{head}\n"), |mut text, figure| {
        let _ = writeln!(text, "{} {}", figure.kl, u8::from(figure.same_move));
        text
    })
}

/// The figures that another program wrote of the same labels.
fn read(path: &Path, head: &str, count: usize) -> Result<Vec<SearchFigure>> {
    let text = files::read_text(path)?;
    parse(&text, head, count).with_context(|| path.display().to_string())
}

fn parse(text: &str, head: &str, count: usize) -> Result<Vec<SearchFigure>> {
    let read = |(number, line): (usize, &str)| {
        let figure = || {
            let (kl, same) = line.split_once(' ')?;
            let same_move = ["0", "1"].iter().position(|&digit| digit == same)? == 1;
            Some(SearchFigure { kl: kl.parse().ok()?, same_move })
        };
        figure().with_context(|| format!("line {}: not a figure and 0 or 1", number + 1))
    };
    ensure!(text.lines().next() == Some(head), "line 1: these are figures of other labels, or of an older version");
    let figures: Vec<SearchFigure> = text.lines().enumerate().skip(1).map(read).collect::<Result<_>>()?;
    let found = figures.len();
    ensure!(found == count, "figures of {}, and these are {count}", counted(found, "position"));
    Ok(figures)
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIGURES: [SearchFigure; 3] = [
        SearchFigure { kl: 0.125, same_move: true },
        SearchFigure { kl: 0.0, same_move: false },
        SearchFigure { kl: 1.5, same_move: true },
    ];

    #[test]
    fn figures_are_read_as_they_were_written_and_a_wrong_line_is_named() {
        let head = "labels 0123456789abcdef";
        let text = to_text(head, &FIGURES);
        assert_eq!(parse(&text, head, 3).unwrap(), FIGURES);
        let complaint = |text: &str, count: usize| parse(text, head, count).unwrap_err().to_string();
        assert_eq!(complaint(&text, 4), "figures of 3 positions, and these are 4");
        for wrong in ["0.5", "0.5 2", "x 1", "0.5 1 1"] {
            let text = format!("{head}\n0.25 1\n{wrong}\n");
            assert_eq!(complaint(&text, 2), "line 3: not a figure and 0 or 1", "{wrong}");
        }
        for other in [text.replacen('0', "1", 1), "0.25 1\n".repeat(3), String::new()] {
            assert!(complaint(&other, 3).starts_with("line 1: these are figures of other labels"), "{other}");
        }
    }

    #[test]
    fn figures_are_compared_whole_cut_and_without_what_is_decided() {
        let figure = |kl, same_move| SearchFigure { kl, same_move };
        let others = [figure(0.1, true), figure(0.1, false), figure(0.1, true)];
        let these = [figure(6.1, false), figure(0.1, true), figure(0.1, true)];
        let lines = comparison(&these, &others, &[false, true, true], Path::new("few.txt"));
        let cut = (MOST_KL - 0.1) / 3.0;
        assert_eq!(
            lines,
            [
                "KL 2.00000 ± 2.00000 above that of few.txt".to_string(),
                format!("KL of 0.69 at most {cut:.5} ± {cut:.5} above that of few.txt"),
                "best moves 0.00000 ± 0.57735 from those of few.txt".to_string(),
                "best moves where nothing is decided 0.50000 ± 0.50000 above those of few.txt".to_string(),
            ]
        );
        assert_eq!(comparison(&these, &others, &[false; 3], Path::new("few.txt")).len(), 3);
    }

    #[test]
    fn a_row_has_the_means_and_how_many_decided_positions_were_seen() {
        let searched = |figure, decided, seen| Searched { figure, stones: 10, depth: 6, decided, seen };
        let [first, second, third] = FIGURES;
        let all = [searched(first, true, true), searched(second, false, false), searched(third, true, false)];
        let words = |searched: &[&Searched]| row(searched).split_whitespace().map(str::to_string).collect::<Vec<_>>();
        assert_eq!(words(&all.each_ref()), ["3", "0.54167", "66.7%", "6.0", "2", "50.0%"]);
        assert_eq!(words(&[&all[1]]), ["1", "0.00000", "0.0%", "6.0", "0"]);
        assert_eq!(words(&[]), ["0"]);
    }
}
