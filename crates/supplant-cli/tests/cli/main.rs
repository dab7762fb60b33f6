//! The command as its users have it: exit codes, errors of one line, streams that behave; studies that are killed, split and joined;
//! reports; the engine. One program, since each test program links all of the laboratory.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

mod common;

mod compare;
mod folders;
mod journal;
mod looks;
mod printed;
mod refused;
mod registration;
mod report;
mod report_in_browser;
mod resume;
mod scale;
mod schema;
mod shards;
mod table;
mod throughput;
mod uci;
