#!/usr/bin/env bash
# Fuzzes the readers for a minute, or for as many seconds as asked. Needs a nightly toolchain and `cargo install cargo-fuzz`.
set -euo pipefail
cd "$(dirname "$0")/.."
for target in notation uci; do
    cargo +nightly fuzz run "$target" -- -max_total_time="${1:-60}"
done
