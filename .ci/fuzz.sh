#!/usr/bin/env bash
# Fuzzes the readers for a minute, or for as many seconds as asked. Needs a nightly toolchain and `cargo install cargo-fuzz`.
set -euo pipefail
cd "$(dirname "$0")/.."
cargo +nightly fuzz run notation -- -max_total_time="${1:-60}"
