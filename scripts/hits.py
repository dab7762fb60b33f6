#!/usr/bin/env python3
"""Compares schemes by what their tables find in searches of equal nodes.

    scripts/hits.py --search modern --nodes 500000 --slots 8K,64K --schemes TWOBIG1,DEPTHAGE,NEW POSITIONS.epd

A search that prunes may need more nodes to a depth with a better table, so nodes to a depth can mislead there. Here each search
gets the same number of nodes, and its hits are counted: probes that found an entry of depth 1 or more. "By depth" weights each
hit with the depth of its entry.

Load is the number of stores per slot in one search. Ratios are to the first scheme; above 1 the scheme finds more. They are
geometric means over the positions, with 95 % intervals of the mean of their logarithms (Student). Each search has one worker and
begins with an empty table, so the counts are the same in every run and on every machine.

--deep NODES also says how good the moves are that the searches choose. `supplant uci` (preset `today`, evaluation `fitted`) searches
each of them, and the move that it finds best, with so many nodes. The error of a move is how many centipawns less it is worth
than the best move. A worth beyond 10 pawns counts as 10. The columns are the mean error over the positions, and how much more it
is than the first scheme's.

Needs no package. Exit codes: 0 done, 2 bad usage or input, 130 interrupted.
"""
import argparse
import csv
import io
import json
import math
import os
import subprocess

import command
from command import Bad

FEWEST_POSITIONS = 10
# The 97.5 % quantile of Student's t by degrees of freedom; between two of them the smaller one's, which is the wider interval.
STUDENT = {9: 2.262, 12: 2.179, 15: 2.131, 20: 2.086, 30: 2.042, 60: 2.000, 120: 1.980}
STORES = ["same_position", "refused", "filled", "replaced"]
COLUMNS = ["slots", "load", "scheme", "first_hits_a_node"]
RATIOS = ["hits", "by_depth"]
ERRORS = ["error", "more_error"]
MOST_WORTH = 1000
ENDED = "supplant uci ended before it answered; build it anew"
NO_COMMAND = "this is not the command `supplant`; build it with `cargo build --release`, or give its path"


def searched(told):
    """Of each position, in order: hits of searched entries, the same weighted by depth, stores, and the position with its move."""
    lines = [json.loads(line) for line in told.splitlines()]
    tables = [line for line in lines if line["kind"] == "table"]
    chosen = [(line["fen"], line["best"]) for line in lines if line["kind"] == "outcome"]
    found = [[(depth, hits) for depth, hits in table["hits_by_depth"] if depth > 0] for table in tables]
    stores = [sum(table[f"stores_{end}"] for end in STORES) for table in tables]
    hits = [(sum(hits for _, hits in one), sum(depth * hits for depth, hits in one)) for one in found]
    return [(*one, *others) for one, *others in zip(hits, stores, chosen)]


class Deep:
    """Searches of many nodes, by `supplant uci`."""

    def __init__(self, arguments):
        self.nodes, self.known = arguments.deep, {}
        words = [arguments.supplant, "uci"]
        self.engine = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def search(self, fen, move=""):
        """The best move, and what it is worth to the side to move; of one move, what that is worth."""
        if (fen, move) not in self.known:
            only = f" searchmoves {move}" if move else ""
            try:
                self.engine.stdin.write(f"ucinewgame\nposition fen {fen}\ngo nodes {self.nodes}{only}\n")
                self.engine.stdin.flush()
            except OSError:
                raise Bad(ENDED) from None
            self.known[fen, move] = self.answer(fen, move)
        return self.known[fen, move]

    def answer(self, fen, move):
        worth = None
        for line in self.engine.stdout:
            words = line.split()
            if words[:1] == ["bestmove"]:
                break
            # The last iteration may end with a mere bound.
            if "score" in words and not {"lowerbound", "upperbound"} & set(words):
                kind, number = words[words.index("score") + 1 :][:2]
                worth = int(number) if kind == "cp" else math.copysign(MOST_WORTH, int(number))
        else:
            raise Bad(ENDED)
        if worth is None or move not in ("", words[1]):
            raise Bad(f"supplant uci gives no score of {move or 'the best move'} in {fen}; give --deep more nodes")
        return words[1], max(-MOST_WORTH, min(MOST_WORTH, worth))

    def error(self, chosen):
        fen, move = chosen
        best, _ = self.search(fen)
        return self.search(fen, best)[1] - self.search(fen, move)[1]


def number(slots):
    """8K is 8192."""
    scale = {"K": 1 << 10, "M": 1 << 20}.get(slots[-1:].upper())
    try:
        return int(slots[:-1]) * scale if scale else int(slots)
    except ValueError:
        raise Bad(f"--slots {slots}: expected numbers such as 8192, 8K or 1M, joined by commas") from None


def asked(arguments, words, told=""):
    """What the command does if it is given these words, and told this on stdin."""
    try:
        return subprocess.run([arguments.supplant, *words], input=told, capture_output=True, text=True, errors="replace")
    except OSError as error:
        raise Bad(f"--supplant {arguments.supplant!r}: {error.strerror}; {NO_COMMAND}") from None


def run(arguments, scheme, slots, positions, more=()):
    """Searches all positions with one table."""
    words = ["search", "--epd", "-", "--json", "--stats", "--nodes", str(arguments.nodes)]
    words += ["--search", arguments.search, "--evaluation", arguments.evaluation, "--scheme", scheme, "--slots", slots, *more]
    done = asked(arguments, words, "\n".join(positions))
    # A remark says that the table has another size than was asked for.
    if done.stderr.strip():
        raise Bad(done.stderr.strip().splitlines()[-1].removeprefix("error: "))
    if done.returncode:
        raise Bad(f"{arguments.supplant} ended with {done.returncode}")
    try:
        counts = searched(done.stdout)
    except (ValueError, KeyError, TypeError):
        raise Bad(f"--supplant {arguments.supplant!r}: its answer is not understood: {command.short(done.stdout)}; build it anew") from None
    if len(counts) != len(positions):
        raise Bad(f"{len(positions)} positions, but {len(counts)} searches: is each line one position that has moves?")
    return counts


def check(arguments, positions):
    """Refuses what any search would refuse, before the first one runs."""
    if not asked(arguments, ["--version"]).stdout.startswith("supplant "):
        raise Bad(f"--supplant {arguments.supplant!r}: {NO_COMMAND}")
    for slots in arguments.slots:
        for scheme in arguments.schemes:
            run(arguments, scheme, slots, positions[:1], ["--depth", "1"])
    if arguments.csv:
        command.begin("--csv", arguments.csv)
        if os.path.getsize(arguments.csv):
            raise Bad(f"--csv {arguments.csv}: holds something already; give another file, or remove it")


def mean(values):
    """Of one value per position, with its interval."""
    count = len(values)
    middle = sum(values) / count
    squares = sum((one - middle) ** 2 for one in values)
    student = next(STUDENT[freedom] for freedom in sorted(STUDENT, reverse=True) if freedom < count)
    spread = student * math.sqrt(squares / (count - 1) / count)
    return middle, middle - spread, middle + spread


def ratio(ours, base):
    """The geometric mean of the ratios, and its interval."""
    if not all(ours) or not all(base):
        raise Bad("a search found no entry of depth 1 or more: give it more nodes")
    return tuple(map(math.exp, mean([math.log(one / other) for one, other in zip(ours, base)])))


def compared(arguments, positions):
    """A row for each size and scheme: slots, stores per slot in a search, scheme, hits a node of the first scheme, two ratios, and
    if asked two errors."""
    deep = arguments.deep and Deep(arguments)
    for slots, count in arguments.slots.items():
        base = first_errors = None
        for scheme in arguments.schemes:
            *columns, stores, chosen = zip(*run(arguments, scheme, slots, positions))
            base = base or columns
            load = sum(stores) / len(positions) / count
            a_node = sum(base[0]) / len(positions) / arguments.nodes
            errors = [deep.error(one) for one in chosen] if deep else None
            first_errors = first_errors or errors
            more = [mean(errors), mean([one - other for one, other in zip(errors, first_errors)])] if deep else []
            yield slots, load, scheme, a_node, [ratio(ours, first) for ours, first in zip(columns, base)], more


def in_words(row):
    slots, load, scheme, _, ratios, errors = row
    cells = [f"{middle:.2f} ({low:.2f}–{high:.2f})" for middle, low, high in ratios]
    cells += [f"{middle:.1f} ({low:.1f} to {high:.1f})".replace("-", "−") for middle, low, high in errors]
    return f"| {slots} | {load:.1f} | {scheme} | {' | '.join(cells)} |"


def parsed():
    parser = command.Parser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("positions", metavar="POSITIONS.epd", help="a position in each line; - is stdin")
    parser.add_argument("--schemes", required=True, help="two or more, joined by commas; ratios are to the first")
    parser.add_argument("--slots", default="8K,64K", help="sizes of the table in slots, joined by commas [%(default)s]")
    parser.add_argument("--nodes", type=int, default=500_000, help="of each search [%(default)s]")
    parser.add_argument("--search", default="modern", help="a preset, or one with switches [%(default)s]")
    parser.add_argument("--evaluation", default="1994", help="1994, or fitted, with which the engine plays [%(default)s]")
    parser.add_argument("--deep", type=int, metavar="NODES", help="also judge the chosen moves by searches of so many nodes")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="take every Nth position [%(default)s]")
    parser.add_argument("--csv", metavar="FILE", help="also write the rows to this new file")
    parser.add_argument("--supplant", default="target/release/supplant", help="the command [%(default)s]")
    given = parser.parse_args()
    if min(given.every, given.nodes, 1 if given.deep is None else given.deep) < 1:
        raise Bad("--every, --nodes and --deep must be 1 or more")
    # Each once.
    given.schemes = list(dict.fromkeys(given.schemes.split(",")))
    if len(given.schemes) < 2:
        raise Bad("--schemes: give two or more different ones, joined by commas; ratios are to the first")
    given.slots = {slots: number(slots) for slots in given.slots.split(",")}
    return given


def positions_of(arguments):
    lines = [line for line in command.lines(arguments.positions) if line.strip() and not line.startswith("#")][:: arguments.every]
    if len(lines) < FEWEST_POSITIONS:
        raise Bad(f"{arguments.positions}: {len(lines)} positions; an interval needs {FEWEST_POSITIONS} or more")
    return lines


def in_csv(row):
    slots, load, scheme, a_node, ratios, errors = row
    text = io.StringIO()
    ends = [f"{end:.4f}" for ends in ratios + errors for end in ends]
    csv.writer(text).writerow([slots, f"{load:.2f}", scheme, f"{a_node:.4f}", *ends])
    return text.getvalue()


def main():
    arguments = parsed()
    positions = positions_of(arguments)
    check(arguments, positions)
    judged = f"; moves judged with {arguments.deep} nodes" if arguments.deep else ""
    command.tell(f"{len(positions)} positions, {arguments.nodes} nodes each, `{arguments.search}`, evaluation {arguments.evaluation}{judged}\n")
    deep = " error | more than the first |" if arguments.deep else ""
    command.tell(f"| slots | load | scheme | hits | by depth |{deep}\n|---|---:|---|---|---|{'---|---|' if deep else ''}")
    names = RATIOS + ERRORS if deep else RATIOS
    head = ",".join(COLUMNS + [f"{name}{end}" for name in names for end in ("", "_low", "_high")]) + "\r\n"
    for row in compared(arguments, positions):
        if arguments.csv:
            command.append(arguments.csv, head + in_csv(row))
            head = ""
        command.tell(in_words(row))


if __name__ == "__main__":
    command.run(main)
