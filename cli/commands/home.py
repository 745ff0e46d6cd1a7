"""`tapis` without a command: the first screen."""

from __future__ import annotations

from argparse import Namespace

from cli.full_screen import open_table
from cli.parser import Parser


def add(parser: Parser) -> None:
    """Add nothing."""


def run(_options: Namespace) -> int:
    """Open the first screen. Raises `BadUse`."""
    return open_table()
