//! What is written into and stays what it is: devices, pipes, and what this process has open already.

use std::fs::{self, File, OpenOptions};
use std::io;
#[cfg(unix)]
use std::io::Write;
#[cfg(unix)]
use std::os::fd::AsFd;
use std::path::Path;

/// The folders in which every descriptor that this process has open is a file.
const DESCRIPTORS: [&str; 2] = ["/dev/fd", "/proc/self/fd"];
/// Links that are followed one after the other.
const MOST_LINKS: usize = 40;

/// Whether something is there that is written into: anything but a file that a new one takes the place of.
pub(crate) fn is_kept(path: &Path) -> bool {
    is_device(path) || path.exists() && !is_replaced(path)
}

/// Whether a file is there that a new one takes the place of.
pub(crate) fn is_replaced(path: &Path) -> bool {
    path.is_file() && descriptor(path).is_none() && !is_device(path)
}

/// Whether a path means a device of Windows, of which it does not say that it is there.
pub(super) fn is_device(path: &Path) -> bool {
    cfg!(windows) && names_device(path)
}

/// Whether a path leads to a device of Windows: in the folder of them all, or by a name that means one in every folder.
fn names_device(path: &Path) -> bool {
    const DEVICES: &str = r"\\.\";
    let is_among_devices = path.to_str().is_some_and(|path| path.replace('/', r"\").starts_with(DEVICES));
    is_among_devices || path.file_name().and_then(|name| name.to_str()).is_some_and(is_device_name)
}

/// Whether the name of a file means a device. Before Windows 11 so it does with any ending.
fn is_device_name(name: &str) -> bool {
    const ALONE: [&str; 6] = ["nul", "con", "conin$", "conout$", "prn", "aux"];
    const NUMBERED: [&str; 2] = ["com", "lpt"];
    let name = name.split(['.', ':']).next().unwrap_or_default().to_ascii_lowercase();
    let is_number = |rest: &str| matches!(rest.as_bytes(), [b'1'..=b'9']);
    ALONE.contains(&name.as_str()) || NUMBERED.iter().any(|begin| name.strip_prefix(begin).is_some_and(is_number))
}

/// The number of the descriptor of this process to which a path leads, as `/dev/stdout` does: that may be a file of
/// whoever started the program, who has written into it already.
fn descriptor(path: &Path) -> Option<u32> {
    let mut path = path.to_path_buf();
    for _ in 0..MOST_LINKS {
        if let Some(number) = DESCRIPTORS.iter().find_map(|folder| path.strip_prefix(folder).ok()) {
            return number.to_str()?.parse().ok();
        }
        let target = fs::read_link(&path).ok()?;
        path = path.parent()?.join(target);
    }
    None
}

/// Opens what stays what it is, to write where others have stopped writing into it.
pub(super) fn open_into(path: &Path) -> io::Result<File> {
    match descriptor(path) {
        None => OpenOptions::new().write(true).open(path),
        // What is said there later must follow, so that both have to know how far it is written.
        #[cfg(unix)]
        Some(1) => {
            io::stdout().flush()?;
            Ok(io::stdout().as_fd().try_clone_to_owned()?.into())
        }
        #[cfg(unix)]
        Some(2) => Ok(io::stderr().as_fd().try_clone_to_owned()?.into()),
        Some(_) => OpenOptions::new().append(true).open(path),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn devices_of_windows_are_known_by_their_names() {
        for name in ["NUL", "nul", "sub/Con", "conout$", "COM1", "lpt9", "nul.sgf", "NUL:", r"\\.\COM12", "//./a"] {
            assert!(names_device(Path::new(name)), "{name}");
        }
        for name in ["null", "nul_.sgf", "a.nul", ".con", "com", "com0", "com10", "lpt", "a/b", ".."] {
            assert!(!names_device(Path::new(name)), "{name}");
        }
    }
}
