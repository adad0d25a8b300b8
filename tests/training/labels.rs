//! Deeper labels and gold sets: how they are made, and how networks are judged by them.

use std::fs;
use std::path::{Path, PathBuf};

use super::{SELFPLAY, fail, succeed};
use crate::harness::{Run, folder};

#[test]
fn positions_are_searched_deeper_and_weights_judged_by_them() {
    let folder = folder("relabel");
    succeed(&folder, &format!("{SELFPLAY} --games 6 renju.games"));
    let relabel = "relabel --nodes 400 --one-in 2";
    let text = succeed(&folder, &format!("{relabel} --output once.labels renju.games"));
    let count: usize = text.split("0 of ").nth(1).unwrap().split(' ').next().unwrap().parse().unwrap();
    assert!(count > 10 && text.contains(&format!("{count} labels added")), "{text}");
    let once = fs::read(folder.join("once.labels")).unwrap();

    // Interrupted in the middle of a label, and gone on with by several threads.
    fs::write(folder.join("often.labels"), &once[..once.len() - 7]).unwrap();
    let text = succeed(&folder, &format!("{relabel} --threads 3 --output often.labels renju.games"));
    assert!(text.contains("the last label was cut off") && text.contains("1 label added"), "{text}");
    assert_eq!(fs::read(folder.join("often.labels")).unwrap(), once);

    // Games that were cut off are told.
    let games = fs::read(folder.join("renju.games")).unwrap();
    fs::write(folder.join("cut.games"), &games[..games.len() - 7]).unwrap();
    let text = succeed(&folder, "relabel --nodes 100 --positions 1 --output cut.labels cut.games");
    assert!(text.starts_with("cut.games: the last game was cut off"), "{text}");

    let text = succeed(&folder, "relabel --nodes 100 --positions 1 --output single.labels renju.games");
    assert!(text.contains("single.labels: 0 of 1 position of renju on "), "{text}");
    let text = succeed(&folder, "validate single.labels");
    assert!(text.starts_with("single.labels: 1 position of renju on "), "{text}");

    // Of games in shards, in whichever order, the labels are those of the games without them.
    for shard in ["1/2", "2/2"] {
        succeed(&folder, &format!("{SELFPLAY} --games 6 --shard {shard} half-{}.games", &shard[..1]));
    }
    succeed(&folder, &format!("{relabel} --output halves.labels half-2.games half-1.games"));
    assert_eq!(fs::read(folder.join("halves.labels")).unwrap(), once);

    // Shards share the positions out.
    let shard = |shard: &str| {
        let text = succeed(&folder, &format!("{relabel} --shard {shard} --output {}.labels renju.games", &shard[..1]));
        text.split("0 of ").nth(1).unwrap().split(' ').next().unwrap().parse::<usize>().unwrap()
    };
    let shards = ["1/3", "2/3", "3/3"].map(shard);
    assert_eq!(shards.iter().sum::<usize>(), count);

    let text = succeed(&folder, "validate once.labels");
    let rows: Vec<&str> = text.lines().skip(3).collect();
    let all: Vec<&str> = rows.last().unwrap().split_whitespace().collect();
    assert_eq!((all[0], all[1]), ("all", count.to_string().as_str()), "{text}");
    let [loss, kl] = [all[2], all[3]].map(|number| number.parse::<f64>().unwrap());
    assert!(0.0 < kl && kl < loss && loss < 1.0, "{text}");
    let by_phase: usize =
        rows[..rows.len() - 1].iter().map(|row| row.split_whitespace().nth(1).unwrap().parse::<usize>().unwrap()).sum();
    assert_eq!(by_phase, count, "{text}");
    // All shards together, in any order, judge weights and the search as the whole file does.
    let together = "3.labels 1.labels 2.labels";
    let shared = succeed(&folder, &format!("validate {together}"));
    assert_eq!(shared.lines().skip(5).collect::<Vec<_>>(), rows, "{shared}");
    // What is given twice counts once.
    let twice = succeed(&folder, "validate once.labels 1.labels");
    assert!(twice.contains(&format!("\n1.labels: {} positions given already", shards[0])), "{twice}");
    assert_eq!(twice.lines().skip(5).collect::<Vec<_>>(), rows, "{twice}");
    succeed(&folder, "validate --nodes 20 --figures whole.txt once.labels");
    succeed(&folder, &format!("validate --nodes 20 --figures shared.txt {together}"));
    let [whole, shared] = ["whole.txt", "shared.txt"].map(|name| fs::read(folder.join(name)).unwrap());
    assert_eq!(whole, shared);

    let text = succeed(&folder, &format!("{SELFPLAY} --games 40 renju.games"));
    assert!(text.contains("34 games added"), "{text}");
    let train = "train --rule renju --epochs 1 --network-epochs 1 -o renju.weights";
    let text = succeed(&folder, &format!("{train} --labels once.labels --gold 1.labels renju.games"));
    assert!(text.matches("\n  gold KL ").count() == 5, "{text}");
    // Labels were trained on last, in steps that are small and yet not lost, but none of the gold set.
    let kls: Vec<f64> =
        text.lines().filter_map(|line| line.strip_prefix("  gold KL ")?.split(' ').next()?.parse().ok()).collect();
    assert_ne!(kls[4], kls[2], "{text}");
    let deep = text.split(" of them with deep labels").next().unwrap().rsplit(' ').next().unwrap();
    assert!((1..=count - shards[0]).contains(&deep.parse().unwrap()), "{text}");
    // Without a network there is nothing that they could be trained into.
    let table = "train --rule renju --epochs 1 --network-epochs 0 -o table.weights --labels once.labels renju.games";
    let text = succeed(&folder, table);
    assert!(!text.contains("deep labels, epoch") && text.contains("\nthere is no network to train on"), "{text}");
    // Labels in shards, in whatever order, make the same weights as they do without them; what is given twice is told.
    let table_weights = || fs::read(folder.join("table.weights")).unwrap();
    let whole = table_weights();
    let shards = "--labels 3.labels --labels 1.labels --labels 2.labels";
    assert!(!succeed(&folder, &table.replace("--labels once.labels", shards)).contains("given already"));
    assert_eq!(table_weights(), whole);
    let text = succeed(&folder, &format!("{table} --labels 1.labels"));
    assert!(text.starts_with("1.labels: ") && text.contains(" given already, and passed over\n"), "{text}");
    assert_eq!(table_weights(), whole);
    let text = succeed(&folder, &format!("{table} renju.games"));
    let told = "renju.games: 40 games given already, and passed over\n40 games, ";
    assert!(text.starts_with(told) && table_weights() == whole, "{text}");
    // What keeps the state from being written is told before the work.
    fs::create_dir(folder.join("full.weights.state.part")).unwrap();
    let full = table.replace("table.weights", "full.weights");
    let (went_well, text, complaint) = Run::new(&full).in_folder(&folder).said();
    assert!(!went_well && !text.contains("epoch") && complaint.contains("full.weights.state"), "{text}{complaint}");
    // A gold set in shards judges as it does without them.
    let judged = ["--gold once.labels", "--gold 3.labels --gold 1.labels --gold 2.labels"]
        .map(|gold| succeed(&folder, &format!("{table} {gold}")));
    assert!(judged[0] == judged[1] && judged[0].contains("\n  gold KL "), "{judged:?}");
    let text = succeed(&folder, "validate --weights renju.weights once.labels");
    let kl = |line: &str| line.trim_start().strip_prefix("all ")?.split_whitespace().nth(2)?.parse::<f64>().ok();
    let kls: Vec<f64> = text.lines().filter_map(kl).collect();
    let side = if kls[1] < kls[0] { "below" } else { "above" };
    let compared = format!(" {side} that of those built in\n");
    assert!(text.contains("\nrenju.weights\n") && text.contains(&compared), "{text}");

    // The same search again differs nowhere, and one of more nodes is nearer to the label.
    let text = succeed(&folder, "validate --nodes 40 --figures few.txt once.labels");
    assert!(text.contains("\nsearched with 40 nodes each\n"), "{text}");
    let text = succeed(&folder, "validate --nodes 40 --threads 2 --against few.txt once.labels");
    assert!(text.contains(" KL 0.00000 ± 0.00000 from that of few.txt\n"), "{text}");
    let text = succeed(&folder, "validate --nodes 600 --against few.txt once.labels");
    assert!(text.contains(" below that of few.txt\n") && text.contains(" above those of few.txt\n"), "{text}");
    let complaint = fail(&folder, "validate --nodes 40 --against few.txt 1.labels");
    assert!(complaint.contains("few.txt: line 1: these are figures of other labels"), "{complaint}");

    let complaint = fail(&folder, "validate --nodes 40 --figures no-folder/few.txt once.labels");
    assert!(complaint.contains("there is no folder no-folder"), "{complaint}");

    // Few games say nothing of what scores are worth.
    succeed(&folder, &format!("{SELFPLAY} --games 150 renju.games"));
    let text = succeed(&folder, "validate --fit-scale renju.games");
    let twice = succeed(&folder, "validate --fit-scale renju.games renju.games");
    assert_eq!(twice, format!("renju.games: 150 games given already, and passed over\n{text}"));
    let (head, rows) = text.split_once("won\n").unwrap();
    assert!(head.starts_with("renju: ") && head.contains("\nscale ") && head.contains("; built in is "), "{text}");
    let scores: usize = head.split(" games, ").nth(1).unwrap().split(' ').next().unwrap().parse().unwrap();
    let in_rows = rows.lines().map(|row| row.split_whitespace().nth(1).unwrap().parse::<usize>().unwrap());
    assert!(scores > 100 && in_rows.sum::<usize>() == scores, "{text}");
    let complaint = fail(&folder, "validate --fit-scale once.labels");
    assert!(complaint.contains("once.labels: byte 0: not a file of games"), "{complaint}");

    let complaint =
        fail(&folder, &format!("{relabel} --one-in 3 --output once.labels renju.games").replace("--one-in 2 ", ""));
    assert!(complaint.contains("once.labels: it was made with other settings: one_in is 2 and not 3"), "{complaint}");
    let complaint = fail(&folder, &format!("{relabel} --output new.labels once.labels"));
    assert!(complaint.contains("once.labels: byte 0: not a file of games"), "{complaint}");
    let gold = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/gold/renju.labels");
    fs::copy(gold, folder.join("gold.labels")).unwrap();
    let complaint = fail(&folder, "validate once.labels gold.labels");
    assert!(complaint.contains("gold.labels: labels of renju on 15x15, not of renju on 9x9"), "{complaint}");
    let complaint = fail(&folder, "validate renju.games");
    assert!(complaint.contains("renju.games: byte 0: not a file of labels"), "{complaint}");
    let complaint = fail(&folder, "validate --weights once.labels once.labels");
    assert!(complaint.contains("once.labels: byte 0: not a file of weights"), "{complaint}");
}

#[test]
fn the_gold_sets_judge_the_weights_that_are_built_in() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let sets: Vec<PathBuf> =
        fs::read_dir(root.join("tests/data/gold")).unwrap().map(|set| set.unwrap().path()).collect();
    assert!(!sets.is_empty());
    for set in sets {
        let rule = set.file_stem().unwrap().to_str().unwrap();
        let text = succeed(root, &format!("validate {}", set.strip_prefix(root).unwrap().display()));
        assert!(text.contains(&format!("positions of {rule} on ")) && text.contains("1000000 nodes each"), "{text}");
        assert!(!text.contains("cut off"), "{text}");
        let all: Vec<&str> = text.lines().last().unwrap().split_whitespace().collect();
        let number = |place: usize| all[place].trim_end_matches('%').parse::<f64>().unwrap();
        assert!(all[0] == "all" && number(1) >= 300.0, "{text}");
        // Who knows nothing loses .69, and of ninety moves hits one.
        assert!(number(2) < 0.69 && number(4) > 20.0 && number(5) > 20.0, "{text}");
    }
}
