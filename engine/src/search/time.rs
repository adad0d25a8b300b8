//! How long to think: a budget made from the clock, and whether it is used up. Pure: the time that has passed is handed in.

use std::time::Duration;

use web_time::Instant;

/// The time there is for one answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock {
    /// When the request was received; everything is counted from here.
    pub received: Instant,
    /// The most time for this answer. Zero asks for an answer as fast as possible; `None` sets no limit.
    pub turn: Option<Duration>,
    /// What is left for the rest of the game, this answer included. `None` sets no limit.
    pub left: Option<Duration>,
    /// What each answer adds to the time left.
    pub increment: Duration,
}

impl Clock {
    /// No limit of time at all, for a request received then.
    pub fn since(received: Instant) -> Clock {
        Clock { received, turn: None, left: None, increment: Duration::ZERO }
    }

    /// The most time that this answer may take, whichever limit sets it.
    pub fn limit(&self) -> Option<Duration> {
        self.turn.into_iter().chain(self.left).min()
    }
}

/// The time for one answer, counted from the receipt of the request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// The share of this answer: [`Budget::is_enough`] takes a part of it where the best move is settled, and more than all
    /// of it where it is not. `None` where time is no matter or the turn alone limits it.
    pub soft: Option<Duration>,
    /// Past this the search stops wherever it is. `None` when time is no matter.
    pub hard: Option<Duration>,
}

/// Answers for which the time left is shared out, at least.
const ANSWERS_LEFT: u32 = 14;
/// The time for all answers of a game is shared out as though they were so many plies.
const PLIES_OF_A_GAME: u32 = 70;
/// Hundredths of an increment that are used at once. The rest is shared out with what is left.
const INCREMENT_USED: u32 = 75;
/// Shares that a hard moment may take at most.
const MOST_SHARES: u32 = 4;
/// A hard moment never takes most of what is left: one part in so many, beside the increment.
const MOST_OF_LEFT: u32 = 3;
/// Hundredths of its share that an answer takes where its best move is settled: what is left over goes to hard moments.
const SETTLED_SHARE: u32 = 60;
/// Hundredths beyond which instability adds no more, so that a hard moment ends before it has taken all of its shares.
const MOST_INSTABILITY: u32 = 200;
/// One part in so many of a limit is kept for the answer to arrive, since short limits need most of their time for thinking.
const RESERVE_PART: u32 = 20;
/// The least that is kept: the answer must be written, carried and read, however short the limit is.
const LEAST_RESERVE: Duration = Duration::from_millis(4);
/// The most that is kept: an answer takes no longer to arrive where there was more time.
const MOST_RESERVE: Duration = Duration::from_millis(60);

/// A part of the time for one answer: one in so many of what is left then.
#[derive(Clone, Copy, Debug)]
pub(super) struct TimePart {
    /// When it begins, after the receipt of the request.
    pub(super) since: Duration,
    /// One in so many.
    pub(super) part: u32,
}

impl TimePart {
    /// All of the time.
    pub(super) const ALL: TimePart = TimePart::of_all(1);

    /// One part in so many of all of the time.
    pub(super) const fn of_all(part: u32) -> TimePart {
        TimePart { since: Duration::ZERO, part }
    }
}

impl Budget {
    /// No limit.
    pub const UNLIMITED: Budget = Budget { soft: None, hard: None };

    /// The budget under a clock, with so many stones on the board. A part of each limit is kept for the answer to arrive.
    pub fn new(clock: &Clock, stones: usize) -> Budget {
        let clock = Clock { turn: clock.turn.map(usable), left: clock.left.map(usable), ..*clock };
        Budget::without_reserve(&clock, stones)
    }

    /// The budget under a clock of which all may be used, since nobody waits for the answer to arrive.
    pub fn without_reserve(clock: &Clock, stones: usize) -> Budget {
        let Clock { turn, left, .. } = *clock;
        let stones = u32::try_from(stones).unwrap_or(u32::MAX);
        let answers = (PLIES_OF_A_GAME.saturating_sub(stones) / 2).max(ANSWERS_LEFT);
        // The sums saturate: a limit may be as long as there are times.
        let gained = clock.increment.saturating_mul(INCREMENT_USED) / 100;
        let share = left.map(|left| (left / answers).saturating_add(gained).min(left));
        let most = left.zip(share).map(|(left, share)| {
            let of_left = (left / MOST_OF_LEFT).saturating_add(clock.increment);
            share.saturating_mul(MOST_SHARES).min(of_left).min(left)
        });
        Budget {
            // Little is gained by stopping early where each share of the game is as long as the turn.
            soft: share.filter(|&share| turn.is_none_or(|turn| share < turn)),
            hard: turn.into_iter().chain(most).min(),
        }
    }

    /// Whether the search must stop now.
    pub fn is_over(&self, elapsed: Duration) -> bool {
        self.is_part_over(elapsed, TimePart::ALL)
    }

    /// Whether this part of the time until the search must stop is over.
    pub(super) fn is_part_over(&self, elapsed: Duration, TimePart { since, part }: TimePart) -> bool {
        self.hard.is_some_and(|hard| elapsed.saturating_sub(since) >= hard.saturating_sub(since) / part)
    }

    /// Whether another iteration is not worth beginning. `instability` is 0 when the best move has long been the same and the
    /// score steady, and 100 or more when neither is.
    pub fn is_enough(&self, elapsed: Duration, instability: u32) -> bool {
        let hundredths = SETTLED_SHARE + instability.min(MOST_INSTABILITY);
        self.soft.is_some_and(|soft| elapsed >= soft.saturating_mul(hundredths) / 100)
    }
}

/// What of a time limit can be used: an answer must still be written, carried and read in time.
fn usable(limit: Duration) -> Duration {
    let reserve = (limit / RESERVE_PART).clamp(LEAST_RESERVE, MOST_RESERVE);
    limit.saturating_sub(reserve)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn budget(turn: Option<u64>, left: Option<u64>, stones: usize) -> Budget {
        let clock = Clock {
            turn: turn.map(Duration::from_millis),
            left: left.map(Duration::from_millis),
            ..Clock::since(Instant::now())
        };
        Budget::new(&clock, stones)
    }

    #[test]
    fn no_budget_reaches_beyond_a_limit() {
        assert_eq!(budget(None, None, 10), Budget::UNLIMITED);
        for turn in [None, Some(0), Some(1), Some(20), Some(1000), Some(30_000), Some(u64::MAX / 2)] {
            for left in [None, Some(0), Some(3), Some(500), Some(180_000), Some(u64::MAX / 2)] {
                for stones in [0, 30, 480] {
                    let Budget { soft, hard } = budget(turn, left, stones);
                    for limit in [turn, left].into_iter().flatten().map(Duration::from_millis) {
                        assert!(hard.unwrap() <= limit);
                        assert!(soft.is_none_or(|soft| soft <= limit));
                    }
                    assert_eq!(hard.is_none(), turn.is_none() && left.is_none());
                }
            }
        }
    }

    #[test]
    fn a_game_is_not_spent_on_its_first_moves() {
        let mut left = 180_000;
        for answer in 0..60 {
            let used = budget(Some(30_000), Some(left), 2 * answer).soft.unwrap().as_millis() as u64;
            assert!(used > 0, "answer {answer}");
            left -= used;
        }
    }

    #[test]
    fn a_reserve_of_every_limit_is_kept_for_the_answer_to_arrive() {
        // One part in twenty, at least 4 ms and at most 60.
        for (limit, used) in [
            (0, 0),
            (3, 0),
            (4, 0),
            (20, 16),
            (80, 76),
            (100, 95),
            (1000, 950),
            (1200, 1140),
            (5000, 4940),
            (60_000, 59_940),
        ] {
            assert_eq!(usable(Duration::from_millis(limit)), Duration::from_millis(used), "of {limit} ms");
            let Budget { soft, hard } = budget(Some(limit), None, 0);
            assert_eq!((soft, hard), (None, Some(Duration::from_millis(used))), "of {limit} ms for a move");
        }
    }

    #[test]
    fn without_a_reserve_a_limit_is_used_to_its_end() {
        for turn in [0, 3, 20, 1000, 60_000].map(Duration::from_millis) {
            let clock = Clock { turn: Some(turn), ..Clock::since(Instant::now()) };
            assert_eq!(Budget::without_reserve(&clock, 0), Budget { soft: None, hard: Some(turn) });
        }
    }

    #[test]
    fn the_time_left_is_shared_out_and_an_increment_is_counted_on() {
        let check = |turn: Option<u64>, left: u64, increment: u64, stones: usize, soft: Option<u64>, hard: u64| {
            let [left, increment] = [left, increment].map(Duration::from_millis);
            let turn = turn.map(Duration::from_millis);
            let clock = Clock { turn, left: Some(left), increment, ..Clock::since(Instant::now()) };
            let found = Budget::new(&clock, stones);
            let found = [found.soft, found.hard].map(|time| time.map(|time| time.as_millis() as u64));
            assert_eq!(found, [soft, Some(hard)], "{clock:?} with {stones} stones");
        };
        // 69,940 ms for 35 answers, for 20, and never for fewer than 14; a hard moment has four shares.
        check(None, 70_000, 0, 0, Some(1998), 7993);
        check(None, 70_000, 0, 30, Some(3497), 13_988);
        check(None, 70_000, 0, 42, Some(4995), 19_982);
        check(None, 70_000, 0, 400, Some(4995), 19_982);
        // Three quarters of an increment are used at once, and a hard moment may have all of it.
        check(None, 70_000, 1000, 0, Some(2748), 10_993);
        check(None, 1000, 1000, 0, Some(777), 950);
        check(None, 100, 10_000, 0, Some(95), 95);
        check(None, 70_000, 50_000, 0, Some(39_498), 69_940 / 3 + 50_000 - 3373);
        check(None, 70_000, 10_000, 400, Some(12_495), 69_940 / 3 + 10_000);
        // What a move may take at most holds besides, and all of it is used where each share of the game is as long.
        check(Some(1000), 70_000, 0, 0, None, 950);
        check(Some(5000), 70_000, 0, 0, Some(1998), 4940);
    }

    #[test]
    fn the_longest_of_all_times_are_no_limit() {
        let max = Some(Duration::MAX);
        for (turn, left) in [(None, max), (max, None), (max, max)] {
            for increment in [Duration::ZERO, Duration::MAX] {
                let budget = Budget::new(&Clock { turn, left, increment, ..Clock::since(Instant::now()) }, 0);
                let century = Duration::from_secs(100 * 365 * 24 * 3600);
                assert!(!budget.is_enough(century, 200) && !budget.is_over(century), "{budget:?}");
            }
        }
        let left = Some(Duration::from_secs(10));
        let clock = Clock { left, increment: Duration::MAX, ..Clock::since(Instant::now()) };
        let all = left.map(usable);
        assert_eq!(Budget::new(&clock, 0), Budget { soft: all, hard: all });
    }

    #[test]
    fn instability_buys_time_up_to_a_limit() {
        let budget = Budget { soft: Some(Duration::from_millis(1000)), hard: Some(Duration::from_millis(2000)) };
        for (instability, enough) in [(0, 600), (10, 700), (60, 1200), (100, 1600), (200, 2600), (900, 2600)] {
            let [before, at] =
                [enough - 1, enough].map(|millis| budget.is_enough(Duration::from_millis(millis), instability));
            assert_eq!([before, at], [false, true], "{enough} ms with an instability of {instability}");
        }
        assert!(!Budget::UNLIMITED.is_enough(Duration::MAX, 0));
        assert_eq!([1999, 2000].map(|millis| budget.is_over(Duration::from_millis(millis))), [false, true]);
        assert!(!Budget::UNLIMITED.is_over(Duration::MAX));
    }

    #[test]
    fn a_part_of_the_time_is_one_of_what_was_left_when_it_began() {
        let budget = Budget { soft: None, hard: Some(Duration::from_millis(1000)) };
        for (since, part, over) in [(0, 1, 1000), (0, 4, 250), (800, 2, 900), (800, 1, 1000), (1000, 2, 1000)] {
            let part = TimePart { since: Duration::from_millis(since), part };
            let [before, at] = [over - 1, over].map(|millis| budget.is_part_over(Duration::from_millis(millis), part));
            assert!(at && (!before || since == over), "{part:?}");
        }
        assert!(!Budget::UNLIMITED.is_part_over(Duration::MAX, TimePart::of_all(2)));
    }

    #[test]
    fn only_what_is_left_makes_a_search_stop_early() {
        let elapsed = Duration::from_secs(9);
        assert!(!budget(Some(10_000), None, 20).is_enough(elapsed, 0));
        assert!(budget(Some(10_000), Some(100_000), 20).is_enough(elapsed, 0));
        assert!(budget(Some(10_000), Some(100_000), 20).is_over(Duration::from_secs(10)));
    }
}
