//! Measures what a move costs outside of the search.

use std::time::Duration;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LatencyClock {
    pub(super) side: usize,
    pub(super) left: Duration,
    pub(super) increment: Duration,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct AnswerLatency {
    pub(super) mean: Duration,
    pub(super) worst: Duration,
    last: Option<(LatencyClock, Duration)>,
}

/// More means that the clock or the machine was stopped.
const MOST: Duration = Duration::from_millis(500);
/// The weight of the last move in the mean, and what the worst loses by each move. Chosen, not
/// measured.
const WEIGHT: f64 = 0.25;
const FADES: f64 = 0.02;

impl AnswerLatency {
    pub(super) fn answered(&mut self, clock: LatencyClock, after: Duration) {
        self.last = Some((clock, after));
    }

    pub(super) fn asked(&mut self, now: LatencyClock) {
        let Some((last, spent)) = self.last.take().filter(|(last, _)| last.side == now.side) else { return };
        let had = last.left.saturating_add(last.increment);
        if let Some(gone) = had.checked_sub(now.left) {
            let seen = gone.saturating_sub(spent).min(MOST);
            self.mean = self.mean.mul_f64(1.0 - WEIGHT) + seen.mul_f64(WEIGHT);
            self.worst = seen.max(self.worst.mul_f64(1.0 - FADES));
        }
    }

    /// Discards the last answer, where the clock until the next is not of one move: in another game,
    /// after a search without a clock, or for a move that was searched while the opponent thought.
    pub(super) fn forget(&mut self) {
        self.last = None;
    }
}

#[cfg(test)]
mod tests {
    use super::{AnswerLatency, Duration, LatencyClock, MOST};

    const fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    const fn clock(side: usize, left: u64) -> LatencyClock {
        LatencyClock { side, left: ms(left), increment: ms(10) }
    }

    #[test]
    fn what_is_gone_and_was_not_searched_is_latency() {
        let mut latency = AnswerLatency::default();
        latency.asked(clock(0, 1000));
        assert_eq!((latency.mean, latency.worst), (ms(0), ms(0)));
        latency.answered(clock(0, 1000), ms(30));
        latency.asked(clock(0, 960));
        assert_eq!((latency.mean, latency.worst), (ms(5), ms(20)));
        latency.answered(clock(0, 960), ms(30));
        latency.asked(clock(0, 940));
        assert_eq!((latency.mean, latency.worst), (ms(5).mul_f64(0.75), ms(20).mul_f64(0.98)));
    }

    #[test]
    fn another_game_another_side_and_a_stopped_clock_are_none() {
        for (now, is_new) in [(clock(0, 1200), false), (clock(1, 900), false), (clock(0, 900), true)] {
            let mut latency = AnswerLatency::default();
            latency.answered(clock(0, 1000), ms(30));
            if is_new {
                latency.forget();
            }
            latency.asked(now);
            assert_eq!(latency, AnswerLatency::default(), "{now:?}");
        }
        let mut latency = AnswerLatency::default();
        latency.answered(clock(0, 900_000), ms(30));
        latency.asked(clock(0, 1000));
        assert_eq!(latency.worst, MOST);
    }
}
