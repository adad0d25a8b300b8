//! Positions in JSON: the keys of every object that `analyze`, `solve`, `suite` and `opening` print, and numbers in it.

use serde_json::{Value, json};
use tengen_engine::color::Color;
use tengen_engine::game::Game;
use tengen_engine::point::{Point, Rows};

/// The version of the objects: it grows when a reader of an old one would misread the new one.
const VERSION: u32 = 1;

/// An object about a position: what it is, and these keys.
pub(crate) fn about(game: &Game, rows: Rows, keys: Value) -> Value {
    let moves: Vec<Point> = game.played().iter().map(|played| played.point).collect();
    let colors: Vec<Color> = game.played().iter().map(|played| played.color).collect();
    // As who reads bare moves takes them.
    let in_turn = colors.first() != Some(&Color::White) && colors.windows(2).all(|pair| pair[0] != pair[1]);
    let set_up = game
        .set_up_stones()
        .iter()
        .map(|stone| json!({ "color": stone.color.name(), "point": stone.point.to_text(game.size(), rows) }));
    let forbidden = game
        .forbidden_points()
        .map(|(point, kind)| json!({ "point": point.to_text(game.size(), rows), "kind": kind.to_string() }));
    let mut object = json!({
        "version": VERSION,
        "rule": game.rule().name(),
        "width": game.size().width(),
        "height": game.size().height(),
        "rowsFromTop": rows == Rows::FromTop,
        "setUp": set_up.collect::<Vec<_>>(),
        "moves": texts(game, rows, &moves),
        "toMove": game.to_move().name(),
        "result": game.result().map(|result| result.to_string()),
        "forbidden": forbidden.collect::<Vec<_>>(),
    });
    if let (Some(object), Value::Object(keys)) = (object.as_object_mut(), keys) {
        if !game.closed().is_empty() {
            object.insert("closed".to_string(), json!(texts(game, rows, game.closed())));
        }
        if !in_turn {
            object.insert("colors".to_string(), colors.iter().map(|color| color.name()).collect());
        }
        object.extend(keys);
    }
    object
}

/// The object of a game, with its number where several are asked for.
pub(crate) fn numbered(mut object: Value, number: Option<u32>) -> Value {
    if let Some(number) = number {
        object["game"] = number.into();
    }
    object
}

/// Points as they are called.
pub(crate) fn texts(game: &Game, rows: Rows, points: &[Point]) -> Vec<String> {
    points.iter().map(|point| point.to_text(game.size(), rows)).collect()
}

/// A share to six digits: pages make percentages of it, which must be those of the sentences beside them.
pub(crate) fn share(share: f64) -> f64 {
    const DIGITS: f64 = 1e6;
    (share * DIGITS).round() / DIGITS
}
