//! `jiu`: the Tibetan game of placing and moving, for people and for programs.

mod contest;
mod fit;
mod input;
mod play;
mod player;
mod serve;
mod show;

use anyhow::Result;

use crate::cli::{JiuArgs, JiuCommand};
use crate::files::Existing;

/// What records are written over: others.
const RECORDS: Existing = Existing::ReplaceLike(|bytes| input::is_record(&String::from_utf8_lossy(bytes)));

/// Does what was asked for.
pub(crate) fn run(args: &JiuArgs) -> Result<()> {
    match &args.command {
        JiuCommand::Show(args) => show::show(args),
        JiuCommand::Play(args) => play::run(args),
        JiuCommand::Moves(args) => show::moves(args),
        JiuCommand::Perft(args) => show::perft(args),
        JiuCommand::Serve(args) => serve::run(args),
        JiuCommand::Match(args) => contest::run(args),
        JiuCommand::Fit(args) => fit::run(args),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_record_replaces_whatever_is_read_as_one() {
        let path = std::env::temp_dir().join(format!("tengen-jiu-kind-{}", std::process::id()));
        for (held, is_replaced) in
            [("[Size \"8\"]\n", true), ("\u{feff}\nPlacing\n", true), ("b1 d4", true), ("6/6/1XO3/6/6/5O B m\n", false)]
        {
            fs::write(&path, held).unwrap();
            assert_eq!(RECORDS.check(&path).is_ok(), is_replaced, "{held}");
        }
        fs::remove_file(path).unwrap();
    }
}
