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

impl TimeControl {
    /// What comes after the main time, again and again: so much for so many actions.
    fn overtime(self) -> Option<(Duration, u32)> {
        match self {
            TimeControl::MainThenMove { each, .. } => Some((each, 1)),
            TimeControl::MainThenPeriod { actions, period, .. } => Some((period, actions.max(1))),
            TimeControl::Unlimited
            | TimeControl::SuddenDeath(_)
            | TimeControl::PerMove(_)
            | TimeControl::Fischer { .. } => None,
        }
    }
}

/// The time was overstepped.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the time is up")]
pub struct Flag;

/// Nanoseconds of a millisecond.
const NANOSECONDS: i64 = 1_000_000;

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
///
/// // No action longer than ten minutes, and nobody is blamed for a minute.
/// let mut timer = Timer::new(TimeControl::SuddenDeath(minutes(30))).with_cap(minutes(10)).with_tolerance(minutes(1));
/// assert_eq!((timer.most(), timer.allowance()), (Some(minutes(10)), Some(minutes(11))));
/// assert!(timer.spend(minutes(12)).is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Timer {
    control: TimeControl,
    /// The longest that one action may take, however much is left.
    cap: Option<Duration>,
    /// How much later than allowed an action may be done.
    tolerance: Duration,
    /// Nanoseconds left of the main time or of the present period, below zero where the tolerance was used. `None` when there
    /// is neither.
    left: Option<i64>,
    /// Whether the main time is used up.
    over: bool,
    /// Actions that are still to be done in the present period.
    due: u32,
    /// What the present action has taken so far.
    spent: Duration,
    used: Duration,
}

impl Timer {
    /// A clock that has not begun to run.
    #[must_use]
    pub fn new(control: TimeControl) -> Timer {
        let (left, cap) = match control {
            TimeControl::Unlimited => (None, None),
            TimeControl::PerMove(each) => (None, Some(each)),
            TimeControl::SuddenDeath(main)
            | TimeControl::MainThenMove { main, .. }
            | TimeControl::MainThenPeriod { main, .. }
            | TimeControl::Fischer { main, .. } => (Some(nanoseconds(main)), None),
        };
        let (tolerance, spent, used) = (Duration::ZERO, Duration::ZERO, Duration::ZERO);
        Timer { control, cap, tolerance, left, over: false, due: 0, spent, used }
    }

    /// The same, with no action longer than this.
    #[must_use]
    pub fn with_cap(self, most: Duration) -> Timer {
        Timer { cap: Some(self.cap.map_or(most, |cap| cap.min(most))), ..self }
    }

    /// The same, where a flag falls only so much later. What was used of it is owed to the main time or the period; a new
    /// period, and an action that has a time of its own, has all of it again.
    #[must_use]
    pub fn with_tolerance(self, tolerance: Duration) -> Timer {
        Timer { tolerance, ..self }
    }

    /// Lets time pass while the side is to act.
    ///
    /// # Errors
    /// [`Flag`] when there was not so much.
    pub fn spend(&mut self, time: Duration) -> Result<(), Flag> {
        self.used = self.used.saturating_add(time);
        self.spent = self.spent.saturating_add(time);
        let mut time = nanoseconds(time);
        if let Some(left) = self.left.filter(|&left| time > left && !self.over)
            && let Some((period, actions)) = self.control.overtime()
        {
            time -= left;
            (self.left, self.due, self.over) = (Some(nanoseconds(period)), actions, true);
        }
        self.left = self.left.map(|left| left.saturating_sub(time));
        let is_late = self.cap.is_some_and(|cap| self.spent > cap.saturating_add(self.tolerance))
            || self.left.is_some_and(|left| left < -nanoseconds(self.tolerance));
        if is_late { Err(Flag) } else { Ok(()) }
    }

    /// An action is done: the clock is made ready for the next.
    pub fn complete(&mut self) {
        self.spent = Duration::ZERO;
        if let TimeControl::Fischer { increment, .. } = self.control {
            self.left = self.left.map(|left| left.saturating_add(nanoseconds(increment)));
        }
        if let Some((period, actions)) = self.control.overtime().filter(|_| self.over) {
            self.due = self.due.saturating_sub(1);
            if self.due == 0 {
                (self.left, self.due) = (Some(nanoseconds(period)), actions);
            }
        }
    }

    /// What is left of the main time, of the period or for the action, whichever is least. `None` when there is no limit.
    #[must_use]
    pub fn left(&self) -> Option<Duration> {
        self.least(self.left)
    }

    /// The longest the present action may take from now on, the time after the main time included. `None` when there is no
    /// limit.
    #[must_use]
    pub fn most(&self) -> Option<Duration> {
        self.least(self.total())
    }

    /// The same with the tolerance: what takes longer lets the flag fall.
    #[must_use]
    pub fn allowance(&self) -> Option<Duration> {
        let tolerance = nanoseconds(self.tolerance);
        let owed = self.total().map(|left| left.saturating_add(tolerance));
        let cap = self.cap.map(|cap| nanoseconds(cap.saturating_add(self.tolerance).saturating_sub(self.spent)));
        [owed, cap].into_iter().flatten().min().map(duration)
    }

    /// Milliseconds left for the game, those after the main time included, below zero where the tolerance was used. `None` when
    /// no time but that of each action is limited.
    #[must_use]
    pub fn balance(&self) -> Option<i64> {
        self.total().map(|left| left / NANOSECONDS)
    }

    /// What was used in the whole game.
    #[must_use]
    pub fn used(&self) -> Duration {
        self.used
    }

    /// Nanoseconds left, with the time after the main time.
    fn total(&self) -> Option<i64> {
        let overtime = self.control.overtime().filter(|_| !self.over);
        let more = overtime.map_or(Duration::ZERO, |(period, _)| period);
        Some(self.left?.saturating_add(nanoseconds(more)))
    }

    /// The least of so many nanoseconds and what the cap leaves.
    fn least(&self, left: Option<i64>) -> Option<Duration> {
        let cap = self.cap.map(|cap| cap.saturating_sub(self.spent));
        [left.map(duration), cap].into_iter().flatten().min()
    }
}

impl From<TimeControl> for Timer {
    fn from(control: TimeControl) -> Timer {
        Timer::new(control)
    }
}

fn nanoseconds(time: Duration) -> i64 {
    i64::try_from(time.as_nanos()).unwrap_or(i64::MAX)
}

/// So many nanoseconds, or none below zero.
fn duration(nanoseconds: i64) -> Duration {
    Duration::from_nanos(u64::try_from(nanoseconds).unwrap_or(0))
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

    #[test]
    fn an_action_has_a_cap_and_what_is_late_is_owed() {
        let ms = Duration::from_millis;
        let capped = |control| Timer::new(control).with_cap(ms(40)).with_tolerance(ms(10));
        let mut timer = capped(TimeControl::SuddenDeath(ms(100)));
        let mut take = |time: u64| {
            let allowed = timer.allowance().is_some_and(|allowance| ms(time) <= allowance);
            let fits = timer.spend(ms(time)).is_ok();
            assert_eq!(fits, allowed, "{time}");
            timer.complete();
            fits.then_some((timer.balance(), timer.most()))
        };
        // Fifty for an action with the tolerance, and at last only what is left and not yet owed.
        assert_eq!(take(50), Some((Some(50), Some(ms(40)))));
        assert_eq!(take(30), Some((Some(20), Some(ms(20)))));
        assert_eq!(take(24), Some((Some(-4), Some(ms(0)))));
        assert_eq!(take(5), Some((Some(-9), Some(ms(0)))));
        assert_eq!(take(2), None);
        // What is earned pays what is owed.
        let mut fischer = Timer::new(TimeControl::Fischer { main: ms(10), increment: ms(6) }).with_tolerance(ms(5));
        fischer.spend(ms(12)).unwrap();
        fischer.complete();
        assert_eq!((fischer.balance(), fischer.allowance()), (Some(4), Some(ms(9))));
        // Nothing is owed to the next action that has a time of its own, nor to the next period.
        let each = TimeControl::MainThenPeriod { main: Duration::ZERO, actions: 1, period: ms(10) };
        for control in [TimeControl::PerMove(ms(10)), each] {
            let mut timer = Timer::new(control).with_tolerance(ms(5));
            for _ in 0..3 {
                timer.spend(ms(15)).unwrap();
                timer.complete();
            }
            assert!(timer.spend(ms(16)).is_err(), "{control}");
        }
        // The cap is for all that is spent on one action, and the time for the game is not limited by it.
        let mut alone = capped(TimeControl::Unlimited);
        alone.spend(ms(30)).unwrap();
        assert_eq!((alone.balance(), alone.most(), alone.allowance()), (None, Some(ms(10)), Some(ms(20))));
        assert!(alone.spend(ms(21)).is_err());
    }
}
