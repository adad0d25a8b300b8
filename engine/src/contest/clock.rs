//! Clocks: how much time a side has, and what is left of it. Pure: the time that has passed is handed in.

use std::fmt;
use std::time::Duration;

/// How much time a side has for a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TimeControl {
    /// As much as it likes.
    Unlimited,
    /// So much for the whole game.
    SuddenDeath(Duration),
    /// So much for each action; what is not used is lost.
    PerMove(Duration),
    /// A main time, and then so much for each action.
    MainThenMove {
        /// For all actions until it is used up.
        main: Duration,
        /// For each action after that.
        each: Duration,
    },
    /// A main time, and then a number of actions in a period, again and again.
    MainThenPeriod {
        /// For all actions until it is used up.
        main: Duration,
        /// Actions of a period, at least one.
        actions: u32,
        /// For the actions of a period.
        period: Duration,
    },
    /// A main time to which each action adds.
    Fischer {
        /// For all actions.
        main: Duration,
        /// What each action adds when it is done.
        increment: Duration,
    },
}

/// The time was overstepped.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the time is up")]
pub struct Flag;

/// The clock of one side.
///
/// ```
/// use std::time::Duration;
/// use tengen_engine::contest::{TimeControl, Timer};
///
/// let minutes = |minutes: u64| Duration::from_secs(60 * minutes);
/// let mut timer = Timer::new(TimeControl::MainThenPeriod { main: minutes(120), actions: 10, period: minutes(10) });
/// timer.spend(minutes(125)).unwrap();
/// timer.complete();
/// assert_eq!(timer.left(), Some(minutes(5)));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Timer {
    control: TimeControl,
    /// What is left of the main time, or of that for the present action or period.
    left: Duration,
    /// Whether the main time is used up.
    over: bool,
    /// Actions that are still to be done in the present period.
    due: u32,
    used: Duration,
}

impl Timer {
    /// A clock that has not begun to run.
    #[must_use]
    pub fn new(control: TimeControl) -> Timer {
        let left = match control {
            TimeControl::Unlimited => Duration::MAX,
            TimeControl::SuddenDeath(main) | TimeControl::PerMove(main) => main,
            TimeControl::MainThenMove { main, .. }
            | TimeControl::MainThenPeriod { main, .. }
            | TimeControl::Fischer { main, .. } => main,
        };
        Timer { control, left, over: false, due: 0, used: Duration::ZERO }
    }

    /// Lets time pass while the side is to act.
    ///
    /// # Errors
    /// [`Flag`] when there was not so much. The clock then stands at nothing.
    pub fn spend(&mut self, time: Duration) -> Result<(), Flag> {
        self.used = self.used.saturating_add(time);
        if self.control == TimeControl::Unlimited {
            return Ok(());
        }
        let mut time = time;
        if time > self.left && !self.over {
            let then = match self.control {
                TimeControl::MainThenMove { each, .. } => Some((each, 1)),
                TimeControl::MainThenPeriod { actions, period, .. } => Some((period, actions.max(1))),
                _ => None,
            };
            if let Some((next, due)) = then {
                time -= self.left;
                (self.left, self.due, self.over) = (next, due, true);
            }
        }
        let fits = time <= self.left;
        self.left = self.left.saturating_sub(time);
        if fits { Ok(()) } else { Err(Flag) }
    }

    /// An action is done: the clock is made ready for the next.
    pub fn complete(&mut self) {
        match self.control {
            TimeControl::Unlimited | TimeControl::SuddenDeath(_) => {}
            TimeControl::PerMove(each) => self.left = each,
            TimeControl::Fischer { increment, .. } => self.left = self.left.saturating_add(increment),
            TimeControl::MainThenMove { each: period, .. } | TimeControl::MainThenPeriod { period, .. }
                if self.over =>
            {
                self.due = self.due.saturating_sub(1);
                if self.due == 0 {
                    self.left = period;
                    self.due = match self.control {
                        TimeControl::MainThenPeriod { actions, .. } => actions.max(1),
                        _ => 1,
                    };
                }
            }
            TimeControl::MainThenMove { .. } | TimeControl::MainThenPeriod { .. } => {}
        }
    }

    /// What is left of the main time, of the period or for the action, whichever runs. `None` when there is no limit.
    #[must_use]
    pub fn left(&self) -> Option<Duration> {
        (self.control != TimeControl::Unlimited).then_some(self.left)
    }

    /// The longest the present action may take, the time after the main time included. `None` when there is no limit.
    #[must_use]
    pub fn most(&self) -> Option<Duration> {
        let left = self.left()?;
        let more = match self.control {
            TimeControl::MainThenMove { each, .. } if !self.over => each,
            TimeControl::MainThenPeriod { period, .. } if !self.over => period,
            _ => Duration::ZERO,
        };
        Some(left.saturating_add(more))
    }

    /// What was used in the whole game.
    #[must_use]
    pub fn used(&self) -> Duration {
        self.used
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            TimeControl::Unlimited => f.write_str("no limit"),
            TimeControl::SuddenDeath(main) => write!(f, "{main:?}"),
            TimeControl::PerMove(each) => write!(f, "{each:?} a move"),
            TimeControl::MainThenMove { main, each } => write!(f, "{main:?}, then {each:?} a move"),
            TimeControl::MainThenPeriod { main, actions, period } => {
                write!(f, "{main:?}, then {actions} moves in {period:?}")
            }
            TimeControl::Fischer { main, increment } => write!(f, "{main:?} + {increment:?} a move"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Spends seconds action by action; what is left after each that is done, and whether the flag fell at the end.
    fn run(control: TimeControl, spent: &[u64]) -> (Vec<u64>, bool) {
        let mut timer = Timer::new(control);
        let mut left = Vec::new();
        for &seconds in spent {
            let most = timer.most();
            let flag = timer.spend(Duration::from_secs(seconds)).is_err();
            assert_eq!(flag, most.is_some_and(|most| Duration::from_secs(seconds) > most), "{control}: {seconds}");
            if flag {
                return (left, true);
            }
            timer.complete();
            left.extend(timer.left().map(|left| left.as_secs()));
        }
        assert_eq!(timer.used(), Duration::from_secs(spent.iter().sum()));
        (left, false)
    }

    #[test]
    fn every_clock_runs_as_it_is_written() {
        let s = Duration::from_secs;
        let each = TimeControl::MainThenMove { main: s(30), each: s(5) };
        let period = TimeControl::MainThenPeriod { main: s(30), actions: 2, period: s(10) };
        let fischer = TimeControl::Fischer { main: s(10), increment: s(3) };
        for (control, spent, left, flag) in [
            (TimeControl::Unlimited, &[1_000_000][..], &[][..], false),
            (TimeControl::SuddenDeath(s(10)), &[4, 6], &[6, 0], false),
            (TimeControl::SuddenDeath(s(10)), &[4, 7], &[6], true),
            (TimeControl::PerMove(s(5)), &[5, 1, 5], &[5, 5, 5], false),
            (TimeControl::PerMove(s(5)), &[1, 6], &[5], true),
            // The main time runs out within the third action, which then has its five seconds.
            (each, &[20, 10, 5, 2, 5], &[10, 0, 5, 5, 5], false),
            (each, &[20, 14, 5], &[10, 5, 5], false),
            (each, &[20, 16], &[10], true),
            (each, &[30, 6], &[0], true),
            // Two moves in ten seconds, again and again.
            (period, &[30, 4, 6, 9, 1], &[0, 6, 10, 1, 10], false),
            (period, &[30, 4, 7], &[0, 6], true),
            (period, &[30, 4, 1, 9, 2], &[0, 6, 10, 1], true),
            (fischer, &[10, 3, 2, 4], &[3, 3, 4, 3], false),
            (fischer, &[10, 4], &[3], true),
        ] {
            assert_eq!(run(control, spent), (left.to_vec(), flag), "{control}: {spent:?}");
        }
    }
}
