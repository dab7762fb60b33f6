"""What a probe and a store cost beside a call that does nothing, in interleaved rounds.

    python python/benchmarks/calls.py

A call that does nothing is a method of the same class with the same arguments and the same kind of
result. Medians over the rounds, and ratios within a round. The table is in the cache of a core, so
that calls are compared, and not memory; the last lines are of a table of 256 MiB. It fails if the
median ratio of a probe that finds, a probe that misses or a store is above 1.5 in the cache: on a
quiet machine, for what others do at the same time counts too.
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


def compared(kind, size, made):
    """Print the times of a kind of keys, and return the greatest ratio."""
    table = supplant.Table(size)
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
    print(f"{size}, keys: {kind}")
    ratios = []
    for name, rounds in times.items():
        beside = times[name.split(",")[0] + ", nothing"]
        ratios.append(statistics.median(one / other for one, other in zip(rounds, beside)))
        print(f"  {name:15} {statistics.median(rounds):7.0f} ns   {ratios[-1]:5.2f}")
    return max(ratios)


def integer(number):
    return number * 0x9E3779B97F4A7C15 % 2**64


def main():
    kinds = {
        "integers": integer,
        "strings of 42 characters": lambda number: f"{number:042}",
        "tuples of 9 integers": lambda number: tuple(number >> shift & 3 for shift in range(0, 18, 2)),
    }
    worst = max(compared(kind, "1 MiB", made) for kind, made in kinds.items())
    compared("integers", "256 MiB", integer)
    if worst > LIMIT:
        print(f"a ratio is {worst:.2f}, above {LIMIT}", file=sys.stderr)
    return int(worst > LIMIT)


if __name__ == "__main__":
    sys.exit(main())
