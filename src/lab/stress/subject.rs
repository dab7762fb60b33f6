//! What is put under stress: the layouts that engines use, and the one whose words are stamped.

use super::{Stamped, Stress, Tally};
use crate::entry::Layout;
use crate::entry::layout::{self, LayoutName};
use crate::scheme::{Scheme, SchemeName, Visit};
use crate::search::Stop;
use crate::table::{WithTypes, with_types};

/// A layout under stress.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// One that engines use.
    Layout(LayoutName),
    /// [`Stamped`].
    Stamped,
}

/// What is known of a subject without naming its type.
#[derive(Clone, Copy, Debug)]
pub struct Description {
    /// [`Layout::NAME`].
    pub name: &'static str,
    /// [`Layout::DETECTS_FLIPS`].
    pub detects_flips: bool,
    /// Whether torn reads can be told from entries of other keys. One word cannot tear.
    pub tells_torn: bool,
    /// Whether lost updates are counted.
    pub tells_lost: bool,
}

impl Subject {
    /// Every subject: every layout, and [`Stamped`].
    pub const ALL: &'static [Self] = &{
        const LAYOUTS: &[LayoutName] = LayoutName::ALL;
        let mut all = [Self::Stamped; LAYOUTS.len() + 1];
        let mut i = 0;
        while i < LAYOUTS.len() {
            all[i] = Self::Layout(LAYOUTS[i]);
            i += 1;
        }
        all
    };

    /// What it is.
    #[must_use]
    pub fn describe(self) -> Description {
        match self {
            Self::Layout(layout @ LayoutName::XorPair) => describe(layout.describe(), true, false),
            Self::Layout(layout @ LayoutName::Single) => describe(layout.describe(), false, false),
            Self::Stamped => describe(Stamped::describe(), true, true),
        }
    }

    /// Stresses a table of this layout under `scheme`.
    #[must_use]
    pub fn run(self, stress: &Stress, scheme: SchemeName, stop: &Stop) -> Tally {
        let run = Run(stress, stop);
        match self {
            Self::Layout(layout) => with_types(scheme, layout, run),
            Self::Stamped => scheme.visit(run),
        }
    }
}

fn describe(layout: layout::Description, tells_torn: bool, tells_lost: bool) -> Description {
    Description { name: layout.name, detects_flips: layout.detects_flips, tells_torn, tells_lost }
}

struct Run<'a>(&'a Stress, &'a Stop);

impl WithTypes for Run<'_> {
    type Out = Tally;

    fn with<S: Scheme, L: Layout>(self) -> Tally {
        self.0.run::<S, L>(self.1)
    }
}

impl Visit for Run<'_> {
    type Out = Tally;

    fn visit<S: Scheme>(self) -> Tally {
        self.with::<S, Stamped>()
    }
}

impl std::fmt::Display for Subject {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.describe().name)
    }
}

impl std::str::FromStr for Subject {
    type Err = String;

    /// Reads a name, in any case.
    fn from_str(name: &str) -> Result<Self, String> {
        let known = |subject: &&Self| subject.describe().name.eq_ignore_ascii_case(name);
        let names: Vec<_> = Self::ALL.iter().map(|subject| subject.describe().name).collect();
        Self::ALL
            .iter()
            .find(known)
            .copied()
            .ok_or_else(|| format!("no layout is called `{name}`; there are {}", names.join(", ")))
    }
}
