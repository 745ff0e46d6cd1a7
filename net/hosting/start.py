"""The start of a new table of this machine's own user."""

from __future__ import annotations

from pathlib import Path

import msgspec

from host.plan import HostPlan
from net.hosting.orders import Order
from net.names.starting import NotStarted, Started, start_process

__all__ = ["NotStarted", "Started", "start_table"]


def start_table(plan: HostPlan, resume: Path | None = None) -> Started:
    """Start the process of a new table; return when it listens. Raises `NotStarted`.

    With `resume` the saved game in this file is opened to others, whatever game the plan names.
    """
    order = Order(plan=plan, resume=str(resume.absolute()) if resume else "")
    return start_process(msgspec.json.encode(order))
