//! What was found out about a game as one JSON object: what `--json` prints and what the page of the report draws. The guide
//! says what it holds.

use serde_json::{Value, json};
use tengen_engine::Color;
use tengen_engine::game::{Game, Move};
use tengen_engine::point::{Point, Rows};
use tengen_engine::review::{Class, Mistake, ReviewedMove};

use crate::object::{self, share, texts};
use crate::study::review::figures::{GameFigures, SideFigures};
use crate::study::review::given::GameEnd;
use crate::study::review::{GameReview, table};

/// The version of the object: it grows when a reader of the old one would misread the new one.
const VERSION: u32 = 2;

/// One game, with its points in these rows.
pub(super) fn game(reviewed: &GameReview, limits: &str, rows: Rows) -> Value {
    let GameReview { title, number, game, end, review, .. } = reviewed;
    let stone = |stone: &Move| json!({ "color": stone.color.name(), "point": stone.point.to_text(game.size(), rows) });
    let object = json!({
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
        "sides": sides(&Color::ALL.map(|side| SideFigures::of(review, side))),
        "chances": review.chances.iter().map(|chance| chance.map(share)).collect::<Vec<_>>(),
        "moves": review.moves.iter().map(|played| reviewed_move(game, played, rows)).collect::<Vec<_>>(),
    });
    object::numbered(object, *number)
}

/// Several games: their figures, and where their reports are.
pub(super) fn summary(games: &[GameFigures], limits: &str) -> Value {
    let games = games.iter().map(|game| {
        let file = game.report.as_ref().and_then(|report| report.file_name()).map(|name| name.to_string_lossy());
        let object = json!({
            "name": game.title, "report": file, "rule": game.rule.name(), "moves": game.moves,
            "complete": game.complete, "result": game.end.as_ref().map(|end| &end.text),
            "winner": winner(game.end.as_ref()), "sides": sides(&game.sides),
        });
        object::numbered(object, game.number)
    });
    json!({ "version": VERSION, "limits": limits, "games": games.collect::<Vec<_>>() })
}

/// Who won: nobody when it was a draw, and null where that is not known.
fn winner(end: Option<&GameEnd>) -> Option<&'static str> {
    end.map(|end| end.winner.map_or("none", Color::name))
}

fn sides(sides: &[SideFigures; 2]) -> Value {
    let [black, white] = sides.each_ref().map(|side| {
        let [blunders, mistakes, inaccuracies] = side.counts;
        json!({
            "moves": side.moves,
            "accuracy": side.accuracy().map(share),
            "blunders": blunders,
            "mistakes": mistakes,
            "inaccuracies": inaccuracies,
        })
    });
    json!({ "black": black, "white": white })
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
