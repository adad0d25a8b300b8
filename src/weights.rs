//! Weights that are tried without being built in: read from files before anything thinks.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use parking_lot::Mutex;
use tengen_engine::internals::eval::weights::{EvalTable, Weights};
use tengen_engine::rule::RuleKind;

/// The argument that names a file of weights, to the protocol program too.
const ARGUMENT: &str = "--weights";

/// Checksums of the weights that were loaded, by the number of their rule.
static LOADED: Mutex<BTreeMap<u8, u32>> = Mutex::new(BTreeMap::new());

/// The number by which records name the weights by which this process judges positions of a rule.
pub(crate) fn checksum(rule: RuleKind) -> u32 {
    let loaded = LOADED.lock().get(&(rule as u8)).copied();
    loaded.unwrap_or_else(|| checksum_of(&Weights::embedded(rule)))
}

/// The number by which records name weights: CRC-32 of their file, in the format that it had when the first were begun.
pub(crate) fn checksum_of(weights: &Weights) -> u32 {
    crc32fast::hash(&weights.to_former_bytes())
}

/// Lets the process think by the weights of these files, each for the rule that it was made for, and returns those rules.
///
/// # Errors
/// The file that is wrong, and where; two files for one rule.
pub(crate) fn load(files: &[PathBuf]) -> Result<Vec<RuleKind>> {
    let mut loaded: BTreeMap<u8, &Path> = BTreeMap::new();
    let mut rules = Vec::new();
    for file in files {
        let weights = read(file)?;
        if let Some(other) = loaded.insert(weights.rule as u8, file) {
            bail!("{} and {} are both weights of {}", other.display(), file.display(), weights.rule);
        }
        rules.push(weights.rule);
        EvalTable::replace(&weights).with_context(|| file.display().to_string())?;
        LOADED.lock().insert(weights.rule as u8, checksum_of(&weights));
    }
    Ok(rules)
}

/// The same for a command that thinks about one rule alone: weights of another one were given by mistake.
pub(crate) fn load_for(rule: RuleKind, files: &[PathBuf]) -> Result<()> {
    load_for_any(&[rule], files)
}

/// The same for a command that thinks about these rules alone.
pub(crate) fn load_for_any(rules: &[RuleKind], files: &[PathBuf]) -> Result<()> {
    for (found, file) in load(files)?.into_iter().zip(files) {
        check_rule(file, found, rules)?;
    }
    Ok(())
}

/// Weights of another rule than those that are meant were given by mistake.
fn check_rule(file: &Path, found: RuleKind, rules: &[RuleKind]) -> Result<()> {
    let meant = RuleKind::ALL.into_iter().filter(|rule| rules.contains(rule)).map(RuleKind::name);
    let meant = meant.collect::<Vec<_>>().join(" and ");
    ensure!(rules.contains(&found), "{} are weights of {found}, and this is {meant}", file.display());
    Ok(())
}

/// The same for the arguments of the protocol program that settings leave over, among which there may be anything else.
pub(crate) fn load_from_args(args: impl IntoIterator<Item = OsString>) -> Result<Vec<RuleKind>> {
    let mut files = Vec::new();
    let mut args = args.into_iter();
    while let Some(arg) = args.next() {
        let text = arg.to_string_lossy();
        match text.strip_prefix(ARGUMENT).and_then(|rest| rest.strip_prefix('=')) {
            Some(file) => {
                let is_text = arg.to_str().is_some();
                ensure!(is_text, "{text}: this is not UTF-8; write {ARGUMENT} and the file as two arguments");
                files.push(PathBuf::from(file));
            }
            None if arg == ARGUMENT => {
                files.push(args.next().with_context(|| format!("{ARGUMENT} names no file"))?.into());
            }
            None => {}
        }
    }
    load(&files)
}

/// The weights of a rule in a file.
///
/// # Errors
/// The file, and at which byte it is wrong or for which other rule its weights were made.
pub(crate) fn read_for(rule: RuleKind, file: &Path) -> Result<Weights> {
    let weights = read(file)?;
    check_rule(file, weights.rule, &[rule])?;
    Ok(weights)
}

fn read(file: &Path) -> Result<Weights> {
    let bytes = fs::read(file).with_context(|| format!("cannot read the weights {}", file.display()))?;
    Weights::from_any_bytes(&bytes).with_context(|| format!("cannot use the weights {}", file.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_of_former_versions_name_weights_by_the_same_number() {
        assert_eq!(checksum_of(&Weights::zero(RuleKind::Caro)), 0xceb0_10cf);
    }

    #[cfg(unix)]
    #[test]
    fn a_file_whose_name_is_no_text_is_not_passed_over() {
        use std::os::unix::ffi::OsStringExt;
        let check = |args: &[&[u8]], complaint: &str| {
            let loaded = load_from_args(args.iter().map(|arg| OsString::from_vec(arg.to_vec())));
            assert!(loaded.unwrap_err().to_string().contains(complaint), "{args:?}");
        };
        check(&[b"--weights=Andr\xe9.weights"], "Andr\u{fffd}.weights: this is not UTF-8");
        check(&[b"--weights", b"Andr\xe9.weights"], "cannot read the weights Andr\u{fffd}.weights");
    }
}
