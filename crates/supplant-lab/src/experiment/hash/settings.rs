//! The options that an engine gets before a run, checked against those that it has.

use std::fmt;

use crate::experiment::engine::{Engine, EngineError, OptionKind};
use crate::experiment::words::counted;

#[derive(Clone, Debug)]
pub struct HashSettings {
    pub threads: usize,
    /// Names and values; a button has no value.
    pub options: Vec<(String, Option<String>)>,
}

#[derive(Debug)]
pub enum SettingsError {
    NoHash,
    /// The size in MiB, and the range that the engine takes.
    Size(u64, i64, i64),
    NoThreads(usize),
    Engine(EngineError),
}

impl fmt::Display for SettingsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoHash => {
                write!(f, "the engine has no option Hash; give an engine whose table can be sized")
            }
            Self::Size(mebibytes, least, most) => {
                write!(
                    f,
                    "--sizes {mebibytes}MiB: the engine's option Hash takes {least} to {most} MiB; give sizes in this range"
                )
            }
            Self::NoThreads(threads) => write!(
                f,
                "--threads {threads}: the engine has no option Threads for {}; leave --threads out",
                counted(*threads, "thread")
            ),
            Self::Engine(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for SettingsError {}

impl From<EngineError> for SettingsError {
    fn from(error: EngineError) -> Self {
        Self::Engine(error)
    }
}

impl HashSettings {
    /// Sets the options, checks that the engine takes all sizes, and returns what it says in
    /// `info string` about the options. UCI has no other answer to an option.
    ///
    /// # Errors
    /// If the engine lacks an option or does not accept a value.
    pub fn apply(&self, engine: &mut Engine<'_>, sizes: &[u64]) -> Result<Vec<String>, SettingsError> {
        let Some(hash) = engine.option("Hash") else { return Err(SettingsError::NoHash) };
        if let OptionKind::Spin { least, most } = hash.kind {
            let is_out =
                |&&size: &&u64| !i64::try_from(size).is_ok_and(|size| (least..=most).contains(&size));
            if let Some(&size) = sizes.iter().find(is_out) {
                return Err(SettingsError::Size(size, least, most));
            }
        }
        if engine.option("Threads").is_some() {
            engine.set("Threads", Some(&self.threads.to_string()))?;
        } else if self.threads > 1 {
            return Err(SettingsError::NoThreads(self.threads));
        }
        for (name, value) in &self.options {
            engine.set(name, value.as_deref())?;
        }
        Ok(engine.ready()?)
    }
}
