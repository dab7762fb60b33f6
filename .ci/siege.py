#!/usr/bin/env python3
"""The tables of docs/siege.md, from the claims that the published studies decide.

    .ci/siege.py --check    fails if the document has other numbers
    .ci/siege.py --write    puts them in
"""

import csv
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
    for name, (head, places) in TABLES.items():
        begin, end = f"<!-- {name}: .ci/siege.py --write -->\n", "\n<!-- end -->"
        before, found, rest = text.partition(begin)
        if not found:
            sys.exit(f"{DOCUMENT}: no line `{begin.strip()}`")
        text = before + begin + table(head, places) + end + rest.partition(end)[2]
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
