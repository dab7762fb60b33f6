#!/usr/bin/env bash
# An engine of Debian with our table in place of its own: Glaurung 2.2, whose source package apt-get
# downloads. Our adapter (capi/examples/glaurung) replaces its two files of the table. Both programs search
# the same positions in tables that hardly fill, and must visit the same nodes. Two more programs are
# controls: their adapters store no moves, or exchange the codes of castling and en passant.
#
# Where the package cannot be downloaded, one line says so; with CI=true that is a failure.
set -euo pipefail
cd "$(dirname "$0")/.."
source .ci/tools.sh

for tool in apt-get dpkg-source g++; do
    found $tool || { echo "skipped: an engine of Debian with our table (there is no $tool)"; exit 0; }
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# The sources of Debian that this machine already uses, with their source packages, in lists of our own.
mkdir -p "$folder"/apt/{parts,lists/partial}
if [ -e /etc/apt/sources.list.d/debian.sources ]; then
    sed 's/^Types: deb$/Types: deb-src/' /etc/apt/sources.list.d/debian.sources > "$folder/apt/parts/debian.sources"
fi
if [ -s /etc/apt/sources.list ]; then
    sed -n 's/^deb /deb-src /p' /etc/apt/sources.list > "$folder/apt/parts/debian.list"
fi
apt=(timeout 300 apt-get -qq -o Dir::Etc::sourcelist=/dev/null -o Dir::Etc::sourceparts="$folder/apt/parts"
    -o Dir::State::lists="$folder/apt/lists" -o APT::Sandbox::User=root)
(cd "$folder" && "${apt[@]}" update && "${apt[@]}" source glaurung=2.2-4) > "$folder/apt.txt" 2>&1 || {
    echo "skipped: an engine of Debian with our table (its source package cannot be downloaded)"
    [ "${CI:-}" != true ] || exit 1
    exit 0
}
(cd "$folder" && sha256sum --check --quiet) <<< \
    "a7e148168154d0ccb22a016d5bfc8daffc3534133e6d07639df8035703725106  glaurung_2.2.orig.tar.gz"

cargo build --locked --manifest-path capi/Cargo.toml
# built NAME LIBRARY…: the program from the folder NAME.
built() {
    local name=$1
    shift
    g++ -std=gnu++17 -O2 -w -DNDEBUG -Icapi/include "$folder/$name"/*.cpp "$@" -pthread -ldl -lm -o "$folder/$name/glaurung"
}
ours=capi/target/debug/libsupplant.a
mv "$folder/glaurung-2.2/src" "$folder/own"
# A helper for Windows, which Debian does not build either.
rm "$folder/own/timeoday.cpp"
cp -r "$folder/own" "$folder/ours"
cp capi/examples/glaurung/tt.* "$folder/ours"
cp -r "$folder/ours" "$folder/no-moves"
sed -i 's/entry.best_move = packed(move);/entry.best_move = 0;/' "$folder/no-moves/tt.cpp"
cp -r "$folder/ours" "$folder/exchanged"
sed -i 's/FIRST_FLAG ? FIRST_CODE : SECOND_CODE/FIRST_FLAG ? SECOND_CODE : FIRST_CODE/' "$folder/exchanged/tt.cpp"
built own & one=$!
built ours $ours & two=$!
wait $one
wait $two
built no-moves $ours & one=$!
built exchanged $ours & two=$!
wait $one
wait $two

# In the first the table returns castling moves, in the second en passant, in the last promotions.
positions=(
    "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2N2N2/PPPP1PPP/R1BQK2R w KQkq - 0 1"
    "4k3/8/8/8/1p2p2p/8/P1PP1PP1/4K3 w - - 0 1"
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
    "8/P5k1/8/8/8/8/1p4K1/8 w - - 0 1"
)
# nodes NAME: how many nodes the program visits, position by position. Tables of 256 MiB hardly fill, so
# that it does not matter in which order the two programs' buckets lie.
nodes() {
    local position line words
    for position in "${positions[@]}"; do
        coproc engine { timeout 120 "$folder/$1/glaurung" 2>&1; }
        printf '%s\n' uci "setoption name Threads value 1" "setoption name OwnBook value false" \
            "setoption name Hash value 256" "position fen $position" "go depth 7" >&"${engine[1]}"
        words=(none none none)
        while read -r line <&"${engine[0]}"; do
            case $line in
                "info nodes "*) words=($line) ;;
                bestmove*) echo "${words[2]}"; break ;;
            esac
        done
        echo quit >&"${engine[1]}"
        wait "$engine_PID"
    done
}
nodes own > "$folder/own.txt"
nodes ours > "$folder/ours.txt"
[ "$(wc -l < "$folder/own.txt")" = ${#positions[@]} ] || { echo "Glaurung did not search all positions" >&2; exit 1; }
diff "$folder/own.txt" "$folder/ours.txt" || { echo "nodes differ: Glaurung's table (<), ours (>)" >&2; exit 1; }
for control in no-moves exchanged; do
    nodes $control > "$folder/$control.txt"
    for number in 1 2; do
        if [ "$(sed -n ${number}p "$folder/own.txt")" = "$(sed -n ${number}p "$folder/$control.txt")" ]; then
            echo "the control $control visits the same nodes in position $number: this check would show nothing" >&2
            exit 1
        fi
    done
done
echo "Glaurung 2.2 of Debian visits the same nodes with our table: $(paste -sd ' ' "$folder/own.txt")"
