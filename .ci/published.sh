#!/usr/bin/env bash
# The published reports, and the index over them, are what the program makes of the published journals: each is made anew and compared,
# byte by byte. A picture that the program no longer makes is found out too.
set -euo pipefail
cd "$(dirname "$0")/.."

supplant=${SUPPLANT:-target/release/supplant}
studies=docs/studies

make() {
    local told
    told=$("$supplant" report "$@" 2>&1 > /dev/null) || { echo "$told"; return 1; }
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
    local made=$1 page=$2 copy=$1.copy
    rm -rf "$copy"
    cp -r "$made" "$copy"
    same "$made" "$copy" || { echo "the check sees a change where there is none"; return 1; }
    sed '0,/[0-6]/s/[0-6]/7/' "$made/$page" > "$copy/$page"
    if same "$made" "$copy" > /dev/null 2>&1; then echo "the check does not see a change"; return 1; fi
    cp "$made/$page" "$copy/$page"
    echo "<svg/>" > "$copy/stale.svg"
    if same "$made" "$copy" > /dev/null 2>&1; then echo "the check does not see a stale picture"; return 1; fi
    rm -rf "$copy"
}

study() {
    local folder=$1 study made
    study=$(basename "$folder"/*.jsonl.gz .jsonl.gz)
    made=target/published/$(basename "$folder")
    make "$folder" --out "$made" || return 1
    same "$made" "$folder" || { echo "$folder is not what the program makes: supplant report $folder"; return 1; }
    controls "$made" "$study.md" || return 1
    echo "$study: $(find "$made" -type f | wc -l) files as published"
}

index() {
    local made=target/published/index
    make --index "$studies" --out "$made" || return 1
    same "$made" "$studies" || { echo "$studies is not what the program makes: supplant report --index $studies"; return 1; }
    controls "$made" README.md || return 1
    echo "index: $(find "$made" -type f | wc -l) files as published"
}

rm -rf target/published
mkdir -p target/published
export supplant studies
export -f make same controls study index

# The index, which takes the longest, first. What a clock measured has no journal: `throughput` is made by the run alone.
{
    echo index
    for folder in "$studies"/*/; do
        if compgen -G "$folder*.jsonl.gz" > /dev/null; then echo "study ${folder%/}"; fi
    done
} | xargs -P "$(nproc)" -I{} bash -c '{}'

cargo run --release --example lost | cmp - "$studies/limit/lost.md" || {
    echo "$studies/limit/lost.md is not what its example prints: cargo run --release --example lost > $studies/limit/lost.md"
    exit 1
}
echo "limit: lost.md as published"

# The tables of docs/performance.md are those of the published run, that of docs/engine.md is that of the matches played,
# and those of docs/siege.md are what the studies of it decide.
if command -v python3 > /dev/null; then
    .ci/performance.py --check || { echo "docs/performance.md has other numbers: .ci/performance.py --write"; exit 1; }
    echo "performance.md: tables as published"
    .ci/matches.py --check || { echo "docs/engine.md has other results: .ci/matches.py --write"; exit 1; }
    echo "engine.md: matches as published"
    .ci/siege.py --check || exit 1
    echo "siege.md: tables as published"
fi
