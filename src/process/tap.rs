//! What is noted of the output of an engine while it is read, and the end of one that floods.

use std::cell::Cell;
use std::io::{self, Read};
use std::iter;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use parking_lot::Mutex;
use tengen_protocol::command::is_blank;

use super::LONGEST_LINE;

/// What a line costs in addition to its bytes: keeping it takes about that much.
const LINE_COST: usize = 64;
/// How lines end, in the order in which it is noted that they do.
const LINE_ENDS: [&str; 3] = ["LF", "CR LF", "CR"];

/// What is noted of a stream.
#[derive(Default)]
pub(super) struct StreamNotes {
    /// Which of [`LINE_ENDS`] a line has had.
    line_ends: [AtomicBool; 3],
    /// The beginning of a line whose end has not come.
    unfinished: Mutex<Vec<u8>>,
}

impl StreamNotes {
    /// How lines ended so far: "LF", "CR LF", "CR" or several of them.
    pub(super) fn line_ends(&self) -> Vec<&'static str> {
        let seen = self.line_ends.iter().map(|end| end.load(Ordering::Relaxed));
        LINE_ENDS.into_iter().zip(seen).filter_map(|(name, seen)| seen.then_some(name)).collect()
    }

    /// The beginning of a line whose end has not come, if there is one.
    pub(super) fn unfinished(&self) -> Option<String> {
        let text = String::from_utf8_lossy(&self.unfinished.lock()).trim_matches(is_blank).to_string();
        (!text.is_empty()).then_some(text)
    }

    /// Takes in bytes, in which lines end so often in each way, or the end of the stream.
    fn note(&self, bytes: &[u8], ends: [usize; 3]) {
        for (seen, _) in self.line_ends.iter().zip(ends).filter(|&(_, count)| count > 0) {
            seen.store(true, Ordering::Relaxed);
        }
        let mut unfinished = self.unfinished.lock();
        let begin = bytes.iter().rposition(ends_line).map_or(0, |end| end + 1);
        if begin > 0 || bytes.is_empty() {
            unfinished.clear();
        }
        let room = LONGEST_LINE - unfinished.len();
        unfinished.extend(bytes[begin..].iter().take(room));
    }
}

fn ends_line(byte: &u8) -> bool {
    matches!(byte, b'\n' | b'\r')
}

/// How often lines end in each of [`LINE_ENDS`], as bytes show it that follow the byte `last`: that a CR stands alone shows in
/// the byte behind it.
fn ended_lines(bytes: &[u8], last: u8) -> [usize; 3] {
    let mut ends = [0; 3];
    for pair in iter::once(&last).chain(bytes).zip(bytes) {
        match pair {
            (b'\r', b'\n') => ends[1] += 1,
            (_, b'\n') => ends[0] += 1,
            (b'\r', _) => ends[2] += 1,
            _ => {}
        }
    }
    ends
}

/// A stream that is noted while it is read, and ends where it floods.
pub(super) struct Tap<'a, R> {
    pub stream: R,
    /// Bytes that may still come.
    pub allowance: &'a AtomicUsize,
    pub notes: &'a StreamNotes,
    pub is_flooded: &'a Cell<bool>,
    /// The byte that came last.
    pub last: u8,
}

impl<R: Read> Read for Tap<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.stream.read(buffer)?;
        let bytes = &buffer[..count];
        let ends = ended_lines(bytes, self.last);
        let cost = count + LINE_COST * ends.iter().sum::<usize>();
        let spent = self.allowance.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(cost));
        if spent.is_err() {
            self.is_flooded.set(true);
            return Ok(0);
        }
        self.notes.note(bytes, ends);
        self.last = bytes.last().copied().unwrap_or(self.last);
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stream_is_noted_piece_by_piece_until_it_floods() {
        let (notes, is_flooded, allowance) =
            (StreamNotes::default(), Cell::new(false), AtomicUsize::new(2 * LINE_COST));
        let stream = &b"a\r\nb\rc\n"[..];
        let mut tap = Tap { stream, allowance: &allowance, notes: &notes, is_flooded: &is_flooded, last: 0 };
        let mut read = || tap.read(&mut [0; 4]).unwrap();
        assert_eq!((read(), notes.line_ends(), notes.unfinished()), (4, vec!["CR LF"], Some("b".to_string())));
        // Two more ends are more than there is room for.
        assert_eq!((read(), is_flooded.get(), notes.line_ends()), (0, true, vec!["CR LF"]));
        allowance.store(usize::MAX, Ordering::Relaxed);
        tap.stream = b"\rd";
        assert_eq!(tap.read(&mut [0; 4]).unwrap(), 2);
        assert_eq!((notes.line_ends(), notes.unfinished()), (vec!["CR LF", "CR"], Some("d".to_string())));
        // What came before the end of the stream is passed on.
        assert_eq!(tap.read(&mut [0; 4]).unwrap(), 0);
        assert_eq!(notes.unfinished(), None);
        // The two bytes of one end cost as one, though they come apart.
        allowance.store(2 + LINE_COST, Ordering::Relaxed);
        for byte in [&b"\r"[..], b"\n"] {
            tap.stream = byte;
            assert_eq!(tap.read(&mut [0; 4]).unwrap(), 1);
        }
    }
}
