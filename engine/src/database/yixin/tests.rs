//! Tests of `yixin`, from inside.

use std::io::Write;

use proptest::prelude::*;

use super::*;
use crate::charset::Charset;
use crate::database::{PositionEntry, PositionLabel, ValueBound};
use crate::game::Game;
use crate::position_key::PositionKey;
use crate::rule::RuleKind;

/// Made by hand from the description of the format: metadata; h8 with a value of 25 at depth 12, a text on h7 and a comment;
/// h8 i9 lost for the side to move in 9 plies; h8 with Black to move again.
const SAMPLE: &str = "04000000030000000014000000000000636861727365743d225554462d38220500020f0f07071100ff190033004042545854\
                      40373841086f6b0700020f0f07070606050077d98a03000700020f0f0707ffff0000";

fn bytes(hex: &str) -> Vec<u8> {
    (0..hex.len()).step_by(2).map(|at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap()).collect()
}

type Records = Vec<(PositionKey, PositionEntry)>;

fn read(bytes: &[u8]) -> Result<Records, DatabaseError> {
    YixinReader::new(bytes).collect()
}

/// What can be read, and how many records cannot.
fn salvage(bytes: &[u8]) -> (Records, usize) {
    let (mut records, mut faults) = (Vec::new(), 0);
    for record in YixinReader::new(bytes) {
        match record {
            Ok(record) => records.push(record),
            Err(_) => faults += 1,
        }
    }
    (records, faults)
}

fn written(records: &Records, packed: bool) -> Vec<u8> {
    let mut writer = YixinWriter::new(Vec::new(), records.len() as u32, packed).unwrap();
    records.iter().for_each(|(key, entry)| writer.write(key, entry).unwrap());
    writer.finish().unwrap()
}

#[test]
fn the_sample_means_what_it_was_made_for() {
    let records = read(&bytes(SAMPLE)).unwrap();
    let seen: Vec<String> = records
        .iter()
        .map(|(key, entry)| {
            let PositionEntry { label, value, depth, bound, comment, .. } = entry;
            let texts: Vec<_> = entry.board_texts.iter().map(|(at, text)| (at.x(), at.y(), text)).collect();
            format!("{} {} {label:?} {value} {depth} {bound:?} {comment:?} {texts:?}", key.len(), key.to_move())
        })
        .collect();
    assert_eq!(
        seen,
        [
            "1 White PositionLabel(255) 25 12 Exact \"ok\" [(7, 8, \"A\")]",
            "2 Black PositionLabel(119) -29991 0 Exact \"\" []",
            "1 Black PositionLabel(0) 0 0 None \"\" []"
        ]
    );
    // The text goes to the one of four points that are alike where Rapfi looks for it: from h7 to h9.
    let expected = SAMPLE.replace("40373841", "40373641");
    assert_ne!(expected, SAMPLE);
    assert_eq!(written(&records, false), bytes(&expected));
    let packed = written(&records, true);
    assert!(packed.starts_with(&LZ4_MAGIC));
    assert_eq!(read(&packed).unwrap(), read(&bytes(&expected)).unwrap());
}

#[test]
fn a_key_that_is_not_canonical_is_turned_with_its_texts() {
    // h8 j9 with White's stone at 9, 6 and a text at 10, 5: canonically 5, 6.
    let text = b"@BTXT@A5x\n08y\x08";
    let mut file = bytes("010000000700020f0f07070906");
    file.extend([5 + text.len() as u8, 0, 0xff, 0, 0, 0, 0]);
    file.extend(text);
    let (key, entry) = read(&file).unwrap().remove(0);
    let white: Vec<Point> = key.stones(crate::color::Color::White).collect();
    assert_eq!(white, [Point::new(5, 6)]);
    let texts: Vec<_> = entry.board_texts.iter().map(|(at, text)| (at.x(), at.y(), text.as_str())).collect();
    assert_eq!(texts, [(4, 5, "x"), (14, 8, "y")]);
}

#[test]
fn texts_come_in_the_character_sets_of_their_time() {
    let check = |text: &[u8], charset: Option<&str>, comment: &str, fault: Option<&str>| {
        let size = BoardSize::square(15).unwrap();
        let value = [&[0xff, 0, 0, 0, 0], text].concat();
        let charset = charset.and_then(Charset::from_name);
        let (entry, _, found) = value::decode(&value, charset, size).unwrap();
        assert_eq!((entry.comment.as_str(), found.map(|fault| fault.to_string()).as_deref()), (comment, fault));
    };
    check("天元".as_bytes(), Some("utf-8"), "天元", None);
    check("天元".as_bytes(), None, "天元", None);
    check(b"\xcc\xec\xd4\xaa", None, "天元", None);
    check(b"gr\xfc\xdf", None, "grüß", None);
    // What is given is no guess.
    check(b"f\xfcr", None, "f黵", None);
    check(b"f\xfcr", Some("windows-1252"), "für", None);
    check(b"a\xff", Some("utf-8"), "a\u{fffd}", Some("this is no text of the character set UTF-8"));
    check(b"a\xcc", Some("gbk"), "a\u{fffd}", Some("this is no text of the character set GBK"));
    check(b"o\0n\x08two\0", Some("utf-8"), "on\ntwo", None);
}

#[test]
fn lines_of_texts_end_in_any_way() {
    for text in ["@BTXT@00A\n11B\x08one\x08two", "@BTXT@00A\r\n11B\x08one\r\ntwo", "@BTXT@00A\n\r11B\x08one\rtwo"] {
        let mut entry = PositionEntry::default();
        value::read_text(text, &mut entry, BoardSize::USUAL).unwrap();
        let texts = [(0, "A"), (1, "B")].map(|(at, text)| (Point::new(at, at), text.to_string()));
        assert_eq!((entry.comment.as_str(), &entry.board_texts[..]), ("one\ntwo", &texts[..]), "{text:?}");
    }
}

#[test]
fn the_character_set_that_is_given_is_that_of_files_that_name_none() {
    let legacy = |text: &[u8]| {
        let value = [&[0xff, 0, 0, 0, 0], text].concat();
        [&bytes("010000000300020f0f")[..], &[value.len() as u8, 0], &value[..]].concat()
    };
    let read_in = |file: &[u8]| {
        let mut records = YixinReader::new_in(file, Some(Charset::WESTERN));
        let comment = records.next().unwrap().unwrap().1.comment;
        assert_eq!(records.first_guessed(), None);
        comment
    };
    assert_eq!(read_in(&legacy(b"f\xfcr")), "für");
    for (text, guessed) in [(&b"f\xfcr"[..], Some(11)), ("für".as_bytes(), None), (&b"f\xc3\0\xbcr"[..], None)] {
        let file = legacy(text);
        let mut records = YixinReader::new(&file[..]);
        let place = |packed| guessed.map(|byte| DatabasePlace { byte, packed });
        assert_eq!((records.by_ref().count(), records.first_guessed()), (1, place(false)), "{text:?}");
        // In a compressed file it is no byte of the file.
        let mut packed = lz4_flex::frame::FrameEncoder::new(Vec::new());
        packed.write_all(&file).unwrap();
        let packed = packed.finish().unwrap();
        let mut records = YixinReader::new(&packed[..]);
        assert_eq!((records.by_ref().count(), records.first_guessed()), (1, place(true)), "{text:?}");
    }
    // What the file says goes before.
    let utf8 = SAMPLE.replace("6f6b", "c3bc");
    assert_eq!(read_in(&bytes(&utf8)), "ü");
}

#[test]
fn a_damaged_text_is_an_error_and_can_be_saved() {
    let damaged = bytes(&SAMPLE.replace("6f6b", "ff6b"));
    let error = read(&damaged).unwrap_err();
    assert_eq!(error.to_string(), "byte 40: this is no text of the character set UTF-8");
    let (records, faults) = salvage(&damaged);
    assert_eq!((records.len(), faults), (3, 1));
    let (_, entry) = &records[0];
    assert_eq!((entry.comment.as_str(), entry.value, entry.board_texts.len()), ("\u{fffd}k", 25, 1));
}

#[test]
fn faults_are_named_with_their_byte() {
    let check = |bytes: &[u8], expected: &str| assert_eq!(read(bytes).unwrap_err().to_string(), expected);
    let sample = bytes(SAMPLE);
    check(&[], "byte 0: the file ends in the middle of the number of records");
    check(&sample[..9], "byte 9: the file ends in the middle of the length of a value");
    check(&sample[..31], "byte 31: the file ends after 1 of 4 records");
    check(&sample[..32], "byte 32: the file ends in the middle of the length of a key");
    check(&sample[..70], "byte 70: the file ends in the middle of a value");
    check(&[&sample[..], &[7]].concat(), "byte 84: there is more after the last of 4 records");
    // The rules of Caro are among those of keys and none of the format.
    for rule in 3..=5 {
        check(
            &bytes(&format!("010000000300{rule:02}0f0f0000")),
            &format!("byte 6: rule {rule}: the format knows 0 to 2"),
        );
    }
    check(&bytes("010000000300020f0f01000a"), "byte 11: 10 is no label");
    check(&bytes("010000000500020f0f0f000000"), "byte 6: a stone at 15, 0 beside the board");
    let text = [&bytes("010000000300020f0f1000ff00000000")[..], b"@BTXT@ZZA\x08 "].concat();
    check(&text, "byte 11: a text on a point that the board does not have");
    let mut packed = written(&read(&sample).unwrap(), true);
    packed[20] ^= 0x40;
    let fault = |packed: &[u8]| read(packed).unwrap_err().to_string();
    assert!(fault(&packed).contains(" of what LZ4 unpacked: "));
    packed[20] ^= 0x40;
    // Without the checksum at the end, and without a part of the records.
    for cut in [4, 20] {
        let told = fault(&packed[..packed.len() - cut]);
        assert!(told.ends_with(": the file ends in the middle of the compressed data"), "{told}");
    }
    *packed.last_mut().unwrap() ^= 0x40;
    assert!(fault(&packed).ends_with(" of what LZ4 unpacked: the compressed data are damaged"), "{}", fault(&packed));
}

#[test]
fn a_record_without_a_label_is_a_record_to_other_programs() {
    let game = Game::new(RuleKind::Renju, BoardSize::square(15).unwrap());
    let (key, _) = PositionKey::of(&game).unwrap();
    let check = |entry: PositionEntry, expected: &str| {
        // Past the number of records and the metadata.
        let file = written(&vec![(key.clone(), entry)], false);
        assert_eq!(file[31..], bytes(expected), "{file:02x?}");
    };
    check(PositionEntry::default(), "0300020f0f0000");
    let valued = PositionEntry { value: 25, depth: 12, bound: ValueBound::Exact, ..PositionEntry::default() };
    check(valued, "0300020f0f0500ff19003300");
    check(PositionEntry { comment: "ok".to_string(), ..PositionEntry::default() }, "0300020f0f0700ff000000006f6b");
    // On an empty board all corners are one point, and Rapfi looks at the first: @BTXT@00A.
    let mut corner = PositionEntry { label: PositionLabel::NONE, ..PositionEntry::default() };
    corner.set_board_text(Point::new(14, 0), "A");
    check(corner.clone(), "0300020f0f0f00ff0000000040425458544030304108");
    // Of two texts that meet there neither is lost.
    corner.set_board_text(Point::new(0, 0), "B");
    check(corner, "0300020f0f1100ff00000000404254585440303042204108");
}

#[test]
fn a_text_that_is_too_long_is_cut_in_files_alone_and_counted() {
    let size = BoardSize::square(15).unwrap();
    let (key, _) = PositionKey::of(&Game::new(RuleKind::Renju, size)).unwrap();
    let room = usize::from(u16::MAX) - 5;
    let check = |comment: String, kept: usize| {
        let entry = PositionEntry { label: PositionLabel::NONE, comment, ..PositionEntry::default() };
        assert_eq!(PositionEntry::from_stored(&entry.to_stored(), size), Some(entry.clone()));
        let mut writer = YixinWriter::new(Vec::new(), 1, false).unwrap();
        writer.write(&key, &entry).unwrap();
        assert_eq!(writer.cut_texts(), u64::from(kept < entry.comment.len()));
        let (_, found) = read(&writer.finish().unwrap()).unwrap().remove(0);
        assert_eq!(found.comment, entry.comment[..kept]);
    };
    check("x".repeat(room), room);
    check("x".repeat(room + 1), room);
    // Of a letter of two bytes nothing is left.
    check(format!("{}é", "x".repeat(room - 1)), room - 1);
}

#[test]
fn what_is_sound_can_be_saved() {
    let sample = bytes(SAMPLE);
    let mut damaged = sample.clone();
    // The rule of the first key, then the label of the second value.
    damaged[33] = 9;
    assert_eq!((salvage(&damaged).0.len(), salvage(&damaged).1), (2, 1));
    damaged[68] = 7;
    assert_eq!((salvage(&damaged).0.len(), salvage(&damaged).1), (1, 2));
    assert_eq!((salvage(&sample[..75]).0.len(), salvage(&sample[..75]).1), (2, 1));
    // A record without a key has no value either.
    let empty = bytes("02000000 0000 0300020f0f0000".replace(' ', "").as_str());
    assert_eq!(read(&empty).unwrap().len(), 1);
    // A number of records is believed as far as there are bytes.
    assert_eq!(salvage(&bytes("ffffffff0300020f0f0000")).0.len(), 1);
}

#[test]
fn a_short_file_that_unpacks_without_end_is_refused() {
    // Long records of no known rule.
    let packed = |mebibytes: usize| {
        let mut file = lz4_flex::frame::FrameEncoder::new(Vec::new());
        file.write_all(&u32::MAX.to_le_bytes()).unwrap();
        (0..mebibytes).for_each(|_| file.write_all(&[0xff; 1 << 20]).unwrap());
        file.finish().unwrap()
    };
    for (mebibytes, expected) in [(1, "the file ends in the middle of"), (80, "this unpacks to far more")] {
        let told = YixinReader::new(&packed(mebibytes)[..]).last().unwrap().unwrap_err().to_string();
        assert!(told.contains(expected), "{told}");
    }
}

#[test]
fn no_damage_is_more_than_an_error() {
    let sample = bytes(SAMPLE);
    let packed = written(&read(&sample).unwrap(), true);
    for file in [sample, packed] {
        for end in 0..file.len() {
            salvage(&file[..end]);
        }
        for at in 0..file.len() {
            for bit in 0..8 {
                let mut flipped = file.clone();
                flipped[at] ^= 1 << bit;
                salvage(&flipped);
            }
        }
    }
}

fn any_entry() -> impl Strategy<Value = PositionEntry> {
    let label = prop_oneof![Just(0u8), Just(0xff), 32..127u8].prop_map(|byte| PositionLabel::from_byte(byte).unwrap());
    let texts = prop::collection::vec(((0..15usize, 0..15usize), "[a-zA-Z0-9 天]{1,4}"), 0..4);
    let bound = prop::sample::select(vec![ValueBound::None, ValueBound::Upper, ValueBound::Lower, ValueBound::Exact]);
    let best = prop::option::of((0..15usize, 0..15usize));
    (label, any::<i16>(), -8192..8192i16, bound, "[a-z@\n\"天]{0,20}", texts, best, any::<u32>()).prop_map(
        |(label, value, depth, bound, comment, texts, best, count)| {
            let best = best.map(|(x, y)| Point::new(x, y));
            let mut entry =
                PositionEntry { label, value, depth, bound, comment, best, count, ..PositionEntry::default() };
            texts.iter().for_each(|((x, y), text)| entry.set_board_text(Point::new(*x, *y), text));
            entry
        },
    )
}

proptest! {
    #[test]
    fn what_is_written_is_read(entries in prop::collection::vec(any_entry(), 0..20), packed: bool) {
        let size = BoardSize::square(15).unwrap();
        let mut records = Records::new();
        for (number, entry) in entries.into_iter().enumerate() {
            let mut game = Game::new(RuleKind::Standard, size);
            game.place(game.to_move(), Point::new(number / 15, 6)).unwrap();
            game.place(game.to_move(), Point::new(14, number % 15)).unwrap();
            prop_assert_eq!(PositionEntry::from_stored(&entry.to_stored(), size), Some(entry.clone()));
            // Other programs have no place for these, and take a label of 0 for a bare position.
            let mut kept = PositionEntry { best: None, count: 0, ..entry };
            if kept.label == PositionLabel::NULL && kept != PositionEntry::default() {
                kept.label = PositionLabel::NONE;
            }
            records.push((PositionKey::of(&game).unwrap().0, kept));
        }
        records.sort_by(|one, other| one.0.cmp(&other.0));
        prop_assert_eq!(read(&written(&records, packed)).unwrap(), records);
    }
}
