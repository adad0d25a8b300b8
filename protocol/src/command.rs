//! A line is cut into a word and its arguments: every word of the Gomocup protocol and of Yixin-Board.

mod database_word;
mod game_word;
mod soosyrv_answer;
mod soosyrv_step;
mod swap2_step;

use crate::database::FileForm;

pub use database_word::{DatabaseAct, DatabaseQuery, DatabaseWord, EditWord, ExportReach, FileTask};
pub use game_word::{GameWord, PositionWord};
pub(crate) use soosyrv_answer::{AnswerReader, Senseless, answer_lines};
pub use soosyrv_step::SoosyrvStep;
pub use swap2_step::Swap2Step;

/// The first word of a line, when it is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Word {
    /// A word about the game, which cannot be obeyed beside a search.
    Game(GameWord),
    /// `INFO key value`.
    Info,
    /// `ABOUT`.
    About,
    /// `DONE` without a list before it.
    Done,
    /// `END`: quit.
    End,
    /// `YXSTOP` or `STOP`: answer at once.
    Stop,
    /// `YXBLOCK` … `DONE`: do not consider these moves.
    Block,
    /// `YXBLOCKUNDO` … `DONE`: consider these moves again.
    BlockUndo,
    /// `YXBLOCKRESET`: consider all moves again.
    BlockReset,
    /// `YXBLOCKPATHRESET` and `RELOADCONFIG`: there are no blocked lines to reset and no settings to load, so nothing is left
    /// to do; what follows it must still be read.
    NoOp(Payload),
    /// A word of Yixin-Board that is answered beside a search too.
    Aside(AsideWord),
    /// A word about the database.
    YxDatabase(DatabaseWord),
    /// `help`, for people.
    Help,
    /// `d`: a picture of the board, for people.
    Draw,
    /// A word of some other engine that this one does not do; what follows it must still be read.
    Unsupported(Payload),
}

/// A word of Yixin-Board that stands on one line and is answered beside a search too: a question, an offer or a farewell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AsideWord {
    /// `YXSHOWINFO`: what the sliders of the settings may offer.
    ShowInfo,
    /// `YXSHOWFORBID`: the points forbidden to Black.
    ShowForbid,
    /// `YXSHOWHASHUSAGE`.
    ShowHashUsage,
    /// `YXDRAW`: a draw is offered.
    Draw,
    /// `YXRESIGN`: the opponent resigns.
    Resign,
}

/// What follows the line of a word. It is passed over where the word is not obeyed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Payload {
    /// Nothing.
    None,
    /// One line, such as the name of a file, unless it stands on the same line already.
    Line,
    /// Moves up to `DONE`.
    Moves,
    /// Any text at all up to `DONE`.
    Text,
}

const WORDS: &[(&str, Word)] = &[
    ("ABOUT", Word::About),
    ("BEGIN", Word::Game(GameWord::Begin)),
    ("BENCH", Word::Unsupported(Payload::None)),
    ("BOARD", Word::Game(GameWord::Position(PositionWord::Board))),
    ("D", Word::Draw),
    ("DONE", Word::Done),
    ("END", Word::End),
    ("EXPORTMODEL", Word::Unsupported(Payload::Line)),
    ("HELP", Word::Help),
    ("INFO", Word::Info),
    ("LOADMODEL", Word::Unsupported(Payload::Line)),
    ("PLAY", Word::Game(GameWord::Play)),
    ("RECTSTART", Word::Game(GameWord::RectStart)),
    ("RELOADCONFIG", Word::NoOp(Payload::Line)),
    ("RESTART", Word::Game(GameWord::Restart)),
    ("START", Word::Game(GameWord::Start)),
    ("STOP", Word::Stop),
    ("SWAP2BOARD", Word::Game(GameWord::Position(PositionWord::Swap2Board))),
    ("TAKEBACK", Word::Game(GameWord::TakeBack)),
    ("TRACEBOARD", Word::Unsupported(Payload::None)),
    ("TRACESEARCH", Word::Unsupported(Payload::None)),
    ("TURN", Word::Game(GameWord::Turn)),
    ("YXBALANCEONE", Word::Game(GameWord::BalanceOne)),
    ("YXBALANCETWO", Word::Game(GameWord::BalanceTwo)),
    ("YXBLOCK", Word::Block),
    ("YXBLOCKPATH", Word::Unsupported(Payload::Moves)),
    ("YXBLOCKPATHRESET", Word::NoOp(Payload::None)),
    ("YXBLOCKPATHUNDO", Word::Unsupported(Payload::Moves)),
    ("YXBLOCKRESET", Word::BlockReset),
    ("YXBLOCKUNDO", Word::BlockUndo),
    ("YXBOARD", Word::Game(GameWord::Position(PositionWord::YxBoard))),
    ("YXCLEARBESTMOVEDATABASE", Word::YxDatabase(DatabaseWord::Edit(EditWord::ClearBest))),
    ("YXDBCHECK", Word::YxDatabase(DatabaseWord::Act(DatabaseAct::Check))),
    ("YXDBFIX", Word::YxDatabase(DatabaseWord::Act(DatabaseAct::Fix))),
    ("YXDBMERGE", Word::YxDatabase(DatabaseWord::File(FileTask::Import(FileForm::Database)))),
    ("YXDBSPLIT", Word::YxDatabase(DatabaseWord::File(FileTask::Export(FileForm::Database, ExportReach::Branch)))),
    ("YXDBTOLIB", Word::YxDatabase(DatabaseWord::File(FileTask::Export(FileForm::Library, ExportReach::All)))),
    ("YXDBTOPOS", Word::YxDatabase(DatabaseWord::File(FileTask::Export(FileForm::Moves, ExportReach::All)))),
    ("YXDBTOTXT", Word::YxDatabase(DatabaseWord::File(FileTask::Export(FileForm::Table, ExportReach::Kind)))),
    ("YXDBTOTXTALL", Word::YxDatabase(DatabaseWord::File(FileTask::Export(FileForm::Table, ExportReach::All)))),
    ("YXDELETEDATABASEALL", Word::YxDatabase(DatabaseWord::Edit(EditWord::DeleteAll))),
    ("YXDELETEDATABASEONE", Word::YxDatabase(DatabaseWord::Edit(EditWord::DeleteOne))),
    ("YXDRAW", Word::Aside(AsideWord::Draw)),
    ("YXEDITLABELDATABASE", Word::YxDatabase(DatabaseWord::Edit(EditWord::Label))),
    ("YXEDITTEXTDATABASE", Word::YxDatabase(DatabaseWord::Comment)),
    ("YXEDITTVDDATABASE", Word::YxDatabase(DatabaseWord::Edit(EditWord::Record))),
    ("YXFORBID", Word::Unsupported(Payload::None)),
    ("YXHASHCLEAR", Word::Game(GameWord::HashClear)),
    ("YXHASHDUMP", Word::Unsupported(Payload::Line)),
    ("YXHASHLOAD", Word::Unsupported(Payload::Line)),
    ("YXLIBTODB", Word::YxDatabase(DatabaseWord::File(FileTask::Import(FileForm::Library)))),
    ("YXNBEST", Word::Game(GameWord::NBest)),
    ("YXPRINTFEATURE", Word::Unsupported(Payload::None)),
    ("YXQUERYDATABASEALL", Word::YxDatabase(DatabaseWord::Query(DatabaseQuery::All))),
    ("YXQUERYDATABASEALLT", Word::YxDatabase(DatabaseWord::Query(DatabaseQuery::AllText))),
    ("YXQUERYDATABASEONE", Word::YxDatabase(DatabaseWord::Query(DatabaseQuery::One))),
    ("YXQUERYDATABASETEXT", Word::YxDatabase(DatabaseWord::Query(DatabaseQuery::Text))),
    ("YXRESIGN", Word::Aside(AsideWord::Resign)),
    ("YXSAVEDATABASE", Word::YxDatabase(DatabaseWord::Act(DatabaseAct::Save))),
    ("YXSEARCHDEFEND", Word::Game(GameWord::SearchDefend)),
    ("YXSETBESTMOVEDATABASE", Word::YxDatabase(DatabaseWord::Edit(EditWord::SetBest))),
    ("YXSETDATABASE", Word::YxDatabase(DatabaseWord::File(FileTask::Open))),
    ("YXSHOWFORBID", Word::Aside(AsideWord::ShowForbid)),
    ("YXSHOWHASHUSAGE", Word::Aside(AsideWord::ShowHashUsage)),
    ("YXSHOWINFO", Word::Aside(AsideWord::ShowInfo)),
    ("YXSOOSORVSTEP1", Word::Game(GameWord::Soosyrv(SoosyrvStep::Three))),
    ("YXSOOSORVSTEP2", Word::Game(GameWord::Soosyrv(SoosyrvStep::Swap))),
    ("YXSOOSORVSTEP3", Word::Game(GameWord::Soosyrv(SoosyrvStep::Fourth))),
    ("YXSOOSORVSTEP4", Word::Game(GameWord::Soosyrv(SoosyrvStep::SwapAgain))),
    ("YXSOOSORVSTEP5", Word::Game(GameWord::Soosyrv(SoosyrvStep::Offer))),
    ("YXSOOSORVSTEP6", Word::Game(GameWord::Soosyrv(SoosyrvStep::Pick))),
    ("YXSTOP", Word::Stop),
    ("YXSWAP2STEP1", Word::Game(GameWord::Swap2(Swap2Step::Propose))),
    ("YXSWAP2STEP2", Word::Game(GameWord::Swap2(Swap2Step::AfterThree))),
    ("YXSWAP2STEP3", Word::Game(GameWord::Swap2(Swap2Step::AfterFive))),
    ("YXTXTTODB", Word::YxDatabase(DatabaseWord::File(FileTask::Import(FileForm::Table)))),
];

/// Every known word, in the order of the alphabet.
pub fn names() -> impl Iterator<Item = &'static str> {
    WORDS.iter().map(|&(name, _)| name)
}

/// What a line says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Command<'a> {
    /// The first word, if it is known.
    pub word: Option<Word>,
    /// The first word as it was written.
    pub name: &'a str,
    /// The rest of the line.
    pub rest: &'a str,
}

impl Command<'_> {
    /// Whether it is `END` and nothing beside it.
    pub(crate) fn is_end(&self) -> bool {
        self.word == Some(Word::End) && self.rest.is_empty()
    }
}

/// Cuts a line: the word in capital or small letters, and the rest as it is.
///
/// ```
/// use tengen_protocol::command::{GameWord, Word, parse};
///
/// let command = parse("turn 7,7\r\n").unwrap();
/// assert_eq!((command.word, command.name), (Some(Word::Game(GameWord::Turn)), "turn"));
/// assert_eq!(command.rest, "7,7");
/// ```
///
/// Gives `None` when there is nothing on it. Line ends, a byte order mark and control characters around
/// the text do not count.
#[must_use]
pub fn parse(line: &str) -> Option<Command<'_>> {
    let (name, rest) = cut(line);
    if name.is_empty() {
        return None;
    }
    let word = WORDS.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|&(_, word)| word);
    Some(Command { word, name, rest })
}

/// The first word of a line, known or not, and the rest.
pub(crate) fn cut(line: &str) -> (&str, &str) {
    let text = line.trim_matches(is_blank);
    match text.find(is_blank) {
        Some(end) => (&text[..end], text[end..].trim_start_matches(is_blank)),
        None => (text, ""),
    }
}

/// Whether a letter is blank: white space, a control character such as the NUL behind a text in C, or a byte order mark.
#[must_use]
pub fn is_blank(c: char) -> bool {
    c.is_whitespace() || c.is_control() || c == '\u{feff}'
}

/// What stands between words: blanks and commas.
pub(crate) fn is_separator(c: char) -> bool {
    is_blank(c) || c == ','
}

/// The words of a text, with blanks and commas between them.
pub fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(is_separator).filter(|word| !word.is_empty())
}

/// A whole number. One that does not fit is the nearest that does: managers write huge numbers for "no limit".
#[must_use]
pub fn number(word: &str) -> Option<i64> {
    let (negative, digits) = match word.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, word.strip_prefix('+').unwrap_or(word)),
    };
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let size = digits.parse().unwrap_or(i64::MAX);
    Some(if negative { -size } else { size })
}

/// An amount, which people write with decimals too: they are cut off.
pub(crate) fn amount(word: &str) -> Option<i64> {
    let is_decimals = |places: &str| places.bytes().all(|byte| byte.is_ascii_digit());
    let whole = word.split_once('.').filter(|&(_, places)| is_decimals(places)).map_or(word, |(whole, _)| whole);
    number(whole)
}

/// All numbers of a text, or `None` when something else stands among them.
///
/// ```
/// use tengen_protocol::command::numbers;
///
/// assert_eq!(numbers("7, 5,1"), Some(vec![7, 5, 1]));
/// assert_eq!(numbers("7,x"), None);
/// ```
pub fn numbers(text: &str) -> Option<Vec<i64>> {
    words(text).map(number).collect()
}

/// The coordinate that is the whole of a text, as in `7,7` or `7, 7`.
#[must_use]
pub fn pair(text: &str) -> Option<(i64, i64)> {
    match numbers(text)?[..] {
        [first, second] => Some((first, second)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_leads_to_its_word_in_any_case() {
        for &(name, word) in WORDS {
            for spelling in [name.to_string(), name.to_lowercase(), format!("\u{feff} {name}\t1,2\r\n")] {
                assert_eq!(parse(&spelling).and_then(|command| command.word), Some(word), "{spelling:?}");
            }
        }
        for word in WORDS {
            if let (name, Word::Game(GameWord::Soosyrv(step))) = word {
                assert_eq!(*name, format!("YXSOOSORVSTEP{}", step.number()));
            }
        }
        assert!(WORDS.is_sorted_by_key(|&(name, _)| name), "a table is easier to read in order");
    }

    #[test]
    fn lines_are_cut_with_patience() {
        for blank in ["", " ", "\r", "\t \0", "\u{feff}"] {
            assert_eq!(parse(blank), None);
        }
        let heard = parse("  Turn   7 , 7  \r").unwrap();
        assert_eq!((heard.word, heard.name), (Some(Word::Game(GameWord::Turn)), "Turn"));
        assert_eq!(pair(heard.rest), Some((7, 7)));
        let heard = parse("INFO folder C:\\some folder\\x").unwrap();
        assert_eq!((heard.word, heard.rest), (Some(Word::Info), "folder C:\\some folder\\x"));
        assert_eq!(parse("TURNS 1,2").unwrap().word, None);
        assert_eq!(parse("ſtart 15").unwrap().word, None);
    }

    #[test]
    fn numbers_are_whole_and_never_overflow() {
        assert_eq!(numbers("7, 7,1").unwrap()[..], [7, 7, 1]);
        assert!(numbers("").unwrap().is_empty());
        assert_eq!(number("-99999999999999999999"), Some(-i64::MAX));
        assert_eq!(number("99999999999999999999"), Some(i64::MAX));
        assert_eq!(number("+3"), Some(3));
        for bad in ["", "-", "+", "--1", "1.5", "1e3", "x", "٣", "0x10"] {
            assert_eq!(number(bad), None, "{bad}");
        }
        for (word, expected) in
            [("2.5", Some(2)), ("-20.9", Some(-20)), ("3", Some(3)), ("1.", Some(1)), (".5", None), ("1.x", None)]
        {
            assert_eq!(amount(word), expected, "{word}");
        }
        for bad in ["", "7", "7,7,7", "7,x", "7;7"] {
            assert_eq!(pair(bad), None, "{bad}");
        }
    }
}
