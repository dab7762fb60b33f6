"""Results of the laboratory as pandas frames, or as plain columns without pandas."""

from __future__ import annotations

import io
import json
import os
import warnings
from typing import TYPE_CHECKING, Any

from supplant._native import study_csv, trace_columns

if TYPE_CHECKING:
    import pandas

# Numbers that a row may lack: pandas would else make floats of them.
_MAY_LACK = [
    "slots", "bytes", "lockstep", "illegal_moves", "inherited", "false_hits", "false_pairs", "clashes", "lost",
]
_NAMES = ["study", "version", "commit", "set", "search", "scheme", "layout", "mode", "verified"]


_PACKAGES = {"pyspiel": ("OpenSpiel", "open_spiel")}


def needed(module: str, what: str) -> Any:
    """Import a module that a function needs, or say in a line how to get it."""
    try:
        return __import__(module, fromlist=["_"])
    except ImportError as error:
        package = module.partition(".")[0]
        name, package = _PACKAGES.get(package, (package, package))
        raise ImportError(f"supplant.{what} needs {name}: pip install {package}", name=package) from error


def read_study(folder: str | os.PathLike[str], *, study: str | None = None) -> pandas.DataFrame:
    """Read the results of a study's folder; return a row for each measurement.

    Args:
        folder: what `supplant study --out`, or supplant.study, wrote to: its journals are read, also
            packed ones (.jsonl.xz, .jsonl.gz) and those of shards.
        study: the study, if the folder holds results of several.

    Columns are those of the CSV file of a study (docs/results.md): study, version, commit, set, unit,
    search, scheme, layout, slots, bytes, verified, mode, threads, lockstep, repeat, position, ply,
    deeper, nodes, interior, leaf, quiescence, probes, hits, cutoffs, illegal_moves, inherited,
    false_hits, false_pairs, clashes, lost, stores, value (centipawns in chess), best_move. A missing
    number is <NA>. Rows with scheme "none" have no table, and "unbounded" a table without collisions.

    Damaged lines do not count: a warning names them.

    Raises ValueError if the folder has no results, ImportError without pandas.
    """
    pandas = needed("pandas", "read_study")
    text, remarks = study_csv(folder, study)
    for remark in remarks:
        warnings.warn(remark, stacklevel=2)
    types = {name: "Int64" for name in _MAY_LACK} | {name: "category" for name in _NAMES}
    types |= {"position": "str", "unit": "str", "best_move": "str"}
    return pandas.read_csv(io.StringIO(text), dtype=types, keep_default_na=False, na_values=[""])


def read_trace(path: str | os.PathLike[str]) -> pandas.DataFrame:
    """Read a trace, which `supplant search --trace` writes; return a row for each record, in order.

    Columns: key (64-bit), size (nodes of the subtree), round (turns that each worker had before),
    worker (from 0), move (0: none), score (centipawns), depth (plies), bound ("upper", "lower",
    "exact"), what ("asked", "missed", "found", "found too", "stored", "cut", "iteration"), principal
    (whether the entry is of a PV). A row "asked" precedes a probe: depth is that of the node, score
    and beta (0 in other rows) are its window. Of "missed", "cut" and "iteration" only key, round and
    worker mean something. The attribute `attrs["heading"]` has the heading of the trace
    (docs/trace.md).

    Raises OSError for a file that cannot be read, ValueError if it is not a whole trace, ImportError
    without pandas.
    """
    pandas = needed("pandas", "read_trace")
    heading, columns = trace_columns(path)
    numpy = needed("numpy", "read_trace")
    data = {name: numpy.frombuffer(numbers, dtype=code) for name, (code, numbers) in columns.items()}
    named = {
        "bound": ["none", "upper", "lower", "exact"],
        "what": ["missed", "found", "found too", "stored", "cut", "iteration", "asked"],
    }
    for name, words in named.items():
        data[name] = pandas.Categorical.from_codes(data[name].astype("i1"), categories=words)
    data["principal"] = data["principal"].astype(bool)
    frame = pandas.DataFrame(data)
    frame.attrs["heading"] = json.loads(heading)
    return frame
