//! Synthetic samples in which each claim is known to hold, or to fail.

use crate::experiment::claims::Verdict::{DoesNotHold, Holds, NotMeasured, Undecided};
use crate::experiment::claims::{Claim, Decision, Verdict};
use crate::experiment::searches::{Contender, RootResult, Samples};
use crate::studies::instability::cures::{Cure, price};
use crate::studies::instability::{Instability, MODE, PLIES, tables_compared};
use crate::studies::judged;

const SEARCHES: i64 = 21;

#[derive(Clone, Copy)]
struct World {
    positions: usize,
    unstable: usize,
    values: [usize; Cure::ALL.len()],
    moves: [usize; Cure::ALL.len()],
    /// Nodes at the last ply, in hundredths of those without a cure.
    nodes: [u64; Cure::ALL.len()],
}

impl World {
    const OF_THE_CLAIMS: Self = Self {
        positions: 240,
        unstable: 240,
        values: [6, 3, 4, 0, 2, 0],
        moves: [5, 3, 4, 0, 2, 0],
        nodes: [100, 150, 110, 125, 90, 80],
    };

    fn samples(self) -> Samples {
        let mut samples = Samples::default().of_first(Cure::None.search());
        for (i, cure) in Cure::ALL.into_iter().enumerate() {
            samples = samples.doing(cure.search());
            self.insert(&mut samples, i);
        }
        samples.doing(Cure::None.search())
    }

    fn insert(self, samples: &mut Samples, cure: usize) {
        let mut number = 0;
        for ply in PLIES.0..=PLIES.1 {
            let none = (MODE, ply, Contender::None, None);
            samples.insert(none, vec![1_000_000; self.positions]);
            samples.insert_outcomes(none, self.outcomes(0, 0));
            let hundredths = if ply == PLIES.1 { self.nodes[cure] } else { 100 };
            for (table, size) in tables_compared() {
                let at = (MODE, ply, table, size);
                samples.insert(at, (1..=self.positions as u64).map(|i| 1_000 * i * hundredths).collect());
                let is_other = |searches: usize| if number < searches { self.unstable } else { 0 };
                samples.insert_outcomes(
                    at,
                    self.outcomes(is_other(self.values[cure]), is_other(self.moves[cure])),
                );
                number += 1;
            }
        }
    }

    fn outcomes(self, values: usize, moves: usize) -> Vec<RootResult> {
        let best_move = |i| if i < moves { "d4" } else { "e4" }.to_owned();
        let of = |i| RootResult { value: i32::from(i < values), best_move: best_move(i) };
        (0..self.positions).map(of).collect()
    }
}

fn decided(claim: &Claim) -> (&str, Vec<(Verdict, i64)>) {
    let of = |reading: &Decision| {
        let measured = reading.measured.expect("it is measured").value;
        (reading.verdict, (1e4 * measured).round() as i64)
    };
    (claim.name, claim.readings.iter().map(of).collect())
}

fn share(searches: i64) -> i64 {
    (1e4 * searches as f64 / SEARCHES as f64).round() as i64
}

#[test]
fn where_each_cause_is_one_and_cures_cure_every_claim_holds() {
    let claims = judged(&Instability, &World::OF_THE_CLAIMS.samples());
    let expected = [
        ("instability", vec![(Holds, share(6)), (Holds, share(5))]),
        ("deeper-draft-is-a-cause", vec![(Holds, share(0 - 2))]),
        ("paths-are-a-cause", vec![(Holds, share(0 - 3))]),
        ("cures-help", vec![(Holds, share(0 - 6))]),
        ("no-other-cause", vec![(Holds, 0)]),
        ("both-cures-cure", vec![(Holds, 0)]),
    ];
    assert_eq!(claims.iter().map(decided).collect::<Vec<_>>(), expected);
    let unmeasured = judged(&Instability, &Samples::default());
    assert!(unmeasured.iter().all(|claim| claim.verdict == NotMeasured));
}

#[test]
fn where_cures_do_harm_no_cause_is_one() {
    let world = World {
        positions: 12,
        unstable: 12,
        values: [1, 2, 0, 5, 3, 4],
        moves: [0; 6],
        ..World::OF_THE_CLAIMS
    };
    let claims = judged(&Instability, &world.samples());
    let expected = [
        ("instability", vec![(Holds, share(1)), (Undecided, 0)]),
        ("deeper-draft-is-a-cause", vec![(DoesNotHold, share(4 - 3))]),
        ("paths-are-a-cause", vec![(DoesNotHold, share(4 - 2))]),
        ("cures-help", vec![(DoesNotHold, share(5 - 1))]),
        ("no-other-cause", vec![(DoesNotHold, 10_000)]),
        ("both-cures-cure", vec![(DoesNotHold, 10_000)]),
    ];
    assert_eq!(claims.iter().map(decided).collect::<Vec<_>>(), expected);
}

#[test]
fn where_no_value_differs_no_cure_is_judged() {
    let world = World { values: [0; 6], ..World::OF_THE_CLAIMS };
    let claims = judged(&Instability, &world.samples());
    assert_eq!([1, 2, 3].map(|i| claims[i].verdict), [NotMeasured; 3]);
    assert_eq!(claims[0].readings[0].verdict, Undecided, "of 240 positions none: at most 1.5 %");
}

#[test]
fn one_search_of_ten_positions_in_240_is_more_than_hardly_ever() {
    let world = World { unstable: 10, values: [1; 6], moves: [1; 6], ..World::OF_THE_CLAIMS };
    let claims = judged(&Instability, &world.samples());
    let expected = [
        ("instability", vec![(DoesNotHold, 20); 2]),
        ("no-other-cause", vec![(DoesNotHold, 417)]),
        ("both-cures-cure", vec![(DoesNotHold, 417)]),
    ];
    assert_eq!([0, 4, 5].map(|i| decided(&claims[i])), expected);
}

#[test]
fn the_price_of_a_cure_is_what_it_adds_to_the_nodes_of_its_ply() {
    let samples = World { positions: 12, ..World::OF_THE_CLAIMS }.samples();
    let price = |cure, ply| (1e4 * price(&samples, cure, ply).expect("it is measured").value()).round();
    let last = Cure::ALL.map(|cure| price(cure, PLIES.1));
    assert_eq!(last, [0.0, 5000.0, 1000.0, 2500.0, -1000.0, -2000.0]);
    assert_eq!(price(Cure::EqualAndClean, PLIES.0), 0.0);
}
