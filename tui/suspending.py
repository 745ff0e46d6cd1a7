"""Whether somebody could wake this program once it is stopped: a shell that has it as a job."""

from __future__ import annotations

import os
from pathlib import Path


def can_be_woken() -> bool:
    """Say whether a stop would not be for good.

    The shell whose job we are is the first ancestor outside our process group, and in our session.
    The leader of a session has none, nor has a group whose parents are gone: an orphaned one.
    """
    session, group = os.getsid(0), os.getpgrp()
    process = os.getppid()
    try:
        while process and os.getsid(process) == session:
            if os.getpgid(process) != group:
                return True
            process = _parent_of(process)
    except OSError:  # it has just gone, or nothing is told of it
        pass
    return False


def _parent_of(process: int) -> int:
    """Return the parent of a process, 0 where it is out of sight. Raises `OSError`."""
    status = Path(f"/proc/{process}/stat").read_text(errors="replace")
    return int(status.rpartition(")")[2].split()[1])  # the name before may hold anything
