#!/usr/bin/env python3
"""Adds a run of the stress test to docs/measured/stress-runs.csv, and says what all runs together come to.

    .ci/stress.py SECONDS BUCKETS [TABLE]    for each scheme and layout; the table that the run prints goes into the file TABLE
    PROCESSES=4 .ci/stress.py SECONDS BUCKETS    so many processes share the tables, and two threads a processor
    .ci/stress.py                            what the file comes to

Each run has a seed of its own. An interrupted run adds nothing. Exit 1 if an answer was wrong that had to be right.
"""
import csv
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
RUNS = ROOT / "docs/measured/stress-runs.csv"
COUNTS = ["stores", "probes", "hits", "wrong"]
COLUMNS = ["date", "commit", "processor", "cores", "threads", "processes", "buckets", "seconds", "seed"] + COUNTS


def runs():
    if not RUNS.exists():
        return []
    with open(RUNS, newline="") as file:
        return list(csv.DictReader(file))


def run(seconds, buckets, table=None):
    program = os.environ.get("SUPPLANT", str(ROOT / "target/release/supplant"))
    facts = subprocess.run([program, "doctor", "--json"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    here = json.loads(facts.stdout)["provenance"]
    cores, seed, processes = here["cores"], str(1 + len(runs())), int(os.environ.get("PROCESSES", "1"))
    if not 1 <= processes <= 2 * cores or 2 * cores % processes or table and processes > 1:
        sys.exit(f"PROCESSES: {2 * cores} or a divisor of it, and without TABLE")
    threads = 2 * cores // processes
    options = ["--seconds", seconds, "--buckets", buckets, "--seed", seed, "--threads", str(threads)]
    printed = stressed([program, "stress"] + options, processes)
    row = [here["started"][:10], here["commit"], here["processor"], cores, threads * processes, processes, buckets, seconds, seed]
    row += [sum(counted(text, count) for text in printed) for count in COUNTS]
    with open(RUNS, "a", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        if file.tell() == 0:
            writer.writerow(COLUMNS)
        writer.writerow(row)
    if table:
        head = f"# supplant stress {' '.join(options)}; {cores} cores, {here['processor']}\n"
        pathlib.Path(table).write_text(head + printed[0])


def stressed(command, processes):
    """What each process prints. Several share their tables."""
    with tempfile.TemporaryDirectory() as folder:
        if processes > 1:
            command += ["--shared", folder]
        started = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(processes)]
        try:
            printed = [process.communicate()[0] for process in started]
        finally:
            for process in started:
                process.terminate()
    # 1: some answer was wrong.
    if any(process.returncode not in (0, 1) for process in started):
        sys.exit(f"no run was added: {[process.returncode for process in started]}")
    return printed


def counted(text, count):
    return int(re.search(rf"([\d,]+) {count}", text.splitlines()[-1])[1].replace(",", ""))


def main(arguments):
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    if arguments:
        run(*arguments)
    stores, probes, hits, wrong = (sum(int(row[count]) for row in runs()) for count in COUNTS)
    print(f"{len(runs())} runs: {stores + probes:.3g} stores and probes, {hits:.3g} hits, {wrong} wrong")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
