//! Records of Piskvork (`.psq`): a line with the size of the board, then one line a stone.
//!
//! ```text
//! Piskvorky 15x15, 11:11, 0
//! 8,8,0
//! 9,7,350
//! engine one
//! engine two
//! -1
//! ```
//!
//! Columns and rows are counted from 1, from the left and from the top, or from 0 where one is 0 and all lie on the board
//! so, unless Gomocup judged the game; milliseconds follow, which are 0 for all stones where nobody took the time. The last
//! number of the first line is that of the player who began, 0 or 1. Black moves first and colours alternate. The first line
//! that does not begin with two numbers ends the moves; names may follow, a number for how the game ended, and a line of the
//! Gomocup tournament: a number for who won, 0 for a draw, and the league, which is called by its rule, or Fastgame, which is
//! freestyle. A league called Caro sets none, for there are two rules of it. A last move on a stone or off the board lost
//! such a game, and is passed over. Where stones follow, or two names and the number, the line that ended the moves is
//! damaged; so are lines of the form of a stone. Blank lines are passed over; beside a single name one is a name that is
//! empty.

use std::fmt::Write as _;

use super::builder::TreeBuilder;
use super::head::Head;
use super::lines::{TextLine, TextLines};
use super::losses::Keeps;
use super::plain::plain_line;
use super::reading::{Fault, Faults, ReadError, ReadOptions, Remarks, text_of};
use super::tree::{Notes, Tree};
use super::writing::{WriteError, WriteOptions, Written};
use crate::charset::Charset;
use crate::color::Color;
use crate::game::GameResult;
use crate::point::BoardSize;
use crate::rule::RuleKind;
use crate::sgf::{RecordedResult, RecordedWin};

/// The word with which a file begins.
const HEAD: &str = "piskvorky";
/// What [`written_name`] makes of an empty name.
const NO_NAME: &str = "\"\"";
/// What is told of a file that counts from 0.
const FROM_ZERO: &str =
    "coordinates are counted from 0 here, as in a file that Piskvork saved under \"All files\", and not from 1";

/// What a file holds.
pub(super) const KEEPS: Keeps = Keeps { times: true, size: true, heads: &[Head::Black, Head::White], ..Keeps::NOTHING };

/// Whether a text begins as a file of Piskvork does.
#[must_use]
pub(super) fn is_psq(text: &str) -> bool {
    let text = text.trim_start();
    text.get(..HEAD.len()).is_some_and(|head| head.eq_ignore_ascii_case(HEAD))
}

/// Gives the tree of the game of a file, and tells what was passed over.
///
/// # Errors
/// What is wrong with the file and where.
pub(super) fn read(bytes: &[u8], options: &ReadOptions, each: &mut dyn FnMut(Tree)) -> Result<Remarks, ReadError> {
    let mut faults = Faults::new(options);
    let text = text_of(bytes, options, &mut faults)?;
    let mut lines = TextLines::new(&text);
    let head = lines.next().unwrap_or(TextLine { text: "", at: 0 });
    let error = |fault| ReadError { at: lines.place(head.at), fault };
    let (width, height) =
        sides(head.text).ok_or_else(|| error(Fault::Head("a PSQ file begins with Piskvorky WIDTHxHEIGHT")))?;
    let size = BoardSize::new(width, height).ok_or_else(|| error(Fault::Size { width, height }))?;
    let stones = || lines.clone().map_while(|line| stone(line.text));
    let zero = stones().position(|(x, y, _)| x.min(y) == 0);
    // A judge counts from 1: a last stone on 0 lies off the board.
    let is_judged = zero == stones().count().checked_sub(1)
        && is_before_league(lines.clone().skip_while(|line| stone(line.text).is_some()));
    let is_from_zero = zero.is_some() && stones().all(|(x, y, _)| size.point(x, y).is_some()) && !is_judged;
    if is_from_zero {
        faults.remark(|| lines.place(head.at), Fault::Doubtful(FROM_ZERO));
    }
    let first = usize::from(!is_from_zero);
    let is_timed = is_timed(stones());
    // How many of the remarks do not say that a move is missing.
    let mut harmless = faults.remarks.count;
    let mut builder = TreeBuilder::new(size);
    builder.tree_mut().texts.charset = Charset::of_file(bytes, options.charset);
    while let Some((line, (x, y, time))) = lines.peek().and_then(|line| Some((line, stone(line.text)?))) {
        lines.next();
        let place = x.checked_sub(first).zip(y.checked_sub(first));
        let fault = match place.map(|(x, y)| size.point(x, y)) {
            None => Fault::FromZero(x, y),
            Some(None) => Fault::OffBoard(format!("{x},{y} (counted from 1)"), size),
            Some(Some(point)) => {
                let added = builder.add_in_turn(Some(point));
                let milliseconds = time.filter(|_| is_timed);
                match added.and_then(|_| builder.write(Notes { milliseconds, ..Notes::default() })) {
                    Ok(()) => continue,
                    Err(fault) => fault,
                }
            }
        };
        let has_lost = match fault {
            Fault::Occupied(_) => after_names(lines.clone()).is_some(),
            Fault::OffBoard(..) | Fault::FromZero(..) => is_before_league(lines.clone()),
            _ => false,
        };
        if has_lost {
            faults.remark(|| lines.place(line.at), fault);
            harmless += 1;
        } else {
            // Colours alternate, so nothing after it can be told.
            faults.meet(|| lines.place(line.at), fault)?;
        }
        break;
    }
    // Whatever follows the moves tells that none of them is missing, but for digits, with which a stone begins.
    let is_cut = |line: &str| line.bytes().all(|byte| byte.is_ascii_digit());
    let mut left = lines.clone();
    let may_be_cut = left.next().is_none_or(|line| is_cut(line.text)) && left.next().is_none();
    if builder.moves() > 0 && may_be_cut && !text.ends_with(['\n', '\r']) {
        faults.remark(|| lines.place(lines.end()), Fault::OpenLine);
    }
    pass_over_stones(&mut lines, &mut faults)?;
    while let Some(line) = lines.peek().filter(|line| is_like_stone(line.text)) {
        lines.next();
        faults.remark(|| lines.place(line.at), Fault::word(line.text, "stone, nor one of two names"));
    }
    end(&mut builder, &lines, began(head.text), harmless, &mut faults);
    each(builder.finish());
    Ok(faults.remarks)
}

/// What comes after two names and the number that the judge of Gomocup writes after them, where these come next.
fn after_names<'a, I: Iterator<Item = TextLine<'a>>>(mut lines: I) -> Option<I> {
    let are_names = lines.by_ref().take(2).all(|line| stone(line.text).is_none());
    (are_names && lines.next()?.text == "-1").then_some(lines)
}

/// Whether these come next, and then the line of Gomocup.
fn is_before_league<'a>(lines: impl Iterator<Item = TextLine<'a>>) -> bool {
    after_names(lines).and_then(|mut after| after.next()).is_some_and(|line| line.text.contains(','))
}

/// The rule of a league such as Renju15_1. Caro is not clear: there are two rules of it.
fn rule_of_league(league: &str) -> Option<RuleKind> {
    /// A league of freestyle with less time.
    const FAST: &str = "fastgame";
    let name = league.split(|c: char| !c.is_ascii_alphabetic()).next()?;
    let rule = if name.eq_ignore_ascii_case(FAST) { Some(RuleKind::Freestyle) } else { RuleKind::from_name(name) };
    rule.filter(|&rule| rule != RuleKind::Caro)
}

/// Goes past the last stone after the line that ended the moves: no line before it is a name or a result. A third
/// number tells a stone from the line of Gomocup.
fn pass_over_stones(lines: &mut TextLines<'_>, faults: &mut Faults) -> Result<(), ReadError> {
    let is_stone = |line: &TextLine<'_>| matches!(stone(line.text), Some((_, _, Some(_))));
    let last = lines.clone().enumerate().filter(|(_, line)| is_stone(line)).last();
    let (Some(line), Some((last, _))) = (lines.peek(), last) else { return Ok(()) };
    // A stone is here only when the one before it ended the moves, and that was told.
    if stone(line.text).is_none() {
        faults.meet(|| lines.place(line.at), Fault::word(line.text, "stone, and stones follow"))?;
    }
    lines.nth(last);
    Ok(())
}

/// Reads what comes after the moves. The second player has Black when he began. A move is missing where there are more
/// remarks than the harmless ones.
fn end(builder: &mut TreeBuilder, lines: &TextLines<'_>, began: usize, harmless: usize, faults: &mut Faults) {
    /// Names, a number and a league, with room for blank lines.
    const MOST_LINES: usize = 16;
    let tree = builder.tree_mut();
    let heads = if began == 0 { [Head::Black, Head::White] } else { [Head::White, Head::Black] };
    let rest: Vec<&str> = lines.rest().take(MOST_LINES).collect();
    let written: Vec<_> = (0..).zip(&rest).filter(|(_, line)| !line.is_empty()).collect();
    // Names may be numbers too: how the game ended comes after two of them, or after a stone that is damaged and two. A
    // name may be missing.
    let mut numbers = [2_usize, 3, 1, 0].into_iter().filter_map(|place| written.get(place));
    let code = numbers.find(|(_, line)| is_ending(line)).map(|&(at, _)| at);
    let before = &rest[..code.unwrap_or(rest.len())];
    let mut names: Vec<&str> = before.iter().copied().filter(|line| !line.is_empty()).collect();
    let has_stone = code.is_some() && names.len() > heads.len();
    names.drain(..usize::from(has_stone));
    // The only name is the second one where a line before it is blank; a line that stands alone is no name.
    let unnamed = usize::from(names.len() == 1 && before[0].is_empty());
    let is_alone = before.len() < heads.len();
    if let Some(line) = lines.peek().filter(|_| has_stone || (is_alone && !names.is_empty())) {
        faults.remark(|| lines.place(line.at), Fault::word(line.text, "stone, nor one of two names"));
    }
    let named = heads.into_iter().skip(unnamed).zip(names).filter(|_| !is_alone);
    tree.head.extend(named.filter_map(|(head, line)| Some((head, name(line)?))));
    let league = code.and_then(|code| rest[code + 1..].iter().find(|line| !line.is_empty()));
    if let Some((number, league)) = league.and_then(|line| line.split_once(',')) {
        tree.head.insert(Head::Event, league.trim().to_string());
        tree.rule = rule_of_league(league.trim());
        let result = match number.trim() {
            "0" => Some(RecordedResult::Draw),
            "1" | "2" if faults.remarks.count == harmless => {
                winner(tree).map(|color| RecordedResult::Win(color, RecordedWin::Untold))
            }
            _ => None,
        };
        tree.head.extend(result.map(|result| (Head::Result, result.to_string())));
    }
}

/// Who won a game that somebody won. The number of the judge is that of a player after an odd number of opening stones and
/// else that of a colour, and nothing tells how many those were. But a game ends by its last stone, or by a fault of the
/// side to move, whose stone is left out. A fault in an opening by swap2, no stone of which takes time, may be either's.
fn winner(tree: &Tree) -> Option<Color> {
    if !tree.main_line().any(|node| node.notes().milliseconds > Some(0)) {
        return None;
    }
    let judged = tree.rule.and_then(|rule| tree.main_game(rule, None).ok()?.result());
    judged.and_then(GameResult::winner).or(tree.main_line().last()?.played().map(|played| played.color))
}

/// The name that a line gives, if it gives one.
pub(super) fn name(line: &str) -> Option<String> {
    Some(line).filter(|line| !line.is_empty() && *line != NO_NAME).map(str::to_string)
}

/// The main line as a file of Piskvork.
///
/// # Errors
/// [`WriteError`]: passes, moves out of turn, or stones that are set up between moves.
pub(super) fn write(tree: &Tree, options: &WriteOptions) -> Result<Written, WriteError> {
    let (tree, losses) = plain_line(tree, &KEEPS)?;
    let size = tree.size();
    let mut text = format!("Piskvorky {}x{}, 11:11, 0\r\n", size.width(), size.height());
    for node in tree.main_line() {
        if let Some(point) = node.played().and_then(|played| played.point) {
            let time = node.notes().milliseconds.unwrap_or(0);
            // Writing to a string does not fail.
            let _ = write!(text, "{},{},{time}\r\n", point.x() + 1, point.y() + 1);
        }
    }
    let names = [Head::Black, Head::White].map(|head| tree.head.get(&head));
    if names.iter().any(Option::is_some) {
        names.iter().for_each(|name| text += &format!("{}\r\n", written_name(name.map_or("", String::as_str))));
    }
    text += "-1\r\n";
    Ok(Written::from_text(text, &tree, options, losses))
}

/// A name on a line of its own that cannot be taken for a stone, be it whole or damaged. Piskvork and others read what begins
/// with numbers as one.
pub(super) fn written_name(name: &str) -> String {
    let line = name.split_whitespace().collect::<Vec<_>>().join(" ");
    let is_numeric = line.strip_prefix(['+', '-']).unwrap_or(&line).starts_with(|c: char| c.is_ascii_digit());
    if line.is_empty() || is_numeric || is_like_stone(&line) { format!("\"{line}\"") } else { line }
}

/// Columns and rows of the board.
fn sides(head: &str) -> Option<(usize, usize)> {
    let rest = head.get(HEAD.len()..).filter(|_| is_psq(head))?.trim_start();
    let (width, rest) = rest.split_once(['x', 'X'])?;
    let height = rest.trim_start().split(|c: char| !c.is_ascii_digit()).next()?;
    width.trim().parse().ok().zip(height.parse().ok())
}

/// The number of the player who began: the fifth of the first line, where it has so many.
fn began(head: &str) -> usize {
    let numbers = head.split(|c: char| !c.is_ascii_digit()).filter(|number| !number.is_empty());
    usize::from(numbers.map(str::to_string).nth(4).as_deref() == Some("1"))
}

/// Column and row of a stone, and its time where there is one: two numbers with a comma between them, then
/// milliseconds. Whatever else follows them is no time.
pub(super) fn stone(line: &str) -> Option<(usize, usize, Option<u64>)> {
    let mut fields = line.split(',').map(str::trim);
    let (x, y) = (fields.next()?.parse().ok()?, fields.next()?.parse().ok()?);
    Some((x, y, fields.next().and_then(|time| time.parse().ok())))
}

/// Whether stones have times: one that nobody took is written as 0.
pub(super) fn is_timed(mut stones: impl Iterator<Item = (usize, usize, Option<u64>)>) -> bool {
    stones.any(|(_, _, time)| time > Some(0))
}

/// Whether a line is a number for how the game ended.
pub(super) fn is_ending(line: &str) -> bool {
    line.parse::<i64>().is_ok()
}

/// Whether a line has the form of a stone with its time, of which the column or the row may be damaged.
fn is_like_stone(line: &str) -> bool {
    let are_numbers: Vec<bool> = line.split(',').map(|field| field.trim().parse::<u64>().is_ok()).collect();
    matches!(are_numbers[..], [true, _, true] | [_, true, true])
}

#[cfg(test)]
mod tests;
