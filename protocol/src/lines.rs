//! Lines of a stream: it is cut where they end, however its bytes come and whenever.

use std::io::{self, BufRead, BufReader, Read};

use crate::stream::patiently;

/// The lines of an input, without their ends: CR, LF or the two together. They have a greatest length, and more of one is
/// dropped.
///
/// ```
/// let lines = tengen_protocol::lines::LineCutter::new("START 15\r\n\nABOUT".as_bytes(), 6);
/// assert_eq!(lines.collect::<Result<Vec<_>, _>>()?, [&b"START "[..], b"", b"ABOUT"]);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct LineCutter<R> {
    input: BufReader<R>,
    longest: usize,
    is_after_return: bool,
    /// The error that came behind a line without end.
    failed: Option<io::Error>,
}

impl<R: Read> LineCutter<R> {
    /// The lines of an input, of which no more than so many bytes each are kept.
    #[must_use]
    pub fn new(input: R, longest: usize) -> LineCutter<R> {
        LineCutter { input: BufReader::new(input), longest, is_after_return: false, failed: None }
    }

    fn read_line(&mut self) -> io::Result<Option<Vec<u8>>> {
        if let Some(error) = self.failed.take() {
            return Err(error);
        }
        let mut line = Vec::new();
        loop {
            if let Err(error) = patiently(|| self.input.fill_buf().map(drop)) {
                // What has come is said, whatever follows.
                if line.is_empty() {
                    return Err(error);
                }
                self.failed = Some(error);
                return Ok(Some(line));
            }
            let read = self.input.buffer();
            // CR LF is one end.
            let bytes = read.strip_prefix(b"\n").filter(|_| self.is_after_return).unwrap_or(read);
            let end = bytes.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
            let piece = &bytes[..end.unwrap_or(bytes.len())];
            line.extend_from_slice(&piece[..piece.len().min(self.longest - line.len())]);
            let rest = end.map_or(0, |end| bytes.len() - end - 1);
            let is_over = read.is_empty();
            self.is_after_return = end.is_some_and(|end| bytes[end] == b'\r');
            let used = read.len() - rest;
            self.input.consume(used);
            if end.is_some() || is_over {
                return Ok((end.is_some() || !line.is_empty()).then_some(line));
            }
        }
    }
}

/// The next line, once it has come; the last one may lack its end. An input that fails has an error after it.
impl<R: Read> Iterator for LineCutter<R> {
    type Item = io::Result<Vec<u8>>;

    fn next(&mut self) -> Option<io::Result<Vec<u8>>> {
        self.read_line().transpose()
    }
}

#[cfg(test)]
mod tests {
    use std::io::ErrorKind;

    use super::*;

    /// An input of which every read gives one byte, after some that fail.
    struct Bytewise<'a>(&'a [u8], Vec<ErrorKind>);

    impl Read for Bytewise<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            if let Some(kind) = self.1.pop() {
                return Err(kind.into());
            }
            let count = buffer.len().min(1);
            self.0.read(&mut buffer[..count])
        }
    }

    #[test]
    fn lines_end_in_any_way_and_have_a_greatest_length() {
        let text = |line: io::Result<Vec<u8>>| String::from_utf8(line.unwrap()).unwrap();
        let check = |input: &[u8], expected: &[&str]| {
            assert_eq!(LineCutter::new(input, 10).map(text).collect::<Vec<_>>(), expected);
            let passing = vec![ErrorKind::WouldBlock, ErrorKind::Interrupted, ErrorKind::WouldBlock];
            let bytewise = LineCutter::new(Bytewise(input, passing), 10).map(text);
            assert_eq!(bytewise.collect::<Vec<_>>(), expected, "however many pieces it comes in, and whenever");
        };
        check(b"a\r\nb\nc\rd\r\n", &["a", "b", "c", "d"]);
        check(b"a\r\n\r\nb\n\nc\r\rd\n\r", &["a", "", "b", "", "c", "", "d", ""]);
        check(b"END", &["END"]);
        check(b"", &[]);
        check(&[&[b'x'; 100][..], b"\nEND\n"].concat(), &["xxxxxxxxxx", "END"]);
    }

    #[test]
    fn an_input_that_fails_is_told_from_one_that_ends() {
        let input = b"a\nb".chain(Bytewise(b"", vec![ErrorKind::TimedOut]));
        let lines: Vec<_> = LineCutter::new(input, 10).map(|line| line.map_err(|error| error.kind())).collect();
        assert_eq!(lines, [Ok(b"a".to_vec()), Ok(b"b".to_vec()), Err(ErrorKind::TimedOut)]);
    }
}
