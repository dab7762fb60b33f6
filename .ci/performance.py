#!/usr/bin/env python3
"""The tables of docs/performance.md, made from a published run.

    .ci/performance.py                the tables
    .ci/performance.py --write        puts them into docs/performance.md, in place of those there
    .ci/performance.py --check        whether docs/performance.md holds them, line by line; exit 1 with the lines that it lacks

All is at the largest size of the run, with uniform keys and the farthest prefetch.
"""
import csv
import pathlib
import statistics
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
SUMMARY = ROOT / "docs/studies/throughput/throughput-summary.csv"
INSTRUCTIONS = ROOT / ".ci/instructions.txt"
DOCUMENT = ROOT / "docs/performance.md"
MIXES = ["hit", "miss", "90/10", "store"]
# Our tables in the table of rivals: one of one slot, of two, of four.
OURS = ["NEW", "TWOBIG1", "DEPTHAGE"]
PROTOTYPE = ("bare XOR prototype", "")
UNKNOWN = (None, None, None)
# Of the operations before November 2026 (commit 9c27e5cb) and what they were to reach: instructions, and the rate in
# proportion to the prototype's in the smallest and in the largest table.
PRICES = [
    ("NEW", "xor16", "store", (90, 1.23, 1.18), (55, None, None)),
    ("TWOBIG1", "xor16", "store", (137, 0.77, 0.91), (100, 1.00, 1.00)),
    ("TWODEEP", "xor16", "store", (138, None, None), (100, 1.00, 1.00)),
    ("DEPTHAGE", "xor16", "store", (236, 0.45, 0.62), (150, 0.85, 0.80)),
    ("DEPTHAGE", "xor16", "hit", (104, None, None), UNKNOWN),
    ("CRAFTY", "xor16", "store", (227, 0.49, 0.63), (160, 0.85, None)),
    ("FOURBIG", "xor16", "store", (233, 0.47, 0.63), (160, 0.85, None)),
    ("UNDERCUT", "xor16", "store", (196, 0.51, 0.69), (160, 0.85, None)),
    ("EXACTAGE", "xor16", "store", (284, 0.39, 0.54), (160, 0.85, None)),
    ("WIDEBIG", "xor16", "store", (242, None, None), (160, 0.85, None)),
    ("WIDEDEEP", "xor16", "store", (236, None, None), (160, 0.85, None)),
    ("SIEGE", "xor16", "store", (437, 0.25, 0.34), (225, 0.63, 0.70)),
    ("SIEGE", "xor16", "hit", (160, 0.43, 0.44), (None, 0.95, 0.95)),
    ("SIEGE", "xor16", "90/10", UNKNOWN, (None, 0.95, 0.95)),
    ("FOURITER", "xor16", "store", UNKNOWN, UNKNOWN),
    ("FOURITER", "xor16", "hit", UNKNOWN, UNKNOWN),
    ("DEPTHAGE", "cluster10", "store", (200, 0.56, 0.68), (110, None, None)),
    ("DEPTHAGE", "cluster10", "hit", (77, None, None), (45, None, None)),
    ("DEPTHAGE", "line8", "store", (799, 0.13, 0.22), (250, None, None)),
    ("TWOBIG1", "single8", "store", (291, 0.33, 0.54), (250, None, None)),
]


class Run:
    """The medians, by subject, layout, mix, threads and prefetch."""

    def __init__(self, path):
        with open(path, newline="") as file:
            rows = list(csv.DictReader(file))
        ends = [end((row["bytes"] for row in rows), key=int) for end in (min, max)]
        smallest, largest = ends
        self.small = [row for row in rows if row["bytes"] == smallest and row["keys"] == "uniform"]
        self.rows = [row for row in rows if row["bytes"] == largest and row["keys"] == "uniform"]
        self.ahead = max((row["ahead"] for row in self.rows), key=int)
        by_number = sorted({row["threads"] for row in self.rows}, key=int)
        self.ends = (by_number[0], by_number[-1])

    def cell(self, subject, mix, threads, ahead=None, rows=None):
        at = subject + (mix, threads, ahead or self.ahead)
        keys = ("subject", "variant", "mix", "threads", "ahead")
        return next((row for row in rows or self.rows if tuple(row[key] for key in keys) == at), None)

    def limit(self, mix, threads, ahead=None):
        at = (mix, threads, ahead or self.ahead)
        rates = [float(row["limit_rate"]) for row in self.rows if (row["mix"], row["threads"], row["ahead"]) == at]
        return statistics.median(rates) if rates else float("nan")

    def subjects(self, is_one):
        found = {}
        for row in filter(is_one, self.rows):
            found[row["subject"], row["variant"]] = (int(row["slots"]), row["kind"])
        return found


def beside_the_limit(run):
    one, most = run.ends
    yield f"| scheme | slots | {' | '.join(f'{mix} {one} / {most} threads' for mix in MIXES)} | hit, no prefetch |"
    yield "|---|---:|" + "---:|" * (len(MIXES) + 1)
    limits = [f"{run.limit(mix, one):.0f} / {run.limit(mix, most):.0f}" for mix in MIXES]
    yield f"| the limit, M/s | | {' | '.join(limits)} | {run.limit('hit', one, '0'):.0f} |"
    ours = run.subjects(lambda row: row["kind"] == "table")
    for subject, (slots, _) in sorted(ours.items(), key=lambda item: (item[0][1] != "xor16", item[1][0], item[0])):
        cells = [(run.cell(subject, mix, one), run.cell(subject, mix, most)) for mix in MIXES]
        bare = run.cell(subject, "hit", one, "0")
        if not bare or not all(first and last for first, last in cells):
            continue
        name = subject[0] if subject[1] == "xor16" else f"{subject[0]} in {subject[1]}"
        shares = [f"{float(first['ratio']):.2f} / {float(last['ratio']):.2f}" for first, last in cells]
        yield f"| {name} | {slots} | {' | '.join(shares)} | {float(bare['rate']):.0f} M/s |"


def beside_others(run):
    one, most = run.ends
    yield f"| 90/10, M operations/s | {one} thread | {most} threads | store, {one} thread | bytes/entry |"
    yield "|---|---:|---:|---:|---:|"
    shown = run.subjects(lambda row: row["kind"] != "table" or row["variant"] == "xor16" and row["subject"] in OURS)
    lines = []
    for subject, (_, kind) in shown.items():
        cells = [run.cell(subject, "90/10", one), run.cell(subject, "90/10", most), run.cell(subject, "store", one)]
        if not all(cells):
            continue
        rates = [float(cell["rate"]) for cell in cells]
        per_entry = cells[0]["bytes_per_entry"]
        name = subject[0] if subject[1] in ("xor16", "") else " ".join(subject)
        numbers = " | ".join(f"{rate:.1f}" for rate in rates)
        lines.append((-rates[0], f"| {name} ({kind}) | {numbers} | {f'{float(per_entry):.1f}' if per_entry else '–'} |"))
    yield from (line for _, line in sorted(lines))


def beside_the_prototype(run):
    counted = {tuple(words[:3]): float(words[3]) for line in INSTRUCTIONS.read_text().splitlines() if (words := line.split())[0] != "#"}
    one = run.ends[0]
    yield "| scheme, layout, operation | instructions: before, now, goal | rate ÷ prototype in cache: before, now, goal | in memory: before, now, goal |"
    yield "|---|---:|---:|---:|"
    for scheme, layout, mix, before, asked in PRICES:
        # Instructions of a mix are not counted.
        now = [None if mix == "90/10" else counted[scheme, layout, mix]]
        for rows in (run.small, run.rows):
            ours, theirs = (run.cell(subject, mix, one, rows=rows) for subject in ((scheme, layout), PROTOTYPE))
            now.append(float(ours["rate"]) / float(theirs["rate"]))
        shown = [lambda value: f"{value:.0f}", "{:.2f}".format, "{:.2f}".format]
        cells = (", ".join("–" if value is None else show(value) for value in of) for show, of in zip(shown, zip(before, now, asked)))
        yield f"| {scheme}, {layout}, {mix} | {' | '.join(cells)} |"


def write(tables):
    lines = DOCUMENT.read_text().splitlines()
    for table in tables:
        first = next(i for i, line in enumerate(lines) if line.split("|")[:2] == table[0].split("|")[:2])
        last = next(i for i in range(first, len(lines) + 1) if i == len(lines) or not lines[i].startswith("|"))
        lines[first:last] = table
    DOCUMENT.write_text("\n".join(lines) + "\n")


def main():
    run = Run(SUMMARY)
    tables = [list(table(run)) for table in (beside_the_limit, beside_the_prototype, beside_others)]
    if sys.argv[1:] == ["--write"]:
        write(tables)
        return 0
    if sys.argv[1:] != ["--check"]:
        print("\n\n".join("\n".join(table) for table in tables))
        return 0
    document = DOCUMENT.read_text()
    lacking = [line for table in tables for line in table if line not in document.splitlines()]
    # The check can fail: a line with a digit changed is not there.
    changed = tables[0][-1].replace("0.", "7.", 1)
    assert changed not in document, "the check does not see a change"
    for line in lacking:
        print(f"{DOCUMENT.name} lacks: {line}")
    return 1 if lacking else 0


sys.exit(main())
