//! Maps a key to a bucket.
//!
//! An index reads the [spread](Key::spread) key, so all 64 bits of a key choose its bucket. A layout
//! that verifies a tag takes the end of the spread key that chooses no bucket ([`Index::TURN`]).

use crate::key::Key;
use crate::sync::fault::Fault;

#[inline(always)]
pub(super) fn spread(key: Key) -> Key {
    if Fault::SpreadsNothing.is_planted() { key } else { key.spread() }
}

/// The spread key that a slot verifies as `turned`.
#[inline(always)]
pub(super) fn turned_back<I: Index>(turned: Key) -> Key {
    Key(turned.0.rotate_right(I::TURN))
}

/// How a key is mapped to a bucket.
pub trait Index: Copy + Send + Sync + 'static {
    /// The name in reports.
    const NAME: &'static str;
    /// The rule in one sentence.
    const RULE: &'static str;
    /// Where it was published.
    const SOURCE: &'static str;
    /// Turns a spread key left by this many bits, which brings 16 bits that do not choose the bucket to
    /// its low end, for up to 2⁴⁸ buckets.
    const TURN: u32;

    /// Makes an index for `buckets` buckets; `None` if it cannot serve that number.
    fn over(buckets: usize) -> Option<Self>;
    /// The number of buckets.
    fn buckets(self) -> usize;
    /// The bucket of a [spread](Key::spread) key, always below [`Self::buckets`].
    fn of_spread(self, spread: Key) -> usize;

    /// The bucket of `key`.
    #[inline]
    fn of(self, key: Key) -> usize {
        self.of_spread(spread(key))
    }

    /// Returns a test whether another spread key belongs to the bucket of `spread`.
    ///
    /// A store calls it for each slot, so it should be cheap. It may accept a few wrong keys, but
    /// never rejects a key of the bucket.
    #[inline]
    fn beside(self, spread: Key) -> impl Fn(Key) -> bool + Copy {
        let bucket = self.of_spread(spread);
        move |other| self.of_spread(other) == bucket
    }
}

/// Multiply-shift: ⌊spread key · buckets / 2⁶⁴⌋, its high bits, for any number of buckets.
///
/// The bias is below buckets / 2⁶⁴ (Lemire, 2019).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MultiplyShift {
    buckets: usize,
    /// ⌈2⁶⁴ / buckets⌉, or `u64::MAX`: the most keys of a bucket.
    reach: u64,
}

impl Index for MultiplyShift {
    const NAME: &'static str = "multiply-shift";
    const RULE: &'static str = "the high bits of the spread key times buckets";
    const SOURCE: &'static str = "Lemire (2019)";
    const TURN: u32 = 0;

    fn over(buckets: usize) -> Option<Self> {
        (buckets > 0).then(|| Self { buckets, reach: (u64::MAX / buckets as u64).saturating_add(1) })
    }

    #[inline]
    fn buckets(self) -> usize {
        self.buckets
    }

    #[inline]
    fn of_spread(self, spread: Key) -> usize {
        ((u128::from(spread.0) * self.buckets as u128) >> 64) as usize
    }

    /// The keys of a bucket are consecutive. The low half of the product says how far the key is
    /// behind the first of them, in 2⁻⁶⁴ of a bucket; `reach` turns that into keys, at most one too
    /// many. At most two keys of 2⁶⁴ are accepted wrongly.
    #[inline]
    fn beside(self, spread: Key) -> impl Fn(Key) -> bool + Copy {
        let behind_first = spread.0.wrapping_mul(self.buckets as u64);
        let keys_behind = ((u128::from(behind_first) * u128::from(self.reach)) >> 64) as u64;
        let first = spread.0.wrapping_sub(keys_behind);
        move |other| other.0.wrapping_sub(first) <= self.reach
    }
}

/// The n low-order bits, for 2ⁿ buckets (1994, section 2), of the spread key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LowBits {
    mask: usize,
}

impl Index for LowBits {
    const NAME: &'static str = "low-bits";
    const RULE: &'static str = "the low bits of the spread key; powers of two only";
    const SOURCE: &'static str = "Breuker et al. (1994), section 2";
    const TURN: u32 = 16;

    fn over(buckets: usize) -> Option<Self> {
        buckets.is_power_of_two().then(|| Self { mask: buckets - 1 })
    }

    #[inline]
    fn buckets(self) -> usize {
        self.mask + 1
    }

    #[inline]
    fn of_spread(self, spread: Key) -> usize {
        spread.0 as usize & self.mask
    }

    #[inline]
    fn beside(self, spread: Key) -> impl Fn(Key) -> bool + Copy {
        move |other| (other.0 ^ spread.0) as usize & self.mask == 0
    }
}

/// Rival's index: the low bits, less the number of buckets if beyond the last one. Unless the
/// number is a power of two, the lowest buckets get two hashes each and the others one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fold {
    buckets: usize,
    mask: usize,
}

impl Index for Fold {
    const NAME: &'static str = "fold";
    const RULE: &'static str = "the low bits of the spread key, less the buckets if beyond the last";
    const SOURCE: &'static str = "Moreton, Rival: transposition/refutation tables";
    const TURN: u32 = 16;

    fn over(buckets: usize) -> Option<Self> {
        let hashes = buckets.checked_next_power_of_two()?;
        (buckets > 0).then_some(Self { buckets, mask: hashes - 1 })
    }

    #[inline]
    fn buckets(self) -> usize {
        self.buckets
    }

    #[inline]
    fn of_spread(self, spread: Key) -> usize {
        let hash = spread.0 as usize & self.mask;
        if hash >= self.buckets { hash - self.buckets } else { hash }
    }
}

#[cfg(test)]
mod tests {
    use super::{Fold, Index, LowBits, MultiplyShift};
    use crate::key::{Key, SplitMix64};

    fn chi_square<I: Index>(index: I, mut key: impl FnMut() -> Key, draws: usize) -> f64 {
        let mut loads = vec![0u32; index.buckets()];
        (0..draws).for_each(|_| loads[index.of_spread(key())] += 1);
        let expected = draws as f64 / loads.len() as f64;
        loads.iter().map(|&load| (f64::from(load) - expected).powi(2) / expected).sum()
    }

    /// χ² with 999 degrees of freedom has mean 999 and standard deviation 44.7: five either way.
    const UNIFORM: std::ops::Range<f64> = 775.0..1223.0;

    #[test]
    fn multiply_shift_fills_any_number_of_buckets_uniformly() {
        let mut random = SplitMix64::new(3);
        let index = MultiplyShift::over(1000).unwrap();
        let spread = chi_square(index, || Key(random.next()), 1_000_000);
        assert!(UNIFORM.contains(&spread), "{spread}");
    }

    #[test]
    fn a_folded_index_loads_its_low_buckets_twice() {
        let mut random = SplitMix64::new(3);
        let index = Fold::over(700).unwrap();
        let mut loads = [0u32; 700];
        (0..1_024_000).for_each(|_| loads[index.of_spread(Key(random.next()))] += 1);
        let mean = |loads: &[u32]| f64::from(loads.iter().sum::<u32>()) / loads.len() as f64;
        let (low, high) = (mean(&loads[..324]), mean(&loads[324..]));
        assert!((low - 2000.0).abs() < 10.0 && (high - 1000.0).abs() < 10.0, "{low} {high}");
        let mut random = SplitMix64::new(3);
        let index = Fold::over(1000).unwrap();
        assert!(!UNIFORM.contains(&chi_square(index, || Key(random.next()), 1_000_000)));
    }

    #[test]
    fn the_fold_reaches_every_bucket_and_none_beyond() {
        for buckets in [1usize, 2, 3, 5, 64, 1000] {
            let index = Fold::over(buckets).unwrap();
            let mut reached = vec![false; buckets];
            (0..4096).for_each(|hash| reached[index.of_spread(Key(hash))] = true);
            assert!(reached.iter().all(|&reached| reached), "{buckets}");
        }
        assert!(Fold::over(0).is_none() && MultiplyShift::over(0).is_none());
        let folded = Fold::over(700).expect("there are buckets");
        assert_eq!([699, 700, 705, 1023].map(|hash| folded.of_spread(Key(hash))), [699, 0, 5, 323]);
    }

    #[test]
    fn bits_that_a_layout_may_verify_choose_no_bucket() {
        fn choose_no_bucket<I: Index>(index: I) {
            let mut random = SplitMix64::new(6);
            for _ in 0..10_000 {
                let key = Key(random.next());
                let other = Key((key.0.rotate_left(I::TURN) ^ (random.next() >> 48)).rotate_right(I::TURN));
                assert_eq!(index.of_spread(key), index.of_spread(other));
            }
        }
        for buckets in [1, 1 << 20, 1 << (usize::BITS / 8 * 5), 1 << (usize::BITS / 4 * 3)] {
            choose_no_bucket(MultiplyShift::over(buckets).unwrap());
            choose_no_bucket(LowBits::over(buckets).unwrap());
            choose_no_bucket(Fold::over(buckets).unwrap());
        }
        choose_no_bucket(MultiplyShift::over(1_000_003).unwrap());
        choose_no_bucket(Fold::over(1_000_003).unwrap());
    }

    #[test]
    fn within_one_bucket_the_low_bits_stay_uniform() {
        let mut random = SplitMix64::new(5);
        let (outer, inner) = (MultiplyShift::over(7).unwrap(), MultiplyShift::over(1000).unwrap());
        let mut in_bucket_three = || loop {
            let key = Key(random.next());
            if outer.of_spread(key) == 3 {
                return Key(key.0 << 48);
            }
        };
        let spread = chi_square(inner, &mut in_bucket_three, 300_000);
        assert!(UNIFORM.contains(&spread), "{spread}");
    }

    #[test]
    fn what_lies_beside_a_key_is_its_bucket_and_hardly_more() {
        let mut random = SplitMix64::new(9);
        let powers = (1..58).flat_map(|k| [(1u64 << k) - 1, 1 << k, (1 << k) + 1]);
        for buckets in powers.chain([3, 1_000_003, u64::MAX >> 6]) {
            let index = MultiplyShift::over(buckets as usize).unwrap();
            let first_of = |number: u64| (u128::from(number) << 64).div_ceil(u128::from(buckets));
            for number in [0, buckets / 2, buckets - 1, random.below(buckets)] {
                let (first, last) = (first_of(number) as u64, (first_of(number + 1) - 1) as u64);
                let inside = [first, first + (last - first) / 2, first + random.below(last - first), last];
                for key in inside {
                    let is_here = index.beside(Key(key));
                    assert!(
                        inside.iter().all(|&other| is_here(Key(other))),
                        "{key:x} of {number} of {buckets}"
                    );
                    let around = (1..=8u64).flat_map(|by| [first.wrapping_sub(by), last.wrapping_add(by)]);
                    let is_stranger =
                        |&other: &u64| index.of_spread(Key(other)) as u64 != number && is_here(Key(other));
                    assert!(around.filter(is_stranger).count() <= 2, "{key:x} of {number} of {buckets}");
                }
            }
        }
    }

    #[test]
    fn under_the_other_indexes_what_lies_beside_a_key_is_its_bucket() {
        fn is_exact<I: Index>(index: I) {
            let mut random = SplitMix64::new(10);
            for _ in 0..10_000 {
                let [key, other] = [(); 2].map(|()| Key(random.next()));
                assert_eq!(index.beside(key)(other), index.of_spread(key) == index.of_spread(other));
            }
        }
        is_exact(LowBits::over(8).unwrap());
        is_exact(Fold::over(5).unwrap());
    }

    #[test]
    fn every_bucket_is_reached_and_none_beyond() {
        for buckets in [1usize, 2, 3, 5, 1000, 1 << 20, usize::MAX >> 6] {
            let index = MultiplyShift::over(buckets).unwrap();
            assert_eq!(index.of_spread(Key(0)), 0);
            assert_eq!(index.of_spread(Key(u64::MAX)), buckets - 1);
        }
    }

    #[test]
    fn the_mask_takes_the_low_bits_and_refuses_other_sizes() {
        let index = LowBits::over(8).unwrap();
        assert_eq!((index.of_spread(Key(0xFFF3)), index.buckets()), (3, 8));
        assert!(LowBits::over(12).is_none() && LowBits::over(0).is_none());
    }
}
