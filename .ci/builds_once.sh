#!/usr/bin/env bash
# In a fresh clone the second build finds nothing to do: the build script watches Git's index, and must not refresh it.
set -euo pipefail
cd "$(dirname "$0")/.."

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
git clone --quiet . "$folder/clone"
cp build.rs "$folder/clone/"
cd "$folder/clone"
# As after a checkout: what the index knows of the files' times does not fit, which a refresh would mend.
git ls-files -z src | xargs -0 touch

build() {
    CARGO_TARGET_DIR=$folder/target cargo check --locked --lib --no-default-features 2>&1
}
build > /dev/null
sleep 1
again=$(build)
if grep -qE '(Checking|Compiling) supplant' <<< "$again"; then
    echo "the second build compiled again:"
    echo "$again"
    exit 1
fi
