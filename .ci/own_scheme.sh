#!/usr/bin/env bash
# A crate of its own runs the evidence on a scheme and a payload of its own, with threads and under loom.
set -euo pipefail
cd "$(dirname "$0")/.."

own() {
    CARGO_TARGET_DIR="$PWD/target/own_scheme$1" cargo \
        --config 'profile.release.lto="off"' --config profile.release.codegen-units=16 \
        test --locked --release --lib --manifest-path examples/own_scheme/Cargo.toml -- --nocapture
}

own ""
RUSTFLAGS="--cfg loom" own "-loom"
