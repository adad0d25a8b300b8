//! The steps of a swap2 opening, of which each has its own word: `YXSWAP2STEP1` to `YXSWAP2STEP3`.

/// A step of a swap2 opening. `SWAP2BOARD` asks for the one that its stones tell.
///
/// ```
/// use tengen_protocol::command::Swap2Step;
///
/// assert_eq!(Swap2Step::after(3), Some(Swap2Step::AfterThree));
/// assert_eq!(Swap2Step::after(4), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Swap2Step {
    /// Three stones are put.
    Propose,
    /// Colours are swapped or kept, or two more stones are put.
    AfterThree,
    /// Colours are swapped or kept.
    AfterFive,
}

impl Swap2Step {
    /// All of them, in their order.
    pub const ALL: [Swap2Step; 3] = [Swap2Step::Propose, Swap2Step::AfterThree, Swap2Step::AfterFive];

    /// Its number in its word of Yixin-Board, from 1 to 3.
    #[must_use]
    pub const fn number(self) -> u8 {
        self as u8 + 1
    }

    /// The stones on the board when it begins.
    #[must_use]
    pub const fn stones(self) -> usize {
        match self {
            Swap2Step::Propose => 0,
            Swap2Step::AfterThree => 3,
            Swap2Step::AfterFive => 5,
        }
    }

    /// The step after so many stones, if one begins there.
    #[must_use]
    pub fn after(stones: usize) -> Option<Swap2Step> {
        Swap2Step::ALL.into_iter().find(|step| step.stones() == stones)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_is_known_by_its_stones() {
        let begin: Vec<usize> = (0..9).filter(|&stones| Swap2Step::after(stones).is_some()).collect();
        assert_eq!(begin, [0, 3, 5]);
    }
}
