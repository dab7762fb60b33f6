//! The engine as programs that play have it: a process that is spoken to in lines.

mod broken;
mod ends;
mod engine;
mod kept;
mod plays;
mod undisturbed;
