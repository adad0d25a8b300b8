//! `train`: fits the weights of the evaluation to games of self-play and writes their file.
//!
//! First the table is fitted to the results of the games and the scores of their searches, then the network to what the table
//! leaves to be explained.

mod checkpoint;
mod figures;
mod input;
mod training_set;

use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow, ensure};
use tengen_engine::internals::eval::weights::Weights;
use tengen_engine::rule::RuleKind;
use tengen_models::{NetworkModel, Parameters, Sample, StepSizes, TableModel};

use crate::cli::TrainArgs;
use crate::files::{self, Existing, targets};
use crate::output::say;
use crate::units::counted;
use crate::weights;
use checkpoint::{Checkpoint, RunLock, TrainingStage};
use figures::{LossKind, Losses};
use training_set::{Pools, TrainingSet, deep_samples};

/// Trains weights and writes their file.
pub(crate) fn run(args: &TrainArgs) -> Result<()> {
    ensure!(args.epochs > 0 || args.from.is_some(), "--epochs must be at least 1 without --from");
    let inputs: Vec<&Path> = args.games.iter().chain(&args.labels).chain(&args.gold).map(PathBuf::as_path).collect();
    targets::check_writable(&args.output, &inputs)?;
    let _lock = RunLock::take(&args.output)?;
    let threads = args.threads.get();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    // Its error is that of the system, with itself as the source.
    let pool = pool.map_err(|error| anyhow!("cannot start {}: {error}", counted(threads, "thread")))?;
    pool.install(|| Training::new(args)?.run())
}

/// Steps on deep labels alone are this part of the full size.
const DEEP_SIZE: f32 = 0.1;
/// Steps from weights that were trained before are this part of the full size.
const FINE_SIZE: f32 = 0.25;
/// The word for the weights that are built in, where a file could be named.
const BUILT_IN: &str = "builtin";

/// Where an epoch lies in several of so many positions each.
struct EpochSpan {
    /// Epochs before it.
    begin: usize,
    epochs: usize,
    positions: usize,
}

/// A training on its way.
struct Training<'a> {
    args: &'a TrainArgs,
    set: TrainingSet,
    /// Positions with labels to judge by, that are never trained on.
    gold: Vec<Sample>,
    table: TableModel,
    network: NetworkModel,
    stage: TrainingStage,
    checkpoint: Checkpoint,
}

impl Training<'_> {
    /// The training that was asked for, as far as it came before it was interrupted.
    fn new(args: &TrainArgs) -> Result<Training<'_>> {
        let from = args.from.as_deref().map(|from| weights_to_begin_with(from, args.rule)).transpose()?;
        let (checkpoint, inputs) = Checkpoint::open(args, from.as_ref())?;
        let set = TrainingSet::read(args, &inputs)?;
        let gold = deep_samples(&inputs.gold, args.rule)?;
        let (table, network) = match &from {
            Some(weights) => {
                let order = if args.keep_order { 0.0 } else { FINE_SIZE };
                let table = TableModel::from_weights(weights, StepSizes { value: FINE_SIZE, order });
                (table, NetworkModel::from_weights(weights))
            }
            None => (TableModel::new(args.rule), NetworkModel::new(args.rule)),
        };
        let mut training = Training { args, set, gold, table, network, stage: TrainingStage::default(), checkpoint };
        if let Some(stage) = training.checkpoint.restore(parameters(&mut training.table, &mut training.network))? {
            let (table, network) = (stage.epochs, stage.network_epochs + stage.deep_epochs);
            say!("goes on after {} of the table and {network} of the network", counted(table, "epoch"));
            training.network.resume();
            training.stage = stage;
        } else {
            // A disk without room is noticed now, and not after the first epoch, which may take hours. The state is forgotten
            // again: nothing is learned yet that keeps another training from this place.
            training.keep()?;
            training.checkpoint.remove()?;
        }
        Ok(training)
    }

    fn run(mut self) -> Result<()> {
        let TrainArgs { epochs, network_epochs, .. } = *self.args;
        if self.args.from.is_some() && self.stage == TrainingStage::default() {
            self.say("before", Some(self.table.order_loss(&self.set.held_out)));
        }
        while self.stage.epochs < epochs {
            let mut done = self.stage.epochs as f32 / epochs as f32;
            let share = 1.0 / (epochs * self.set.positions) as f32;
            self.set.for_each_pool(self.stage.epochs as u64, Pools::WithChoices, |pool| {
                let end = done + pool.len() as f32 * share;
                self.table.train(pool, done..end);
                done = end;
            })?;
            self.stage.epochs += 1;
            let order = self.table.order_loss(&self.set.held_out);
            self.say(&format!("table, epoch {} of {epochs}", self.stage.epochs), Some(order));
            self.keep()?;
        }
        // Without an epoch of the table that was said already.
        if self.stage.network_epochs == 0 && epochs > 0 {
            self.say("network, before", None);
        }
        // No epoch of the network is in the order of one of the table.
        for number in self.stage.network_epochs..network_epochs {
            let schedule = EpochSpan { begin: number, epochs: network_epochs, positions: self.set.positions };
            self.train_network(epochs + number, Pools::All, schedule, self.size())?;
            self.stage.network_epochs += 1;
            self.say(&format!("network, epoch {} of {network_epochs}", number + 1), None);
            self.keep()?;
        }
        // What knows most comes last, in small steps: the rest has been learned.
        let deep_epochs = if self.set.deep > 0 { self.args.deep_epochs } else { 0 };
        if deep_epochs > 0 && !self.has_network() {
            say!("there is no network to train on the deep labels alone: no --network-epochs, nor --from");
            return self.write();
        }
        for number in self.stage.deep_epochs..deep_epochs {
            let schedule = EpochSpan { begin: number, epochs: deep_epochs, positions: self.set.deep };
            self.train_network(epochs + network_epochs + number, Pools::Deep, schedule, DEEP_SIZE * self.size())?;
            self.stage.deep_epochs += 1;
            self.say(&format!("deep labels, epoch {} of {deep_epochs}", number + 1), None);
            self.keep()?;
        }
        self.write()
    }

    /// Whether the network is more than the random numbers that it begins with.
    fn has_network(&self) -> bool {
        self.stage.network_epochs > 0 || self.args.from.is_some()
    }

    /// Steps of the network are this part of the full size.
    fn size(&self) -> f32 {
        if self.args.from.is_some() { FINE_SIZE } else { 1.0 }
    }

    /// An epoch of the network, in an order of this number, with steps of this part of the full size.
    fn train_network(&mut self, order: usize, pools: Pools, schedule: EpochSpan, size: f32) -> Result<()> {
        let EpochSpan { begin, epochs, positions } = schedule;
        let mut done = begin as f32 / epochs as f32;
        let share = 1.0 / (epochs * positions) as f32;
        let known = |sample: &Sample| self.table.logit(sample);
        self.set.for_each_pool(order as u64, pools, |pool| {
            let end = done + pool.len() as f32 * share;
            self.network.train(pool, &known, done..end, size);
            done = end;
        })
    }

    /// Says what was learned so far. The network that was not trained yet is left out.
    fn say(&self, stage: &str, order: Option<f64>) {
        let with_network = self.has_network();
        let logit = |sample: &Sample| {
            self.table.logit(sample) + if with_network { self.network.correction(sample) } else { 0.0 }
        };
        let held_out = Losses::of(&self.set.held_out, LossKind::CrossEntropy, logit);
        let order = order.map_or(String::new(), |order| format!(", order {order:.5}"));
        say!("{stage}: held-out loss {held_out}{order}");
        if !self.gold.is_empty() {
            say!("  gold KL {}", Losses::of(&self.gold, LossKind::Kl, logit));
        }
    }

    fn keep(&mut self) -> Result<()> {
        self.checkpoint.keep(self.stage, parameters(&mut self.table, &mut self.network))
    }

    fn write(&self) -> Result<()> {
        let mut weights = self.table.weights();
        for (side, network) in weights.sides.iter_mut().zip(self.network.networks()) {
            if self.has_network() {
                side.network = network;
            }
        }
        let path = &self.args.output;
        files::write(path, &weights.to_bytes(), Existing::Replace)?;
        self.checkpoint.remove()?;
        say!("{}: weights of {}", path.display(), self.args.rule);
        Ok(())
    }
}

/// The weights of a file, or those that are built in.
fn weights_to_begin_with(from: &Path, rule: RuleKind) -> Result<Weights> {
    if from == Path::new(BUILT_IN) { Ok(Weights::embedded(rule)) } else { weights::read_for(rule, from) }
}

/// All that is trained.
fn parameters<'a>(
    table: &'a mut TableModel,
    network: &'a mut NetworkModel,
) -> impl Iterator<Item = &'a mut Parameters> {
    table.parameters().chain(network.parameters())
}
