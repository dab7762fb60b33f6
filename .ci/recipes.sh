#!/usr/bin/env bash
# The recipes of docs/results.md, run on results of two numbers of threads: each keeps the searches without a table and without
# collisions, and no two numbers of threads in one sum. Where a tool is missing, its recipe is skipped.
set -euo pipefail
cd "$(dirname "$0")/.."
source .ci/tools.sh

supplant=$(realpath "${1:-target/release/supplant}")
recipes=$(realpath docs/results.md)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

"$supplant" study 1994 --schemes new --sizes 1K --plies 6..=7 --modes clear --threads 1,2 \
    --only position=breuker1994.15 --out results > /dev/null 2>&1
# Contenders × plies: without a table once, the two others for each number of threads.
wanted=10

# The block of a language.
block() { awk -v open="\`\`\`$1" '$0 == open { on = 1; next } $0 == "```" { on = 0 } on' "$recipes"; }

check() {
    [ "$2" = "$wanted" ] || { echo "$1: $2 rows, not $wanted"; exit 1; }
    echo "$1: $2 rows, as there should be"
}

if python=$(python_with duckdb polars); then
    block sql > recipe.sql
    check DuckDB "$("$python" - << 'END'
import duckdb
statements = [text for text in open("recipe.sql").read().split(";") if text.strip()]
rows = duckdb.sql(statements[0]).fetchall()
for text in statements[1:]:
    duckdb.sql(text)
print(len(rows))
END
    )"
    { block python; echo 'print(nodes.height)'; } > recipe.py
    check polars "$("$python" recipe.py | tail -1)"
else
    skip "the recipes of DuckDB and polars" "a Python with duckdb and polars"
fi
if command -v Rscript > /dev/null; then
    { block r | grep -v '^journal' | sed 's/^aggregate/sums <- &/'; echo 'cat(nrow(sums), "\n")'; } > recipe.r
    check R "$(Rscript recipe.r | tail -1 | tr -d ' ')"
else
    echo "skipped: the recipe of R (Rscript is not installed)"
fi
