#!/usr/bin/env bash
# The C interface: the header is the one that the sources make; C and C++ programs are compiled with all warnings, linked both ways and
# run; the example once more under AddressSanitizer and under valgrind, each after a fault that must be found.
#
#     .ci/capi.sh            checks
#     .ci/capi.sh --write    writes capi/include/supplant.h anew first
#
# Where a tool is missing, its part is skipped, and a line says so.
set -euo pipefail
cd "$(dirname "$0")/../capi"
source ../.ci/tools.sh

if [ "${1:-}" = --write ]; then
    cargo run --locked --manifest-path header/Cargo.toml
fi
cargo fmt --manifest-path header/Cargo.toml --check
# Without clippy, for which all that cbindgen needs would be compiled once more.
RUSTFLAGS="-D warnings" cargo test --locked --manifest-path header/Cargo.toml
cargo fmt --check
cargo clippy --locked --all-targets -- -D warnings
cargo test --locked

found cc || { echo "skipped: the C example under checkers (there is no C compiler)"; exit 0; }
built=$(mktemp -d)
trap 'rm -rf "$built"' EXIT
libraries=target/debug/deps
# compiled NAME FLAGS…: the example.
compiled() {
    local name=$1
    shift
    cc -std=c11 -Wall -Wextra -Werror -g -O1 "$@" -Iinclude examples/engine.c "$libraries/libsupplant.a" -pthread -lm -o "$built/$name"
}

# Of the C side, and of memory that either side forgets.
if compiled asan -fsanitize=address,undefined -fno-sanitize-recover=all 2> "$built/asan.txt"; then
    compiled asan-control -fsanitize=address,undefined -DFORGETS
    must_fail "detected memory leaks" "$built/asan-control" 1000
    "$built/asan" 100000
else
    cat "$built/asan.txt"
    echo "skipped: the C example under AddressSanitizer (the C compiler has none)"
fi

# Of both sides.
if found valgrind; then
    checked() { valgrind --quiet --error-exitcode=1 --leak-check=full --show-leak-kinds=definite --errors-for-leak-kinds=definite "$@"; }
    compiled plain
    compiled control -DUSES_AFTER_FREE
    must_fail "Invalid read" checked "$built/control" 100
    checked "$built/plain" 2000
else
    skip "the C example under valgrind" valgrind
fi
