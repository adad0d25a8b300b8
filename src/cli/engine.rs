//! What can be told of one engine of a match: `[NAME:]VALUE`, and values that are none of its [`terms`](crate::terms).

use std::path::{Path, PathBuf};

/// A value written `[NAME:]VALUE`: for the engine of that name, or for every engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct PerEngine<T> {
    /// The engine, if it holds for one alone.
    pub engine: Option<String>,
    /// The value.
    pub value: T,
    /// All of it as it was given.
    pub text: String,
}

/// Reads `[NAME:]VALUE` by the parser of the value. A colon within a value comes after its `KEY=`.
pub(super) fn per_engine<T>(
    parse: fn(&str) -> Result<T, String>,
) -> impl Fn(&str) -> Result<PerEngine<T>, String> + Clone {
    move |text| match text.split_once(':').filter(|(name, _)| !name.contains('=')) {
        Some((name, value)) => {
            Ok(PerEngine { engine: Some(name.to_string()), value: parse(value)?, text: text.to_string() })
        }
        None => Ok(PerEngine { engine: None, value: parse(text)?, text: text.to_string() }),
    }
}

pub(super) fn parse_info(text: &str) -> Result<(String, String), String> {
    let (key, value) = text.split_once('=').ok_or("there is no KEY=VALUE")?;
    Ok((key.to_string(), value.to_string()))
}

/// Reads `[NAME:]FOLDER`. A path may have a colon of its own, as on Windows: the whole of it is for every engine where it is a
/// folder.
pub(super) fn parse_engine_folder(text: &str) -> Result<PerEngine<PathBuf>, String> {
    let whole = parse_folder(text).map(|value| PerEngine { engine: None, value, text: text.to_string() });
    whole.or_else(|_| per_engine(parse_folder)(text))
}

fn parse_folder(text: &str) -> Result<PathBuf, String> {
    let folder = Path::new(text);
    if folder.is_dir() { Ok(folder.to_path_buf()) } else { Err(format!("there is no folder {text}")) }
}

/// Who chooses in the place of an engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ChooserArg {
    /// This program.
    Tengen,
}

pub(super) fn parse_chooser(text: &str) -> Result<ChooserArg, String> {
    if text.eq_ignore_ascii_case("tengen") { Ok(ChooserArg::Tengen) } else { Err("only tengen can choose".to_string()) }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_folder_may_have_a_colon_of_its_own() {
        let folder = std::env::temp_dir().join(format!("tengen-a:b-{}", std::process::id()));
        std::fs::create_dir(&folder).unwrap();
        let path = folder.to_str().unwrap();
        let read = |text: &str| parse_engine_folder(text).map(|given| (given.engine, given.value));
        assert_eq!(read(path), Ok((None, folder.clone())));
        assert_eq!(read(&format!("x:{path}")), Ok((Some("x".to_string()), folder.clone())));
        std::fs::remove_dir(&folder).unwrap();
        assert!(read(path).is_err());
    }
}
