//! What is asked of any bytes that are read as a file: an error, or trees that can be written and read again.

use tengen_engine::record::format::FileFormat;
use tengen_engine::record::reading::ReadOptions;
use tengen_engine::record::tree::Tree;
use tengen_engine::record::writing::WriteOptions;

/// How a file was met.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Met {
    /// With an error.
    Refused,
    /// With trees.
    Read,
}

/// Reads a file; what comes of it is written in every format, and read again.
pub(super) fn check(format: FileFormat, bytes: &[u8], salvage: bool) -> Met {
    let options = ReadOptions { salvage, ..ReadOptions::default() };
    let shown = || format!("{format}: {}", String::from_utf8_lossy(bytes));
    let (trees, remarks) = match format.read_all(bytes, &options) {
        Ok(read) => read,
        Err(error) => {
            assert!(!error.to_string().contains('\n'), "{error}");
            return Met::Refused;
        }
    };
    assert!(remarks.first.len() <= remarks.count && remarks.first.iter().all(|remark| !remark.to_string().is_empty()));
    for to in FileFormat::ALL.into_iter().filter(|to| to.is_written()) {
        let Ok(written) = to.write(&trees, &WriteOptions::default()) else { continue };
        let again = ReadOptions { size: Some(trees[0].size()), ..ReadOptions::default() };
        let (again, _) =
            to.read_all(&written.bytes, &again).unwrap_or_else(|why| panic!("{}: as {to}: {why}", shown()));
        let stones = |tree: &Tree| tree.main_line().filter_map(|node| node.played()?.point).count();
        let set_up: usize = trees[0].main_line().map(|node| node.notes().set_up.len()).sum();
        if set_up == 0 && trees.len() == 1 {
            assert_eq!(stones(&again[0]), stones(&trees[0]), "{} as {to}", shown());
        }
        if to == FileFormat::Library {
            let twice = to.write(&again, &WriteOptions::default()).unwrap();
            assert_eq!(twice.bytes, written.bytes, "{}", shown());
        }
    }
    Met::Read
}
