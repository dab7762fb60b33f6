//! Measures how many bits are needed until hardly any search plays another move, by ten thousand
//! searches at each width.

use super::{Clash, MODE, SLOTS, TABLE};
use crate::experiment::claims::{Claim, ClaimUnit, Over, Question, Range, Reading};
use crate::experiment::clashing::Cut;
use crate::experiment::positions::PositionSet;
use crate::experiment::searches::{Results, RootResult, Samples, Searches};
use crate::experiment::stats::{Estimate, share_of};
use crate::report::document::{Block, DataTable, TableCell};
use crate::report::grouped;
use crate::studies::{Extent, Study, StudyFacts, Topic};
use supplant::entry::Depth;

#[derive(Clone, Copy, Debug)]
pub struct Often;

const PLY: Depth = 5;
const WIDTHS: [u32; 6] = [12, 16, 18, 20, 22, 24];
const REPEATS: usize = 42;
const SELDOM: f64 = 1e-4;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Changed {
    bits: u32,
    searches: u64,
    false_hits: u64,
    values: u64,
    moves: u64,
    positions: u64,
}

impl Changed {
    fn of(samples: &Samples, bits: u32) -> Option<Self> {
        let shown = samples.of_verified(Some(Cut::to(bits)));
        let found = shown.repeated_outcomes(MODE, PLY, TABLE, Some(SLOTS))?;
        let whole = samples.repeated_outcomes(MODE, PLY, TABLE, Some(SLOTS))?;
        let is_paired = found.iter().zip(whole).all(|(found, whole)| found.len() == whole.len());
        let differ = |of: fn(&RootResult, &RootResult) -> bool| {
            let pairs = found.iter().flatten().zip(whole.iter().flatten());
            pairs.filter(|(found, whole)| of(found, whole)).count() as u64
        };
        let hits = shown.hits(MODE, PLY, TABLE, Some(SLOTS))?;
        is_paired.then_some(Self {
            bits,
            searches: found.iter().map(|repeats| repeats.len() as u64).sum(),
            false_hits: hits.false_hits?,
            values: differ(|found, whole| found.value != whole.value),
            moves: differ(|found, whole| found.best_move != whole.best_move),
            positions: found.iter().zip(whole).filter(|(found, whole)| move_differs(found, whole)).count()
                as u64,
        })
    }

    fn all(samples: &Samples) -> Vec<Self> {
        WIDTHS.iter().filter_map(|&bits| Self::of(samples, bits)).collect()
    }
}

fn move_differs(found: &[RootResult], whole: &[RootResult]) -> bool {
    found.iter().zip(whole).any(|(found, whole)| found.best_move != whole.best_move)
}

/// At other widths several false hits can share one changed move.
fn per_false_hit(all: &[Changed]) -> Option<Estimate> {
    let rare = all.iter().filter(|at| at.false_hits <= 2 * at.searches);
    let (hits, moves) = rare.fold((0, 0), |(hits, moves), at| (hits + at.false_hits, moves + at.moves));
    (0 < moves && moves <= hits).then(|| share_of(moves, hits).interval())
}

fn with_no_bits(all: &[Changed]) -> f64 {
    let counted: u64 = all.iter().map(|at| at.false_hits).sum();
    let halved = |at: &Changed| at.searches as f64 * 0.5f64.powi(at.bits as i32);
    counted as f64 / all.iter().map(halved).sum::<f64>()
}

fn fewest(all: &[Changed], share: f64) -> Option<u32> {
    let hits = with_no_bits(all);
    (1..=48).find(|&bits| hits * 0.5f64.powi(bits as i32) * share < SELDOM)
}

fn enough(all: &[Changed]) -> Option<[u32; 3]> {
    let Estimate { value, low, high } = per_false_hit(all)?;
    Some([fewest(all, value)?, fewest(all, low)?, fewest(all, high)?])
}

fn claim(samples: &Samples) -> Claim {
    let question = Question {
        name: "one-move-in-10000",
        section: "Practical issues, errors",
        sentence: "Fewer than one search in 10,000 plays another move because two positions have one key.",
        statistic: format!(
            "Searches whose move is not that found with whole keys under the same words of keys, as a share of all; a reading for each number of bits verified \
             beyond those that choose the entry. The claim: below {} %. With the interval of Clopper and Pearson.",
            SELDOM * 100.0
        ),
        unit: ClaimUnit::Share,
        paper: "not said".to_owned(),
    };
    let reading = |(name, bits)| {
        let changed = Changed::of(samples, bits);
        let share = changed.map(|at: Changed| share_of(at.moves, at.searches));
        Reading::of_one(name, Range::below(SELDOM), share)
    };
    let readings = [("16 bits", 16), ("20 bits", 20), ("24 bits", 24)];
    question.decide_each(readings.map(reading).into()).over(Over::Searches).with_note(DRAWS)
}

const DRAWS: &str = "the draws of one position are counted as independent searches, which they are not quite: moves that changed come of fewer positions, as the table tells.";

fn table(samples: &Samples) -> Option<DataTable> {
    let all = Changed::all(samples);
    let per_mille = |share: f64| TableCell::decimals(2, share * 1e4);
    let row = |at: &Changed| {
        let share = share_of(at.moves, at.searches).interval();
        vec![
            TableCell::whole(at.bits as usize),
            TableCell::count(at.searches),
            TableCell::count(at.false_hits),
            TableCell::count(at.values),
            TableCell::count(at.moves),
            TableCell::count(at.positions),
            per_mille(share.value),
            per_mille(share.low),
            per_mille(share.high),
        ]
    };
    let header = [
        "bits verified",
        "searches",
        "false hits",
        "other values",
        "other moves",
        "of positions",
        "in 10,000",
        "from",
        "to",
    ];
    (!all.is_empty()).then(|| DataTable {
        caption: format!(
            "{PLY}-ply searches whose value or move is not that found with whole keys, by the bits verified beyond the {} that choose the entry; moves also by \
             the positions they are of, and in 10,000 searches, with the 95 % interval of Clopper and Pearson: it counts the searches of one position under other words as \
             independent, and is too narrow for what they have in common",
            SLOTS.ilog2()
        ),
        header: DataTable::header(&header),
        words: 0,
        rows: all.iter().map(row).collect(),
    })
}

impl Study for Often {
    fn facts(&self) -> StudyFacts {
        StudyFacts {
            name: "clashmoves",
            topic: Topic::Bits,
            about: "How many bits of a key until hardly a search plays another move: ten thousand searches at each width",
            title: "Clash: how many bits until hardly a search plays another move",
            source: "Written before the run. Searches of a position under other words are counted each, as if they were of others. Two cuts of the same words are not independent: what 20 bits do not tell apart, 16 do not.",
        }
    }

    fn experiment(&self, extent: Extent) -> Searches {
        let (positions, repeats, widths) = match extent {
            Extent::Quick => (PositionSet::kasparov_short(), 4, &WIDTHS[..2]),
            Extent::Full => {
                (PositionSet::named("middlegames").expect("it is built in"), REPEATS, &WIDTHS[..])
            }
        };
        Searches {
            study: self.name().to_owned(),
            positions,
            verified: std::iter::once(None).chain(widths.iter().map(|&bits| Some(Cut::to(bits)))).collect(),
            plies: (PLY, PLY),
            repeats,
            ..Clash.experiment(extent)
        }
    }

    fn introduction(&self, _: &Results, samples: &Samples) -> String {
        format!(
            "A table that verifies few bits of a key now and then takes one position for another, and seldom does that change the move that is played: in study `clash` in 1 of 240 \
             searches with 16 bits. This report counts how seldom: {} positions of `{}`, each searched under keys of {REPEATS} draws of words, to {PLY} plies, with a \
             table of {SLOTS} entries under NEW, one to a bucket. Each search stands beside that with whole keys under the same words; nothing else differs.",
            samples.positions().len(),
            samples.set(),
        )
    }

    fn claims(&self, samples: &Samples) -> Vec<Claim> {
        vec![claim(samples)]
    }

    fn sections(&self, samples: &Samples) -> Vec<Block> {
        Block::section("By the bits verified", table(samples))
    }

    fn takeaway(&self, samples: &Samples, _: &[Claim]) -> String {
        let all = Changed::all(samples);
        let Some([bits, least, most]) = enough(&all) else { return String::new() };
        let Some(Estimate { value, low, high }) = per_false_hit(&all) else { return String::new() };
        let told: Vec<_> = all
            .iter()
            .map(|at| format!("{} of {} with {} bits", at.moves, grouped(at.searches), at.bits))
            .collect();
        format!(
            "Searches that play another move because two positions have one key ({PLY} ply): {}. Where there are few false hits, {:.2} % of them change it ({:.2} to {:.2}); \
             false hits halve with each bit, so that {bits} bits verified are the fewest with which fewer than one search in 10,000 would be expected to ({least} to {most}, by \
             the ends of that interval).",
            told.join(", "),
            value * 100.0,
            low * 100.0,
            high * 100.0
        )
    }
}

#[cfg(test)]
mod tests {
    use super::{Changed, SELDOM, enough, per_false_hit};

    fn changed(bits: u32, false_hits: u64, moves: u64) -> Changed {
        Changed { bits, searches: 10_000, false_hits, values: moves, moves, positions: moves }
    }

    #[test]
    fn bits_are_enough_when_the_false_hits_expected_change_less_than_one_move_in_ten_thousand() {
        // One false hit in a hundred changes a move. At 16 bits there is one per search, and 2^-7
        // of that is too few to matter.
        let all = [changed(8, 2_560_000, 9_000), changed(16, 10_000, 100), changed(24, 39, 0)];
        assert_eq!(per_false_hit(&all).map(|share| (share.value * 1e5).round()), Some(996.0));
        assert_eq!(enough(&all), Some([23, 23, 23]));
        assert_eq!(enough(&[changed(16, 10_000, 1_000)]).map(|[bits, ..]| bits), Some(26));
        assert_eq!(enough(&[changed(16, 10_000, 0)]), None, "of none nothing is told");
    }

    #[test]
    fn what_was_measured_makes_nineteen_bits_and_six_moves_leave_seventeen_to_twenty() {
        let counted = [(12, 49_567, 31), (16, 2_975, 5), (18, 706, 1), (20, 153, 0), (22, 38, 0), (24, 5, 0)];
        let all = counted.map(|(bits, false_hits, moves)| changed(bits, false_hits, moves));
        assert_eq!(enough(&all), Some([19, 17, 20]));
        let share = per_false_hit(&all).expect("it is measured").value;
        assert!(706.0 * share / 10_000.0 > SELDOM);
    }
}
