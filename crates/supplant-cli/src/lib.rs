//! The command `supplant`, and the engine that it is to programs that speak UCI.

pub mod cli;
pub mod uci;
