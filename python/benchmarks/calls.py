"""What a probe and a store cost beside a call that does nothing, in interleaved rounds.

    python benchmarks/calls.py

A call that does nothing is a method of the same class with the same arguments and the same kind of
result. Medians over the rounds, and ratios within a round. It fails if the median ratio of a probe
that finds, a probe that misses or a store is above 1.5.
"""

import statistics
import sys
import time

import supplant

ROUNDS, CALLS, LIMIT = 41, 20_000, 1.5


def timed(call, keys):
    start = time.perf_counter_ns()
    for key in keys:
        call(key)
    return (time.perf_counter_ns() - start) / len(keys)


def stored(call, keys):
    start = time.perf_counter_ns()
    for key in keys:
        call(key, 25, 9)
    return (time.perf_counter_ns() - start) / len(keys)


def main():
    kinds = {
        "integers": (lambda number: number * 0x9E3779B97F4A7C15 % 2**64),
        "strings of 42 characters": (lambda number: f"{number:042}"),
        "tuples of 9 integers": (lambda number: tuple(number >> shift & 3 for shift in range(0, 18, 2))),
    }
    failed = False
    for kind, made in kinds.items():
        table = supplant.Table("1 MiB")
        there = [made(number) for number in range(CALLS)]
        missing = [made(number) for number in range(CALLS, 2 * CALLS)]
        for key in there:
            table.store(key, 25, 9)
        times = {name: [] for name in ["probe, nothing", "probe, found", "probe, missing", "store, nothing", "store"]}
        for _ in range(ROUNDS):
            times["probe, nothing"].append(timed(table._probe_nothing, there))
            times["probe, found"].append(timed(table.probe, there))
            times["probe, missing"].append(timed(table.probe, missing))
            times["store, nothing"].append(stored(table._store_nothing, there))
            times["store"].append(stored(table.store, there))
        print(f"keys: {kind}")
        for name, rounds in times.items():
            beside = times[name.split(",")[0] + ", nothing"]
            ratio = statistics.median(one / other for one, other in zip(rounds, beside))
            print(f"  {name:15} {statistics.median(rounds):7.0f} ns   {ratio:5.2f}")
            failed |= ratio > LIMIT
    if failed:
        print(f"a ratio is above {LIMIT}", file=sys.stderr)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
