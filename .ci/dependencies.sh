#!/usr/bin/env bash
# What the packages and the interfaces for C and Python bring: licences, sources, one version of each (cargo-deny, by
# deny.toml), and no dependency that nothing uses (cargo-machete). The table alone brings nothing.
# Each check must first refuse what is wrong. Where a tool is missing, its check is skipped.
set -euo pipefail
cd "$(dirname "$0")/.."
source .ci/tools.sh

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# A package of the name $1 with the dependency $2, in a folder of its own.
package() {
    mkdir -p "$work/$1/src"
    printf '[package]\nname = "%s"\nversion = "0.1.0"\nedition = "2024"\n[dependencies]\n%s\n[workspace]\n' "$1" "$2" > "$work/$1/Cargo.toml"
    echo '//! Uses nothing.' > "$work/$1/src/lib.rs"
}

# What the table brings, itself included, with the features asked for.
brought() {
    cargo tree --locked -p supplant --edges normal "$@" | wc -l
}
[ "$(brought)" = 1 ] || { cargo tree --locked -p supplant --edges normal; echo "the table alone depends on something"; exit 1; }
[ "$(brought --features mmap)" -gt 1 ] || { echo "control: a dependency of the table is not seen"; exit 1; }

if ! found cargo-deny; then
    skip "licences, sources and duplicates" cargo-deny
else
    # denied MANIFEST CONFIGURATION CHECKS…: of all packages but the benches, which nobody depends on.
    denied() {
        local manifest=$1 configuration=$2
        shift 2
        cargo deny --manifest-path "$manifest" --workspace --exclude supplant-benches --config "$configuration" check "$@"
    }
    # The same without one licence that is needed; and a package whose dependency is of an unknown place.
    sed '/^allow = /s/, "Unicode-3.0"//' deny.toml > "$work/licence.toml"
    must_fail "failed to satisfy license requirements\|rejected" denied Cargo.toml "$work/licence.toml" licenses
    sed '/^skip = /d' deny.toml > "$work/twice.toml"
    must_fail "duplicate entries" denied Cargo.toml "$work/twice.toml" bans
    for manifest in Cargo.toml capi/Cargo.toml python/Cargo.toml; do
        denied "$manifest" "$PWD/deny.toml" --allow unmatched-skip --allow license-not-encountered \
            --allow license-exception-not-encountered licenses bans sources
    done
fi

if ! found cargo-machete; then
    skip "dependencies that nothing uses" cargo-machete
else
    package unused 'libc = "0.2"'
    must_fail "libc" cargo machete "$work/unused"
    cargo machete .
fi
