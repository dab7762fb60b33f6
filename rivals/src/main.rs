//! `rivals`: supplant's throughput measurement, with everybody else in it.

fn main() {}
