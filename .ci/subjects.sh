#!/usr/bin/env bash
# Subjects of commits are `area: imperative`, at most 72 characters. Checked are the commits after the one named here.
set -euo pipefail
cd "$(dirname "$0")/.."

since=de45220cf0416f5c06d86cff4af0e89476962bb7

# Prints the lines, on standard input, that are not such subjects.
wrong() {
    awk 'length($0) > 72 || !/^[a-z0-9][a-z0-9_.\/-]*: [^ ].*[^.]$/'
}

# The controls.
for subject in "Table: store" "table store entries" "table: ends with a stop." "table: $(printf 'long %.0s' {1..20})"; do
    [ -n "$(wrong <<< "$subject")" ] || { echo "control: \"$subject\" is not refused: this check shows nothing"; exit 1; }
done
[ -z "$(wrong <<< "table: store entries without a bound")" ] || { echo "control: a good subject is refused"; exit 1; }

git cat-file -e "$since" 2> /dev/null || { echo "skipped: subjects of commits (the clone does not reach back to ${since:0:7})"; exit 0; }
subjects=$(git log --no-merges --format=%s "$since..HEAD")
bad=$(wrong <<< "$subjects" | sed '/^$/d')
[ -z "$bad" ] || { echo "a subject is \`area: imperative\`, at most 72 characters, without a full stop:"; echo "$bad"; exit 1; }
echo "subjects of $(git rev-list --count --no-merges "$since..HEAD") commits are as they should be"
