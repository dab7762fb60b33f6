//! What is put under stress: the layouts that engines use, and the one whose words are stamped.

use super::{Rounds, Stamped, Stress};
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
    /// Every layout, and [`Stamped`].
    pub fn all() -> impl Iterator<Item = Self> {
        LayoutName::ALL.iter().copied().map(Self::Layout).chain([Self::Stamped])
    }

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
    pub fn run(self, stress: &Stress, scheme: SchemeName, stop: &Stop) -> Rounds {
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
    type Out = Rounds;

    fn with<S: Scheme, L: Layout>(self) -> Rounds {
        self.0.run::<S, L>(self.1)
    }
}

impl Visit for Run<'_> {
    type Out = Rounds;

    fn visit<S: Scheme>(self) -> Rounds {
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
        let known = |subject: &Self| subject.describe().name.eq_ignore_ascii_case(name);
        let names: Vec<_> = Self::all().map(|subject| subject.describe().name).collect();
        Self::all()
            .find(known)
            .ok_or_else(|| format!("no layout is called `{name}`; there are {}", names.join(", ")))
    }
}
