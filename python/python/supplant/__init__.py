"""A shared transposition table, an exact solver for any game, and a laboratory.

- Table: a bounded, lock-free table that threads share, and processes if it is in a file.
- solve: the exact value of any two-player game that is a Python object; openspiel adapts a game of
  OpenSpiel.
- search_chess: a chess search from a FEN.
- study, replay: run a study, and replay a recording, as the command `supplant` does.
- read_study, read_trace: results as pandas frames; study_nodes sums one; plot_study, plot_replay draw.

`python -m supplant` is the command itself. Nothing else is needed at run time; frames need pandas,
figures matplotlib, openspiel OpenSpiel.
"""

from supplant import games
from supplant._native import (
    ChessSearch,
    Entry,
    Progress,
    Solution,
    Stats,
    Table,
    key,
    layouts,
    schemes,
    search_chess,
    solve,
)
from supplant._run import CommandError, command, replay, study
from supplant.figures import plot_replay, plot_study, study_nodes
from supplant.frames import read_study, read_trace
from supplant.spiel import openspiel

__version__ = "0.1.0"

__all__ = [
    "ChessSearch",
    "CommandError",
    "Entry",
    "Progress",
    "Solution",
    "Stats",
    "Table",
    "command",
    "games",
    "key",
    "layouts",
    "openspiel",
    "plot_replay",
    "plot_study",
    "read_study",
    "read_trace",
    "replay",
    "schemes",
    "search_chess",
    "solve",
    "study",
    "study_nodes",
]
