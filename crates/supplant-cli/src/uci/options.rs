//! The options: name, range, default, and how values are read. `engine.rs` applies them.

use std::path::PathBuf;
use std::time::Duration;

use super::command::quoted;
use supplant::entry::bucket::LayoutName;
use supplant::scheme::SchemeName;
use supplant_lab::experiment::words;
use supplant_search::game::chess::eval::Evaluation;
use supplant_search::search::Enhancements;

const HASH: usize = 64;
/// In MiB; free memory may allow less.
const MOST_HASH: usize = 1 << 25;
/// Tables below 1 MiB.
const MOST_KIBIBYTES: usize = 1023;
const MOST_THREADS: usize = 1024;
/// The most moves of any position.
const MOST_LINES: usize = 218;
const PRESET: &str = "today";
/// Milliseconds that a move costs outside of the search: pipes and other programs. Chosen, not
/// measured.
const OVERHEAD: usize = 30;
const MOST_OVERHEAD: usize = 10_000;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct EngineOptions {
    pub(super) hash: usize,
    /// The size in KiB instead of [`hash`](Self::hash), unless it is 0.
    pub(super) kibibytes: usize,
    pub(crate) threads: usize,
    pub(crate) scheme: SchemeName,
    pub(crate) layout: LayoutName,
    pub(crate) preset: (String, Enhancements),
    pub(crate) evaluation: Evaluation,
    pub(super) lines: usize,
    pub(super) is_chess960: bool,
    pub(super) overhead: Duration,
    pub(super) file: Option<PathBuf>,
}

impl Default for EngineOptions {
    fn default() -> Self {
        Self {
            hash: HASH,
            kibibytes: 0,
            threads: 1,
            scheme: SchemeName::TwoBig1,
            layout: LayoutName::default(),
            preset: (PRESET.to_owned(), Enhancements::TODAY),
            evaluation: Evaluation::Fitted,
            lines: 1,
            is_chess960: false,
            overhead: Duration::from_millis(OVERHEAD as u64),
            file: None,
        }
    }
}

const NONE: &str = "<empty>";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Asks {
    Nothing,
    Clear,
    Save,
    Load,
}

impl EngineOptions {
    /// The size of the table.
    pub(super) fn bytes(&self) -> usize {
        if self.kibibytes > 0 { self.kibibytes << 10 } else { self.hash.saturating_mul(1 << 20) }
    }

    /// Sets the size to that of a table that was loaded. If it is below 1 MiB, the value of Hash stays
    /// for the time when Hash KiB is 0 again.
    pub(super) fn set_bytes(&mut self, bytes: usize) {
        if bytes < 1 << 20 {
            self.kibibytes = bytes.div_ceil(1 << 10);
        } else {
            (self.kibibytes, self.hash) = (0, bytes.div_ceil(1 << 20));
        }
    }

    pub(super) fn size_in_words(&self) -> String {
        if self.kibibytes > 0 { format!("{} KiB", self.kibibytes) } else { format!("{} MiB", self.hash) }
    }

    pub(super) fn told() -> String {
        let schemes = variants(SchemeName::ALL);
        let layouts = variants(LayoutName::ALL);
        let presets = variants(&Enhancements::PRESETS.iter().map(|&(name, _)| name).collect::<Vec<_>>());
        let evaluations = variants(&Evaluation::ALL.map(|(name, _)| name));
        let Self { scheme, layout, evaluation, .. } = Self::default();
        format!(
            "option name Hash type spin default {HASH} min 1 max {MOST_HASH}\n\
             option name Hash KiB type spin default 0 min 0 max {MOST_KIBIBYTES}\n\
             option name Threads type spin default 1 min 1 max {MOST_THREADS}\n\
             option name Scheme type combo default {scheme}{schemes}\n\
             option name Bucket type combo default {layout}{layouts}\n\
             option name Preset type combo default {PRESET}{presets}\n\
             option name Evaluation type combo default {evaluation}{evaluations}\n\
             option name Clear Hash type button\n\
             option name Table File type string default {NONE}\n\
             option name Save Table type button\n\
             option name Load Table type button\n\
             option name MultiPV type spin default 1 min 1 max {MOST_LINES}\n\
             option name Ponder type check default false\n\
             option name UCI_Chess960 type check default false\n\
             option name Move Overhead type spin default {OVERHEAD} min 0 max {MOST_OVERHEAD}\n"
        )
    }

    /// Case does not matter in the name.
    ///
    /// # Errors
    /// In one line, if the option or the value does not exist; nothing is then changed.
    pub(super) fn set(&mut self, name: &str, value: &str) -> Result<Asks, String> {
        let of = |error: String| format!("setoption {}: {error}", quoted(name));
        match name.to_ascii_lowercase().as_str() {
            "hash" => self.hash = spin(value, 1, MOST_HASH).map_err(of)?,
            "hash kib" => self.kibibytes = spin(value, 0, MOST_KIBIBYTES).map_err(of)?,
            "threads" => self.threads = spin(value, 1, MOST_THREADS).map_err(of)?,
            "scheme" => self.scheme = words::scheme(value).map_err(of)?,
            "bucket" => self.layout = words::layout(value).map_err(of)?,
            "preset" => self.preset = words::preset(value).map_err(of)?,
            "evaluation" => self.evaluation = words::evaluation(value).map_err(of)?,
            "multipv" => self.lines = spin(value, 1, MOST_LINES).map_err(of)?,
            "uci_chess960" => self.is_chess960 = check(value).map_err(of)?,
            "move overhead" => {
                self.overhead = Duration::from_millis(spin(value, 0, MOST_OVERHEAD).map_err(of)? as u64);
            }
            // The interface decides whether the engine ponders, by `go ponder`.
            "ponder" => drop(check(value).map_err(of)?),
            "clear hash" => return Ok(Asks::Clear),
            "table file" => self.file = (!["", NONE].contains(&value)).then(|| value.into()),
            "save table" => return Ok(Asks::Save),
            "load table" => return Ok(Asks::Load),
            _ => return Err(format!("no option is called {}; uci lists them", quoted(name))),
        }
        Ok(Asks::Nothing)
    }
}

fn variants(names: &[impl std::fmt::Display]) -> String {
    names.iter().map(|name| format!(" var {name}")).collect()
}

fn spin(value: &str, least: usize, most: usize) -> Result<usize, String> {
    let number = value.parse().ok().filter(|number| (least..=most).contains(number));
    number.ok_or_else(|| format!("{} is not a whole number from {least} to {most}", quoted(value)))
}

fn check(value: &str) -> Result<bool, String> {
    value.parse().map_err(|_| format!("{} is neither true nor false", quoted(value)))
}

#[cfg(test)]
mod tests {
    use super::{Asks, EngineOptions};

    #[test]
    fn every_option_that_is_told_can_be_set_to_its_default_and_is_then_as_it_was() {
        let told = EngineOptions::told();
        assert_eq!(told.lines().count(), 15);
        for line in told.lines() {
            let (name, kind) = line.strip_prefix("option name ").unwrap().split_once(" type ").unwrap();
            let default =
                kind.split_once(" default ").map_or("", |(_, rest)| rest.split(' ').next().unwrap());
            let mut options = EngineOptions::default();
            let asks = options.set(&name.to_uppercase(), default).expect(line);
            assert_eq!(
                (asks != Asks::Nothing, options),
                (kind == "button", EngineOptions::default()),
                "{line}"
            );
        }
    }

    #[test]
    fn what_is_no_value_is_refused_and_changes_nothing() {
        for (name, value) in [
            ("Hash", "0"),
            ("Hash", "99999999999999999999"),
            ("Hash KiB", "1024"),
            ("Threads", "many"),
            ("Scheme", "SCHEME"),
            ("Bucket", ""),
            ("Preset", "fast"),
            ("Evaluation", "1995"),
            ("MultiPV", "-1"),
            ("Ponder", "perhaps"),
            ("UCI_Chess960", "1"),
            ("Move Overhead", "10001"),
            ("Contempt", "3"),
        ] {
            let mut options = EngineOptions::default();
            let refused = options.set(name, value).expect_err(name);
            assert_eq!((refused.lines().count(), options), (1, EngineOptions::default()), "{refused}");
        }
    }
}
