#!/usr/bin/env bash
# Runs the concurrency models in both variants and compares what they explored with docs/measured/models-*.txt: models,
# executions, bounds and outcomes. `.ci/models.sh --write` writes the files anew.
set -euo pipefail
cd "$(dirname "$0")/.."
for variant in loom loom-swap; do
    file=docs/measured/models-$variant.txt
    said=$(mktemp)
    cargo "$variant" 2>&1 | tee "$said"
    # The seconds are the machine's, the rest is the models'.
    found=$(grep '^model ' "$said" | sed -E 's/ +[0-9.]+ s$//' | sort)
    rm -f "$said"
    if [ "${1:-}" = --write ]; then
        { echo "# cargo $variant: model, executions, preemptions explored, outcomes with their executions"; echo "$found"; } > "$file"
    else
        diff <(tail -n +2 "$file") <(echo "$found")
    fi
done
