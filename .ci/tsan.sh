#!/usr/bin/env bash
# ThreadSanitizer on the pool, on searches that share a table, and on the stress test. Needs a nightly toolchain, nothing else.
set -euo pipefail
source "$(dirname "$0")/sanitizer.sh"
sanitize tsan -Zsanitizer=thread -Cunsafe-allow-abi-mismatch=sanitizer
export TSAN_OPTIONS="suppressions=$PWD/.ci/tsan.suppressions allocator_may_return_null=1"

# The control: a race that must be found, suppressions and all.
finds "ThreadSanitizer: data race" <<'RUST'
static mut WORD: u64 = 0;
fn main() {
    let write = || (0..1000).for_each(|i| unsafe { (&raw mut WORD).write_volatile(i) });
    let other = std::thread::spawn(write);
    write();
    other.join().expect("it only writes");
}
RUST

cargo +nightly test --locked --target "$target" -p supplant-search --no-default-features --test smp --test oracle
cargo +nightly run --locked --target "$target" -- stress --seconds 100ms
