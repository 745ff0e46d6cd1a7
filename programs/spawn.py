"""Spawns processes of this very program, whatever the folder and environment it is in."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

_ROOT: Final = Path(__file__).parents[1]
"""The folder that holds the packages of the program."""

_SCRIPT: Final = """
import os, sys
from fcntl import LOCK_SH, flock
from importlib import import_module
_, module, *sys.path[:] = sys.argv
try:
    flock(os.open(sys.path[0], os.O_RDONLY), LOCK_SH)
except OSError:
    pass
import_module(module).main()
"""
"""A process holds the folder of the program: `tapis.pyz` removes none that is held."""


def spawn(
    module: str,
    environment: Mapping[str, str] | None = None,
    directory: str | None = "/",
    stdin: int = subprocess.PIPE,
    stderr: int | None = subprocess.DEVNULL,
) -> subprocess.Popen[bytes]:
    """Start a process that calls `main` of a module, and return it. Raises `OSError`.

    It has a session of its own and no terminal; we write to its standard input, unless an open
    file is that, and read its standard output. Its standard error is nobody's, or with None ours.
    Without an environment, or a directory, it has ours.
    It loads modules from where we do.
    """
    folders = [str(_ROOT), *(place for place in sys.path if place.startswith("/"))]
    return subprocess.Popen(  # noqa: S603
        [sys.executable, "-I", "-c", _SCRIPT, module, *folders],
        stdin=stdin,
        stdout=subprocess.PIPE,
        stderr=stderr,
        start_new_session=True,
        cwd=directory,
        env=environment,
    )
