"""The start of a new table by this machine's own user, with the order to its process."""

from __future__ import annotations

from pathlib import Path

import msgspec

from host.plan import HostPlan
from net.names.starting import Started, start_process


class Order(msgspec.Struct, frozen=True, omit_defaults=True):
    """The order to a new process: the plan of a table, or the journal of one to revive.

    Only this machine's own user gives orders. `resume` is the path of a saved game that is opened
    to others; the game and its players come from there.
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
