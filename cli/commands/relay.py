"""`tapis relay`: leads what ssh brings to a table of this machine."""

from __future__ import annotations

import os
from argparse import Namespace

from cli.parser import Parser
from cli.streams import BadUse
from words.translation import _


def add_relay(parser: Parser) -> None:
    """Say that nobody types it."""
    parser.describe(_("tapis join ssh://HOST runs it over there; nobody has to type it."))


def run_relay(_options: Namespace) -> int:
    """Be the line between standard input and output and a table. Raises `BadUse`."""
    from net.joining.relay import relay

    if os.isatty(0):
        raise BadUse(_("tapis join ssh://HOST runs it over there; nobody has to type it."))
    return relay(0, 1)
