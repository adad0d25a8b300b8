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
