//! No text makes the reader of commands panic, and every refusal is one line: `.ci/fuzz.sh`.
#![no_main]

use libfuzzer_sys::fuzz_target;
use supplant_cli::uci::parse;

fuzz_target!(|text: &str| {
    if let Err(refused) = parse(text) {
        assert_eq!(refused.why.lines().count(), 1);
    }
});
