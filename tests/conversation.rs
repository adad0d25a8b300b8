//! Conversations with the real program, written down as the doctor holds them: cases that are asked of this engine alone.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

#[test]
fn scripts_are_held() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/scripts");
    let scripts: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert!(scripts.len() > 5, "the scripts are found");
    let mut doctor = Command::new(env!("CARGO_BIN_EXE_pbrain-tengen"));
    // Most of a conversation is waiting, so they are held side by side.
    // The slack is for a busy machine; an engine that says nothing, or something else, fails with any.
    doctor.args(["doctor", "--jobs", "8", "--slack", "60s"]).stdin(Stdio::null());
    scripts.iter().for_each(|script| {
        doctor.arg("--cases").arg(script);
    });
    let output = doctor.output().unwrap();
    let report = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{report}{}", String::from_utf8_lossy(&output.stderr));
    assert!(!report.contains("FAILED") && report.contains(" 0 not offered, 0 not examined"), "{report}");
}
