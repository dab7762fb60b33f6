#!/usr/bin/env python3
"""Adds a run of the stress test to docs/measured/stress-runs.csv, and says what all runs together come to.

    .ci/stress.py SECONDS [BUCKETS [THREADS]]    for each scheme and layout; 1024 buckets, twice the processors
    .ci/stress.py                                what the file comes to

Each run has a seed of its own. An interrupted run adds nothing. Exit 1 if an answer was wrong that had to be right.
"""
import csv
import datetime
import json
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
RUNS = ROOT / "docs/measured/stress-runs.csv"
COLUMNS = ["date", "version", "processor", "cores", "threads", "buckets", "seconds", "seed", "stores", "probes", "hits", "wrong"]


def processor():
    lines = pathlib.Path("/proc/cpuinfo").read_text().splitlines()
    return next((line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")), "unknown")


def runs():
    if not RUNS.exists():
        return []
    with open(RUNS, newline="") as file:
        return list(csv.DictReader(file))


def run(seconds, buckets="1024", threads=None):
    program = os.environ.get("SUPPLANT", ROOT / "target/release/supplant")
    threads = threads or str(2 * os.cpu_count())
    seed = str(1 + len(runs()))
    cells = subprocess.run(
        [program, "stress", "--json", "--seconds", seconds, "--buckets", buckets, "--threads", threads, "--seed", seed],
        stdout=subprocess.PIPE,
    )
    # 1: some answer was wrong.
    if cells.returncode > 1:
        sys.exit(cells.returncode)
    cells = [cell for cell in json.loads(cells.stdout) if cell["is_protected"]]
    version = subprocess.run([program, "--version"], stdout=subprocess.PIPE, check=True, text=True).stdout
    row = [datetime.date.today(), version.removeprefix("supplant ").strip(), processor(), os.cpu_count()]
    row += [threads, buckets, seconds, seed]
    row += [sum(cell[count] for cell in cells) for count in ["stores", "probes", "hits", "wrong"]]
    with open(RUNS, "a", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        if file.tell() == 0:
            writer.writerow(COLUMNS)
        writer.writerow(row)


def main(arguments):
    if arguments:
        run(*arguments)
    stores, probes, hits, wrong = (sum(int(row[of]) for row in runs()) for of in COLUMNS[-4:])
    print(f"{len(runs())} runs: {stores + probes:.3g} stores and probes, {hits:.3g} hits, {wrong} wrong")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
