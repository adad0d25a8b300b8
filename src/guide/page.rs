//! A page of the guide as a terminal shows it: wrapped to its width, headings and options set off, tables as lists.

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

use crate::terminal::columns;

/// Lines longer than this are tiring, however wide the terminal is.
const WIDEST: usize = 100;
/// What is set off is indented by so much.
const INDENT: usize = 4;

/// The looks of words.
#[derive(Clone, Copy, PartialEq, Eq)]
enum TextStyle {
    Plain,
    Strong,
    Code,
}

impl TextStyle {
    /// The terminal's number for it.
    const fn ink(self) -> Option<u8> {
        match self {
            TextStyle::Plain => None,
            TextStyle::Strong => Some(1),
            TextStyle::Code => Some(36),
        }
    }
}

/// Renders a page for a terminal of so many columns.
pub(super) fn render(markdown: &str, columns: usize, colored: bool) -> String {
    let mut page = RenderedPage {
        columns: columns.min(WIDEST),
        colored,
        text: String::new(),
        words: Vec::new(),
        glued: false,
        look: TextStyle::Plain,
        indent: 0,
        mark: String::new(),
        marks: Vec::new(),
        lists: Vec::new(),
        code: None,
        cell: 0,
    };
    for event in Parser::new_ext(markdown, Options::ENABLE_TABLES) {
        page.hear(event);
    }
    page.text
}

/// A page as far as it is rendered.
struct RenderedPage {
    columns: usize,
    colored: bool,
    text: String,
    /// The words of the present paragraph; one may be of several looks.
    words: Vec<Vec<(TextStyle, String)>>,
    /// Whether what comes next belongs to the last word.
    glued: bool,
    look: TextStyle,
    indent: usize,
    /// What stands before the first line of the present item.
    mark: String,
    /// How wide the marks of the items are that are open.
    marks: Vec<usize>,
    /// The number of the next item of each list that is open, none where they have no numbers.
    lists: Vec<Option<u64>>,
    /// The lines of a block of commands.
    code: Option<String>,
    /// The number of the present cell in its row.
    cell: usize,
}

impl RenderedPage {
    fn hear(&mut self, event: Event<'_>) {
        match event {
            Event::Start(tag) => self.begin(&tag),
            Event::End(tag) => self.end(tag),
            Event::Text(text) => match &mut self.code {
                Some(code) => code.push_str(&text),
                None => self.add(&text, self.look),
            },
            Event::Code(text) => self.add(&text, TextStyle::Code),
            Event::SoftBreak | Event::HardBreak => self.glued = false,
            // The pages have nothing else.
            _ => {}
        }
    }

    fn begin(&mut self, tag: &Tag<'_>) {
        match tag {
            Tag::Heading { .. } => self.look = TextStyle::Strong,
            Tag::Strong | Tag::Emphasis => self.look = TextStyle::Strong,
            Tag::List(first) => {
                self.lists.push(*first);
            }
            Tag::Item => {
                self.mark = match self.lists.last_mut() {
                    Some(Some(number)) => {
                        *number += 1;
                        format!("{}. ", *number - 1)
                    }
                    _ => "- ".to_string(),
                };
                self.marks.push(self.mark.len());
                self.indent += self.mark.len();
            }
            Tag::CodeBlock(_) => self.code = Some(String::new()),
            Tag::TableHead | Tag::TableRow => self.cell = 0,
            Tag::TableCell if self.cell == 0 => self.look = TextStyle::Strong,
            Tag::TableCell => self.indent += INDENT,
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Heading(_) => {
                self.look = TextStyle::Plain;
                self.flush();
                self.blank();
            }
            TagEnd::Strong | TagEnd::Emphasis => self.look = TextStyle::Plain,
            TagEnd::Paragraph => {
                self.flush();
                self.blank();
            }
            TagEnd::Item => {
                self.flush();
                self.indent = self.indent.saturating_sub(self.marks.pop().unwrap_or_default());
            }
            TagEnd::List(_) => {
                self.lists.pop();
                self.blank();
            }
            TagEnd::CodeBlock => {
                let code = self.code.take().unwrap_or_default();
                self.commands(&code);
                self.blank();
            }
            TagEnd::TableCell => {
                self.flush();
                self.look = TextStyle::Plain;
                self.indent = self.indent.saturating_sub(if self.cell == 0 { 0 } else { INDENT });
                self.cell += 1;
            }
            TagEnd::Table => self.blank(),
            _ => {}
        }
    }

    /// Adds words to the present paragraph.
    fn add(&mut self, text: &str, look: TextStyle) {
        let mut glued = self.glued && !text.starts_with(char::is_whitespace);
        for word in text.split_whitespace() {
            match self.words.last_mut().filter(|_| glued) {
                Some(last) => last.push((look, word.to_string())),
                None => self.words.push(vec![(look, word.to_string())]),
            }
            glued = false;
        }
        self.glued = !text.ends_with(char::is_whitespace);
    }

    /// Writes the present paragraph, wrapped.
    fn flush(&mut self) {
        let words = std::mem::take(&mut self.words);
        self.glued = false;
        if words.is_empty() {
            return;
        }
        let mark = std::mem::take(&mut self.mark);
        let first = " ".repeat(self.indent.saturating_sub(mark.len())) + &mark;
        let room = self.columns.saturating_sub(self.indent).max(1);
        let mut line = first;
        let mut used = 0;
        for word in words.into_iter().flat_map(|word| broken(word, room)) {
            let length = length(&word);
            if used > 0 && used + 1 + length > room {
                self.text.push_str(&line);
                self.text.push('\n');
                line = " ".repeat(self.indent);
                used = 0;
            }
            if used > 0 {
                line.push(' ');
                used += 1;
            }
            used += length;
            word.iter().for_each(|(look, text)| line.push_str(&self.inked(*look, text)));
        }
        self.text.push_str(&line);
        self.text.push('\n');
    }

    /// Writes commands and drawings: lines as they are where there is room. Elsewhere a command goes on in the next line, with a
    /// backslash before each end of line, so that it can be copied.
    fn commands(&mut self, code: &str) {
        for command in code.replace("\\\n", JOINED).lines() {
            if !command.contains(JOINED) && INDENT + columns(command) <= self.columns {
                let line = format!("{}{command}", " ".repeat(INDENT));
                self.text.push_str(&format!("{}\n", self.inked(TextStyle::Code, line.trim_end())));
                continue;
            }
            let room = self.columns.saturating_sub(INDENT + " \\".len());
            // What is quoted and longer than any line must be torn all the same.
            let words = words_of_command(command).into_iter().flat_map(|word| match columns(word) <= room {
                true => vec![word],
                false => word.split_whitespace().collect(),
            });
            let mut line = " ".repeat(INDENT);
            let mut used = 0;
            for (number, word) in words.enumerate() {
                let length = columns(word);
                if number > 0 && used + 1 + length > room {
                    self.text.push_str(&format!("{} \\\n", self.inked(TextStyle::Code, &line)));
                    line = " ".repeat(2 * INDENT);
                    used = INDENT;
                } else if number > 0 {
                    line.push(' ');
                    used += 1;
                }
                line.push_str(word);
                used += length;
            }
            self.text.push_str(&format!("{}\n", self.inked(TextStyle::Code, &line)));
        }
    }

    /// Writes a blank line, unless there is one already.
    fn blank(&mut self) {
        if !self.text.ends_with("\n\n") && !self.text.is_empty() {
            self.text.push('\n');
        }
    }

    fn inked(&self, look: TextStyle, text: &str) -> String {
        match look.ink().filter(|_| self.colored) {
            Some(ink) => format!("\x1b[{ink}m{text}\x1b[0m"),
            None => text.to_string(),
        }
    }
}

/// What stands between the lines of a command that goes on in the next.
const JOINED: &str = "\u{1f}";

/// The words of a command. What stands between quotes is one.
fn words_of_command(command: &str) -> Vec<&str> {
    let mut is_quoted = false;
    let divides = |letter: char| {
        is_quoted ^= letter == '"';
        !is_quoted && (letter.is_whitespace() || JOINED.contains(letter))
    };
    command.split(divides).filter(|word| !word.is_empty()).collect()
}

/// The columns that a word takes.
fn length(word: &[(TextStyle, String)]) -> usize {
    word.iter().map(|(_, text)| columns(text)).sum()
}

/// A word in pieces that fit so many columns.
fn broken(word: Vec<(TextStyle, String)>, room: usize) -> Vec<Vec<(TextStyle, String)>> {
    if length(&word) <= room {
        return vec![word];
    }
    let mut pieces = vec![Vec::new()];
    let mut used = 0;
    for (look, text) in word {
        for letter in text.chars() {
            let letter = (look, letter.to_string());
            let takes = columns(&letter.1);
            if used + takes > room {
                pieces.push(Vec::new());
                used = 0;
            }
            used += takes;
            pieces.last_mut().expect("there is one from the start").push(letter);
        }
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    const SAMPLE: &str = "# A *page*\n\nSome `code`, and a\nparagraph.\n\n1. First, which is long enough to wrap\n2. Second\n\n\
        | option | meaning |\n|---|---|\n| `rule`, `x` | what it is |\n\n    pbrain-tengen match --engine a \\\n        --turn 30s\n";

    #[test]
    fn a_page_is_wrapped_and_its_commands_can_be_copied() {
        let lines = [
            "A page",
            "",
            "Some code, and a paragraph.",
            "",
            "1. First, which is long enough",
            "   to wrap",
            "2. Second",
            "",
            "option",
            "    meaning",
            "rule, x",
            "    what it is",
            "",
            "    pbrain-tengen match \\",
            "        --engine a --turn \\",
            "        30s",
            "",
        ];
        assert_eq!(render(SAMPLE, 30, false).lines().collect::<Vec<_>>(), lines);
        assert!(render(SAMPLE, 30, true).contains("Some \x1b[36mcode\x1b[0m, and"));
        // A Chinese letter takes two columns.
        assert_eq!(render("天元天元天元 x\n", 5, false).trim_end(), "天元\n天元\n天元\nx");
        // Drawings stay as they are, and what is quoted is not torn.
        let drawing = "    10  .  .  X       10  .  O\n       a  b  c           a  b\n";
        assert!(render(&format!("# Page\n\n{drawing}"), 60, false).contains(drawing));
        let command = "    pbrain-tengen db edit --comment \"the only move\" h8i9\n";
        let wrapped = render(command, 40, false);
        assert!(wrapped.contains("\"the only move\"") && wrapped.contains(" \\\n"), "{wrapped}");
    }
}
