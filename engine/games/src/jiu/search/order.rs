//! The order in which plies are searched, and which of many are worth it.

use crate::jiu::bits::Bits;
use crate::jiu::board::{Act, Board};
use crate::jiu::cells::Cells;
use crate::jiu::laws::Laws;
use tengen_engine::color::Color;

/// A stone jumped or taken comes before everything that history says.
const CAPTURE: i32 = 1 << 20;
/// A killer comes before history.
const KILLER: i32 = 1 << 18;
/// No entry of the history is larger.
const MOST_HISTORY: i32 = 1 << 14;

/// What stones to take are worth: corners of squares, of open gates and of saddle-bags, and those that threaten to jump.
const TAKE_SADDLE_BAG: i32 = 8;
const TAKE_GATE: i32 = 4;
const TAKE_SQUARE: i32 = 2;
const TAKE_JUMPER: i32 = 3;
const TAKE_GUARD: i32 = 1;

/// What points to place on are worth: they complete or spoil a cell with three stones, or one with two.
const PLACE_OWN_THREE: i32 = 8;
const PLACE_OTHER_THREE: i32 = 7;
const PLACE_NEAR_OWN: i32 = 2;
const PLACE_NEAR_OTHER: i32 = 1;

/// A point of worth against history.
const PLACE_WORTH: i32 = MOST_HISTORY / 4;

/// A ply and how early it is searched.
#[derive(Clone, Copy)]
pub(super) struct Ranked {
    pub(super) act: Act,
    pub(super) rank: i32,
    /// Stones that a path captures, jumped and taken together.
    pub(super) captures: i32,
}

/// What cut off before: for every side, from and to.
pub(super) struct History<const W: usize> {
    table: Vec<i16>,
}

impl<const W: usize> History<W> {
    pub(super) fn new() -> History<W> {
        History { table: vec![0; 2 * Bits::<W>::LEN * Bits::<W>::LEN] }
    }

    fn place(color: Color, act: Act) -> usize {
        (color as usize * Bits::<W>::LEN + usize::from(act.from)) * Bits::<W>::LEN + usize::from(act.to)
    }

    pub(super) fn get(&self, color: Color, act: Act) -> i32 {
        i32::from(self.table[Self::place(color, act)])
    }

    /// Moves an entry up or down, the less the nearer it is to the end of its range.
    pub(super) fn update(&mut self, color: Color, act: Act, bonus: i32) {
        let entry = &mut self.table[Self::place(color, act)];
        let old = i32::from(*entry);
        *entry = (old + bonus - old * bonus.abs() / MOST_HISTORY) as i16;
    }

    pub(super) fn decay(&mut self) {
        self.table.iter_mut().for_each(|entry| *entry /= 2);
    }
}

/// How early a path is searched.
pub(super) fn rank_path<const W: usize>(
    board: &Board<W>,
    laws: &Laws<W>,
    own_holes: Bits<W>,
    act: Act,
    killers: [Option<Act>; 2],
    history: &History<W>,
) -> Ranked {
    let may_take = act.jumps > 0 || own_holes.contains(usize::from(act.to)) || laws.rules.formations;
    let captures = if may_take { board.gain(laws, act) as i32 } else { 0 };
    let killer = if killers.contains(&Some(act)) { KILLER } else { 0 };
    Ranked { act, rank: captures * CAPTURE + killer + history.get(board.to_move, act), captures }
}

/// Ranks the stones that can be taken by what the other side loses with them.
pub(super) fn rank_takes<const W: usize>(board: &Board<W>, laws: &Laws<W>, acts: &[Act], ranked: &mut Vec<Ranked>) {
    let (own, other, empty) = (board.own(), board.other(), board.empty(laws));
    let cells = Cells::new(other, empty);
    let gates = cells.closed_by_a_step();
    let all_gates = gates.iter().fold(Bits::EMPTY, |all, &cells| all | cells);
    let (bags, _) = cells.saddle_bags();
    let squares = cells.corners_of(cells.squares);
    let gate_corners = cells.corners_of(all_gates);
    let near = |set: Bits<W>| set.seen_at(1, 0) | set.seen_at(-1, 0) | set.seen_at(0, 1) | set.seen_at(0, -1);
    let jumper = |right, down| own.seen_at(right, down) & empty.seen_at(2 * right, 2 * down);
    let jumpers = other & (jumper(1, 0) | jumper(-1, 0) | jumper(0, 1) | jumper(0, -1));
    let guards = other & near(Cells::hole_points(Cells::new(own, empty).holes) | own);
    let worth = [
        (bags, TAKE_SADDLE_BAG),
        (gate_corners, TAKE_GATE),
        (squares, TAKE_SQUARE),
        (jumpers, TAKE_JUMPER),
        (guards, TAKE_GUARD),
    ];
    ranked.extend(acts.iter().map(|&act| {
        let index = usize::from(act.to);
        let of_sets: i32 = worth.iter().filter(|(set, _)| set.contains(index)).map(|&(_, worth)| worth).sum();
        let squares_at = Board::squares_at(laws, other, index) as i32;
        Ranked { act, rank: of_sets + squares_at, captures: 0 }
    }));
}

/// Ranks the points to place on.
pub(super) fn rank_places<const W: usize>(
    board: &Board<W>,
    laws: &Laws<W>,
    acts: &[Act],
    killers: [Option<Act>; 2],
    history: &History<W>,
    ranked: &mut Vec<Ranked>,
) {
    let (own, other, empty) = (board.own(), board.other(), board.empty(laws));
    let holes = |stones| Cells::hole_points(Cells::new(stones, empty).holes);
    let near = |set: Bits<W>| set.seen_at(1, 0) | set.seen_at(-1, 0) | set.seen_at(0, 1) | set.seen_at(0, -1);
    let worth = [
        (holes(own), PLACE_OWN_THREE),
        (holes(other), PLACE_OTHER_THREE),
        (near(own), PLACE_NEAR_OWN),
        (near(other), PLACE_NEAR_OTHER),
    ];
    ranked.extend(acts.iter().map(|&act| {
        let index = usize::from(act.to);
        let of_sets: i32 = worth.iter().filter(|(set, _)| set.contains(index)).map(|&(_, worth)| worth).sum();
        let killer = if killers.contains(&Some(act)) { MOST_HISTORY } else { 0 };
        let rank = of_sets * PLACE_WORTH + killer + history.get(board.to_move, act);
        Ranked { act, rank, captures: 0 }
    }));
}
