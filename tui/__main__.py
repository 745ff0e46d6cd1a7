"""Starts the `tapis` command; Ctrl-C stops it quietly even while it loads."""

from __future__ import annotations

import sys

INTERRUPTED = 130


def main(arguments: list[str] | None = None) -> int:
    """Run the command and return its exit status."""
    try:
        from tui.command import run

        return run(sys.argv[1:] if arguments is None else arguments)
    except KeyboardInterrupt:
        return INTERRUPTED


if __name__ == "__main__":
    sys.exit(main())
