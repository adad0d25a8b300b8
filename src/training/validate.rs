//! `validate`: weights of the evaluation, or a search of few nodes, are judged by positions with labels of deep searches, by
//! phase of the game; and the win probability of a score by the results of games.

mod scale;
mod search;

use std::path::PathBuf;

use anyhow::{Context, Result, ensure};
use tengen_engine::internals::board::Board;
use tengen_engine::internals::eval::Evaluator;
use tengen_engine::internals::eval::weights::EvalTable;
use tengen_engine::internals::moves::{available, situation};
use tengen_engine::internals::stable_map::StableSet;
use tengen_engine::point::{BoardSize, Point};
use tengen_engine::rule::{Rule, RuleKind};
use tengen_engine::with_rule;

use crate::cli::ValidateArgs;
use crate::files::targets;
use crate::output::say;
use crate::training::dataset::file::{BlockReader, say_again};
use crate::training::dataset::label::{LABELS, LabelSettings, Labelled};
use tengen_models::cross_entropy;

use crate::training::phase::{PHASES, phase, phase_name};
use crate::training::validate::search::SearchTrial;
use crate::units::counted;
use crate::weights;

/// Judges what was asked for.
pub(crate) fn run(args: &ValidateArgs) -> Result<()> {
    if args.labels.is_empty() { scale::fit(&args.fit_scale) } else { validate(args) }
}

/// Judges weights, or the search, by the labels in some files.
fn validate(args: &ValidateArgs) -> Result<()> {
    if let Some(figures) = &args.figures {
        let inputs = args.labels.iter().chain(&args.against).chain(&args.weights);
        targets::check_writable(figures, &inputs.map(PathBuf::as_path).collect::<Vec<_>>())?;
    }
    let (rule, size, positions) = read(&args.labels)?;
    if let Some(nodes) = args.nodes {
        weights::load_for(rule, &args.weights)?;
        let (figures, against) = (args.figures.as_deref(), args.against.as_deref());
        return SearchTrial { rule, size, nodes, threads: args.threads, figures, against }.run(&positions);
    }
    judge_weights(&positions, rule, size, &args.weights)
}

/// The rule and the size that files of labels have in common, and their positions, each once from whatever side it is seen: by
/// number, so that those of all shards of a run stand as they do without shards.
fn read(paths: &[PathBuf]) -> Result<(RuleKind, BoardSize, Vec<Labelled>)> {
    let mut common = None;
    let mut seen = StableSet::default();
    let mut numbered: Vec<(usize, Labelled)> = Vec::new();
    for path in paths {
        let reader = BlockReader::open(path, &LABELS)?;
        let LabelSettings { rule, size, nodes, shard, .. } = reader.settings;
        let path = path.display();
        let first = *common.get_or_insert((rule, size));
        ensure!(first == (rule, size), "{path}: labels of {rule} on {size}, not of {} on {}", first.0, first.1);
        let (mut read, known) = (0, numbered.len());
        let cut = reader.for_each(|_, block| {
            let labelled = Labelled::decode(&block.content, size)?;
            labelled.game(rule, size)?;
            if seen.insert(with_rule!(rule, R => labelled.key::<R>(size))) {
                numbered.push((shard.item(read), labelled));
            }
            read += 1;
            Ok(())
        })?;
        if let Some(cut) = cut {
            say!("{path}: {}", cut.describe("label", "left out"));
        }
        ensure!(read > 0, "{path}: no labels");
        say!("{path}: {} of {rule} on {size}, {nodes} nodes each", counted(read, "position"));
        say_again(path, known + read - numbered.len(), "position");
    }
    let (rule, size) = common.context("no labels are given")?;
    numbered.sort_by_key(|&(number, _)| number);
    Ok((rule, size, numbered.into_iter().map(|(_, labelled)| labelled).collect()))
}

/// Judges the weights that are built in and those of files.
fn judge_weights(positions: &[Labelled], rule: RuleKind, size: BoardSize, weights: &[PathBuf]) -> Result<()> {
    let built_in = ("built in".to_string(), EvalTable::of(rule));
    let given = weights.iter().map(|path| {
        // It lives as long as the process, which judges a few and ends.
        let table: &'static EvalTable = Box::leak(Box::new(EvalTable::new(&weights::read_for(rule, path)?)));
        Ok((path.display().to_string(), table))
    });
    let all: Vec<(String, &'static EvalTable)> = std::iter::once(Ok(built_in)).chain(given).collect::<Result<_>>()?;
    let mut built_in_kl: Option<Vec<f64>> = None;
    for (name, table) in all {
        say!("{name}");
        say!("{:>10} {:>9} {:>9} {:>9} {:>9} {:>9}", "stones", "positions", "loss", "KL", "by order", "by value");
        let mut whole = PhaseFigures::default();
        for number in 0..PHASES.len() {
            let phase: Vec<&Labelled> =
                positions.iter().filter(|position| phase(position.stones.len()) == number).collect();
            let tally = with_rule!(rule, R => judge::<R>(&phase, size, table))?;
            whole.add(&tally);
            say!("{:>10} {tally}", phase_name(number));
        }
        say!("{:>10} {whole}", "all");
        match &built_in_kl {
            None => built_in_kl = Some(whole.kl),
            Some(built_in) => say!("{:>10} KL {} that of those built in", "", Difference::of(&whole.kl, built_in)),
        }
    }
    Ok(())
}

/// The mean difference between two lists of numbers of the same positions, and its standard error.
#[derive(Clone, Copy, Debug)]
struct Difference {
    mean: f64,
    error: f64,
}

impl Difference {
    fn of(these: &[f64], others: &[f64]) -> Difference {
        let count = these.len() as f64;
        let differences = || these.iter().zip(others).map(|(this, other)| this - other);
        let mean = differences().sum::<f64>() / count;
        let squares = differences().map(|difference| (difference - mean).powi(2)).sum::<f64>();
        Difference { mean, error: (squares / (count - 1.0).max(1.0) / count).sqrt() }
    }
}

impl std::fmt::Display for Difference {
    /// `0.00291 ± 0.00110 below`; `0.00000 ± 0.00110 from` where there is none.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let side = match self.mean {
            mean if mean < 0.0 => "below",
            mean if mean > 0.0 => "above",
            _ => "from",
        };
        write!(f, "{:.5} ± {:.5} {side}", self.mean.abs(), self.error)
    }
}

/// Sums over positions.
#[derive(Clone, Default)]
struct PhaseFigures {
    positions: usize,
    /// The sum of the cross-entropies of the labels under the evaluation.
    loss: f64,
    /// For each position the cross-entropy less the entropy of the label itself.
    kl: Vec<f64>,
    /// How often the best move was the first by the order of moves, and by the value of the position after it.
    agreements: [usize; 2],
}

impl PhaseFigures {
    fn add(&mut self, other: &PhaseFigures) {
        self.positions += other.positions;
        self.loss += other.loss;
        self.kl.extend(&other.kl);
        for (sum, other) in self.agreements.iter_mut().zip(other.agreements) {
            *sum += other;
        }
    }
}

impl std::fmt::Display for PhaseFigures {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:>9}", self.positions)?;
        if self.positions == 0 {
            return Ok(());
        }
        let [loss, kl] = [self.loss, self.kl.iter().sum()].map(|sum: f64| sum / self.positions as f64);
        let [order, value] = self.agreements.map(|count| 100.0 * count as f64 / self.positions as f64);
        write!(f, " {loss:>9.5} {kl:>9.5} {order:>8.1}% {value:>8.1}%")
    }
}

fn judge<R: Rule>(positions: &[&Labelled], size: BoardSize, table: &'static EvalTable) -> Result<PhaseFigures> {
    let mut tally = PhaseFigures { positions: positions.len(), ..PhaseFigures::default() };
    for position in positions {
        let mut board = position.board::<R>(size)?;
        let mut eval = Evaluator::with_table(&board, table);
        let best = position.lines[0];
        let [label, said] = [best.score, eval.score(&board)].map(|score| score.win_probability(R::KIND) as f32);
        let loss = cross_entropy(label, said);
        tally.loss += loss;
        tally.kl.push(loss - cross_entropy(label, label));
        let firsts = [first_by_order(&board, &eval), first_by_value(&mut board, &mut eval)];
        for (count, first) in tally.agreements.iter_mut().zip(firsts) {
            *count += usize::from(first == Some(best.point));
        }
    }
    Ok(tally)
}

/// The legal moves that threats leave.
fn moves<R: Rule>(board: &Board<R>) -> Vec<Point> {
    board.legal(&available(board, &situation(board))).iter().collect()
}

/// The move that the search would look at first.
fn first_by_order<R: Rule>(board: &Board<R>, eval: &Evaluator) -> Option<Point> {
    let us = board.to_move();
    moves(board).into_iter().max_by_key(|&point| eval.policy_score(us, board.shapes(point)))
}

/// The move after which the position is worth least to the opponent.
fn first_by_value<R: Rule>(board: &mut Board<R>, eval: &mut Evaluator) -> Option<Point> {
    moves(board).into_iter().min_by_key(|&point| {
        board.play(point);
        let score = eval.score(board);
        board.undo();
        score
    })
}

#[cfg(test)]
mod tests {
    use tengen_engine::rule::Renju;
    use tengen_engine::score::Score;

    use super::*;
    use crate::training::dataset::game::ScoredMove;

    /// A position labelled with what the evaluation itself says, moved by so much.
    fn labelled(by: i32) -> (Labelled, BoardSize) {
        let size = BoardSize::square(15).unwrap();
        let stones = [(7, 7), (8, 8), (6, 8), (7, 9)].map(|(x, y)| Point::new(x, y)).to_vec();
        let mut labelled = Labelled { stones, off_game: false, lines: Vec::new() };
        let mut board = labelled.board::<Renju>(size).unwrap();
        let mut eval = Evaluator::new(&board);
        let score = eval.score(&board).shifted(by);
        let point = first_by_order(&board, &eval).unwrap();
        assert_ne!(first_by_value(&mut board, &mut eval), None);
        labelled.lines = vec![ScoredMove { point, score }];
        (labelled, size)
    }

    #[test]
    fn who_knows_the_label_loses_nothing_and_who_does_not_loses_more() {
        let kl = |by: i32| {
            let (labelled, size) = labelled(by);
            let tally = judge::<Renju>(&[&labelled], size, EvalTable::of(RuleKind::Renju)).unwrap();
            assert_eq!((tally.positions, tally.agreements[0]), (1, 1));
            tally.kl[0]
        };
        assert!(kl(0).abs() < 1e-6, "{}", kl(0));
        assert!(kl(50) > 0.001 && kl(200) > 4.0 * kl(50), "{} {}", kl(50), kl(200));
    }

    #[test]
    fn another_best_move_is_no_agreement() {
        let (mut labelled, size) = labelled(0);
        labelled.lines[0] = ScoredMove { point: Point::new(14, 14), score: Score::DRAW };
        let tally = judge::<Renju>(&[&labelled], size, EvalTable::of(RuleKind::Renju)).unwrap();
        assert_eq!(tally.agreements, [0, 0]);
    }
    #[test]
    fn a_difference_stands_with_its_error() {
        let difference = Difference::of(&[0.1, 0.2, 0.6], &[0.2, 0.4, 0.9]);
        assert!((difference.mean + 0.2).abs() < 1e-9 && (difference.error - 0.1 / 3f64.sqrt()).abs() < 1e-9);
        assert_eq!(difference.to_string(), "0.20000 ± 0.05774 below");
        assert_eq!(Difference::of(&[0.3, 0.1], &[0.2, 0.1]).to_string(), "0.05000 ± 0.05000 above");
        assert_eq!(Difference::of(&[0.1, 0.2], &[0.1, 0.2]).to_string(), "0.00000 ± 0.00000 from");
    }
}
