//! What was found out about a game as one JSON object: what `--json` prints and what the page of the report draws. The guide
//! says what it holds.

use serde_json::{Value, json};
use tengen_engine::Color;
use tengen_engine::game::{Game, Move};
use tengen_engine::point::{Point, Rows};
use tengen_engine::review::{Class, Mistake, Review, ReviewedMove};

use crate::object::{share, texts};
use crate::study::review::given::GameEnd;
use crate::study::review::{GameReview, table};

/// The version of the object: it grows when a reader of the old one would misread the new one.
const VERSION: u32 = 2;

/// One game, with its points in these rows.
pub(super) fn game(reviewed: &GameReview, limits: &str, rows: Rows) -> Value {
    let GameReview { title, game, end, review, .. } = reviewed;
    let stone = |stone: &Move| json!({ "color": stone.color.name(), "point": stone.point.to_text(game.size(), rows) });
    json!({
        "version": VERSION,
        "name": title,
        "rule": game.rule().name(),
        "width": game.size().width(),
        "height": game.size().height(),
        "rowsFromTop": rows == Rows::FromTop,
        "limits": limits,
        "complete": review.complete,
        "result": end.as_ref().map(|end| &end.text),
        "winner": winner(end.as_ref()),
        "setUp": game.set_up_stones().iter().map(stone).collect::<Vec<_>>(),
        "sides": sides(review),
        "chances": review.chances.iter().map(|chance| chance.map(share)).collect::<Vec<_>>(),
        "moves": review.moves.iter().map(|played| reviewed_move(game, played, rows)).collect::<Vec<_>>(),
    })
}

/// Several games: their figures, and where their reports are.
pub(super) fn summary(games: &[GameReview], limits: &str) -> Value {
    let games = games.iter().map(|reviewed| {
        let GameReview { title, game, end, review, report } = reviewed;
        let file = report.as_ref().and_then(|report| report.file_name()).map(|name| name.to_string_lossy());
        json!({
            "name": title, "report": file, "rule": game.rule().name(), "moves": review.moves.len(),
            "complete": review.complete, "result": end.as_ref().map(|end| &end.text),
            "winner": winner(end.as_ref()), "sides": sides(review),
        })
    });
    json!({ "version": VERSION, "limits": limits, "games": games.collect::<Vec<_>>() })
}

/// Who won: nobody when it was a draw, and null where that is not known.
fn winner(end: Option<&GameEnd>) -> Option<&'static str> {
    end.map(|end| end.winner.map_or("none", Color::name))
}

fn sides(review: &Review) -> Value {
    let side = |side: Color| {
        let count = |class| review.count(side, class);
        json!({
            "moves": review.moves.iter().filter(|played| played.color == side).count(),
            "accuracy": review.accuracy(side).map(share),
            "blunders": count(Class::Blunder),
            "mistakes": count(Class::Mistake),
            "inaccuracies": count(Class::Inaccuracy),
        })
    };
    json!({ "black": side(Color::Black), "white": side(Color::White) })
}

fn reviewed_move(game: &Game, played: &ReviewedMove, rows: Rows) -> Value {
    json!({
        "number": played.number,
        "color": played.color.name(),
        "point": played.point.to_text(game.size(), rows),
        "before": played.before.map(|score| score.to_string()),
        "after": played.after.map(|score| score.to_string()),
        "chanceBefore": played.before.map(|score| share(score.win_probability(game.rule()))),
        "chanceAfter": played.after.map(|score| share(score.win_probability(game.rule()))),
        "mistake": played.mistake.as_ref().map(|found| mistake(game, played, found, rows)),
    })
}

fn mistake(game: &Game, played: &ReviewedMove, mistake: &Mistake, rows: Rows) -> Value {
    let win = mistake.finding.win();
    let text = |point: Point| point.to_text(game.size(), rows);
    let forbidden = win.and_then(|win| win.forbidden);
    let line = |points: &[Point]| texts(game, rows, points);
    let better = mistake.better.iter().map(|it| json!({ "score": it.score.to_string(), "line": line(&it.moves) }));
    json!({
        "finding": mistake.finding.name(),
        "class": mistake.class.map(Class::name),
        "loss": share(mistake.loss),
        "by": win.map(|win| win.by.name()),
        "plies": win.map(|win| win.plies),
        "forbidden": forbidden.map(|tactic| json!({ "point": text(tactic.point), "kind": tactic.kind.to_string() })),
        "better": better.collect::<Vec<_>>(),
        "refutation": line(&mistake.refutation),
        "text": table::what(game, played, mistake, rows),
    })
}
