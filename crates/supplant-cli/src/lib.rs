//! The command `supplant`, and its engine for programs that speak UCI.
#![allow(missing_docs, reason = "nobody depends on the command: comments say what names do not")]

pub mod cli;
pub mod uci;
