//! The file of a run: JSON Lines, first what it depends on, then the values after each iteration, to go on from.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tengen_engine::internals::search::params::Parameter;

use crate::line_file::LineFile;
use crate::training::dataset::file::different;

/// An iteration that was made.
#[derive(Serialize, Deserialize)]
pub(super) struct TuneStep {
    /// Its number, from 1.
    pub(super) iteration: usize,
    /// The values after it.
    pub(super) values: BTreeMap<String, f64>,
}

/// A file that steps are added to.
pub(super) struct TuneState {
    file: LineFile,
    iterations: usize,
}

impl TuneState {
    /// Opens the file of a run with this header, or makes it, and returns it with the values to go on from, which are
    /// `start` in a new one.
    pub(super) fn open(
        path: &Path,
        header: &Value,
        parameters: &[&Parameter],
        start: Vec<f64>,
    ) -> Result<(TuneState, Vec<f64>)> {
        let last_values = |lines: &str| {
            let last = last_step(lines, header)?;
            let values = last.as_ref().map_or(Ok(start), |step| step.values_of(parameters))?;
            Ok((last.map_or(0, |step| step.iteration), values))
        };
        let (file, (iterations, values)) = LineFile::open(path, &format!("{header}\n"), last_values)?;
        Ok((TuneState { file, iterations }, values))
    }

    /// How many iterations are in the file.
    pub(super) fn iterations(&self) -> usize {
        self.iterations
    }

    /// Adds the next iteration.
    pub(super) fn add(&mut self, step: &TuneStep) -> Result<()> {
        self.iterations = step.iteration;
        self.file.add_json(step)
    }
}

impl TuneStep {
    fn values_of(&self, parameters: &[&Parameter]) -> Result<Vec<f64>> {
        let value = |parameter: &&Parameter| {
            self.values.get(parameter.name).copied().with_context(|| format!("there is no value of {}", parameter.name))
        };
        parameters.iter().map(value).collect()
    }
}

/// The last step in the lines of a file, if there is any; the first line must be the header.
fn last_step(text: &str, header: &Value) -> Result<Option<TuneStep>> {
    let mut lines = text.lines();
    let Some(head) = lines.next() else { return Ok(None) };
    let head: Value = serde_json::from_str(head).context("its first line is not that of a run")?;
    let different = different(header, &head);
    ensure!(different.is_empty(), "it is of another run: {different}");
    lines.next_back().map(serde_json::from_str).transpose().context("its last line is no step")
}
