//! What remembers positions: nothing, a table under a scheme, or a table without end.

use serde::{Deserialize, Serialize};

use crate::entry::bucket::{LayoutName, UnknownLayout};
use crate::scheme::{SchemeName, UnknownScheme};

/// What remembers positions in one cell of the grid. Its name is the scheme's, with the layout behind a colon where that is
/// not [the plain one](Self::LAYOUT): `TWOBIG1`, `TWOBIG1:single8`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub enum Contender {
    /// Nothing: the search without a table.
    None,
    /// A table under a scheme, its entries in a layout.
    Scheme(SchemeName, LayoutName),
    /// A table in which nothing collides.
    Unbounded,
}

impl Contender {
    /// The plain layout, which stands for the tables of the literature: one position, one entry, the whole key verified.
    pub const LAYOUT: LayoutName = LayoutName::Xor16;

    /// A table of a scheme, in the plain layout.
    #[must_use]
    pub const fn table(scheme: SchemeName) -> Self {
        Self::Scheme(scheme, Self::LAYOUT)
    }

    /// Its scheme, if it is a table under one.
    #[must_use]
    pub const fn scheme(self) -> Option<SchemeName> {
        match self {
            Self::Scheme(scheme, _) => Some(scheme),
            Self::None | Self::Unbounded => None,
        }
    }

    /// The layout of its entries, if it is a table under a scheme.
    #[must_use]
    pub const fn layout(self) -> Option<LayoutName> {
        match self {
            Self::Scheme(_, layout) => Some(layout),
            Self::None | Self::Unbounded => None,
        }
    }

    /// Whether its layout, if it has one, is the plain one.
    #[must_use]
    pub fn is_plain(self) -> bool {
        self.layout().is_none_or(|layout| layout == Self::LAYOUT)
    }
}

impl std::fmt::Display for Contender {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::None => f.pad("none"),
            Self::Unbounded => f.pad("unbounded"),
            Self::Scheme(scheme, Self::LAYOUT) => scheme.fmt(f),
            Self::Scheme(scheme, layout) => f.pad(&format!("{scheme}:{layout}")),
        }
    }
}

impl From<Contender> for String {
    fn from(contender: Contender) -> Self {
        contender.to_string()
    }
}

/// A name that no contender has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UnknownContender {
    /// There is no such scheme.
    Scheme(UnknownScheme),
    /// There is no such layout.
    Layout(UnknownLayout),
}

impl std::fmt::Display for UnknownContender {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Scheme(error) => {
                write!(f, "{error}; `supplant schemes` lists them; there are also none and unbounded")
            }
            Self::Layout(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for UnknownContender {}

impl std::str::FromStr for Contender {
    type Err = UnknownContender;

    /// Reads a contender's name, in any case.
    fn from_str(name: &str) -> Result<Self, UnknownContender> {
        match name.to_ascii_lowercase().as_str() {
            "none" => return Ok(Self::None),
            "unbounded" => return Ok(Self::Unbounded),
            _ => {}
        }
        let (scheme, layout) = name.split_once(':').map_or((name, None), |(s, layout)| (s, Some(layout)));
        let scheme = scheme.parse().map_err(UnknownContender::Scheme)?;
        let layout =
            layout.map_or(Ok(Self::LAYOUT), |layout| layout.parse().map_err(UnknownContender::Layout));
        Ok(Self::Scheme(scheme, layout?))
    }
}

impl TryFrom<String> for Contender {
    type Error = UnknownContender;

    fn try_from(name: String) -> Result<Self, UnknownContender> {
        name.parse()
    }
}

#[cfg(test)]
mod tests {
    use super::Contender;
    use crate::entry::bucket::LayoutName;
    use crate::scheme::SchemeName;

    #[test]
    fn every_contender_is_read_back_from_its_name() {
        let tables = SchemeName::ALL
            .iter()
            .flat_map(|&scheme| LayoutName::ALL.iter().map(move |&layout| Contender::Scheme(scheme, layout)));
        for contender in tables.chain([Contender::None, Contender::Unbounded]) {
            assert_eq!(contender.to_string().parse(), Ok(contender));
            assert_eq!(contender.to_string().to_lowercase().parse(), Ok(contender));
        }
    }

    #[test]
    fn the_layout_is_in_the_name_where_it_is_not_the_plain_one() {
        assert_eq!(Contender::table(SchemeName::TwoBig1).to_string(), "TWOBIG1");
        let dense = Contender::Scheme(SchemeName::TwoBig1, LayoutName::Single8);
        assert_eq!(dense.to_string(), "TWOBIG1:single8");
        assert_eq!("twobig1:xor16".parse(), Ok(Contender::table(SchemeName::TwoBig1)));
        assert!("TWOBIG1:xor".parse::<Contender>().unwrap_err().to_string().contains("single8"));
        assert!("none:single8".parse::<Contender>().unwrap_err().to_string().contains("unbounded"));
    }
}
