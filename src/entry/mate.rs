//! Scores that count plies to the end of the game, and how they pass through a table.
//!
//! A search counts the distance to mate from its root, so that nearer mates are better. One position is met at different
//! distances from the root; in the table the distance is counted from the position itself.

/// From which score on a game counts as decided.
///
/// ```
/// use supplant::entry::mate::Mates;
/// // Mate on the spot is worth 32 000; anything from 31 000 on is a mate found.
/// const MATES: Mates = Mates::from(31_000);
/// // Mate five plies from the root, stored by the position two plies from it: three from there.
/// let stored = MATES.to_table(32_000 - 5, 2);
/// assert_eq!(stored, 32_000 - 3);
/// // Met again four plies from the root: seven.
/// assert_eq!(MATES.from_table(stored, 4), 32_000 - 7);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mates {
    decided: i32,
}

impl Mates {
    /// Scores of `decided` and more, and of −`decided` and less, count plies.
    #[must_use]
    pub const fn from(decided: i32) -> Self {
        assert!(decided > 0, "a decided score lies above a draw");
        Self { decided }
    }

    /// A score counted from the root, as the position `ply` plies from it stores it.
    #[inline]
    #[must_use]
    pub const fn to_table(self, score: i32, ply: u16) -> i32 {
        match score {
            s if s >= self.decided => s + ply as i32,
            s if s <= -self.decided => s - ply as i32,
            s => s,
        }
    }

    /// A stored score, counted from the root again.
    #[inline]
    #[must_use]
    pub const fn from_table(self, stored: i32, ply: u16) -> i32 {
        match stored {
            s if s >= self.decided => s - ply as i32,
            s if s <= -self.decided => s + ply as i32,
            s => s,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Mates;

    #[test]
    fn a_score_that_passes_through_the_table_is_the_same_at_the_same_ply() {
        let mates = Mates::from(31_000);
        for ply in [0, 1, 77, 255] {
            for score in [0, 1, -30_999, 30_999, 32_000 - i32::from(ply), i32::from(ply) - 32_000] {
                assert_eq!(mates.from_table(mates.to_table(score, ply), ply), score, "{score} at {ply}");
            }
        }
    }

    #[test]
    fn scores_of_undecided_games_count_no_plies() {
        let mates = Mates::from(31_000);
        assert_eq!((mates.to_table(30_999, 9), mates.to_table(-30_999, 9)), (30_999, -30_999));
        assert_eq!((mates.to_table(31_000, 9), mates.to_table(-31_000, 9)), (31_009, -31_009));
    }
}
