//! Names of searches: a preset with switches added or removed, as in `alibaba-hist+kill`.

use super::{Enhancements, HistoryWeight, PathDraws, TableScore};

struct Switch {
    name: &'static str,
    is_on: fn(&Enhancements) -> bool,
    set: fn(&mut Enhancements, bool),
}

macro_rules! field {
    ($name:literal, $field:ident) => {
        Switch { name: $name, is_on: |on| on.$field, set: |on, to| on.$field = to }
    };
}

macro_rules! value {
    ($name:literal, $field:ident, $on:expr, $off:expr) => {
        Switch {
            name: $name,
            is_on: |on| on.$field == $on,
            set: |on, to| on.$field = if to { $on } else { $off },
        }
    };
}

static ALL: [Switch; 55] = [
    field!("id", deepening),
    field!("asp", aspiration),
    field!("asp2", second_window),
    field!("pvs", minimal_window),
    field!("hard", fail_hard),
    value!("ts", table_score, TableScore::Any, TableScore::Unused),
    field!("eq", equal_draft),
    field!("sub", subtree_hits),
    field!("tm", table_move),
    field!("leaf", store_leaves),
    field!("ref", refutation),
    field!("cap", captures),
    value!("kill", killers, 2, 0),
    value!("kill1", killers, 1, 0),
    value!("kill3", killers, 3, 0),
    value!("kill4", killers, 4, 0),
    field!("hist", history),
    value!("hist1", history_weight, HistoryWeight::One, HistoryWeight::Depth),
    value!("histx", history_weight, HistoryWeight::Power, HistoryWeight::Depth),
    field!("qs", quiescence),
    field!("qchk", quiet_checks),
    field!("et", early_termination),
    field!("lmr", reductions),
    value!("lmr4", full_moves, 4, 3),
    field!("fut", futility),
    field!("see", exchanges),
    field!("chk", extend_checks),
    field!("recap", extend_recaptures),
    field!("single", extend_single_replies),
    field!("drop", extend_drops),
    field!("again", extend_again),
    field!("draws", proven_draws),
    value!("null2", null_move, 2, 0),
    value!("null3", null_move, 3, 0),
    field!("nullv", verified_null),
    value!("3fold", path_draws, PathDraws::Threefold, PathDraws::Off),
    value!("2fold", path_draws, PathDraws::Twofold, PathDraws::Off),
    field!("clean", untainted),
    field!("win", winner_only),
    field!("mem", static_memory),
    field!("corr", correction),
    field!("rev", reverse_futility),
    field!("raz", razoring),
    field!("late", late_moves),
    field!("xprune", exchange_pruning),
    field!("lmrlog", log_reductions),
    field!("grav", gravity),
    field!("cont", continuation),
    field!("nulld", deep_null),
    field!("iir", internal_reduction),
    field!("sing", singular),
    field!("qstore", store_quiescence),
    field!("delta", delta_pruning),
    field!("clock", distrust_stalled),
    field!("narrow", narrow_window),
];

/// The presets that names of other searches begin with.
///
/// A later preset would rename searches in journals.
const BASES: [&str; 6] = ["alibaba", "alibaba-leaves", "sound", "pruning", "plain", "none"];

const NEEDS: [(&str, &[&str]); 12] = [
    ("asp2", &["asp"]),
    ("nullv", &["null2", "null3"]),
    ("qchk", &["qs"]),
    ("hist1", &["hist"]),
    ("histx", &["hist"]),
    ("lmr4", &["lmr"]),
    ("xprune", &["late"]),
    ("lmrlog", &["lmr"]),
    ("cont", &["grav"]),
    ("nulld", &["null2", "null3"]),
    ("delta", &["qs"]),
    ("narrow", &["asp"]),
];

impl Enhancements {
    /// A switch that is on without effect, and the switches of which it needs one.
    #[must_use]
    pub fn idle(&self) -> Option<(&'static str, &'static [&'static str])> {
        let is_on = |name: &str| ALL.iter().any(|switch| switch.name == name && (switch.is_on)(self));
        NEEDS.into_iter().find(|(name, needs)| is_on(name) && !needs.iter().any(|needed| is_on(needed)))
    }

    /// The short names of all switches.
    pub fn switches() -> impl Iterator<Item = &'static str> {
        ALL.iter().map(|switch| switch.name)
    }

    /// The name of this search, as [`FromStr`](std::str::FromStr) reads it.
    ///
    /// It is the nearest preset with the switches that differ; `None` if switches cannot express
    /// the search.
    #[must_use]
    pub fn name(&self) -> Option<String> {
        let bases = Self::PRESETS.iter().filter(|(preset, _)| BASES.contains(preset));
        let named = bases.filter_map(|&(preset, base)| {
            let (mut read, mut name, mut count) = (base, preset.to_owned(), 0);
            // Additions come first: in a field of several values, the new one replaces the old.
            for to in [true, false] {
                for switch in &ALL {
                    if (switch.is_on)(self) == to && (switch.is_on)(&read) != to {
                        (switch.set)(&mut read, to);
                        name.push(if to { '+' } else { '-' });
                        name.push_str(switch.name);
                        count += 1;
                    }
                }
            }
            (read == *self).then_some((count, name))
        });
        named.min_by_key(|(count, _)| *count).map(|(_, name)| name)
    }
}

/// The short name of all switches that are on, a key of result files.
impl std::fmt::Display for Enhancements {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let told = |switch: &Switch| match (switch.name, self.table_score) {
            ("ts", TableScore::Exact) => Some("ts-exact".to_owned()),
            ("ts", TableScore::Bound) => Some("ts-bound".to_owned()),
            ("null2" | "null3", _) => None,
            (name, _) => (switch.is_on)(self).then(|| name.to_owned()),
        };
        let line = (self.table_line > 1).then(|| format!("line{}", self.table_line));
        let null_move = (self.null_move > 0).then(|| format!("null{}", self.null_move));
        let names: Vec<_> = ALL.iter().filter_map(told).chain(line).chain(null_move).collect();
        f.pad(&if names.is_empty() { "plain".to_owned() } else { names.join("+") })
    }
}

/// The name of a search is not known.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum UnknownSearchError {
    /// The name does not begin with a preset.
    Preset(String),
    /// The name has an unknown switch.
    Switch(String),
}

impl std::fmt::Display for UnknownSearchError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Preset(name) => {
                let all = Enhancements::PRESETS.iter().map(|&(preset, _)| preset);
                write!(f, "no search is called `{name}`; there are {}", all.collect::<Vec<_>>().join(", "))
            }
            Self::Switch(name) => {
                let all = Enhancements::switches().collect::<Vec<_>>().join(", ");
                write!(f, "no switch is called `{name}`; behind a preset + or - goes before one of {all}")
            }
        }
    }
}

impl std::error::Error for UnknownSearchError {}

impl std::str::FromStr for Enhancements {
    type Err = UnknownSearchError;

    /// Reads a preset with switches after it, in any case: `alibaba`, `sound-hist`, `none+id+pvs`.
    fn from_str(text: &str) -> Result<Self, UnknownSearchError> {
        let text = text.to_ascii_lowercase();
        // The longest preset counts, because a name may contain a hyphen.
        let rest = |preset: &str| {
            let rest = text.strip_prefix(preset)?;
            (rest.is_empty() || rest.starts_with(['+', '-'])).then_some(rest)
        };
        let fitting = Self::PRESETS.iter().filter_map(|&(name, on)| Some((name.len(), on, rest(name)?)));
        let Some((_, mut on, mut rest)) = fitting.max_by_key(|&(length, ..)| length) else {
            return Err(UnknownSearchError::Preset(text.clone()));
        };
        while let Some(sign) = rest.chars().next() {
            let behind = &rest[1..];
            let end = behind.find(['+', '-']).unwrap_or(behind.len());
            let switch = ALL.iter().find(|switch| switch.name == &behind[..end]);
            let switch = switch.ok_or_else(|| UnknownSearchError::Switch(behind[..end].to_owned()))?;
            (switch.set)(&mut on, sign == '+');
            rest = &behind[end..];
        }
        Ok(on)
    }
}

#[cfg(test)]
#[cfg(not(loom))]
mod tests {
    use super::{ALL, BASES, Enhancements, NEEDS, UnknownSearchError};
    use crate::search::HitUse;

    #[test]
    fn presets_are_named_by_themselves_and_others_by_what_differs() {
        for &(preset, on) in Enhancements::PRESETS {
            let name = on.name().expect("switches tell it");
            assert!(name == preset || !BASES.contains(&preset), "{preset}: {name}");
            assert_eq!([&name, &preset.to_uppercase()].map(|name| name.parse()), [Ok(on), Ok(on)]);
        }
        assert!(BASES.iter().all(|base| Enhancements::preset(base).is_some()));
        let read = |name: &str| name.parse::<Enhancements>().expect(name);
        assert_eq!(read("alibaba+kill-hist").name().expect("it has one"), "alibaba+kill-hist");
        assert_eq!(read("alibaba-hist+kill"), read("alibaba+kill-hist"));
        assert_eq!(read("alibaba-leaves-leaf"), Enhancements::ALIBABA);
        assert_eq!(read("pruning-null2+null3").name().expect("it has one"), "pruning+null3");
        assert_eq!(read("pruning+null3"), Enhancements { null_move: 3, ..Enhancements::PRUNING });
    }

    #[test]
    fn a_switch_that_needs_another_is_idle_without_it_and_no_preset_has_such() {
        assert!(Enhancements::PRESETS.iter().all(|(_, on)| on.idle().is_none()));
        let read = |name: &str| name.parse::<Enhancements>().expect(name);
        for (name, needs) in NEEDS {
            let without = format!("plain-{}+{name}", needs[0]);
            assert_eq!(read(&without).idle(), Some((name, needs)), "{without}");
            assert_eq!(read(&format!("{without}+{}", needs[0])).idle(), None, "{name}");
        }
    }

    #[test]
    fn every_switch_of_every_preset_is_turned_and_read_back() {
        for &(preset, base) in Enhancements::PRESETS {
            for switch in &ALL {
                let (to, sign) = if (switch.is_on)(&base) { (false, '-') } else { (true, '+') };
                let turned: Enhancements = format!("{preset}{sign}{}", switch.name).parse().expect(preset);
                assert_eq!((switch.is_on)(&turned), to, "{preset}{sign}{}", switch.name);
                assert_ne!(turned, base, "{preset}{sign}{}", switch.name);
                let name = turned.name().expect("switches tell it");
                assert_eq!(name.parse(), Ok(turned), "{name}");
            }
        }
    }

    #[test]
    fn what_is_no_name_is_said() {
        let error = |name: &str| name.parse::<Enhancements>().unwrap_err();
        assert_eq!(error("alibabas"), UnknownSearchError::Preset("alibabas".to_owned()));
        assert_eq!(error("alibaba+hits"), UnknownSearchError::Switch("hits".to_owned()));
        assert!(error("alibaba+").to_string().contains("id, asp, asp2"));
        assert_eq!(Enhancements::ALIBABA.limited_to(HitUse::Exact).name(), None, "no switch tells that");
    }
}
