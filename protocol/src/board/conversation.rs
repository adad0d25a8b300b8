//! The machine between page and engine: what is asked and what was thought become what is told and what is to be thought about.
//!
//! It has no stream, no thread and no clock: the moment of each message comes with it, counted from the beginning.

mod editing;
mod filing;
mod knowledge;
mod playing;
mod scheduling;

use std::fmt;
use std::time::Duration;

use tengen_engine::point::BoardSize;
use tengen_engine::random::SplitMix64;
use tengen_engine::{RuleKind, Score};

use filing::GamesFile;
use knowledge::Knowledge;
use playing::MainLine;
use scheduling::{Analysing, Asked, ChosenResources, JobPurpose, REVIEW_TIME, Wish};

use crate::board::job::{BoardJob, BoardThought, EngineResources, JobLimits, Position, ThoughtLine};
use crate::board::message::{Ask, Tell};
use crate::board::page_refusal::PageRefusal;
use crate::board::play::{Play, rule_of, size_of};
use crate::board::review::ReviewedLine;
use crate::board::state::State;
use crate::board::study::{LineNode, Study};

/// The most lines that are analysed.
const MOST_LINES: usize = 50;

/// What a front has to do.
#[derive(Clone, PartialEq, Debug)]
pub enum Order {
    /// To tell the page something.
    Tell(Tell),
    /// To let the engine think about this.
    Think(BoardJob),
    /// To let the engine stop what it is thinking about. It is waited for what it then says.
    Stop,
    /// To let the engine use so much from the next job on.
    Equip(EngineResources),
}

/// What was told of the tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct ToldTree {
    /// The version of the tree.
    version: u64,
    /// The node that was shown, where the tree is too large to be told wholly.
    near: Option<usize>,
}

/// The conversation with one page.
pub struct BoardConversation {
    study: Study,
    play: Option<Play>,
    /// The main line before the game that is played.
    before: MainLine,
    analysing: Analysing,
    asked: Asked,
    current: Option<(u64, Wish)>,
    /// The analysis that came to its end, so that it is not begun again as long as its lines are known.
    finished: Option<Wish>,
    /// The line of which the graph was asked for.
    line: Vec<LineNode>,
    reviewed: Option<ReviewedLine>,
    /// The last lines of a hint or a move.
    lines: Vec<ThoughtLine>,
    /// The position that was analysed last, with the last lines: they stay when the analysis ends.
    analysed: Option<(Position, Vec<ThoughtLine>)>,
    /// What the last move of the engine was worth to it.
    own_score: Option<Score>,
    /// Whether the engine was asked to move at once.
    hurry: bool,
    jobs: u64,
    told: Option<ToldTree>,
    /// The file that was opened last, where it has several games.
    opened: Option<GamesFile>,
    knowledge: Option<Knowledge>,
    resources: Option<ChosenResources>,
    lots: SplitMix64,
}

impl fmt::Debug for BoardConversation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BoardConversation").finish_non_exhaustive()
    }
}

impl BoardConversation {
    /// A conversation that begins with an empty board. What the engine draws by lot follows from the seed.
    #[must_use]
    pub fn new(seed: u64) -> BoardConversation {
        BoardConversation {
            study: Study::new(RuleKind::Renju, BoardSize::USUAL),
            play: None,
            before: MainLine::default(),
            analysing: Analysing::default(),
            asked: Asked::default(),
            current: None,
            finished: None,
            line: Vec::new(),
            reviewed: None,
            lines: Vec::new(),
            analysed: None,
            own_score: None,
            hurry: false,
            jobs: 0,
            told: None,
            opened: None,
            knowledge: None,
            resources: None,
            lots: SplitMix64::new(seed),
        }
    }

    /// Hears a message of the page as JSON.
    pub fn hear_text(&mut self, text: &str, now: Duration) -> Vec<Order> {
        match serde_json::from_str(text) {
            Ok(ask) => self.hear(ask, now),
            Err(why) => vec![error(PageRefusal::Other(format!("this message cannot be read: {why}")))],
        }
    }

    /// Hears a message of the page.
    pub fn hear(&mut self, ask: Ask, now: Duration) -> Vec<Order> {
        let mut orders = Vec::new();
        if let Err(why) = self.answer(ask, now, &mut orders) {
            orders.push(error(why));
        }
        self.note_head();
        self.schedule(&mut orders);
        self.tell(&mut orders);
        orders
    }

    /// Hears a thought of the engine as JSON.
    pub fn see_text(&mut self, text: &str, now: Duration) -> Vec<Order> {
        serde_json::from_str(text).map_or(Vec::new(), |thought| self.see(thought, now))
    }

    /// Hears a thought of the engine. What belongs to an earlier job is dropped.
    pub fn see(&mut self, thought: BoardThought, now: Duration) -> Vec<Order> {
        let Some((id, wish)) = self.current.clone() else { return Vec::new() };
        if id != thought.id() {
            return Vec::new();
        }
        let mut orders = Vec::new();
        match thought {
            BoardThought::Lines(_, lines) => {
                if matches!(wish.purpose, JobPurpose::Analysis(_)) {
                    orders.push(Order::Tell(Tell::Lines { lines: lines.clone() }));
                    self.analysed = Some((wish.position, lines));
                    self.finished = None;
                } else {
                    self.lines = lines;
                }
            }
            BoardThought::Act(_, actions, line) => match wish.purpose {
                JobPurpose::Move { .. } => self.engine_acts(&actions, line, now, &mut orders),
                _ => orders.push(Order::Tell(Tell::Hint { lines: Vec::new(), actions })),
            },
            BoardThought::Solved(_, solution) => orders.push(Order::Tell(Tell::Solved(solution))),
            BoardThought::Values(_, values) => orders.push(Order::Tell(Tell::Values { values })),
            BoardThought::Graph(_, stones, chance) => {
                let last = self.line.iter().rev().find(|node| node.stones == stones);
                orders.extend(last.map(|last| Order::Tell(Tell::Graph { node: last.node, chance })));
            }
            BoardThought::Review(_, review) => {
                if let Some(reviewed) = &mut self.reviewed {
                    reviewed.learn(review);
                    orders.extend(reviewed.tell().map(Order::Tell));
                }
            }
            BoardThought::Done(_) => self.finish(wish, now, &mut orders),
        }
        orders
    }

    /// The engine has done what it was asked for.
    fn finish(&mut self, wish: Wish, now: Duration, orders: &mut Vec<Order>) {
        self.current = None;
        let lines = std::mem::take(&mut self.lines);
        match wish.purpose {
            JobPurpose::Hint { .. } if !lines.is_empty() => {
                orders.push(Order::Tell(Tell::Hint { lines, actions: Vec::new() }));
            }
            // Its worker was ended before it had said its move: that is the best it had found, if anything.
            JobPurpose::Move { .. } => match best(lines) {
                Some((point, line)) => return self.engine_acts(&[point], Some(line), now, orders),
                None => self.hurry = true,
            },
            _ => {}
        }
        self.asked.finish(&wish);
        // Anything else is done again when it is wanted again: a move after it was taken back, for one.
        self.finished = Some(wish).filter(|wish| matches!(wish.purpose, JobPurpose::Analysis(_)));
        self.schedule(orders);
        if self.current.is_none() {
            orders.push(Order::Tell(Tell::Idle));
        }
    }

    fn answer(&mut self, ask: Ask, now: Duration, orders: &mut Vec<Order>) -> Result<(), PageRefusal> {
        if self.is_playing() { self.in_play(ask, now, orders) } else { self.in_study(ask, now, orders) }
    }

    /// While a position is studied, or a game is over.
    fn in_study(&mut self, ask: Ask, now: Duration, orders: &mut Vec<Order>) -> Result<(), PageRefusal> {
        match ask {
            Ask::Hello { position } => {
                self.forget_tree();
                self.tell_known_again();
                if !position.is_empty() {
                    let game = self.study.game();
                    self.study = studied(game.rule(), game.size(), &position)?;
                    self.play = None;
                }
            }
            Ask::New { rule, width, height, position } => {
                self.study = studied(rule_of(&rule)?, size_of(width, height)?, &position)?;
                self.play = None;
                self.forget_tree();
            }
            Ask::Play(game) => self.begin(&game, now)?,
            Ask::Again => self.begin_again(now)?,
            Ask::Leave => self.play = None,
            Ask::Put { point } => self.put(&point)?,
            Ask::Act { action } if action == "pass" => self.pass()?,
            Ask::Act { .. } | Ask::Resign | Ask::Draw => return Err(PageRefusal::NoGame),
            Ask::Undo if self.play.is_some() => self.take_back(now)?,
            Ask::Undo => self.study.step(-1)?,
            Ask::Hint => self.ask_for_hint()?,
            Ask::Tick => {}
            Ask::Go { node } => self.study.go(node)?,
            Ask::Step { by } => self.study.step(by)?,
            Ask::Sibling { by } => self.study.sibling(by)?,
            Ask::Remove => self.remove()?,
            Ask::Promote => self.study.promote(),
            Ask::Comment { node, text } => self.study.write(node, &text)?,
            Ask::Label { point, text } => self.label(&point, &text)?,
            Ask::Mark { point, kind } => self.mark(&point, &kind)?,
            Ask::SetUp { point, stone } => self.set_up(&point, stone.as_deref())?,
            Ask::Turn { color } => self.set_turn(&color)?,
            Ask::View { symmetry } => self.view(symmetry, orders)?,
            Ask::Rule { rule } => self.set_rule(&rule)?,
            Ask::Analyse { lines, nodes } => {
                self.analysing = Analysing { lines: lines.min(MOST_LINES), nodes };
                self.finished = None;
            }
            Ask::Solve { threes } => self.ask_once(JobPurpose::Solve { threes })?,
            Ask::Values => self.ask_once(JobPurpose::Values)?,
            Ask::Graph => self.ask_once(JobPurpose::Graph)?,
            Ask::Review { time, nodes } => {
                let turn = time.or(nodes.is_none().then_some(REVIEW_TIME));
                let limits = JobLimits { turn, nodes, ..JobLimits::default() };
                self.ask_once(JobPurpose::Review { limits })?;
            }
            Ask::Engine(resources) => self.equip(resources, orders)?,
            Ask::Stop => {
                self.asked = Asked::default();
                self.analysing = Analysing::default();
            }
            Ask::Open { name, data, game } => self.open(name, data, game, orders)?,
            Ask::Choose { game } => self.choose(game, orders)?,
            Ask::Save { format } => self.save(&format, orders)?,
            Ask::Visit { position, set_up, to_move, exact } => {
                self.visit(&position, &set_up, to_move.as_deref(), exact)?;
            }
            Ask::Learn { node, label, value, comment, text } => {
                self.learn(node, label.as_deref(), value, comment, text)?;
            }
            Ask::Keep => self.keep()?,
            Ask::Forget { branch } => self.forget(branch)?,
            Ask::Find { unanalysed, label, text } => self.find(unanalysed, label.as_deref(), &text, orders)?,
        }
        Ok(())
    }

    /// The tree is another one: its numbers mean nothing, and what was known of a line of the old one neither.
    fn forget_tree(&mut self) {
        self.told = None;
        self.forget_line();
    }

    /// What was asked is not wanted any more, and what was found out about a line does not hold.
    fn forget_line(&mut self) {
        self.asked = Asked::default();
        self.reviewed = None;
    }

    /// Tells the tree where it has changed, and the state.
    fn tell(&mut self, orders: &mut Vec<Order>) {
        // Of a large tree only what is near the position is told, and that again where it is another.
        let near = self.study.is_large().then(|| self.study.node().id().index());
        let shown = ToldTree { version: self.study.version(), near };
        if self.told != Some(shown) {
            let is_new = self.told.is_none();
            self.told = Some(shown);
            let (nodes, is_cut) = self.study.branches();
            orders.push(Order::Tell(Tell::Tree { nodes, is_cut, is_new }));
        }
        orders.push(Order::Tell(Tell::State(Box::new(self.state()))));
        // At another node the page has no lines, though its position may be the same.
        let lines = self.analysed_here();
        if self.analysing.lines > 0 && !lines.is_empty() {
            orders.push(Order::Tell(Tell::Lines { lines: lines.to_vec() }));
        }
        self.tell_known(orders);
        self.tell_resources(orders);
    }

    /// The last lines of the position that is shown, where it was analysed last.
    fn analysed_here(&self) -> &[ThoughtLine] {
        match &self.analysed {
            Some((position, lines)) if *position == Position::of(self.study.game()) => lines,
            _ => &[],
        }
    }

    /// All that is to be seen.
    #[must_use]
    pub fn state(&self) -> State {
        State::of(&self.study, self.analysing.lines, self.play.as_ref().map(Play::state))
    }
}

/// The first move of the best line, and that line.
fn best(lines: Vec<ThoughtLine>) -> Option<(String, ThoughtLine)> {
    let line = lines.into_iter().next()?;
    Some((line.moves.first()?.clone(), line))
}

fn error(why: PageRefusal) -> Order {
    let text = why.to_string();
    let refusal = Some(why).filter(|why| !matches!(why, PageRefusal::Other(_)));
    Order::Tell(Tell::Error { text, refusal })
}

/// A board with these moves on it.
fn studied(rule: RuleKind, size: BoardSize, moves: &str) -> Result<Study, PageRefusal> {
    let mut study = Study::new(rule, size);
    study.play_moves(moves)?;
    study.mark_saved();
    Ok(study)
}
