//! Headers of a record: what they say of rules, beginning, result and drawing, and which of them a game needs.

use super::reader::is_result;
use super::{Record, RecordFault};
use crate::jiu::game::Game;
use crate::jiu::position::Position;
use crate::jiu::rules::{Profile, Rules};
use crate::jiu::text;
use tengen_engine::point::Rows;

/// A header that tells the result, which otherwise stands after the last turn.
const RESULT: &str = "Result";

/// A name with a value.
pub(super) type Header = (String, String);

/// The header of a name, in which small letters and capitals are the same.
fn header<'h>(headers: &'h [Header], wanted: &str) -> Option<&'h Header> {
    headers.iter().find(|(name, _)| name.eq_ignore_ascii_case(wanted))
}

/// The headers with which a game can be read back. Options of its rules, such as `formations`, are not among them:
/// whoever reads it gives them again.
pub(super) fn headers_of(game: &Game) -> Vec<Header> {
    let rules = game.rules();
    let mut headers = vec![
        ("Size".to_string(), rules.side().to_string()),
        ("Profile".to_string(), rules.profile().name().to_string()),
    ];
    if game.start() != &Position::new(rules.size()) {
        headers.push(("Position".to_string(), text::to_line(game.start())));
    }
    headers
}

/// The rules and the beginning of a game. What headers do not say about size and profile is as in `rules`.
pub(super) fn rules_of_headers(headers: &[Header], mut rules: Rules) -> Result<(Rules, Position), RecordFault> {
    let value = |wanted: &str| header(headers, wanted);
    let fault =
        |(name, value): &Header, why: String| RecordFault::Header { name: name.clone(), value: value.clone(), why };
    let mut profile = rules.profile();
    if let Some(header) = value("Profile") {
        profile = Profile::from_name(&header.1).ok_or_else(|| fault(header, "no such profile".into()))?;
    }
    let mut side = rules.side();
    if let Some(header) = value("Size") {
        side = header.1.trim().parse().map_err(|_| fault(header, "no number".into()))?;
    }
    if let Some(header) = value("Position") {
        let position = text::parse(&header.1, Rows::default(), None).map_err(|why| fault(header, why.to_string()))?;
        if value("Size").is_some() && position.size().width() != side {
            return Err(fault(header, format!("not a board of {side} points a side")));
        }
        rules = rules.on(profile, position.size().width()).map_err(|why| fault(header, why.to_string()))?;
        return Ok((rules, position));
    }
    let rules = rules.on(profile, side);
    match (rules, value("Size")) {
        (Ok(rules), _) => Ok((rules, Position::new(rules.size()))),
        (Err(why), Some(header)) => Err(fault(header, why.to_string())),
        (Err(_), None) => unreachable!("the size of the rules is one"),
    }
}

impl Record {
    /// The result that stands after the last turn, or else that of the header `Result`, where it could stand there too.
    #[must_use]
    pub fn told_result(&self) -> Option<&str> {
        let of_header = || Some(header(&self.headers, RESULT)?.1.trim()).filter(|value| is_result(value));
        self.result.as_deref().or_else(of_header)
    }

    /// Which row is drawn lowest, if the header `Rows` says it: `top` or `bottom`.
    #[must_use]
    pub fn rows(&self) -> Option<Rows> {
        let (_, value) = header(&self.headers, "Rows")?;
        [("top", Rows::FromTop), ("bottom", Rows::FromBottom)]
            .into_iter()
            .find_map(|(name, rows)| value.trim().eq_ignore_ascii_case(name).then_some(rows))
    }

    /// The record with the headers of another, from which its game went on: all but a result that could stand after
    /// the last turn. Those that its own game needs are added where they are missing.
    #[must_use]
    pub fn with_headers(self, headers: &[(String, String)]) -> Record {
        let kept = headers.iter().filter(|(name, value)| !name.eq_ignore_ascii_case(RESULT) || !is_result(value));
        let missing = self.headers.iter().filter(|(name, _)| header(headers, name).is_none());
        Record { headers: kept.chain(missing).cloned().collect(), ..self }
    }
}
