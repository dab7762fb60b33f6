//! The key of a position, and the seeded generator of all keys and random choices.

/// The 64-bit hash of a position: the papers' *hash value*.
///
/// Any 64 bits will do, as long as two positions differ in at least one of them: the table
/// [spreads](Self::spread) a key before it uses any part. Zobrist keys, counters, and keys made from
/// keys (`key ^ (move << 16)`) are all fine.
///
/// Two positions with one key are one position to the table (a *false hit*): with uniform keys,
/// with probability 2⁻⁶⁴.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Key(pub u64);

/// 2⁶⁴ divided by the golden ratio. Products with consecutive numbers lie as evenly as any can
/// (Knuth, volume 3, section 6.4). Whichever one or two bits of a key flip, the product changes by at
/// least 15 · 2⁴⁸ (test below), so its upper 16 bits change.
pub(crate) const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;

/// [`GOLDEN`] · this = 1, modulo 2⁶⁴.
const GATHER: u64 = {
    // Newton: each step doubles the number of right bits, of which an odd number has three.
    let (mut inverse, mut step) = (GOLDEN, 0);
    while step < 5 {
        inverse = inverse.wrapping_mul(2u64.wrapping_sub(GOLDEN.wrapping_mul(inverse)));
        step += 1;
    }
    inverse
};

impl Key {
    /// Returns the key spread: a bijection after which each end depends on all 64 bits.
    ///
    /// The table finds a bucket by one end and takes a tag from the other. If one or two bits of a
    /// key flip, the lowest 16 bits of the result always change.
    ///
    /// # Cost
    /// Two multiplications and a swap of bytes, some eight cycles.
    ///
    /// ```
    /// use supplant::Key;
    /// let (key, mv) = (Key(0x1234_5678_9abc_def0), 0x0a1b);
    /// let without_move = Key(key.0 ^ (mv << 16));
    /// assert_eq!(key.0 as u16, without_move.0 as u16);
    /// assert_ne!(key.spread().0 as u16, without_move.spread().0 as u16);
    /// assert_eq!(Key::from_spread(key.spread()), key);
    /// ```
    #[inline(always)]
    #[must_use]
    pub const fn spread(self) -> Self {
        Self(self.0.wrapping_mul(GOLDEN).swap_bytes().wrapping_mul(GOLDEN))
    }

    /// Returns the key whose [spread](Self::spread) key this is.
    #[inline]
    #[must_use]
    pub const fn from_spread(spread: Self) -> Self {
        Self(spread.0.wrapping_mul(GATHER).swap_bytes().wrapping_mul(GATHER))
    }
}

impl From<u64> for Key {
    fn from(hash: u64) -> Self {
        Self(hash)
    }
}

impl std::fmt::Debug for Key {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Key({:016x})", self.0)
    }
}

/// A numbered set of keys for a game, to measure how much a search depends on its keys.
///
/// Another set changes only which positions meet in a bucket. Keys are multiplied by an odd word
/// and rotated by half. (Multiply-shift hashing: Dietzfelbinger and others, *A reliable randomized
/// algorithm for the closest-pair problem*, 1997.)
///
/// ```
/// use supplant::key::{Draw, Key};
/// let key = Key(0x1234_5678_9abc_def0);
/// assert_eq!(Draw::of(0).key(key), key, "the usual keys");
/// assert_ne!(Draw::of(1).key(key), Draw::of(2).key(key));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Draw {
    by: u64,
    turned: u32,
}

impl Draw {
    /// Returns the set with this number. Set 0 has the usual keys.
    #[must_use]
    pub const fn of(draw: u64) -> Self {
        if draw == 0 {
            Self { by: 1, turned: 0 }
        } else {
            Self { by: SplitMix64::new(draw).next() | 1, turned: 32 }
        }
    }

    /// Returns the key that replaces a usual key.
    #[inline]
    #[must_use]
    pub const fn key(self, usual: Key) -> Key {
        Key(usual.0.wrapping_mul(self.by).rotate_left(self.turned))
    }
}

/// The SplitMix64 generator (Steele, Lea and Flood, 2014).
///
/// It is written out because its streams must be the same in every release.
///
/// ```
/// use supplant::key::SplitMix64;
/// // The first words of the published reference stream for seed 1234567.
/// let mut stream = SplitMix64::new(1234567);
/// assert_eq!([stream.next(), stream.next()], [6457827717110365317, 3203168211198807973]);
/// ```
#[derive(Clone, Debug)]
pub struct SplitMix64 {
    state: u64,
}

impl SplitMix64 {
    /// Returns a stream that depends only on `seed`.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// Returns the next word of the stream.
    #[allow(
        clippy::should_implement_trait,
        reason = "an endless stream is not an iterator, and this one is const"
    )]
    #[inline]
    pub const fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(GOLDEN);
        let mut word = self.state;
        word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        word ^ (word >> 31)
    }

    /// Returns a number below `limit`, by multiply-shift. The bias is less than `limit` / 2⁶⁴.
    pub const fn below(&mut self, limit: u64) -> u64 {
        ((self.next() as u128 * limit as u128) >> 64) as u64
    }

    /// Shuffles `items` (Fisher and Yates), with one number for each item but the first.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i as u64 + 1) as usize);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{GOLDEN, Key, SplitMix64};

    const SHUFFLED: [u8; 10] = [9, 0, 1, 4, 8, 2, 3, 7, 6, 5];

    #[test]
    fn a_shuffle_is_of_the_seed_alone_and_the_same_in_every_release() {
        let shuffled = |seed| {
            let mut numbers: [u8; 10] = std::array::from_fn(|i| i as u8);
            SplitMix64::new(seed).shuffle(&mut numbers);
            numbers
        };
        assert_eq!(shuffled(1), SHUFFLED);
        assert_ne!(shuffled(2), SHUFFLED);
    }

    #[test]
    fn each_item_comes_equally_often_to_each_place() {
        let (mut random, mut counts) = (SplitMix64::new(3), [[0u32; 4]; 4]);
        for _ in 0..24_000 {
            let mut items = [0, 1, 2, 3];
            random.shuffle(&mut items);
            items.into_iter().enumerate().for_each(|(place, item)| counts[place][item] += 1);
        }
        assert!(counts.iter().flatten().all(|&count| count.abs_diff(6000) < 6 * 68), "{counts:?}");
    }

    #[test]
    fn the_stream_is_the_published_one() {
        let mut stream = SplitMix64::new(1_234_567);
        let published = [
            6_457_827_717_110_365_317,
            3_203_168_211_198_807_973,
            9_817_491_932_198_370_423,
            4_593_380_528_125_082_431,
            16_408_922_859_458_223_821,
        ];
        assert_eq!(std::array::from_fn(|_| stream.next()), published);
    }

    #[test]
    fn numbers_below_a_limit_are_the_upper_part_of_the_next_word() {
        for limit in [1, 2, 10, 1 << 40, u64::MAX] {
            let (mut stream, mut words) = (SplitMix64::new(5), SplitMix64::new(5));
            for _ in 0..100 {
                let below = stream.below(limit);
                assert_eq!(u128::from(below), u128::from(words.next()) * u128::from(limit) / (1 << 64));
                assert!(below < limit);
            }
        }
    }

    #[test]
    fn spreading_is_undone_and_neither_end_keeps_an_end() {
        let mut random = SplitMix64::new(8);
        for key in (0..1000).map(|_| Key(random.next())).chain([Key(0), Key(u64::MAX)]) {
            assert_eq!((Key::from_spread(key.spread()), Key::from_spread(key).spread()), (key, key));
        }
        assert_eq!(Key(1).spread(), Key(GOLDEN.swap_bytes().wrapping_mul(GOLDEN)));
    }

    /// Control: with another odd constant some flips leave the end as it was.
    #[test]
    fn one_or_two_flipped_bits_move_the_upper_end_of_a_product_by_15_parts_of_65_536() {
        let least = |by: u64| {
            let size =
                |difference: u64| by.wrapping_mul(difference).min(by.wrapping_mul(difference).wrapping_neg());
            let pairs = (0..64).flat_map(|one| (0..one).map(move |other| (1u64 << one, 1u64 << other)));
            let pairs = pairs.flat_map(|(one, other)| [one.wrapping_add(other), one.wrapping_sub(other)]);
            pairs.chain((0..64).map(|bit| 1 << bit)).map(size).min().expect("there are many") >> 48
        };
        assert_eq!((least(GOLDEN), least(1 << 32 | 1)), (15, 0));
    }

    #[test]
    fn a_key_is_its_bits() {
        assert_eq!(Key::from(7), Key(7));
        assert_eq!(format!("{:?}", Key(0xfeed)), "Key(000000000000feed)");
    }
}
