#!/usr/bin/env bash
# What changed of the public items since the last release, by cargo-semver-checks: of the table with its evidence, and of the search. The
# laboratory and the command promise nothing. Since a release exists (a tag v…), a change that its version does not announce is refused. Before the first one nobody depends
# on anything: then it tells what has changed since the commit before, and refuses nothing.
#
# The tool takes nine minutes to install, so .ci/setup leaves it out: cargo install --locked cargo-semver-checks
set -euo pipefail
cd "$(dirname "$0")/.."

command -v cargo-semver-checks > /dev/null || {
    echo "skipped: changes of public items (cargo-semver-checks is not installed)"
    exit 0
}
compared() {
    cargo semver-checks --only-explicit-features -p supplant --features mmap,conformance --baseline-rev "$1" &&
        cargo semver-checks --only-explicit-features -p supplant-search --features chess,lockstep,mmap --baseline-rev "$1"
}

released=$(git describe --tags --match 'v[0-9]*' --abbrev=0 2> /dev/null || true)
if [ -n "$released" ]; then
    compared "$released"
    exit
fi
before=${1:-$(git rev-parse --quiet --verify HEAD~1 || true)}
[ -n "$before" ] || { echo "no commit before this one: nothing to compare with"; exit 0; }
status=0
compared "$before" || status=$?
case $status in
    0) echo "no public item has changed so that a user would notice" ;;
    100) echo "the above has changed since $(git rev-parse --short "$before"): CHANGELOG.md should say so (nothing is released, nothing is refused)" ;;
    *) echo "the two could not be compared (nothing is released, nothing is refused)" ;;
esac
