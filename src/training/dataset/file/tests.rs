//! Tests of files of blocks: files that were cut off, damaged, of another kind, or are written by two runs.

use std::fs;

use serde::Deserialize;

use super::*;

#[derive(Serialize, Deserialize, Clone, Debug)]
struct Settings {
    seed: u64,
    rule: String,
}

const KIND: FileKind<Settings> = FileKind::new(*b"TENGENX3", FORMER, "examples");
const FORMER: &[[u8; 8]] = &[*b"ANCIENT\n"];

fn settings() -> Settings {
    Settings { seed: 7, rule: "renju".to_string() }
}

fn path(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("tengen-{}-{name}.blocks", std::process::id()));
    let _ = fs::remove_file(&path);
    path
}

fn contents() -> Vec<Vec<u8>> {
    vec![b"first".to_vec(), Vec::new(), (0..=255).collect()]
}

/// Opens the file to add to: the writer, the contents there, and what was cut off.
fn append(path: &Path, settings: &Settings) -> Result<(BlockWriter, Vec<Vec<u8>>, Option<CutBlock>)> {
    let mut there = Vec::new();
    let (writer, cut) = BlockWriter::append(path, &KIND, settings, |_, block| {
        there.push(block.content);
        Ok(())
    })?;
    Ok((writer, there, cut))
}

fn write(path: &Path) -> Vec<u8> {
    let (mut writer, there, cut) = append(path, &settings()).unwrap();
    assert!(there.is_empty() && cut.is_none());
    contents().iter().for_each(|content| writer.write(content).unwrap());
    fs::read(path).unwrap()
}

#[test]
fn what_is_added_while_a_file_is_read_is_not_seen() {
    let path = path("added");
    let whole = write(&path);
    let head = head(&KIND, &settings()).len();
    // A whole file, and one with a last block that is still being written.
    for (length, whole_blocks, cut) in
        [(whole.len(), 3, None), (head + BLOCK_HEAD + 3, 0, Some(CutBlock { at: head as u64, bytes: 15 }))]
    {
        fs::write(&path, &whole[..length]).unwrap();
        let before = BlockReader::open(&path, &KIND).unwrap();
        fs::write(&path, [&whole, &whole[head..], &whole[head..]].concat()).unwrap();
        let as_before = BlockReader::open_within(&path, &KIND, length as u64).unwrap();
        for reader in [before, as_before] {
            let mut blocks = 0;
            let left = reader.for_each(|_, _| {
                blocks += 1;
                Ok(())
            });
            assert_eq!((blocks, left.unwrap()), (whole_blocks, cut));
        }
    }
}

#[test]
fn a_file_that_was_cut_off_anywhere_goes_on_and_says_so() {
    let path = path("cut");
    let whole = write(&path);
    let head = head(&KIND, &settings()).len();
    let ends: Vec<usize> = contents()
        .iter()
        .scan(head, |end, content| {
            *end += BLOCK_HEAD + content.len();
            Some(*end)
        })
        .collect();
    for length in 0..=whole.len() {
        fs::write(&path, &whole[..length]).unwrap();
        let (mut writer, there, cut) = append(&path, &settings()).unwrap();
        let count = ends.iter().filter(|&&end| end <= length).count();
        assert_eq!(there, contents()[..count], "cut off after {length} bytes");
        let end = if count > 0 { ends[count - 1] } else { head };
        let expected = (length > end).then(|| CutBlock { at: end as u64, bytes: (length - end) as u64 });
        assert_eq!(cut, expected, "cut off after {length} bytes");
        contents()[count..].iter().for_each(|content| writer.write(content).unwrap());
        assert_eq!(fs::read(&path).unwrap(), whole, "cut off after {length} bytes");
    }
    fs::remove_file(path).unwrap();
}

#[test]
fn every_damaged_byte_is_found_and_the_file_left_alone() {
    let path = path("damaged");
    let whole = write(&path);
    let name = path.file_name().unwrap().to_str().unwrap();
    for place in 0..whole.len() {
        let mut bytes = whole.clone();
        bytes[place] ^= 0x10;
        fs::write(&path, &bytes).unwrap();
        let error = format!("{:#}", append(&path, &settings()).err().unwrap_or_else(|| panic!("byte {place}")));
        let (_, rest) = error.split_once("byte ").unwrap_or_else(|| panic!("byte {place}: {error}"));
        let named: usize = rest.split(':').next().unwrap().parse().unwrap();
        assert!(error.contains(name) && named <= place, "byte {place}: {error}");
        assert_eq!(fs::read(&path).unwrap(), bytes);
    }
    fs::remove_file(path).unwrap();
}

#[test]
fn a_file_of_another_kind_or_run_is_refused_and_left_alone() {
    let path = path("other");
    let whole = write(&path);
    let check = |bytes: &[u8], settings: Settings, complaint: &str| {
        fs::write(&path, bytes).unwrap();
        let error = format!("{:#}", append(&path, &settings).err().expect(complaint));
        assert!(error.contains(complaint) && error.contains(path.to_str().unwrap()), "{error}");
        assert_eq!(fs::read(&path).unwrap(), bytes);
    };
    check(b"precious", settings(), "not a file of examples");
    check(b"TENGENX2 and more", settings(), "examples in a format of another version");
    check(b"ANCIENT\n and more", settings(), "examples in a format of another version");
    check(&whole, Settings { seed: 8, ..settings() }, "other settings: seed is 7 and not 8");
    check(&whole, Settings { rule: "caro".into(), ..settings() }, "other settings: rule is \"renju\" and not \"caro\"");
    fs::remove_file(path).unwrap();
}

#[test]
fn a_file_that_a_run_writes_is_not_written_by_another() {
    let path = path("two-runs");
    let (mut first, ..) = append(&path, &settings()).unwrap();
    first.write(b"one").unwrap();
    let bytes = fs::read(&path).unwrap();
    let why = format!("{:#}", append(&path, &settings()).err().unwrap());
    assert!(why.starts_with(&format!("cannot write {}: ", path.display())), "{why}");
    assert_eq!(fs::read(&path).unwrap(), bytes);
    drop(first);
    assert_eq!(append(&path, &settings()).unwrap().1, [b"one".to_vec()]);
    fs::remove_file(path).unwrap();
}
