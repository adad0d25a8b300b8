//! `review`, `solve --all`, what `analyze` keeps, and `suite`, through the real program.

mod games;
mod suite;

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::harness::{Run, check_status, complain, folder};

/// White does not stop an open three, and Black makes the five.
const GAME: &str = "h8i9i8h9j8a15k8b15l8";

/// What a command prints that goes well in a folder.
#[track_caller]
fn run(line: &str, folder: &Path) -> String {
    Run::new(line).in_folder(folder).succeed()
}

#[track_caller]
fn object(text: &str) -> Value {
    assert_eq!(text.lines().count(), 1, "{text}");
    serde_json::from_str(text).unwrap_or_else(|why| panic!("{why}: {text}"))
}

#[test]
fn a_review_names_the_mistakes_on_the_terminal_as_json_and_in_a_page() {
    let folder = folder("review");
    let text = run(&format!("review --nodes 1000 -o report.html {GAME}"), &folder);
    assert!(text.contains("game-1: freestyle on 15x15, 9 moves, Black wins by five"), "{text}");
    let short = run("review --nodes 100 h8", &folder);
    assert!(short.contains(" on 15x15, 1 move, no result\n"), "{short}");
    assert!(text.contains("     6. White a15") && text.contains("does not stop the win by fours in 3 plies"), "{text}");
    assert!(text.contains("6. White a15 (") && text.contains("\nO to move\nbetter "), "{text}");
    // Stones that were set up have no numbers, and no positions before them.
    fs::write(folder.join("set-up.sgf"), "(;GM[4]SZ[15]AB[hh][ih]AW[ig][hg];B[jh];W[aa])").unwrap();
    let text = run("review --nodes 1000 set-up.sgf", &folder);
    assert!(text.contains("     2. White a15") && text.contains("\nO to move\nbetter "), "{text}");
    // A pass counts as a move, and is one in the record that is written.
    fs::write(folder.join("g1.sgf"), "(;GM[4]SZ[15]RE[B+T]AB[hh]AW[ig][hg];B[ih];W[];B[jh];W[aa])").unwrap();
    let text = run("review --nodes 1000 --sgf reviewed.sgf g1.sgf", &folder);
    assert!(text.contains(", 3 moves, Black wins by the record (B+T)\n"), "{text}");
    assert!(text.contains("     4. White a15") && text.contains("\nO to move\nbetter "), "{text}");
    let before = object(&run("analyze --depth 1 --json --move 3 reviewed.sgf", &folder));
    assert_eq!((&before["moves"], &before["toMove"]), (&serde_json::json!(["i8", "j8"]), &"white".into()));
    // What the board does not show of the end the record may tell.
    for (record, result, winner) in [
        ("RE[W+R];B[hh]", "White wins by the record (W+R)", "white"),
        ("RE[0];B[hh]", "draw by the record (0)", "none"),
        (";B[hh];W[];B[]", "draw: both passed", "none"),
    ] {
        fs::write(folder.join("ended.sgf"), format!("(;GM[4]SZ[15]{record})")).unwrap();
        let ended = object(&run("review --nodes 100 --json ended.sgf", &folder));
        assert_eq!((&ended["result"], &ended["winner"]), (&result.into(), &winner.into()), "{record}");
    }
    let game = object(&run(&format!("review --nodes 1000 --json --lines 2 {GAME}"), &folder));
    let mistake = &game["moves"][5]["mistake"];
    assert_eq!(
        (&mistake["finding"], &mistake["by"], &mistake["plies"]),
        (&"missed-defence".into(), &"vcf".into(), &3.into())
    );
    assert_eq!(mistake["better"].as_array().unwrap().len(), 2, "{mistake}");
    let sums =
        |side: &str| ["blunders", "mistakes", "inaccuracies"].map(|key| game["sides"][side][key].as_u64().unwrap());
    let named = game["moves"].as_array().unwrap().iter().filter(|played| !played["mistake"].is_null()).count() as u64;
    assert_eq!(sums("black").iter().chain(&sums("white")).sum::<u64>(), named, "{game}");
    let chances: Vec<f64> = game["chances"].as_array().unwrap().iter().map(|chance| chance.as_f64().unwrap()).collect();
    assert_eq!((chances.len(), &chances[6..]), (10, &[1.0; 4][..]));
    let page = fs::read_to_string(folder.join("report.html")).unwrap();
    assert!(page.contains("\"finding\":\"missed-defence\"") && !page.contains("/*DATA*/null"));
    // Nothing comes from anywhere else: the one address in it is the name of a format.
    assert_eq!(page.matches("http").count(), page.matches("http://www.w3.org/2000/svg").count());
    assert!(!page.contains("src=") && !page.contains("<link"));
    assert_eq!(page.matches("</script>").count(), 1);
    assert!(["<main>", "aria-label=\"to the end\"", "@media print"].iter().all(|part| page.contains(part)));
    // The page counts rows as the terminal does.
    let text = run(&format!("review --nodes 1000 --rows top -o top.html {GAME}"), &folder);
    assert!(text.contains("     6. White a15"), "{text}");
    let page = fs::read_to_string(folder.join("top.html")).unwrap();
    assert!(page.contains("\"rowsFromTop\":true") && page.contains("\"number\":6,\"point\":\"a15\""), "{page}");
    assert!(page.contains("\"dots\":[[3,3],[11,3],[3,11],[11,11],[7,7]]"), "{page}");
    let text = run("review --nodes 300 --rule renju h8h7i8i9k8g8j8a15l8", &folder);
    assert!(text.contains("does not stop the win by fours in 1 ply\n"), "{text}");
}

#[test]
fn a_review_is_kept_as_a_record_with_its_mistakes_marked() {
    let folder = folder("review-record");
    let moves = "h8h7i8i9k8g8j8a15l8";
    let line = format!("review --nodes 1000 --rule renju --lines 2 --json --sgf reviewed.sgf {moves}");
    let review = object(&run(&line, &folder));
    let record = fs::read_to_string(folder.join("reviewed.sgf")).unwrap();
    let count = |words: &str| record.matches(words).count();
    for (mark, key) in [("DO[]", "inaccuracies"), ("BM[1]", "mistakes"), ("BM[2]", "blunders")] {
        let named = ["black", "white"].map(|side| review["sides"][side][key].as_u64().unwrap() as usize);
        assert_eq!(count(mark), named.iter().sum::<usize>(), "{mark}: {record}");
    }
    let what = "8. White a15 (blunder) does not stop the win by fours in 1 ply.";
    let told = format!("\n(;W[aa]C[{what}\nScore -M2 for White, chance of winning 0.0%; before it ");
    assert!(record.contains(&told), "{record}");
    // What is better begins a variation. What punishes the move was played.
    let better = review["moves"][7]["mistake"]["better"].as_array().unwrap().len();
    assert!(better > 0 && count("Better as move 8. Score ") == better, "{record}");
    assert_eq!(count("\n(;W[lh]C[Better as move 8. Score "), 1, "{record}");
    assert_eq!(count(";B[lh]C[The best answer to move 8.\nScore "), 1, "{record}");
    // The game is the main line, also where there are several.
    let again = object(&run("analyze --json reviewed.sgf", &folder));
    let played: String = again["moves"].as_array().unwrap().iter().map(|point| point.as_str().unwrap()).collect();
    assert_eq!((played.as_str(), &again["rule"]), (moves, &"renju".into()));
    // So it is where the answer to a mistake goes on after the last move: it follows the same move once more.
    let cut = GAME.strip_suffix("k8b15l8").unwrap();
    let review = object(&run(&format!("review --nodes 1000 --json --sgf cut.sgf {cut}"), &folder));
    let record = fs::read_to_string(folder.join("cut.sgf")).unwrap();
    assert_eq!(record.matches("C[The best answer to move 6.]").count(), 1, "{record}");
    assert_eq!(record.matches(";W[aa]").count(), 2, "{record}");
    let answer = review["moves"][5]["mistake"]["refutation"][0].as_str().unwrap();
    for moves in [cut.to_string(), format!("{cut}{answer}")] {
        run(&format!("review --nodes 1000 --sgf cut.sgf {moves}"), &folder);
        let again = object(&run("analyze --depth 1 --json cut.sgf", &folder));
        let played: String = again["moves"].as_array().unwrap().iter().map(|point| point.as_str().unwrap()).collect();
        assert_eq!(played, moves);
    }
    let text = run("review --nodes 100 --sgf both.sgf h8i9 h8i9i8", &folder);
    assert!(text.ends_with("The record with the mistakes is in both.sgf.\n"), "{text}");
    let second = object(&run("analyze --depth 1 --json --game 2 both.sgf", &folder));
    assert_eq!(second["moves"].as_array().unwrap().len(), 3, "{second}");
    complain("review --nodes 9 --sgf nowhere/x.sgf h8i9", &folder, &["nowhere/x.sgf", "no folder nowhere"]);
    for (report, record) in [
        ("a.sgf", "./a.sgf"),
        ("a.html", "./a.searches.jsonl"),
        ("b/", "b/index.html"),
        ("b/", "b/game-1.html"),
        ("b/", "b/game-1.searches.jsonl"),
    ] {
        let line = format!("review --nodes 9 -o {report} --sgf {record} h8i9");
        complain(&line, &folder, &["--output and --sgf are one file"]);
    }
}

#[test]
fn an_interrupted_review_goes_on_and_ends_as_though_it_had_not_been() {
    let folder = folder("review-resumed");
    let line = format!("review --nodes 500 --json -o report.html {GAME}");
    let whole = run(&line, &folder);
    let (report, kept) = (folder.join("report.html"), folder.join("report.searches.jsonl"));
    let (page, searches) = (fs::read(&report).unwrap(), fs::read_to_string(&kept).unwrap());
    // A run that was killed leaves some lines, and part of one.
    for length in [searches.len(), searches.len() / 2, searches.len() / 3, 10, 0] {
        fs::write(&kept, &searches[..length]).unwrap();
        fs::remove_file(&report).unwrap();
        assert_eq!(run(&line, &folder), whole, "{length}");
        assert_eq!(fs::read(&report).unwrap(), page, "{length}");
        assert_eq!(fs::read_to_string(&kept).unwrap().lines().count(), searches.lines().count(), "{length}");
    }
    // What is kept is used: an answer that was changed is believed.
    let changed = searches.replacen("\"score\":", "\"score\":1", 1);
    fs::write(&kept, changed).unwrap();
    assert_ne!(run(&line, &folder), whole);
    // Under other limits it is not.
    for other in [line.replace("500", "400"), format!("{line} --hash 8M")] {
        fs::write(&kept, &searches).unwrap();
        run(&other, &folder);
        assert_ne!(fs::read_to_string(&kept).unwrap().lines().next(), searches.lines().next(), "{other}");
    }
    let heads = ["10s", "10040ms"].map(|time| {
        run(&format!("{line} --time {time}"), &folder);
        fs::read_to_string(&kept).unwrap().lines().next().unwrap().to_string()
    });
    assert_ne!(heads[0], heads[1]);
    let mut lines: Vec<&str> = searches.lines().collect();
    lines[2] = "{}";
    fs::write(&kept, lines.join("\n") + "\n").unwrap();
    complain(&line, &folder, &["report.searches.jsonl: line 3: "]);
}

#[test]
fn many_games_are_reviewed_with_a_summary() {
    let folder = folder("review-many");
    for name in ["one", "two"] {
        fs::create_dir(folder.join(name)).unwrap();
        fs::write(folder.join(name).join("game.txt"), GAME).unwrap();
    }
    fs::write(folder.join("index.sgf"), "(;GM[4]SZ[15]RU[renju];B[hh];W[ig])").unwrap();
    let games = "one/game.txt two/game.txt index.sgf";
    let text = run(&format!("review --nodes 100 -o reports/ {games}"), &folder);
    let reports = folder.join("reports");
    for file in ["game.html", "game-2.html", "index-2.html", "index.html", "game.searches.jsonl"] {
        assert!(reports.join(file).is_file(), "{file}: {text}");
    }
    assert!(text.contains("\none/game.txt      9 ") && text.contains("The summary is in reports"), "{text}");
    let summary = fs::read_to_string(reports.join("index.html")).unwrap();
    assert!(summary.contains("\"report\":\"game-2.html\"") && summary.contains("\"name\":\"index.sgf\""), "{summary}");
    // Names that differ in capitals alone are one file on some systems.
    fs::write(folder.join("GAME.txt"), GAME).unwrap();
    fs::copy(folder.join("index.sgf"), folder.join("two").join("INDEX.sgf")).unwrap();
    let text = run("review --nodes 100 -o alike/ one/game.txt GAME.txt two/INDEX.sgf", &folder);
    for file in ["game.html", "GAME-2.html", "INDEX-2.html", "index.html"] {
        assert!(folder.join("alike").join(file).is_file(), "{file}: {text}");
    }
    let objects = run(&format!("review --nodes 100 --json {games}"), &folder);
    let rules: Vec<Value> = objects.lines().map(|line| object(line)["rule"].clone()).collect();
    assert_eq!(rules, ["freestyle", "freestyle", "renju"]);
    fs::write(folder.join("taken.html"), "").unwrap();
    complain(
        &format!("review --nodes 9 -o taken.html {games}"),
        &folder,
        &["taken.html", "several games need a folder"],
    );
    complain("review --nodes 9 -o nowhere/x.html h8i9", &folder, &["nowhere/x.html", "no folder nowhere"]);
    complain("review nowhere.sgf", &folder, &["nowhere.sgf", "nor a file"]);
    fs::write(folder.join("position.txt"), "5 . . . . .\n4 . . . . .\n3 . . X . .\n2 . . . . .\n1 . . . . .\n")
        .unwrap();
    complain("review position.txt", &folder, &["position.txt", "not a game with moves"]);
    fs::write(folder.join("closed.txt"), "5 . . . . .\n4 . . . . .\n3 . .(X). .\n2 . . . . .\n1 # . . . .\n").unwrap();
    complain("review closed.txt", &folder, &["\"closed.txt\" has closed points"]);
}

#[test]
fn every_winning_move_is_listed_with_its_tree() {
    let folder = folder("solve-all");
    let text = run("solve --all --by fours --tree wins.sgf h8a1i8c1j8e1", &folder);
    assert!(text.contains("Black wins by force with 2 moves ("), "{text}");
    assert!(
        text.contains("   1. g8  a  at most  3 plies: g8 ") && text.contains("   2. k8  b  at most  3 plies: k8 "),
        "{text}"
    );
    assert!(text.contains("All 219 moves were examined for wins by fours."), "{text}");
    let tree = fs::read_to_string(folder.join("wins.sgf")).unwrap();
    assert!(tree.contains("C[Black wins by force with 2 moves, the quickest in at most 3 plies.]"), "{tree}");
    assert!(tree.contains("\n(;B[gh]N[1]") && tree.contains("\n(;B[kh]N[2]"), "{tree}");
    assert_eq!(tree.matches('(').count(), tree.matches(')').count(), "{tree}");
    // The moves that it says to win are those that the main search finds to win too, and there are no others by threats.
    let text = run("solve --all --by threats --nodes 100000 h8a1i8c1j8e1", &folder);
    assert!(text.contains(". k8  ") && text.contains(". g8  "), "{text}");
    check_status("solve --all --nodes 300 h8i9", 1, "were examined for wins by fours and threes; not to the end: ");
    // Of many that are open some are named.
    check_status("solve --all --nodes 300 h8i9", 1, " more\n");
    let open = object(&Run::new("solve --all --nodes 300 --json h8i9").in_folder(&folder).said().1);
    assert!(open["open"].as_array().unwrap().len() > 24, "{open}");
    check_status("solve --all --by fours h8i9", 1, "All 223 moves were examined");
    check_status("solve --all --by search h8i9", 2, "--by fours, threats or all");
    for way in ["--by fours", "--by threats", "--all"] {
        check_status(&format!("solve {way} --depth 5 h8i9"), 2, "--depth limits the main search alone");
    }
    check_status("solve --all h8h8", 2, "move 2");
}

#[test]
fn a_loss_is_shown_with_the_best_defence() {
    let folder = folder("solve-loss");
    let printed = |line: &str| Run::new(line).in_folder(&folder).said().1;
    let text = printed("solve h8h1i8i1j8j1k8");
    let (_, rest) = text.split_once("No win: White loses by force in at most 2 plies (").expect(&text);
    assert!(rest.contains("):\n   1. White "), "{text}");
    let told = object(&printed("solve --json h8h1i8i1j8j1k8"));
    assert!(!told["line"].as_array().unwrap().is_empty(), "{told}");
}

#[test]
fn a_proof_is_told_as_json() {
    let folder = folder("solve-json");
    let found = object(&run("solve --json --tree win.sgf h8h1i8i1j8j1", &folder));
    assert_eq!((&found["solution"], &found["by"], &found["plies"]), (&"win".into(), &"vcf".into(), &3.into()));
    assert_eq!((&found["shortest"], &found["toMove"], &found["result"]), (&true.into(), &"black".into(), &Value::Null));
    assert_eq!((&found["best"], found["line"].as_array().unwrap().len()), (&found["line"][0], 3), "{found}");
    assert!(folder.join("win.sgf").is_file());
    fs::write(folder.join("passed.sgf"), "(;GM[4]SZ[15];B[hh];W[ho];B[ih];W[io];B[jh];W[])").unwrap();
    run("solve --tree passed-win.sgf passed.sgf", &folder);
    let tree = fs::read_to_string(folder.join("passed-win.sgf")).unwrap();
    assert!(tree.contains(";B[jh];W[]\n"), "{tree}");
    for (line, status, solution) in [
        ("solve --json h8h1i8i1j8j1k8", 1, "loss".into()),
        ("solve --json --nodes 2000 h8", 1, "unknown".into()),
        ("solve --json h8h1i8i1j8j1k8k1l8", 1, Value::Null),
    ] {
        let output = Run::new(line).in_folder(&folder).output();
        let found = object(&String::from_utf8(output.stdout).unwrap());
        assert_eq!((output.status.code(), &found["solution"], &found["best"]), (Some(status), &solution, &Value::Null));
    }
    let (success, over, _) = Run::new("solve --json --all h8h1i8i1j8j1k8k1l8").in_folder(&folder).said();
    let (over, none) = (object(&over), serde_json::json!([]));
    assert_eq!((success, &over["wins"], &over["open"], over.get("solution")), (false, &none, &none, None), "{over}");
    let all = object(&run("solve --json --all --by fours --store wins.store h8a1i8c1j8e1", &folder));
    let wins = all["wins"].as_array().unwrap();
    assert_eq!((wins.len(), &wins[0]["best"], &wins[0]["plies"]), (2, &"g8".into(), &3.into()), "{all}");
    assert_eq!(all["open"], serde_json::json!([]));
    // Points are named with rows counted as is asked for.
    let fours = "--rows top h2h14i2i14j2j14k2k14";
    let best = object(&run(&format!("solve --json {fours}"), &folder))["best"].clone();
    assert!(best == "g2" || best == "l2", "{best}");
    let text = run(&format!("analyze --depth 1 {fours}"), &folder);
    assert!(text.ends_with("\nbest move: g2\n") || text.ends_with("\nbest move: l2\n"), "{text}");
    let position = "freestyle 15 h8h1i8i1j8j1k8 best";
    fs::write(folder.join("s.txt"), format!("{position} l8,g8 both\n{position} a1\n")).unwrap();
    let (success, text, _) = Run::new("suite --json --nodes 1000 s.txt").in_folder(&folder).said();
    assert!(!success, "{text}");
    let lines: Vec<Value> = text.lines().map(object).collect();
    let told = |key: &str| lines.iter().map(|line| line[key].clone()).collect::<Vec<_>>();
    assert_eq!(told("number"), [1u64, 2]);
    assert_eq!(told("solved"), [true, false]);
    assert_eq!((told("remark"), told("moves")[0][0].clone()), (vec!["both".into(), "".into()], "h8".into()));
}

#[test]
fn a_win_that_is_written_is_told_as_it_is_known() {
    let folder = folder("solve-shorter");
    // The threats that are found first go a long way round, and the search finds a shorter one.
    let position = "j11f8i8h5h8i9h9f11";
    let found = |how: &str| {
        object(&run(&format!("solve --rule renju --nodes 20000 --threads 1 --json {how} {position}"), &folder))
    };
    let [first, told] = ["--by threats", "--tree win.sgf"].map(found);
    let plies = |told: &Value| told["plies"].as_u64().unwrap();
    assert_eq!(told["by"], "search", "another position is needed: {told}");
    assert!(plies(&told) < plies(&first) && told["depth"].is_u64(), "{told} after {first}");
    let tree = fs::read_to_string(folder.join("win.sgf")).unwrap();
    assert!(tree.contains(&format!("C[Black wins by force in at most {} plies.]", plies(&told))), "{tree}");
}

#[test]
fn where_a_win_cannot_be_written_it_is_not_looked_for() {
    let folder = folder("solve-store");
    fs::write(folder.join("notes.txt"), "no store\n").unwrap();
    let closed = "5 . . . . .\n4 X X X X .\n3 O O O O .\n2 . . . . .\n1 # . . . .\nX to move\n";
    fs::write(folder.join("closed.txt"), closed).unwrap();
    for (line, why) in [
        ("solve --by fours --store notes.txt h8a1i8c1j8e1", "notes.txt is no store"),
        ("solve --by fours --store new.lib h8a1i8c1j8e1", "new.lib: no store is made under the name of another format"),
        ("solve --all --by fours --store nowhere/a.store h8a1i8c1j8e1", "there is no folder nowhere"),
        ("solve --by fours --store a.store closed.txt", "a.store: a database has no place for this position"),
        ("solve --by fours --tree a.store closed.txt", "a.store: SGF has no place for closed points"),
        (
            "solve --by fours --tree a.store --store ./a.store h8a1i8c1j8e1",
            "--tree and --store are one file, ./a.store",
        ),
    ] {
        let (success, said, complaint) = Run::new(line).in_folder(&folder).said();
        assert!(!success && complaint.contains(why), "{line}: {complaint}");
        assert!(said.is_empty(), "{line}: {said}");
    }
    assert!(!folder.join("a.store").exists());
}

#[test]
fn an_analysis_is_kept_as_json_and_as_sgf() {
    let folder = folder("analysis");
    let moves = "g8a1i8c1h7e1h9g1";
    let line = format!("analyze --rule renju --nodes 3000 --lines 2 --json --sgf lines.sgf {moves}");
    let analysis = object(&run(&line, &folder));
    let lines = analysis["lines"].as_array().unwrap();
    assert_eq!((lines.len(), &lines[1]["rank"], &analysis["toMove"]), (2, &2.into(), &"black".into()));
    assert_eq!(analysis["best"], lines[0]["line"][0]);
    assert!(lines.iter().all(|line| (0.0..=1.0).contains(&line["chance"].as_f64().unwrap())), "{analysis}");
    assert!(analysis["nodes"].as_u64().unwrap() > 0 && analysis["result"].is_null(), "{analysis}");
    assert_eq!(analysis["moves"][1], "a1");
    // Each line is a variation after the moves, with a comment.
    let tree = fs::read_to_string(folder.join("lines.sgf")).unwrap();
    assert_eq!((tree.matches("\n(;B[").count(), tree.matches("C[1. Score ").count()), (2, 1), "{tree}");
    let before = object(&run("analyze --depth 1 --json --move 8 lines.sgf", &folder));
    assert_eq!((&before["moves"], &before["rule"]), (&analysis["moves"], &"renju".into()));
    // Stones of a drawn board are no moves, and whose turn it is is not told by their number. The file may have a name that
    // begins as a move does.
    fs::write(folder.join("d1.txt"), ". . . . .\n. X X . .\n. O O . .\n. . . . .\n. . . . .\nO to move\n").unwrap();
    let drawn = object(&run("analyze --depth 1 --json --sgf drawn.sgf d1.txt", &folder));
    assert_eq!((drawn["setUp"].as_array().unwrap().len(), &drawn["moves"]), (4, &serde_json::json!([])));
    let again = object(&run("analyze --depth 1 --json --move 0 drawn.sgf", &folder));
    assert_eq!((&again["toMove"], &again["toMove"]), (&drawn["toMove"], &"white".into()));
    // Points that are closed are told as long as there are any, and SGF has no place for them.
    fs::write(folder.join("closed.txt"), ". . . . .\n. X X # .\n. O O . .\n. . . . .\n. . . . .\nX to move\n").unwrap();
    let closed = object(&run("analyze --depth 1 --json closed.txt", &folder));
    assert_eq!((&closed["closed"], drawn.get("closed")), (&serde_json::json!(["d4"]), None));
    complain("analyze --sgf closed.sgf closed.txt", &folder, &["closed.sgf: SGF has no place for closed points"]);
    // Whose the moves are is told where both sides do not move in turn from Black on.
    for (moves, colors) in [
        (";B[hh];W[];B[ii]", Some(["black", "black"])),
        (";W[hh];B[ii]", Some(["white", "black"])),
        (";B[hh];W[ii]", None),
    ] {
        fs::write(folder.join("passed.sgf"), format!("(;GM[4]SZ[15]{moves})")).unwrap();
        let passed = object(&run("analyze --depth 1 --json --sgf kept.sgf passed.sgf", &folder));
        assert_eq!(passed.get("colors").cloned(), colors.map(|colors| serde_json::json!(colors)), "{passed}");
        let kept = fs::read_to_string(folder.join("kept.sgf")).unwrap();
        assert_eq!(kept.matches("W[]").count(), moves.matches("W[]").count(), "{kept}");
    }
    // The nodes are those of the whole search, and not of the last iteration that came to its end.
    let quiet = object(&run("analyze --nodes 3000 --lines 2 --json --sgf quiet.sgf h8i9", &folder));
    let nodes = quiet["nodes"].as_u64().unwrap();
    let tree = fs::read_to_string(folder.join("quiet.sgf")).unwrap();
    assert!(nodes >= 3000 && tree.contains(&format!("C[Black to move; {nodes} nodes, ")), "{quiet} {tree}");
    let over = object(&run("analyze --json h8h1i8i1j8j1k8k1l8", &folder));
    assert_eq!((&over["result"], &over["best"]), (&"Black wins by five".into(), &Value::Null));
    complain("analyze --sgf nowhere/x.sgf h8", &folder, &["nowhere/x.sgf", "no folder nowhere"]);
}
