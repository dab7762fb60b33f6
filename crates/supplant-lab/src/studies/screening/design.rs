//! Eleven switches in 128 searches, a sixteenth of all 2048 combinations. The design separates what
//! one switch does from what two do together (resolution V: Box and Hunter, *The 2^(k−p) fractional
//! factorial designs*, Technometrics, 1961).
//!
//! Seven switches take every combination. Each of the other four is on where an odd number of the
//! switches that generate it are on. A product of switches that is the same in every search is a
//! word of the design, and effects that make up a word cannot be separated. The shortest word has
//! five letters: one switch is confounded with at least four together, and two with three.

use supplant_search::search::Enhancements;

#[derive(Clone, Copy, Debug)]
pub struct Factor {
    pub name: &'static str,
    pub words: &'static str,
}

pub const FACTORS: usize = 11;
const FREE: usize = 7;

pub const ALL: [Factor; FACTORS] = [
    Factor { name: "kill", words: "killers" },
    Factor { name: "hist", words: "history" },
    Factor { name: "null2", words: "null move" },
    Factor { name: "lmr", words: "late move reductions" },
    Factor { name: "chk", words: "checks extended" },
    Factor { name: "qchk", words: "quiet checks at leaves" },
    Factor { name: "et", words: "early termination" },
    Factor { name: "single", words: "single replies extended" },
    Factor { name: "asp", words: "aspiration" },
    Factor { name: "eq", words: "equal depth only" },
    Factor { name: "leaf", words: "leaves stored" },
];

/// The free switches that generate each of the others, as bits: ABCG, BCDE, ACDF and ABCDEFG, from
/// the designs of Montgomery (*Design and Analysis of Experiments*).
const GENERATORS: [u16; FACTORS - FREE] = [0b100_0111, 0b001_1110, 0b010_1101, 0b111_1111];

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct DesignRun(u16);

impl DesignRun {
    pub fn all() -> impl Iterator<Item = Self> {
        (0..1 << FREE).map(|free: u16| {
            let generated = GENERATORS.iter().enumerate();
            Self(
                generated
                    .fold(free, |run, (i, by)| run | ((free & by).count_ones() as u16 % 2) << (FREE + i)),
            )
        })
    }

    #[must_use]
    pub const fn has(self, factor: usize) -> bool {
        self.0 >> factor & 1 == 1
    }

    /// # Panics
    /// Never: the tests read every name.
    #[must_use]
    pub fn search(self) -> Enhancements {
        let on = ALL.iter().enumerate().filter(|&(factor, _)| self.has(factor));
        let name: String = on.map(|(_, factor)| format!("+{}", factor.name)).collect();
        format!("{}{name}", super::BASE).parse().expect("these are switches")
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Effect {
    Of(usize),
    Between(usize, usize),
}

impl Effect {
    pub fn all() -> impl Iterator<Item = Self> {
        let pairs =
            (0..FACTORS).flat_map(|one| (one + 1..FACTORS).map(move |other| Self::Between(one, other)));
        (0..FACTORS).map(Self::Of).chain(pairs)
    }

    #[must_use]
    pub fn between(one: usize, other: usize) -> Self {
        Self::Between(one.min(other), one.max(other))
    }

    #[must_use]
    pub fn sign(self, run: DesignRun) -> f64 {
        let of = |factor| if run.has(factor) { 1.0 } else { -1.0 };
        match self {
            Self::Of(factor) => of(factor),
            Self::Between(one, other) => of(one) * of(other),
        }
    }

    #[must_use]
    pub fn words(self) -> String {
        match self {
            Self::Of(factor) => ALL[factor].words.to_owned(),
            Self::Between(one, other) => format!("{} × {}", ALL[one].words, ALL[other].words),
        }
    }
}

/// # Panics
///
/// Panics if the design has no such switch.
#[must_use]
pub fn factor(name: &str) -> usize {
    ALL.iter().position(|factor| factor.name == name).expect("it is a switch of the design")
}

#[cfg(test)]
mod tests {
    use super::{ALL, DesignRun, Effect, FACTORS, FREE, GENERATORS, factor};
    use supplant_search::search::Enhancements;

    fn resolution(generators: &[u16]) -> u32 {
        let word = |i: usize| generators[i] | 1 << (FREE + i);
        let products = (1..1_u32 << generators.len()).map(|which| {
            (0..generators.len()).filter(|i| which >> i & 1 == 1).fold(0, |product, i| product ^ word(i))
        });
        products.map(u16::count_ones).min().expect("there are generators")
    }

    #[test]
    fn the_shortest_word_of_the_design_has_five_letters() {
        assert_eq!(resolution(&GENERATORS), 5);
        let [first, second, third, _] = GENERATORS;
        assert!(resolution(&[first, second, third, 0b000_0111]) < 5, "the rule sees a worse one");
    }

    #[test]
    fn effects_of_one_and_of_two_are_told_apart() {
        let runs: Vec<_> = DesignRun::all().collect();
        assert_eq!((runs.len(), Effect::all().count()), (128, 11 + 55));
        for one in Effect::all() {
            assert_eq!(runs.iter().map(|&run| one.sign(run)).sum::<f64>(), 0.0, "{}", one.words());
            for other in Effect::all().filter(|&other| other != one) {
                let product: f64 = runs.iter().map(|&run| one.sign(run) * other.sign(run)).sum();
                assert_eq!(product, 0.0, "{} and {}", one.words(), other.words());
            }
        }
    }

    #[test]
    fn a_run_turns_the_switches_that_it_says() {
        let first = DesignRun::all().next().expect("there are runs");
        assert_eq!(first.search(), super::super::BASE.parse().expect("a search"));
        let searches: std::collections::BTreeSet<_> = DesignRun::all().map(DesignRun::search).collect();
        assert_eq!(searches.len(), 128);
        let run = DesignRun::all().nth(0b000_1100).expect("it is one");
        let on = run.search();
        assert!(on.null_move == 2 && on.reductions && on.killers == 0 && !on.extend_checks);
        assert_eq!(on.extend_single_replies, run.has(factor("single")));
        assert!(ALL.iter().all(|factor| Enhancements::switches().any(|switch| switch == factor.name)));
        assert_eq!(Effect::between(FACTORS - 1, 2), Effect::Between(2, FACTORS - 1));
    }
}
