#!/usr/bin/env bash
# One probe and one store, of every scheme, take at most 5 % more instructions than .ci/instructions.txt says.
#
#     .ci/instructions.sh                 counts, compares, and runs the control
#     .ci/instructions.sh --if-changed    does so unless the sources are those that the file was counted from
#     .ci/instructions.sh --write         counts, and writes the file anew
#     INSTRUCTIONS_PERMILLE=1100 .ci/instructions.sh    a tenth more work in every count: all must be refused
#
# The counts are of one compiler and of x86-64 without extensions; there they are the same in every run (benches/instructions.rs).
set -euo pipefail
cd "$(dirname "$0")/.."
source .ci/tools.sh

committed=.ci/instructions.txt
target=$(realpath -m "${CARGO_TARGET_DIR:-target}")
counted=$target/instructions.txt
compiler="$(rustc --version), $(rustc -vV | sed -n 's/^host: //p')"
export GUNGRAUN_HOME=$target/gungraun

case $compiler in
    *", x86_64-"*) ;;
    *) echo "the counts are of x86-64, this is $compiler: nothing was counted"; exit 0 ;;
esac
found valgrind || { skip "instruction counts" valgrind; exit 0; }
# The runner must have the library's version.
[ "$(gungraun-runner --version 2> /dev/null | tail -1 | awk '{ print $2 }')" = "$gungraun_version" ] ||
    { skip "instruction counts" "gungraun-runner $gungraun_version"; exit 0; }

# What the counts follow from, beside the compiler: the table, the benchmark, how both are built, and this script.
sources() {
    find src Cargo.toml benches/Cargo.toml benches/instructions.rs .ci/instructions.sh -type f |
        LC_ALL=C sort | xargs sha256sum | sha256sum | cut -c 1-16
}
counted_from="# $compiler, $(valgrind --version); sources $(sources)"
if [ "${1:-}" = --if-changed ] && grep -qxF "$counted_from" "$committed"; then
    echo "nothing to count: $committed was counted from these sources, with this compiler"
    exit 0
fi

profile=instructions
bench() {
    RUSTFLAGS='' cargo bench --locked --quiet --profile "$profile" -p supplant-benches --bench instructions "$@"
}
bench --no-run

# Counts with $1 thousandths of the operations, in the cases whose name fits the pattern $2; a line for each.
count() {
    rm -rf "$GUNGRAUN_HOME"
    INSTRUCTIONS_PERMILLE=$1 bench -- --parallel=2 "$2" > "$target/gungraun.txt" 2>&1 || { cat "$target/gungraun.txt" >&2; exit 1; }
    # Folders are called operation/counted.scheme_layout.
    find "$GUNGRAUN_HOME" -name 'callgrind.*.out' -exec awk '
        /^events:/ { for (i = 2; i <= NF; i++) column[$i] = i }
        /^totals:/ {
            n = split(FILENAME, path, "/")
            split(path[n - 1], name, /[._]/)
            printf "%-10s %-9s %-6s %7.1f %6.1f %6.2f\n", toupper(name[2]), name[3], path[n - 2],
                $column["Ir"] / 1000, $column["Bc"] / 1000, $column["Bcm"] / 1000
        }' {} + | sort -k2,2br -k1,1 -k3,3b
}

# Compares the counts of file $2 with those of file $1. They may be 5 % more; in the profile `release`, named as $3, 10 %.
compare() {
    awk -v compiler="$compiler" -v profile="${3:-}" '
        BEGIN { most = profile == "release" ? 10 : 5 }
        FNR == 1 { file++ }
        /^#/ { if (file == 1 && /^# rustc/) known = substr($0, 3); next }
        { name = $1 " in " $2 ", " $3 }
        file == 1 { old[name] = $4; next }
        !(name in old) { print name ": " $4 " instructions, and no count to compare with"; bad++; next }
        { new[name] = $4 }
        $4 > (1 + most / 100) * old[name] { print name ": " $4 " instructions, " old[name] " before: more than " most " % more"; bad++ }
        profile == "" && $4 < 0.95 * old[name] { print name ": " $4 " instructions, " old[name] " before: to keep this, .ci/instructions.sh --write" }
        END {
            for (name in old) { all++; if (!(name in new)) { print name ": was not counted"; bad++ } }
            if (bad && known != "" && index(known, compiler) != 1) print "before was with " known ", now is with " compiler
            if (bad && profile == "") print bad " of " all " counts are wrong; if that is meant, .ci/instructions.sh --write, and say why"
            if (bad && profile != "") print bad " of " all " counts of the profile " profile " are wrong: find what is not inlined there"
            exit bad > 0
        }' "$1" "$2"
}

# The comparison can fail: a tenth more work is refused, 4 % more is let pass. On two cases, one of a probe and one of a store.
control() {
    local case pattern
    for case in "TWOBIG1 +xor16 +hit" "CRAFTY +xor16 +store"; do
        pattern=$(awk '{ print "*::" $3 "::*::" tolower($1) "_" $2 }' <<< "${case//+/}")
        grep -E "^$case " "$counted" > "$target/control.txt"
        count 1100 "$pattern" > "$target/control-1100.txt"
        count 1040 "$pattern" > "$target/control-1040.txt"
        if compare "$target/control.txt" "$target/control-1100.txt" > /dev/null; then
            echo "control: the comparison does not see a tenth more instructions: $case"; exit 1
        fi
        compare "$target/control.txt" "$target/control-1040.txt" || { echo "control: the comparison refuses 4 % more"; exit 1; }
    done
    echo "control: a tenth more work is refused, 4 % more is not"
}

# The release profile compiles a package in sixteen units and does not join them by link-time optimisation. What is not inlined then
# is called, with its entries in memory: a store of four slots took twice the instructions and four times as long.
units() {
    profile=release
    bench --no-run
    awk '/^#/ || $3 ~ /^store/' "$counted" > "$target/stores.txt"
    count 1000 '*::store*::*' > "$target/units.txt"
    compare "$target/stores.txt" "$target/units.txt" release
    count 1200 '*::store*::*' > "$target/units-1200.txt"
    local stores refused
    stores=$(wc -l < "$target/units.txt")
    refused=$(compare "$target/units.txt" "$target/units-1200.txt" release | grep -c ': more than 10 % more' || true)
    [ "$refused" = "$stores" ] || { echo "control: of $stores stores with a fifth more work, $refused are refused"; exit 1; }
    echo "$stores stores, none more than 10 % above in the release profile; a fifth more work is refused"
}

{
    echo "# Per operation: instructions, conditional branches, and those of them that valgrind's predictor guesses wrong."
    echo "# Only the instructions are compared. Written by \`.ci/instructions.sh --write\`; what is counted: benches/instructions.rs."
    echo "$counted_from"
    echo "# scheme   layout    what   instrs branch  wrong"
    count "${INSTRUCTIONS_PERMILLE:-1000}" '*'
} > "$counted"
if [ "${1:-}" = --write ]; then
    cp "$counted" "$committed"
    echo "$committed: $(grep -vc '^#' "$committed") counts"
else
    compare "$committed" "$counted"
    echo "$(grep -vc '^#' "$counted") counts, none more than 5 % above $committed"
fi
control
units
