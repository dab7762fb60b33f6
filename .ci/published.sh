#!/usr/bin/env bash
# The published reports, and the index over them, are what the program makes of the published journals: each is made anew and compared,
# byte by byte. A picture that the program no longer makes is found out too.
set -euo pipefail
cd "$(dirname "$0")/.."

supplant=${SUPPLANT:-target/release/supplant}
studies=docs/studies

make() {
    "$supplant" report "$@" > /dev/null 2> target/published.txt || { cat target/published.txt; exit 1; }
}

# What was made lies in the second folder too, as it is, and no other picture does.
same() {
    local made=$1 folder=$2 file
    for file in "$made"/*; do
        cmp "$file" "$folder/$(basename "$file")" || return 1
    done
    for file in "$folder"/*.svg; do
        [ ! -e "$file" ] || [ -e "$made/$(basename "$file")" ] || { echo "$file is no picture of the report"; return 1; }
    done
}

# The check can fail: with a number changed, or one picture more, two folders are not the same.
controls() {
    local made=$1 page=$2 copy=target/published/copy
    rm -rf "$copy"
    cp -r "$made" "$copy"
    same "$made" "$copy" || { echo "the check sees a change where there is none"; exit 1; }
    sed '0,/[0-6]/s/[0-6]/7/' "$made/$page" > "$copy/$page"
    if same "$made" "$copy" > /dev/null 2>&1; then echo "the check does not see a change"; exit 1; fi
    cp "$made/$page" "$copy/$page"
    echo "<svg/>" > "$copy/stale.svg"
    if same "$made" "$copy" > /dev/null 2>&1; then echo "the check does not see a stale picture"; exit 1; fi
    rm -rf "$copy"
}

for folder in "$studies"/*/; do
    folder=${folder%/}
    # What a clock measured has no journal: `throughput` is made by the run alone.
    compgen -G "$folder/*.jsonl.gz" > /dev/null || continue
    study=$(basename "$folder"/*.jsonl.gz .jsonl.gz)
    made=target/published/$(basename "$folder")
    rm -rf "$made"
    make "$folder" --out "$made"
    same "$made" "$folder" || { echo "$folder is not what the program makes: supplant report $folder"; exit 1; }
    controls "$made" "$study.md"
    echo "$study: $(find "$made" -type f | wc -l) files as published"
done

made=target/published/index
rm -rf "$made"
make --index "$studies" --out "$made"
same "$made" "$studies" || { echo "$studies is not what the program makes: supplant report --index $studies"; exit 1; }
controls "$made" README.md
echo "index: $(find "$made" -type f | wc -l) files as published"

# The tables of docs/performance.md are those of the published run.
if command -v python3 > /dev/null; then
    .ci/performance.py --check || { echo "docs/performance.md has other numbers: .ci/performance.py --write"; exit 1; }
    echo "performance.md: tables as published"
fi
