"""`tapis serve`: keeps many tables in one process, without a screen."""

from __future__ import annotations

from argparse import Namespace
from logging import Formatter, LogRecord
from typing import TYPE_CHECKING, Final

from cli.arguments import LISTENING, Argument, a_number_from_1
from cli.parser import Parser
from cli.streams import BadUse, complain
from words.translation import _, about, mark, several

if TYPE_CHECKING:
    from net.names.sockets import TableSocket

ARGUMENTS: Final = (
    Argument(
        "--name",
        mark("the name by which people of this machine find the server (default: server)"),
        value=mark("NAME"),
    ),
    Argument(
        "--most-tables",
        mark("how many tables the server has at most (default: 1000)"),
        a_number_from_1,
        mark("COUNT"),
    ),
    Argument(
        "--back-in",
        mark(
            "in how many seconds a server that is stopped is back, as it tells people (default: 60)"
        ),
        a_number_from_1,
        mark("SECONDS"),
    ),
)


LOGGED: Final = (
    mark("told to stop; back in about %s s"),
    mark("table %s opened: %s"),
    mark("table %s ended"),
)
"""The lines of the log in the language spoken; what a fault is stays in English."""


class LogLine(Formatter):
    """Writes the lines of the log, those of `LOGGED` in the language spoken."""

    def format(self, record: LogRecord) -> str:
        """Return a line with its time."""
        if record.msg in LOGGED:
            record.msg = _(record.msg)
        return super().format(record)


def add_serve(parser: Parser) -> None:
    """Add the arguments of the server."""
    parser.describe(
        _(
            "People open tables there, find each other and join, from the first screen or with "
            "tapis join. Tables are found again after a stop. The log goes to standard error."
        )
    )
    parser.take(*ARGUMENTS, *LISTENING)


def run_serve(options: Namespace) -> int:
    """Serve until the process is told to stop. Raises `BadUse`."""
    import asyncio
    import logging

    from cli.online import listening
    from engine.reasons import Explained
    from net.hosting.faults import LOG
    from net.hosting.lobby import MOST_TABLES
    from net.hosting.serve import BACK_SECONDS, NAME, ServerPlan, serve
    from net.names.sockets import table_name
    from words.errors import os_text
    from words.translation import sentence

    lines = logging.StreamHandler()
    lines.setFormatter(LogLine("%(asctime)s %(message)s"))
    LOG.addHandler(lines)
    LOG.setLevel(logging.INFO)
    plan = ServerPlan(
        table_name(options.name or NAME),
        options.most_tables or MOST_TABLES,
        options.back_in or BACK_SECONDS,
        *listening(options),
    )
    try:
        asyncio.run(serve(plan, _say_ready))
    except Explained as why:
        raise BadUse(_("no server: {why}").format(why=sentence(why))) from None
    except OSError as error:
        why_not = about(error.filename, os_text(error)) if error.filename else os_text(error)
        raise BadUse(_("no server: {why}").format(why=why_not)) from None
    return 0


def _say_ready(at: TableSocket, count: int, address: str) -> None:
    """Say where the server is, and how many tables it found again."""
    from net.names.sockets import full_name

    name = full_name(at.name, at.uid)
    found = several("{count} table found again", "{count} tables found again", count)
    complain(_("{server} is open: {tables}").format(server=name, tables=found))
    complain(
        _("People of this machine list its tables with: {command}").format(command="tapis join")
    )
    if address:
        command = f"tapis join {address}"
        complain(_("Those of other machines with: {command}").format(command=command))
