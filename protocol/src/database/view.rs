//! What is known of a position, in a form that is written as JSON: for the page of the board and for the command line.

use serde::Serialize;
use tengen_engine::database::children::{KnownChild, KnownPosition};
use tengen_engine::database::{PositionEntry, SideOutcome, ValueBound};
use tengen_engine::game::{Game, GameResult};
use tengen_engine::point::{BoardSize, Point, Rows};
use tengen_engine::position_key::PositionKey;
use tengen_engine::{ByColor, Color, RuleKind};

/// What is known of a position. Points are written with rows counted as was asked for.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct EntryView {
    /// The letter for the player of the last move, if there is one.
    pub label: Option<char>,
    /// What is drawn on the point of that move: `W12`, `L7`, or the letter.
    pub tag: String,
    /// The value for the side to move, where there is one.
    pub value: Option<i16>,
    /// Whether the value is a bound as large as a win that proves none: it tells nothing, and is not shown. Told in JSON
    /// only where it is so.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_vague: bool,
    /// The value in a few signs, as [`verdict`] has it: of a position by itself for the side to move, of a move for its side.
    pub verdict: Option<String>,
    /// Plies to the end when that is known, negative when the side to move loses.
    pub mate: Option<i64>,
    /// How deep was searched for the value, in plies.
    pub depth: i16,
    /// Which side of the truth the value is on: `none`, `upper`, `lower` or `exact`.
    pub bound: &'static str,
    /// What somebody wrote about the position.
    pub comment: String,
    /// The best move.
    pub best: Option<String>,
    /// Records that came to the position.
    pub count: u32,
    /// Texts on points of the board.
    pub texts: Vec<TextView>,
}

/// A text on a point of the board.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct TextView {
    /// Where.
    pub point: String,
    /// What.
    pub text: String,
}

impl EntryView {
    /// What is known of a position of this size.
    #[must_use]
    pub fn new(entry: &PositionEntry, size: BoardSize, rows: Rows) -> EntryView {
        let name = |point: Point| point.to_text(size, rows);
        EntryView {
            label: entry.label.letter(),
            tag: entry.tag(),
            value: entry.has_value().then_some(entry.value),
            is_vague: entry.has_value() && entry.worth().is_none(),
            verdict: verdict(entry, true),
            mate: entry.mate().map(|(outcome, plies)| match outcome {
                SideOutcome::Win => plies as i64,
                SideOutcome::Loss => -(plies as i64),
            }),
            depth: entry.depth,
            bound: bound(entry.bound),
            comment: entry.comment.clone(),
            best: entry.best.map(name),
            count: entry.count,
            texts: entry
                .board_texts
                .iter()
                .map(|(point, text)| TextView { point: name(*point), text: text.clone() })
                .collect(),
        }
    }
}

/// The value of an entry in a few signs, as the side to move sees it, or else the other, whose move is the first ply of a win:
/// `+M12`, `-M7`, `-M?` where nobody knows in how many plies, `25`, or a bound such as `<= 25`. `None` where there is no
/// value, or the label alone tells who wins.
#[must_use]
pub fn verdict(entry: &PositionEntry, is_to_move: bool) -> Option<String> {
    let sign = |outcome: SideOutcome| if (outcome == SideOutcome::Win) == is_to_move { '+' } else { '-' };
    let (value, bound) = match (entry.mate(), entry.outcome()) {
        (Some((outcome, plies)), _) => (format!("{}M{}", sign(outcome), plies + usize::from(!is_to_move)), entry.bound),
        (None, Some(_)) if entry.label.is_decided() => return None,
        (None, Some(outcome)) => (format!("{}M?", sign(outcome)), ValueBound::Exact),
        (None, None) => {
            let value = i32::from(entry.worth()?);
            (if is_to_move { value } else { -value }.to_string(), entry.bound)
        }
    };
    Some(match bound {
        ValueBound::Upper | ValueBound::Lower if (bound == ValueBound::Upper) == is_to_move => format!("<= {value}"),
        ValueBound::Upper | ValueBound::Lower => format!(">= {value}"),
        ValueBound::None | ValueBound::Exact => value,
    })
}

/// A move and what is known of the position after it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ChildView {
    /// The move.
    #[serde(rename = "move")]
    pub point: String,
    /// What the move is worth to its side: a draw 0, and a win in nobody knows how many plies less than any other.
    pub score: Option<i32>,
    /// What is known of the position after it.
    #[serde(flatten)]
    pub entry: EntryView,
}

/// The stones of a position, and whose turn it is.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct StonesView {
    /// The rule.
    pub rule: &'static str,
    /// The board, such as `15x15`.
    pub size: String,
    /// Whether row 1 is at the top.
    pub rows_from_top: bool,
    /// Its stones as moves in turn; empty where there are no such moves.
    pub moves: String,
    /// Its stones with their colours, such as `Bh8`, where there are no such moves.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub set_up: Vec<String>,
    /// Whose turn it is: `black` or `white`.
    pub to_move: &'static str,
}

impl StonesView {
    /// Those of a game, in the order in which they were played where that was in turn, and else as those of a key.
    fn of_game(game: &Game, rows: Rows) -> StonesView {
        let stones = Stones::of_game(game);
        stones.view(game.text_in_turn(rows).or_else(|| stones.moves(rows)), rows)
    }

    /// Those of a key, as [`moves`] has them.
    fn of_key(key: &PositionKey, rows: Rows) -> StonesView {
        let stones = Stones::of_key(key);
        stones.view(stones.moves(rows), rows)
    }
}

/// A position, as a panel shows it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PositionView {
    /// Its stones.
    #[serde(flatten)]
    pub stones: StonesView,
    /// What is known of the position itself, or nothing.
    pub entry: Option<EntryView>,
    /// The moves after which something is known, row by row.
    pub children: Vec<ChildView>,
}

impl PositionView {
    /// What is known of the position of a game.
    #[must_use]
    pub fn new(game: &Game, known: &KnownPosition, rows: Rows) -> PositionView {
        let size = game.size();
        let child = |child: &KnownChild| ChildView {
            point: child.point.to_text(size, rows),
            score: child.entry.rating().map(|value| -i32::from(value)),
            entry: EntryView { verdict: verdict(&child.entry, false), ..EntryView::new(&child.entry, size, rows) },
        };
        PositionView {
            stones: StonesView::of_game(game, rows),
            entry: known.entry.as_ref().map(|entry| EntryView::new(entry, size, rows)),
            children: known.children.iter().map(child).collect(),
        }
    }
}

/// A position that was found in a search.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct FoundView {
    /// Its stones.
    #[serde(flatten)]
    pub stones: StonesView,
    /// What is known of it.
    #[serde(flatten)]
    pub entry: EntryView,
}

impl FoundView {
    /// What is known of the position of a key.
    #[must_use]
    pub fn new(key: &PositionKey, entry: &PositionEntry, rows: Rows) -> FoundView {
        FoundView { stones: StonesView::of_key(key, rows), entry: EntryView::new(entry, key.size(), rows) }
    }
}

/// The stones of a key as moves in turn, in its canonical view: what can be given to a command. `None` where such moves lead
/// to another position, as after a pass, and where no order was found in which none is forbidden and only the last ends the
/// game.
#[must_use]
pub fn moves(key: &PositionKey, rows: Rows) -> Option<String> {
    Stones::of_key(key).moves(rows)
}

/// The stones of a key with their colours, such as `Bh8`.
#[must_use]
pub fn set_up(key: &PositionKey, rows: Rows) -> Vec<String> {
    Stones::of_key(key).set_up(rows)
}

/// A position without the order of its stones, which a key can say.
struct Stones {
    rule: RuleKind,
    size: BoardSize,
    points: ByColor<Vec<Point>>,
    to_move: Color,
}

impl Stones {
    fn of_game(game: &Game) -> Stones {
        let mut points = ByColor::<Vec<Point>>::default();
        game.moves().iter().for_each(|stone| points[stone.color].push(stone.point));
        Stones { rule: game.rule(), size: game.size(), points, to_move: game.to_move() }
    }

    fn of_key(key: &PositionKey) -> Stones {
        let points = ByColor::from_fn(|color| key.stones(color).collect());
        Stones { rule: key.rule(), size: key.size(), points, to_move: key.to_move() }
    }

    /// They as moves in turn, as [`moves`] says.
    fn moves(&self, rows: Rows) -> Option<String> {
        let mut stones = self.points.clone();
        let count = Color::ALL.map(|color| stones[color].len()).iter().sum();
        // A key has one pass at the most, and after one pass the number of stones does not tell the side to move.
        if self.to_move != Color::ALL[count % Color::ALL.len()] {
            return None;
        }
        for _ in 0..=count {
            let mut game = Game::new(self.rule, self.size);
            while game.result().is_none() && game.moves().len() < count {
                let point = stones[game.to_move()].get(game.moves().len() / 2)?;
                game.play(*point).ok()?;
            }
            let is_whole = game.moves().len() == count;
            let last = game.moves().len().saturating_sub(1);
            let order = &mut stones[Color::ALL[last % 2]];
            match game.result() {
                // Before its neighbours it is not forbidden.
                Some(GameResult::Forbidden(_)) => order[..=last / 2].rotate_right(1),
                // What wins comes last.
                Some(_) if !is_whole => order[last / 2..].rotate_left(1),
                _ => return Some(game.to_text(rows)),
            }
        }
        None
    }

    /// They with their colours, such as `Bh8`.
    fn set_up(&self, rows: Rows) -> Vec<String> {
        let named = |color: Color| {
            self.points[color].iter().map(move |&point| stone(color, point, self.size, rows)).collect::<Vec<_>>()
        };
        Color::ALL.map(named).concat()
    }

    /// They with the moves that were found for them.
    fn view(&self, moves: Option<String>, rows: Rows) -> StonesView {
        StonesView {
            rule: self.rule.name(),
            size: self.size.to_string(),
            rows_from_top: rows == Rows::FromTop,
            set_up: if moves.is_some() { Vec::new() } else { self.set_up(rows) },
            moves: moves.unwrap_or_default(),
            to_move: self.to_move.name(),
        }
    }
}

/// A stone with its colour, such as `Bh8`.
pub(crate) fn stone(color: Color, point: Point, size: BoardSize, rows: Rows) -> String {
    format!("{}{}", color.letter(), point.to_text(size, rows))
}

/// The bound of a value in one word.
fn bound(bound: ValueBound) -> &'static str {
    match bound {
        ValueBound::None => "none",
        ValueBound::Upper => "upper",
        ValueBound::Lower => "lower",
        ValueBound::Exact => "exact",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bound_that_proves_nothing_is_worth_nothing() {
        for (value, bound, is_vague) in [
            (-29_981, ValueBound::Lower, true),
            (-29_981, ValueBound::Upper, false),
            (25, ValueBound::Lower, false),
            (0, ValueBound::None, false),
        ] {
            let entry = PositionEntry { value, bound, ..PositionEntry::default() };
            let view = EntryView::new(&entry, BoardSize::USUAL, Rows::FromBottom);
            assert_eq!((view.is_vague, view.value.unwrap_or(0)), (is_vague, value), "{entry:?}");
            assert_eq!(serde_json::to_string(&view).unwrap().contains("is_vague"), is_vague);
        }
    }

    #[test]
    fn moves_are_told_only_where_they_lead_to_the_position() {
        let (h8, i9) = (Point::new(7, 7), Point::new(8, 6));
        let (black, white) = (Color::Black, Color::White);
        for (stones, to_move, moves) in [
            (vec![], black, Some("")),
            (vec![], white, None),
            (vec![(black, h8)], white, Some("h8")),
            (vec![(black, h8)], black, None),
            (vec![(black, h8), (white, i9)], white, None),
        ] {
            let (key, _) = PositionKey::of_stones(RuleKind::Renju, BoardSize::USUAL, stones.clone(), to_move).unwrap();
            let view = FoundView::new(&key, &PositionEntry::default(), Rows::FromBottom);
            assert_eq!(super::moves(&key, Rows::FromBottom).as_deref(), moves, "{stones:?}");
            let view = view.stones;
            assert_eq!(view.moves, moves.unwrap_or_default(), "{stones:?}");
            let told = if moves.is_some() { 0 } else { stones.len() };
            assert_eq!((view.set_up.len(), view.to_move), (told, to_move.name()), "{stones:?}");
            // The same stones are the same position when they were set up on a board.
            assert_eq!(StonesView::of_game(&key.game(), Rows::FromBottom), view, "{stones:?}");
        }
        // Moves of a game are told as they were played, and where colours do not alternate in an order in which they do.
        let told = |game: &Game| StonesView::of_game(game, Rows::FromBottom);
        let mut game = Game::from_text(RuleKind::Renju, BoardSize::USUAL, "h8i9g7", Rows::FromBottom).unwrap();
        assert_eq!((told(&game).moves.as_str(), told(&game).set_up), ("h8i9g7", Vec::new()));
        game.place(black, Point::new(0, 14)).unwrap();
        assert_eq!((told(&game).moves.as_str(), told(&game).set_up.join(" ").as_str()), ("", "Bh8 Bg7 Ba1 Wi9"));
        for x in [8, 9] {
            game.place(white, Point::new(x, 14)).unwrap();
        }
        game.set_to_move(black);
        assert_eq!(told(&game).moves, "h8i9g7i1a1j1");
    }

    #[test]
    fn moves_are_told_in_an_order_in_which_they_can_be_played() {
        for (rule, black, white, is_told) in [
            // Five of them stand in a row, and then comes the sixth.
            (RuleKind::Freestyle, vec![(7, 7), (0, 0), (1, 0), (2, 0), (3, 0), (4, 0)], 5, true),
            // The last of them would make two threes.
            (RuleKind::Renju, vec![(0, 0), (5, 7), (6, 7), (7, 5), (7, 6), (7, 7)], 6, true),
            // White has moved after the five, and after the six every order loses.
            (RuleKind::Freestyle, vec![(0, 0), (1, 0), (2, 0), (3, 0), (4, 0)], 5, false),
            (RuleKind::Renju, vec![(0, 0), (1, 0), (2, 0), (3, 0), (4, 0), (5, 0)], 5, false),
        ] {
            let to_move = Color::ALL[(black.len() + white) % 2];
            let black = black.into_iter().map(|(x, y)| (Color::Black, Point::new(x, y)));
            let white = (0..white).map(|number| (Color::White, Point::new(2 * number, 14)));
            let (key, _) = PositionKey::of_stones(rule, BoardSize::USUAL, black.chain(white), to_move).unwrap();
            let moves = super::moves(&key, Rows::FromBottom);
            let view = FoundView::new(&key, &PositionEntry::default(), Rows::FromBottom);
            assert_eq!(view.stones.set_up.is_empty(), is_told, "{key:?}");
            assert_eq!(StonesView::of_game(&key.game(), Rows::FromBottom), view.stones);
            let led = moves.map(|moves| {
                let game = Game::from_text(rule, BoardSize::USUAL, &moves, Rows::FromBottom).unwrap();
                PositionKey::of(&game).unwrap().0
            });
            assert_eq!(led, is_told.then_some(key));
        }
    }
}
