#!/bin/sh
# A study in N shards on this machine, or on several by ssh, with GNU parallel; then the merge.
#
#   examples/cluster/parallel.sh OUT SHARDS [arguments of supplant study 1994]
#
# Killed? The same command again goes on where it was. More machines: set PARALLEL='--sshloginfile hosts.txt', give a folder
# that all of them share, and the same build on each.
set -eu
out=$1 shards=$2
shift 2
supplant=${SUPPLANT:-supplant}
mkdir -p "$out/shards"
# One job a shard: parallel keeps the processors busy, so the shards need not.
seq "$shards" | parallel --quote --halt soon,fail=1 \
    "$supplant" study 1994 "$@" --jobs 1 --shard "{}/$shards" --out "$out/shards"
"$supplant" merge "$out/shards" --out "$out/merged"
