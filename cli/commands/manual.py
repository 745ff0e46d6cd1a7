"""`tapis manual`: the manual, in the language spoken."""

from __future__ import annotations

import os
from argparse import Namespace
from collections.abc import Iterator
from typing import Final

from cli.full_screen import page_lines
from cli.parser import Parser
from cli.streams import BadUse, say
from words.errors import os_text
from words.pages import before_sections, manual, sections, title_of
from words.translation import _, about

WIDTH: Final = 80
"""The columns of the widest page."""


def add(parser: Parser) -> None:
    """Say how another language is asked for."""
    parser.describe(_("In the language spoken; tapis --lang fr manual: in French."))


def run(_options: Namespace) -> int:
    """Print the manual. Raises `BadUse`."""
    try:
        page = manual_page(manual())
    except OSError as error:
        raise BadUse(about(error.filename, os_text(error))) from None
    for line in page:
        say(line)
    return 0


def manual_page(markdown: str) -> Iterator[str]:
    """Yield the lines of the manual as plain text, as wide as the terminal at most."""
    try:
        width = min(os.get_terminal_size(1).columns, WIDTH)
    except OSError:
        width = WIDTH

    yield from (title_of(markdown), "", *page_lines(before_sections(markdown), width))
    for section in sections(markdown):
        yield from (section.title, "", *page_lines(section.text, width))
