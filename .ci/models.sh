#!/usr/bin/env bash
# Runs the concurrency models in both variants and compares what they explored with docs/measured/models-*.txt: the models, the
# preemptions they are bounded by, and the outcomes they reach. Executions change with every load that the table makes more or
# fewer; they are in the files, and not compared. `.ci/models.sh --write` writes the files anew.
set -euo pipefail
cd "$(dirname "$0")/.."

# Model, bound and outcomes, without the counts of executions.
essence() {
    sed -E 's/ +[0-9]+ (all|<=|up to)/ \1/; s/": [0-9]+/"/g' "$@"
}

for variant in loom loom-swap; do
    file=docs/measured/models-$variant.txt
    said=$(mktemp)
    cargo "$variant" 2>&1 | tee "$said"
    # A model's line may stand behind the name of a test that ends at the same moment. The seconds are the machine's.
    found=$(grep -oE 'model [^{]+\{.*\} +[0-9.]+ s$' "$said" | sed -E 's/ +[0-9.]+ s$//' | sort)
    rm -f "$said"
    if [ "${1:-}" = --write ]; then
        { echo "# cargo $variant: model, executions, preemptions explored, outcomes with their executions"; echo "$found"; } > "$file"
    else
        diff <(tail -n +2 "$file" | essence) <(essence <<< "$found")
    fi
done
