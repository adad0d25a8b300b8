//! The encoding inside a block: whole numbers, points and scores in as few bytes as they need.
//!
//! A number is its bits by sevens, the lowest first, each byte but the last with its highest bit set (LEB128). A signed number
//! is the number `2n`, or `-2n - 1` below zero (zigzag). A point is the number `y * width + x`. A score is the number `2s` for a
//! judgement of `s` as a signed number, and `2s + 1` for a win in `s` plies, or in `-s` for the opponent.

use anyhow::{Context, Result, ensure};
use tengen_engine::point::{BoardSize, Point};
use tengen_engine::score::{MAX_PLY, Score};

/// Writes a block.
pub(super) struct Encoder {
    pub(super) bytes: Vec<u8>,
    pub(super) size: BoardSize,
}

impl Encoder {
    /// An empty block about boards of this size.
    pub(super) fn new(size: BoardSize) -> Encoder {
        Encoder { bytes: Vec::new(), size }
    }

    /// Adds a byte.
    pub(super) fn byte(&mut self, byte: u8) {
        self.bytes.push(byte);
    }

    /// Adds a number.
    pub(super) fn number(&mut self, mut number: u64) {
        while number >= 0x80 {
            self.bytes.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.bytes.push(number as u8);
    }

    /// Adds a point.
    pub(super) fn point(&mut self, point: Point) {
        self.number((point.y() * self.size.width() + point.x()) as u64);
    }

    /// Adds a score.
    pub(super) fn score(&mut self, score: Score) {
        let (signed, proof) = match score.plies_to_end() {
            Some(plies) => (if score.is_win() { plies as i64 } else { -(plies as i64) }, 1),
            None => (i64::from(score.value()), 0),
        };
        let unsigned = if signed < 0 { -2 * signed - 1 } else { 2 * signed };
        self.number(2 * unsigned as u64 + proof);
    }
}

/// Reads a block.
pub(super) struct Decoder<'a> {
    rest: &'a [u8],
    size: BoardSize,
}

impl<'a> Decoder<'a> {
    /// Reads a block about boards of this size.
    pub(super) fn new(bytes: &'a [u8], size: BoardSize) -> Decoder<'a> {
        Decoder { rest: bytes, size }
    }

    /// The next byte.
    pub(super) fn byte(&mut self) -> Result<u8> {
        let (&first, rest) = self.rest.split_first().context("the block ends too early")?;
        self.rest = rest;
        Ok(first)
    }

    /// The next number.
    pub(super) fn number(&mut self) -> Result<u64> {
        let mut number = 0;
        for shift in (0..u64::BITS).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return Ok(number);
            }
        }
        anyhow::bail!("a number of more than {} bits", u64::BITS)
    }

    /// The next number, which is at most so large.
    pub(super) fn number_to(&mut self, most: usize, what: &str) -> Result<usize> {
        let number = self.number()?;
        let small = usize::try_from(number).ok().filter(|&number| number <= most);
        small.with_context(|| format!("impossible {what} {number}, at most {most} is possible"))
    }

    /// The next point, which lies on the board.
    pub(super) fn point(&mut self) -> Result<Point> {
        let place = self.number_to(self.size.area() - 1, "point")?;
        Ok(Point::new(place % self.size.width(), place / self.size.width()))
    }

    /// The next score.
    pub(super) fn score(&mut self) -> Result<Score> {
        // Twice for the sign, twice for whether it is a proof.
        let most = 4 * Score::MAX_JUDGED.value() as usize;
        let number = self.number_to(most, "score")?;
        let (unsigned, proof) = (number / 2, number % 2 == 1);
        let signed = if unsigned % 2 == 1 { -(unsigned as i64 + 1) / 2 } else { unsigned as i64 / 2 };
        if !proof {
            return Ok(Score::judged(signed as i32));
        }
        let plies = signed.unsigned_abs() as usize;
        ensure!(plies <= 2 * MAX_PLY, "an impossible win in {plies} plies");
        Ok(if signed < 0 { Score::loss_in(plies) } else { Score::win_in(plies) })
    }

    /// Whether everything was read.
    pub(super) fn is_done(&self) -> bool {
        self.rest.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let size = BoardSize::new(20, 15).unwrap();
        let judged = (-300..300).chain([-29_487, 29_487]).map(Score::judged);
        let proofs = (1..=2 * MAX_PLY).flat_map(|plies| [Score::win_in(plies), Score::loss_in(plies)]);
        let scores: Vec<Score> = judged.chain(proofs).collect();
        let numbers = [0, 1, 127, 128, 16_383, 16_384, u64::MAX];
        let mut encoder = Encoder::new(size);
        scores.iter().for_each(|&score| encoder.score(score));
        size.points().for_each(|point| encoder.point(point));
        numbers.iter().for_each(|&number| encoder.number(number));
        let mut decoder = Decoder::new(&encoder.bytes, size);
        scores.iter().for_each(|&score| assert_eq!(decoder.score().unwrap(), score));
        size.points().for_each(|point| assert_eq!(decoder.point().unwrap(), point));
        numbers.iter().for_each(|&number| assert_eq!(decoder.number().unwrap(), number));
        assert!(decoder.is_done());
        assert!(decoder.byte().is_err());
    }

    #[test]
    fn small_scores_take_a_byte() {
        let size = BoardSize::square(15).unwrap();
        for (score, bytes) in [(Score::DRAW, 1), (Score::judged(31), 1), (Score::judged(-32), 1), (Score::win_in(9), 1)]
        {
            let mut encoder = Encoder::new(size);
            encoder.score(score);
            assert_eq!(encoder.bytes.len(), bytes, "{score}");
        }
    }

    #[test]
    fn what_cannot_be_is_refused() {
        let size = BoardSize::square(15).unwrap();
        let decode = |bytes: &'static [u8]| Decoder::new(bytes, size);
        assert!(decode(&[0xe1, 1]).point().unwrap_err().to_string().contains("impossible point 225"));
        assert!(decode(&[0x80]).number().unwrap_err().to_string().contains("ends too early"));
        assert!(decode(&[0xff; 11]).number().unwrap_err().to_string().contains("more than 64 bits"));
        // A win in 1,000 plies.
        assert!(decode(&[0xa1, 0x1f]).score().unwrap_err().to_string().contains("win in 1000 plies"));
    }
}
