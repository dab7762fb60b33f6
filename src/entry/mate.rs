//! Scores that count plies to the end of the game, and their conversion for a table.
//!
//! A search counts plies from its root. The table counts from the position, because positions occur
//! at different plies.

/// The score from which a game counts as decided.
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
    /// Returns the rule that scores of at least `decided`, or at most −`decided`, count plies.
    #[must_use]
    pub const fn from(decided: i32) -> Self {
        assert!(decided > 0, "a decided score lies above a draw");
        Self { decided }
    }

    /// Converts a score counted from the root for a position `ply` plies from it.
    #[inline]
    #[must_use]
    pub const fn to_table(self, score: i32, ply: u16) -> i32 {
        match score {
            s if s >= self.decided => s + ply as i32,
            s if s <= -self.decided => s - ply as i32,
            s => s,
        }
    }

    /// Converts a stored score back to one counted from the root.
    #[inline]
    #[must_use]
    pub const fn from_table(self, stored: i32, ply: u16) -> i32 {
        match stored {
            s if s >= self.decided => s - ply as i32,
            s if s <= -self.decided => s + ply as i32,
            s => s,
        }
    }

    /// Converts a stored score back to one counted from the root, under the fifty-move rule.
    ///
    /// The rule ends the game after `plies_left` plies without a capture or a pawn's move: 100 less
    /// the halfmove clock. `mate` is the score of a mate on the spot.
    ///
    /// A mate that needs more plies than are left may be a draw here. It comes back as the greatest
    /// or the least score that is not a mate.
    ///
    /// ```
    /// use supplant::entry::mate::Mates;
    /// const MATES: Mates = Mates::from(31_000);
    /// let stored = MATES.to_table(32_000 - 40, 0); // mate in 40 plies
    /// assert_eq!(MATES.from_table_within(stored, 2, 32_000, 100), 32_000 - 42);
    /// assert_eq!(MATES.from_table_within(stored, 2, 32_000, 39), 31_000 - 1);
    /// ```
    #[inline]
    #[must_use]
    pub const fn from_table_within(self, stored: i32, ply: u16, mate: i32, plies_left: i32) -> i32 {
        match stored {
            s if s >= self.decided && mate - s > plies_left => self.decided - 1,
            s if s <= -self.decided && mate + s > plies_left => 1 - self.decided,
            s => self.from_table(s, ply),
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
    fn a_mate_that_the_fifty_move_rule_may_prevent_is_no_mate() {
        let mates = Mates::from(31_000);
        for (plies_left, wins, loses) in
            [(100, 31_900, -31_900), (91, 31_900, -31_900), (90, 31_900, -31_900), (89, 30_999, -30_999)]
        {
            let from_table = |stored| mates.from_table_within(stored, 10, 32_000, plies_left);
            assert_eq!((from_table(31_910), from_table(-31_910)), (wins, loses), "{plies_left}");
            assert_eq!((from_table(30_999), from_table(-30_999)), (30_999, -30_999));
        }
    }

    #[test]
    fn scores_of_undecided_games_count_no_plies() {
        let mates = Mates::from(31_000);
        assert_eq!((mates.to_table(30_999, 9), mates.to_table(-30_999, 9)), (30_999, -30_999));
        assert_eq!((mates.to_table(31_000, 9), mates.to_table(-31_000, 9)), (31_009, -31_009));
    }
}
