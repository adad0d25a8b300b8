//! All that is to be seen of a position, as the page is told it.

use std::iter::{once, repeat_n};

use serde::Serialize;
use tengen_engine::opening::Pattern;
use tengen_engine::record::head::Head;
use tengen_engine::record::tree::Tree;
use tengen_engine::{Point, threats};

use crate::board::branch::{Branch, branches};
use crate::board::job::ROWS;
use crate::board::study::Study;

/// All that is to be seen of a position.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct State {
    /// The name of the rule.
    pub rule: String,
    /// Points in a row.
    pub width: usize,
    /// Number of rows.
    pub height: usize,
    /// Points of the board that are drawn with a dot.
    pub dots: Vec<String>,
    /// `black` or `white`.
    pub to_move: String,
    /// Point, colour, and the number of the move, passes counted: 0 where the stone was set up.
    pub stones: Vec<(String, String, usize)>,
    /// The moves as a text such as `h8i9`, for the address of the page; empty where such a text means another position.
    pub moves: String,
    /// Forbidden points with their kind.
    pub forbidden: Vec<(String, String)>,
    /// The points of the row that won.
    pub five: Vec<String>,
    /// Points on which one of both makes a threat: the point, who, and `five`, `straight-four`, `four` or `three`.
    pub threats: Vec<(String, String, String)>,
    /// How the game ended on the board: who won, or nobody, and by what.
    pub result: Option<(Option<String>, String)>,
    /// The opening of the first three stones, such as `D9`.
    pub pattern: Option<String>,
    /// The node of the tree.
    pub node: usize,
    /// The nodes that follow it, the main variation first.
    pub children: Vec<Branch>,
    /// The comment of the node.
    pub comment: String,
    /// Texts on points.
    pub labels: Vec<(String, String)>,
    /// Signs on points.
    pub marks: Vec<(String, String)>,
    /// The nodes from the root through this one to the end of the main variation.
    pub line: Vec<usize>,
    /// Moves before this position, and moves of the main variation after it.
    pub place: (usize, usize),
    /// Who plays, where the file says so.
    pub names: [String; 2],
    /// Whether the tree was changed since it was opened or saved, other than by a game.
    pub is_changed: bool,
    /// How many lines are analysed, or 0.
    pub analysing: usize,
    /// The game that is played.
    pub play: Option<PlayState>,
}

/// What is to be seen of a game that is played.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PlayState {
    /// Whether a person sits in seat A and in seat B.
    pub people: [bool; 2],
    /// The seat that holds Black: `A` or `B`.
    pub black: String,
    /// What is to be done, in one word: `stone`, `swap`, `two`, `declare`, `offer`, `pick`, `fifth` or `ordinary`.
    pub demand: String,
    /// By whom.
    pub by: String,
    /// How far from the centre the stone may stand, at least and at most.
    pub within: Option<(usize, usize)>,
    /// The only points on which it makes the opening that was designated, if one was.
    pub points: Option<Vec<String>>,
    /// How many fifths are due, or the most that may be declared.
    pub count: usize,
    /// How many fifths were asked for, once that has been said.
    pub declared: Option<u8>,
    /// Whether a swap is one of the answers.
    pub may_swap: bool,
    /// The fifths that were offered.
    pub offered: Vec<String>,
    /// The name of the opening rule.
    pub opening: String,
    /// Milliseconds of both seats, or none without a limit.
    pub clocks: [Option<u64>; 2],
    /// Whether the clock of the seat that is to act runs.
    pub running: bool,
    /// The seat that offers a draw.
    pub offer: Option<String>,
    /// Who won, or nobody, and by what.
    pub ending: Option<(Option<String>, String)>,
    /// Whether something can be taken back.
    pub can_undo: bool,
    /// Whether it went on from a position of the tree, to which it belongs.
    pub from_here: bool,
}

impl State {
    /// What is to be seen of a study, with so many lines analysed, and of the game that is played.
    pub(super) fn of(study: &Study, analysing: usize, play: Option<PlayState>) -> State {
        let (game, node) = (study.game(), study.node());
        let size = game.size();
        let name = |point: Point| point.to_text(size, ROWS);
        let line = Tree::of_game(game);
        let numbers = repeat_n(0, game.set_up_stones().len()).chain(line.stone_numbers());
        let head = |key: Head| study.tree().head.get(&key).cloned().unwrap_or_default();
        let notes = node.notes();
        let stones = game.moves().iter().zip(numbers);
        let threats = threats(game).into_iter();
        State {
            rule: game.rule().name().to_string(),
            width: size.width(),
            height: size.height(),
            dots: size.dots().into_iter().map(name).collect(),
            to_move: game.to_move().name().to_string(),
            stones: stones.map(|(stone, number)| (name(stone.point), stone.color.name().to_string(), number)).collect(),
            // No text means the position where stones were set up, or a move was given up.
            moves: game.text_in_turn(ROWS).unwrap_or_default(),
            forbidden: game.forbidden_points().map(|(point, kind)| (name(point), kind.to_string())).collect(),
            five: game.winning_row().into_iter().map(name).collect(),
            threats: threats.map(|(at, color, threat)| (name(at), color.name().into(), threat.name().into())).collect(),
            result: game.result().map(|result| {
                let winner = result.winner().map(|winner| winner.name().to_string());
                (winner, result.name().to_string())
            }),
            pattern: Pattern::of_game(game).map(|pattern| pattern.to_string()),
            node: node.id().index(),
            children: branches(once(node).chain(node.children()), size).split_off(1),
            comment: notes.text().unwrap_or_default(),
            labels: notes.labels.iter().map(|label| (name(label.point), label.text.clone())).collect(),
            marks: notes.marks.iter().map(|mark| (name(mark.point), mark.kind.name().to_string())).collect(),
            line: study.line().map(|node| node.id().index()).collect(),
            place: study.place(),
            names: [head(Head::Black), head(Head::White)],
            is_changed: study.is_changed(),
            analysing,
            play,
        }
    }
}
