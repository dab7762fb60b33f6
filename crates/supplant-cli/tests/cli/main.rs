//! Tests of the command; one program, because each links all of the laboratory.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

mod common;

mod compare;
mod folders;
#[cfg(unix)]
mod hash;
mod journal;
mod looks;
mod picture;
mod printed;
mod recorded;
mod refused;
mod registration;
mod report;
mod report_in_browser;
mod resume;
mod scale;
mod schema;
mod shards;
mod speedtest;
mod stress;
mod table;
mod throughput;
mod uci;
