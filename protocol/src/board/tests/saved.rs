//! What files hold of a tree and of the games that were played in it, and whether it is saved.

use tengen_engine::record::format::FileFormat;

use super::*;

#[test]
fn a_tree_is_changed_where_it_is_another_than_was_opened_or_saved() {
    let data = data_encoding::BASE64.encode(b"(;GM[4]SZ[15];B[hh];W[ig](;B[gi])(;B[hj]))");
    let put = |point: &str| json!({"ask": "put", "point": point});
    let save = |format: &str| json!({"ask": "save", "format": format});
    let visit = |position: &str| json!({"ask": "visit", "position": position});
    let rule = |rule: &str| json!({"ask": "rule", "rule": rule});
    let promote = || json!({"ask": "promote"});
    let comment = || json!({"ask": "comment", "text": "a word"});
    let mut from_here = game("free", [true, true]);
    from_here["from_here"] = json!(true);
    for (asks, expected) in [
        (vec![], false),
        (vec![put("h8"), put("i9"), put("h6")], false),
        (vec![put("h8"), put("i9"), put("g7"), promote()], false),
        (vec![put("h8"), put("i9"), put("h6"), promote()], true),
        (vec![visit("h8i9h6")], false),
        // Who asks for it again sees it again.
        (vec![visit("h8i9h6a1")], false),
        (vec![visit("h8i9h6a1"), comment()], true),
        (vec![put("a1"), visit("h8i9h6a1")], true),
        (vec![visit("h8i9a1a1")], false),
        (vec![rule("renju")], false),
        (vec![json!({"ask": "set_up", "point": "a1", "stone": null})], false),
        (vec![rule("freestyle")], true),
        (vec![json!({"ask": "remove"})], false),
        (vec![put("h8"), json!({"ask": "remove"})], true),
        (vec![comment()], true),
        (vec![put("a1")], true),
        (vec![put("a1"), json!({"ask": "undo"})], true),
        (vec![put("a1"), save("sgf")], false),
        // What was left out is in no file.
        (vec![put("a1"), save("txt")], true),
        (vec![put("a1"), json!({"ask": "new", "rule": "renju", "width": 15, "height": 15, "position": "h8"})], false),
        // What is played is asked about as a game, and what is written to it as a change.
        (vec![from_here.clone(), put("a1")], false),
        (vec![from_here.clone(), put("a1"), comment()], true),
        (vec![put("a1"), from_here.clone(), put("b1")], true),
        (vec![put("a1"), game("free", [true, true]), put("h8")], false),
    ] {
        let mut page = Page::new();
        page.ask(json!({"ask": "open", "name": "one.sgf", "data": data}));
        asks.iter().for_each(|ask| drop(page.ask(ask.clone())));
        assert_eq!(page.state().is_changed, expected, "{asks:?}");
    }
}

#[test]
fn the_main_line_of_a_file_ends_with_the_game_and_not_with_what_was_taken_back() {
    let put = |point: &str| json!({"ask": "put", "point": point});
    let ask = |kind: &str| json!({"ask": kind});
    let mut from_here = game("free", [true, true]);
    from_here["from_here"] = json!(true);
    let line = |page: &mut Page| {
        let data = data_encoding::BASE64.encode(saved(page).as_bytes());
        let mut other = Page::new();
        other.ask(json!({"ask": "open", "name": "one.sgf", "data": data}));
        other.ask(json!({"ask": "step", "by": 100}));
        other.state().moves
    };
    let nodes = |page: &mut Page| of(&page.ask(ask("hello")), "tree").unwrap()["nodes"].as_array().unwrap().len();
    for (asks, moves, count) in [
        (vec![], "h8i9", 5),
        (vec![put("g7")], "h8i9g7", 6),
        (vec![put("j10")], "h8i9j10", 5),
        // A node without a move ends the line, and is gone where play goes on.
        (vec![ask("resign")], "h8i9", 6),
        (vec![ask("draw"), ask("draw")], "h8i9", 6),
        (vec![ask("leave")], "h8i9", 6),
        (vec![ask("resign"), ask("undo")], "h8", 5),
        (vec![ask("resign"), ask("undo"), put("i9"), put("j10"), put("k11")], "h8i9j10k11", 5),
        (vec![from_here.clone(), ask("resign")], "h8i9", 6),
        (vec![ask("leave"), from_here.clone(), put("j10"), ask("leave")], "h8i9j10", 6),
        // Nothing is left of one that was taken back to where it began.
        (vec![ask("leave"), from_here.clone(), put("j10"), ask("undo"), ask("leave")], "h8i9", 6),
        // It stays where a game went on from it.
        (vec![ask("leave"), json!({"ask": "step", "by": 1}), from_here.clone(), put("a1")], "h8i9a1", 7),
    ] {
        let mut page = Page::new();
        page.ask(game("free", [true, true]));
        for point in ["h8", "i9", "j10", "k11"] {
            page.ask(put(point));
        }
        for ask in [ask("undo"), ask("undo")].iter().chain(&asks) {
            page.ask(ask.clone());
        }
        assert!(!page.state().is_changed, "{asks:?}");
        assert_eq!((line(&mut page).as_str(), nodes(&mut page)), (moves, count), "{asks:?}");
    }
    // A game that went along the moves of a file, one in which nothing was done, and those that were taken back.
    let data = data_encoding::BASE64.encode(b"(;GM[4]SZ[15];B[hh];W[ig];B[ii];W[ij])");
    for (by, asks, moves) in [
        (1, vec![put("i9")], "h8i9"),
        (1, vec![], "h8i9i7i6"),
        (1, vec![put("a1"), ask("undo")], "h8i9i7i6"),
        (1, vec![put("a1"), ask("resign"), ask("undo")], "h8i9i7i6"),
        (1, vec![put("a1"), ask("undo"), put("b1")], "h8b1"),
        (4, vec![put("a1"), ask("undo")], "h8i9i7i6"),
    ] {
        let mut page = Page::new();
        for ask in [
            json!({"ask": "open", "name": "one.sgf", "data": data}),
            json!({"ask": "step", "by": by}),
            from_here.clone(),
        ] {
            page.ask(ask);
        }
        asks.iter().for_each(|ask| drop(page.ask(ask.clone())));
        // As it is saved while it goes on, and when it is over.
        assert_eq!(line(&mut page), moves, "{asks:?}");
        page.ask(ask("resign"));
        assert_eq!(line(&mut page), moves, "{asks:?}");
    }
}

#[test]
fn a_game_is_saved_with_its_names_its_opening_its_offers_and_its_result() {
    let mut page = Page::new();
    let mut rif = game("rif", [true, true]);
    rif["names"] = json!(["Ann", "Ben"]);
    page.ask(rif.clone());
    for ask in [
        json!({"ask": "put", "point": "h8"}),
        json!({"ask": "put", "point": "h9"}),
        json!({"ask": "put", "point": "i8"}),
        json!({"ask": "act", "action": "swap"}),
        json!({"ask": "put", "point": "h6"}),
        json!({"ask": "act", "action": "offer g8 i9"}),
        json!({"ask": "put", "point": "g8"}),
        json!({"ask": "undo"}),
        json!({"ask": "put", "point": "i9"}),
    ] {
        page.ask(ask);
    }
    assert!(!saved(&mut page).contains("RE["));
    // After the swap seat B has Black, and White is to move.
    page.ask(json!({"ask": "resign"}));
    let over = saved(&mut page);
    for part in ["PB[Ben]", "PW[Ann]", "ON[RIF]", "RE[B+R]", "B[gh]", "N[5A]"] {
        assert!(over.contains(part), "{part}: {over}");
    }
    assert_eq!(over.matches("5A").count(), 1, "{over}");
    page.ask(json!({"ask": "undo"}));
    assert!(!saved(&mut page).contains("RE["));
    // A game that goes on in a file is no game of that file.
    let data = data_encoding::BASE64.encode(b"(;GM[4]SZ[15]PB[Cy]RE[W+];B[hh])");
    page.ask(json!({"ask": "open", "name": "one.sgf", "data": data}));
    rif["from_here"] = json!(true);
    page.ask(rif);
    page.ask(json!({"ask": "resign"}));
    let file = saved(&mut page);
    assert!(file.contains("PB[Cy]") && file.contains("RE[W+]"), "{file}");
}

#[test]
fn a_game_that_goes_on_and_is_the_main_line_ends_as_it_did_and_not_as_the_one_before() {
    let of_the_page = |page: &mut Page| {
        let mut first = game("rif", [true, true]);
        first["names"] = json!(["Ann", "Ben"]);
        page.ask(first);
        for ask in [
            json!({"ask": "put", "point": "h8"}),
            json!({"ask": "put", "point": "i9"}),
            json!({"ask": "resign"}),
            json!({"ask": "leave"}),
            json!({"ask": "step", "by": -1}),
        ] {
            page.ask(ask);
        }
    };
    let of_a_file = |page: &mut Page| {
        let data = data_encoding::BASE64.encode(b"(;GM[4]SZ[15]PB[Ann]RE[W+R];B[hh];W[ig])");
        page.ask(json!({"ask": "open", "name": "one.sgf", "data": data}));
        page.ask(json!({"ask": "step", "by": 1}));
    };
    let put = |point: &str| json!({"ask": "put", "point": point});
    let (resign, undo) = (|| json!({"ask": "resign"}), || json!({"ask": "undo"}));
    let before: &[&str] = &["PB[Ann]", "RE[W+R]"];
    for (begin, during, over) in [
        (
            &of_the_page as &dyn Fn(&mut Page),
            ["PB[Cy]", "PW[Di]", "ON[RIF]"].as_slice(),
            ["PB[Cy]", "ON[RIF]", "RE[B+R]"].as_slice(),
        ),
        (&of_a_file, &["PB[Ann]"], &["PB[Ann]"]),
    ] {
        let mut page = Page::new();
        begin(&mut page);
        let mut second = game("free", [true, true]);
        (second["from_here"], second["names"]) = (json!(true), json!(["Cy", "Di"]));
        page.ask(second);
        for (asks, parts, is_before) in [
            (vec![], before, true),
            (vec![put("a1")], during, false),
            (vec![put("b2"), resign()], over, false),
            // Nothing is left of it.
            (vec![undo(), undo(), put("a1"), resign(), undo()], before, true),
            (vec![put("a1")], during, false),
        ] {
            asks.iter().for_each(|ask| drop(page.ask(ask.clone())));
            let file = saved(&mut page);
            assert!(parts.iter().all(|part| file.contains(part)), "{parts:?}: {file}");
            assert_eq!(file.contains("RE[W+R]"), is_before, "{parts:?}: {file}");
        }
    }
}

#[test]
fn a_result_by_time_is_saved_whatever_is_asked_when_it_is_noticed() {
    for asks in [vec![], vec![json!({"ask": "leave"})], vec![json!({"ask": "tick"})]] {
        let mut page = Page::new();
        let mut game = game("free", [true, true]);
        game["clocks"] = json!({"kind": "per_move", "each": 1_000});
        page.ask(game);
        page.ask(json!({"ask": "put", "point": "h8"}));
        page.now = Duration::from_secs(2);
        asks.iter().for_each(|ask| drop(page.ask(ask.clone())));
        let file = saved(&mut page);
        assert!(file.contains("RE[B+T]"), "{asks:?}: {file}");
    }
}

#[test]
fn a_game_that_goes_on_leaves_the_fifths_that_a_file_names() {
    let data =
        data_encoding::BASE64.encode(b"(;GM[4]SZ[15];B[hh];W[hg];B[ih];W[hj](;B[ii])(;B[gh]N[5A])(;B[gg]N[5A]))");
    let mut from_here = game("free", [true, true]);
    from_here["from_here"] = json!(true);
    for (fifth, left) in [("a1", 2), ("i7", 2), ("g8", 1)] {
        let mut page = Page::new();
        for ask in [
            json!({"ask": "open", "name": "one.sgf", "data": data}),
            json!({"ask": "step", "by": 4}),
            from_here.clone(),
            json!({"ask": "put", "point": fifth}),
        ] {
            page.ask(ask);
        }
        let file = saved(&mut page);
        assert_eq!(file.matches("5A").count(), left, "{fifth}: {file}");
    }
}

#[test]
fn of_fifths_that_were_taken_back_no_name_stays_and_what_is_written_does() {
    let ask = |kind: &str, key: &str, value: &str| json!({"ask": kind, key: value});
    let offer = |fifths: &str| ask("act", "action", &format!("offer {fifths}"));
    let (put, undo) = (|point: &str| ask("put", "point", point), || json!({"ask": "undo"}));
    for (asks, expected) in [
        (
            vec![undo(), undo(), offer("e5 e6"), put("e5")],
            [("e5", ""), ("g8", "mine"), ("i9", ""), ("e6", "5A")].as_slice(),
        ),
        (vec![undo(), put("i9")], &[("i9", ""), ("g8", "5A\nmine")]),
    ] {
        let mut page = Page::new();
        page.ask(game("rif", [true, true]));
        let begun =
            [put("h8"), put("h9"), put("i8"), ask("act", "action", "swap"), put("h6"), offer("g8 i9"), put("g8")];
        let left = [json!({"ask": "leave"}), json!({"ask": "step", "by": -100}), json!({"ask": "step", "by": 4})];
        for ask in begun.into_iter().chain([ask("comment", "text", "mine")]).chain(asks).chain(left) {
            page.ask(ask);
        }
        let fifths = page.state().children.into_iter().map(|fifth| {
            page.ask(json!({"ask": "go", "node": fifth.id}));
            (fifth.point, page.state().comment)
        });
        let fifths: Vec<(String, String)> = fifths.collect();
        let fifths: Vec<(&str, &str)> =
            fifths.iter().map(|(point, written)| (point.as_str(), written.as_str())).collect();
        assert_eq!(fifths, expected);
    }
}

#[test]
fn fifths_from_which_nobody_picked_are_in_the_file_and_gone_where_the_game_goes_on() {
    let ask = |kind: &str, key: &str, value: &str| json!({"ask": kind, key: value});
    let act = |action: &str| ask("act", "action", action);
    let put = |point: &str| ask("put", "point", point);
    let (offer, save) = (|| act("offer g8 i9"), || ask("save", "format", "sgf"));
    let (resign, undo, leave) = (|| json!({"ask": "resign"}), || json!({"ask": "undo"}), || json!({"ask": "leave"}));
    let mut from_here = game("free", [true, true]);
    from_here["from_here"] = json!(true);
    for (asks, black, named, fifth) in [
        // As it is saved while it goes on, and when it is over.
        (vec![offer()], 4, 2, ""),
        (vec![offer(), resign()], 4, 2, ""),
        // The offer stands where the pick was taken back.
        (vec![offer(), put("i9"), undo(), resign()], 4, 2, ""),
        (vec![offer(), put("i9"), undo(), undo(), resign()], 4, 0, ""),
        (vec![offer(), resign(), undo(), resign()], 2, 0, ""),
        (vec![offer(), save(), undo(), act("offer e5 e6"), put("e5")], 4, 1, "e5"),
        (vec![offer(), save(), put("i9")], 4, 1, "i9"),
        // Another game leaves them, whether something is done in it or not.
        (vec![offer(), resign(), leave(), from_here.clone(), put("a1")], 5, 2, "a1"),
        (vec![offer(), resign(), leave(), from_here.clone(), put("a1"), undo(), leave()], 5, 2, ""),
        // It goes on from one that was put by hand, which is a fifth that was played.
        (vec![offer(), resign(), leave(), put("i9"), from_here.clone(), put("a1")], 4, 1, "i9a1"),
    ] {
        let mut page = Page::new();
        page.ask(game("rif", [true, true]));
        for ask in [put("h8"), put("h9"), put("i8"), act("swap"), put("h6")].into_iter().chain(asks.clone()) {
            page.ask(ask);
        }
        let file = saved(&mut page);
        assert_eq!((file.matches(";B[").count(), file.matches("N[5A]").count()), (black, named), "{asks:?}: {file}");
        let data = data_encoding::BASE64.encode(file.as_bytes());
        let mut other = Page::new();
        other.ask(json!({"ask": "open", "name": "one.sgf", "data": data}));
        other.ask(json!({"ask": "step", "by": 100}));
        assert_eq!(other.state().moves, format!("h8h9i8h6{fifth}"), "{asks:?}: {file}");
    }
}

#[test]
fn files_are_opened_and_saved_in_every_format() {
    let mut page = Page::new();
    let base64 = |text: &str| data_encoding::BASE64.encode(text.as_bytes());
    let sgf = "(;GM[4]SZ[15]PB[Ann]RU[Renju];B[hh];W[ig]C[a word](;B[gi])(;B[hj]))";
    let told = page.ask(json!({"ask": "open", "name": "one.sgf", "data": base64(sgf)}));
    assert_eq!(of(&told, "note").unwrap(), json!({"tell": "note", "note": "opened", "detail": "one.sgf"}));
    assert_eq!(of(&told, "tree").unwrap()["nodes"].as_array().unwrap().len(), 5);
    page.ask(json!({"ask": "step", "by": 2}));
    let state = page.state();
    assert_eq!((state.moves.as_str(), state.comment.as_str(), state.names[0].as_str()), ("h8i9", "a word", "Ann"));
    let file = |told: &[Value]| {
        let file = of(told, "file").unwrap();
        (file["name"].as_str().unwrap().to_string(), file["data"].as_str().unwrap().to_string())
    };
    for format in FileFormat::ALL.into_iter().filter(|format| format.is_written()).map(FileFormat::name) {
        let told = page.ask(json!({"ask": "save", "format": format}));
        let (name, data) = file(&told);
        assert_eq!(name, format!("tengen.{format}"));
        // Only one holds all of it; the others say what they leave out.
        assert_eq!(of(&told, "left_out").is_some(), format != "sgf", "{format}: {told:?}");
        let mut other = Page::new();
        other.ask(json!({"ask": "open", "name": name, "data": data}));
        other.ask(json!({"ask": "step", "by": 100}));
        assert_eq!(other.state().stones.len(), 3, "{format}");
    }
    for (name, data, why) in [
        ("a.sgf", base64("(;GM[4]SZ[15];B[zz])"), "zz"),
        ("a.bin", base64("\u{0}\u{1}\u{7f}no"), "no kind"),
        ("a.sgf", "?".to_string(), "did not arrive"),
    ] {
        let said = page.refused(json!({"ask": "open", "name": name, "data": data}));
        assert!(said.contains(why), "{name}: {said}");
    }
    assert!(page.refused(json!({"ask": "save", "format": "xyz"})).contains("there are lib"));
    assert!(
        page.refused(json!({"ask": "open", "name": "a.sgf", "data": base64(sgf), "game": 2})).contains("no game 2")
    );
    // Nothing of that has changed what was opened before.
    assert_eq!(page.state().moves, "h8i9");
}

#[test]
fn texts_on_points_of_a_library_are_labels() {
    // After h8 the letter A on a15, which stands before the move to i9.
    let file = [&b"\xffRenLib\xff\x03\x00"[..], &[0xff; 10], b"\x78\x00\x01\xc3\x00\x01A\x00\x69\x40"].concat();
    let mut page = Page::new();
    let told = page.ask(json!({"ask": "open", "name": "a.lib", "data": data_encoding::BASE64.encode(&file)}));
    assert_eq!(of(&told, "tree").unwrap()["nodes"].as_array().unwrap().len(), 3);
    page.ask(json!({"ask": "step", "by": 1}));
    assert_eq!(page.state().labels, [("a15".to_string(), "A".to_string())]);
    page.ask(json!({"ask": "step", "by": 100}));
    assert_eq!(page.state().moves, "h8i9");
}
