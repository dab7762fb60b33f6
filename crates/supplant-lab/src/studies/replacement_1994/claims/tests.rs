//! Synthetic samples in which each claim is known to hold, to fail, or to be open.

use super::PLY;
use crate::experiment::claims::{Claim, FEWEST, Verdict};
use crate::experiment::searches::{Contender, Mode, Samples};
use crate::studies::judged;
use crate::studies::replacement_1994::{Replacement1994, SCHEMES, comparison};
use supplant::entry::bucket::LayoutName;
use supplant::key::SplitMix64;

fn checklist(samples: &Samples) -> Vec<Claim> {
    judged(&Replacement1994, samples)
}

const POSITIONS: usize = 18;
const SIZES: usize = 8;

#[derive(Clone)]
struct World {
    common: [f64; SIZES],
    excess: [f64; SCHEMES.len()],
    left: [f64; SIZES],
    excess_stamped: [f64; SCHEMES.len()],
    stamped: [f64; SIZES],
    shallow: [f64; 2],
    again: [f64; SCHEMES.len()],
    noise: f64,
    positions: usize,
}

impl World {
    fn of_the_paper() -> Self {
        let excess = [0.0, 0.02, 0.10, 0.11, 0.14, 0.30, 0.18];
        Self {
            common: [1.30, 1.235, 1.173, 1.115, 1.059, 1.03, 1.015, 1.01],
            left: [1.0, 0.9, 0.8, 0.7, 0.5, 0.3, 0.1, 0.08],
            excess,
            excess_stamped: excess,
            stamped: [0.99; SIZES],
            shallow: [1.03, 0.8],
            again: [-0.002, -0.002, 0.009, 0.009, 0.0, 0.0, 0.036],
            noise: 0.0,
            positions: POSITIONS,
        }
    }

    fn samples(&self) -> Samples {
        let mut random = SplitMix64::new(3);
        let mut uniform = move || (random.next() >> 11) as f64 / (1u64 << 53) as f64;
        let base: Vec<f64> = (0..self.positions).map(|_| 1e6 * 50f64.powf(uniform())).collect();
        let mut cell = |factor: f64| -> Vec<u64> {
            base.iter()
                .map(|base| (base * factor * (1.0 + self.noise * (2.0 * uniform() - 1.0))) as u64)
                .collect()
        };
        let mut samples = Samples::default();
        samples.insert((Mode::Clear, PLY, Contender::Unbounded, None), cell(1.0));
        for size in 0..SIZES {
            let slots = Some(8192 << size);
            for (i, scheme) in SCHEMES.into_iter().enumerate() {
                let scheme = Contender::table(scheme);
                let factor = |excess: f64| self.common[size] * (1.0 + excess * self.left[size]);
                samples.insert((Mode::Clear, PLY, scheme, slots), cell(factor(self.excess[i])));
                let stamped = self.stamped[size] * factor(self.excess_stamped[i]);
                samples.insert((Mode::Stamp, PLY, scheme, slots), cell(stamped));
            }
        }
        for (scheme, again) in SCHEMES.into_iter().zip(self.again) {
            samples.insert((Mode::Clear, 4, Contender::table(scheme), Some(1024 << 10)), cell(1.0 + again));
        }
        let [three, more] = self.shallow;
        for (ply, factor) in [(3, three), (4, more), (5, 0.7), (6, 0.6), (7, 0.5)] {
            samples.insert((Mode::Clear, ply, Contender::None, None), cell(1.0));
            let example = Contender::table(SCHEMES[0]);
            samples.insert((Mode::Stamp, ply, example, Some(1024 << 10)), cell(factor));
        }
        samples
    }

    fn claim(&self, name: &str) -> Claim {
        let claims = checklist(&self.samples());
        claims.into_iter().find(|claim| claim.name == name).expect("a claim of the checklist")
    }
}

#[track_caller]
fn assert_fails(name: &str, change: impl Fn(&mut World)) {
    let mut world = World::of_the_paper();
    change(&mut world);
    let claim = world.claim(name);
    assert_eq!(claim.verdict, Verdict::DoesNotHold, "{claim:#?}");
}

#[test]
fn in_the_world_of_the_paper_every_claim_holds() {
    let claims = checklist(&World::of_the_paper().samples());
    assert_eq!(claims.len(), 16);
    for claim in claims {
        assert_eq!(claim.verdict, Verdict::Holds, "{claim:#?}");
    }
}

#[test]
fn too_few_positions_decide_nothing_however_narrow_the_interval() {
    for positions in [1, 2, FEWEST - 1, FEWEST] {
        let world = World { positions, ..World::of_the_paper() };
        let verdict = if positions < FEWEST { Verdict::Undecided } else { Verdict::Holds };
        for claim in checklist(&world.samples()) {
            assert_eq!(claim.verdict, verdict, "{claim:#?}");
            let said = format!("of {positions} position");
            let told = claim.readings.iter().all(|reading| reading.reason.contains(&said));
            assert_eq!(told, positions < FEWEST, "{claim:#?}");
        }
    }
}

#[test]
fn without_measurements_nothing_is_decided() {
    for claim in checklist(&Samples::default()) {
        assert!(claim.verdict == Verdict::NotMeasured && claim.measured().is_none(), "{claim:#?}");
    }
}

#[test]
fn nodes_that_go_on_falling_fail_constancy_and_flattening() {
    let falling =
        |world: &mut World| world.common = std::array::from_fn(|i| 1.5 - 0.02 * (i * i) as f64 / 2.0);
    assert_fails("flattening", falling);
    assert_fails("constancy", |world| world.common[7] = 0.95);
}

#[test]
fn a_lasting_spread_fails_the_claims_on_spread() {
    assert_fails("spread-shrinks", |world| world.left = std::array::from_fn(|i| 1.0 + i as f64 / 10.0));
    assert_fails("spread-at-8k", |world| world.excess = world.excess.map(|excess| excess / 2.0));
    assert_fails("spread-from-512k", |world| world.left[6] = 0.5);
    assert_fails("spread-from-512k", |world| world.left[7] = 0.5);
}

#[test]
fn a_doubling_that_saves_too_little_or_too_much_fails() {
    assert_fails("doubling", |world| world.common = world.common.map(|common| common.powf(0.4)));
    assert_fails("doubling", |world| world.common = world.common.map(|common| common.powf(2.0)));
}

#[test]
fn a_two_level_scheme_behind_fails_the_claims_on_levels() {
    assert_fails("two-level", |world| (world.excess[0], world.excess[1]) = (0.12, 0.12));
    let one_behind = World {
        excess: World::of_the_paper().excess.map(|x| if x == 0.02 { 0.12 } else { x }),
        ..World::of_the_paper()
    };
    assert_eq!(one_behind.claim("two-level").verdict, Verdict::HoldsUnderSome, "TWOBIG1 is ahead");
    assert_fails("size-beats-depth", |world| (world.excess[0], world.excess[2]) = (0.05, 0.2));
    assert_fails("twodeep-deep", |world| world.excess[1] = 0.13);
    assert_fails("twodeep-deep", |world| world.excess[4] = 0.40);
    assert_fails("twobig1-best", |world| (world.excess[0], world.excess_stamped[0]) = (0.03, 0.03));
}

#[test]
fn a_pair_turned_round_by_stamping_fails_the_order() {
    assert_fails("order-unchanged", |world| world.excess_stamped.swap(2, 5));
}

fn readings(name: &str, change: impl Fn(&mut World)) -> (Verdict, Vec<Verdict>) {
    let mut world = World::of_the_paper();
    change(&mut world);
    let claim = world.claim(name);
    (claim.verdict, claim.readings.iter().map(|reading| reading.verdict).collect())
}

#[test]
fn each_reading_is_decided_by_its_own_number() {
    use Verdict::{DoesNotHold, Holds, HoldsUnderSome};
    let some = (HoldsUnderSome, vec![Holds, DoesNotHold]);
    assert_eq!(readings("constancy", |world| world.common[7] = 0.995), some, "2 % are saved");
    assert_eq!(readings("spread-at-8k", |world| world.excess[5] = 0.25), some, "20 % of the worst");
    assert_eq!(readings("twobig1-best", |world| world.excess_stamped[0] = 0.03), some);
    let late = |world: &mut World| world.stamped = [0.96, 0.98, 0.98, 0.98, 0.98, 0.98, 1.01, 1.01];
    assert_eq!(readings("stamping-ahead", late), some, "at 512K it costs");
    let none = (DoesNotHold, vec![DoesNotHold, DoesNotHold]);
    assert_eq!(readings("stamping-ahead", |world| world.stamped = [0.9; SIZES]), none, "no slight edge");
}

#[test]
fn stamping_that_costs_fails() {
    assert_fails("stamping-ahead", |world| world.stamped = [1.01; SIZES]);
}

#[test]
fn a_curve_that_stamping_bends_fails_the_shapes() {
    assert_fails("same-shapes", |world| world.excess_stamped[5] = 0.5);
}

#[test]
fn a_table_the_other_way_round_fails_the_claims_on_depth() {
    assert_fails("useless-at-3", |world| world.shallow[0] = 0.95);
    assert_fails("useful-above-3", |world| world.shallow[1] = 1.05);
}

#[test]
fn schemes_that_treat_a_position_alike_fail_the_prediction_of_the_same_position() {
    use Verdict::{DoesNotHold, Holds};
    assert_fails("same-position", |world| world.again = [0.001; SCHEMES.len()]);
    let decided = |i: usize, more: f64| readings("same-position", |world| world.again[i] = more).1;
    assert_eq!(decided(6, 0.05), [DoesNotHold, Holds, Holds], "OLD by 5 %");
    assert_eq!(decided(2, 0.02), [Holds, DoesNotHold, Holds], "BIG1 by 2 %");
    assert_eq!(decided(1, -0.01), [Holds, Holds, DoesNotHold], "TWODEEP by −1 %");
}

#[test]
fn what_is_lost_in_noise_is_undecided() {
    let noisy = |change: &dyn Fn(&mut World)| {
        let mut world = World { noise: 0.3, ..World::of_the_paper() };
        change(&mut world);
        world
    };
    let level = noisy(&|world| world.stamped = [1.0; SIZES]);
    assert_eq!(level.claim("stamping-ahead").verdict, Verdict::Undecided);
    assert_eq!(level.claim("order-unchanged").verdict, Verdict::Undecided);
    let even = noisy(&|world| world.shallow[0] = 1.0);
    assert_eq!(even.claim("useless-at-3").verdict, Verdict::Undecided);
}

#[test]
fn another_layout_changes_no_verdict_and_no_figure_of_the_paper() {
    let world = World { noise: 0.1, ..World::of_the_paper() };
    let (paper, mut both) = (world.samples(), world.samples());
    for mode in [Mode::Clear, Mode::Stamp] {
        for (i, scheme) in SCHEMES.into_iter().enumerate() {
            for size in [1024, 8 << 10, 64 << 10, 1024 << 10] {
                let nodes = (0..POSITIONS as u64).map(|position| 1 + 1000 * position * i as u64).collect();
                both.insert(
                    (mode, PLY, Contender::in_layout(scheme, LayoutName::Single8), Some(size)),
                    nodes,
                );
            }
        }
    }
    assert!(both.cells().count() > paper.cells().count());
    assert_eq!(format!("{:?}", checklist(&both)), format!("{:?}", checklist(&paper)));
    let published = |samples| format!("{:?}", comparison::all(samples));
    assert_eq!(published(&both), published(&paper));
    assert_eq!(
        (both.schemes(), both.sizes(Mode::Clear, PLY)),
        (paper.schemes(), paper.sizes(Mode::Clear, PLY))
    );
}
