//! Error rates of comparisons in simulations with known truth, for `docs/statistics.md`.

use super::pair::BuildPair;
use super::{Comparison, Rules, judged};
use crate::experiment::searches::{At, Contender, Mode};
use crate::experiment::stats::normal;
use supplant::entry::Depth;
use supplant::key::SplitMix64;

#[derive(Clone, Copy, Debug)]
pub struct SimulatedBuilds {
    pub positions: usize,
    pub cells: usize,
    pub repeats: usize,
    /// The standard deviation of the logarithm of nodes, for each search independently.
    pub scatter: f64,
    /// The standard deviation that all searches of one repeat and ply share.
    pub shift: f64,
    /// The standard deviation that all searches of one repeat and cell share; it models stamping.
    pub of_a_cell: f64,
    pub mode: Mode,
    pub effect: (f64, f64),
}

const PLIES: Depth = 4;

impl SimulatedBuilds {
    /// The scatter measured on a machine that had other work (`docs/statistics.md`).
    pub const OURS: Self = Self {
        positions: 18,
        cells: 40,
        repeats: 5,
        scatter: 0.15,
        shift: 0.02,
        of_a_cell: 0.0,
        mode: Mode::Clear,
        effect: (1.0, 0.0),
    };

    pub const STAMPED: Self = Self { positions: 240, of_a_cell: 0.07, mode: Mode::Stamp, ..Self::OURS };

    fn comparison(&self, rules: Rules, random: &mut SplitMix64) -> Comparison {
        // exp(σz − σ²/2) has mean 1.
        let mut log_normal = |sigma: f64| (sigma * normal(random) - sigma * sigma / 2.0).exp();
        let names: Vec<_> = (0..self.positions).map(|number| format!("{number:04}")).collect();
        let names: Vec<_> = names.iter().map(String::as_str).collect();
        let sizes: Vec<f64> = names.iter().map(|_| 1e6 * log_normal(0.7)).collect();
        let sides_and_plies = 2 * usize::from(PLIES);
        let mut shift = || (0..self.repeats).map(|_| log_normal(self.shift)).collect::<Vec<_>>();
        let shifts: Vec<_> = (0..sides_and_plies).map(|_| shift()).collect();
        let cells: Vec<Vec<f64>> = if self.of_a_cell > 0.0 {
            let mut of_a_cell = || (0..self.repeats).map(|_| log_normal(self.of_a_cell)).collect();
            (0..2 * self.cells).map(|_| of_a_cell()).collect()
        } else {
            vec![vec![1.0; self.repeats]; 2 * self.cells]
        };
        let mut runs = |size: f64, shifts: &[f64], cell: &[f64]| -> Vec<u64> {
            let moved = shifts.iter().zip(cell).map(|(shift, cell)| size * shift * cell);
            moved.map(|size| (size * log_normal(self.scatter)) as u64).collect()
        };
        let mut effects = SplitMix64::new(random_of(&sizes));
        let mut pair = |number: usize| {
            let ply = number % usize::from(PLIES);
            let (mut base, mut new) = (Vec::new(), Vec::new());
            for &size in &sizes {
                let (mean, spread) = self.effect;
                let effect = mean * (spread * normal(&mut effects) - spread * spread / 2.0).exp();
                base.push(runs(size, &shifts[2 * ply], &cells[2 * number]));
                new.push(runs(size * effect, &shifts[2 * ply + 1], &cells[2 * number + 1]));
            }
            let (contender, size) = (Contender::Unbounded, Some(number));
            let at = At { mode: self.mode, contender, size, threads: 2, ..At::none(ply as Depth) };
            BuildPair::made(at, &names, base, new)
        };
        judged(&(0..self.cells).map(&mut pair).collect::<Vec<_>>(), rules)
    }
}

fn random_of(sizes: &[f64]) -> u64 {
    sizes.iter().fold(1994, |seed, size| seed ^ size.to_bits().rotate_left(7))
}

#[derive(Clone, Copy, Debug, Default)]
pub struct ErrorRates {
    pub covered: f64,
    pub alone: f64,
    pub together: f64,
    pub length: f64,
}

#[must_use]
pub fn trials(world: SimulatedBuilds, trials: usize, rules: Rules) -> ErrorRates {
    let mut random = SplitMix64::new(1994);
    let mut lengths = Vec::new();
    let (mut covered, mut alone, mut together) = (0, 0, 0);
    for _ in 0..trials {
        let comparison = world.comparison(rules, &mut random);
        for (low, high) in comparison.cells.iter().filter_map(|cell| cell.interval) {
            lengths.push(high - low);
            covered += usize::from((low..=high).contains(&world.effect.0));
        }
        let (regressions, certain) = comparison.regressions();
        alone += usize::from(regressions > 0);
        together += usize::from(certain > 0);
    }
    let share = |count: usize, of: usize| count as f64 / of as f64;
    ErrorRates {
        covered: share(covered, lengths.len()),
        alone: share(alone, trials),
        together: share(together, trials),
        length: crate::experiment::stats::median(&lengths),
    }
}

#[cfg(test)]
mod tests {
    use super::{Mode, Rules, SimulatedBuilds, trials};
    use crate::experiment::stats::Bootstrap;

    fn rules() -> Rules {
        Rules { bootstrap: Bootstrap { draws: 400, ..Bootstrap::default() }, ..Rules::new(0.0, 7) }
    }

    #[test]
    #[ignore = "ten seconds and more: `.ci/nightly`"]
    fn a_build_compared_with_itself_seldom_fails() {
        for repeats in [2, 5] {
            let found = trials(SimulatedBuilds { repeats, ..SimulatedBuilds::OURS }, 60, rules());
            assert!(found.together <= 0.05, "{repeats}: {found:?}");
        }
    }

    #[test]
    #[ignore = "ten seconds and more: `.ci/nightly`"]
    fn cells_decided_each_alone_fail_a_build_that_did_not_change() {
        let found = trials(SimulatedBuilds::OURS, 60, rules());
        assert!(found.alone > 0.20 && found.alone > found.together + 0.15, "{found:?}");
    }

    #[test]
    fn a_small_build_compared_with_itself_seldom_fails_and_cells_decided_alone_do() {
        let world = SimulatedBuilds { positions: 18, cells: 20, repeats: 2, ..SimulatedBuilds::OURS };
        let found = trials(world, 60, rules());
        assert!(found.together <= 0.05 && found.alone > 0.10, "{found:?}");
    }

    #[test]
    fn what_did_become_worse_is_found_among_forty_cells() {
        let found = trials(SimulatedBuilds { effect: (1.3, 0.05), ..SimulatedBuilds::OURS }, 20, rules());
        assert!(found.together > 0.9, "{found:?}");
    }

    #[test]
    fn intervals_cover_what_positions_and_runs_leave_open() {
        for (positions, repeats) in [(18, 5), (240, 5), (240, 2)] {
            let world = SimulatedBuilds {
                positions,
                repeats,
                cells: 8,
                effect: (0.9, 0.05),
                ..SimulatedBuilds::OURS
            };
            let found = trials(world, 40, rules());
            assert!(found.covered > 0.91, "{positions} positions, {repeats} repeats: {found:?}");
        }
    }

    #[test]
    #[ignore = "ten seconds and more: `.ci/nightly`"]
    fn stamped_cells_that_move_each_for_itself_are_covered_and_seldom_fail_a_build() {
        for (stamped, wanted) in [(true, 0.0..=0.05), (false, 0.10..=1.0)] {
            let mode = if stamped { Mode::Stamp } else { Mode::Clear };
            let found = trials(SimulatedBuilds { mode, cells: 32, ..SimulatedBuilds::STAMPED }, 40, rules());
            assert!(wanted.contains(&found.together), "{mode}: {found:?}");
            assert_eq!(found.covered > 0.92, stamped, "{mode}: {found:?}");
        }
    }

    #[test]
    fn intervals_that_forget_what_runs_share_are_found_out() {
        let world =
            SimulatedBuilds { positions: 240, cells: 8, effect: (0.9, 0.05), ..SimulatedBuilds::OURS };
        let found = trials(world, 40, Rules { counts_shifts: false, ..rules() });
        assert!(found.covered < 0.85, "{found:?}");
    }
}
