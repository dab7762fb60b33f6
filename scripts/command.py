"""How the commands of this folder refuse, print, write files and end.

Whatever goes wrong is one line on stderr and an exit code: a traceback never reaches a user. Needs no package.
"""
import argparse
import contextlib
import os
import signal
import sys
from pathlib import Path

REFUSED, INTERRUPTED = 2, 130
# The files that a command writes.
WRITTEN = set()
# Chosen, not measured: more of what another program wrote helps nobody.
LONGEST_QUOTE = 200


class Bad(Exception):
    """What is wrong, where, and what to do, in one line."""


class Parser(argparse.ArgumentParser):
    def error(self, message):
        raise Bad(f"{message}; --help says more")


def short(text):
    """What another program wrote, cut to a part of a line."""
    text = str(text)
    return text if len(text) <= LONGEST_QUOTE else f"{text[:LONGEST_QUOTE]}…"


def complain(text):
    """Prints one line to stderr, if that can be written. Control characters are escaped."""
    line = "".join(one if one.isprintable() else ascii(one)[1:-1] for one in text)
    with contextlib.suppress(OSError):
        print(line, file=sys.stderr, flush=True)


def refuse(why):
    """Says why the command ends, and returns its exit code."""
    complain(f"{os.path.basename(sys.argv[0])}: {why}")
    return REFUSED


def tell(text, end="\n"):
    """Prints a result at once. If nobody reads on, as after `head`, only a command that writes a file goes on."""
    try:
        print(text, end=end, flush=True)
    except BrokenPipeError:
        if not WRITTEN:
            os._exit(0)
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except OSError as error:
        raise Bad(f"stdout: cannot be written: {error.strerror}; make room and repeat the command") from None


def lines(path):
    """The lines of a text file; - is stdin."""
    try:
        return (sys.stdin.read() if path == "-" else Path(path).read_text(encoding="utf-8")).splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise Bad(f"{path}: {getattr(error, 'strerror', None) or 'this is not a text file'}; give a file of FEN or EPD lines") from None


def begin(option, path):
    """Creates a file that is missing, so that a name that cannot be written is refused before anything runs."""
    try:
        open(path, "a+b").close()
        WRITTEN.add(path)
    except OSError as error:
        raise Bad(f"{option} {path}: cannot be written: {error.strerror}; give another file") from None


def append(path, text, ends=1):
    """Appends the whole text behind so many line ends, or nothing of it: a full disk leaves no part."""
    size = os.path.getsize(path) if os.path.exists(path) else 0
    try:
        with open(path, "a+b") as file:
            file.seek(max(0, size - ends))
            last = file.read()
            missing = ends - (len(last) - len(last.rstrip(b"\n"))) if size else 0
            file.write(("\n" * missing + text).encode())
    except OSError as error:
        with contextlib.suppress(OSError):
            os.truncate(path, size)
        raise Bad(f"{path}: cannot be written: {error.strerror}; make room, or give another file") from None


def interrupt(*_):
    # Once: `timeout` sends its signal twice, and the second one must not end what the first one began.
    for sign in (signal.SIGINT, signal.SIGTERM):
        signal.signal(sign, signal.SIG_IGN)
    raise KeyboardInterrupt


def ended(main):
    """The exit code of `main`."""
    if not sys.stdout:
        raise Bad("stdout: is closed; send it to a file or to /dev/null")
    sys.stdout.reconfigure(errors="backslashreplace")
    try:
        code = main()
    except SystemExit as end:
        # --help has printed.
        code = end.code
    tell("", end="")
    return code or 0


def run(main):
    """Ends the process with the exit code of `main`, or of what stopped it."""
    # Also where the shell has it ignore Ctrl-C, as in the background.
    for sign in (signal.SIGINT, signal.SIGTERM):
        signal.signal(sign, interrupt)
    sys.stdin, sys.stderr = sys.stdin or open(os.devnull), sys.stderr or open(os.devnull, "w")
    try:
        code = ended(main)
    except Bad as error:
        code = refuse(error)
    except KeyboardInterrupt:
        refuse("interrupted")
        code = INTERRUPTED
    # Threads of engines that do not answer are not waited for.
    os._exit(code)
