#!/usr/bin/env bash
# ThreadSanitizer on the pool, on searches that share a table, and on the stress test. Needs a nightly toolchain, nothing else.
set -euo pipefail
cd "$(dirname "$0")/.."

target=$(rustc -vV | sed -n 's/^host: //p')
export RUSTFLAGS="-Zsanitizer=thread -Cunsafe-allow-abi-mismatch=sanitizer"
export CARGO_TARGET_DIR=target/tsan
export TSAN_OPTIONS="suppressions=$PWD/.ci/tsan.suppressions allocator_may_return_null=1"

# The control: a race that must be found, suppressions and all.
mkdir -p "$CARGO_TARGET_DIR"
rustc +nightly --target "$target" -Zsanitizer=thread -Cunsafe-allow-abi-mismatch=sanitizer \
    --edition 2024 -o "$CARGO_TARGET_DIR/control" - <<'RUST'
static mut WORD: u64 = 0;
fn main() {
    let write = || (0..1000).for_each(|i| unsafe { (&raw mut WORD).write_volatile(i) });
    let other = std::thread::spawn(write);
    write();
    other.join().expect("it only writes");
}
RUST
if "$CARGO_TARGET_DIR/control" 2> "$CARGO_TARGET_DIR/control.txt"; then
    echo "the control was not found: this run would show nothing" >&2
    exit 1
fi
grep -q "ThreadSanitizer: data race" "$CARGO_TARGET_DIR/control.txt"

cargo +nightly test --locked --target "$target" --no-default-features --test smp --test oracle
cargo +nightly run --locked --target "$target" -- stress --seconds 100ms
