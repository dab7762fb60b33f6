#!/usr/bin/env bash
# AddressSanitizer on the table's memory: the unit tests of entry and table, and searches that share a table. Needs a nightly
# toolchain, nothing else.
set -euo pipefail
cd "$(dirname "$0")/.."

target=$(rustc -vV | sed -n 's/^host: //p')
export RUSTFLAGS="-Zsanitizer=address"
export CARGO_TARGET_DIR=target/asan
# A size that cannot be had must be refused by the table, not end the run.
export ASAN_OPTIONS="allocator_may_return_null=1"

# The control: a write one word past an allocation, as a bucket beyond the last would be.
mkdir -p "$CARGO_TARGET_DIR"
rustc +nightly --target "$target" -Zsanitizer=address --edition 2024 -o "$CARGO_TARGET_DIR/control" - <<'RUST'
fn main() {
    let mut words = vec![0u64; 8];
    let at = std::hint::black_box(8);
    unsafe { words.as_mut_ptr().add(at).write_volatile(1) };
}
RUST
if "$CARGO_TARGET_DIR/control" 2> "$CARGO_TARGET_DIR/control.txt"; then
    echo "the control was not found: this run would show nothing" >&2
    exit 1
fi
grep -q "AddressSanitizer: heap-buffer-overflow" "$CARGO_TARGET_DIR/control.txt"

cargo +nightly test --locked --target "$target" --no-default-features --lib -- table:: entry::
cargo +nightly test --locked --target "$target" --no-default-features --test smp
