//! A game against the engine or between people: seats, clocks, the opening, and what can be taken back.

use std::time::Duration;

use tengen_engine::contest::{Contest, Ending, Regulations, TimeControl};
use tengen_engine::limits::whole_milliseconds;
use tengen_engine::opening::{BySeat, Demand, Opening, OpeningRule, RuleError, Sameness, Seat, SizeError, read_turn};
use tengen_engine::point::BoardSize;
use tengen_engine::record::head::Head;
use tengen_engine::sgf::{RecordedResult, RecordedWin};
use tengen_engine::{Color, Game, Milliseconds, Point, RuleKind, Score, Strength};

use crate::board::job::{BoardTask, JobLimits, PlayLevel, ROWS};
use crate::board::new_game::{Clocks, NewGame};
use crate::board::page_refusal::PageRefusal;
use crate::board::state::PlayState;
use crate::draw;

/// Milliseconds of a move where neither its level nor a clock limits the engine.
const USUAL_TURN: u64 = 3_000;

/// Of the time for one move one part in so many is kept, for the move to arrive.
const TURN_RESERVE: u64 = 20;

/// A game that is played.
#[derive(Clone, Debug)]
pub(super) struct Play {
    people: BySeat<bool>,
    level: PlayLevel,
    begun: Begun,
    /// When the clock that runs was looked at last.
    since: Duration,
    moment: Moment,
    /// The moment before each action of a person, with the node of the tree in which the game stood.
    before: Vec<(Moment, usize)>,
}

/// How a game was asked for, and the node of the tree in which it began.
#[derive(Clone, Debug)]
pub(super) struct Begun {
    pub(super) game: NewGame,
    pub(super) node: usize,
}

/// How far a game has come: what comes back when an action is taken back.
#[derive(Clone, Debug)]
struct Moment {
    contest: Contest,
    /// What was done, in the notation of openings.
    actions: String,
    /// How often somebody has acted.
    turns: usize,
}

impl Play {
    /// A game from the beginning, or from a position that goes on; the node of the tree is that in which it begins.
    pub(super) fn new(game: &NewGame, from: Option<&Game>, node: usize, now: Duration) -> Result<Play, PageRefusal> {
        let opening = match from {
            Some(position) => Opening::played(position.clone()),
            None => {
                let no_rule = |why: RuleError| PageRefusal::NoOpeningRule(why.to_string());
                let rule: OpeningRule = game.opening.parse().map_err(no_rule)?;
                let kind = rule_of(&game.rule)?;
                let size = size_of(game.width, game.height)?;
                Opening::new(rule, kind, size, Sameness::Shape)
                    .map_err(|why| PageRefusal::NoCentre(why.to_string(), SizeError::LEAST_SIDE))?
            }
        };
        let time = match game.clocks {
            Clocks::Unlimited => TimeControl::Unlimited,
            Clocks::Fischer { main, increment } => TimeControl::Fischer { main: main.ms(), increment: increment.ms() },
            Clocks::PerMove { each } => TimeControl::PerMove(each.ms()),
            Clocks::Byoyomi { main, each } => TimeControl::MainThenMove { main: main.ms(), each: each.ms() },
        };
        Ok(Play {
            people: BySeat(game.people),
            level: game.level,
            begun: Begun { game: game.clone(), node },
            since: now,
            moment: Moment {
                contest: Contest::new(opening, [time; 2], Regulations::PEOPLE),
                actions: String::new(),
                turns: 0,
            },
            before: Vec::new(),
        })
    }

    /// The position.
    pub(super) fn game(&self) -> &Game {
        self.moment.contest.opening().game()
    }

    /// How it began.
    pub(super) fn begun(&self) -> &Begun {
        &self.begun
    }

    /// What happened so far.
    pub(super) fn contest(&self) -> &Contest {
        &self.moment.contest
    }

    /// Whether the seat that is to act is a person's.
    fn is_persons_turn(&self) -> bool {
        self.people[self.moment.contest.demand().by()]
    }

    /// Refuses what only a person who is to act may ask for.
    pub(super) fn check_persons_turn(&self) -> Result<(), PageRefusal> {
        self.person()?;
        if self.is_persons_turn() { Ok(()) } else { Err(PageRefusal::EnginesTurn) }
    }

    /// Whether the engine is to act.
    pub(super) fn is_engines_turn(&self) -> bool {
        !self.is_over() && !self.is_persons_turn()
    }

    /// Whether it has ended.
    pub(super) fn is_over(&self) -> bool {
        self.moment.contest.ending().is_some()
    }

    /// Whether no engine plays.
    pub(super) fn is_between_people(&self) -> bool {
        self.people == BySeat([true; 2])
    }

    /// How often somebody has acted.
    pub(super) fn turns(&self) -> usize {
        self.moment.turns
    }

    /// Remembers the game as it is, so that what a person does next can be taken back.
    pub(super) fn remember(&mut self, node: usize) {
        self.before.push((self.moment.clone(), node));
    }

    /// The node of the tree in which the game stood before the last action of a person.
    pub(super) fn node_before(&self) -> Option<usize> {
        self.before.last().map(|&(_, node)| node)
    }

    /// Goes back to the game before the last action of a person.
    pub(super) fn undo(&mut self, now: Duration) {
        let Some((moment, _)) = self.before.pop() else { return };
        (self.moment, self.since) = (moment, now);
    }

    /// Takes back that the game was remembered.
    pub(super) fn forget_last(&mut self) {
        self.before.pop();
    }

    /// The action of a point that is put: a stone, or one of the fifths that were offered.
    pub(super) fn action_at(&self, point: &str) -> String {
        match self.moment.contest.demand() {
            Demand::Pick { .. } => format!("pick {point}"),
            Demand::Offer { count: 1, .. } => format!("offer {point}"),
            _ => point.to_string(),
        }
    }

    /// Does what is due, for the seat that is to act, and returns the stones that were put. Where its clock has run out by
    /// then nothing is done.
    pub(super) fn act(&mut self, text: &str, now: Duration) -> Result<Vec<Point>, PageRefusal> {
        let by = self.moment.contest.demand().by();
        let (size, stones) = (self.game().size(), self.game().moves().len());
        let turn = format!("{by}:{text}");
        let (_, actions) = read_turn(&turn, size, ROWS).map_err(PageRefusal::NotAction)?;
        self.tick(now);
        if self.is_over() {
            return Ok(Vec::new());
        }
        // All of a turn is done, or nothing of it.
        let mut after = self.moment.contest.clone();
        for action in actions {
            after.act(by, action, Duration::ZERO).map_err(|why| PageRefusal::of_contest(&why, size))?;
        }
        self.moment.contest = after;
        self.moment.actions.push_str(&turn);
        self.moment.actions.push(';');
        self.moment.turns += 1;
        Ok(self.game().moves()[stones..].iter().map(|stone| stone.point).collect())
    }

    /// Lets the clock run to a moment; it may end the game.
    pub(super) fn tick(&mut self, now: Duration) {
        self.moment.contest.wait(now.saturating_sub(self.since));
        self.since = now;
    }

    /// A person gives up: whose turn it is where both are people, and else the only one.
    pub(super) fn resign(&mut self) -> Result<(), PageRefusal> {
        self.moment.contest.resign(self.person()?).map_err(|why| PageRefusal::of_contest(&why, self.game().size()))
    }

    /// A person offers a draw, or accepts the one that is offered.
    pub(super) fn draw(&mut self) -> Result<(), PageRefusal> {
        let person = self.person()?;
        let done = match self.moment.contest.offer() {
            Some(by) if by != person || self.is_between_people() => self.moment.contest.accept_draw(!by),
            _ => self.moment.contest.offer_draw(person),
        };
        done.map_err(|why| PageRefusal::of_contest(&why, self.game().size()))
    }

    /// The engine accepts or declines the draw that is offered, by what its last move was worth to it where it has moved,
    /// and tells whether it accepts.
    pub(super) fn answer_draw(&mut self, judged: Option<Score>) -> bool {
        let Some(by) = self.moment.contest.offer() else { return false };
        let own = self.moment.contest.opening().color(!by);
        let accepts = draw::accepts(self.game(), own, judged);
        let answer = if accepts { Contest::accept_draw } else { Contest::decline_draw };
        // There is an offer only as long as the game goes on, and then it can be answered.
        let _ = answer(&mut self.moment.contest, !by);
        accepts
    }

    /// The person who gives up or offers a draw: whose turn it is, or else the only one.
    fn person(&self) -> Result<Seat, PageRefusal> {
        let by = self.moment.contest.demand().by();
        [by, !by].into_iter().find(|&seat| self.people[seat]).ok_or(PageRefusal::NobodyPlays)
    }

    /// What a file tells of the game as a whole: who plays, by which opening rule, and how it ended.
    pub(super) fn head(&self) -> [(Head, Option<String>); 4] {
        let opening = self.moment.contest.opening();
        let name = |color: Color| Some(self.begun.game.names[opening.holder(color) as usize].clone());
        let rule = Some(opening.rule()).filter(|&rule| rule != OpeningRule::Free);
        let result = self.moment.contest.ending().map(|ending| {
            let Some(winner) = ending.winner() else { return RecordedResult::Draw };
            let how = match ending {
                Ending::Time { .. } => RecordedWin::Time,
                Ending::Resignation { .. } => RecordedWin::Resignation,
                _ => RecordedWin::Untold,
            };
            RecordedResult::Win(opening.color(winner), how)
        });
        let told = [
            (Head::Black, name(Color::Black)),
            (Head::White, name(Color::White)),
            (Head::Opening, rule.map(OpeningRule::title)),
            (Head::Result, result.map(|result| result.to_string())),
        ];
        told.map(|(head, text)| (head, text.filter(|text| !text.is_empty())))
    }

    /// What the engine has to think about: a move, or what the opening demands.
    pub(super) fn task(&self, lot: u64) -> BoardTask {
        if self.is_ordinary() {
            return BoardTask::Move { level: self.level, lot };
        }
        let opening = self.moment.contest.opening().rule().to_string();
        BoardTask::Decide { opening, actions: self.moment.actions.clone(), lot }
    }

    /// Whether ordinary play has begun.
    pub(super) fn is_ordinary(&self) -> bool {
        matches!(self.moment.contest.demand(), Demand::Ordinary { .. })
    }

    /// What ends the thinking of the seat that is to act. A level that is turned down goes by its nodes, whatever its clock:
    /// by those of a move, of which what an opening demands takes several times as many.
    pub(super) fn limits(&self) -> JobLimits {
        let nodes = match self.level {
            PlayLevel::Strength(level) => Strength::new(level).nodes(),
            PlayLevel::Time(_) | PlayLevel::Clock => None,
        };
        let most = self.moment.contest.timer(self.moment.contest.demand().by()).most().map(whole_milliseconds);
        let increment = match self.begun.game.clocks {
            Clocks::Fischer { increment, .. } => increment,
            _ => 0,
        };
        let turn = match (self.level, self.begun.game.clocks) {
            (PlayLevel::Time(turn), _) => Some(turn),
            (_, Clocks::Unlimited) if nodes.is_none() => Some(USUAL_TURN),
            _ => None,
        };
        // Where only this move is limited there is no time of a game to be shared out: nearly all of it is for this one.
        let is_by_move = match self.begun.game.clocks {
            Clocks::PerMove { .. } => true,
            Clocks::Byoyomi { each, .. } => most.is_some_and(|most| most <= each),
            Clocks::Unlimited | Clocks::Fischer { .. } => false,
        };
        if is_by_move {
            let most = most.map(|most| most - most / TURN_RESERVE);
            return JobLimits { nodes, turn: turn.into_iter().chain(most).min(), left: None, increment };
        }
        JobLimits { nodes, turn, left: most, increment }
    }

    /// What is to be seen.
    pub(super) fn state(&self) -> PlayState {
        let (contest, size) = (&self.moment.contest, self.game().size());
        let demand = contest.demand();
        let opening = contest.opening();
        let names = |points: &[Point]| points.iter().map(|point| point.to_text(size, ROWS)).collect();
        PlayState {
            people: self.people.0,
            black: opening.black().to_string(),
            demand: demand.word().to_string(),
            by: demand.by().to_string(),
            within: demand.within().and_then(|region| region.distances(size)),
            points: opening.designated_points().map(|points| names(&points)),
            count: demand.number().map_or(0, usize::from),
            declared: opening.declared(),
            may_swap: demand.may_swap(),
            offered: names(opening.offered()),
            opening: opening.rule().to_string(),
            clocks: Seat::ALL.map(|seat| contest.timer(seat).left().map(whole_milliseconds)),
            running: !self.is_over(),
            offer: contest.offer().map(|seat| seat.to_string()),
            ending: contest.ending().map(|ending| {
                let winner = ending.winner().map(|seat| seat.to_string());
                (winner, ending.name().to_string())
            }),
            can_undo: !self.before.is_empty(),
            from_here: self.begun.game.from_here,
        }
    }
}

/// The rule of a name.
pub(super) fn rule_of(name: &str) -> Result<RuleKind, PageRefusal> {
    let names = || RuleKind::ALL.map(RuleKind::name).join(", ");
    RuleKind::from_name(name).ok_or_else(|| PageRefusal::NoRule(name.to_string(), names()))
}

/// The point of a name.
pub(super) fn point_of(name: &str, size: BoardSize) -> Result<Point, PageRefusal> {
    Point::parse(name, size, ROWS).ok_or_else(|| PageRefusal::NoPoint(name.to_string(), size.to_string()))
}

/// The size of a board.
pub(super) fn size_of(width: usize, height: usize) -> Result<BoardSize, PageRefusal> {
    BoardSize::new(width, height).ok_or_else(|| PageRefusal::of_size(width, height))
}
