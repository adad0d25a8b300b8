//! Databases of RenjuNet and Renju Offline with games that nobody played.

use super::super::fifths::is_refused;
use super::super::format::FileFormat;
use super::super::tests::trees;
use super::super::writing::WriteOptions;
use super::*;

const DATABASE: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<database>\n\
<countries><country id=\"1\" name=\"Nowhere\" abbr=\"NOW\"/></countries>\n\
<cities><city id=\"5\" country=\"1\" name=\"Somewhere\"/></cities>\n\
<rules><rule id=\"1\" name=\"RIF\"><info>five stones</info></rule></rules>\n\
<openings><opening id=\"21\" name=\"Sosei\" abbr=\"D8\"/></openings>\n\
<players><player id=\"7\" name=\"Ann &amp; Bo\" surname=\"O&#39;Hara\"/><player id=\"8\" name=\"Çe\" surname=\"\"/></players>\n\
<tournaments><tournament id=\"3\" name=\"The Cup\" city=\"5\" country=\"1\" year=\"1999\" start=\"1999-08-05\"/>\
<tournament id=\"4\" city=\"6\" year=\"2001\" start=\"\"/></tournaments>\n\
<games>\n\
<game id=\"1\" tournament=\"3\" round=\"2\" rule=\"1\" black=\"7\" white=\"8\" bresult=\"0.5\" opening=\"21\" alt=\"i8, j10\" swap=\"R-\">\
<move>h8 i9 k7 e12 b2</move><info><![CDATA[a < b]]></info></game>\n\
<game id=\"2\" black=\"99\" bresult=\"1\" swap=\"--\"><move/></game>\n\
<game id=\"3\" bresult=\"0\"><move>h8 i9(5) k7</move></game>\n\
<game id=\"4\" tournament=\"4\" bresult=\"0\"/>\n\
</games></database>\n";

#[test]
fn games_have_their_players_and_offers() {
    assert!(is_renjunet(DATABASE) && !is_renjunet("<html>"));
    let (trees, remarks) = trees(FileFormat::RenjuNet, DATABASE, false).unwrap();
    assert_eq!(trees.len(), 3);
    let game = trees[0].main_game(RuleKind::Renju, None).unwrap();
    assert_eq!(game.to_text(Rows::FromBottom), "h8i9k7e12b2");
    let head: Vec<(Head, &str)> = trees[0].head.iter().map(|(&head, text)| (head, text.as_str())).collect();
    let expected = [
        (Head::Event, "The Cup"),
        (Head::Round, "2"),
        (Head::Place, "Somewhere, Nowhere"),
        (Head::Date, "1999-08-05"),
        (Head::Black, "Ann & Bo O'Hara"),
        (Head::White, "Çe"),
        (Head::Rules, "RIF"),
        (Head::Opening, "D8"),
        (Head::Result, "0"),
        (Head::GameComment, "swap: R-"),
    ];
    assert_eq!(head, expected);
    assert!(Head::tells_swaps(head[9].1));
    assert_eq!(trees[0].root().notes().comment.as_deref(), Some("a < b"));
    let offered = trees[0].nodes().filter(|node| is_refused(*node));
    let points = offered.map(|node| node.played().unwrap().point.unwrap().to_text(SIZE, Rows::FromBottom));
    assert_eq!(points.collect::<Vec<_>>(), ["i8", "j10"]);
    // Unknown players are none, games without moves are games, and words that nobody explains leave a game out.
    assert_eq!((trees[1].head.len(), trees[1].nodes().count(), trees[2].nodes().count()), (1, 1, 1));
    assert_eq!(trees[1].head[&Head::Result], "B+");
    let head: Vec<(Head, &str)> = trees[2].head.iter().map(|(&head, text)| (head, text.as_str())).collect();
    assert_eq!(head, [(Head::Date, "2001"), (Head::Result, "W+")]);
    assert_eq!(
        (remarks.count, remarks.first[0].fault.to_string().as_str()),
        (1, "\"i9(5)\" is no move: the game is left out")
    );
}

#[test]
fn lines_end_as_in_xml_and_attributes_without_a_place_are_kept() {
    let game = "<games><game id='1' rule='1' wtime='40' btime=' 35 ' publisher='' note='a]' sz='9' x-y='1'>\
        <move>h8</move><info>one\r\ntwo\rthree&#13;&#10;four<![CDATA[\r\nfive]]></info></game></games>";
    let (trees, _) = trees(FileFormat::RenjuNet, game, false).unwrap();
    let sgf = String::from_utf8(FileFormat::Sgf.write(&trees, &WriteOptions::default()).unwrap().bytes).unwrap();
    assert!(sgf.contains("BTIME[35]NOTE[a\\]]WTIME[40]") && !sgf.contains("PUBLISHER"), "{sgf}");
    assert!(!sgf.contains("SZ[9]") && !sgf.contains("X-Y"), "{sgf}");
    assert_eq!(trees[0].root().notes().comment.as_deref(), Some("one\ntwo\nthree\nfour\nfive"));
    let library = FileFormat::Library.write(&trees, &WriteOptions::default()).unwrap().bytes;
    assert!(library.windows(5).any(|part| part == b"one\r\n") && !library.windows(2).any(|part| part == b"\r\r"));
}

#[test]
fn games_of_gomoku_are_not_of_renju() {
    let check = |rule: &str, expected: RuleKind| {
        let text = format!(
            "<database><rules><rule id=\"4\" {rule}/></rules>\
            <games><game id=\"1\" rule=\"4\"><move>h8</move></game></games></database>"
        );
        let (trees, _) = trees(FileFormat::RenjuNet, &text, false).unwrap();
        assert_eq!(trees[0].rule, Some(expected), "{rule}");
    };
    check("name=\"Swap2\"", RuleKind::Renju);
    check("name=\"Taraguchi-10\" category=\" 1 \"", RuleKind::Renju);
    check("name=\"Swap2\" category=\"1\"", RuleKind::Renju);
    check("name=\"Swap2\" category=\"2\"", RuleKind::Standard);
    check("name=\"Gomoku\" category=\"3\"", RuleKind::Standard);
    check("name=\"RIF\" category=\"2\"", RuleKind::Standard);
    check("name=\"RIF\" category=\"\"", RuleKind::Renju);
}

#[test]
fn texts_are_of_the_character_set_that_the_file_names() {
    let check = |declaration: &str, name: &[u8], given: Option<&str>, expected: &str| {
        let games = b"\"/></players><games><game id=\"1\" black=\"7\"><move>h8</move></game></games></database>";
        let start = format!("{declaration}<database><players><player id=\"7\" name=\"");
        let file = [start.as_bytes(), name, games].concat();
        let options = ReadOptions { charset: given.and_then(Charset::from_name), ..ReadOptions::default() };
        let (trees, _) = FileFormat::RenjuNet.read_all(&file, &options).unwrap();
        assert_eq!(trees[0].head[&Head::Black], expected, "{declaration}");
    };
    check("<?xml version=\"1.0\" encoding=\"windows-1251\"?>\n", b"\xc0\xed\xed\xe0", None, "Анна");
    check("<?xml version='1.0' encoding = 'windows-1251'?>", b"\xc0\xed\xed\xe0", Some("gbk"), "Анна");
    check("<?xml version=\"1.0\"?>", b"\xc0\xed\xed\xe0", Some("windows-1251"), "Анна");
    // What cannot be, and what nobody knows.
    for name in ["UTF-16", "UTF-8", "klingon"] {
        check(&format!("<?xml version=\"1.0\" encoding=\"{name}\"?>"), "Çe".as_bytes(), None, "Çe");
    }
}

#[test]
fn a_fifth_is_refused_beside_one_that_was_played() {
    let check = |alt: &str, moves: &str, refused: &[&str], comment: Option<&str>, remarked: usize| {
        let text = format!("<games><game id=\"1\" alt=\"{alt}\"><move>{moves}</move></game></games>");
        let (trees, remarks) = trees(FileFormat::RenjuNet, &text, false).unwrap();
        let game = trees[0].main_game(RuleKind::Renju, None).unwrap();
        assert_eq!(game.to_text(Rows::FromBottom), moves.replace(' ', ""));
        let offered = trees[0].nodes().filter(|node| is_refused(*node));
        let points = offered.map(|node| node.played().unwrap().point.unwrap().to_text(SIZE, Rows::FromBottom));
        assert_eq!(points.collect::<Vec<_>>(), refused, "{alt}: {moves}");
        assert_eq!(trees[0].root().notes().comment.as_deref(), comment, "{alt}: {moves}");
        assert_eq!(remarks.count, remarked, "{alt}: {moves}");
    };
    check("i8, b2", "h8 i9 k7 e12", &[], None, 2);
    check("i8, b2", "h8 i9 k7 e12 b2", &["i8"], None, 1);
    check("51", "h8 i9 k7 e12 b2", &[], Some("5A: 51"), 0);
    check("51 i8 2", "h8 i9 k7", &[], Some("5A: 51, 2"), 1);
}

#[test]
fn all_that_is_told_about_a_game_may_be_elements() {
    let file = "<?xml version=\"1.0\"?>\n<root>\n<game>\n<id>0002</id><creation_time>1062547200</creation_time>\
        <black>warpod</black><white>A &amp; B</white><board>h8 i9 k7 e12 b2 -- c3</board><moves>h8 i9</moves>\
        <alt5>j10</alt5><rule>classic</rule><winner>white</winner><winby>resign</winby></game>\n\
        <game><board></board>\n<moves>h8 -- h9</moves><alt5></alt5><winner>unknown</winner><winby/></game>\
        <game><moves>h8</moves><winner>black</winner></game></root>";
    let (given, remarks) = trees(FileFormat::RenjuNet, file, false).unwrap();
    let moves = |tree: &Tree| {
        let points = tree.main_line().filter_map(|node| node.played()).map(|played| played.point);
        let names = points.map(|point| point.map_or("--".to_string(), |point| point.to_text(SIZE, Rows::FromBottom)));
        names.collect::<Vec<_>>().join(" ")
    };
    assert_eq!(given.iter().map(moves).collect::<Vec<_>>(), ["h8 i9 k7 e12 b2 -- c3", "h8 -- h9", "h8"]);
    assert_eq!((given[0].nodes().filter(|node| is_refused(*node)).count(), remarks.count), (1, 0));
    let head: Vec<(Head, &str)> = given[0].head.iter().map(|(&head, text)| (head, text.as_str())).collect();
    let expected = [
        (Head::Date, "2003-09-03"),
        (Head::Black, "warpod"),
        (Head::White, "A & B"),
        (Head::Rules, "classic"),
        (Head::Result, "W+R"),
    ];
    assert_eq!((head.as_slice(), given[1].head.len()), (expected.as_slice(), 0));
    assert_eq!(given[2].head[&Head::Result], "B+");
    for (seconds, expected) in [("951782400", Some("2000-02-29")), ("4107542400", Some("2100-03-01")), ("0", None)] {
        assert_eq!(day(seconds).as_deref(), expected, "{seconds}");
    }
    // A form that nobody knows is told once.
    let strange = "<games><game><zug>h8</zug></game><game><zug>i9</zug></game></games>";
    let (given, remarks) = trees(FileFormat::RenjuNet, strange, false).unwrap();
    assert_eq!((given.len(), remarks.count, &remarks.first[0].fault), (2, 1, &Fault::Doubtful(NO_MOVES)));
}

#[test]
fn faults_are_told_with_their_place() {
    let check = |text: &str, message: &str, saved: usize| {
        let error = trees(FileFormat::RenjuNet, text, false).unwrap_err().to_string();
        assert!(error.contains(message), "{text}: {error}");
        assert_eq!(trees(FileFormat::RenjuNet, text, true).map_or(0, |(trees, _)| trees.len()), saved, "{text}");
    };
    check("", "there is no game in the file", 0);
    check("h8i9", "there is no game in the file", 0);
    let two = "<games><game id='1'><move>h8 i9</move></game><game id='2'><move>h8";
    check(&format!("{two} h8</move></game></games>"), "(byte 67): move 2 cannot be played: the point is occupied", 2);
    check(&format!("{two} x9</move></game></games>"), "\"x9\" is no point of the board", 2);
    check(two, "(byte 45): the file ends within a game", 1);
    check(&two[..45], "(byte 45): the file ends within an element of XML", 1);
    check(&format!("<database>{two}</move></game></games>"), "the file ends within an element of XML", 2);
    check(&format!("{two}</game>"), "no XML: ", 1);
    check(&format!("{two} &none; </move></game></games>"), "(byte 67): \"none\" is no entity of XML", 2);
    check(&format!("{two}</move></game><game id=></game></games>"), "no XML: ", 3);
}

#[test]
fn a_sign_in_a_wrong_place_costs_no_game() {
    let game = |id: usize, info: &str, more: &str| {
        format!("<game id='{id}'{more}><move>h8 i9</move><info>{info}</info></game>\n")
    };
    let check = |games: &[String], saved: &[&str], told: &[&str]| {
        let text = format!("<database><games>\n{}</games></database>", games.concat());
        let error = trees(FileFormat::RenjuNet, &text, false).unwrap_err();
        let (given, remarks) = trees(FileFormat::RenjuNet, &text, true).unwrap();
        assert_eq!(remarks.damage[0], error, "{text}");
        let comments = given.iter().map(|tree| tree.root().notes().comment.as_deref().unwrap_or_default());
        assert_eq!(comments.collect::<Vec<_>>(), saved, "{text}");
        let faults: Vec<String> = remarks.damage.iter().map(|remark| remark.fault.to_string()).collect();
        assert_eq!(faults.len(), told.len(), "{faults:?}");
        assert!(faults.iter().zip(told).all(|(fault, told)| fault.contains(told)), "{faults:?}");
    };
    let [first, last] = [game(1, "x", ""), game(3, "y", "")];
    let ampersand = "no XML: a & that begins no entity";
    check(&[first.clone(), game(2, "A & B &", ""), last.clone()], &["x", "A & B &", "y"], &[ampersand; 2]);
    check(&[game(1, "A &amp; & B", ""), last.clone()], &["A & & B", "y"], &[ampersand]);
    // What stands behind it in the same text cannot be told from an element.
    check(&[first.clone(), game(2, "a < b", ""), last.clone()], &["x", "a", "y"], &["no XML", "no XML"]);
    check(&[game(1, "a <!-- b", ""), game(2, "c <", ""), last.clone()], &["a", "c", "y"], &["no XML"; 2]);
    // A quote too many goes on to the end of the file: the game with it is not read, and all others are.
    check(&[first.clone(), game(2, "z", " black='a'b'"), last.clone()], &["x", "y"], &["no XML"]);
    // Moves that are damaged are not all there.
    let moves = game(2, "z", "").replace("i9", "<");
    check(&[first, moves, last], &["x", "y"], &["no XML"]);
    // Where nothing can be read the reason is told.
    let alone = trees(FileFormat::RenjuNet, "<games><game id='1'><move>h8 < i9</move></game>", true).unwrap_err();
    assert!(alone.fault.to_string().starts_with("no XML"), "{alone}");
}
