"""The start of a new table of this machine's own user: what its process is told, and answers."""

from __future__ import annotations

from pathlib import Path

import msgspec

from host.plan import HostPlan
from net.names.starting import Started, start_process


class Order(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a new process is told: the plan of a table, or the journal of one to revive.

    Only this machine's own user gives orders. `resume` is the path of a saved game that is opened
    to others; it says what is played, and by whom.
    """

    plan: HostPlan | None = None
    resume: str = ""
    journal: str = ""


def start_table(plan: HostPlan, resume: Path | None = None) -> Started:
    """Start the process of a new table; return when it listens. Raises `NotStarted`.

    With `resume` the saved game in this file is opened to others, whatever game the plan names.
    """
    order = Order(plan=plan, resume=str(resume.absolute()) if resume else "")
    return start_process(msgspec.json.encode(order))
