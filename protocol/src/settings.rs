//! What the command line decides before the first word is heard.

use std::sync::Arc;
use std::thread;

use tengen_engine::engine::Options;
use tengen_engine::rule::RuleKind;

use crate::coords::Coords;
use crate::database::Databases;

/// How a session starts. Managers pass arguments of other engines, so none is an error.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The order of coordinates, or `None` to recognise Yixin-Board by how it begins.
    pub coords: Option<Coords>,
    /// What was given for that order and means none.
    pub unknown_coords: Option<String>,
    /// Whether the words mean what Yixin-Board means by them from the start; otherwise its own words tell.
    pub yixin: bool,
    /// What the engine may use until a manager says otherwise.
    pub options: Options,
    /// Where what is drawn by lot in openings begins, until a manager says otherwise.
    pub seed: u64,
    /// How many threads a manager is told that it may ask for.
    pub max_threads: usize,
    /// What opens databases and books, if anything does.
    pub databases: Option<Arc<dyn Databases>>,
    /// The rules for which weights were given in the place of those built in: where there are some and none for the rule of
    /// a game, that is told.
    pub weights_for: Vec<RuleKind>,
}

impl Default for Settings {
    fn default() -> Settings {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        Settings {
            coords: None,
            unknown_coords: None,
            yixin: false,
            options: Options::default(),
            seed: 0,
            max_threads: cores.min(Options::MAX_THREADS),
            databases: None,
            weights_for: Vec::new(),
        }
    }
}

impl Settings {
    /// Reads `--coords xy|yx|auto` and `--force-utf8`, which Yixin-Board passes on Windows. Anything else is ignored; an
    /// order that means none is kept, to be told of.
    pub fn from_args(args: impl IntoIterator<Item = String>) -> Settings {
        let mut settings = Settings::default();
        let mut args = args.into_iter();
        while let Some(arg) = args.next() {
            let (name, value) = match arg.split_once('=') {
                Some((name, value)) => (name, Some(value.to_string())),
                None => (arg.as_str(), None),
            };
            match name {
                "--coords" => {
                    let order = value.or_else(|| args.next()).unwrap_or_default();
                    (settings.coords, settings.unknown_coords) = match order.to_ascii_lowercase().as_str() {
                        "xy" => (Some(Coords::ColumnRow), None),
                        "yx" => (Some(Coords::RowColumn), None),
                        "auto" => (None, None),
                        _ => (None, Some(order)),
                    };
                }
                "--force-utf8" => settings.yixin = true,
                _ => {}
            }
        }
        settings
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_are_read_and_strange_ones_do_no_harm() {
        let read = |text: &str| Settings::from_args(text.split_whitespace().map(str::to_string));
        for (text, coords, unknown) in [
            ("", None, None),
            ("--coords xy", Some(Coords::ColumnRow), None),
            ("--coords=yx", Some(Coords::RowColumn), None),
            ("--coords YX", Some(Coords::RowColumn), None),
            ("--coords auto", None, None),
            ("--coords zz", None, Some("zz")),
            ("--coords zz --coords xy", Some(Coords::ColumnRow), None),
            ("--coords", None, Some("")),
        ] {
            let settings = read(text);
            assert_eq!((settings.coords, settings.unknown_coords.as_deref()), (coords, unknown), "{text}");
        }
        assert!(read("what --ever --force-utf8 -x=1").yixin);
        assert!(!read("what --ever").yixin);
    }
}
