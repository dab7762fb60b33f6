#!/usr/bin/env python3
"""The tables of documents about SIEGE, FOURITER, MERIT and their limit, from the claims that the published studies decide; that of moves and scores
from the study's page, that of whole games from the nodes in the journal.

    .ci/siege.py --check [MADE]    fails if a document has other numbers
    .ci/siege.py --write [MADE]    writes them into the documents

MADE is the folder into which `supplant report --all` has written; by default docs/studies.
"""

import csv
import lzma
import json
import statistics
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
STUDIES = ROOT / "docs/studies"
MADE = Path(sys.argv[2]) if len(sys.argv) > 2 else STUDIES

ROWS = {
    "scheme-strong": "Stockfish's games",
    "scheme": "middle games",
    "schemedeeper": "middle games, 8 plies",
    "scheme-leaves": "middle games, leaves stored",
    "scheme-modern": "middle games, `modern`",
    "scheme-endings": "endings",
    "scheme-domineering": "domineering",
    "scheme-connect-four": "Connect Four",
    "scheme-synthetic": "synthetic graph",
}


OF_ITERATIONS = {
    "iterations": "Stockfish's games",
    "iterations-middlegames": "middle games",
    "iterations-endings": "endings",
    "iterations-leaves": "Stockfish's games, leaves stored",
    "iterations-modern": "Stockfish's games, `modern`",
    "iterations-domineering": "domineering",
    "iterations-connect-four": "Connect Four",
    "iterations-synthetic": "synthetic graph",
}
OF_MERIT = {
    "merit": "Stockfish's games",
    "merit-endings": "endings",
    "merit-leaves": "Stockfish's games, leaves stored",
    "merit-domineering": "domineering",
    "merit-connect-four": "Connect Four",
    "merit-synthetic": "synthetic graph",
}
SMALLER = ["2K", "8K", "16K", "32K", "64K"]


def beside(scheme, size):
    """The claim, and the part of it, that compare with another scheme in the same memory."""
    return f"no-worse-than-{scheme}", size


# The head of each column, the claim, and the part of it.
MERIT_BESIDE = [
    *((f"SIEGE, {size}", beside("SIEGE", size)) for size in SMALLER),
    ("FOURITER, 8K", ("beside-FOURITER", "8K")),
    ("FOURBIG, 8K", ("fewer-than-FOURBIG", "8K")),
    ("DEPTHAGE, 8K", ("fewer-than-DEPTHAGE", "8K")),
]
BESIDE_OTHERS = [
    ("TWOBIG1, 8K", beside("TWOBIG1", "8K")),
    ("TWOBIG1, 64K", beside("TWOBIG1", "64K")),
    ("FOURBIG, 8K", beside("FOURBIG", "8K")),
    ("FOURBIG, 64K", beside("FOURBIG", "64K")),
    ("DEPTHAGE, 8K", beside("DEPTHAGE", "8K")),
    ("DEPTHAGE, 64K", beside("DEPTHAGE", "64K")),
    ("TWOBIG1 doubled, 8K", ("half-of-16K", "")),
    ("TWOBIG1 doubled, 64K", ("half-of-128K", "")),
]


KEPT = "scheme-kept"
MODES = {"clear": "cleared", "keep": "kept"}
KEPT_SIZES = {8 << 10: "8K", 64 << 10: "64K"}
# 97.5 % of Student's t, by degrees of freedom.
STUDENT = {11: 2.201}
OTHERS = ["TWOBIG1", "FOURBIG", "DEPTHAGE"]


def games():
    """Nodes by scheme, size and mode, of each game; a position is called after its game and its ply."""
    with lzma.open(STUDIES / KEPT / "kept.jsonl.xz", "rt") as journal:
        units = {unit["id"]: unit for unit in (json.loads(line).get("unit") for line in journal) if unit}
    nodes, positions = {}, {}
    for unit in units.values():
        at = tuple(unit["cell"][axis] for axis in ("contender", "slots", "mode"))
        for row in unit["rows"]:
            of_games = nodes.setdefault(at, {})
            game = row["position"].split(".")[0]
            of_games[game] = of_games.get(game, 0) + row["nodes"]
            positions.setdefault(at, set()).add(row["position"])
    whole = set.union(*positions.values())
    if short := [at for at, met in positions.items() if at[1] and met != whole]:
        sys.exit(f"{KEPT}: {short[0]} lacks positions of its games; let the study run to its end")
    return nodes


def beside_in_games(ours, theirs):
    """As `cell`, with the interval: by leaving out each game in turn (jackknife), and Student's t, for they are few."""
    names = sorted(ours)
    ratio = lambda those: sum(ours[name] for name in those) / sum(theirs[name] for name in those) - 1
    without = [ratio([other for other in names if other != name]) for name in names]
    error = (statistics.pvariance(without) * (len(names) - 1)) ** 0.5
    value, half = ratio(names), STUDENT[len(names) - 1] * error
    row = {"value": value, "low": value - half, "high": value + half}
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


RECORD = {
    "replay-NEW": "NEW",
    "replay-DEEP": "DEEP",
    "replay-DEPTHAGE": "DEPTHAGE",
    "replay-TWOBIG1": "TWOBIG1",
    "replay-FOURBIG": "FOURBIG",
    "replay-SIEGE": "SIEGE",
    "admitted-TWOBIG1": "TWOBIG1, offered what will be used",
    "admitted-SIEGE": "SIEGE, offered what will be used",
    "optimum-1": "best of all policies, buckets of one",
    "optimum-2": "of two",
    "optimum-4": "of four",
    "optimum-8": "of eight",
    "optimum-16": "of sixteen",
}
LOST_AT = ["2K", "4K", "8K"]


def lost(folder):
    """The loss on the record, by size, from the report."""
    rows = [line.strip("| \n").split(" | ") for line in (STUDIES / folder / "limit.md").open() if line.startswith("| ")]
    sizes = next(row[1:] for row in rows if row[1:2] == ["2K"])
    return {row[0]: dict(zip(sizes, row[1:])) for row in rows if row[0] in RECORD}


def on_the_record():
    """Of sixteen workers with the interval, beside it of one."""
    several, one = lost("limit-workers"), lost("limit")
    first, *more = LOST_AT
    lines = [f"| lost on the record, % | {' | '.join(LOST_AT)} | of one worker: {first} | {' | '.join(more)} |"]
    lines.append("|---|" + "---:|" * (2 * len(LOST_AT)))
    for limit, name in RECORD.items():
        cells = [several[limit][size] for size in LOST_AT] + [one[limit][size].partition(" ")[0] for size in LOST_AT]
        lines.append(f"| {name} | {' | '.join(cells)} |")
    return "\n".join(lines)


MOVES_AT = ["2K", "8K", "32K"]
MOVES_HEAD = ["alone", "with all moves", "with all scores"]


def moves_and_scores():
    """Nodes more than with an unbounded table, by table and size, from the page of study `moves`; its intervals are left out."""
    page = (MADE / "moves/moves.md").read_text()
    losses = {}
    for size in MOVES_AT:
        begin = f"Nodes more than with an unbounded table, in per cent: {size} slots"
        lines = page.rpartition(begin)[2].partition("\n\n")[2].partition("\n\n")[0].splitlines()
        head, _, *rows = ([cell.strip() for cell in line.strip("|").split(" | ")] for line in lines)
        if head[1:] != MOVES_HEAD:
            sys.exit(f"moves.md: no table of {size} slots")
        for name, *cells in rows:
            losses.setdefault(name, []).extend(cell.partition(" ")[0] for cell in cells)
    columns = [f"{size}, {name.removeprefix('with ')}" for size in MOVES_AT for name in MOVES_HEAD]
    lines = [f"| nodes more, % | {' | '.join(columns)} |", "|---|" + "---:|" * len(columns)]
    return "\n".join(lines + [f"| {name} | {' | '.join(cells)} |" for name, cells in losses.items()])


def claims(folder):
    """The numbers of a published study, by claim and part."""
    file = next((MADE / folder).glob("*-claims.csv"), None)
    if file is None:
        sys.exit(f"{MADE / folder}: there are no rows; run `supplant report --all docs/studies` first")
    with file.open(newline="") as rows:
        return {(row["claim"], row["part"]): row for row in csv.DictReader(rows)}


def cell(row):
    """Per cent; in italics where the interval has 0, that is, where the number is not told from it."""
    value, low, high = (100 * float(row[column]) for column in ("value", "low", "high"))
    text = f"{value:+.1f}".replace("-", "−")
    text = "0.0" if float(f"{value:.1f}") == 0 else text
    return f"*{text}*" if low <= 0 <= high else text


def table(head, rows, columns):
    lines = [f"| {head}, % of nodes | {' | '.join(name for name, _ in columns)} |", "|---|" + "---:|" * len(columns)]
    for folder, name in rows.items():
        measured = claims(folder)
        lines.append(f"| {name} | {' | '.join(cell(measured[place]) for _, place in columns)} |")
    return "\n".join(lines)


def documents():
    """The documents with made tables, and the tables by name."""
    in_paper = {
        "SIEGE": table("SIEGE beside", ROWS, BESIDE_OTHERS),
        "iterations": table("FOURITER beside SIEGE", OF_ITERATIONS, [(size, beside("SIEGE", size)) for size in SMALLER]),
        "merit": table("MERIT beside", OF_MERIT, MERIT_BESIDE),
        "games": in_games(),
        "moves": moves_and_scores(),
    }
    return {"docs/siege.md": in_paper, "docs/studies/limit-workers/README.md": {"record": on_the_record()}}


def with_tables(document, text, tables):
    for name, made in tables.items():
        begin, end = f"<!-- {name}: .ci/siege.py --write -->\n", "\n<!-- end -->"
        before, found, rest = text.partition(begin)
        if not found:
            sys.exit(f"{document}: no line `{begin.strip()}`")
        text = before + begin + made + end + rest.partition(end)[2]
    return text


def main():
    if sys.argv[1:2] not in (["--check"], ["--write"]) or len(sys.argv) > 3:
        sys.exit(__doc__)
    for document, tables in documents().items():
        text = (ROOT / document).read_text()
        wanted = with_tables(document, text, tables)
        if sys.argv[1] == "--write":
            (ROOT / document).write_text(wanted)
        elif text != wanted:
            sys.exit(f"{document} has other numbers than the studies: .ci/siege.py --write")


main()
