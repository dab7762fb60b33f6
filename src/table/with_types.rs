//! From the names of a scheme and a layout to the types of a table: the one match at the edge, for commands and studies.

use std::marker::PhantomData;

use crate::entry::Layout;
use crate::entry::layout::{LayoutName, VisitLayout};
use crate::scheme::{Scheme, SchemeName, Visit};

/// Work that needs the types of a table: its scheme and its layout.
pub trait WithTypes {
    /// What the work yields.
    type Out;
    /// Does the work with scheme `S` in layout `L`.
    fn with<S: Scheme, L: Layout>(self) -> Self::Out;
}

/// Does `work` with the types of a scheme and a layout.
///
/// ```
/// use supplant::entry::{Layout, layout::LayoutName};
/// use supplant::scheme::{Scheme, SchemeName};
/// use supplant::table::{Table, WithTypes, with_types};
///
/// struct BucketBytes;
/// impl WithTypes for BucketBytes {
///     type Out = usize;
///     fn with<S: Scheme, L: Layout>(self) -> usize {
///         S::SLOTS * Table::<S, L>::SLOT_BYTES
///     }
/// }
/// assert_eq!(with_types(SchemeName::TwoBig1, LayoutName::Single, BucketBytes), 16);
/// ```
pub fn with_types<W: WithTypes>(scheme: SchemeName, layout: LayoutName, work: W) -> W::Out {
    scheme.visit(AndLayout { layout, work })
}

/// Knows what is to be done, and chooses the layout once the scheme is chosen.
struct AndLayout<W> {
    layout: LayoutName,
    work: W,
}

impl<W: WithTypes> Visit for AndLayout<W> {
    type Out = W::Out;

    fn visit<S: Scheme>(self) -> W::Out {
        self.layout.visit(UnderScheme(self.work, PhantomData::<S>))
    }
}

/// As above, the scheme chosen.
struct UnderScheme<W, S>(W, PhantomData<S>);

impl<W: WithTypes, S: Scheme> VisitLayout for UnderScheme<W, S> {
    type Out = W::Out;

    fn visit<L: Layout>(self) -> W::Out {
        self.0.with::<S, L>()
    }
}
