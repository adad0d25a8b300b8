//! The table of openings: a case a line, read as its head explains.

/// A line of the table, as its head explains.
pub(crate) struct Case {
    pub(crate) number: usize,
    pub(crate) rule: String,
    pub(crate) options: String,
    pub(crate) actions: String,
    /// Stones, opening, who holds Black, what is due, from whom, and how many fifths.
    pub(crate) state: [String; 6],
    pub(crate) refused: Option<String>,
    pub(crate) reason: Option<String>,
}

pub(crate) fn cases() -> Vec<Case> {
    let text = include_str!("../data/opening-rules/cases.txt");
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| {
            let columns: Vec<String> = line.split(" | ").map(str::to_string).collect();
            let [number, rule, options, actions, state, refused, reason, _] = <[String; 8]>::try_from(columns).unwrap();
            let state: Vec<String> = state.split(' ').map(str::to_string).collect();
            let named = |text: String| Some(text).filter(|text| text != "-");
            Case {
                number: number.parse().unwrap(),
                rule,
                options,
                actions,
                state: state.try_into().unwrap(),
                refused: named(refused),
                reason: named(reason),
            }
        })
        .collect()
}
