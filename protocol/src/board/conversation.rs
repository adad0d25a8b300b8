//! The machine between page and engine: what is asked and what was thought become what is told and what is to be thought about.
//!
//! It has no stream, no thread and no clock: the moment of each message comes with it, counted from the beginning.

mod knowledge;
mod playing;
mod scheduling;

use std::time::Duration;

use tengen_engine::point::BoardSize;
use tengen_engine::random::SplitMix64;
use tengen_engine::record::tree::{Mark, SetUp};
use tengen_engine::symmetry::Symmetry;
use tengen_engine::{Game, Point, RuleKind};

use knowledge::Knowledge;
use scheduling::{ChosenResources, JobPurpose, Wish};

use crate::board::branch::{color_of, mark_of};
use crate::board::files::{self, OpenedGame};
use crate::board::job::{BoardJob, BoardThought, EngineResources, JobLimits, Position, ROWS, ThoughtLine};
use crate::board::message::{Ask, Tell};
use crate::board::play::{Play, rule_of, size_of};
use crate::board::review::ReviewedLine;
use crate::board::state::State;
use crate::board::study::Study;

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

/// The conversation with one page.
pub struct BoardConversation {
    study: Study,
    play: Option<Play>,
    /// How many lines are analysed, and with how many nodes at the most.
    analysing: (usize, Option<u64>),
    /// What was asked for once: about the position, the graph of the line, and its review, done in this order.
    asked: [Option<Wish>; 3],
    current: Option<(u64, Wish)>,
    /// The analysis that came to its end, so that it is not begun again.
    finished: Option<Wish>,
    /// The line of which the graph was asked for: stones on the board, and the node.
    line: Vec<(usize, usize)>,
    reviewed: Option<ReviewedLine>,
    /// The last lines of a hint.
    lines: Vec<ThoughtLine>,
    /// The position that was analysed last, with the last lines: they stay when the analysis ends.
    analysed: Option<(Position, Vec<ThoughtLine>)>,
    /// The chance of the engine when it moved last.
    own_chance: Option<f64>,
    /// Whether the engine was asked to move at once.
    hurry: bool,
    jobs: u64,
    /// The version of the tree that was told, and the node that was shown where it is too large to be told wholly.
    told: Option<(u64, Option<usize>)>,
    /// The file that was opened last, where it has several games: its name, and its bytes in Base64.
    opened: Option<(String, String)>,
    knowledge: Option<Knowledge>,
    resources: Option<ChosenResources>,
    lots: SplitMix64,
}

impl BoardConversation {
    /// A conversation that begins with an empty board. What the engine draws by lot follows from the seed.
    #[must_use]
    pub fn new(seed: u64) -> BoardConversation {
        let size = BoardSize::square(15).expect("a board may have fifteen lines");
        BoardConversation {
            study: Study::new(RuleKind::Renju, size),
            play: None,
            analysing: (0, None),
            asked: Default::default(),
            current: None,
            finished: None,
            line: Vec::new(),
            reviewed: None,
            lines: Vec::new(),
            analysed: None,
            own_chance: None,
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
            Err(why) => vec![error(format!("this message cannot be read: {why}"))],
        }
    }

    /// Hears a message of the page.
    pub fn hear(&mut self, ask: Ask, now: Duration) -> Vec<Order> {
        let mut orders = Vec::new();
        if let Err(why) = self.answer(ask, now, &mut orders) {
            orders.push(error(why));
        }
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
                if matches!(wish.purpose, JobPurpose::Analysis { .. }) {
                    orders.push(Order::Tell(Tell::Lines { lines: lines.clone() }));
                    self.analysed = Some((wish.position, lines));
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
                let node = self.line.iter().rev().find(|&&(number, _)| number == stones);
                orders.extend(node.map(|&(_, node)| Order::Tell(Tell::Graph { node, chance })));
            }
            BoardThought::Review(_, review) => {
                if let Some(reviewed) = &mut self.reviewed {
                    reviewed.learn(review);
                    orders.extend(reviewed.tell().map(Order::Tell));
                }
            }
            BoardThought::Done(_) => self.finish(wish, &mut orders),
        }
        orders
    }

    /// The engine has done what it was asked for.
    fn finish(&mut self, wish: Wish, orders: &mut Vec<Order>) {
        self.current = None;
        let lines = std::mem::take(&mut self.lines);
        match wish.purpose {
            JobPurpose::Hint { .. } if !lines.is_empty() => {
                orders.push(Order::Tell(Tell::Hint { lines, actions: Vec::new() }));
            }
            // It was stopped before it had found a move.
            JobPurpose::Move { .. } => self.hurry = true,
            _ => {}
        }
        for asked in &mut self.asked {
            if asked.as_ref() == Some(&wish) {
                *asked = None;
            }
        }
        // Anything else is done again when it is wanted again: a move after it was taken back, for one.
        self.finished = Some(wish).filter(|wish| matches!(wish.purpose, JobPurpose::Analysis { .. }));
        self.schedule(orders);
        if self.current.is_none() {
            orders.push(Order::Tell(Tell::Idle));
        }
    }

    fn answer(&mut self, ask: Ask, now: Duration, orders: &mut Vec<Order>) -> Result<(), String> {
        if self.play.as_ref().is_some_and(|play| play.contest().ending().is_none()) {
            self.in_play(ask, now, orders)
        } else {
            self.in_study(ask, now, orders)
        }
    }

    /// While a position is studied, or a game is over.
    fn in_study(&mut self, ask: Ask, now: Duration, orders: &mut Vec<Order>) -> Result<(), String> {
        let size = self.study.game().size();
        let place = |text: &str| {
            Point::parse(text, size, ROWS).ok_or_else(|| format!("\"{text}\" is no point of the board of {size}"))
        };
        match ask {
            Ask::Hello { position } => {
                self.forget_tree();
                self.tell_known_again();
                if !position.is_empty() {
                    self.study = studied(self.study.game().rule(), size, &position)?;
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
            Ask::Put { point } => {
                self.study.play(place(&point)?).map_err(|why| format!("{point}: {why}"))?;
                self.play = None;
            }
            Ask::Act { action } if action == "pass" => self.study.pass(),
            Ask::Act { .. } | Ask::Resign | Ask::Draw => return Err("no game is played".to_string()),
            Ask::Undo if self.play.is_some() => self.take_back(now)?,
            Ask::Undo => self.study.step(-1)?,
            Ask::Hint => self.ask_for_hint(),
            Ask::Tick => {}
            Ask::Go { node } => self.study.go(node)?,
            Ask::Step { by } => self.study.step(by)?,
            Ask::Sibling { by } => self.study.sibling(by)?,
            // A game that is over is not taken back where its nodes may be gone, or its rule is another one.
            Ask::Remove => {
                self.study.remove()?;
                self.play = None;
            }
            Ask::Promote => self.study.promote(),
            Ask::Comment { node, text } => self.study.write(node, &text)?,
            Ask::Label { point, text } => self.study.label(place(&point)?, &text),
            Ask::Mark { point, kind } => {
                let kind = mark_of(&kind).ok_or_else(|| format!("\"{kind}\" is no sign"))?;
                self.study.mark(Mark { point: place(&point)?, kind });
            }
            Ask::SetUp { point, stone } => {
                let color = stone.map(|name| color_of(&name).ok_or_else(|| format!("\"{name}\" is no colour")));
                self.study.set_up(SetUp { point: place(&point)?, color: color.transpose()? })?;
            }
            Ask::Turn { color } => {
                let color = color_of(&color).ok_or_else(|| format!("\"{color}\" is no colour"))?;
                self.study.set_turn(color)?;
            }
            Ask::View { symmetry } => {
                let symmetry = Symmetry::ALL.get(symmetry).ok_or_else(|| format!("there is no view {symmetry}"))?;
                self.study.view(*symmetry)?;
                self.play = None;
                if let Some(reviewed) = &mut self.reviewed {
                    reviewed.turn(*symmetry);
                    orders.extend(reviewed.tell().map(Order::Tell));
                }
            }
            Ask::Rule { rule } => {
                self.study.set_rule(rule_of(&rule)?)?;
                self.play = None;
            }
            Ask::Analyse { lines, nodes } => {
                self.analysing = (lines.min(MOST_LINES), nodes);
                self.finished = None;
            }
            Ask::Solve { threes } => self.ask_once(JobPurpose::Solve { threes }),
            Ask::Values => self.ask_once(JobPurpose::Values),
            Ask::Graph => self.ask_once(JobPurpose::Graph),
            Ask::Review { time, nodes } => {
                let limits = JobLimits { turn: time, nodes, ..JobLimits::default() };
                self.ask_once(JobPurpose::Review { limits });
            }
            Ask::Engine(resources) => self.equip(resources, orders)?,
            Ask::Stop => {
                self.asked = Default::default();
                self.analysing = (0, None);
            }
            Ask::Open { name, data, game } => {
                let number = game.unwrap_or(1);
                let opened = files::open(&name, &data, number)?;
                let (count, titles) = (opened.count, opened.titles.clone());
                self.show(&name, number, opened, orders)?;
                self.opened = (count > 1).then(|| (name.clone(), data));
                if count > 1 && game.is_none() {
                    orders.push(Order::Tell(Tell::Games { name, games: titles, count }));
                }
            }
            Ask::Choose { game } => {
                let (name, data) = self.opened.clone().ok_or("no file with several games is open")?;
                let opened = files::open(&name, &data, game)?;
                self.show(&name, game, opened, orders)?;
            }
            Ask::Save { format } => {
                let (name, data, lost) = files::save(self.study.tree(), &format)?;
                orders.push(Order::Tell(Tell::File { name, data }));
                if !lost.is_empty() {
                    orders.push(note("left_out", lost));
                }
            }
            Ask::Visit { position } => self.study.visit(&position)?,
            Ask::Learn { .. } | Ask::Keep | Ask::Forget { .. } | Ask::Find { .. } => self.in_database(ask, orders)?,
        }
        Ok(())
    }

    /// Shows a game of a file.
    fn show(&mut self, name: &str, number: usize, opened: OpenedGame, orders: &mut Vec<Order>) -> Result<(), String> {
        let rule = opened.tree.rule.unwrap_or(self.study.game().rule());
        self.study = Study::of(opened.tree, rule).map_err(|why| format!("{name}: {why}"))?;
        self.play = None;
        self.forget_tree();
        let of = if opened.count > 1 { format!(" ({number}/{})", opened.count) } else { String::new() };
        orders.push(note("opened", format!("{name}{of}")));
        Ok(())
    }

    /// The tree is another one: what was asked about the old one is not wanted any more, and its numbers mean nothing.
    fn forget_tree(&mut self) {
        self.told = None;
        self.asked = Default::default();
        self.reviewed = None;
    }

    /// Tells the tree where it has changed, and the state.
    fn tell(&mut self, orders: &mut Vec<Order>) {
        // Of a large tree only what is near the position is told, and that again where it is another.
        let shown = (self.study.version(), self.study.is_large().then(|| self.study.node().id().index()));
        if self.told != Some(shown) {
            let is_new = self.told.is_none();
            self.told = Some(shown);
            let (nodes, is_cut) = self.study.branches();
            orders.push(Order::Tell(Tell::Tree { nodes, is_cut, is_new }));
        }
        orders.push(Order::Tell(Tell::State(Box::new(self.state()))));
        self.tell_known(orders);
        self.tell_resources(orders);
    }

    /// All that is to be seen.
    #[must_use]
    pub fn state(&self) -> State {
        State::of(&self.study, self.analysing.0, self.play.as_ref().map(Play::state))
    }
}

fn error(text: String) -> Order {
    Order::Tell(Tell::Error { text })
}

fn note(note: &str, detail: String) -> Order {
    Order::Tell(Tell::Note { note: note.to_string(), detail })
}

/// A board with these moves on it.
fn studied(rule: RuleKind, size: BoardSize, moves: &str) -> Result<Study, String> {
    let game = Game::from_text(rule, size, moves, ROWS).map_err(|why| why.to_string())?;
    let mut study = Study::new(rule, size);
    for played in game.moves() {
        study.play(played.point).map_err(|why| why.to_string())?;
    }
    Ok(study)
}
