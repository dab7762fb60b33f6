//! The engine: the Universal Chess Interface over any pair of streams.
//!
//! | file | idea |
//! |---|---|
//! | `lines` | lines of bounded length, from any bytes |
//! | `command` | a line is a command, or an error that says why not |
//! | `position` | the game that `position` names |
//! | `options` | the options, their ranges, and how one is set |
//! | `time` | a clock is a soft and a hard limit |
//! | `latency` | what a move costs outside of the search |
//! | `engine` | table and workers, and what options do to them |
//! | `thinking` | one search, on a thread of its own |
//! | `info` | what is printed of it |
//! | `threads` | the threads that read and search, and what they tell |
//! | `under_way` | when a search must end, and what its answer waits for |
//! | `session` | who hears, answers, and watches the clock |
//!
//! The session's thread owns the output and never searches; the engine is handed to the search thread with each `go`, and back with the answer. So
//! nothing that is read can change a search under way, but `stop`, `ponderhit` and `quit`. What comes between `stop` and the answer is done after it.

mod command;
mod engine;
mod info;
mod latency;
mod lines;
mod options;
mod position;
mod session;
mod thinking;
mod threads;
mod time;
mod under_way;

pub use command::{Command, CommandError, CommandKind, Go, parse};
pub use session::serve;
