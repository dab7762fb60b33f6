#!/usr/bin/env python3
"""The tables of docs/siege.md, from the claims that the published studies decide; that of whole games from the nodes in the journal.

    .ci/siege.py --check    fails if the document has other numbers
    .ci/siege.py --write    puts them in
"""

import csv
import gzip
import json
import random
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DOCUMENT = ROOT / "docs/siege.md"
STUDIES = ROOT / "docs/studies"

SIZES = ["8K", "16K", "32K", "64K", "128K", "256K"]
ROWS = {
    "scheme": "middle games",
    "schemedeeper": "middle games, 8 plies",
    "scheme-leaves": "middle games, leaves stored",
    "scheme-modern": "middle games, `modern`",
    "scheme-endings": "endings",
    "scheme-domineering": "domineering",
    "scheme-connect-four": "Connect Four",
    "scheme-synthetic": "synthetic graph",
}


def beside(scheme):
    """By size, the claim and the part of it that compare with another scheme in the same memory."""
    return {size: (f"no-worse-than-{scheme}", size) for size in SIZES}


def in_half():
    """The same of half the memory: a claim for each size but the last."""
    return {size: (f"half-of-{double}", "") for size, double in zip(SIZES, SIZES[1:])}


TABLES = {
    "TWOBIG1": ("beside TWOBIG1", beside("TWOBIG1")),
    "FOURBIG": ("beside FOURBIG", beside("FOURBIG")),
    "DEPTHAGE": ("beside DEPTHAGE", beside("DEPTHAGE")),
    "half": ("beside TWOBIG1 in twice the memory", in_half()),
}


KEPT = "scheme-kept"
MODES = {"clear": "cleared", "stamp": "stamped", "keep": "kept"}
KEPT_SIZES = {8 << 10: "8K", 64 << 10: "64K"}
OTHERS = ["TWOBIG1", "FOURBIG", "DEPTHAGE"]


def games():
    """Nodes by scheme, size and mode, of each game; a position is called after its game and its ply."""
    nodes = {}
    with gzip.open(STUDIES / KEPT / "kept.jsonl.gz", "rt") as journal:
        for line in journal:
            unit = json.loads(line).get("unit")
            for row in unit["rows"] if unit else []:
                cell = unit["cell"]
                of_games = nodes.setdefault((cell["contender"], cell["slots"], cell["mode"]), {})
                game = row["position"].split(".")[0]
                of_games[game] = of_games.get(game, 0) + row["nodes"]
    return nodes


def beside_in_games(ours, theirs):
    """As `cell`, with the interval: percentiles of 4000 draws of whole games."""
    lot, names = random.Random(1994), sorted(ours)
    ratio = lambda drawn: sum(ours[name] for name in drawn) / sum(theirs[name] for name in drawn) - 1
    one = lambda: names[int(lot.random() * len(names))]
    drawn = sorted(ratio([one() for _ in names]) for _ in range(4000))
    row = {"value": ratio(names), "low": drawn[99], "high": drawn[3899]}
    low, high = (f"{100 * row[end]:.1f}".replace("-0.0", "0.0").replace("-", "−") for end in ("low", "high"))
    return f"{cell(row)} ({low} to {high})"


def in_games():
    nodes = games()
    columns = [(slots, mode) for slots in KEPT_SIZES for mode in MODES]
    heads = [f"{KEPT_SIZES[slots]}, {MODES[mode]}" for slots, mode in columns]
    lines = [f"| SIEGE beside, % of nodes | {' | '.join(heads)} |", "|---|" + "---:|" * len(heads)]
    for other in OTHERS:
        cells = [beside_in_games(nodes["SIEGE", *at], nodes[other, *at]) for at in columns]
        lines.append(f"| {other} | {' | '.join(cells)} |")
    cleared = [(slots, "clear") for slots, _ in columns]
    cells = [
        "" if at == base else beside_in_games(nodes["SIEGE", *at], nodes["SIEGE", *base])
        for at, base in zip(columns, cleared)
    ]
    lines.append(f"| SIEGE, cleared | {' | '.join(cells)} |")
    return "\n".join(lines)


def claims(folder):
    """What a published study has measured, by claim and part."""
    file = next((STUDIES / folder).glob("*-claims.csv"))
    with file.open(newline="") as rows:
        return {(row["claim"], row["part"]): row for row in csv.DictReader(rows)}


def cell(row):
    """Per cent; in italics where the interval has 0, that is, where the number is not told from it."""
    value, low, high = (100 * float(row[column]) for column in ("value", "low", "high"))
    text = f"{value:+.1f}".replace("-", "−")
    text = "0.0" if float(f"{value:.1f}") == 0 else text
    return f"*{text}*" if low <= 0 <= high else text


def table(head, places):
    lines = [f"| {head}, % of nodes | {' | '.join(SIZES)} |", "|---|" + "---:|" * len(SIZES)]
    for folder, name in ROWS.items():
        measured = claims(folder)
        cells = [cell(measured[places[size]]) if size in places else "" for size in SIZES]
        lines.append(f"| {name} | {' | '.join(cells)} |")
    return "\n".join(lines)


def with_tables(text):
    tables = {name: table(*of) for name, of in TABLES.items()} | {"games": in_games()}
    for name, made in tables.items():
        begin, end = f"<!-- {name}: .ci/siege.py --write -->\n", "\n<!-- end -->"
        before, found, rest = text.partition(begin)
        if not found:
            sys.exit(f"{DOCUMENT}: no line `{begin.strip()}`")
        text = before + begin + made + end + rest.partition(end)[2]
    return text


def main():
    if sys.argv[1:] not in (["--check"], ["--write"]):
        sys.exit(__doc__)
    text = DOCUMENT.read_text()
    wanted = with_tables(text)
    if sys.argv[1] == "--write":
        DOCUMENT.write_text(wanted)
    elif text != wanted:
        sys.exit(f"{DOCUMENT} has other numbers than the studies: .ci/siege.py --write")


main()
