#!/usr/bin/env bash
# A few games by a client that nobody here wrote; skipped, and said so, where it cannot be installed.
set -euo pipefail
cd "$(dirname "$0")/.."
venv=target/ci-match
if ! { python3 -m venv "$venv" && "$venv/bin/pip" install -q chess; } > /dev/null 2>&1; then
    echo "skipped: python-chess cannot be installed"
    exit 0
fi
engine=target/release/supplant
# Clocks that a busy machine does not run down by itself.
timeout 300 "$venv/bin/python" scripts/tournament.py --games 2 --clock 3+0.1 "one=$engine uci" "two=$engine uci;Threads=2"
