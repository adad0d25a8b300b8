//! What was found out about a game as text: figures of both sides, and each mistake with its board.

use std::fmt::Write as _;

use tengen_engine::Color;
use tengen_engine::game::Game;
use tengen_engine::point::{Point, Rows};
use tengen_engine::review::{Class, KnownWin, Mistake, MistakeKind, ReviewedMove, ScoredLine};
use tengen_engine::score::Score;

use crate::study::review::GameReview;
use crate::study::review::figures::{self, GameFigures, PlayerFigures, SideFigures};
use crate::units::{counted, or_dash};
use crate::{output, position, terminal};

/// Moves of a line that are shown in words.
const SHOWN: usize = 12;

/// One game: how it was played, and where it went wrong.
pub(super) fn game(reviewed: &GameReview, rows: Rows) -> String {
    let GameReview { title, number, game, end, review, .. } = reviewed;
    let title = numbered(title, *number);
    let end = end.as_ref().map_or("no result", |end| end.text.as_str());
    let moves = counted(review.moves.len(), "move");
    let mut text = format!("{title}: {}, {moves}, {end}\n", position::heading(game, rows));
    if !review.complete {
        text += "The review was interrupted; what is known so far:\n";
    }
    text += "\n          moves  accuracy  blunders  mistakes  inaccuracies\n";
    for color in Color::ALL {
        let figures = SideFigures::of(review, color);
        let (moves, accuracy) = (figures.moves, percent(figures.accuracy()));
        let [blunders, mistakes, inaccuracies] = figures.counts;
        let color = color.to_string();
        let _ = writeln!(text, "  {color:5} {moves:>7} {accuracy:>9} {blunders:>9} {mistakes:>9} {inaccuracies:>13}");
    }
    if review.mistakes().next().is_none() {
        return text + if review.complete { "\nNo mistake was found.\n" } else { "\nNo mistake so far.\n" };
    }
    text += &terminal::wrapped("\n  move               lost  class       better   what\n");
    for (played, mistake) in review.mistakes() {
        text += &terminal::wrapped(&row(game, played, mistake, rows));
    }
    for (played, mistake) in review.mistakes() {
        text += &board(game, played, mistake, rows);
    }
    text
}

/// Several games, a line each, and then the players.
pub(super) fn summary(games: &[GameFigures]) -> String {
    let name = |game: &GameFigures| numbered(&game.title, game.number);
    let width = games.iter().map(|game| terminal::columns(&name(game))).max().unwrap_or_default();
    let mut text = format!("{:width$}  moves  Black: accuracy  ??   ?  ?!  White: accuracy  ??   ?  ?!\n", "game");
    for game in games {
        let _ = write!(text, "{}  {:>5}", terminal::padded(&name(game), width), game.moves);
        for side in &game.sides {
            let [blunders, mistakes, inaccuracies] = side.counts;
            let accuracy = percent(side.accuracy());
            let _ = write!(text, "  {accuracy:>15} {blunders:>3} {mistakes:>3} {inaccuracies:>3}");
        }
        text.push_str(if game.complete { "\n" } else { "  interrupted\n" });
    }
    text + &players(games) + "?? blunders, ? mistakes, ?! inaccuracies"
}

/// How each player did in all games.
fn players(games: &[GameFigures]) -> String {
    let players = figures::players(games);
    let name = |player: &PlayerFigures| output::plain(&player.name);
    let width = players.iter().map(|player| terminal::columns(&name(player))).max().unwrap_or_default().max(6);
    let mut text = format!("\n{:width$}  games  moves  accuracy   ??    ?   ?!\n", "player");
    for player in &players {
        let PlayerFigures { games, figures, .. } = player;
        let [blunders, mistakes, inaccuracies] = figures.counts;
        let (name, accuracy) = (terminal::padded(&name(player), width), percent(figures.accuracy()));
        let _ = writeln!(
            text,
            "{name}  {games:>5}  {:>5}  {accuracy:>8} {blunders:>4} {mistakes:>4} {inaccuracies:>4}",
            figures.moves
        );
    }
    text
}

/// A game of a file with several is called by its number too.
pub(super) fn numbered(title: &str, number: Option<u32>) -> String {
    number.map_or(title.to_string(), |number| format!("{title}, game {number}"))
}

/// What is wrong with a move, in a few words.
pub(super) fn what(game: &Game, played: &ReviewedMove, mistake: &Mistake, rows: Rows) -> String {
    let how = |win: KnownWin| format!("win by {} in {}", win.by.words(), counted(win.plies, "ply"));
    let mut text = match mistake.finding {
        MistakeKind::MissedWin(win) => format!("misses a {}", how(win)),
        MistakeKind::MissedDefence(win) => format!("does not stop the {}", how(win)),
        MistakeKind::AllowedWin(win) => format!("allows a {}", how(win)),
        MistakeKind::Forbidden(kind) => format!("is a forbidden {kind}"),
        MistakeKind::LostChance => {
            let chance = |score: Option<Score>| percent(score.map(|score| score.win_probability(game.rule())));
            format!("lowers the chance of winning from {} to {}", chance(played.before), chance(played.after))
        }
    };
    if let Some(forbidden) = mistake.finding.win().and_then(|win| win.forbidden) {
        let point = forbidden.point.to_text(game.size(), rows);
        let _ = write!(text, ": Black may not play {point}, a {}", forbidden.kind);
    }
    if mistake.class.is_none() {
        text += "; the game was lost already";
    }
    text
}

/// A mistake in a sentence.
pub(super) fn sentence(game: &Game, played: &ReviewedMove, mistake: &Mistake, rows: Rows) -> String {
    let point = played.point.to_text(game.size(), rows);
    let class = mistake.class.map_or(String::new(), |class| format!(" ({})", class.name()));
    let what = what(game, played, mistake, rows);
    format!("{}. {} {point}{class} {what}.", played.number, played.color)
}

/// A mistake in one line.
fn row(game: &Game, played: &ReviewedMove, mistake: &Mistake, rows: Rows) -> String {
    let first = mistake.better.first().and_then(|line| line.moves.first());
    let better = or_dash(first.map(|first| first.to_text(game.size(), rows)));
    format!(
        "{:>6}. {:11} {:>6}  {:10}  {better:7}  {}\n",
        played.number,
        format!("{} {}", played.color, played.point.to_text(game.size(), rows)),
        percent(Some(mistake.loss)),
        mistake.class.map_or("-", Class::name),
        what(game, played, mistake, rows),
    )
}

/// The position before a mistake, with the better line on the board, and what punishes the move.
fn board(game: &Game, played: &ReviewedMove, mistake: &Mistake, rows: Rows) -> String {
    let before = before(game, played);
    let (size, point) = (game.size(), played.point.to_text(game.size(), rows));
    let mut text = terminal::wrapped(&format!("\n{}\n", sentence(game, played, mistake, rows)));
    let line = mistake.better.first().map_or(&[][..], |line| &line.moves);
    text += &position::draw(&before, rows, &line[..line.len().min(SHOWN)]);
    let shown = |line: &[Point]| {
        let more = if line.len() > SHOWN { " ..." } else { "" };
        position::line(&line[..line.len().min(SHOWN)], size, rows) + more
    };
    for ScoredLine { score, moves } in &mistake.better {
        text += &terminal::wrapped(&format!("better {:>8}  {}\n", score.to_string(), shown(moves)));
    }
    if !mistake.refutation.is_empty() {
        let after = played.after.map_or(String::new(), |score| score.to_string());
        text += &terminal::wrapped(&format!("played {after:>8}  {point} {}\n", shown(&mistake.refutation)));
    }
    text
}

/// The position before a move.
fn before(game: &Game, played: &ReviewedMove) -> Game {
    game.positions().swap_remove(played.stones - 1 - game.set_up_stones().len())
}

/// A share in percent.
pub(super) fn percent(share: Option<f64>) -> String {
    share.map_or("-".to_string(), |share| format!("{:.1}%", share * 100.0))
}
