//! Faults that a test plants in the table's code, to see which checker notices. Only builds with
//! `--cfg faults`, and those of the models, contain them.
//!
//! `SUPPLANT_FAULT=OpensAnyKey` plants a fault in a whole program. `.ci/faults.py` runs all
//! checkers under each fault.

macro_rules! faults {
    ($($(#[$meaning:meta])* $fault:ident,)*) => {
        /// A fault that makes the table wrong.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Fault {
            $($(#[$meaning])* $fault,)*
        }

        impl Fault {
            #[cfg(any(faults, loom, coherence, shuttle))]
            const ALL: &[Self] = &[$(Self::$fault,)*];
        }
    };
}

faults! {
    /// Validation: the words of a slot open for any key.
    OpensAnyKey,
    /// Validation: a probe of pairs takes the first slot, for any key.
    FindsAnyKey,
    /// Validation: the tag of one word, or of a cluster, is not compared.
    OpensAnyTag,
    /// Validation: a probe of one word, or of a cluster, does not compare the tag.
    FindsAnyTag,
    /// Validation: the check is the key alone.
    SignsNothing,
    /// Validation: all data words pass one bijection, so equal differences cancel.
    SignsWordsAlike,
    /// Validation: a slot of which one word has landed is valid.
    LandsByHalves,
    /// Validation: a dead slot counts as an entry.
    KeepsDeadSlots,
    /// Validation: new data stand beside the old check.
    AmendsDataAlone,
    /// Keys: the end of a key is its tag, unspread.
    SpreadsNothing,
    /// Order: an exchange begins with the check.
    ExchangesCheckFirst,
    /// Order: an exchange writes by plain stores.
    ExchangesByPlainStores,
    /// Order: a shift takes the key of one look and the data of another. Claim M5.
    ShiftsBySecondLook,
    /// Order: a shift writes the upper level first, and moves what it finds there then.
    ShiftsUpperFirst,
    /// Order: a refresh takes the key of one look and the data of another. Claim M9.
    RefreshesBySecondLook,
    /// Order: a refresh writes by plain stores, over any store since its look. Claim M9.
    RefreshesByPlainStores,
    /// Order: a refused store wears its resident by plain stores. Claim M9.
    WearsByPlainStores,
    /// Ages: a new entry keeps the generation of its payload.
    StampsNothing,
    /// Ages: a refresh leaves the generation as it was.
    RefreshesNothing,
    /// Ages: where a tag is verified, no age is held.
    HoldsNoAge,
    /// Ages: an update forgets how worn the entry was.
    ForgetsWear,
    /// Ages: the number of searches is written by a plain store, and may go back. Claim M7.
    CountsByPlainStores,
    /// Epochs: keys are sealed alike in all epochs.
    SealsWithoutEpoch,
    /// Epochs: the entries of the epoch before are not looked for.
    ForgetsEpochBefore,
    /// Epochs: an entry of the epoch before looks as old as its number says.
    DatesEpochsAlike,
    /// Resize: an entry moves as if it were written now.
    MovesAsYoung,
    /// Resize: the youngest entries move first.
    MovesYoungFirst,
    /// Resize: the number of searches begins anew.
    ResizesWithoutCount,
    #[cfg_attr(not(feature = "mmap"), allow(dead_code, reason = "without it no table is shared"))]
    /// Sharing: each process maps memory of its own.
    SharesNothing,
    /// Sharing: a file of another scheme, payload, bucket, index or origin of keys is taken.
    TakesForeignFiles,
    /// Clear: the first bucket stays.
    ClearsAllButOne,
    /// Clear: the number of searches stays.
    ClearsWithoutCount,
    /// Places: a store writes over whatever stands at its place.
    TrustsPlaces,
    /// Places: a store takes the entry at its place for one of its position.
    OwnsAnyPlace,
    /// Places: an entry of the position is not looked for.
    SeesNoOwnEntry,
}

impl Fault {
    #[cfg(any(faults, loom, coherence, shuttle))]
    pub(crate) fn is_planted(self) -> bool {
        #[cfg(loom)]
        if let Some(fault) = PLANTED.get() {
            return fault == self;
        }
        chosen() == Some(self)
    }

    #[cfg(not(any(faults, loom, coherence, shuttle)))]
    #[inline(always)]
    pub(crate) const fn is_planted(self) -> bool {
        false
    }
}

#[cfg(loom)]
thread_local! {
    // loom runs all threads of a model on one.
    static PLANTED: std::cell::Cell<Option<Fault>> = const { std::cell::Cell::new(None) };
}

/// Plants a fault for the models that this thread runs from now on. `None` removes it.
#[cfg(loom)]
pub fn plant(fault: Option<Fault>) {
    PLANTED.set(fault);
}

/// The fault of the whole program.
#[cfg(any(faults, loom, coherence, shuttle))]
fn chosen() -> Option<Fault> {
    static CHOSEN: std::sync::OnceLock<Option<Fault>> = std::sync::OnceLock::new();
    *CHOSEN.get_or_init(|| {
        let name = std::env::var("SUPPLANT_FAULT").ok()?;
        let named = Fault::ALL.iter().find(|fault| format!("{fault:?}") == name);
        Some(*named.unwrap_or_else(|| panic!("SUPPLANT_FAULT={name}: no fault has this name")))
    })
}
