//! Makes a table from names given at run time.

use std::marker::PhantomData;

use crate::entry::Kept;
use crate::error::{Fault, SUPPLANT_NO_SUCH_TABLE};
use crate::served::Served;
use supplant::entry::bucket::{LayoutName, Ready};
use supplant::entry::{Entry, FullEntry, SizedEntry};
use supplant::scheme::{Scheme, SchemeName, Visit};
use supplant::table::{BuildError, Loaded, MultiplyShift, NamedPayload, Origin, TableBuilder};

/// The table keeps the static evaluation, as today's engines do.
///
/// Schemes that do not use the size, in layout `xor16`; those of any number of slots also in `lines16`
/// and `cluster10`. For SIEGE, FOURBIG, TWOBIG1 and the others take SUPPLANT_KEEPS_BOTH.
pub const SUPPLANT_KEEPS_EVALUATION: u32 = 0;
/// The table keeps the size of the subtree: every scheme, in each layout that takes its slots.
///
/// Under SIEGE, FOURITER and MERIT in `single8` and `line8` an entry looks current again after two
/// searches.
pub const SUPPLANT_KEEPS_SIZE: u32 = 1;
/// The table keeps both evaluation and size, in smaller ranges.
///
/// The evaluation is held at -8191 and 8191, and the depth at 63. The size is rounded down to a
/// power of 2, from 1 to 2^31. If your engine has a number for *no evaluation* beyond these limits,
/// as 32002, pass 8191 instead, and take 8191 for none.
///
/// All schemes in layout `xor16`; those of any number of slots in `lines16` and `cluster10`. The
/// table distinguishes 16 searches; under SIEGE, FOURITER and MERIT only this search and earlier
/// ones, and in `cluster10` an entry looks current again after two searches.
pub const SUPPLANT_KEEPS_BOTH: u32 = 2;

pub(crate) fn made(
    scheme: SchemeName,
    layout: LayoutName,
    keeps: u32,
    builder: TableBuilder,
    origin: Origin,
) -> Result<(Box<dyn Served>, Loaded), Fault> {
    fn of<P: NamedPayload + Kept>(
        scheme: SchemeName,
        layout: LayoutName,
        make: (TableBuilder, Origin),
    ) -> Made {
        P::visit(scheme, layout, Make { make, payload: PhantomData::<fn() -> P> })?
    }
    let make = (builder, origin);
    Ok(match keeps {
        SUPPLANT_KEEPS_SIZE => of::<SizedEntry>(scheme, layout, make)?,
        SUPPLANT_KEEPS_EVALUATION => of::<Entry>(scheme, layout, make)?,
        SUPPLANT_KEEPS_BOTH => of::<FullEntry>(scheme, layout, make)?,
        _ => {
            let said = format!(
                "a table keeps SUPPLANT_KEEPS_EVALUATION, SUPPLANT_KEEPS_SIZE or SUPPLANT_KEEPS_BOTH, not {keeps}"
            );
            return Err(Fault::new(SUPPLANT_NO_SUCH_TABLE, said));
        }
    })
}

type Made = Result<(Box<dyn Served>, Loaded), BuildError>;

/// Makes the table itself and not an [`AnyTable`](supplant::table::AnyTable), so that a call of C
/// takes one indirect jump.
struct Make<P> {
    make: (TableBuilder, Origin),
    payload: PhantomData<fn() -> P>,
}

impl<P: NamedPayload + Kept> Visit for Make<P> {
    type Payload = P;
    type Out = Made;

    fn visit<S: Scheme, B: Ready<Payload = P>>(self) -> Made {
        let (builder, origin) = self.make;
        let (table, loaded) = builder.types::<S, B, MultiplyShift>().build_from(origin)?;
        Ok((Box::new(table), loaded))
    }
}

#[cfg(test)]
mod tests {
    use super::{Fault, SUPPLANT_KEEPS_BOTH, SUPPLANT_KEEPS_EVALUATION, SUPPLANT_KEEPS_SIZE};
    use crate::entry::CEntry;
    use crate::error::SUPPLANT_BAD_SIZE;
    use crate::served::Served;
    use std::mem::MaybeUninit;
    use supplant::Table;
    use supplant::entry::bucket::LayoutName;
    use supplant::scheme::SchemeName;
    use supplant::table::Origin;

    fn made(
        scheme: SchemeName,
        layout: LayoutName,
        keeps: u32,
        slots: usize,
    ) -> Result<Box<dyn Served>, Fault> {
        Ok(super::made(scheme, layout, keeps, Table::builder().slots(slots), Origin::New)?.0)
    }

    fn probed(table: &dyn Served, key: u64) -> Option<CEntry> {
        let mut found = MaybeUninit::uninit();
        // SAFETY: a probe that returns true has written the entry.
        table.probe(key, Some(&mut found)).then(|| unsafe { found.assume_init() })
    }

    fn is_possible(scheme: SchemeName, layout: LayoutName, keeps: u32) -> bool {
        let has_room = matches!(layout.name(), "xor16" | "lines16" | "cluster10");
        let is_served = match keeps {
            SUPPLANT_KEEPS_SIZE => true,
            SUPPLANT_KEEPS_BOTH => has_room,
            _ => has_room && !scheme.info().uses_size,
        };
        scheme.fits(layout) && is_served
    }

    #[test]
    fn each_scheme_is_made_in_each_layout_that_fits_it_and_holds_what_it_is_given() {
        let entry = CEntry {
            best_move: 9,
            score: -4,
            depth: 11,
            bound: 2,
            evaluation: -900,
            size: 64,
            ..CEntry::default()
        };
        let mut tables = 0;
        for &scheme in SchemeName::ALL {
            for &layout in LayoutName::ALL {
                for keeps in [SUPPLANT_KEEPS_EVALUATION, SUPPLANT_KEEPS_SIZE, SUPPLANT_KEEPS_BOTH] {
                    let table = made(scheme, layout, keeps, 1 << 10);
                    assert_eq!(
                        table.is_ok(),
                        is_possible(scheme, layout, keeps),
                        "{scheme} {layout} {keeps}"
                    );
                    let Ok(table) = table else { continue };
                    assert!(table.offer(5 << 59, &entry), "{scheme} {layout}");
                    let size = if keeps == SUPPLANT_KEEPS_EVALUATION { 0 } else { 64 };
                    let evaluation = if keeps == SUPPLANT_KEEPS_SIZE { 0 } else { -900 };
                    assert_eq!(
                        probed(&*table, 5 << 59),
                        Some(CEntry { size, evaluation, ..entry }),
                        "{scheme} {layout}"
                    );
                    let alone = CEntry { evaluation: -7, ..CEntry::default() };
                    assert_eq!(table.offer(7, &alone), keeps != SUPPLANT_KEEPS_SIZE, "{scheme} {layout}");
                    let told = probed(&*table, 7).map(|found| (found.bound, found.evaluation));
                    assert_eq!(told, (keeps != SUPPLANT_KEEPS_SIZE).then_some((0, -7)), "{scheme} {layout}");
                    tables += 1;
                }
            }
        }
        let (sizes, evaluations, both) = (24 + 24 + 10 + 10 + 10, 15 + 5 + 5, 24 + 10 + 10);
        assert_eq!(tables, sizes + evaluations + both, "in five, three and three layouts");
    }

    #[test]
    fn what_cannot_be_had_is_said_with_a_remedy() {
        let told = |scheme, layout, keeps, slots| match made(scheme, layout, keeps, slots) {
            Ok(_) => String::new(),
            Err(fault) => fault.message,
        };
        let big = told(SchemeName::TwoBig1, LayoutName::Xor16, SUPPLANT_KEEPS_EVALUATION, 8);
        assert_eq!(
            big,
            "TWOBIG1 asks for the size of subtrees: keep both evaluation and size (SUPPLANT_KEEPS_BOTH), or take another scheme, such as DEPTHAGE"
        );
        let siege = told(SchemeName::Siege, LayoutName::Cluster10, SUPPLANT_KEEPS_EVALUATION, 9);
        assert!(siege.contains("keep both evaluation and size (SUPPLANT_KEEPS_BOTH)"), "{siege}");
        for keeps in [SUPPLANT_KEEPS_EVALUATION, SUPPLANT_KEEPS_BOTH] {
            let narrow = told(SchemeName::DepthAge, LayoutName::Line8, keeps, 8);
            assert!(narrow.starts_with("line8 has no room for an evaluation; take "), "{narrow}");
        }
        assert!(told(SchemeName::New, LayoutName::Cluster10, 0, 9).starts_with("NEW has 1 slot a bucket"));
        assert!(told(SchemeName::New, LayoutName::Cluster10, 1, 9).starts_with("NEW has 1 slot a bucket"));
        assert!(told(SchemeName::New, LayoutName::Cluster10, 2, 9).starts_with("NEW has 1 slot a bucket"));
        assert!(told(SchemeName::New, LayoutName::Xor16, 3, 8).ends_with(", not 3"));
        let none = made(SchemeName::New, LayoutName::Xor16, SUPPLANT_KEEPS_SIZE, 0);
        assert_eq!(none.err().map(|fault| fault.code), Some(SUPPLANT_BAD_SIZE));
    }
}
