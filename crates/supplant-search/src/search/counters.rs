//! The counts of a worker, which are not atomic.

/// The counts of one search, or the sum of several.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Positions visited with depth left.
    pub interior: u64,
    /// Positions visited where the depth ran out.
    pub leaf: u64,
    /// Positions visited beyond the leaves.
    pub quiescence: u64,
    /// Positions probed in the table.
    pub probes: u64,
    /// Probes that found the position.
    pub hits: u64,
    /// Hits that ended the search of the position.
    pub cutoffs: u64,
    /// Entries of hits whose move is illegal in the position: false hits.
    pub illegal_moves: u64,
    /// Interior positions without an entry for which an ancestor's line has a legal move.
    pub inherited: u64,
    /// Entries offered to the table.
    pub stores: u64,
}

impl Counters {
    /// Every position visited: interior, leaf and quiescence (1994, section 6: *all* nodes).
    #[inline]
    #[must_use]
    pub const fn nodes(&self) -> u64 {
        self.interior + self.leaf + self.quiescence
    }

    /// Hits in thousandths of the probes.
    #[must_use]
    pub const fn hit_permille(&self) -> u64 {
        match self.probes {
            0 => 0,
            probes => self.hits * 1000 / probes,
        }
    }
}

impl std::ops::AddAssign for Counters {
    fn add_assign(&mut self, other: Self) {
        self.interior += other.interior;
        self.leaf += other.leaf;
        self.quiescence += other.quiescence;
        self.probes += other.probes;
        self.hits += other.hits;
        self.cutoffs += other.cutoffs;
        self.illegal_moves += other.illegal_moves;
        self.inherited += other.inherited;
        self.stores += other.stores;
    }
}

impl std::iter::Sum for Counters {
    fn sum<I: Iterator<Item = Self>>(all: I) -> Self {
        all.fold(Self::default(), |mut sum, one| {
            sum += one;
            sum
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Counters;

    #[test]
    fn counts_of_several_searches_are_added_up() {
        let one = Counters {
            interior: 1,
            leaf: 20,
            quiescence: 300,
            probes: 4_000,
            hits: 50_000,
            cutoffs: 600_000,
            illegal_moves: 7_000_000,
            inherited: 80_000_000,
            stores: 900_000_000,
        };
        let three: Counters = [one; 3].into_iter().sum();
        let tripled = Counters {
            interior: 3,
            leaf: 60,
            quiescence: 900,
            probes: 12_000,
            hits: 150_000,
            cutoffs: 1_800_000,
            illegal_moves: 21_000_000,
            inherited: 240_000_000,
            stores: 2_700_000_000,
        };
        assert_eq!((three, three.nodes()), (tripled, 963));
    }

    #[test]
    fn hits_are_told_in_thousandths_of_the_probes() {
        let of = |probes, hits| Counters { probes, hits, ..Counters::default() }.hit_permille();
        assert_eq!([of(0, 0), of(8, 3), of(3, 3), of(2_001, 1)], [0, 375, 1000, 0]);
    }
}
