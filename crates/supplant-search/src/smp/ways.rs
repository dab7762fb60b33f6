//! The ways in which workers differ and exchange hints: one switch for each.

use std::str::FromStr;

/// The switches of a search with several workers.
///
/// Worker 0 searches plainly, but exchanges hints like the others; a single worker does not.
///
/// ```
/// use supplant_search::smp::Helpers;
/// let ours: Helpers = "defer+shuffle".parse()?;
/// assert!(ours.defer && ours.shuffle && !ours.skip);
/// assert_eq!((ours.to_string().as_str(), Helpers::NONE.to_string().as_str()), ("shuffle+defer", "none"));
/// # Ok::<(), supplant_search::smp::UnknownHelpersError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Helpers {
    /// Helpers skip runs of iterations, so that some are always a ply or more ahead.
    pub skip: bool,
    /// Helpers skip iterations that half of the workers have begun.
    pub crowd: bool,
    /// Helpers shuffle the root moves after the first.
    pub shuffle: bool,
    /// Helpers use aspiration windows of other widths.
    pub windows: bool,
    /// Helpers begin with a small random history, which reorders equal quiet moves; without effect
    /// under `today`, which has another history.
    pub noise: bool,
    /// A worker defers a move that another worker is searching.
    pub defer: bool,
    /// Workers pool their history in groups.
    pub pool: bool,
}

type Switch = (&'static str, fn(&mut Helpers) -> &mut bool);

const SWITCHES: [Switch; 7] = [
    ("skip", |helpers| &mut helpers.skip),
    ("crowd", |helpers| &mut helpers.crowd),
    ("shuffle", |helpers| &mut helpers.shuffle),
    ("windows", |helpers| &mut helpers.windows),
    ("noise", |helpers| &mut helpers.noise),
    ("defer", |helpers| &mut helpers.defer),
    ("pool", |helpers| &mut helpers.pool),
];

impl Helpers {
    /// All workers search alike and exchange no hints.
    pub const NONE: Self = Self {
        skip: false,
        crowd: false,
        shuffle: false,
        windows: false,
        noise: false,
        defer: false,
        pool: false,
    };

    /// Plain Lazy SMP: helpers differ, and share only the table.
    pub const LAZY: Self = Self { skip: true, shuffle: true, ..Self::NONE };

    /// The names of all switches.
    pub fn switches() -> impl Iterator<Item = &'static str> {
        SWITCHES.iter().map(|&(name, _)| name)
    }
}

/// The best combination that was measured: `docs/scaling.md`.
impl Default for Helpers {
    fn default() -> Self {
        Self { crowd: true, shuffle: true, defer: true, pool: true, ..Self::NONE }
    }
}

impl std::fmt::Display for Helpers {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut this = *self;
        let on: Vec<_> =
            SWITCHES.iter().filter(|(_, switch)| *switch(&mut this)).map(|&(name, _)| name).collect();
        f.pad(&if on.is_empty() { "none".to_owned() } else { on.join("+") })
    }
}

/// The name of a switch is not known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownHelpersError(String);

impl std::fmt::Display for UnknownHelpersError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let all: Vec<_> = Helpers::switches().collect();
        if matches!(self.0.as_str(), "none" | "lazy") {
            return write!(f, "`{}` stands alone; leave out the + and the other ways", self.0);
        }
        write!(
            f,
            "no way of differing is called `{}`; there are none, lazy, {}, joined by +",
            self.0,
            all.join(", ")
        )
    }
}

impl std::error::Error for UnknownHelpersError {}

/// Reads names joined by `+`; `none` and `lazy` stand alone.
impl FromStr for Helpers {
    type Err = UnknownHelpersError;

    fn from_str(text: &str) -> Result<Self, UnknownHelpersError> {
        match text.to_ascii_lowercase().as_str() {
            "none" => return Ok(Self::NONE),
            "lazy" => return Ok(Self::LAZY),
            _ => {}
        }
        let mut helpers = Self::NONE;
        for word in text.split('+') {
            let known = SWITCHES.iter().find(|(name, _)| name.eq_ignore_ascii_case(word));
            let (_, switch) = known.ok_or_else(|| UnknownHelpersError(word.to_owned()))?;
            *switch(&mut helpers) = true;
        }
        Ok(helpers)
    }
}

#[cfg(test)]
mod tests {
    use super::{Helpers, SWITCHES};

    #[test]
    fn what_is_written_is_read_back_and_every_switch_has_a_name_of_its_own() {
        for bits in 0..1u32 << SWITCHES.len() {
            let mut helpers = Helpers::NONE;
            for (i, (_, switch)) in SWITCHES.iter().enumerate() {
                *switch(&mut helpers) = bits >> i & 1 == 1;
            }
            assert_eq!(helpers.to_string().parse(), Ok(helpers));
        }
        assert_eq!("LAZY".parse(), Ok(Helpers::LAZY));
    }

    #[test]
    fn what_is_no_way_of_differing_is_refused_with_those_there_are() {
        for wrong in ["", "skip+", "skip,shuffle", "bogus"] {
            let said = wrong.parse::<Helpers>().expect_err(wrong).to_string();
            assert!(said.contains("there are none, lazy, skip, crowd"), "{said}");
        }
    }
}
