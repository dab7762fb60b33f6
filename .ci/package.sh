#!/usr/bin/env bash
# What would be published: the package is small, holds every file that its sources include, and its library and the examples of its
# documentation build and run from it alone.
set -euo pipefail
cd "$(dirname "$0")/.."

most_kib=1200
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Files that sources in folder $1 include and that are not in it.
missing() {
    local file path
    grep -rEo 'include_(str|bytes)!\("[^"]+"\)' "$1" --include=*.rs | sed -E 's/^([^:]+):.*\("([^"]+)"\)$/\1 \2/' |
        while read -r file path; do
            [ -e "$(dirname "$file")/$path" ] || echo "${file#"$1"/} includes $path, which is not in the package"
        done
}

# Dirty files are refused where CI runs, in a fresh clone.
dirty=()
[ -n "${CI:-}" ] || dirty=(--allow-dirty)
cargo publish --dry-run --no-verify "${dirty[@]}" 2>&1 | tee "$work/publish.txt"
grep -q "aborting upload due to dry run" "$work/publish.txt"

cargo package --no-verify --quiet "${dirty[@]}"
crate=target/package/supplant-$(cargo pkgid | sed 's/.*[#@]//').crate
kib=$(($(wc -c < "$crate") / 1024))
[ "$kib" -le "$most_kib" ] || { echo "the package has $kib KiB, more than $most_kib: what need not be in it, is?"; exit 1; }
tar -xzf "$crate" -C "$work"
unpacked=$(find "$work" -mindepth 1 -maxdepth 1 -type d)

found=$(missing "$unpacked")
[ -z "$found" ] || { echo "$found"; exit 1; }
# The control: without the guide for adopters it is noticed.
mv "$unpacked/docs/adopting.md" "$work/"
grep -q "adopting.md" <<< "$(missing "$unpacked")" || { echo "a missing file is not noticed: this check shows nothing"; exit 1; }
mv "$work/adopting.md" "$unpacked/docs/"

CARGO_TARGET_DIR=$PWD/target cargo test --locked --doc --no-default-features --manifest-path "$unpacked/Cargo.toml" -- --quiet
echo "$(basename "$crate"): $kib KiB, $(find "$unpacked" -type f | wc -l) files"
