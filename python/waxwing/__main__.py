"""The command line: ``python -m waxwing search othello 'rave > mast'``, or ``waxwing`` where the package is installed."""

import sys

from . import _waxwing


def main() -> None:
    """Runs the command line with the arguments of this process, and ends it."""
    raise _waxwing.run_command_line(["waxwing", *sys.argv[1:]])


if __name__ == "__main__":
    main()
