#!/usr/bin/env bash
# The published reports and their index are what the program makes of the published journals: all are
# made anew, and Markdown and pictures are compared byte by byte. The pages and the rows are not in
# the repository: `supplant report --all docs/studies` makes them. A clock measured `throughput`: it
# has no journal, and its report is made by the run alone.
set -euo pipefail
cd "$(dirname "$0")/.."

supplant=${SUPPLANT:-target/release/supplant}
studies=docs/studies
made=target/published

# same MADE PUBLISHED: each file that was made is published as it is, and no other picture is.
same() {
    local made=$1 published=$2 file
    for file in "$made"/*.md "$made"/*.svg; do
        [ ! -e "$file" ] || cmp "$file" "$published/$(basename "$file")" || return 1
    done
    for file in "$published"/*.svg; do
        [ ! -e "$file" ] || [ -e "$made/$(basename "$file")" ] || { echo "$file is not a picture of the report"; return 1; }
    done
}

rm -rf "$made"
mkdir -p "$made"
# The index also lists what has no journal.
cp -r "$studies/throughput" "$made"
told=$("$supplant" report --all "$studies" --out "$made" 2>&1) || { echo "$told"; exit 1; }

# The check can fail: with a number changed, or with one more picture, two folders are not the same.
copy=$made.copy page=1994.md
rm -rf "$copy"
cp -r "$made/1994" "$copy"
same "$made/1994" "$copy" || { echo "control: the check sees a change where there is none"; exit 1; }
sed '0,/[0-6]/s/[0-6]/7/' "$made/1994/$page" > "$copy/$page"
if same "$made/1994" "$copy" > /dev/null 2>&1; then echo "control: the check does not see a change"; exit 1; fi
cp "$made/1994/$page" "$copy/$page"
echo "<svg/>" > "$copy/stale.svg"
if same "$made/1994" "$copy" > /dev/null 2>&1; then echo "control: the check does not see a stale picture"; exit 1; fi
rm -rf "$copy"

for folder in "$made" "$made"/*/; do
    published=$studies${folder#"$made"}
    same "$folder" "$published" || { echo "$published is not what the program makes: supplant report --all $studies"; exit 1; }
done
echo "$(find "$made" -name '*.md' | wc -l) pages and $(find "$made" -name '*.svg' | wc -l) pictures as published"

"$supplant" picture --quiet --out "$made"
for picture in picture.svg lives.svg; do
    cmp "$made/$picture" "docs/$picture" || { echo "docs/$picture is not what the program makes: supplant picture --out docs"; exit 1; }
    echo "$picture as published"
done

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
    .ci/siege.py --check "$made" || exit 1
    echo "siege.md: tables as published"
fi
