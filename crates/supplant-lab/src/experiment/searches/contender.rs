//! The contenders of a comparison.

use serde::{Deserialize, Serialize};

use super::Same;
use crate::experiment::by_name;
use crate::experiment::limit::SavingsLimit;
use crate::experiment::sizes;
use supplant::entry::Bucket;
use supplant::entry::bucket::{Checked, LayoutName, UnknownLayoutError};
use supplant::scheme::{SchemeName, UnknownSchemeError};
use supplant_search::search::{HitUse, LinedEntry, UnknownHitUseError};

pub(super) const LINED_BYTES: usize = size_of::<<Checked<1, 2, LinedEntry> as Bucket>::Cells>();

/// The name is the scheme's; another layout, a restricted use of hits and another rule for the same
/// position follow after colons: `TWOBIG1:single8`, `TWOBIG1:move`, `TWOBIG1:competes`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub enum Contender {
    None,
    Scheme(SchemeName, LayoutName, HitUse, Same),
    Unbounded,
    Limit(SavingsLimit),
}

impl Contender {
    /// The literature uses this layout: one entry per position, with the whole key verified.
    pub const LAYOUT: LayoutName = LayoutName::Xor16;

    #[must_use]
    pub const fn table(scheme: SchemeName) -> Self {
        Self::in_layout(scheme, Self::LAYOUT)
    }

    #[must_use]
    pub const fn in_layout(scheme: SchemeName, layout: LayoutName) -> Self {
        Self::Scheme(scheme, layout, HitUse::Both, Same::Scheme)
    }

    #[must_use]
    pub const fn with_hits(self, hit: HitUse) -> Self {
        match self {
            Self::Scheme(scheme, layout, _, same) => Self::Scheme(scheme, layout, hit, same),
            other => other,
        }
    }

    #[must_use]
    pub const fn under(self, same: Same) -> Self {
        match self {
            Self::Scheme(scheme, layout, hit, _) => Self::Scheme(scheme, layout, hit, same),
            other => other,
        }
    }

    #[must_use]
    pub const fn scheme(self) -> Option<SchemeName> {
        match self {
            Self::Scheme(scheme, ..) => Some(scheme),
            Self::None | Self::Unbounded | Self::Limit(_) => None,
        }
    }

    #[must_use]
    pub const fn layout(self) -> Option<LayoutName> {
        match self {
            Self::Scheme(_, layout, ..) => Some(layout),
            Self::Limit(_) => Some(Self::LAYOUT),
            Self::None | Self::Unbounded => None,
        }
    }

    #[must_use]
    pub const fn hit(self) -> HitUse {
        match self {
            Self::Scheme(_, _, hit, _) => hit,
            Self::None | Self::Unbounded | Self::Limit(_) => HitUse::Both,
        }
    }

    #[must_use]
    pub const fn same(self) -> Same {
        match self {
            Self::Scheme(.., same) => same,
            Self::None | Self::Unbounded | Self::Limit(_) => Same::Scheme,
        }
    }

    #[must_use]
    pub fn allows(layout: LayoutName, hit: HitUse) -> bool {
        layout == Self::LAYOUT || !(hit.needs_lines() || hit == HitUse::TwoBounds)
    }

    #[must_use]
    pub const fn slot_bytes(self) -> usize {
        if self.hit().needs_lines() { LINED_BYTES } else { sizes::SLOT_BYTES }
    }

    #[must_use]
    pub fn is_plain(self) -> bool {
        self.scheme().is_none_or(|scheme| self == Self::table(scheme))
    }
}

impl std::fmt::Display for Contender {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::None => f.pad("none"),
            Self::Unbounded => f.pad("unbounded"),
            Self::Limit(limit) => limit.fmt(f),
            Self::Scheme(scheme, ..) if self.is_plain() => scheme.fmt(f),
            Self::Scheme(scheme, layout, hit, same) => {
                let layout = (*layout != Self::LAYOUT).then(|| format!(":{layout}"));
                let hit = (*hit != HitUse::Both).then(|| format!(":{hit}"));
                let same = (*same != Same::Scheme).then(|| format!(":{same}"));
                f.pad(
                    &[Some(scheme.to_string()), layout, hit, same].into_iter().flatten().collect::<String>(),
                )
            }
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UnknownContenderError {
    Scheme(UnknownSchemeError),
    Layout(UnknownLayoutError),
    Hit(UnknownHitUseError),
    Same(String),
    Lines(LayoutName),
}

impl std::fmt::Display for UnknownContenderError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Scheme(error) => {
                write!(f, "{error}; `supplant schemes` lists them; there are also none and unbounded")
            }
            Self::Layout(error) => {
                write!(f, "{error}, and for hits {}", HitUse::ALL.map(HitUse::name).join(", "))
            }
            Self::Hit(error) => error.fmt(f),
            Self::Same(error) => f.write_str(error),
            Self::Lines(layout) => {
                write!(
                    f,
                    "entries in layout {layout} keep no lines and no second bound; only those in {} do",
                    Contender::LAYOUT
                )
            }
        }
    }
}

impl std::error::Error for UnknownContenderError {}

impl std::str::FromStr for Contender {
    type Err = UnknownContenderError;

    fn from_str(name: &str) -> Result<Self, UnknownContenderError> {
        match name.to_ascii_lowercase().as_str() {
            "none" => return Ok(Self::None),
            "unbounded" => return Ok(Self::Unbounded),
            _ => {}
        }
        if let Ok(limit) = name.parse() {
            return Ok(Self::Limit(limit));
        }
        let mut words = name.split(':');
        let scheme = words.next().unwrap_or_default();
        let mut words = words.peekable();
        let hit_of = |word: &&str| word.parse::<HitUse>().is_ok();
        let same_of = |word: &&str| word.parse::<Same>().is_ok();
        let layout = words.next_if(|word| !hit_of(word) && !same_of(word));
        let hit = words.next_if(|word| !same_of(word));
        let same = words.next().map_or(Ok(Same::Scheme), str::parse).map_err(UnknownContenderError::Same)?;
        if let Some(word) = words.next() {
            return Err(UnknownContenderError::Same(format!("`{word}` is too much")));
        }
        let scheme = scheme.parse().map_err(UnknownContenderError::Scheme)?;
        let layout = layout.map_or(Ok(Self::LAYOUT), str::parse).map_err(UnknownContenderError::Layout)?;
        let hit = hit.map_or(Ok(HitUse::Both), str::parse).map_err(UnknownContenderError::Hit)?;
        if !Self::allows(layout, hit) {
            return Err(UnknownContenderError::Lines(layout));
        }
        Ok(Self::Scheme(scheme, layout, hit, same))
    }
}

by_name::conversions!(Contender);

#[cfg(test)]
mod tests {
    use super::{Contender, Same};
    use supplant::entry::bucket::LayoutName;
    use supplant::scheme::SchemeName;
    use supplant_search::search::HitUse;

    #[test]
    fn every_contender_is_read_back_from_its_name() {
        let layouts = |&scheme| LayoutName::ALL.iter().map(move |&layout| (scheme, layout));
        let tables = SchemeName::ALL.iter().flat_map(layouts).flat_map(|(scheme, layout)| {
            let hits = HitUse::ALL.into_iter().filter(move |&hit| Contender::allows(layout, hit));
            let rules = [Same::Scheme, Same::Competes, Same::Lowering(4)];
            hits.flat_map(move |hit| {
                rules.map(|same| Contender::in_layout(scheme, layout).with_hits(hit).under(same))
            })
        });
        for contender in tables.chain([Contender::None, Contender::Unbounded]) {
            assert_eq!(contender.to_string().parse(), Ok(contender));
            assert_eq!(contender.to_string().to_lowercase().parse(), Ok(contender));
        }
    }

    #[test]
    fn layout_and_use_of_hits_are_in_the_name_where_they_are_not_the_plain_ones() {
        let plain = Contender::table(SchemeName::TwoBig1);
        assert_eq!((plain.to_string(), plain.is_plain()), ("TWOBIG1".to_owned(), true));
        let dense = Contender::in_layout(SchemeName::TwoBig1, LayoutName::Single8);
        assert_eq!(dense.to_string(), "TWOBIG1:single8");
        assert_eq!(plain.with_hits(HitUse::Move).to_string(), "TWOBIG1:move");
        assert_eq!(dense.with_hits(HitUse::Move).to_string(), "TWOBIG1:single8:move");
        assert!(!dense.is_plain() && !plain.with_hits(HitUse::Move).is_plain());
        assert_eq!(Contender::None.with_hits(HitUse::Move), Contender::None);
        assert_eq!("twobig1:xor16".parse(), Ok(Contender::table(SchemeName::TwoBig1)));
        assert!("TWOBIG1:xor".parse::<Contender>().unwrap_err().to_string().contains("single8"));
        assert!(
            "TWOBIG1:moves".parse::<Contender>().unwrap_err().to_string().contains("for hits nothing, move")
        );
        assert!("TWOBIG1:xor16:moves".parse::<Contender>().unwrap_err().to_string().contains("`moves`"));
        let refused = "TWOBIG1:single8:line5".parse::<Contender>().unwrap_err().to_string();
        assert_eq!(
            refused,
            "entries in layout single8 keep no lines and no second bound; only those in xor16 do"
        );
        assert_eq!([plain, plain.with_hits(HitUse::Line2)].map(Contender::slot_bytes), [16, 24]);
        assert_eq!(plain.under(Same::Competes).to_string(), "TWOBIG1:competes");
        assert!("TWOBIG1:competes:move".parse::<Contender>().is_err(), "the rule is last");
        assert!("TWOBIG1:move:score".parse::<Contender>().is_err(), "a hit is said once");
        assert!("none:single8".parse::<Contender>().unwrap_err().to_string().contains("unbounded"));
    }
}
