//! The errors of an engine, in words for the person who named it.

use std::fmt;
use std::time::Duration;

use super::told::MOST_NODES;
use crate::experiment::words::listed;

#[derive(Debug)]
pub enum EngineError {
    CannotStart(std::io::Error),
    /// The process ended, or closed its output.
    Ended {
        during: &'static str,
        how: String,
        /// The last line that it wrote to stderr.
        wrote: String,
    },
    Silent {
        awaited: &'static str,
        waited: Duration,
    },
    NoOption {
        asked: String,
        known: Vec<String>,
    },
    BadValue {
        option: String,
        value: String,
        accepted: String,
    },
    /// It answered a position with `bestmove (none)` or `bestmove 0000`.
    NoMove,
    /// It ended a search and told no number of nodes, or an impossible one.
    NoNodes,
    /// The caller asked to stop.
    Stopped,
}

impl fmt::Display for EngineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::CannotStart(error) if error.kind() == std::io::ErrorKind::NotFound => {
                write!(f, "no such program; give its path, or the name of a program in PATH")
            }
            Self::CannotStart(error) => {
                write!(f, "cannot be started: {error}; give the path of a program that may be executed")
            }
            Self::Ended { during, how, wrote } => {
                let wrote =
                    if wrote.is_empty() { String::new() } else { format!("; it wrote to stderr: {wrote}") };
                write!(f, "the engine {how} {during}{wrote}; {}", self.remedy())
            }
            Self::Silent { awaited, waited } => {
                write!(f, "no `{awaited}` within {}; {}", in_words(*waited), self.remedy())
            }
            Self::NoOption { asked, known } => {
                let known = if known.is_empty() { "none".to_owned() } else { listed(known) };
                write!(f, "the engine has no option {asked}; its options: {known}")
            }
            Self::BadValue { option, value, accepted } => {
                write!(f, "`{value}` is not a value of its option {option}; give {accepted}")
            }
            Self::NoMove => write!(
                f,
                "the engine has no move for this position; leave the position out, or check that the engine plays chess"
            ),
            Self::NoNodes => {
                write!(
                    f,
                    "the engine ended a search without `info … nodes` from 1 to {MOST_NODES}; leave the position out"
                )
            }
            Self::Stopped => write!(f, "interrupted"),
        }
    }
}

impl EngineError {
    fn remedy(&self) -> &'static str {
        match self {
            Self::Silent { awaited: "uciok", .. } => {
                "check that it speaks UCI, or wait longer with --patience"
            }
            Self::Silent { awaited: "bestmove", .. } => "search less, or wait longer with --patience",
            Self::Silent { .. } => "wait longer with --patience, or give smaller --sizes",
            Self::Ended { during: HANDSHAKE, .. } => "check that it speaks UCI, and its arguments",
            _ => "try the same position and size in the engine itself",
        }
    }
}

pub(super) const HANDSHAKE: &str = "before it said `uciok`";

/// A short wait in milliseconds, a longer one in seconds.
fn in_words(time: Duration) -> String {
    if time < Duration::from_secs(2) {
        format!("{} ms", time.as_millis())
    } else {
        crate::experiment::progress::duration(time.as_secs_f64())
    }
}

impl std::error::Error for EngineError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        // The message contains the system's words, so the chain would print them twice.
        None
    }
}
