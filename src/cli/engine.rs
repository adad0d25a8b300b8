//! What can be told of one engine of a match: `[NAME:]VALUE`, and values that are none of its [`terms`](crate::terms).

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

/// Who chooses in the place of an engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ChooserArg {
    /// This program.
    Tengen,
}

pub(super) fn parse_chooser(text: &str) -> Result<ChooserArg, String> {
    if text.eq_ignore_ascii_case("tengen") { Ok(ChooserArg::Tengen) } else { Err("only tengen can choose".to_string()) }
}
