//! The words about the game, which cannot be obeyed beside a search.

use super::{SoosyrvStep, Swap2Step};

/// A word that begins a game, changes the position, asks for a move or clears what searches have learned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GameWord {
    /// `START n`: a new game on a square board.
    Start,
    /// `RECTSTART w,h`: a new game on any board.
    RectStart,
    /// `RESTART`: a new game on the same board.
    Restart,
    /// `BEGIN`: move first.
    Begin,
    /// `TURN x,y`: the opponent moved, answer.
    Turn,
    /// `PLAY x,y`: make this move.
    Play,
    /// `TAKEBACK x,y`: undo the last stone.
    TakeBack,
    /// A word that the stones of a position follow.
    Position(PositionWord),
    /// `YXHASHCLEAR`: forget everything learned.
    HashClear,
    /// `YXNBEST n`: the n best moves.
    NBest,
    /// `YXSEARCHDEFEND`: a judgement of every move.
    SearchDefend,
    /// `YXBALANCEONE b`: the move after which the judgement is nearest to b.
    BalanceOne,
    /// `YXBALANCETWO b`: the same of two moves, one of each side.
    BalanceTwo,
    /// `YXSWAP2STEP1` to `YXSWAP2STEP3`: a step of a swap2 opening.
    Swap2(Swap2Step),
    /// `YXSOOSORVSTEP1` to `YXSOOSORVSTEP6`: a step of an opening by Soosyrv-8; all but the first with stones up to
    /// `DONE`.
    Soosyrv(SoosyrvStep),
}

/// A word that the stones of a position follow, up to `DONE`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PositionWord {
    /// `BOARD` … `DONE`: a whole position, answer.
    Board,
    /// `YXBOARD` … `DONE`: a whole position, no answer.
    YxBoard,
    /// `SWAP2BOARD` … `DONE`: a swap2 opening, answer.
    Swap2Board,
}
