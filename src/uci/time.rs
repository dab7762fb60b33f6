//! Time management: a clock is a soft limit, after which nothing new is begun, and a hard one, at which the search ends. A pure function.

use std::time::Duration;

use super::command::Go;

/// What one move may take.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Budget {
    /// No iteration is begun after it.
    pub(super) soft: Option<Duration>,
    /// Nothing is searched after it.
    pub(super) hard: Option<Duration>,
}

/// Moves that are expected to follow where the clock does not say: chosen, not measured.
const MOVES: u64 = 30;
/// Of what is left, no single move takes more than a fifth part.
const GREATEST_SHARE: u32 = 5;
/// A move may take so many times its share of the clock, if it is begun in time.
const STRETCH: u32 = 4;
/// The least that is ever planned.
const LEAST: Duration = Duration::from_millis(1);
/// Below it one worker searches alone: to have several wake and stop would take as long as it may.
pub(super) const HURRY: Duration = Duration::from_millis(25);

impl Budget {
    /// What `go` leaves the side to move, 0 for White, when a move costs `overhead` outside of the search.
    pub(super) fn of(go: &Go, side: usize, overhead: Duration) -> Self {
        if go.infinite {
            return Self::default();
        }
        let of_move = go.movetime.map(|time| time.saturating_sub(overhead).max(LEAST));
        let of_clock = go.time[side].map(|left| by_clock(left, go.increment[side], go.moves_to_go, overhead));
        let hard = [of_move, of_clock.map(|(_, hard)| hard)].into_iter().flatten().min();
        Self { soft: of_clock.map(|(soft, _)| soft), hard }
    }

    /// Whether there is no time for several workers.
    pub(super) fn is_hurried(&self) -> bool {
        self.hard.is_some_and(|hard| hard < HURRY)
    }
}

fn by_clock(
    left: Duration,
    increment: Duration,
    moves: Option<u64>,
    overhead: Duration,
) -> (Duration, Duration) {
    let usable = left.saturating_sub(overhead);
    let moves = moves.map_or(MOVES, |moves| moves.clamp(1, MOVES)) as u32;
    // Of the increment a part stays, so that the clock recovers from moves that took longer than they should.
    let share = usable / moves + increment.saturating_sub(overhead).mul_f64(0.75);
    // The last move before the next control may take nearly all.
    let most = if moves == 1 { usable.mul_f64(0.8) } else { usable / GREATEST_SHARE };
    let soft = (share.mul_f64(0.6)).min(most).max(LEAST);
    (soft, share.saturating_mul(STRETCH).min(most).max(LEAST))
}

#[cfg(test)]
mod tests {
    use super::{Budget, Duration, Go};

    const fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    fn clock(left: u64, increment: u64, moves_to_go: Option<u64>) -> Go {
        Go { time: [Some(ms(left)); 2], increment: [ms(increment); 2], moves_to_go, ..Go::default() }
    }

    #[test]
    fn no_move_plans_to_use_what_it_has_not() {
        for left in [0, 1, 5, 30, 31, 60, 100, 1000, 60_000, 3_600_000, i64::MAX as u64] {
            for increment in [0, 10, 1000, i64::MAX as u64] {
                for moves in [None, Some(0), Some(1), Some(2), Some(40), Some(u64::MAX)] {
                    let Budget { soft, hard } = Budget::of(&clock(left, increment, moves), 1, ms(30));
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
                let hard = Budget::of(&clock(left, increment, None), 0, ms(30)).hard.expect("a clock");
                // From some point on only the least is planned, and one worker needs little besides.
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

    #[test]
    fn each_side_has_its_own_clock_and_the_least_limit_counts() {
        let mut go = clock(60_000, 0, None);
        go.time[1] = Some(ms(100));
        let [white, black] = [0, 1].map(|side| Budget::of(&go, side, ms(10)).hard.expect("a clock"));
        assert!(white > 10 * black);
        go.movetime = Some(ms(15));
        assert_eq!(Budget::of(&go, 0, ms(10)).hard, Some(ms(5)));
        go.infinite = true;
        assert_eq!(Budget::of(&go, 0, ms(10)), Budget::default());
        assert_eq!(Budget::of(&Go { depth: Some(3), ..Go::default() }, 0, ms(10)), Budget::default());
    }

    #[test]
    fn the_fewer_moves_to_the_control_the_more_each_may_take() {
        let soft = |moves| Budget::of(&clock(60_000, 0, Some(moves)), 0, ms(10)).soft.expect("a clock");
        assert!(soft(1) > soft(2) && soft(2) > soft(20) && soft(20) > ms(1000));
    }
}
