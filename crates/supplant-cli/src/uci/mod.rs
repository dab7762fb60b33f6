//! The engine: the Universal Chess Interface over any pair of streams.
//!
//! | file | contents |
//! |---|---|
//! | `lines` | lines of bounded length, from any bytes |
//! | `command` | a line is a command, or an error that says why not |
//! | `position` | the game that `position` names |
//! | `options` | the options, their ranges, and how one is set |
//! | `time` | soft and hard limits from the clock |
//! | `latency` | what a move costs outside of the search |
//! | `engine` | table and workers, and how options change them |
//! | `thinking` | one search, on the search thread |
//! | `info` | the lines printed during a search |
//! | `threads` | the threads that read and search, and their events |
//! | `under_way` | when a search must end, and what its answer waits for |
//! | `session` | the main loop |
//!
//! The session's thread owns the output and never searches. Each `go` gives the engine to the
//! search thread, and the answer returns it. So only `stop`, `ponderhit` and `quit` affect a search
//! under way. Commands between `stop` and the answer are executed after the answer.

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
