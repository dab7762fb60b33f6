//! How workers differ, and heed one another: a switch for each way. What each does is in a file of its own.

use std::str::FromStr;

/// The ways, each on or off. Worker 0 searches plainly, but heeds the others as they heed it; one worker alone does neither.
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
    /// Helpers leave out runs of iterations, so that some are always a ply or more ahead (`smp/vary.rs`).
    pub skip: bool,
    /// Helpers leave out iterations that half of the workers have begun (`search/together.rs`).
    pub crowd: bool,
    /// Helpers shuffle the moves of the root behind the first (`search/root.rs`).
    pub shuffle: bool,
    /// Helpers open each iteration with a window of another width (`search/aspiration.rs`).
    pub windows: bool,
    /// Helpers begin with a little history drawn by lot, so that quiet moves of equal standing come in another order
    /// (`search/order/history.rs`).
    pub noise: bool,
    /// Whoever comes to a move that another worker is searching tries its other moves first (`search/busy.rs`).
    pub defer: bool,
    /// Workers pool what they learn of quiet moves, in groups (`search/order/pooled.rs`).
    pub pool: bool,
}

/// A switch, read and set.
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
    /// All workers do the same, each for itself.
    pub const NONE: Self = Self {
        skip: false,
        crowd: false,
        shuffle: false,
        windows: false,
        noise: false,
        defer: false,
        pool: false,
    };

    /// What plain Lazy SMP does: helpers that differ, and share the table alone.
    pub const LAZY: Self = Self { skip: true, shuffle: true, ..Self::NONE };

    /// The names of the switches.
    pub fn switches() -> impl Iterator<Item = &'static str> {
        SWITCHES.iter().map(|&(name, _)| name)
    }
}

/// The best found by measurement: `docs/scaling.md`.
impl Default for Helpers {
    fn default() -> Self {
        Self { crowd: true, shuffle: true, defer: true, pool: true, ..Self::NONE }
    }
}

/// The switches that are on, by name.
impl std::fmt::Display for Helpers {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut this = *self;
        let on: Vec<_> =
            SWITCHES.iter().filter(|(_, switch)| *switch(&mut this)).map(|&(name, _)| name).collect();
        f.pad(&if on.is_empty() { "none".to_owned() } else { on.join("+") })
    }
}

/// A name that is no way of differing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownHelpersError(String);

impl std::fmt::Display for UnknownHelpersError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let all: Vec<_> = Helpers::switches().collect();
        write!(
            f,
            "no way of differing is called `{}`; there are none, lazy, {}, joined by +",
            self.0,
            all.join(", ")
        )
    }
}

impl std::error::Error for UnknownHelpersError {}

/// Names joined by `+`; `none` and `lazy` stand alone.
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
        for wrong in ["", "skip+", "skip,shuffle", "none+skip", "bogus"] {
            let said = wrong.parse::<Helpers>().expect_err(wrong).to_string();
            assert!(said.contains("there are none, lazy, skip, crowd"), "{said}");
        }
    }
}
