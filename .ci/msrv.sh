#!/usr/bin/env bash
# Each package compiles with the oldest Rust that its manifest states, `rust-version`. A feature that needs a newer
# one states it under `package.metadata.rust-version`. A version that is not installed is skipped.
set -euo pipefail
cd "$(dirname "$0")/.."
source .ci/tools.sh

export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-target}/msrv

installed() {
    found rustup && grep -q "^$1-" <<< "$(rustup toolchain list)"
}
# check VERSION ARGUMENTS…
check() {
    cargo "+$1" check --quiet --locked --lib "${@:2}"
}
# stated PACKAGE VERSION ARGUMENTS…: the package compiles with this version.
stated() {
    local package=$1 version=$2
    shift 2
    installed "$version" || { skip "$package ${*:+$* }with Rust $version" "Rust $version"; return 0; }
    check "$version" -p "$package" "$@" || { echo "$package ${*:+$* }does not compile with Rust $version, which its manifest states"; exit 1; }
    echo "$package ${*:+$* }compiles with Rust $version"
}

for package in $packages; do
    stated "$package" "$(minimum_rust "$package")"
    mmap=$(minimum_rust_with mmap "$package")
    [ -z "$mmap" ] || stated "$package" "$mmap" --features mmap
done
# The C interface is a workspace of its own.
stated supplant-capi "$(minimum_rust supplant-capi)" --manifest-path "$(manifest_of supplant-capi)"
# That of Python too.
stated supplant-python "$(minimum_rust supplant-python)" --manifest-path "$(manifest_of supplant-python)"

# The control: what `mmap` needs is newer than what the table alone needs, so that the older version is refused.
older=$(minimum_rust supplant)
if installed "$older"; then
    said=$(check "$older" --ignore-rust-version -p supplant --features mmap 2>&1) && {
        echo "control: the table with mmap compiles with Rust $older; state that in Cargo.toml"
        exit 1
    }
    grep -q "E0658" <<< "$said" || { echo "$said"; echo "control: refused for another reason than a newer library"; exit 1; }
    echo "control: the table with mmap is refused by Rust $older"
fi
