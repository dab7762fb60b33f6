//! Counts how often a table takes two positions for one, how often that matters, and how many bits
//! of a key are enough. Hsu's lecture (*Practical issues*) has a formula for it.

mod claims;
pub mod layouts;
pub mod often;
pub mod rates;
mod tables;

use super::{Extent, Parts, Study, StudyFacts, Topic};
use crate::experiment::clashing::{Cut, Hashing};
use crate::experiment::positions::PositionSet;
use crate::experiment::searches::{Contender, Mode, Results, Samples, Searches};
use supplant::entry::Depth;
use supplant::scheme::SchemeName;

#[derive(Clone, Copy, Debug)]
pub struct Clash;

const MODE: Mode = Mode::Clear;

const TABLE: Contender = Contender::table(SchemeName::New);

const SLOTS: usize = 8 << 10;

const PLY: Depth = 6;

const WIDTHS: [u32; 9] = [8, 12, 16, 20, 24, 28, 32, 40, 48];
const QUICK: [u32; 3] = [8, 12, 16];

const OTHERS: [u32; 4] = [8, 12, 16, 20];

fn cuts(widths: &[u32]) -> impl Iterator<Item = Cut> {
    Hashing::ALL.into_iter().flat_map(move |keys| {
        let is_measured = move |bits: &&u32| keys == Hashing::Zobrist || OTHERS.contains(bits);
        widths.iter().filter(is_measured).map(move |&bits| Cut { bits, keys })
    })
}

impl Study for Clash {
    fn facts(&self) -> StudyFacts {
        StudyFacts {
            name: "clash",
            topic: Topic::Bits,
            about: "How often a table that verifies few bits of a key is wrong, and whether it matters (Hsu)",
            title: "Clash: how often a table is wrong, and whether it matters",
            source: "Hsu's formula, read in two ways, and what the lecture says of clusters; how near is `as expected` was chosen before the run. What moves carry was first counted in false hits, where an entry that is met again counts \
                     again, and after a run of that in pairs; no range was moved. Words of keys were drawn once: of other draws the intervals say nothing.",
        }
    }

    fn experiment(&self, extent: Extent) -> Searches {
        let (widths, positions) = match extent {
            Extent::Quick => (&QUICK[..], PositionSet::kasparov_short()),
            Extent::Full => (&WIDTHS[..], PositionSet::named("middlegames").expect("it is built in")),
        };
        Searches {
            study: self.name().to_owned(),
            positions,
            schemes: vec![SchemeName::New],
            verified: std::iter::once(None).chain(cuts(widths).map(Some)).collect(),
            slots: vec![SLOTS],
            plies: (PLY, PLY),
            modes: vec![MODE],
            ..Searches::blank()
        }
    }

    fn introduction(&self, _: &Results, samples: &Samples) -> String {
        format!(
            "Two positions with the same key look alike to a table. Hsu's lecture puts the chance that none of 2^w visits clashes at (1/e)^(2^-(n+m-w)): n bits of the key choose \
             the entry, and m bits are compared. How often is a table wrong, and does it matter?\n\
             - The searches are of {} positions of `{}`, with a table of {SLOTS} entries under NEW, one entry a bucket.\n\
             - The table compares 8 to 48 bits beyond the {} that choose the bucket. The whole key is hidden in the entry, so every false hit is counted. The search does not see it: \
             it rejects only a move that is illegal.\n\
             - With the usual keys, the same search with whole keys stands beside it. The difference is what false hits did.\n\
             - The usual keys are Zobrist's, made of random words. Some widths also have two other kinds. Of distant words, seven or fewer never cancel in their first 31 bits. \
             Multiplied keys are Zobrist's times an odd number, so they are no sums of words.\n\
             - If two positions share a key whose words are added bit by bit, then the positions after the same move share one too. So moves carry a clash on. Of the pairs whose whole \
             keys differ in the same bits, all but one came from moves.",
            samples.positions().len(),
            samples.set(),
            SLOTS.ilog2()
        )
    }

    fn parts(&self) -> Parts {
        Parts {
            claims: claims::all,
            figures: tables::figures,
            sections: tables::section,
            takeaway: tables::takeaway,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::rates::Width;
    use super::{Clash, MODE, PLY, SLOTS, TABLE};
    use crate::experiment::claims::tests::named;
    use crate::experiment::clashing::{Cut, Hashing};
    use crate::experiment::searches::{Hits, RootResult, Samples};
    use crate::studies::{Extent, Study};

    fn samples(counts: &[(Cut, [(u64, u64); 2])]) -> Samples {
        let at = (MODE, PLY, TABLE, Some(SLOTS));
        let outcome = RootResult { value: 0, best_move: "e4".to_owned() };
        let mut samples = Samples::default();
        samples.insert_outcomes(at, vec![outcome.clone(); 2]);
        for (cut, found) in counts {
            samples = samples.of_verified(Some(*cut));
            let hits = found.map(|(false_hits, clashes)| Hits {
                nodes: 100,
                hits: 500,
                illegal_moves: Some(0),
                false_hits: Some(false_hits),
                false_pairs: Some(false_hits),
                clashes: Some(clashes),
                ..Hits::default()
            });
            samples.insert_outcomes(at, vec![outcome.clone(); 2]);
            samples.insert(at, vec![100, 100]);
            samples.insert_hits(at, hits.to_vec());
        }
        samples.of_verified(None)
    }

    #[test]
    fn what_moves_carried_is_told_where_there_is_something_to_tell() {
        let [few, none] = [12, 24].map(Cut::to);
        let samples = samples(&[(few, [(30, 10), (10, 10)]), (none, [(0, 0), (0, 0)])]);
        let carried = |cut| Width::of(&samples, cut).expect("it is there").carried();
        assert_eq!(carried(few).map(|share| share.value()), Some(0.5));
        assert!(carried(none).is_none());
    }

    #[test]
    fn clusters_and_distance_are_claimed_by_what_was_counted() {
        let of = |keys| Cut { bits: 12, keys };
        let counts = [
            (of(Hashing::Zobrist), [(100, 80), (100, 80)]),
            (of(Hashing::Distant), [(60, 60), (50, 50)]),
            (of(Hashing::Multiplied), [(100, 100), (100, 99)]),
        ];
        let samples = samples(&counts);
        let claims = Clash.claims(&samples);
        let value = |name: &str| {
            let claim = named(&claims, name);
            (claim.readings[0].measured.expect("it is measured").value * 1e3).round()
        };
        assert_eq!(
            ["clashes-cluster", "no-clusters-without-sums", "distance-saves-clashes"].map(value),
            [200.0, 5.0, -450.0]
        );
        let range = |name: &str| {
            let claim = named(&claims, name);
            claim.readings[0].range.expect("it has one")
        };
        assert!((range("clashes-cluster").low - 0.1).abs() < 1e-12);
        assert!((range("no-clusters-without-sums").high - 0.1).abs() < 1e-12);
    }

    #[test]
    fn of_other_keys_it_is_not_said_what_false_hits_did() {
        let cut = |keys| Cut { bits: 12, keys };
        let samples = samples(&Hashing::ALL.map(|keys| (cut(keys), [(1, 1), (1, 1)])));
        let is_said = |keys| Width::of(&samples, cut(keys)).expect("it is there").other_move.is_some();
        assert_eq!(Hashing::ALL.map(is_said), [true, false, false]);
    }

    #[test]
    fn other_keys_are_measured_where_usual_ones_are() {
        let cuts: Vec<_> = Clash.experiment(Extent::Full).verified.into_iter().flatten().collect();
        let of = |keys| cuts.iter().filter(move |cut| cut.keys == keys).map(|cut| cut.bits);
        assert_eq!((of(Hashing::Zobrist).count(), of(Hashing::Distant).count()), (9, 4));
        assert!(of(Hashing::Distant).eq(of(Hashing::Multiplied)));
        assert!(of(Hashing::Distant).all(|bits| of(Hashing::Zobrist).any(|usual| usual == bits)));
    }
}
