//! The rule of a game as every command reads it: by its name, or by the number that it has in the protocol.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, TypedValueParser};
use clap::{Arg, Command, Error};
use tengen_engine::rule::RuleKind;
use tengen_protocol::info::{self, Dialect};

/// Reads the rule that an option names, and tells its help the names that there are.
#[derive(Clone)]
pub(crate) struct RuleParser;

impl TypedValueParser for RuleParser {
    type Value = RuleKind;

    fn parse_ref(&self, command: &Command, option: Option<&Arg>, value: &OsStr) -> Result<RuleKind, Error> {
        TypedValueParser::parse_ref(&parse_rule, command, option, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(RuleKind::ALL.into_iter().map(|rule| PossibleValue::new(rule.name()))))
    }
}

/// Reads a rule.
///
/// # Errors
/// The rules that there are, if this is none.
pub(crate) fn parse_rule(text: &str) -> Result<RuleKind, String> {
    let number = text.parse().ok().and_then(|number| info::rules(number, Dialect::Gomocup));
    let by_number = number.filter(|rules| !rules.continuous).map(|rules| rules.kind);
    by_number.or_else(|| RuleKind::from_name(text)).ok_or_else(|| {
        let rules = RuleKind::ALL.map(|rule| format!("{} ({})", rule.name(), rule.number()));
        format!("no such rule; there are {}, each also by its protocol number", rules.join(", "))
    })
}

#[cfg(test)]
mod tests {
    use clap::{CommandFactory, Parser};

    use super::*;
    use crate::cli::Cli;

    /// What the options of a command and of all below it are for.
    fn helps(command: &Command) -> Vec<String> {
        let own = command.get_arguments().filter_map(Arg::get_help).map(ToString::to_string);
        own.chain(command.get_subcommands().flat_map(helps)).collect()
    }

    #[test]
    fn every_option_for_a_rule_tells_the_names_and_takes_the_numbers() {
        let mut cli = Cli::command();
        for name in ["analyze", "review", "match", "opening", "openings", "selfplay", "train", "tune", "speed", "sheet"]
        {
            let command = cli.find_subcommand_mut(name).unwrap();
            let help = command.render_help().to_string().split_whitespace().collect::<Vec<_>>().join(" ");
            let names = RuleKind::ALL.map(RuleKind::name).join(", ");
            assert!(help.contains(&format!("[possible values: {names}]")), "{name}: {help}");
        }
        let numbers = RuleKind::ALL.map(|rule| rule.number().to_string());
        let [others @ .., last] = &numbers;
        let told = format!("protocol number {} or {last}", others.join(", "));
        let mut helps = helps(&cli);
        helps.retain(|help| help.contains("protocol number"));
        assert!(helps.len() > 5 && helps.iter().all(|help| help.contains(&told)), "{told}: {helps:?}");
        let known = numbers.iter().map(|number| (number.as_str(), true));
        for (rule, is_one) in known.chain([("renju", true), ("3", false), ("chess", false)]) {
            let parsed = Cli::try_parse_from(["pbrain-tengen", "speed", "--rule", rule]);
            assert_eq!(parsed.is_ok(), is_one, "{rule}");
            let why = parsed.err().map(|error| error.to_string()).unwrap_or_default();
            assert_eq!(why.contains("no such rule; there are freestyle (0), "), !is_one, "{why}");
        }
    }
}
