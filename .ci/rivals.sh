#!/usr/bin/env bash
# Other people's tables in our measurement: every adapter keeps what it is given, and a tiny run goes over all of them.
set -euo pipefail
cd "$(dirname "$0")/.."
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
cargo fmt --check --manifest-path rivals/Cargo.toml
cargo test --locked --manifest-path rivals/Cargo.toml
cargo run --locked --manifest-path rivals/Cargo.toml -- \
    --quick --bytes 1MiB --schemes depthage --threads 1 --mixes hit,store --ahead 32 --rounds 1 --out "$out"
