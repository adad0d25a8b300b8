//! The window of alpha-beta: between which scores a search has to be exact.

use crate::jiu::search::WIN;

/// Alpha and beta, of the side to move: of scores outside it is enough to know on which side they lie.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Window {
    pub(super) alpha: i32,
    pub(super) beta: i32,
}

impl Window {
    /// Every score lies within.
    pub(super) const FULL: Window = Window { alpha: -WIN, beta: WIN };

    /// The null window: it tells only whether a score is above alpha.
    pub(super) const fn null(alpha: i32) -> Window {
        Window { alpha, beta: alpha + 1 }
    }

    /// The same window for the other side.
    pub(super) const fn flipped(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }

    /// Whether there are scores between alpha and beta, as on the principal variation alone.
    pub(super) const fn is_open(self) -> bool {
        self.beta - self.alpha > 1
    }

    /// Whether alpha has reached beta, so that no score is of interest any more.
    pub(super) const fn is_closed(self) -> bool {
        self.alpha >= self.beta
    }

    /// Whether a score lies between alpha and beta.
    pub(super) const fn contains(self, score: i32) -> bool {
        score > self.alpha && score < self.beta
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_are_open_null_or_closed() {
        let window = |alpha, beta| Window { alpha, beta };
        for (window, is_open, is_closed) in [
            (Window::FULL, true, false),
            (window(-1, 1), true, false),
            (Window::null(-3), false, false),
            (window(5, 5), false, true),
            (window(6, 5), false, true),
        ] {
            for window in [window, window.flipped()] {
                assert_eq!((window.is_open(), window.is_closed()), (is_open, is_closed), "{window:?}");
                let has_score = (window.alpha..=window.beta).any(|score| window.contains(score));
                assert_eq!(has_score, is_open, "{window:?}");
            }
        }
        assert_eq!(window(-2, 7).flipped(), window(-7, 2));
    }
}
