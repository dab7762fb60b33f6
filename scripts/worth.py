#!/usr/bin/env python3
"""What nodes are worth in games, and how many more nodes a difference in Elo is.

    scripts/worth.py [docs/measured/matches.csv]

It reads matches that tournament.py has recorded. Of those in which SIEGE, in 512 slots, plays itself with more nodes a move, it
fits Elo = slope · log2(ratio of the nodes), by least squares weighted with the variances. χ² says whether one slope fits all. Then
it gives each pair of schemes with the nodes that would make up for the difference. Matches of one pair are added up, but those
that a sequential test has stopped stand apart: their difference is too large.
"""
import csv
import math
import pathlib
import re

import command
import elo
from command import Bad
from record import KINDS

MATCHES = pathlib.Path(__file__).resolve().parent.parent / "docs/measured/matches.csv"


def measured(kinds):
    """Elo and its standard error, from the numbers of pairs of games that scored 0, ½, 1, 1½ and 2."""
    if sum(kinds) < elo.FEWEST_PAIRS or sum(kind > 0 for kind in kinds) < 2:
        raise Bad(f"a match of {sum(kinds)} pairs has no interval; leave it out, or play {elo.FEWEST_PAIRS} that do not all end alike")
    share, error = elo.mean(kinds)
    return elo.elo(share), 400 / math.log(10) / (share * (1 - share)) * error


def ratio(row):
    """How many times the nodes the first player has; None if it has as many, or other things differ."""
    first = re.search(r"uci;Hash KiB=8;Scheme=SIEGE;@limit=nodes:(\d+)", row["command"])
    return int(first[1]) / int(row["limit"].split(":")[1]) if first else None


def pair(row):
    """The names of two schemes that play in tables of one size; None if other things differ."""
    players = re.findall(r"=supplant uci;Hash KiB=(\d+);Scheme=\w+'", row["command"])
    stopped = ", a stopped test" if row["sprt"].startswith("H") else ""
    return (row["first"], row["second"] + stopped) if len(players) == 2 and len(set(players)) == 1 else None


def added(rows, key):
    """Rows with one key, added up: numbers of pairs by key."""
    sums = {}
    for row in rows:
        if key(row):
            kinds = [int(row[kind]) for kind in KINDS]
            sums[key(row)] = [sum(both) for both in zip(sums.get(key(row), [0] * 5), kinds)]
    return sums


def fitted(points):
    """Slope, its standard error, and χ² of points (x, elo, error) around the line through 0."""
    weight = sum((x / error) ** 2 for x, _, error in points)
    slope = sum(x * y / error**2 for x, y, error in points) / weight
    return slope, 1 / math.sqrt(weight), sum(((y - slope * x) / error) ** 2 for x, y, error in points)


def between(middle, error, told="{:+.0f}".format):
    return f"{told(middle)} ({told(middle - elo.DEVIATIONS * error)} to {told(middle + elo.DEVIATIONS * error)})"


def points_of(rows):
    """For each ratio of nodes: the ratio, the number of games, its logarithm, Elo and its error."""
    return [(times, 2 * sum(kinds), (math.log2(times), *measured(kinds))) for times, kinds in sorted(added(rows, ratio).items())]


def main():
    parser = command.Parser(description=__doc__, formatter_class=command.argparse.RawDescriptionHelpFormatter)
    parser.add_argument("matches", nargs="?", default=MATCHES, metavar="FILE", help="what tournament.py --record has written [docs/measured/matches.csv]")
    path = parser.parse_args().matches
    try:
        with open(path, newline="", encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        points = points_of(rows)
        pairs = [(names, 2 * sum(kinds), *measured(kinds)) for names, kinds in added(rows, pair).items()]
    except (OSError, KeyError, ValueError, TypeError, ZeroDivisionError) as error:
        why = getattr(error, "strerror", None) or "these are not matches"
        raise Bad(f"{path}: {why}; give a file that tournament.py --record has written") from None
    if not points:
        raise Bad(f"{path}: there is no match of SIEGE in 512 slots with more nodes; play one, as docs/pruning.md does") from None
    command.tell("| more nodes | games | Elo | Elo for twice the nodes |\n|---:|---:|---|---|")
    for times, games, (x, middle, error) in points:
        command.tell(f"| {100 * (times - 1):.0f} % | {games:,} | {between(middle, error)} | {between(middle / x, error / x)} |")
    slope, error, chi = fitted([point for _, _, point in points])
    command.tell(f"| all | | | {between(slope, error)}, χ² {chi:.1f} with {len(points) - 1} degrees of freedom |\n")
    command.tell("| first | second | games | Elo | as many more nodes |\n|---|---|---:|---|---|")
    for (first, second), games, middle, error in pairs:
        nodes = between(middle, error, lambda difference: f"{100 * (2 ** (difference / slope) - 1):+.0f} %")
        command.tell(f"| {first} | {second} | {games:,} | {between(middle, error)} | {nodes} |")


if __name__ == "__main__":
    command.run(main)
