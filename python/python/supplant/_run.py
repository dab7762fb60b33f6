"""Runs the command `supplant` in a process of its own, and returns what it found.

A process of its own takes Ctrl-C as the command does, keeps what is finished, and cannot end the
interpreter. Its errors are raised here, in its words.
"""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import threading
import tomllib
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from supplant.frames import needed, read_study

if TYPE_CHECKING:
    import pandas

# Exit codes of the command.
_FAILED, _USAGE, _INTERRUPTED = 1, 2, 130


class CommandError(ValueError):
    """The command refused what it was given, or a check of it failed; the text is its own.

    Attributes:
        code: the exit code: 1 if a check failed, 2 for bad usage or input, negative for the signal
            that ended the process.
    """

    __module__ = "supplant"

    def __init__(self, said: str, code: int) -> None:
        super().__init__(said)
        self.code = code

    def __reduce__(self) -> tuple[type[CommandError], tuple[str, int]]:
        return type(self), (str(self), self.code)


def command(*words: str | os.PathLike[str], show: bool = True) -> str:
    """Run the command `supplant` with these words and return what it prints.

    Args:
        words: as on the command line, without `supplant`.
        show: whether its remarks and progress go on to sys.stderr.

    Raises CommandError, a ValueError, in the words of the command, and KeyboardInterrupt if it was
    interrupted: the same words then go on where it was.

    >>> import supplant
    >>> supplant.command("--version").split()[0]
    'supplant'
    >>> supplant.command("schemes", "TWOBIG")
    Traceback (most recent call last):
    ...
    supplant.CommandError: no scheme is called `TWOBIG`; did you mean TWOBIG1?; `supplant schemes` lists them all
    """
    if not sys.executable:
        raise RuntimeError("sys.executable is empty: there is no Python that could run the command")
    call = [sys.executable, "-P", "-m", "supplant", *(os.fspath(word) for word in words)]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    with subprocess.Popen(
        call,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment,
        encoding="utf-8",
        errors="replace",
    ) as process:
        remarks: list[str] = []
        listener = threading.Thread(target=_listen, args=(process.stderr, remarks, show), daemon=True)
        listener.start()
        assert process.stdout is not None
        try:
            printed = process.stdout.read()
            code = process.wait()
        except KeyboardInterrupt:
            # A terminal has sent it to both processes. Others send it to this one alone, and a second
            # signal would end the command at once.
            try:
                process.wait(timeout=2)
            except subprocess.TimeoutExpired:
                process.terminate()
            process.wait()
            raise
        finally:
            listener.join(timeout=10)
    if code == _INTERRUPTED:
        raise KeyboardInterrupt(_last(remarks))
    if code:
        raise CommandError(_last(remarks) or f"the command ended with code {code}", code)
    return printed


def _listen(stream: io.TextIOBase, remarks: list[str], show: bool) -> None:
    for line in stream:
        remarks.append(line.rstrip("\n"))
        if show and not line.startswith("error: "):
            try:
                sys.stderr.write(line)
                sys.stderr.flush()
            except (AttributeError, OSError, ValueError):
                # Nobody sees remarks; the command must be read to its end all the same.
                show = False


def _last(remarks: list[str]) -> str:
    """The error among the remarks: it is the last line."""
    said = [line for line in remarks if line.strip()]
    return said[-1].removeprefix("error: ") if said else ""


def _options(options: dict[str, Any]) -> list[str]:
    words = []
    for name, value in options.items():
        option = "--" + name.strip("_").replace("_", "-")
        if value is None or value is False:
            continue
        if value is True:
            words.append(option)
        elif isinstance(value, (str, os.PathLike)) or not isinstance(value, Iterable):
            words.append(f"{option}={os.fspath(value) if isinstance(value, os.PathLike) else value}")
        else:
            words.append(f"{option}={','.join(map(str, value))}")
    return words


def study(name: str | os.PathLike[str], out: str | os.PathLike[str], **options: Any) -> pandas.DataFrame:
    """Run a study, or go on with it, and return its rows as read_study does.

    Args:
        name: a study of the command (`supplant.command("study", "--help")` lists them, "1994" is
            one), or a TOML file that states one of your own.
        out: the folder for its files. What it has already is not measured again.
        options: the options of `supplant study`, with `_` for `-`: quick=True, schemes="NEW,DEEP"
            or ["NEW", "DEEP"], sizes=["8K", "64K"], plies="4", jobs=2, only="scheme=NEW".

    Progress goes to sys.stderr. Ctrl-C raises KeyboardInterrupt; what is finished stays in the
    folder. Needs pandas.

    Raises CommandError in the words of the command, ImportError without pandas.
    """
    needed("pandas", "study")
    if not os.fspath(name).endswith(".toml"):
        command("study", name, "--out", out, *_options(options))
        return read_study(out, study=os.fspath(name))
    command("study", "run", name, "--out", out, *_options(options))
    with open(name, "rb") as file:
        return read_study(out, study=tomllib.load(file)["name"])


def replay(recording: str | os.PathLike[str], **options: Any) -> pandas.DataFrame:
    """Replay what an engine asked of its table on other tables; return a row for each.

    Args:
        recording: what supplant_record.h, the crate supplant-record or `supplant search --record`
            wrote.
        options: the options of `supplant replay`: schemes, layouts, sizes, same, clear, jobs, out.

    Columns: scheme, layout, bytes; lost: the nodes that the engine needs more than with a table
    without collisions, as a share of those (0.02 is 2 %), with lost_low and lost_high, its 95 %
    interval; nodes_saved, cuts and moves found. A replay orders tables: losses nearer than 0.015 are
    not ordered.

    Raises CommandError in the words of the command, ImportError without pandas.
    """
    pandas = needed("pandas", "replay")
    printed = command("replay", recording, "--json", *_options(options))
    return pandas.DataFrame([json.loads(line) for line in printed.splitlines()])
