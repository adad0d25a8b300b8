//! `openings --make --even`: openings for matches, stones put by lot about the centre, of which those are kept that searches
//! call even.

use std::collections::HashSet;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use tengen_engine::engine::{Engine, Limits, Options};
use tengen_engine::game::Game;
use tengen_engine::point::{BoardSize, Point, Rows};
use tengen_engine::position_key::PositionKey;
use tengen_engine::random::SplitMix64;
use tengen_engine::rule::RuleKind;

use crate::cli::OpeningsArgs;
use crate::files::targets;
use crate::line_file::LineFile;
use crate::ordered;
use crate::output;
use crate::position;
use crate::progress::{PlainLines, Progress};
use crate::terminal::shortened;

/// An opening has at least and at most so many stones,
const STONES: [usize; 2] = [4, 7];
/// which lie within so many columns and rows of their middle.
const REACH: [usize; 2] = [2, 5];
/// The middle lies within this part of a side from the centre of the board.
const SHIFT: usize = 6;
/// What is searched: with one in so many of the nodes neither side may be ahead by more than this.
const ROUNDS: [(u64, i32); 4] = [(1000, 250), (100, 150), (10, 100), (1, 80)];
/// So many positions are drawn for an opening before the board is said to have none.
const TRIES: usize = 100_000;
/// So many times as many openings as were asked for may be found again before the board is said to have no more.
const REPEATS: usize = 100;
/// The line of an opening that was found before.
const AGAIN: &str = "# one of those above";
/// The table of a search, in bytes: small, because it is cleared for every position.
const TABLE_BYTES: usize = 16 << 20;

/// Makes the openings that were asked for. A file of such openings that holds fewer is gone on with.
pub(super) fn make(args: &OpeningsArgs) -> Result<()> {
    let &OpeningsArgs { rule, size, count, nodes, seed, threads, ref output, .. } = args;
    let count = count.get();
    ensure!(size.area() >= 36, "--size {size}: there is no room for openings on fewer than 36 points");
    let header = format!(
        "# Even openings of {rule} on {size}, row 1 at the top: stones put by lot, kept where a search calls neither side ahead by\n\
         # more than {}. One a line, as points, Black first.\n\
         # Made by: pbrain-tengen openings --make --even --rule {rule} --size {size} --nodes {nodes} --seed {seed}, version {}\n",
        ROUNDS[3].1,
        env!("CARGO_PKG_VERSION"),
    );
    let mut list = EvenList::begin(rule, size, header, output.as_deref())?;
    // Where the list goes to the standard output nothing else is said there.
    let plain = if output.is_some() { PlainLines::NowAndThen } else { PlainLines::Never };
    let mut progress = Progress::new("openings", plain, list.found.len(), count);
    // What was found already, in whatever view, is made up for.
    while list.found.len() < count {
        let drawn = list.drawn;
        ensure!(drawn <= REPEATS * count, "only {} even openings of {rule} on {size} were found", list.found.len());
        let work = |engine: &mut Engine, number: usize| {
            let mut random = SplitMix64::stream(seed, (drawn + number) as u64);
            (0..TRIES).find_map(|_| {
                let game = draw(rule, size, &mut random);
                is_even(&game, nodes, engine).then_some(game)
            })
        };
        ordered::run(
            threads,
            count - list.found.len(),
            || Engine::new(Options { hash_bytes: TABLE_BYTES, ..Options::default() }),
            work,
            |opening| {
                let game = opening.with_context(|| format!("none of {TRIES} positions of {rule} on {size} is even"))?;
                if let Some(line) = list.add(&game)? {
                    progress.add(line);
                }
                Ok(())
            },
        )?;
    }
    progress.end();
    Ok(())
}

/// The openings found so far, in a file or on the standard output.
struct EvenList {
    /// Where they go on as they are found, but for the standard output.
    file: Option<LineFile>,
    /// Openings of which some may be the same: one a line after the header.
    drawn: usize,
    found: HashSet<PositionKey>,
}

impl EvenList {
    /// Begins a list, or goes on with the file of an interrupted run.
    fn begin(rule: RuleKind, size: BoardSize, header: String, path: Option<&Path>) -> Result<EvenList> {
        let mut list = EvenList { file: None, drawn: 0, found: HashSet::new() };
        let Some(path) = path else {
            output::write(header);
            return Ok(list);
        };
        targets::check_writable(path, &[])?;
        let (file, ()) = LineFile::open(path, &header, |lines| list.read(rule, size, &header, lines))?;
        list.file = Some(file);
        Ok(list)
    }

    /// Takes in the lines of an interrupted run.
    fn read(&mut self, rule: RuleKind, size: BoardSize, header: &str, lines: &str) -> Result<()> {
        if lines.is_empty() {
            return Ok(());
        }
        let found =
            lines.strip_prefix(header).context("it holds something else than such openings: nothing is written")?;
        for (number, line) in (header.lines().count() + 1..).zip(found.lines()) {
            self.drawn += 1;
            if line != AGAIN {
                let read = Game::from_text(rule, size, line, Rows::FromTop).ok();
                let key = read.and_then(|game| Some(PositionKey::of(&game)?.0));
                let is_new = key.is_some_and(|key| self.found.insert(key));
                ensure!(is_new, "line {number}: \"{}\" is no opening", shortened(line));
            }
        }
        Ok(())
    }

    /// Adds what was drawn, and returns its line if it is new.
    fn add(&mut self, game: &Game) -> Result<Option<String>> {
        let (key, _) = PositionKey::of(game).context("stones in turn have a key")?;
        let stones: Vec<Point> = game.moves().iter().map(|played| played.point).collect();
        let is_new = self.found.insert(key);
        let line = if is_new { position::line(&stones, game.size(), Rows::FromTop) } else { AGAIN.to_string() };
        self.drawn += 1;
        match &mut self.file {
            Some(file) => file.add(&line)?,
            None if is_new => {
                output::write(format_args!("{line}\n"));
                output::check()?;
            }
            None => {}
        }
        Ok(is_new.then_some(line))
    }
}

/// Stones by lot, none of which wins or is forbidden.
fn draw(rule: RuleKind, size: BoardSize, random: &mut SplitMix64) -> Game {
    loop {
        let mut game = Game::new(rule, size);
        let [stones, reach] = [STONES, REACH].map(|[least, most]| least + random.below(most - least + 1));
        let sides = [size.width(), size.height()];
        let middle = sides.map(|side| (side / 2 + random.below(2 * (side / SHIFT) + 1)).saturating_sub(side / SHIFT));
        for _ in 0..4 * stones {
            let place = [0, 1].map(|i| (middle[i] + random.below(2 * reach + 1)).checked_sub(reach));
            let point = place[0].zip(place[1]).and_then(|(x, y)| size.point(x, y));
            // What is taken or lies outside is drawn again.
            if point.is_some_and(|point| game.play(point).is_ok()) && game.moves().len() == stones {
                break;
            }
        }
        if game.result().is_none() && game.moves().len() == stones {
            return game;
        }
    }
}

/// Whether searches, each longer than the one before, call neither side ahead.
fn is_even(game: &Game, nodes: u64, engine: &mut Engine) -> bool {
    engine.forget();
    ROUNDS.iter().all(|&(part, most)| {
        let found = engine.search(game, Limits::nodes((nodes / part).max(1)));
        found.score().is_some_and(|score| score.value().abs() <= most)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_wins_is_not_even_and_some_of_what_is_drawn_is() {
        let size = BoardSize::square(15).unwrap();
        let mut engine = Engine::new(Options { hash_bytes: Options::MIN_HASH_BYTES, ..Options::default() });
        let game = |moves| Game::from_text(RuleKind::Freestyle, size, moves, Rows::FromBottom).unwrap();
        // An open three of the side to move, and a straight four of the other.
        for moves in ["g8a1h8o1i8c13", "f8a1g8o1h8c13i8"] {
            assert!(!is_even(&game(moves), 3_000, &mut engine), "{moves}");
        }
        let mut random = SplitMix64::new(1);
        let even = (0..300).find(|_| is_even(&draw(RuleKind::Freestyle, size, &mut random), 3_000, &mut engine));
        assert!(even.is_some());
    }

    #[test]
    fn positions_lie_on_every_board_and_are_not_over() {
        let mut random = SplitMix64::new(2);
        for rule in RuleKind::ALL {
            for size in [BoardSize::square(6), BoardSize::new(5, 22), BoardSize::square(20)].map(Option::unwrap) {
                for _ in 0..50 {
                    let game = draw(rule, size, &mut random);
                    assert!((4..=7).contains(&game.moves().len()) && game.result().is_none());
                }
            }
        }
    }
}
