//! Self-play, training and tuning through the real program, on games that take no time.

mod tuning;

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tengen_engine::internals::eval::weights::Weights;
use tengen_engine::rule::RuleKind;

use crate::harness::{Run, folder};

#[track_caller]
fn succeed(folder: &Path, line: &str) -> String {
    Run::new(line).in_folder(folder).succeed()
}

#[track_caller]
fn fail(folder: &Path, line: &str) -> String {
    Run::new(line).in_folder(folder).fail()
}

/// The blocks of a file of games or labels.
fn blocks(path: &Path) -> Vec<Vec<u8>> {
    let bytes = fs::read(path).unwrap();
    let number = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap()) as usize;
    let mut blocks = Vec::new();
    let mut at = 16 + number(8);
    while at < bytes.len() {
        let end = at + 12 + number(at);
        blocks.push(bytes[at..end].to_vec());
        at = end;
    }
    blocks
}

const SELFPLAY: &str = "selfplay --rule renju --size 9 --nodes 150 --seed 7";

#[test]
fn the_same_games_are_played_whatever_the_threads_and_interruptions() {
    let folder = folder("selfplay");
    let text = succeed(&folder, &format!("{SELFPLAY} --games 6 once.games"));
    assert!(text.contains("6 games added"), "{text}");
    let once = fs::read(folder.join("once.games")).unwrap();
    succeed(&folder, &format!("{SELFPLAY} --games 3 --threads 3 often.games"));
    let begun = fs::read(folder.join("often.games")).unwrap();
    assert!(once.starts_with(&begun) && begun.len() > 8);
    // In the middle of a game.
    fs::write(folder.join("often.games"), &begun[..begun.len() - 5]).unwrap();
    let text = succeed(&folder, &format!("{SELFPLAY} --games 6 --threads 2 often.games"));
    assert!(text.contains("2 of 6 games") && text.contains("4 games added"), "{text}");
    assert_eq!(fs::read(folder.join("often.games")).unwrap(), once);
    // Whatever their number, no list is made of them.
    let other = fail(&folder, "selfplay --rule caro --size 9 --games 9000000000000000000 once.games");
    let named = "once.games: it was made with other settings: nodes is 150 and not 5000, off_game_nodes is 150";
    assert!(other.contains(named) && other.contains("rule is \"renju\" and not \"caro\""), "{other}");
    assert_eq!(fs::read(folder.join("once.games")).unwrap(), once);

    // Two shards are all games, each the same as without them.
    for shard in ["1/2", "2/2"] {
        let text = succeed(&folder, &format!("{SELFPLAY} --games 6 --shard {shard} {}.games", &shard[..1]));
        assert!(text.contains(&format!("0 of 3 games of shard {shard}")) && text.contains("3 games added"), "{text}");
    }
    let [first, second, all] = ["1.games", "2.games", "once.games"].map(|name| blocks(&folder.join(name)));
    let dealt: Vec<Vec<u8>> = first.into_iter().zip(second).flat_map(|(first, second)| [first, second]).collect();
    assert_eq!(dealt, all);

    // More than was asked for is not taken for it.
    let complaint = fail(&folder, &format!("{SELFPLAY} --games 5 once.games"));
    assert!(complaint.contains("more games than --games asks for"), "{complaint}");

    // A damaged byte in the middle is no interruption.
    let mut damaged = once.clone();
    damaged[once.len() / 2] ^= 1;
    fs::write(folder.join("once.games"), &damaged).unwrap();
    let complaint = fail(&folder, &format!("{SELFPLAY} --games 9 once.games"));
    assert!(
        complaint.contains("once.games: byte ") && complaint.contains("damaged; what stands before"),
        "{complaint}"
    );
    assert_eq!(fs::read(folder.join("once.games")).unwrap(), damaged);
}

#[test]
fn weights_are_trained_from_games() {
    let folder = folder("train");
    succeed(&folder, &format!("{SELFPLAY} --games 40 --threads 2 renju.games"));
    let text =
        succeed(&folder, "train --rule renju --epochs 3 --network-epochs 4 --lambda 0.5 -o renju.weights renju.games");
    assert!(text.starts_with("40 games, "), "{text}");
    let loss = |line: &str| -> f64 {
        let (_, rest) = line.split_once("loss ").unwrap_or_else(|| panic!("{line}"));
        rest.split([',', ' ']).next().unwrap().parse().unwrap()
    };
    let losses = |kind: &str| -> Vec<f64> { text.lines().filter(|line| line.starts_with(kind)).map(loss).collect() };
    let (table, network) = (losses("table, epoch"), losses("network"));
    assert_eq!((table.len(), network.len()), (3, 5), "{text}");
    assert!(table.iter().chain(&network).all(|loss| (0.0..2.0).contains(loss)), "{text}");
    // It begins with random numbers, and even so few positions teach it something.
    assert!(network[4] < network[1], "{text}");
    // No number depends on the threads.
    let train = "train --rule renju --epochs 3 --network-epochs 4 --lambda 0.5 renju.games";
    succeed(&folder, &format!("{train} --threads 3 -o again.weights"));
    let bytes = fs::read(folder.join("renju.weights")).unwrap();
    assert_eq!(fs::read(folder.join("again.weights")).unwrap(), bytes);
    assert!(!folder.join("again.weights.state").exists());
    // Names of files need not be text.
    #[cfg(unix)]
    {
        use std::os::unix::ffi::OsStrExt;
        let name = std::ffi::OsStr::from_bytes(b"Andr\xe9.games");
        fs::copy(folder.join("renju.games"), folder.join(name)).unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_pbrain-tengen"));
        command.current_dir(&folder).args(train.split_whitespace().filter(|word| !word.ends_with(".games")));
        let output = command.args(["-o", "again.weights"]).arg(name).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        assert_eq!(fs::read(folder.join("again.weights")).unwrap(), bytes);
    }
    // The state of another training is no beginning.
    fs::write(folder.join("again.weights.state"), &bytes).unwrap();
    let complaint = fail(&folder, &format!("{train} -o again.weights"));
    assert!(complaint.contains("again.weights.state: byte 0: not a file of states"), "{complaint}");
    let weights = Weights::from_bytes(RuleKind::Renju, &bytes).unwrap();
    assert!(weights.sides.iter().all(|side| side.points.iter().any(|worth| worth.to_move > 100)));
    assert!(weights.sides.iter().all(|side| side.network.numbers().any(|&number| number > 100)));
    assert_ne!(weights.sides[0].points, weights.sides[1].points);
    assert_ne!(weights.sides[0].network, weights.sides[1].network);

    // From there it goes on, in small steps: what little is left to learn is learned in one epoch of each.
    let fine = "train --rule renju --epochs 1 --network-epochs 1 --lambda 0.5 renju.games";
    let text = succeed(&folder, &format!("{fine} --from renju.weights -o fine.weights"));
    let begun: Vec<f64> = text.lines().filter(|line| line.contains("loss")).map(loss).collect();
    assert!(begun.iter().all(|&loss| loss < network[1]), "{text}\n{network:?}");
    let fine_bytes = fs::read(folder.join("fine.weights")).unwrap();
    assert_ne!(fine_bytes, bytes);
    // The order of moves can stay as it is, and then that is all that is different.
    succeed(&folder, &format!("{fine} --from renju.weights --keep-order -o kept.weights"));
    let [fine_weights, kept] = [fine_bytes, fs::read(folder.join("kept.weights")).unwrap()]
        .map(|bytes| Weights::from_bytes(RuleKind::Renju, &bytes).unwrap());
    for (number, side) in kept.sides.iter().enumerate() {
        let order = |weights: &Weights| -> Vec<_> {
            weights.sides[number].points.iter().map(|worth| (worth.attack, worth.defence)).collect()
        };
        let values = |weights: &Weights| -> Vec<_> {
            weights.sides[number].points.iter().map(|worth| (worth.to_move, worth.waiting)).collect()
        };
        assert_eq!(order(&kept), order(&weights));
        assert_ne!(order(&fine_weights), order(&weights));
        assert_eq!(values(&kept), values(&fine_weights));
        assert_ne!(values(&kept), values(&weights));
        assert_eq!(side.network, fine_weights.sides[number].network);
    }
    // Without epochs of the table it is the network alone that goes on.
    let network = fine.replace("--epochs 1", "--epochs 0");
    let text = succeed(&folder, &format!("{network} --from renju.weights -o network.weights"));
    assert!(text.contains("\nbefore: held-out loss ") && !text.contains("\ntable, epoch"), "{text}");
    assert!(!text.contains("network, before"), "the same is said twice: {text}");
    let network_weights =
        Weights::from_bytes(RuleKind::Renju, &fs::read(folder.join("network.weights")).unwrap()).unwrap();
    for (side, begun) in network_weights.sides.iter().zip(&weights.sides) {
        assert!(side.points == begun.points && side.threats == begun.threats && side.network != begun.network);
    }
    let complaint = fail(&folder, &format!("{network} -o network.weights"));
    assert!(complaint.contains("--epochs must be at least 1 without --from"), "{complaint}");
    let complaint = fail(&folder, &format!("{fine} --keep-order -o kept.weights"));
    assert!(complaint.contains("--from"), "{complaint}");
    succeed(&folder, &format!("{fine} --from builtin -o fine.weights"));
    let complaint = fail(&folder, &format!("{fine} --from nowhere.weights -o fine.weights"));
    assert!(complaint.contains("cannot read the weights nowhere.weights"), "{complaint}");
    fs::write(folder.join("other.weights"), Weights::embedded(RuleKind::Caro).to_bytes()).unwrap();
    let complaint = fail(&folder, &format!("{fine} --from other.weights -o fine.weights"));
    assert!(complaint.contains("other.weights are weights of caro, and this is renju"), "{complaint}");

    let complaint = fail(&folder, "train --rule caro -o caro.weights renju.games");
    assert!(complaint.contains("renju.games: games of renju and not of caro"), "{complaint}");
    let complaint = fail(&folder, "train --rule caro -o caro.weights renju.weights");
    assert!(complaint.contains("renju.weights: byte 0: not a file of games"), "{complaint}");
    fs::write(folder.join("old.games"), b"TENGEN\x02\n\x02\x0f\x0f").unwrap();
    let complaint = fail(&folder, "train --rule renju -o renju.weights old.games");
    assert!(complaint.contains("old.games: byte 0: games in a format of another version"), "{complaint}");
    let complaint = fail(&folder, "train --rule renju -o nowhere/renju.weights renju.games");
    assert!(complaint.contains("nowhere/renju.weights"), "{complaint}");
    assert!(!folder.join("caro.weights").exists());
}

#[test]
fn an_interrupted_training_goes_on_to_the_same_weights() {
    let folder = folder("train-resume");
    succeed(&folder, &format!("{SELFPLAY} --games 40 --threads 2 renju.games"));
    let mut weights = Weights::embedded(RuleKind::Renju);
    let begin = weights.to_bytes();
    weights.sides.swap(0, 1);
    fs::write(folder.join("begin.weights"), &begin).unwrap();
    let relabel = |nodes: usize, count: usize, name: &str| {
        let line = format!("relabel --nodes {nodes} --positions {count} --output {name}.labels renju.games");
        succeed(&folder, &line);
        fs::read(folder.join(format!("{name}.labels"))).unwrap()
    };
    let (deep, other) = (relabel(100, 6, "deep"), relabel(90, 6, "other"));
    let inputs = "--from begin.weights --labels deep.labels renju.games";
    let train = &format!("train --rule renju --epochs 1 --network-epochs 100 {inputs} -o");
    succeed(&folder, &format!("{train} once.weights"));

    let mut command = Command::new(env!("CARGO_BIN_EXE_pbrain-tengen"));
    command.current_dir(&folder).args(train.split_whitespace()).arg("often.weights").stdout(Stdio::piped());
    let mut run = command.spawn().unwrap();
    let mut lines = BufReader::new(run.stdout.take().unwrap()).lines();
    assert!(lines.any(|line| line.unwrap().starts_with("network, epoch 2 of 100")));
    // Two that write the same weights would take each other's state.
    let complaint = fail(&folder, &format!("{train} often.weights"));
    assert!(complaint.contains("cannot train often.weights: cannot write often.weights.lock: "), "{complaint}");
    assert!(!cfg!(unix) || complaint.contains("another run writes it"), "{complaint}");
    run.kill().unwrap();
    run.wait().unwrap();
    assert!(!folder.join("often.weights").exists());

    let complaint = fail(&folder, &format!("{train} often.weights --lambda 0.5"));
    assert!(complaint.contains("often.weights.state: the state of another training"), "{complaint}");
    assert!(complaint.contains(": lambda is \"0.8\" and not \"0.5\"\n"), "{complaint}");
    // Nor is it that of the same command about other files.
    for (file, was, other) in [("begin.weights", &begin, &weights.to_bytes()), ("deep.labels", &deep, &other)] {
        fs::write(folder.join(file), other).unwrap();
        let complaint = fail(&folder, &format!("{train} often.weights"));
        assert!(complaint.contains("often.weights.state: the state of another training"), "{file}: {complaint}");
        fs::write(folder.join(file), was).unwrap();
    }
    // What was added to them since is left out.
    succeed(&folder, &format!("{SELFPLAY} --games 41 renju.games"));
    assert!(relabel(100, 8, "deep").len() > deep.len());
    // A file may be named in another way.
    let text = succeed(&folder, &format!("{} often.weights", train.replace(" renju.games", " ./renju.games")));
    assert!(text.contains("goes on after 1 epoch of the table and ") && !text.contains("epoch 1 of 100"), "{text}");
    let [once, often] = ["once", "often"].map(|name| fs::read(folder.join(format!("{name}.weights"))).unwrap());
    assert_eq!(once, often);
    assert!(["lock", "state", "state.part"].iter().all(|left| !folder.join(format!("often.weights.{left}")).exists()));
    // What somebody else keeps under that name is not lost.
    let games = fs::read(folder.join("renju.games")).unwrap();
    fs::write(folder.join("often.weights.lock"), &games).unwrap();
    let complaint = fail(&folder, &format!("{train} often.weights often.weights.lock"));
    assert!(complaint.contains("often.weights.lock holds something else"), "{complaint}");
    assert_eq!(fs::read(folder.join("often.weights.lock")).unwrap(), games);
}

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
