//! The rule for a result whose position already has an entry, as commands and files name it.

use std::fmt;
use std::str::FromStr;

use supplant::entry::Depth;
use supplant::scheme::Margin;
use supplant::table::{SamePosition, Update};

macro_rules! names {
    () => {
        "scheme (its own rule), competes (like entries of different positions), newest, deeper (the deeper, or the newer of equals), \
         margin0 to margin255 (the newer, unless the entry is deeper by these plies), lowering0 to lowering255 (the same, and a refused \
         result lowers the entry's depth by one)"
    };
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Same {
    #[default]
    Scheme,
    Competes,
    Newest,
    Deeper,
    UnlessDeeperBy(Depth),
    /// Like [`Same::UnlessDeeperBy`], and a refused result lowers the depth of an inexact entry.
    Lowering(Depth),
}

impl Same {
    pub const ABOUT: &'static str = concat!(
        "What happens to a result whose position already has an entry: ",
        names!(),
        "; several of them start with scheme"
    );

    #[must_use]
    pub fn rule(self) -> SamePosition {
        let update = match self {
            Self::Scheme => Update::AsScheme,
            Self::Competes => Update::Competes,
            Self::Newest => Update::Newest,
            Self::Deeper => Update::Deeper,
            Self::UnlessDeeperBy(margin) | Self::Lowering(margin) => {
                Update::UnlessDeeperBy(Margin::of(margin))
            }
        };
        let lowers_depth = matches!(self, Self::Lowering(_)).then_some(0);
        SamePosition { lowers_depth, ..update.into() }
    }
}

impl fmt::Display for Same {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Scheme => f.pad("scheme"),
            Self::Competes => f.pad("competes"),
            Self::Newest => f.pad("newest"),
            Self::Deeper => f.pad("deeper"),
            Self::UnlessDeeperBy(margin) => write!(f, "margin{margin}"),
            Self::Lowering(margin) => write!(f, "lowering{margin}"),
        }
    }
}

impl FromStr for Same {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let known = [Self::Scheme, Self::Competes, Self::Newest, Self::Deeper];
        let lower = name.to_ascii_lowercase();
        let margin = |word| lower.strip_prefix(word).and_then(|margin| margin.parse().ok());
        let with_margin =
            || margin("margin").map(Self::UnlessDeeperBy).or_else(|| margin("lowering").map(Self::Lowering));
        let named = known.into_iter().find(|same| same.to_string() == lower).or_else(with_margin);
        named.ok_or_else(|| {
            format!("no rule for the same position is called `{name}`; there are {}", names!())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Same;
    use supplant::scheme::Margin;
    use supplant::table::Update;

    #[test]
    fn every_rule_is_read_back_from_its_name() {
        let margins = [0, 4, 255].map(|margin| [Same::UnlessDeeperBy(margin), Same::Lowering(margin)]);
        let all = [Same::Scheme, Same::Competes, Same::Newest, Same::Deeper];
        for same in all.into_iter().chain(margins.into_iter().flatten()) {
            assert_eq!(same.to_string().to_uppercase().parse(), Ok(same));
        }
        let refused = "margin256".parse::<Same>().expect_err("a depth has 8 bits");
        assert!(refused.contains("`margin256`") && refused.contains("competes"), "{refused}");
    }

    #[test]
    fn lowering_is_the_rule_of_a_margin_and_more() {
        let [margin, lowering] = [Same::UnlessDeeperBy(3), Same::Lowering(3)].map(Same::rule);
        assert_eq!([margin.update, lowering.update], [Update::UnlessDeeperBy(Margin::of(3)); 2]);
        assert_eq!([margin.lowers_depth, lowering.lowers_depth], [None, Some(0)]);
    }
}
