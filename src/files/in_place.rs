//! Files that nothing can take the place of, as one that is mounted by itself, or that of somebody else in a folder that is not
//! ours: their content is written over. What has no room there is refused as long as the old content is whole.

use std::fs::File;
use std::io::{self, ErrorKind, Read, Seek, SeekFrom};

/// Whether a file could not be renamed for a reason for which it is written over: others, as a disk that is full, would
/// destroy what is there.
pub(super) fn is_wanted(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::ResourceBusy | ErrorKind::CrossesDevices | ErrorKind::PermissionDenied)
}

/// Adds what is longer than the file that is there. Where that fails, the old content is all that stands there.
pub(super) fn make_room(content: &mut (impl Read + Seek), there: &mut File) -> io::Result<()> {
    let length = there.seek(SeekFrom::End(0))?;
    content.seek(SeekFrom::Start(length))?;
    // Some disks tell only then that they are full.
    let added = io::copy(content, there).and_then(|_| there.sync_all());
    if added.is_err() {
        // To become shorter takes no room, and what went wrong is told already.
        let _ = there.set_len(length);
    }
    added
}

/// Writes the whole content over that of the file that is there. Where that fails, neither stands there.
pub(super) fn write(content: &mut (impl Read + Seek), there: &mut File) -> io::Result<()> {
    content.rewind()?;
    there.rewind()?;
    let length = io::copy(content, there)?;
    there.set_len(length)?;
    there.sync_all()
}

#[cfg(test)]
mod tests {
    use std::fs::{self, OpenOptions};
    use std::io::Cursor;

    use super::*;

    /// A content of which no more than so many bytes can be had, as if the disk were full after them.
    struct Broken(Cursor<&'static [u8]>, u64);

    impl Read for Broken {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            match self.1.saturating_sub(self.0.position()) as usize {
                0 => Err(ErrorKind::StorageFull.into()),
                left => {
                    let most = left.min(buffer.len());
                    self.0.read(&mut buffer[..most])
                }
            }
        }
    }

    impl Seek for Broken {
        fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
            self.0.seek(to)
        }
    }

    #[test]
    fn a_file_is_written_over_and_one_for_which_there_is_no_room_stays() {
        let path = std::env::temp_dir().join(format!("tengen-in-place-{}", std::process::id()));
        for (old, new, whole, is_written) in [
            ("before", "after, longer", 99, true),
            ("before, longer", "after", 99, true),
            ("", "after", 99, true),
            ("before", "after, longer", 9, false),
        ] {
            fs::write(&path, old).unwrap();
            let mut there = OpenOptions::new().write(true).open(&path).unwrap();
            let mut content = Broken(Cursor::new(new.as_bytes()), whole);
            let written = make_room(&mut content, &mut there).and_then(|()| write(&mut content, &mut there));
            assert_eq!(written.is_ok(), is_written, "{old} {new}");
            assert_eq!(fs::read_to_string(&path).unwrap(), if is_written { new } else { old });
        }
        fs::remove_file(path).unwrap();
    }

    #[test]
    fn a_file_is_written_over_only_where_it_would_keep_its_place() {
        let wanted = [ErrorKind::ResourceBusy, ErrorKind::CrossesDevices, ErrorKind::PermissionDenied];
        assert!(wanted.iter().all(|&kind| is_wanted(&kind.into())));
        assert!(![ErrorKind::StorageFull, ErrorKind::NotFound].iter().any(|&kind| is_wanted(&kind.into())));
    }
}
