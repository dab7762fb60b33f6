#!/usr/bin/env bash
# A few games by a client that nobody here wrote, and the tests of the script that has it play; skipped, and said so, where it cannot be installed.
set -euo pipefail
cd "$(dirname "$0")/.."
venv=target/ci-match
if ! { python3 -m venv "$venv" && "$venv/bin/pip" install -q chess; } > /dev/null 2>&1; then
    echo "skipped: python-chess cannot be installed"
    exit 0
fi
timeout 300 "$venv/bin/python" -m unittest discover -q scripts
engine=target/release/supplant
play() {
    timeout 300 "$venv/bin/python" scripts/tournament.py --quiet "$@"
}
# Clocks that a busy machine does not run down by itself.
play --games 2 --limit 3+0.1 --ponder "one=$engine uci" "two=$engine uci;Threads=2"
play --games 4 --limit nodes:5000 --chess960 "TWOBIG1=$engine uci;Hash=1" "SIEGE=$engine uci;Hash=1;Scheme=SIEGE"
