#!/usr/bin/env python3
"""The table of docs/engine.md on matches of the engine, made from docs/measured/matches.csv, which scripts/tournament.py --record writes.

Matches in tables below 1 MiB are left out: docs/pruning.md and docs/engines.md have those.

    .ci/matches.py                the table
    .ci/matches.py --write        puts it into docs/engine.md, between the two marks
    .ci/matches.py --check        whether docs/engine.md holds it; exit 1 with the lines that differ
"""
import csv
import difflib
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
RESULTS = ROOT / "docs/measured/matches.csv"
DOCUMENT = ROOT / "docs/engine.md"
SMALL_TABLES = ("Hash KiB=", "TABLE_BYTES=")
MARKS = ("<!-- matches: .ci/matches.py --write -->", "<!-- end of matches -->")


def difference(row):
    if row.get("sprt"):
        # No interval: after a stop it would be too narrow.
        neither = ", supports neither" if row["sprt"].startswith("undecided") else ""
        return f"{int(row['elo']):+} (biased), SPRT: {row['sprt']}{neither}"
    if not row["elo_low"]:
        return "no interval"
    told = "" if int(row["elo_low"]) > 0 or int(row["elo_high"]) < 0 else ", not significant"
    return f"{int(row['elo']):+} ({int(row['elo_low']):+} to {int(row['elo_high']):+}){told}"


def limit(row):
    """The clock, or nodes a move, and what else holds of all games."""
    kind, _, value = row["limit"].rpartition(":")
    text = {"nodes": f"{value} nodes", "move": f"{value} s a move"}.get(kind, f"{value} s")
    return text + (", pondering" if row["ponder"] == "yes" else "") + (", Chess960" if "--chess960" in row["command"] else "")


def table(rows):
    yield "| first | second | limit | games | + = − | Elo (95 %) | illegal, late, crashes | load | commit |"
    yield "|---|---|---|---:|---|---|---|---:|---|"
    for row in rows:
        score = f"{row['wins']} {row['draws']} {row['losses']}"
        faults = f"{row['illegal']}, {row['late']}, {row['crashes']}"
        yield (
            f"| {row['first']} | {row['second']} | {limit(row)} | {row['games']} | {score} | {difference(row)} | {faults} "
            f"| {row['load']} | {row['commit']} |"
        )


def put(text, lines):
    before, rest = text.split(MARKS[0])
    return "\n".join([before + MARKS[0], "", *lines, "", MARKS[1] + rest.split(MARKS[1])[1]])


def main():
    with open(RESULTS, newline="", encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file) if not any(option in row["command"] for option in SMALL_TABLES)]
    lines = list(table(rows))
    text = DOCUMENT.read_text(encoding="utf-8")
    if sys.argv[1:] == ["--write"]:
        DOCUMENT.write_text(put(text, lines), encoding="utf-8")
        return 0
    if sys.argv[1:] != ["--check"]:
        print("\n".join(lines))
        return 0
    # The check can fail: a table with one row less is another.
    assert put(text, lines[:2] + lines[3:]) != text, "the check does not see a change"
    differs = list(difflib.unified_diff(text.splitlines(), put(text, lines).splitlines(), "docs/engine.md", "docs/measured/matches.csv", "", "", 0, ""))
    print("\n".join(differs), end="\n" if differs else "")
    return 1 if differs else 0


if __name__ == "__main__":
    sys.exit(main())
