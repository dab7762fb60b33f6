//! How a scheme uses the age of an entry: refreshing, wear and iterations.

/// When an entry of an earlier search becomes an entry of the current search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Refresh {
    /// Only when the position is stored again.
    Never,
    /// When a probe finds it.
    OnHit,
    /// When its score ends a search: [`Table::cut_by`](crate::Table::cut_by).
    OnCutoff,
}

/// How a scheme uses the bits of an entry's age.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Aging {
    /// When an entry becomes an entry of the current search.
    pub refresh: Refresh,
    /// How many low bits of the age hold wear and, if the scheme tells iterations, in the highest of
    /// them the iteration; 0 in schemes without wear. Wear is what
    /// [`wear_of_new`](super::Scheme::wear_of_new), [`wear_of_renewed`](super::Scheme::wear_of_renewed)
    /// and [`Wear`](super::Placement::Wear) say, cut to the largest that fits.
    pub wear_bits: u32,
    /// How much wear an entry loses when a probe refreshes it.
    pub mended: u8,
    /// Whether the scheme asks whether an
    /// [iteration is odd](crate::entry::Generation::is_in_odd_iteration), so that the search should
    /// call [`Table::new_iteration`](crate::Table::new_iteration).
    ///
    /// The table then sets the highest of the `wear_bits` of what is stored in an odd iteration, and
    /// leaves the others for wear. The scheme must not refresh entries.
    pub tells_iterations: bool,
}

impl Aging {
    /// No wear, and entries become current only when stored again.
    pub const PLAIN: Self = Self::refreshed(Refresh::Never);

    /// Returns an aging without wear that refreshes entries at this event.
    #[must_use]
    pub const fn refreshed(refresh: Refresh) -> Self {
        Self { refresh, wear_bits: 0, mended: u8::MAX, tells_iterations: false }
    }

    /// The bit of the wear that tells an odd iteration; 0 if iterations are not told apart.
    pub(crate) const fn odd_bit(self) -> u8 {
        if self.tells_iterations { (1u16 << self.wear_bits >> 1) as u8 } else { 0 }
    }

    /// Checks that entries which tell so many generations apart can age like this.
    ///
    /// # Panics
    /// If not; in a constant, this is a compile error.
    pub(crate) const fn check(self, generations: u64) {
        assert!(self.wear_bits < u8::BITS, "wear is a number below 128");
        assert!(
            generations >> self.wear_bits > 0,
            "the scheme takes bits of the age for wear; this bucket's entries keep too few"
        );
        assert!(
            !self.tells_iterations || self.wear_bits > 0,
            "a scheme that tells iterations apart keeps a bit of the wear for them"
        );
        assert!(
            !self.tells_iterations || matches!(self.refresh, Refresh::Never),
            "a refresh mends wear, and so would change the bit that tells the iteration: refresh never"
        );
    }
}

#[cfg(test)]
mod tests {
    use super::{Aging, Refresh};

    #[test]
    fn wear_and_iterations_fit_into_the_age_and_no_refresh_changes_them() {
        let telling =
            |refresh, wear_bits| Aging { wear_bits, tells_iterations: true, ..Aging::refreshed(refresh) };
        let is_refused =
            |aging: Aging, generations| std::panic::catch_unwind(|| aging.check(generations)).is_err();
        assert!(!is_refused(telling(Refresh::Never, 3), 8) && is_refused(telling(Refresh::Never, 3), 4));
        assert!(is_refused(telling(Refresh::Never, 0), 64), "no bit is left for the iteration");
        assert!(is_refused(Aging { wear_bits: 8, ..Aging::PLAIN }, 256), "a wear of 255 could not grow");
        for refresh in [Refresh::OnHit, Refresh::OnCutoff] {
            assert!(is_refused(telling(refresh, 3), 64), "{refresh:?}");
            assert!(!is_refused(Aging { wear_bits: 3, ..Aging::refreshed(refresh) }, 64), "{refresh:?}");
        }
        assert_eq!([1, 3, 8].map(|bits| telling(Refresh::Never, bits).odd_bit()), [1, 4, 128]);
        assert_eq!(Aging { wear_bits: 3, ..Aging::PLAIN }.odd_bit(), 0);
    }
}
