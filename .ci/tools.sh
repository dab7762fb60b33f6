# Sourced by .ci/setup, which installs, and by the checks, which only look. It says which tools the
# checks use, in which versions, and where they are.

# Debian packages, each with a command or a file that it brings.
debian_packages="parallel:parallel valgrind:valgrind chromium:chromium qemu-user:qemu-aarch64
    gcc-aarch64-linux-gnu:aarch64-linux-gnu-gcc libc6-dev-arm64-cross:/usr/aarch64-linux-gnu/lib/crti.o
    wine64:/usr/lib/wine/wine64 gcc-mingw-w64-x86-64:x86_64-w64-mingw32-gcc"

# Targets of .ci/targets.sh.
rust_targets="x86_64-pc-windows-gnu aarch64-unknown-linux-gnu wasm32-unknown-unknown"

# Tools of cargo, with their versions. The library in Cargo.lock says which runner it wants.
gungraun_version=$(awk '/^name = "gungraun-runner"$/ { getline; gsub(/[^0-9.]/, ""); print }' \
    "$(dirname "${BASH_SOURCE[0]}")/../Cargo.lock")
cargo_tools="cargo-deny@0.20.2 cargo-machete@0.9.2 cargo-mutants@27.1.0 gungraun-runner@$gungraun_version"

# Python packages, in a folder of their own, which outlives a clone.
python_packages="chess duckdb polars"
# Of .ci/python.sh: the first group builds the wheel and checks it, the second is a library beside which it is tested.
wheel_packages="maturin numpy pandas matplotlib nbclient ipykernel mypy"
spiel_packages="open_spiel"
python_folder=${SUPPLANT_CI_PYTHON:-${XDG_CACHE_HOME:-$HOME/.cache}/supplant-ci/python}

# manifest_of PACKAGE: its manifest, from the root.
manifest_of() {
    case $1 in
        supplant) echo Cargo.toml ;;
        supplant-capi) echo capi/Cargo.toml ;;
        supplant-python) echo python/Cargo.toml ;;
        *) echo "crates/$1/Cargo.toml" ;;
    esac
}
packages="supplant supplant-search supplant-stats supplant-record supplant-lab supplant-cli"

# minimum_rust PACKAGE: the version that its manifest states, with the third number that rustup wants.
minimum_rust() {
    sed -n 's/^rust-version = "\([0-9]*\.[0-9]*\)"$/\1.0/p' "$(manifest_of "$1")"
}

# minimum_rust_with FEATURE PACKAGE: the version that the feature needs, where the manifest states one.
minimum_rust_with() {
    sed -n '/^\[package\.metadata\.rust-version\]$/,/^$/s/^'"$1"' = "\([0-9]*\.[0-9]*\)"$/\1.0/p' "$(manifest_of "$2")"
}

# found COMMAND: whether it is installed. A file is given by its whole path.
found() {
    command -v "$1" > /dev/null || [[ $1 = /* && -e $1 ]]
}

# skip WHAT NEED: says in one line that a check, or a part of it, does not run.
skip() {
    echo "skipped: $1 ($2 is not installed; .ci/setup installs it)"
}

# must_fail REPORT COMMAND…: the control of a check. The command fails, and prints the report.
must_fail() {
    local report=$1 said
    shift
    if said=$("$@" 2>&1) || ! grep -q "$report" <<< "$said"; then
        echo "$said"
        echo "the control did not fail: this check would show nothing" >&2
        exit 1
    fi
}

# python_with MODULES…: the Python that imports all of them, or nothing.
python_with() {
    local python imports
    imports=$(printf 'import %s;' "$@")
    for python in "$python_folder/bin/python" python3; do
        if "$python" -c "$imports" > /dev/null 2>&1; then
            echo "$python"
            return
        fi
    done
    return 1
}
