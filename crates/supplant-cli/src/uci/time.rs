//! Turns a clock into a soft and a hard limit. It is a pure function.

use std::time::Duration;

use super::command::Go;
use super::latency::AnswerLatency;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Budget {
    pub(super) soft: Option<Duration>,
    pub(super) hard: Option<Duration>,
}

/// The moves expected until the end, if the clock does not say. Chosen, not measured.
const MOVES: u64 = 30;
const GREATEST_SHARE: u32 = 5;
const STRETCH: u32 = 4;
const LEAST: Duration = Duration::from_millis(1);
/// Below this limit one worker searches alone: waking and stopping several would use it up.
pub(super) const HURRY: Duration = Duration::from_millis(25);

impl Budget {
    pub(super) fn of(go: &Go, side: usize, overhead: Duration, latency: &AnswerLatency) -> Self {
        if go.infinite {
            return Self::default();
        }
        // Most of a given time is searched, even if it is short.
        let of_move = go.movetime.map(|time| time.saturating_sub(overhead.min(time / 3)).max(LEAST));
        let of_clock =
            go.time[side].map(|left| by_clock(left, go.increment[side], go.moves_to_go, overhead, latency));
        let hard = [of_move, of_clock.map(|(_, hard)| hard)].into_iter().flatten().min();
        Self { soft: of_clock.map(|(soft, _)| soft), hard }
    }

    pub(super) fn is_hurried(&self) -> bool {
        self.hard.is_some_and(|hard| hard < HURRY)
    }
}

fn by_clock(
    left: Duration,
    increment: Duration,
    moves: Option<u64>,
    overhead: Duration,
    latency: &AnswerLatency,
) -> (Duration, Duration) {
    // The next move may have the worst latency, too, and follow at once.
    let usable = left.saturating_sub(overhead.max(2 * latency.worst));
    // UCI does not define `movestogo 0`; it counts as absent.
    let moves = moves.filter(|&moves| moves > 0).map_or(MOVES, |moves| moves.min(MOVES)) as u32;
    // The rest of the increment makes up for moves that took too long.
    let regained = increment.saturating_sub(overhead).mul_f64(0.75);
    // If a move costs more outside of the search than its increment, every later move must pay for
    // it.
    let lost = latency.mean.saturating_sub(increment);
    let share = (usable / moves + regained).saturating_sub(lost);
    let most = if moves == 1 { usable.mul_f64(0.8) } else { usable / GREATEST_SHARE };
    let soft = (share.mul_f64(0.6)).min(most).max(LEAST);
    (soft, share.saturating_mul(STRETCH).min(most).max(LEAST))
}

#[cfg(test)]
mod tests {
    use super::super::latency::LatencyClock;
    use super::{AnswerLatency, Budget, Duration, Go};

    const fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    fn clock(left: u64, increment: u64, moves_to_go: Option<u64>) -> Go {
        Go { time: [Some(ms(left)); 2], increment: [ms(increment); 2], moves_to_go, ..Go::default() }
    }

    #[test]
    fn no_move_plans_to_use_more_time_than_is_left() {
        for left in [0, 1, 5, 30, 31, 60, 100, 1000, 60_000, 3_600_000, i64::MAX as u64] {
            for increment in [0, 10, 1000, i64::MAX as u64] {
                for moves in [None, Some(0), Some(1), Some(2), Some(40), Some(u64::MAX)] {
                    let Budget { soft, hard } =
                        Budget::of(&clock(left, increment, moves), 1, ms(30), &AnswerLatency::default());
                    let (soft, hard) = (soft.expect("a clock"), hard.expect("a clock"));
                    let usable = ms(left).saturating_sub(ms(30)).max(ms(1));
                    assert!(soft <= hard && hard <= usable && hard >= ms(1), "{left} {increment} {moves:?}");
                }
            }
        }
    }

    #[test]
    fn a_clock_of_which_every_move_takes_its_hard_limit_and_all_its_overhead_never_runs_out() {
        for (mut left, increment) in [(1000, 10), (10_000, 100), (300, 0), (100, 1)] {
            for _ in 0..300 {
                let hard = Budget::of(&clock(left, increment, None), 0, ms(30), &AnswerLatency::default())
                    .hard
                    .expect("a clock");
                let beside = if hard < super::HURRY { 0 } else { 30 };
                let taken = hard.as_millis() as u64 + beside;
                if increment == 0 && hard == ms(1) {
                    break;
                }
                assert!(taken < left, "{left} ms left, {taken} taken");
                left = left - taken + increment;
            }
        }
    }

    fn moves_made(cost: impl Fn(usize) -> Duration, is_measured: bool) -> usize {
        let (mut left, increment, mut latency) = (ms(1000), ms(10), AnswerLatency::default());
        for made in 0..300 {
            let go = clock(left.as_millis() as u64, 10, None);
            let clock = LatencyClock { side: 0, left, increment };
            if is_measured {
                latency.asked(clock);
            }
            let spent = Budget::of(&go, 0, ms(30), &latency).soft.expect("a clock");
            latency.answered(clock, spent);
            match left.checked_sub(spent + cost(made)) {
                Some(rest) => left = rest + increment,
                None => return made,
            }
        }
        300
    }

    #[test]
    fn a_machine_that_costs_more_than_the_increment_is_seen_and_its_clock_lasts_longer() {
        let made = |cost| [true, false].map(|is_measured| moves_made(|_| ms(cost), is_measured));
        assert_eq!(made(3), [300, 300]);
        let [measured, unmeasured] = made(25);
        assert!(measured >= 50 && measured > unmeasured + 8, "{measured} {unmeasured}");
    }

    #[test]
    fn a_machine_that_stands_still_now_and_then_is_seen_and_its_clock_lasts_longer() {
        for (every, still) in [(40, 200), (20, 150), (10, 60)] {
            let cost = |made| ms(if made >= 15 && made % every == 0 { still } else { 4 });
            let [measured, unmeasured] = [true, false].map(|is_measured| moves_made(cost, is_measured));
            assert!(measured >= unmeasured + 50, "{every} {still}: {measured} {unmeasured}");
        }
    }

    #[test]
    fn each_side_has_its_own_clock_and_the_least_limit_counts() {
        let no_moves_to_go = clock(60_000, 0, Some(0));
        let budget = |go: &Go| Budget::of(go, 0, ms(10), &AnswerLatency::default());
        assert_eq!(budget(&no_moves_to_go), budget(&clock(60_000, 0, None)));
        let mut go = clock(60_000, 0, None);
        go.time[1] = Some(ms(100));
        let [white, black] = [0, 1]
            .map(|side| Budget::of(&go, side, ms(10), &AnswerLatency::default()).hard.expect("a clock"));
        assert!(white > 10 * black);
        go.movetime = Some(ms(15));
        assert_eq!(Budget::of(&go, 0, ms(10), &AnswerLatency::default()).hard, Some(ms(10)));
        go.movetime = Some(ms(60));
        assert_eq!(Budget::of(&go, 0, ms(10), &AnswerLatency::default()).hard, Some(ms(50)));
        go.infinite = true;
        assert_eq!(Budget::of(&go, 0, ms(10), &AnswerLatency::default()), Budget::default());
        assert_eq!(
            Budget::of(&Go { depth: Some(3), ..Go::default() }, 0, ms(10), &AnswerLatency::default()),
            Budget::default()
        );
    }

    #[test]
    fn the_fewer_moves_to_the_control_the_more_each_may_take() {
        let soft = |moves| {
            Budget::of(&clock(60_000, 0, Some(moves)), 0, ms(10), &AnswerLatency::default())
                .soft
                .expect("a clock")
        };
        assert!(soft(1) > soft(2) && soft(2) > soft(20) && soft(20) > ms(1000));
    }
}
