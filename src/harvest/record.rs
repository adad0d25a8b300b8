//! Files of games played for training: a header, then one game after another, so that a cut-off file loses one game at most.
//!
//! All numbers are little-endian. The header is the eight bytes `TENGEN\x02\n`. A game is
//!
//! | bytes | meaning |
//! |---|---|
//! | 1 | rule: its number in [`RuleKind::ALL`] |
//! | 1, 1 | width and height of the board |
//! | 1 | stones of the opening, which were not chosen by search |
//! | 1 | result for Black: 0 lost, 1 drawn, 2 won |
//! | 2 | number of moves |
//! | 5 each and more | a move: 2 bytes for the point, `y * width + x`; 2 bytes for the score that the search gave to the side that made it, [`UNSCORED`] in the opening; 1 byte for the number of stray moves of the [`Aside`] there, 0 without one; 2 bytes for the point of each; with an aside 2 bytes for the point and 2 bytes for the score of the best move after them |

use std::fs::{File, OpenOptions};
use std::io::{BufReader, ErrorKind, Read, Seek, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use tengen_engine::game::Game;
use tengen_engine::point::{BoardSize, Point};
use tengen_engine::rule::RuleKind;

const HEADER: [u8; 8] = *b"TENGEN\x02\n";
/// The score of a move that was not chosen by search.
pub(crate) const UNSCORED: i16 = i16::MIN;

/// A position beside a game, as searches look at many: it is reached by moves that were not chosen by search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Aside {
    /// The moves that lead to it, one at least.
    pub strays: Vec<Point>,
    /// The best move there.
    pub best: Point,
    /// The score that the search gave to the side to make it.
    pub score: i16,
}

/// A move of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Move {
    /// Where the stone was put.
    pub point: Point,
    /// The score that the search gave to the side that made it.
    pub score: i16,
    /// A position beside the one in which it was made.
    pub aside: Option<Aside>,
}

/// One game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Record {
    /// The rule.
    pub rule: RuleKind,
    /// The board.
    pub size: BoardSize,
    /// Stones of the opening.
    pub opening: usize,
    /// Black's result in half points: 0, 1 or 2.
    pub result: u8,
    /// Its moves, those of the opening first.
    pub moves: Vec<Move>,
}

impl Record {
    fn to_bytes(&self) -> Vec<u8> {
        let mut bytes =
            vec![self.rule as u8, self.size.width() as u8, self.size.height() as u8, self.opening as u8, self.result];
        let place = |point: Point| ((point.y() * self.size.width() + point.x()) as u16).to_le_bytes();
        bytes.extend((self.moves.len() as u16).to_le_bytes());
        for Move { point, score, aside } in &self.moves {
            bytes.extend(place(*point));
            bytes.extend(score.to_le_bytes());
            bytes.push(aside.as_ref().map_or(0, |aside| aside.strays.len() as u8));
            if let Some(Aside { strays, best, score }) = aside {
                strays.iter().for_each(|&stray| bytes.extend(place(stray)));
                bytes.extend(place(*best));
                bytes.extend(score.to_le_bytes());
            }
        }
        bytes
    }

    /// The next game of a file, or `None` at its end. A last game that was cut off counts as the end.
    fn read(from: &mut impl Read) -> Result<Option<Record>> {
        let Some([rule, width, height, opening, result, low, high]) = read_bytes(from)? else { return Ok(None) };
        let rule = RuleKind::ALL.get(usize::from(rule)).copied().with_context(|| format!("unknown rule {rule}"))?;
        let size = BoardSize::new(width.into(), height.into())
            .with_context(|| format!("impossible board of {width}x{height}"))?;
        ensure!(result <= 2, "impossible result {result}");
        let length = u16::from_le_bytes([low, high]);
        let mut game = Game::new(rule, size);
        let mut moves = Vec::with_capacity(length.into());
        for number in 1..=length {
            match read_move(from, &mut game).with_context(|| format!("move {number}"))? {
                Some(played) => moves.push(played),
                None => return Ok(None),
            }
        }
        ensure!(usize::from(opening) <= moves.len(), "an opening longer than the game");
        Ok(Some(Record { rule, size, opening: opening.into(), result, moves }))
    }
}

/// The next move of a game, which is then played, or `None` when the file ends before.
fn read_move(from: &mut impl Read, game: &mut Game) -> Result<Option<Move>> {
    let (Some(place), Some(score), Some([strays])) = (read_bytes(from)?, read_bytes(from)?, read_bytes(from)?) else {
        return Ok(None);
    };
    let aside = if strays > 0 {
        let Some(aside) = read_aside(from, game.clone(), strays).context("aside")? else { return Ok(None) };
        Some(aside)
    } else {
        None
    };
    Ok(Some(Move { point: play(game, place)?, score: i16::from_le_bytes(score), aside }))
}

/// An aside that so many stray moves lead to from the position of a game, or `None` when the file ends before.
fn read_aside(from: &mut impl Read, mut game: Game, length: u8) -> Result<Option<Aside>> {
    let mut strays = Vec::with_capacity(length.into());
    for _ in 0..length {
        let Some(place) = read_bytes(from)? else { return Ok(None) };
        strays.push(play(&mut game, place)?);
    }
    let (Some(place), Some(score)) = (read_bytes(from)?, read_bytes(from)?) else { return Ok(None) };
    Ok(Some(Aside { strays, best: play(&mut game, place)?, score: i16::from_le_bytes(score) }))
}

/// Plays a move on the point with this number.
fn play(game: &mut Game, place: [u8; 2]) -> Result<Point> {
    let (place, width) = (usize::from(u16::from_le_bytes(place)), game.size().width());
    let point = game.size().point(place % width, place / width).context("a point off the board")?;
    game.play(point)?;
    Ok(point)
}

/// The next bytes, or `None` when the end comes first.
fn read_bytes<const N: usize>(from: &mut impl Read) -> Result<Option<[u8; N]>> {
    let mut bytes = [0; N];
    match from.read_exact(&mut bytes) {
        Ok(()) => Ok(Some(bytes)),
        Err(error) if error.kind() == ErrorKind::UnexpectedEof => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// The games of a file, one after another.
pub(crate) struct Reader {
    path: PathBuf,
    file: BufReader<File>,
    number: usize,
}

impl Reader {
    /// Opens a file of games.
    pub(crate) fn open(path: &Path) -> Result<Reader> {
        let file = File::open(path).with_context(|| format!("cannot open {}", path.display()))?;
        let mut reader = Reader { path: path.to_path_buf(), file: BufReader::new(file), number: 0 };
        if read_bytes(&mut reader.file)? != Some(HEADER) {
            bail!("{}: not a file of games of this version", path.display());
        }
        Ok(reader)
    }
}

impl Iterator for Reader {
    type Item = Result<Record>;

    fn next(&mut self) -> Option<Result<Record>> {
        self.number += 1;
        let record = Record::read(&mut self.file);
        record.with_context(|| format!("{}: game {}", self.path.display(), self.number)).transpose()
    }
}

/// A file of games that more are added to.
pub(crate) struct Writer {
    file: File,
}

impl Writer {
    /// Opens a file to add games of this rule and size to, or makes it, and returns it with the number of games in it. A game
    /// that was cut off at its end is removed.
    pub(crate) fn append(path: &Path, rule: RuleKind, size: BoardSize) -> Result<(Writer, usize)> {
        let (mut games, mut length) = (0, HEADER.len() as u64);
        let begun = match std::fs::read(path) {
            // Even the header may have been cut off.
            Ok(bytes) => !HEADER.starts_with(&bytes) || bytes.len() == HEADER.len(),
            Err(_) => false,
        };
        if begun {
            let mut reader = Reader::open(path)?;
            while let Some(record) = reader.next().transpose()? {
                games += 1;
                length = reader.file.stream_position()?;
                ensure!(
                    (record.rule, record.size) == (rule, size),
                    "{}: game {games} is one of {} on {}, and those to add are of {rule} on {size}",
                    path.display(),
                    record.rule,
                    record.size,
                );
            }
        }
        let open = || -> Result<File> {
            let mut file = OpenOptions::new().create(true).append(true).open(path)?;
            file.set_len(if begun { length } else { 0 })?;
            if !begun {
                file.write_all(&HEADER)?;
            }
            Ok(file)
        };
        let file = open().with_context(|| format!("cannot write {}", path.display()))?;
        Ok((Writer { file }, games))
    }

    /// Adds a game.
    pub(crate) fn write(&mut self, record: &Record) -> Result<()> {
        Ok(self.file.write_all(&record.to_bytes())?)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// A file of its own for one test.
    fn path(name: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("tengen-{}-{name}.games", std::process::id()));
        let _ = fs::remove_file(&path);
        path
    }

    fn record(width: usize, moves: &[(usize, usize, i16)]) -> Record {
        let played = |&(x, y, score)| Move { point: Point::new(x, y), score, aside: None };
        let moves = moves.iter().map(played).collect();
        let size = BoardSize::new(width, 15).unwrap();
        Record { rule: RuleKind::Renju, size, opening: 1, result: 2, moves }
    }

    fn games() -> Vec<Record> {
        let long = (0..15).flat_map(|y| (0..13).map(move |x| (x, y, -300))).take(40).step_by(2).collect::<Vec<_>>();
        let mut games = vec![
            record(15, &[(7, 7, UNSCORED), (8, 8, 17), (14, 0, -29_997)]),
            record(15, &[(0, 14, UNSCORED)]),
            record(15, &long),
        ];
        let strays = vec![Point::new(14, 0), Point::new(3, 2)];
        games[0].moves[1].aside = Some(Aside { strays, best: Point::new(0, 0), score: -5 });
        games
    }

    fn append(path: &Path) -> Result<(Writer, usize)> {
        Writer::append(path, RuleKind::Renju, BoardSize::square(15).unwrap())
    }

    fn write(path: &Path) {
        let (mut writer, begun) = append(path).unwrap();
        assert_eq!(begun, 0);
        games().iter().for_each(|game| writer.write(game).unwrap());
    }

    fn read(path: &Path) -> Vec<Record> {
        Reader::open(path).unwrap().collect::<Result<_>>().unwrap()
    }

    #[test]
    fn games_are_read_as_they_were_written() {
        let path = path("round");
        write(&path);
        assert_eq!(read(&path), games());
        fs::remove_file(path).unwrap();
    }

    #[test]
    fn a_file_that_was_cut_off_anywhere_goes_on() {
        let path = path("cut");
        write(&path);
        let whole = fs::read(&path).unwrap();
        let ends: Vec<usize> = games()
            .iter()
            .scan(HEADER.len(), |end, game| {
                *end += game.to_bytes().len();
                Some(*end)
            })
            .collect();
        for length in 0..=whole.len() {
            fs::write(&path, &whole[..length]).unwrap();
            let (mut writer, begun) = append(&path).unwrap();
            assert_eq!(begun, ends.iter().filter(|&&end| end <= length).count(), "cut off after {length} bytes");
            games()[begun..].iter().for_each(|game| writer.write(game).unwrap());
            assert_eq!(fs::read(&path).unwrap(), whole, "cut off after {length} bytes");
        }
        fs::remove_file(path).unwrap();
    }

    #[test]
    fn a_wrong_file_is_refused_by_name_and_place_and_left_alone() {
        let path = path("wrong");
        write(&path);
        let whole = fs::read(&path).unwrap();
        let second = HEADER.len() + games()[0].to_bytes().len();
        let with = |place: usize, byte: u8| {
            let mut bytes = whole.clone();
            bytes[place] = byte;
            bytes
        };
        for (bytes, complaint) in [
            (b"precious".to_vec(), "not a file of games"),
            (with(0, b't'), "not a file of games"),
            (with(second, 9), "game 2: unknown rule 9"),
            (with(second + 1, 40), "game 2: impossible board of 40x15"),
            (with(second + 4, 3), "game 2: impossible result 3"),
            (with(second + 3, 2), "game 2: an opening longer than the game"),
            (with(second + 8, 7), "game 2: move 1: a point off the board"),
            (with(HEADER.len() + 12, 112), "game 1: move 2: the point is occupied"),
            (with(HEADER.len() + 17, 112), "game 1: move 2: aside: the point is occupied"),
            (with(HEADER.len(), 0), "game 1 is one of freestyle on 15x15, and those to add are of renju on 15x15"),
        ] {
            fs::write(&path, &bytes).unwrap();
            let error = format!("{:#}", append(&path).err().expect(complaint));
            let name = path.file_name().unwrap().to_str().unwrap();
            assert!(error.contains(complaint) && error.contains(name), "{error}");
            assert_eq!(fs::read(&path).unwrap(), bytes);
        }
        fs::remove_file(path).unwrap();
    }
}
