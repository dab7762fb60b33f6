//! The engine as a process that reads and writes lines.

mod broken;
mod ends;
mod engine;
mod kept;
mod plays;
mod undisturbed;
