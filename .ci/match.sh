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
timeout 300 "$venv/bin/python" scripts/tournament.py --games 4 --clock 1+0.01 "one=$engine uci" "two=$engine uci;Threads=2"
