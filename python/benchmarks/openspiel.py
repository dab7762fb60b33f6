"""supplant.solve beside OpenSpiel's own solver on the same games: nodes, time, memory.

    python python/benchmarks/openspiel.py

Each solver runs in a process of its own, alternately, three times; times are medians. OpenSpiel's is
open_spiel.python.algorithms.minimax_solver: all positions in a dictionary by str(state). A node is
a state that a solver makes. Memory is what the process needs at most, less what it needs before.
Needs open_spiel 2 (and absl-py, numpy), and a system with resource.getrusage.
"""

import json
import resource
import statistics
import subprocess
import sys
import time

GAMES = [
    "tic_tac_toe",
    "nim(pile_sizes=1;3;5;7)",
    "connect_four(rows=4,columns=4)",
    "connect_four(rows=4,columns=5)",
    "dots_and_boxes(num_rows=2,num_cols=2)",
]
ROUNDS = 3


def peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def of_supplant(name):
    import supplant

    game, before, start = supplant.openspiel(name), peak(), time.perf_counter()
    solution = supplant.solve(game)
    return {"value": solution.value, "nodes": solution.nodes, "seconds": time.perf_counter() - start, "bytes": peak() - before}


def of_openspiel(name):
    from open_spiel.python.algorithms.minimax_solver import MinimaxSolver

    solver, before, start = MinimaxSolver(name), peak(), time.perf_counter()
    table = solver.solve()
    seconds, used = time.perf_counter() - start, peak() - before
    root = solver._game.new_initial_state()
    made = 1
    for text, entry in table.items():
        # One child for each legal action; the others keep a value below the least.
        made += int((entry.action_values > solver._default_utility).sum())
    return {"value": solver.values_from_string(str(root)), "nodes": made, "seconds": seconds, "bytes": used}


def run(solver, name):
    done = subprocess.run([sys.executable, __file__, solver, name], capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"{solver} on {name}: {done.stderr.strip().splitlines()[-1]}")
    return json.loads(done.stdout)


def main():
    print(f"{'game':40} {'solver':10} {'value':>6} {'nodes':>11} {'seconds':>9} {'MiB':>7}")
    for name in GAMES:
        rounds = [(run("openspiel", name), run("supplant", name)) for _ in range(ROUNDS)]
        theirs, ours = zip(*rounds)
        if any(one["value"] != other["value"] for one, other in rounds):
            raise SystemExit(f"{name}: the values differ")
        for solver, runs in (("OpenSpiel", theirs), ("supplant", ours)):
            seconds = statistics.median(one["seconds"] for one in runs)
            mebibytes = statistics.median(one["bytes"] for one in runs) / 2**20
            print(f"{name:40} {solver:10} {int(runs[0]['value']):6} {runs[0]['nodes']:11,} {seconds:9.2f} {mebibytes:7.1f}")
    print(f"medians of {ROUNDS} alternating runs, each in a process of its own")


if __name__ == "__main__":
    if len(sys.argv) == 3:
        print(json.dumps({"openspiel": of_openspiel, "supplant": of_supplant}[sys.argv[1]](sys.argv[2])))
    else:
        main()
