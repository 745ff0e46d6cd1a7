"""`tapis manual`: the manual, in the language spoken."""

from __future__ import annotations

from argparse import Namespace

from cli.output import BadUse, say
from cli.parser import Parser
from words.errors import os_text
from words.manual import manual
from words.translation import _


def add(parser: Parser) -> None:
    """Say how another language is asked for."""
    parser.describe(_("In the language spoken; tapis --lang fr manual: in French."))


def run(_options: Namespace) -> int:
    """Print the manual. Raises `BadUse`."""
    try:
        page = manual()
    except OSError as error:
        raise BadUse(f"{error.filename}: {os_text(error)}") from None
    for line in page.splitlines():
        say(line)
    return 0
