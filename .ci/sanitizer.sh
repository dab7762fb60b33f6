# Sourced by asan.sh and tsan.sh: the target, its folder, and the control that each begins with.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source .ci/tools.sh

target=$(rustc -vV | sed -n 's/^host: //p')

# sanitize NAME FLAGS…: what is built from here on is built with these flags, in a folder of its own.
sanitize() {
    export CARGO_TARGET_DIR=target/$1
    shift
    export RUSTFLAGS="$*"
    mkdir -p "$CARGO_TARGET_DIR"
}

# finds REPORT: a program on stdin must be reported so.
finds() {
    local control=$CARGO_TARGET_DIR/control
    # shellcheck disable=SC2086 # the flags are several
    rustc +nightly --target "$target" $RUSTFLAGS --edition 2024 -o "$control" -
    must_fail "$1" "$control"
}
