//! The scripts with stubs of what they call: what they keep, what they leave alone, and what they refuse.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::PathBuf;
use std::process::{Command, Stdio};

use super::root;
use crate::harness::folder;

/// Programs that scripts call, as stubs. Their own settings are variables of the environment.
const STUBS: [(&str, &str); 8] = [
    (
        "cargo",
        r#"case "$1 $2" in
        metadata*) echo "{\"manifest_path\":\"$PWD/Cargo.toml\",\"target_directory\":\"$PWD/target\"}" ;;
        pkgid*) echo "path+file:///tengen#1.2.0-rc.1" ;;
        build*) echo "{\"executable\":\"$PWD/bin/program\"}" ;;
        run*) echo "Nodes searched: $NODES" ;;
        test*) echo "test result: ok. ${PASSED:-1} passed" ;;
        package*) ls "$CARGO_HOME/registry" ;;
        rustc*)
            while [ "$1" != --target ]; do shift; done
            mkdir -p "target/$2/release"
            head -c "$BYTES" /dev/zero | tr '\0' x >"target/$2/release/pbrain-tengen.exe"
            ;;
        "mutants --list") echo "engine/src/lib.rs:1:1: replace a with b" ;;
        mutants*)
            touch begun
            for ((i = 0; i < 100; i++)); do [ -e go ] || sleep 0.1; done
            ;;
        esac"#,
    ),
    ("cargo-mutants", ""),
    // What is printed is the name of a folder.
    ("rustc", r#"echo "$PWD/library""#),
    (
        "program",
        r#"echo "$*" >>played
        case "$1 $2" in
        bench*) echo "Nodes searched: $NODES" ;;
        "match --engine")
            case "$* " in *" --turn ${UNPLAYED:-none} "*) exit 2 ;; esac
            exit "${STATUS:-0}"
            ;;
        esac"#,
    ),
    ("wine", "echo 'Nodes searched: 7'"),
    ("zip", "cat -- *.exe"),
    ("windres", r#"case $* in *"-O rc") cat target/*/resource/tengen.rc ;; *) touch "${@: -1}" ;; esac"#),
    ("git", r"printf '%s\0' engine/src/*.rs"),
];

/// Settings of scripts and stubs that tests leave out.
const SETTINGS: [&str; 11] =
    ["CONCURRENCY", "EXTRA", "FRESH", "JOBS", "OPENINGS", "PASSED", "SHARD", "SIZE", "STATUS", "TIMES", "UNPLAYED"];

/// A folder like the repository, with stubs before the programs of the system.
struct Place(PathBuf);

impl Place {
    fn new(name: &str) -> Place {
        let place = Place(folder(name));
        for shared in ["scripts", "tests", ".ci", "Cargo.toml", "Cargo.lock", "LICENSE"] {
            symlink(root().join(shared), place.0.join(shared)).unwrap();
        }
        for (name, text) in STUBS {
            place.write(&format!("bin/{name}"), &format!("#!/usr/bin/env bash\n{text}\n"));
        }
        for machine in ["x86_64", "i686"] {
            symlink("windres", place.0.join(format!("bin/{machine}-w64-mingw32-windres"))).unwrap();
            for silent in ["gcc", "objdump"] {
                symlink("cargo-mutants", place.0.join(format!("bin/{machine}-w64-mingw32-{silent}"))).unwrap();
            }
        }
        place.write("library/share/doc/rust/COPYRIGHT-library.html", "the library");
        place.write("brew/opt/mingw-w64/COPYING", "mingw-w64");
        place
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.0.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    }

    fn has(&self, path: &str) -> bool {
        self.0.join(path).exists()
    }

    fn command(&self, line: &str) -> Command {
        let mut command = Command::new("bash");
        let path = std::env::var("PATH").unwrap();
        command.args(["-c", line]).current_dir(&self.0).stdin(Stdio::null());
        command.env("PATH", format!("{}:{path}", self.0.join("bin").display()));
        command.env("CARGO_HOME", self.0.join("home")).env("HOMEBREW_PREFIX", self.0.join("brew"));
        command.env("NODES", "7").env("BYTES", "1000");
        // Whoever runs the tests may have settings of their own.
        for name in SETTINGS {
            command.env_remove(name);
        }
        command
    }

    /// Whether a line of bash goes well, and all that it says.
    fn run(&self, line: &str) -> (bool, String) {
        let output = self.command(line).output().unwrap();
        let said = String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap();
        (output.status.success(), said)
    }

    #[track_caller]
    fn succeed(&self, line: &str) -> String {
        let (success, said) = self.run(line);
        assert!(success, "{line}: {said}");
        said
    }

    #[track_caller]
    fn fail(&self, line: &str, words: &str) {
        let (success, said) = self.run(line);
        assert!(!success && said.contains(words), "{line}: {said}");
    }
}

#[test]
fn a_ladder_is_gone_on_with_under_the_same_conditions_alone() {
    let place = Place::new("script-ladder");
    let folders = || fs::read_dir(place.0.join("target/ladder")).unwrap().count();
    place.write("rival", "first");
    assert!(place.succeed("TIMES=1s scripts/ladder.sh ./rival renju 2").contains("1s a move"));
    place.succeed("TIMES=1s scripts/ladder.sh ./rival renju 4");
    assert_eq!(folders(), 1);
    place.succeed("OPENINGS=file scripts/ladder.sh ./rival");
    place.succeed("EXTRA='--tolerance 1s' scripts/ladder.sh ./rival");
    place.write("other/rival", "first");
    place.succeed("scripts/ladder.sh ./other/rival");
    place.write("rival", "second");
    place.succeed("scripts/ladder.sh ./rival");
    place.succeed("scripts/ladder.sh './rival --strong'");
    assert_eq!(folders(), 6);
    // What plays need not be the first word.
    place.succeed("scripts/ladder.sh \"bash './rival'\"");
    place.write("rival", "third");
    place.succeed("scripts/ladder.sh \"bash './rival'\"");
    assert_eq!(folders(), 8);
}

#[test]
fn a_ladder_tells_no_result_of_a_match_that_was_not_played() {
    let place = Place::new("script-ladder-errors");
    place.fail("STATUS=2 scripts/ladder.sh ./rival", "the match at 50ms a move was not played");
    let played = fs::read_to_string(place.0.join("played")).unwrap();
    assert!(!played.contains("--verdict"), "{played}");
    place.fail("TIMES='1s 2s' STATUS=1 scripts/ladder.sh ./rival", "2 of 2 matches ended badly");
    let played = fs::read_to_string(place.0.join("played")).unwrap();
    assert!(played.contains("--verdict"), "games with faults have a result: {played}");
    place.fail("TIMES='1s 2s' UNPLAYED=2s scripts/ladder.sh ./rival", "the match at 2s a move was not played");
    let played = fs::read_to_string(place.0.join("played")).unwrap();
    let last = played.lines().last().unwrap();
    assert!(last.contains("--verdict") && last.ends_with("/1s.jsonl"), "what was played has a result: {played}");
}

#[test]
fn a_zip_for_tournaments_has_its_name_once_it_was_tried() {
    let place = Place::new("script-gomocup");
    let zip = "target/bundles/tengen.zip";
    place.succeed("umask 077; rm LICENSE; echo free >LICENSE; scripts/package-gomocup.sh");
    assert_eq!(fs::metadata(place.0.join(zip)).unwrap().len(), 2000, "both programs");
    let bundled = |name: &str| fs::metadata(place.0.join("target/bundles").join(name)).unwrap();
    let modes = ["tengen.zip", "gomocup/LICENSE", "gomocup/openings"].map(|name| bundled(name).permissions().mode());
    assert_eq!(modes.map(|mode| mode & 0o777), [0o644, 0o644, 0o755], "for everybody");
    let resource = fs::read_to_string(place.0.join("target/i686-pc-windows-gnu/resource/tengen.rc")).unwrap();
    assert!(resource.contains("FILEVERSION 1,2,0,0") && resource.contains("\"1.2.0-rc.1\""), "{resource}");
    place.fail("NODES=8 scripts/package-gomocup.sh", "searches otherwise");
    assert!(!place.has(zip));
    let said = place.succeed("BYTES=5000000 scripts/package-gomocup.sh");
    assert!(said.contains("No program for 32-bit Windows: with both"), "{said}");
    assert_eq!(fs::metadata(place.0.join(zip)).unwrap().len(), 5_000_000);
    place.fail("BYTES=8000000 scripts/package-gomocup.sh", "larger than the 8000000 bytes");
    assert!(!place.has(zip));
}

#[test]
fn what_cannot_be_built_for_windows_is_said() {
    let place = Place::new("script-windows");
    fs::remove_dir_all(place.0.join("library")).unwrap();
    let line = "source scripts/bundle.sh; debian_library=none; can_build_windows i686";
    place.fail(line, "No program for i686-pc-windows-gnu is built here: that takes gcc-mingw-w64-i686");
    place.succeed("rm -rf library; mkdir library; source scripts/bundle.sh; can_build_windows i686");
}

#[test]
fn a_check_leaves_the_sources_of_other_checkouts_alone() {
    let place = Place::new("script-check");
    let (source, index) = ("home/registry/src/-other/tengen-engine-0.1.0/lib.rs", "home/registry/index/config.json");
    place.write(source, "");
    place.write(index, "");
    for stub in ["shellcheck", "tsc"] {
        place.write(&format!("bin/{stub}"), "#!/usr/bin/env bash\n");
    }
    let nodes = "NODES=$(awk '/^[0-9]/ { print $2; exit }' tests/data/signature.txt)";
    let said = place.succeed(&format!("{nodes} scripts/check.sh"));
    assert!(said.contains("== check_packages\nindex\n== took"), "a home with the index alone: {said}");
    assert!(place.has(source) && place.has(index));
}

#[test]
fn a_part_of_the_faults_is_planted_by_one_run() {
    let place = Place::new("script-mutants");
    for file in ["lib.rs", "gone.rs"] {
        place.write(&format!("engine/src/{file}"), "");
    }
    let mut first = place.command("scripts/mutants.sh").stdout(Stdio::null()).spawn().unwrap();
    while !place.has("begun") {
        assert!(first.try_wait().unwrap().is_none(), "no fault is planted");
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    place.fail("FRESH=1 scripts/mutants.sh", "the part 1/1 is being run already");
    place.write("go", "");
    place.succeed("SHARD=1/2 scripts/mutants.sh");
    assert!(first.wait().unwrap().success());
    let tree = |file: &str| place.has(&format!("target/mutants/lane-1/tree/engine/src/{file}"));
    assert!(tree("lib.rs") && tree("gone.rs"));
    fs::remove_file(place.0.join("engine/src/gone.rs")).unwrap();
    place.succeed("scripts/mutants.sh");
    assert!(tree("lib.rs") && !tree("gone.rs"), "what is gone is gone from the copy");
    // A folder that became a file, as the copy of an earlier run knows it.
    let module = "target/mutants/lane-1/tree/engine/src/module.rs";
    place.write(&format!("{module}/inner.rs"), "");
    place.write("engine/src/module.rs", "");
    place.succeed("scripts/mutants.sh");
    assert!(place.0.join(module).is_file(), "a file takes the name of a folder");
}

#[test]
fn what_was_not_looked_at_is_a_fault() {
    let place = Place::new("script-races");
    place.fail("PASSED=0 scripts/races.sh", "the test of the transposition table is not there");
    let (_, said) = place.run("scripts/races.sh");
    assert!(said.contains("thread sanitizer"), "{said}");
    place.fail("scripts/shards.sh 63", "64 games are the fewest");
}
