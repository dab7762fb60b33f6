#!/usr/bin/env bash
# In a fresh clone the second build finds nothing to do. The build script of the laboratory watches
# Git's index for the commit that it writes into results, and must not refresh that index.
set -euo pipefail
cd "$(dirname "$0")/.."

target=$(realpath -m "${CARGO_TARGET_DIR:-target}")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
git clone --quiet . "$folder/clone"
cp crates/supplant-lab/build.rs "$folder/clone/crates/supplant-lab/"
cd "$folder/clone"
# As after a checkout: the times that the index knows are not those of the files. A refresh would change the index.
git ls-files -z crates/supplant-lab/src | xargs -0 touch

# The target folder is the usual one, where the dependencies are checked already.
build() {
    CARGO_TARGET_DIR=$target cargo check --locked --lib -p supplant-lab 2>&1
}
# built COMMAND…: whether it compiled something of this repository.
built() {
    grep -qE '(Checking|Compiling) supplant' <<< "$1"
}
first=$(build)
sleep 1
again=$(build)
if built "$again"; then
    echo "the second build compiled again:"
    echo "$again"
    exit 1
fi
# The controls: the first build compiled, and so does one whose index was written.
built "$first" || { echo "the first build compiled nothing: this check shows nothing"; exit 1; }
touch .git/index
built "$(build)" || { echo "a written index is not noticed: this check shows nothing"; exit 1; }
