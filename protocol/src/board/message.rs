//! What the page asks and what it is told: every message of the conversation.

use serde::{Deserialize, Serialize};

use crate::board::branch::Branch;
use crate::board::job::{BoardSolution, EngineResources, ThoughtLine};
use crate::board::new_game::NewGame;
use crate::board::page_refusal::PageRefusal;
use crate::board::reviewed::BoardReview;
use crate::board::state::State;
use crate::board::study::LineNode;
use crate::database::view::{FoundView, PositionView};

/// What the page asks. Points are written as `h8`, colours as `black` and `white`.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(tag = "ask", rename_all = "snake_case", deny_unknown_fields)]
pub enum Ask {
    /// To be told everything, as when the page was loaded.
    Hello {
        /// A position to begin with, as moves.
        #[serde(default)]
        position: String,
    },
    /// An empty board to analyse on.
    New {
        /// The name of the rule.
        rule: String,
        /// Points in a row.
        width: usize,
        /// Number of rows.
        height: usize,
        /// Moves that are played on it.
        #[serde(default)]
        position: String,
    },
    /// A game.
    Play(NewGame),
    /// To play the game that is over once more, from where it began.
    Again,
    /// To end the game that is played and go on with an analysis of it.
    Leave,
    /// A stone of whoever is to move.
    Put {
        /// Where.
        point: String,
    },
    /// What is done in an opening, and passes: `swap`, `keep`, `declare 3`, `offer g8 h9`, `pick g8`, `two g8 h9`, `pass`.
    Act {
        /// What.
        action: String,
    },
    /// To resign the game.
    Resign,
    /// To offer a draw, or to accept one.
    Draw,
    /// To take back the last move of a person in a game, and one move in an analysis.
    Undo,
    /// To be shown good moves.
    Hint,
    /// To look whose clock has run out.
    Tick,
    /// To go to a node of the tree.
    Go {
        /// Its number.
        node: usize,
    },
    /// To go so many moves on along the main variation, or back.
    Step {
        /// How many; below zero back.
        by: i32,
    },
    /// To go to the next or the previous variation of the same parent.
    Sibling {
        /// 1 or -1.
        by: i32,
    },
    /// To take the node out of the tree with all that follows it.
    Remove,
    /// To make the node the first of its variations.
    Promote,
    /// To write a comment to a node.
    Comment {
        /// Its number, where it is not the node that is shown: another one may be by now.
        #[serde(default)]
        node: Option<usize>,
        /// The whole text.
        text: String,
    },
    /// To write a text on a point, or take it away where it is empty.
    Label {
        /// Where.
        point: String,
        /// What.
        text: String,
    },
    /// To draw a sign on a point, or to take it away where there is one of the kind.
    Mark {
        /// Where.
        point: String,
        /// `cross`, `triangle`, `square` or `circle`.
        kind: String,
    },
    /// To put a stone on the board that is no move, or to take one away.
    SetUp {
        /// Where.
        point: String,
        /// Whose, or none.
        stone: Option<String>,
    },
    /// To say whose turn it is.
    Turn {
        /// The colour.
        color: String,
    },
    /// To look at the board in another way.
    View {
        /// 0 to 7: 1 mirrors left and right, 2 top and bottom, 4 the axes.
        symmetry: usize,
    },
    /// To change the rule and keep the moves. A review by the old rule is dropped.
    Rule {
        /// Its name.
        rule: String,
    },
    /// To analyse every position that is shown, or no longer.
    Analyse {
        /// How many lines; 0 to end it.
        lines: usize,
        /// How many nodes at the most, if limited.
        #[serde(default)]
        nodes: Option<u64>,
    },
    /// To look for a win by force.
    Solve {
        /// By fours and threes, and not by fours alone.
        threes: bool,
    },
    /// To be told what all points are worth.
    Values,
    /// To be told the chances after every move of the line.
    Graph,
    /// To have the whole line reviewed. What is known by now is told again and again.
    Review {
        /// Milliseconds for each question about a position, if limited.
        #[serde(default)]
        time: Option<u64>,
        /// Nodes for each of them, if limited. Without both it is a second.
        #[serde(default)]
        nodes: Option<u64>,
    },
    /// To let the engine use so much from now on, where that can be chosen.
    Engine(EngineResources),
    /// To stop thinking; in a game the engine moves at once.
    Stop,
    /// To read a file.
    Open {
        /// Its name.
        name: String,
        /// Its bytes in Base64.
        data: String,
        /// Which game of several, from 1.
        #[serde(default)]
        game: Option<usize>,
    },
    /// To read another game of the file that was opened last.
    Choose {
        /// Which, from 1.
        game: usize,
    },
    /// To have the tree as a file.
    Save {
        /// The ending of its name: `sgf` and others.
        format: String,
    },
    /// To change what the database knows of a position. What is not told stays.
    Learn {
        /// The number of its node, where it is not the one that is shown.
        #[serde(default)]
        node: Option<usize>,
        /// A letter for the player of the last move, such as `w` where he wins, or `none`.
        #[serde(default)]
        label: Option<String>,
        /// The value for the side to move.
        #[serde(default)]
        value: Option<i64>,
        /// What is written about it.
        #[serde(default)]
        comment: Option<String>,
        /// A point, and what is written on it.
        #[serde(default)]
        text: Option<(String, String)>,
    },
    /// To write what the analysis has found of the position into the database.
    Keep,
    /// To let the database forget the position, or all that is known after it.
    Forget {
        /// Whether all that is known after it, and not the position itself.
        branch: bool,
    },
    /// To be shown positions of the database, of the rule and the board that are shown.
    Find {
        /// Only those that nobody has analysed yet.
        #[serde(default)]
        unanalysed: bool,
        /// Only those with this label.
        #[serde(default)]
        label: Option<String>,
        /// Only those with this text in what is written about them.
        #[serde(default)]
        text: String,
    },
    /// To see a position of the same rule and board: where the tree shows it in whichever view, or else as a variation from
    /// the beginning.
    Visit {
        /// The moves.
        position: String,
        /// Stones with their colours, such as `Bh8`, where no moves in turn lead to the position.
        #[serde(default)]
        set_up: Vec<String>,
        /// Whose turn it is, where the moves do not tell.
        #[serde(default)]
        to_move: Option<String>,
        /// Whether it is wanted by these very moves.
        #[serde(default)]
        exact: bool,
    },
}

/// What the page is told.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "tell", rename_all = "snake_case")]
pub enum Tell {
    /// All that is to be seen of the position.
    State(Box<State>),
    /// The tree, each node before those that follow it.
    Tree {
        /// Its nodes: all, or what is near the position that is shown. Only the first has its parent not among them.
        nodes: Vec<Branch>,
        /// Whether there are more of them than are told.
        is_cut: bool,
        /// Whether it is another tree than the one that was told before, and its numbers mean other nodes.
        is_new: bool,
    },
    /// The best lines from the position that is shown.
    Lines {
        /// The best first.
        lines: Vec<ThoughtLine>,
    },
    /// Good moves that were asked for.
    Hint {
        /// The best first.
        lines: Vec<ThoughtLine>,
        /// In an opening, what to do.
        actions: Vec<String>,
    },
    /// What the engine has done in an opening, before the state that it leads to.
    Acted {
        /// In the notation of [`Ask::Act`], stones as their points.
        actions: Vec<String>,
    },
    /// Whether there is a win by force.
    Solved(BoardSolution),
    /// What points are worth to the side to move.
    Values {
        /// Points and chances.
        values: Vec<(String, f64)>,
    },
    /// The chance of Black at a node of the tree.
    Graph {
        /// The number of the node.
        node: usize,
        /// From 0 to 1.
        chance: f64,
    },
    /// What is known of the mistakes of the line.
    Review {
        /// By the number of stones on the board.
        review: Box<BoardReview>,
        /// The nodes of the line. Where several have as many stones the last counts.
        nodes: Vec<LineNode>,
    },
    /// The games of a file that has several, of which the first is shown.
    Games {
        /// The name of the file.
        name: String,
        /// The first of them.
        games: Vec<GameTitle>,
        /// How many there are.
        count: usize,
    },
    /// What the database knows of the position that is shown.
    Known(Box<Known>),
    /// What the engine may use, where that can be chosen.
    Engine {
        /// It uses this.
        now: EngineResources,
        /// There is no more.
        most: EngineResources,
    },
    /// Positions of the database that were asked for.
    Found {
        /// Those with few stones first.
        positions: Vec<FoundView>,
        /// Whether there may be more.
        is_cut: bool,
    },
    /// The engine has stopped thinking.
    Idle,
    /// A file to keep.
    File {
        /// Its name.
        name: String,
        /// Its bytes in Base64.
        data: String,
    },
    /// What the file that was told does not hold.
    LeftOut {
        /// Kinds of what it lost, such as `comment`, and how many of each.
        losses: Vec<(String, usize)>,
    },
    /// Something that is no answer to what was asked for.
    Note(PageNote),
    /// What was asked cannot be done.
    Error {
        /// Why, in English.
        text: String,
        /// Why, as a key with its parts: the page says it in its own words.
        #[serde(skip_serializing_if = "Option::is_none")]
        refusal: Option<PageRefusal>,
    },
}

/// What the page says in its own words.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "note", content = "detail", rename_all = "snake_case")]
#[non_exhaustive]
pub enum PageNote {
    /// The engine accepts a draw.
    DrawAccepted,
    /// It does not.
    DrawDeclined,
    /// A file is open: its name, and which of its games.
    Opened(String),
}

/// A game of a file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct GameTitle {
    /// Its number, from 1.
    pub number: usize,
    /// Who plays Black and White, the event and the date, as far as the file says them.
    pub title: String,
    /// Moves of its main line.
    pub moves: usize,
    /// How it ended, in the words of the file.
    pub result: String,
}

/// What the database knows of a position.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Known {
    /// The name of the database.
    pub name: String,
    /// How many positions it has.
    pub count: u64,
    /// The position and its children, or nothing where a database has no place for it.
    pub position: Option<PositionView>,
}
