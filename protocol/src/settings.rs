//! What the command line decides before the first word is heard.

use std::ffi::OsString;
use std::sync::Arc;
use std::thread;

use tengen_engine::engine::Options;
use tengen_engine::rule::RuleKind;

use crate::coords::Coords;
use crate::database::Databases;

/// How a session starts.
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
    /// How many threads a manager may ask for, and is told that it may: with more than run at a time each answer would be late.
    pub max_threads: usize,
    /// What opens databases and books, if anything does.
    pub databases: Option<Arc<dyn Databases>>,
    /// The rules for which weights were given in the place of those built in: where there are some and none for the rule of
    /// a game, that is told.
    pub weights_for: Vec<RuleKind>,
    /// What of the command line cannot be had, though every game would be another without it, as weights that cannot be read:
    /// each `START` is refused with it.
    pub fault: Option<String>,
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
            max_threads: cores,
            databases: None,
            weights_for: Vec::new(),
            fault: None,
        }
    }
}

impl Settings {
    /// Reads `--coords xy|yx|auto` and `--force-utf8`, which Yixin-Board passes on Windows, and gives back the arguments that are
    /// neither: managers pass those of other engines, so none is an error here. An order that means none is kept, to be told
    /// of; what begins with `--` is the next option and no order.
    pub fn from_args(args: impl IntoIterator<Item = OsString>) -> (Settings, Vec<OsString>) {
        let (mut settings, mut others) = (Settings::default(), Vec::new());
        let mut args = args.into_iter().peekable();
        while let Some(arg) = args.next() {
            let text = arg.to_string_lossy().into_owned();
            match text.split_once('=').map_or((text.as_str(), None), |(name, value)| (name, Some(value))) {
                ("--coords", Some(order)) => settings.set_coords(order),
                ("--coords", None) => {
                    let order = args.next_if(|next| !next.as_encoded_bytes().starts_with(b"--")).unwrap_or_default();
                    settings.set_coords(&order.to_string_lossy());
                }
                ("--force-utf8", _) => settings.yixin = true,
                _ => others.push(arg),
            }
        }
        (settings, others)
    }

    fn set_coords(&mut self, order: &str) {
        (self.coords, self.unknown_coords) = match order.to_ascii_lowercase().as_str() {
            "xy" => (Some(Coords::ColumnRow), None),
            "yx" => (Some(Coords::RowColumn), None),
            "auto" => (None, None),
            _ => (None, Some(order.to_string())),
        };
    }
}

#[cfg(test)]
mod tests {
    use std::ffi::OsStr;

    use super::*;

    #[test]
    fn arguments_are_read_and_strange_ones_do_no_harm() {
        let read = |text: &str| Settings::from_args(text.split_whitespace().map(OsString::from));
        for (text, coords, unknown, others) in [
            ("", None, None, ""),
            ("--coords xy", Some(Coords::ColumnRow), None, ""),
            ("--coords=yx", Some(Coords::RowColumn), None, ""),
            ("--coords YX", Some(Coords::RowColumn), None, ""),
            ("--coords auto 15", None, None, "15"),
            ("--coords zz", None, Some("zz"), ""),
            ("--coords zz --coords xy", Some(Coords::ColumnRow), None, ""),
            ("--coords", None, Some(""), ""),
            // No word is read twice.
            ("--coords --weights w", None, Some(""), "--weights w"),
            ("--weights --coords yx", Some(Coords::RowColumn), None, "--weights"),
        ] {
            let (settings, found) = read(text);
            assert_eq!((settings.coords, settings.unknown_coords.as_deref()), (coords, unknown), "{text}");
            assert_eq!(found.join(OsStr::new(" ")), OsString::from(others), "{text}");
        }
        let (settings, others) = read("what --ever --force-utf8 -x=1");
        assert_eq!((settings.yixin, others), (true, ["what", "--ever", "-x=1"].map(OsString::from).to_vec()));
        assert!(!read("what --ever").0.yixin);
    }
}
