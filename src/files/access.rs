//! Who may read and write a file that takes the place of another: nobody who might not before.

use std::fs::{File, Metadata, Permissions};
use std::io;
#[cfg(unix)]
use std::os::unix::fs::{MetadataExt, PermissionsExt, fchown};

/// What the owner, the group and all others may do: no bit that lets a program act for somebody else.
#[cfg(unix)]
const ACCESS: u32 = 0o777;

/// Gives a new file to those to whom the one belongs that is there, with its permissions. It is an error where somebody may
/// do with the new one what the old one forbids. Some file systems know only one kind of permissions, which is then as good for
/// the new file as it was for the old one.
pub(super) fn keep(file: &File, there: &Metadata) -> io::Result<()> {
    let permissions = permissions(file, there)?;
    match file.set_permissions(permissions.clone()) {
        Err(error) if !is_within(&file.metadata()?.permissions(), &permissions) => Err(error),
        _ => Ok(()),
    }
}

/// The permissions of a new file, which gets the owner and the group of the old one, or the group alone, if that is possible.
#[cfg(unix)]
fn permissions(file: &File, there: &Metadata) -> io::Result<Permissions> {
    let group = Some(there.gid());
    // Only an administrator gives files away. Who is of a group may give it a file.
    let _ = fchown(file, Some(there.uid()), group).or_else(|_| fchown(file, None, group));
    let keeps_group = file.metadata()?.gid() == there.gid();
    Ok(Permissions::from_mode(access(there.mode(), keeps_group)))
}

#[cfg(not(unix))]
fn permissions(_: &File, there: &Metadata) -> io::Result<Permissions> {
    Ok(there.permissions())
}

/// The mode of a new file after that of the old one. Another group may do no more than all others.
#[cfg(unix)]
fn access(mode: u32, keeps_group: bool) -> u32 {
    const GROUP: u32 = 0o070;
    let others = (mode & 0o007) << 3;
    mode & ACCESS & if keeps_group { ACCESS } else { !GROUP | others }
}

/// Whether nobody may do with a file of the new permissions what the others forbid.
#[cfg(unix)]
fn is_within(new: &Permissions, wanted: &Permissions) -> bool {
    new.mode() & !wanted.mode() & ACCESS == 0
}

#[cfg(not(unix))]
fn is_within(_: &Permissions, _: &Permissions) -> bool {
    true
}

#[cfg(all(test, unix))]
mod tests {
    use std::fs;
    use std::os::unix::fs::chown;

    use super::*;
    use crate::files::{Existing, write};

    #[test]
    fn nobody_may_do_more_with_a_new_file_whose_permissions_cannot_be_set() {
        for (new, wanted, is_fine) in [(0o644, 0o644, true), (0o600, 0o644, true), (0o644, 0o600, false)] {
            let [made, kept] = [new, wanted].map(Permissions::from_mode);
            assert_eq!(is_within(&made, &kept), is_fine, "{new:o} {wanted:o}");
        }
        // What kind of file it is, and bits such as that of the group, are no matter of who may do what.
        assert!(is_within(&Permissions::from_mode(0o100_644), &Permissions::from_mode(0o644)));
    }

    #[test]
    fn another_group_may_do_no_more_than_all_others() {
        for (mode, kept, cut) in [
            (0o640, 0o640, 0o600),
            (0o664, 0o664, 0o644),
            (0o604, 0o604, 0o604),
            (0o777, 0o777, 0o777),
            (0o106_755, 0o755, 0o755),
        ] {
            assert_eq!([true, false].map(|keeps_group| access(mode, keeps_group)), [kept, cut], "{mode:o}");
        }
    }

    #[test]
    fn a_file_that_is_written_anew_belongs_to_whom_it_belonged() {
        let path = std::env::temp_dir().join(format!("tengen-access-{}", std::process::id()));
        fs::write(&path, "before").unwrap();
        // Only an administrator can try it.
        let is_given = chown(&path, Some(1), Some(1)).is_ok();
        fs::set_permissions(&path, Permissions::from_mode(0o4640)).unwrap();
        write(&path, b"after", Existing::Replace).unwrap();
        let there = fs::metadata(&path).unwrap();
        assert_eq!(there.mode() & 0o7777, 0o640);
        assert!(!is_given || (there.uid(), there.gid()) == (1, 1), "{} {}", there.uid(), there.gid());
        fs::remove_file(path).unwrap();
    }
}
