//! Depth, nodes and score out of the MESSAGE and INFO lines that engines print in many dialects.

use serde::{Deserialize, Serialize};

/// What an engine said about its thinking on one move.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub(super) struct Thought {
    /// Plies searched in full.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Nodes visited.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// The score, as the engine wrote it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<String>,
}

/// Listens to an engine that thinks on one move.
#[derive(Default)]
pub(super) struct ThoughtReader {
    /// What it has said so far.
    pub thought: Thought,
    /// Whether the `INFO` lines that come now are about another line of play than the best.
    is_aside: bool,
}

impl ThoughtReader {
    /// Takes in a line. From `INFO PV n` to `INFO PV DONE` the `INFO` lines are about one line of play, and 0 is the best.
    /// Of `MESSAGE REALTIME` and `MESSAGE DATABASE` each line is about one move or one record.
    pub(super) fn hear(&mut self, line: &str) {
        let mut words = line.split_whitespace().map(str::to_ascii_lowercase);
        let (first, second) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
        let is_info = first == "info";
        if is_info && second == "pv" {
            self.is_aside = words.next().and_then(|number| number.parse().ok()).is_some_and(|number: usize| number > 0);
        }
        let is_mark = first == "message" && ["realtime", "database"].contains(&second.as_str());
        if !(is_mark || is_info && self.is_aside) {
            self.thought.hear(line);
        }
    }
}

impl Thought {
    /// Takes in what a line tells. Later lines replace earlier ones.
    ///
    /// Understood are a word such as `depth`, `nodes` or `eval` with its value behind it, in any case and with `|`, `:`
    /// or `=` between them, as all known engines print it: `depth 12-20 ev 35 n 440K`, `Depth 12-20 | Eval 35 | Node 440K`,
    /// `DEPTH:12-20 VAL:35`, `INFO DEPTH 12`. Beside a `winrate`, as AlphaGomoku prints it, a score that proves nothing is a
    /// percentage, and none in the usual unit, as is an [expectation](is_expectation); a depth of 1 beside it is that of a
    /// tree that was searched nowhere in full.
    fn hear(&mut self, message: &str) {
        let mut words = message.split([' ', '\t', '|', ':', '=', ',', ';']).filter(|word| !word.is_empty()).peekable();
        let has_rates = message.split_whitespace().any(|word| word.eq_ignore_ascii_case("winrate"));
        while let Some(word) = words.next() {
            let Some(&value) = words.peek() else { return };
            match word.to_ascii_lowercase().as_str() {
                "depth" | "dep" | "d" => {
                    let first = value.split(['-', '/']).next().unwrap_or_default();
                    let depth = first.parse().ok().filter(|&depth: &u32| !has_rates || depth > 1);
                    self.depth = depth.or(self.depth);
                }
                "nodes" | "node" | "nd" | "n" | "totalnodes" => self.nodes = count(value).or(self.nodes),
                "eval" | "ev" | "evaluation" | "val" | "score" | "sc" | "cp"
                    if value.contains(|c: char| c.is_ascii_digit()) =>
                {
                    let is_score = proven(value).is_some() || !has_rates && !is_expectation(value);
                    self.score = is_score.then(|| value.chars().take(12).collect());
                }
                // Moves follow, and a move may look like any word.
                "pv" | "bestline" => return,
                _ => {}
            }
        }
    }
}

impl Thought {
    /// The score as a number; a forced win is more than every other, a forced loss less.
    pub(super) fn value(&self) -> Option<f64> {
        let score = self.score.as_deref()?;
        proven(score).or_else(|| score.parse().ok().filter(|value: &f64| value.is_finite()))
    }

    /// The plies of a forced win that was told.
    pub(super) fn win(&self) -> Option<usize> {
        let is_win = self.value() == Some(f64::INFINITY);
        let digits = self.score.as_deref().filter(|_| is_win)?.trim_start_matches(|c: char| !c.is_ascii_digit());
        digits.parse().ok()
    }
}

/// The value of a score that is proven, a mate or as AlphaGomoku writes it: `+M7`, `M-7`, `#7`; `W7`, `L7`, `D7`.
fn proven(score: &str) -> Option<f64> {
    let text = score.trim_start_matches(['+', '-']);
    let is_number = || text.get(1..).is_some_and(|plies| plies.parse::<u32>().is_ok());
    match text.chars().next()?.to_ascii_uppercase() {
        'M' | '#' if score.contains('-') => Some(f64::NEG_INFINITY),
        'M' | '#' => Some(f64::INFINITY),
        'W' if is_number() => Some(f64::INFINITY),
        'L' if is_number() => Some(f64::NEG_INFINITY),
        'D' if is_number() => Some(0.0),
        _ => None,
    }
}

/// Whether a score is the mean of the results that are expected, from -1 for a loss to 1 for a win: a number of that size
/// with a decimal point.
fn is_expectation(score: &str) -> bool {
    score.contains('.') && score.parse().is_ok_and(|value: f64| value.abs() <= 1.0)
}

/// A number that may be shortened: `440K`, `1.2M`.
fn count(text: &str) -> Option<u64> {
    let (digits, factor) = match text.as_bytes().last()?.to_ascii_uppercase() {
        b'K' => (&text[..text.len() - 1], 1e3),
        b'M' => (&text[..text.len() - 1], 1e6),
        b'G' | b'B' => (&text[..text.len() - 1], 1e9),
        _ => (text, 1.0),
    };
    let number: f64 = digits.parse().ok().filter(|number: &f64| number.is_finite() && *number >= 0.0)?;
    Some((number * factor) as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(message: &str, depth: u32, nodes: u64, score: &str) {
        let mut thought = Thought::default();
        thought.hear(message);
        assert_eq!(thought, Thought { depth: Some(depth), nodes: Some(nodes), score: Some(score.to_string()) });
    }

    #[test]
    fn the_dialects_of_engines_are_understood() {
        check("MESSAGE Speed 581K | Depth 14-24 | Eval -131 | Node 158K | Time 273ms", 14, 158_000, "-131");
        check("MESSAGE depth 12-20 ev +M7 n 1.5M n/ms 890 tm 500 pv h8 d 3", 12, 1_500_000, "+M7");
        check("MESSAGE depth 9 seldepth 14 multipv 1 score 35 nodes 12345 nps 1000 pv j9", 9, 12_345, "35");
        check("MESSAGE dep 10-14 sc 35 nd 1.2M sp 800K tm 1500", 10, 1_200_000, "35");
        check("MESSAGE DETAIL DEPTH:13-26 VAL:-115 TIME:6352MS NODE:5M [I,9]", 13, 5_000_000, "-115");
        // Two lines of play, in the manner of Yixin-Board: the second has another depth and another score.
        let best = ["NUMPV 2", "PV 0", "DEPTH 7", "NODES 60", "TOTALNODES 99", "EVAL -3", "WINRATE 0.49"];
        let other = ["PV DONE", "PV 1", "DEPTH 6", "NODES 39", "EVAL -200", "BESTLINE 8,8 7,7", "PV DONE"];
        let mut reader = ThoughtReader::default();
        for line in best.iter().chain(&other) {
            reader.hear(&format!("INFO {line}"));
        }
        let mut thought = reader.thought;
        assert_eq!((thought.depth, thought.nodes, thought.score.as_deref()), (Some(7), Some(99), Some("-3")));
        let before = thought.clone();
        thought.hear("MESSAGE depth of despair, nodes of worry; eval unclear d");
        assert_eq!(thought, before);
        for (line, score) in [
            ("MESSAGE best: [7,8] val=135", Some("135")),
            ("MESSAGE Speed: 802 | Evaluation: -115", Some("-115")),
            // Of one move, or of a record.
            ("MESSAGE REALTIME VAL 30", Some("W9")),
            ("message database 7 7 val 30", Some("W9")),
            // An expectation.
            ("MESSAGE : action 7,8, max 812, total 1000 rate 0.81 score -0.97 last simi 3", None),
            ("MESSAGE ev 1.00", None),
            ("MESSAGE ev -1.25", Some("-1.25")),
            ("MESSAGE ev 1", Some("1")),
        ] {
            let told = Thought { score: Some("W9".to_string()), ..Thought::default() };
            let mut reader = ThoughtReader { thought: told, is_aside: false };
            reader.hear(line);
            assert_eq!(reader.thought.score.as_deref(), score, "{line}");
        }
        let rates = "winrate 56.7 drawrate 6.9 n 1200 n/s 900 tm 1300 pv h8 W3";
        for (said, score, value, win) in [
            ("ev 60.1", None, None, None),
            ("ev W3", Some("W3"), Some(f64::INFINITY), Some(3)),
            ("ev L5", Some("L5"), Some(f64::NEG_INFINITY), None),
            ("ev D4", Some("D4"), Some(0.0), None),
        ] {
            let mut thought = Thought { score: Some("W9".to_string()), ..Thought::default() };
            thought.hear(&format!("MESSAGE depth 1-45 {said} {rates}"));
            assert_eq!((thought.depth, thought.nodes, thought.score.as_deref()), (None, Some(1200), score), "{said}");
            assert_eq!((thought.value(), thought.win()), (value, win), "{said}");
        }
    }
}
