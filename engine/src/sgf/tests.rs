//! Tests of `sgf`, from inside.

use proptest::prelude::*;

use super::*;

/// The trees of a file: the names and raw values of each node, its children in brackets.
fn shape(file: &Collection) -> String {
    fn of(node: Node<'_>, shape: &mut String) {
        shape.push(';');
        for property in node.properties() {
            shape.push_str(&property.name());
            property.values().for_each(|value| shape.push_str(&format!("[{}]", value.raw())));
        }
        for child in node.children() {
            assert_eq!(child.parent().map(|parent| parent.entry().at), Some(node.entry().at));
            shape.push('(');
            of(child, shape);
            shape.push(')');
        }
    }
    let mut written = String::new();
    file.games().for_each(|game| of(game, &mut written));
    written
}

#[test]
fn trees_are_read_as_they_were_meant() {
    let check = |text: &str, expected: &str| {
        assert_eq!(shape(&Collection::from_text(text).unwrap()), expected, "{text}");
    };
    check("(;)", ";");
    check("(;B[aa];W[bb](;B[cc])(;B[dd];W[ee]))", ";B[aa](;W[bb](;B[cc])(;B[dd](;W[ee])))");
    check(" \r\n( \t; B [aa]\n[bb] W[cc] ) ", ";B[aa][bb]W[cc]");
    // Several games, with a letter around them.
    check("Dear (all), here:\n(;A[1])and(;A[2](;A[3])) yours", ";A[1];A[2](;A[3])");
    // Names of FF 3, of a server, and one twice.
    check("(;GaMe[4]Black[aa]5A[hh]LB[aa:x]LB[bb:y])", ";GM[4]B[aa]5A[hh]LB[aa:x]LB[bb:y]");
    // Names without a capital.
    check("(;b[aa]bl[9]5a[hh])", ";B[aa]BL[9]5A[hh]");
    // Brackets and backslashes in values, whatever follows a backslash.
    check(r"(;C[a\]b\\]N[(;)\ü\:])", r";C[a\]b\\]N[(;)\ü\:]");
    // What is missing at the end, and what means nothing between.
    check("(;B[aa](;W[bb]", ";B[aa](;W[bb])");
    check("(;B[aa] oops, W[bb])", ";B[aa]W[bb]");
    let is_closed = |text| Collection::from_text(text).unwrap().is_closed();
    assert!(is_closed("(;B[aa](;W[bb]))") && !is_closed("(;B[aa](;W[bb])"));
    check("(;(;B[aa])(;B[bb]))", ";(;B[aa])(;B[bb])");
    check("(;B[aa](((;W[bb])))", ";B[aa](;W[bb])");
}

#[test]
fn faults_are_told_with_their_place() {
    let check = |text: &str, message: &str| {
        assert_eq!(Collection::from_bytes(text.as_bytes()).unwrap_err().to_string(), message, "{text}");
    };
    check("", "line 1, column 1: no game of the Smart Game Format: they begin with \"(;\"");
    check("h8i9\n(a)", "line 1, column 1: no game of the Smart Game Format: they begin with \"(;\"");
    check("(;B[aa]\r\n ;W[b", "line 2, column 4: the value that begins here is not closed by ]");
    check("(;C[äö]\n;C[ü\\]", "line 2, column 3: the value that begins here is not closed by ]");
    check("(;C[äö]]", "line 1, column 8: a ] that belongs to no property");
    check("(;[aa])", "line 1, column 3: a [ that belongs to no property");
    check("(;B[aa](W[bb]))", "line 1, column 9: a property outside of a node: a ; is missing before it");
    check("(;B[aa](;W[bb])B[cc])", "line 1, column 16: a property outside of a node: a ; is missing before it");
    let deep = "(;".repeat(DEEPEST);
    assert!(Collection::from_text(&deep).is_ok());
    check(&(deep + "(;"), "line 1, column 20001: variations nested more than 10000 deep");
    // It is told before what is wrong behind it.
    for damaged in [&b"(;CA[utf-8]\n;C[\xe4])"[..], b"(;CA[utf-8]\n;C[\xe4"] {
        let not_utf8 = Collection::from_bytes(damaged).unwrap_err();
        assert_eq!(
            not_utf8.to_string(),
            "line 2, column 4: this is not UTF-8, which the file says it is: another character set can be given"
        );
        assert_eq!(not_utf8.at.byte, 15);
    }
}

#[test]
fn what_stands_in_a_wrong_place_is_passed_over() {
    let check = |text: &str, expected: &str, is_closed: bool, told: &[&str]| {
        let (file, faults) = Collection::salvage(text.as_bytes(), None).unwrap();
        assert_eq!((shape(&file).as_str(), file.is_closed()), (expected, is_closed), "{text}");
        assert_eq!(faults.first.iter().map(ToString::to_string).collect::<Vec<_>>(), told, "{text}");
        assert_eq!(Collection::from_text(text).unwrap_err(), faults.first[0], "{text}");
    };
    // Names of clubs in brackets.
    let bracket = "line 1, column 10: a ] that belongs to no property";
    check("(;PW[[a]b]PB[c];B[aa])(;B[bb])", ";PW[[a]PB[c](;B[aa]);B[bb]", true, &[bracket]);
    // What stands in values opens and closes nothing, whosever they are.
    let without_name = "line 1, column 3: a [ that belongs to no property";
    let outside = "line 1, column 13: a property outside of a node: a ; is missing before it";
    check("(;[x(]B[aa](W[bb)][cc];W[dd]))", ";B[aa](;W[dd])", true, &[without_name, outside]);
    let bracket = "line 1, column 8: a ] that belongs to no property";
    let open = "line 1, column 12: the value that begins here is not closed by ]";
    check("(;B[aa]](;W[b", ";B[aa](;)", false, &[bracket, open]);
    check("(;B[aa][(", ";", false, &["line 1, column 8: the value that begins here is not closed by ]"]);
    // All are counted, and the first are kept.
    let many = format!("(;{})", "]".repeat(SgfFaults::KEPT + 5));
    let (_, faults) = Collection::salvage(many.as_bytes(), None).unwrap();
    assert_eq!((faults.first.len(), faults.count), (SgfFaults::KEPT, SgfFaults::KEPT + 5));
}

#[test]
fn values_are_what_they_are_asked_to_be() {
    let text = "(;C[a\\]\\\\ \tb\r\nc\\\nd\n\re\\:f]KM[6.5]HA[x]SZ[20:15]AB[aa][Zz][ca:bb]LB[ab:1\\:2:3]W[]B[a1])";
    let file = Collection::from_text(text).unwrap();
    let node = file.games().next().unwrap();
    let value = |name| node.value(name).unwrap();
    assert_eq!(value("C").text(), "a]\\  b\ncd\ne:f");
    assert_eq!(value("C").simple_text(), "a]\\  b cd e:f");
    assert_eq!(value("KM").number(), Ok(6.5));
    assert_eq!(value("KM").number::<i32>().unwrap_err().to_string(), "line 4, column 9: \"6.5\" is no number");
    assert_eq!(node.size(), Ok(Some((20, 15))));
    assert_eq!(node.places("AB"), Ok(vec![(0, 0), (51, 25), (1, 0), (2, 0), (1, 1), (2, 1)]));
    let (place, label) = value("LB").composed().unwrap();
    assert_eq!((place.place(), label.text().as_ref()), (Ok((0, 1)), "1:2:3"));
    assert!(value("AB").composed().is_none());
    for (name, wrong) in [("W", ""), ("B", "a1")] {
        assert_eq!(value(name).place().unwrap_err().fault, SgfFault::Place(wrong.to_string()));
    }
    for (size, read) in [("19", Some((19, 19))), ("52", Some((52, 52))), ("0", None), ("53", None), ("5:", None)] {
        let file = Collection::from_text(&format!("(;SZ[{size}])")).unwrap();
        assert_eq!(file.games().next().unwrap().size().ok().flatten(), read, "{size}");
    }
}

#[test]
fn every_character_set_gives_the_same_text() {
    let check = |bytes: &[u8], comment: &str| {
        let file = Collection::from_bytes(bytes).unwrap();
        let node = file.games().next().unwrap();
        assert_eq!(node.value("C").unwrap().text(), comment);
        assert_eq!(node.value("B").unwrap().place(), Ok((7, 7)));
    };
    check("(;C[天元]B[hh])".as_bytes(), "天元");
    check("\u{feff}(;C[天元]B[hh])".as_bytes(), "天元");
    check(b"(;CA[GB2312]C[\xcc\xec\xd4\xaa]B[hh])", "天元");
    // The last byte and the bracket would be one letter of the set that is named.
    check("(;CA[GB2312]C[好]B[hh])".as_bytes(), "好");
    // What would be a letter of two bytes in UTF-8 is often meant as the file says.
    check(b"(;CA[GB2312]C[\xc3\xa4]B[hh])", "盲");
    // The second byte of the first letter is a backslash.
    check(b"(;CA[Shift_JIS]C[\x94\x5c\x93\x56]B[hh])", "能天");
    check(b"(;C[\xe4]B[hh])", "ä");
    check(b"(;CA[]C[\xe4]B[hh])", "ä");
    check(b"\xff\xfe(\0;\0C\0[\0)Y]\0B\0[\0h\0h\0]\0)\0", "天");
}

#[test]
fn letters_are_read_whole_whatever_their_writer_escaped() {
    let check = |name: &str, letter: &str| {
        let charset = Charset::from_name(name).unwrap();
        let (encoded, lost) = charset.encode(letter);
        assert_eq!(lost, 0, "{letter}");
        let by_bytes: Vec<u8> = encoded
            .iter()
            .flat_map(|&byte| if matches!(byte, b'\\' | b']') { vec![b'\\', byte] } else { vec![byte] })
            .collect();
        for written in [&encoded, &by_bytes] {
            // A bracket that is escaped in both ways follows, and the letter ends the second value.
            let bytes = [b"(;CA[", name.as_bytes(), b"]C[", written, b"\\]a]N[", written, b"];B[hh])"].concat();
            let (file, faults) = Collection::salvage(&bytes, None).unwrap();
            let nodes: Vec<Node<'_>> = file.nodes().collect();
            let text = |property: &str| nodes[0].value(property).unwrap().text().into_owned();
            assert_eq!((text("C"), text("N")), (format!("{letter}]a"), letter.to_string()), "{bytes:x?}");
            assert_eq!((faults.count, file.malformed(), nodes.len()), (0, None, 2), "{letter}");
            assert!(Collection::from_bytes(&bytes).is_ok(), "{letter}");
        }
    };
    "表十能ソゾ".chars().for_each(|letter| check("Shift_JIS", &letter.to_string()));
    "功許蓋也因".chars().for_each(|letter| check("Big5", &letter.to_string()));
    "誠誡".chars().for_each(|letter| check("GBK", &letter.to_string()));
    // Other damage is no reason to take a letter for another: a bracket too many, and an end that is missing.
    for damaged in [&b"(;CA[Big5]C[\xa5\x5c];B[hh]N[]];W[ii])"[..], b"(;CA[Big5]C[\xa5\x5c];B[hh];W[ii"] {
        let (file, faults) = Collection::salvage(damaged, None).unwrap();
        assert_eq!((file.nodes().count(), faults.count), (3, 1));
        assert_eq!(file.games().next().unwrap().value("C").unwrap().text(), "功");
    }
    // Nor is it one for letters of UTF-16, of which a byte is a backslash.
    for damaged in ["(;SZ[15]PB[岳];B[hh]];W[ii]C[岳];B[jj])", "(;SZ[15]PB[岳];B[hh];W[ii]C[岳];B[jj"] {
        let bytes: Vec<u8> = format!("\u{feff}{damaged}").encode_utf16().flat_map(u16::to_le_bytes).collect();
        let (file, faults) = Collection::salvage(&bytes, None).unwrap();
        assert_eq!((file.nodes().count(), faults.count), (4, 1), "{damaged}");
        assert_eq!(file.games().next().unwrap().value("PB").unwrap().text(), "岳");
        assert!(Collection::from_bytes(&bytes).is_err(), "{damaged}");
    }
}

#[test]
fn a_given_character_set_is_that_of_files_that_name_none() {
    let check = |bytes: &[u8], given: Option<&str>| {
        let given = given.and_then(Charset::from_name);
        let (salvaged, faults) = Collection::salvage(bytes, given).unwrap();
        assert_eq!((faults.count, salvaged.malformed()), (0, None));
        assert_eq!(salvaged.games().next().unwrap().value("C").unwrap().text(), "天元");
    };
    check(b"(;C[\xcc\xec\xd4\xaa])", Some("gbk"));
    check(b"(;CA[klingon]C[\xcc\xec\xd4\xaa])", Some("gbk"));
    check(b"(;CA[UTF-8]C[\xcc\xec\xd4\xaa])", Some("gbk"));
    check(b"(;CA[gb2312]C[\xcc\xec\xd4\xaa])", Some("utf-8"));
    check("(;CA[gb2312]C[天元])".as_bytes(), Some("utf-8"));
    check("(;CA[gb2312]C[天元])".as_bytes(), Some("gbk"));
    check("(;CA[UTF-8]C[天元])".as_bytes(), Some("gbk"));
    check("\u{feff}(;C[天元])".as_bytes(), Some("gbk"));
}

#[test]
fn a_character_set_that_nobody_knows_is_guessed_and_told() {
    let check = |bytes: &[u8], comment: &str, unknown: Option<&str>| {
        let (salvaged, faults) = Collection::salvage(bytes, None).unwrap();
        assert_eq!(faults.count, 0);
        for file in [salvaged, Collection::from_bytes(bytes).unwrap()] {
            assert_eq!(file.games().next().unwrap().value("C").unwrap().text(), comment);
            assert_eq!(file.unknown_charset().map(ToString::to_string).as_deref(), unknown, "{comment}");
        }
    };
    let told = "line 1, column 3: the character set cannot be \"klingon\": it was guessed";
    check(b"(;CA[klingon]C[\xe4])", "ä", Some(told));
    check("(;CA[klingon]C[天])".as_bytes(), "天", Some(told));
    // A file in which the name is found byte by byte is not in UTF-16.
    let told = told.replace("klingon", "UTF-16");
    check("(;CA[UTF-16]C[天])".as_bytes(), "天", Some(&told));
    // Nor is one in GBK where all letters are those of UTF-8.
    check("(;CA[GB2312]C[天])".as_bytes(), "天", Some(&told.replace("UTF-16", "GB2312")));
    check(b"(;CA[cp936]C[\xcc\xec])", "天", None);
    let (given, _) = Collection::salvage(b"(;CA[klingon]C[\xcc\xec])", Charset::from_name("gbk")).unwrap();
    assert_eq!(given.unknown_charset(), None);
}

#[test]
fn damaged_characters_are_replaced_and_their_place_is_known() {
    let check = |bytes: &[u8], comment: &str, malformed: Option<(usize, &str)>| {
        let (salvaged, faults) = Collection::salvage(bytes, None).unwrap();
        assert_eq!(faults.count, 0);
        assert_eq!(salvaged.games().next().unwrap().value("C").unwrap().text(), comment);
        let found = salvaged.malformed().map(|(at, charset)| (at.byte, charset.name()));
        assert_eq!(found, malformed, "{comment}");
        // Of another character set than UTF-8 it is no error.
        let is_utf8 = found.is_some_and(|(_, name)| name == "UTF-8");
        assert_eq!(Collection::from_bytes(bytes).is_err(), is_utf8, "{comment}");
    };
    check("(;CA[UTF-8]C[天])".as_bytes(), "天", None);
    check(b"(;CA[UTF-8]C[a\xcc\xec])", "a\u{fffd}\u{fffd}", Some((14, "UTF-8")));
    check(b"(;CA[GB2312]C[\xcc\xec\xff b])", "天\u{fffd} b", Some((17, "GBK")));
    check(b"\xef\xbb\xbf(;C[\xe5\xa4])", "\u{fffd}", Some((7, "UTF-8")));
}

#[test]
fn places_count_the_byte_order_mark() {
    let text = "\u{feff}(;B[hh]\n;W[z1];B[";
    let error = Collection::from_bytes(text.as_bytes()).unwrap_err();
    let (file, faults) = Collection::salvage(text.as_bytes(), None).unwrap();
    assert_eq!((error.at, &faults.first[0]), (Location { line: 2, column: 9, byte: 19 }, &error));
    assert_eq!(file.games().next().unwrap().location(), Location { line: 1, column: 2, byte: 4 });
    let value = file.nodes().nth(1).unwrap().value("W").unwrap();
    assert_eq!(value.place().unwrap_err().at, Location { line: 2, column: 4, byte: 14 });
    let wide: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert_eq!(Collection::from_bytes(&wide).unwrap_err(), error);
}

#[test]
fn a_library_of_many_nodes_and_a_long_game_need_no_stack() {
    let long = format!("({})", ";B[hh]".repeat(200_000));
    let file = Collection::from_text(&long).unwrap();
    assert_eq!(file.games().next().unwrap().main_line().count(), 200_000);
    let wide = format!("(;{})", "(;B[hh])".repeat(200_000));
    let file = Collection::from_text(&wide).unwrap();
    assert_eq!(file.games().next().unwrap().children().count(), 200_000);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_bytes_make_the_reader_panic(bytes in prop::collection::vec(prop::sample::select(b"(;)[]\\:aBZ4 \n\xe4CA".to_vec()), 0..80)) {
        for bytes in [bytes.clone(), [b"(;", &bytes[..]].concat()] {
            let Ok(file) = Collection::from_bytes(&bytes) else { continue };
            for node in file.nodes() {
                for value in node.properties().flat_map(Property::values) {
                    let _ = (value.text(), value.simple_text(), value.place(), value.number::<i64>());
                    let _ = (value.composed(), value.clone().size());
                }
                let _ = (node.places("B"), node.size());
            }
        }
    }
}
