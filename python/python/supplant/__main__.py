"""The command `supplant`: `python -m supplant study 1994 --quick`."""

import sys

from supplant._native import run_command


def main() -> None:
    """Run the command with the words of the command line, and exit with its code."""
    sys.exit(run_command(sys.argv[1:]))


if __name__ == "__main__":
    main()
