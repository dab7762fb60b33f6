#!/bin/sh
# Runs a small grid under examples/cluster/parallel.sh and by itself: both must merge to the same bytes.
# SUPPLANT names the program; without it the release build is used. Skipped where GNU parallel is not installed.
set -eu
cd "$(dirname "$0")/.."
if ! parallel --version 2>/dev/null | grep -q GNU; then
    echo "skipped: shards under GNU parallel (parallel is not installed; .ci/setup installs it)"
    exit 0
fi
if [ -z "${SUPPLANT:-}" ]; then
    cargo build --release -p supplant-cli
    SUPPLANT=${CARGO_TARGET_DIR:-target}/release/supplant
fi
export SUPPLANT
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
grid="--plies 2..=4 --sizes 1K,2K"
# shellcheck disable=SC2086 # a list of words
examples/cluster/parallel.sh "$out/split" 7 $grid 2>"$out/said" || { cat "$out/said" >&2; exit 1; }
# shellcheck disable=SC2086 # a list of words
"$SUPPLANT" study 1994 $grid --out "$out/single" >"$out/tables" 2>"$out/said" || { cat "$out/said" >&2; exit 1; }
"$SUPPLANT" merge "$out/single" --out "$out/whole" 2>"$out/said"
for file in 1994.jsonl 1994.csv 1994.json; do
    cmp "$out/split/merged/$file" "$out/whole/$file"
done
echo "7 shards under GNU parallel merge to the bytes of one run: $(sha256sum <"$out/whole/1994.jsonl" | cut -c 1-16)"
