"""Results of matches as lines of CSV: what was played, by what, on what machine, and what came of it.

What is not known is empty. `late` counts losses on time by the clock of the client, beyond `margin_ms`, and engines that hung.
`load` is that of the machine in the last minute of the match, beside its `cpus`. `sprt` is what a sequential test accepted, H1 or
H0, or `undecided`, with its two differences in Elo. A file that was begun with fewer columns keeps those.
"""
import csv
import io
import os
import pathlib
import platform
import shlex
import subprocess
import sys

import command
import elo

# Pairs that scored 0, ½, 1, 1½ and 2.
KINDS = "pairs_0 pairs_half pairs_1 pairs_1half pairs_2".split()
COLUMNS = [
    *"first second limit ponder games wins draws losses".split(),
    *KINDS,
    *"elo elo_low elo_high illegal late crashes margin_ms at_once seconds load cpus machine commit client engines command sprt".split(),
]
# A device or a file of another kind may have a first line without end.
LONGEST_HEADER = 10000


def header(path):
    """The columns of a file, none of an empty or missing one."""
    if not os.path.exists(path):
        return []
    with open(path, newline="", encoding="utf-8") as file:
        return next(csv.reader([file.readline(LONGEST_HEADER)]), [])


def missing(path):
    """The columns that an older version did not know, in a file that it began. command.Bad if a file is not a record of matches."""
    try:
        columns = header(path)
    except (UnicodeDecodeError, csv.Error):
        columns = []
    if not columns and not os.path.getsize(path):
        return []
    if not {"first", "second", "games"} <= set(columns) <= set(COLUMNS):
        raise command.Bad(f"--record {path}: not a record of matches: its first line has other columns; give another file")
    return [column for column in COLUMNS if column not in columns]


def append(path, match, given, seconds):
    columns, text = header(path), io.StringIO()
    writer = csv.DictWriter(text, columns or COLUMNS, extrasaction="ignore", lineterminator="\n")
    if not columns:
        writer.writeheader()
    writer.writerow(row(match, given, seconds))
    command.append(path, text.getvalue())


def row(match, given, seconds):
    tally = elo.Tally(match.pairs)
    middle, low, high = tally.elo()
    pairs = dict(zip(KINDS, tally.kinds))
    return pairs | {
        "first": match.first.name,
        "second": match.second.name,
        "limit": given.limit.text,
        "ponder": "yes" if given.ponder else "no",
        "games": tally.games,
        "wins": tally.wins,
        "draws": tally.draws,
        "losses": tally.losses,
        "elo": middle,
        "elo_low": low,
        "elo_high": high,
        "illegal": match.count("illegal"),
        "late": match.count("late"),
        "crashes": match.count("crash"),
        "margin_ms": given.margin,
        "at_once": given.at_once,
        "seconds": round(seconds),
        "load": f"{os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else None,
        "cpus": os.cpu_count(),
        "machine": processor(),
        "commit": COMMIT,
        "client": f"python-chess {given.client}",
        "engines": " and ".join(sorted({given.introduced[player.name] for player in (match.first, match.second)})),
        "command": shlex.join(["scripts/tournament.py", *sys.argv[1:]]),
        "sprt": f"{match.verdict or 'undecided'} [{given.sprt.elo0:g}, {given.sprt.elo1:g}]" if given.sprt else None,
    }


def processor():
    try:
        lines = pathlib.Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or None
    names = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or None


def commit():
    """Of the program's source, with + where files were changed since."""
    # Without optional locks: else Git refreshes its index, which the build watches, and the next build does all of it again.
    alone = {**os.environ, "GIT_OPTIONAL_LOCKS": "0"}
    here = pathlib.Path(__file__).parent

    def git(*asked):
        told = subprocess.run(["git", *asked], capture_output=True, text=True, check=True, cwd=here, env=alone)
        return told.stdout.strip()

    try:
        # Not `describe --dirty`, which refreshes the index whatever is asked.
        changed = git("status", "--porcelain", "--untracked-files=no")
        return git("describe", "--always", "--exclude=*") + ("+" if changed else "")
    except (OSError, subprocess.CalledProcessError):
        return None


# Of when the program was started: a record that lies among its source is a changed file, too.
COMMIT = commit()
