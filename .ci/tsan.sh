#!/usr/bin/env bash
# ThreadSanitizer on the pool and the table. Needs `rustup +nightly component add rust-src`, which not every machine can have.
set -euo pipefail
cd "$(dirname "$0")/.."
target=$(rustc -vV | sed -n 's/^host: //p')
RUSTFLAGS=-Zsanitizer=thread \
    cargo +nightly test -Zbuild-std --target "$target" --no-default-features --test smp --test oracle
