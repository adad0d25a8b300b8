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
        let read = |lines: &str| {
            let mut made = (0, start);
            for (number, line) in (1..).zip(steps(lines, header)?) {
                let values = values_after(number, line, parameters);
                made = (number, values.with_context(|| format!("line {}", number + 1))?);
            }
            Ok(made)
        };
        let (file, (iterations, values)) = LineFile::open(path, &format!("{header}\n"), read)?;
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
            let Parameter { name, least, most, .. } = **parameter;
            let value = *self.values.get(name).with_context(|| format!("there is no value of {name}"))?;
            let is_in_range = (f64::from(least)..=most.into()).contains(&value);
            ensure!(is_in_range, "{name} is {value}, and not from {least} to {most}");
            Ok(value)
        };
        parameters.iter().map(value).collect()
    }
}

/// The lines of a file after the first, which must be the header where there is one.
fn steps<'a>(text: &'a str, header: &Value) -> Result<impl Iterator<Item = &'a str>> {
    let mut lines = text.lines();
    if let Some(head) = lines.next() {
        let head: Value = serde_json::from_str(head).context("its first line is not that of a run")?;
        let different = different(header, &head);
        ensure!(different.is_empty(), "it is of another run: {different}");
    }
    Ok(lines)
}

/// The values after the iteration of a number, from its line.
fn values_after(number: usize, line: &str, parameters: &[&Parameter]) -> Result<Vec<f64>> {
    let step: TuneStep = serde_json::from_str(line).context("this is no step")?;
    ensure!(step.iteration == number, "iteration {} where iteration {number} belongs", step.iteration);
    step.values_of(parameters)
}
