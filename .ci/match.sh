#!/usr/bin/env bash
# Games of the engine under python-chess, a client that is not ours, and the tests of the script that plays them.
# Skipped where python-chess is missing.
set -euo pipefail
cd "$(dirname "$0")/.."
source .ci/tools.sh
python=$(python_with chess) || { skip "games under python-chess" "the Python package chess"; exit 0; }
timeout 300 "$python" -m unittest discover -q scripts
engine=${CARGO_TARGET_DIR:-target}/release/supplant
play() {
    timeout 300 "$python" scripts/tournament.py --quiet "$@"
}
# Clocks that a busy machine does not run down by itself.
play --games 2 --limit 3+0.1 --ponder "one=$engine uci" "two=$engine uci;Threads=2"
play --games 4 --limit nodes:5000 --chess960 "TWOBIG1=$engine uci;Hash=1" "SIEGE=$engine uci;Hash=1;Scheme=SIEGE"
