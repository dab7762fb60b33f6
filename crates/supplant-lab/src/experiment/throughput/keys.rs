//! Numbered keys, the entry of each, and two distributions.

use serde::Serialize;

use supplant::entry::{Bound, Marks, Move16, Score, SizedEntry};
use supplant::key::{Key, SplitMix64};

#[derive(Clone, Copy, Debug)]
pub struct KeyStream {
    seed: u64,
}

impl KeyStream {
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self { seed }
    }

    #[inline]
    #[must_use]
    pub const fn key(self, number: u64) -> Key {
        const STEP: u64 = 0x9E37_79B9_7F4A_7C15;
        Key(SplitMix64::new(self.seed.wrapping_add(STEP.wrapping_mul(number))).next())
    }
}

/// These 15 middle bits choose no bucket in a table of less than 2³³ of them.
#[inline]
#[must_use]
pub const fn score_of(key: Key) -> Score {
    ((key.0 >> 16) & 0x7FFF) as Score - 0x4000
}

/// Depths (0 to 15 plies) and sizes (1 to 4096 nodes) are uniform, so schemes prefer the old and
/// the new entry equally often.
/// Tables choose buckets by the highest or lowest bits, so depths come from middle ones.
#[inline]
#[must_use]
pub const fn entry_of(key: Key) -> SizedEntry {
    let (bits, middle) = (key.0, key.0 >> 24);
    SizedEntry {
        mv: Move16(bits as u16 | 1),
        score: score_of(key),
        bound: if middle & 0x10 == 0 { Bound::Lower } else { Bound::Upper },
        depth: (middle & 0xF) as u8,
        size: 1 + ((middle >> 4) & 0xFFF),
        principal: false,
        marks: Marks::NONE,
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum KeyDistribution {
    #[default]
    Uniform,
    /// The key of rank r comes in proportion to r^−0.99.
    Zipf,
}

impl KeyDistribution {
    pub const ALL: [Self; 2] = [Self::Uniform, Self::Zipf];

    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Uniform => "uniform",
            Self::Zipf => "zipf",
        }
    }
}

/// Ranks by Zipf's law with exponent 0.99, as in the Yahoo benchmark of key-value stores (Cooper et
/// al., 2010).
///
/// Drawing inverts an integral in place of the sum. The first rank comes a tenth too often, the
/// second a fiftieth; the others follow the law.
#[derive(Clone, Copy, Debug)]
pub struct Zipf {
    /// The foot is x^0.01 at the start of the first rank.
    foot: f64,
    reach: f64,
    ranks: usize,
}

impl Zipf {
    const REST: f64 = 0.01;

    #[must_use]
    pub fn over(ranks: usize) -> Self {
        let ranks = ranks.max(1);
        let [foot, end] = [0.5, ranks as f64 + 0.5].map(|x: f64| x.powf(Self::REST));
        Self { foot, reach: end - foot, ranks }
    }

    #[must_use]
    pub fn draw(self, random: &mut SplitMix64) -> usize {
        let share = (random.next() >> 11) as f64 / (1u64 << 53) as f64;
        let place = (self.foot + share * self.reach).powf(1.0 / Self::REST);
        (place.round() as usize).clamp(1, self.ranks) - 1
    }
}

#[cfg(test)]
mod tests {
    use super::{KeyStream, Zipf, entry_of, score_of};
    use supplant::key::{Key, SplitMix64};

    #[test]
    fn the_key_of_a_number_is_the_word_of_the_published_stream() {
        let mut stream = SplitMix64::new(1_234_567);
        let keys = KeyStream::new(1_234_567);
        for number in 0..100 {
            assert_eq!(keys.key(number), Key(stream.next()), "{number}");
        }
        assert_eq!(keys.key(4), Key(16_408_922_859_458_223_821), "the fifth of the reference stream");
    }

    #[test]
    fn the_score_of_a_key_is_within_bounds_and_differs_between_keys() {
        let keys = KeyStream::new(3);
        let scores: Vec<_> = (0..10_000).map(|number| score_of(keys.key(number))).collect();
        assert!(scores.iter().all(|score| (-30_000..=30_000).contains(score)));
        let mut distinct = scores.clone();
        distinct.sort_unstable();
        distinct.dedup();
        assert!(distinct.len() > 8_000, "{}", distinct.len());
        assert_eq!(entry_of(keys.key(5)).score, scores[5]);
    }

    #[test]
    fn keys_of_one_bucket_have_entries_of_every_draft() {
        let mut random = SplitMix64::new(4);
        for (shared, place) in [(0xFF_FFFF, 0x12_3456), (0xFF_FFFF << 40, 0x12_3456 << 40)] {
            let of_bucket = (0..1000).map(|_| entry_of(Key(random.next() & !shared | place)));
            let mut drafts: Vec<_> = of_bucket.map(|entry| entry.depth).collect();
            drafts.sort_unstable();
            drafts.dedup();
            assert_eq!(drafts.len(), 16);
        }
    }

    #[test]
    fn zipf_ranks_come_in_proportion_to_the_law() {
        const RANKS: usize = 1 << 20;
        const DRAWS: usize = 1 << 20;
        let (zipf, mut random) = (Zipf::over(RANKS), SplitMix64::new(7));
        let mut counts = vec![0u32; RANKS];
        (0..DRAWS).for_each(|_| counts[zipf.draw(&mut random)] += 1);
        let sum: f64 = (1..=RANKS).map(|rank| (rank as f64).powf(-0.99)).sum();
        let expected = |first: usize, last: usize| {
            (first..=last).map(|rank| (rank as f64).powf(-0.99)).sum::<f64>() / sum * DRAWS as f64
        };
        let counted =
            |first: usize, last: usize| counts[first - 1..last].iter().map(|&n| f64::from(n)).sum::<f64>();
        for (first, last, within) in [(1, 1, 0.12), (2, 10, 0.03), (11, 1000, 0.03), (1001, RANKS, 0.03)] {
            let ratio = counted(first, last) / expected(first, last);
            assert!((ratio - 1.0).abs() < within, "ranks {first} to {last}: {ratio}");
        }
    }

    #[test]
    fn every_rank_is_below_the_number_of_ranks() {
        let mut random = SplitMix64::new(9);
        for ranks in [1, 2, 100] {
            let zipf = Zipf::over(ranks);
            let mut seen = vec![false; ranks];
            (0..10_000).for_each(|_| seen[zipf.draw(&mut random)] = true);
            assert!(seen.iter().all(|&seen| seen), "{ranks}");
        }
    }
}
