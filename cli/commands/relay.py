"""`tapis relay`: leads what ssh brings to a table of this machine."""

from __future__ import annotations

import os
from argparse import Namespace
from typing import Final

from cli.parser import Parser
from cli.streams import BadUse, write_out
from words.translation import _, mark

NOT_TYPED: Final = mark("tapis join ssh://HOST runs it over there; nobody has to type it.")


def add_relay(parser: Parser) -> None:
    """Say that nobody types it."""
    parser.describe(_(NOT_TYPED))


def run_relay(_options: Namespace) -> int:
    """Be the line between standard input and output and a table.

    Raises `BadUse`, `OutputClosed`.
    """
    from net.joining.relay import relay

    if os.isatty(0):
        raise BadUse(_(NOT_TYPED))
    return relay(0, write_out)
