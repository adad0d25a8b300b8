//! Self-play, training and tuning through the real program, on games that take no time.

mod labels;
mod tuning;

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
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
