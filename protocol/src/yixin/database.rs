//! What is known of positions, as Yixin-Board reads it.

use tengen_engine::Cell;
use tengen_engine::database::children::{KnownChild, board_texts};
use tengen_engine::database::{PositionEntry, PositionLabel, ValueBound};
use tengen_engine::game::Game;
use tengen_engine::rule::RuleKind;
use tengen_engine::score::Score;

use crate::coords::Coords;

/// The bytes of the longest text that Yixin-Board draws on a point.
const LONGEST_BOARD_TEXT: usize = 6;
/// How many letters of a tag Yixin-Board draws.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TagLength {
    /// The last two: the original board, which asks for moves and comments apart.
    Two,
    /// All of four, one byte each of a number.
    Four,
}
/// The number that says that something is known and there is no tag.
const NO_TAG: i64 = -1;

/// The moves of a position with what is known after each, in tags of this length, and the texts on its other points.
#[must_use]
pub fn children(
    known: &[KnownChild],
    entry: Option<&PositionEntry>,
    game: &Game,
    coords: Coords,
    tags: TagLength,
) -> Vec<String> {
    let (rule, size) = (game.rule(), game.size());
    let mut lines = vec!["MESSAGE DATABASE REFRESH".to_string()];
    let mut texts = entry.map_or_else(Vec::new, |entry| board_texts(entry, game));
    // Programs index their boards with what they read here, and draw it in place of a stone.
    texts.retain(|(at, _)| size.contains(*at) && game.cell(*at) == Cell::Empty);
    let text = |point| texts.iter().find(|(at, _)| *at == point).map_or("", |(_, text)| text.as_str());
    let mut tell = |point, tag, child: &PositionEntry| {
        let (first, second) = coords.numbers(point);
        let PositionEntry { value, depth, bound, comment, .. } = child;
        let (bound, has_comment) = (bound.number(), u8::from(!comment.is_empty()));
        let mut text = text(point).split_whitespace().collect::<Vec<_>>().join("_");
        // Yixin-Board would cut through a letter.
        while text.len() > LONGEST_BOARD_TEXT {
            text.pop();
        }
        let line = format!("MESSAGE DATABASE {first} {second} {tag} {value} {depth} {bound} {has_comment} {text}");
        lines.push(line.trim_end().to_string());
    };
    for child in known {
        tell(child.point, packed_tag(&shortened(board_tag(&child.entry, rule), tags)), &child.entry);
    }
    for (point, _) in &texts {
        if !known.iter().any(|child| child.point == *point) {
            // With a tag of 0 Yixin-Board would not draw the text.
            tell(*point, NO_TAG, &PositionEntry::default());
        }
    }
    lines.push("MESSAGE DATABASE DONE".to_string());
    lines
}

/// What is known of one position.
#[must_use]
pub fn record(entry: Option<&PositionEntry>, rule: RuleKind) -> String {
    let nothing = PositionEntry::default();
    let entry = entry.unwrap_or(&nothing);
    let label = match entry.label {
        PositionLabel::NULL if *entry == nothing => 0,
        PositionLabel::NULL | PositionLabel::NONE => -1,
        label => i32::from(label.byte()),
    };
    let tag = board_tag(entry, rule);
    let line = format!("MESSAGE DATABASE ONE {label} {} {} {} {tag}", entry.value, entry.depth, entry.bound.number());
    line.trim_end().to_string()
}

/// The comment of a position between quotes, line by line: the reader goes on until the closing quote.
#[must_use]
pub fn comment(entry: Option<&PositionEntry>) -> Vec<String> {
    let text = entry.map(|entry| entry.comment.as_str()).unwrap_or_default();
    let text = text.replace('\\', "\\\\").replace('"', "\\\"").replace('\r', "");
    format!("MESSAGE DATABASE TEXT \"{text}\"").split('\n').map(str::to_string).collect()
}

/// What Yixin-Board draws on the point of the last move: `W13`, `L*` for a loss of unknown length, another letter, or how many
/// of a hundred games its player wins from here.
fn board_tag(entry: &PositionEntry, rule: RuleKind) -> String {
    match entry.label {
        PositionLabel::WIN if entry.mate().is_none() => "W*".to_string(),
        PositionLabel::LOSS if entry.mate().is_none() => "L*".to_string(),
        label if label.letter().is_none() && entry.bound == ValueBound::Exact => {
            let share = Score::judged(-i32::from(entry.value)).win_probability(rule);
            // The board has room for two digits.
            format!("{:.0}%", (share * 100.0).clamp(0.0, 99.0))
        }
        _ => entry.tag(),
    }
}

/// A tag of at most so many letters: a share without its sign, or who wins without the length.
fn shortened(tag: String, length: TagLength) -> String {
    let longest = match length {
        TagLength::Two => 2,
        TagLength::Four => 4,
    };
    if tag.len() <= longest {
        return tag;
    }
    tag.strip_suffix('%').map_or_else(|| format!("{}*", &tag[..1]), str::to_string)
}

/// A tag as a number whose bytes are its letters, the first the highest.
fn packed_tag(tag: &str) -> i64 {
    if tag.is_empty() { NO_TAG } else { tag.bytes().fold(0, |number, letter| number << 8 | i64::from(letter)) }
}

#[cfg(test)]
mod tests {
    use tengen_engine::database::SideOutcome;

    use super::*;

    #[test]
    fn tags_are_packed_as_yixin_board_unpacks_them() {
        let check = |change: &dyn Fn(&mut PositionEntry), tag: &str, packed: i64| {
            let mut entry = PositionEntry::default();
            change(&mut entry);
            let found = board_tag(&entry, RuleKind::Renju);
            assert_eq!((found.as_str(), packed_tag(&found)), (tag, packed));
        };
        check(&|_| {}, "", -1);
        check(&|entry| entry.label = PositionLabel::FORCED, "!", 33);
        // The move itself is the first ply, as in the analysis of the position before it.
        check(&|entry| entry.set_mate(SideOutcome::Loss, 12), "W13", 0x0057_3133);
        check(&|entry| entry.set_mate(SideOutcome::Win, 7), "L8", 0x4c38);
        check(&|entry| entry.set_mate(SideOutcome::Loss, 112), "W113", 0x5731_3133);
        check(&|entry| entry.label = PositionLabel::LOSS, "L*", 0x4c2a);
        check(&|entry| entry.label = PositionLabel::WIN, "W*", 0x572a);
        check(&|entry| entry.set_score(Score::DRAW, 9), "50%", 0x0035_3025);
        // What is good for the side to move is bad for the player of the last move.
        check(&|entry| entry.set_score(Score::judged(9_000), 9), "0%", 0x3025);
        check(&|entry| entry.set_score(Score::judged(-9_000), 9), "99%", 0x0039_3925);
        let deep = |entry: &mut PositionEntry| (entry.value, entry.bound) = (31, ValueBound::Lower);
        check(&deep, "", -1);
    }

    #[test]
    fn a_tag_that_is_too_long_still_tells_who_wins() {
        let check = |tag: &str, length, short: &str| assert_eq!(shortened(tag.to_string(), length), short);
        check("W113", TagLength::Four, "W113");
        check("L1001", TagLength::Four, "L*");
        check("W13", TagLength::Two, "W*");
        check("L8", TagLength::Two, "L8");
        check("50%", TagLength::Two, "50");
        check("9%", TagLength::Two, "9%");
        check("", TagLength::Two, "");
    }

    #[test]
    fn a_comment_ends_with_the_quote_that_is_not_its_own() {
        let entry = PositionEntry { comment: "a \"b\" \\\r\nc".to_string(), ..PositionEntry::default() };
        assert_eq!(comment(Some(&entry)), ["MESSAGE DATABASE TEXT \"a \\\"b\\\" \\\\", "c\""]);
        assert_eq!(comment(None), ["MESSAGE DATABASE TEXT \"\""]);
    }
}
