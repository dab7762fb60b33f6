//! The engine: the Universal Chess Interface over any pair of streams.
//!
//! | file | idea |
//! |---|---|
//! | `lines` | lines of bounded length, from any bytes |
//! | `command` | a line is a command, or an error that says why not |
//! | `position` | the game that `position` names |
//! | `options` | the options, their ranges, and how one is set |
//! | `time` | a clock is a soft and a hard limit |
//! | `engine` | table and workers, and what options do to them |
//! | `thinking` | one search, on a thread of its own |
//! | `info` | what is printed of it |
//! | `session` | who hears, answers, and watches the clock |
//!
//! The session's thread owns the output and never searches; the engine is handed to the search thread with each `go`, and back with the answer. So
//! nothing that is read can change a search under way, but `stop`, `ponderhit` and `quit`.

mod command;
mod engine;
mod info;
mod lines;
mod options;
mod position;
mod session;
mod thinking;
mod time;

pub use command::{Command, Go, Refused, parse};
pub use session::serve;
