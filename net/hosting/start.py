"""The start of a new table by this machine's own user, with the order to its process."""

from __future__ import annotations

from pathlib import Path

import msgspec

from host.plan import HostPlan
from net.hosting.listen import Listen
from net.names.starting import Started, start_process
from saves.passwords import Password


class Order(msgspec.Struct, frozen=True, omit_defaults=True):
    """The order to a new process: the plan of a table, or the journal of one to revive.

    Only this machine's own user gives orders.

    Attributes:
        plan: The plan of a new table.
        resume: The path of a saved game that is opened to others; its players come from there.
        journal: The path of the journal of a table to revive.
        account: The account of the table's owner; None for that of the process, which then revives
            no table of another one.
        listen: How other machines come in, None where they do not.
        password: The password that they need, empty for none.
    """

    plan: HostPlan | None = None
    resume: str = ""
    journal: str = ""
    account: str | None = None
    listen: Listen | None = None
    password: str = ""


def start_table(
    plan: HostPlan,
    resume: Path | None = None,
    listen: Listen | None = None,
    password: Password | None = None,
) -> Started:
    """Start the process of a new table; return when it listens. Raises `NotStarted`.

    With `resume` the saved game in this file is opened to others, whatever game the plan names.
    With `listen` it is open to other machines too, to all that have the password if there is one.
    """
    order = Order(
        plan=plan,
        resume=str(resume.absolute()) if resume else "",
        listen=listen,
        password=password.text if password else "",
    )
    return start_process(msgspec.json.encode(order))
