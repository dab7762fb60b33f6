#!/usr/bin/env bash
# Miri on the entry and table layers. Needs `rustup +nightly component add miri`, which not every machine can have.
set -euo pipefail
cd "$(dirname "$0")/.."
cargo +nightly miri test --no-default-features --lib entry:: table::
