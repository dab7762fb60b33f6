#!/usr/bin/env python3
"""Compares schemes by what their tables find in searches of equal nodes.

    scripts/hits.py --search modern --nodes 500000 --slots 8K,64K --schemes TWOBIG1,DEPTHAGE,NEW POSITIONS.epd

A search that prunes may need more nodes to a depth with a better table, so nodes to a depth can mislead there. Here each search
gets the same number of nodes, and its hits are counted: probes that found an entry of depth 1 or more. "By depth" weights each
hit with the depth of its entry.

Load is the number of stores per slot in one search. Ratios are to the first scheme; above 1 the scheme finds more. They are geometric means over the positions, with 95 % intervals
of the mean of their logarithms (Student). Each search has one worker and begins with an empty table, so the counts are the same
in every run and on every machine.

Needs no package. Exit codes: 0 done, 2 bad usage or input, 130 interrupted.
"""
import argparse
import csv
import json
import math
import subprocess
import sys
from pathlib import Path

FEWEST_POSITIONS = 10
# The 97.5 % quantile of Student's t by degrees of freedom; between two of them the smaller one's, which is the wider interval.
STUDENT = {9: 2.262, 12: 2.179, 15: 2.131, 20: 2.086, 30: 2.042, 60: 2.000, 120: 1.980}


STORES = ["same_position", "refused", "filled", "replaced"]


class Bad(Exception):
    """What is wrong with the input, in one line."""


def searched(told):
    """Of each position, in order: hits of searched entries, the same weighted by depth, and stores."""
    tables = [line for line in map(json.loads, told.splitlines()) if line["kind"] == "table"]
    found = [[(depth, hits) for depth, hits in table["hits_by_depth"] if depth > 0] for table in tables]
    stores = [sum(table[f"stores_{end}"] for end in STORES) for table in tables]
    return [(sum(hits for _, hits in one), sum(depth * hits for depth, hits in one), all) for one, all in zip(found, stores)]


def number(slots):
    """8K is 8192."""
    scale = {"K": 1 << 10, "M": 1 << 20}.get(slots[-1:].upper())
    try:
        return int(slots[:-1]) * scale if scale else int(slots)
    except ValueError:
        raise Bad(f"--slots {slots}: expected numbers such as 8192, 8K or 1M, joined by commas") from None


def run(arguments, scheme, slots, positions):
    """Searches all positions with one table."""
    command = [arguments.supplant, "search", "--epd", "-", "--json", "--stats", "--nodes", str(arguments.nodes)]
    command += ["--search", arguments.search, "--scheme", scheme, "--slots", slots]
    try:
        done = subprocess.run(command, input="\n".join(positions), capture_output=True, text=True)
    except OSError as error:
        raise Bad(f"{arguments.supplant}: {error.strerror}; build it with `cargo build --release`, or name it with --supplant")
    if done.returncode:
        raise Bad(done.stderr.strip().splitlines()[-1] if done.stderr.strip() else f"{arguments.supplant} ended with {done.returncode}")
    counts = searched(done.stdout)
    # A remark says that the table has another size than was asked for.
    if done.stderr.strip():
        raise Bad(done.stderr.strip().splitlines()[-1])
    if len(counts) != len(positions):
        raise Bad(f"{len(positions)} positions, but {len(counts)} searches: is each line one position that has moves?")
    return counts


def ratio(ours, base):
    """The geometric mean of the ratios, and its interval."""
    if not all(ours) or not all(base):
        raise Bad("a search found no entry of depth 1 or more: give it more nodes")
    logarithms = [math.log(one / other) for one, other in zip(ours, base)]
    count = len(logarithms)
    mean = sum(logarithms) / count
    squares = sum((one - mean) ** 2 for one in logarithms)
    student = next(STUDENT[freedom] for freedom in sorted(STUDENT, reverse=True) if freedom < count)
    spread = student * math.sqrt(squares / (count - 1) / count)
    return tuple(math.exp(end) for end in (mean, mean - spread, mean + spread))


def compared(arguments, positions):
    """A row for each size and scheme: slots, stores per slot in a search, scheme, hits a node of the first scheme, two ratios."""
    sizes = {slots: number(slots) for slots in arguments.slots.split(",")}
    for slots, count in sizes.items():
        base = None
        for scheme in arguments.schemes.split(","):
            *columns, stores = zip(*run(arguments, scheme, slots, positions))
            base = base or columns
            load = sum(stores) / len(positions) / count
            a_node = sum(base[0]) / len(positions) / arguments.nodes
            yield slots, load, scheme, a_node, [ratio(ours, first) for ours, first in zip(columns, base)]


def in_words(row):
    slots, load, scheme, _, ratios = row
    cells = [f"{middle:.2f} ({low:.2f}–{high:.2f})" for middle, low, high in ratios]
    return f"| {slots} | {load:.1f} | {scheme} | {' | '.join(cells)} |"


def parsed():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("positions", metavar="POSITIONS.epd", help="a position in each line; - is stdin")
    parser.add_argument("--schemes", required=True, help="two or more, joined by commas; ratios are to the first")
    parser.add_argument("--slots", default="8K,64K", help="sizes of the table in slots, joined by commas [%(default)s]")
    parser.add_argument("--nodes", type=int, default=500_000, help="of each search [%(default)s]")
    parser.add_argument("--search", default="modern", help="a preset, or one with switches [%(default)s]")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="take every Nth position [%(default)s]")
    parser.add_argument("--csv", type=Path, help="also write the rows to this file")
    parser.add_argument("--supplant", default="target/release/supplant", help="the command [%(default)s]")
    return parser.parse_args()


def positions_of(arguments):
    try:
        text = sys.stdin.read() if arguments.positions == "-" else Path(arguments.positions).read_text()
    except (OSError, UnicodeDecodeError) as error:
        raise Bad(f"{arguments.positions}: {getattr(error, 'strerror', None) or 'this is not a text file'}")
    if arguments.every < 1 or arguments.nodes < 1:
        raise Bad("--every and --nodes must be 1 or more")
    if len(arguments.schemes.split(",")) < 2:
        raise Bad("--schemes: give two or more, joined by commas; ratios are to the first")
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")][:: arguments.every]
    if len(lines) < FEWEST_POSITIONS:
        raise Bad(f"{arguments.positions}: {len(lines)} positions; an interval needs {FEWEST_POSITIONS} or more")
    return lines


def write(path, rows):
    with path.open("w", newline="") as file:
        out = csv.writer(file)
        ends = [f"{name}{end}" for name in ("hits", "by_depth") for end in ("", "_low", "_high")]
        out.writerow(["slots", "load", "scheme", "first_hits_a_node", *ends])
        for slots, load, scheme, a_node, ratios in rows:
            out.writerow([slots, f"{load:.2f}", scheme, f"{a_node:.4f}", *(f"{end:.4f}" for ends in ratios for end in ends)])


def main():
    arguments = parsed()
    try:
        positions = positions_of(arguments)
        print(f"{len(positions)} positions, {arguments.nodes} nodes each, `{arguments.search}`\n")
        print("| slots | load | scheme | hits | by depth |\n|---|---:|---|---|---|")
        rows = []
        if arguments.csv:
            write(arguments.csv, rows)
        for row in compared(arguments, positions):
            print(in_words(row), flush=True)
            rows.append(row)
        if arguments.csv:
            write(arguments.csv, rows)
    except (Bad, OSError) as error:
        sys.exit(print(f"hits.py: {error}", file=sys.stderr) or 2)
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()
