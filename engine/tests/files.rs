//! Damaged files of every format: an error or what can be read of them, and nothing worse.
//!
//! A short run is part of the tests. A long one is
//! `TENGEN_DAMAGED_FILES=1000000 cargo test -p tengen-engine --test tests damaged_files -- --nocapture`.

mod check;

use std::collections::BTreeMap;
use std::env;
use std::time::{Duration, Instant};

use self::check::{Met, check};
use tengen_engine::random::SplitMix64;
use tengen_engine::record::format::FileFormat;
use tengen_engine::record::reading::ReadOptions;
use tengen_engine::record::writing::WriteOptions;

/// What follows the header of a library: flags, comments of both kinds, texts on the board, a pass and variations.
const LIBRARY: &str =
    "0018 0861 6200 7881 0001 4100 6809 0001 6108 620D 0A00 4200 7900 5820 7D7C A100 0000 7A50 8846 7742";

const SGF: &str = "(;FF[4]GM[4]CA[UTF-8]SZ[15]GN[a]PB[b \\] c]RU[renju]RE[B+]AB[aa]AW[ba]PL[B]C[first: a\\:b\nsecond]LB[hh:A][oo:z]\
    ;B[hh]XMS[350]N[x]MA[hh][cc]TR[dd:ed]XYZ[1][2](;W[ii]N[5A]HO[1];B[])(;W[ij]SQ[aa]CR[bb];;AE[aa];B[aa]XRL[start]))\
    (;GM[1]SZ[20:21]L[aa][bb];W[tt];B[aa])";

const RENJUNET: &str = "<?xml version=\"1.0\"?><database><rules><rule id=\"1\" name=\"RIF\"/></rules><players><player id=\"7\" \
    name=\"A &amp; B\" surname=\"C\"/></players><games><game id=\"1\" black=\"7\" rule=\"1\" bresult=\"0.5\" alt=\"i8, j10\" \
    swap=\"R\"><move>h8 i9 k7 e12 b2</move><info><![CDATA[x]]>&#228;</info></game><game id=\"2\"><move/></game></games></database>";

/// A file of every format.
fn samples() -> Vec<(FileFormat, Vec<u8>)> {
    let digits: Vec<u32> = LIBRARY.chars().filter_map(|c| c.to_digit(16)).collect();
    let mut library = b"\xffRenLib\xff\x03\x04".to_vec();
    library.resize(20, 0xff);
    library.extend(digits.chunks(2).map(|pair| (pair[0] << 4 | pair[1]) as u8));
    let psq = "Piskvorky 15x15, 11:11, 1\r\n8,8,0\r\n9,7,12\r\n11,9,0\r\none\r\ntwo\r\n-1\r\n2,League\r\n";
    let bdt = "Cup=[One,Two,+,8899B75C22,J9,R,well]\n,=[,,,8800,,,]\n";
    vec![
        (FileFormat::Library, library),
        (FileFormat::Sgf, SGF.into()),
        (FileFormat::Psq, psq.into()),
        (FileFormat::Rec, "one\ntwo\n7,7,0\n8,6,12\n10,8,0\n-1\n".into()),
        (FileFormat::Pos, vec![5, 0x70, 0x71, 0x6f, 0xf0, 0x72]),
        (FileFormat::Sav, "15\n15\n3\n7 7\n6 8\n8 10\n".into()),
        (FileFormat::Bdt, bdt.into()),
        (FileFormat::RenjuNet, RENJUNET.into()),
        (FileFormat::Moves, "h8 i9, k7+e12;b2\n".into()),
        (FileFormat::Moves, "https://gomocalc.com/#/h8i9k7".into()),
        (FileFormat::Moves, "{h8k7}{i9 e12}".into()),
    ]
}

/// A file with some of its bytes changed, left out, written twice or put in.
fn damaged(bytes: &[u8], dice: &mut SplitMix64) -> Vec<u8> {
    const SIGNS: &[u8] = b"()[];:\\<>&\"=,.{}/#\r\n 0189afhBW\x00\x08\x40\x80\xff";
    let mut bytes = bytes.to_vec();
    for _ in 0..1 + dice.below(5) {
        let at = dice.below(bytes.len());
        match dice.below(6) {
            0 => bytes[at] ^= 1 << dice.below(8),
            1 => bytes[at] = dice.below(256) as u8,
            2 => bytes.insert(at, SIGNS[dice.below(SIGNS.len())]),
            3 if bytes.len() > 1 => drop(bytes.remove(at)),
            4 => {
                let end = at + dice.below(bytes.len() - at).min(64);
                let part = bytes[at..end].to_vec();
                let to = dice.below(bytes.len());
                bytes.splice(to..to, part);
            }
            _ => bytes[at] = SIGNS[dice.below(SIGNS.len())],
        }
    }
    bytes
}

#[test]
fn samples_are_whole() {
    for (format, bytes) in samples() {
        assert_eq!(check(format, &bytes, false), Met::Read, "{format}");
        let recognised = FileFormat::recognise(&bytes, Some(format.name()));
        assert_eq!(recognised, Some(format));
    }
}

#[test]
fn files_that_were_cut_off_or_have_a_wrong_bit_are_met() {
    let mut met: BTreeMap<(FileFormat, Met), usize> = BTreeMap::new();
    for (format, bytes) in samples() {
        for salvage in [false, true] {
            for length in 0..bytes.len() {
                *met.entry((format, check(format, &bytes[..length], salvage))).or_default() += 1;
            }
            for bit in 0..8 * bytes.len() {
                let mut flipped = bytes.clone();
                flipped[bit / 8] ^= 1 << (bit % 8);
                *met.entry((format, check(format, &flipped, salvage))).or_default() += 1;
            }
        }
    }
    for format in FileFormat::ALL {
        assert!(met[&(format, Met::Refused)] > 0 && met[&(format, Met::Read)] > 0, "{met:?}");
    }
}

#[test]
fn damaged_files_are_errors_and_nothing_worse() {
    let number = env::var("TENGEN_DAMAGED_FILES").ok().map_or(3_000, |text| text.parse().unwrap());
    let samples = samples();
    let mut dice = SplitMix64::new(7);
    let mut met: BTreeMap<(FileFormat, bool, Met), usize> = BTreeMap::new();
    let mut longest = Duration::ZERO;
    for index in 0..number {
        let (format, bytes) = &samples[index % samples.len()];
        let salvage = dice.below(2) == 0;
        let bytes = damaged(bytes, &mut dice);
        let begin = Instant::now();
        *met.entry((*format, salvage, check(*format, &bytes, salvage))).or_default() += 1;
        longest = longest.max(begin.elapsed());
    }
    println!("{number} damaged files, the longest took {longest:?}");
    met.iter().for_each(|((format, salvage, met), count)| println!("{format}, salvage {salvage}: {count} {met:?}"));
    for salvage in [false, true] {
        assert!(FileFormat::ALL.into_iter().all(|format| met.contains_key(&(format, salvage, Met::Read))), "{met:?}");
    }
}

#[test]
fn lists_of_damage_and_long_lines_take_no_time() {
    let begin = Instant::now();
    let salvage = ReadOptions { salvage: true, ..ReadOptions::default() };
    let check = |format: FileFormat, bytes: Vec<u8>| {
        let (trees, remarks) = format.read_all(&bytes, &salvage).unwrap();
        assert!(!trees.is_empty() && remarks.count > 10_000, "{format}: {}", remarks.count);
    };
    // A hundred thousand faults, each far from the beginning of a line.
    check(FileFormat::Sgf, format!("(;SZ[15]{})", "AB[x]".repeat(100_000)).into_bytes());
    check(FileFormat::Sgf, format!("(;SZ[15]AB[aa:oo]{})", "AW[aa:ZZ]".repeat(100_000)).into_bytes());
    check(FileFormat::Sgf, format!("(;SZ[15];B[aa]{})", "(;W[aa])".repeat(100_000)).into_bytes());
    check(FileFormat::Sgf, format!("(;SZ[15]){}", "(;SZ[x])".repeat(100_000)).into_bytes());
    check(FileFormat::Bdt, format!("=[,,,88,,,]\n{}", "=[,,,8888,,,]\n".repeat(100_000)).into_bytes());
    let game = "<game id='1' alt='x'><move>h8 h8</move></game>";
    check(FileFormat::RenjuNet, format!("<games>{}</games>", game.repeat(100_000)).into_bytes());
    let mut library = samples().swap_remove(0).1[..20].to_vec();
    library.extend([0x78, 0]);
    library.extend([0x78, 0xc0].repeat(100_000));
    check(FileFormat::Library, library);
    // Texts on a point, which become labels of the node before them.
    let mut texts = samples().swap_remove(0).1[..20].to_vec();
    texts.extend([0, 0]);
    texts.extend([0x71, 0xc3, 0, 1, b'A', 0].repeat(300_000));
    texts.extend([0x78, 0x40]);
    let (mut trees, _) = FileFormat::Library.read_all(&texts, &salvage).unwrap();
    trees[0].gather_labels();
    assert_eq!((trees[0].root().notes().labels.len(), trees[0].nodes().count()), (300_000, 2));
    // Nodes without a move, whose comments become one.
    let comments: String = (0..500_000).map(|number| format!(";C[{number:06}]")).collect();
    let (trees, _) = FileFormat::Sgf.read_all(format!("(;SZ[15]{comments})").as_bytes(), &salvage).unwrap();
    FileFormat::Psq.write(&trees, &WriteOptions::default()).unwrap();
    // Games whose comments become one.
    let games: String = (0..150_000).map(|number| format!("(;SZ[15]C[{number:07}])")).collect();
    let (trees, _) = FileFormat::Sgf.read_all(games.as_bytes(), &salvage).unwrap();
    FileFormat::Library.write(&trees, &WriteOptions::default()).unwrap();
    // As many labels as moves, all on one point.
    let wide = format!("(;SZ[15]{}{})", "LB[aa:x]".repeat(50_000), "(;B[aa])".repeat(50_000));
    let (trees, _) = FileFormat::Sgf.read_all(wide.as_bytes(), &salvage).unwrap();
    FileFormat::Library.write(&trees, &WriteOptions::default()).unwrap();
    assert!(begin.elapsed() < Duration::from_secs(120), "{:?}", begin.elapsed());
}
