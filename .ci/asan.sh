#!/usr/bin/env bash
# AddressSanitizer on the table's memory: the unit tests of entry and table, and searches that share a table. Needs a nightly
# toolchain, nothing else.
set -euo pipefail
source "$(dirname "$0")/sanitizer.sh"
sanitize asan -Zsanitizer=address
# A size that cannot be had must be refused by the table, not end the run.
export ASAN_OPTIONS="allocator_may_return_null=1"

# The control: a write one word past an allocation, as a bucket beyond the last would be.
finds "AddressSanitizer: heap-buffer-overflow" <<'RUST'
fn main() {
    let mut words = vec![0u64; 8];
    let at = std::hint::black_box(8);
    unsafe { words.as_mut_ptr().add(at).write_volatile(1) };
}
RUST

cargo +nightly test --locked --target "$target" -p supplant --lib -- table:: entry::
cargo +nightly test --locked --target "$target" -p supplant-search --no-default-features --test smp
