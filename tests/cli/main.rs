//! The command line: exit codes, errors of one line, and streams that behave.

#![cfg(feature = "lab")]
#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

#[path = "../common/mod.rs"]
mod common;

mod folders;
mod looks;
mod printed;
mod refused;
mod scale;
mod table;
mod throughput;
