//! The engine: the Universal Chess Interface over any pair of streams.
//!
//! The session's thread owns the output and never searches. Each `go` gives the engine to the
//! search thread, and the answer returns it.

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
pub(crate) use engine::table;
pub(crate) use options::EngineOptions;
pub use session::serve;
