//! What becomes of work where the system gives no thread to it.

use std::io::{BufRead, BufReader, Read};
use std::net::TcpStream;
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::harness::{Run, folder};

/// The variable that tells how large the stack of a thread is, and a size that none can have.
const NO_THREADS: (&str, &str) = ("RUST_MIN_STACK", "1000000000000000000");

/// A run of the program that can have no thread beside its first.
fn run(line: &str) -> Run {
    Run::new(line).variable(NO_THREADS)
}

#[test]
fn what_cannot_be_done_without_a_thread_is_refused_with_words() {
    let (success, said, errors) = run("").said();
    assert!(!success && errors.is_empty(), "{errors}");
    assert_eq!(said.trim_end(), "ERROR there is no thread to read the input");
    let folder = folder("threads-refused");
    for (line, words) in [
        ("jiu serve", "there is no thread to read the input: "),
        ("analyze h8i9 --nodes 9", "cannot watch for Ctrl-C: Resource temporarily unavailable"),
        ("train --rule renju --threads 2 -o x.weights x.games", "cannot start 2 threads: "),
    ] {
        let complaint = run(line).in_folder(&folder).fail();
        assert!(complaint.contains(words) && !complaint.contains("panicked"), "{line}: {complaint}");
    }
}

#[test]
fn work_for_several_threads_is_done_by_those_there_are() {
    let folder = folder("threads-few");
    let played =
        run("selfplay --rule renju --size 9 --nodes 20 --games 2 --threads 2 x.games").in_folder(&folder).succeed();
    assert!(played.contains("2 games added"), "{played}");
}

#[test]
fn the_board_is_served_on_where_a_connection_has_no_thread() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pbrain-tengen"));
    command.args(["board", "--no-open", "--port", "0"]).env(NO_THREADS.0, NO_THREADS.1);
    let mut server = command.stdout(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(server.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let address = line.split_once("http://").and_then(|(_, rest)| rest.split_once('/')).unwrap().0;
    for _ in 0..2 {
        let mut page = TcpStream::connect(address).unwrap();
        page.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        assert_eq!(page.read(&mut [0]).unwrap(), 0, "it is closed");
    }
    assert!(server.try_wait().unwrap().is_none(), "it ended");
    server.kill().unwrap();
    server.wait().unwrap();
}
