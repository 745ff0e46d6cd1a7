"""`tapis door`: lets people play by ssh, each in a process confined to their own folder."""

from __future__ import annotations

from argparse import Namespace
from functools import partial
from typing import TYPE_CHECKING, Final

from cli.arguments import (
    CERTIFICATE_KEY,
    Argument,
    a_number_from_1,
    a_path,
    an_own_address,
    some_seconds,
)
from cli.parser import Parser
from cli.streams import BadUse, complain
from words.translation import _, mark

if TYPE_CHECKING:
    from door.server import Opened
    from net.hosting.listen import Listen

VISITS: Final = "cli.visits"
"""The module whose process plays with those who come in."""

ARGUMENTS: Final = (
    Argument("--listen", mark("listen at PORT or ADDRESS:PORT (default: 2222)"), an_own_address),
    Argument(
        "--folder",
        mark("the folder of the accounts and of the door's key (default: door, in your data)"),
        a_path,
        mark("FOLDER"),
    ),
    Argument(
        "--most",
        mark("how many people may play at once (default: 100)"),
        a_number_from_1,
        mark("COUNT"),
    ),
    Argument(
        "--silent",
        mark("end a session without a key for so long, but not while it is another's turn (900)"),
        some_seconds,
        mark("SECONDS"),
    ),
    Argument(
        "--longest",
        mark("how long a session may last (default: 43200)"),
        some_seconds,
        mark("SECONDS"),
    ),
    Argument(
        "--quota",
        mark("how many megabytes an account may keep (default: 50)"),
        a_number_from_1,
        mark("COUNT"),
    ),
    Argument(
        "--server",
        mark("the server of tapis serve at whose tables people meet (default: one of its own)"),
        value=mark("NAME"),
    ),
    Argument(
        "--web",
        mark("let browsers in too, at PORT or ADDRESS:PORT of https"),
        an_own_address,
    ),
    Argument("--cert", mark("the certificate for --web (default: one of its own)"), a_path),
    CERTIFICATE_KEY,
    Argument(
        "--insecure",
        mark("--web without encryption, for a proxy on this machine that has it"),
        action="store_true",
    ),
)

NO_PACKAGES: Final = mark("This needs further packages: {command}")


def add_door(parser: Parser) -> None:
    """Add the arguments of the door."""
    parser.describe(
        _(
            "Whoever types ssh -p PORT HOST is at the first screen. A key is an account with games "
            "and settings of its own; without a key people play as guests. Nobody is asked for a "
            "password, and nobody can do anything else on this machine."
        )
    )
    parser.take(*ARGUMENTS)


def run_door(options: Namespace) -> int:
    """Let people in until the process is told to stop. Raises `BadUse`."""
    import asyncio

    try:
        from door.house import MOST_VISITS, QUOTA, HouseRules
        from door.limits import LONGEST_SECONDS, SILENT_SECONDS, Limits
        from door.server import PORT, DoorPlan, serve
    except ImportError:
        raise _without("web" if options.web else "door") from None
    from engine.reasons import Explained
    from net.names.sockets import table_name
    from net.names.starting import NotStarted
    from saves.home import home_folder
    from words.errors import os_text
    from words.translation import about, said, sentence

    address, port = options.listen or ("", PORT)
    folder = options.folder or home_folder() / "door"
    limits = Limits(options.silent or SILENT_SECONDS, options.longest or LONGEST_SECONDS)
    rules = HouseRules(options.most or MOST_VISITS, limits, options.quota or QUOTA)
    server = table_name(options.server) if options.server else ""
    plan = DoorPlan(folder, address, port, rules, server, _web(options))
    try:
        ready = partial(_say_ready, is_plain=options.insecure)
        asyncio.run(serve(plan, VISITS, ready, lambda fault: complain(sentence(fault))))
    except ImportError:
        raise _without("web") from None
    except Explained as why:
        raise BadUse(_("no door: {why}").format(why=sentence(why))) from None
    except NotStarted as why:
        raise BadUse(_("no door: {why}").format(why=said(why.sentence))) from None
    except OSError as error:
        where = str(error.filename or f"{address}:{port}".removeprefix(":"))
        raise BadUse(_("no door: {why}").format(why=about(where, os_text(error)))) from None
    return 0


def _without(extra: str) -> BadUse:
    """Return the error that the packages of an extra are missing."""
    from words.installing import to_install

    why = _(NO_PACKAGES).format(command=to_install(extra))
    return BadUse(_("no door: {why}").format(why=why))


def _web(options: Namespace) -> Listen | None:
    """Return where and how the options let browsers in. Raises `BadUse`."""
    from cli.online import listen_at

    if options.web:
        return listen_at(options.web, options)
    if options.cert or options.key or options.insecure:
        raise BadUse(_("--cert, --key and --insecure are for --web"))
    return None


def _say_ready(opened: Opened, is_plain: bool) -> None:
    """Say how people come in, and by what they know this door."""
    command = f"ssh -p {opened.port} {_('HOST')}"
    complain(_("the door is open: {command}").format(command=command))
    complain(_("its key: {fingerprint}").format(fingerprint=opened.fingerprint))
    if opened.page:
        scheme = "http" if is_plain else "https"
        address = f"{scheme}://{_('HOST')}:{opened.page}/"
        complain(_("in a browser: {address}").format(address=address))
