//! Streams that may not block: another program, which shares one with this one, may have made it such that nobody waits for it.

use std::io::{self, ErrorKind, Write};
use std::thread;
use std::time::Duration;

/// How long is waited before a stream is tried again.
const PAUSE: Duration = Duration::from_millis(1);

/// Does something with a stream as often as it was interrupted or not ready for it.
///
/// # Errors
/// What else goes wrong.
pub fn patiently<T>(mut act: impl FnMut() -> io::Result<T>) -> io::Result<T> {
    loop {
        match act() {
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) if error.kind() == ErrorKind::WouldBlock => thread::sleep(PAUSE),
            done => return done,
        }
    }
}

/// Writes all bytes, in as many pieces as the output takes them.
///
/// # Errors
/// When the output cannot be written.
pub fn write_whole(output: &mut impl Write, bytes: &[u8]) -> io::Result<()> {
    let mut left = bytes;
    while !left.is_empty() {
        match patiently(|| output.write(left))? {
            0 => return Err(ErrorKind::WriteZero.into()),
            count => left = &left[count..],
        }
    }
    patiently(|| output.flush())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stream_that_is_not_ready_is_tried_again() {
        let mut passing = vec![ErrorKind::WouldBlock, ErrorKind::Interrupted, ErrorKind::WouldBlock];
        patiently(|| passing.pop().map_or(Ok(()), |kind| Err(kind.into()))).unwrap();
        assert!(passing.is_empty());
        let full = patiently(|| Err::<(), _>(ErrorKind::StorageFull.into()));
        assert_eq!(full.unwrap_err().kind(), ErrorKind::StorageFull);
    }

    #[test]
    fn an_output_that_takes_no_more_is_an_error() {
        let mut room = [0; 4];
        assert_eq!(write_whole(&mut &mut room[..], b"too long").unwrap_err().kind(), ErrorKind::WriteZero);
        assert_eq!(&room, b"too ");
    }
}
