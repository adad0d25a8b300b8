//! The state of an interrupted training, kept beside the weights after each epoch until they are written.

use std::fs::{self, File};
#[cfg(unix)]
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use serde::{Deserialize, Serialize};
use tengen_engine::internals::eval::weights::Weights;

use crate::cli::TrainArgs;
use crate::files::{self, targets, temporary};
use crate::training::dataset::file::{BlockReader, BlockWriter, FileKind, differences};
use crate::training::dataset::game::program_version;
use crate::training::train::input::{InputFile, TrainInputs};
use crate::weights;
use tengen_models::Parameters;

/// Files of states. The first block is a [`TrainingStage`] as JSON; each other one the numbers of some parameters.
const STATES: FileKind<TrainingSettings> = FileKind::new(*b"TENGENT3", &[], "states of a training");

/// All that the weights depend on.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct TrainingSettings {
    rule: String,
    epochs: usize,
    network_epochs: usize,
    deep_epochs: usize,
    /// As it is written: where two differ, both are shown.
    lambda: String,
    /// CRC-32 of the weights to begin with.
    from: Option<u32>,
    keep_order: bool,
    games: Vec<FileContent>,
    labels: Vec<FileContent>,
    /// What is in them is not trained on.
    gold: Vec<FileContent>,
    version: String,
}

/// What is read of a file: under its name there may be another by now, and it has several names.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct FileContent {
    bytes: u64,
    crc32: u32,
}

impl FileContent {
    fn of(files: &[InputFile]) -> Vec<FileContent> {
        files.iter().map(|file| FileContent { bytes: file.length, crc32: file.sum }).collect()
    }
}

impl TrainingSettings {
    /// Those of a training that begins with weights, if it does.
    fn new(args: &TrainArgs, inputs: &TrainInputs, from: Option<&Weights>) -> TrainingSettings {
        TrainingSettings {
            rule: args.rule.to_string(),
            epochs: args.epochs,
            network_epochs: args.network_epochs,
            deep_epochs: args.deep_epochs,
            lambda: args.lambda.to_string(),
            from: from.map(weights::checksum_of),
            keep_order: args.keep_order,
            games: FileContent::of(&inputs.games),
            labels: FileContent::of(&inputs.labels),
            gold: FileContent::of(&inputs.gold),
            version: program_version(),
        }
    }

    /// How many bytes are read of the games, the labels and the gold sets, in this order.
    fn lengths(&self) -> Vec<u64> {
        [&self.games, &self.labels, &self.gold].into_iter().flatten().map(|file| file.bytes).collect()
    }
}

/// How far the training has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(super) struct TrainingStage {
    /// Epochs of the table that are done.
    pub(super) epochs: usize,
    /// Epochs of the network that are done.
    pub(super) network_epochs: usize,
    /// Epochs of the network on deep labels alone that are done.
    pub(super) deep_epochs: usize,
}

/// A file beside the weights, named after them: by whatever link they are written, it is the same.
fn beside(weights: &Path, ending: &str) -> PathBuf {
    named_after(&targets::replaced(weights), ending)
}

/// A path with this ending.
fn named_after(path: &Path, ending: &str) -> PathBuf {
    let mut path = path.as_os_str().to_owned();
    path.push(ending);
    path.into()
}

/// The one training that writes some weights, until it ends. The lock is a file of its own: the state is replaced after
/// each epoch, and a lock on it would be gone with it.
pub(super) struct RunLock {
    path: PathBuf,
    /// It is empty: its lock is all there is to it.
    file: Option<File>,
}

impl RunLock {
    /// Locks the weights, in `WEIGHTS.lock` beside them.
    ///
    /// # Errors
    /// Another run writes them, or what is there under the name of the lock is something else.
    pub(super) fn take(weights: &Path) -> Result<RunLock> {
        let path = beside(weights, ".lock");
        let lock = files::open_to_add(&path).and_then(|file| RunLock::hold(path, file));
        lock.with_context(|| format!("cannot train {}", weights.display()))
    }

    /// Holds a file that is open and locked.
    fn hold(path: PathBuf, file: File) -> Result<RunLock> {
        let there = file.metadata()?;
        // It is removed in the end.
        ensure!(there.len() == 0, "{} holds something else: rename it, or the weights", path.display());
        // Removed between its opening and its locking, it keeps nobody away.
        #[cfg(unix)]
        {
            let is_named = fs::metadata(&path).is_ok_and(|named| named.ino() == there.ino());
            ensure!(is_named, "{}: another run has just ended; try again", path.display());
        }
        Ok(RunLock { path, file: Some(file) })
    }
}

impl Drop for RunLock {
    fn drop(&mut self) {
        // Removed while it is locked: afterwards it may be the lock of another run. Windows removes no file that is open,
        // nor then one that another run has opened.
        if cfg!(windows) {
            drop(self.file.take());
        }
        // One that is left behind holds nobody up.
        let _ = fs::remove_file(&self.path);
    }
}

/// The file of a training.
pub(super) struct Checkpoint {
    path: PathBuf,
    settings: TrainingSettings,
    /// The state that is there, until it is taken over.
    there: Option<BlockReader<TrainingSettings>>,
}

impl Checkpoint {
    /// The checkpoint of a training, whose state stands beside its weights, in `WEIGHTS.state`, and its files: where a state is
    /// there, as far as they went when it was begun. An error when that is the state of another training.
    pub(super) fn open(args: &TrainArgs, from: Option<&Weights>) -> Result<(Checkpoint, TrainInputs)> {
        let path = beside(&args.output, ".state");
        let there = path.exists().then(|| BlockReader::open(&path, &STATES)).transpose()?;
        let lengths = there.as_ref().map(|there| there.settings.lengths()).unwrap_or_default();
        let inputs = TrainInputs::new(args, &lengths)?;
        let settings = TrainingSettings::new(args, &inputs, from);
        if let Some(there) = &there {
            differences(&settings, &there.settings).with_context(|| {
                format!("{}: the state of another training; remove it to begin anew", path.display())
            })?;
        }
        Ok((Checkpoint { path, settings, there }, inputs))
    }

    /// Takes over the state that is there, if there is one. An error when it is damaged.
    pub(super) fn restore<'a>(
        &mut self,
        parameters: impl Iterator<Item = &'a mut Parameters>,
    ) -> Result<Option<TrainingStage>> {
        let Some(reader) = self.there.take() else { return Ok(None) };
        let path = self.path.display();
        let mut blocks = Vec::new();
        let cut = reader.for_each(|_, block| {
            blocks.push(block.content);
            Ok(())
        })?;
        let mut blocks = blocks.into_iter();
        let whole = "the state is not whole; remove it to begin anew";
        ensure!(cut.is_none(), "{path}: {whole}");
        let stage = blocks.next().with_context(|| format!("{path}: {whole}"))?;
        let stage = serde_json::from_slice(&stage).with_context(|| path.to_string())?;
        for parameters in parameters {
            let block = blocks.next().with_context(|| format!("{path}: {whole}"))?;
            parameters.restore(&block).with_context(|| path.to_string())?;
        }
        Ok(Some(stage))
    }

    /// Keeps a state in place of the former one, which stays until it is written.
    pub(super) fn keep<'a>(
        &self,
        stage: TrainingStage,
        parameters: impl Iterator<Item = &'a mut Parameters>,
    ) -> Result<()> {
        let unfinished = self.unfinished();
        let write = || -> Result<()> {
            let mut writer = BlockWriter::begin(File::create(&unfinished)?, &STATES, &self.settings)?;
            writer.write(&serde_json::to_vec(&stage)?)?;
            for parameters in parameters {
                writer.write(&parameters.to_bytes())?;
            }
            writer.into_inner().sync_all()?;
            temporary::rename(&unfinished, &self.path)
        };
        let written = write();
        if written.is_err() {
            // It takes room that is wanted. That it cannot be removed is no other news.
            let _ = fs::remove_file(&unfinished);
        }
        written.with_context(|| format!("cannot write {}", self.path.display()))
    }

    /// Where a state is written, always in the same place: the lock lets no other run write there, and what a killed one has left
    /// there is written over.
    fn unfinished(&self) -> PathBuf {
        named_after(&self.path, ".part")
    }

    /// Forgets the state of a training that is over.
    pub(super) fn remove(&self) -> Result<()> {
        for path in [&self.path, &self.unfinished()] {
            match fs::remove_file(path) {
                Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                    return Err(error).with_context(|| format!("cannot remove {}", path.display()));
                }
                _ => {}
            }
        }
        Ok(())
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    /// A folder for what is passing, empty.
    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("tengen-{}-{name}", std::process::id()));
        fs::create_dir(&folder).unwrap();
        folder.canonicalize().unwrap()
    }

    #[test]
    fn what_a_killed_run_left_of_a_state_goes_with_the_next_one() {
        let folder = folder("state");
        let settings = TrainingSettings {
            rule: "renju".to_string(),
            epochs: 1,
            network_epochs: 1,
            deep_epochs: 0,
            lambda: "0.8".to_string(),
            from: None,
            keep_order: false,
            games: Vec::new(),
            labels: Vec::new(),
            gold: Vec::new(),
            version: String::new(),
        };
        let path = folder.join("a.weights.state");
        let checkpoint = Checkpoint { path: path.clone(), settings, there: None };
        let leave = || fs::write(folder.join("a.weights.state.part"), [0; 1 << 16]).unwrap();
        let names = || -> Vec<PathBuf> { fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect() };
        leave();
        checkpoint.keep(TrainingStage::default(), std::iter::empty()).unwrap();
        assert_eq!(names(), std::slice::from_ref(&path));
        let there = Some(BlockReader::open(&path, &STATES).unwrap());
        let kept =
            Checkpoint { path: path.clone(), settings: checkpoint.settings.clone(), there }.restore(std::iter::empty());
        assert_eq!(kept.unwrap(), Some(TrainingStage::default()));
        leave();
        checkpoint.remove().unwrap();
        // Nor does one that could not be written keep its room.
        fs::create_dir(&path).unwrap();
        fs::write(path.join("something"), "").unwrap();
        let refused = checkpoint.keep(TrainingStage::default(), std::iter::empty());
        assert!(refused.unwrap_err().to_string().starts_with("cannot write "));
        assert_eq!(names(), [path]);
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_file_has_one_lock_whatever_links_lead_to_it() {
        let folder = folder("links");
        let [file, link, nowhere] = ["a.weights", "link.weights", "nowhere.weights"].map(|name| folder.join(name));
        fs::write(&file, "").unwrap();
        std::os::unix::fs::symlink("a.weights", &link).unwrap();
        std::os::unix::fs::symlink("b.weights", &nowhere).unwrap();
        let of_file = folder.join("a.weights.lock");
        assert_eq!([&file, &link].map(|weights| beside(weights, ".lock")), [of_file.clone(), of_file]);
        // Such a link is replaced itself.
        assert_eq!(beside(&nowhere, ".lock"), folder.join("nowhere.weights.lock"));
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_lock_that_was_removed_before_it_was_taken_is_none() {
        let path = std::env::temp_dir().join(format!("tengen-{}-removed.lock", std::process::id()));
        let open = || files::open_to_add(&path).unwrap();
        let removed = open();
        fs::remove_file(&path).unwrap();
        let refusal = |file: File| RunLock::hold(path.clone(), file).err().map(|error| error.to_string());
        let ended = Some(format!("{}: another run has just ended; try again", path.display()));
        assert_eq!(refusal(removed.try_clone().unwrap()), ended);
        // Nor is it when a new one stands under its name.
        let new = open();
        assert_eq!(refusal(removed), ended);
        assert_eq!(refusal(new), None);
        assert!(!path.exists(), "it is removed by whoever held it");
    }
}
