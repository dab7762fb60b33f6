#!/usr/bin/env bash
# Other machines than this one. The table compiles for Windows, for Linux on aarch64 and for WebAssembly; the
# command compiles for Windows. Any warning fails.
# The table's unit tests run for aarch64 under qemu-user and for Windows under wine64. What is not installed is skipped.
#
#     .ci/targets.sh            compiles, and runs the tests
#     .ci/targets.sh compile    compiles: what .ci/run does
set -euo pipefail
cd "$(dirname "$0")/.."
source .ci/tools.sh

export CARGO_TARGET_DIR
CARGO_TARGET_DIR=$(realpath -m "${CARGO_TARGET_DIR:-target}")/targets
mkdir -p "$CARGO_TARGET_DIR"
# An emulated processor is slow, but so is the optimiser.
export CARGO_PROFILE_TEST_OPT_LEVEL=1 CARGO_PROFILE_TEST_DEBUG=0

windows=x86_64-pc-windows-gnu aarch64=aarch64-unknown-linux-gnu wasm=wasm32-unknown-unknown

has_target() {
    found rustup && grep -qx "$1" <<< "$(rustup target list --installed)"
}
# compiles TARGET ARGUMENTS…
compiles() {
    local target=$1
    shift
    has_target "$target" || { skip "$* for $target" "the Rust target $target"; return 0; }
    RUSTFLAGS="-D warnings" cargo check --quiet --locked --target "$target" "$@" || { echo "$* does not compile for $target"; return 1; }
    echo "compiles for $target: $*"
}

for target in "$windows" "$aarch64" "$wasm"; do
    compiles "$target" -p supplant --lib
done
# WebAssembly has neither mappings nor files.
for target in "$windows" "$aarch64"; do
    compiles "$target" -p supplant --lib --features mmap
    compiles "$target" -p supplant-search --lib
done
compiles "$windows" -p supplant-cli --lib --bins

# A package of one file, $1, for the controls.
control=$(mktemp -d)
trap 'rm -rf "$control"' EXIT
mkdir "$control/src"
printf '[package]\nname = "control"\nversion = "0.1.0"\nedition = "2024"\n[workspace]\n' > "$control/Cargo.toml"
printf 'version = 4\n[[package]]\nname = "control"\nversion = "0.1.0"\n' > "$control/Cargo.lock"
of_control() {
    echo "$1" > "$control/src/lib.rs"
}

# The controls: a package that does not compile for Windows, and one that compiles with a warning, are refused.
if has_target "$windows"; then
    for wrong in 'pub use std::os::unix::fs::symlink;' '#[cfg(windows)] fn unused() {}'; do
        of_control "$wrong"
        cargo check --quiet --manifest-path "$control/Cargo.toml"
        if compiles "$windows" --manifest-path "$control/Cargo.toml" > "$control/said.txt" 2>&1; then
            echo "control: \`$wrong\` is not refused: this check shows nothing"
            exit 1
        fi
    done
    echo "control: what does not compile for Windows, or warns there, is refused"
fi

[ "${1:-}" != compile ] || exit 0

# test_for TARGET ARGUMENTS…: unit tests for a target, run by its emulator.
test_for() {
    cargo test --quiet --locked --lib --target "$@"
}
# runs TARGET EMULATOR: the table's unit tests. Left out are tests that hand hundreds of MiB to the system, which take
# minutes under an emulator, and two of statistics.
runs() {
    of_control "#[test] fn f() { assert_eq!(std::env::consts::ARCH, \"${1%%-*}\"); }"
    test_for "$1" --manifest-path "$control/Cargo.toml" > "$control/said.txt" 2>&1 ||
        { cat "$control/said.txt"; echo "control: $2 does not run a test that passes"; exit 1; }
    of_control "#[test] fn f() { assert_ne!(std::env::consts::ARCH, \"${1%%-*}\"); }"
    if test_for "$1" --manifest-path "$control/Cargo.toml" > "$control/said.txt" 2>&1; then
        echo "control: under $2 a test that fails is not noticed: this check shows nothing"
        exit 1
    fi
    test_for "$1" -p supplant --features mmap -- \
        --skip memory_is_given_back --skip what_would_be_given --skip random_words --skip flipping_any_one
    echo "the table's unit tests pass for $1 under $2"
}

if ! has_target "$aarch64"; then
    skip "tests for aarch64" "the Rust target $aarch64"
elif ! found aarch64-linux-gnu-gcc || ! found /usr/aarch64-linux-gnu/lib/crti.o; then
    skip "tests for aarch64" "gcc-aarch64-linux-gnu with its C library"
elif ! found qemu-aarch64; then
    skip "tests for aarch64" qemu-user
else
    export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER=aarch64-linux-gnu-gcc
    export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_RUNNER="qemu-aarch64 -L /usr/aarch64-linux-gnu"
    runs "$aarch64" qemu-user
fi

wine=/usr/lib/wine/wine64
if ! has_target "$windows"; then
    skip "tests for Windows" "the Rust target $windows"
elif ! found x86_64-w64-mingw32-gcc; then
    skip "tests for Windows" gcc-mingw-w64-x86-64
elif ! found "$wine"; then
    skip "tests for Windows" wine64
else
    # Rust's library takes random numbers from a library that Wine before 9 lacks. This one stands in for it.
    export WINEPATH=$CARGO_TARGET_DIR/wine-libraries WINEPREFIX=$CARGO_TARGET_DIR/wine WINEDEBUG=-all
    mkdir -p "$WINEPATH"
    printf '%s\n' '#include <windows.h>' '#include <ntsecapi.h>' \
        '__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE to, SIZE_T n) { return RtlGenRandom(to, (ULONG)n); }' |
        x86_64-w64-mingw32-gcc -shared -o "$WINEPATH/bcryptprimitives.dll" -x c - -ladvapi32
    export CARGO_TARGET_X86_64_PC_WINDOWS_GNU_RUNNER=$wine
    # The first start makes the folder in which Wine keeps its system.
    "$wine" cmd /c exit > /dev/null 2>&1 || true
    runs "$windows" wine64
fi
