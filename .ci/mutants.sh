#!/usr/bin/env bash
# Which lines no test would miss: cargo-mutants changes one at a time and runs the tests. Of what cannot be told from the code,
# .cargo/mutants.toml has the reasons.
#
#   .ci/mutants.sh            the change since the commit before, or since the branch left origin/main: some minutes
#   .ci/mutants.sh COMMIT     the change since COMMIT
#   .ci/mutants.sh all        everything: two hours on two cores
#
# Of a large change a sample is taken. It fails where less than the share below is caught.
set -euo pipefail
cd "$(dirname "$0")/.."
source .ci/tools.sh

# A diff without its changes of comments: they change no line that a test could miss.
without_comments() {
    awk '
        function flush() {
            if (changed) {
                # The old text is the new one without these changes, so its lines are counted from there.
                if (added) old = new - shift
                printf "%s@@ -%s,%d +%s,%d @@\n%s", head, old, removed, new, added, body
                head = ""
                shift += added - removed
            }
            body = ""; changed = removed = added = 0
        }
        /^diff / { flush(); head = $0 "\n"; in_head = 1; shift = 0; next }
        /^@@/ { flush(); in_head = 0; split($2, a, ","); split($3, b, ","); old = substr(a[1], 2); new = substr(b[1], 2); next }
        in_head { head = head $0 "\n"; next }
        /^-[ \t]*\/\// { next }
        /^\+[ \t]*\/\// { sub(/^\+/, " ") }
        { body = body $0 "\n" }
        /^\+/ { added++; changed = 1; next }
        /^-/ { removed++; changed = 1; next }
        { added++; removed++ }
        END { flush() }'
}

sample=6
least_percent=75
out=target/mutants
what=${1:-change}

if [ "$what" = all ]; then
    changed=()
else
    base=$what
    if [ "$what" = change ]; then
        base=$(git merge-base HEAD origin/main 2> /dev/null || true)
        [ "$base" != "$(git rev-parse HEAD)" ] && [ -n "$base" ] || base=$(git rev-parse --quiet --verify HEAD~1 || true)
    fi
    if [ -z "$base" ]; then
        echo "no commit before this one: nothing to compare with"
        exit 0
    fi
    mkdir -p target
    git diff --relative "$base" -- src crates/supplant-search/src | without_comments > target/mutants.diff
    [ -s target/mutants.diff ] || { echo "no line of the table or of the search in this change"; exit 0; }
    changed=(--in-diff target/mutants.diff)
fi

found cargo-mutants || { skip "mutants" cargo-mutants; exit 0; }

# Runs the mutants of some files ($2, patterns) of a package ($1) under some tests (the rest), and adds what came
# of them to the counts.
caught=0 missed=0
mutate() {
    local package=$1 files=() pattern patterns
    read -ra patterns <<< "$2" # unexpanded: they are cargo-mutants' own
    for pattern in "${patterns[@]}"; do files+=(-f "$pattern"); done
    shift 2
    local found shards=1
    found=$(cargo mutants --list -p "$package" "${files[@]}" "${changed[@]}" | wc -l)
    [ "$found" -gt 0 ] || return 0
    if [ "$what" != all ]; then shards=$(((found + sample - 1) / sample)); fi
    [ "$shards" = 1 ] || echo "$package: one in $shards of $found mutants"
    # 2: some were missed. 3: some never ended, which tests notice.
    cargo mutants -p "$package" "${files[@]}" "${changed[@]}" --shard "0/$shards" --sharding round-robin --jobs 2 --minimum-test-timeout 60 --timeout-multiplier 3 \
        --output "$out/$package" --no-default-features "$@" || case $? in 2 | 3) ;; *) exit 1 ;; esac
    caught=$((caught + $(cat "$out/$package/mutants.out/"{caught,timeout}.txt | wc -l)))
    missed=$((missed + $(wc -l < "$out/$package/mutants.out/missed.txt")))
}

# Few cases of each property: a mutant that only the thousandth would show is not worth waiting for.
export PROPTEST_CASES=12
mkdir -p "$out"/{supplant,supplant-search}
mutate supplant 'src/entry/** src/scheme/** src/table/** src/key.rs' --features conformance,mmap \
    --cargo-arg=--lib --cargo-arg=--test=conformance --cargo-arg=--test=kept --cargo-arg=--test=layout --cargo-arg=--test=old_bugs --cargo-arg=--test=properties \
    -- -- --skip a_mixture --skip memory_is_given_back
mutate supplant-search 'crates/supplant-search/src/search/** crates/supplant-search/src/smp/**' --features chess,lockstep \
    --cargo-arg=--lib --cargo-arg=--test=fixed_work --cargo-arg=--test=smp --cargo-arg=--test=oracle --cargo-arg=--test=old_bugs \
    -- -- --skip game:: --skip and_on_threads --skip a_callers_panic_comes_through

total=$((caught + missed))
[ "$total" -gt 0 ] || { echo "no mutants in this change"; exit 0; }
echo "$caught of $total mutants caught ($((caught * 100 / total)) %)"
[ $((caught * 100)) -ge $((least_percent * total)) ] || { echo "fewer than $least_percent %: see $out/*/mutants.out/missed.txt"; exit 1; }
