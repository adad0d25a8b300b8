//! What is done in a conversation, as lines of text.
//!
//! Deadlines are in milliseconds and count from the last line that was said.
//!
//! ```text
//! > START 15          says a line, ended by CR LF
//! >! START 15         the same without the pause that is otherwise kept after an answer
//! >500 JUNK {n}       says it 500 times in one piece; {n} counts from 1
//! >lf START 15        ends the line by LF alone
//! >raw STA            says just these characters; \r, \n, \0 and \u{feff} are what they are in most languages
//! < OK                is heard next, or the case has failed
//! < not ERROR*        something else than this is heard next
//! <500 OK             is heard within half a second
//! <500x3 UNKNOWN *    three such lines are
//! <~ {move}           is heard, whatever comes before it
//! <? {move}           the same as <, but nothing, UNKNOWN or ERROR means that the engine does not offer this
//! = 6,6               the line heard last is this too, or the case has failed
//! =? {move}           the same, but UNKNOWN or ERROR means that the engine does not offer this
//! <!300               for so long nothing is heard
//! <?!300              the same, but UNKNOWN or ERROR means that the engine does not offer this
//! sleep 300
//! freeze              the process is suspended
//! thaw                and goes on
//! eof                 the input is closed
//! exit 700            the process ends by itself; no line has to be read from it any more
//! exit 700 quietly    and says nothing more; what was still asked may be answered before the last line was said, and
//!                     have messages even later
//! memory 350M         it holds no more memory of its own than this
//! folder 70M          the files in its {folder} are not larger than this; with 0 there are none
//! never stderr        not in this nor in any case before; also: mixed-ends, strange-lines, suggest, non-ascii,
//!                     small-letters
//! ```
//!
//! In what is said, `{x*1000}` is a thousand times x, `{last}` the last coordinate heard and `{folder}` the folder of the
//! case. What is heard counts with all its blanks. Empty lines are not heard, and lines that begin with `MESSAGE` or `DEBUG`, or
//! with `INFO`, and a blank are passed over unless one of the kind is expected. A line that came after the last answer and
//! before the next thing was said answers nothing; only `<~` passes it over.

use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};

use crate::doctor::invariant::Invariant;
use crate::doctor::pattern::AnswerPattern;
use crate::units;

/// One step of a conversation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum ScriptStep {
    /// Something is said.
    Say(Speech),
    /// Something is heard.
    Hear(Expectation),
    /// The line heard last is of this kind too.
    HeardLast {
        /// What it looks like.
        pattern: AnswerPattern,
        /// Whether a refusal means that it is not offered.
        optional: bool,
    },
    /// Nothing is heard for this long.
    Silence {
        /// How long.
        time: Duration,
        /// Whether a refusal means that it is not offered.
        optional: bool,
    },
    /// Time passes.
    Sleep(Duration),
    /// The process is suspended.
    Freeze,
    /// It goes on.
    Thaw,
    /// Nothing more will be said.
    CloseInput,
    /// The process ends.
    Exit {
        /// The time it has.
        within: Duration,
        /// Whether it must not say anything any more.
        quietly: bool,
    },
    /// It holds at most so many bytes of memory.
    Memory(u64),
    /// Its folder holds at most so many bytes.
    Folder(u64),
    /// It does not do this in any conversation.
    Never(Invariant),
}

/// Something to say.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Speech {
    /// The text, with what is to be filled in.
    pub text: String,
    /// What ends each line.
    pub end: &'static str,
    /// How often it is said.
    pub times: usize,
    /// Whether no pause is made before it.
    pub at_once: bool,
}

/// Something to hear.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Expectation {
    /// What the line looks like.
    pub pattern: AnswerPattern,
    /// The time after what was last said, or the examiner's patience.
    pub within: Option<Duration>,
    /// How many such lines there are.
    pub times: usize,
    /// Whether other lines may come before it.
    pub seek: bool,
    /// Whether a refusal means that it is not offered.
    pub optional: bool,
}

impl ScriptStep {
    /// The step that a line of a script describes.
    pub(super) fn parse(line: &str) -> Result<ScriptStep> {
        let (sign, rest) = line.split_once(' ').unwrap_or((line, ""));
        Ok(match (sign, rest) {
            ("=" | "=?", pattern) => {
                ScriptStep::HeardLast { pattern: AnswerPattern::new(pattern)?, optional: sign == "=?" }
            }
            ("sleep", time) => ScriptStep::Sleep(milliseconds(time)?),
            ("freeze", "") => ScriptStep::Freeze,
            ("thaw", "") => ScriptStep::Thaw,
            ("eof", "") => ScriptStep::CloseInput,
            ("exit", rest) => {
                let (time, how) = rest.split_once(' ').unwrap_or((rest, ""));
                ensure!(matches!(how, "" | "quietly"), "an exit may be \"quietly\" and not \"{how}\"");
                ScriptStep::Exit { within: milliseconds(time)?, quietly: !how.is_empty() }
            }
            ("memory", bytes) => ScriptStep::Memory(units::bytes(bytes)?),
            ("folder", bytes) => ScriptStep::Folder(units::bytes(bytes)?),
            ("never", invariant) => ScriptStep::Never(Invariant::from_name(invariant)?),
            (sign, text) => match sign.split_at_checked(1) {
                Some((">", sign)) => ScriptStep::Say(Speech::parse(sign, text)?),
                Some(("<", sign)) => hearing(sign, text)?,
                _ => bail!("\"{sign}\" is no step of a conversation"),
            },
        })
    }
}

impl Speech {
    fn parse(sign: &str, text: &str) -> Result<Speech> {
        let said = |text: String, end, times, at_once| Ok(Speech { text, end, times, at_once });
        match sign {
            "" => said(text.to_string(), "\r\n", 1, false),
            "!" => said(text.to_string(), "\r\n", 1, true),
            "lf" => said(text.to_string(), "\n", 1, false),
            "raw" => said(unescaped(text), "", 1, false),
            times => said(text.to_string(), "\r\n", times.parse().context("this is no way to say something")?, false),
        }
    }
}

fn hearing(sign: &str, pattern: &str) -> Result<ScriptStep> {
    let (optional, sign) = flag(sign, '?');
    if let (true, time) = flag(sign, '!') {
        ensure!(pattern.is_empty(), "silence needs no pattern");
        return Ok(ScriptStep::Silence { time: milliseconds(time)?, optional });
    }
    let (seek, sign) = flag(sign, '~');
    let (time, times) = sign.split_once('x').unwrap_or((sign, "1"));
    let within = if time.is_empty() { None } else { Some(milliseconds(time)?) };
    let times = times.parse().with_context(|| format!("\"{times}\" is no number of lines"))?;
    Ok(ScriptStep::Hear(Expectation { pattern: AnswerPattern::new(pattern)?, within, times, seek, optional }))
}

fn flag(sign: &str, mark: char) -> (bool, &str) {
    sign.strip_prefix(mark).map_or((false, sign), |rest| (true, rest))
}

fn milliseconds(text: &str) -> Result<Duration> {
    text.parse().map(Duration::from_millis).with_context(|| format!("\"{text}\" is no number of milliseconds"))
}

fn unescaped(text: &str) -> String {
    text.replace("\\r", "\r").replace("\\n", "\n").replace("\\0", "\0").replace("\\u{feff}", "\u{feff}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_become_steps() {
        let say =
            |text: &str, end, times, at_once| ScriptStep::Say(Speech { text: text.to_string(), end, times, at_once });
        let hear = |pattern, within: Option<u64>, times, seek, optional| {
            let within = within.map(Duration::from_millis);
            ScriptStep::Hear(Expectation {
                pattern: AnswerPattern::new(pattern).unwrap(),
                within,
                times,
                seek,
                optional,
            })
        };
        let heard_last = |pattern, optional| {
            let pattern = AnswerPattern::new(pattern).unwrap();
            ScriptStep::HeardLast { pattern, optional }
        };
        let time = Duration::from_millis;
        for (line, step) in [
            ("> START 15", say("START 15", "\r\n", 1, false)),
            (">! DONE", say("DONE", "\r\n", 1, true)),
            (">", say("", "\r\n", 1, false)),
            (">20 X {n}", say("X {n}", "\r\n", 20, false)),
            (">lf x", say("x", "\n", 1, false)),
            (">raw a\\r\\n\\u{feff}", say("a\r\n\u{feff}", "", 1, false)),
            ("< OK", hear("OK", None, 1, false, false)),
            ("<500 OK", hear("OK", Some(500), 1, false, false)),
            ("<?~500x3 OK", hear("OK", Some(500), 3, true, true)),
            ("= 6,6", heard_last("6,6", false)),
            ("=? {move}", heard_last("{move}", true)),
            ("<!300", ScriptStep::Silence { time: time(300), optional: false }),
            ("<?!300", ScriptStep::Silence { time: time(300), optional: true }),
            ("exit 700 quietly", ScriptStep::Exit { within: time(700), quietly: true }),
            ("memory 350M", ScriptStep::Memory(350 << 20)),
            ("folder 0", ScriptStep::Folder(0)),
        ] {
            assert_eq!(ScriptStep::parse(line).unwrap(), step, "{line}");
        }
        for bad in
            ["", "START 15", "<", "< ", "<x OK", "<500xx OK", "<! OK", ">fast x", "=", "sleep", "exit 5 loud", "thaw 5"]
        {
            assert!(ScriptStep::parse(bad).is_err(), "{bad}");
        }
    }
}
