#!/usr/bin/env bash
# A crate of its own runs the evidence on a scheme and a payload of its own, with threads and under loom.
set -euo pipefail
cd "$(dirname "$0")/.."

# The folders of the release build and of `cargo loom`, where the dependencies are built already.
own() {
    CARGO_TARGET_DIR="$PWD/target$1" cargo \
        --config 'profile.release.lto="off"' --config profile.release.codegen-units=16 --config 'profile.release.panic="abort"' \
        test --locked --release --lib --manifest-path examples/own_scheme/Cargo.toml -- --nocapture
}

own ""
RUSTFLAGS="--cfg loom" own "/loom"
