//! The engine as programs that play have it: a process that is spoken to in lines.

#![cfg(feature = "lab")]
#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

#[path = "../common/mod.rs"]
mod common;

mod broken;
mod ends;
mod engine;
mod kept;
mod plays;
mod undisturbed;
