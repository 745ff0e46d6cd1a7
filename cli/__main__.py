"""Starts the `tapis` command; Ctrl-C stops it quietly even while it loads."""

from __future__ import annotations

import gc
import sys

INTERRUPTED = 130


def main(arguments: list[str] | None = None) -> int:
    """Run the command and return its exit status, 130 after Ctrl-C.

    Without arguments it runs the process's own arguments, and no Ctrl-C is heard afterwards.
    """
    try:
        if arguments is None:
            return _run_process()
        from cli.command import run

        return run(arguments)
    except KeyboardInterrupt:
        return INTERRUPTED


def _run_process() -> int:
    gc.disable()  # a start builds no garbage; `run` lets it be collected again
    try:
        from cli.signals import CtrlC

        with CtrlC() as ctrl_c:
            from cli.command import run

            status = run(sys.argv[1:])
    except KeyboardInterrupt:  # too early for `CtrlC`; a second one is not heard
        import signal

        signal.signal(signal.SIGINT, signal.SIG_IGN)
        return INTERRUPTED
    return INTERRUPTED if ctrl_c.came else status


if __name__ == "__main__":
    sys.exit(main())
