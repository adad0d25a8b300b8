//! The board of the search: a turn is a ply for its path and one for each stone it takes.

use smallvec::SmallVec;

use super::bits::Bits;
use super::formation::stones_to_take;
use super::game::Game;
use super::path::Path;
use super::position::Stage;
use super::rules::{GateKind, Rules};
use crate::color::Color;
use crate::point::Point;
use crate::zobrist::{self, Key};

/// Jumps that a ply can hold: two bits each. Longer chains are legal, and not searched.
const MAX_JUMPS: usize = 32;
/// The paths that are searched in a position; more come about on boards drawn for it alone.
const MAX_PATHS: usize = 4096;

/// What a ply does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Place,
    Lift,
    Path,
    Take,
}

/// A ply.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Act {
    pub(super) kind: Kind,
    pub(super) jumps: u8,
    pub(super) from: u16,
    pub(super) to: u16,
    /// The ways of the jumps, two bits each, the first lowest.
    route: u64,
}

impl Act {
    pub(super) const fn at(kind: Kind, index: usize) -> Act {
        Act { kind, jumps: 0, from: index as u16, to: index as u16, route: 0 }
    }

    const fn step(from: usize, to: usize) -> Act {
        Act { kind: Kind::Path, jumps: 0, from: from as u16, to: to as u16, route: 0 }
    }
}

/// What the rules and the size are to the search.
pub(super) struct Laws<const W: usize> {
    pub(super) rules: Rules,
    pub(super) all: Bits<W>,
    /// The points whose cell to the lower right lies on the board.
    pub(super) cell_corners: Bits<W>,
    pub(super) edge: Bits<W>,
    pub(super) centre_bits: Bits<W>,
    centre: [usize; 2],
    /// Number of points.
    pub(super) area: i32,
    /// For every point the other three corners of each cell it belongs to.
    cells: Vec<SmallVec<[Bits<W>; 4]>>,
    /// For every point its row and its column.
    lines: Vec<[Bits<W>; 2]>,
    stones: [Vec<Key>; 2],
    pub(super) fly_limit: i32,
}

impl<const W: usize> Laws<W> {
    /// The difference of indices for each way of [`super::position::WAYS`].
    const OFFSETS: [isize; 4] = [-1, Bits::<W>::STRIDE as isize, -(Bits::<W>::STRIDE as isize), 1];

    pub(super) fn new(rules: &Rules) -> Laws<W> {
        let size = rules.size();
        let last = rules.side() - 1;
        let mut cells = vec![SmallVec::new(); Bits::<W>::LEN];
        let mut lines = vec![[Bits::EMPTY; 2]; Bits::<W>::LEN];
        let mut stones = [vec![Key::default(); Bits::<W>::LEN], vec![Key::default(); Bits::<W>::LEN]];
        for point in size.points() {
            let index = Bits::<W>::index(point);
            let (x, y) = (point.x(), point.y());
            for (dx, dy) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
                let left_top = x.checked_sub(dx).zip(y.checked_sub(dy));
                let corners = |(x, y)| [(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)].map(|(x, y)| size.point(x, y));
                let Some(corners) = left_top.map(corners).filter(|corners| corners.iter().all(Option::is_some)) else {
                    continue;
                };
                cells[index].push(corners.into_iter().flatten().filter(|&corner| corner != point).collect());
            }
            let row = (0..size.width()).map(|x| Point::new(x, y)).collect();
            let column = (0..size.height()).map(|y| Point::new(x, y)).collect();
            lines[index] = [row, column];
            for color in Color::ALL {
                stones[color as usize][index] = zobrist::stone(color, point);
            }
        }
        Laws {
            rules: *rules,
            all: size.points().collect(),
            cell_corners: size.points().filter(|point| point.x() < last && point.y() < last).collect(),
            edge: size
                .points()
                .filter(|point| [point.x(), point.y()].iter().any(|&at| at == 0 || at == last))
                .collect(),
            centre_bits: rules.centre().into_iter().collect(),
            area: size.area() as i32,
            centre: rules.centre().map(Bits::<W>::index),
            cells,
            lines,
            stones,
            fly_limit: rules.fly_limit as i32,
        }
    }

    fn key(&self, color: Color, index: usize) -> Key {
        self.stones[color as usize][index]
    }
}

/// A position within the search, copied for every ply.
#[derive(Clone, Copy)]
pub(super) struct Board<const W: usize> {
    pub(super) stones: [Bits<W>; 2],
    pub(super) counts: [i32; 2],
    pub(super) key: Key,
    pub(super) stage: Stage,
    pub(super) to_move: Color,
    /// Stones that the side to move still takes in this turn.
    pub(super) pending: u8,
    fallen: [bool; 2],
    /// Turns since the last capture.
    pub(super) quiet: u16,
    pub(super) winner: Option<Color>,
}

impl<const W: usize> Board<W> {
    pub(super) fn from_game(game: &Game) -> Board<W> {
        let position = game.position();
        let stones = Color::ALL.map(|color| position.stones(color).iter().collect::<Bits<W>>());
        Board {
            counts: [stones[0].len(), stones[1].len()],
            stones,
            key: position.key(),
            stage: position.stage(),
            to_move: position.to_move(),
            pending: 0,
            fallen: Color::ALL.map(|color| game.has_fallen(color)),
            quiet: (game.quiet_keys().len() - 1) as u16,
            winner: game.outcome().and_then(|outcome| outcome.winner),
        }
    }

    #[inline]
    pub(super) fn own(&self) -> Bits<W> {
        self.stones[self.to_move as usize]
    }

    #[inline]
    pub(super) fn other(&self) -> Bits<W> {
        self.stones[!self.to_move as usize]
    }

    #[inline]
    pub(super) fn empty(&self, laws: &Laws<W>) -> Bits<W> {
        laws.all.without(self.stones[0] | self.stones[1])
    }

    #[inline]
    pub(super) fn flies(&self, laws: &Laws<W>, color: Color) -> bool {
        self.stage == Stage::Move && self.counts[color as usize] <= laws.fly_limit
    }

    fn toggle(&mut self, laws: &Laws<W>, color: Color, index: usize, change: i32) {
        self.stones[color as usize].toggle(index);
        self.counts[color as usize] += change;
        self.key ^= laws.key(color, index);
    }

    /// The squares that a stone of `own` on a point completes.
    #[inline]
    pub(super) fn squares_at(laws: &Laws<W>, own: Bits<W>, index: usize) -> usize {
        laws.cells[index].iter().filter(|&&corners| own & corners == corners).count()
    }

    fn due_at(&self, laws: &Laws<W>, index: usize) -> usize {
        let own = self.own();
        let squares = Self::squares_at(laws, own, index);
        let lines = if laws.rules.formations {
            laws.lines[index].iter().filter(|&&line| own & line == line).count()
        } else {
            0
        };
        stones_to_take(squares, lines).min(self.counts[!self.to_move as usize] as usize)
    }

    /// How many stones a path of this kind jumps and takes together.
    pub(super) fn gain(&self, laws: &Laws<W>, act: Act) -> usize {
        let mut after = *self;
        after.run(laws, act);
        usize::from(act.jumps) + after.due_at(laws, usize::from(act.to))
    }

    /// Moves the stone of a path and takes off what it jumps.
    fn run(&mut self, laws: &Laws<W>, act: Act) {
        let us = self.to_move;
        self.toggle(laws, us, usize::from(act.from), -1);
        let mut at = act.from as isize;
        for jump in 0..act.jumps {
            let offset = Laws::<W>::OFFSETS[(act.route >> (2 * jump) & 3) as usize];
            self.toggle(laws, !us, (at + offset) as usize, -1);
            at += 2 * offset;
        }
        self.toggle(laws, us, usize::from(act.to), 1);
    }

    /// The board after a ply.
    pub(super) fn after(&self, laws: &Laws<W>, act: Act) -> Board<W> {
        let mut next = *self;
        let us = self.to_move;
        let index = usize::from(act.to);
        match act.kind {
            Kind::Place => {
                next.toggle(laws, us, index, 1);
                let full = next.counts[0] + next.counts[1] == laws.area;
                // Black places last, and is the first to lift.
                match full {
                    true => next.pass_to(Color::Black, Stage::Lift),
                    false => next.pass_to(!us, Stage::Place),
                }
            }
            Kind::Lift => {
                let color = if self.stones[0].contains(index) { Color::Black } else { Color::White };
                next.toggle(laws, color, index, -1);
                next.pass_to(!us, if us == Color::White { Stage::Move } else { Stage::Lift });
            }
            Kind::Path => {
                next.run(laws, act);
                let due = next.due_at(laws, index);
                next.quiet = if act.jumps > 0 || due > 0 { 0 } else { self.quiet + 1 };
                next.set_pending(due as u8);
                if due == 0 {
                    next.end_turn(laws);
                }
            }
            Kind::Take => {
                next.toggle(laws, !us, index, -1);
                next.set_pending(self.pending - 1);
                if next.pending == 0 {
                    next.end_turn(laws);
                }
            }
        }
        next
    }

    /// The same position with the other side to move: what a pass would be if there were one.
    pub(super) fn passed(&self) -> Board<W> {
        let mut next = *self;
        next.pass_to(!self.to_move, self.stage);
        next.quiet += 1;
        next
    }

    fn set_pending(&mut self, pending: u8) {
        const FIRST_WORD: u64 = 0x4a49_5600;
        let word = |pending: u8| if pending > 0 { Key(zobrist::word(FIRST_WORD + u64::from(pending))) } else { Key(0) };
        self.key = self.key ^ word(self.pending) ^ word(pending);
        self.pending = pending;
    }

    fn pass_to(&mut self, color: Color, stage: Stage) {
        self.key = self.key ^ self.stage.key() ^ stage.key();
        if color != self.to_move {
            self.key ^= zobrist::WHITE_TO_MOVE;
        }
        (self.stage, self.to_move) = (stage, color);
    }

    /// The other side is to move: what may have decided the game is asked, but for whether it has a path.
    fn end_turn(&mut self, laws: &Laws<W>) {
        let (us, them) = (self.to_move, !self.to_move);
        self.pass_to(them, Stage::Move);
        if self.counts[them as usize] < laws.rules.least_stones as i32 {
            self.winner = Some(us);
        } else if !self.fallen[them as usize] && self.counts[them as usize] <= laws.fly_limit {
            self.fallen[them as usize] = true;
            if laws.rules.article_4 {
                self.winner = self.winner_by_article_4(laws, us);
            }
        }
    }

    fn winner_by_article_4(&self, laws: &Laws<W>, us: Color) -> Option<Color> {
        let empty = self.empty(laws);
        let own = Cells::new(self.stones[us as usize], empty);
        let other = Cells::new(self.stones[!us as usize], empty);
        let (single, double) = own.saddle_bags();
        let formation = !(single | double).is_empty();
        let open = laws.rules.gate == GateKind::OpenOrClosed
            && self.counts[!us as usize] > 3
            && other.holes.iter().any(|holes| !holes.is_empty());
        let gate = !other.squares.is_empty() || open;
        match (formation, gate) {
            (true, false) => Some(us),
            (false, true) => Some(!us),
            _ => None,
        }
    }

    /// Whether the side to move may jump a single stone and end there.
    fn may_jump_one(&self, laws: &Laws<W>) -> bool {
        laws.rules.strong_single_jump || self.flies(laws, self.to_move) || !self.flies(laws, !self.to_move)
    }

    /// Appends the paths that jump.
    pub(super) fn push_jumps(&self, laws: &Laws<W>, acts: &mut Vec<Act>) {
        let (own, other, empty) = (self.own(), self.other(), self.empty(laws));
        for (way, offset) in Laws::<W>::OFFSETS.into_iter().enumerate() {
            let landings = own.seen_from(-2 * offset) & other.seen_from(-offset) & empty;
            for to in landings.iter() {
                let from = (to as isize - 2 * offset) as usize;
                let mut other = other;
                let mut empty = empty;
                other.toggle((to as isize - offset) as usize);
                empty.toggle((to as isize - offset) as usize);
                empty.toggle(from);
                let act = Act { kind: Kind::Path, jumps: 1, from: from as u16, to: to as u16, route: way as u64 };
                if self.may_jump_one(laws) {
                    acts.push(act);
                }
                Self::extend(act, other, empty, acts);
            }
        }
    }

    /// Appends what a chain of jumps goes on with. The stone that jumps counts as off the board.
    fn extend(chain: Act, other: Bits<W>, empty: Bits<W>, acts: &mut Vec<Act>) {
        if usize::from(chain.jumps) == MAX_JUMPS || acts.len() >= MAX_PATHS {
            return;
        }
        for (way, offset) in Laws::<W>::OFFSETS.into_iter().enumerate() {
            let (over, to) = (chain.to as isize + offset, chain.to as isize + 2 * offset);
            if other.holds(over) && empty.holds(to) {
                let (mut other, mut empty) = (other, empty);
                other.toggle(over as usize);
                empty.toggle(over as usize);
                let route = chain.route | (way as u64) << (2 * chain.jumps);
                let longer = Act { jumps: chain.jumps + 1, to: to as u16, route, ..chain };
                acts.push(longer);
                Self::extend(longer, other, empty, acts);
            }
        }
    }

    /// Appends steps, or flights where the side flies, that end in a set.
    pub(super) fn push_steps(&self, laws: &Laws<W>, targets: Bits<W>, acts: &mut Vec<Act>) {
        let own = self.own();
        let targets = targets & self.empty(laws);
        if self.flies(laws, self.to_move) {
            acts.extend(own.iter().flat_map(|from| targets.iter().map(move |to| Act::step(from, to))));
            return;
        }
        for offset in Laws::<W>::OFFSETS {
            let reached = own.seen_from(-offset) & targets;
            acts.extend(reached.iter().map(|to| Act::step((to as isize - offset) as usize, to)));
        }
    }

    /// Appends all plies of placing, lifting or taking.
    pub(super) fn push_points(&self, laws: &Laws<W>, acts: &mut Vec<Act>) {
        if self.pending > 0 {
            acts.extend(self.other().iter().map(|index| Act::at(Kind::Take, index)));
            return;
        }
        let empty = self.empty(laws);
        let centre = laws.centre;
        match self.stage {
            Stage::Place => {
                let open = centre.into_iter().filter(|&point| empty.contains(point));
                let before = acts.len();
                acts.extend(open.map(|point| Act::at(Kind::Place, point)));
                if acts.len() == before {
                    acts.extend(empty.iter().map(|point| Act::at(Kind::Place, point)));
                }
            }
            Stage::Lift => {
                let them = self.other();
                let theirs = centre.into_iter().find(|&point| them.contains(point));
                let left = theirs.or_else(|| centre.into_iter().find(|&point| !empty.contains(point)));
                acts.extend(left.map(|point| Act::at(Kind::Lift, point)));
            }
            Stage::Move => {}
        }
    }

    /// A path as the record has it.
    pub(super) fn path(act: Act) -> Path {
        let mut path =
            Path { from: Bits::<W>::point(usize::from(act.from)), landings: SmallVec::new(), jumped: SmallVec::new() };
        let mut at = act.from as isize;
        for jump in 0..act.jumps {
            let offset = Laws::<W>::OFFSETS[(act.route >> (2 * jump) & 3) as usize];
            path.jumped.push(Bits::<W>::point((at + offset) as usize));
            at += 2 * offset;
            path.landings.push(Bits::<W>::point(at as usize));
        }
        if act.jumps == 0 {
            path.landings.push(Bits::<W>::point(usize::from(act.to)));
        }
        path
    }
}

/// The cells of one side, each named by its upper left corner.
pub(super) struct Cells<const W: usize> {
    pub(super) own: Bits<W>,
    /// Cells full of own stones.
    pub(super) squares: Bits<W>,
    /// Cells with three own stones and an empty corner: upper left, upper right, lower left, lower right.
    pub(super) holes: [Bits<W>; 4],
}

impl<const W: usize> Cells<W> {
    #[inline]
    pub(super) fn new(own: Bits<W>, empty: Bits<W>) -> Cells<W> {
        let corners = |set: Bits<W>| [set, set.seen_at(1, 0), set.seen_at(0, 1), set.seen_at(1, 1)];
        let ([a, b, c, d], free) = (corners(own), corners(empty));
        let (upper, lower) = (a & b, c & d);
        let holes = [free[0] & b & lower, a & free[1] & lower, upper & free[2] & d, upper & c & free[3]];
        Cells { own, squares: upper & lower, holes }
    }

    /// Open gates that a step closes: the same four sets, where a stone outside of the cell stands next to the hole.
    #[inline]
    pub(super) fn closed_by_a_step(&self) -> [Bits<W>; 4] {
        let own = |right, down| self.own.seen_at(right, down);
        [
            self.holes[0] & (own(-1, 0) | own(0, -1)),
            self.holes[1] & (own(2, 0) | own(1, -1)),
            self.holes[2] & (own(-1, 1) | own(0, 2)),
            self.holes[3] & (own(2, 1) | own(1, 2)),
        ]
    }

    /// The empty corners of cells, as points.
    #[inline]
    pub(super) fn hole_points(holes: [Bits<W>; 4]) -> Bits<W> {
        holes[0] | holes[1].seen_at(-1, 0) | holes[2].seen_at(0, -1) | holes[3].seen_at(-1, -1)
    }

    /// The stones of saddle-bags that take one stone at an end at least, and those of them that take two at both.
    pub(super) fn saddle_bags(&self) -> (Bits<W>, Bits<W>) {
        let squares = self.squares;
        let [upper_left, upper_right, lower_left, lower_right] = self.holes;
        if squares.is_empty() || Self::hole_points(self.holes).is_empty() {
            return (Bits::EMPTY, Bits::EMPTY);
        }
        // Squares of the stone on the side away from the hole, and cells of the hole on the side away from the stone.
        let ways = [
            [squares.seen_at(-1, -1), squares.seen_at(-1, 0), upper_left.seen_at(1, 0), lower_left.seen_at(1, -1)],
            [squares, squares.seen_at(0, -1), upper_right.seen_at(-2, 0), lower_right.seen_at(-2, -1)],
            [squares.seen_at(0, -1), squares.seen_at(-1, -1), upper_left.seen_at(0, 1), upper_right.seen_at(-1, 1)],
            [squares, squares.seen_at(-1, 0), lower_left.seen_at(0, -2), lower_right.seen_at(-1, -2)],
        ];
        let mut found = (Bits::EMPTY, Bits::EMPTY);
        for [at_stone, at_stone_too, at_hole, at_hole_too] in ways {
            found.0 = found.0 | self.own & (at_stone | at_stone_too) & (at_hole | at_hole_too);
            found.1 = found.1 | self.own & at_stone & at_stone_too & at_hole & at_hole_too;
        }
        found
    }

    /// The stones that are corners of cells.
    #[inline]
    pub(super) fn corners_of(&self, cells: Bits<W>) -> Bits<W> {
        (cells | cells.seen_at(-1, 0) | cells.seen_at(0, -1) | cells.seen_at(-1, -1)) & self.own
    }
}
