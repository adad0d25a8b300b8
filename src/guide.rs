//! Pages for those who use the program with others: how to load it, to enter it in a tournament, to measure against it, and
//! how openings are made.

mod page;

use std::io::{self, IsTerminal};

use anyhow::Result;

use crate::cli::{GuideArgs, Page};
use crate::{output, terminal};

/// The columns of a terminal that does not tell them.
const USUAL: usize = 80;

/// Prints a page: as it is written for files and other programs, and rendered for a terminal.
pub(crate) fn run(args: &GuideArgs) -> Result<()> {
    let text = text(args.page);
    if io::stdout().is_terminal() {
        output::write(page::render(text, terminal::width().unwrap_or(USUAL), output::is_colored()));
    } else {
        output::write(text);
    }
    Ok(())
}

fn text(page: Page) -> &'static str {
    match page {
        Page::Load => include_str!("guide/load.md"),
        Page::Enter => include_str!("guide/enter.md"),
        Page::Board => include_str!("guide/board.md"),
        Page::Analyse => include_str!("guide/analyse.md"),
        Page::Measure => include_str!("guide/measure.md"),
        Page::Review => include_str!("guide/review.md"),
        Page::Openings => include_str!("guide/openings.md"),
        Page::Files => include_str!("guide/files.md"),
        Page::Go => include_str!("guide/go.md"),
        Page::Db => include_str!("guide/db.md"),
        Page::Jiu => include_str!("guide/jiu.md"),
    }
}

#[cfg(test)]
mod tests {
    use clap::{Parser, ValueEnum};

    use super::*;
    use crate::cli::Cli;

    /// The commands of a page: what is indented, with lines that end in a backslash joined to the next.
    fn commands(text: &str) -> Vec<String> {
        let joined = text.replace("\\\n", " ");
        joined.lines().filter_map(|line| line.strip_prefix("    pbrain-tengen ")).map(str::to_string).collect()
    }

    /// The words of a command, those in quotes as one.
    fn words(command: &str) -> Vec<String> {
        let parts = command.split('"').enumerate();
        parts
            .flat_map(|(number, part)| match number % 2 {
                1 => vec![part.to_string()],
                _ => part.split_whitespace().map(str::to_string).collect(),
            })
            .collect()
    }

    #[test]
    fn every_page_fits_every_terminal() {
        for page in Page::value_variants() {
            for columns in [40, 60, 80, 99, 200] {
                let rendered = page::render(text(*page), columns, false);
                let longest = rendered.lines().map(terminal::columns).max().unwrap();
                assert!(longest <= columns, "{page:?}, {columns} columns: {longest}");
                assert!(!rendered.contains("**") && !rendered.contains("|--"), "{rendered}");
            }
        }
    }

    #[test]
    fn every_command_that_a_page_shows_can_be_given() {
        let mut count = 0;
        for page in Page::value_variants() {
            for command in commands(text(*page)) {
                if command.contains("RULE") {
                    continue;
                }
                let words = ["pbrain-tengen".to_string()].into_iter().chain(words(&command));
                assert!(Cli::try_parse_from(words).is_ok(), "{page:?}: {command}");
                count += 1;
            }
        }
        assert!(count > 3, "the pages show commands");
    }
}
