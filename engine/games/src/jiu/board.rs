//! The board of the search: a turn is a ply for its path and one for each stone it takes.

use smallvec::SmallVec;

use super::bits::Bits;
use super::cells::Cells;
use super::formation::stones_to_take;
use super::game::Game;
use super::laws::Laws;
use super::path::Path;
use super::position::Stage;
use super::rules::GateKind;
use tengen_engine::color::Color;
use tengen_engine::internals::zobrist::{self, Key};

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
        let saddle_bag = !(single | double).is_empty();
        let open = laws.rules.gate == GateKind::OpenOrClosed
            && self.counts[!us as usize] > 3
            && other.holes.iter().any(|holes| !holes.is_empty());
        let gate = !other.squares.is_empty() || open;
        match (saddle_bag, gate) {
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
