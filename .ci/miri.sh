#!/usr/bin/env bash
# Miri on the table's memory and on what lies in it: the tests of entry and table that are about memory, at the small sizes that it
# can do. Needs `rustup +nightly component add miri rust-src`, which not every machine can have.
set -euo pipefail
cd "$(dirname "$0")/.."
source .ci/tools.sh
export CARGO_TARGET_DIR=target/miri

# The control: a read one word past an allocation, as of a bucket beyond the last.
sysroot=$(cargo +nightly miri setup --print-sysroot)
mkdir -p "$CARGO_TARGET_DIR"
cat > "$CARGO_TARGET_DIR/control.rs" <<'RUST'
fn main() {
    let words = vec![0u64; 8];
    let at = std::hint::black_box(8);
    println!("{}", unsafe { words.as_ptr().add(at).read() });
}
RUST
must_fail "Undefined Behavior" "$(rustc +nightly --print sysroot)/bin/miri" --sysroot "$sysroot" --edition 2024 \
    "$CARGO_TARGET_DIR/control.rs"

# Left out: many numbers and no memory (the indexes, flipped bits; the mixtures ignore themselves), many stores, sizes that Miri
# takes for more than the machine has, and a test that asks for huge pages, a call it does not know.
cargo +nightly miri test --locked -p supplant --lib -- \
    table::memory:: table::tests:: entry::packed:: entry::slot:: \
    --skip flipping_any_one --skip random_words --skip occupancy --skip the_same_position \
    --skip a_size_that_cannot_be_had --skip an_absurd_size --skip what_is_possible --skip sizes_are_never
