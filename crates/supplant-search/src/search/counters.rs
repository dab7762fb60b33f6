//! What a worker counts. Its own, not atomic, merged when the work is done.

/// Counts of one search, or of several added up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Positions visited with depth left.
    pub interior: u64,
    /// Positions visited where the depth ran out.
    pub leaf: u64,
    /// Positions visited beyond the leaves.
    pub quiescence: u64,
    /// Positions looked up in the table.
    pub probes: u64,
    /// Of those, found.
    pub hits: u64,
    /// Of those, hits that ended the search of the position.
    pub cutoffs: u64,
    /// Entries found by these hits whose move was refused, because it is illegal in the position: entries of other positions,
    /// as far as their moves give them away. A hit finds two at most, under a scheme that holds a position twice. Counted
    /// where table moves are used, and of the moves that are looked at: where a score cuts, only that entry's, and beyond the
    /// leaves none.
    pub illegal_moves: u64,
    /// Interior positions that were looked up and not found, and for which a stored line of an ancestor has a legal move.
    pub inherited: u64,
    /// Positions offered to the table.
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
