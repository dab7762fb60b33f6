#!/usr/bin/env bash
# What the package and the C interface bring: licences, sources, one version of each (cargo-deny, by deny.toml), and no dependency that
# nothing uses (cargo-machete). Each check must first refuse what is wrong. A tool that cannot be installed is left out, with a word.
set -euo pipefail
cd "$(dirname "$0")/.."

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# there NAME VERSION: whether the tool is here, or can be installed.
there() {
    command -v "$1" > /dev/null || CARGO_PROFILE_DEV_DEBUG=0 cargo install --debug --locked --quiet "$1@$2" || {
        echo "$1 is not here and cannot be installed: what it checks was not checked"
        return 1
    }
}
# refused COMMAND…: the control.
refused() {
    if "$@" > "$work/control.txt" 2>&1; then
        cat "$work/control.txt"
        echo "the control was not refused: this check would show nothing" >&2
        exit 1
    fi
}
# A package of the name $1 with the dependency $2, in a folder of its own.
package() {
    mkdir -p "$work/$1/src"
    printf '[package]\nname = "%s"\nversion = "0.1.0"\nedition = "2024"\n[dependencies]\n%s\n[workspace]\n' "$1" "$2" > "$work/$1/Cargo.toml"
    echo '//! Uses nothing.' > "$work/$1/src/lib.rs"
}

if there cargo-deny 0.20.2; then
    # The same without one licence that is needed; and a package whose dependency is of an unknown place.
    sed '/^allow = /s/, "Unicode-3.0"//' deny.toml > "$work/licence.toml"
    refused cargo deny --config "$work/licence.toml" check licenses
    grep -q "failed to satisfy license requirements\|rejected" "$work/control.txt"
    sed '/^skip = /d' deny.toml > "$work/twice.toml"
    refused cargo deny --config "$work/twice.toml" check bans
    grep -q "duplicate entries" "$work/control.txt"
    for manifest in Cargo.toml capi/Cargo.toml; do
        cargo deny --manifest-path "$manifest" --config "$PWD/deny.toml" check \
            --allow unmatched-skip --allow license-not-encountered licenses bans sources
    done
fi

if there cargo-machete 0.9.2; then
    package unused 'libc = "0.2"'
    refused cargo machete "$work/unused"
    grep -q "libc" "$work/control.txt"
    cargo machete .
fi
