//! Openings: those that are built in, and files of others, one a line, as points (`h8i9`) or as distances from the centre
//! (`0,0, 1,-1`).

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::path::Path;

use anyhow::{Context, Result, anyhow, bail};
use tengen_engine::Key;
use tengen_engine::database::book::{self, BookMove};
use tengen_engine::game::{Game, Rules};
use tengen_engine::point::{BoardSize, Point, Rows};
use tengen_engine::random::SplitMix64;
use tengen_engine::rule::RuleKind;
use tengen_engine::symmetry::Symmetry;

use crate::cli::OpeningFormat;
use crate::databases;
use crate::files;
use crate::terminal::shortened;

/// The openings that are built in, as files that `--openings` could also read: each says what it holds. Their rows are
/// counted from the top.
const FREESTYLE_15: &str = include_str!("../../tests/data/openings/freestyle-15.txt");
const FREESTYLE_20: &str = include_str!("../../tests/data/openings/freestyle-20.txt");
const STANDARD_15: &str = include_str!("../../tests/data/openings/standard-15.txt");
const RENJU_15: &str = include_str!("../../tests/data/openings/renju-15-even.txt");
/// On boards that leave fewer openings than this, others are taken too.
const FEW: usize = 10;
/// Boards with sides from here on have the openings of the large board.
const LARGE: usize = 18;
/// Steps from other stones within which an opening is varied.
const NEAR: usize = 2;
/// Lines that are drawn from a book, whatever the number of games: a match may be made longer.
const MOST_BOOK_LINES: usize = 500;
/// A book is taken to have no more lines when so many in a row were drawn before.
const FRUITLESS_DRAWS: usize = 200;

/// The openings that are built in for a rule, about the centre of the board; of those that were made for another size the
/// ones that fit. The empty board is the only one where none does.
pub(super) fn built_in(rules: Rules, size: BoardSize) -> Vec<Vec<Point>> {
    let (text, side) = match rules.kind {
        RuleKind::Renju => (RENJU_15, 15),
        RuleKind::Freestyle if size.width().min(size.height()) >= LARGE => (FREESTYLE_20, 20),
        RuleKind::Freestyle => (FREESTYLE_15, 15),
        RuleKind::Standard | RuleKind::CaroOverline | RuleKind::Caro => (STANDARD_15, 15),
    };
    let mut fitting = fitting(text, side, rules, size);
    if fitting.len() < FEW {
        // These lie closest about the centre.
        fitting.extend(self::fitting(RENJU_15, 15, rules, size));
    }
    if fitting.is_empty() { vec![Vec::new()] } else { fitting }
}

/// The openings of a text for a board with sides of `side` that leave a game that goes on when they are moved to the centre of
/// another.
fn fitting(text: &str, side: usize, rules: Rules, size: BoardSize) -> Vec<Vec<Point>> {
    let made_for = BoardSize::square(side).expect("15 and 20 are sizes");
    let (from, to) = (made_for.center(), size.center());
    let moved = |point: Point| {
        let (x, y) = ((point.x() + to.x()).checked_sub(from.x())?, (point.y() + to.y()).checked_sub(from.y())?);
        size.point(x, y)
    };
    let played = files::numbered_lines(text).filter_map(|(_, line)| {
        let opening = Game::from_text(rules, made_for, line, Rows::FromTop).ok()?;
        let mut game = Game::new(rules, size);
        for played in opening.moves() {
            game.play(moved(played.point)?).ok()?;
        }
        (game.result().is_none()).then(|| game.moves().iter().map(|played| played.point).collect())
    });
    played.collect()
}

/// An opening with more stones, each put by lot within two steps of another in any direction; `None` where one of them
/// may not be put or ends the game.
pub(super) fn with_more_stones(
    opening: &[Point],
    stones: usize,
    rules: Rules,
    size: BoardSize,
    random: &mut SplitMix64,
) -> Option<Vec<Point>> {
    let mut game = Game::new(rules, size);
    opening.iter().try_for_each(|&point| game.play(point).map(drop)).ok()?;
    for _ in 0..stones {
        let is_near = |point: &Point| {
            game.moves().is_empty() || game.moves().iter().any(|played| point.distance(played.point) <= NEAR)
        };
        let near: Vec<Point> = game.legal_points().filter(is_near).collect();
        let &point = random.choose(&near)?;
        game.play(point).ok()?;
    }
    game.result().is_none().then(|| game.moves().iter().map(|played| played.point).collect())
}

/// The openings of a file, each checked to leave a game that goes on.
pub(super) fn read(
    path: &Path,
    format: OpeningFormat,
    rows: Rows,
    rules: Rules,
    size: BoardSize,
) -> Result<Vec<Vec<Point>>> {
    let text = files::read_text(path)?;
    let mut openings = Vec::new();
    for (number, line) in files::numbered_lines(&text) {
        let opening = parse(line, format, rows, rules, size);
        openings.push(opening.map_err(|why| {
            let (line, why) = (shortened(line), shortened(&format!("{why:#}")));
            anyhow!("{}, line {number}: \"{line}\": {why}", files::shown_path(path))
        })?);
    }
    if openings.is_empty() {
        bail!("{} holds no opening", files::shown_path(path));
    }
    Ok(openings)
}

/// Different lines of a book, each of at most so many moves, drawn by what the book holds of each move.
pub(super) fn of_book(path: &Path, moves: usize, seed: u64, start: Game) -> Result<Vec<Vec<Point>>> {
    let store = databases::book(path, start.rule(), moves)?;
    let mut random = SplitMix64::new(seed);
    // Lines begin alike.
    let mut known: HashMap<Key, Vec<BookMove>> = HashMap::new();
    let mut lines: Vec<Vec<Point>> = Vec::new();
    let mut fruitless = 0;
    while lines.len() < MOST_BOOK_LINES && fruitless < FRUITLESS_DRAWS {
        let mut game = start.clone();
        while game.moves().len() < moves {
            let choice = match known.entry(game.key()) {
                Entry::Occupied(found) => found.into_mut(),
                Entry::Vacant(place) => place.insert(book::moves(&*store, &game)?),
            };
            let Some(point) = book::draw(choice, &mut random) else { break };
            let after = game.after(point)?;
            if after.result().is_some() {
                break;
            }
            game = after;
        }
        let line: Vec<Point> = game.moves().iter().map(|played| played.point).collect();
        fruitless += 1;
        if !line.is_empty() && !lines.contains(&line) {
            lines.push(line);
            fruitless = 0;
        }
    }
    if lines.is_empty() {
        bail!("{} knows no move of an empty board of {} under {}", path.display(), start.size(), start.rule());
    }
    Ok(lines)
}

fn parse(line: &str, format: OpeningFormat, rows: Rows, rules: Rules, size: BoardSize) -> Result<Vec<Point>> {
    let as_points = match format {
        OpeningFormat::Auto => line.starts_with(|c: char| c.is_ascii_alphabetic()),
        OpeningFormat::Pos => true,
        OpeningFormat::Offset => false,
    };
    let game = if as_points { Game::from_text(rules, size, line, rows)? } else { from_offsets(line, rules, size)? };
    match game.result() {
        Some(outcome) => bail!("the game is over after this opening: {outcome}"),
        None => Ok(game.moves().iter().map(|played| played.point).collect()),
    }
}

fn from_offsets(line: &str, rules: Rules, size: BoardSize) -> Result<Game> {
    let numbers: Vec<isize> = line
        .split([',', ' ', '\t'])
        .filter(|word| !word.is_empty())
        .map(|word| word.parse().map_err(|_| anyhow!("\"{word}\" is no number")))
        .collect::<Result<_>>()?;
    if !numbers.len().is_multiple_of(2) {
        bail!("distances come in pairs, and these are {}", numbers.len());
    }
    let center = size.center();
    let mut game = Game::new(rules, size);
    for pair in numbers.chunks_exact(2) {
        let place = |middle: usize, offset: isize| middle.checked_add_signed(offset);
        let point = place(center.x(), pair[0]).zip(place(center.y(), pair[1])).and_then(|(x, y)| size.point(x, y));
        let point = point.with_context(|| format!("{},{} from the centre lies outside {size}", pair[0], pair[1]))?;
        game.play(point).with_context(|| format!("{},{} from the centre cannot be played", pair[0], pair[1]))?;
    }
    Ok(game)
}

/// The views of a board that keep its size: eight of a square, four of another rectangle.
pub(super) fn views(size: BoardSize) -> Vec<Symmetry> {
    Symmetry::ALL.into_iter().filter(|view| view.size(size) == size).collect()
}

/// A line of play in the view of the board in which it comes first: the same for all that are turned or mirrored. `None` is a
/// turn without a stone.
pub(super) fn canonical(line: impl IntoIterator<Item = Option<Point>>, size: BoardSize) -> Vec<Option<Point>> {
    let line: Vec<Option<Point>> = line.into_iter().collect();
    let seen = |view: Symmetry| line.iter().map(|turn| turn.map(|point| view.point(point, size))).collect();
    views(size).into_iter().map(seen).min().expect("every board can be seen as it is")
}

#[cfg(test)]
mod tests {
    use tengen_engine::point::{MAX_SIDE, MIN_SIDE};

    use super::*;

    #[test]
    fn what_is_built_in_can_be_played_on_every_board() {
        for rule in RuleKind::ALL {
            for side in MIN_SIDE..=MAX_SIDE {
                let size = BoardSize::square(side).unwrap();
                let openings = built_in(rule.into(), size);
                let least = [1, 8, 20][usize::from(side >= 7) + usize::from(side >= 15)];
                assert!(openings.len() >= least, "{rule} on {size}: {}", openings.len());
            }
        }
        // None of a file is lost on the board that it was made for.
        for (rule, side, text) in [
            (RuleKind::Freestyle, 15, FREESTYLE_15),
            (RuleKind::Freestyle, 20, FREESTYLE_20),
            (RuleKind::Standard, 15, STANDARD_15),
            (RuleKind::Renju, 15, RENJU_15),
        ] {
            let size = BoardSize::square(side).unwrap();
            let expected: Vec<Vec<Point>> = files::numbered_lines(text)
                .map(|(_, line)| parse(line, OpeningFormat::Pos, Rows::FromTop, rule.into(), size).unwrap())
                .collect();
            assert_eq!(built_in(rule.into(), size), expected);
        }
    }

    #[test]
    fn both_notations_give_the_same_stones() {
        let size = BoardSize::square(15).unwrap();
        let read = |line, format, rows| parse(line, format, rows, RuleKind::Freestyle.into(), size);
        let expected = vec![Point::new(7, 7), Point::new(8, 6), Point::new(7, 9)];
        assert_eq!(read("h8i7h10", OpeningFormat::Auto, Rows::FromTop).unwrap(), expected);
        assert_eq!(read("H8 i9, h6", OpeningFormat::Pos, Rows::FromBottom).unwrap(), expected);
        assert_eq!(read("0,0, 1,-1, 0,2", OpeningFormat::Auto, Rows::FromBottom).unwrap(), expected);
        assert_eq!(read("0 0 1 -1 0 2", OpeningFormat::Offset, Rows::FromTop).unwrap(), expected);
    }

    #[test]
    fn openings_that_cannot_be_played_say_why() {
        let size = BoardSize::square(15).unwrap();
        let stderr_line = |line| {
            format!("{:#}", parse(line, OpeningFormat::Auto, Rows::FromTop, RuleKind::Renju.into(), size).unwrap_err())
        };
        assert!(stderr_line("h8h8").contains("occupied"));
        assert!(stderr_line("h8z9").contains("no point of the board"));
        assert!(stderr_line("0,0,1").contains("pairs"));
        assert!(stderr_line("0,0, 8,0").contains("outside"));
        assert!(stderr_line("0,0, x,0").contains("no number"));
        assert!(stderr_line("a1o1b1o2c1o3d1o4e1").contains("over"));
    }

    #[test]
    fn lines_that_are_turned_or_mirrored_have_one_canonical_form() {
        let form =
            |text: &str, size| canonical(text.split(' ').map(|turn| Point::parse(turn, size, Rows::FromBottom)), size);
        let square = BoardSize::square(15).unwrap();
        for other in ["h8 h9 g10", "h8 g8 f7", "h8 h7 i6", "h8 i8 j9"] {
            assert_eq!(form(other, square), form("h8 h9 i10", square), "{other}");
        }
        // Whose stones they are, and in which order they were put, makes another line.
        for other in ["h8 i10 h9", "h8 h9 j10", "h8 pass h9 i10", "h8 h9"] {
            assert_ne!(form(other, square), form("h8 h9 i10", square), "{other}");
        }
        let rectangle = BoardSize::new(15, 20).unwrap();
        assert_eq!(form("a1 a2", rectangle), form("o20 o19", rectangle));
        assert_ne!(form("a1 a2", rectangle), form("a1 b1", rectangle));
    }

    #[test]
    fn rectangles_have_four_views() {
        assert_eq!(views(BoardSize::square(15).unwrap()).len(), 8);
        assert_eq!(views(BoardSize::new(15, 20).unwrap()).len(), 4);
    }
}
