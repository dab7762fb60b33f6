//! Serializes values by their names; the layers below the laboratory do not depend on serde.

/// Implements what serde's `into = "String"` and `try_from = "String"` ask for, by `Display` and
/// `FromStr`.
macro_rules! conversions {
    ($named:ty) => {
        impl From<$named> for String {
            fn from(named: $named) -> Self {
                named.to_string()
            }
        }

        impl TryFrom<String> for $named {
            type Error = <$named as std::str::FromStr>::Err;

            fn try_from(text: String) -> Result<Self, Self::Error> {
                text.parse()
            }
        }
    };
}
pub(super) use conversions;

pub(super) mod each {
    use std::fmt::Display;
    use std::str::FromStr;

    use serde::{Deserialize as _, Deserializer, Serializer, de};

    pub(in crate::experiment) fn serialize<S: Serializer>(
        all: &[impl Display],
        to: S,
    ) -> Result<S::Ok, S::Error> {
        to.collect_seq(all.iter().map(ToString::to_string))
    }

    pub(in crate::experiment) fn deserialize<'a, T: FromStr<Err: Display>, D: Deserializer<'a>>(
        from: D,
    ) -> Result<Vec<T>, D::Error> {
        let read = |name: &String| name.parse().map_err(de::Error::custom);
        Vec::<String>::deserialize(from)?.iter().map(read).collect()
    }
}

/// Old journals also list contenders without a scheme; they are skipped.
pub(super) mod schemes {
    use serde::{Deserialize as _, Deserializer, Serializer};

    use crate::experiment::searches::Contender;
    use supplant::scheme::SchemeName;

    pub(in crate::experiment) fn serialize<S: Serializer>(
        all: &[SchemeName],
        to: S,
    ) -> Result<S::Ok, S::Error> {
        to.collect_seq(all.iter().copied().map(Contender::table))
    }

    pub(in crate::experiment) fn deserialize<'a, D: Deserializer<'a>>(
        from: D,
    ) -> Result<Vec<SchemeName>, D::Error> {
        let all = Vec::<Contender>::deserialize(from)?;
        Ok(all.into_iter().filter_map(Contender::scheme).collect())
    }
}

pub(super) mod named_search {
    use serde::{Deserialize as _, Deserializer, Serializer, de};

    use supplant_search::search::Enhancements;

    pub(in crate::experiment) fn serialize<S: Serializer>(
        (name, _): &(String, Enhancements),
        to: S,
    ) -> Result<S::Ok, S::Error> {
        to.serialize_str(name)
    }

    pub(in crate::experiment) fn deserialize<'a, D: Deserializer<'a>>(
        from: D,
    ) -> Result<(String, Enhancements), D::Error> {
        let name = String::deserialize(from)?;
        let search = name.parse().map_err(de::Error::custom)?;
        Ok((name, search))
    }
}

pub(super) mod searches {
    use serde::Serializer;

    pub(in crate::experiment) use super::each::deserialize;
    use crate::experiment::words::search_name;
    use supplant_search::search::Enhancements;

    pub(in crate::experiment) fn serialize<S: Serializer>(
        all: &[Enhancements],
        to: S,
    ) -> Result<S::Ok, S::Error> {
        to.collect_seq(all.iter().copied().map(search_name))
    }
}

pub(super) mod search {
    use serde::{Deserialize as _, Deserializer, Serializer, de};

    use crate::experiment::words::search_name;
    use supplant_search::search::Enhancements;

    #[expect(clippy::ref_option, reason = "serde asks for it")]
    pub(in crate::experiment) fn serialize<S: Serializer>(
        search: &Option<Enhancements>,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        match search {
            Some(search) => to.serialize_str(&search_name(*search)),
            None => to.serialize_none(),
        }
    }

    pub(in crate::experiment) fn deserialize<'a, D: Deserializer<'a>>(
        from: D,
    ) -> Result<Option<Enhancements>, D::Error> {
        let name = Option::<String>::deserialize(from)?;
        name.map(|name| name.parse().map_err(de::Error::custom)).transpose()
    }
}
