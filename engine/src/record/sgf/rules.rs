//! Which rule a game is played by, in the words that files have for it.

use crate::opening::OpeningRule;
use crate::rule::RuleKind;

/// Opening rules of Renju that are known by their names alone.
const OF_RENJU: [&str; 2] = ["sakata", "jonsson"];
/// What stands behind the rule in the title of a game.
const BEHIND_RULE: [&str; 4] = ["(Rated)", "(Free)", "(Teach)", "Timing:"];

/// The rule that a text means: the number that the protocol has for it, where the text begins with one, or else the
/// first name, of one word or two.
pub(super) fn rule(text: &str) -> Option<RuleKind> {
    let words = text.split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty());
    let words: Vec<&str> = words.collect();
    let number = words.first().and_then(|word| RuleKind::from_number(word.parse().ok()?));
    let named = || {
        (0..words.len()).find_map(|at| {
            let two = words.get(at + 1).and_then(|next| rule_of_two_words(words[at], next));
            two.or_else(|| rule_of_word(words[at]))
        })
    };
    // An opening may be called free as well, and so this is the last that is tried.
    let is_free = || parts(text).any(|part| part.eq_ignore_ascii_case("free"));
    number.or_else(named).or_else(|| is_free().then_some(RuleKind::Freestyle))
}

/// The rule of a name such as `caro overline` or `designated: D6`.
fn rule_of_two_words(first: &str, second: &str) -> Option<RuleKind> {
    let first = first.trim_end_matches(':');
    ["-", ":"].into_iter().find_map(|between| rule_of_name(&format!("{first}{between}{second}")))
}

/// The rule whose name a word is, or a part of it such as `RENJU_2009`.
fn rule_of_word(word: &str) -> Option<RuleKind> {
    rule_of_name(&word.replace('_', "-")).or_else(|| parts(word).find_map(rule_of_name)).or_else(|| basic_rule(word))
}

/// The letters and digits of a text that stand together.
fn parts(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric())
}

/// The rule of a name, which may have digits after it, such as those of a year. Openings of Renju are named in its place.
fn rule_of_name(name: &str) -> Option<RuleKind> {
    let of_opening = |name: &str| Some(name.parse::<OpeningRule>().ok()?.usual_rule());
    let bare = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let of_name = |name: &str| {
        let is_of_renju = || OF_RENJU.iter().any(|known| known.eq_ignore_ascii_case(name));
        let opening = || of_opening(name).filter(|&rule| rule == RuleKind::Renju);
        RuleKind::from_name(name).or_else(opening).or_else(|| is_of_renju().then_some(RuleKind::Renju))
    };
    of_name(name).or_else(|| of_name(bare))
}

/// The rule in the one word that KataGomo has for all that it is told, as in `basicruleRENJUvcnruleNOVC`.
fn basic_rule(word: &str) -> Option<RuleKind> {
    let rest = word.strip_prefix("basicrule")?;
    let begins = |name: &str| rest.get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(name));
    RuleKind::ALL.into_iter().find(|rule| begins(rule.name()))
}

/// The rule that the title of a game names behind its players, as in `a-b(B) : RIF rule (Rated)`. Words that are not its
/// name, whole, are those of any title.
pub(super) fn rule_of_title(title: &str) -> Option<RuleKind> {
    let (_, words) = title.rsplit_once(" : ")?;
    let end = BEHIND_RULE.into_iter().filter_map(|mark| words.find(mark)).min().unwrap_or(words.len());
    let name = words[..end].trim();
    rule_of_name(&name.strip_suffix(" rule").unwrap_or(name).replace(' ', "-"))
}
